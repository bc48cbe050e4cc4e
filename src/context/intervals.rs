//! Measures the GPU time of a context's frames, of the passes, groups and programs in them, and of named sections, each with two TIMESTAMP
//! queries of glmeter's own, which disturb no query of the application.
//!
//! What begins or ends during the compilation of a display list is not measured: the list would record the queries. Neither is what begins or
//! ends between glBegin and glEnd, where the driver rejects queries.

use super::work::{Place, Work};
use crate::clock::now;
use crate::driver::{Capabilities, Driver, Measurement};
use crate::gl::{self, GLuint};
use crate::target::Target;
use glmeter_recording::{Frame, Ticket};
use std::collections::VecDeque;

/// The most frames whose results may be pending: more than any driver queues.
const PENDING_FRAMES: usize = 8;
/// The most sections whose results may be pending.
const PENDING_SECTIONS: usize = 1024;
/// The most marks in a frame. What follows belongs to no pass, group or program.
const MARKS: usize = 1 << 14;

/// A section that the application has begun and not ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSection {
    /// Its number in the report; `None` if it is not measured.
    pub(crate) number: Option<usize>,
    /// When it began, nanoseconds of CLOCK_MONOTONIC.
    pub(crate) begun: u64,
    /// The query at its beginning, if its GPU time is measured.
    query: Option<GLuint>,
}

/// What of a frame is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The GPU times of its passes, groups and programs, and the statistics.
    pub(crate) detail: bool,
    /// Those of each draw too.
    pub(crate) per_draw: bool,
}

/// A change of the place to which work belongs, and what follows it.
#[derive(Debug)]
struct Mark {
    query: GLuint,
    /// Where the work belongs; `None` if there were too many places before it.
    place: Option<Place>,
    /// The number of draws and dispatches of the frame before it.
    draws: u64,
    /// The measurement of the draw behind it; 0 if none runs.
    measurement: GLuint,
}

/// The frame that is being measured.
#[derive(Debug)]
struct OpenFrame {
    /// The query before its first work; 0 until then.
    begin: GLuint,
    wanted: Wanted,
    marks: Vec<Mark>,
    /// The measurement of the whole frame since its context was made current; 0 if none runs.
    measurement: GLuint,
    /// Those of the frame before its context was released.
    before: Vec<GLuint>,
    /// The time that the marks took, nanoseconds.
    own_time: u64,
    /// Fences measure the times: they are stamped when the commands before them are submitted and done, so that each mark submits.
    is_fenced: bool,
}

/// A frame that has ended, and whose results are pending.
#[derive(Debug)]
struct EndedFrame {
    open: OpenFrame,
    end: GLuint,
    /// The frame without its results, and its place in the recording.
    frame: Frame,
    ticket: Ticket,
    /// The number of draws and dispatches at its end.
    draws: u64,
}

/// The GPU time of work at one place.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The place to which the work belongs; `None` if there were too many before it.
    pub(crate) place: Option<Place>,
    /// The GL time of its beginning, nanoseconds.
    pub(crate) begin: u64,
    /// The GL time of its end, nanoseconds.
    pub(crate) end: u64,
    /// The uncertainty of its duration, nanoseconds; 0 for the driver's own timers.
    pub(crate) uncertainty: u64,
    /// The number of draws and dispatches in it.
    pub(crate) draws: u64,
    /// Their counts, if each draw is measured.
    pub(crate) measurement: Option<Measurement>,
}

/// A frame whose results are available.
pub(crate) struct MeasuredFrame {
    /// The frame with its GPU time.
    pub(crate) frame: Frame,
    /// Its place in the recording.
    pub(crate) ticket: Ticket,
    /// Its counts, in a detailed frame.
    pub(crate) measurement: Option<Measurement>,
    /// The work in it, in a detailed frame.
    pub(crate) segments: Vec<Segment>,
}

/// Results that are available.
pub(crate) enum Results {
    /// Those of a frame.
    Frame(Box<MeasuredFrame>),
    /// The GPU time of a section.
    Section {
        /// Its number in the report.
        number: usize,
        /// Nanoseconds.
        nanoseconds: u64,
        /// The uncertainty of the time, nanoseconds.
        uncertainty: u64,
    },
}

/// What has ended, and whose results are pending.
#[derive(Debug)]
enum Pending {
    Frame(Box<EndedFrame>),
    Section { number: usize, begin: GLuint, end: GLuint },
}

impl Pending {
    /// Returns the first and the last query.
    fn ends(&self) -> [GLuint; 2] {
        match self {
            Self::Frame(frame) => [frame.open.begin, frame.end],
            Self::Section { begin, end, .. } => [*begin, *end],
        }
    }
}

/// The intervals of one context.
#[derive(Default)]
pub(crate) struct Intervals {
    /// The frame that is being measured.
    frame: Option<OpenFrame>,
    /// The sections that have begun, outermost first.
    sections: Vec<OpenSection>,
    /// What has ended, oldest first.
    pending: VecDeque<Pending>,
    /// Query names to reuse.
    free: Vec<GLuint>,
    /// The number of the report's resets when something was last measured.
    resets: u64,
}

/// Returns true if the driver would execute a query command now, and neither compile it into a display list nor reject it.
fn executes_queries(driver: &mut dyn Driver) -> bool {
    driver.list_index() == Some(0)
}

/// Returns the values of an ended measurement and deletes it; `None` for 0.
fn take(driver: &mut dyn Driver, measurement: GLuint) -> Option<Measurement> {
    if measurement == 0 {
        return None;
    }
    let values = driver.measurement(measurement);
    driver.delete_measurement(measurement);
    Some(values)
}

impl Intervals {
    /// Records a TIMESTAMP. Returns the query, or `None` if the driver has no name for it.
    fn mark(&mut self, driver: &mut dyn Driver) -> Option<GLuint> {
        let id = self.free.pop().unwrap_or_else(|| driver.own_query());
        if id == 0 {
            return None;
        }
        driver.query_counter(id, gl::TIMESTAMP);
        Some(id)
    }

    /// Returns the number of frames whose results are pending.
    fn pending_frames(&self) -> usize {
        self.pending.iter().filter(|pending| matches!(pending, Pending::Frame(_))).count()
    }

    /// Begins a frame, whose GPU time begins with its first draw, dispatch, clear or copy: before it the GPU may be idle while the application
    /// waits. Does nothing in a context without a timer, or while [`PENDING_FRAMES`] results are pending.
    pub(crate) fn begin_frame(&mut self, driver: &mut dyn Driver, capabilities: &Capabilities, work: &mut Work, wanted: Wanted) {
        work.is_watched = false;
        let measured = self.frame.is_none() && capabilities.targets.contains(Target::TIMESTAMP);
        if !measured || self.pending_frames() >= PENDING_FRAMES || !executes_queries(driver) {
            return;
        }
        let measurement = if wanted.detail && !wanted.per_draw { driver.begin_measurement() } else { 0 };
        work.is_watched = true;
        let is_fenced = driver.source(Target::TIMESTAMP).starts_with("fenced");
        // The layer of Android does not see the draws.
        let begin = if cfg!(android_layer) { self.mark(driver).unwrap_or(0) } else { 0 };
        self.frame = Some(OpenFrame { begin, wanted, marks: Vec::new(), measurement, before: Vec::new(), own_time: 0, is_fenced });
    }

    /// Records the beginning of the frame's first draw, dispatch, clear or copy. In a detailed frame, records where the next one belongs, if that
    /// has changed since the last one, or if each draw is measured. `draws` is the number of draws and dispatches of the frame before it.
    pub(crate) fn before_work(&mut self, driver: &mut dyn Driver, work: &mut Work, draws: u64) {
        let Some(mut frame) = self.frame.take() else { return };
        if frame.begin == 0 && executes_queries(driver) {
            let begun = now();
            frame.begin = self.mark(driver).unwrap_or(0);
            // A driver that batches a frame's commands would otherwise take the timestamp when it submits them.
            driver.flush();
            frame.own_time += now().saturating_sub(begun);
        }
        if !frame.wanted.detail {
            work.is_watched = frame.begin == 0;
            self.frame = Some(frame);
            return;
        }
        let last = frame.marks.last();
        let is_new = last.is_none_or(|last| last.place.as_ref().is_some_and(|place| !work.is_at(place)));
        if (is_new || frame.wanted.per_draw) && frame.marks.len() < MARKS {
            let begun = now();
            if executes_queries(driver) {
                Self::end_draw(&frame, driver);
                if let Some(query) = self.mark(driver) {
                    if frame.is_fenced {
                        driver.flush();
                    }
                    let measurement = if frame.wanted.per_draw { driver.begin_measurement() } else { 0 };
                    // The last mark ends the last place.
                    let place = (frame.marks.len() + 1 < MARKS).then(|| work.place());
                    frame.marks.push(Mark { query, place, draws, measurement });
                }
            }
            frame.own_time += now().saturating_sub(begun);
        }
        self.frame = Some(frame);
    }

    /// Ends the measurement of the last draw.
    fn end_draw(frame: &OpenFrame, driver: &mut dyn Driver) {
        if let Some(last) = frame.marks.last().filter(|last| last.measurement != 0) {
            driver.end_measurement(last.measurement);
        }
    }

    /// Ends a frame after its last command. Returns true if its results will come; then [`Self::keep_frame`] must follow.
    pub(crate) fn end_frame(&mut self, driver: &mut dyn Driver, work: &mut Work) -> Option<GLuint> {
        work.is_watched = false;
        let frame = self.frame.as_ref()?;
        if frame.begin == 0 || !executes_queries(driver) {
            self.drop_frame(driver);
            return None;
        }
        Self::end_draw(frame, driver);
        if frame.measurement != 0 {
            driver.end_measurement(frame.measurement);
        }
        let end = self.mark(driver);
        if end.is_none() {
            self.drop_frame(driver);
        }
        end
    }

    /// Ends the counting of a context that is about to be released: a driver's threads may still write to a query that runs when its context is
    /// destroyed (llvmpipe frees it at once).
    pub(crate) fn pause(&mut self, driver: &mut dyn Driver) {
        let Some(frame) = &mut self.frame else { return };
        Self::end_draw(frame, driver);
        let measurement = core::mem::take(&mut frame.measurement);
        if measurement != 0 {
            driver.end_measurement(measurement);
            frame.before.push(measurement);
        }
    }

    /// Goes on to count in a context that is current again.
    pub(crate) fn resume(&mut self, driver: &mut dyn Driver) {
        let Some(frame) = &mut self.frame else { return };
        let was_paused = frame.wanted.detail && !frame.wanted.per_draw && frame.measurement == 0;
        if was_paused && frame.before.len() < MARKS && executes_queries(driver) {
            frame.measurement = driver.begin_measurement();
        }
    }

    /// Returns the time that the marks of the open frame took so far, nanoseconds, and whether it is a detailed one.
    pub(crate) fn of_frame(&self) -> (u64, bool) {
        self.frame.as_ref().map_or((0, false), |frame| (frame.own_time, frame.wanted.detail))
    }

    /// Keeps the ended frame until its results are available. `end` is what [`Self::end_frame`] returned, `draws` the number of its draws and
    /// dispatches.
    pub(crate) fn keep_frame(&mut self, end: GLuint, frame: Frame, ticket: Ticket, draws: u64) {
        if let Some(open) = self.frame.take() {
            self.pending.push_back(Pending::Frame(Box::new(EndedFrame { open, end, frame, ticket, draws })));
        }
    }

    /// Forgets the open frame.
    fn drop_frame(&mut self, driver: &mut dyn Driver) {
        if let Some(frame) = self.frame.take() {
            self.forget(driver, &frame);
        }
    }

    /// Makes a frame's queries available again.
    fn forget(&mut self, driver: &mut dyn Driver, frame: &OpenFrame) {
        self.free.extend((frame.begin != 0).then_some(frame.begin));
        self.free.extend(frame.marks.iter().map(|mark| mark.query));
        let names = frame.marks.iter().map(|mark| mark.measurement).chain(frame.before.iter().copied()).chain([frame.measurement]);
        names.filter(|name| *name != 0).for_each(|name| driver.delete_measurement(name));
    }

    /// Begins a section at a time of CLOCK_MONOTONIC, inside those that have begun. Its GPU time is not measured in a context without a
    /// timer, or while [`PENDING_SECTIONS`] results are pending.
    pub(crate) fn begin_section(&mut self, driver: &mut dyn Driver, capabilities: &Capabilities, number: Option<usize>, now: u64) {
        let timed = number.is_some() && capabilities.targets.contains(Target::TIMESTAMP);
        let query = match timed && self.pending.len() < PENDING_SECTIONS && executes_queries(driver) {
            true => self.mark(driver),
            false => None,
        };
        self.sections.push(OpenSection { number, begun: now, query });
    }

    /// Returns the number of the innermost section that has begun, if it is measured.
    pub(crate) fn innermost(&self) -> Option<usize> {
        self.sections.last().and_then(|section| section.number)
    }

    /// Ends the innermost section. Returns it, or `None` if no section has begun.
    pub(crate) fn end_section(&mut self, driver: &mut dyn Driver) -> Option<OpenSection> {
        let section = self.sections.pop()?;
        match (section.number, section.query) {
            (Some(number), Some(begin)) => match executes_queries(driver).then(|| self.mark(driver)).flatten() {
                Some(end) => self.pending.push_back(Pending::Section { number, begin, end }),
                None => self.free.push(begin),
            },
            (_, query) => self.free.extend(query),
        }
        Some(section)
    }

    /// Drops what has been measured before the report's last reset; `resets` is their number. Sections that have begun stay without a number: they
    /// are not measured.
    pub(crate) fn forget_before(&mut self, driver: &mut dyn Driver, resets: u64) {
        if core::mem::replace(&mut self.resets, resets) == resets {
            return;
        }
        self.drop_frame(driver);
        for pending in core::mem::take(&mut self.pending) {
            match pending {
                Pending::Frame(frame) => {
                    self.forget(driver, &frame.open);
                    self.free.push(frame.end);
                }
                Pending::Section { begin, end, .. } => self.free.extend([begin, end]),
            }
        }
        for section in &mut self.sections {
            section.number = None;
        }
    }

    /// Returns true if results should be collected: no section has begun, or so many results are pending that there may be no room for others.
    pub(crate) fn is_collecting(&self) -> bool {
        self.sections.is_empty() || self.pending.len() > PENDING_SECTIONS / 2
    }

    /// Returns true if no results are pending.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending.is_empty()
    }

    /// Calls `receive` with the results that are available. Does not wait, except for the counts of a frame whose end is reached.
    ///
    /// No query buffer may be bound: the driver would write the results to it.
    pub(crate) fn collect(&mut self, driver: &mut dyn Driver, mut receive: impl FnMut(Results)) {
        if self.pending.is_empty() || !executes_queries(driver) {
            return;
        }
        while let Some(pending) = self.pending.pop_front() {
            let [begin, end] = pending.ends();
            if !driver.result_available(end) || !driver.result_available(begin) {
                self.pending.push_front(pending);
                return;
            }
            let times = [driver.result(begin), driver.result(end)];
            let nanoseconds = times[1].saturating_sub(times[0]);
            let uncertainty = [begin, end].into_iter().filter_map(|id| driver.uncertainty(id)).sum();
            match pending {
                Pending::Section { number, .. } => receive(Results::Section { number, nanoseconds, uncertainty }),
                Pending::Frame(ended) => {
                    let EndedFrame { open, mut frame, ticket, draws, .. } = *ended;
                    let segments = Self::segments(&open, driver, times, draws, end);
                    self.free.extend(open.marks.iter().map(|mark| mark.query));
                    frame.gpu_begin = times[0];
                    frame.gpu = nanoseconds;
                    frame.uncertainty = uncertainty;
                    frame.flags |= Frame::HAS_GPU;
                    let parts = open.before.iter().chain([&open.measurement]).filter_map(|part| take(driver, *part));
                    let measurement = parts.reduce(|sum, part| sum.and(&part));
                    receive(Results::Frame(Box::new(MeasuredFrame { frame, ticket, measurement, segments })));
                }
            }
            self.free.extend([begin, end]);
        }
    }

    /// Returns the work of a frame whose last query, `end`, is available, and which began and ended at `times`.
    fn segments(open: &OpenFrame, driver: &mut dyn Driver, times: [u64; 2], draws: u64, end: GLuint) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::with_capacity(open.marks.len());
        let ends = open.marks.iter().skip(1).map(|next| (next.query, next.draws)).chain([(end, draws)]);
        for (mark, (next, draws)) in open.marks.iter().zip(ends) {
            // Times that fences measure may be out of order by their uncertainty.
            let least = segments.last().map_or(times[0], |last| last.begin);
            let begin = driver.result(mark.query).clamp(least, times[1].max(least));
            let uncertainty = [mark.query, next].into_iter().filter_map(|id| driver.uncertainty(id)).sum();
            let measurement = take(driver, mark.measurement);
            if let Some(last) = segments.last_mut() {
                last.end = begin;
            }
            let draws = draws.saturating_sub(mark.draws);
            segments.push(Segment { place: mark.place.clone(), begin, end: times[1].max(begin), uncertainty, draws, measurement });
        }
        segments
    }
}
