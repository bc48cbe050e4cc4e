//! Messages on standard error.

use glmeter_abi::signals::without_signals_of_writes;
use std::io::Write;

/// Logs an error about a command once in the process, unless GLMETER_LOG is absent or `off`.
pub fn log_once(command: &'static str, what: &str) {
    static SAID: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if said.contains(&command) {
        return;
    }
    said.push(command);
    if crate::environment::variable("GLMETER_LOG").is_some_and(|word| word != "off") {
        // A closed standard error is no reason to fail.
        let _ = without_signals_of_writes(|| writeln!(std::io::stderr(), "glmeter-soft: {command} {what}"));
    }
}
