//! Objects of `glCreateQueries`, which Mesa alone refuses for the statistics, and of which it writes nothing into buffers.

use crate::buffers::{bytes, filled};
use crate::rig::{Rig, core};
use crate::tokens::*;
use glmeter::gl::*;

const OTHERS: [GLenum; 7] = [
    SAMPLES_PASSED,
    ANY_SAMPLES_PASSED,
    ANY_SAMPLES_PASSED_CONSERVATIVE,
    PRIMITIVES_GENERATED,
    TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
    TIME_ELAPSED,
    TIMESTAMP,
];

fn create(gl: &Rig, target: GLenum) -> GLuint {
    let mut ids = [0, 0];
    gl.glCreateQueries(target, 2, ids.as_mut_ptr());
    gl.expect(NO_ERROR);
    assert!(ids[0] != 0 && ids[1] != 0 && ids[0] != ids[1]);
    ids[1]
}

#[test]
fn cq_08_every_statistic_can_be_created() {
    let gl = core();
    for target in ELEVEN {
        let id = create(&gl, target);
        assert_eq!((gl.glIsQuery(id), gl.object(id, QUERY_TARGET)), (TRUE, target));
    }
    gl.expect(NO_ERROR);
}

#[test]
fn cq_09_a_created_object_has_the_result_zero_available_at_once() {
    let gl = core();
    for target in ELEVEN.into_iter().chain(OTHERS) {
        let id = create(&gl, target);
        let (mut signed, mut wide_signed) = (7, 7);
        gl.glGetQueryObjectiv(id, QUERY_RESULT, &mut signed);
        gl.glGetQueryObjecti64v(id, QUERY_RESULT, &mut wide_signed);
        let answers = (gl.object(id, QUERY_RESULT_AVAILABLE), gl.object(id, QUERY_RESULT), gl.object(id, QUERY_RESULT_NO_WAIT));
        assert_eq!((gl.glIsQuery(id), answers), (TRUE, (1, 0, 0)), "target {target:#x}");
        assert_eq!((signed, wide_signed, gl.result(id)), (0, 0, 0), "target {target:#x}");
        assert_eq!(gl.object(id, QUERY_TARGET), target);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn h_12_cq_78_a_created_object_writes_zero_into_buffers() {
    let gl = core();
    for target in ELEVEN.into_iter().chain(OTHERS) {
        let id = create(&gl, target);
        let buffer = filled(&gl, 48);
        gl.glBindBuffer(QUERY_BUFFER, buffer);
        gl.glGetQueryObjectui64v(id, QUERY_RESULT, std::ptr::null_mut());
        gl.glGetQueryObjectuiv(id, QUERY_RESULT_AVAILABLE, 8 as *mut GLuint);
        assert_eq!(gl.integer(QUERY_BUFFER_BINDING), buffer as GLint);
        gl.glBindBuffer(QUERY_BUFFER, 0);
        gl.glGetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 16);
        gl.glGetQueryBufferObjectui64v(id, buffer, QUERY_RESULT_NO_WAIT, 24);
        gl.glGetQueryBufferObjectuiv(id, buffer, QUERY_TARGET, 32);
        gl.expect(NO_ERROR);
        let mut expected = vec![0; 8];
        expected.extend([1, 0, 0, 0, 0xAA, 0xAA, 0xAA, 0xAA]);
        expected.extend([0; 16]);
        expected.extend(target.to_ne_bytes());
        expected.extend([0xAA; 12]);
        assert_eq!(bytes(&gl, buffer, 48), expected, "target {target:#x}");
    }
}

#[test]
fn cq_08_created_statistics_count() {
    let gl = core();
    let counts = [
        (VERTICES_SUBMITTED, 4),
        (PRIMITIVES_SUBMITTED, 2),
        (VERTEX_SHADER_INVOCATIONS, 4),
        (CLIPPING_INPUT_PRIMITIVES, 2),
        (CLIPPING_OUTPUT_PRIMITIVES, 2),
    ];
    for (target, count) in counts {
        let id = create(&gl, target);
        gl.glBeginQuery(target, id);
        assert_eq!(gl.current(target), id);
        gl.draw();
        gl.glEndQuery(target);
        assert_eq!(gl.result(id), count, "target {target:#x}");
    }
    gl.expect(NO_ERROR);
}

#[test]
fn cq_09_a_created_object_keeps_its_target() {
    let gl = core();
    for (target, other) in [(VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED), (TIME_ELAPSED, SAMPLES_PASSED), (TIMESTAMP, TIME_ELAPSED)] {
        let id = create(&gl, target);
        gl.glBeginQuery(other, id);
        gl.expect(INVALID_OPERATION);
        assert_eq!((gl.current(other), gl.object(id, QUERY_TARGET)), (0, target));
    }
}

#[test]
fn cq_07_a_target_that_is_none_is_invalid_enum_and_a_negative_number_invalid_value() {
    let gl = core();
    let mut id = 7;
    gl.glCreateQueries(NO_TARGET, 1, &mut id);
    gl.expect(INVALID_ENUM);
    gl.glCreateQueries(VERTICES_SUBMITTED, -1, &mut id);
    gl.expect(INVALID_VALUE);
    assert_eq!(id, 7);
}

#[test]
fn cq_08_a_created_and_deleted_statistic_is_gone() {
    let gl = core();
    let id = create(&gl, VERTICES_SUBMITTED);
    gl.delete(id);
    assert_eq!(gl.glIsQuery(id), FALSE);
    assert_eq!(gl.object(id, QUERY_RESULT), 7);
    gl.expect(INVALID_OPERATION);
}
