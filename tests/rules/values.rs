//! CQ-50 to CQ-71, CQ-79 to CQ-85: the answers of queries.

use crate::recording::Command;
use crate::rig::*;
use glmeter::error::{NO_MEMORY, invalid_enum, invalid_operation, invalid_value};
use glmeter::gl::*;
use glmeter::memory::Out;
use glmeter::rules::query::{self, conditional};

#[test]
fn cq_50_get_query_of_a_target_that_the_context_lacks_is_invalid_enum() {
    for (mut gl, target) in [(es32(), TIME_ELAPSED), (gl21(), TIMESTAMP), (core33_as_it_is(), VERTICES_SUBMITTED)] {
        assert_eq!(gl.stop(|gl| gl.query(target, CURRENT_QUERY)), ENUM);
        assert_eq!(gl.stop(|gl| gl.query(NO_TARGET, CURRENT_QUERY)), FORWARD);
    }
}

#[test]
fn cq_51_get_query_of_a_bad_name_is_invalid_enum() {
    for mut gl in with_timers() {
        assert_eq!(gl.stop(|gl| gl.query(TIME_ELAPSED, QUERY_RESULT)), ENUM);
        assert_eq!(gl.stop(|gl| gl.query(TIMESTAMP, 0)), ENUM);
    }
}

#[test]
fn cq_52_get_query_with_a_bad_index_is_invalid_value_also_for_the_bits() {
    let mut gl = core45();
    for pname in [CURRENT_QUERY, QUERY_COUNTER_BITS] {
        assert_eq!(gl.stop(|gl| gl.query_indexed(TIME_ELAPSED, 1, pname)), VALUE);
        assert_eq!(gl.stop(|gl| gl.query_indexed(PRIMITIVES_GENERATED, 4, pname)), VALUE);
        assert_eq!(gl.stop(|gl| gl.query_indexed(NO_TARGET, 1, pname)), ENUM);
        assert!(gl.query_indexed(PRIMITIVES_GENERATED, 3, pname).is_ok());
    }
}

#[test]
fn cq_53_the_current_query_is_the_active_one_of_that_very_target() {
    let mut gl = core45();
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), Ok(0));
    let id = gl.active(ANY_SAMPLES_PASSED);
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), Ok(id as GLint));
    assert_eq!(gl.query(SAMPLES_PASSED, CURRENT_QUERY), Ok(0), "the slot is shared, the answer is not");
    let id = gl.generate();
    gl.begin_indexed(PRIMITIVES_GENERATED, 2, id).unwrap();
    assert_eq!(gl.query_indexed(PRIMITIVES_GENERATED, 2, CURRENT_QUERY), Ok(id as GLint));
    assert_eq!(gl.query(PRIMITIVES_GENERATED, CURRENT_QUERY), Ok(0));
}

#[test]
fn cq_54_the_current_query_of_timestamp_is_always_zero() {
    for mut gl in with_timers() {
        gl.used(TIMESTAMP, 1);
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), Ok(0));
    }
}

#[test]
fn cq_55_the_bits_are_the_driver_s_and_within_what_the_specifications_allow() {
    let mut gl = core45();
    let minima = [(SAMPLES_PASSED, 32), (ANY_SAMPLES_PASSED, 1), (TIME_ELAPSED, 30), (TIMESTAMP, 30), (VERTICES_SUBMITTED, 32)];
    for (target, minimum) in minima {
        for (bits, expected) in [(1, minimum), (36, 36), (64, 64), (100, 64)] {
            gl.driver().bits = bits;
            assert_eq!(gl.query(target, QUERY_COUNTER_BITS), Ok(expected));
        }
    }
}

#[test]
fn cq_56_the_bits_of_opengl_es_come_with_the_timers() {
    let mut gl = es32();
    assert_eq!(gl.stop(|gl| gl.query(ANY_SAMPLES_PASSED, QUERY_COUNTER_BITS)), ENUM);
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), Ok(0));
    let mut gl = es32_timers();
    for target in [ANY_SAMPLES_PASSED, TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, TIME_ELAPSED] {
        assert!(gl.query(target, QUERY_COUNTER_BITS).is_ok());
    }
}

#[test]
fn cq_57_a_counter_without_bits_says_so_and_its_result_is_zero() {
    let mut gl = core45();
    gl.driver().bits = 0;
    for target in [TIME_ELAPSED, TIMESTAMP, VERTICES_SUBMITTED] {
        assert_eq!(gl.query(target, QUERY_COUNTER_BITS), Ok(0));
        let id = gl.used(target, 0);
        assert_eq!(gl.result(id), Ok(0));
    }
    gl.driver().bits = -1;
    assert_eq!(gl.query(TIME_ELAPSED, QUERY_COUNTER_BITS), Ok(0));
}

#[test]
fn cq_60_get_query_object_of_zero_unknown_and_deleted_names_is_invalid_operation() {
    for mut gl in [es2(), es32(), core33(), core45()] {
        let deleted = gl.generate();
        gl.delete(&[deleted]).unwrap();
        for id in [0, 4000, deleted] {
            assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
        }
    }
    let mut gl = compatibility45();
    assert_eq!(gl.stop(|gl| gl.result(0)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.result(4000)), FORWARD, "a display list may have made an object of any name");
    gl.driver().has_other_queries = false;
    assert_eq!(gl.stop(|gl| gl.result(4000)), OPERATION);
}

#[test]
fn cq_60_a_condition_that_was_deleted_has_no_result() {
    for mut gl in [core45(), compatibility45()] {
        let id = gl.used(SAMPLES_PASSED, 1);
        gl.begin_conditional(id).unwrap();
        gl.delete(&[id]).unwrap();
        assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
    }
}

#[test]
fn cq_61_get_query_object_of_a_name_that_was_never_used_is_invalid_operation() {
    for mut gl in with_timers() {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.available(id)), OPERATION);
    }
}

#[test]
fn cq_62_get_query_object_of_an_active_query_is_invalid_operation() {
    for mut gl in with_timers() {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
        assert_eq!(gl.stop(|gl| gl.available(id)), OPERATION);
    }
}

#[test]
fn cq_63_a_bad_name_of_a_value_is_invalid_enum_after_the_object_s_own_errors() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 1);
        assert_eq!(gl.stop(|gl| gl.object::<u32>(id, CURRENT_QUERY)), ENUM);
        let active = gl.active(TIME_ELAPSED);
        for id in [0, active] {
            assert_eq!(gl.stop(|gl| gl.object::<u32>(id, CURRENT_QUERY)), OPERATION);
        }
    }
}

#[test]
fn cq_64_the_result_waits() {
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 5);
    gl.driver().unavailable.insert(id);
    assert_eq!(gl.result(id), Ok(5));
    assert_eq!(gl.commands(), [Command::Result(id)], "the driver's own command waits and flushes");
}

#[test]
fn cq_65_a_result_too_large_for_32_bits_is_the_largest_value() {
    for large in [1 << 32, u64::from(u32::MAX) + 7, u64::MAX] {
        let mut gl = core45();
        let id = gl.used(TIMESTAMP, large);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(i32::MAX));
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(u32::MAX));
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(large));
    }
    let mut gl = core45();
    let id = gl.used(TIMESTAMP, 1 << 31);
    assert_eq!(gl.object(id, QUERY_RESULT), Ok(i32::MAX));
    assert_eq!(gl.object(id, QUERY_RESULT), Ok(1_u32 << 31));
}

#[test]
fn cq_66_a_result_too_large_for_63_bits_is_the_largest_value() {
    let mut gl = core45();
    let id = gl.used(TIMESTAMP, u64::MAX);
    assert_eq!(gl.object(id, QUERY_RESULT), Ok(i64::MAX));
    assert_eq!(gl.object(id, QUERY_RESULT), Ok(u64::MAX));
}

#[test]
fn cq_67_polling_flushes_once_and_never_waits() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 5);
        gl.driver().unavailable.insert(id);
        for _ in 0..3 {
            assert_eq!(gl.available(id), Ok(0));
        }
        assert_eq!(gl.changes(), [Command::Flush]);
        gl.driver().unavailable.clear();
        assert_eq!(gl.available(id), Ok(1));
        gl.begin(TIME_ELAPSED, id).unwrap();
        gl.end(TIME_ELAPSED).unwrap();
        gl.driver().unavailable.insert(id);
        gl.commands();
        assert_eq!(gl.available(id), Ok(0));
        assert_eq!(gl.changes(), [Command::Flush], "once for each time it is issued");
    }
}

#[test]
fn cq_68_a_derived_result_is_available_when_both_its_parts_are() {
    let mut gl = Rig::derived();
    let id = gl.generate();
    gl.begin(TIME_ELAPSED, id).unwrap();
    gl.end(TIME_ELAPSED).unwrap();
    let stamps: Vec<_> = gl.changes().into_iter().filter_map(|c| if let Command::Counter(id, _) = c { Some(id) } else { None }).collect();
    assert_eq!(stamps.len(), 2);
    for stamp in stamps {
        gl.driver().unavailable = [stamp].into();
        assert_eq!(gl.available(id), Ok(0));
    }
    gl.driver().unavailable.clear();
    assert_eq!(gl.available(id), Ok(1));
}

#[test]
fn cq_69_what_was_available_once_stays_so_and_keeps_its_value() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 5);
        assert_eq!(gl.result(id), Ok(5));
        gl.driver().unavailable.insert(id);
        gl.driver().results.insert(id, 6);
        gl.commands();
        assert_eq!(gl.available(id), Ok(1));
        assert_eq!(gl.result(id), Ok(5));
        assert_eq!(gl.commands(), []);
    }
}

#[test]
fn cq_70_no_wait_writes_only_what_is_available() {
    let mut gl = core45();
    let id = gl.used(FRAGMENT_SHADER_INVOCATIONS, 5);
    gl.driver().unavailable.insert(id);
    assert_eq!(gl.object(id, QUERY_RESULT_NO_WAIT), Ok(u64::from(UNTOUCHED)));
    assert!(!gl.commands().contains(&Command::Result(id)), "nothing waits");
    gl.driver().unavailable.clear();
    assert_eq!(gl.object(id, QUERY_RESULT_NO_WAIT), Ok(5_u64));
    gl.driver().results.insert(id, 80);
    assert_eq!(gl.object(id, QUERY_RESULT_NO_WAIT), Ok(5_u64), "a driver may count again at each reading");
}

#[test]
fn cq_70_no_wait_is_invalid_enum_where_there_are_no_query_buffers() {
    for mut gl in [es2(), es32_timers(), core33()] {
        let id = gl.used(TIME_ELAPSED, 5);
        assert_eq!(gl.stop(|gl| gl.object::<u32>(id, QUERY_RESULT_NO_WAIT)), ENUM);
    }
}

#[test]
fn cq_71_the_target_of_an_object_comes_with_direct_state_access() {
    let mut gl = core45();
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(gl.object(id, QUERY_TARGET), Ok(TIME_ELAPSED));
    for mut gl in [es2(), es32_timers(), core33()] {
        let id = gl.used(TIME_ELAPSED, 5);
        assert_eq!(gl.stop(|gl| gl.object::<u32>(id, QUERY_TARGET)), ENUM);
    }
}

#[test]
fn cq_79_the_last_of_several_queries_of_a_name_wins() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 5);
        for result in [6, 7] {
            gl.begin(TIME_ELAPSED, id).unwrap();
            gl.end(TIME_ELAPSED).unwrap();
            gl.driver().results.insert(id, result);
        }
        assert_eq!(gl.result(id), Ok(7));
    }
}

#[test]
fn cq_80_boolean_results_are_the_driver_s() {
    let mut gl = es32();
    for result in [0, 1] {
        let id = gl.used(ANY_SAMPLES_PASSED, result);
        assert_eq!(gl.result(id), Ok(result));
    }
}

#[test]
fn cq_81_errors_leave_memory_untouched() {
    // Every reading of these tests checks its memory; this is each kind of error once.
    let mut gl = core45();
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(gl.stop(|gl| gl.object::<i32>(id, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.object::<u64>(0, QUERY_RESULT)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.query(TIME_ELAPSED, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.query_indexed(TIME_ELAPSED, 1, CURRENT_QUERY)), VALUE);
    assert_eq!(gl.stop(|gl| gl.create(NO_TARGET)), FORWARD);
    assert_eq!(es2_angle_as_it_is().stop(|gl| gl.get::<i64>(TIMESTAMP)), ENUM);
}

#[test]
fn cq_82_a_reading_without_memory_is_nothing() {
    let mut gl = core45();
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(query::get_query_object::<u32>(&mut gl.context, id, QUERY_RESULT, Out::at(0)), Ok(()));
    assert_eq!(query::get_query(&mut gl.context, TIME_ELAPSED, CURRENT_QUERY, Out::at(0)), Ok(()));
    assert_eq!(gl.commands(), []);
}

#[test]
fn cq_84_a_context_without_errors_checks_and_raises_nothing() {
    let mut without_errors = description("4.6 (Core Profile) Recording", &[]);
    without_errors.no_error_bit = true;
    let mut gl = Rig::new(&without_errors);
    assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 4000)), OPERATION);
    gl.context.raise("glBeginQuery", invalid_operation(&"a rule"));
    assert_eq!(gl.commands(), []);
    assert_eq!(gl.context.take_error(), NO_ERROR);
}

#[test]
fn cq_84_an_error_goes_to_the_driver_and_is_kept_only_if_that_cannot_record_it() {
    let mut gl = core45();
    gl.context.raise("glBeginQuery", invalid_enum(&"a rule"));
    assert_eq!(gl.commands(), [Command::Raise(INVALID_ENUM)]);
    assert_eq!(gl.stop(|gl| glmeter::rules::state::get_error(&mut gl.context)), FORWARD);
    gl.driver().records_errors = false;
    gl.context.raise("glBeginQuery", invalid_value(&"a rule"));
    gl.context.raise("glBeginQuery", NO_MEMORY);
    assert_eq!(glmeter::rules::state::get_error(&mut gl.context), Ok(INVALID_VALUE), "the first one");
    assert_eq!(gl.stop(|gl| glmeter::rules::state::get_error(&mut gl.context)), FORWARD);
}

#[test]
fn cq_85_conditional_rendering_on_what_is_no_condition_is_invalid_operation() {
    let mut gl = core45();
    for target in [TIME_ELAPSED, TIMESTAMP, VERTICES_SUBMITTED] {
        let id = gl.used(target, 1);
        assert_eq!(gl.stop(|gl| gl.begin_conditional(id)), OPERATION);
        assert_eq!(gl.stop(Rig::end_conditional), FORWARD, "nothing was begun");
    }
    for target in [SAMPLES_PASSED, ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE] {
        let id = gl.used(target, 1);
        assert_eq!(gl.begin_conditional(id), Ok(()));
        assert_eq!(gl.end_conditional(), Ok(()));
    }
}

#[test]
fn conditional_rendering_within_one_that_the_driver_does_not_know_of_is_invalid_operation() {
    let mut gl = core45();
    let id = gl.generate();
    gl.begin(SAMPLES_PASSED, id).unwrap();
    gl.count(true);
    gl.end(SAMPLES_PASSED).unwrap();
    gl.count(false);
    let inverted = |gl: &mut Rig| conditional::begin_conditional_render(&mut gl.context, id, QUERY_WAIT_INVERTED);
    assert_eq!(inverted(&mut gl), Ok(()));
    assert_eq!(gl.stop(inverted), OPERATION);
    assert_eq!(gl.end_conditional(), Ok(()));
}

#[test]
fn cq_67_a_flush_follows_every_counter_only_on_drivers_that_need_it() {
    for (mut gl, flushes) in [(Rig::derived(), &[Command::Flush][..]), (core45(), &[])] {
        let id = gl.generate();
        gl.commands();
        gl.counter(id, TIMESTAMP).unwrap();
        assert_eq!(gl.commands(), [&[Command::Counter(id, TIMESTAMP)], flushes].concat());
    }
}
