//! `GL_ARB_timer_query`, core in OpenGL 3.3.

use crate::gl::*;
use crate::rules::query;

extension! {
    /// TQ-01 to TQ-30.
    "GL_ARB_timer_query";
    procedures {
        fn glQueryCounter(id: GLuint, target: GLenum) => query::query_counter;
        fn glGetQueryObjecti64v(id: GLuint, pname: GLenum, params: *mut GLint64) => query::get_query_object;
        fn glGetQueryObjectui64v(id: GLuint, pname: GLenum, params: *mut GLuint64) => query::get_query_object;
    }
    tokens {
        TIME_ELAPSED = 0x88BF;
        TIMESTAMP = 0x8E28;
    }
}
