//! Statistics as Mesa's llvmpipe counts them.

use crate::rig;
use crate::tokens::*;
use glmeter::gl::*;

// Mesa alone multiplies llvmpipe's count by 16 with each reading.
#[test]
fn h_04_cq_69_cq_70_fragment_shader_invocations_read_the_same_with_no_wait_each_time() {
    let gl = rig::core();
    let id = gl.drawn(FRAGMENT_SHADER_INVOCATIONS);
    gl.glFinish();
    let mut readings = Vec::new();
    for _ in 0..4 {
        let mut value = 0;
        gl.glGetQueryObjectui64v(id, QUERY_RESULT_NO_WAIT, &mut value);
        readings.push(value);
    }
    readings.push(gl.result(id));
    readings.push(u64::from(gl.object(id, QUERY_RESULT_NO_WAIT)));
    gl.expect(NO_ERROR);
    assert!(readings[0] >= rig::SAMPLES, "{readings:?}");
    assert!(readings.iter().all(|value| *value == readings[0]), "{readings:?}");
}

#[test]
fn cq_69_a_result_that_was_read_with_wait_stays_so_with_no_wait() {
    let gl = rig::core();
    let id = gl.drawn(FRAGMENT_SHADER_INVOCATIONS);
    let first = gl.result(id);
    for _ in 0..3 {
        let mut value = 0;
        gl.glGetQueryObjecti64v(id, QUERY_RESULT_NO_WAIT, &mut value);
        assert_eq!(value, first as i64);
    }
    gl.expect(NO_ERROR);
}

/// A clipping query begun between a draw and a discarded one, for which Mesa alone gives 2^64 - 2.
fn backwards(gl: &rig::Rig) -> GLuint {
    gl.draw();
    let id = gl.name();
    gl.glBeginQuery(CLIPPING_INPUT_PRIMITIVES, id);
    gl.glEnable(RASTERIZER_DISCARD);
    gl.draw();
    gl.glDisable(RASTERIZER_DISCARD);
    gl.glEndQuery(CLIPPING_INPUT_PRIMITIVES);
    gl.expect(NO_ERROR);
    id
}

#[test]
fn h_05_ps_24_a_count_that_ran_backwards_reads_zero() {
    let gl = rig::core();
    let id = backwards(&gl);
    assert_eq!(gl.result(id), 0);
    let (mut wide, mut narrow) = (7, 7);
    gl.glGetQueryObjecti64v(id, QUERY_RESULT, &mut wide);
    gl.glGetQueryObjectiv(id, QUERY_RESULT, &mut narrow);
    assert_eq!((wide, narrow, gl.object(id, QUERY_RESULT)), (0, 0, 0));
    gl.expect(NO_ERROR);
}

#[test]
fn h_05_ps_24_a_count_that_ran_backwards_is_zero_in_a_query_buffer_too() {
    let gl = rig::core();
    let id = backwards(&gl);
    let buffer = crate::buffers::filled(&gl, 16);
    gl.glGetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 8);
    gl.expect(NO_ERROR);
    assert_eq!(crate::buffers::bytes(&gl, buffer, 16)[8..], [0; 8]);
}

#[test]
fn ps_24_the_query_after_a_count_that_ran_backwards_is_right() {
    let gl = rig::core();
    let id = backwards(&gl);
    assert_eq!(gl.result(id), 0);
    gl.glBeginQuery(CLIPPING_INPUT_PRIMITIVES, id);
    gl.draw();
    gl.glEndQuery(CLIPPING_INPUT_PRIMITIVES);
    assert_eq!(gl.result(id), 2);
    gl.expect(NO_ERROR);
}
