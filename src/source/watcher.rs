//! The watcher thread, which waits for a context's fences and stamps its marks, oldest first. It has all signals blocked, and no GL
//! context except its own if the fences need one.
//!
//! The application's thread stamps reached marks too whenever it polls: after a glFinish every mark is stamped.
//!
//! On a busy machine a thread runs again some time after its fence was signalled. Its run delay measures that time.

use super::stamp::{PendingMarks, Stamp};
use crate::clock::{self, RunDelay};
use crate::driver::fence::{Fence, Fences, Waited};
use crate::platform::threads::{prefer_this_thread, start_thread};
use glmeter_abi::border::guard;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest single wait, nanoseconds, after which the thread checks whether the process exits.
const WAIT_SLICE: u64 = 20_000_000;
/// With more pending marks than `MANY`, the application's thread polls at most once per `POLL_INTERVAL`, nanoseconds: Mesa's libEGL
/// searches a list of all fences in each call.
const MANY: usize = 64;
const POLL_INTERVAL: u64 = 100_000;

/// True once the process exits.
static EXITING: AtomicBool = AtomicBool::new(false);
/// The number of watchers inside a driver, in the low half, and the process id to which it belongs, in the high half.
static WAITING: AtomicU64 = AtomicU64::new(0);

/// A mark with its fence.
type Marked = (Arc<dyn Fence>, Arc<Stamp>);

/// The state of the watcher thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
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
    state: State,
    waiting: PendingMarks<Arc<dyn Fence>>,
    /// When the application's thread last polled.
    polled: u64,
}

/// A context's watcher thread. When this is dropped, the thread stamps its remaining marks and ends.
pub(super) struct Watcher(Arc<Shared>);

impl Watcher {
    /// Starts a thread for the fences. Returns `None` if that fails.
    pub(super) fn new(fences: &mut dyn Fences, disjoint: Arc<AtomicU64>, timeout: u64) -> Option<Self> {
        let inner = Inner { state: State::Starting, waiting: PendingMarks::default(), polled: 0 };
        let process = std::process::id();
        let shared = Arc::new(Shared { inner: Mutex::new(inner), changed: Condvar::new(), disjoint, timeout, process });
        let end = {
            let shared = Arc::clone(&shared);
            move || {
                shared.end(State::Releasing);
                if shared.is_this_process() {
                    drop(shared.wait_while(|inner| inner.state != State::Ended));
                }
            }
        };
        let waiter = fences.waiter(Box::new(end))?;
        let must_begin_first = waiter.must_begin_first();
        if !must_begin_first {
            // On a busy machine it takes milliseconds until a new thread runs. Until then the application's thread stamps the marks.
            shared.set(State::Running);
        }
        let its = Arc::clone(&shared);
        let started = start_thread(c"glmeter-fences", wait_for_threads_in_drivers, move || {
            // A panic must not leave the thread, and must not keep others waiting for it.
            let _ = guard(|| {
                if waiter.begin() {
                    prefer_this_thread();
                    if must_begin_first {
                        its.set(State::Running);
                    }
                    if its.stamp_all() == State::Releasing {
                        waiter.end();
                    }
                }
            });
            its.set(State::Ended);
        });
        if !started {
            shared.set(State::Ended);
        }
        // Block until the thread has started if the waiter uses the application's objects.
        let running = shared.wait_while(|inner| inner.state == State::Starting).state == State::Running;
        running.then_some(Self(shared))
    }

    /// Gives the thread a mark to stamp. Returns false if the thread does not run. Call it on the thread that inserted the fence.
    pub(super) fn watch(&self, fence: Box<dyn Fence>, stamp: Arc<Stamp>) -> bool {
        let Some(mut inner) = self.running() else { return false };
        // If the fence is already reached, stamp it here: on a busy machine the thread would be milliseconds late.
        if inner.waiting.is_empty() && fence.wait(0) == Waited::Done {
            inner.waiting.stamp_now(&stamp);
            return true;
        }
        inner.waiting.push(Arc::from(fence), stamp);
        self.0.changed.notify_all();
        true
    }

    /// Stamps the reached marks. Call it on the thread that inserted the fences.
    pub(super) fn poll(&self) {
        let Some(mut inner) = self.running() else { return };
        let now = clock::now();
        if inner.waiting.len() > MANY && now.saturating_sub(inner.polled) < POLL_INTERVAL {
            return;
        }
        inner.polled = now;
        let done = |fence: &Arc<dyn Fence>| fence.wait(0) == Waited::Done;
        let Some(oldest) = inner.waiting.oldest() else { return };
        if !done(oldest) {
            return inner.waiting.not_yet(now);
        }
        let reached = inner.waiting.reached(|fence| Some(done(fence)));
        let stamped = inner.waiting.stamp_oldest(reached, None);
        drop(inner);
        release(stamped, drop);
    }

    /// Waits on the calling thread until the mark is stamped, at most `nanoseconds`. Waits for one fence after another, so that earlier marks
    /// are stamped as each is reached. Returns false if the mark is not stamped. Call it on the thread that inserted the fences.
    pub(super) fn wait_for(&self, stamp: &Stamp, nanoseconds: u64) -> bool {
        let end = clock::now().saturating_add(nanoseconds);
        let waiting = Waits::of_this_thread();
        while stamp.time().is_none() {
            let Some(inner) = self.running() else { break };
            let Some(oldest) = inner.waiting.oldest().map(Arc::clone) else { break };
            drop(inner);
            let left = end.saturating_sub(clock::now());
            let waited = waiting.wait(|nanoseconds| oldest.wait(nanoseconds), left.min(WAIT_SLICE));
            match waited.how {
                Waited::Done => {
                    let stamped = self.0.stamp_reached(&oldest, waited, |fence| Some(fence.wait(0) == Waited::Done));
                    self.0.changed.notify_all();
                    release(stamped, drop);
                }
                Waited::NotYet if left > WAIT_SLICE => {}
                _ => break,
            }
        }
        stamp.time().is_some()
    }

    /// Waits until the mark is stamped. Returns false if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        if self.0.is_this_process() && !self.wait_for(stamp, self.0.timeout) {
            drop(self.0.wait_while(|inner| stamp.time().is_none() && inner.state != State::Ended));
        }
        stamp.time().is_some()
    }

    /// Waits until every mark is stamped. Returns the last stamp.
    pub(super) fn wait_for_all(&self) -> u64 {
        if !self.0.is_this_process() {
            return 0;
        }
        self.poll();
        self.0.wait_while(|inner| !inner.waiting.is_empty() && inner.state != State::Ended).waiting.last()
    }

    /// Returns true if marks are pending.
    pub(super) fn has_marks(&self) -> bool {
        self.running().is_some_and(|inner| !inner.waiting.is_empty())
    }

    /// Locks the shared state. Returns `None` unless the thread runs in this process.
    fn running(&self) -> Option<MutexGuard<'_, Inner>> {
        self.0.is_this_process().then(|| self.0.lock()).filter(|inner| inner.state == State::Running)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.end(State::Ending);
    }
}

impl Shared {
    /// Locks the shared state, ignoring poisoning.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the thread's state.
    fn set(&self, state: State) {
        self.lock().state = state;
        self.changed.notify_all();
    }

    /// Returns true in the process that started the thread. In a child of fork() the lock may stay locked for ever.
    fn is_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Asks the thread to end in the way `how`, if it runs.
    fn end(&self, how: State) {
        if !self.is_this_process() {
            return;
        }
        let mut inner = self.lock();
        if inner.state == State::Running {
            inner.state = how;
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
    fn stamp_all(&self) -> State {
        let waiting = Waits::of_this_thread();
        loop {
            let inner = self.wait_while(|inner| inner.waiting.is_empty() && inner.state == State::Running);
            let Some(oldest) = inner.waiting.oldest().map(Arc::clone) else { return inner.state };
            drop(inner);
            let waited = self.wait_for_fence(&waiting, oldest.as_ref());
            let mut stamped = self.stamp_reached(&oldest, waited, |fence| inside(|| fence.wait(0) == Waited::Done));
            self.changed.notify_all();
            stamped.push((oldest, Arc::default()));
            release(stamped, |fence| {
                let mut fence = Some(fence);
                inside(|| drop(fence.take()));
                // If the process exits, the driver may be gone: leak the fence.
                core::mem::forget(fence);
            });
        }
    }

    /// Stamps `oldest`, for which a thread has waited, and the later marks that are `done`. Does nothing if another thread was faster.
    fn stamp_reached(&self, oldest: &Arc<dyn Fence>, waited: Ended, done: impl Fn(&Arc<dyn Fence>) -> Option<bool>) -> Vec<Marked> {
        let mut inner = self.lock();
        if !inner.waiting.oldest().is_some_and(|fence| Arc::ptr_eq(fence, oldest)) {
            return Vec::new();
        }
        if waited.how != Waited::Done {
            self.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        inner.waiting.not_yet(waited.unsignalled);
        let count = if waited.how == Waited::Done { inner.waiting.reached(done) } else { 1 };
        inner.waiting.stamp_oldest(count, waited.signalled)
    }

    /// Waits for a fence until the timeout.
    fn wait_for_fence(&self, waiting: &Waits, fence: &dyn Fence) -> Ended {
        let begun = clock::now();
        loop {
            let waited = waiting.wait(|nanoseconds| inside(|| fence.wait(nanoseconds)).unwrap_or(Waited::Failed), WAIT_SLICE);
            if waited.how != Waited::NotYet || clock::now().saturating_sub(begun) > self.timeout {
                return waited;
            }
        }
    }
}

/// The result of a wait for a fence.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    /// The way in which the wait ended.
    pub(super) how: Waited,
    /// When the fence was last seen unsignalled; 0 if never.
    pub(super) unsignalled: u64,
    /// When the fence was signalled; `None` if it was before the wait.
    pub(super) signalled: Option<u64>,
}

/// Waits for fences on one thread, and corrects the times by the thread's run delay.
pub(super) struct Waits(OnceCell<RunDelay>);

impl Waits {
    /// Creates the waits of the calling thread.
    pub(super) fn of_this_thread() -> Self {
        Self(OnceCell::new())
    }

    /// Waits for a fence by its function `wait`, at most `nanoseconds`.
    pub(super) fn wait(&self, mut wait: impl FnMut(u64) -> Waited, nanoseconds: u64) -> Ended {
        let before = clock::now();
        let at_once = wait(0);
        if at_once != Waited::NotYet {
            return Ended { how: at_once, unsignalled: 0, signalled: None };
        }
        if nanoseconds == 0 {
            return Ended { how: at_once, unsignalled: before, signalled: None };
        }
        let run_delay = self.0.get_or_init(RunDelay::of_this_thread);
        let delay = run_delay.total();
        let how = wait(nanoseconds);
        let now = clock::now();
        let delayed = run_delay.total().zip(delay).map(|(after, before)| after.saturating_sub(before));
        Ended { how, unsignalled: before, signalled: delayed.map(|delayed| now.saturating_sub(delayed)) }
    }
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

/// Waits at the exit of the process until no watcher is inside a driver, whose exit handlers run next.
extern "C" fn wait_for_threads_in_drivers() {
    EXITING.store(true, Ordering::SeqCst);
    let begun = clock::now();
    while waiting() != 0 && clock::now().saturating_sub(begun) < 10 * WAIT_SLICE {
        std::thread::sleep(Duration::from_millis(1));
    }
}
