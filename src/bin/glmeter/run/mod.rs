//! `glmeter run`: runs a program with glmeter preloaded and reports what it does.

mod environment;
mod measure;
mod options;
mod recording_file;

use crate::program::reason_against_preloading;
use crate::supervise::{self, Ended};
use crate::{Failure, HELP, print};
use environment::Start;
use glmeter::report::VARIABLE;
use measure::{Named, about, measure, open};
use options::RunOptions;
use recording_file::RecordingFile;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

/// A shell's exit statuses for a program that does not exist, and for one that cannot be executed.
const NOT_FOUND: u8 = 127;
const NOT_EXECUTABLE: u8 = 126;

/// Runs `glmeter run` with the rest of the command line.
pub(crate) fn run(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let Some(options) = options::parse(&mut arguments)? else { return print(HELP) };
    let program = options.program.as_os_str();
    let start = Start::new(&options)?;
    let is_software = options.word("GLMETER_PROVIDER") == Some("software");
    if let Some(reason) = is_software.then(|| reason_against_preloading(program)).flatten() {
        return Err(not_served(program, &reason));
    }
    let is_off = options.is_off();
    if is_off && !is_software {
        return Err(not_run(program, &start.command().env("GLMETER_REPORT", "off").exec()));
    }
    let outputs = open(&options.reports)?;
    Ok(match once(&options, &start, outputs)? {
        Ended::Status(status) => ExitCode::from(status),
        Ended::Signal(signal) => supervise::end_by(signal),
    })
}

/// Runs the program once.
fn once(options: &RunOptions, start: &Start, outputs: Vec<Named>) -> Result<Ended, Failure> {
    let program = options.program.as_os_str();
    let file = RecordingFile::create(options.recording)?;
    let mut command = start.command();
    command.env("GLMETER_REPORT", if options.is_off() { "off" } else { "summary" }).env(VARIABLE, &file.path);
    let about = about(program, &options.arguments, options.warmup);
    let measured = measure(command, &file, about, outputs, |_| ()).map_err(|error| not_run(program, &error))?;
    if measured.was_out_of_reach {
        return Err(not_served(program, "it has a libEGL or libGL of its own, without libglvnd"));
    }
    Ok(measured.ended)
}

/// Returns the failure for a program that the software pipeline was asked to serve and cannot.
fn not_served(program: &OsStr, reason: &str) -> Failure {
    Failure::Failed(format!("{}: the software pipeline cannot serve this program: {reason}", program.to_string_lossy()))
}

/// Returns the failure for a program that could not be started.
fn not_run(program: &OsStr, error: &std::io::Error) -> Failure {
    let program = program.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => Failure::NotRun(format!("{program}: no such program"), NOT_FOUND),
        _ => Failure::NotRun(format!("{program}: cannot be run: {error}"), NOT_EXECUTABLE),
    }
}
