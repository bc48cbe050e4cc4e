//! The threads of this library. The standard library takes a thread's handle from the system's memory and ends the process without it; these
//! threads have none, and a thread without memory does not start.

use super::reserve::has_room_for_thread;
use core::ffi::{CStr, c_int, c_void};
use glmeter_abi::border::guard;
use glmeter_abi::signals::with_signals_blocked;

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
unsafe fn create(stack: usize, begin: Begin, work: *mut c_void) -> Option<()> {
    // The C library ends the process if there is no memory for the thread-local values of a thread that has started.
    if !has_room_for_thread() {
        return None;
    }
    // SAFETY: every bit pattern is a thread's handle and its attributes, which are initialised first; the caller guarantees the rest.
    with_signals_blocked(|| unsafe {
        let (mut thread, mut attributes) = (core::mem::zeroed(), core::mem::zeroed());
        if libc::pthread_attr_init(&mut attributes) != 0 {
            return None;
        }
        let is_started = libc::pthread_attr_setstacksize(&mut attributes, stack) == 0
            && libc::pthread_attr_setdetachstate(&mut attributes, libc::PTHREAD_CREATE_DETACHED) == 0
            && pthread_create(&mut thread, &attributes, begin, work) == 0;
        libc::pthread_attr_destroy(&mut attributes);
        is_started.then_some(())
    })
}

/// Names the calling thread.
fn set_name(name: &CStr) {
    // SAFETY: the name is a C string; the option ignores the other arguments.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr(), 0, 0, 0) };
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
            let started = create(stack, begin::<W>, only);
            if started.is_none() {
                drop(received::<W>(only));
            }
            started
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
    fn a_thread_whose_stack_does_not_exist_is_not_started() {
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
