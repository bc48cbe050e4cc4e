//! Time where the driver has no timer: a fence behind the work, and the clock when the fence is reached.
//!
//! Fences that any thread can wait for are awaited by a thread of their own, one per context, so that each mark is
//! stamped when its work is done, whenever the application asks. Fences that only the context can wait for are looked at
//! whenever the context's commands pass by; those stamps are right where the application waits for its results, and late
//! where it looks at them later.

use super::stamp::{Outstanding, Stamp};
use super::watcher::{Waiting, Watcher};
use crate::clock;
use crate::driver::Driver;
use crate::driver::fence::{Fences, LeftFences, Waited};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A fence that is not reached within this time is taken to have failed, nanoseconds.
const PATIENCE: u64 = 60_000_000_000;
/// How much two readings of the suspended time may differ without a suspend between them, nanoseconds.
const JITTER: u64 = 10_000_000;
/// How long the end of a span waits at most for its beginning, nanoseconds.
const SPAN_PATIENCE: u64 = 1_000_000_000;

/// What the marks of a context stand on.
enum Kind {
    /// Fences that a thread of their own awaits.
    Elsewhere(&'static str, Box<dyn Fences>, Option<Watcher>),
    /// Fences of the context's own.
    Here,
    /// No fences: every mark waits for all work.
    Finish,
}

/// The marks of a context without a timer.
pub struct Fenced {
    kind: Kind,
    /// The marks over the context's own fences, and those that are stamped here.
    here: Outstanding<usize>,
    /// Takes the context's own fences when this is dropped, for another context of the share group to delete.
    left: Arc<LeftFences>,
    /// What counts the disjoint events of the share group.
    disjoint: Arc<AtomicU64>,
    /// [`clock::suspended`], and its value when it was last looked at.
    suspension: fn() -> u64,
    suspended: u64,
}

impl Fenced {
    /// Marks over fences that a thread can wait for.
    pub fn elsewhere(fences: Box<dyn Fences>, disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Elsewhere(fences.name(), fences, None), disjoint)
    }

    /// Marks over the context's own fences.
    pub fn here(disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Here, disjoint)
    }

    /// Marks that wait.
    pub fn finishing(disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Finish, disjoint)
    }

    fn of(kind: Kind, disjoint: Arc<AtomicU64>) -> Self {
        let (here, left) = (Outstanding::default(), Arc::default());
        Self { kind, here, left, disjoint, suspension: clock::suspended, suspended: clock::suspended() }
    }

    /// Returns the same, told by another clock how long the machine was suspended.
    pub fn with_suspension(mut self, suspension: fn() -> u64) -> Self {
        (self.suspension, self.suspended) = (suspension, suspension());
        self
    }

    /// Returns the same in a share group, whose contexts delete each other's sync objects: one that is destroyed cannot delete its own.
    pub fn in_share_group(mut self, left: Arc<LeftFences>) -> Self {
        self.left = left;
        self
    }

    /// Returns true if a thread of its own awaits the fences, so that each is stamped in time.
    pub fn is_awaited(&self) -> bool {
        matches!(self.kind, Kind::Elsewhere(..))
    }

    /// Returns the name of what the marks are based on, for people.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Elsewhere(name, ..) => name,
            Kind::Here => "fenced (sync objects, looked at in passing)",
            Kind::Finish => "fenced (glFinish)",
        }
    }

    /// Notes that a fence failed: times between its stamp and its neighbours cannot be trusted.
    fn failed(&mut self, stamp: &Stamp) {
        self.disjoint.fetch_add(1, Ordering::Relaxed);
        self.here.stamp_now(stamp);
    }

    /// Marks the end of the work given so far.
    pub fn mark(&mut self, driver: &mut dyn Driver) -> Arc<Stamp> {
        let stamp = Arc::new(Stamp::given_now());
        if self.watched(driver, &stamp) {
            return stamp;
        }
        if self.awaited_here(driver, &stamp) {
            driver.flush();
        } else {
            driver.finish();
            self.here.stamp_now(&stamp);
        }
        stamp
    }

    /// Marks the end of a span that began with `begin`.
    ///
    /// The beginning is waited for first, unless it is stamped. A thread that is late on a busy machine would otherwise find both
    /// marks reached, and could not tell how long the work between them took. What is waited for is the work before the span;
    /// that of the span itself goes on.
    pub fn mark_end(&mut self, driver: &mut dyn Driver, begin: &Stamp) -> Arc<Stamp> {
        if begin.time().is_none() {
            match &self.kind {
                Kind::Elsewhere(.., Some(watcher)) => drop(watcher.settle(begin, SPAN_PATIENCE)),
                _ => while begin.time().is_none() && self.settle_oldest(driver, SPAN_PATIENCE) {},
            }
        }
        self.mark(driver)
    }

    /// Starts the thread that awaits the fences, unless it runs. False if there can be none, now or any more.
    pub fn start(&mut self) -> bool {
        let Kind::Elsewhere(_, fences, watcher) = &mut self.kind else { return false };
        if watcher.is_none() {
            *watcher = Watcher::new(fences.as_mut(), Arc::clone(&self.disjoint), PATIENCE);
            if watcher.is_none() {
                self.kind = Kind::Here;
                return false;
            }
        }
        true
    }

    /// Puts a fence that a thread awaits. False if there are none such, now or any more.
    fn watched(&mut self, driver: &mut dyn Driver, stamp: &Arc<Stamp>) -> bool {
        self.start();
        let Kind::Elsewhere(_, fences, watcher) = &mut self.kind else { return false };
        if let (Some(watcher), Some(fence)) = (&*watcher, fences.insert()) {
            // A fence is reached only once it was sent to the GPU, which no other command may ever do.
            driver.flush();
            if watcher.watch(fence, Arc::clone(stamp)) {
                return true;
            }
        }
        // The thread stamps what it has before it goes: the context's own fences know nothing of those marks.
        if let Some(watcher) = watcher.take() {
            if watcher.has_marks() {
                driver.finish();
            }
            self.here = Outstanding::after(watcher.wait_for_all());
        }
        self.kind = Kind::Here;
        false
    }

    /// Puts a fence that is looked at here. False if there are none such.
    fn awaited_here(&mut self, driver: &mut dyn Driver, stamp: &Arc<Stamp>) -> bool {
        if !matches!(self.kind, Kind::Here) {
            return false;
        }
        self.left.delete_all(driver);
        self.poll(driver);
        let Some(fence) = driver.insert_fence() else { return false };
        self.here.push(fence, Arc::clone(stamp));
        true
    }

    /// Stamps the marks that were reached.
    pub fn poll(&mut self, driver: &mut dyn Driver) {
        if let Kind::Elsewhere(.., Some(watcher)) = &self.kind {
            return watcher.look();
        }
        while self.settle_oldest(driver, 0) {}
    }

    /// Stamps the oldest mark if its fence is reached within `nanoseconds`, and those behind it that are reached, too. False if
    /// there is none or it is not.
    fn settle_oldest(&mut self, driver: &mut dyn Driver, nanoseconds: u64) -> bool {
        let Some(fence) = self.here.oldest().copied() else { return false };
        let ended = Waiting::of_this_thread().wait(|nanoseconds| driver.await_fence(fence, nanoseconds), nanoseconds);
        self.here.not_yet(ended.unsignalled);
        if ended.how == Waited::NotYet && nanoseconds < PATIENCE {
            return false;
        }
        let mut count = 1;
        if ended.how == Waited::Done {
            count = self.here.reached(|fence| Some(driver.await_fence(*fence, 0) == Waited::Done));
        } else {
            self.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        for (fence, _) in self.here.stamp_oldest(count, ended.signalled) {
            driver.delete_fence(fence);
        }
        true
    }

    /// Returns the time of a mark; waits until its work is done.
    pub fn time(&mut self, driver: &mut dyn Driver, stamp: &Stamp) -> u64 {
        loop {
            if let Some(time) = stamp.time() {
                return time;
            }
            let more = match &self.kind {
                Kind::Elsewhere(.., Some(watcher)) => watcher.wait(stamp),
                _ => self.settle_oldest(driver, PATIENCE),
            };
            if !more && stamp.time().is_none() {
                self.failed(stamp);
            }
        }
    }

    /// Returns true if the machine was suspended since this was last asked.
    pub fn was_suspended(&mut self) -> bool {
        let before = core::mem::replace(&mut self.suspended, (self.suspension)());
        self.suspended > before.saturating_add(JITTER)
    }
}

impl Drop for Fenced {
    /// Leaves the context's sync objects to the context of the share group that is current next.
    fn drop(&mut self) {
        self.left.leave(self.here.take_fences());
    }
}
