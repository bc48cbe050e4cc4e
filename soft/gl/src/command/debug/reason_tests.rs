//! Debug messages that say which rule a command broke, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::context::Context;
use crate::limits::MAX_DEBUG_MESSAGE_LENGTH;
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::{CStr, c_void};

/// A context that is current and logs its debug messages.
fn logging(mut context: Context) -> Gl {
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    Gl::new(context)
}

/// The text of the only logged message, which an error with a code raised.
fn reason(code: u32) -> String {
    let (mut source, mut ty, mut id, mut severity, mut length) = (0u32, 0u32, 0u32, 0u32, 0i32);
    let mut text = [0u8; MAX_DEBUG_MESSAGE_LENGTH];
    let count = gl!(glGetDebugMessageLog(
        2 => u32, text.len() as i32 => i32, &raw mut source => *mut u32, &raw mut ty => *mut u32, &raw mut id => *mut u32,
        &raw mut severity => *mut u32, &raw mut length => *mut i32, text.as_mut_ptr() => *mut u8
    ) -> u32);
    assert_eq!((count, gl!(glGetError() -> u32)), (1, code));
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
    gl!(glGenVertexArrays(1 => i32, &raw mut array => *mut u32));
    gl!(glBindVertexArray(array => u32));
    gl.buffer(GL_ARRAY_BUFFER, &[0; 12]);
    gl!(glVertexAttribPointer(0 => u32, 4 => i32, GL_FLOAT => u32, 0 => u8, 0 => i32, std::ptr::null() => *const c_void));
    gl!(glEnableVertexAttribArray(0 => u32));
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    gl.no_error();
    gl!(glMapBuffer(GL_ARRAY_BUFFER => u32, GL_READ_ONLY => u32) -> *mut c_void);
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    let text = reason(GL_INVALID_OPERATION);
    let begin = "GL_INVALID_OPERATION in glDrawArrays: \"Any GL command which attempts to read from, write to, or change the state of a buffer object";
    assert!(text.starts_with(begin) && text.ends_with("included in flags.\" [GL 4.4, 6.3.2]"), "{text}");
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, -1 => i32));
    let text = reason(GL_INVALID_VALUE);
    assert!(text.starts_with("GL_INVALID_VALUE in glDrawArrays: \"") && text.contains("negative"), "{text}");
}

#[test]
fn commands_of_all_kinds() {
    let _gl = logging(core());
    gl!(glEnable(GL_TEXTURE_2D => u32));
    let text = reason(GL_INVALID_ENUM);
    assert!(text.starts_with("GL_INVALID_ENUM in glEnable: \"If a command that requires an enumerated value is passed "), "{text}");
    gl!(glViewport(0 => i32, 0 => i32, -1 => i32, 1 => i32));
    assert!(reason(GL_INVALID_VALUE).starts_with("GL_INVALID_VALUE in glViewport: \"An INVALID_VALUE error is generated if "));
    gl!(glGenTextures(-1 => i32, std::ptr::null_mut() => *mut u32));
    let text = "GL_INVALID_VALUE in glGenTextures: \"If a negative number is provided where an argument of type sizei or sizeiptr is specified, \
                an INVALID_VALUE error is generated.\" [GL 4.4, 2.3.1]";
    assert_eq!(reason(GL_INVALID_VALUE), text);
    gl!(glUseProgram(9 => u32));
    assert!(reason(GL_INVALID_VALUE).starts_with("GL_INVALID_VALUE in glUseProgram: \""));
    gl!(glPopDebugGroup());
    assert!(reason(GL_STACK_UNDERFLOW).starts_with("GL_STACK_UNDERFLOW in glPopDebugGroup: \"A STACK_UNDERFLOW error is generated if "));
    // An alias is the command that it stands for.
    gl!(glPopDebugGroupKHR());
    assert!(reason(GL_STACK_UNDERFLOW).starts_with("GL_STACK_UNDERFLOW in glPopDebugGroup: "));
}

#[test]
fn commands_that_bind_several_objects() {
    let gl = logging(core());
    let names = [gl.buffer(GL_UNIFORM_BUFFER, &[0; 4]), 99];
    gl!(glBindBuffersBase(GL_UNIFORM_BUFFER => u32, 0 => u32, 2 => i32, names.as_ptr() => *const u32));
    assert!(reason(GL_INVALID_OPERATION).starts_with("GL_INVALID_OPERATION in glBindBuffersBase: "));
    gl!(glBindTextures(0 => u32, 2 => i32, [0, 99].as_ptr() => *const u32));
    assert!(reason(GL_INVALID_OPERATION).starts_with("GL_INVALID_OPERATION in glBindTextures: "));
}

#[test]
fn commands_in_display_lists() {
    let _gl = logging(compatibility());
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glLineWidth(-1.0 => f32));
    gl!(glEndList());
    gl!(glCallList(1 => u32));
    let text = "GL_INVALID_VALUE in a display list: \"An INVALID_VALUE error is generated if width is less than or equal to zero.\" [GL 4.4, 14.5]";
    assert!(reason(GL_INVALID_VALUE).starts_with(text));
    gl!(glBegin(GL_POINTS => u32));
    gl!(glLineWidth(1.0 => f32));
    gl!(glEnd());
    assert!(
        reason(GL_INVALID_OPERATION)
            .starts_with("GL_INVALID_OPERATION in glLineWidth: \"An INVALID_OPERATION error is generated if any other ")
    );
}

#[test]
fn commands_and_tokens_that_the_interface_does_not_have() {
    {
        let _gl = logging(es(3, 0));
        gl!(glBindTexture(GL_TEXTURE_RECTANGLE => u32, 0 => u32));
        assert!(reason(GL_INVALID_ENUM).starts_with("GL_INVALID_ENUM in glBindTexture: \"If a command that requires an enumerated value "));
    }
    let _gl = logging(core());
    gl!(glLockArraysEXT(0 => i32, 1 => i32));
    let text = "GL_INVALID_OPERATION in glLockArraysEXT: The context's interface and profile do not have the command.";
    assert_eq!(reason(GL_INVALID_OPERATION), text);
}
