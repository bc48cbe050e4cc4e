//! The thread that awaits a context's fences and stamps its marks, oldest first. It has no context and no signals.

use super::fenced::Stamp;
use crate::clock;
use crate::provider::fence::{Fence, Fences, Waited};
use crate::winsys::start_thread;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long one wait lasts at most, after which the thread looks whether the process ends.
const ONE_WAIT: u64 = 20_000_000;

/// Set when the process ends.
static THE_END: AtomicBool = AtomicBool::new(false);
/// The process whose threads these are.
static STARTED_BY: AtomicU32 = AtomicU32::new(0);
/// The watchers that are inside a driver.
static WAITING: AtomicU64 = AtomicU64::new(0);

/// What the thread is told.
enum Word {
    /// To stamp a mark when its fence is reached.
    Mark(Box<dyn Fence>, Arc<Stamp>),
    /// To end, and to give back what it needed: whoever says so knows that the display is still there.
    Release,
    /// To end.
    End,
}

/// How far the thread is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Starting,
    Running,
    /// Nothing more will be stamped.
    Ended,
}

/// What the thread and its context share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// The marks that the thread was given and has not stamped. Only while there are none does the context's thread stamp.
    outstanding: AtomicU64,
    /// The last stamp, set by whoever stamps.
    last: AtomicU64,
    disjoint: Arc<AtomicU64>,
    patience: u64,
}

/// A context's thread. It ends when this is dropped, once what was given to it is stamped.
pub(super) struct Watcher {
    words: Sender<Word>,
    shared: Arc<Shared>,
}

impl Watcher {
    /// Starts a thread for the fences; none if there can be none.
    pub(super) fn new(fences: &mut dyn Fences, disjoint: Arc<AtomicU64>, patience: u64) -> Option<Self> {
        let (words, told) = channel();
        let shared = Arc::new(Shared {
            state: Mutex::new(State::Starting),
            changed: Condvar::new(),
            outstanding: AtomicU64::new(0),
            last: AtomicU64::new(0),
            disjoint,
            patience,
        });
        let end = {
            let (words, shared) = (words.clone(), Arc::clone(&shared));
            move || {
                let _ = words.send(Word::Release);
                if is_this_process() {
                    shared.wait_while(|state| state != State::Ended);
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
                    if stamp_all(&told, &its) {
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
        shared.wait_while(|state| state == State::Starting);
        let running = shared.state() == State::Running;
        running.then_some(Self { words, shared })
    }

    /// Has a mark stamped when its fence is reached. False if that cannot be. Called where the fence was put.
    pub(super) fn watch(&self, fence: Box<dyn Fence>, stamp: Arc<Stamp>) -> bool {
        if self.shared.state() != State::Running {
            return false;
        }
        // Where there is nothing to wait for, the thread would only be late: on a busy machine by milliseconds.
        if self.shared.outstanding.load(Ordering::Acquire) == 0 && fence.wait(0) == Waited::Done {
            self.shared.stamp(&stamp);
            return true;
        }
        self.shared.outstanding.fetch_add(1, Ordering::Relaxed);
        self.words.send(Word::Mark(fence, stamp)).is_ok()
    }

    /// Waits until the mark is stamped. False if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        self.shared.wait_while(|state| stamp.time().is_none() && state != State::Ended);
        stamp.time().is_some()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.words.send(Word::End);
    }
}

impl Shared {
    /// Stamps a mark with the time of now.
    fn stamp(&self, stamp: &Stamp) {
        let last = self.last.load(Ordering::Relaxed);
        self.last.store(stamp.set(clock::now(), last), Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> State {
        *self.lock()
    }

    fn set(&self, state: State) {
        *self.lock() = state;
        self.changed.notify_all();
    }

    fn wait_while(&self, wanted: impl Fn(State) -> bool) {
        let mut state = self.lock();
        while wanted(*state) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The marks that were given and not stamped, oldest first.
type Waiting = VecDeque<(Box<dyn Fence>, Arc<Stamp>)>;

/// Stamps what it is told until it is told to end; whether what the thread needed is to be given back.
fn stamp_all(told: &Receiver<Word>, shared: &Shared) -> bool {
    let mut waiting = Waiting::new();
    let mut last_word = None;
    while last_word.is_none() || !waiting.is_empty() {
        if last_word.is_none() {
            last_word = take_words(told, &mut waiting);
        }
        let Some((oldest, _)) = waiting.front() else { continue };
        let begun = clock::now();
        let waited = loop {
            let waited = inside(|| oldest.wait(ONE_WAIT)).unwrap_or(Waited::Failed);
            if waited != Waited::NotYet || clock::now().saturating_sub(begun) > shared.patience {
                break waited;
            }
        };
        let reached = if waited == Waited::Done { reached(&waiting) } else { 1 };
        for (_, stamp) in waiting.iter().take(reached) {
            shared.stamp(stamp);
        }
        shared.outstanding.fetch_sub(reached as u64, Ordering::Release);
        if waited != Waited::Done {
            shared.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        // The lock makes sure that whoever looked before the stamp was set is waiting by now.
        drop(shared.lock());
        shared.changed.notify_all();
        // The newest first: Mesa's libEGL looks for a fence among all that there are, and begins with the newest.
        for (fence, _) in waiting.drain(..reached).rev() {
            let mut fence = Some(fence);
            inside(|| drop(fence.take()));
            // Not reached if the process ends: the driver may be gone, and its fence is left to it.
            core::mem::forget(fence);
        }
    }
    matches!(last_word, Some(Word::Release))
}

/// Takes all that was told, up to a word that ends the thread; waits for something where nothing is waited for.
fn take_words(told: &Receiver<Word>, waiting: &mut Waiting) -> Option<Word> {
    let mut word = if waiting.is_empty() { Some(told.recv().unwrap_or(Word::End)) } else { told.try_recv().ok() };
    while let Some(Word::Mark(fence, stamp)) = word {
        waiting.push_back((fence, stamp));
        word = told.try_recv().ok();
    }
    word
}

/// How many of the marks are reached, the oldest being so: fences are reached in their order. A part of them, if not all.
fn reached(waiting: &Waiting) -> usize {
    let done = |number: usize| {
        let (fence, _) = waiting.get(number - 1)?;
        inside(|| fence.wait(0)).filter(|waited| *waited == Waited::Done)
    };
    let mut number = waiting.len();
    while number > 1 && done(number).is_none() {
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
