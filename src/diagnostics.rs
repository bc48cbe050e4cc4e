//! glmeter's own messages, at the level that `GLMETER_LOG` sets.

use crate::config::{self, Log};
use crate::sink;

/// Writes one line if the log level includes `level`.
pub fn say(level: Log, text: &str) {
    if config::get().log >= level {
        sink::write(level == Log::Error, text);
    }
}

/// Writes one line at `level`, once per call site.
macro_rules! say_once {
    ($level:ident, $($text:tt)*) => {{
        static SAID: std::sync::Once = std::sync::Once::new();
        SAID.call_once(|| $crate::diagnostics::say($crate::config::Log::$level, &format!($($text)*)));
    }};
}
pub(crate) use say_once;
