//! The threads of this library. The standard library takes a thread's handle from the system's memory and ends the process without it; these
//! threads have none, and a thread without memory does not start.

use super::reserve::has_room_for_thread;
use core::ffi::{CStr, c_int, c_void};
use glmeter_abi::border::guard;
use glmeter_abi::signals::with_signals_blocked;

/// Why [`run`] returns no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// There was no memory for the thread.
    NotStarted,
    /// The work panicked.
    Panicked,
}

/// The function with which a thread begins.
type Begin = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

unsafe extern "C" {
    fn pthread_create(thread: *mut libc::pthread_t, attributes: *const libc::pthread_attr_t, begin: Begin, work: *mut c_void) -> c_int;
}

/// Starts a thread with a stack of `stack` bytes and without the program's signals (see [`with_signals_blocked`]). Returns `None` if it cannot be
/// started.
///
/// # Safety
/// `begin` must accept `work` on another thread.
unsafe fn create(stack: usize, is_detached: bool, begin: Begin, work: *mut c_void) -> Option<libc::pthread_t> {
    // The C library ends the process if there is no memory for the thread-local values of a thread that has started.
    if !has_room_for_thread() {
        return None;
    }
    let state = if is_detached { libc::PTHREAD_CREATE_DETACHED } else { libc::PTHREAD_CREATE_JOINABLE };
    // SAFETY: every bit pattern is a thread's handle and its attributes, which are initialised first; the caller guarantees the rest.
    with_signals_blocked(|| unsafe {
        let (mut thread, mut attributes) = (core::mem::zeroed(), core::mem::zeroed());
        if libc::pthread_attr_init(&mut attributes) != 0 {
            return None;
        }
        let is_started = libc::pthread_attr_setstacksize(&mut attributes, stack) == 0
            && libc::pthread_attr_setdetachstate(&mut attributes, state) == 0
            && pthread_create(&mut thread, &attributes, begin, work) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        is_started.then_some(thread)
    })
}

/// Names the calling thread.
fn set_name(name: &CStr) {
    // SAFETY: the name is a C string; the option ignores the other arguments.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr(), 0, 0, 0) };
}

/// What a thread of [`run`] does, and its result. It is a value of the caller, which waits for the thread.
struct Job<W, R> {
    name: &'static CStr,
    work: Option<W>,
    result: Option<R>,
}

/// Calls `work` on a thread of its own with a stack of `stack` bytes, and returns when it has ended.
pub fn run<R: Send>(name: &'static CStr, stack: usize, work: impl FnOnce() -> R + Send) -> Result<R, Failed> {
    unsafe extern "C" fn begin<W: FnOnce() -> R, R>(job: *mut c_void) -> *mut c_void {
        // SAFETY: the creator gave its job, which it does not touch until this thread has ended.
        let job = unsafe { &mut *job.cast::<Job<W, R>>() };
        set_name(job.name);
        job.result = job.work.take().and_then(guard);
        core::ptr::null_mut()
    }
    fn start<W: FnOnce() -> R + Send, R: Send>(job: &mut Job<W, R>, stack: usize) -> Option<()> {
        // SAFETY: `begin` takes a job of these types, whose parts may be sent, and which lives until the thread is joined; it is joined once.
        unsafe {
            let thread = create(stack, false, begin::<W, R>, (&raw mut *job).cast())?;
            libc::pthread_join(thread, core::ptr::null_mut());
        }
        Some(())
    }
    let mut job = Job { name, work: Some(work), result: None };
    start(&mut job, stack).ok_or(Failed::NotStarted)?;
    job.result.ok_or(Failed::Panicked)
}

/// Starts a thread that calls `work` and ends. Returns `None` if it cannot be started.
pub fn start(name: &'static CStr, stack: usize, work: impl FnOnce() + Send + 'static) -> Option<()> {
    /// A thread's name and work, alone in a vector: such an allocation can fail.
    type Work<W> = Vec<(&'static CStr, W)>;
    /// Returns the vector that was passed to a thread.
    ///
    /// # Safety
    /// `work` must be the address of a vector's only element, and no vector may have it yet.
    unsafe fn received<W>(work: *mut c_void) -> Work<W> {
        // SAFETY: as the caller promises.
        unsafe { Vec::from_raw_parts(work.cast(), 1, 1) }
    }
    unsafe extern "C" fn begin<W: FnOnce()>(work: *mut c_void) -> *mut c_void {
        // SAFETY: the creator passed the vector of this type and left it to this thread.
        if let Some((name, work)) = unsafe { received::<W>(work) }.pop() {
            set_name(name);
            let _ = guard(work);
        }
        core::ptr::null_mut()
    }
    fn create_with<W: FnOnce() + Send + 'static>(stack: usize, name: &'static CStr, work: W) -> Option<()> {
        let mut only: Work<W> = Vec::new();
        only.try_reserve_exact(1).ok()?;
        only.push((name, work));
        // A boxed slice has room for its elements alone.
        let only = Box::into_raw(only.into_boxed_slice()).cast::<c_void>();
        // SAFETY: `begin` takes the element of a vector of this type, which may be sent; without a thread the vector is still here.
        unsafe {
            let started = create(stack, true, begin::<W>, only);
            if started.is_none() {
                drop(received::<W>(only));
            }
            started.map(drop)
        }
    }
    create_with(stack, name, work)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    /// Returns the name of the calling thread.
    fn name() -> String {
        std::fs::read_to_string("/proc/thread-self/comm").unwrap()
    }

    #[test]
    fn work_runs_on_a_thread_with_the_name_and_the_stack() {
        let text = String::from("lent");
        let found = run(c"a thread", 64 << 20, || {
            let deep = [1u8; 32 << 20];
            (name(), core::hint::black_box(&deep).len(), text.as_str())
        });
        assert_eq!(found, Ok((String::from("a thread\n"), 32 << 20, "lent")));
    }

    #[test]
    fn a_panic_and_a_stack_that_does_not_exist_are_failures() {
        assert_eq!(run(c"panics", 1 << 20, || -> u32 { std::panic::panic_any(()) }), Err(Failed::Panicked));
        assert_eq!(run(c"too large", usize::MAX >> 1, || 1), Err(Failed::NotStarted));
        let given = Arc::new(());
        let kept = given.clone();
        assert_eq!(start(c"too large", usize::MAX >> 1, move || drop(kept)), None);
        assert_eq!(Arc::strong_count(&given), 1, "its work is dropped");
    }

    #[test]
    fn a_started_thread_goes_on_alone() {
        let (send, received) = channel();
        start(c"alone", 1 << 20, move || send.send(name()).unwrap()).unwrap();
        assert_eq!(received.recv().unwrap(), "alone\n");
    }
}
