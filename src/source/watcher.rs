//! The thread that awaits a context's fences and stamps its marks, oldest first. It has no signals, and no context but one of
//! its own where the fences need it.
//!
//! The context's thread stamps, too, whenever it looks and a fence is reached: after a glFinish every mark is there.

use super::fenced::Stamp;
use crate::clock;
use crate::provider::fence::{Fence, Fences, Waited};
use crate::winsys::start_thread;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
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
/// The process whose threads these are.
static STARTED_BY: AtomicU32 = AtomicU32::new(0);
/// The watchers that are inside a driver.
static WAITING: AtomicU64 = AtomicU64::new(0);

type Marked = (Arc<dyn Fence>, Arc<Stamp>);

/// How far the thread is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Starting,
    Running,
    /// To end once everything is stamped. The second kind also gives back what it needed: whoever says so knows that the
    /// display is still there.
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
}

struct Inner {
    state: State,
    /// The marks that are not stamped, oldest first.
    waiting: VecDeque<Marked>,
    /// The last stamp.
    last: u64,
    /// When the context's thread looked last.
    looked: u64,
}

/// A context's thread. It ends when this is dropped, once what was given to it is stamped.
pub(super) struct Watcher(Arc<Shared>);

impl Watcher {
    /// Starts a thread for the fences; none if there can be none.
    pub(super) fn new(fences: &mut dyn Fences, disjoint: Arc<AtomicU64>, patience: u64) -> Option<Self> {
        let inner = Inner { state: State::Starting, waiting: VecDeque::new(), last: 0, looked: 0 };
        let shared = Arc::new(Shared { inner: Mutex::new(inner), changed: Condvar::new(), disjoint, patience });
        let end = {
            let shared = Arc::clone(&shared);
            move || {
                shared.end(State::Releasing);
                if is_this_process() {
                    drop(shared.wait_while(|inner| inner.state != State::Ended));
                }
            }
        };
        let waiter = fences.waiter(Box::new(end))?;
        let its = Arc::clone(&shared);
        STARTED_BY.store(std::process::id(), Ordering::SeqCst);
        let started = start_thread("glmeter-fences", leave_no_thread_in_a_driver, move || {
            // No panic may leave the thread, and nobody may wait for one that has ended.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                if waiter.begin() {
                    its.set(State::Running);
                    if its.stamp_all() == State::Releasing {
                        waiter.end();
                    }
                }
            }));
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
        let mut inner = self.0.lock();
        if inner.state != State::Running {
            return false;
        }
        // Where there is nothing to wait for, the thread would only be late: on a busy machine by milliseconds.
        if inner.waiting.is_empty() && fence.wait(0) == Waited::Done {
            inner.stamp(&stamp);
            return true;
        }
        inner.waiting.push_back((Arc::from(fence), stamp));
        self.0.changed.notify_all();
        true
    }

    /// Stamps what is reached. Called where the fences were put.
    pub(super) fn look(&self) {
        let mut inner = self.0.lock();
        let now = clock::now();
        let too_soon = inner.waiting.len() > MANY && now.saturating_sub(inner.looked) < SELDOM;
        if inner.state != State::Running || too_soon {
            return;
        }
        inner.looked = now;
        let done = |marked: &Marked| marked.0.wait(0) == Waited::Done;
        if inner.waiting.front().is_some_and(done) {
            let reached = reached(&inner.waiting, |marked| Some(done(marked)));
            let stamped = inner.stamp_oldest(reached);
            drop(inner);
            give_back(stamped, drop);
        }
    }

    /// Waits until the mark is stamped. False if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        drop(self.0.wait_while(|inner| stamp.time().is_none() && inner.state != State::Ended));
        stamp.time().is_some()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.end(State::Ending);
    }
}

impl Inner {
    /// Stamps a mark with the time of now.
    fn stamp(&mut self, stamp: &Stamp) {
        self.last = stamp.set(clock::now(), self.last);
    }

    /// Stamps so many marks, and takes them out.
    fn stamp_oldest(&mut self, count: usize) -> Vec<Marked> {
        let stamped: Vec<_> = self.waiting.drain(..count).collect();
        stamped.iter().for_each(|(_, stamp)| self.stamp(stamp));
        stamped
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

    /// Has the thread end, unless it has. In a child of fork() there is no thread, and the lock may be taken for ever.
    fn end(&self, how: State) {
        if !is_this_process() {
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
        loop {
            let inner = self.wait_while(|inner| inner.waiting.is_empty() && inner.state == State::Running);
            let Some(oldest) = inner.waiting.front().map(|(fence, _)| Arc::clone(fence)) else { return inner.state };
            drop(inner);
            let waited = self.wait_for(oldest.as_ref());
            let mut inner = self.lock();
            // The context's thread may have looked meanwhile.
            let mut stamped = Vec::new();
            if inner.waiting.front().is_some_and(|(fence, _)| Arc::ptr_eq(fence, &oldest)) {
                if waited != Waited::Done {
                    self.disjoint.fetch_add(1, Ordering::Relaxed);
                }
                let done = |marked: &Marked| inside(|| marked.0.wait(0) == Waited::Done);
                let count = if waited == Waited::Done { reached(&inner.waiting, done) } else { 1 };
                stamped = inner.stamp_oldest(count);
            }
            drop(inner);
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

    fn wait_for(&self, fence: &dyn Fence) -> Waited {
        let begun = clock::now();
        loop {
            let waited = inside(|| fence.wait(ONE_WAIT)).unwrap_or(Waited::Failed);
            if waited != Waited::NotYet || clock::now().saturating_sub(begun) > self.patience {
                return waited;
            }
        }
    }
}

/// The newest first: Mesa's libEGL looks for a fence among all that there are, and begins with the newest.
fn give_back(stamped: Vec<Marked>, give: impl Fn(Arc<dyn Fence>)) {
    for (fence, _) in stamped.into_iter().rev() {
        give(fence);
    }
}

/// How many of the marks are reached, the oldest being so: fences are reached in their order. A part of them, if not all.
fn reached(waiting: &VecDeque<Marked>, done: impl Fn(&Marked) -> Option<bool>) -> usize {
    let mut number = waiting.len();
    while number > 1 && waiting.get(number - 1).and_then(&done) != Some(true) {
        number /= 2;
    }
    number
}

/// Calls into a driver, unless the process ends.
fn inside<R>(call: impl FnOnce() -> R) -> Option<R> {
    WAITING.fetch_add(1, Ordering::SeqCst);
    let answer = (!THE_END.load(Ordering::SeqCst)).then(call);
    WAITING.fetch_sub(1, Ordering::SeqCst);
    answer
}

/// Whether the threads are this process's: a child of fork() has none of its parent's.
fn is_this_process() -> bool {
    STARTED_BY.load(Ordering::SeqCst) == std::process::id()
}

/// The process ends: a driver takes itself apart next, and no thread of ours may be inside it then.
extern "C" fn leave_no_thread_in_a_driver() {
    if !is_this_process() {
        return;
    }
    THE_END.store(true, Ordering::SeqCst);
    let begun = clock::now();
    while WAITING.load(Ordering::SeqCst) != 0 && clock::now().saturating_sub(begun) < 10 * ONE_WAIT {
        std::thread::sleep(Duration::from_millis(1));
    }
}
