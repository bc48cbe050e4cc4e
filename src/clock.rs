//! The machine's clocks, in nanoseconds.

use std::fs::File;

/// Returns the time of CLOCK_MONOTONIC, which Mesa's timestamps use too, so that both can be compared.
pub fn now() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// Returns the time for which the machine has been suspended since boot, to within the time between two clock readings.
pub fn suspended() -> u64 {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let with_sleep = read(libc::CLOCK_BOOTTIME);
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let with_sleep = 0;
    with_sleep.saturating_sub(now())
}

/// Returns the CPU time of the calling thread.
pub fn of_thread() -> u64 {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the CPU time of all threads of this process.
pub fn of_process() -> u64 {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Reads a clock.
fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a local variable.
    unsafe { libc::clock_gettime(clock, &mut time) };
    (time.tv_sec as u64).saturating_mul(1_000_000_000).saturating_add(time.tv_nsec as u64)
}

/// Returns how often the calling thread has given up its core to wait for something, and how often another thread took it.
pub fn switches_of_thread() -> (u64, u64) {
    /// `RUSAGE_THREAD` of Linux.
    const RUSAGE_THREAD: libc::c_int = 1;
    // SAFETY: every bit pattern is a value of the structure, and the function writes to a local variable.
    let usage = unsafe {
        let mut usage = core::mem::zeroed::<libc::rusage>();
        libc::getrusage(RUSAGE_THREAD, &mut usage);
        usage
    };
    (usage.ru_nvcsw as u64, usage.ru_nivcsw as u64)
}

/// The run delay of a thread from Linux's scheduler statistics: the time for which it was runnable but had no core. Its increase over
/// a wait is the time between the thread's wake-up and its running again.
#[derive(Debug)]
pub struct RunDelay(Option<File>);

impl RunDelay {
    /// Opens the statistics of the calling thread.
    pub fn of_this_thread() -> Self {
        Self(File::open("/proc/thread-self/schedstat").ok())
    }

    /// Returns the run delay since the thread started, nanoseconds. Returns `None` if the system does not count it.
    pub fn total(&self) -> Option<u64> {
        use std::os::unix::fs::FileExt;
        let mut text = [0; 64];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        // "time spent on the cpu", "time spent waiting on a runqueue", "# of timeslices run on this cpu".
        let mut numbers = str::from_utf8(text.get(..length)?).ok()?.split_ascii_whitespace().map(str::parse::<u64>);
        let (_on_core, delay, slices) = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
        // A kernel without these statistics reports 0 in every field.
        (slices != 0).then_some(delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_gives_up_its_core() {
        let (before, _) = switches_of_thread();
        std::thread::sleep(std::time::Duration::from_millis(1));
        assert!(switches_of_thread().0 > before);
    }

    #[test]
    fn a_thread_that_shares_its_core_is_delayed() {
        let delay = RunDelay::of_this_thread();
        let Some(begin) = delay.total() else { return };
        assert!(delay.total().is_some_and(|now| now >= begin), "it only grows");
        let elsewhere = std::thread::spawn(|| RunDelay::of_this_thread().total()).join();
        assert!(elsewhere.is_ok_and(|total| total.is_some()), "each thread has its own");
    }
}
