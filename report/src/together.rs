//! The frames of a process whose contexts work together: one draws into a framebuffer that another shows, or on a thread of its own.

use crate::sums::Sums;
use glmeter_recording::Frame;
use std::collections::BTreeMap;

/// The sums of a process.
#[derive(Default)]
pub(crate) struct Together {
    pub(crate) warmup: Sums,
    pub(crate) measured: Sums,
    /// The number of its frames.
    pub(crate) frames: u64,
    /// The contexts that did something.
    pub(crate) contexts: Vec<u64>,
    /// What contexts did without a swap since the last frame.
    rest: Option<Frame>,
    /// What frames already have of the open frames of contexts that have not swapped.
    open: BTreeMap<u64, Frame>,
    /// The end of the last frame.
    end: u64,
    /// The end of the GPU's work so far, CLOCK_MONOTONIC.
    gpu_end: u64,
}

impl Together {
    /// Adds a frame of any of the contexts, work that no swap followed, or what a context that has not swapped has done so far, which belong to the next
    /// frame. `clock_offset` is CLOCK_MONOTONIC minus the GL time of its context.
    pub(crate) fn add(&mut self, frame: &Frame, clock_offset: i64, warmup: u64) {
        let frame = &by_clock(&self.new_of(frame), clock_offset);
        if !self.contexts.contains(&frame.context) {
            self.contexts.push(frame.context);
        }
        if frame.has(Frame::IS_REST) || frame.has(Frame::IS_OPEN) {
            self.rest = Some(self.rest.map_or(*frame, |rest| joined(&rest, frame)));
            return;
        }
        let whole = self.rest.take().map_or(*frame, |rest| joined(frame, &rest));
        let whole = self.alone(&whole);
        let sums = if frame.number < warmup { &mut self.warmup } else { &mut self.measured };
        sums.add(&since(&whole, self.end));
        self.end = self.end.max(frame.end);
        self.frames += 1;
    }

    /// Returns what is new in a frame: what other contexts' frames do not have yet.
    fn new_of(&mut self, frame: &Frame) -> Frame {
        let is_open = frame.has(Frame::IS_OPEN);
        let before = if is_open { self.open.insert(frame.context, *frame) } else { self.open.remove(&frame.context) };
        let Some(before) = before.filter(|before| before.begin == frame.begin) else { return if is_open { begun(frame) } else { *frame } };
        let new = Frame { counts: frame.counts.since(&before.counts), ..*frame };
        let new = Frame {
            gpu: frame.gpu.saturating_sub(before.gpu),
            uncertainty: frame.uncertainty.saturating_sub(before.uncertainty),
            gpu_begin: if before.gpu_end == 0 { frame.gpu_begin } else { before.gpu_end.min(frame.gpu_end) },
            parts: frame.parts.saturating_sub(before.parts),
            timed_parts: frame.timed_parts.saturating_sub(before.timed_parts),
            ..new
        };
        if is_open { begun(&new) } else { new }
    }

    /// Returns a frame without the GPU time that was that of another frame, and with none that is counted twice: the GPU works for one context at a moment.
    fn alone(&mut self, frame: &Frame) -> Frame {
        if !frame.has(Frame::HAS_GPU) || frame.gpu_end == 0 {
            return *frame;
        }
        let new = frame.gpu_end.saturating_sub(frame.gpu_begin.max(self.gpu_end));
        self.gpu_end = self.gpu_end.max(frame.gpu_end);
        Frame { gpu: frame.gpu.min(new), ..*frame }
    }
}

/// Returns a part of an open frame with its GPU time only if all of it is measured. That of commands whose part has not ended is in the frame in which it ends.
fn begun(frame: &Frame) -> Frame {
    let is_measured = frame.parts == frame.timed_parts;
    Frame { flags: if is_measured { frame.flags } else { frame.flags & !Frame::HAS_GPU }, ..*frame }
}

/// Returns a frame with the GPU's times by CLOCK_MONOTONIC.
fn by_clock(frame: &Frame, clock_offset: i64) -> Frame {
    let [gpu_begin, gpu_end] =
        [frame.gpu_begin, frame.gpu_end].map(|time| if time == 0 { 0 } else { time.saturating_add_signed(clock_offset) });
    Frame { gpu_begin, gpu_end, ..*frame }
}

/// Returns a frame with the work of another context in it. Its times are those of `frame`.
fn joined(frame: &Frame, other: &Frame) -> Frame {
    let mut whole = *frame;
    whole.counts.add(&other.counts);
    for (sum, more) in whole.statistics.iter_mut().zip(other.statistics) {
        *sum = sum.saturating_add(more);
    }
    whole.gpu = frame.gpu.saturating_add(other.gpu);
    whole.uncertainty = frame.uncertainty.saturating_add(other.uncertainty);
    whole.own_time = frame.own_time.saturating_add(other.own_time);
    (whole.gpu_begin, whole.gpu_end) = match (frame.gpu, other.gpu) {
        (_, 0) => (frame.gpu_begin, frame.gpu_end),
        (0, _) => (other.gpu_begin, other.gpu_end),
        _ if frame.gpu_end == 0 || other.gpu_end == 0 => (0, 0),
        _ => (frame.gpu_begin.min(other.gpu_begin), frame.gpu_end.max(other.gpu_end)),
    };
    whole.flags |= other.flags & Frame::GPU_HAS_WAITS;
    // What was measured in one of them alone is no figure of both.
    for measured in [Frame::HAS_GPU, Frame::HAS_STATISTICS] {
        let is_known = |of: &Frame| of.has(measured) || !works(of);
        if !is_known(frame) || !is_known(other) {
            whole.flags &= !measured;
        } else if works(frame) || works(other) {
            whole.flags |= measured;
        }
    }
    whole
}

/// Returns true if the GPU has something to do in a frame.
fn works(frame: &Frame) -> bool {
    frame.counts.has_work() || frame.has(Frame::HAS_GPU)
}

/// Returns the part of a frame since the last one of the process ended: contexts that swap in turn share the time.
fn since(frame: &Frame, end: u64) -> Frame {
    if end <= frame.begin || end >= frame.end {
        return *frame;
    }
    let (whole, part) = (u128::from(frame.wall()), u128::from(frame.end - end));
    let of = |time: u64| (u128::from(time) * part / whole.max(1)) as u64;
    Frame { begin: end, cpu: of(frame.cpu), process_cpu: of(frame.process_cpu), ..*frame }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Context;
    use glmeter_recording::Counts;

    fn frame(context: u64, number: u64, flags: u64) -> Frame {
        let begin = 1_000 + number * 100;
        Frame {
            counts: Counts { draws: 1, ..Counts::NONE },
            context,
            number,
            begin,
            end: begin + 100,
            cpu: 20,
            gpu: 10,
            flags,
            ..Frame::default()
        }
    }

    fn written(together: &Together) -> Context {
        let mut context = Context::default();
        together.measured.write(&mut context, 0);
        context
    }

    #[test]
    fn work_of_other_contexts_belongs_to_the_next_frame() {
        let mut together = Together::default();
        for number in 0..4 {
            let rest = Frame {
                counts: Counts { draws: 50, ..Counts::NONE },
                gpu: 70,
                end: 1_010,
                ..frame(0, number, Frame::IS_REST | Frame::HAS_GPU)
            };
            // The third is not measured in one of the contexts.
            let flags = if number == 2 { 0 } else { Frame::HAS_GPU };
            together.add(&Frame { flags: rest.flags & !Frame::HAS_GPU | flags, ..rest }, 0, 1);
            together.add(&frame(1, number, Frame::HAS_GPU), 0, 1);
        }
        let all = written(&together);
        assert_eq!((together.frames, all.wall_time.count, all.wall_time.mean, all.counts["draws"].sum), (4, 3, 100.0, 153));
        assert_eq!((all.gpu_time.count, all.gpu_time.mean, all.gpu_busy, all.gpu_wall_time), (2, 80.0, Some(0.8), 100.0));
    }

    /// A context that is current on a thread of its own all the time: what it has done so far comes before each frame.
    #[test]
    fn work_of_another_thread_belongs_to_the_frame_in_which_it_was_done() {
        let mut together = Together::default();
        let open = |draws: u64, gpu: u64, parts: u64, timed_parts: u64| Frame {
            counts: Counts { draws, ..Counts::NONE },
            gpu,
            gpu_end: 1_000 + gpu,
            parts,
            timed_parts,
            end: 9,
            ..frame(0, 0, Frame::IS_OPEN | Frame::HAS_GPU)
        };
        // The part that ends in the third is not measured, and in the last frame nothing is done.
        let states = [open(50, 30, 1, 1), open(90, 70, 2, 2), open(100, 70, 3, 2)].map(Some).into_iter().chain([None]);
        for (number, open) in states.enumerate() {
            open.iter().for_each(|open| together.add(open, 0, 0));
            together.add(&frame(1, number as u64, Frame::HAS_GPU), 0, 0);
        }
        let all = written(&together);
        assert_eq!((together.frames, all.counts["draws"].sum, all.counts["draws"].worst, all.counts["draws"].least), (4, 104, 51, 1));
        assert_eq!((all.gpu_time.count, all.gpu_time.sum, all.gpu_time.least), (3, 30 + 40 + 3 * 10, 10));
        // Its own rest contains all of that.
        together.add(
            &Frame {
                counts: Counts { draws: 107, ..Counts::NONE },
                gpu: 75,
                gpu_end: 1_100,
                ..frame(0, 0, Frame::IS_REST | Frame::HAS_GPU)
            },
            0,
            0,
        );
        together.add(&frame(1, 4, Frame::HAS_GPU), 0, 0);
        let all = written(&together);
        assert_eq!((all.counts["draws"].sum, all.gpu_time.sum), (104 + 7 + 1, 100 + 5 + 10));
        // Another rest is new.
        together.add(&Frame { counts: Counts { draws: 3, ..Counts::NONE }, begin: 5_000, ..frame(0, 0, Frame::IS_REST) }, 0, 0);
        together.add(&frame(1, 5, 0), 0, 0);
        assert_eq!(written(&together).counts["draws"].sum, 112 + 3 + 1);
    }

    /// The GPU works a little for each of two contexts, and waits in between.
    #[test]
    fn times_of_the_gpu_in_one_frame_are_added_up_to_the_time_from_its_first_to_its_last_work() {
        for (second, sum) in [(70, 40), (10, 10)] {
            let mut together = Together::default();
            let worked = |context, begin: u64, end: u64, gpu, flags| Frame {
                gpu,
                gpu_begin: begin,
                gpu_end: end,
                ..frame(context, 0, Frame::HAS_GPU | flags)
            };
            together.add(&worked(0, 1_080, 1_090, 10, Frame::IS_REST), 0, 0);
            together.add(&worked(1, 1_090 - second, 1_090, 30, 0), 0, 0);
            assert_eq!(written(&together).gpu_time.sum, sum, "{second}");
        }
    }

    #[test]
    fn contexts_that_swap_in_turn_share_the_time() {
        let mut together = Together::default();
        for number in 0..10 {
            together.add(&frame(0, number, Frame::HAS_GPU), 0, 0);
            let other = frame(1, number, Frame::HAS_GPU);
            together.add(&Frame { begin: other.begin + 40, end: other.end + 40, ..other }, 0, 0);
        }
        let all = written(&together);
        assert_eq!((together.frames, all.wall_time.sum, all.cpu_time.sum), (20, 1_040, 20 + 9 * 12 + 10 * 8));
    }

    /// Two threads draw at the same time, and the GPU works for both.
    #[test]
    fn the_gpu_works_for_one_context_at_a_moment() {
        let mut together = Together::default();
        for number in 0..10 {
            let worked = |context, begin, end| Frame {
                gpu: end - begin,
                gpu_begin: begin + 5,
                gpu_end: end + 5,
                ..frame(context, number, Frame::HAS_GPU)
            };
            let begin = 1_000 + number * 100;
            together.add(&worked(0, begin, begin + 60), -5, 0);
            together.add(&worked(1, begin + 20, begin + 90), -5, 0);
        }
        assert_eq!(written(&together).gpu_time.sum, 10 * 90);
    }
}
