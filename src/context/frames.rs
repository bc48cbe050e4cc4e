//! The frames of a context as the report counts them.

use crate::clock::{self, now};
use crate::gl::GLuint;
use glmeter_recording::Frame;

/// The least number of frames from one detailed frame to the next, after the first few.
const LEAST_PERIOD: u64 = 16;
/// The greatest.
const GREATEST_PERIOD: u64 = 1024;
/// The share of the frames' time that detailed frames may cost: one two-hundredth.
const SHARE: u64 = 200;
/// The number of detailed frames at the beginning, after the first frame.
const FIRST_DETAILED: u64 = 3;

/// The state of a context's frames.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    /// The number of the context in the recording, once it is known there; `Some(None)` if there is no room for it.
    pub(crate) context: Option<Option<usize>>,
    /// The frame that has begun; its number is that of the next.
    pub(crate) open: Frame,
    /// The frame has begun.
    pub(crate) is_open: bool,
    /// The query at the end of the frame, from there to the end of its swap.
    pub(crate) end_query: Option<GLuint>,
    /// The number of frames before the next detailed one.
    until_detail: u64,
    /// The number of detailed frames.
    detailed: u64,
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

    /// Returns true if the next frame shall be a detailed one, so that these cost less than a two-hundredth of the frames' time.
    pub(crate) fn is_detail_due(&mut self) -> bool {
        // The first frame contains what the program does once.
        if self.open.number == 0 {
            return false;
        }
        if self.until_detail > 0 {
            self.until_detail -= 1;
            return false;
        }
        true
    }

    /// Records what a detailed frame cost: the time of its marks against its own.
    pub(crate) fn detailed(&mut self, cost: u64, wall: u64) {
        self.detailed += 1;
        if self.detailed >= FIRST_DETAILED {
            let period = cost.saturating_mul(SHARE) / wall.max(1);
            self.until_detail = period.clamp(LEAST_PERIOD, GREATEST_PERIOD);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detailed_frames_become_rare_where_they_cost_much() {
        let period = |cost, wall| {
            let mut frames = Frames::default();
            let mut detailed = Vec::new();
            for number in 0..3000 {
                frames.open.number = number;
                if frames.is_detail_due() {
                    detailed.push(number);
                    frames.detailed(cost, wall);
                }
            }
            assert_eq!(detailed[..3], [1, 2, 3]);
            detailed[4] - detailed[3]
        };
        assert_eq!((period(1_000, 1_000_000), period(100_000, 1_000_000), period(9, 10)), (17, 21, 181));
        assert_eq!(period(1_000_000, 10), 1025);
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
