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
mod tests {
    use super::*;

    /// Marks whose fences are their own numbers; a fence is signalled once its number is below the argument of [`Rig::look`].
    #[derive(Default)]
    struct Rig {
        marks: PendingMarks<u64>,
        stamps: Vec<Arc<Stamp>>,
    }

    impl Rig {
        /// Adds marks issued at these times, with equal gaps; a negative one is adjacent to the mark before.
        fn given<const N: usize>(times: [i64; N]) -> Self {
            let mut rig = Self::default();
            times.into_iter().for_each(|time| rig.push(time));
            rig
        }

        fn push(&mut self, given: i64) {
            let stamp = Arc::new(Stamp::given_at(given.unsigned_abs()));
            self.marks.push(self.stamps.len() as u64, Arc::clone(&stamp), u64::from(given > 0));
            self.stamps.push(stamp);
        }

        /// A thread begins to wait for the oldest mark for which none waits.
        fn wait(&mut self) -> u64 {
            self.marks.oldest_unwaited().expect("an unreached mark").0
        }

        /// That thread is woken at `seen`, `delay` after the fence was signalled.
        fn woken(&mut self, number: u64, unsignalled: u64, seen: u64, delay: u64) {
            let ended = Ended { how: Waited::Done, unsignalled, signalled: Some(seen - delay), begun: unsignalled, seen };
            assert!(!self.marks.ended(number, &ended));
        }

        /// A thread looks at the fences at `now`, when the first `reached` are signalled.
        fn look(&mut self, now: u64, reached: u64) {
            self.marks.look(|| now, |fence| Some(*fence < reached));
        }

        /// Stamps at `now` with a patience of 1000, and returns all times so far.
        fn times(&mut self, now: u64) -> Vec<u64> {
            self.marks.stamp_reached(now, 1000);
            self.stamps.iter().filter_map(|stamp| stamp.time()).collect()
        }
    }

    #[test]
    fn marks_without_work_between_them_get_the_time_of_the_first() {
        // Five scopes end after the same work. The thread that waits for the first is woken at 5000, and looks at the others 300 later.
        let mut rig = Rig::given([10, -11, -12, -13, -14]);
        let waited = rig.wait();
        rig.woken(waited, 20, 5000, 0);
        rig.look(5300, 5);
        assert_eq!(rig.times(5300), [5000, 5001, 5002, 5003, 5004], "in order, one nanosecond apart");
    }

    #[test]
    fn a_mark_waits_for_the_thread_that_knows_its_time() {
        let mut rig = Rig::given([10, -11]);
        let waited = rig.wait();
        rig.look(5_000_300, 2);
        assert!(rig.times(5_000_300).is_empty(), "the application's thread is faster after a glFinish, and knows less");
        rig.woken(waited, 20, 5_000_900, 900);
        assert_eq!(rig.times(5_000_900), [5_000_000, 5_000_001], "the thread ran 900 after the fence was signalled");
    }

    #[test]
    fn a_mark_does_not_wait_for_a_thread_that_knows_no_more() {
        let mut rig = Rig::given([10]);
        rig.wait();
        rig.look(5_000_000, 0);
        rig.look(5_010_000, 1);
        assert_eq!(rig.times(5_010_000), [5_010_000], "polled in between");
    }

    #[test]
    fn a_mark_does_not_wait_for_ever() {
        let mut rig = Rig::given([10]);
        rig.wait();
        rig.look(5_000_000, 1);
        assert!(rig.times(5_000_999).is_empty());
        assert_eq!(rig.times(5_001_000), [5_000_000], "no later than it was seen");
        rig.woken(0, 20, 9_000_000, 0);
        assert_eq!(rig.times(9_000_000), [5_000_000], "a late report changes nothing");
    }

    #[test]
    fn a_fence_is_signalled_no_later_than_those_after_it() {
        let mut rig = Rig::given([10, 11]);
        let (first, second) = (rig.wait(), rig.wait());
        rig.woken(second, 20, 80_000, 0);
        assert!(rig.times(80_000).is_empty());
        rig.woken(first, 20, 90_000, 0);
        assert_eq!(rig.times(90_000), [80_000, 80_001]);
    }

    #[test]
    fn work_in_sequence_of_which_each_end_was_waited_for_is_exact() {
        let mut rig = Rig::given([10, 11, 12]);
        for (seen, delay, time) in [(1100, 100, 1000), (3500, 500, 3000), (6001, 1, 6000)] {
            let waited = rig.wait();
            rig.woken(waited, 20, seen, delay);
            assert_eq!(rig.times(seen).last(), Some(&time));
        }
    }

    #[test]
    fn unknown_times_divide_the_time_between_known_ones() {
        let mut rig = Rig::given([10, 11, -12, 13, 14]);
        let waited = rig.wait();
        rig.woken(waited, 20, 4000, 3000);
        // The thread ran late. Next it waits for the last mark.
        rig.look(4000, 4);
        let waited = rig.wait();
        rig.woken(waited, 4010, 7000, 0);
        assert_eq!(rig.times(7000), [1000, 2000, 2001, 3000, 7000], "two marks that may have work before them, between 1000 and 4000");
    }

    #[test]
    fn a_time_is_not_before_the_fence_was_seen_unsignalled() {
        // Three slices of waiting, in which no thread saw it signalled; then a poll does.
        let mut rig = Rig::given([10, -11]);
        for unsignalled in [20_000, 40_000, 60_000] {
            let number = rig.wait();
            rig.marks.ended(number, &Ended { how: Waited::NotYet, unsignalled, signalled: None, begun: unsignalled, seen: unsignalled });
        }
        rig.look(61_000, 2);
        assert_eq!(rig.times(61_000), [61_000, 61_001]);
        assert!(rig.stamps.iter().all(|stamp| stamp.reached().is_some_and(|reached| reached.after >= 60_000)));
    }

    #[test]
    fn a_mark_that_seemed_adjacent_and_was_reached_later_is_not() {
        let mut rig = Rig::given([10, -11]);
        let waited = rig.wait();
        rig.woken(waited, 20, 1000, 0);
        rig.look(1010, 1);
        assert_eq!(rig.times(1010), [1000]);
        rig.look(3000, 1);
        rig.look(3200, 2);
        assert_eq!(rig.times(3200), [1000, 3200]);
    }

    #[test]
    fn what_is_known_of_a_mark_is_known_of_the_adjacent_one() {
        // The thread that waited for the first mark may have waited for a core before, too, and looks at the second 25 later.
        let ended = Ended { how: Waited::Done, unsignalled: 12_000, signalled: None, begun: 20, seen: 15_946 };
        let mut rig = Rig::given([10, -11]);
        let waited = rig.wait();
        rig.marks.ended(waited, &ended);
        rig.look(15_971, 1);
        rig.look(15_974, 2);
        assert_eq!(rig.times(15_974), [15_946, 15_971], "the second one was seen unsignalled after that");
        // As before; a mark that is not adjacent follows.
        let mut rig = Rig::given([10, -11, 12]);
        let waited = rig.wait();
        rig.look(15_922, 0);
        rig.marks.ended(waited, &Ended { unsignalled: 14_401, seen: 15_926, ..ended });
        rig.marks.look(|| 15_925, |fence| Some(*fence < 1));
        rig.look(15_945, 3);
        assert_eq!(rig.times(15_945), [15_926, 15_927, 15_945]);
    }

    #[test]
    fn marks_that_few_commands_separate_are_near_each_other() {
        let mut rig = Rig::given([10]);
        for (given, gap) in [(10_000, 1000), (10_010, 10), (10_020, 10)] {
            let stamp = Arc::new(Stamp::given_at(given));
            rig.marks.push(rig.stamps.len() as u64, Arc::clone(&stamp), gap);
            rig.stamps.push(stamp);
        }
        let waited = rig.wait();
        rig.woken(waited, 20, 11_000, 0);
        rig.look(61_000, 4);
        rig.push(70_000);
        let waited = rig.wait();
        rig.woken(waited, 61_500, 71_000, 0);
        assert_eq!(rig.times(71_000)[..4], [11_000, 35_752, 36_000, 36_247]);
    }

    #[test]
    fn a_thread_that_was_woken_before_the_fence_was_signalled_does_not_tell_when_that_was() {
        // A driver wakes threads for each part of the work that is done. The thread runs again when all of it is.
        let mut rig = Rig::given([10]);
        let waited = rig.wait();
        rig.look(5_068_000, 0);
        rig.look(5_096_000, 1);
        rig.woken(waited, 20, 9_000_000, 9_000_000 - 4_680_000);
        assert_eq!(rig.times(9_000_000), [5_096_000]);
    }

    #[test]
    fn marks_found_together_after_idle_time_lie_between_the_issue_and_the_look() {
        let mut rig = Rig::given([1000, 2000]);
        rig.look(5000, 2);
        assert_eq!(rig.times(5000), [3000, 5000]);
        rig.push(9000);
        rig.look(9500, 3);
        assert_eq!(rig.times(9500), [3000, 5000, 9500]);
    }

    #[test]
    fn each_thread_waits_for_a_mark_of_its_own() {
        let mut rig = Rig::given([10, 11, 12]);
        assert_eq!((rig.wait(), rig.wait()), (0, 1));
        assert_eq!(rig.marks.oldest(1), Some((0, 0)), "the application's thread waits for the oldest");
        rig.look(100, 1);
        assert_eq!(rig.marks.oldest(0), None, "it is reached");
        assert_eq!(rig.wait(), 2);
    }

    #[test]
    fn a_look_asks_for_few_fences() {
        let mut rig = Rig::given([1; 1000]);
        for (reached, most) in [(0, 1), (1000, 2), (1000, 0)] {
            let mut asked = 0;
            rig.marks.look(
                || 5,
                |fence| {
                    asked += 1;
                    Some(*fence < reached)
                },
            );
            assert!(asked <= most, "{asked} of 1000 fences");
        }
    }

    #[test]
    fn a_failed_fence_is_reached_and_told_once() {
        let mut rig = Rig::given([10, 11]);
        let failed = Ended { how: Waited::Failed, unsignalled: 0, signalled: None, begun: 0, seen: 50 };
        let (first, again) = (rig.wait(), rig.marks.oldest(0).expect("the same").0);
        assert!(rig.marks.ended(first, &failed));
        assert!(!rig.marks.ended(again, &failed));
        assert_eq!(rig.times(60), [50]);
    }
}
