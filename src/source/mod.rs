//! The source of each target's values, chosen once per context: the driver's own query, a derivation from other queries, fences and a
//! clock, or counted draws.
//!
//! An [`Emulator`] wraps the driver for the rules, as one that has all targets and no known defects.

pub mod condition;
mod emulator;
pub mod fenced;
pub mod marks;
pub mod measurements;
mod pending;
mod queries;
pub mod quirks;
pub mod segments;
pub mod sources;
pub mod stamp;
pub mod tally;
pub mod timestamps;
mod waits;
mod watcher;

pub use fenced::Fenced;
pub use sources::{Source, SourceChoice, Sources};

use crate::config::Emulate;
use crate::driver::{Capabilities, Driver};
use crate::gl::{self, GLuint};
use crate::hash::NameHasher;
use crate::target::{SLOTS, Target, TargetSet};
use condition::Conditions;
use marks::{Mark, Marks};
use measurements::Measurements;
use quirks::Quirks;
use segments::{IndexedTarget, Subscriber};
use stamp::Stamp;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;
use tally::{Tallies, Tally};
use timestamps::Timestamps;

/// A result that glmeter computes, because the driver's object lacks it.
enum LocalResult {
    /// A TIME_ELAPSED, as two marks.
    Span(Mark, Mark),
    /// A TIMESTAMP from a fence.
    Stamp(Arc<Stamp>),
    /// A TIMESTAMP of a driver whose counter wraps: the machine's time when the query was issued.
    Wrapping(u64),
    /// A count.
    Tally(Tally),
}

/// A driver whose values come from the best source for each target.
pub struct Emulator<D> {
    driver: D,
    capabilities: Capabilities,
    quirks: Quirks,
    sources: Sources,
    /// The targets that the driver's queries accept.
    native: TargetSet,
    marks: Marks,
    tallies: Tallies,
    measurements: Measurements,
    /// The application's active query in each slot; 0 for none.
    active: [GLuint; SLOTS],
    /// The results that the driver's objects lack, by query name.
    local_results: HashMap<GLuint, LocalResult, BuildHasherDefault<NameHasher>>,
    conditions: Conditions,
}

impl<D: Driver> Emulator<D> {
    /// Wraps a driver, corrects its quirks and emulates the targets that it lacks. `fenced` measures time if the driver has no timer; it is
    /// present if `choice.fences` is true.
    pub fn new(mut driver: D, quirks: Quirks, choice: SourceChoice, fenced: Option<Fenced>) -> Self {
        let sources = Sources::choose(driver.capabilities(), quirks, choice);
        let native = sources.of(Target::TIMESTAMP) == Source::Native;
        let extended = native && choice.emulate != Emulate::Never;
        let timestamps = Timestamps::new(if extended { driver.query_counter_bits(gl::TIMESTAMP) } else { 64 });
        Self {
            capabilities: sources.extend(driver.capabilities(), choice),
            marks: Marks::new(&driver, quirks, native.then_some(timestamps), fenced.filter(|_| !native)),
            driver,
            quirks,
            sources,
            native: choice.native,
            tallies: Tallies::default(),
            measurements: Measurements::default(),
            active: [0; SLOTS],
            local_results: HashMap::default(),
            conditions: Conditions::default(),
        }
    }

    /// Drops the local result of a name.
    fn forget(&mut self, id: GLuint) {
        if self.local_results.is_empty() {
            return;
        }
        match self.local_results.remove(&id) {
            Some(LocalResult::Span(begin, end)) => {
                self.marks.release(begin);
                self.marks.release(end);
            }
            Some(LocalResult::Tally(tally)) => self.tallies.release(&tally),
            Some(LocalResult::Stamp(_) | LocalResult::Wrapping(_)) | None => {}
        }
    }

    /// Creates the driver's object of an emulated query, if the driver has the target. The driver then does not generate the name again, can
    /// label the object, and validates display lists that use it.
    ///
    /// If fences are preferred to the driver's timers, such an object would cost a batch, so only compatibility contexts get one. That driver
    /// (Mesa) treats generated names as objects, and only compatibility contexts have other names and display lists.
    fn make_known(&mut self, target: Target, index: GLuint, id: GLuint) {
        let needed = !self.sources.has_timestamps_instead_of_fences() || self.capabilities.compatibility;
        if !needed || !self.native.contains(target) || self.local_results.contains_key(&id) {
            return;
        }
        if target == Target::TIMESTAMP {
            self.driver.query_counter(id, target.token());
        } else {
            self.driver.begin_query(target.token(), index, id);
            self.driver.end_query(target.token(), index);
        }
    }

    /// Returns to the driver's TIMESTAMP before a mark if fences are preferred to it but no watcher thread can be started.
    fn check_fences(&mut self) {
        if self.sources.has_timestamps_instead_of_fences()
            && let Some(fenced) = &mut self.marks.fenced
            && !fenced.start()
        {
            self.sources.use_timestamps();
            let bits = self.driver.query_counter_bits(gl::TIMESTAMP);
            self.marks.use_timestamps(Timestamps::new(bits));
        }
    }

    /// Stamps the marks whose fences are reached.
    fn stamp_finished_work(&mut self) {
        if let Some(fenced) = &mut self.marks.fenced {
            fenced.poll(&mut self.driver);
        }
    }

    /// Records the active query of a target.
    fn set_active(&mut self, indexed: IndexedTarget, id: GLuint) {
        if let Some(active) = indexed.target.slot(indexed.index).and_then(|slot| self.active.get_mut(slot)) {
            *active = id;
        }
    }

    /// Returns the active query of a target; 0 for none.
    fn active(&self, indexed: IndexedTarget) -> GLuint {
        indexed.target.slot(indexed.index).and_then(|slot| self.active.get(slot)).copied().unwrap_or(0)
    }

    /// Begins an emulated query.
    #[cold]
    fn begin_local(&mut self, source: Source, indexed: IndexedTarget, id: GLuint) {
        self.make_known(indexed.target, indexed.index, id);
        self.forget(id);
        let result = match source {
            Source::Timestamps | Source::Fenced => LocalResult::Span(self.marks.mark_begin(&mut self.driver), Mark::None),
            _ => LocalResult::Tally(self.tallies.begin(&mut self.driver, source, indexed, Subscriber::Derived(id))),
        };
        self.local_results.insert(id, result);
    }

    /// Ends an emulated query.
    #[cold]
    fn end_local(&mut self, indexed: IndexedTarget, id: GLuint) {
        match self.local_results.get_mut(&id) {
            Some(LocalResult::Span(begin, end)) => *end = self.marks.mark_end_of(&mut self.driver, begin),
            Some(LocalResult::Tally(tally)) => self.tallies.end(&mut self.driver, tally, indexed.target, Subscriber::Derived(id)),
            Some(LocalResult::Stamp(_) | LocalResult::Wrapping(_)) | None => {}
        }
    }

    /// Ends an active query that the application deletes.
    #[cold]
    fn end_deleted(&mut self, slot: usize, id: GLuint) {
        if let Some(LocalResult::Tally(tally)) = self.local_results.get_mut(&id) {
            let target = Target::all().find(|target| target.slot(0) == Some(slot)).unwrap_or(Target::VERTICES_SUBMITTED);
            self.tallies.end(&mut self.driver, tally, target, Subscriber::Derived(id));
        }
        self.tallies.deleted(&mut self.driver, id);
    }
}
