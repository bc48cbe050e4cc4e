//! CQ-01 to CQ-19: names and objects.

use crate::egl::Session;
use crate::gl::*;

#[test]
fn cq_01_negative_counts_are_invalid_value() {
    Session::each(|gl| {
        let mut id = 7;
        gl.GenQueries(-1, &raw mut id);
        gl.expect(INVALID_VALUE);
        assert_eq!(id, 7);
        gl.DeleteQueries(-1, &raw const id);
        gl.expect(INVALID_VALUE);
        gl.GenQueries(0, core::ptr::null_mut());
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_03_a_name_is_a_query_from_its_first_use() {
    Session::each(|gl| {
        let id = gl.generate();
        assert_eq!(gl.IsQuery(id), 0);
        gl.BeginQuery(ANY_SAMPLES_PASSED, id);
        assert_eq!(gl.IsQuery(id), 1);
        gl.EndQuery(ANY_SAMPLES_PASSED);
        assert_eq!(gl.IsQuery(id), 1);
        gl.delete(id);
        assert_eq!(gl.IsQuery(id), 0);
        assert_eq!(gl.IsQuery(0), 0);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_07_create_queries_looks_at_the_target_first() {
    let gl = Session::core();
    for count in [1, -1] {
        let mut id = 7;
        gl.CreateQueries(NO_TARGET, count, &raw mut id);
        gl.expect(INVALID_ENUM);
        assert_eq!(id, 7);
    }
    gl.CreateQueries(SAMPLES_PASSED, -1, core::ptr::null_mut());
    gl.expect(INVALID_VALUE);
}

#[test]
fn cq_08_the_statistics_are_created_read_and_begun() {
    let gl = Session::core();
    gl.canvas(16, 1);
    for target in ELEVEN {
        let id = gl.create(target);
        gl.expect(NO_ERROR);
        assert_eq!(gl.IsQuery(id), 1);
        assert_eq!(gl.u32(id, QUERY_RESULT_AVAILABLE), 1);
        assert_eq!(gl.u64(id, QUERY_RESULT), 0);
        assert_eq!(gl.u32(id, QUERY_TARGET), target);
        gl.BeginQuery(target, id);
        gl.fill(1);
        gl.EndQuery(target);
        gl.expect(NO_ERROR);
        if target == VERTICES_SUBMITTED {
            assert_eq!(gl.u64(id, QUERY_RESULT), 3);
        }
    }
}

#[test]
fn cq_09_a_created_object_has_the_result_zero_available_and_its_target() {
    let gl = Session::core();
    for target in [SAMPLES_PASSED, ANY_SAMPLES_PASSED, TIME_ELAPSED, TIMESTAMP, PRIMITIVES_GENERATED] {
        let id = gl.create(target);
        assert_eq!(gl.IsQuery(id), 1);
        assert_eq!(gl.u32(id, QUERY_RESULT_AVAILABLE), 1);
        assert_eq!(gl.i32(id, QUERY_RESULT), 0);
        assert_eq!(gl.u32(id, QUERY_TARGET), target);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_11_names_that_stand_for_nothing_are_ignored_when_deleted() {
    Session::each(|gl| {
        let used = gl.measured(TIME_ELAPSED, || ());
        let ids = [0, 4000, used, used, gl.generate()];
        gl.DeleteQueries(5, ids.as_ptr());
        gl.DeleteQueries(5, ids.as_ptr());
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_13_an_active_query_of_opengl_es_lives_until_its_end_when_it_is_deleted() {
    for gl in [Session::es2, Session::es3].map(|make| make as fn() -> Session) {
        let gl = gl();
        for target in [TIME_ELAPSED, ANY_SAMPLES_PASSED] {
            let id = gl.generate();
            gl.BeginQuery(target, id);
            gl.delete(id);
            assert_eq!(gl.IsQuery(id), 0);
            assert_eq!(gl.query(target, CURRENT_QUERY), id as i32);
            gl.expect(NO_ERROR);
            gl.EndQuery(target);
            gl.expect(NO_ERROR);
            assert_eq!(gl.query(target, CURRENT_QUERY), 0);
            gl.u32(id, QUERY_RESULT);
            gl.expect(INVALID_OPERATION);
        }
    }
}

#[test]
fn cq_13_an_active_query_of_desktop_opengl_ends_when_it_is_deleted() {
    for make in [Session::core, Session::compatibility] {
        let gl = make();
        for target in [TIME_ELAPSED, SAMPLES_PASSED, VERTICES_SUBMITTED] {
            let id = gl.generate();
            gl.BeginQuery(target, id);
            gl.delete(id);
            gl.expect(NO_ERROR);
            assert_eq!(gl.query(target, CURRENT_QUERY), 0);
            gl.EndQuery(target);
            gl.expect(INVALID_OPERATION);
            gl.measured(target, || ());
            gl.expect(NO_ERROR);
        }
    }
}

#[test]
fn cq_14_the_query_of_an_active_conditional_render_is_deleted_when_that_ends() {
    for make in [Session::core, Session::compatibility] {
        let gl = make();
        gl.canvas(16, 1);
        let id = gl.measured(SAMPLES_PASSED, || gl.fill(1));
        gl.BeginConditionalRender(id, QUERY_WAIT);
        gl.delete(id);
        assert_eq!(gl.IsQuery(id), 0, "the name is unused at once");
        // Enough objects for the deleted one's memory to belong to another object, if it was freed.
        for _ in 0..100 {
            gl.measured(SAMPLES_PASSED, || gl.fill(1));
        }
        gl.fill(1);
        gl.expect(NO_ERROR);
        gl.EndConditionalRender();
        gl.expect(NO_ERROR);
        assert_eq!(gl.IsQuery(id), 0);
        gl.fill(1);
        gl.Finish();
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_15_a_query_whose_result_is_pending_is_deleted() {
    Session::each(|gl| {
        gl.canvas(64, 10);
        let id = gl.measured(ANY_SAMPLES_PASSED, || gl.fill(1));
        gl.delete(id);
        gl.Finish();
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_18_a_name_whose_begin_failed_is_no_query() {
    Session::each(|gl| {
        let active = gl.generate();
        gl.BeginQuery(TIME_ELAPSED, active);
        let id = gl.generate();
        gl.BeginQuery(TIME_ELAPSED, id);
        gl.expect(INVALID_OPERATION);
        gl.BeginQuery(NO_TARGET, id);
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.IsQuery(id), 0);
        gl.EndQuery(TIME_ELAPSED);
    });
}

#[test]
fn cq_19_a_name_that_took_a_counter_is_a_query() {
    Session::each(|gl| {
        let id = gl.generate();
        gl.counter(id, TIMESTAMP);
        assert_eq!(gl.IsQuery(id), 1);
        gl.expect(NO_ERROR);
    });
}
