//! Marks: the times at which all work issued so far is done, as TIMESTAMP queries of the driver or as stamps of fences.

use super::fenced::Fenced;
use super::quirks::Quirks;
use super::stamp::Stamp;
use super::timestamps::Timestamps;
use crate::driver::capabilities::Api;
use crate::driver::fence::Waited;
use crate::driver::{Driver, unbound};
use crate::gl::{self, GLuint};
use std::collections::VecDeque;
use std::sync::Arc;

/// A mark between two commands.
#[derive(Clone, Debug, Default)]
pub enum Mark {
    /// Not marked.
    #[default]
    None,
    /// A TIMESTAMP query of the driver, and the driver's time when it was issued, which the result cannot precede.
    Query {
        /// The query.
        id: GLuint,
        /// The driver's time, nanoseconds; 0 if reading it would wait for all work.
        given: u64,
        /// The machine's time; see [`Timestamps::result`].
        at: Option<u64>,
    },
    /// The stamp of a fence.
    Stamp(Arc<Stamp>),
    /// The driver's time of the mark, if no work was pending.
    Time(u64),
}

/// Returns a query of glmeter's own. Reuses one only if its result is available: beginning it earlier would wait.
pub(super) fn take_spare(spare: &mut VecDeque<GLuint>, driver: &mut dyn Driver) -> GLuint {
    if let Some(id) = spare.front().copied() {
        let bound = driver.query_buffer();
        if unbound(driver, bound, |driver| driver.result_available(id)) {
            spare.pop_front();
            return id;
        }
    }
    driver.own_query()
}

/// Creates marks in the best way that the context offers.
#[derive(Default)]
pub struct Marks {
    /// Each TIMESTAMP needs a flush after it. A batch of the driver's waits for a core.
    flush_after_counter: bool,
    /// A Get returns the driver's time, so that no query is needed.
    time_is_a_get: bool,
    /// The driver's TIMESTAMP, if it is used.
    native: Option<Timestamps>,
    /// The fences, if they are used.
    pub fenced: Option<Fenced>,
    /// Queries to reuse, oldest first.
    spare: VecDeque<GLuint>,
}

impl Marks {
    /// Creates the marks of a driver, on its TIMESTAMP (`native`) or on fences (`fenced`).
    pub fn new(driver: &dyn Driver, quirks: Quirks, native: Option<Timestamps>, fenced: Option<Fenced>) -> Self {
        let capabilities = driver.capabilities();
        let time_is_a_get = capabilities.api == Api::Desktop || capabilities.version >= (3, 0);
        Self { flush_after_counter: quirks.flush_after_counter, time_is_a_get, native, fenced, spare: VecDeque::new() }
    }

    /// Uses the driver's TIMESTAMP from now on. Existing stamps of fences stay valid.
    pub fn use_timestamps(&mut self, timestamps: Timestamps) {
        self.native = Some(timestamps);
    }

    /// Calls the driver's `glQueryCounter`, for the application or for glmeter. Returns the machine's time for [`Self::extend`] if the
    /// driver's counter wraps.
    pub fn query_counter(&mut self, driver: &mut dyn Driver, id: GLuint) -> Option<u64> {
        if self.native.as_ref().is_some_and(|native| native.are_stale()) && self.time_is_a_get {
            self.now(driver);
        }
        let given = self.native.as_ref().and_then(Timestamps::given);
        driver.query_counter(id, gl::TIMESTAMP);
        if self.flush_after_counter {
            driver.flush();
        }
        given
    }

    /// Returns the driver's GL time, nanoseconds.
    pub fn now(&mut self, driver: &mut dyn Driver) -> u64 {
        let raw = driver.get_integer64(gl::TIMESTAMP) as u64;
        self.native.as_mut().map_or(raw, |native| native.read(raw))
    }

    /// Returns true if each mark waits for all work before it.
    pub fn wait(&self) -> bool {
        self.native.is_none() && self.fenced.as_ref().is_some_and(Fenced::waits)
    }

    /// Returns true if the driver's TIMESTAMP wraps and glmeter extends it.
    pub fn are_extended(&self) -> bool {
        self.native.as_ref().is_some_and(Timestamps::are_extended)
    }

    /// Returns the GL time of the result of a TIMESTAMP query issued at the machine's time `given`.
    pub fn extend(&mut self, result: u64, given: u64) -> u64 {
        self.native.as_mut().map_or(result, |native| native.result(result, given))
    }

    /// Returns true if the machine was suspended since the last call.
    pub fn was_suspended(&mut self) -> bool {
        let fenced = self.fenced.as_mut().is_some_and(Fenced::was_suspended);
        let native = self.native.as_mut().is_some_and(Timestamps::was_suspended);
        fenced || native
    }

    /// Marks the end of all work issued so far with a fence; `None` without fences.
    pub fn stamp(&mut self, driver: &mut dyn Driver) -> Option<Arc<Stamp>> {
        self.fenced.as_mut().map(|fenced| fenced.mark(driver))
    }

    /// Marks the beginning of a span: the end of all work issued so far, or now if no work is pending.
    pub fn mark_begin(&mut self, driver: &mut dyn Driver) -> Mark {
        match self.time_if_idle(driver) {
            Some(time) => Mark::Time(time),
            None => self.mark_end(driver),
        }
    }

    /// Records that the commands since the mark `last`, the last one, are glmeter's own, and no work.
    pub fn end_own_commands(&mut self, driver: &mut dyn Driver, last: &Mark) {
        if let (true, Mark::Stamp(last), Some(fenced)) = (self.flush_after_counter, last, &mut self.fenced) {
            fenced.end_own_commands(driver, last);
        }
    }

    /// Returns true if the driver tells that it has begun no work since the last mark.
    pub fn follow_a_mark(&self) -> bool {
        self.native.is_none() && self.fenced.as_ref().is_some_and(Fenced::follows_a_mark)
    }

    /// Marks the end of a span that began with `begin`: the end of all work issued so far.
    pub fn mark_end_of(&mut self, driver: &mut dyn Driver, begin: &Mark) -> Mark {
        match (begin, &mut self.fenced) {
            (Mark::Stamp(begin), Some(fenced)) => Mark::Stamp(fenced.mark_end(driver, begin)),
            _ => self.mark_end(driver),
        }
    }

    /// Marks the end of all work issued so far.
    fn mark_end(&mut self, driver: &mut dyn Driver) -> Mark {
        if self.native.is_none() {
            return self.stamp(driver).map_or(Mark::None, Mark::Stamp);
        }
        let id = take_spare(&mut self.spare, driver);
        // The driver has no memory for another query.
        if id == 0 {
            return Mark::None;
        }
        let given = if self.time_is_a_get { self.now(driver) } else { 0 };
        let at = self.query_counter(driver, id);
        Mark::Query { id, given, at }
    }

    /// Returns true if the driver had no memory for the mark's query.
    pub fn failed(&self, mark: &Mark) -> bool {
        self.native.is_some() && matches!(mark, Mark::None)
    }

    /// Returns the driver's time if all work is done, for drivers whose TIMESTAMP is late on a busy machine because it becomes a batch of its
    /// own that waits for its turn.
    fn time_if_idle(&mut self, driver: &mut dyn Driver) -> Option<u64> {
        if self.native.is_none() || !self.flush_after_counter || !self.time_is_a_get {
            return None;
        }
        let fence = driver.insert_fence()?;
        let waited = driver.await_fence(fence, 0);
        driver.delete_fence(fence);
        (waited == Waited::Done).then(|| self.now(driver))
    }

    /// Returns true if the work before the mark is done.
    pub fn available(&mut self, driver: &mut dyn Driver, mark: &Mark) -> bool {
        match mark {
            Mark::None | Mark::Time(_) => true,
            Mark::Query { id, .. } => driver.result_available(*id),
            Mark::Stamp(stamp) => self.stamped(driver, stamp),
        }
    }

    /// Returns true if the work before a stamp is done.
    pub fn stamped(&mut self, driver: &mut dyn Driver, stamp: &Stamp) -> bool {
        if stamp.time().is_none()
            && let Some(fenced) = &mut self.fenced
        {
            fenced.poll(driver);
        }
        stamp.time().is_some()
    }

    /// Waits until the work before the mark is done and returns when that was, nanoseconds of GL time.
    pub fn time(&mut self, driver: &mut dyn Driver, mark: &Mark) -> u64 {
        match mark {
            Mark::None => 0,
            Mark::Time(time) => *time,
            Mark::Query { id, given, at } => {
                let result = driver.result(*id);
                at.map_or(result, |at| self.extend(result, at)).max(*given)
            }
            Mark::Stamp(stamp) => self.stamp_time(driver, stamp),
        }
    }

    /// Waits until the work before a stamp is done and returns when that was.
    pub fn stamp_time(&mut self, driver: &mut dyn Driver, stamp: &Stamp) -> u64 {
        match &mut self.fenced {
            Some(fenced) => fenced.time(driver, stamp),
            None => stamp.time().unwrap_or(0),
        }
    }

    /// Releases a mark.
    pub fn release(&mut self, mark: Mark) {
        if let Mark::Query { id, .. } = mark {
            self.spare.push_back(id);
        }
    }
}
