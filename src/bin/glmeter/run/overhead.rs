//! What glmeter itself costs: the CPU time of a run with the report and of one without.

use super::environment::Start;
use crate::Failure;
use crate::supervise;
use glmeter_report::run::Overhead;

/// The CPU time of a run without the report, and that of all programs before the next run.
pub(crate) struct Without {
    cpu_time: u64,
    before: u64,
}

/// Returns the CPU time of all programs that have ended.
fn cpu_time() -> u64 {
    // SAFETY: rusage is plain data, valid when zeroed.
    let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
    // SAFETY: the figures are written to a local variable.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    let time = |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// Runs the program with glmeter preloaded, but without the report.
pub(crate) fn cpu_time_without(start: &Start) -> Result<Without, Failure> {
    let before = cpu_time();
    let mut command = start.command();
    command.env("GLMETER_REPORT", "off");
    supervise::run(command).map_err(|error| super::not_run(start.program(), &error))?;
    let after = cpu_time();
    Ok(Without { cpu_time: after - before, before: after })
}

impl Without {
    /// Returns the cost, of a run with these frames that has ended.
    pub(crate) fn overhead(&self, frames: u64) -> Overhead {
        Overhead { cpu_time: cpu_time().saturating_sub(self.before), cpu_time_without: self.cpu_time, frames }
    }
}
