//! Measures the GPU time of a context's frames, and of the passes, groups and programs in them, with TIMESTAMP queries of glmeter's own.
//!
//! The GPU time of a frame is that for which the GPU worked on it. Where each command is done when it returns, it is the time in the commands. Where
//! threads draw what was submitted, it is also the time from each submission to the query behind it. Otherwise it is the time from the first
//! command to the last one before the program waits for the GPU; the GPU may have waited for commands in between, unless it still had as much to do
//! when the last one was given.
//!
//! What begins or ends during the compilation of a display list is not measured: the list would record the queries. Neither is what begins or
//! ends between glBegin and glEnd, where the driver rejects queries.

use super::busy::{Bursts, Busy};
use super::own_queries::{OwnQueries, executes_queries};
use super::timeline::{self, Mark, OpenFrame, Segment, Told, Wanted, Worked};
use super::work::{Place, Work};
use crate::clock::now;
use crate::driver::{Capabilities, Driver, Execution, Measurement};
use crate::gl;
use crate::target::Target;
use glmeter_recording::{Frame, Ticket};
use std::collections::VecDeque;

/// The most frames, or parts of work without a swap, whose results may be pending: more than any driver queues.
const PENDING_FRAMES: usize = 64;
/// The most marks in a frame. What follows belongs to no pass, group or program.
const MARKS: usize = 1 << 14;

/// A frame that has ended, and whose results are pending.
#[derive(Debug)]
struct EndedFrame {
    open: OpenFrame,
    /// The frame without its results, and its place in the recording.
    frame: Frame,
    ticket: Ticket,
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

impl EndedFrame {
    /// Returns true if the results of its queries are available.
    fn is_available(&self, driver: &mut dyn Driver) -> bool {
        let last = self.open.marks.iter().rev().map(|mark| mark.query).find(|query| *query != 0);
        last.is_none_or(|last| driver.result_available(last))
    }
}

/// The intervals of one context.
#[derive(Default)]
pub(crate) struct Intervals {
    /// The frame that is being measured.
    frame: Option<OpenFrame>,
    /// The frames that have ended, oldest first.
    pending: VecDeque<EndedFrame>,
    queries: OwnQueries,
    /// The work of the frames so far.
    busy: Busy,
    /// The last frame was measured, so that [`Self::busy`] has its end.
    has_last: bool,
}

impl Intervals {
    /// Begins a frame, whose GPU time begins with its first draw, dispatch, clear or copy: before it the GPU may be idle while the application
    /// waits. Does nothing in a context without a timer, or while [`PENDING_FRAMES`] results are pending.
    pub(crate) fn begin_frame(
        &mut self,
        driver: &mut dyn Driver,
        capabilities: &Capabilities,
        work: &mut Work,
        wanted: Wanted,
        execution: Execution,
    ) {
        if self.frame.is_some() {
            return;
        }
        work.is_watched = false;
        let has_timer = capabilities.targets.contains(Target::TIMESTAMP);
        if !has_timer || self.pending.len() >= PENDING_FRAMES || !executes_queries(driver) {
            return;
        }
        let measurement = if wanted.detail && !wanted.per_draw { driver.begin_measurement() } else { 0 };
        work.is_watched = true;
        let is_fenced = driver.source(Target::TIMESTAMP).starts_with("fenced");
        // The layer of Android does not see the draws.
        let execution = if cfg!(android_layer) { Execution::Unknown } else { execution };
        let before = now();
        let reading = now().saturating_sub(before);
        let mut frame = OpenFrame {
            wanted,
            execution,
            marks: Vec::new(),
            bursts: Bursts::default(),
            framebuffer: work.framebuffer,
            measurement,
            before: Vec::new(),
            own_time: 0,
            reading,
            is_fenced,
            folded: Worked::default(),
            told: Told::default(),
        };
        if cfg!(android_layer) {
            self.add_mark(driver, &mut frame, Some(Place::default()), 0, true);
        }
        self.frame = Some(frame);
    }

    /// Adds a mark, with a query if it `is_timed`. Does nothing if the driver has no name for the query.
    fn add_mark(&mut self, driver: &mut dyn Driver, frame: &mut OpenFrame, place: Option<Place>, draws: u64, is_timed: bool) {
        let (mut query, mut given) = (0, 0);
        if is_timed {
            // Fences are stamped by CLOCK_MONOTONIC, which is also the time of drivers that draw with the CPU.
            given = match (frame.execution, frame.is_fenced) {
                (Execution::Unknown, false) => driver.get_integer64(gl::TIMESTAMP) as u64,
                _ => now(),
            };
            let Some(new) = self.queries.mark(driver) else { return };
            query = new;
        }
        frame.marks.push(Mark { query, given, place, draws, bursts: frame.bursts.count(), ..Mark::default() });
    }

    /// Records the beginning of a draw, dispatch, clear or copy. In a detailed frame, records where it belongs, if that has changed since the last one,
    /// or if each draw is measured. `draws` is the number of draws and dispatches of the frame before it.
    pub(crate) fn before_work(&mut self, driver: &mut dyn Driver, work: &mut Work, draws: u64) {
        let Some(mut frame) = self.frame.take() else { return };
        let begun = now();
        let is_idle = frame.is_idle();
        let is_elsewhere =
            frame.wanted.detail && frame.marks.last().and_then(|last| last.place.as_ref()).is_none_or(|last| !work.is_at(last));
        // Another framebuffer submits what is drawn into the one before.
        let is_other = frame.execution == Execution::AtSubmission && frame.framebuffer != work.framebuffer;
        let is_new = is_idle || is_elsewhere || is_other || frame.wanted.per_draw;
        if is_new && frame.marks.len() < MARKS && executes_queries(driver) {
            Self::end_draw(&frame, driver);
            let is_timed = match frame.execution {
                Execution::AtOnce => false,
                // Nothing is pending since the mark before.
                Execution::AtSubmission => !is_idle || (frame.marks.is_empty() && !self.has_last),
                Execution::Unknown => true,
            };
            // What follows the last mark has no place.
            let is_lost = frame.marks.len() + 1 == MARKS;
            let place = if frame.wanted.detail && !is_lost { work.place() } else { Place::default() };
            self.add_mark(driver, &mut frame, Some(place), draws, is_timed);
            if let Some(last) = frame.marks.last_mut() {
                last.is_lost = is_lost;
            }
            if is_timed && (is_idle || frame.is_fenced) {
                // A driver that batches a frame's commands would otherwise take the timestamp when it submits them.
                driver.flush();
            }
            if frame.wanted.per_draw
                && let Some(last) = frame.marks.last_mut()
            {
                last.measurement = driver.begin_measurement();
            }
        }
        frame.framebuffer = work.framebuffer;
        let after = if is_new { now() } else { begun };
        frame.own_time += after.saturating_sub(begun) + 2 * frame.reading;
        if frame.execution == Execution::Unknown {
            work.is_watched = frame.wanted.detail || frame.is_idle();
        } else {
            frame.bursts.begin(after);
        }
        self.frame = Some(frame);
    }

    /// Completes the draw that began its work last, if the driver lets draws wait: the time of a draw is that of its command.
    #[inline]
    pub(crate) fn complete_work(&mut self, driver: &mut dyn Driver) {
        if self.frame.as_ref().is_some_and(|frame| frame.execution == Execution::AtOnce && frame.bursts.is_running()) {
            driver.complete_all();
        }
    }

    /// Records the end of the command that began its work last.
    #[inline]
    pub(crate) fn after_work(&mut self) {
        let Some(frame) = &mut self.frame else { return };
        if frame.bursts.is_running() {
            let first = frame.marks.last().map_or(0, |last| last.bursts);
            frame.bursts.end(first, now());
        }
    }

    /// Records that the next command submits all work so far; `ends_part` says that it also ends a part of the frame, after which the GPU may wait for
    /// commands. `draws` is the number of draws and dispatches of the frame before it.
    pub(crate) fn submits(&mut self, driver: &mut dyn Driver, work: &mut Work, ends_part: bool, draws: u64) {
        let Some(mut frame) = self.frame.take() else { return };
        let is_useful = ends_part || frame.execution == Execution::AtSubmission;
        if is_useful && !frame.is_idle() && frame.marks.len() + 1 < MARKS && executes_queries(driver) {
            let begun = now();
            Self::end_draw(&frame, driver);
            let is_timed = frame.execution != Execution::AtOnce;
            self.add_mark(driver, &mut frame, None, draws, is_timed);
            frame.own_time += now().saturating_sub(begun);
            work.is_watched = true;
        }
        if ends_part && let Some(last) = frame.marks.last_mut() {
            last.ends_part |= last.place.is_none();
        }
        self.frame = Some(frame);
    }

    /// Sums up the work of the open frame whose results are available, so that the marks of a frame without an end need no more memory; those of a detailed
    /// frame stay. Returns what the GPU worked in the frame so far.
    pub(crate) fn fold(&mut self, driver: &mut dyn Driver) -> Option<Worked> {
        let mut frame = self.frame.take()?;
        let is_over = |mark: &Mark| mark.place.is_none();
        let mut is_available = |mark: &Mark| mark.query == 0 || driver.result_available(mark.query);
        let ends = (0..frame.marks.len()).rev().filter(|end| is_over(&frame.marks[*end]));
        // The last one may be pending, since nothing waited for it.
        let end = ends.take(2).find(|end| is_available(&frame.marks[*end]));
        let end = end.filter(|_| !frame.bursts.is_running() && executes_queries(driver));
        let worked = match end {
            Some(end) if frame.wanted.detail => timeline::tell(&mut frame, end, driver, self.busy),
            Some(end) => {
                self.forget_marks(driver, &mut frame, end);
                frame.folded
            }
            None if frame.wanted.detail => frame.told.worked,
            None => frame.folded,
        };
        self.frame = Some(frame);
        Some(worked)
    }

    /// Adds the work up to a mark of a frame to what is folded, and forgets the marks before it.
    fn forget_marks(&mut self, driver: &mut dyn Driver, frame: &mut OpenFrame, end: usize) {
        let rest = frame.marks.split_off(end + 1);
        let worked = timeline::work_of(frame, driver, &mut self.busy, &mut Vec::new());
        frame.folded.add(&worked);
        let bursts = frame.marks.last().map_or(0, |last| last.bursts);
        self.queries.release(frame.marks.drain(..).map(|mark| mark.query));
        frame.bursts.forget(bursts);
        frame.marks.push(Mark::default());
        frame.marks.extend(rest.into_iter().map(|mark| Mark { bursts: mark.bursts.saturating_sub(bursts), ..mark }));
    }

    /// Measures nothing but the GPU time of the open frame from now on, if its detail is wanted only because it is in a sample.
    pub(crate) fn drop_sampled_detail(&mut self, driver: &mut dyn Driver) {
        if let Some(frame) = self.frame.as_mut().filter(|frame| frame.wanted.is_sampled)
            && executes_queries(driver)
        {
            let names = frame.before.drain(..).chain([core::mem::take(&mut frame.measurement)]);
            names.filter(|name| *name != 0).for_each(|name| driver.delete_measurement(name));
            frame.wanted = Wanted::default();
        }
    }

    /// Ends the measurement of the last draw.
    fn end_draw(frame: &OpenFrame, driver: &mut dyn Driver) {
        if let Some(last) = frame.marks.last().filter(|last| last.measurement != 0) {
            driver.end_measurement(last.measurement);
        }
    }

    /// Ends a frame after its last command. `draws` is the number of its draws and dispatches. Returns true if its results will come; then
    /// [`Self::keep_frame`] must follow.
    pub(crate) fn end_frame(&mut self, driver: &mut dyn Driver, work: &mut Work, draws: u64) -> bool {
        work.is_watched = false;
        let has_last = core::mem::replace(&mut self.has_last, false);
        let Some(mut frame) = self.frame.take() else { return false };
        if frame.marks.is_empty() || !executes_queries(driver) {
            // Without work there is nothing to know.
            self.has_last = has_last && frame.marks.is_empty();
            self.forget(driver, &frame);
            return false;
        }
        Self::end_draw(&frame, driver);
        if frame.measurement != 0 {
            driver.end_measurement(frame.measurement);
        }
        if !frame.is_idle() {
            let (count, is_timed) = (frame.marks.len(), frame.execution != Execution::AtOnce);
            self.add_mark(driver, &mut frame, None, draws, is_timed);
            if frame.marks.len() == count {
                self.forget(driver, &frame);
                return false;
            }
        }
        self.frame = Some(frame);
        self.has_last = true;
        true
    }

    /// Ends the counting of a context that is about to be released: a driver's threads may still write to a query that runs when its context is
    /// destroyed (llvmpipe frees it at once).
    pub(crate) fn pause(&mut self, driver: &mut dyn Driver, work: &mut Work, draws: u64) {
        // Releasing a context flushes it, and another one may work before it is current again.
        self.submits(driver, work, true, draws);
        self.has_last = false;
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

    /// Returns the time that glmeter took for the open frame so far, nanoseconds, and whether it is a detailed one; `None` if it is not measured.
    pub(crate) fn of_frame(&self) -> Option<(u64, bool)> {
        self.frame.as_ref().map(|frame| (frame.own_time, frame.wanted.detail))
    }

    /// Returns true if the open frame has room for the marks of another part.
    pub(crate) fn has_room(&self) -> bool {
        self.frame.as_ref().is_some_and(|frame| frame.marks.len() + 2 < MARKS)
    }

    /// Records that work follows that is not measured.
    pub(crate) fn skip_part(&mut self) {
        self.has_last = false;
    }

    /// Returns true if the open frame is measured.
    pub(crate) fn is_measuring(&self) -> bool {
        self.frame.is_some()
    }

    /// Keeps the ended frame until its results are available.
    pub(crate) fn keep_frame(&mut self, frame: Frame, ticket: Ticket) {
        if let Some(open) = self.frame.take() {
            self.pending.push_back(EndedFrame { open, frame, ticket });
        }
    }

    /// Forgets the open frame.
    pub(crate) fn drop_frame(&mut self, driver: &mut dyn Driver) {
        if let Some(frame) = self.frame.take() {
            self.forget(driver, &frame);
        }
    }

    /// Makes a frame's queries available again.
    fn forget(&mut self, driver: &mut dyn Driver, frame: &OpenFrame) {
        self.queries.release(frame.marks.iter().map(|mark| mark.query));
        let names = frame.marks.iter().map(|mark| mark.measurement).chain(frame.before.iter().copied()).chain([frame.measurement]);
        names.filter(|name| *name != 0).for_each(|name| driver.delete_measurement(name));
    }

    /// Drops what has been measured.
    pub(crate) fn forget_all(&mut self, driver: &mut dyn Driver) {
        self.drop_frame(driver);
        for ended in core::mem::take(&mut self.pending) {
            self.forget(driver, &ended.open);
        }
    }

    /// Returns true if no results are pending.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending.is_empty()
    }

    /// Calls `receive` with the frames whose results are available. Does not wait, except for the counts of a frame whose end is reached.
    ///
    /// No query buffer may be bound: the driver would write the results to it.
    pub(crate) fn collect(&mut self, driver: &mut dyn Driver, mut receive: impl FnMut(MeasuredFrame)) {
        if self.pending.is_empty() || !executes_queries(driver) {
            return;
        }
        while self.pending.front().is_some_and(|ended| ended.is_available(driver))
            && let Some(ended) = self.pending.pop_front()
        {
            receive(self.measured(driver, ended));
        }
    }

    /// Returns a frame with the results of its queries.
    fn measured(&mut self, driver: &mut dyn Driver, ended: EndedFrame) -> MeasuredFrame {
        let EndedFrame { open, mut frame, ticket } = ended;
        let mut segments = Vec::with_capacity(open.marks.len());
        let mut worked = open.folded;
        worked.add(&timeline::work_of(&open, driver, &mut self.busy, &mut segments));
        self.queries.release(open.marks.iter().map(|mark| mark.query));
        (frame.gpu_begin, frame.gpu_end, frame.gpu, frame.uncertainty) = (worked.begin, worked.end, worked.busy, worked.uncertainty);
        frame.flags |= Frame::HAS_GPU | if worked.has_waits() { Frame::GPU_HAS_WAITS } else { 0 };
        let parts = open.before.iter().chain([&open.measurement]).filter_map(|part| timeline::take(driver, *part));
        let measurement = parts.reduce(|sum, part| sum.and(&part));
        MeasuredFrame { frame, ticket, measurement, segments }
    }
}
