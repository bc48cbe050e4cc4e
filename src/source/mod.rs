//! Where the values of a target come from, chosen once per context: the driver's own query, or others of its queries
//! from which the value is derived.
//!
//! A [`Sourced`] provider stands between the rules and the driver. The rules see one driver that is right.

pub mod quirks;

use crate::error::Error;
use crate::gl::{self, GLenum, GLint, GLuint};
use crate::provider::capabilities::Api;
use crate::provider::{Capabilities, Provider};
use crate::query::namespace::NameHasher;
use crate::query::target::Target;
use quirks::Quirks;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A TIMESTAMP query of the driver's, and the driver's time when it was given: the stamp cannot be earlier.
#[derive(Clone, Copy, Default)]
struct Stamp {
    id: GLuint,
    given: u64,
}

/// A TIME_ELAPSED query, as two stamps.
#[derive(Clone, Copy, Default)]
struct Span {
    begin: Stamp,
    end: Stamp,
}

/// A driver whose values come from the best source for each target.
pub struct Sourced<P> {
    driver: P,
    quirks: Quirks,
    /// The spans of TIME_ELAPSED objects, where those are derived.
    spans: HashMap<GLuint, Span, BuildHasherDefault<NameHasher>>,
    /// The TIME_ELAPSED object that is active, where those are derived; 0 for none.
    active: GLuint,
}

impl<P: Provider> Sourced<P> {
    /// The driver with its quirks made good.
    pub fn new(driver: P, quirks: Quirks) -> Self {
        Self { driver, quirks, spans: HashMap::default(), active: 0 }
    }

    fn derives(&self, target: GLenum) -> bool {
        target == gl::TIME_ELAPSED && self.quirks.elapsed_from_timestamps
    }

    /// Stamps the end of everything given so far.
    fn stamp(&mut self, stamp: &mut Stamp) {
        if stamp.id == 0 {
            stamp.id = self.driver.own_query();
        }
        // Where the time is not a Get but a query of its own, asking for it would wait for all work given so far.
        let cheap = self.capabilities().api == Api::Desktop || self.capabilities().version >= (3, 0);
        stamp.given = if cheap { self.driver.get_integer64(gl::TIMESTAMP) as u64 } else { 0 };
        self.query_counter(stamp.id, gl::TIMESTAMP);
    }

    fn time(&mut self, stamp: Stamp) -> u64 {
        self.driver.result(stamp.id).max(stamp.given)
    }
}

impl<P: Provider> Provider for Sourced<P> {
    fn source(&self, target: Target) -> &'static str {
        match target {
            Target::TIME_ELAPSED if self.quirks.elapsed_from_timestamps => "derived from TIMESTAMP",
            _ => self.driver.source(target),
        }
    }

    fn driver_has_result(&self, target: Target) -> bool {
        let wrong = target == Target::CLIPPING_INPUT_PRIMITIVES && self.quirks.clipping_input_runs_backwards;
        !wrong && !self.derives(target.token()) && self.driver.driver_has_result(target)
    }

    fn leave_to_driver(&mut self, id: GLuint) {
        if let Some(span) = self.spans.remove(&id) {
            self.driver.delete_queries(&[span.begin.id, span.end.id]);
        }
    }

    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint) {
        if !self.derives(target) {
            return self.driver.begin_query(target, index, id);
        }
        let mut span = match self.spans.get(&id) {
            Some(span) => *span,
            None => {
                // The driver must know the name as an object of this type: it gives out no name that is used, and labels objects.
                self.driver.begin_query(target, index, id);
                self.driver.end_query(target, index);
                Span::default()
            }
        };
        self.stamp(&mut span.begin);
        self.spans.insert(id, span);
        self.active = id;
    }

    fn end_query(&mut self, target: GLenum, index: GLuint) {
        if !self.derives(target) {
            return self.driver.end_query(target, index);
        }
        let id = core::mem::take(&mut self.active);
        let mut span = self.spans.get(&id).copied().unwrap_or_default();
        self.stamp(&mut span.end);
        self.spans.insert(id, span);
    }

    fn query_counter(&mut self, id: GLuint, target: GLenum) {
        self.driver.query_counter(id, target);
        if self.quirks.flush_after_counter {
            self.driver.flush();
        }
    }

    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint {
        if self.derives(target) { self.active } else { self.driver.current_query(target, index) }
    }

    fn query_counter_bits(&mut self, target: GLenum) -> GLint {
        self.driver.query_counter_bits(if self.derives(target) { gl::TIMESTAMP } else { target })
    }

    fn result_available(&mut self, id: GLuint) -> bool {
        match self.spans.get(&id).copied() {
            Some(span) => self.driver.result_available(span.end.id) && self.driver.result_available(span.begin.id),
            None => self.driver.result_available(id),
        }
    }

    fn result(&mut self, id: GLuint) -> u64 {
        match self.spans.get(&id).copied() {
            Some(span) => self.time(span.end).saturating_sub(self.time(span.begin)),
            None => self.driver.result(id),
        }
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        for id in ids {
            if *id == self.active {
                self.active = 0;
            }
            self.leave_to_driver(*id);
        }
        self.driver.delete_queries(ids);
    }

    fn capabilities(&self) -> &Capabilities {
        self.driver.capabilities()
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

    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        self.driver.begin_conditional_render(id, mode);
    }

    fn end_conditional_render(&mut self) {
        self.driver.end_conditional_render();
    }

    fn list_index(&mut self) -> Option<GLint> {
        self.driver.list_index()
    }

    fn get_integer64(&mut self, pname: GLenum) -> i64 {
        self.driver.get_integer64(pname)
    }

    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        self.driver.read_buffer(target, offset, bytes)
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
