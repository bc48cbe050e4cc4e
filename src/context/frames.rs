//! The frames of a context as the report counts them.

use crate::clock::{self, now};
use core::sync::atomic::{AtomicU64, Ordering};
use glmeter_recording::{Frame, OpenFrame, OpenParts, Recording};

/// The number of swaps of this process times 4, plus the flags of the frame that began with the last one.
static SWAPS: AtomicU64 = AtomicU64::new(0);
/// The GPU time of the frame is measured.
const IS_TIMED: u64 = 1;
/// That of the next one probably too.
const IS_NEXT_TIMED: u64 = 2;

/// The frame that began with the last swap of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcessFrame {
    /// The number of swaps before it.
    number: u64,
    /// Its GPU time is measured.
    pub(crate) is_timed: bool,
    /// That of the next one probably too.
    is_next_timed: bool,
}

impl ProcessFrame {
    /// Returns it; `None` if no context has swapped.
    pub(crate) fn current() -> Option<Self> {
        let swaps = SWAPS.load(Ordering::Relaxed);
        let (number, has) = (swaps >> 2, |flag| swaps & flag != 0);
        (number > 0).then(|| Self { number, is_timed: has(IS_TIMED), is_next_timed: has(IS_NEXT_TIMED) })
    }

    /// Begins it after a swap.
    pub(crate) fn begin(is_timed: bool, is_next_timed: bool) {
        let flags = if is_timed { IS_TIMED } else { 0 } | if is_next_timed { IS_NEXT_TIMED } else { 0 };
        let next = |swaps: u64| Some(((swaps >> 2) + 1) << 2 | flags);
        let _ = SWAPS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }
}

/// The share of the frames' time that a [`Sample`] may cost: one four-hundredth.
const SHARE: u64 = 400;

/// Frames in which something is done that costs time: every one at the beginning, then so few that it costs less than [`SHARE`].
#[derive(Debug)]
pub(crate) struct Sample {
    /// The number of frames at the beginning.
    first: u64,
    /// The least and the greatest number of frames between two of them after that.
    skipped: [u64; 2],
    /// The number of frames so far.
    taken: u64,
    /// The number of frames before the next one.
    until_next: u64,
}

impl Sample {
    /// The frames whose passes, groups and programs are measured.
    const DETAILED: Self = Self { first: 3, skipped: [16, 1024], taken: 0, until_next: 0 };
    /// The frames whose GPU time is measured.
    const TIMED: Self = Self { first: 64, skipped: [0, 63], taken: 0, until_next: 0 };

    /// Returns true if the next frame shall be in the sample.
    pub(crate) fn is_due(&mut self) -> bool {
        let is_due = self.until_next == 0;
        self.until_next = self.until_next.saturating_sub(1);
        is_due
    }

    /// Returns true if the frame after the present one will be in the sample, as far as that is known.
    pub(crate) fn will_be_due(&self) -> bool {
        self.until_next == 0
    }

    /// Records what a frame in the sample cost: the time of glmeter's commands against the frame's own.
    pub(crate) fn add(&mut self, cost: u64, wall: u64) {
        self.taken += 1;
        if self.taken >= self.first {
            let [least, greatest] = self.skipped;
            self.until_next = (cost.saturating_mul(SHARE) / wall.max(1)).clamp(least, greatest);
        }
    }
}

/// The parts of a frame that no swap has ended yet: each ends with a command that waits for the GPU, or with a flush after some time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    /// The number of those that have ended.
    pub(crate) ended: u64,
    /// The number of those of them whose GPU time is not measured.
    pub(crate) skipped: u64,
    /// The next one is not measured.
    pub(crate) is_skipped: bool,
    /// The draws, dispatches and clears of the frame until the last one ended.
    pub(crate) work: u64,
    /// When it ended.
    last: u64,
    /// The frame of the process for whose parts it was last decided whether they are measured.
    of: Option<ProcessFrame>,
    /// When that was decided, and the time that glmeter had taken for the context's frame until then, nanoseconds.
    decided: [u64; 2],
}

impl Parts {
    /// The least time of a part that ends with a flush, nanoseconds: programs that wait for nothing may flush often.
    const LEAST: u64 = 5_000_000;
    /// The longest time of a frame of the program, nanoseconds: one that goes on may never end.
    const LONGEST: u64 = 1_000_000_000;
    /// The number of parts that a frame of a program that swaps hardly has.
    pub(crate) const MANY: u64 = 64;

    /// Returns true if a flush ends a part of a frame that began at a time.
    pub(crate) fn end_with_flush(&self, begin: u64) -> bool {
        now().saturating_sub(self.last.max(begin)) >= Self::LEAST
    }

    /// Ends a part with the draws, dispatches and clears of the frame so far; it is not measured if `is_skipped`.
    pub(crate) fn end(&mut self, work: u64, is_skipped: bool) {
        self.work = work;
        self.ended += 1;
        self.skipped += u64::from(is_skipped);
        self.last = now();
    }

    /// Follows a frame of the program, in which the context has a part: all of it is measured, or nothing.
    pub(crate) fn follow(&mut self, of: ProcessFrame) {
        (self.of, self.is_skipped, self.decided) = (Some(of), !of.is_timed, [now(), 0]);
    }

    /// Decides whether the next part is measured: each by itself or, in a frame `of` the program, those of the frame together. `sample` are the measured
    /// ones; `was_measured` says that the last one was, in a frame of the context that began at `begin`, and for which glmeter has taken `own_time` so far.
    pub(crate) fn decide(&mut self, of: Option<ProcessFrame>, sample: &mut Sample, was_measured: bool, begin: u64, own_time: u64) {
        let before = self.of;
        let is_same = of.zip(before).is_some_and(|(of, before)| before.number == of.number);
        if is_same && self.last.saturating_sub(self.decided[0]) < Self::LONGEST {
            return;
        }
        self.of = of;
        // The next part may end in the next frame, all of whose parts are measured then.
        let goes_on = was_measured && of.zip(before).is_some_and(|(of, before)| of.is_timed && !before.is_timed);
        if goes_on {
            return;
        }
        let [decided, own_before] = core::mem::replace(&mut self.decided, [self.last, own_time]);
        if was_measured {
            sample.add(own_time.saturating_sub(own_before), self.last.saturating_sub(decided.max(begin)));
        }
        self.is_skipped = !(sample.is_due() && of.is_none_or(|of| of.is_timed || of.is_next_timed));
    }

    /// Returns how they are shown.
    pub(crate) fn shown(&self) -> OpenParts {
        OpenParts { ended: self.ended, skipped: self.skipped, is_skipped: self.is_skipped }
    }
}

/// A place of the recording that shows an open frame.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    /// The recording.
    pub(crate) recording: &'static Recording,
    /// The number of the context in it.
    pub(crate) context: usize,
    /// The place.
    pub(crate) place: &'static OpenFrame,
}

/// The state of a context's frames.
pub(crate) struct Frames {
    /// The number of the context in the recording, once it is known there; `Some(None)` if there is no room for it.
    pub(crate) context: Option<Option<usize>>,
    /// The frame that has begun; its number is that of the next.
    pub(crate) open: Frame,
    /// The frame has begun.
    pub(crate) is_open: bool,
    /// Where its counts are shown while it is open, if it is recorded.
    pub(crate) shown: Option<Shown>,
    /// The context draws to memory of the program: its frames end without a swap.
    pub(crate) in_memory: bool,
    /// The GPU time of the frame that ends will come; from its end to that of its swap.
    pub(crate) is_timed: bool,
    /// Its parts.
    pub(crate) parts: Parts,
    /// How long its releases have waited for results, nanoseconds.
    pub(crate) waited: u64,
    /// The context has done work that no swap followed, so that its first frame is over.
    pub(crate) had_rest: bool,
    /// Those whose passes, groups and programs are measured.
    pub(crate) detailed: Sample,
    /// Those whose GPU time is measured.
    pub(crate) timed: Sample,
}

impl Default for Frames {
    fn default() -> Self {
        Self {
            context: None,
            open: Frame::default(),
            is_open: false,
            shown: None,
            in_memory: false,
            is_timed: false,
            parts: Parts::default(),
            waited: 0,
            had_rest: false,
            detailed: Sample::DETAILED,
            timed: Sample::TIMED,
        }
    }
}

impl Frames {
    /// Begins a frame now, unless one has begun. [`Frame::cpu`] and [`Frame::process_cpu`] are the clocks' times until its end.
    pub(crate) fn begin(&mut self) {
        if self.is_open {
            return;
        }
        self.is_open = true;
        self.open =
            Frame { number: self.open.number, begin: now(), cpu: clock::of_thread(), process_cpu: clock::of_process(), ..Frame::default() };
    }

    /// Shows the counts of the frame that has begun in the recording from now on, as those of the context of a number; in none for `None`.
    pub(crate) fn show(&mut self, recording: &'static Recording, context: Option<usize>) {
        if let Some(before) = self.shown.take() {
            before.place.close();
        }
        let place = context.and_then(|context| Some((context, recording.open_frame(context)?)));
        self.shown = place.map(|(context, place)| {
            place.begin(self.open.number, self.open.begin);
            Shown { recording, context, place }
        });
    }

    /// Records when the swap of the frame begins.
    pub(crate) fn begin_swap(&mut self) {
        self.open.swap = now();
    }

    /// Ends the frame after its swap and begins the next. Returns the one that ended.
    pub(crate) fn end(&mut self) -> Frame {
        self.open.number += 1;
        let ended = self.end_without_swap();
        Frame { number: ended.number.saturating_sub(1), ..ended }
    }

    /// Ends a frame whose buffers are not swapped, and begins again. Returns what has ended.
    pub(crate) fn end_without_swap(&mut self) -> Frame {
        let before = self.open;
        self.parts = Parts::default();
        self.is_open = false;
        self.begin();
        Frame {
            end: self.open.begin,
            swap: if before.swap == 0 { 0 } else { self.open.begin.saturating_sub(before.swap) },
            cpu: self.open.cpu.saturating_sub(before.cpu),
            process_cpu: self.open.process_cpu.saturating_sub(before.process_cpu),
            ..before
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of the frames in a sample, each of which costs `cost` of `wall`.
    fn frames_of(mut sample: Sample, cost: u64, wall: u64) -> Vec<u64> {
        let mut take = |_: &u64| {
            let is_due = sample.is_due();
            if is_due {
                sample.add(cost, wall);
            }
            is_due
        };
        (0..5000).filter(|number| take(number)).collect()
    }

    #[test]
    fn frames_become_rare_where_they_cost_much() {
        let period = |sample: Sample, cost, wall| {
            let first = sample.first as usize;
            let frames = frames_of(sample, cost, wall);
            assert_eq!(frames[first - 1], first as u64 - 1, "each frame at the beginning");
            frames[first + 1] - frames[first]
        };
        let detailed = |cost, wall| period(Sample::DETAILED, cost, wall);
        assert_eq!((detailed(1_000, 1_000_000), detailed(100_000, 1_000_000), detailed(9, 10)), (17, 41, 361));
        assert_eq!(detailed(1_000_000, 10), 1025);
        let timed = |cost, wall| period(Sample::TIMED, cost, wall);
        assert_eq!((timed(1_000, 1_000_000), timed(24_000, 400_000), timed(9, 10)), (1, 25, 64));
    }

    /// Each frame of the program has ten parts of a context that does not swap.
    #[test]
    fn parts_are_measured_in_whole_frames_of_the_program() {
        let frame = |number, is_timed, is_next_timed| ProcessFrame { number, is_timed, is_next_timed };
        let mut parts = Parts::default();
        // One measured frame in so many.
        let mut sample = Sample { first: 0, skipped: [2, 2], taken: 0, until_next: 0 };
        parts.follow(frame(1, true, false));
        let mut measured = |of: ProcessFrame| -> String {
            let part = |_| {
                let is_skipped = parts.is_skipped;
                parts.end(0, is_skipped);
                parts.decide(Some(of), &mut sample, !is_skipped, 0, 0);
                if is_skipped { '-' } else { '+' }
            };
            (0..4).map(part).collect()
        };
        assert_eq!(measured(frame(1, true, false)), "++++");
        // Of each frame, the first part began in the one before.
        assert_eq!(measured(frame(2, false, true)), "+---", "two frames are left out");
        assert_eq!(measured(frame(3, true, false)), "----");
        assert_eq!(measured(frame(4, false, false)), "----", "that of the program is not measured");
        assert_eq!(measured(frame(5, false, true)), "-+++", "the next one is");
        assert_eq!(measured(frame(6, true, false)), "++++");
        assert_eq!(measured(frame(7, false, true)), "+---");
        // The program swaps no more.
        sample.until_next = 0;
        parts.decided[0] = parts.decided[0].saturating_sub(Parts::LONGEST);
        parts.end(0, true);
        parts.decide(Some(frame(7, true, false)), &mut sample, false, 0, 0);
        assert_eq!(parts.shown(), OpenParts { ended: 29, skipped: parts.skipped, is_skipped: false });
    }

    #[test]
    fn a_frame_has_the_times_between_two_swaps() {
        let mut frames = Frames::default();
        frames.begin();
        let begun = frames.open.begin;
        frames.begin();
        assert_eq!(frames.open.begin, begun, "a frame begins once");
        frames.begin_swap();
        let first = frames.end();
        assert_eq!((first.number, first.begin, first.end, frames.open.number), (0, begun, frames.open.begin, 1));
        assert!(first.swap <= first.wall() && first.cpu <= first.process_cpu + 1_000_000);
        assert_eq!(frames.end().swap, 0, "no swap was seen to begin");
    }
}
