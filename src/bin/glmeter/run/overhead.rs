//! What glmeter itself costs: the CPU time of a frame in a run with the report and in one without.

use super::environment::Start;
use super::recording_file::RecordingFile;
use crate::Failure;
use crate::supervise;
use glmeter_recording::Options;

/// Returns the CPU time of all programs that have ended, and of this process.
pub(crate) fn cpu_time() -> u64 {
    let time = |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
    let of = |who: libc::c_int| {
        // SAFETY: rusage is plain data, valid when zeroed.
        let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
        // SAFETY: the figures are written to a local variable.
        unsafe { libc::getrusage(who, &mut usage) };
        time(usage.ru_utime) + time(usage.ru_stime)
    };
    of(libc::RUSAGE_CHILDREN) + of(libc::RUSAGE_SELF)
}

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
