//! The query commands of an [`Emulator`].

use super::marks::Mark;
use super::segments::IndexedTarget;
use super::tally::Tally;
use super::{Emulator, Fenced, LocalResult, Source, condition};
use crate::driver::{Capabilities, Driver, Queries, unbound};
use crate::gl::{self, GLenum, GLint, GLuint};
use crate::target::Target;

impl<D: Driver> Queries for Emulator<D> {
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

    fn difference(&self, target: Target) -> Option<&'static str> {
        match (self.sources.of(target), target) {
            (Source::Native, _) => self.quirks.difference(target),
            (Source::SamplesPassed, _) => {
                Some("counts the samples that pass: no hidden or discarded fragments, and each sample of a multisampled pixel")
            }
            (Source::PrimitivesGenerated, Target::CLIPPING_OUTPUT_PRIMITIVES) => {
                Some("counts each generated primitive once, wherever it lies")
            }
            (Source::Counted, Target::GEOMETRY_SHADER_INVOCATIONS) => Some("leaves out draws with tessellation"),
            _ => None,
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

    fn is_query(&self, id: GLuint) -> bool {
        self.driver.is_query(id)
    }

    fn writes_buffers_otherwise(&self) -> bool {
        self.quirks.writes_buffers_otherwise
    }

    fn emulates(&self, target: Target) -> bool {
        self.sources.of(target) != Source::Native
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
        // The target's source may have changed since the query began.
        if self.sources.of(target) != Source::Native && !self.tallies.segments.runs_itself(indexed) {
            return self.end_local(indexed, id);
        }
        if let Some(sum) = self.tallies.segments.end_own(&mut self.driver, indexed, id) {
            let boolean = target.is_occlusion() && target != Target::SAMPLES_PASSED;
            self.local_results.insert(id, LocalResult::Tally(Tally::Sum { sum, boolean }));
        }
    }

    fn begin_directly(&mut self, target: Target, slot: usize, id: GLuint) -> bool {
        // Fences that fail are replaced before a time is marked.
        let checks_fences = target == Target::TIME_ELAPSED && self.sources.has_timestamps_instead_of_fences();
        let is_own = self.sources.of(target) == Source::Native && !checks_fences;
        let begins = is_own
            && (self.local_results.is_empty() || !self.local_results.contains_key(&id))
            && self.tallies.segments.begin_directly(target, slot, id);
        if begins && let Some(active) = self.active.get_mut(slot) {
            *active = id;
        }
        begins
    }

    fn end_directly(&mut self, slot: usize) -> bool {
        let ends = self.tallies.segments.end_directly(slot);
        if ends && let Some(active) = self.active.get_mut(slot) {
            *active = 0;
        }
        ends
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

    /// Begins conditional rendering. If the query was split into segments, the driver has no object with its result: reads the result here.
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

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        self.driver.gen_queries(ids);
    }

    fn own_query(&mut self) -> GLuint {
        self.driver.own_query()
    }

    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]) {
        self.driver.create_queries(target, ids);
    }
}
