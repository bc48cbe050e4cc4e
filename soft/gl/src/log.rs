//! Messages on standard error.

use crate::error::Error;
use glmeter_abi::signals::without_signals_of_writes;
use std::collections::HashSet;
use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Returns true unless GLMETER_LOG is absent or `off`.
fn is_on() -> bool {
    static IS_ON: OnceLock<bool> = OnceLock::new();
    *IS_ON.get_or_init(|| base::environment::variable("GLMETER_LOG").is_some_and(|word| word != "off"))
}

/// Writes a line to standard error.
fn write(line: &str) {
    // A closed standard error is no reason to fail.
    let _ = without_signals_of_writes(|| writeln!(std::io::stderr(), "glmeter-soft: {line}"));
}

/// Logs an error that a command raised, once in the process for each rule that it breaks, unless GLMETER_LOG is absent or `off`.
pub fn error_once(command: &'static str, error: Error) {
    static SAID: Mutex<Option<HashSet<(&'static str, &'static str)>>> = Mutex::new(None);
    if !is_on() {
        return;
    }
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.get_or_insert_default().insert((command, *error.rule)) {
        write(&error.message(command));
    }
}

/// Logs an error about a command once in the process, unless GLMETER_LOG is absent or `off`.
pub fn log_once(command: &'static str, what: &str) {
    static SAID: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.contains(&command) {
        return;
    }
    said.push(command);
    if is_on() {
        write(&format!("{command} {what}"));
    }
}
