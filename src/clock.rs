//! The machine's clocks, in nanoseconds.

use std::fs::File;

/// Returns the time of a clock that only runs forwards: the one that Mesa stamps with, so that stamps of both kinds can be compared.
pub fn now() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// Returns how long the machine has been suspended since it started, give or take the time between two readings.
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

/// The run delay of a thread: how long it has been ready to run and had no core, by Linux's scheduler statistics. By its
/// increase over a wait, a thread knows how long before it ran again it was woken.
#[derive(Debug)]
pub struct RunDelay(Option<File>);

impl RunDelay {
    /// Opens the statistics of the calling thread.
    pub fn of_this_thread() -> Self {
        Self(File::open("/proc/thread-self/schedstat").ok())
    }

    /// Returns the run delay since the thread was started, nanoseconds; none where the system does not count it.
    pub fn total(&self) -> Option<u64> {
        use std::os::unix::fs::FileExt;
        let mut text = [0; 64];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        // "time spent on the cpu", "time spent waiting on a runqueue", "# of timeslices run on this cpu".
        let mut numbers = str::from_utf8(text.get(..length)?).ok()?.split_ascii_whitespace().map(str::parse::<u64>);
        let (_on_core, delay, slices) = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
        // A kernel without these statistics says 0 of everything.
        (slices != 0).then_some(delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_shares_its_core_is_delayed() {
        let delay = RunDelay::of_this_thread();
        let Some(begin) = delay.total() else { return };
        assert!(delay.total() >= Some(begin), "the delay only grows");
        let elsewhere = std::thread::spawn(|| RunDelay::of_this_thread().total()).join();
        assert!(elsewhere.is_ok_and(|total| total.is_some()), "each thread has its own");
    }
}
