//! CQ-20 to CQ-54: begin and end of queries, and the current query.

use crate::egl::Session;
use crate::gl::*;

#[test]
fn cq_20_bad_targets_are_invalid_enum() {
    Session::each(|gl| {
        let id = gl.generate();
        for target in [NO_TARGET, TIMESTAMP, 0] {
            gl.BeginQuery(target, id);
            gl.expect(INVALID_ENUM);
            gl.EndQuery(target);
            gl.expect(INVALID_ENUM);
        }
        if gl.es {
            for target in [SAMPLES_PASSED, VERTICES_SUBMITTED] {
                gl.BeginQuery(target, id);
                gl.expect(INVALID_ENUM);
                assert_eq!(gl.query(target, CURRENT_QUERY), i32::from(UNTOUCHED));
                gl.expect(INVALID_ENUM);
            }
        }
        gl.BeginQuery(TIME_ELAPSED, id);
        gl.EndQuery(TIME_ELAPSED);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_22_a_bad_target_comes_before_a_bad_index() {
    let gl = Session::core();
    let id = gl.generate();
    for (target, index, error) in [
        (NO_TARGET, 1, INVALID_ENUM),
        (NO_TARGET, 0, INVALID_ENUM),
        (TIMESTAMP, 1, INVALID_ENUM),
        (TIME_ELAPSED, 1, INVALID_VALUE),
        (SAMPLES_PASSED, 1, INVALID_VALUE),
        (VERTICES_SUBMITTED, 1, INVALID_VALUE),
        (PRIMITIVES_GENERATED, 4, INVALID_VALUE),
    ] {
        gl.BeginQueryIndexed(target, index, id);
        gl.expect(error);
        gl.EndQueryIndexed(target, index);
        gl.expect(error);
        let mut value = 7;
        // TIMESTAMP is a target of this command.
        gl.GetQueryIndexediv(target, index, CURRENT_QUERY, &raw mut value);
        gl.expect(if target == TIMESTAMP { INVALID_VALUE } else { error });
        assert_eq!(value, 7);
    }
}

#[test]
fn cq_24_names_that_were_not_generated_are_invalid_operation_but_in_compatibility_contexts() {
    Session::each(|gl| {
        let compatibility = !gl.es && gl.integer(0x9126) == 2;
        for (name, target) in [(4000, TIME_ELAPSED), (4001, ANY_SAMPLES_PASSED)] {
            gl.BeginQuery(target, name);
            gl.expect(if compatibility { NO_ERROR } else { INVALID_OPERATION });
            assert_eq!(gl.IsQuery(name), u8::from(compatibility));
        }
    });
}

#[test]
fn cq_25_an_object_keeps_its_type() {
    Session::each(|gl| {
        let id = gl.measured(TIME_ELAPSED, || ());
        gl.BeginQuery(ANY_SAMPLES_PASSED, id);
        gl.expect(INVALID_OPERATION);
        gl.counter(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_26_any_samples_passed_for_its_conservative_twin_is_as_the_driver_judges() {
    let gl = Session::es3();
    let id = gl.measured(ANY_SAMPLES_PASSED, || ());
    gl.BeginQuery(ANY_SAMPLES_PASSED_CONSERVATIVE, id);
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.query(ANY_SAMPLES_PASSED_CONSERVATIVE, CURRENT_QUERY), 0);
    gl.EndQuery(ANY_SAMPLES_PASSED_CONSERVATIVE);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn cq_28_each_target_has_one_active_query_and_the_occlusion_targets_share_one() {
    Session::each(|gl| {
        let [id, other] = [gl.generate(), gl.generate()];
        gl.BeginQuery(ANY_SAMPLES_PASSED, id);
        for target in [ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE] {
            for name in [id, other] {
                gl.BeginQuery(target, name);
                gl.expect(INVALID_OPERATION);
            }
        }
        assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), id as i32);
        assert_eq!(gl.query(ANY_SAMPLES_PASSED_CONSERVATIVE, CURRENT_QUERY), 0);
        gl.BeginQuery(TIME_ELAPSED, other);
        gl.expect(NO_ERROR);
        gl.EndQuery(ANY_SAMPLES_PASSED_CONSERVATIVE);
        gl.expect(INVALID_OPERATION);
        gl.EndQuery(ANY_SAMPLES_PASSED);
        gl.EndQuery(TIME_ELAPSED);
        gl.expect(NO_ERROR);
        gl.EndQuery(TIME_ELAPSED);
        gl.expect(INVALID_OPERATION);
    });
}

#[test]
fn cq_30_begin_of_the_query_of_an_active_conditional_render_is_invalid_operation() {
    for make in [Session::core, Session::compatibility] {
        let gl = make();
        let id = gl.measured(SAMPLES_PASSED, || ());
        gl.BeginConditionalRender(id, QUERY_WAIT);
        gl.BeginQuery(SAMPLES_PASSED, id);
        gl.expect(INVALID_OPERATION);
        gl.EndConditionalRender();
        gl.BeginQuery(SAMPLES_PASSED, id);
        gl.EndQuery(SAMPLES_PASSED);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_31_a_begin_that_fails_keeps_the_result() {
    let gl = Session::core();
    gl.canvas(16, 1);
    let id = gl.measured(VERTICES_SUBMITTED, || gl.fill(2));
    gl.BeginQuery(VERTICES_SUBMITTED, gl.generate());
    gl.BeginQuery(VERTICES_SUBMITTED, id);
    gl.expect(INVALID_OPERATION);
    assert_eq!(gl.u32(id, QUERY_RESULT), 6);
}

#[test]
fn cq_36_query_objects_belong_to_one_context() {
    let first = Session::es3();
    let id = first.measured(TIME_ELAPSED, || ());
    let second = Session::es3_sharing(&first);
    assert_eq!(second.IsQuery(id), 0);
    second.BeginQuery(TIME_ELAPSED, id);
    second.expect(INVALID_OPERATION);
    second.u32(id, QUERY_RESULT);
    second.expect(INVALID_OPERATION);
    first.make_current();
    assert_eq!(first.IsQuery(id), 1);
    assert!(first.u64(id, QUERY_RESULT) > 0);
    first.expect(NO_ERROR);
}

#[test]
fn cq_45_queries_of_other_targets_overlap() {
    let gl = Session::core();
    gl.canvas(16, 1);
    let ids = ELEVEN.map(|target| {
        let id = gl.generate();
        gl.BeginQuery(target, id);
        id
    });
    let inner = gl.measured(TIME_ELAPSED, || gl.fill(1));
    for (target, id) in ELEVEN.into_iter().zip(ids) {
        assert_eq!(gl.query(target, CURRENT_QUERY), id as i32);
        gl.EndQuery(target);
    }
    gl.expect(NO_ERROR);
    assert_eq!(gl.u32(ids[0], QUERY_RESULT), 3);
    assert!(gl.u64(inner, QUERY_RESULT) > 0);
}

#[test]
fn cq_51_a_bad_name_of_a_query_s_state_is_invalid_enum_and_writes_nothing() {
    Session::each(|gl| {
        assert_eq!(gl.query(TIME_ELAPSED, QUERY_RESULT), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.query(NO_TARGET, CURRENT_QUERY), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), 0);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_55_the_bits_are_within_what_the_specifications_allow() {
    Session::each(|gl| {
        for (target, minimum) in [(TIME_ELAPSED, 30), (TIMESTAMP, 30), (ANY_SAMPLES_PASSED, 1)] {
            let bits = gl.query(target, QUERY_COUNTER_BITS);
            assert!((minimum..=64).contains(&bits), "{bits} bits of 0x{target:04X}");
        }
        gl.expect(NO_ERROR);
    });
}
