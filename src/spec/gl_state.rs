//! The core commands whose results the extensions change: the Gets, the extension strings, and `glGetError`.

use crate::context::Context;
use crate::error::Result;
use crate::gl::*;
use crate::platform::call_slots::is_observed;
use crate::report;
use crate::rules::state;

extension! {
    /// TQ-15 to TQ-19, DJ-16 to DJ-23.
    "GL_state";
    procedures {
        fn glGetBooleanv(pname: GLenum, data: *mut GLboolean) => state::get::<GLboolean>, only if state::concerns(pname) || is_observed();
        fn glGetIntegerv(pname: GLenum, data: *mut GLint) => state::get::<GLint>, only if state::concerns(pname) || is_observed();
        fn glGetInteger64v(pname: GLenum, data: *mut GLint64) => state::get::<GLint64>, only if state::concerns(pname) || is_observed();
        fn glGetFloatv(pname: GLenum, data: *mut GLfloat) => state::get::<GLfloat>, only if state::concerns(pname) || is_observed();
        fn glGetDoublev(pname: GLenum, data: *mut GLdouble) => state::get::<GLdouble>, only if state::concerns(pname) || is_observed();
        fn glGetString(name: GLenum) -> *const GLubyte => state::get_string, only if name == EXTENSIONS || is_observed();
        fn glGetStringi(name: GLenum, index: GLuint) -> *const GLubyte => state::get_string_i, only if name == EXTENSIONS || is_observed();
        fn glFinish() => finish;
        fn glGetError() -> GLenum => state::get_error;
        fn glGetGraphicsResetStatus() -> GLenum => state::get_graphics_reset_status;
        fn glGetGraphicsResetStatusARB() -> GLenum => state::get_graphics_reset_status;
        fn glGetGraphicsResetStatusEXT() -> GLenum => state::get_graphics_reset_status;
        fn glGetGraphicsResetStatusKHR() -> GLenum => state::get_graphics_reset_status;
    }
    tokens {
    }
}

/// `glFinish`, which completes the frame of a context that draws to memory.
fn finish(context: &mut Context) -> Result<()> {
    let ends_frame = report::end_image(context);
    state::finish(context)?;
    if ends_frame {
        report::begin_image(context);
    }
    Ok(())
}
