//! What glmeter does not see in a compatibility context: commands that the driver rejects between glBegin and glEnd, and
//! those that it keeps in display lists.

use crate::rig::{Rig, SAMPLES, compatibility};
use crate::tokens::*;
use glmeter::gl::*;

fn triangle(gl: &Rig, inside: impl FnOnce()) {
    gl.glBegin(TRIANGLES);
    inside();
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)] {
        gl.glVertex2f(x, y);
    }
    gl.glEnd();
}

fn list(gl: &Rig, commands: impl FnOnce()) -> GLuint {
    let list = gl.glGenLists(1);
    gl.glNewList(list, COMPILE);
    commands();
    gl.glEndList();
    gl.expect(NO_ERROR);
    list
}

/// A whole query of each kind works.
#[track_caller]
fn works(gl: &Rig) {
    let samples = gl.drawn(SAMPLES_PASSED);
    assert_eq!(gl.result(samples), SAMPLES);
    let elapsed = gl.drawn(TIME_ELAPSED);
    assert!(gl.result(elapsed) > 0);
    let id = gl.name();
    gl.glQueryCounter(id, TIMESTAMP);
    assert!(gl.result(id) > 7);
    gl.expect(NO_ERROR);
}

fn rejected_begin(target: GLenum) {
    let gl = compatibility();
    let id = gl.name();
    triangle(&gl, || gl.glBeginQuery(target, id));
    gl.expect(INVALID_OPERATION);
    gl.glBeginQuery(target, id);
    gl.expect(NO_ERROR);
    assert_eq!(gl.current(target), id);
    gl.draw();
    gl.glEndQuery(target);
    gl.expect(NO_ERROR);
    assert_ne!(gl.result(id), 0);
    works(&gl);
}

#[test]
fn cq_34_a_begin_of_a_count_between_begin_and_end_has_no_effect_on_later_ones() {
    rejected_begin(SAMPLES_PASSED);
    rejected_begin(VERTICES_SUBMITTED);
}

#[test]
fn cq_34_a_begin_of_a_timer_between_begin_and_end_has_no_effect_on_later_ones() {
    rejected_begin(TIME_ELAPSED);
}

fn nothing_begun(target: GLenum) {
    let gl = compatibility();
    let id = gl.name();
    triangle(&gl, || gl.glBeginQuery(target, id));
    gl.expect(INVALID_OPERATION);
    assert_eq!((gl.current(target), gl.glIsQuery(id)), (0, FALSE));
    gl.glEndQuery(target);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn cq_34_a_rejected_begin_of_a_count_makes_nothing_active_and_no_object() {
    nothing_begun(SAMPLES_PASSED);
    nothing_begun(VERTICES_SUBMITTED);
}

#[test]
fn cq_34_a_rejected_begin_of_a_timer_makes_nothing_active_and_no_object() {
    nothing_begun(TIME_ELAPSED);
}

fn rejected_end(target: GLenum) {
    let gl = compatibility();
    let id = gl.name();
    gl.glBeginQuery(target, id);
    triangle(&gl, || gl.glEndQuery(target));
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.current(target), id);
    gl.draw();
    gl.glEndQuery(target);
    gl.expect(NO_ERROR);
    assert_ne!(gl.result(id), 0);
    works(&gl);
}

#[test]
fn cq_34_an_end_of_a_count_between_begin_and_end_leaves_it_active() {
    rejected_end(SAMPLES_PASSED);
    rejected_end(VERTICES_SUBMITTED);
}

#[test]
fn cq_34_an_end_of_a_timer_between_begin_and_end_leaves_it_active() {
    rejected_end(TIME_ELAPSED);
}

#[test]
fn cq_34_another_name_can_begin_after_one_that_was_rejected() {
    let gl = compatibility();
    for target in [SAMPLES_PASSED, TIME_ELAPSED] {
        let id = gl.name();
        triangle(&gl, || gl.glBeginQuery(target, id));
        gl.expect(INVALID_OPERATION);
        works(&gl);
    }
}

#[test]
fn cq_34_tq_27_a_query_counter_between_begin_and_end_is_invalid_operation() {
    let gl = compatibility();
    let id = gl.name();
    triangle(&gl, || gl.glQueryCounter(id, TIMESTAMP));
    gl.expect(INVALID_OPERATION);
    gl.glQueryCounter(id, TIMESTAMP);
    gl.expect(NO_ERROR);
    assert!(gl.result(id) > 7);
    works(&gl);
}

/// Covers every pixel from inside a list, which keeps no draw that is without vertex arrays.
fn cover(gl: &Rig) {
    gl.glBegin(TRIANGLES);
    for (x, y) in [(-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0)] {
        gl.glVertex2f(x, y);
    }
    gl.glEnd();
}

#[test]
fn cq_35_a_compiled_query_counts_when_the_list_is_called() {
    let gl = compatibility();
    gl.glUseProgram(0);
    let id = gl.name();
    let list = list(&gl, || {
        gl.glBeginQuery(SAMPLES_PASSED, id);
        assert_eq!(gl.current(SAMPLES_PASSED), 0);
        cover(&gl);
        gl.glEndQuery(SAMPLES_PASSED);
    });
    assert_eq!((gl.current(SAMPLES_PASSED), gl.glIsQuery(id)), (0, FALSE));
    for _ in 0..2 {
        gl.glCallList(list);
        assert_eq!((gl.result(id), gl.glIsQuery(id), gl.current(SAMPLES_PASSED)), (SAMPLES, TRUE, 0));
    }
    let other = gl.name();
    gl.glBeginQuery(SAMPLES_PASSED, other);
    cover(&gl);
    gl.glEndQuery(SAMPLES_PASSED);
    assert_eq!(gl.result(other), SAMPLES);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_35_a_query_that_a_list_begins_ends_outside_it() {
    let gl = compatibility();
    let id = gl.name();
    let list = list(&gl, || gl.glBeginQuery(SAMPLES_PASSED, id));
    gl.glCallList(list);
    assert_eq!(gl.current(SAMPLES_PASSED), id);
    gl.draw();
    gl.glEndQuery(SAMPLES_PASSED);
    gl.expect(NO_ERROR);
    assert_eq!((gl.current(SAMPLES_PASSED), gl.result(id)), (0, SAMPLES));
    gl.glEndQuery(SAMPLES_PASSED);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn cq_35_a_compiled_query_counter_gives_a_time() {
    let gl = compatibility();
    let id = gl.name();
    let list = list(&gl, || gl.glQueryCounter(id, TIMESTAMP));
    let before = gl.time();
    gl.glCallList(list);
    assert!(gl.result(id) as i64 >= before);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_35_a_timer_that_was_read_before_a_list_is_compiled_can_be_read_after() {
    let gl = compatibility();
    let id = gl.drawn(TIME_ELAPSED);
    let unread = gl.drawn(TIME_ELAPSED);
    let elapsed = gl.result(id);
    let samples = gl.name();
    list(&gl, || gl.glBeginQuery(SAMPLES_PASSED, samples));
    assert_eq!(gl.result(id), elapsed);
    assert!(gl.result(unread) > 7);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_35_a_timer_that_is_active_while_a_list_is_compiled_can_be_ended_after() {
    let gl = compatibility();
    let (id, samples) = (gl.name(), gl.name());
    gl.glBeginQuery(TIME_ELAPSED, id);
    list(&gl, || gl.glBeginQuery(SAMPLES_PASSED, samples));
    assert_eq!(gl.current(TIME_ELAPSED), id);
    gl.draw();
    gl.glEndQuery(TIME_ELAPSED);
    gl.expect(NO_ERROR);
    assert!(gl.result(id) > 7);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_35_commands_that_are_not_compiled_work_while_a_list_is_made() {
    let gl = compatibility();
    let id = gl.drawn(SAMPLES_PASSED);
    list(&gl, || {
        assert_eq!((gl.result(id), gl.glIsQuery(id)), (SAMPLES, TRUE));
        let other = gl.name();
        gl.delete(other);
        assert_eq!(gl.glIsQuery(other), FALSE);
    });
    assert_eq!(gl.result(id), SAMPLES);
    works(&gl);
}
