//! What glmeter itself costs: the CPU time of a run with the report and of one without.

use super::environment::Start;
use crate::Failure;
use crate::supervise;

/// Returns the CPU time of all programs that have ended.
pub(crate) fn cpu_time() -> u64 {
    // SAFETY: rusage is plain data, valid when zeroed.
    let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
    // SAFETY: the figures are written to a local variable.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    let time = |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// Runs the program with glmeter preloaded, but without the report. Returns its CPU time.
pub(crate) fn cpu_time_without(start: &Start) -> Result<u64, Failure> {
    let before = cpu_time();
    let mut command = start.command();
    command.env("GLMETER_REPORT", "off");
    supervise::run(command).map_err(|error| super::not_run(start.program(), &error))?;
    Ok(cpu_time().saturating_sub(before))
}
