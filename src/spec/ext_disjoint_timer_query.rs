//! `GL_EXT_disjoint_timer_query`, for OpenGL ES 2.0 and later. `GL_EXT_timer_query` shares the 64-bit getters [TQ-30].

use crate::gl::*;
use crate::rules::{query, state};

extension! {
    /// DJ-01 to DJ-31.
    "GL_EXT_disjoint_timer_query";
    procedures {
        fn glGenQueriesEXT(n: GLsizei, ids: *mut GLuint) => query::gen_queries;
        fn glDeleteQueriesEXT(n: GLsizei, ids: *const GLuint) => query::delete_queries;
        fn glIsQueryEXT(id: GLuint) -> GLboolean => query::is_query;
        fn glBeginQueryEXT(target: GLenum, id: GLuint) => query::begin_query;
        fn glEndQueryEXT(target: GLenum) => query::end_query;
        fn glQueryCounterEXT(id: GLuint, target: GLenum) => query::query_counter;
        fn glGetQueryivEXT(target: GLenum, pname: GLenum, params: *mut GLint) => query::get_query;
        fn glGetQueryObjectivEXT(id: GLuint, pname: GLenum, params: *mut GLint) => query::get_query_object;
        fn glGetQueryObjectuivEXT(id: GLuint, pname: GLenum, params: *mut GLuint) => query::get_query_object;
        fn glGetQueryObjecti64vEXT(id: GLuint, pname: GLenum, params: *mut GLint64) => query::get_query_object;
        fn glGetQueryObjectui64vEXT(id: GLuint, pname: GLenum, params: *mut GLuint64) => query::get_query_object;
        fn glGetInteger64vEXT(pname: GLenum, data: *mut GLint64) => state::get_integer64_ext;
    }
    tokens {
        QUERY_COUNTER_BITS_EXT = 0x8864;
        CURRENT_QUERY_EXT = 0x8865;
        QUERY_RESULT_EXT = 0x8866;
        QUERY_RESULT_AVAILABLE_EXT = 0x8867;
        TIME_ELAPSED_EXT = 0x88BF;
        TIMESTAMP_EXT = 0x8E28;
        GPU_DISJOINT_EXT = 0x8FBB;
    }
}
