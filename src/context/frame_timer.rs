//! Measures the GPU time of each frame of a context with two TIMESTAMP queries of glmeter's own, which disturb no query of the
//! application.
//!
//! A frame that begins or ends during the compilation of a display list is not measured: the list would record the queries. Neither
//! is a frame that begins or ends between glBegin and glEnd, where the driver rejects queries.

use crate::driver::{Capabilities, Driver};
use crate::gl::{self, GLuint};
use crate::target::Target;
use std::collections::VecDeque;

/// The most frames whose results may be pending: more than any driver queues.
const PENDING: usize = 8;

/// The frame timer of one context.
#[derive(Default)]
pub(crate) struct FrameTimer {
    /// The query at the frame's beginning, while a frame is being measured.
    begun: Option<GLuint>,
    /// The queries at beginning and end of frames whose results are pending, oldest first.
    pending: VecDeque<(GLuint, GLuint)>,
    /// Query names to reuse.
    free: Vec<GLuint>,
}

/// Returns true if the driver would execute a query command now, and neither compile it into a display list nor reject it.
fn executes_queries(driver: &mut dyn Driver) -> bool {
    driver.list_index() == Some(0)
}

impl FrameTimer {
    /// Returns an unused query name, or 0 if the driver returns none.
    fn name(&mut self, driver: &mut dyn Driver) -> GLuint {
        self.free.pop().unwrap_or_else(|| driver.own_query())
    }

    /// Begins a frame. Does nothing in a context without a timer, or while [`PENDING`] results are pending.
    pub(crate) fn begin(&mut self, driver: &mut dyn Driver, capabilities: &Capabilities) {
        let measured = self.pending.len() < PENDING && capabilities.targets.contains(Target::TIMESTAMP);
        if self.begun.is_some() || !measured || !executes_queries(driver) {
            return;
        }
        let id = self.name(driver);
        if id == 0 {
            return;
        }
        driver.query_counter(id, gl::TIMESTAMP);
        // A driver that batches a frame's commands would otherwise take the timestamp when it submits them.
        driver.flush();
        self.begun = Some(id);
    }

    /// Ends a frame after its last command.
    pub(crate) fn end(&mut self, driver: &mut dyn Driver) {
        let Some(begin) = self.begun.take() else { return };
        let end = if executes_queries(driver) { self.name(driver) } else { 0 };
        if end == 0 {
            self.free.push(begin);
            return;
        }
        driver.query_counter(end, gl::TIMESTAMP);
        self.pending.push_back((begin, end));
    }

    /// Calls `count` with the GPU time and the uncertainty, in nanoseconds, of each frame whose results are available. Does not wait.
    ///
    /// No query buffer may be bound: the driver would write the results to it.
    pub(crate) fn collect(&mut self, driver: &mut dyn Driver, mut count: impl FnMut(u64, u64)) {
        if self.pending.is_empty() || !executes_queries(driver) {
            return;
        }
        while let Some((begin, end)) = self.pending.front().copied() {
            if !driver.result_available(end) || !driver.result_available(begin) {
                return;
            }
            let nanoseconds = driver.result(end).saturating_sub(driver.result(begin));
            let uncertainty = [begin, end].into_iter().filter_map(|id| driver.uncertainty(id)).sum();
            count(nanoseconds, uncertainty);
            self.pending.pop_front();
            self.free.extend([begin, end]);
        }
    }
}
