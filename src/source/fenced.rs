//! Measures time without a driver timer: inserts a fence after the work and reads the clock when the fence is reached.
//!
//! If any thread can wait for the fences, a watcher thread per context does, so that each mark is stamped when its work is done. Fences
//! for which only the context can wait are polled during the context's commands: their stamps are accurate if the application waits for
//! its results, and late if it reads them later.

use super::pending::PendingMarks;
use super::stamp::Stamp;
use super::waits::Waits;
use super::watcher::Watcher;
use crate::clock;
use crate::driver::Driver;
use crate::driver::fence::{Batch, Fences, LeftFences, Waited};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The time after which an unreached fence counts as failed, nanoseconds.
const TIMEOUT: u64 = 60_000_000_000;
/// The most by which two readings of the suspended time may differ without a suspend between them, nanoseconds.
const JITTER: u64 = 10_000_000;
/// The longest wait for a span's beginning before its end is marked, nanoseconds.
const SPAN_TIMEOUT: u64 = 1_000_000_000;
/// The longest time between two marks in which no command can have come, nanoseconds: a driver takes longer for any command that has work.
const ADJACENT: u64 = 150;
/// The CPU time in which commands of any length can have come, nanoseconds. In a shorter one there were few.
const LONG: u64 = 10_000;

/// The basis of a context's marks.
enum Kind {
    /// Fences for which a watcher thread waits; their name, and the thread once it runs.
    Watched(&'static str, Box<dyn Fences>, Option<Watcher>),
    /// The context's own fences, which are polled.
    Polled,
    /// No fences: every mark calls glFinish.
    Finish,
}

/// The marks of a context without a timer.
pub struct Fenced {
    kind: Kind,
    /// The pending marks with the context's own fences.
    pending: PendingMarks<usize>,
    /// When the last mark was issued: the end of its command, or of glmeter's own commands after it.
    issued: u64,
    /// The thread's CPU time at that time, nanoseconds; `None` if the mark was reached by then.
    issued_at: Option<u64>,
    /// The last batch that was begun before the end of the last mark, if the driver tells.
    marked: Option<Batch>,
    /// The batch of glmeter's own commands after the last mark, if the driver tells.
    own: Option<Batch>,
    /// The last mark is reached, and no commands but glmeter's own have come since, unless they came after `issued`.
    is_idle: bool,
    /// Receives the context's own fences when this is dropped, for another context of the share group to delete.
    left: Arc<LeftFences>,
    /// The share group's count of disjoint events.
    disjoint: Arc<AtomicU64>,
    /// [`clock::suspended`], or a test's replacement.
    suspension: fn() -> u64,
    /// The value of `suspension` at its last reading.
    suspended: u64,
}

impl Fenced {
    /// Creates marks on fences for which a watcher thread waits.
    pub fn watched(fences: Box<dyn Fences>, disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Watched(fences.name(), fences, None), disjoint)
    }

    /// Creates marks on the context's own fences, which are polled.
    pub fn polled(disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Polled, disjoint)
    }

    /// Creates marks that call glFinish.
    pub fn finishing(disjoint: Arc<AtomicU64>) -> Self {
        Self::of(Kind::Finish, disjoint)
    }

    /// Creates marks of a kind.
    fn of(kind: Kind, disjoint: Arc<AtomicU64>) -> Self {
        let (pending, left) = (PendingMarks::default(), Arc::default());
        Self {
            kind,
            pending,
            issued: 0,
            issued_at: None,
            marked: None,
            own: None,
            is_idle: false,
            left,
            disjoint,
            suspension: clock::suspended,
            suspended: clock::suspended(),
        }
    }

    /// Replaces the clock of the suspended time.
    pub fn with_suspension(mut self, suspension: fn() -> u64) -> Self {
        (self.suspension, self.suspended) = (suspension, suspension());
        self
    }

    /// Sets the share group, whose other contexts delete the sync objects of a destroyed context.
    pub fn in_share_group(mut self, left: Arc<LeftFences>) -> Self {
        self.left = left;
        self
    }

    /// Returns true if a watcher thread waits for the fences, so that each is stamped in time.
    pub fn is_watched(&self) -> bool {
        matches!(self.kind, Kind::Watched(..))
    }

    /// Returns true if each mark calls glFinish.
    pub fn waits(&self) -> bool {
        matches!(self.kind, Kind::Finish)
    }

    /// Returns the name of the marks' basis, for `glmeter info`.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Watched(name, ..) => name,
            Kind::Polled => "fenced (sync objects, looked at in passing)",
            Kind::Finish => "fenced (glFinish)",
        }
    }

    /// Records a failed fence as a disjoint event, since times from its stamp to others are wrong, and stamps its mark.
    fn failed(&mut self, stamp: &Stamp) {
        self.disjoint.fetch_add(1, Ordering::Relaxed);
        self.pending.stamp_now(stamp, clock::now());
    }

    /// Marks the end of all work issued so far.
    pub fn mark(&mut self, driver: &mut dyn Driver) -> Arc<Stamp> {
        let stamp = Arc::new(Stamp::given_now());
        let adjacent = stamp.given().saturating_sub(self.issued) < ADJACENT;
        // The CPU time of the commands between two marks does not grow while the thread waits for a core.
        let gap = match self.issued_at {
            _ if adjacent => 0,
            Some(issued) => clock::of_thread().saturating_sub(issued).clamp(1, LONG),
            None => LONG,
        };
        let is_stamped = core::mem::take(&mut self.is_idle) && adjacent && self.stamp_idle(&stamp);
        if !is_stamped && !self.mark_watched(driver, &stamp, gap) {
            if self.mark_polled(driver, &stamp, gap) {
                driver.flush();
            } else {
                let ended = Waits::of_application().finish(|| driver.finish());
                self.pending.stamp_ended(&stamp, &ended);
            }
        }
        self.end_issue(&stamp);
        stamp
    }

    /// Returns true if the driver tells that it has begun no work since the last mark.
    pub fn follows_a_mark(&self) -> bool {
        self.batch().is_some_and(|batch| self.marked == Some(batch))
    }

    /// Returns the last batch of commands that the calling thread has begun, if the driver tells.
    fn batch(&self) -> Option<Batch> {
        match &self.kind {
            Kind::Watched(_, fences, _) => fences.batch(),
            _ => None,
        }
    }

    /// Records that the commands since the mark `last`, the last one, are glmeter's own. If that mark is reached, one that is adjacent to them has the time
    /// at which it is issued: their own batch, which waits for a core on a busy machine, is none of the program's work. A driver that tells its batches
    /// executes them at once, so that the program's commands are in a batch of their own.
    pub fn end_own_commands(&mut self, driver: &mut dyn Driver, last: &Stamp) {
        if self.batch().is_some() {
            driver.flush();
            self.own = self.batch();
        }
        self.is_idle = last.time().is_some();
        self.end_issue(last);
    }

    /// Records that a mark was issued, or that glmeter's own commands after it end.
    fn end_issue(&mut self, mark: &Stamp) {
        self.marked = self.batch();
        // A driver that tells its batches tells the time of each mark.
        self.issued_at = (self.marked.is_none() && mark.time().is_none()).then(clock::of_thread);
        self.issued = clock::now();
    }

    /// Stamps a mark before which no work is pending. Returns false if marks are.
    fn stamp_idle(&mut self, stamp: &Stamp) -> bool {
        match &self.kind {
            Kind::Watched(.., Some(watcher)) => watcher.stamp_idle(stamp),
            Kind::Polled if self.pending.is_empty() => {
                self.pending.stamp_now(stamp, stamp.given());
                true
            }
            _ => false,
        }
    }

    /// Marks the end of a span that began with `begin`.
    ///
    /// Waits first until the beginning is stamped. Otherwise a watcher that runs late on a busy machine could find both marks reached and
    /// not know how long the work between them took. Only the work before the span is waited for, not that of the span itself.
    pub fn mark_end(&mut self, driver: &mut dyn Driver, begin: &Stamp) -> Arc<Stamp> {
        if begin.time().is_none() {
            match &self.kind {
                Kind::Watched(.., Some(watcher)) => watcher.wait_for_beginning(begin, SPAN_TIMEOUT),
                _ => while begin.time().is_none() && self.wait_for_oldest_as(driver, SPAN_TIMEOUT, begin.number()) {},
            }
        }
        self.mark(driver)
    }

    /// Starts the watcher thread unless it runs. Returns false if there are no fences for it, or if it cannot be started; from then on the
    /// context's own fences are polled.
    pub fn start(&mut self) -> bool {
        let Kind::Watched(_, fences, watcher) = &mut self.kind else { return false };
        if watcher.is_none() {
            *watcher = Watcher::new(fences.as_mut(), Arc::clone(&self.disjoint), TIMEOUT);
            if watcher.is_none() {
                self.kind = Kind::Polled;
                return false;
            }
        }
        true
    }

    /// Inserts a fence for the watcher thread. Returns false if that fails; from then on the context's own fences are polled.
    fn mark_watched(&mut self, driver: &mut dyn Driver, stamp: &Arc<Stamp>, gap: u64) -> bool {
        self.start();
        let own = self.own.take();
        let Kind::Watched(_, fences, watcher) = &mut self.kind else { return false };
        if let (Some(watcher), Some(fence)) = (&*watcher, fences.insert()) {
            // Without a flush the fence might never be sent to the GPU.
            driver.flush();
            let is_after_own = own.is_some() && fences.batch() == own;
            if is_after_own && watcher.watch_as_last(stamp) || watcher.watch(fence, Arc::clone(stamp), gap) {
                return true;
            }
        }
        // The thread stamps its own marks before it ends.
        if let Some(watcher) = watcher.take() {
            if watcher.has_marks() {
                driver.finish();
            }
            self.pending = PendingMarks::after(watcher.wait_for_all());
        }
        self.kind = Kind::Polled;
        false
    }

    /// Inserts a fence of the context's own. Returns false if there are none.
    fn mark_polled(&mut self, driver: &mut dyn Driver, stamp: &Arc<Stamp>, gap: u64) -> bool {
        if !matches!(self.kind, Kind::Polled) {
            return false;
        }
        self.left.delete_all(driver);
        self.poll(driver);
        let Some(fence) = driver.insert_fence() else { return false };
        self.pending.push(fence, Arc::clone(stamp), gap);
        true
    }

    /// Stamps the marks whose fences are reached.
    pub fn poll(&mut self, driver: &mut dyn Driver) {
        if let Kind::Watched(.., Some(watcher)) = &self.kind {
            return watcher.poll();
        }
        while self.wait_for_oldest(driver, 0) {}
    }

    /// Waits for the pending marks one after another, before a glFinish that waits for their work: so it is known when each was reached.
    pub fn wait_before_finish(&mut self, driver: &mut dyn Driver) {
        match &self.kind {
            Kind::Watched(.., Some(watcher)) => watcher.wait_before_finish(TIMEOUT),
            _ => while self.wait_for_oldest(driver, TIMEOUT) {},
        }
    }

    /// Stamps the marks after a glFinish.
    pub fn stamp_finished(&mut self, driver: &mut dyn Driver) {
        match &self.kind {
            Kind::Watched(.., Some(watcher)) => watcher.stamp_finished(),
            _ => self.poll(driver),
        }
    }

    /// Waits for the oldest mark's fence, at most `nanoseconds`, and stamps it and the later marks that are reached too. Returns false if
    /// there is no mark or its fence is not reached.
    fn wait_for_oldest(&mut self, driver: &mut dyn Driver, nanoseconds: u64) -> bool {
        self.wait_for_oldest_as(driver, nanoseconds, None)
    }

    /// Does [`Self::wait_for_oldest`]; the mark of the number `beginning` is that of a span whose end is not marked yet.
    fn wait_for_oldest_as(&mut self, driver: &mut dyn Driver, nanoseconds: u64, beginning: Option<u64>) -> bool {
        let Some((number, fence)) = self.pending.oldest(u64::MAX) else { return false };
        let mut ended = Waits::of_application().wait(|nanoseconds| driver.await_fence(fence, nanoseconds), nanoseconds);
        if beginning == Some(number) {
            ended = ended.of_beginning();
        }
        if ended.how == Waited::NotYet && nanoseconds >= TIMEOUT {
            ended.how = Waited::Failed;
        }
        if self.pending.ended(number, &ended) {
            self.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        match ended.how {
            Waited::NotYet => return false,
            Waited::Done => self.pending.look(clock::now, |fence| Some(driver.await_fence(*fence, 0) == Waited::Done)),
            Waited::Failed => {}
        }
        for (fence, _) in self.pending.stamp_reached(clock::now(), 0) {
            driver.delete_fence(fence);
        }
        true
    }

    /// Waits until a mark's work is done and returns its time.
    pub fn time(&mut self, driver: &mut dyn Driver, stamp: &Stamp) -> u64 {
        loop {
            if let Some(time) = stamp.time() {
                return time;
            }
            let more = match &self.kind {
                Kind::Watched(.., Some(watcher)) => watcher.wait(stamp),
                _ => self.wait_for_oldest(driver, TIMEOUT),
            };
            if !more && stamp.time().is_none() {
                self.failed(stamp);
            }
        }
    }

    /// Returns true if the machine was suspended since the last call.
    pub fn was_suspended(&mut self) -> bool {
        let before = core::mem::replace(&mut self.suspended, (self.suspension)());
        self.suspended > before.saturating_add(JITTER)
    }
}

impl Drop for Fenced {
    /// Leaves the context's sync objects for another context of the share group to delete.
    fn drop(&mut self) {
        self.left.leave(self.pending.take_fences());
    }
}
