//! The core commands whose answers the extensions change: the Gets, the extension strings, and `glGetError`.

use crate::gl::*;
use crate::state;

extension! {
    /// TQ-15 to TQ-19, DJ-16 to DJ-23.
    "GL_state";
    procedures {
        fn glGetBooleanv(pname: GLenum, data: *mut GLboolean) => state::get::<GLboolean>;
        fn glGetIntegerv(pname: GLenum, data: *mut GLint) => state::get::<GLint>;
        fn glGetInteger64v(pname: GLenum, data: *mut GLint64) => state::get::<GLint64>;
        fn glGetFloatv(pname: GLenum, data: *mut GLfloat) => state::get::<GLfloat>;
        fn glGetDoublev(pname: GLenum, data: *mut GLdouble) => state::get::<GLdouble>;
        fn glGetString(name: GLenum) -> *const GLubyte => state::get_string;
        fn glGetStringi(name: GLenum, index: GLuint) -> *const GLubyte => state::get_string_i;
        fn glGetError() -> GLenum => state::get_error;
    }
    tokens {
    }
}
