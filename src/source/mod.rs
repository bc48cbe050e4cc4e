//! Where the values of a target come from, chosen once per context: the driver's own query, others of its queries, fences
//! and a clock, or what the draws submit.
//!
//! An [`Emulator`] stands between the rules and the driver. The rules see one driver that has everything and is right.

pub mod condition;
pub mod fenced;
pub mod marks;
pub mod measurements;
pub mod quirks;
pub mod segments;
pub mod sources;
pub mod stamp;
pub mod tally;
pub mod timestamps;
mod watcher;

pub use fenced::Fenced;
pub use sources::{Means, Source, Sources};

use crate::clock;
use crate::config::Emulate;
use crate::driver::fence::Waited;
use crate::driver::unbound;
use crate::driver::{Capabilities, Driver, Measurement, NativePerfQueries, Stages, Submitted};
use crate::error::Error;
use crate::gl::{self, GLenum, GLint, GLuint};
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
pub struct Emulator<P> {
    driver: P,
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

impl<P: Driver> Emulator<P> {
    /// Wraps a driver: corrects its quirks and emulates what it lacks. `fenced` is what time stands on where the driver has no
    /// timer; it is there if `means` says so.
    pub fn new(mut driver: P, quirks: Quirks, means: Means, fenced: Option<Fenced>) -> Self {
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

impl<P: Driver> Driver for Emulator<P> {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn source(&self, target: Target) -> &'static str {
        match self.sources.of(target) {
            Source::Native => self.driver.source(target),
            Source::Timestamps => "derived from TIMESTAMP",
            Source::Fenced => self.marks.fenced.as_ref().map_or("absent", Fenced::name),
            Source::Counted => "counted",
            Source::PrimitivesGenerated | Source::GeometryGenerated => "derived from PRIMITIVES_GENERATED",
            Source::SamplesPassed => "derived from SAMPLES_PASSED",
            Source::Absent => "absent",
        }
    }

    fn uncertainty(&self, id: GLuint) -> Option<u64> {
        match self.local_results.get(&id)? {
            LocalResult::Span(Mark::Stamp(begin), Mark::Stamp(end)) => Some(end.reached()?.since(&begin.reached()?).1),
            LocalResult::Stamp(stamp) => Some(stamp.reached()?.uncertainty()),
            _ => None,
        }
    }

    fn driver_has_result(&self, id: GLuint, target: Target) -> bool {
        let wrong = target == Target::CLIPPING_INPUT_PRIMITIVES && self.quirks.clipping_input_runs_backwards;
        !wrong
            && self.sources.of(target) == Source::Native
            && (id == 0 || !self.local_results.contains_key(&id))
            && self.driver.driver_has_result(id, target)
    }

    fn distrust_elapsed(&mut self) {
        self.sources.distrust_elapsed();
    }

    fn leave_to_driver(&mut self, id: GLuint) {
        self.forget(id);
    }

    #[inline]
    fn begin_query(&mut self, token: GLenum, index: GLuint, id: GLuint) {
        let Some(target) = Target::from_token(token) else { return self.driver.begin_query(token, index, id) };
        let indexed = IndexedTarget { target, index };
        self.set_active(indexed, id);
        if target == Target::TIME_ELAPSED {
            self.check_fences();
        }
        match self.sources.of(target) {
            Source::Native => {
                self.forget(id);
                self.tallies.segments.begin_own(&mut self.driver, indexed, id);
            }
            source => self.begin_local(source, indexed, id),
        }
    }

    fn begin_query_as_another_type(&mut self, token: GLenum, index: GLuint, id: GLuint) -> bool {
        let Some(target) = Target::from_token(token) else { return self.driver.begin_query_as_another_type(token, index, id) };
        let indexed = IndexedTarget { target, index };
        let taken = self.tallies.segments.begin_own_as_another_type(&mut self.driver, indexed, id);
        if taken {
            self.forget(id);
            self.set_active(indexed, id);
        }
        taken
    }

    #[inline]
    fn end_query(&mut self, token: GLenum, index: GLuint) {
        let Some(target) = Target::from_token(token) else { return self.driver.end_query(token, index) };
        let indexed = IndexedTarget { target, index };
        let id = self.active(indexed);
        self.set_active(indexed, 0);
        // A source may have been found to be wrong since the query began.
        if self.sources.of(target) != Source::Native && !self.tallies.segments.runs_itself(indexed) {
            return self.end_local(indexed, id);
        }
        if let Some(sum) = self.tallies.segments.end_own(&mut self.driver, indexed, id) {
            let boolean = target.is_occlusion() && target != Target::SAMPLES_PASSED;
            self.local_results.insert(id, LocalResult::Tally(Tally::Sum { sum, boolean }));
        }
    }

    fn query_counter(&mut self, id: GLuint, _target: GLenum) {
        self.check_fences();
        if self.sources.of(Target::TIMESTAMP) != Source::Fenced {
            if let Some(given) = self.marks.query_counter(&mut self.driver, id) {
                self.local_results.insert(id, LocalResult::Wrapping(given));
            }
            return;
        }
        self.make_known(Target::TIMESTAMP, 0, id);
        if let Some(stamp) = self.marks.stamp(&mut self.driver) {
            self.local_results.insert(id, LocalResult::Stamp(stamp));
        }
    }

    fn current_query(&mut self, token: GLenum, index: GLuint) -> GLuint {
        let Some(target) = Target::from_token(token) else { return self.driver.current_query(token, index) };
        let indexed = IndexedTarget { target, index };
        if self.sources.of(target) != Source::Native {
            return self.active(indexed);
        }
        self.tallies.segments.current(indexed).unwrap_or_else(|| self.driver.current_query(token, index))
    }

    fn query_counter_bits(&mut self, token: GLenum) -> GLint {
        match Target::from_token(token).map_or(Source::Native, |target| self.sources.of(target)) {
            Source::Native if token == gl::TIMESTAMP && self.marks.are_extended() => 64,
            Source::Native => self.driver.query_counter_bits(token),
            Source::Timestamps => self.query_counter_bits(gl::TIMESTAMP),
            Source::PrimitivesGenerated | Source::GeometryGenerated => self.driver.query_counter_bits(gl::PRIMITIVES_GENERATED),
            Source::SamplesPassed => self.driver.query_counter_bits(gl::SAMPLES_PASSED),
            Source::Fenced | Source::Counted => 64,
            Source::Absent => 0,
        }
    }

    #[inline]
    fn result_available(&mut self, id: GLuint) -> bool {
        if self.local_results.is_empty() {
            return self.driver.result_available(id);
        }
        match self.local_results.get(&id) {
            None | Some(LocalResult::Wrapping(_)) => self.driver.result_available(id),
            Some(LocalResult::Span(begin, end)) => {
                self.marks.available(&mut self.driver, end) && self.marks.available(&mut self.driver, begin)
            }
            Some(LocalResult::Stamp(stamp)) => self.marks.stamped(&mut self.driver, stamp),
            Some(LocalResult::Tally(tally)) => self.tallies.available(&mut self.driver, tally),
        }
    }

    #[inline]
    fn result(&mut self, id: GLuint) -> u64 {
        if self.local_results.is_empty() {
            return self.driver.result(id);
        }
        match self.local_results.get(&id) {
            None => self.driver.result(id),
            Some(LocalResult::Span(begin, end)) => {
                let begin = self.marks.time(&mut self.driver, begin);
                self.marks.time(&mut self.driver, end).saturating_sub(begin)
            }
            Some(LocalResult::Stamp(stamp)) => self.marks.stamp_time(&mut self.driver, stamp),
            Some(LocalResult::Wrapping(given)) => self.marks.extend(self.driver.result(id), *given),
            Some(LocalResult::Tally(tally)) => self.tallies.value(&mut self.driver, tally),
        }
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        for id in ids {
            if let Some((slot, active)) = self.active.iter_mut().enumerate().find(|(_, active)| *active == id && *id != 0) {
                *active = 0;
                self.end_deleted(slot, *id);
            }
            self.forget(*id);
        }
        self.driver.delete_queries(ids);
    }

    /// Begins conditional rendering. An application's query that was split has no object in the driver: its result is read here.
    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        if !self.local_results.contains_key(&id) {
            return self.driver.begin_conditional_render(id, mode);
        }
        let (bound, waits) = (self.driver.query_buffer(), condition::waits(mode));
        let result = unbound(self, bound, |driver| (waits || driver.result_available(id)).then(|| driver.result(id)));
        let counts = self.native.contains(Target::SAMPLES_PASSED);
        let target = if counts { Target::SAMPLES_PASSED } else { Target::ANY_SAMPLES_PASSED };
        let occlusion = IndexedTarget { target, index: 0 };
        self.conditions.begin(&mut self.driver, &mut self.tallies.segments, occlusion, mode, result);
    }

    fn end_conditional_render(&mut self) {
        self.conditions.end(&mut self.driver);
    }

    fn has_hidden_condition(&self) -> bool {
        self.conditions.is_hidden()
    }

    fn begin_measurement(&mut self) -> GLuint {
        self.check_fences();
        self.measurements.begin(&mut self.driver, &self.sources, &mut self.tallies, &mut self.marks)
    }

    fn end_measurement(&mut self, measurement: GLuint) {
        self.measurements.end(&mut self.driver, &mut self.tallies, &mut self.marks, measurement);
    }

    fn measurement_available(&mut self, measurement: GLuint) -> bool {
        self.measurements.available(&mut self.driver, &mut self.tallies, &mut self.marks, measurement)
    }

    fn measurement(&mut self, measurement: GLuint) -> Measurement {
        self.measurements.result(&mut self.driver, &mut self.tallies, &mut self.marks, measurement)
    }

    fn delete_measurement(&mut self, measurement: GLuint) {
        self.measurements.delete(&mut self.driver, &mut self.tallies, &mut self.marks, measurement);
    }

    fn stages(&mut self) -> Stages {
        self.tallies.stages(&mut self.driver)
    }

    fn geometry_shader(&mut self) -> Option<u32> {
        self.driver.geometry_shader()
    }

    fn tess_control_shader(&mut self) -> bool {
        self.driver.tess_control_shader()
    }

    fn held_error(&mut self) -> Option<GLenum> {
        self.driver.held_error()
    }

    fn submitted(&mut self) -> Option<&mut Submitted> {
        self.tallies.submitted()
    }

    fn may_count_draws(&self) -> bool {
        self.sources.count_draws()
    }

    fn graphics_reset_status(&mut self) -> Option<GLenum> {
        self.driver.graphics_reset_status()
    }

    fn answers(&mut self) -> bool {
        self.driver.answers()
    }

    fn is_lost(&mut self) -> bool {
        self.driver.is_lost()
    }

    fn get_integer64(&mut self, pname: GLenum) -> i64 {
        match pname {
            gl::TIMESTAMP if self.sources.of(Target::TIMESTAMP) == Source::Fenced => {
                // What is done by now was done before the time that is told.
                self.stamp_what_is_done();
                i64::try_from(clock::now()).unwrap_or(i64::MAX)
            }
            gl::TIMESTAMP if self.sources.of(Target::TIMESTAMP) == Source::Native => {
                i64::try_from(self.marks.now(&mut self.driver)).unwrap_or(i64::MAX)
            }
            gl::GPU_DISJOINT_EXT => {
                let suspended = self.marks.was_suspended();
                let native = self.driver.capabilities().ext_disjoint_timer_query.is_offered();
                i64::from(suspended) | if native { self.driver.get_integer64(pname) } else { 0 }
            }
            _ => self.driver.get_integer64(pname),
        }
    }

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        self.driver.gen_queries(ids);
    }

    fn own_query(&mut self) -> GLuint {
        self.driver.own_query()
    }

    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]) {
        self.driver.create_queries(target, ids);
    }

    fn flush(&mut self) {
        self.driver.flush();
    }

    fn finish(&mut self) {
        self.driver.finish();
        self.stamp_what_is_done();
    }

    fn has_fences(&self) -> bool {
        self.driver.has_fences()
    }

    fn insert_fence(&mut self) -> Option<usize> {
        self.driver.insert_fence()
    }

    fn await_fence(&mut self, fence: usize, nanoseconds: u64) -> Waited {
        self.driver.await_fence(fence, nanoseconds)
    }

    fn delete_fence(&mut self, fence: usize) {
        self.driver.delete_fence(fence);
    }

    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        self.driver.read_buffer(target, offset, bytes)
    }

    fn bind_query_buffer(&mut self, buffer: GLuint) {
        self.driver.bind_query_buffer(buffer);
    }

    fn delete_buffers(&mut self, buffers: &[GLuint]) {
        self.driver.delete_buffers(buffers);
    }

    fn query_buffer(&mut self) -> GLuint {
        self.driver.query_buffer()
    }

    fn buffer_size(&mut self, buffer: GLuint) -> i64 {
        self.driver.buffer_size(buffer)
    }

    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]) {
        self.driver.write_buffer(buffer, offset, bytes);
    }

    fn list_index(&mut self) -> Option<GLint> {
        self.driver.list_index()
    }

    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        self.driver.native_perf_queries()
    }

    fn is_enabled(&mut self, capability: GLenum) -> bool {
        self.driver.is_enabled(capability)
    }

    fn get_integer_indexed(&mut self, pname: GLenum, index: GLuint) -> i64 {
        self.driver.get_integer_indexed(pname, index)
    }

    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        self.driver.work_group_size()
    }

    fn raise(&mut self, error: Error) -> bool {
        self.driver.raise(error)
    }
}
