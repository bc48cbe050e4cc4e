//! glmeter's own messages, at the level that `GLMETER_LOG` sets.

use crate::config::{self, Log};
use crate::error::Error;
use crate::sink;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Writes one line if the log level includes `level`.
pub fn say(level: Log, text: &str) {
    if config::get().log >= level {
        sink::write(level == Log::Error, text);
    }
}

/// Writes the rule that a command broke if the log level includes errors that glmeter raises, once for each command and rule.
pub fn say_error(command: &'static str, error: Error) {
    static SAID: Mutex<Option<HashSet<(&str, &str)>>> = Mutex::new(None);
    if config::get().log < Log::Debug {
        return;
    }
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.get_or_insert_default().insert((command, *error.rule)) {
        say(Log::Debug, &error.message(command));
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
