//! The shared form of a context.

use super::lock::{Lock, Locked};
use crate::context::Context;
use crate::driver::Functions;

/// A context as threads share it: an immutable part, and the state that one command at a time uses.
pub(crate) struct ContextCell {
    /// The driver's functions.
    pub(crate) functions: &'static Functions,
    /// The index of the window system that made it current.
    pub(crate) front: usize,
    state: Lock<Context>,
}

// SAFETY: the state holds traits of the driver, which are not bound to be `Send`. They call the driver's functions, which any thread on which the
// context is current may call; only such a thread locks the state, through its word. When the last reference is dropped, the driver is not called.
unsafe impl Send for ContextCell {}
// SAFETY: as above; the lock keeps threads apart that have the context current at the same time.
unsafe impl Sync for ContextCell {}

impl ContextCell {
    /// Creates the cell of a context.
    ///
    /// # Safety
    /// If the context is not `is_shared`, its window system must make it current on one thread at a time.
    pub(crate) unsafe fn new(functions: &'static Functions, front: usize, context: Context, is_shared: bool) -> Self {
        // SAFETY: only a thread on which the context is current locks it, and calls of MakeCurrent order what threads do with it.
        let state = unsafe { Lock::new(context, is_shared) };
        Self { functions, front, state }
    }

    /// Locks the state for a command of the calling thread, on which the context is current. The thread's word must be marked as entered before the
    /// driver is called, which may call glmeter's functions: the lock is not recursive.
    #[inline]
    pub(crate) fn lock(&self) -> Locked<'_, Context> {
        self.state.lock()
    }
}
