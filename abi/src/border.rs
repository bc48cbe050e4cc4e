//! The boundary to the application: no panic crosses it, and no thread is cancelled inside it.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work` with cancellation disabled. Returns `None` if `work` panicked.
///
/// A cancelled thread unwinds from its next cancellation point, and drivers and the standard library contain many. That unwinding
/// aborts the process if it meets `catch_unwind`. So cancellation stays disabled until `work` returns; then its old state is restored.
pub fn guard<R>(work: impl FnOnce() -> R) -> Option<R> {
    let state = cancellation::disable();
    let outcome = catch(work);
    cancellation::restore(state);
    outcome
}

/// Runs `work`, which must contain no cancellation point: no lock, no input or output, and no call of other libraries' functions that may contain one.
/// Returns `None` if `work` panicked. It costs nothing until then, where [`guard`] changes the thread's state twice, atomically. A thread with asynchronous
/// cancellation may call no function of a library at all but three of POSIX's.
#[inline]
pub fn catch<R>(work: impl FnOnce() -> R) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(answer) => Some(answer),
        Err(panic) => {
            // The payload's own destructor may panic.
            core::mem::forget(panic);
            None
        }
    }
}

#[cfg(not(target_os = "android"))]
mod cancellation {
    use core::ffi::c_int;

    const PTHREAD_CANCEL_DISABLE: c_int = 1;

    unsafe extern "C" {
        fn pthread_setcancelstate(state: c_int, old_state: *mut c_int) -> c_int;
    }

    /// Disables cancellation of the calling thread. Returns the previous state.
    #[inline]
    pub(super) fn disable() -> c_int {
        let mut old = 0;
        // SAFETY: sets the calling thread's cancellation state and writes the old one to a local variable.
        unsafe { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &raw mut old) };
        old
    }

    /// Restores the state that [`disable`] returned.
    #[inline]
    pub(super) fn restore(state: c_int) {
        // SAFETY: sets the calling thread's cancellation state to one that it had; the old state is not asked for.
        unsafe { pthread_setcancelstate(state, core::ptr::null_mut()) };
    }
}

/// Does nothing: Android has no thread cancellation.
#[cfg(target_os = "android")]
mod cancellation {
    pub(super) fn disable() {}
    pub(super) fn restore((): ()) {}
}

#[cfg(test)]
mod tests {
    use super::{catch, guard};

    struct Hostile;

    impl Drop for Hostile {
        fn drop(&mut self) {
            panic!("the payload's destructor");
        }
    }

    #[test]
    fn neither_a_panic_nor_its_payload_escapes() {
        assert_eq!(guard(|| 7), Some(7));
        assert_eq!(guard(|| -> i32 { std::panic::panic_any(Hostile) }), None);
        assert_eq!(catch(|| 7), Some(7));
        assert_eq!(catch(|| -> i32 { std::panic::panic_any(Hostile) }), None);
    }
}
