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
    /// The words of [`OpenGpuTime`].
    gpu: [AtomicU64; 5],
}

/// The GPU time of an open frame so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenGpuTime {
    /// [`Frame::parts`].
    pub parts: u64,
    /// [`Frame::timed_parts`].
    pub timed_parts: u64,
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
        self.set_gpu_time(&OpenGpuTime::default());
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

    /// Sets the number of parts of the frame so far.
    pub fn set_parts(&self, parts: u64) {
        self.gpu[0].store(parts, Ordering::Relaxed);
    }

    /// Sets the GPU time of the frame so far.
    pub fn set_gpu_time(&self, time: &OpenGpuTime) {
        let words = [time.parts, time.timed_parts, time.gpu, time.uncertainty, time.has_waits.into()];
        self.gpu.iter().zip(words).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
    }

    /// Returns the frame as work that no swap followed and that goes on until now. Returns `None` if there is none, or if it is empty.
    pub(crate) fn read(&self, context: u64) -> Option<Frame> {
        let begin = self.begin.load(Ordering::Acquire);
        let number = self.number.load(Ordering::Relaxed);
        let counts = Counts::of_values(self.counts.each_ref().map(|count| count.load(Ordering::Relaxed)));
        let [parts, timed_parts, gpu, uncertainty, has_waits] = self.gpu.each_ref().map(|word| word.load(Ordering::Relaxed));
        let flags = if timed_parts > 0 { Frame::HAS_GPU | if has_waits != 0 { Frame::GPU_HAS_WAITS } else { 0 } } else { 0 };
        // Another frame has begun meanwhile.
        fence(Ordering::Acquire);
        let is_same = self.begin.load(Ordering::Relaxed) == begin;
        let flags = flags | Frame::IS_REST;
        let frame = Frame { context, number, begin, end: now(), flags, gpu, uncertainty, parts, timed_parts, counts, ..Frame::default() };
        (begin != 0 && is_same && counts != Counts::NONE).then_some(frame)
    }
}
