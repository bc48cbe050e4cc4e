//! The times of marks, with a rig whose fences are signalled by number.

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
fn a_time_that_the_driver_tells_is_better_than_what_any_thread_knows() {
    let mut rig = Rig::given([10, 20, 30]);
    let waited = rig.wait();
    // The thread was woken for something else first, and thinks that the fence was unsignalled until 4800.
    rig.woken(waited, 4800, 5000, 100);
    rig.look(5300, 3);
    rig.marks.tell(|fence| [Some(1000), None, Some(6000)][*fence as usize]);
    assert_eq!(rig.times(1_000_000), [1000, 2433, 3866], "the last is told a time after it was seen, which is that of something else");
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
