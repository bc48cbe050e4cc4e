//! The thread that awaits a context's fences and stamps its marks, oldest first. It has no signals, and no context but one of
//! its own where the fences need it.
//!
//! The context's thread stamps, too, whenever it looks and a fence is reached: after a glFinish every mark is there.
//!
//! On a busy machine a thread runs again some time after its fence was signalled. How long that was, its run delay says.

use super::stamp::{Outstanding, Stamp};
use crate::clock::{self, RunDelay};
use crate::driver::fence::{Fence, Fences, Waited};
use crate::platform::threads::{prefer_this_thread, start_thread};
use glmeter_abi::border::guard;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long one wait lasts at most, after which the thread looks whether the process ends.
const ONE_WAIT: u64 = 20_000_000;
/// From how many outstanding marks on the context's thread looks at most so often, nanoseconds: Mesa's libEGL finds a fence
/// by going through all that there are.
const MANY: usize = 64;
const SELDOM: u64 = 100_000;

/// Set when the process ends.
static THE_END: AtomicBool = AtomicBool::new(false);
/// How many watchers are inside a driver, in the low half; in the high half, the process that counts them.
static WAITING: AtomicU64 = AtomicU64::new(0);

type Marked = (Arc<dyn Fence>, Arc<Stamp>);

/// How far the thread is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Starting,
    Running,
    /// To end once everything is stamped. The second kind also gives back what it needed: it is set only while the
    /// display exists.
    Ending,
    Releasing,
    /// Nothing more will be stamped.
    Ended,
}

/// What the thread and its context share.
struct Shared {
    inner: Mutex<Inner>,
    changed: Condvar,
    disjoint: Arc<AtomicU64>,
    patience: u64,
    /// The process that started the thread. A child of fork() inherits this and has no such thread.
    process: u32,
}

struct Inner {
    state: State,
    waiting: Outstanding<Arc<dyn Fence>>,
    /// When the context's thread looked last.
    looked: u64,
}

/// A context's thread. It ends when this is dropped, once what was given to it is stamped.
pub(super) struct Watcher(Arc<Shared>);

impl Watcher {
    /// Starts a thread for the fences; none if there can be none.
    pub(super) fn new(fences: &mut dyn Fences, disjoint: Arc<AtomicU64>, patience: u64) -> Option<Self> {
        let inner = Inner { state: State::Starting, waiting: Outstanding::default(), looked: 0 };
        let process = std::process::id();
        let shared = Arc::new(Shared { inner: Mutex::new(inner), changed: Condvar::new(), disjoint, patience, process });
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
        let its = Arc::clone(&shared);
        let started = start_thread("glmeter-fences", leave_no_thread_in_a_driver, move || {
            // No panic may leave the thread, and no thread may wait for one that has ended.
            let _ = guard(|| {
                if waiter.begin() {
                    prefer_this_thread();
                    its.set(State::Running);
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
        // The application's thread stands still meanwhile: what the waiter needs may be its own.
        let running = shared.wait_while(|inner| inner.state == State::Starting).state == State::Running;
        running.then_some(Self(shared))
    }

    /// Has a mark stamped when its fence is reached. False if that cannot be. Called where the fence was put.
    pub(super) fn watch(&self, fence: Box<dyn Fence>, stamp: Arc<Stamp>) -> bool {
        let Some(mut inner) = self.running() else { return false };
        // Where there is nothing to wait for, the thread would only be late: on a busy machine by milliseconds.
        if inner.waiting.is_empty() && fence.wait(0) == Waited::Done {
            inner.waiting.stamp_now(&stamp);
            return true;
        }
        inner.waiting.push(Arc::from(fence), stamp);
        self.0.changed.notify_all();
        true
    }

    /// Stamps what is reached. Called where the fences were put.
    pub(super) fn look(&self) {
        let Some(mut inner) = self.running() else { return };
        let now = clock::now();
        if inner.waiting.len() > MANY && now.saturating_sub(inner.looked) < SELDOM {
            return;
        }
        inner.looked = now;
        let done = |fence: &Arc<dyn Fence>| fence.wait(0) == Waited::Done;
        let Some(oldest) = inner.waiting.oldest() else { return };
        if !done(oldest) {
            return inner.waiting.not_yet(now);
        }
        let reached = inner.waiting.reached(|fence| Some(done(fence)));
        let stamped = inner.waiting.stamp_oldest(reached, None);
        drop(inner);
        give_back(stamped, drop);
    }

    /// Waits on the calling thread until the mark is stamped, at most so many nanoseconds, one fence after the other: the marks
    /// before it are stamped as each is reached. False if it is not stamped. Called where the fences were put.
    pub(super) fn settle(&self, stamp: &Stamp, nanoseconds: u64) -> bool {
        let end = clock::now().saturating_add(nanoseconds);
        let waiting = Waiting::of_this_thread();
        while stamp.time().is_none() {
            let Some(inner) = self.running() else { break };
            let Some(oldest) = inner.waiting.oldest().map(Arc::clone) else { break };
            drop(inner);
            let left = end.saturating_sub(clock::now());
            let waited = waiting.wait(|nanoseconds| oldest.wait(nanoseconds), left.min(ONE_WAIT));
            match waited.how {
                Waited::Done => {
                    let stamped = self.0.stamp_reached(&oldest, waited, |fence| Some(fence.wait(0) == Waited::Done));
                    self.0.changed.notify_all();
                    give_back(stamped, drop);
                }
                Waited::NotYet if left > ONE_WAIT => {}
                _ => break,
            }
        }
        stamp.time().is_some()
    }

    /// Waits until the mark is stamped. False if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        if self.0.is_this_process() && !self.settle(stamp, self.0.patience) {
            drop(self.0.wait_while(|inner| stamp.time().is_none() && inner.state != State::Ended));
        }
        stamp.time().is_some()
    }

    /// Waits until every mark is stamped whose fence is reached or fails. Returns the last stamp.
    pub(super) fn wait_for_all(&self) -> u64 {
        if !self.0.is_this_process() {
            return 0;
        }
        self.look();
        self.0.wait_while(|inner| !inner.waiting.is_empty() && inner.state != State::Ended).waiting.last()
    }

    /// Returns true if marks wait to be stamped.
    pub(super) fn has_marks(&self) -> bool {
        self.running().is_some_and(|inner| !inner.waiting.is_empty())
    }

    /// Locks what is shared with the thread, while it runs in this process.
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
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: State) {
        self.lock().state = state;
        self.changed.notify_all();
    }

    /// Returns true in the process that started the thread. In a child of fork() the lock may be taken for ever.
    fn is_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Has the thread end, unless it has.
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

    fn wait_while(&self, wanted: impl Fn(&Inner) -> bool) -> MutexGuard<'_, Inner> {
        let mut inner = self.lock();
        while wanted(&inner) {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner
    }

    /// Stamps what it is given until it is told to end, and how that was told.
    fn stamp_all(&self) -> State {
        let waiting = Waiting::of_this_thread();
        loop {
            let inner = self.wait_while(|inner| inner.waiting.is_empty() && inner.state == State::Running);
            let Some(oldest) = inner.waiting.oldest().map(Arc::clone) else { return inner.state };
            drop(inner);
            let waited = self.wait_for(&waiting, oldest.as_ref());
            let mut stamped = self.stamp_reached(&oldest, waited, |fence| inside(|| fence.wait(0) == Waited::Done));
            self.changed.notify_all();
            stamped.push((oldest, Arc::default()));
            give_back(stamped, |fence| {
                let mut fence = Some(fence);
                inside(|| drop(fence.take()));
                // Not done if the process ends: the driver may be gone, and its fence is left to it.
                core::mem::forget(fence);
            });
        }
    }

    /// Stamps the marks up to `oldest`, which was waited for, and those behind it that are `done`. Nothing if another thread
    /// was faster.
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

    fn wait_for(&self, waiting: &Waiting, fence: &dyn Fence) -> Ended {
        let begun = clock::now();
        loop {
            let waited = waiting.wait(|nanoseconds| inside(|| fence.wait(nanoseconds)).unwrap_or(Waited::Failed), ONE_WAIT);
            if waited.how != Waited::NotYet || clock::now().saturating_sub(begun) > self.patience {
                return waited;
            }
        }
    }
}

/// How a wait for a fence ended.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    pub(super) how: Waited,
    /// The fence was last seen unsignalled then; 0 if it never was.
    pub(super) unsignalled: u64,
    /// When the fence was signalled; none if it was before the wait.
    pub(super) signalled: Option<u64>,
}

/// A thread that waits for fences.
pub(super) struct Waiting(OnceCell<RunDelay>);

impl Waiting {
    pub(super) fn of_this_thread() -> Self {
        Self(OnceCell::new())
    }

    /// Waits for a fence, at most so many nanoseconds. `wait` is its wait.
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

/// Drops fences, the newest first: Mesa's libEGL looks for a fence among all that exist, and begins with the newest.
fn give_back(stamped: Vec<Marked>, give: impl Fn(Arc<dyn Fence>)) {
    for (fence, _) in stamped.into_iter().rev() {
        give(fence);
    }
}

/// Calls into a driver, unless the process ends.
fn inside<R>(call: impl FnOnce() -> R) -> Option<R> {
    count_waiting(1);
    let answer = (!THE_END.load(Ordering::SeqCst)).then(call);
    count_waiting(-1);
    answer
}

/// Returns the watchers of this process that are inside a driver: a child of fork() has none of its parent's.
fn waiting() -> u32 {
    counted(WAITING.load(Ordering::SeqCst))
}

fn count_waiting(more: i32) {
    let process = u64::from(std::process::id()) << 32;
    let change = |word| Some(process | u64::from(counted(word).saturating_add_signed(more)));
    let _ = WAITING.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
}

fn counted(word: u64) -> u32 {
    if word >> 32 == u64::from(std::process::id()) { word as u32 } else { 0 }
}

/// Waits at the end of the process until no thread of glmeter's is inside a driver, which is unloaded next.
extern "C" fn leave_no_thread_in_a_driver() {
    THE_END.store(true, Ordering::SeqCst);
    let begun = clock::now();
    while waiting() != 0 && clock::now().saturating_sub(begun) < 10 * ONE_WAIT {
        std::thread::sleep(Duration::from_millis(1));
    }
}
