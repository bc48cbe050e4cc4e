//! GL time: nanoseconds of the monotonic clock.

use crate::context::Context;

/// Returns the time of the monotonic clock in nanoseconds.
fn monotonic() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a timespec to be filled.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    u64::try_from(now.tv_sec).unwrap_or(0).saturating_mul(1_000_000_000).saturating_add(u64::try_from(now.tv_nsec).unwrap_or(0))
}

/// Returns GL_TIMESTAMP: nanoseconds on the clock of every time query, strictly increasing.
pub fn timestamp(context: &mut Context) -> u64 {
    let clock = &mut context.queries.clock;
    clock.last = monotonic().max(clock.last.saturating_add(1));
    clock.last
}
