//! Stamps: the times at which the work before a mark was done, with their uncertainty.

use crate::clock;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// The time at which the work before a mark was done, nanoseconds of [`clock::now`], and its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The lower bound: when the mark was issued, or its fence was last seen unsignalled.
    pub after: u64,
    /// The most likely time.
    pub time: u64,
    /// The upper bound: when the fence was seen signalled.
    pub seen: u64,
}

impl Reached {
    /// Returns the uncertainty of `time`, nanoseconds.
    pub fn uncertainty(&self) -> u64 {
        self.seen.saturating_sub(self.time).max(self.time.saturating_sub(self.after))
    }

    /// Returns the time since `begin` and its uncertainty, nanoseconds.
    pub fn since(&self, begin: &Self) -> (u64, u64) {
        let span = self.time.saturating_sub(begin.time);
        let (least, most) = (self.after.saturating_sub(begin.seen), self.seen.saturating_sub(begin.after));
        (span, span.saturating_sub(least).max(most.saturating_sub(span)))
    }
}

/// The time at which the work before a mark was done.
#[derive(Debug, Default)]
pub struct Stamp {
    /// When the mark was issued.
    given: u64,
    /// Set once the work is done.
    reached: OnceLock<Reached>,
}

impl Stamp {
    /// Creates the stamp of a mark that is issued now.
    pub fn given_now() -> Self {
        Self { given: clock::now(), reached: OnceLock::new() }
    }

    /// Returns the time in nanoseconds of [`clock::now`]; `None` while the work goes on.
    pub fn time(&self) -> Option<u64> {
        self.reached().map(|reached| reached.time)
    }

    /// Returns the time and its bounds; `None` while the work goes on.
    pub fn reached(&self) -> Option<Reached> {
        self.reached.get().copied()
    }
}

/// The marks of a context that are not stamped yet, oldest first, each with its fence.
pub(super) struct PendingMarks<F> {
    marks: VecDeque<(F, Arc<Stamp>)>,
    /// The last stamp.
    last: u64,
    /// When the oldest fence, and so every other, was last seen unsignalled.
    unsignalled: u64,
}

impl<F> Default for PendingMarks<F> {
    fn default() -> Self {
        Self { marks: VecDeque::new(), last: 0, unsignalled: 0 }
    }
}

impl<F> PendingMarks<F> {
    /// Creates a queue whose stamps are all later than `last`, the last stamp of an earlier queue of the context.
    pub(super) fn after(last: u64) -> Self {
        Self { last, ..Self::default() }
    }

    /// Returns the last stamp; 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// Returns the number of marks.
    pub(super) fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns true if every mark is stamped.
    pub(super) fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Returns the oldest mark's fence.
    pub(super) fn oldest(&self) -> Option<&F> {
        self.marks.front().map(|(fence, _)| fence)
    }

    /// Removes all marks without stamping them. Returns their fences.
    pub(super) fn take_fences(&mut self) -> Vec<F> {
        self.marks.drain(..).map(|(fence, _)| fence).collect()
    }

    /// Adds the newest mark.
    pub(super) fn push(&mut self, fence: F, stamp: Arc<Stamp>) {
        self.marks.push_back((fence, stamp));
    }

    /// Records that the oldest fence was unsignalled at `time`.
    pub(super) fn not_yet(&mut self, time: u64) {
        self.unsignalled = self.unsignalled.max(time);
    }

    /// Returns a number of oldest marks that are reached, given that the oldest is: all of them, or a lower bound found by halving. Fences
    /// are reached in order.
    pub(super) fn reached(&self, mut done: impl FnMut(&F) -> Option<bool>) -> usize {
        let mut number = self.marks.len();
        while number > 1 && self.marks.get(number - 1).and_then(|(fence, _)| done(fence)) != Some(true) {
            number /= 2;
        }
        number
    }

    /// Stamps a mark that was never pending, because its work is already done.
    pub(super) fn stamp_now(&mut self, stamp: &Stamp) {
        let now = clock::now();
        self.set(stamp, Reached { after: stamp.given, time: now, seen: now });
    }

    /// Stamps the `count` oldest marks, whose fences are signalled now, and removes them. `first` is when the oldest fence was signalled, if
    /// known.
    ///
    /// Marks that are found signalled together were reached one after another since the last poll. Their stamps are spread evenly over that
    /// time, which minimises the largest possible error. Stamping them all with the present time would make the work between them take 0.
    pub(super) fn stamp_oldest(&mut self, count: usize, first: Option<u64>) -> Vec<(F, Arc<Stamp>)> {
        let stamped: Vec<_> = self.marks.drain(..count.min(self.marks.len())).collect();
        let Some((_, oldest)) = stamped.first() else { return stamped };
        let seen = clock::now();
        let begin = oldest.given.max(self.unsignalled).max(self.last);
        let (begin, known) = match first {
            Some(first) => (first.clamp(begin, begin.max(seen)), 1),
            None => (begin, 0),
        };
        let between = seen.saturating_sub(begin);
        let parts = stamped.len() as u64;
        let after = if known == 1 { begin } else { self.unsignalled };
        for ((_, stamp), number) in stamped.iter().zip(1..) {
            // The first gets the beginning if its time is known; otherwise the last gets the end.
            let time = begin + (u128::from(between) * (number - known) / u128::from(parts)) as u64;
            self.set(stamp, Reached { after: after.max(stamp.given), time, seen });
        }
        stamped
    }

    /// Sets a stamp, later than all earlier marks' and not before the mark was issued.
    fn set(&mut self, stamp: &Stamp, reached: Reached) {
        let time = reached.time.max(stamp.given).max(self.last.saturating_add(1));
        let _ = stamp.reached.set(Reached { after: reached.after.min(time), time, seen: reached.seen.max(time) });
        self.last = time;
    }
}
