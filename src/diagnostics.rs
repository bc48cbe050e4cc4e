//! What glmeter says of itself, on standard error and only when `GLMETER_LOG` asks for it.

use crate::config::{self, Log};
use std::io::Write;

/// Writes one line if `level` is wanted. Never fails and never panics: the host program must not notice.
pub fn say(level: Log, text: &str) {
    if config::get().log >= level {
        let _ = writeln!(std::io::stderr(), "glmeter: {text}");
    }
}

/// Writes one line at `level`, once per place in the program.
macro_rules! say_once {
    ($level:ident, $($text:tt)*) => {{
        static SAID: std::sync::Once = std::sync::Once::new();
        SAID.call_once(|| $crate::diagnostics::say($crate::config::Log::$level, &format!($($text)*)));
    }};
}
pub(crate) use say_once;
