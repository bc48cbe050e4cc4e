//! A recording: the memory that a program and the command share.

mod create;

use crate::clock::now;
use crate::context::{CONTEXTS, ContextFigures, ContextPlace, ContextRecord, Contexts};
use crate::error::{ERRORS, ErrorFigures, ErrorPlace, Errors};
use crate::frame::{FRAMES, Frame};
use crate::open::OpenFrame;
use crate::options::Options;
use crate::plausible::Plausible;
use crate::ring::{Cursor, Place, Ring, Ticket};
use crate::scope::{NamedScope, SCOPES, Scope, ScopeFigures, ScopeKind, Scopes};
use crate::shortened::Guarded;
use crate::span::{SPANS, Span};
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicU64, Ordering};
use std::io::{Error, Result};

/// The first bytes of a recording's file; the library writes to no other file but that of a [picture](crate::PictureMemory). Another layout has another mark.
pub const MARK: [u8; 8] = *b"glmeter6";

/// The name of a recording without a path among a process's open files: `/memfd:glmeter-report`.
pub const NAME: &CStr = c"glmeter-report";

/// The words of a frame, and of a span.
const FRAME_WORDS: usize = size_of::<Frame>() / size_of::<u64>();
const SPAN_WORDS: usize = size_of::<Span>() / size_of::<u64>();

/// The shared memory.
#[repr(C)]
struct Memory {
    /// [`MARK`], in a file.
    mark: AtomicU64,
    /// The process that created it.
    creator: AtomicU64,
    options: [AtomicU64; Options::WORDS],
    /// How often work belonged to a scope for whose name there was no room.
    lost_scopes: AtomicU64,
    /// The draws and dispatches whose scopes are not known.
    lost_draws: AtomicU64,
    /// 1 if the settings ask for the software pipeline and a process of the program could not reach it.
    out_of_reach: AtomicU64,
    /// How often the figures were set to 0.
    resets: AtomicU64,
    first: AtomicU64,
    last: AtomicU64,
    frames: AtomicU64,
    timed_frames: AtomicU64,
    gpu_time: AtomicU64,
    uncertainty: AtomicU64,
    /// The same sums of the first frame of each context, which are in the others too: frames, wall time, timed frames, GPU time, uncertainty.
    first_frames: [AtomicU64; 5],
    picture_hash: AtomicU64,
    has_picture_hash: AtomicU64,
    frame_head: AtomicU64,
    span_head: AtomicU64,
    contexts: [ContextPlace; CONTEXTS],
    scopes: [Scope; SCOPES],
    errors: [ErrorPlace; ERRORS],
    frame_places: [Place<FRAME_WORDS>; FRAMES],
    span_places: [Place<SPAN_WORDS>; SPANS],
}

/// The sums of all contexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The program made a GL context current.
    pub is_used: bool,
    /// The number of frames.
    pub frames: u64,
    /// The time from the first context, or the last reset, to the end of the last frame.
    pub wall_time: u64,
    /// The number of frames whose GPU time was measured.
    pub timed_frames: u64,
    /// The sum of these frames' GPU times.
    pub gpu_time: u64,
    /// The sum of the uncertainties of the GPU times; 0 if the driver's own timer measured them.
    pub uncertainty: u64,
    /// The sums of the first frame of each context, which are in the sums above.
    pub first: FirstFrames,
}

/// The sums of the first frames, in which a program does what it does once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstFrames {
    /// The number of frames.
    pub frames: u64,
    /// The sum of their times.
    pub wall_time: u64,
    /// The number of those whose GPU time was measured.
    pub timed_frames: u64,
    /// The sum of these GPU times.
    pub gpu_time: u64,
    /// The sum of their uncertainties.
    pub uncertainty: u64,
}

/// What something else than glmeter did to a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It made the file shorter.
    Shorter,
    /// It wrote values that glmeter does not write.
    Overwritten,
}

impl core::fmt::Display for Damage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Shorter => "something made the file of the recording shorter while the program ran: what was measured is lost",
            Self::Overwritten => "something else than glmeter wrote to the recording while the program ran: its figures may be wrong",
        })
    }
}

/// A recording, mapped until it is dropped.
pub struct Recording {
    memory: *const Memory,
    /// The place of the mapping among those that survive a file that becomes shorter; `None` in a process that guards none.
    guarded: Option<Guarded>,
}

// SAFETY: the memory is mapped as long as the recording and holds only atomics.
unsafe impl Send for Recording {}
// SAFETY: as above.
unsafe impl Sync for Recording {}

impl Drop for Recording {
    fn drop(&mut self) {
        // The place first: another mapping may get the address.
        self.guarded = None;
        // SAFETY: nothing borrows the memory longer than the recording.
        unsafe { libc::munmap(self.memory as *mut c_void, size_of::<Memory>()) };
    }
}

impl Recording {
    /// The size of a recording's file, bytes.
    pub const SIZE: u64 = size_of::<Memory>() as u64;

    /// Maps an open file that is long enough, or new memory.
    fn map(file: i32, protection: i32, flags: i32) -> Result<Self> {
        // SAFETY: creates a new mapping.
        let place = unsafe { libc::mmap(core::ptr::null_mut(), size_of::<Memory>(), protection, flags, file, 0) };
        if place == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        let mut recording = Self { memory: place as *const Memory, guarded: None };
        if flags & libc::MAP_SHARED != 0 {
            recording.guarded = Guarded::new(place as usize, size_of::<Memory>())?;
        }
        Ok(recording)
    }

    /// Returns false if something has made the file shorter: an access beyond its end would end the process by SIGBUS. A kernel before 5.14 does
    /// not tell.
    pub fn is_there(&self) -> bool {
        /// `MADV_POPULATE_WRITE` of Linux.
        const MADV_POPULATE_WRITE: i32 = 23;
        // SAFETY: sysconf reads a constant of the system.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as usize;
        let last = (size_of::<Memory>() - 1) / page * page;
        // SAFETY: the page is the last one of the mapping, whose memory is touched as by an access, which fails here instead.
        let touched = unsafe { libc::madvise(self.memory.wrapping_byte_add(last) as *mut c_void, page, MADV_POPULATE_WRITE) };
        touched == 0 || Error::last_os_error().raw_os_error() != Some(libc::EFAULT)
    }

    /// Returns the memory.
    fn memory(&self) -> &Memory {
        // SAFETY: the memory is mapped as long as the recording, starts as zeros, and holds only atomics.
        unsafe { &*self.memory }
    }

    /// Writes the options.
    fn set_options(&self, options: Options) {
        self.memory().options.iter().zip(options.words()).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
    }

    /// Returns the process that created the recording, by the number that it has there.
    pub fn creator(&self) -> u64 {
        self.memory().creator.load(Ordering::Relaxed)
    }

    /// Returns what the command asks of the library.
    pub fn options(&self) -> Options {
        Options::of_words(self.memory().options.each_ref().map(|word| word.load(Ordering::Relaxed)))
    }

    /// Records the time of the first context.
    pub fn begin(&self) {
        let first = &self.memory().first;
        if first.load(Ordering::Relaxed) == 0 {
            let _ = first.compare_exchange(0, now(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Returns true if the program made a GL context current.
    pub fn is_used(&self) -> bool {
        self.memory().first.load(Ordering::Relaxed) != 0
    }

    /// Returns the time since the first context was made current.
    pub fn age(&self) -> u64 {
        now().saturating_sub(self.memory().first.load(Ordering::Relaxed))
    }

    /// Adds a context. Returns its number, or `None` if there is no more room.
    pub fn add_context(&self, record: &ContextRecord) -> Option<usize> {
        Contexts(&self.memory().contexts).add(record)
    }

    /// Returns the context of a number.
    pub fn context(&self, number: usize) -> Option<ContextFigures> {
        Contexts(&self.memory().contexts).get(number)
    }

    /// Returns the contexts with their numbers.
    pub fn contexts(&self) -> impl Iterator<Item = (usize, ContextFigures)> {
        (0..CONTEXTS).filter_map(|number| Some((number, self.context(number)?)))
    }

    /// Returns the place of the open frame of a context.
    pub fn open_frame(&self, context: usize) -> Option<&OpenFrame> {
        Contexts(&self.memory().contexts).open_frame(context)
    }

    /// Returns what a context has done since its last swap, as work that no swap followed: without CPU times. Returns `None` if it has done
    /// nothing. The same may be in the ring of frames already, with the same beginning.
    pub fn opened_frame(&self, context: usize) -> Option<Frame> {
        Contexts(&self.memory().contexts).opened(context).filter(Frame::is_plausible)
    }

    /// Counts a frame with its times of CLOCK_MONOTONIC, in the context of a number if that has one.
    pub fn count_frame(&self, context: Option<usize>, begin: u64, end: u64, is_detailed: bool) {
        let memory = self.memory();
        if memory.frames.fetch_add(1, Ordering::Relaxed) == 0 && self.options().first_frame > 0 {
            memory.first.store(begin, Ordering::Relaxed);
        }
        memory.last.store(end, Ordering::Relaxed);
        if let Some(context) = context {
            Contexts(&memory.contexts).count_frame(context, is_detailed);
        }
    }

    /// Adds a frame's GPU time and its uncertainty to the totals.
    pub fn count_gpu_time(&self, nanoseconds: u64, uncertainty: u64) {
        let memory = self.memory();
        memory.timed_frames.fetch_add(1, Ordering::Relaxed);
        memory.gpu_time.fetch_add(nanoseconds, Ordering::Relaxed);
        memory.uncertainty.fetch_add(uncertainty, Ordering::Relaxed);
    }

    /// Records that a frame that was counted is the first one of its context.
    pub fn count_first_frame(&self, nanoseconds: u64) {
        let [frames, wall_time, ..] = &self.memory().first_frames;
        frames.fetch_add(1, Ordering::Relaxed);
        wall_time.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Records that a GPU time that was counted is that of the first frame of its context.
    pub fn count_first_gpu_time(&self, nanoseconds: u64, uncertainty: u64) {
        let [_, _, timed, gpu_time, uncertainties] = &self.memory().first_frames;
        timed.fetch_add(1, Ordering::Relaxed);
        gpu_time.fetch_add(nanoseconds, Ordering::Relaxed);
        uncertainties.fetch_add(uncertainty, Ordering::Relaxed);
    }

    /// Returns the ring of frames.
    fn frames(&self) -> Ring<'_, Frame, FRAME_WORDS> {
        Ring::new(&self.memory().frame_head, &self.memory().frame_places)
    }

    /// Returns the ring of spans.
    fn spans(&self) -> Ring<'_, Span, SPAN_WORDS> {
        Ring::new(&self.memory().span_head, &self.memory().span_places)
    }

    /// Adds a frame whose GPU results follow by [`Self::complete_frame`], unless it `is_complete`.
    pub fn push_frame(&self, frame: &Frame, is_complete: bool) -> Ticket {
        self.frames().push(frame, is_complete)
    }

    /// Adds what the other contexts of a process that have not swapped have done so far, before the frame of a context in which that was done.
    pub fn push_open_frames(&self, process: u64, context: usize) {
        for frame in Contexts(&self.memory().contexts).opened_for_another(process, context) {
            self.push_frame(&frame, true);
        }
    }

    /// Replaces a frame by one with its GPU results.
    pub fn complete_frame(&self, ticket: Ticket, frame: &Frame) {
        self.frames().complete(ticket, frame);
    }

    /// Adds a span.
    pub fn push_span(&self, span: &Span) {
        self.spans().push(span, true);
    }

    /// Returns the positions before the oldest frame and the oldest span that are still there.
    pub fn oldest(&self) -> (Cursor, Cursor) {
        (self.frames().oldest(), self.spans().oldest())
    }

    /// Calls `read` with each frame from the cursor on, also with what is none ([`Frame::IS_REST`], [`Frame::IS_OPEN`]). Waits for none whose GPU
    /// results are pending, but stops before it, unless `is_over` says that no results will come.
    pub fn read_frames(&self, cursor: &mut Cursor, is_over: bool, read: impl FnMut(Frame)) {
        self.frames().read(cursor, is_over, read);
    }

    /// Calls `read` with each span from the cursor on.
    pub fn read_spans(&self, cursor: &mut Cursor, is_over: bool, read: impl FnMut(Span)) {
        self.spans().read(cursor, is_over, read);
    }

    /// Returns the number of a scope. Returns `None` if there is no more room for its first use.
    pub fn scope(&self, kind: ScopeKind, context: Option<usize>, parent: Option<usize>, name: &str) -> Option<usize> {
        Scopes(&self.memory().scopes).number(kind, context, parent, name)
    }

    /// Counts work whose scope had no room.
    pub fn count_lost_scope(&self) {
        self.memory().lost_scopes.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts draws and dispatches of detailed frames that belong to no scope, because too many changes of the scope came before them.
    pub fn count_lost_draws(&self, draws: u64) {
        self.memory().lost_draws.fetch_add(draws, Ordering::Relaxed);
    }

    /// Returns how often work belonged to a scope for whose name there was no room, and the number of draws and dispatches whose scopes are not
    /// known.
    pub fn lost(&self) -> (u64, u64) {
        let memory = self.memory();
        (memory.lost_scopes.load(Ordering::Relaxed), memory.lost_draws.load(Ordering::Relaxed))
    }

    /// Adds figures to those of a scope.
    pub fn add_to_scope(&self, number: usize, figures: &ScopeFigures) {
        Scopes(&self.memory().scopes).add(number, figures);
    }

    /// Returns the scope of a number.
    pub fn scope_of(&self, number: usize) -> Option<NamedScope> {
        Scopes(&self.memory().scopes).get(number)
    }

    /// Returns the scopes with their numbers.
    pub fn scopes(&self) -> impl Iterator<Item = (usize, NamedScope)> {
        (0..SCOPES).filter_map(|number| Some((number, self.scope_of(number)?)))
    }

    /// Returns the path of a scope: the names of those around it and its own, separated by `/`. A `/` in the name of a group or section is `%2F`.
    pub fn path(&self, number: usize) -> String {
        Scopes(&self.memory().scopes).path(number)
    }

    /// Counts an error that the program raised so many times in a frame, with the command and the rule that it broke; empty if they are not known.
    pub fn count_errors(&self, context: usize, code: u32, command_and_rule: [&str; 2], times: u64, frame: u64) {
        Errors(&self.memory().errors).count(context, code, command_and_rule, times, frame);
    }

    /// Sets the figures of a context's passes, groups and programs to 0, and the number of its detailed frames: those of its warm-up.
    pub fn forget_details(&self, context: usize) {
        Scopes(&self.memory().scopes).reset_of(context);
        Contexts(&self.memory().contexts).reset_details(context);
    }

    /// Returns the errors of the program.
    pub fn errors(&self) -> Vec<ErrorFigures> {
        Errors(&self.memory().errors).all()
    }

    /// Records the hash of the picture that was asked for.
    pub fn set_picture_hash(&self, hash: u64) {
        self.memory().picture_hash.store(hash, Ordering::Relaxed);
        self.memory().has_picture_hash.store(1, Ordering::Release);
    }

    /// Returns the hash of the picture that was asked for, once its frame is drawn.
    pub fn picture_hash(&self) -> Option<u64> {
        let memory = self.memory();
        (memory.has_picture_hash.load(Ordering::Acquire) != 0).then(|| memory.picture_hash.load(Ordering::Relaxed))
    }

    /// Records that a process of the program asked for the software pipeline and cannot reach it.
    pub fn set_out_of_reach(&self) {
        self.memory().out_of_reach.store(1, Ordering::Relaxed);
    }

    /// Returns true if a process of the program asked for the software pipeline and could not reach it.
    pub fn was_out_of_reach(&self) -> bool {
        self.memory().out_of_reach.load(Ordering::Relaxed) == 1
    }

    /// Sets all sums to 0 and begins to count anew. The frames in the ring stay.
    pub fn reset(&self) {
        let memory = self.memory();
        memory.resets.fetch_add(1, Ordering::AcqRel);
        for figure in [&memory.lost_scopes, &memory.lost_draws, &memory.frames, &memory.timed_frames, &memory.gpu_time, &memory.uncertainty]
        {
            figure.store(0, Ordering::Relaxed);
        }
        memory.first_frames.iter().for_each(|figure| figure.store(0, Ordering::Relaxed));
        Scopes(&memory.scopes).reset();
        Contexts(&memory.contexts).reset();
        Errors(&memory.errors).reset();
        if self.is_used() {
            memory.first.store(now(), Ordering::Relaxed);
        }
        memory.last.store(0, Ordering::Relaxed);
    }

    /// Returns how often the figures were set to 0.
    pub fn resets(&self) -> u64 {
        self.memory().resets.load(Ordering::Acquire)
    }

    /// Returns what is wrong with the recording, if something else than glmeter has written to its file; the figures are then not to be relied on.
    pub fn damage(&self) -> Option<Damage> {
        let memory = self.memory();
        if self.guarded.as_ref().is_some_and(Guarded::is_shorter) {
            return Some(Damage::Shorter);
        }
        // One of this process alone has no mark.
        let mark = memory.mark.load(Ordering::Relaxed);
        let is_whole = (mark == 0 || mark == u64::from_ne_bytes(MARK))
            && Contexts(&memory.contexts).are_whole()
            && Scopes(&memory.scopes).are_whole()
            && Errors(&memory.errors).are_whole()
            && self.frames().is_whole()
            && self.spans().is_whole();
        (!is_whole).then_some(Damage::Overwritten)
    }

    /// Returns the sums of all contexts.
    pub fn totals(&self) -> Totals {
        let memory = self.memory();
        let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        let [first_frames, first_wall_time, first_timed, first_gpu_time, first_uncertainty] = memory.first_frames.each_ref().map(read);
        Totals {
            is_used: self.is_used(),
            frames: read(&memory.frames),
            wall_time: read(&memory.last).saturating_sub(read(&memory.first)),
            timed_frames: read(&memory.timed_frames),
            gpu_time: read(&memory.gpu_time),
            uncertainty: read(&memory.uncertainty),
            first: FirstFrames {
                frames: first_frames,
                wall_time: first_wall_time,
                timed_frames: first_timed,
                gpu_time: first_gpu_time,
                uncertainty: first_uncertainty,
            },
        }
    }
}
