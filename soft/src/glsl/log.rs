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

/// The messages so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    text: String,
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
        let _ = writeln!(self.text, "{}:{}: {kind}: {message}", at.string, at.line);
    }
}
