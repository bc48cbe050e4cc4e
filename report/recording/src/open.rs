//! The open frame of a context: what it has done since its last swap, as it happens. A program that ends in the middle of it leaves it here.

use crate::clock::now;
use crate::counts::Counts;
use crate::frame::Frame;
use core::sync::atomic::{AtomicU64, Ordering, fence};

/// An open frame. The thread on which its context is current writes it, and any process reads it.
#[repr(C)]
pub struct OpenFrame {
    /// When the frame began; 0 while there is none.
    begin: AtomicU64,
    number: AtomicU64,
    /// The values of [`Counts`].
    counts: [AtomicU64; Counts::LEN],
    /// The words of [`OpenParts`].
    parts: [AtomicU64; 3],
    /// The words of [`OpenGpuTime`].
    gpu: [AtomicU64; 6],
    /// The sum of the counts that another context's frame has seen.
    seen: AtomicU64,
}

/// The parts of an open frame, each of which ends with a command that waits for the GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenParts {
    /// The number of those that have ended.
    pub ended: u64,
    /// The number of these whose GPU time is not measured.
    pub skipped: u64,
    /// That of the next one is not measured.
    pub is_skipped: bool,
}

/// The GPU time of an open frame so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenGpuTime {
    /// [`Frame::timed_parts`].
    pub timed_parts: u64,
    /// The GL time at the beginning of the work.
    pub begin: u64,
    /// The GL time at its end.
    pub end: u64,
    /// The sum of the GPU times, nanoseconds.
    pub gpu: u64,
    /// The sum of their uncertainties, nanoseconds.
    pub uncertainty: u64,
    /// The times may contain waiting ([`Frame::GPU_HAS_WAITS`]).
    pub has_waits: bool,
}

impl OpenFrame {
    /// Begins a frame at a time of CLOCK_MONOTONIC.
    pub fn begin(&self, number: u64, begin: u64) {
        self.close();
        fence(Ordering::Release);
        self.number.store(number, Ordering::Relaxed);
        self.set_counts(&Counts::NONE);
        self.set_parts(&OpenParts::default());
        self.set_gpu_time(&OpenGpuTime::default());
        self.seen.store(0, Ordering::Relaxed);
        self.begin.store(begin, Ordering::Release);
    }

    /// Ends the frame: it is in the ring of frames, or of no interest.
    pub fn close(&self) {
        self.begin.store(0, Ordering::Release);
    }

    /// Sets the counts of the frame so far.
    #[inline]
    pub fn set_counts(&self, counts: &Counts) {
        self.counts.iter().zip(counts.values()).for_each(|(place, count)| place.store(count, Ordering::Relaxed));
    }

    /// Sets the counts that change most often.
    #[inline]
    pub fn set_draws_and_state_changes(&self, counts: &Counts) {
        const DRAWS: usize = core::mem::offset_of!(Counts, draws) / size_of::<u64>();
        const STATE_CHANGES: usize = core::mem::offset_of!(Counts, state_changes) / size_of::<u64>();
        self.counts[DRAWS].store(counts.draws, Ordering::Relaxed);
        self.counts[STATE_CHANGES].store(counts.state_changes, Ordering::Relaxed);
    }

    /// Sets the parts of the frame so far.
    pub fn set_parts(&self, parts: &OpenParts) {
        let words = [parts.ended, parts.skipped, parts.is_skipped.into()];
        self.parts.iter().zip(words).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
    }

    /// Sets the GPU time of the frame so far.
    pub fn set_gpu_time(&self, time: &OpenGpuTime) {
        let words = [time.timed_parts, time.begin, time.end, time.gpu, time.uncertainty, time.has_waits.into()];
        self.gpu.iter().zip(words).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
    }

    /// Returns the frame as work that no swap followed and that goes on until now. Returns `None` if there is none, or if it is empty.
    pub(crate) fn read(&self, context: u64) -> Option<Frame> {
        let begin = self.begin.load(Ordering::Acquire);
        let number = self.number.load(Ordering::Relaxed);
        let counts = Counts::of_values(self.counts.each_ref().map(|count| count.load(Ordering::Relaxed)));
        let parts = self.parts[0].load(Ordering::Relaxed);
        let [timed_parts, gpu_begin, gpu_end, gpu, uncertainty, has_waits] = self.gpu.each_ref().map(|word| word.load(Ordering::Relaxed));
        let flags = if timed_parts > 0 { Frame::HAS_GPU | if has_waits != 0 { Frame::GPU_HAS_WAITS } else { 0 } } else { 0 };
        // Another frame has begun meanwhile.
        fence(Ordering::Acquire);
        let is_same = self.begin.load(Ordering::Relaxed) == begin;
        let flags = flags | Frame::IS_REST;
        let frame = Frame {
            context,
            number,
            begin,
            end: now(),
            flags,
            gpu_begin,
            gpu_end,
            gpu,
            uncertainty,
            parts,
            timed_parts,
            counts,
            ..Frame::default()
        };
        (begin != 0 && is_same && counts != Counts::NONE).then_some(frame)
    }

    /// Returns the frame so far of a context that has not swapped, for the frame of another one in which that was done. Its [`Frame::timed_parts`] are those
    /// that are or will be measured. Returns `None` if it has done nothing since the last time.
    pub(crate) fn read_for_another(&self, context: u64) -> Option<Frame> {
        let frame = self.read(context).filter(|frame| frame.number == 0)?;
        let sum = frame.counts.values().iter().fold(frame.gpu, |sum, count| sum.wrapping_add(*count));
        let is_new = self.seen.swap(sum, Ordering::Relaxed) != sum;
        let [parts, skipped, is_skipped] = self.parts.each_ref().map(|word| word.load(Ordering::Relaxed));
        let flags = if is_skipped == 0 { frame.flags } else { frame.flags & !Frame::HAS_GPU };
        let flags = flags & !Frame::IS_REST | Frame::IS_OPEN;
        is_new.then_some(Frame { flags, parts, timed_parts: parts.saturating_sub(skipped), ..frame })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn open() -> OpenFrame {
        // SAFETY: an open frame has atomics alone, which may be zero.
        unsafe { core::mem::zeroed() }
    }

    #[test]
    fn a_frame_of_another_context_has_what_is_new() {
        let open = open();
        assert_eq!(open.read_for_another(3), None);
        open.begin(0, 100);
        assert_eq!(open.read_for_another(3), None, "nothing is done");
        open.set_draws_and_state_changes(&Counts { draws: 5, state_changes: 1, ..Counts::NONE });
        let first = open.read_for_another(3).unwrap();
        assert_eq!((first.context, first.begin, first.counts.draws, first.flags), (3, 100, 5, Frame::IS_OPEN));
        assert_eq!(open.read_for_another(3), None, "nothing is new");
        open.set_parts(&OpenParts { ended: 4, skipped: 1, is_skipped: false });
        open.set_gpu_time(&OpenGpuTime { timed_parts: 2, begin: 20, end: 70, gpu: 40, uncertainty: 1, has_waits: true });
        let timed = open.read_for_another(3).unwrap();
        assert_eq!((timed.gpu, timed.gpu_begin, timed.gpu_end, timed.parts, timed.timed_parts), (40, 20, 70, 4, 3));
        assert_eq!(timed.flags, Frame::IS_OPEN | Frame::HAS_GPU | Frame::GPU_HAS_WAITS);
        open.set_draws_and_state_changes(&Counts { draws: 6, state_changes: 1, ..Counts::NONE });
        open.set_parts(&OpenParts { ended: 4, skipped: 1, is_skipped: true });
        assert!(!open.read_for_another(3).unwrap().has(Frame::HAS_GPU), "a part is running that is not measured");
        assert_eq!((open.read(3).unwrap().timed_parts, open.read(3).unwrap().flags & Frame::IS_REST), (2, Frame::IS_REST));
        // A context that swaps has frames of its own.
        open.begin(1, 200);
        open.set_draws_and_state_changes(&Counts { draws: 5, state_changes: 1, ..Counts::NONE });
        assert_eq!(open.read_for_another(3), None);
    }
}
