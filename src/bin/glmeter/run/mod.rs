//! `glmeter run`: runs a program with glmeter preloaded and reports what it does.

mod display;
mod environment;
mod link;
mod measure;
mod options;
mod overhead;
mod picture;
mod recording_file;

use crate::command_line::Given;
use crate::load::cpu_time;
use crate::program::reason_against_preloading;
use crate::supervise::{self, Ended};
use crate::{Failure, say};
use environment::Start;
use glmeter_report::Live;
use glmeter_report::interval::Interval;
use glmeter_report::run::{Overhead, Run};
use glmeter_report::style::Style;
use glmeter_report::{metrics, summary};
use measure::measure;
use picture::PictureFile;
use recording_file::RecordingFile;
pub(crate) use recording_file::{PREFIX, folders};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;
use std::time::Duration;

pub(crate) use measure::{Measured, Named, open};
pub(crate) use options::{RunOptions, StopAfter, interval};

/// A shell's exit statuses for a program that does not exist, and for one that cannot be executed.
const NOT_FOUND: u8 = 127;
const NOT_EXECUTABLE: u8 = 126;

/// The time from one update of the live table to the next, unless an option says otherwise.
const LIVE_INTERVAL: Duration = Duration::from_secs(1);

/// Runs `glmeter run`.
pub(crate) fn run(given: &Given) -> Result<ExitCode, Failure> {
    let options = RunOptions::of(given)?;
    let start = prepare(&options)?;
    if options.is_off() && !options.is_software() && !options.headless {
        return Err(run_unmeasured(&start));
    }
    let outputs = open(&options.reports)?;
    if options.recording.per_draw {
        say("glmeter: each draw is measured by itself, which slows the program down");
    }
    match repeated(&options, &start, outputs) {
        Ok(ended) => {
            // The end may be a signal.
            drop(start);
            Ok(end_as(ended))
        }
        Err(Failure::NotMeasured(problem)) => {
            say(&format!("glmeter: {problem}; the program runs and nothing is measured"));
            Err(run_unmeasured(&start))
        }
        Err(failure) => Err(failure),
    }
}

/// Replaces this process by the program, which is not measured. Returns the failure if it cannot be started.
fn run_unmeasured(start: &Start) -> Failure {
    not_run(start.program(), &start.command().env("GLMETER_REPORT", "off").exec())
}

/// Runs the program of a command line once and gives its frames to the outputs. Fails if its figures are not to be relied on.
pub(crate) fn run_once(options: &RunOptions, outputs: Vec<Named>) -> Result<Measured, Failure> {
    let measured = once(options, &prepare(options)?, outputs, |_| ())?;
    match measured.damage {
        Some(damage) => Err(Failure::Failed(damage.to_string())),
        None => Ok(measured),
    }
}

/// Returns the status of the command for a program's end, or ends the command by the signal that ended the program.
pub(crate) fn end_as(ended: Ended) -> ExitCode {
    match ended {
        Ended::Status(status) => ExitCode::from(status),
        Ended::Stopped => ExitCode::SUCCESS,
        Ended::Signal(signal) => supervise::end_by(signal),
    }
}

/// Finds what starts the program. Fails if the software pipeline is asked for and cannot serve it.
fn prepare(options: &RunOptions) -> Result<Start<'_>, Failure> {
    let program = options.program.as_os_str();
    let start = Start::new(options)?;
    match options.is_software().then(|| reason_against_preloading(program)).flatten() {
        Some(reason) => Err(not_served(program, &reason)),
        None => Ok(start),
    }
}

/// Runs the program as often as the options say. The outputs get the last run. Returns the first end that is not a success, otherwise the last.
fn repeated(options: &RunOptions, start: &Start, mut outputs: Vec<Named>) -> Result<Ended, Failure> {
    let without = options.overhead.then(|| overhead::run_without(start)).transpose()?;
    let mut repeats = Vec::new();
    let mut first_failure = None;
    let mut other_load: f64 = 0.0;
    for number in 1..=options.runs {
        let is_last = number == options.runs;
        let used = if is_last { core::mem::take(&mut outputs) } else { Vec::new() };
        let mut before = repeats.clone();
        let before_run = cpu_time();
        let complete = |run: &mut Run| {
            let with = || cpu_time().saturating_sub(before_run);
            run.overhead = without.map(|without| Overhead {
                cpu_time: with(),
                frames: run.frames,
                cpu_time_without: without.cpu_time,
                frames_without: without.frames,
            });
            run.other_load = run.other_load.max(other_load);
            before.push(metrics::values(run));
            if is_last && options.runs > 1 {
                run.repeats = before;
            }
        };
        let Measured { ended, was_interrupted, mut run, unused, .. } = once(options, start, used, complete)?;
        if is_last {
            // The summary on standard error has nothing to say of a program without GL.
            let is_asked = options.reports.requests.iter().any(|request| request.kind == "summary" && request.target.is_none());
            unused.filter(|_| is_asked).iter().for_each(|line| say(line));
            return Ok(first_failure.unwrap_or(ended));
        }
        let head = summary::head(&run, Style::of_standard_error());
        say(&format!("glmeter: run {number} of {}: {}", options.runs, head.trim_start_matches("glmeter: ")));
        other_load = run.other_load;
        repeats.push(metrics::values(&run));
        if was_interrupted || matches!(ended, Ended::Signal(_)) {
            // The user wants no more runs; what was measured is kept.
            run.repeats = repeats;
            outputs.iter_mut().for_each(|(name, output)| {
                if let Err(error) = output.finish(&run) {
                    say(&format!("glmeter: {name}: {error}"));
                }
            });
            return Ok(ended);
        }
        if !ended.is_success() {
            first_failure.get_or_insert(ended);
        }
    }
    Ok(Ended::Status(0))
}

/// Runs the program once. `complete` sees the sums before the outputs.
fn once(options: &RunOptions, start: &Start, mut outputs: Vec<Named>, complete: impl FnOnce(&mut Run) + Send) -> Result<Measured, Failure> {
    let program = options.program.as_os_str();
    let picture = options.wants_picture().then(|| PictureFile::create(options.picture.as_deref())).transpose()?;
    let file = RecordingFile::create(picture.as_ref().map_or(options.recording, |picture| picture.asked(options.recording)))?;
    let mut command = start.command();
    file.pass_to(&mut command);
    picture.iter().for_each(|picture| picture.pass_to(&mut command));
    if options.is_off() {
        command.env("GLMETER_REPORT", "off");
    }
    if options.live {
        outputs.insert(0, ("--live".to_owned(), Box::new(Live::new(options.interval.unwrap_or(LIVE_INTERVAL)))));
    } else if let Some(period) = options.interval {
        outputs.insert(0, ("--interval".to_owned(), Box::new(Interval::new(period))));
    }
    let mut colours = None;
    let complete = |run: &mut Run| {
        complete(run);
        colours = picture.as_ref().and_then(PictureFile::read);
        if let Some(colours) = &colours {
            picture::add(run, colours, options);
        }
    };
    let mut measured = measure(command, &file, options, outputs, start.server(), complete).map_err(|error| not_run(program, &error))?;
    if let Some(damage) = measured.damage.filter(|_| !options.has_budgets) {
        say(&format!("glmeter: {damage}"));
    }
    measured.picture = colours;
    if let Some(Err(line)) = picture.map(|file| file.save(measured.picture.as_ref(), options.recording.picture_frame)) {
        say(&format!("glmeter: {line}"));
    }
    if measured.was_out_of_reach {
        return Err(not_served(program, "it has a libEGL, libGL or libOSMesa of its own"));
    }
    Ok(measured)
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
