//! Where the values of a target come from, chosen once per context: the driver's own query, others of its queries, fences
//! and a clock, or what the draws submit.
//!
//! An [`Emulator`] stands between the rules and the driver. The rules see one driver that has everything and is right.

pub mod condition;
mod emulator;
pub mod fenced;
pub mod marks;
pub mod measurements;
mod queries;
pub mod quirks;
pub mod segments;
pub mod sources;
pub mod stamp;
pub mod tally;
pub mod timestamps;
mod watcher;

pub use fenced::Fenced;
pub use sources::{SourceChoice, Source, Sources};

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

/// A result that glmeter computes, because the driver's object of that name does not have it.
enum LocalResult {
    /// A TIME_ELAPSED, as two marks.
    Span(Mark, Mark),
    /// A TIMESTAMP behind a fence.
    Stamp(Arc<Stamp>),
    /// A TIMESTAMP of the driver's, whose counter wraps, and the machine's time when it was given.
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
    /// The targets that the driver's queries take.
    native: TargetSet,
    marks: Marks,
    tallies: Tallies,
    measurements: Measurements,
    /// The application's query that is active in each slot, 0 for none.
    active: [GLuint; SLOTS],
    /// The results that the driver's objects do not have, by their names.
    local_results: HashMap<GLuint, LocalResult, BuildHasherDefault<NameHasher>>,
    conditions: Conditions,
}

impl<D: Driver> Emulator<D> {
    /// Wraps a driver: corrects its quirks and emulates what it lacks. `fenced` is what time stands on where the driver has no
    /// timer; it is there if `means` says so.
    pub fn new(mut driver: D, quirks: Quirks, means: SourceChoice, fenced: Option<Fenced>) -> Self {
        let sources = Sources::choose(driver.capabilities(), quirks, means);
        let native = sources.of(Target::TIMESTAMP) == Source::Native;
        let extended = native && means.emulate != Emulate::Never;
        let timestamps = Timestamps::new(if extended { driver.query_counter_bits(gl::TIMESTAMP) } else { 64 });
        Self {
            capabilities: sources.extend(driver.capabilities(), means),
            marks: Marks::new(&driver, quirks, native.then_some(timestamps), fenced.filter(|_| !native)),
            driver,
            quirks,
            sources,
            native: means.native,
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

    /// Makes the driver know a name as an object of its type, where it has the target: it generates no name that is used, labels
    /// objects, and judges what display lists do with them.
    ///
    /// Where fences are chosen over the driver's timers, each such query would be a batch of its own. To that driver (Mesa) generated
    /// names are objects as they are, and only compatibility contexts have other names and display lists.
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

    /// Goes back before a mark to the driver's TIMESTAMP where fences were chosen over it and no thread can await them.
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

    fn stamp_what_is_done(&mut self) {
        if let Some(fenced) = &mut self.marks.fenced {
            fenced.poll(&mut self.driver);
        }
    }

    fn set_active(&mut self, indexed: IndexedTarget, id: GLuint) {
        if let Some(active) = indexed.target.slot(indexed.index).and_then(|slot| self.active.get_mut(slot)) {
            *active = id;
        }
    }

    fn active(&self, indexed: IndexedTarget) -> GLuint {
        indexed.target.slot(indexed.index).and_then(|slot| self.active.get(slot)).copied().unwrap_or(0)
    }

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
