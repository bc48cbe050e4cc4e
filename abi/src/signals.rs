//! The signals of the libraries' own threads, and of the caller's thread while a library writes a file or works on another stack.

use core::mem::MaybeUninit;

/// Signals that an instruction or a system call of a thread raises for that thread. Blocked, they would end the process instead of reaching
/// the program's handler: crash reporters and write barriers handle SIGSEGV, and sandboxes emulate system calls in that of SIGSYS.
const OF_THE_THREAD: [libc::c_int; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGSYS];

/// Calls `start` with every signal blocked that the program expects on its own threads, and restores the calling thread's mask. A thread inherits
/// the mask of its creator: the threads that `start` starts never run the program's handlers for timers, interrupts, children and the like, and
/// never take a signal for which the program waits.
pub fn with_signals_blocked<R>(start: impl FnOnce() -> R) -> R {
    with_blocked(|_| true, start)
}

/// Signals by which users and terminals end and stop programs.
const OF_USERS: [libc::c_int; 5] = [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGTSTP];

/// Calls `work`, during which this thread runs none of the program's handlers but those of faults, and restores the thread's mask: the handlers run when `work`
/// has ended. Signals by which a user ends or stops the process do so at once, if it has no handler for them.
pub fn with_handlers_blocked<R>(work: impl FnOnce() -> R) -> R {
    with_blocked(|signal| !OF_USERS.contains(&signal) || has_handler(signal), work)
}

/// Returns true if a function of the program handles a signal.
fn has_handler(signal: libc::c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the function only writes the action, unless it fails.
    let action = unsafe { (libc::sigaction(signal, core::ptr::null(), action.as_mut_ptr()) == 0).then(|| action.assume_init()) };
    action.is_some_and(|action| ![libc::SIG_DFL, libc::SIG_IGN].contains(&action.sa_sigaction))
}

/// Calls `work` with these signals blocked, but for those of the thread, and restores the calling thread's mask.
fn with_blocked<R>(is_blocked: impl Fn(libc::c_int) -> bool, work: impl FnOnce() -> R) -> R {
    /// Restores a mask when it is dropped, also after a panic.
    struct Restored(libc::sigset_t);

    impl Drop for Restored {
        fn drop(&mut self) {
            // SAFETY: the set is the thread's previous mask; the old one is not asked for.
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, core::ptr::null_mut()) };
        }
    }

    // SAFETY: both sets are initialised, and the functions write to local variables.
    let _restored = unsafe {
        let (mut blocked, mut before) = (set_of(&[]), set_of(&[]));
        for signal in (1..=libc::SIGRTMAX()).filter(|signal| !OF_THE_THREAD.contains(signal) && is_blocked(*signal)) {
            libc::sigaddset(&mut blocked, signal);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &blocked, &mut before);
        Restored(before)
    };
    work()
}

/// The signals that a write raises: of a file beyond RLIMIT_FSIZE, and of a pipe that nothing reads.
const OF_WRITES: [i32; 2] = [libc::SIGXFSZ, libc::SIGPIPE];

/// Runs `work`, which writes or grows a file, without the signals of a write: it fails instead with EFBIG or EPIPE.
///
/// Both signals end a process that has no handler for them, and a program that meets no limit of its own has none.
pub fn without_signals_of_writes<R>(work: impl FnOnce() -> R) -> R {
    let blocked = set_of(&OF_WRITES);
    let mut before = set_of(&[]);
    // SAFETY: both sets are initialised.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &blocked, &mut before) };
    let pending = pending();
    let result = work();
    for signal in OF_WRITES {
        // One that was pending before is the program's.
        if !contains(&pending, signal) {
            let none = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: the set and the time are initialised, and the details are not asked for.
            unsafe { libc::sigtimedwait(&set_of(&[signal]), core::ptr::null_mut(), &none) };
        }
    }
    // SAFETY: the set is initialised, and the old one is not asked for.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, core::ptr::null_mut()) };
    result
}

/// Returns the set of these signals.
fn set_of(signals: &[i32]) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: sigemptyset initialises the set, and sigaddset takes an initialised one.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

/// Returns the signals that wait until this thread no longer blocks them.
fn pending() -> libc::sigset_t {
    let mut set = set_of(&[]);
    // SAFETY: the set is initialised.
    unsafe { libc::sigpending(&mut set) };
    set
}

/// Returns true if a set has a signal.
fn contains(set: &libc::sigset_t, signal: i32) -> bool {
    // SAFETY: the set is initialised.
    unsafe { libc::sigismember(set, signal) == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Write};
    use std::os::unix::net::UnixStream;

    #[test]
    fn a_closed_pipe_raises_no_signal_and_a_pending_one_stays() {
        let mask = set_of(&[libc::SIGPIPE]);
        // Tests ignore SIGPIPE, and a signal that is ignored is never pending.
        // SAFETY: SIG_DFL installs no handler; the sets are initialised; the signal is blocked before it is raised.
        unsafe {
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            let mut before = set_of(&[]);
            let (mut near, far) = UnixStream::pair().unwrap();
            drop(far);
            let written = without_signals_of_writes(|| near.write_all(b"x"));
            assert_eq!(written.unwrap_err().kind(), ErrorKind::BrokenPipe);
            libc::pthread_sigmask(libc::SIG_BLOCK, &mask, &mut before);
            assert!(!contains(&pending(), libc::SIGPIPE), "the write's own signal is taken");
            libc::pthread_kill(libc::pthread_self(), libc::SIGPIPE);
            without_signals_of_writes(|| near.write_all(b"x")).unwrap_err();
            assert!(contains(&pending(), libc::SIGPIPE), "the program's signal stays");
            libc::signal(libc::SIGPIPE, libc::SIG_IGN);
            libc::pthread_sigmask(libc::SIG_SETMASK, &before, core::ptr::null_mut());
        }
    }

    /// Returns which signals the calling thread blocks, from 1 on.
    fn mask() -> Vec<bool> {
        // SAFETY: the set is initialised; without a new one the function only writes the old one.
        unsafe {
            let mut now = set_of(&[]);
            libc::pthread_sigmask(libc::SIG_BLOCK, core::ptr::null(), &mut now);
            // No thread can block SIGKILL and SIGSTOP; 32 and 33 are the C library's own.
            let others = [libc::SIGKILL, libc::SIGSTOP, 32, 33];
            (1..=64).map(|signal| others.contains(&signal) || libc::sigismember(&now, signal) == 1).collect()
        }
    }

    #[test]
    fn threads_inherit_blocked_signals_and_the_creator_keeps_its_mask() {
        let before = mask();
        let of_thread = with_signals_blocked(|| std::thread::spawn(mask)).join().unwrap_or_default();
        let wanted: Vec<bool> = (1..=64).map(|signal| !OF_THE_THREAD.contains(&signal)).collect();
        assert_eq!((of_thread, mask()), (wanted, before.clone()));
        assert!(!before[libc::SIGALRM as usize - 1]);
        let panicked = std::panic::catch_unwind(|| with_signals_blocked(|| std::panic::panic_any(())));
        assert_eq!((panicked.is_err(), mask()), (true, before));
    }
}
