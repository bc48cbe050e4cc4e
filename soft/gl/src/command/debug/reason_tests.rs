//! Debug messages that say which rule a command broke, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::context::Context;
use crate::limits::MAX_DEBUG_MESSAGE_LENGTH;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::CStr;

/// A context that is current and logs its debug messages.
fn logging(mut context: Context) -> Gl {
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    Gl::new(context)
}

/// The text of the only logged message, which an error with a code raised.
fn reason(code: u32) -> String {
    let (mut source, mut ty, mut id, mut severity, mut length) = (0u32, 0u32, 0u32, 0u32, 0i32);
    let mut text = [0u8; MAX_DEBUG_MESSAGE_LENGTH];
    let count = glGetDebugMessageLog(
        2,
        text.len() as i32,
        &raw mut source,
        &raw mut ty,
        &raw mut id,
        &raw mut severity,
        &raw mut length,
        text.as_mut_ptr().cast(),
    );
    assert_eq!((count, glGetError()), (1, code));
    assert_eq!([source, ty, id, severity], [GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, code, GL_DEBUG_SEVERITY_HIGH]);
    let text = CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap();
    assert_eq!(text.len() + 1, length as usize);
    text.to_owned()
}

#[test]
fn a_draw_from_a_mapped_buffer() {
    const VERTEX: &CStr = c"#version 330\nin vec4 place; void main() { gl_Position = place; }";
    const FRAGMENT: &CStr = c"#version 330\nout vec4 pixel; void main() { pixel = vec4(1.0); }";
    let gl = logging(core());
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[]);
    let mut array = 0;
    glGenVertexArrays(1, &raw mut array);
    glBindVertexArray(array);
    gl.buffer(GL_ARRAY_BUFFER, &[0; 12]);
    glVertexAttribPointer(0, 4, GL_FLOAT, 0, 0, std::ptr::null());
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    let text = reason(GL_INVALID_OPERATION);
    let begin = "GL_INVALID_OPERATION in glDrawArrays: \"Any GL command which attempts to read from, write to, or change the state of a buffer object";
    assert!(text.starts_with(begin) && text.ends_with("included in flags.\" [GL 4.4, 6.3.2]"), "{text}");
    glDrawArrays(GL_TRIANGLES, 0, -1);
    let text = reason(GL_INVALID_VALUE);
    assert!(text.starts_with("GL_INVALID_VALUE in glDrawArrays: \"") && text.contains("negative"), "{text}");
}

#[test]
fn commands_of_all_kinds() {
    let _gl = logging(core());
    glEnable(GL_TEXTURE_2D);
    let text = reason(GL_INVALID_ENUM);
    assert!(text.starts_with("GL_INVALID_ENUM in glEnable: \"If a command that requires an enumerated value is passed "), "{text}");
    glViewport(0, 0, -1, 1);
    assert!(reason(GL_INVALID_VALUE).starts_with("GL_INVALID_VALUE in glViewport: \"An INVALID_VALUE error is generated if "));
    glGenTextures(-1, std::ptr::null_mut());
    let text = "GL_INVALID_VALUE in glGenTextures: \"If a negative number is provided where an argument of type sizei or sizeiptr is specified, \
                an INVALID_VALUE error is generated.\" [GL 4.4, 2.3.1]";
    assert_eq!(reason(GL_INVALID_VALUE), text);
    glUseProgram(9);
    assert!(reason(GL_INVALID_VALUE).starts_with("GL_INVALID_VALUE in glUseProgram: \""));
    glPopDebugGroup();
    assert!(reason(GL_STACK_UNDERFLOW).starts_with("GL_STACK_UNDERFLOW in glPopDebugGroup: \"A STACK_UNDERFLOW error is generated if "));
    // An alias is the command that it stands for.
    glPopDebugGroupKHR();
    assert!(reason(GL_STACK_UNDERFLOW).starts_with("GL_STACK_UNDERFLOW in glPopDebugGroup: "));
}

#[test]
fn commands_that_bind_several_objects() {
    let gl = logging(core());
    let names = [gl.buffer(GL_UNIFORM_BUFFER, &[0; 4]), 99];
    glBindBuffersBase(GL_UNIFORM_BUFFER, 0, 2, names.as_ptr());
    assert!(reason(GL_INVALID_OPERATION).starts_with("GL_INVALID_OPERATION in glBindBuffersBase: "));
    glBindTextures(0, 2, [0, 99].as_ptr());
    assert!(reason(GL_INVALID_OPERATION).starts_with("GL_INVALID_OPERATION in glBindTextures: "));
}

#[test]
fn commands_in_display_lists() {
    let _gl = logging(compatibility());
    glNewList(1, GL_COMPILE);
    glLineWidth(-1.0);
    glEndList();
    glCallList(1);
    let text = "GL_INVALID_VALUE in a display list: \"An INVALID_VALUE error is generated if width is less than or equal to zero.\" [GL 4.4, 14.5]";
    assert!(reason(GL_INVALID_VALUE).starts_with(text));
    glBegin(GL_POINTS);
    glLineWidth(1.0);
    glEnd();
    assert!(
        reason(GL_INVALID_OPERATION)
            .starts_with("GL_INVALID_OPERATION in glLineWidth: \"An INVALID_OPERATION error is generated if any other ")
    );
}

#[test]
fn commands_and_tokens_that_the_interface_does_not_have() {
    {
        let _gl = logging(es(3, 0));
        glBindTexture(GL_TEXTURE_RECTANGLE, 0);
        assert!(reason(GL_INVALID_ENUM).starts_with("GL_INVALID_ENUM in glBindTexture: \"If a command that requires an enumerated value "));
    }
    let _gl = logging(core());
    glLockArraysEXT(0, 1);
    let text = "GL_INVALID_OPERATION in glLockArraysEXT: The context's interface and profile do not have the command.";
    assert_eq!(reason(GL_INVALID_OPERATION), text);
}
