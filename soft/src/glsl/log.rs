//! The information log: one line a message, `string:line: error: what was found; what is accepted`.

use std::fmt::Write;

/// A place in the shader's text as `#line` numbers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct At {
    pub string: u32,
    pub line: u32,
}

/// More errors than this are only counted.
const SHOWN: u32 = 20;
/// Longest message; names come from the shader and may be of any length.
const LONGEST: usize = 600;

/// The messages so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    text: String,
    errors: u32,
    warnings: u32,
}

impl Log {
    /// Adds an error.
    pub fn error(&mut self, at: At, message: &str) {
        self.errors = self.errors.saturating_add(1);
        if self.errors <= SHOWN {
            self.line(at, "error", message);
        }
    }

    /// Adds a warning.
    pub fn warning(&mut self, at: At, message: &str) {
        self.warnings = self.warnings.saturating_add(1);
        if self.warnings <= SHOWN {
            self.line(at, "warning", message);
        }
    }

    /// Returns true if there was an error.
    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Returns true if further errors would not be shown: analysis may stop.
    pub fn full(&self) -> bool {
        self.errors >= SHOWN
    }

    /// Returns the log as text, a line a message.
    pub fn into_text(mut self) -> String {
        if self.errors > SHOWN {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "{} more errors", self.errors - SHOWN);
        }
        self.text
    }

    fn line(&mut self, at: At, kind: &str, message: &str) {
        let mut end = message.len().min(LONGEST);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        let message = message.get(..end).unwrap_or("");
        let _ = writeln!(self.text, "{}:{}: {kind}: {message}", at.string, at.line);
    }
}
