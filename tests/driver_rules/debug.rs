//! An error that glmeter finds reaches what listens to the driver's: `glGetError` and debug output.

use crate::rig::{Rig, core_debug, es32_debug};
use crate::tokens::*;
use core::ffi::{CStr, c_void};
use core::ptr::from_ref;
use glmeter::gl::*;
use std::cell::RefCell;

type Messages = RefCell<Vec<String>>;

extern "system" fn hear(_: GLenum, kind: GLenum, _: GLuint, _: GLenum, _: GLsizei, message: *const GLchar, user: *const c_void) {
    if kind == DEBUG_TYPE_ERROR {
        // SAFETY: the test gave its own list, on this same thread, and output is synchronous.
        let messages = unsafe { &*user.cast::<Messages>() };
        // SAFETY: a message is a C string.
        messages.borrow_mut().push(unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned());
    }
}

fn listen(gl: &Rig, messages: &Messages) {
    gl.glEnable(DEBUG_OUTPUT);
    gl.glEnable(DEBUG_OUTPUT_SYNCHRONOUS);
    gl.glDebugMessageCallback(Some(hear), from_ref(messages).cast());
    gl.expect(NO_ERROR);
}

/// Whether one message came since, of this error.
#[track_caller]
fn heard(messages: &Messages, error: &str) {
    let messages = messages.take();
    assert!(messages.len() == 1 && messages[0].contains(error), "{error}: {messages:?}");
}

fn reaches_both(gl: &Rig) {
    let messages = Messages::default();
    listen(gl, &messages);
    gl.glQueryCounter(NO_NAME, TIMESTAMP);
    heard(&messages, "GL_INVALID_OPERATION");
    gl.expect(INVALID_OPERATION);
    gl.glGenQueries(-1, std::ptr::null_mut());
    heard(&messages, "GL_INVALID_VALUE");
    gl.expect(INVALID_VALUE);
    gl.glBeginQuery(TIMESTAMP, NO_NAME);
    heard(&messages, "GL_INVALID_ENUM");
    gl.expect(INVALID_ENUM);
    let id = gl.drawn(TIME_ELAPSED);
    assert!(gl.result(id) > 0);
    assert!(messages.take().is_empty());
}

#[test]
fn tq_05_an_error_of_glmeters_reaches_a_debug_callback_once_and_get_error_once() {
    reaches_both(&core_debug());
}

#[test]
fn tq_05_an_error_of_glmeters_reaches_a_debug_callback_once_and_get_error_once_in_es() {
    reaches_both(&es32_debug());
}

fn in_order(gl: &Rig) {
    let messages = Messages::default();
    listen(gl, &messages);
    let makers: [(&str, GLenum, &dyn Fn()); 4] = [
        ("GL_INVALID_OPERATION", INVALID_OPERATION, &|| gl.glQueryCounter(NO_NAME, TIMESTAMP)),
        ("GL_INVALID_VALUE", INVALID_VALUE, &|| gl.glDeleteQueries(-1, std::ptr::null())),
        // This one is the driver's own.
        ("GL_INVALID_ENUM", INVALID_ENUM, &|| gl.glEnable(NO_TARGET)),
        ("GL_INVALID_ENUM", INVALID_ENUM, &|| gl.glEndQuery(TIMESTAMP)),
    ];
    for first in 0..makers.len() {
        let order: Vec<usize> = (0..makers.len()).map(|step| (first + step) % makers.len()).collect();
        for maker in &order {
            makers[*maker].2();
        }
        let heard = messages.take();
        assert_eq!(heard.len(), makers.len(), "{heard:?}");
        for (message, maker) in heard.iter().zip(&order) {
            assert!(message.contains(makers[*maker].0), "{heard:?}");
        }
        // Mesa keeps one error, the first that was made.
        gl.expect(makers[first].1);
    }
}

#[test]
fn errors_come_out_in_the_order_in_which_they_were_made() {
    in_order(&core_debug());
}

#[test]
fn errors_come_out_in_the_order_in_which_they_were_made_in_es() {
    in_order(&es32_debug());
}
