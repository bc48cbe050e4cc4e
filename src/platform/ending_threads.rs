//! The end of glmeter's threads, and the exit of the process.
//!
//! When a thread ends, the C library calls the destructors of thread keys, among them those of libglvnd and of drivers: libEGL frees its state of the
//! thread. Its exit handler frees its state of all threads. Both at once would free one state twice. So the exit of the process first waits for
//! the threads that are ending, and from then on no other ends.

use core::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The most threads that end at the same time. A further one waits for a place.
const PLACES: usize = 64;

/// The system's numbers of the threads that are ending or have ended; 0 in a place that was never taken.
static ENDING: [AtomicI32; PLACES] = [const { AtomicI32::new(0) }; PLACES];

/// True once the process exits.
static EXITING: AtomicBool = AtomicBool::new(false);

/// Lets the calling thread, which has nothing left to do, end. Does not return if the process exits.
pub(super) fn may_end() {
    // SAFETY: the system call takes no arguments.
    let thread = unsafe { libc::syscall(libc::SYS_gettid) } as i32;
    let place = loop {
        if let Some(place) = ENDING.iter().find(|place| take(place, thread)) {
            break place;
        }
        std::thread::yield_now();
    };
    // Either the exit sees the thread in its place, or the thread sees the exit.
    if EXITING.load(Ordering::SeqCst) {
        place.store(0, Ordering::SeqCst);
        loop {
            std::thread::park();
        }
    }
}

/// Takes a place for a thread. Returns false if another thread that still ends has it.
fn take(place: &AtomicI32, thread: i32) -> bool {
    let before = place.load(Ordering::SeqCst);
    !is_there(before) && place.compare_exchange(before, thread, Ordering::SeqCst, Ordering::SeqCst).is_ok()
}

/// Returns true if this process has a thread of this number.
fn is_there(thread: i32) -> bool {
    // SAFETY: the system call takes no pointers, and signal 0 is sent to no thread.
    thread != 0 && unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, 0) } == 0
}

/// Lets no thread end from now on, and waits at most `limit` for those that are ending. Called when the process exits.
pub(crate) fn stop_and_wait(limit: Duration) {
    EXITING.store(true, Ordering::SeqCst);
    wait(limit);
}

/// Waits at most `limit` for the threads that are ending.
fn wait(limit: Duration) {
    let begun = Instant::now();
    while ENDING.iter().any(|place| is_there(place.load(Ordering::SeqCst))) && begun.elapsed() < limit {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::threads::start_thread;
    use super::*;
    use core::ffi::c_void;
    use core::sync::atomic::AtomicU32;
    use std::sync::mpsc;

    static DESTROYED: AtomicU32 = AtomicU32::new(0);

    /// The destructor of a key, as libEGL's, on a machine that is busy.
    unsafe extern "C" fn destroy_slowly(_: *mut c_void) {
        std::thread::sleep(Duration::from_millis(50));
        DESTROYED.fetch_add(1, Ordering::SeqCst);
    }

    extern "C" fn at_exit() {}

    #[test]
    fn the_exit_waits_for_the_destructors_of_threads_that_are_ending() {
        const THREADS: u32 = 8;
        let mut key = 0;
        // SAFETY: the key is written to a local variable, and the function is never unloaded.
        assert_eq!(unsafe { libc::pthread_key_create(&mut key, Some(destroy_slowly)) }, 0);
        let (send, done) = mpsc::channel();
        for _ in 0..THREADS {
            let send = send.clone();
            assert!(start_thread(c"ending", at_exit, move || {
                // SAFETY: the key is live, and its value is only compared with null.
                unsafe { libc::pthread_setspecific(key, core::ptr::dangling()) };
                send.send(()).unwrap();
            }));
        }
        (0..THREADS).for_each(|_| done.recv().unwrap());
        // The last of them takes its place within this time.
        std::thread::sleep(Duration::from_millis(20));
        wait(Duration::from_secs(10));
        assert_eq!(DESTROYED.load(Ordering::SeqCst), THREADS);
    }
}
