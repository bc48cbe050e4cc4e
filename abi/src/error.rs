//! Errors of commands, with the rules that they say were broken.
//!
//! A check makes its error of the rule that it enforces, so that the code needs no comment that says the same:
//!
//! ```text
//! return Err(invalid_value(&"An INVALID_VALUE error is generated if first is negative. [GL 4.4, 10.5]"));
//! ```
//!
//! A sentence before a reference in brackets is quoted from the specification of that name; a rule without a reference is in this project's words.
//! The application reads the rule in the debug message of its command, and in the log.
//!
//! A rule is a reference to a text, not the text itself: an error has the size of two words then, and so has the result of a command that
//! fails or returns nothing, which is returned in registers.

const GL_INVALID_ENUM: u32 = 0x0500;
const GL_INVALID_VALUE: u32 = 0x0501;
const GL_INVALID_OPERATION: u32 = 0x0502;
const GL_STACK_OVERFLOW: u32 = 0x0503;
const GL_STACK_UNDERFLOW: u32 = 0x0504;
const GL_OUT_OF_MEMORY: u32 = 0x0505;
const GL_INVALID_FRAMEBUFFER_OPERATION: u32 = 0x0506;
const GL_CONTEXT_LOST: u32 = 0x0507;
const GL_TABLE_TOO_LARGE: u32 = 0x8031;

/// The error of a command, which changes nothing then and returns zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What glGetError returns, e.g. `GL_INVALID_ENUM`.
    pub code: u32,
    /// The rule that the command broke.
    pub rule: &'static &'static str,
}

/// The result of a handler.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns the name of its code.
    pub const fn name(self) -> &'static str {
        match self.code {
            GL_INVALID_ENUM => "GL_INVALID_ENUM",
            GL_INVALID_VALUE => "GL_INVALID_VALUE",
            GL_INVALID_OPERATION => "GL_INVALID_OPERATION",
            GL_INVALID_FRAMEBUFFER_OPERATION => "GL_INVALID_FRAMEBUFFER_OPERATION",
            GL_OUT_OF_MEMORY => "GL_OUT_OF_MEMORY",
            GL_STACK_OVERFLOW => "GL_STACK_OVERFLOW",
            GL_STACK_UNDERFLOW => "GL_STACK_UNDERFLOW",
            GL_TABLE_TOO_LARGE => "GL_TABLE_TOO_LARGE",
            _ => "GL_CONTEXT_LOST",
        }
    }

    /// Returns what the debug message of a command says: `GL_INVALID_VALUE in glDrawArrays: "An INVALID_VALUE error …" [GL 4.4, 10.5]`.
    pub fn message(self, command: &str) -> String {
        let mut message = format!("{} in {command}:", self.name());
        let mut sentence = String::new();
        for part in self.rule.split_inclusive("] ") {
            sentence += part;
            let quoted = sentence.trim_end().strip_suffix(']').and_then(|quoted| quoted.rsplit_once(" ["));
            if let Some((text, reference)) = quoted.filter(|(_, reference)| !reference.contains(']')) {
                message += &format!(" \"{text}\" [{reference}]");
                sentence.clear();
            }
        }
        if sentence.is_empty() { message } else { message + " " + &sentence }
    }
}

/// Returns GL_INVALID_ENUM for a command that broke a rule.
#[inline]
pub const fn invalid_enum(rule: &'static &'static str) -> Error {
    Error { code: GL_INVALID_ENUM, rule }
}

/// Returns GL_INVALID_VALUE for a command that broke a rule.
#[inline]
pub const fn invalid_value(rule: &'static &'static str) -> Error {
    Error { code: GL_INVALID_VALUE, rule }
}

/// Returns GL_INVALID_OPERATION for a command that broke a rule.
#[inline]
pub const fn invalid_operation(rule: &'static &'static str) -> Error {
    Error { code: GL_INVALID_OPERATION, rule }
}

/// Returns GL_INVALID_FRAMEBUFFER_OPERATION for a command that broke a rule.
#[inline]
pub const fn invalid_framebuffer_operation(rule: &'static &'static str) -> Error {
    Error { code: GL_INVALID_FRAMEBUFFER_OPERATION, rule }
}

/// Returns GL_OUT_OF_MEMORY for a command that came to a limit.
#[inline]
pub const fn out_of_memory(rule: &'static &'static str) -> Error {
    Error { code: GL_OUT_OF_MEMORY, rule }
}

/// Returns GL_STACK_OVERFLOW for a command that broke a rule.
#[inline]
pub const fn stack_overflow(rule: &'static &'static str) -> Error {
    Error { code: GL_STACK_OVERFLOW, rule }
}

/// Returns GL_STACK_UNDERFLOW for a command that broke a rule.
#[inline]
pub const fn stack_underflow(rule: &'static &'static str) -> Error {
    Error { code: GL_STACK_UNDERFLOW, rule }
}

/// Returns GL_TABLE_TOO_LARGE for a command that broke a rule.
#[inline]
pub const fn table_too_large(rule: &'static &'static str) -> Error {
    Error { code: GL_TABLE_TOO_LARGE, rule }
}

/// Returns GL_CONTEXT_LOST for a command of a lost context.
#[inline]
pub const fn context_lost(rule: &'static &'static str) -> Error {
    Error { code: GL_CONTEXT_LOST, rule }
}

/// The error of a command that ran out of memory.
pub const NO_MEMORY: Error = out_of_memory(
    &"If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated. [GL 4.4, 2.3.1]",
);

/// The error of a command that was given a symbolic constant which it does not have.
pub const UNKNOWN_TOKEN: Error = invalid_enum(
    &"If a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as allowable for \
      that command, an INVALID_ENUM error is generated. [GL 4.4, 2.3.1]",
);

/// The error of a command that was given a negative size or number of elements.
pub const NEGATIVE_COUNT: Error = invalid_value(
    &"If a negative number is provided where an argument of type sizei or sizeiptr is specified, an INVALID_VALUE error is generated. \
      [GL 4.4, 2.3.1]",
);

#[cfg(test)]
mod tests;
