//! DJ-01 to DJ-31 and AN-01 to AN-19: the timers of OpenGL ES, `GL_EXT_disjoint_timer_query` and `GL_ANGLE_timer_query`.

use crate::recording::Command;
use crate::rig::*;
use glmeter::context::ShareGroup;
use glmeter::driver::capabilities::Offer;
use glmeter::entry;
use glmeter::gl::*;
use glmeter::memory::{In, Out};
use glmeter::rules::query;
use glmeter::rules::state;

/// Runs the same rule in the contexts of each extension, under the names of its rows.
macro_rules! both {
    ($($dj:ident $an:ident => |$gl:ident| $rule:block)*) => { $(
        #[test]
        fn $dj() {
            for mut $gl in [es2(), es32_timers()] $rule
        }

        #[test]
        fn $an() {
            let mut $gl = es2_angle();
            $rule
        }
    )* };
}

both! {
    dj_01_a_negative_count_is_invalid_value an_01_a_negative_count_is_invalid_value => |gl| {
        assert_eq!(gl.stop(|gl| query::gen_queries(&mut gl.context, -1, Out::at(0))), VALUE);
        assert_eq!(gl.stop(|gl| query::delete_queries(&mut gl.context, -1, In::from(&[1]))), VALUE);
    }

    dj_02_begin_of_a_name_that_was_not_generated_is_invalid_operation
    an_03_begin_of_a_name_that_was_not_generated_is_invalid_operation => |gl| {
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, 4000)), OPERATION);
        assert_eq!(gl.is_query(4000), Ok(false));
    }

    dj_03_begin_of_zero_busy_active_and_other_objects_is_invalid_operation
    an_04_begin_of_zero_busy_active_and_other_objects_is_invalid_operation => |gl| {
        let stamp = gl.used(TIMESTAMP, 1);
        assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, stamp)), OPERATION);
        let active = gl.active(TIME_ELAPSED);
        let free = gl.generate();
        for id in [0, active, free] {
            assert_eq!(gl.stop(|gl| gl.begin(TIME_ELAPSED, id)), OPERATION);
        }
    }

    dj_04_begin_and_end_of_another_target_are_invalid_enum
    an_06_begin_and_end_of_another_target_are_invalid_enum => |gl| {
        let id = gl.generate();
        for target in [TIMESTAMP, VERTICES_SUBMITTED] {
            assert_eq!(gl.stop(|gl| gl.begin(target, id)), ENUM);
            assert_eq!(gl.stop(|gl| gl.end(target)), ENUM);
        }
        assert_eq!(gl.stop(|gl| gl.begin(SAMPLES_PASSED, id)), ENUM);
    }

    dj_05_end_while_none_is_active_is_invalid_operation an_05_end_while_none_is_active_is_invalid_operation => |gl| {
        assert_eq!(gl.stop(|gl| gl.end(TIME_ELAPSED)), OPERATION);
    }

    dj_06_query_counter_of_another_target_is_invalid_enum an_07_query_counter_of_another_target_is_invalid_enum => |gl| {
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.counter(id, TIME_ELAPSED)), ENUM);
        assert_eq!(gl.stop(|gl| gl.counter(id, NO_TARGET)), ENUM);
    }

    dj_07_query_counter_of_an_active_query_is_invalid_operation
    an_08_query_counter_of_an_active_query_is_invalid_operation => |gl| {
        let id = gl.active(TIME_ELAPSED);
        assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
    }

    dj_09_query_counter_of_a_name_that_was_not_generated_is_invalid_operation
    an_09_query_counter_of_other_unknown_and_zero_names_is_invalid_operation => |gl| {
        let other = gl.used(TIME_ELAPSED, 1);
        for id in [other, 4000, 0] {
            assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
        }
    }

    dj_10_get_query_takes_the_targets_of_the_context an_10_get_query_takes_the_targets_of_the_context => |gl| {
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(0));
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), Ok(0));
        assert_eq!(gl.stop(|gl| gl.query(VERTICES_SUBMITTED, CURRENT_QUERY)), ENUM);
        assert_eq!(gl.stop(|gl| gl.query(TIME_ELAPSED, QUERY_RESULT)), ENUM);
    }

    dj_12_the_bits_are_there_for_every_target an_11_the_bits_are_30_at_least_or_none => |gl| {
        for (bits, expected) in [(0, 0), (1, 30), (36, 36), (64, 64)] {
            gl.driver().bits = bits;
            assert_eq!(gl.query(TIME_ELAPSED, QUERY_COUNTER_BITS), Ok(expected));
            assert_eq!(gl.query(TIMESTAMP, QUERY_COUNTER_BITS), Ok(expected));
        }
    }

    dj_14_get_query_object_of_unknown_and_active_names_and_bad_values
    an_12_get_query_object_of_unknown_and_active_names_is_invalid_operation => |gl| {
        let used = gl.used(TIME_ELAPSED, 1);
        let unused = gl.generate();
        let active = gl.active(TIME_ELAPSED);
        for id in [0, 4000, unused, active] {
            assert_eq!(gl.stop(|gl| gl.result(id)), OPERATION);
        }
        assert_eq!(gl.stop(|gl| gl.object::<u32>(used, CURRENT_QUERY)), ENUM);
    }

    dj_15_results_saturate an_14_results_saturate_and_the_last_one_wins => |gl| {
        // A span of the same length would be longer than the time that went by.
        let id = gl.used(TIMESTAMP, 1 << 40);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(i32::MAX));
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(u32::MAX));
        assert_eq!(gl.result(id), Ok(1 << 40));
        gl.counter(id, TIMESTAMP).unwrap();
        gl.driver().results.insert(id, u64::MAX);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(i64::MAX));
    }

    dj_26_an_active_query_lives_until_its_end_when_it_is_deleted
    an_16_an_active_query_lives_until_its_end_when_it_is_deleted => |gl| {
        let id = gl.active(TIME_ELAPSED);
        gl.delete(&[id]).unwrap();
        assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
        assert_eq!(gl.changes(), [Command::End(TIME_ELAPSED, 0), Command::Delete(vec![id])]);
    }

    dj_30_a_name_that_is_generated_again_stands_for_a_fresh_object
    an_02_a_name_is_a_query_from_its_first_use_until_it_is_deleted => |gl| {
        let id = gl.used(TIMESTAMP, 1);
        assert_eq!(gl.is_query(id), Ok(true));
        gl.delete(&[id]).unwrap();
        assert_eq!(gl.is_query(id), Ok(false));
        assert_eq!(gl.is_query(0), Ok(false));
        gl.driver().last_name = id - 1;
        assert_eq!(gl.generate(), id);
        assert_eq!(gl.begin(TIME_ELAPSED, id), Ok(()));
    }
}

#[test]
fn an_13_a_bad_name_of_a_value_is_invalid_enum() {
    let mut gl = es2_angle();
    let id = gl.used(TIMESTAMP, 1);
    for pname in [CURRENT_QUERY, QUERY_RESULT_NO_WAIT, QUERY_TARGET] {
        assert_eq!(gl.stop(|gl| gl.object::<u32>(id, pname)), ENUM);
    }
}

#[test]
fn dj_08_query_counter_of_an_object_of_another_type_is_invalid_operation() {
    let mut gl = es2();
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(gl.stop(|gl| gl.counter(id, TIMESTAMP)), OPERATION);
    assert_eq!(gl.result(id), Ok(5));
}

#[test]
fn dj_11_get_query_of_another_value_is_invalid_enum() {
    let mut gl = es2();
    for pname in [0, QUERY_RESULT, QUERY_RESULT_AVAILABLE] {
        assert_eq!(gl.stop(|gl| gl.query(TIME_ELAPSED, pname)), ENUM);
    }
}

#[test]
fn dj_12_the_bits_of_the_core_targets_come_with_the_extension() {
    let mut gl = es32_timers();
    gl.driver().bits = 1;
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, QUERY_COUNTER_BITS), Ok(1));
    assert_eq!(gl.query(TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, QUERY_COUNTER_BITS), Ok(32));
}

#[test]
fn dj_13_the_current_query_of_timestamp_is_zero() {
    for mut gl in [es2(), es32_timers(), es2_angle()] {
        gl.active(TIME_ELAPSED);
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), Ok(0));
    }
}

#[test]
fn dj_16_reading_gpu_disjoint_clears_it_for_this_context_alone() {
    let share_group = ShareGroup::default();
    let description = description("OpenGL ES 3.2 Recording", &[DISJOINT]);
    let mut first = Rig::sharing(&description, share_group.clone());
    let mut second = Rig::sharing(&description, share_group.clone());
    first.driver().disjoint = true;
    assert_eq!(first.get(GPU_DISJOINT_EXT), Ok(1_i32));
    assert_eq!(first.get(GPU_DISJOINT_EXT), Ok(0_i32));
    assert_eq!(second.get(GPU_DISJOINT_EXT), Ok(1_i32), "the driver's flag is cleared, and this context has not heard of it");
    assert_eq!(second.get(GPU_DISJOINT_EXT), Ok(0_i32));
    let mut later = Rig::sharing(&description, share_group);
    assert_eq!(later.get(GPU_DISJOINT_EXT), Ok(0_i32), "it was not there when that happened");
}

#[test]
fn dj_17_gpu_disjoint_is_zero_at_first() {
    assert_eq!(es2().get(GPU_DISJOINT_EXT), Ok(0_i32));
    assert_eq!(es32_timers().get(GPU_DISJOINT_EXT), Ok(0_i64));
}

#[test]
fn dj_18_every_get_of_gpu_disjoint_answers_and_clears() {
    let mut gl = es32_timers();
    gl.driver().disjoint = true;
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(TRUE));
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(FALSE));
    gl.driver().disjoint = true;
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(1.0_f32));
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(0.0_f32));
    gl.driver().disjoint = true;
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(1_i64));
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(0_i32));
}

#[test]
fn dj_19_gpu_disjoint_is_no_token_of_desktop_opengl_and_the_driver_s_to_refuse_in_opengl_es() {
    for mut gl in [core45(), compatibility45()] {
        assert_eq!(gl.stop(|gl| gl.get::<i32>(GPU_DISJOINT_EXT)), ENUM);
    }
    for mut gl in [es32(), es2_angle_as_it_is()] {
        assert_eq!(gl.stop(|gl| gl.get::<i32>(GPU_DISJOINT_EXT)), FORWARD);
    }
}

#[test]
fn dj_20_timestamp_is_state_of_opengl_es() {
    for mut gl in [es2(), es32_timers()] {
        gl.driver().time = 1 << 40;
        assert_eq!(gl.get(TIMESTAMP), Ok(1_i64 << 40));
        assert_eq!(gl.get(TIMESTAMP), Ok(i32::MAX));
        assert_eq!(gl.get(TIMESTAMP), Ok(TRUE));
        assert_eq!(gl.get(TIMESTAMP), Ok((1_i64 << 40) as f32));
    }
    assert_eq!(es32().stop(|gl| gl.get::<i64>(TIMESTAMP)), ENUM);
}

#[test]
fn dj_21_get_integer64_ext_answers_what_get_integer64_does() {
    let mut gl = es2();
    let mut value = 0;
    assert_eq!(state::get_integer64_ext(&mut gl.context, TIMESTAMP, Out::to(&mut value)), Ok(()));
    assert_eq!(value, 1000);
    assert_eq!(state::get_integer64_ext(&mut gl.context, GPU_DISJOINT_EXT, Out::to(&mut value)), Ok(()));
    assert_eq!(value, 0);
}

#[test]
fn dj_22_get_integer64_ext_of_other_names_is_the_driver_s() {
    let mut gl = es2();
    let mut value = 7;
    assert_eq!(gl.stop(|gl| state::get_integer64_ext(&mut gl.context, NO_TARGET, Out::to(&mut value))), FORWARD);
    assert_eq!(value, 7);
}

#[test]
fn dj_23_both_spellings_of_get_integer64_are_there() {
    assert!(entry::get_proc_address(c"glGetInteger64vEXT").is_some());
    assert!(entry::get_proc_address(c"glGetInteger64v").is_some());
}

#[test]
fn dj_24_occlusion_and_timer_queries_overlap() {
    let mut gl = es32_timers();
    gl.active(ANY_SAMPLES_PASSED);
    gl.active(TIME_ELAPSED);
    assert_eq!(gl.end(ANY_SAMPLES_PASSED), Ok(()));
    assert_eq!(gl.end(TIME_ELAPSED), Ok(()));
}

#[test]
fn dj_25_every_spelling_is_the_same_command() {
    // All spellings of a command lead to the same implementation, so the test only checks that each has an address.
    for command in ["GenQueries", "DeleteQueries", "IsQuery", "BeginQuery", "EndQuery", "GetQueryiv", "GetQueryObjectuiv"] {
        for suffix in ["", "ARB", "EXT", "ANGLE"] {
            let name = std::ffi::CString::new(format!("gl{command}{suffix}")).unwrap();
            assert!(entry::get_proc_address(&name).is_some(), "{name:?}");
        }
    }
}

#[test]
fn dj_28_a_timestamp_without_bits_says_so() {
    let mut gl = es2();
    gl.driver().bits = 0;
    assert_eq!(gl.query(TIMESTAMP, QUERY_COUNTER_BITS), Ok(0));
    let id = gl.used(TIMESTAMP, 0);
    assert_eq!(gl.result(id), Ok(0));
}

#[test]
fn dj_31_what_is_offered_is_decided_by_the_extension_string() {
    let offers = |rig: Rig| rig.context.capabilities.ext_disjoint_timer_query;
    assert_eq!(offers(es2()), Offer::Native);
    assert_eq!(offers(es32()), Offer::Absent);
    assert_eq!(offers(es2_angle_as_it_is()), Offer::Absent);
    assert_eq!(offers(es2_angle()), Offer::Emulated, "by the draft's timers");
    assert_eq!(offers(Rig::new(&description("4.5 (Core Profile) Recording", &[DISJOINT]))), Offer::Absent, "OpenGL ES alone has it");
}

#[test]
fn an_15_the_draft_alone_brings_no_state() {
    let mut gl = es2_angle_as_it_is();
    assert_eq!(gl.stop(|gl| gl.get::<i64>(TIMESTAMP)), ENUM);
    assert_eq!(gl.stop(|gl| gl.get::<i32>(TIMESTAMP)), ENUM);
    assert_eq!(gl.stop(|gl| gl.get::<i32>(GPU_DISJOINT_EXT)), FORWARD);
    let mut gl = Rig::new(&description("OpenGL ES 2.0 Recording", &[ANGLE, DISJOINT]));
    assert_eq!(gl.get(TIMESTAMP), Ok(1000_i64));
    assert_eq!(gl.get(GPU_DISJOINT_EXT), Ok(0_i32));
}

#[test]
fn an_17_query_objects_belong_to_one_context() {
    let (mut gl, mut other) = (es2_angle(), es2_angle());
    let id = gl.used(TIME_ELAPSED, 1);
    assert_eq!(other.is_query(id), Ok(false));
}

#[test]
fn an_18_wide_results_are_64_bits() {
    let mut gl = es2_angle();
    let id = gl.used(TIMESTAMP, (5 << 32) | 1);
    assert_eq!(gl.object(id, QUERY_RESULT), Ok((5_i64 << 32) | 1));
    assert_eq!(gl.object(id, QUERY_RESULT), Ok((5_u64 << 32) | 1));
}

#[test]
fn an_19_the_eleven_commands_have_addresses_and_the_string_is_opengl_es_s_alone() {
    assert_eq!(entry::angle_timer_query::EXTENSION.procedures.len(), 11);
    for procedure in entry::angle_timer_query::EXTENSION.procedures {
        assert!(entry::get_proc_address(procedure.name).is_some());
    }
    let shows = |rig: Rig| rig.context.strings.names.contains(&c"GL_ANGLE_timer_query");
    assert!([es2(), es32_timers(), es2_angle()].into_iter().all(shows));
    assert!(![es32(), core45(), gl21()].into_iter().any(shows));
}
