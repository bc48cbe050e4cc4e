//! Messages on standard error.

use std::io::Write;

/// Levels of GLMETER_LOG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Errors of the driver and of its use.
    Error,
    /// Everything else.
    Info,
}

/// Writes one line to standard error, if GLMETER_LOG asks for that level: any word but `off` for errors, `info` or `debug` for the rest.
pub fn log(level: Level, text: &str) {
    let Some(word) = crate::environment::variable("GLMETER_LOG") else { return };
    let wanted = match level {
        Level::Error => word != "off",
        Level::Info => word == "info" || word == "debug",
    };
    if wanted {
        // A closed standard error is no reason to fail.
        let _ = writeln!(std::io::stderr(), "glmeter-soft: {text}");
    }
}

/// Logs something about a command once in the process.
pub fn log_once(command: &'static str, what: &str) {
    static SAID: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !said.contains(&command) {
        said.push(command);
        log(Level::Error, &format!("{command} {what}"));
    }
}
