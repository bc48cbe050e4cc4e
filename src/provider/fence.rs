//! Fences: told when the work before them is done.

/// How a wait for a fence ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The work is done.
    Done,
    /// The time is over, and the work goes on.
    NotYet,
    /// The fence cannot be waited for: it, its context or its display is gone.
    Failed,
}

/// A fence that any thread can wait for. It is given back when it is dropped.
pub trait Fence: Send {
    /// Waits for at most so many nanoseconds.
    fn wait(&self, nanoseconds: u64) -> Waited;
}

/// Makes fences that any thread can wait for, in the current context.
pub trait Fences {
    /// A fence behind all commands given so far; none if the driver refuses.
    fn insert(&mut self) -> Option<Box<dyn Fence>>;
}
