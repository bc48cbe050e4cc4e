//! The info log of a program.

use base::hir::Stage;

/// Lines of errors and warnings. Further errors beyond a limit are dropped.
#[derive(Debug, Default)]
pub struct Log {
    pub text: String,
    errors: u32,
    lines: u32,
}

const MAX_LINES: u32 = 100;

impl Log {
    /// Adds an error.
    pub fn error(&mut self, message: impl AsRef<str>) {
        self.errors = self.errors.saturating_add(1);
        self.line("error", message.as_ref());
    }

    /// Adds a warning.
    pub fn warning(&mut self, message: impl AsRef<str>) {
        self.line("warning", message.as_ref());
    }

    /// Returns true if an error was logged.
    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    fn line(&mut self, kind: &str, message: &str) {
        self.lines = self.lines.saturating_add(1);
        if self.lines <= MAX_LINES {
            self.text += kind;
            self.text += ": ";
            self.text += message;
            self.text.push('\n');
        } else if self.lines == MAX_LINES + 1 {
            self.text += "error: and more\n";
        }
    }
}

/// Returns the name of a stage for messages.
pub fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::TessControl => "tessellation control",
        Stage::TessEvaluation => "tessellation evaluation",
        Stage::Geometry => "geometry",
        Stage::Fragment => "fragment",
        Stage::Compute => "compute",
    }
}

/// Returns the bit of a stage in masks of stages.
pub fn stage_bit(stage: Stage) -> u8 {
    1 << stage as u8
}
