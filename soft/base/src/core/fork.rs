//! fork(): a child gets no lock that another thread holds.
//!
//! A child has only the thread that forked, but all of the memory: a lock that another thread held would stay locked in it for ever. The library
//! takes locks only inside its functions. So a fork waits until all other threads have left them, and a thread that would begin one waits until the
//! fork is over. The functions of window systems run [`inside`]; commands of GL begin with [`pass`], and then lock their context, which a
//! fork takes beforehand by [`Locks`].
//!
//! A fork does not wait longer than `LONGEST`: a thread that forks in a signal handler may be inside a function itself.

use glmeter_abi::border::guard;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// How long a fork waits for other threads.
const LONGEST: Duration = Duration::from_secs(5);
/// How often a thread that waits looks again.
const POLLED: Duration = Duration::from_micros(50);

/// True while a thread forks.
static IS_FORKING: AtomicBool = AtomicBool::new(false);
/// The number of threads inside of functions.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static LOCKS: OnceLock<Locks> = OnceLock::new();

thread_local! {
    /// The number of functions, each called by the one before, that this thread is inside of.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// True while this thread forks.
    static FORKS: Cell<bool> = const { Cell::new(false) };
}

/// Calls a function again and again until it returns true. Returns false if it did not in time.
pub type Wait<'a> = dyn Fn(&mut dyn FnMut() -> bool) -> bool + 'a;

/// The locks that a fork takes when no thread is inside of a function any more.
pub struct Locks {
    /// Returns true if this thread runs a command, whose lock a fork waits for.
    pub is_in_command: fn() -> bool,
    /// Takes them.
    pub take: fn(&Wait),
    /// Releases what [`Locks::take`] took.
    pub release: fn(),
    /// Releases it in a child, in which what was not taken stays locked for ever.
    pub release_in_child: fn(),
}

/// Sets the locks that every fork takes, once.
pub fn set_locks(locks: Locks) {
    let _ = LOCKS.set(locks);
}

/// Shows that a thread is inside of a function of the library, until it is dropped.
pub struct Inside(PhantomData<*const ()>);

/// Begins a function of the library; waits while another thread forks.
pub fn enter() -> Inside {
    register();
    if DEPTH.get() == 0 {
        arrive();
    }
    DEPTH.set(DEPTH.get() + 1);
    Inside(PhantomData)
}

/// Runs the body of a function of the library under [`guard`].
pub fn inside<R>(work: impl FnOnce() -> R) -> Option<R> {
    guard(|| {
        let _inside = enter();
        work()
    })
}

impl Drop for Inside {
    fn drop(&mut self) {
        if DEPTH.replace(DEPTH.get() - 1) == 1 {
            INSIDE.fetch_sub(1, SeqCst);
        }
    }
}

/// Calls `wait`, which takes no lock and may take any time, as if this thread were outside of the function that it is inside of: a fork does not wait
/// for it.
pub fn outside<R>(wait: impl FnOnce() -> R) -> R {
    let depth = DEPTH.replace(0);
    if depth > 0 {
        INSIDE.fetch_sub(1, SeqCst);
    }
    let result = wait();
    if depth > 0 {
        arrive();
        DEPTH.set(depth);
    }
    result
}

/// Waits while another thread forks.
#[inline]
pub fn pass() {
    if IS_FORKING.load(SeqCst) {
        wait_for_fork();
    }
}

/// Waits while another thread forks, unless that waits for this thread.
#[cold]
fn wait_for_fork() {
    if !is_awaited() {
        until(Instant::now() + 2 * LONGEST, &mut || !IS_FORKING.load(SeqCst));
    }
}

/// Returns true if this thread forks, or if one that forks waits for it.
fn is_awaited() -> bool {
    FORKS.get() || DEPTH.get() > 0 || LOCKS.get().is_some_and(|locks| (locks.is_in_command)())
}

/// Counts this thread as one inside of a function.
fn arrive() {
    loop {
        INSIDE.fetch_add(1, SeqCst);
        if !IS_FORKING.load(SeqCst) || is_awaited() {
            return;
        }
        INSIDE.fetch_sub(1, SeqCst);
        wait_for_fork();
    }
}

/// Calls `is_done` until it returns true. Returns false if it did not before `end`.
fn until(end: Instant, is_done: &mut dyn FnMut() -> bool) -> bool {
    while !is_done() {
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(POLLED);
    }
    true
}

/// Registers the handlers of fork() once.
fn register() {
    static IS_REGISTERED: AtomicBool = AtomicBool::new(false);
    if !IS_REGISTERED.load(SeqCst) && !IS_REGISTERED.swap(true, SeqCst) {
        // SAFETY: the handlers belong to this library, which is never unloaded.
        unsafe { libc::pthread_atfork(Some(before), Some(after), Some(in_child)) };
    }
}

/// Returns how many threads are inside if no other one than this is.
fn own() -> usize {
    usize::from(DEPTH.get() > 0)
}

/// Waits for the other threads, and takes the locks.
extern "C" fn before() {
    guard(|| {
        let end = Instant::now() + LONGEST;
        // One fork at a time.
        if !until(end, &mut || IS_FORKING.compare_exchange(false, true, SeqCst, SeqCst).is_ok()) {
            return;
        }
        FORKS.set(true);
        until(end, &mut || INSIDE.load(SeqCst) == own());
        if let Some(locks) = LOCKS.get() {
            (locks.take)(&|is_done| until(end, is_done));
        }
    });
}

extern "C" fn after() {
    if FORKS.replace(false) {
        guard(|| LOCKS.get().map(|locks| (locks.release)()));
        IS_FORKING.store(false, SeqCst);
    }
}

extern "C" fn in_child() {
    if FORKS.replace(false) {
        guard(|| LOCKS.get().map(|locks| (locks.release_in_child)()));
    }
    INSIDE.store(own(), SeqCst);
    IS_FORKING.store(false, SeqCst);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests of this process enter functions too.
    #[test]
    fn a_fork_waits_for_others_and_they_wait_for_it() {
        let steps: [AtomicBool; 4] = Default::default();
        let reached = |step: usize| until(Instant::now() + 20 * LONGEST, &mut || steps[step].load(SeqCst));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _inside = enter();
                let _nested = enter();
                steps[0].store(true, SeqCst);
                // A function that waits without end does so outside.
                assert!(outside(|| reached(1)));
                steps[2].store(true, SeqCst);
            });
            assert!(reached(0));
            before();
            assert!(IS_FORKING.load(SeqCst) && FORKS.get());
            drop(enter());
            pass();
            steps[1].store(true, SeqCst);
            scope.spawn(|| {
                pass();
                steps[3].store(true, SeqCst);
            });
            std::thread::sleep(Duration::from_millis(20));
            assert!(!steps[2].load(SeqCst) && !steps[3].load(SeqCst), "both wait for the fork");
            after();
            assert!(reached(2) && reached(3));
        });
        assert!(!FORKS.get() && DEPTH.get() == 0);
    }
}
