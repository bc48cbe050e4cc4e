//! The frames of a context as the report counts them.

use crate::clock::{self, now};
use glmeter_recording::{Frame, OpenFrame, Recording};

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
    /// When it ended, and the time that glmeter had taken for the frame until then, nanoseconds.
    pub(crate) last: [u64; 2],
}

impl Parts {
    /// The least time of a part that ends with a flush, nanoseconds: programs that wait for nothing may flush often.
    const LEAST: u64 = 5_000_000;
    /// The number of parts that a frame of a program that swaps hardly has.
    pub(crate) const MANY: u64 = 64;

    /// Returns true if a flush ends a part of a frame that began at a time.
    pub(crate) fn end_with_flush(&self, begin: u64) -> bool {
        now().saturating_sub(self.last[0].max(begin)) >= Self::LEAST
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
