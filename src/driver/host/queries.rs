//! Query objects and conditional rendering of the driver that the program has.

use super::{Host, call};
use crate::driver::{Capabilities, Queries};
use crate::gl::{self, GLenum, GLint, GLuint};
use crate::target::Target;

impl Queries for Host {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        if !self.capabilities.driver_queries {
            for id in ids {
                self.last_name += 1;
                *id = self.last_name;
            }
            return;
        }
        call!(self.gen_queries, ids.len() as i32, ids.as_mut_ptr());
    }

    fn own_query(&mut self) -> GLuint {
        self.own_queries += 1;
        // An application with a compatibility context may use small names that it never generated; the shim takes names from the top.
        if self.capabilities.compatibility {
            return GLuint::MAX - self.own_queries;
        }
        let mut id = [0];
        self.gen_queries(&mut id);
        let [id] = id;
        id
    }

    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]) {
        call!(self.functions.glCreateQueries, target, ids.len() as i32, ids.as_mut_ptr());
    }

    fn is_query(&self, id: GLuint) -> bool {
        call!(self.functions.glIsQuery, id) != Some(gl::FALSE)
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        call!(self.delete_queries, ids.len() as i32, ids.as_ptr());
    }

    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint) {
        if index == 0 {
            call!(self.begin_query, target, id);
        } else {
            call!(self.functions.glBeginQueryIndexed, target, index, id);
        }
    }

    fn end_query(&mut self, target: GLenum, index: GLuint) {
        if index == 0 {
            call!(self.end_query, target);
        } else {
            call!(self.functions.glEndQueryIndexed, target, index);
        }
    }

    fn query_counter(&mut self, id: GLuint, target: GLenum) {
        call!(self.query_counter, id, target);
    }

    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint {
        let mut id: GLint = 0;
        if index == 0 {
            call!(self.get_queryiv, target, gl::CURRENT_QUERY, &mut id);
        } else {
            call!(self.functions.glGetQueryIndexediv, target, index, gl::CURRENT_QUERY, &mut id);
        }
        id as GLuint
    }

    fn query_counter_bits(&mut self, target: GLenum) -> GLint {
        let mut bits: GLint = 0;
        call!(self.get_queryiv, target, gl::QUERY_COUNTER_BITS, &mut bits);
        bits
    }

    /// Asks the driver for the counter's bits. Mesa raises an error for a target that the driver lacks, but still writes the bits.
    fn has_counter(&mut self, target: Target) -> bool {
        let mut bits = 0;
        self.probe(|host| bits = host.query_counter_bits(target.token())) && bits > 0
    }

    fn result_available(&mut self, id: GLuint) -> bool {
        let mut available: GLuint = 0;
        call!(self.get_query_objectuiv, id, gl::QUERY_RESULT_AVAILABLE, &mut available);
        available != 0
    }

    fn result(&mut self, id: GLuint) -> u64 {
        let mut wide: u64 = 0;
        if call!(self.get_query_objectui64v, id, gl::QUERY_RESULT, &mut wide).is_some() {
            return wide;
        }
        let mut narrow: GLuint = 0;
        call!(self.get_query_objectuiv, id, gl::QUERY_RESULT, &mut narrow);
        u64::from(narrow)
    }

    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        let function = if self.capabilities.version >= (3, 0) {
            self.functions.glBeginConditionalRender
        } else {
            self.functions.glBeginConditionalRenderNV
        };
        call!(function, id, mode);
    }

    fn end_conditional_render(&mut self) {
        let function = if self.capabilities.version >= (3, 0) {
            self.functions.glEndConditionalRender
        } else {
            self.functions.glEndConditionalRenderNV
        };
        call!(function);
    }
}
