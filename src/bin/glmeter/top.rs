//! `glmeter top`: shows the programs that are running under glmeter.

use crate::run::interval;
use crate::words::wants;
use crate::{Failure, help, print, programs};
use glmeter_report::top::{self, Options};
use lexopt::{Arg, ValueExt};
use std::process::ExitCode;
use std::time::Duration;

/// Runs `glmeter top` with the rest of the command line.
pub(crate) fn top(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut options = Options { process: None, interval: Duration::from_secs(1) };
    let mut is_once = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(&help::of("top")),
            Arg::Long("once") => is_once = true,
            Arg::Long("interval") => options.interval = interval(&arguments.value()?)?,
            Arg::Value(process) if options.process.is_none() => {
                let process: u32 = process.parse().map_err(|_| wants("top", "the number of a process", &process))?;
                options.process = Some(process);
            }
            more => return Err(help::unexpected("top", more)),
        }
    }
    if is_once || !top::has_screen() {
        return print(&top::once(options, programs::find).map_err(|error| error.to_string())?);
    }
    top::show(options, programs::find).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}
