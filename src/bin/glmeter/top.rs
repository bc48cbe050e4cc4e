//! `glmeter top`: shows the programs that are running under glmeter.

use crate::command_line::{Given, INTERVAL_OF_TOP, ONCE};
use crate::run::interval;
use crate::words::wants;
use crate::{Failure, print, programs};
use glmeter_report::top::{self, Options};
use std::process::ExitCode;
use std::time::Duration;

/// Runs `glmeter top`.
pub(crate) fn top(given: &Given) -> Result<ExitCode, Failure> {
    let process = |word: &std::ffi::OsString| {
        let number = word.to_str().and_then(|word| word.parse().ok());
        number.ok_or_else(|| wants("top", "the number of a process", word))
    };
    let options = Options {
        process: given.operands.first().map(process).transpose()?,
        interval: given.parsed(&INTERVAL_OF_TOP, interval)?.unwrap_or(Duration::from_secs(1)),
    };
    if given.has(&ONCE) || !top::has_screen() {
        return print(&top::once(options, programs::find).map_err(|error| error.to_string())?);
    }
    top::show(options, programs::find).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}
