//! Objects that are deleted while they are in use.

use crate::rig::{SAMPLES, core, each, es2, es32};
use crate::tokens::*;
use glmeter::gl::*;

// Mesa alone ends the query at once in OpenGL ES, too.
#[test]
fn cq_13_in_es_a_deleted_active_query_lives_until_it_ends() {
    for gl in each([es2, es32]) {
        for target in [ANY_SAMPLES_PASSED, TIME_ELAPSED, PRIMITIVES_GENERATED] {
            let id = gl.name();
            gl.glBeginQuery(target, id);
            gl.delete(id);
            assert_eq!((gl.glIsQuery(id), gl.current(target)), (FALSE, id), "target {target:#x}");
            gl.expect(NO_ERROR);
            gl.draw();
            gl.glEndQuery(target);
            gl.expect(NO_ERROR);
            assert_eq!((gl.glIsQuery(id), gl.current(target)), (FALSE, 0), "target {target:#x}");
            gl.glEndQuery(target);
            gl.expect(INVALID_OPERATION);
            assert_eq!(gl.object(id, QUERY_RESULT), 7);
            gl.expect(INVALID_OPERATION);
            gl.glBeginQuery(target, id);
            gl.expect(INVALID_OPERATION);
            let next = gl.drawn(target);
            assert_ne!(gl.object(next, QUERY_RESULT), 0);
            gl.expect(NO_ERROR);
        }
    }
}

#[test]
fn dj_26_the_ext_and_angle_forms_end_a_deleted_timer_without_error() {
    for gl in each([es2, es32]) {
        let mut id = 0;
        gl.glGenQueriesEXT(1, &mut id);
        gl.glBeginQueryEXT(TIME_ELAPSED, id);
        gl.glDeleteQueriesEXT(1, &id);
        assert_eq!(gl.glIsQueryEXT(id), FALSE);
        gl.draw();
        gl.glEndQueryEXT(TIME_ELAPSED);
        gl.expect(NO_ERROR);
        gl.glGenQueriesANGLE(1, &mut id);
        gl.glBeginQueryANGLE(TIME_ELAPSED, id);
        gl.glDeleteQueriesANGLE(1, &id);
        assert_eq!(gl.glIsQueryANGLE(id), FALSE);
        gl.glEndQueryANGLE(TIME_ELAPSED);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_13_on_the_desktop_a_deleted_active_query_has_ended() {
    let gl = core();
    for target in [SAMPLES_PASSED, TIME_ELAPSED, VERTICES_SUBMITTED] {
        let id = gl.name();
        gl.glBeginQuery(target, id);
        gl.delete(id);
        gl.expect(NO_ERROR);
        assert_eq!((gl.glIsQuery(id), gl.current(target)), (FALSE, 0), "target {target:#x}");
        gl.glEndQuery(target);
        gl.expect(INVALID_OPERATION);
        let next = gl.drawn(target);
        assert_ne!(gl.result(next), 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn dj_30_a_name_that_comes_again_is_of_no_target() {
    for gl in each([es32, core]) {
        let id = gl.name();
        gl.glQueryCounter(id, TIMESTAMP);
        gl.delete(id);
        let again = gl.name();
        gl.glBeginQuery(TIME_ELAPSED, again);
        gl.glEndQuery(TIME_ELAPSED);
        gl.expect(NO_ERROR);
        assert_eq!(gl.glIsQuery(again), TRUE);
    }
}

// Mesa alone frees the object and reads it at the next draw [H-13].
#[test]
fn h_13_cq_14_a_deleted_condition_decides_until_conditional_rendering_ends() {
    let gl = core();
    for (draws, red) in [(false, 0), (true, 0xFF)] {
        gl.glClearColor(0.0, 0.0, 0.0, 0.0);
        gl.glClear(COLOR_BUFFER_BIT);
        let id = gl.name();
        gl.glBeginQuery(SAMPLES_PASSED, id);
        if draws {
            gl.draw();
        }
        gl.glEndQuery(SAMPLES_PASSED);
        gl.glClear(COLOR_BUFFER_BIT);
        gl.glBeginConditionalRender(id, QUERY_WAIT);
        gl.delete(id);
        gl.expect(NO_ERROR);
        assert_eq!(gl.glIsQuery(id), FALSE);
        // Names and memory that a freed object would give away.
        let others: Vec<GLuint> = (0..32).map(|_| gl.name()).collect();
        assert!(!others.contains(&id));
        gl.draw();
        gl.glEndConditionalRender();
        gl.expect(NO_ERROR);
        assert_eq!(gl.red(), red);
        assert_eq!((gl.glIsQuery(id), gl.object(id, QUERY_RESULT)), (FALSE, 7));
        gl.expect(INVALID_OPERATION);
        gl.glBeginQuery(SAMPLES_PASSED, id);
        gl.expect(INVALID_OPERATION);
    }
}

// Mesa alone begins it.
#[test]
fn cq_30_a_begin_of_the_condition_is_invalid_operation_while_it_is_active() {
    let gl = core();
    let id = gl.drawn(SAMPLES_PASSED);
    gl.glBeginConditionalRender(id, QUERY_WAIT);
    gl.glBeginQuery(SAMPLES_PASSED, id);
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.current(SAMPLES_PASSED), 0);
    assert_eq!(gl.result(id), SAMPLES);
    gl.glEndConditionalRender();
    gl.glBeginQuery(SAMPLES_PASSED, id);
    gl.glEndQuery(SAMPLES_PASSED);
    gl.expect(NO_ERROR);
    assert_eq!(gl.result(id), 0);
}

#[test]
fn cq_85_ps_11_timers_and_statistics_are_no_conditions() {
    let gl = core();
    for target in [TIME_ELAPSED, VERTICES_SUBMITTED] {
        let id = gl.drawn(target);
        gl.glBeginConditionalRender(id, QUERY_WAIT);
        gl.expect(INVALID_OPERATION);
        gl.glEndConditionalRender();
        gl.expect(INVALID_OPERATION);
    }
}
