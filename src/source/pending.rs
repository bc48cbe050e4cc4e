//! The marks of a context whose work goes on, and the times that they get once it is done.
//!
//! Fences are signalled in order, but are looked at now and then: a thread that was blocked on one knows when it was signalled, and every
//! look bounds the others. A mark gets, in this order of preference:
//!
//! 1. the time at which a thread that was blocked on its fence was woken. If such a thread has not run yet, the mark waits for it;
//! 2. the time of the mark before it, if no command can have come between the two: between marks without work no time passes;
//! 3. a time between its bounds. Several such marks divide the time between two known ones evenly, which makes the largest possible error
//!    the smallest; those that few commands can separate are nearer to each other.

use super::stamp::{Reached, Stamp};
use super::waits::Ended;
use crate::driver::fence::Waited;
use std::collections::VecDeque;
use std::sync::Arc;

/// The distance of bounds that are as good as the report of a thread that was blocked on the fence, nanoseconds. On a busy machine such a thread may
/// need milliseconds until it reports.
const TIGHT: u64 = 50_000;

/// A mark without a time.
struct Pending<F> {
    fence: F,
    stamp: Arc<Stamp>,
    /// A measure of the commands between the mark and the one before; 0 if none can have come between the two.
    gap: u64,
    /// The number of threads that wait for the fence.
    waiting: u32,
    /// When the fence was last seen unsignalled; 0 if never.
    unsignalled: u64,
    /// When the fence was signalled, according to a thread that was blocked on it.
    signalled: Option<u64>,
    /// When the fence was first seen signalled; `None` for an unreached mark.
    seen: Option<u64>,
}

/// What is known of the time of a mark for whose fence no thread was blocked.
struct Bounds {
    /// A measure of the commands since the mark before, if time can have passed since.
    gap: u64,
    /// The fence was unsignalled at this time.
    least: u64,
    /// The fence was signalled at this time.
    most: u64,
}

/// The marks of a context that have no time yet, oldest first, each with its fence.
pub(super) struct PendingMarks<F> {
    marks: VecDeque<Pending<F>>,
    /// The number of the oldest mark: marks are numbered in their order.
    first: u64,
    /// The number of oldest marks that were seen reached.
    reached: usize,
    /// The last stamp.
    last: u64,
    /// The last stamp is the time at which its fence was signalled, and not one between bounds.
    last_is_known: bool,
}

impl<F> Default for PendingMarks<F> {
    fn default() -> Self {
        Self { marks: VecDeque::new(), first: 0, reached: 0, last: 0, last_is_known: false }
    }
}

impl<F: Clone> PendingMarks<F> {
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

    /// Returns true if every mark was seen reached.
    pub(super) fn are_reached(&self) -> bool {
        self.reached == self.marks.len()
    }

    /// Removes all marks without stamping them. Returns their fences.
    pub(super) fn take_fences(&mut self) -> Vec<F> {
        self.first += self.marks.len() as u64;
        self.reached = 0;
        self.marks.drain(..).map(|mark| mark.fence).collect()
    }

    /// Adds the newest mark. `gap` is a measure of the commands between it and the mark before; 0 if none can have come between the two.
    pub(super) fn push(&mut self, fence: F, stamp: Arc<Stamp>, gap: u64) {
        stamp.set_number(self.first + self.marks.len() as u64);
        self.marks.push_back(Pending { fence, stamp, gap, waiting: 0, unsignalled: 0, signalled: None, seen: None });
    }

    /// Returns the fence of the newest mark.
    pub(super) fn newest(&self) -> Option<F> {
        self.marks.back().map(|mark| mark.fence.clone())
    }

    /// Returns the number and the fence of the oldest unreached mark, for which the calling thread will wait: [`Self::ended`] must follow.
    /// Returns `None` if it is newer than the mark of the number `newest`.
    pub(super) fn oldest(&mut self, newest: u64) -> Option<(u64, F)> {
        let number = self.first + self.reached as u64;
        (number <= newest).then(|| self.wait_for(self.reached))?
    }

    /// Does [`Self::oldest`] with the oldest unreached mark for which no thread waits.
    pub(super) fn oldest_unwaited(&mut self) -> Option<(u64, F)> {
        let at = (self.reached..self.marks.len()).find(|at| self.marks.get(*at).is_some_and(|mark| mark.waiting == 0))?;
        self.wait_for(at)
    }

    /// Counts a thread that waits for a mark. Returns its number and fence.
    fn wait_for(&mut self, at: usize) -> Option<(u64, F)> {
        let mark = self.marks.get_mut(at)?;
        mark.waiting += 1;
        Some((self.first + at as u64, mark.fence.clone()))
    }

    /// Records the end of a thread's wait for the mark of a number, which may be stamped by now. Returns true if the mark's fence failed and was
    /// not seen reached before.
    pub(super) fn ended(&mut self, number: u64, ended: &Ended) -> bool {
        let Some(at) = number.checked_sub(self.first).and_then(|at| usize::try_from(at).ok()) else { return false };
        let Some(mark) = self.marks.get_mut(at) else { return false };
        mark.waiting = mark.waiting.saturating_sub(1);
        mark.unsignalled = mark.unsignalled.max(ended.unsignalled);
        if ended.how == Waited::NotYet {
            return false;
        }
        let new = mark.seen.is_none();
        if let Some(signalled) = ended.signalled {
            // A thread that was blocked on a lock of the driver, and not on the fence, tells too early a time.
            mark.signalled = Some(mark.signalled.map_or(signalled, |known| known.max(signalled)));
        }
        mark.seen = Some(mark.seen.map_or(ended.seen, |seen| seen.min(ended.seen)));
        self.reach(at + 1, ended.seen);
        new && ended.how == Waited::Failed
    }

    /// Records that the `count` oldest marks were seen reached.
    fn reach(&mut self, count: usize, seen: u64) {
        for mark in self.marks.range_mut(self.reached.min(count)..count) {
            mark.seen.get_or_insert(seen);
        }
        self.reached = self.reached.max(count);
    }

    /// Looks which fences are signalled: the oldest, the newest, and then by halving, since they are signalled in order. `done` returns `None`
    /// if that is unknown.
    pub(super) fn look(&mut self, now: impl Fn() -> u64, mut done: impl FnMut(&F) -> Option<bool>) {
        let (mut reached, mut unreached) = (self.reached, self.marks.len());
        let mut at = reached;
        let mut newest = true;
        while reached < unreached {
            let before = now();
            let Some(mark) = self.marks.get_mut(at) else { break };
            match done(&mark.fence) {
                Some(true) => reached = at + 1,
                answer => {
                    if answer == Some(false) {
                        mark.unsignalled = mark.unsignalled.max(before);
                    }
                    unreached = at;
                }
            }
            at = if core::mem::take(&mut newest) { unreached.saturating_sub(1) } else { usize::midpoint(reached, unreached) };
        }
        self.reach(reached, now());
    }

    /// Asks the fences of the reached marks when they were signalled, which some drivers know better than any thread that waits for them.
    pub(super) fn tell(&mut self, told: impl Fn(&F) -> Option<u64>) {
        for mark in self.marks.iter_mut().take(self.reached) {
            let is_possible = |signalled: &u64| mark.seen.is_some_and(|seen| *signalled <= seen);
            if let Some(signalled) = told(&mark.fence).filter(is_possible) {
                mark.signalled = Some(signalled);
                mark.unsignalled = mark.unsignalled.min(signalled);
            }
        }
    }

    /// Stamps the reached marks, oldest first, and removes them; `now` is the present time. Leaves a mark for whose fence a thread still waits,
    /// for at most `patience` nanoseconds, and those before it that its time bounds.
    pub(super) fn stamp_reached(&mut self, now: u64, patience: u64) -> Vec<(F, Arc<Stamp>)> {
        // A thread woken while the fence was unsignalled was woken for something else.
        for mark in self.marks.iter_mut().take(self.reached) {
            mark.signalled = mark.signalled.filter(|signalled| *signalled >= mark.unsignalled);
        }
        let is_awaited = |mark: &Pending<F>| {
            let knows_more = |seen: u64| seen.saturating_sub(mark.unsignalled.max(mark.stamp.given())) > TIGHT;
            let is_late = |seen: u64| now.saturating_sub(seen) >= patience;
            mark.waiting > 0 && mark.signalled.is_none() && mark.seen.is_some_and(|seen| knows_more(seen) && !is_late(seen))
        };
        let mut count = self.marks.iter().take(self.reached).position(is_awaited).unwrap_or(self.reached);
        if count < self.reached {
            count -= self.marks.range(..count).rev().take_while(|mark| mark.signalled.is_none()).count();
        }
        self.first += count as u64;
        self.reached -= count;
        let stamped: Vec<_> = self.marks.drain(..count).collect();
        self.stamp_all(&stamped);
        stamped.into_iter().map(|mark| (mark.fence, mark.stamp)).collect()
    }

    /// Stamps reached marks.
    fn stamp_all(&mut self, marks: &[Pending<F>]) {
        // A fence is signalled no later than those after it.
        let mut latest: Vec<u64> = marks.iter().map(|mark| mark.signalled.or(mark.seen).unwrap_or(u64::MAX)).collect();
        for at in (1..latest.len()).rev() {
            latest[at - 1] = latest[at - 1].min(latest[at]);
        }
        let mut at = 0;
        while at < marks.len() {
            let unknown = marks[at..].iter().take_while(|mark| mark.signalled.is_none()).count();
            self.stamp_between(&marks[at..at + unknown], &latest[at..at + unknown], marks.get(at + unknown).zip(latest.get(at + unknown)));
            at += unknown;
            if let Some((mark, signalled)) = marks.get(at).zip(latest.get(at)) {
                self.set(mark, *signalled, *signalled);
                self.last_is_known = true;
                at += 1;
            }
        }
    }

    /// Stamps marks for whose fences no thread was blocked. `latest` are their upper bounds, `next` the mark after them and its time.
    fn stamp_between(&mut self, marks: &[Pending<F>], latest: &[u64], next: Option<(&Pending<F>, &u64)>) {
        let Some((oldest, last)) = marks.first().zip(latest.last()) else { return };
        let bounds = self.bounds(marks, latest);
        let begin = self.last.max(oldest.stamp.given()).max(bounds.first().map_or(0, |bounds| bounds.least));
        let begin_is_known = self.last_is_known && begin == self.last;
        // The sum of the gaps up to each mark.
        let mut gaps = 0_u64;
        let sums = bounds.iter().map(|bounds| {
            gaps = gaps.saturating_add(bounds.gap);
            gaps
        });
        let sums: Vec<_> = sums.collect();
        let (end, all) = match next {
            Some((mark, time)) if time <= last => (*time, gaps.saturating_add(mark.gap)),
            // If the beginning is a bound like the others, the last mark was reached when it was seen. Otherwise it was seen by the thread that
            // tells the beginning, soon after that.
            _ if begin_is_known => (*last, gaps.saturating_add(bounds.iter().map(|bounds| bounds.gap).max().unwrap_or(0).max(1))),
            _ => (*last, gaps),
        };
        let between = u128::from(end.saturating_sub(begin));
        let times = sums.into_iter().map(|sum| begin + (between * u128::from(sum) / u128::from(all.max(1))) as u64);
        for ((mark, time), bounds) in marks.iter().zip(times).zip(bounds) {
            self.set(mark, time.max(bounds.least).min(bounds.most), begin);
            self.last_is_known = false;
        }
    }

    /// Returns what is known of the times of marks whose upper bounds are `latest`.
    fn bounds(&self, marks: &[Pending<F>], latest: &[u64]) -> Vec<Bounds> {
        let of = |(mark, most): (&Pending<F>, &u64)| Bounds { gap: mark.gap, least: mark.unsignalled, most: *most };
        let mut bounds: Vec<_> = marks.iter().zip(latest).map(of).collect();
        // Time passed before a mark that was seen unsignalled when the stamped mark before was already reached.
        if let Some(first) = bounds.first_mut().filter(|first| self.last_is_known && first.least > self.last) {
            first.gap = first.gap.max(1);
        }
        // No time passes between adjacent marks: what is known of one is known of the other. If a mark was seen unsignalled when the one before was
        // already reached, as little time passed between them as is possible.
        for at in (1..bounds.len()).rev().filter(|at| marks[*at].gap == 0) {
            bounds[at - 1].least = bounds[at - 1].least.max(bounds[at].least.min(bounds[at - 1].most));
        }
        for at in (1..bounds.len()).filter(|at| marks[*at].gap == 0) {
            bounds[at].most = bounds[at].most.min(bounds[at - 1].most.max(bounds[at].least));
        }
        bounds
    }

    /// Stamps a mark that was never pending, because its work is already done.
    pub(super) fn stamp_now(&mut self, stamp: &Stamp, now: u64) {
        self.stamp_seen(stamp, stamp.given(), now);
    }

    /// Stamps a mark that was never pending, because the thread has waited until its work was done.
    pub(super) fn stamp_ended(&mut self, stamp: &Stamp, ended: &Ended) {
        self.stamp_seen(stamp, ended.unsignalled.max(stamp.given()), ended.seen);
    }

    /// Stamps a mark with the time at which it was seen reached; it was not before another time.
    fn stamp_seen(&mut self, stamp: &Stamp, after: u64, seen: u64) {
        let time = seen.max(stamp.given()).max(self.last.saturating_add(1));
        stamp.set(Reached { after: after.min(time), time, seen: time });
        (self.last, self.last_is_known) = (time, true);
    }

    /// Sets a mark's stamp: later than all earlier marks', not before the mark was issued, and not before its fence was seen unsignalled.
    fn set(&mut self, mark: &Pending<F>, time: u64, after: u64) {
        let time = time.max(mark.stamp.given()).max(mark.unsignalled).max(self.last.saturating_add(1));
        let after = after.max(mark.stamp.given()).max(mark.unsignalled).min(time);
        mark.stamp.set(Reached { after, time, seen: mark.seen.unwrap_or(time).max(time) });
        self.last = time;
    }
}

#[cfg(test)]
mod tests;
