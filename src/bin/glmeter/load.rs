//! How busy other programs keep the machine while a program is measured.

use std::time::Instant;

/// The processor time that all programs and this one had used at a moment.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    begun: Instant,
    /// Seconds; `None` if the kernel does not say.
    all: Option<f64>,
    /// Nanoseconds.
    own: u64,
}

impl Load {
    /// Begins to measure.
    pub(crate) fn begin() -> Self {
        Self { begun: Instant::now(), all: std::fs::read_to_string("/proc/stat").ok().as_deref().and_then(used), own: cpu_time() }
    }

    /// Returns the number of processors that programs kept busy since then, other than this one and those that it started and that have ended.
    pub(crate) fn of_others(&self) -> f64 {
        let Self { begun, all, own } = Self::begin();
        let seconds = begun.duration_since(self.begun).as_secs_f64();
        let Some((now, before)) = all.zip(self.all).filter(|_| seconds > 0.0) else { return 0.0 };
        let others = now - before - own.saturating_sub(self.own) as f64 / 1e9;
        (others / seconds).max(0.0)
    }
}

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

/// Returns the processor time in a text of `/proc/stat`, seconds: that of programs, of the kernel, and of the host of a virtual machine.
fn used(text: &str) -> Option<f64> {
    let mut times = text.lines().next()?.strip_prefix("cpu ")?.split_whitespace().map(|time| time.parse::<u64>().ok());
    let mut next = || times.next().flatten();
    let [user, nice, system, _idle, _iowait, irq, softirq, steal] =
        [next()?, next()?, next()?, next()?, next()?, next()?, next()?, next()?];
    // SAFETY: the function takes no pointers.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    (ticks > 0).then(|| (user + nice + system + irq + softirq + steal) as f64 / ticks as f64)
}

/// Returns the number of processors.
pub(crate) fn processors() -> u64 {
    // SAFETY: the function takes no pointers.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_programs_is_told_from_idle_time() {
        // SAFETY: the function takes no pointers.
        let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
        let seconds = |text: &str| used(text).map(|seconds| (seconds * ticks).round() as u64);
        assert_eq!(seconds("cpu  1 2 4 1000 1000 8 16 32 64 128\ncpu0 1 2 3\n"), Some(63));
        assert_eq!((seconds(""), seconds("cpu  1 2\n"), seconds("cpu0 1 2 4 1000 1000 8 16 32\n")), (None, None, None));
    }
}
