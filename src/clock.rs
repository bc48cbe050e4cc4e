//! The machine's clocks, in nanoseconds.

/// A clock that only runs forwards: the one that Mesa stamps with, so that stamps of both kinds can be compared.
pub fn now() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// How long the machine has been suspended since it started, give or take the time between two readings.
pub fn suspended() -> u64 {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let with_sleep = read(libc::CLOCK_BOOTTIME);
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let with_sleep = 0;
    with_sleep.saturating_sub(now())
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to the local that it is given.
    unsafe { libc::clock_gettime(clock, &mut time) };
    (time.tv_sec as u64).saturating_mul(1_000_000_000).saturating_add(time.tv_nsec as u64)
}
