//! The border to the program: no panic passes it, and no thread is cancelled behind it.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`. Returns `None` if it panicked.
///
/// A cancelled thread unwinds at its next cancellation point, of which drivers and the standard library have many, and a catch
/// that it meets on the way ends the process. So the thread cannot be cancelled until `work` has ended; after that it can be, as
/// before.
pub fn guard<R>(work: impl FnOnce() -> R) -> Option<R> {
    let state = cancellation::disable();
    let outcome = catch_unwind(AssertUnwindSafe(work));
    cancellation::restore(state);
    match outcome {
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

    /// Returns the state before.
    #[inline]
    pub(super) fn disable() -> c_int {
        let mut old = 0;
        // SAFETY: sets a word of this thread and writes its old value.
        unsafe { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &raw mut old) };
        old
    }

    #[inline]
    pub(super) fn restore(state: c_int) {
        // SAFETY: sets a word of this thread to a value that it had.
        unsafe { pthread_setcancelstate(state, core::ptr::null_mut()) };
    }
}

/// Android's threads cannot be cancelled.
#[cfg(target_os = "android")]
mod cancellation {
    pub(super) fn disable() {}
    pub(super) fn restore((): ()) {}
}

#[cfg(test)]
mod tests {
    use super::guard;

    struct Hostile;

    impl Drop for Hostile {
        fn drop(&mut self) {
            panic!("the payload's destructor");
        }
    }

    #[test]
    fn a_panic_and_its_payload_end_at_the_border() {
        assert_eq!(guard(|| 7), Some(7));
        assert_eq!(guard(|| -> i32 { std::panic::panic_any(Hostile) }), None);
    }
}
