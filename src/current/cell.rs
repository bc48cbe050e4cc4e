//! The shared form of a context.

use crate::context::Context;
use crate::driver::Functions;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A context as threads share it: an immutable part, and the state that one command at a time uses.
///
/// EGL makes a context current on one thread at a time. GLX demands the same, but Mesa's lets several threads have one context. Therefore each
/// command takes the lock, which nearly always is free.
pub(crate) struct ContextCell {
    /// The driver's functions.
    pub(crate) functions: &'static Functions,
    /// The index of the window system that made it current.
    pub(crate) front: usize,
    state: Mutex<Context>,
}

// SAFETY: the state holds traits of the driver, which are not bound to be `Send`. They call the driver's functions, which any thread on which the
// context is current may call; only such a thread locks the state, through its word. When the last reference is dropped, the driver is not called.
unsafe impl Send for ContextCell {}
// SAFETY: as above; the lock keeps threads apart that have the context current at the same time.
unsafe impl Sync for ContextCell {}

impl ContextCell {
    /// Creates the cell of a context.
    pub(crate) fn new(functions: &'static Functions, front: usize, context: Context) -> Self {
        Self { functions, front, state: Mutex::new(context) }
    }

    /// Locks the state for a command of the calling thread, on which the context is current. The thread's word must be marked as entered before the
    /// driver is called, which may call glmeter's functions: the lock is not recursive.
    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, Context> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
