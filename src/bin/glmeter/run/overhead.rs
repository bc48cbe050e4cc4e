//! What glmeter itself costs: the CPU time of a frame in a run with the report and in one without.

use super::environment::Start;
use super::recording_file::RecordingFile;
use crate::Failure;
use crate::load::cpu_time;
use crate::supervise;
use glmeter_recording::Options;

/// A run without the report.
#[derive(Clone, Copy)]
pub(crate) struct Without {
    /// Its CPU time, nanoseconds.
    pub(crate) cpu_time: u64,
    /// The number of its frames.
    pub(crate) frames: u64,
}

/// Runs the program with glmeter preloaded, which counts its frames and measures nothing.
pub(crate) fn run_without(start: &Start) -> Result<Without, Failure> {
    let file = RecordingFile::create(Options { frames_only: true, ..Options::default() })?;
    let before = cpu_time();
    let mut command = start.command();
    file.pass_to(&mut command);
    let stop = start.options().stop_after.map(|stop| stop.watch(&file.recording, 0));
    supervise::run(command, stop.as_ref().map(|stop| stop as &dyn Fn() -> bool))
        .map_err(|error| super::not_run(start.program(), &error))?;
    Ok(Without { cpu_time: cpu_time().saturating_sub(before), frames: file.recording.totals().frames })
}
