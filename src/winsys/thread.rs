//! Threads of our own in somebody else's process.

use std::sync::Once;

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
