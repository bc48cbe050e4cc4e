//! Starts glmeter's threads in the application's process, and runs code when the application's threads end.

use super::ending_threads;
use core::ffi::{CStr, c_int, c_void};
use glmeter_abi::border::guard;
use glmeter_abi::signals::with_signals_blocked;
use std::sync::{Once, OnceLock};

/// Registers `end` to be called when this thread ends. All calls must pass the same function: only the first one's is used.
///
/// The call comes from the destructor of a POSIX thread key. A destructor of Rust's or C++'s thread-local storage would prevent the
/// library from being opened on some systems, and would run before the application's destructors, which may still use the context.
pub(crate) fn at_end(end: unsafe extern "C" fn(*mut c_void)) {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();
    let key = KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: the key is written to a local variable, and the function belongs to this library, which is never unloaded.
        let made = unsafe { libc::pthread_key_create(&mut key, Some(end)) } == 0;
        made.then_some(key)
    });
    if let Some(key) = key {
        // SAFETY: the key is never deleted. Its value only has to be non-null and is never dereferenced.
        unsafe { libc::pthread_setspecific(*key, (&raw const KEY).cast()) };
    }
}

/// The work of a thread that [`start_thread`] starts, and the thread's name.
struct Work {
    name: &'static CStr,
    run: Box<dyn FnOnce() + Send>,
}

/// Starts a thread without the program's signals (see [`with_signals_blocked`]). `at_exit` runs when the process exits, before the
/// exit handlers of the drivers that are loaded now. Returns false if the thread cannot be started.
///
/// The standard library's function would register a destructor of thread-local storage on the application's thread that calls it.
pub(crate) fn start_thread(name: &'static CStr, at_exit: extern "C" fn(), run: impl FnOnce() + Send + 'static) -> bool {
    const STACK: usize = 512 * 1024;
    type Begin = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
    unsafe extern "C" {
        fn pthread_create(thread: *mut libc::pthread_t, attributes: *const libc::pthread_attr_t, begin: Begin, work: *mut c_void) -> c_int;
    }
    unsafe extern "C" fn begin(work: *mut c_void) -> *mut c_void {
        // SAFETY: the work is the box that the creator gave away.
        let Work { name, run } = *unsafe { Box::from_raw(work.cast::<Work>()) };
        // SAFETY: the name is a C string; the option ignores the other arguments.
        unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr(), 0, 0, 0) };
        let _ = guard(run);
        ending_threads::may_end();
        core::ptr::null_mut()
    }
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: the function belongs to this library, which is never unloaded.
        unsafe { libc::atexit(at_exit) };
    });
    let work = Box::into_raw(Box::new(Work { name, run: Box::new(run) }));
    // SAFETY: every bit pattern is a thread's handle and its attributes, which are initialised first; the new thread takes the work over.
    let started = with_signals_blocked(|| unsafe {
        let (mut thread, mut attributes) = (core::mem::zeroed(), core::mem::zeroed());
        let initialised = libc::pthread_attr_init(&mut attributes) == 0;
        let started = initialised
            && libc::pthread_attr_setstacksize(&mut attributes, STACK) == 0
            && libc::pthread_attr_setdetachstate(&mut attributes, libc::PTHREAD_CREATE_DETACHED) == 0
            && pthread_create(&mut thread, &attributes, begin, work.cast()) == 0;
        if initialised {
            libc::pthread_attr_destroy(&mut attributes);
        }
        started
    });
    if !started {
        // SAFETY: no thread has taken the work over.
        drop(unsafe { Box::from_raw(work) });
    }
    started
}

/// Linux's `struct sched_attr`, version 0.
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

/// Makes the scheduler run the calling thread, which sleeps nearly all the time, soon after its wake-up on a busy machine. It asks for a
/// short time slice, which any thread may have since Linux 6.12, and for a lower nice value, which needs privileges. Threads that this
/// thread starts inherit neither. Does nothing if the system refuses.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn prefer_this_thread() {
    const SLICE: u64 = 100_000;
    const NICE: i32 = -10;
    const RESET_ON_FORK: u64 = 1;
    /// Linux's default policy, which C libraries name differently.
    const SCHED_OTHER: c_int = 0;
    // A seccomp sandbox may kill a process for a system call that it does not expect.
    let status = std::fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    if !status.lines().any(|line| line.split_ascii_whitespace().eq(["Seccomp:", "0"])) {
        return;
    }
    // A thread with another policy keeps it.
    // SAFETY: the function takes no pointers; 0 is the calling thread.
    if unsafe { libc::sched_getscheduler(0) } != SCHED_OTHER {
        return;
    }
    // SAFETY: the function takes no pointers; 0 is the calling thread.
    let now = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    for nice in [now.min(NICE), now] {
        let attributes = SchedulingAttributes {
            size: size_of::<SchedulingAttributes>() as u32,
            policy: SCHED_OTHER as u32,
            flags: RESET_ON_FORK,
            nice,
            priority: 0,
            runtime: SLICE,
            deadline: 0,
            period: 0,
        };
        // SAFETY: the attributes state their own size; 0 is the calling thread.
        if unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) } == 0 {
            return;
        }
    }
}

/// Does nothing: other systems offer no such preference.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn prefer_this_thread() {}
