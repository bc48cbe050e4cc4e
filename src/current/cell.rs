//! The shared form of a context.

use crate::context::Context;
use crate::driver::Functions;
use core::cell::UnsafeCell;

/// A context as threads share it: an immutable part, and the state that belongs to the thread on which the context is current.
pub(crate) struct ContextCell {
    /// The driver's functions.
    pub(crate) functions: &'static Functions,
    /// The index of the window system that made it current.
    pub(crate) front: usize,
    state: UnsafeCell<Context>,
}

// SAFETY: GL makes a context current on one thread at a time, and only that thread's word leads to the state;
// dispatch marks the word while a command uses it. No other thread has access when the last reference is dropped.
unsafe impl Send for ContextCell {}
// SAFETY: as above.
unsafe impl Sync for ContextCell {}

impl ContextCell {
    /// Creates the cell of a context.
    pub(crate) fn new(functions: &'static Functions, front: usize, context: Context) -> Self {
        Self { functions, front, state: UnsafeCell::new(context) }
    }

    /// Returns a pointer to the state. Only the thread on which the context is current may turn it into a reference, one at a time.
    #[inline]
    pub(crate) fn state(&self) -> *mut Context {
        self.state.get()
    }
}
