//! The time and the memory that an input may take: whatever a program says, it must not stop the process that the driver runs in.

use std::time::Duration;

/// The limits of an input.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The processor time of all threads of the process. (Other programs on the machine hardly change it.)
    pub time: Duration,
    /// The bytes by which the process grows at most.
    pub memory: u64,
}

/// Compiling and linking takes at most a second and 256 MB (`tests/compiler`), drawing what the watchdog allows. The sanitizers multiply both.
pub const LIMITS: Limits = Limits { time: Duration::from_secs(20), memory: 1 << 30 };

/// Returns the processor time of the process.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes to the structure.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the bytes of a line of /proc/self/status, or 0 if there is no such line.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) << 10
}

/// Runs an input. Panics if it takes more time or memory than the limits.
pub fn limited(limits: Limits, input: &[u8], run: impl FnOnce(&[u8])) {
    // The highest memory from here on.
    let reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let (time, memory) = (processor_time(), status("VmRSS:"));
    run(input);
    let time = processor_time().saturating_sub(time);
    let memory = status("VmHWM:").saturating_sub(memory);
    let name = || String::from_utf8_lossy(input.get(..200).unwrap_or(input)).into_owned();
    if time > limits.time {
        panic!("{time:?} of processor time, more than {:?}: {}", limits.time, name());
    }
    if reset && memory > limits.memory {
        panic!("{} MB, more than {}: {}", memory >> 20, limits.memory >> 20, name());
    }
}
