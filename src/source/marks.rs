//! Marks in time: when the work given so far is done. Each is a TIMESTAMP query of the driver's, or a stamp behind a fence.

use super::fenced::Fenced;
use super::quirks::Quirks;
use super::stamp::Stamp;
use crate::gl::{self, GLuint};
use crate::provider::Provider;
use crate::provider::capabilities::Api;
use crate::provider::fence::Waited;
use crate::query::buffer::unbound;
use std::collections::VecDeque;
use std::sync::Arc;

/// A point between two commands.
#[derive(Clone, Debug, Default)]
pub enum Mark {
    /// Not marked.
    #[default]
    None,
    /// A TIMESTAMP query of the driver's, and the driver's time when it was given: the stamp cannot be earlier.
    Query {
        /// The query.
        id: GLuint,
        /// Nanoseconds; 0 where asking would wait for all work given so far.
        given: u64,
    },
    /// A stamp of our own.
    Stamp(Arc<Stamp>),
    /// There was nothing to wait for: the driver's time when it was marked.
    Time(u64),
}

/// A query of ours. One that was used is used again only when its result is there: beginning it earlier would wait.
pub(super) fn take_spare(spare: &mut VecDeque<GLuint>, driver: &mut dyn Provider) -> GLuint {
    if let Some(id) = spare.front().copied() {
        let bound = driver.query_buffer();
        if unbound(driver, bound, |driver| driver.result_available(id)) {
            spare.pop_front();
            return id;
        }
    }
    driver.own_query()
}

/// Makes marks, in the best way that the context has.
#[derive(Default)]
pub struct Marks {
    /// Each TIMESTAMP is followed by a flush.
    flush_after_counter: bool,
    /// The driver's time costs a Get, not a query.
    time_is_a_get: bool,
    /// The driver's TIMESTAMP is used.
    native: bool,
    /// The fences, if there are any to be used.
    pub fenced: Option<Fenced>,
    /// Queries to use again, oldest first.
    spare: VecDeque<GLuint>,
}

impl Marks {
    /// The marks of a driver. `native` says that its TIMESTAMP is used, else they stand on `fenced`.
    pub fn new(driver: &dyn Provider, quirks: Quirks, native: bool, fenced: Option<Fenced>) -> Self {
        let capabilities = driver.capabilities();
        let time_is_a_get = capabilities.api == Api::Desktop || capabilities.version >= (3, 0);
        Self { flush_after_counter: quirks.flush_after_counter, time_is_a_get, native, fenced, spare: VecDeque::new() }
    }

    /// `glQueryCounter` of the driver's, for the application or for ourselves.
    pub fn query_counter(&self, driver: &mut dyn Provider, id: GLuint) {
        driver.query_counter(id, gl::TIMESTAMP);
        if self.flush_after_counter {
            driver.flush();
        }
    }

    /// A stamp behind a fence, if there are fences.
    pub fn stamp(&mut self, driver: &mut dyn Provider) -> Option<Arc<Stamp>> {
        self.fenced.as_mut().map(|fenced| fenced.mark(driver))
    }

    /// Marks a beginning: the end of everything given so far, of which there may be nothing.
    pub fn mark_begin(&mut self, driver: &mut dyn Provider) -> Mark {
        match self.time_if_idle(driver) {
            Some(time) => Mark::Time(time),
            None => self.mark_end(driver),
        }
    }

    /// Marks the end of everything given so far, in a span that began with `begin`.
    pub fn mark_end_of(&mut self, driver: &mut dyn Provider, begin: &Mark) -> Mark {
        match (begin, &mut self.fenced) {
            (Mark::Stamp(begin), Some(fenced)) => Mark::Stamp(fenced.mark_end(driver, begin)),
            _ => self.mark_end(driver),
        }
    }

    /// Marks the end of everything given so far.
    fn mark_end(&mut self, driver: &mut dyn Provider) -> Mark {
        if !self.native {
            return self.stamp(driver).map_or(Mark::None, Mark::Stamp);
        }
        let id = take_spare(&mut self.spare, driver);
        // The driver has no memory for another query.
        if id == 0 {
            return Mark::None;
        }
        let given = if self.time_is_a_get { driver.get_integer64(gl::TIMESTAMP) as u64 } else { 0 };
        self.query_counter(driver, id);
        Mark::Query { id, given }
    }

    /// Returns true if the driver had no memory for the query that a mark needs.
    pub fn failed(&self, mark: &Mark) -> bool {
        self.native && matches!(mark, Mark::None)
    }

    /// The driver's time, if all work is done. It is asked for where a TIMESTAMP is late on a busy machine: the driver makes a
    /// batch of it alone, which waits for its turn.
    fn time_if_idle(&self, driver: &mut dyn Provider) -> Option<u64> {
        if !self.native || !self.flush_after_counter || !self.time_is_a_get {
            return None;
        }
        let fence = driver.insert_fence()?;
        let waited = driver.await_fence(fence, 0);
        driver.delete_fence(fence);
        (waited == Waited::Done).then(|| driver.get_integer64(gl::TIMESTAMP) as u64)
    }

    /// Whether the work before the mark is done.
    pub fn available(&mut self, driver: &mut dyn Provider, mark: &Mark) -> bool {
        match mark {
            Mark::None | Mark::Time(_) => true,
            Mark::Query { id, .. } => driver.result_available(*id),
            Mark::Stamp(stamp) => self.stamped(driver, stamp),
        }
    }

    /// Whether the work before a stamp is done.
    pub fn stamped(&mut self, driver: &mut dyn Provider, stamp: &Stamp) -> bool {
        if stamp.time().is_none()
            && let Some(fenced) = &mut self.fenced
        {
            fenced.poll(driver);
        }
        stamp.time().is_some()
    }

    /// When the work before the mark was done, nanoseconds of GL time; waits for it.
    pub fn time(&mut self, driver: &mut dyn Provider, mark: &Mark) -> u64 {
        match mark {
            Mark::None => 0,
            Mark::Time(time) => *time,
            Mark::Query { id, given } => driver.result(*id).max(*given),
            Mark::Stamp(stamp) => self.stamp_time(driver, stamp),
        }
    }

    /// When the work before a stamp was done; waits for it.
    pub fn stamp_time(&mut self, driver: &mut dyn Provider, stamp: &Stamp) -> u64 {
        match &mut self.fenced {
            Some(fenced) => fenced.time(driver, stamp),
            None => stamp.time().unwrap_or(0),
        }
    }

    /// The mark is needed no longer.
    pub fn release(&mut self, mark: Mark) {
        if let Mark::Query { id, .. } = mark {
            self.spare.push_back(id);
        }
    }
}
