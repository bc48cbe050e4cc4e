//! The error that glmeter keeps for a context's next `glGetError` because the driver has not recorded it.

use crate::gl::{self, GLenum};
use core::sync::atomic::{AtomicUsize, Ordering};

/// The number of contexts with a stored error.
static STORED: AtomicUsize = AtomicUsize::new(0);

/// Returns true if any context has a stored error. Otherwise the driver's own `glGetError` is right in all of them.
#[inline]
pub fn are_errors_stored() -> bool {
    STORED.load(Ordering::Relaxed) != 0
}

/// The first error since the last `glGetError` that the driver itself has not recorded, if there is one.
#[derive(Default)]
pub(super) struct StoredError(Option<GLenum>);

impl StoredError {
    /// Stores an error unless one is stored already. Returns true if it does.
    pub(super) fn keep(&mut self, error: GLenum) -> bool {
        let is_first = self.0.is_none();
        if is_first {
            self.0 = Some(error);
            STORED.fetch_add(1, Ordering::Relaxed);
        }
        is_first
    }

    /// Takes the error; `GL_NO_ERROR` if there is none.
    pub(super) fn take(&mut self) -> GLenum {
        let taken = self.0.take();
        STORED.fetch_sub(usize::from(taken.is_some()), Ordering::Relaxed);
        taken.unwrap_or(gl::NO_ERROR)
    }
}

impl Drop for StoredError {
    fn drop(&mut self) {
        self.take();
    }
}
