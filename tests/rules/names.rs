//! CQ-01 to CQ-19: names and objects.

use crate::recording::Command;
use crate::rig::*;
use glmeter::gl::*;
use glmeter::memory::{In, Out};
use glmeter::rules::query;

#[test]
fn cq_01_gen_queries_with_a_negative_count_is_invalid_value_and_writes_nothing() {
    for mut gl in [es2(), core45(), gl21()] {
        let mut id = 7;
        assert_eq!(gl.stop(|gl| query::gen_queries(&mut gl.context, -1, Out::to(&mut id))), VALUE);
        assert_eq!(id, 7);
    }
}

#[test]
fn cq_02_gen_queries_of_no_names_touches_nothing() {
    let mut gl = core45();
    assert_eq!(query::gen_queries(&mut gl.context, 0, Out::at(0)), Ok(()));
    assert_eq!(gl.commands(), []);
}

#[test]
fn cq_03_a_generated_name_is_no_object_until_its_first_use() {
    for mut gl in with_timers() {
        let id = gl.generate();
        assert_eq!(gl.commands(), [Command::Generate(1)]);
        assert_eq!(gl.is_query(id), Ok(false));
        gl.begin(TIME_ELAPSED, id).unwrap();
        assert_eq!(gl.is_query(id), Ok(true));
    }
}

#[test]
fn cq_04_names_that_the_driver_had_no_memory_for_stand_for_nothing() {
    let mut gl = core45();
    gl.driver().exhausted = true;
    assert_eq!(gl.generate(), 0);
    assert_eq!(gl.is_query(0), Ok(false));
    assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 0)), OPERATION);
    assert!(gl.create(FRAGMENT_SHADER_INVOCATIONS).is_ok());
    assert_eq!(gl.is_query(0), Ok(false));
}

#[test]
fn cq_05_names_are_generated_and_deleted_while_a_query_is_active() {
    for mut gl in with_timers() {
        gl.active(TIME_ELAPSED);
        let id = gl.generate();
        assert_eq!(gl.delete(&[id]), Ok(()));
        assert_eq!(gl.changes(), [Command::Generate(1), Command::Delete(vec![id])]);
    }
}

#[test]
fn cq_06_names_that_cannot_be_returned_are_not_generated() {
    let mut gl = core45();
    assert_eq!(query::gen_queries(&mut gl.context, 3, Out::at(0)), Ok(()));
    assert_eq!(query::create_queries(&mut gl.context, TIME_ELAPSED, 3, Out::at(0)), Ok(()));
    assert_eq!(gl.commands(), []);
}

#[test]
fn cq_06_more_names_than_a_call_usually_wants_are_all_generated() {
    let mut gl = core45();
    let mut ids = vec![0; 100];
    query::gen_queries(&mut gl.context, 100, Out::to_all(&mut ids)).unwrap();
    assert_eq!(gl.commands(), [Command::Generate(100)]);
    assert!(ids.iter().all(|id| *id != 0));
    gl.begin(TIME_ELAPSED, ids[99]).unwrap();
}

#[test]
fn cq_07_create_queries_looks_at_the_target_before_the_count() {
    let mut gl = core33_as_it_is();
    gl.context.capabilities.direct_state_access = true;
    let mut create = |target, n| gl.stop(|gl| query::create_queries(&mut gl.context, target, n, Out::at(0)));
    assert_eq!(create(FRAGMENT_SHADER_INVOCATIONS, 1), ENUM);
    assert_eq!(create(FRAGMENT_SHADER_INVOCATIONS, -1), ENUM);
    assert_eq!(create(NO_TARGET, -1), FORWARD, "the driver knows whether it is a target");
    assert_eq!(create(TIME_ELAPSED, -1), VALUE);
}

#[test]
fn cq_08_create_queries_takes_the_statistics_and_begins_them_later() {
    for target in ELEVEN {
        let mut gl = core45();
        let id = gl.create(target).unwrap();
        assert_eq!(gl.commands(), [Command::Generate(1)], "the driver is not asked to create what it may refuse");
        gl.begin(target, id).unwrap();
        assert_eq!(gl.changes(), [Command::Begin(target, 0, id)]);
    }
}

#[test]
fn cq_09_a_created_object_has_the_result_zero_available_and_its_target() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, TIMESTAMP, VERTICES_SUBMITTED] {
        let mut gl = core45();
        let id = gl.create(target).unwrap();
        gl.commands();
        assert_eq!(gl.is_query(id), Ok(true));
        assert_eq!(gl.available(id), Ok(1));
        assert_eq!(gl.result(id), Ok(0));
        assert_eq!(gl.object(id, QUERY_RESULT_NO_WAIT), Ok(0_u32));
        assert_eq!(gl.object(id, QUERY_TARGET), Ok(target));
        assert_eq!(gl.commands(), []);
    }
}

#[test]
fn cq_09_a_created_object_keeps_its_target() {
    let mut gl = core45();
    let id = gl.create(VERTICES_SUBMITTED).unwrap();
    assert_eq!(gl.stop(|gl| gl.begin(PRIMITIVES_SUBMITTED, id)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
}

#[test]
fn cq_10_delete_queries_with_a_negative_count_is_invalid_value() {
    for mut gl in [es2(), core45(), gl21()] {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| query::delete_queries(&mut gl.context, -1, In::from(&[id]))), VALUE);
    }
}

#[test]
fn cq_11_names_that_stand_for_nothing_are_ignored_when_deleted() {
    for mut gl in [es2(), core45()] {
        let id = gl.generate();
        gl.commands();
        assert_eq!(gl.delete(&[0, 4000, id, id]), Ok(()));
        assert_eq!(gl.commands(), [Command::Delete(vec![id])], "each name goes to the driver once");
        assert_eq!(gl.delete(&[id]), Ok(()));
        assert_eq!(gl.commands(), []);
    }
}

#[test]
fn cq_12_a_deleted_name_must_be_generated_again() {
    for mut gl in [es2(), core45()] {
        let id = gl.generate();
        gl.delete(&[id]).unwrap();
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
    }
}

#[test]
fn cq_13_an_active_query_of_opengl_es_lives_until_its_end_when_it_is_deleted() {
    for mut gl in [es2(), es32_timers(), es2_angle()] {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.delete(&[id, id]), Ok(()));
        let mut told = gl.changes();
        assert_eq!(gl.is_query(id), Ok(false));
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(id as GLint));
        assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
        let other = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, other)), OPERATION, "its slot is taken");
        gl.commands();
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
        told.extend(gl.changes());
        assert_eq!(told, [Command::End(TIME_ELAPSED, 0), Command::Delete(vec![id])]);
        assert_eq!(gl.begin(TIME_ELAPSED, other), Ok(()));
    }
}

/// Mesa frees the active queries of a context that is destroyed while its threads still write to them; the application
/// that deleted its query has none.
#[test]
fn cq_13_an_active_query_that_is_deleted_is_not_left_active_in_the_driver() {
    for mut gl in [es2(), es32_timers(), es2_angle()] {
        let id = gl.active(TIME_ELAPSED);
        gl.delete(&[id]).unwrap();
        assert!(gl.changes().contains(&Command::End(TIME_ELAPSED, 0)));
    }
}

#[test]
fn cq_13_an_active_query_of_desktop_opengl_ends_when_it_is_deleted() {
    for mut gl in [core33(), core45(), compatibility45()] {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.delete(&[id]), Ok(()));
        assert_eq!(gl.changes(), [Command::End(TIME_ELAPSED, 0), Command::Delete(vec![id])], "not every driver ends it");
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(0));
        assert_eq!(gl.stop(|gl| gl.end(TIME_ELAPSED)), OPERATION);
    }
}

#[test]
fn cq_14_the_query_of_an_active_conditional_render_lives_until_that_ends() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.used(SAMPLES_PASSED, 1);
        gl.begin_conditional(id).unwrap();
        gl.commands();
        assert_eq!(gl.delete(&[id]), Ok(()));
        assert_eq!(gl.commands(), []);
        assert_eq!(gl.is_query(id), Ok(false), "the name is unused at once");
        assert_eq!(gl.end_conditional(), Ok(()));
        assert_eq!(gl.commands(), [Command::EndConditional, Command::Delete(vec![id])]);
    }
}

#[test]
fn cq_14_a_condition_that_is_deleted_twice_is_deleted_when_the_conditional_render_ends() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.used(SAMPLES_PASSED, 1);
        gl.begin_conditional(id).unwrap();
        gl.delete(&[id, id]).unwrap();
        gl.commands();
        assert_eq!(gl.end_conditional(), Ok(()));
        assert_eq!(gl.commands(), [Command::EndConditional, Command::Delete(vec![id])]);
    }
}

#[test]
fn cq_15_a_query_whose_result_is_pending_is_deleted_without_waiting() {
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 1);
    gl.driver().unavailable.insert(id);
    assert_eq!(gl.delete(&[id]), Ok(()));
    assert_eq!(gl.commands(), [Command::Delete(vec![id])]);
}

#[test]
fn cq_16_zero_unknown_unused_and_deleted_names_are_no_queries() {
    for mut gl in [es2(), es32(), core33(), core45()] {
        let unused = gl.generate();
        let deleted = gl.generate();
        gl.delete(&[deleted]).unwrap();
        for id in [0, 4000, unused, deleted] {
            assert_eq!(gl.is_query(id), Ok(false));
        }
    }
}

#[test]
fn cq_17_active_and_ended_queries_are_queries() {
    for mut gl in with_timers() {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.is_query(id), Ok(true));
        gl.end(TIME_ELAPSED).unwrap();
        assert_eq!(gl.is_query(id), Ok(true));
    }
}

#[test]
fn cq_18_a_name_whose_begin_failed_is_no_query() {
    for mut gl in with_timers() {
        gl.active(TIME_ELAPSED);
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.begin(TIMESTAMP, id)), ENUM);
        assert_eq!(gl.is_query(id), Ok(false));
    }
}

#[test]
fn cq_18_an_application_s_own_name_whose_begin_failed_is_no_query() {
    let mut gl = compatibility45();
    gl.active(TIME_ELAPSED);
    assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 4000)), OPERATION);
    assert!(gl.context.queries.get(4000).is_none());
}

#[test]
fn cq_19_a_name_that_took_a_counter_is_a_query() {
    for mut gl in with_timers() {
        let id = gl.used(TIMESTAMP, 1);
        assert_eq!(gl.is_query(id), Ok(true));
    }
}
