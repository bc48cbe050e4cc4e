//! GPU time of each frame of a context, from two TIMESTAMP queries of glmeter's own: they disturb no query of the application's.
//!
//! A frame that begins or ends while a display list is being compiled is not measured: the list would take the queries in.
//! Neither is one that begins or ends between glBegin and glEnd, where the driver rejects them.

use crate::driver::{Capabilities, Driver};
use crate::gl::{self, GLuint};
use crate::target::Target;
use std::collections::VecDeque;

/// Frames whose results may be outstanding: enough for any driver's queue of frames.
const PENDING: usize = 8;

/// The timer of one context.
#[derive(Default)]
pub(crate) struct FrameTimer {
    /// The query of the frame's beginning, while a frame is being measured.
    begun: Option<GLuint>,
    /// Queries of beginning and end of frames whose results are outstanding, oldest first.
    pending: VecDeque<(GLuint, GLuint)>,
    /// Names to use again.
    free: Vec<GLuint>,
}

/// Returns true if the driver executes a query command now: it neither compiles it nor rejects it.
fn executes_queries(driver: &mut dyn Driver) -> bool {
    driver.list_index() == Some(0)
}

impl FrameTimer {
    fn name(&mut self, driver: &mut dyn Driver) -> GLuint {
        self.free.pop().unwrap_or_else(|| driver.own_query())
    }

    /// Begins a frame. Does nothing in a context without a timer, nor while too many results are outstanding.
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
        // Drivers that gather a frame's commands would otherwise stamp the beginning when they carry them out.
        driver.flush();
        self.begun = Some(id);
    }

    /// Ends a frame behind its last command.
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

    /// Gives `count` the GPU time of each frame whose results are available, and its uncertainty, nanoseconds; waits for none.
    /// With a query buffer bound, a result would go there: it must not be.
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
