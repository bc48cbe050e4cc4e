//! The contexts of a recording, with the process of each.

use crate::frame::Frame;
use crate::open::OpenFrame;
use crate::text::Text;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of contexts that a recording has room for. The frames of later ones are counted in the totals alone.
pub const CONTEXTS: usize = 128;

/// One context's place.
#[repr(C)]
pub(crate) struct ContextPlace {
    /// 0 for an empty place, 1 while it is being written, then 2.
    state: AtomicU64,
    process: AtomicU64,
    thread: AtomicU64,
    clock_offset: AtomicU64,
    frames: AtomicU64,
    detailed_frames: AtomicU64,
    open: OpenFrame,
    program: Text<8>,
    version: Text<16>,
    renderer: Text<16>,
    sources: Text<96>,
}

/// What is known of a context when it is first made current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextRecord {
    /// The process id.
    pub process: u64,
    /// The id of the thread on which it was first made current.
    pub thread: u64,
    /// The process's name, at most 63 bytes.
    pub program: String,
    /// `GL_VERSION`, cut to 127 bytes.
    pub version: String,
    /// `GL_RENDERER`, cut to 127 bytes.
    pub renderer: String,
    /// The sources of the GPU times and of each of the statistics: `TIMESTAMP=native SAMPLES_PASSED=native …`.
    pub sources: String,
    /// CLOCK_MONOTONIC minus the GL time at one moment.
    pub clock_offset: i64,
}

/// A context and the sums of its frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextFigures {
    /// What is known of it.
    pub record: ContextRecord,
    /// The number of its frames.
    pub frames: u64,
    /// The number of its frames whose passes, groups and programs were timed.
    pub detailed_frames: u64,
}

impl ContextFigures {
    /// Returns the source of a target's values: `native`, for example. Returns `None` if the context lacks the target.
    pub fn source(&self, target: &str) -> Option<&str> {
        self.record.sources.split(' ').find_map(|pair| pair.split_once('=').filter(|(of, _)| *of == target)).map(|(_, source)| source)
    }
}

/// The contexts of a recording.
pub(crate) struct Contexts<'memory>(pub(crate) &'memory [ContextPlace]);

impl<'memory> Contexts<'memory> {
    /// Adds a context. Returns its number, or `None` if there is no more room.
    pub(crate) fn add(&self, record: &ContextRecord) -> Option<usize> {
        let is_free = |place: &ContextPlace| place.state.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Acquire).is_ok();
        let number = self.0.iter().position(is_free)?;
        let place = self.0.get(number)?;
        place.process.store(record.process, Ordering::Relaxed);
        place.thread.store(record.thread, Ordering::Relaxed);
        place.clock_offset.store(record.clock_offset as u64, Ordering::Relaxed);
        place.program.set(&record.program);
        place.version.set(&record.version);
        place.renderer.set(&record.renderer);
        place.sources.set(&record.sources);
        place.state.store(2, Ordering::Release);
        Some(number)
    }

    /// Counts a frame.
    pub(crate) fn count_frame(&self, number: usize, is_detailed: bool) {
        if let Some(place) = self.0.get(number) {
            place.frames.fetch_add(1, Ordering::Relaxed);
            place.detailed_frames.fetch_add(is_detailed.into(), Ordering::Relaxed);
        }
    }

    /// Returns the context of a number.
    pub(crate) fn get(&self, number: usize) -> Option<ContextFigures> {
        let place = self.0.get(number).filter(|place| place.state.load(Ordering::Acquire) == 2)?;
        let read = |word: &AtomicU64| word.load(Ordering::Relaxed);
        let record = ContextRecord {
            process: read(&place.process),
            thread: read(&place.thread),
            program: place.program.get(),
            version: place.version.get(),
            renderer: place.renderer.get(),
            sources: place.sources.get(),
            clock_offset: read(&place.clock_offset) as i64,
        };
        Some(ContextFigures { record, frames: read(&place.frames), detailed_frames: read(&place.detailed_frames) })
    }

    /// Returns true if each place has a state that glmeter gives it.
    pub(crate) fn are_whole(&self) -> bool {
        self.0.iter().all(|place| place.state.load(Ordering::Acquire) <= 2)
    }

    /// Returns the place of the open frame of a context.
    pub(crate) fn open_frame(&self, number: usize) -> Option<&'memory OpenFrame> {
        self.0.get(number).map(|place| &place.open)
    }

    /// Returns the open frame of a context, if it has done anything in it.
    pub(crate) fn opened(&self, number: usize) -> Option<Frame> {
        self.open_frame(number)?.read(number as u64)
    }

    /// Returns what is new in the open frames of a process's other contexts that have not swapped.
    pub(crate) fn opened_for_another(&self, process: u64, context: usize) -> impl Iterator<Item = Frame> {
        let used = self.0.iter().enumerate().take_while(|(_, place)| place.state.load(Ordering::Acquire) != 0);
        let others = used.filter(move |(number, place)| *number != context && place.process.load(Ordering::Relaxed) == process);
        others.filter_map(|(number, place)| place.open.read_for_another(number as u64))
    }

    /// Sets the number of a context's detailed frames to 0.
    pub(crate) fn reset_details(&self, number: usize) {
        if let Some(place) = self.0.get(number) {
            place.detailed_frames.store(0, Ordering::Relaxed);
        }
    }

    /// Sets the sums to 0.
    pub(crate) fn reset(&self) {
        for place in self.0 {
            place.frames.store(0, Ordering::Relaxed);
            place.detailed_frames.store(0, Ordering::Relaxed);
            place.open.close();
        }
    }
}
