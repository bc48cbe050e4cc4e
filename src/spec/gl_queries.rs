//! The query commands of the core specifications and of `GL_ARB_occlusion_query`, in one name space with every suffix [C-20].

use crate::gl::*;
use crate::platform::call_slots::is_observed;
use crate::rules::query::{self, buffer, conditional};

extension! {
    /// CQ-01 to CQ-85.
    "GL_queries";
    procedures {
        fn glGenQueries(n: GLsizei, ids: *mut GLuint) => query::gen_queries;
        fn glDeleteQueries(n: GLsizei, ids: *const GLuint) => query::delete_queries;
        fn glIsQuery(id: GLuint) -> GLboolean => query::is_query;
        fn glBeginQuery(target: GLenum, id: GLuint) => query::begin_query;
        fn glEndQuery(target: GLenum) => query::end_query;
        fn glGetQueryiv(target: GLenum, pname: GLenum, params: *mut GLint) => query::get_query;
        fn glGetQueryObjectiv(id: GLuint, pname: GLenum, params: *mut GLint) => query::get_query_object;
        fn glGetQueryObjectuiv(id: GLuint, pname: GLenum, params: *mut GLuint) => query::get_query_object;
        fn glGenQueriesARB(n: GLsizei, ids: *mut GLuint) => query::gen_queries;
        fn glDeleteQueriesARB(n: GLsizei, ids: *const GLuint) => query::delete_queries;
        fn glIsQueryARB(id: GLuint) -> GLboolean => query::is_query;
        fn glBeginQueryARB(target: GLenum, id: GLuint) => query::begin_query;
        fn glEndQueryARB(target: GLenum) => query::end_query;
        fn glGetQueryivARB(target: GLenum, pname: GLenum, params: *mut GLint) => query::get_query;
        fn glGetQueryObjectivARB(id: GLuint, pname: GLenum, params: *mut GLint) => query::get_query_object;
        fn glGetQueryObjectuivARB(id: GLuint, pname: GLenum, params: *mut GLuint) => query::get_query_object;
        fn glCreateQueries(target: GLenum, n: GLsizei, ids: *mut GLuint) => query::create_queries;
        fn glBeginQueryIndexed(target: GLenum, index: GLuint, id: GLuint) => query::begin_query_indexed;
        fn glEndQueryIndexed(target: GLenum, index: GLuint) => query::end_query_indexed;
        fn glGetQueryIndexediv(target: GLenum, index: GLuint, pname: GLenum, params: *mut GLint) => query::get_query_indexed;
        fn glGetQueryBufferObjectiv(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) => buffer::get_query_buffer_object::<GLint>;
        fn glGetQueryBufferObjectuiv(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) => buffer::get_query_buffer_object::<GLuint>;
        fn glGetQueryBufferObjecti64v(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) => buffer::get_query_buffer_object::<GLint64>;
        fn glGetQueryBufferObjectui64v(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) => buffer::get_query_buffer_object::<GLuint64>;
        fn glBeginConditionalRender(id: GLuint, mode: GLenum) => conditional::begin_conditional_render;
        fn glEndConditionalRender() => conditional::end_conditional_render;
        fn glBeginConditionalRenderNV(id: GLuint, mode: GLenum) => conditional::begin_conditional_render;
        fn glEndConditionalRenderNV() => conditional::end_conditional_render;
        fn glBindBuffer(target: GLenum, buffer: GLuint) => buffer::bind_buffer, only if target == QUERY_BUFFER || is_observed();
        fn glBindBufferARB(target: GLenum, buffer: GLuint) => buffer::bind_buffer, only if target == QUERY_BUFFER || is_observed();
        fn glDeleteBuffers(n: GLsizei, buffers: *const GLuint) => buffer::delete_buffers;
        fn glDeleteBuffersARB(n: GLsizei, buffers: *const GLuint) => buffer::delete_buffers;
    }
    tokens {
    }
}
