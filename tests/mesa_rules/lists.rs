//! Compatibility contexts: display lists, glBegin and glEnd, and names of the application's own.

use crate::egl::Session;
use crate::gl::*;

/// A compatibility context with a canvas of 16 by 16, which its own pipeline draws on.
fn compatibility() -> Session {
    let gl = Session::compatibility();
    gl.canvas(16, 1);
    gl.UseProgram(0);
    gl
}

/// Fills the canvas by commands that a display list can hold.
fn fill(gl: &Session) {
    gl.Begin(TRIANGLES);
    for (x, y) in [(-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0)] {
        gl.Vertex2f(x, y);
    }
    gl.End();
}

/// Compiles a display list.
fn list(gl: &Session, commands: impl FnOnce()) {
    gl.NewList(1, COMPILE);
    commands();
    gl.EndList();
}

#[test]
fn cq_35_query_commands_in_a_list_are_not_executed_while_it_is_compiled() {
    let gl = compatibility();
    for target in [SAMPLES_PASSED, VERTICES_SUBMITTED, TIME_ELAPSED] {
        let id = gl.generate();
        list(&gl, || {
            gl.BeginQuery(target, id);
            assert_eq!(gl.query(target, CURRENT_QUERY), 0);
            assert_eq!(gl.IsQuery(id), 0);
            fill(&gl);
            gl.EndQuery(target);
        });
        gl.expect(NO_ERROR);
        assert_eq!(gl.IsQuery(id), 0);
        for _ in 0..2 {
            gl.CallList(1);
            gl.expect(NO_ERROR);
            assert_eq!(gl.IsQuery(id), 1);
            let result = gl.u64(id, QUERY_RESULT);
            assert!(result > 0, "0x{target:04X}");
            if target == SAMPLES_PASSED {
                assert_eq!(result, 256);
            }
        }
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_35_a_list_begins_what_the_application_ends() {
    let gl = compatibility();
    let id = gl.generate();
    list(&gl, || gl.BeginQuery(SAMPLES_PASSED, id));
    gl.CallList(1);
    assert_eq!(gl.query(SAMPLES_PASSED, CURRENT_QUERY), id as i32);
    gl.BeginQuery(SAMPLES_PASSED, gl.generate());
    gl.expect(INVALID_OPERATION);
    gl.u32(id, QUERY_RESULT);
    gl.expect(INVALID_OPERATION);
    fill(&gl);
    gl.EndQuery(SAMPLES_PASSED);
    gl.expect(NO_ERROR);
    assert_eq!(gl.u32(id, QUERY_RESULT), 256);
    gl.EndQuery(SAMPLES_PASSED);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn cq_35_a_list_that_is_executed_while_it_is_compiled_measures() {
    let gl = compatibility();
    let id = gl.generate();
    gl.NewList(1, COMPILE_AND_EXECUTE);
    gl.BeginQuery(SAMPLES_PASSED, id);
    fill(&gl);
    gl.EndQuery(SAMPLES_PASSED);
    gl.EndList();
    gl.expect(NO_ERROR);
    assert_eq!(gl.u32(id, QUERY_RESULT), 256);
}

#[test]
fn cq_35_results_from_before_a_list_are_still_there() {
    let gl = compatibility();
    let elapsed = gl.measured(TIME_ELAPSED, || fill(&gl));
    let samples = gl.measured(SAMPLES_PASSED, || fill(&gl));
    let created = gl.create(VERTICES_SUBMITTED);
    let in_list = gl.generate();
    list(&gl, || gl.BeginQuery(SAMPLES_PASSED, in_list));
    gl.expect(NO_ERROR);
    assert_eq!(gl.u32(samples, QUERY_RESULT), 256);
    assert_eq!([elapsed, samples, created].map(|id| gl.IsQuery(id)), [1, 1, 1]);
    assert!(gl.u64(elapsed, QUERY_RESULT) > 0);
    gl.expect(NO_ERROR);
    assert_eq!(gl.u64(created, QUERY_RESULT), 0);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_35_a_query_that_is_active_when_a_list_is_compiled_ends() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let [id, in_list] = [gl.generate(), gl.generate()];
        gl.BeginQuery(target, id);
        list(&gl, || gl.QueryCounter(in_list, TIMESTAMP));
        assert_eq!(gl.query(target, CURRENT_QUERY), id as i32);
        fill(&gl);
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn tq_27_a_counter_in_a_list_counts_when_the_list_is_called() {
    let gl = compatibility();
    let id = gl.generate();
    list(&gl, || gl.QueryCounter(id, TIMESTAMP));
    gl.expect(NO_ERROR);
    assert_eq!(gl.IsQuery(id), 0);
    let before = gl.integer64(TIMESTAMP);
    gl.CallList(1);
    assert!(gl.i64(id, QUERY_RESULT) >= before);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_34_begin_between_gl_begin_and_gl_end_is_invalid_operation_and_changes_nothing() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, VERTICES_SUBMITTED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let id = gl.generate();
        gl.Begin(POINTS);
        gl.BeginQuery(target, id);
        gl.End();
        gl.expect(INVALID_OPERATION);
        assert_eq!(gl.query(target, CURRENT_QUERY), 0, "0x{target:04X}");
        assert_eq!(gl.IsQuery(id), 0);
        gl.EndQuery(target);
        gl.expect(INVALID_OPERATION);
    }
}

#[test]
fn cq_34_a_begin_that_was_rejected_can_be_repeated() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, VERTICES_SUBMITTED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let id = gl.generate();
        gl.Begin(POINTS);
        gl.BeginQuery(target, id);
        gl.End();
        gl.expect(INVALID_OPERATION);
        gl.BeginQuery(target, id);
        gl.expect(NO_ERROR);
        fill(&gl);
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_34_an_end_that_was_rejected_can_be_repeated() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, VERTICES_SUBMITTED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let id = gl.generate();
        gl.BeginQuery(target, id);
        fill(&gl);
        gl.Begin(POINTS);
        gl.EndQuery(target);
        gl.End();
        gl.expect(INVALID_OPERATION);
        assert_eq!(gl.query(target, CURRENT_QUERY), id as i32, "0x{target:04X}");
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_34_a_conditional_render_that_was_rejected_holds_no_query() {
    let gl = compatibility();
    let id = gl.measured(SAMPLES_PASSED, || ());
    gl.Begin(POINTS);
    gl.BeginConditionalRender(id, QUERY_WAIT);
    gl.End();
    gl.expect(INVALID_OPERATION);
    gl.BeginQuery(SAMPLES_PASSED, id);
    gl.EndQuery(SAMPLES_PASSED);
    gl.expect(NO_ERROR);
}

#[test]
fn tq_27_a_counter_between_gl_begin_and_gl_end_is_invalid_operation_and_changes_nothing() {
    let gl = compatibility();
    let id = gl.generate();
    gl.Begin(POINTS);
    gl.QueryCounter(id, TIMESTAMP);
    gl.End();
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.IsQuery(id), 0);
    assert_eq!(gl.u32(id, QUERY_RESULT), u32::from(UNTOUCHED));
    gl.expect(INVALID_OPERATION);
    gl.BeginQuery(TIME_ELAPSED, id);
    gl.EndQuery(TIME_ELAPSED);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_34_names_between_gl_begin_and_gl_end_are_neither_generated_nor_deleted() {
    let gl = compatibility();
    let id = gl.measured(SAMPLES_PASSED, || ());
    let mut new = 7;
    gl.Begin(POINTS);
    gl.GenQueries(1, &raw mut new);
    gl.DeleteQueries(1, &raw const id);
    gl.End();
    gl.expect(INVALID_OPERATION);
    assert_eq!(new, 7);
    assert_eq!(gl.IsQuery(id), 1);
}

#[test]
fn tq_28_names_of_the_application_s_own_are_not_given_out_again() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, VERTICES_SUBMITTED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let own = [3, 5];
        for id in own {
            gl.BeginQuery(target, id);
            fill(&gl);
            gl.EndQuery(target);
        }
        let mut ids = [0; 8];
        gl.GenQueries(8, ids.as_mut_ptr());
        assert!(own.iter().all(|id| !ids.contains(id)), "0x{target:04X}: {own:?} and {ids:?}");
        for id in own {
            assert_eq!(gl.IsQuery(id), 1);
            assert!(gl.u64(id, QUERY_RESULT) > 0);
        }
        gl.expect(NO_ERROR);
    }
}

#[test]
fn tq_28_names_of_the_application_s_own_for_counters_are_not_given_out_again() {
    let gl = compatibility();
    let own = [3, 5];
    for id in own {
        gl.QueryCounter(id, TIMESTAMP);
    }
    let mut ids = [0; 8];
    gl.GenQueries(8, ids.as_mut_ptr());
    assert!(own.iter().all(|id| !ids.contains(id)), "{own:?} and {ids:?}");
    assert!(gl.u64(own[0], QUERY_RESULT) <= gl.u64(own[1], QUERY_RESULT));
    gl.expect(NO_ERROR);
}

#[test]
fn tq_28_no_name_is_taken_that_the_application_has_not_used() {
    let gl = compatibility();
    gl.measured(TIME_ELAPSED, || fill(&gl));
    for id in 2..10 {
        assert_eq!(gl.IsQuery(id), 0, "{id}");
        gl.BeginQuery(SAMPLES_PASSED, id);
        gl.expect(NO_ERROR);
        fill(&gl);
        gl.EndQuery(SAMPLES_PASSED);
        assert_eq!(gl.u32(id, QUERY_RESULT), 256);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_14_a_condition_that_was_deleted_is_no_query() {
    let gl = compatibility();
    let id = gl.measured(SAMPLES_PASSED, || ());
    gl.BeginConditionalRender(id, QUERY_WAIT);
    gl.DeleteQueries(2, [id, id].as_ptr());
    assert_eq!(gl.IsQuery(id), 0);
    assert_eq!(gl.u32(id, QUERY_RESULT), u32::from(UNTOUCHED));
    gl.expect(INVALID_OPERATION);
    gl.EndConditionalRender();
    gl.expect(NO_ERROR);
    assert_eq!(gl.IsQuery(id), 0);
}

#[test]
fn cq_35_a_query_that_is_active_when_a_list_is_compiled_stays_active() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED] {
        eprintln!("of target 0x{target:04X}:");
        let gl = compatibility();
        let [id, other, in_list] = [gl.generate(), gl.generate(), gl.generate()];
        gl.BeginQuery(target, id);
        list(&gl, || gl.QueryCounter(in_list, TIMESTAMP));
        assert_eq!(gl.query(target, CURRENT_QUERY), id as i32);
        assert_eq!(gl.u32(id, QUERY_RESULT), u32::from(UNTOUCHED));
        gl.expect(INVALID_OPERATION);
        for name in [id, other] {
            gl.BeginQuery(target, name);
            gl.expect(INVALID_OPERATION);
        }
        gl.QueryCounter(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        fill(&gl);
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.BeginQuery(target, other);
        fill(&gl);
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        assert!(gl.u64(other, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn tq_15_timestamp_between_gl_begin_and_gl_end_is_invalid_operation_and_writes_nothing() {
    let gl = compatibility();
    let before = gl.integer64(TIMESTAMP);
    gl.Begin(POINTS);
    let between = gl.integer64(TIMESTAMP);
    gl.End();
    gl.expect(INVALID_OPERATION);
    assert_eq!(between, i64::from(UNTOUCHED));
    assert!(gl.integer64(TIMESTAMP) > before);
}

#[test]
fn cq_34_what_a_context_says_of_itself_is_not_asked_between_gl_begin_and_gl_end() {
    let gl = compatibility();
    gl.Begin(POINTS);
    let count = gl.integer(NUM_EXTENSIONS);
    gl.End();
    gl.expect(INVALID_OPERATION);
    assert_eq!(count, i32::from(UNTOUCHED));
    for index in [None, Some(0)] {
        gl.Begin(POINTS);
        let text = index.map_or_else(|| gl.GetString(EXTENSIONS), |index| gl.GetStringi(EXTENSIONS, index));
        gl.End();
        gl.expect(INVALID_OPERATION);
        assert!(text.is_null());
    }
}
