//! Fences, which signal when the work before them is done.

use super::Driver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The result of a wait for a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The work is done.
    Done,
    /// The wait timed out; the work is not done.
    NotYet,
    /// The wait failed: the fence, its context or its display is gone.
    Failed,
}

/// A fence for which any thread can wait. Deleted when dropped.
pub trait Fence: Send + Sync {
    /// Waits for at most `nanoseconds`.
    fn wait(&self, nanoseconds: u64) -> Waited;

    /// Returns when the fence was signalled, nanoseconds of [`crate::clock::now`], once it is; `None` if the driver does not tell.
    fn signalled(&self) -> Option<u64> {
        None
    }
}

/// A batch of commands that a driver executes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// A number that no other batch has at the same time.
    pub number: usize,
    /// The number of batches that have had that number.
    pub generation: u32,
}

/// Creates fences in the current context for which any thread can wait.
pub trait Fences {
    /// Returns the name of these fences as a source of times, for `glmeter info`.
    fn name(&self) -> &'static str;
    /// Inserts a fence after all commands issued so far. Returns `None` if the driver refuses.
    fn insert(&mut self) -> Option<Box<dyn Fence>>;

    /// Returns the last batch of commands that the calling thread has begun; `None` if the driver does not tell. A clear alone begins one when it is
    /// flushed.
    fn batch(&self) -> Option<Batch> {
        None
    }

    /// Returns the state that the watcher thread needs to wait for these fences, or `None` if it cannot be created. Called once, before
    /// the first wait. `end` ends the watcher thread and returns when it has ended.
    fn waiter(&mut self, _end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        Some(Box::new(()))
    }
}

/// The state that the watcher thread needs to wait for fences, such as a context.
pub trait Waiter: Send {
    /// Returns true if the thread on which the fences are inserted must wait until [`begin`](Self::begin) has returned.
    fn must_begin_first(&self) -> bool {
        true
    }
    /// Acquires the state on the watcher thread. Returns false if that fails.
    fn begin(&self) -> bool;
    /// Releases the state on the watcher thread.
    fn end(&self);
}

impl Waiter for () {
    fn must_begin_first(&self) -> bool {
        false
    }

    fn begin(&self) -> bool {
        true
    }

    fn end(&self) {}
}

/// The sync objects that destroyed contexts of a share group left behind. A share group's sync objects live as long as one of its
/// contexts, and only a current context can delete one.
#[derive(Debug, Default)]
pub struct LeftFences(Mutex<Vec<usize>>);

impl LeftFences {
    /// Locks the fences, ignoring poisoning.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the fences of a destroyed context.
    pub fn leave(&self, fences: Vec<usize>) {
        if !fences.is_empty() {
            self.lock().extend(fences);
        }
    }

    /// Deletes all fences in the current context, which must belong to the share group.
    pub fn delete_all(&self, driver: &mut dyn Driver) {
        let left = core::mem::take(&mut *self.lock());
        for fence in left {
            driver.delete_fence(fence);
        }
    }
}
