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
pub trait Fence: Send + Sync {
    /// Waits for at most so many nanoseconds.
    fn wait(&self, nanoseconds: u64) -> Waited;
}

/// Makes fences that any thread can wait for, in the current context.
pub trait Fences {
    /// What a time from these fences is called, for people.
    fn name(&self) -> &'static str;
    /// A fence behind all commands given so far; none if the driver refuses.
    fn insert(&mut self) -> Option<Box<dyn Fence>>;

    /// What the thread that awaits these fences needs; asked once, before the first of them. None if it cannot be had.
    /// `end` ends that thread and returns when it has ended: for whoever must be sure of that.
    fn waiter(&mut self, _end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        Some(Box::new(()))
    }
}

/// What a thread needs that awaits fences.
pub trait Waiter: Send {
    /// Takes it, on that thread. False if it cannot be had.
    fn begin(&self) -> bool;
    /// Gives it back, on that thread.
    fn end(&self);
}

impl Waiter for () {
    fn begin(&self) -> bool {
        true
    }

    fn end(&self) {}
}
