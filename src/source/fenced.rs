//! Time where the driver has no timer: a fence behind the work, and the clock when the fence is reached.
//!
//! Fences that any thread can wait for are awaited by a thread of their own, one per context, so that each mark is
//! stamped when its work is done, whenever the application asks. Fences that only the context can wait for are looked at
//! whenever the context's commands pass by; those stamps are right where the application waits for its results, and late
//! where it looks at them later.

use super::watcher::Watcher;
use crate::clock;
use crate::provider::Provider;
use crate::provider::fence::{Fences, Waited};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A fence that is not reached within this time is taken to have failed, nanoseconds.
const PATIENCE: u64 = 60_000_000_000;
/// How much two readings of the suspended time may differ without a suspend between them, nanoseconds.
const JITTER: u64 = 10_000_000;

/// The time at which the work before a mark was done.
#[derive(Debug, Default)]
pub struct Stamp(AtomicU64);

impl Stamp {
    /// The time in nanoseconds of [`clock::now`]; none while the work goes on.
    pub fn time(&self) -> Option<u64> {
        match self.0.load(Ordering::Acquire) {
            0 => None,
            time => Some(time),
        }
    }

    /// Sets the time, which no mark given earlier may reach or exceed. Returns what was set.
    pub(super) fn set(&self, time: u64, last: u64) -> u64 {
        let time = time.max(last.saturating_add(1));
        self.0.store(time, Ordering::Release);
        time
    }
}

/// What the marks of a context stand on.
enum Kind {
    /// Fences that a thread of their own awaits.
    Elsewhere(&'static str, Box<dyn Fences>, Option<Watcher>),
    /// Fences of the context's own, oldest first.
    Here(VecDeque<(usize, Arc<Stamp>)>),
    /// No fences: every mark waits for all work.
    Finish,
}

/// The marks of a context without a timer.
pub struct Fenced {
    kind: Kind,
    /// The last stamp that was set here.
    last: u64,
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
        Self::of(Kind::Here(VecDeque::new()), disjoint)
    }

    /// Marks that wait.
    pub fn finishing(disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Finish, disjoint)
    }

    fn of(kind: Kind, disjoint: Arc<AtomicU64>) -> Self {
        Self { kind, last: 0, disjoint, suspension: clock::suspended, suspended: clock::suspended() }
    }

    /// The same, told by another clock how long the machine was suspended.
    pub fn with_suspension(self, suspension: fn() -> u64) -> Self {
        Self { suspension, suspended: suspension(), ..self }
    }

    /// What the marks stand on, for people.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Elsewhere(name, ..) => name,
            Kind::Here(_) => "fenced (sync objects, looked at in passing)",
            Kind::Finish => "fenced (glFinish)",
        }
    }

    fn stamp_now(&mut self, stamp: &Stamp) {
        self.last = stamp.set(clock::now(), self.last);
    }

    /// A fence failed: what lies between its stamp and its neighbours cannot be trusted.
    fn failed(&mut self, stamp: &Stamp) {
        self.disjoint.fetch_add(1, Ordering::Relaxed);
        self.stamp_now(stamp);
    }

    /// Marks the end of the work given so far.
    pub fn mark(&mut self, driver: &mut dyn Provider) -> Arc<Stamp> {
        let stamp = Arc::new(Stamp::default());
        if self.watched(driver, &stamp) {
            return stamp;
        }
        if self.awaited_here(driver, &stamp) {
            driver.flush();
        } else {
            driver.finish();
            self.stamp_now(&stamp);
        }
        stamp
    }

    /// Puts a fence that a thread awaits. False if there are none such, now or any more.
    fn watched(&mut self, driver: &mut dyn Provider, stamp: &Arc<Stamp>) -> bool {
        let Kind::Elsewhere(_, fences, watcher) = &mut self.kind else { return false };
        if watcher.is_none() {
            *watcher = Watcher::new(fences.as_mut(), Arc::clone(&self.disjoint), PATIENCE);
        }
        let watched = match (watcher, fences.insert()) {
            (Some(watcher), Some(fence)) => {
                // A fence is reached only once it was sent to the GPU, which nobody else may ever do.
                driver.flush();
                watcher.watch(fence, Arc::clone(stamp))
            }
            _ => false,
        };
        if !watched {
            self.kind = Kind::Here(VecDeque::new());
        }
        watched
    }

    /// Puts a fence that is looked at here. False if there are none such.
    fn awaited_here(&mut self, driver: &mut dyn Provider, stamp: &Arc<Stamp>) -> bool {
        self.poll(driver);
        let Kind::Here(waiting) = &mut self.kind else { return false };
        let Some(fence) = driver.insert_fence() else { return false };
        waiting.push_back((fence, Arc::clone(stamp)));
        true
    }

    /// Stamps the marks that were reached.
    pub fn poll(&mut self, driver: &mut dyn Provider) {
        if let Kind::Elsewhere(.., Some(watcher)) = &self.kind {
            return watcher.look();
        }
        while self.settle_oldest(driver, 0) {}
    }

    /// Stamps the oldest mark if its fence is reached within `nanoseconds`. False if there is none or it is not.
    fn settle_oldest(&mut self, driver: &mut dyn Provider, nanoseconds: u64) -> bool {
        let Kind::Here(waiting) = &mut self.kind else { return false };
        let Some((fence, _)) = waiting.front() else { return false };
        let waited = driver.await_fence(*fence, nanoseconds);
        if waited == Waited::NotYet && nanoseconds < PATIENCE {
            return false;
        }
        let Some((fence, stamp)) = waiting.pop_front() else { return false };
        driver.delete_fence(fence);
        if waited == Waited::Done {
            self.stamp_now(&stamp)
        } else {
            self.failed(&stamp)
        }
        true
    }

    /// The time of a mark; waits until its work is done.
    pub fn time(&mut self, driver: &mut dyn Provider, stamp: &Stamp) -> u64 {
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

    /// Whether the machine was suspended since this was last asked.
    pub fn was_suspended(&mut self) -> bool {
        let before = core::mem::replace(&mut self.suspended, (self.suspension)());
        self.suspended > before.saturating_add(JITTER)
    }
}
