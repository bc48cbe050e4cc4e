//! `GL_ANGLE_timer_query`, a draft for OpenGL ES 2.0 that never reached the registry.

use crate::gl::*;
use crate::rules::query;

extension! {
    /// AN-01 to AN-19.
    "GL_ANGLE_timer_query";
    procedures {
        fn glGenQueriesANGLE(n: GLsizei, ids: *mut GLuint) => query::gen_queries;
        fn glDeleteQueriesANGLE(n: GLsizei, ids: *const GLuint) => query::delete_queries;
        fn glIsQueryANGLE(id: GLuint) -> GLboolean => query::is_query;
        fn glBeginQueryANGLE(target: GLenum, id: GLuint) => query::begin_query;
        fn glEndQueryANGLE(target: GLenum) => query::end_query;
        fn glQueryCounterANGLE(id: GLuint, target: GLenum) => query::query_counter;
        fn glGetQueryivANGLE(target: GLenum, pname: GLenum, params: *mut GLint) => query::get_query;
        fn glGetQueryObjectivANGLE(id: GLuint, pname: GLenum, params: *mut GLint) => query::get_query_object;
        fn glGetQueryObjectuivANGLE(id: GLuint, pname: GLenum, params: *mut GLuint) => query::get_query_object;
        fn glGetQueryObjecti64vANGLE(id: GLuint, pname: GLenum, params: *mut GLint64) => query::get_query_object;
        fn glGetQueryObjectui64vANGLE(id: GLuint, pname: GLenum, params: *mut GLuint64) => query::get_query_object;
    }
    tokens {
        QUERY_COUNTER_BITS_ANGLE = 0x8864;
        CURRENT_QUERY_ANGLE = 0x8865;
        QUERY_RESULT_ANGLE = 0x8866;
        QUERY_RESULT_AVAILABLE_ANGLE = 0x8867;
        TIME_ELAPSED_ANGLE = 0x88BF;
        TIMESTAMP_ANGLE = 0x8E28;
    }
}
