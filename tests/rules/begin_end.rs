//! CQ-20 to CQ-45: begin and end of queries.

use crate::recording::Command;
use crate::rig::*;
use glmeter::context::ShareGroup;
use glmeter::gl::*;

#[test]
fn cq_20_begin_of_a_target_that_the_context_lacks_is_invalid_enum() {
    let lacks = [(gl21(), TIME_ELAPSED), (es32(), TIME_ELAPSED), (core33_as_it_is(), VERTICES_SUBMITTED), (es2(), VERTICES_SUBMITTED)];
    for (mut gl, target) in lacks {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(target, id)), ENUM);
    }
    for mut gl in with_timers() {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(TIMESTAMP, id)), ENUM, "a timestamp is no interval");
    }
}

#[test]
fn cq_20_a_target_that_is_not_glmeter_s_is_the_driver_s_to_judge() {
    for mut gl in [es2(), core45()] {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(NO_TARGET, id)), FORWARD);
    }
    let mut gl = es2();
    let id = gl.generate();
    assert_eq!(gl.stop(|gl| gl.begin(SAMPLES_PASSED, id)), ENUM, "OpenGL ES has no such target, and not every driver says so");
}

#[test]
fn cq_21_begin_with_an_index_beyond_the_vertex_streams_is_invalid_value() {
    let mut gl = core45();
    let id = gl.generate();
    for target in [PRIMITIVES_GENERATED, TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN] {
        assert_eq!(gl.stop(|gl| gl.begin_indexed(target, 4, id)), VALUE);
        assert_eq!(gl.stop(|gl| gl.begin_indexed(target, u32::MAX, id)), VALUE);
    }
    gl.begin_indexed(PRIMITIVES_GENERATED, 3, id).unwrap();
    assert_eq!(gl.changes(), [Command::Begin(PRIMITIVES_GENERATED, 3, id)]);
}

#[test]
fn cq_22_begin_with_an_index_of_a_target_without_one_is_invalid_value() {
    let mut gl = core45();
    let id = gl.generate();
    for target in [TIME_ELAPSED, SAMPLES_PASSED, VERTICES_SUBMITTED] {
        assert_eq!(gl.stop(|gl| gl.begin_indexed(target, 1, id)), VALUE);
    }
}

#[test]
fn cq_22_a_bad_target_comes_before_a_bad_index() {
    let mut gl = core45();
    let id = gl.generate();
    assert_eq!(gl.stop(|gl| gl.begin_indexed(NO_TARGET, 1, id)), ENUM);
    assert_eq!(gl.stop(|gl| gl.begin_indexed(TIMESTAMP, 1, id)), ENUM);
    let mut gl = core33_as_it_is();
    assert_eq!(gl.stop(|gl| gl.begin_indexed(VERTICES_SUBMITTED, 1, id)), ENUM);
}

#[test]
fn cq_23_begin_of_the_name_zero_is_invalid_operation() {
    for mut gl in with_timers() {
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 0)), OPERATION);
    }
}

#[test]
fn cq_24_begin_of_a_name_that_was_not_generated_is_invalid_operation_but_in_compatibility_contexts() {
    for mut gl in [es2(), es32_timers(), es2_angle(), core33(), core45()] {
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 4000)), OPERATION);
        assert_eq!(gl.is_query(4000), Ok(false));
    }
    let mut gl = compatibility45();
    assert_eq!(gl.begin(TIME_ELAPSED, 4000), Ok(()));
    assert_eq!(gl.changes(), [Command::Begin(TIME_ELAPSED, 0, 4000)]);
    assert_eq!(gl.is_query(4000), Ok(true));
    let mut gl = gl21();
    assert_eq!(gl.begin(SAMPLES_PASSED, 4000), Ok(()));
}

/// The program used the context before glmeter did.
#[test]
fn names_from_before_a_late_attachment_are_the_drivers() {
    for mut gl in [core45(), es32_timers()] {
        gl.context.queries.late = true;
        assert_eq!(gl.stop(|gl| gl.is_query(4000)), FORWARD);
        assert_eq!(gl.stop(|gl| gl.result(4000)), FORWARD);
        assert_eq!(gl.begin(TIME_ELAPSED, 4000), Ok(()));
        assert_eq!(gl.changes(), [Command::Begin(TIME_ELAPSED, 0, 4000)]);
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
        assert_eq!(gl.is_query(4000), Ok(true));
        assert_eq!(gl.delete(&[4000, 4001]), Ok(()));
        assert_eq!(gl.changes().last(), Some(&Command::Delete(vec![4000, 4001])));
        // Its own queries have the specification's errors.
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.end(TIME_ELAPSED)), OPERATION);
        assert_eq!(gl.begin(TIME_ELAPSED, id), Ok(()));
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
    }
}

#[test]
fn a_query_that_is_active_at_a_late_attachment_can_be_ended() {
    let mut gl = core45();
    gl.context.queries.late = true;
    gl.driver().current.insert((SAMPLES_PASSED, 0), 7);
    assert_eq!(gl.stop(|gl| gl.end(SAMPLES_PASSED)), FORWARD);
    gl.driver().current.clear();
    assert_eq!(gl.stop(|gl| gl.end(SAMPLES_PASSED)), OPERATION);
    let id = gl.generate();
    assert_eq!(gl.begin(SAMPLES_PASSED, id), Ok(()));
    assert_eq!(gl.query(SAMPLES_PASSED, CURRENT_QUERY), Ok(id as GLint));
}

#[test]
fn cq_25_begin_of_an_object_of_another_type_is_invalid_operation() {
    let mut gl = core45();
    for (first, second) in [(TIME_ELAPSED, SAMPLES_PASSED), (SAMPLES_PASSED, ANY_SAMPLES_PASSED), (TIMESTAMP, TIME_ELAPSED)] {
        let id = gl.used(first, 5);
        assert_eq!(gl.stop(|gl| gl.begin(second, id)), OPERATION);
        assert_eq!(gl.result(id), Ok(5));
    }
}

#[test]
fn cq_26_any_samples_passed_for_its_conservative_twin_is_the_driver_s_to_judge() {
    for accepts in [true, false] {
        let mut gl = es32();
        let id = gl.used(ANY_SAMPLES_PASSED, 1);
        gl.driver().rejects = !accepts;
        assert_eq!(gl.begin(ANY_SAMPLES_PASSED_CONSERVATIVE, id), Ok(()));
        assert_eq!(gl.changes(), [Command::Begin(ANY_SAMPLES_PASSED_CONSERVATIVE, 0, id)]);
        let active = if accepts { id as GLint } else { 0 };
        assert_eq!(gl.query(ANY_SAMPLES_PASSED_CONSERVATIVE, CURRENT_QUERY), Ok(active));
    }
}

#[test]
fn cq_27_begin_of_an_active_query_is_invalid_operation() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.active(PRIMITIVES_GENERATED);
        assert_eq!(gl.stop(|gl| gl.begin_indexed(PRIMITIVES_GENERATED, 1, id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.begin(PRIMITIVES_GENERATED, id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
    }
}

#[test]
fn cq_28_begin_while_the_target_has_an_active_query_is_invalid_operation() {
    for mut gl in with_timers() {
        let id = gl.active(TIME_ELAPSED);
        let other = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, other)), OPERATION);
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(id as GLint));
    }
    let mut gl = core45();
    gl.active(PRIMITIVES_GENERATED);
    let other = gl.generate();
    assert_eq!(gl.begin_indexed(PRIMITIVES_GENERATED, 1, other), Ok(()), "each stream has its own");
}

#[test]
fn cq_29_the_three_occlusion_targets_share_one_active_query() {
    let three = [SAMPLES_PASSED, ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE];
    for first in three {
        for second in three {
            let mut gl = core45();
            gl.active(first);
            let id = gl.generate();
            assert_eq!(gl.stop(|gl| gl.begin(second, id)), OPERATION);
        }
    }
}

#[test]
fn cq_30_begin_of_the_query_of_an_active_conditional_render_is_invalid_operation() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.used(SAMPLES_PASSED, 1);
        gl.begin_conditional(id).unwrap();
        assert_eq!(gl.stop(|gl| gl.begin(SAMPLES_PASSED, id)), OPERATION);
        gl.delete(&[id]).unwrap();
        assert_eq!(gl.stop(|gl| gl.begin(SAMPLES_PASSED, id)), OPERATION, "the object is still in use");
    }
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 1);
    gl.begin_conditional(id).unwrap();
    gl.end_conditional().unwrap();
    assert_eq!(gl.begin(SAMPLES_PASSED, id), Ok(()));
}

#[test]
fn cq_31_a_begin_that_fails_keeps_result_availability_and_type() {
    let mut gl = core45();
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(gl.result(id), Ok(5));
    gl.active(TIME_ELAPSED);
    for target in [TIME_ELAPSED, SAMPLES_PASSED, TIMESTAMP] {
        gl.stop(|gl| gl.begin(target, id));
    }
    assert_eq!(gl.available(id), Ok(1));
    assert_eq!(gl.result(id), Ok(5));
    assert_eq!(gl.object(id, QUERY_TARGET), Ok(TIME_ELAPSED));
}

#[test]
fn cq_32_a_begin_forgets_the_earlier_result() {
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 5);
    assert_eq!(gl.result(id), Ok(5));
    gl.begin(SAMPLES_PASSED, id).unwrap();
    gl.end(SAMPLES_PASSED).unwrap();
    gl.driver().results.insert(id, 6);
    gl.driver().unavailable.insert(id);
    assert_eq!(gl.available(id), Ok(0));
    gl.driver().unavailable.clear();
    assert_eq!(gl.result(id), Ok(6));
}

#[test]
fn cq_33_errors_come_in_the_order_enum_value_operation() {
    let mut gl = core45();
    gl.active(TIME_ELAPSED);
    assert_eq!(gl.stop(|gl| gl.begin_indexed(TIMESTAMP, 1, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.begin_indexed(TIME_ELAPSED, 1, 0)), VALUE);
    assert_eq!(gl.stop(|gl| gl.begin_indexed(TIME_ELAPSED, 0, 0)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.query_indexed(NO_TARGET, 1, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.query_indexed(TIME_ELAPSED, 1, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.query_indexed(TIME_ELAPSED, 1, CURRENT_QUERY)), VALUE);
}

#[test]
fn cq_34_a_begin_that_the_driver_rejected_does_not_keep_the_next_one_out() {
    for same in [true, false] {
        let mut gl = compatibility45();
        let id = gl.generate();
        let next = if same { id } else { gl.generate() };
        gl.driver().rejects = true;
        assert_eq!(gl.begin(SAMPLES_PASSED, id), Ok(()));
        gl.driver().rejects = false;
        gl.commands();
        assert_eq!(gl.begin(SAMPLES_PASSED, next), Ok(()), "the same name: {same}");
        assert_eq!(gl.changes(), [Command::Begin(SAMPLES_PASSED, 0, next)]);
        assert_eq!(gl.end(SAMPLES_PASSED), Ok(()));
    }
}

#[test]
fn cq_35_while_a_list_is_compiled_begin_end_and_counters_are_the_driver_s() {
    let mut gl = compatibility45();
    let id = gl.generate();
    gl.new_list();
    assert_eq!(gl.stop(|gl| gl.begin(SAMPLES_PASSED, id)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.end(SAMPLES_PASSED)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.begin_indexed(PRIMITIVES_GENERATED, 1, id)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.end_indexed(PRIMITIVES_GENERATED, 1)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), FORWARD);
    assert_ne!(gl.generate(), 0, "names are generated at once");
    gl.end_list();
    assert_eq!(gl.stop(|gl| gl.query(SAMPLES_PASSED, CURRENT_QUERY)), FORWARD, "a list may have begun one");
}

#[test]
fn cq_35_a_list_without_query_commands_changes_nothing() {
    let mut gl = compatibility45();
    let id = gl.generate();
    gl.new_list();
    gl.end_list();
    assert_eq!(gl.begin(SAMPLES_PASSED, id), Ok(()));
    assert_eq!(gl.query(SAMPLES_PASSED, CURRENT_QUERY), Ok(id as GLint));
}

#[test]
fn cq_36_query_objects_belong_to_one_context() {
    let share_group = ShareGroup::default();
    let description = description("4.5 (Core Profile) Recording", &[]);
    let mut gl = Rig::sharing(&description, share_group.clone());
    let mut sharing = Rig::sharing(&description, share_group);
    let id = gl.used(TIME_ELAPSED, 1);
    assert_eq!(sharing.is_query(id), Ok(false));
    assert_eq!(sharing.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
    assert_eq!(sharing.stop(|gl| gl.result(id)), OPERATION);
}

#[test]
fn cq_40_end_of_a_bad_target_or_timestamp_is_invalid_enum() {
    for mut gl in with_timers() {
        assert_eq!(gl.stop(|gl| gl.end(TIMESTAMP)), ENUM);
        assert_eq!(gl.stop(|gl| gl.end(NO_TARGET)), FORWARD);
    }
    let mut gl = core33_as_it_is();
    assert_eq!(gl.stop(|gl| gl.end(VERTICES_SUBMITTED)), ENUM);
}

#[test]
fn cq_41_end_with_a_bad_index_is_invalid_value() {
    let mut gl = core45();
    gl.active(TIME_ELAPSED);
    assert_eq!(gl.stop(|gl| gl.end_indexed(TIME_ELAPSED, 1)), VALUE);
    assert_eq!(gl.stop(|gl| gl.end_indexed(PRIMITIVES_GENERATED, 4)), VALUE);
    assert_eq!(gl.stop(|gl| gl.end_indexed(NO_TARGET, 1)), ENUM);
}

#[test]
fn cq_42_end_of_a_target_without_an_active_query_is_invalid_operation() {
    for mut gl in with_timers() {
        assert_eq!(gl.stop(|gl| gl.end(TIME_ELAPSED)), OPERATION);
    }
    let mut gl = core45();
    gl.active(PRIMITIVES_GENERATED);
    assert_eq!(gl.stop(|gl| gl.end_indexed(PRIMITIVES_GENERATED, 1)), OPERATION);
}

#[test]
fn cq_43_end_of_another_type_of_a_shared_slot_is_invalid_operation() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.active(SAMPLES_PASSED);
        assert_eq!(gl.stop(|gl| gl.end(ANY_SAMPLES_PASSED)), OPERATION);
        assert_eq!(gl.query(SAMPLES_PASSED, CURRENT_QUERY), Ok(id as GLint));
        assert_eq!(gl.end(SAMPLES_PASSED), Ok(()));
    }
}

#[test]
fn cq_44_an_ended_query_is_no_longer_current_and_pending() {
    for mut gl in with_timers() {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
        assert_eq!(gl.changes(), [Command::End(TIME_ELAPSED, 0)]);
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(0));
        gl.driver().unavailable.insert(id);
        assert_eq!(gl.available(id), Ok(0));
    }
}

#[test]
fn cq_45_queries_follow_each_other_at_once_and_those_of_other_targets_overlap() {
    let mut gl = core45();
    gl.active(SAMPLES_PASSED);
    gl.active(VERTICES_SUBMITTED);
    let id = gl.active(TIME_ELAPSED);
    gl.end(SAMPLES_PASSED).unwrap();
    gl.end(TIME_ELAPSED).unwrap();
    assert_ne!(gl.active(TIME_ELAPSED), id);
    assert_eq!(gl.end(VERTICES_SUBMITTED), Ok(()));
}
