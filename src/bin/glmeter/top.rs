//! `glmeter top`: shows the running programs that have glmeter in front.

use crate::{Failure, HELP, print, programs, usage};
use glmeter_report::top::{self, Options};
use lexopt::{Arg, ValueExt};
use std::ffi::OsStr;
use std::process::ExitCode;
use std::time::Duration;

/// Runs `glmeter top` with the rest of the command line.
pub(crate) fn top(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut options = Options { process: None, interval: Duration::from_secs(1) };
    let mut is_once = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(HELP),
            Arg::Long("once") => is_once = true,
            Arg::Long("interval") => options.interval = interval(&arguments.value()?)?,
            Arg::Value(process) if options.process.is_none() => {
                let process: u32 = process.parse().map_err(|_| usage(&format!("top: {} is no process id", process.to_string_lossy())))?;
                options.process = Some(process);
            }
            more => return Err(more.unexpected().into()),
        }
    }
    if is_once || !top::has_screen() {
        return print(&top::once(options, programs::find).map_err(|error| error.to_string())?);
    }
    top::show(options, programs::find).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the length of an interval from its option.
pub(crate) fn interval(word: &OsStr) -> Result<Duration, Failure> {
    let seconds: Option<f64> = word.to_str().and_then(|word| word.parse().ok()).filter(|seconds| (0.1..=86_400.0).contains(seconds));
    let wrong = || usage(&format!("--interval={}: seconds from 0.1 to 86400 are accepted", word.to_string_lossy()));
    seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
}
