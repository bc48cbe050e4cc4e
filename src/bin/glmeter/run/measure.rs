//! Runs a program once and collects what it records.

use super::options::{Reports, Request, RunOptions};
use super::recording_file::RecordingFile;
use crate::libraries::Libraries;
use crate::load::{Load, processors};
use crate::supervise::{self, Ended};
use crate::{Failure, say};
use glmeter_recording::{Damage, Recording};
use glmeter_report::check::Colours;
use glmeter_report::run::Run;
use glmeter_report::{About, Collector, Output};
use std::ffi::{OsStr, OsString};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// The time from one reading of the recording to the next.
const PERIOD: Duration = Duration::from_millis(25);

/// What [`ended_text`] says of a program that could not be started.
const NOT_STARTED: &str = "not started";

/// An output and its name in messages.
pub(crate) type Named = (String, Box<dyn Output>);

/// Opens the outputs of reports.
pub(crate) fn open(Reports { requests, .. }: &Reports) -> Result<Vec<Named>, Failure> {
    let mut outputs: Vec<Named> = Vec::new();
    for Request { kind, target } in requests {
        let name = target.as_ref().map_or_else(|| kind.clone(), |target| format!("{kind}={}", target.display()));
        let output = glmeter_report::open(kind, target.as_deref());
        let output = output.map_err(|error| Failure::Failed(format!("--report={name}: {error}")))?;
        outputs.extend(output.map(|output| (name, output)));
    }
    Ok(outputs)
}

/// A run of the program.
pub(crate) struct Measured {
    /// How it ended.
    pub(crate) ended: Ended,
    /// The command was asked to end before it.
    pub(crate) was_interrupted: bool,
    /// Its sums.
    pub(crate) run: Run,
    /// It asked for the software pipeline, which could not be reached.
    pub(crate) was_out_of_reach: bool,
    /// Something else than glmeter wrote to the recording.
    pub(crate) damage: Option<Damage>,
    /// The line about it if it made no GL context current.
    pub(crate) unused: Option<String>,
    /// The picture of a frame, if it was asked for and is there.
    pub(crate) picture: Option<Colours>,
}

/// Returns what the recording does not know of a run that begins now.
fn about(program: &OsStr, arguments: &[OsString], warmup: u64) -> About {
    let words = core::iter::once(program).chain(arguments.iter().map(|argument| argument.as_os_str()));
    About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: words.map(|word| word.to_string_lossy().into_owned()).collect(),
        started: SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64(),
        warmup,
    }
}

/// Returns [`Run::ended`].
fn ended_text(ended: &std::io::Result<(Ended, bool)>) -> String {
    match ended {
        Ok((Ended::Status(status), _)) => format!("exit status {status}"),
        Ok((Ended::Signal(signal), _)) => format!("signal {signal}"),
        Ok((Ended::Stopped, _)) => "stopped".to_owned(),
        Err(_) => NOT_STARTED.to_owned(),
    }
}

/// Runs the program, whose environment names the file. Gives its frames to the outputs while it runs, and the sums at the end after `complete`
/// has seen them. The outputs get no sums if the program could not be started or served. `server` is the process that serves its display. Fails if it cannot be
/// started.
pub(crate) fn measure(
    command: Command,
    file: &RecordingFile,
    options: &RunOptions,
    outputs: Vec<Named>,
    server: Option<u32>,
    complete: impl FnOnce(&mut Run) + Send,
) -> std::io::Result<Measured> {
    let recording = &file.recording;
    let about = about(&options.program, &options.arguments, options.warmup);
    let mut collector = Collector::new(recording, about);
    let (load, mut libraries) = (Load::begin(), Libraries::new(server));
    outputs.into_iter().for_each(|(name, output)| collector.add(name, output));
    let (is_over, how) = (&AtomicBool::new(false), &OnceLock::new());
    std::thread::scope(|scope| {
        let collect = move || {
            collect_until(&mut collector, &mut libraries, recording, is_over);
            let ended = how.get().map_or("", String::as_str);
            if ended == NOT_STARTED || recording.was_out_of_reach() {
                return (Run::default(), libraries);
            }
            let complete = |run: &mut Run| {
                (run.other_load, run.processors) = (load.of_others(), processors());
                complete(run);
            };
            let (run, failed) = collector.finish(recording, ended, complete);
            complain(&failed);
            (run, libraries)
        };
        // It must not receive signals that are for the program.
        let thread = supervise::without_signals(|| scope.spawn(collect));
        let stop = options.stop_after.map(|stop| stop.watch(recording, options.recording.first_frame));
        let ended = supervise::run(command, stop.as_ref().map(|stop| stop as &dyn Fn() -> bool));
        let _ = how.set(ended_text(&ended));
        is_over.store(true, Ordering::Release);
        thread.thread().unpark();
        let (run, libraries) = thread.join().unwrap_or_else(|_| (Run::default(), Libraries::new(server)));
        let (ended, was_interrupted) = ended?;
        let (was_out_of_reach, damage) = (recording.was_out_of_reach(), recording.damage());
        // A damaged recording does not tell.
        let unused = (!recording.is_used() && damage.is_none()).then(|| libraries.line(&options.program));
        Ok(Measured { ended, was_interrupted, run, was_out_of_reach, damage, unused, picture: None })
    })
}

/// Reads the recording until the program has ended.
fn collect_until(collector: &mut Collector, libraries: &mut Libraries, recording: &Recording, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Acquire) {
        complain(&collector.collect(recording));
        libraries.look(recording);
        std::thread::park_timeout(PERIOD);
    }
}

/// Prints a line for each output that failed.
fn complain(failed: &[String]) {
    failed.iter().for_each(|line| say(&format!("glmeter: {line}")));
}
