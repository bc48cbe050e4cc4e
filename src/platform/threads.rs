//! Starts glmeter's threads in the application's process, and runs code when the application's threads end.

use core::ffi::c_void;
use std::sync::{Once, OnceLock};

/// Has `end` called when this thread ends. It is the same function for every thread: the first one that is given.
///
/// A key of POSIX threads calls it. A destructor of Rust's or C++'s thread-local storage would keep the library from being
/// opened on some systems, and would run before those of the application, which may still use the thread's context.
pub(crate) fn at_end(end: unsafe extern "C" fn(*mut c_void)) {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();
    let key = KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: a place for the key, and a function of this library, which is never unloaded.
        let made = unsafe { libc::pthread_key_create(&mut key, Some(end)) } == 0;
        made.then_some(key)
    });
    if let Some(key) = key {
        // SAFETY: a key that is never deleted. Its value says that there is something to be called, and is not followed.
        unsafe { libc::pthread_setspecific(*key, (&raw const KEY).cast()) };
    }
}

/// Starts a thread that takes no signals: those are for the program's own threads. `before_the_end` runs when the process
/// ends, before the drivers that are loaded now take themselves apart. False if there can be no thread.
pub(crate) fn start_thread(name: &str, before_the_end: extern "C" fn(), run: impl FnOnce() + Send + 'static) -> bool {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: a function of this library, which is never unloaded.
        unsafe { libc::atexit(before_the_end) };
    });
    let thread = std::thread::Builder::new().name(name.to_string()).stack_size(512 * 1024);
    // A thread inherits the mask of the one that starts it.
    // SAFETY: both sets are locals; every bit pattern is a signal set.
    let before = unsafe {
        let (mut all, mut before) = (core::mem::zeroed(), core::mem::zeroed());
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        before
    };
    let started = thread.spawn(run).is_ok();
    // SAFETY: puts back what was there.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, core::ptr::null_mut()) };
    started
}

/// `struct sched_attr` of Linux, in its first form.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[repr(C)]
struct SchedulingAttributes {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

/// Asks that the calling thread, which sleeps nearly always, runs soon after it is woken on a busy machine: by a short slice,
/// which any thread may have since Linux 6.12, and by a lower nice value where the process may have one. Threads that it starts
/// inherit neither. Nothing changes where the system refuses.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn prefer_this_thread() {
    const SLICE: u64 = 100_000;
    const NICE: i32 = -10;
    const RESET_ON_FORK: u64 = 1;
    // A sandbox (seccomp) may end a process for a system call that it does not expect.
    let status = std::fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    if !status.lines().any(|line| line.split_ascii_whitespace().eq(["Seccomp:", "0"])) {
        return;
    }
    // A thread of another policy is left as the program's starter wants it.
    // SAFETY: takes a number; 0 is the calling thread.
    if unsafe { libc::sched_getscheduler(0) } != libc::SCHED_OTHER {
        return;
    }
    // SAFETY: takes numbers; 0 is the calling thread.
    let now = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    for nice in [now.min(NICE), now] {
        let attributes = SchedulingAttributes {
            size: size_of::<SchedulingAttributes>() as u32,
            policy: libc::SCHED_OTHER as u32,
            flags: RESET_ON_FORK,
            nice,
            priority: 0,
            runtime: SLICE,
            deadline: 0,
            period: 0,
        };
        // SAFETY: the calling thread, and attributes of the size that they tell.
        if unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) } == 0 {
            return;
        }
    }
}

/// Leaves the calling thread as it is: no way is known to have it run sooner.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn prefer_this_thread() {}
