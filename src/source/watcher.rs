//! The watcher thread, which waits for a context's fences and stamps its marks, oldest first. It has all signals blocked, and no GL
//! context except its own if the fences need one.
//!
//! The application's thread looks at the fences too whenever it polls, and waits for them itself before a result or a glFinish. It leaves a mark
//! to the watcher thread if that was blocked on the fence, and so knows when it was signalled.

use super::pending::PendingMarks;
use super::stamp::Stamp;
use super::waits::{Ended, Waits};
use crate::clock;
use crate::driver::fence::{Fence, Fences, Waited};
use crate::platform::ending_threads;
use crate::platform::threads::{prefer_this_thread, start_thread};
use glmeter_abi::border::guard;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest single wait, nanoseconds, after which the thread checks whether the process exits.
const WAIT_SLICE: u64 = 20_000_000;
/// The longest time for which a reached mark waits for a thread that is blocked on its fence to run and report, nanoseconds.
const PATIENCE: u64 = 100_000_000;
/// With more pending marks than `MANY`, the application's thread polls at most once per `POLL_INTERVAL`, nanoseconds, and does not wait for
/// each before a glFinish: Mesa's libEGL searches a list of all fences in each call.
const MANY: usize = 64;
const POLL_INTERVAL: u64 = 100_000;

/// True once the process exits.
static EXITING: AtomicBool = AtomicBool::new(false);
/// The number of watchers inside a driver, in the low half, and the process id to which it belongs, in the high half.
static WAITING: AtomicU64 = AtomicU64::new(0);

/// A mark with its fence.
type Marked = (Arc<dyn Fence>, Arc<Stamp>);

/// How far the watcher thread is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The thread has not run yet, and the application's thread waits for it.
    Starting,
    /// The thread accepts marks.
    Running,
    /// The thread ends once every mark is stamped.
    Ending,
    /// As `Ending`; the thread also releases its context, which is possible only while the display exists.
    Releasing,
    /// No further mark will be stamped.
    Ended,
}

/// The state that the watcher thread and the application's thread share.
struct Shared {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// The share group's count of disjoint events.
    disjoint: Arc<AtomicU64>,
    /// The time after which an unreached fence counts as failed, nanoseconds.
    timeout: u64,
    /// The process that started the thread. A child of fork() inherits this but has no such thread.
    process: u32,
}

/// The part of the shared state under the lock.
struct Inner {
    phase: Phase,
    pending: PendingMarks<Arc<dyn Fence>>,
    /// When the application's thread last polled.
    polled: u64,
}

/// A context's watcher thread. When this is dropped, the thread stamps its remaining marks and ends.
pub(super) struct Watcher(Arc<Shared>);

impl Watcher {
    /// Starts a thread for the fences. Returns `None` if that fails.
    pub(super) fn new(fences: &mut dyn Fences, disjoint: Arc<AtomicU64>, timeout: u64) -> Option<Self> {
        let inner = Inner { phase: Phase::Starting, pending: PendingMarks::default(), polled: 0 };
        let process = std::process::id();
        let shared = Arc::new(Shared { inner: Mutex::new(inner), changed: Condvar::new(), disjoint, timeout, process });
        let end = {
            let shared = Arc::clone(&shared);
            move || {
                shared.end(Phase::Releasing);
                if shared.is_this_process() {
                    drop(shared.wait_while(|inner| inner.phase != Phase::Ended));
                }
            }
        };
        let waiter = fences.waiter(Box::new(end))?;
        let must_begin_first = waiter.must_begin_first();
        if !must_begin_first {
            // On a busy machine it takes milliseconds until a new thread runs. Until then the application's thread stamps the marks.
            shared.set(Phase::Running);
        }
        let its = Arc::clone(&shared);
        let started = start_thread(c"glmeter-fences", wait_for_threads_in_drivers, move || {
            // A panic must not leave the thread, and must not keep others waiting for it.
            let _ = guard(|| {
                if waiter.begin() {
                    prefer_this_thread();
                    if must_begin_first {
                        its.set(Phase::Running);
                    }
                    if its.stamp_all() == Phase::Releasing {
                        waiter.end();
                    }
                }
            });
            its.set(Phase::Ended);
        });
        if !started {
            shared.set(Phase::Ended);
        }
        // Block until the thread has started if the waiter uses the application's objects.
        let running = shared.wait_while(|inner| inner.phase == Phase::Starting).phase == Phase::Running;
        running.then_some(Self(shared))
    }

    /// Gives the thread a mark to stamp; `gap` is that of [`PendingMarks::push`]. Returns false if the thread does not run. Call it on the thread that inserted the fence.
    pub(super) fn watch(&self, fence: Box<dyn Fence>, stamp: Arc<Stamp>, gap: u64) -> bool {
        let Some(mut inner) = self.running() else { return false };
        // If the fence is already reached, stamp it here: on a busy machine the thread would be milliseconds late.
        if inner.pending.is_empty() && fence.wait(0) == Waited::Done {
            let now = clock::now();
            inner.pending.stamp_now(&stamp, fence.signalled().filter(|signalled| *signalled <= now).unwrap_or(now));
            return true;
        }
        inner.pending.push(Arc::from(fence), stamp, gap);
        self.0.changed.notify_all();
        true
    }

    /// Gives the thread a mark that no work separates from the last one. Returns false if the thread does not run. Call it on the thread that inserted the
    /// fences.
    pub(super) fn watch_as_last(&self, stamp: &Arc<Stamp>) -> bool {
        let Some(mut inner) = self.running() else { return false };
        match inner.pending.newest() {
            Some(fence) => inner.pending.push(fence, Arc::clone(stamp), 0),
            None => inner.pending.stamp_now(stamp, stamp.given()),
        }
        true
    }

    /// Stamps a mark without a fence, before which no work is pending. Returns false if marks are pending.
    pub(super) fn stamp_idle(&self, stamp: &Stamp) -> bool {
        let Some(mut inner) = self.running().filter(|inner| inner.pending.is_empty()) else { return false };
        inner.pending.stamp_now(stamp, stamp.given());
        true
    }

    /// Stamps the reached marks. Call it on the thread that inserted the fences.
    pub(super) fn poll(&self) {
        let Some(mut inner) = self.running() else { return };
        let now = clock::now();
        if inner.pending.len() > MANY && now.saturating_sub(inner.polled) < POLL_INTERVAL {
            return;
        }
        inner.polled = now;
        self.look(inner, PATIENCE);
    }

    /// Looks at the fences and stamps the reached marks, except those that a thread will report within `patience` nanoseconds.
    fn look(&self, mut inner: MutexGuard<'_, Inner>, patience: u64) {
        inner.pending.look(clock::now, is_done);
        inner.pending.tell(|fence| fence.signalled());
        let stamped = inner.pending.stamp_reached(clock::now(), patience);
        drop(inner);
        release(stamped, drop);
    }

    /// Waits on the calling thread until the mark is stamped, at most `nanoseconds`. Returns false if the mark is not stamped. Call it on the
    /// thread that inserted the fence.
    pub(super) fn wait_for(&self, stamp: &Stamp, nanoseconds: u64) -> bool {
        self.wait_until(stamp.number(), nanoseconds, None, |_| stamp.time().is_some());
        stamp.time().is_some()
    }

    /// Does [`Self::wait_for`] with the mark at the beginning of a span, whose end is not marked yet.
    pub(super) fn wait_for_beginning(&self, stamp: &Stamp, nanoseconds: u64) {
        self.wait_until(stamp.number(), nanoseconds, stamp.number(), |_| stamp.time().is_some());
    }

    /// Waits on the calling thread for all marks, before a glFinish that waits for their work: each is then known to the thread that waits for
    /// it. Does nothing if there are many.
    pub(super) fn wait_before_finish(&self, nanoseconds: u64) {
        self.wait_until(Some(u64::MAX), nanoseconds, None, |inner| inner.pending.is_empty() || inner.pending.len() > MANY);
    }

    /// Stamps all marks after a glFinish.
    pub(super) fn stamp_finished(&self) {
        let Some(inner) = self.running().filter(|inner| !inner.pending.is_empty()) else { return };
        self.look(inner, PATIENCE);
        self.wait_until(None, PATIENCE, None, |inner| !inner.pending.are_reached() || inner.pending.is_empty());
        if let Some(inner) = self.running() {
            self.look(inner, 0);
        }
    }

    /// Waits on the calling thread until the condition holds, at most `nanoseconds`: for the fences of the marks up to the number `newest`, one
    /// after another, so that it is known when each was reached; and for the reports of other threads.
    fn wait_until(&self, newest: Option<u64>, nanoseconds: u64, beginning: Option<u64>, holds: impl Fn(&Inner) -> bool) {
        let end = clock::now().saturating_add(nanoseconds);
        let waits = Waits::of_application();
        loop {
            let Some(mut inner) = self.running().filter(|inner| !holds(inner)) else { return };
            let left = end.saturating_sub(clock::now());
            if let Some((number, fence)) = newest.and_then(|newest| inner.pending.oldest(newest)) {
                drop(inner);
                let mut ended = waits.wait(|nanoseconds| fence.wait(nanoseconds), left.min(WAIT_SLICE));
                if beginning == Some(number) {
                    ended = ended.of_beginning();
                }
                release(self.0.record(number, &ended, is_done), drop);
                if ended.how == Waited::NotYet && left <= WAIT_SLICE {
                    return;
                }
            } else if left == 0 {
                return;
            } else {
                // Other threads report when these marks were reached.
                let wait = Duration::from_nanos(left.min(PATIENCE));
                drop(self.0.changed.wait_timeout(inner, wait));
                self.poll();
            }
        }
    }

    /// Waits until the mark is stamped. Returns false if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        if self.0.is_this_process() && !self.wait_for(stamp, self.0.timeout) {
            drop(self.0.wait_while(|inner| stamp.time().is_none() && inner.phase != Phase::Ended));
        }
        stamp.time().is_some()
    }

    /// Waits until every mark is stamped. Returns the last stamp.
    pub(super) fn wait_for_all(&self) -> u64 {
        if !self.0.is_this_process() {
            return 0;
        }
        self.poll();
        self.0.wait_while(|inner| !inner.pending.is_empty() && inner.phase != Phase::Ended).pending.last()
    }

    /// Returns true if marks are pending.
    pub(super) fn has_marks(&self) -> bool {
        self.running().is_some_and(|inner| !inner.pending.is_empty())
    }

    /// Locks the shared state. Returns `None` unless the thread runs in this process.
    fn running(&self) -> Option<MutexGuard<'_, Inner>> {
        self.0.is_this_process().then(|| self.0.lock()).filter(|inner| inner.phase == Phase::Running)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.end(Phase::Ending);
    }
}

impl Shared {
    /// Locks the shared state, ignoring poisoning.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how far the thread is.
    fn set(&self, phase: Phase) {
        self.lock().phase = phase;
        self.changed.notify_all();
    }

    /// Returns true in the process that started the thread. In a child of fork() the lock may stay locked for ever.
    fn is_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Asks the thread to end in the way `how`, if it runs.
    fn end(&self, how: Phase) {
        if !self.is_this_process() {
            return;
        }
        let mut inner = self.lock();
        if inner.phase == Phase::Running {
            inner.phase = how;
        }
        drop(inner);
        self.changed.notify_all();
    }

    /// Blocks while a condition holds.
    fn wait_while(&self, wanted: impl Fn(&Inner) -> bool) -> MutexGuard<'_, Inner> {
        let mut inner = self.lock();
        while wanted(&inner) {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner
    }

    /// Stamps marks until the thread is asked to end. Returns the way in which it was asked.
    fn stamp_all(&self) -> Phase {
        let waits = Waits::of_watcher();
        // The mark for which the thread waits, and since when.
        let (mut current, mut begun) = (None, 0);
        loop {
            let mut inner = self.lock();
            let (number, fence) = loop {
                match inner.pending.oldest_unwaited() {
                    Some(next) => break next,
                    None if inner.pending.is_empty() && inner.phase != Phase::Running => return inner.phase,
                    None => inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(inner);
            if current != Some(number) {
                (current, begun) = (Some(number), clock::now());
            }
            let mut ended = waits.wait(|nanoseconds| inside(|| fence.wait(nanoseconds)).unwrap_or(Waited::Failed), WAIT_SLICE);
            if ended.how == Waited::NotYet && ended.seen.saturating_sub(begun) > self.timeout {
                ended.how = Waited::Failed;
            }
            let mut stamped = self.record(number, &ended, |fence| inside(|| is_done(fence)).flatten());
            stamped.push((fence, Arc::default()));
            release(stamped, |fence| {
                let mut fence = Some(fence);
                inside(|| drop(fence.take()));
                // If the process exits, the driver may be gone: leak the fence.
                core::mem::forget(fence);
            });
        }
    }

    /// Records the end of a thread's wait for the mark of a number, looks which later marks are reached too, and stamps what it can.
    fn record(&self, number: u64, ended: &Ended, done: impl Fn(&Arc<dyn Fence>) -> Option<bool>) -> Vec<Marked> {
        let mut inner = self.lock();
        if inner.pending.ended(number, ended) {
            self.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        if ended.how == Waited::Done {
            inner.pending.look(clock::now, done);
        }
        inner.pending.tell(|fence| fence.signalled());
        let stamped = inner.pending.stamp_reached(clock::now(), PATIENCE);
        drop(inner);
        self.changed.notify_all();
        stamped
    }
}

/// Returns true if a fence is signalled.
fn is_done(fence: &Arc<dyn Fence>) -> Option<bool> {
    Some(fence.wait(0) == Waited::Done)
}

/// Drops fences, the newest first: Mesa's libEGL searches its list of fences from the newest on.
fn release(stamped: Vec<Marked>, give: impl Fn(Arc<dyn Fence>)) {
    for (fence, _) in stamped.into_iter().rev() {
        give(fence);
    }
}

/// Calls into a driver. Returns `None` if the process exits.
fn inside<R>(call: impl FnOnce() -> R) -> Option<R> {
    count_waiting(1);
    let answer = (!EXITING.load(Ordering::SeqCst)).then(call);
    count_waiting(-1);
    answer
}

/// Returns the number of this process's watchers inside a driver. A child of fork() starts at 0.
fn waiting() -> u32 {
    counted(WAITING.load(Ordering::SeqCst))
}

/// Changes the number of watchers inside a driver.
fn count_waiting(more: i32) {
    let process = u64::from(std::process::id()) << 32;
    let change = |word| Some(process | u64::from(counted(word).saturating_add_signed(more)));
    let _ = WAITING.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
}

/// Returns the number in a value of [`WAITING`], 0 if it belongs to another process.
fn counted(word: u64) -> u32 {
    if word >> 32 == u64::from(std::process::id()) { word as u32 } else { 0 }
}

/// Waits at the exit of the process until no watcher is inside a driver, whose exit handlers run next, or on its way to end.
extern "C" fn wait_for_threads_in_drivers() {
    const LIMIT: u64 = 10 * WAIT_SLICE;
    EXITING.store(true, Ordering::SeqCst);
    let begun = clock::now();
    while waiting() != 0 && clock::now().saturating_sub(begun) < LIMIT {
        std::thread::sleep(Duration::from_millis(1));
    }
    ending_threads::stop_and_wait(Duration::from_nanos(LIMIT));
}
