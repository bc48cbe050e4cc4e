//! A context as threads share it.

use crate::context::Context;
use crate::driver::Functions;
use core::cell::UnsafeCell;

/// A context as threads share it: the part that never changes, and the part that belongs to the thread it is current on.
pub(crate) struct ContextCell {
    /// The driver's functions.
    pub(crate) functions: &'static Functions,
    /// Which window system made it current.
    pub(crate) front: usize,
    state: UnsafeCell<Context>,
}

// SAFETY: GL makes a context current on one thread at a time, and only that thread's word leads to the state;
// dispatch marks the word while a command has it. The thread that drops the last reference is alone with it.
unsafe impl Send for ContextCell {}
// SAFETY: as above.
unsafe impl Sync for ContextCell {}

impl ContextCell {
    pub(crate) fn new(functions: &'static Functions, front: usize, context: Context) -> Self {
        Self { functions, front, state: UnsafeCell::new(context) }
    }

    /// Returns the state. A reference may be made of it only on the thread on which the context is current, one at a time.
    #[inline]
    pub(crate) fn state(&self) -> *mut Context {
        self.state.get()
    }
}
