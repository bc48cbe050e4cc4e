//! Measures the GPU time of a context's frames and named sections, each with two TIMESTAMP queries of glmeter's own, which disturb no
//! query of the application.
//!
//! A frame or section that begins or ends during the compilation of a display list is not measured: the list would record the queries.
//! Neither is one that begins or ends between glBegin and glEnd, where the driver rejects queries.

use crate::driver::{Capabilities, Driver};
use crate::gl::{self, GLuint};
use crate::target::Target;
use std::collections::VecDeque;

/// The most frames whose results may be pending: more than any driver queues.
const PENDING_FRAMES: usize = 8;
/// The most sections whose results may be pending.
const PENDING_SECTIONS: usize = 1024;

/// What an interval measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measured {
    /// A frame.
    Frame,
    /// The section of this number in the report.
    Section(usize),
}

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

/// The GPU time of an interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GpuTime {
    /// What was measured.
    pub(crate) measured: Measured,
    /// Nanoseconds.
    pub(crate) nanoseconds: u64,
    /// The uncertainty of the time, nanoseconds; 0 for the driver's own timers.
    pub(crate) uncertainty: u64,
}

/// An interval whose results are pending.
#[derive(Clone, Copy, Debug)]
struct Pending {
    measured: Measured,
    begin: GLuint,
    end: GLuint,
}

/// The intervals of one context.
#[derive(Default)]
pub(crate) struct Intervals {
    /// The query at the frame's beginning, while a frame is being measured.
    frame: Option<GLuint>,
    /// The sections that have begun, outermost first.
    sections: Vec<OpenSection>,
    /// The intervals that have ended, oldest first.
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

    /// Returns the number of frames, or of sections, whose results are pending.
    fn pending(&self, frames: bool) -> usize {
        self.pending.iter().filter(|pending| (pending.measured == Measured::Frame) == frames).count()
    }

    /// Begins a frame. Does nothing in a context without a timer, or while [`PENDING_FRAMES`] results are pending.
    pub(crate) fn begin_frame(&mut self, driver: &mut dyn Driver, capabilities: &Capabilities) {
        let measured = self.frame.is_none() && capabilities.targets.contains(Target::TIMESTAMP);
        if !measured || self.pending(true) >= PENDING_FRAMES || !executes_queries(driver) {
            return;
        }
        self.frame = self.mark(driver);
        if self.frame.is_some() {
            // A driver that batches a frame's commands would otherwise take the timestamp when it submits them.
            driver.flush();
        }
    }

    /// Ends a frame after its last command.
    pub(crate) fn end_frame(&mut self, driver: &mut dyn Driver) {
        if let Some(begin) = self.frame.take() {
            self.end(driver, begin, Measured::Frame);
        }
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
            (Some(number), Some(begin)) => self.end(driver, begin, Measured::Section(number)),
            (_, query) => self.free.extend(query),
        }
        Some(section)
    }

    /// Ends an interval.
    fn end(&mut self, driver: &mut dyn Driver, begin: GLuint, measured: Measured) {
        match executes_queries(driver).then(|| self.mark(driver)).flatten() {
            Some(end) => self.pending.push_back(Pending { measured, begin, end }),
            None => self.free.push(begin),
        }
    }

    /// Drops what has been measured before the report's last reset; `resets` is their number. Sections that have begun stay without a number: they
    /// are not measured.
    pub(crate) fn forget_before(&mut self, resets: u64) {
        if core::mem::replace(&mut self.resets, resets) == resets {
            return;
        }
        self.free.extend(self.frame.take());
        self.free.extend(self.pending.drain(..).flat_map(|pending| [pending.begin, pending.end]));
        for section in &mut self.sections {
            section.number = None;
        }
    }

    /// Returns true if results should be collected: no section has begun, or so many results are pending that there may be no room for others.
    pub(crate) fn is_collecting(&self) -> bool {
        self.sections.is_empty() || self.pending.len() > PENDING_SECTIONS / 2
    }

    /// Calls `count` with the GPU time of each interval whose results are available. Does not wait.
    ///
    /// No query buffer may be bound: the driver would write the results to it.
    pub(crate) fn collect(&mut self, driver: &mut dyn Driver, mut count: impl FnMut(GpuTime)) {
        if self.pending.is_empty() || !executes_queries(driver) {
            return;
        }
        while let Some(Pending { measured, begin, end }) = self.pending.front().copied() {
            if !driver.result_available(end) || !driver.result_available(begin) {
                return;
            }
            let nanoseconds = driver.result(end).saturating_sub(driver.result(begin));
            let uncertainty = [begin, end].into_iter().filter_map(|id| driver.uncertainty(id)).sum();
            count(GpuTime { measured, nanoseconds, uncertainty });
            self.pending.pop_front();
            self.free.extend([begin, end]);
        }
    }
}
