//! Results that go into buffers, above all those that glmeter derives and so writes itself.

use crate::rig::{Rig, core};
use crate::tokens::*;
use glmeter::gl::*;

/// A new buffer of `size` bytes, each 0xAA.
pub fn filled(gl: &Rig, size: usize) -> GLuint {
    let mut buffer = 0;
    gl.glGenBuffers(1, &mut buffer);
    gl.glBindBuffer(COPY_READ_BUFFER, buffer);
    let bytes = vec![0xAA_u8; size];
    gl.glBufferData(COPY_READ_BUFFER, size as GLsizeiptr, bytes.as_ptr().cast(), DYNAMIC_COPY);
    buffer
}

pub fn bytes(gl: &Rig, buffer: GLuint, size: usize) -> Vec<u8> {
    let mut bytes = vec![0_u8; size];
    gl.glBindBuffer(COPY_READ_BUFFER, buffer);
    gl.glGetBufferSubData(COPY_READ_BUFFER, 0, size as GLsizeiptr, bytes.as_mut_ptr().cast());
    bytes
}

/// An offset as the pointer that it is passed for.
fn at<T>(offset: usize) -> *mut T {
    offset as *mut T
}

#[test]
fn cq_72_time_elapsed_goes_into_the_bound_query_buffer_and_nowhere_else() {
    let gl = core();
    let id = gl.drawn(TIME_ELAPSED);
    let buffer = filled(&gl, 32);
    gl.glBindBuffer(QUERY_BUFFER, buffer);
    gl.glGetQueryObjectui64v(id, QUERY_RESULT, at(8));
    assert_eq!(gl.integer(QUERY_BUFFER_BINDING), buffer as GLint);
    gl.glBindBuffer(QUERY_BUFFER, 0);
    gl.expect(NO_ERROR);
    let (elapsed, written) = (gl.result(id), bytes(&gl, buffer, 32));
    assert!(elapsed > 0);
    assert_eq!(written[8..16], elapsed.to_ne_bytes());
    assert!(written[..8].iter().chain(&written[16..]).all(|byte| *byte == 0xAA), "{written:x?}");
}

#[test]
fn cq_72_each_getter_writes_its_own_size_of_time_elapsed() {
    let gl = core();
    let id = gl.drawn(TIME_ELAPSED);
    let elapsed = gl.result(id);
    let buffer = filled(&gl, 40);
    gl.glBindBuffer(QUERY_BUFFER, buffer);
    gl.glGetQueryObjectiv(id, QUERY_RESULT, at(0));
    gl.glGetQueryObjectuiv(id, QUERY_RESULT, at(8));
    gl.glGetQueryObjecti64v(id, QUERY_RESULT, at(16));
    gl.glGetQueryObjectuiv(id, QUERY_RESULT_AVAILABLE, at(24));
    gl.glGetQueryObjectui64v(id, QUERY_RESULT_NO_WAIT, at(32));
    gl.expect(NO_ERROR);
    let written = bytes(&gl, buffer, 40);
    let narrow = u32::try_from(elapsed).unwrap().to_ne_bytes();
    assert_eq!(written[..4], narrow);
    assert_eq!(written[8..12], narrow);
    assert_eq!((&written[4..8], &written[12..16]), (&[0xAA; 4][..], &[0xAA; 4][..]));
    assert_eq!(written[16..24], elapsed.to_ne_bytes());
    assert_eq!(written[24..28], 1_u32.to_ne_bytes());
    assert_eq!(written[32..], elapsed.to_ne_bytes());
}

#[test]
fn cq_73_a_result_beyond_the_end_of_the_buffer_is_invalid_operation_and_writes_nothing() {
    let gl = core();
    let id = gl.drawn(TIME_ELAPSED);
    let buffer = filled(&gl, 32);
    gl.glBindBuffer(QUERY_BUFFER, buffer);
    for offset in [25, 28, 32, 1000] {
        gl.glGetQueryObjectui64v(id, QUERY_RESULT, at(offset));
        gl.expect(INVALID_OPERATION);
        gl.glGetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, offset as GLintptr);
        gl.expect(INVALID_OPERATION);
    }
    gl.glGetQueryObjectuiv(id, QUERY_RESULT, at(29));
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.integer(QUERY_BUFFER_BINDING), buffer as GLint);
    assert!(bytes(&gl, buffer, 32).iter().all(|byte| *byte == 0xAA));
    gl.glGetQueryObjectuiv(id, QUERY_RESULT, at(28));
    gl.expect(NO_ERROR);
}

#[test]
fn cq_74_cq_76_a_negative_offset_is_invalid_value_and_no_buffer_invalid_operation() {
    let gl = core();
    let id = gl.drawn(TIME_ELAPSED);
    let buffer = filled(&gl, 32);
    gl.glGetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, -4);
    gl.expect(INVALID_VALUE);
    gl.glGetQueryBufferObjectui64v(id, NO_NAME, QUERY_RESULT, 0);
    gl.expect(INVALID_OPERATION);
    assert!(bytes(&gl, buffer, 32).iter().all(|byte| *byte == 0xAA));
}

#[test]
fn cq_77_a_named_buffer_saturates_as_client_memory_does() {
    let gl = core();
    let stamp = gl.name();
    gl.glQueryCounter(stamp, TIMESTAMP);
    let elapsed = gl.drawn(TIME_ELAPSED);
    let buffer = filled(&gl, 32);
    gl.glGetQueryBufferObjectiv(stamp, buffer, QUERY_RESULT, 0);
    gl.glGetQueryBufferObjectuiv(stamp, buffer, QUERY_RESULT, 4);
    gl.glGetQueryBufferObjecti64v(stamp, buffer, QUERY_RESULT, 8);
    gl.glGetQueryBufferObjectui64v(elapsed, buffer, QUERY_RESULT, 16);
    gl.glGetQueryBufferObjectiv(elapsed, buffer, QUERY_RESULT, 24);
    gl.expect(NO_ERROR);
    let written = bytes(&gl, buffer, 32);
    let (mut signed, unsigned) = (0, gl.object(stamp, QUERY_RESULT));
    gl.glGetQueryObjectiv(stamp, QUERY_RESULT, &mut signed);
    assert_eq!(written[..4], signed.to_ne_bytes());
    assert_eq!(signed, i32::MAX, "the machine runs for more than 2.1 s");
    assert_eq!(written[4..8], unsigned.to_ne_bytes());
    assert_eq!(written[8..16], gl.result(stamp).to_ne_bytes());
    assert_eq!(written[16..24], gl.result(elapsed).to_ne_bytes());
    assert_eq!(written[24..28], gl.object(elapsed, QUERY_RESULT).to_ne_bytes());
    assert_eq!(written[28..], [0xAA; 4]);
}

#[test]
fn cq_72_a_deleted_query_buffer_is_unbound_and_client_memory_is_written_again() {
    let gl = core();
    let id = gl.drawn(TIME_ELAPSED);
    let buffer = filled(&gl, 32);
    gl.glBindBuffer(QUERY_BUFFER, buffer);
    gl.glDeleteBuffers(1, &buffer);
    assert_eq!(gl.integer(QUERY_BUFFER_BINDING), 0);
    assert!(gl.result(id) > 7);
    gl.expect(NO_ERROR);
}
