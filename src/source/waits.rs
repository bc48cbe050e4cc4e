//! Waits for fences, which tell when each was signalled.
//!
//! On a busy machine a thread runs again some time after its fence was signalled. Its run delay measures that time.

use crate::clock::{self, RunDelay};
use crate::driver::fence::Waited;
use std::cell::OnceCell;

/// The result of a wait for a fence. Times are nanoseconds of [`clock::now`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// The way in which the wait ended.
    pub(super) how: Waited,
    /// When the fence was last seen unsignalled, or a later time at which it cannot have been signalled yet; 0 if there is none.
    pub(super) unsignalled: u64,
    /// When the fence was signalled; `None` if that was before the wait, or the thread cannot tell.
    pub(super) signalled: Option<u64>,
    /// When the wait began.
    pub(super) begun: u64,
    /// When the wait ended.
    pub(super) seen: u64,
}

impl Ended {
    /// Returns the result for the mark at the beginning of a span. The wait submits the work of the span, which goes on while the thread waits for a
    /// core: the earliest time at which the fence can have been signalled is nearer to the truth than the latest.
    pub(super) fn of_beginning(self) -> Self {
        let earliest = (self.how == Waited::Done).then(|| self.unsignalled.max(self.begun));
        Self { signalled: self.signalled.or(earliest), ..self }
    }
}

/// Waits for fences on one thread, and corrects the times by the thread's run delay.
pub(super) struct Waits {
    run_delay: OnceCell<RunDelay>,
    /// A wait may submit commands, and be blocked until there is room for them.
    submits: bool,
}

/// The longest run delay after which a thread that may have been blocked on something else tells when the fence was signalled, nanoseconds.
const SHORT: u64 = 20_000;

impl Waits {
    /// Creates the waits of the calling thread, on which the context is current.
    pub(super) fn of_application() -> Self {
        Self { run_delay: OnceCell::new(), submits: true }
    }

    /// Creates the waits of the calling thread, which only waits for fences.
    pub(super) fn of_watcher() -> Self {
        Self { run_delay: OnceCell::new(), submits: false }
    }

    /// Runs a command that returns when all work is done. From then on, the thread was running or waited for a core.
    pub(super) fn finish(&self, finish: impl FnOnce()) -> Ended {
        let before = clock::now();
        let run_delay = self.run_delay.get_or_init(RunDelay::of_this_thread);
        let delay = run_delay.total();
        finish();
        let seen = clock::now();
        let earliest = run_delay.total().zip(delay).map(|(now, then)| seen.saturating_sub(now.saturating_sub(then)).max(before));
        Ended { how: Waited::Done, unsignalled: earliest.unwrap_or(before), signalled: None, begun: before, seen }
    }

    /// Waits for a fence by its function `wait`, at most `nanoseconds`.
    pub(super) fn wait(&self, mut wait: impl FnMut(u64) -> Waited, nanoseconds: u64) -> Ended {
        let before = clock::now();
        let at_once = wait(0);
        if at_once != Waited::NotYet {
            return Ended { how: at_once, unsignalled: 0, signalled: None, begun: before, seen: clock::now() };
        }
        if nanoseconds == 0 {
            return Ended { how: at_once, unsignalled: before, signalled: None, begun: before, seen: before };
        }
        let run_delay = self.run_delay.get_or_init(RunDelay::of_this_thread);
        let (delay, (waits, preemptions)) = (run_delay.total(), clock::switches_of_thread());
        let how = wait(nanoseconds);
        let seen = clock::now();
        let (waits_after, preemptions_after) = clock::switches_of_thread();
        let (waited, preempted) = (waits_after.saturating_sub(waits), preemptions_after.saturating_sub(preemptions));
        let (unsignalled, signalled) = match run_delay.total().zip(delay) {
            // The driver looked at the fence once more when the time was over.
            _ if how == Waited::NotYet => (seen.min(before.saturating_add(nanoseconds)), None),
            Some((now, then)) => {
                // From the signal on, the thread was running or waited for a core.
                let earliest = seen.saturating_sub(now.saturating_sub(then)).max(before);
                match (waited, preempted) {
                    // It blocked once, so that it waited for a core only after the signal.
                    (1, 0) if !self.submits || seen - earliest <= SHORT => (before, Some(earliest)),
                    // It never blocked: the fence was signalled before it could.
                    (0, _) => (before, None),
                    // It may have waited for a core before the signal, too.
                    _ => (earliest, None),
                }
            }
            None => (before, Some(seen)),
        };
        Ended { how, unsignalled, signalled, begun: before, seen }
    }
}
