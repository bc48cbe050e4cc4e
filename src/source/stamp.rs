//! Stamps: when the work before a mark was done, and how exactly that is known.

use crate::clock;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// When the work before a mark was done, nanoseconds of [`clock::now`]: some time after `after`, and not after `seen`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The mark was given, or its fence last seen unsignalled, at this time.
    pub after: u64,
    /// The most likely time.
    pub time: u64,
    /// The fence was seen signalled at this time.
    pub seen: u64,
}

impl Reached {
    /// Returns how far `time` can be from the truth, nanoseconds.
    pub fn uncertainty(&self) -> u64 {
        self.seen.saturating_sub(self.time).max(self.time.saturating_sub(self.after))
    }

    /// Returns the time from `begin` to this and how far it can be from the truth, nanoseconds.
    pub fn since(&self, begin: &Self) -> (u64, u64) {
        let span = self.time.saturating_sub(begin.time);
        let (least, most) = (self.after.saturating_sub(begin.seen), self.seen.saturating_sub(begin.after));
        (span, span.saturating_sub(least).max(most.saturating_sub(span)))
    }
}

/// The time at which the work before a mark was done.
#[derive(Debug, Default)]
pub struct Stamp {
    given: u64,
    reached: OnceLock<Reached>,
}

impl Stamp {
    /// Returns the stamp of a mark that is given now.
    pub fn given_now() -> Self {
        Self { given: clock::now(), reached: OnceLock::new() }
    }

    /// Returns the time in nanoseconds of [`clock::now`]; none while the work goes on.
    pub fn time(&self) -> Option<u64> {
        self.reached().map(|reached| reached.time)
    }

    /// Returns the time and how exactly it is known; none while the work goes on.
    pub fn reached(&self) -> Option<Reached> {
        self.reached.get().copied()
    }
}

/// The marks of a context that are not stamped, oldest first, each with its fence.
pub(super) struct Outstanding<F> {
    marks: VecDeque<(F, Arc<Stamp>)>,
    /// The last stamp.
    last: u64,
    /// When the oldest fence was last seen unsignalled, and with it every other.
    unsignalled: u64,
}

impl<F> Default for Outstanding<F> {
    fn default() -> Self {
        Self { marks: VecDeque::new(), last: 0, unsignalled: 0 }
    }
}

impl<F> Outstanding<F> {
    /// Continues where another queue of the same context ended: its stamps stay earlier than any from here.
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

    /// Returns the oldest mark.
    pub(super) fn oldest(&self) -> Option<&F> {
        self.marks.front().map(|(fence, _)| fence)
    }

    /// Takes the fences of all marks, which are never stamped.
    pub(super) fn take_fences(&mut self) -> Vec<F> {
        self.marks.drain(..).map(|(fence, _)| fence).collect()
    }

    /// Adds the newest mark.
    pub(super) fn push(&mut self, fence: F, stamp: Arc<Stamp>) {
        self.marks.push_back((fence, stamp));
    }

    /// Notes that the oldest fence was unsignalled at `time`.
    pub(super) fn not_yet(&mut self, time: u64) {
        self.unsignalled = self.unsignalled.max(time);
    }

    /// Returns how many of the oldest marks are reached, the oldest being so: fences are reached in their order. A part of
    /// them, if not all.
    pub(super) fn reached(&self, mut done: impl FnMut(&F) -> Option<bool>) -> usize {
        let mut number = self.marks.len();
        while number > 1 && self.marks.get(number - 1).and_then(|(fence, _)| done(fence)) != Some(true) {
            number /= 2;
        }
        number
    }

    /// Stamps a mark that was never outstanding: its work is done now.
    pub(super) fn stamp_now(&mut self, stamp: &Stamp) {
        let now = clock::now();
        self.set(stamp, Reached { after: stamp.given, time: now, seen: now });
    }

    /// Stamps the `count` oldest marks, whose fences are signalled now, and removes them. `first` is when the oldest one's fence
    /// was signalled, if that is known.
    ///
    /// Marks that are found signalled together became so one after the other since the last look. They are spread evenly over
    /// that time, which is wrong by the least at worst. The time of the look for all of them would make nothing of the work
    /// between them.
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
            // The first, where its time is known, stands at the beginning; otherwise the last stands at the end.
            let time = begin + (u128::from(between) * (number - known) / u128::from(parts)) as u64;
            self.set(stamp, Reached { after: after.max(stamp.given), time, seen });
        }
        stamped
    }

    /// Sets a stamp. No mark may reach or exceed one that was given later, nor be earlier than it was given.
    fn set(&mut self, stamp: &Stamp, reached: Reached) {
        let time = reached.time.max(stamp.given).max(self.last.saturating_add(1));
        let _ = stamp.reached.set(Reached { after: reached.after.min(time), time, seen: reached.seen.max(time) });
        self.last = time;
    }
}
