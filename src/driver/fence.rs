//! Fences: told when the work before them is done.

use super::Driver;
use std::sync::{Mutex, PoisonError};

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
    /// Returns the name of times from these fences, for people.
    fn name(&self) -> &'static str;
    /// Inserts a fence behind all commands given so far. Returns `None` if the driver refuses.
    fn insert(&mut self) -> Option<Box<dyn Fence>>;

    /// Returns what the thread that awaits these fences needs, or `None` if it is unavailable. Called once, before the first of them.
    /// `end` ends that thread and returns when it has ended.
    fn waiter(&mut self, _end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        Some(Box::new(()))
    }
}

/// What a thread needs that awaits fences.
pub trait Waiter: Send {
    /// Takes it, on that thread. Returns false if it is unavailable.
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

/// The sync objects that destroyed contexts of a share group have left. A share group keeps its sync objects for as long as
/// one of its contexts lives, and only a context that is current can delete one.
#[derive(Debug, Default)]
pub struct LeftFences(Mutex<Vec<usize>>);

impl LeftFences {
    /// Leaves the fences of a context that is gone.
    pub fn leave(&self, fences: Vec<usize>) {
        if !fences.is_empty() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(fences);
        }
    }

    /// Deletes them in a context of the share group that is current.
    pub fn delete_all(&self, driver: &mut dyn Driver) {
        let left = core::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        for fence in left {
            driver.delete_fence(fence);
        }
    }
}
