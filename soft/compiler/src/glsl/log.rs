//! The info log of a shader: one line for each message, `string:line: error: the error; the accepted alternatives`.

use std::fmt::Write;

/// A position in the source text, as `#line` numbers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceLocation {
    /// The source string number.
    pub string: u32,
    pub line: u32,
}

/// The number of errors to print; further errors are only counted.
const MAX_ERRORS: u32 = 20;
/// The longest message; it may contain names of any length from the shader.
const MAX_LENGTH: usize = 600;

/// Source string numbers from here on stand for included strings. (`#line` may set such a number, too.)
const INCLUDED: u32 = 1 << 31;

/// The messages so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    text: String,
    /// The paths of included strings, by source string number.
    paths: Vec<String>,
    errors: u32,
    warnings: u32,
}

impl Log {
    /// Adds an error.
    pub fn error(&mut self, at: SourceLocation, message: &str) {
        self.errors = self.errors.saturating_add(1);
        if self.errors <= MAX_ERRORS {
            self.line(at, "error", message);
        }
    }

    /// Adds a warning.
    pub fn warning(&mut self, at: SourceLocation, message: &str) {
        self.warnings = self.warnings.saturating_add(1);
        if self.warnings <= MAX_ERRORS {
            self.line(at, "warning", message);
        }
    }

    /// Returns the source string number that stands for an included string, by the path in the directive.
    pub fn included(&mut self, path: &str) -> u32 {
        let known = self.paths.iter().rposition(|other| other == path);
        let index = known.unwrap_or_else(|| {
            self.paths.push(path.to_owned());
            self.paths.len() - 1
        });
        INCLUDED | index as u32
    }

    /// Returns the path that a source string number stands for; `None` for other numbers.
    pub fn path(&self, string: u32) -> Option<&str> {
        self.paths.get(string.checked_sub(INCLUDED)? as usize).map(String::as_str)
    }

    /// Returns true if an error was logged.
    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Returns true if further errors would not be printed: analysis may stop.
    pub fn full(&self) -> bool {
        self.errors >= MAX_ERRORS
    }

    /// Returns the log as text, one line for each message.
    pub fn into_text(mut self) -> String {
        if self.errors > MAX_ERRORS {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "{} more errors", self.errors - MAX_ERRORS);
        }
        self.text
    }

    fn line(&mut self, at: SourceLocation, kind: &str, message: &str) {
        let mut end = message.len().min(MAX_LENGTH);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        let message = message.get(..end).unwrap_or("");
        // "For included strings (using #include), the string is identified by the path provided in the shader to the #include statement."
        // [ARB_shading_language_include]
        let _ = match self.paths.get(at.string.wrapping_sub(INCLUDED) as usize) {
            Some(path) => writeln!(self.text, "{path}:{}: {kind}: {message}", at.line),
            None => writeln!(self.text, "{}:{}: {kind}: {message}", at.string, at.line),
        };
    }
}
