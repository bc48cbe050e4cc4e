//! The thread that awaits a context's fences and stamps its marks, oldest first. It has no context and no signals.

use super::fenced::Stamp;
use crate::clock;
use crate::provider::fence::{Fence, Waited};
use crate::winsys::start_thread;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long one wait lasts at most, after which the thread looks whether the process ends.
const ONE_WAIT: u64 = 20_000_000;

/// Set when the process ends.
static THE_END: AtomicBool = AtomicBool::new(false);
/// The watchers that are inside a driver.
static WAITING: AtomicU64 = AtomicU64::new(0);

type Marked = (Box<dyn Fence>, Arc<Stamp>);

/// What the thread and its context share.
struct Shared {
    /// The thread has ended, and nothing more will be stamped.
    ended: Mutex<bool>,
    stamped: Condvar,
    disjoint: Arc<AtomicU64>,
    patience: u64,
}

/// A context's thread. It ends when this is dropped, once what was given to it is stamped.
pub(super) struct Watcher {
    marks: Sender<Marked>,
    shared: Arc<Shared>,
}

impl Watcher {
    pub(super) fn new(disjoint: Arc<AtomicU64>, patience: u64) -> Self {
        let (marks, given) = channel();
        let shared = Arc::new(Shared { ended: Mutex::new(false), stamped: Condvar::new(), disjoint, patience });
        let its = Arc::clone(&shared);
        let started = start_thread("glmeter-fences", leave_no_thread_in_a_driver, move || {
            // A fence must not outlive its thread unstamped, and no panic may leave it.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stamp_all(&given, &its)));
            its.end();
        });
        if !started {
            shared.end();
        }
        Self { marks, shared }
    }

    /// Has a mark stamped when its fence is reached. False if that cannot be.
    pub(super) fn watch(&self, fence: Box<dyn Fence>, stamp: Arc<Stamp>) -> bool {
        !*self.shared.ended.lock().unwrap_or_else(PoisonError::into_inner) && self.marks.send((fence, stamp)).is_ok()
    }

    /// Waits until the mark is stamped. False if it never will be.
    pub(super) fn wait(&self, stamp: &Stamp) -> bool {
        let mut ended = self.shared.ended.lock().unwrap_or_else(PoisonError::into_inner);
        while stamp.time().is_none() && !*ended {
            // A bounded wait: what is missed between the look and the wait is seen at the next look.
            let woken = self.shared.stamped.wait_timeout(ended, Duration::from_millis(100));
            ended = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        stamp.time().is_some()
    }
}

impl Shared {
    fn end(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stamped.notify_all();
    }
}

fn stamp_all(given: &Receiver<Marked>, shared: &Shared) {
    let mut last = 0;
    for (fence, stamp) in given {
        let begun = clock::now();
        let waited = loop {
            WAITING.fetch_add(1, Ordering::SeqCst);
            let waited = if THE_END.load(Ordering::SeqCst) { Waited::Failed } else { fence.wait(ONE_WAIT) };
            WAITING.fetch_sub(1, Ordering::SeqCst);
            if waited != Waited::NotYet || clock::now().saturating_sub(begun) > shared.patience {
                break waited;
            }
        };
        last = stamp.set(clock::now(), last);
        if waited != Waited::Done {
            shared.disjoint.fetch_add(1, Ordering::Relaxed);
        }
        // The lock makes sure that whoever looked before the stamp was set is waiting by now.
        drop(shared.ended.lock().unwrap_or_else(PoisonError::into_inner));
        shared.stamped.notify_all();
        if THE_END.load(Ordering::SeqCst) {
            // The driver may be gone: its fence is left to it.
            core::mem::forget(fence);
        }
    }
}

/// The process ends: a driver takes itself apart next, and no thread of ours may be inside it then.
extern "C" fn leave_no_thread_in_a_driver() {
    THE_END.store(true, Ordering::SeqCst);
    let begun = clock::now();
    while WAITING.load(Ordering::SeqCst) != 0 && clock::now().saturating_sub(begun) < 10 * ONE_WAIT {
        std::thread::sleep(Duration::from_millis(1));
    }
}
