//! Measures the GPU time of the sections that the application names, from their beginning to their end.

use super::own_queries::{OwnQueries, executes_queries};
use crate::driver::{Capabilities, Driver};
use crate::gl::GLuint;
use crate::target::Target;
use std::collections::VecDeque;

/// The most sections whose results may be pending.
const PENDING_SECTIONS: usize = 1024;

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

/// A section that has ended, and whose GPU time is pending.
#[derive(Clone, Copy, Debug)]
struct EndedSection {
    number: usize,
    begin: GLuint,
    end: GLuint,
}

/// The GPU time of a section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredSection {
    /// Its number in the report.
    pub(crate) number: usize,
    /// Nanoseconds.
    pub(crate) nanoseconds: u64,
    /// The uncertainty of the time, nanoseconds.
    pub(crate) uncertainty: u64,
}

/// The sections of one context.
#[derive(Default)]
pub(crate) struct Sections {
    /// Those that have begun, outermost first.
    open: Vec<OpenSection>,
    /// Those that have ended, oldest first.
    pending: VecDeque<EndedSection>,
    queries: OwnQueries,
}

impl Sections {
    /// Begins a section at a time of CLOCK_MONOTONIC, inside those that have begun. Its GPU time is not measured in a context without a
    /// timer, or while [`PENDING_SECTIONS`] results are pending.
    pub(crate) fn begin(&mut self, driver: &mut dyn Driver, capabilities: &Capabilities, number: Option<usize>, now: u64) {
        let timed = number.is_some() && capabilities.targets.contains(Target::TIMESTAMP);
        let query = match timed && self.pending.len() < PENDING_SECTIONS && executes_queries(driver) {
            true => self.queries.mark(driver),
            false => None,
        };
        self.open.push(OpenSection { number, begun: now, query });
    }

    /// Returns the number of the innermost section that has begun, if it is measured.
    pub(crate) fn innermost(&self) -> Option<usize> {
        self.open.last().and_then(|section| section.number)
    }

    /// Ends the innermost section. Returns it, or `None` if no section has begun.
    pub(crate) fn end(&mut self, driver: &mut dyn Driver) -> Option<OpenSection> {
        let section = self.open.pop()?;
        match (section.number, section.query) {
            (Some(number), Some(begin)) => match executes_queries(driver).then(|| self.queries.mark(driver)).flatten() {
                Some(end) => self.pending.push_back(EndedSection { number, begin, end }),
                None => self.queries.release([begin]),
            },
            (_, query) => self.queries.release(query),
        }
        Some(section)
    }

    /// Drops what has been measured. Sections that have begun stay without a number: they are not measured.
    pub(crate) fn forget(&mut self) {
        let pending = self.pending.drain(..);
        self.queries.release(pending.flat_map(|section| [section.begin, section.end]));
        for section in &mut self.open {
            section.number = None;
        }
    }

    /// Returns true if results should be collected: no section has begun, or so many results are pending that there may be no room for others.
    pub(crate) fn is_collecting(&self) -> bool {
        self.open.is_empty() || self.pending.len() > PENDING_SECTIONS / 2
    }

    /// Returns true if no results are pending.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending.is_empty()
    }

    /// Calls `receive` with the times that are available. Does not wait.
    ///
    /// No query buffer may be bound: the driver would write the results to it.
    pub(crate) fn collect(&mut self, driver: &mut dyn Driver, mut receive: impl FnMut(MeasuredSection)) {
        if self.pending.is_empty() || !executes_queries(driver) {
            return;
        }
        while let Some(EndedSection { number, begin, end }) = self.pending.front().copied() {
            if !driver.result_available(end) {
                return;
            }
            self.pending.pop_front();
            let [from, to] = [begin, end].map(|id| driver.result(id));
            let uncertainty = [begin, end].into_iter().filter_map(|id| driver.uncertainty(id)).sum();
            receive(MeasuredSection { number, nanoseconds: to.saturating_sub(from), uncertainty });
            self.queries.release([begin, end]);
        }
    }
}
