//! The frames of a process whose contexts work together: one draws into a framebuffer that another shows.

use crate::sums::Sums;
use glmeter_recording::Frame;

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
    /// The end of the last frame.
    end: u64,
    /// The end of the GPU's work so far, CLOCK_MONOTONIC.
    gpu_end: u64,
}

impl Together {
    /// Adds a frame of any of the contexts, or work that no swap followed, which belongs to the next frame. `clock_offset` is CLOCK_MONOTONIC minus
    /// the GL time of its context.
    pub(crate) fn add(&mut self, frame: &Frame, clock_offset: i64, warmup: u64) {
        let frame = &self.alone(frame, clock_offset);
        if !self.contexts.contains(&frame.context) {
            self.contexts.push(frame.context);
        }
        if frame.has(Frame::IS_REST) {
            self.rest = Some(self.rest.map_or(*frame, |rest| joined(&rest, frame)));
            return;
        }
        let whole = self.rest.take().map_or(*frame, |rest| joined(frame, &rest));
        let sums = if frame.number < warmup { &mut self.warmup } else { &mut self.measured };
        sums.add(&since(&whole, self.end));
        self.end = self.end.max(frame.end);
        self.frames += 1;
    }
}

impl Together {
    /// Returns a frame without the GPU time that was that of another context's frame: the GPU works for one of them at a moment.
    fn alone(&mut self, frame: &Frame, clock_offset: i64) -> Frame {
        if !frame.has(Frame::HAS_GPU) || frame.gpu_end == 0 {
            return *frame;
        }
        let [begin, end] = [frame.gpu_begin, frame.gpu_end].map(|time| time.saturating_add_signed(clock_offset));
        let new = end.saturating_sub(begin.max(self.gpu_end));
        self.gpu_end = self.gpu_end.max(end);
        Frame { gpu: frame.gpu.min(new), ..*frame }
    }
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
