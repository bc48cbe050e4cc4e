//! TQ-01 to TQ-30: `GL_ARB_timer_query`.

use crate::recording::Command;
use crate::rig::*;
use glmeter::entry;
use glmeter::gl::*;

#[test]
fn tq_01_time_elapsed_begins_and_ends() {
    for mut gl in [core33(), core45(), compatibility45(), Rig::new(&description("2.1 Recording", &["GL_ARB_timer_query"]))] {
        let id = gl.generate();
        gl.commands();
        assert_eq!(gl.begin(TIME_ELAPSED, id), Ok(()));
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
        assert_eq!(gl.commands(), [Command::Begin(TIME_ELAPSED, 0, id), Command::End(TIME_ELAPSED, 0)]);
    }
}

#[test]
fn tq_02_begin_and_end_of_timestamp_are_invalid_enum() {
    let mut gl = core33();
    let id = gl.generate();
    assert_eq!(gl.stop(|gl| gl.begin(TIMESTAMP, id)), ENUM);
    assert_eq!(gl.stop(|gl| gl.begin(TIMESTAMP, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.end(TIMESTAMP)), ENUM);
}

#[test]
fn tq_03_query_counter_of_another_target_is_invalid_enum_even_with_the_name_zero() {
    let mut gl = core33();
    let id = gl.generate();
    for target in [TIME_ELAPSED, SAMPLES_PASSED, NO_TARGET] {
        assert_eq!(gl.stop(|gl| gl.counter(id, target)), ENUM);
        assert_eq!(gl.stop(|gl| gl.counter(0, target)), ENUM);
    }
}

#[test]
fn tq_04_query_counter_of_the_name_zero_is_invalid_operation() {
    for mut gl in with_timers() {
        assert_eq!(gl.stop(|gl| gl.counter(0, TIMESTAMP)), OPERATION);
    }
}

#[test]
fn tq_05_query_counter_of_a_name_that_was_not_generated_is_invalid_operation() {
    for mut gl in [core33(), core45(), es2(), es32_timers(), es2_angle()] {
        let deleted = gl.generate();
        gl.delete(&[deleted]).unwrap();
        for id in [4000, deleted] {
            assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
            assert_eq!(gl.is_query(id), Ok(false));
        }
    }
}

#[test]
fn tq_06_query_counter_takes_a_created_object() {
    let mut gl = core45();
    let id = gl.create(TIMESTAMP).unwrap();
    assert_eq!(gl.counter(id, TIMESTAMP), Ok(()));
    gl.driver().results.insert(id, 5);
    assert_eq!(gl.result(id), Ok(5));
}

#[test]
fn tq_07_query_counter_of_an_active_query_is_invalid_operation() {
    for mut gl in with_timers() {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(id as GLint));
    }
}

#[test]
fn tq_08_query_counter_of_an_object_of_another_type_is_invalid_operation_and_changes_nothing() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 5);
        assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
        assert_eq!(gl.result(id), Ok(5));
    }
}

#[test]
fn tq_09_begin_of_a_timestamp_object_is_invalid_operation() {
    for mut gl in with_timers() {
        let id = gl.used(TIMESTAMP, 5);
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
        assert_eq!(gl.result(id), Ok(5));
    }
}

#[test]
fn tq_10_the_last_of_several_counters_of_a_name_wins() {
    for mut gl in with_timers() {
        let id = gl.used(TIMESTAMP, 5);
        assert_eq!(gl.result(id), Ok(5));
        assert_eq!(gl.counter(id, TIMESTAMP), Ok(()));
        gl.driver().results.insert(id, 6);
        assert_eq!(gl.result(id), Ok(6));
    }
}

#[test]
fn tq_11_a_counter_within_time_elapsed_is_legal_also_where_that_is_derived() {
    for mut gl in [core33(), Rig::derived()] {
        gl.active(TIME_ELAPSED);
        let id = gl.generate();
        assert_eq!(gl.counter(id, TIMESTAMP), Ok(()));
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
    }
}

#[test]
fn tq_12_a_counter_is_never_active() {
    for mut gl in with_timers() {
        let id = gl.used(TIMESTAMP, 5);
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), Ok(0));
        assert_eq!(gl.result(id), Ok(5));
        let other = gl.generate();
        assert_eq!(gl.counter(other, TIMESTAMP), Ok(()));
    }
}

#[test]
fn tq_13_a_context_without_the_extension_takes_no_counter() {
    for mut gl in [gl21(), es32()] {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), ENUM);
        assert_eq!(gl.stop(|gl| gl.get::<i64>(TIMESTAMP)), ENUM);
    }
    let mut gl = Rig::new(&description("2.1 Recording", &["GL_EXT_timer_query"]));
    let id = gl.generate();
    assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), ENUM, "the older extension has intervals alone");
    assert_eq!(gl.begin(TIME_ELAPSED, id), Ok(()));
}

#[test]
fn tq_14_the_bits_of_timestamp_are_the_driver_s() {
    let mut gl = core33();
    gl.driver().bits = 36;
    assert_eq!(gl.query(TIMESTAMP, QUERY_COUNTER_BITS), Ok(36));
}

#[test]
fn tq_15_each_get_of_timestamp_is_later_than_the_one_before() {
    for mut gl in [core33(), es2()] {
        let times: Vec<i64> = (0..3).map(|_| gl.get(TIMESTAMP).unwrap()).collect();
        assert_eq!(times, [1000, 1001, 1002]);
        gl.driver().time = 5000;
        assert_eq!(gl.get(TIMESTAMP), Ok(5000_i64), "else it is the driver's");
    }
}

#[test]
fn tq_16_get_integer_of_timestamp_clamps() {
    for mut gl in [core33(), es2()] {
        gl.driver().time = (7 << 32) | 5;
        assert_eq!(gl.get(TIMESTAMP), Ok(i32::MAX));
    }
}

#[test]
fn tq_17_timestamp_is_converted_from_64_bits() {
    let mut gl = core33();
    gl.driver().time = 1 << 41;
    assert_eq!(gl.get(TIMESTAMP), Ok((1_u64 << 41) as f32));
    assert_eq!(gl.get(TIMESTAMP), Ok((1_u64 << 41) as f64 + 1.0));
    assert_eq!(gl.get(TIMESTAMP), Ok(TRUE));
    assert_eq!(gl.get(TIMESTAMP), Ok((1_i64 << 41) + 3));
}

#[test]
fn tq_20_the_wide_getters_have_the_errors_of_the_narrow_ones() {
    let mut gl = core33();
    let id = gl.used(TIME_ELAPSED, 1);
    let active = gl.active(TIME_ELAPSED);
    assert_eq!(gl.stop(|gl| gl.object::<i64>(id, 0)), ENUM);
    assert_eq!(gl.stop(|gl| gl.object::<i64>(active, QUERY_RESULT)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.object::<u64>(0, QUERY_RESULT)), OPERATION);
}

#[test]
fn tq_21_derived_time_elapsed_is_the_time_between_two_stamps() {
    let mut gl = Rig::derived();
    let id = gl.generate();
    gl.begin(TIME_ELAPSED, id).unwrap();
    gl.driver().time = 9000;
    gl.end(TIME_ELAPSED).unwrap();
    let stamps: Vec<_> = gl.changes().into_iter().filter_map(|c| if let Command::Counter(id, _) = c { Some(id) } else { None }).collect();
    gl.driver().results = [(stamps[0], 1500), (stamps[1], 9500)].into();
    assert_eq!(gl.result(id), Ok(8000));
}

#[test]
fn tq_22_time_elapsed_never_wraps_below_zero() {
    let mut gl = Rig::derived();
    let id = gl.generate();
    gl.begin(TIME_ELAPSED, id).unwrap();
    gl.end(TIME_ELAPSED).unwrap();
    let stamps: Vec<_> = gl.changes().into_iter().filter_map(|c| if let Command::Counter(id, _) = c { Some(id) } else { None }).collect();
    gl.driver().results = [(stamps[0], 9500), (stamps[1], 9400)].into();
    assert_eq!(gl.result(id), Ok(1));
}

#[test]
fn tq_24_nothing_is_flushed_but_by_a_poll() {
    for mut gl in with_timers() {
        let id = gl.used(TIMESTAMP, 5);
        gl.counter(id, TIMESTAMP).unwrap();
        let span = gl.active(TIME_ELAPSED);
        gl.end(TIME_ELAPSED).unwrap();
        gl.result(span).unwrap();
        assert!(!gl.commands().contains(&Command::Flush));
    }
}

#[test]
fn tq_25_no_interval_takes_no_time_at_all() {
    for mut gl in with_timers() {
        let id = gl.used(TIME_ELAPSED, 0);
        assert_eq!(gl.result(id), Ok(1));
        let id = gl.used(TIMESTAMP, 0);
        assert_eq!(gl.result(id), Ok(0), "a stamp is not an interval");
    }
}

#[test]
fn tq_26_time_elapsed_within_time_elapsed_is_invalid_operation() {
    for mut gl in [core33(), Rig::derived()] {
        gl.active(TIME_ELAPSED);
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
    }
}

#[test]
fn tq_27_a_counter_in_a_display_list_is_the_driver_s() {
    let mut gl = compatibility45();
    let id = gl.generate();
    gl.new_list();
    assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), FORWARD);
    gl.end_list();
    assert_eq!(gl.stop(|gl| gl.result(id)), FORWARD);
}

#[test]
fn tq_28_compatibility_contexts_take_names_of_the_application() {
    let mut gl = compatibility45();
    assert_eq!(gl.counter(4000, TIMESTAMP), Ok(()));
    assert_eq!(gl.changes(), [Command::Counter(4000, TIMESTAMP)]);
    assert_eq!(gl.is_query(4000), Ok(true));
    assert_eq!(gl.begin(TIME_ELAPSED, 4001), Ok(()));
    assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 4000)), OPERATION, "it has a type now");
}

#[test]
fn tq_29_zero_and_unknown_names_are_no_queries() {
    let mut gl = core33();
    assert_eq!(gl.is_query(0), Ok(false));
    assert_eq!(gl.is_query(4000), Ok(false));
}

#[test]
fn tq_30_the_wide_getters_of_ext_timer_query_are_there() {
    for name in [c"glGetQueryObjecti64vEXT", c"glGetQueryObjectui64vEXT", c"glGetQueryObjecti64v", c"glGetQueryObjectui64v"] {
        assert!(entry::get_proc_address(name).is_some(), "{name:?}");
    }
}
