#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::conditional::{begin_conditional_render, end_conditional_render};
use super::objects::*;
use super::results::*;
use crate::context::Context;
use crate::error::Result;
use crate::pointer::{In, Out};
use crate::testing::fixtures::{code_of, compatibility, context, core, es, out, slice};
use crate::tokens::*;

fn generate(context: &mut Context) -> u32 {
    let mut name = 0;
    gen_queries(context, 1, out(&mut name)).unwrap();
    name
}

fn delete(context: &mut Context, names: &[u32]) -> Result<()> {
    delete_queries(context, names.len() as i32, slice(names))
}

fn read<T: Width + Default>(context: &mut Context, name: u32, pname: u32) -> Result<T> {
    let mut value = T::default();
    get_query_object::<T>(context, name, pname, out(&mut value)).map(|()| value)
}

fn result(context: &mut Context, name: u32) -> u64 {
    read::<u64>(context, name, GL_QUERY_RESULT).unwrap()
}

fn ask(context: &mut Context, target: u32, index: u32, pname: u32) -> Result<i32> {
    let mut value = -7;
    get_query_indexed(context, target, index, pname, out(&mut value)).map(|()| value)
}

/// A query that begins and ends with `between` in the middle.
fn measured(context: &mut Context, target: u32, between: impl FnOnce(&mut Context)) -> u64 {
    let name = generate(context);
    begin_query(context, target, name).unwrap();
    between(context);
    end_query(context, target).unwrap();
    result(context, name)
}

#[test]
fn every_statistic_is_the_difference_of_its_own_counter() {
    type Counter = fn(&mut Context) -> &mut u64;
    let counters: [(u32, Counter); 14] = [
        (GL_VERTICES_SUBMITTED, |context| &mut context.statistics.vertices_submitted),
        (GL_PRIMITIVES_SUBMITTED, |context| &mut context.statistics.primitives_submitted),
        (GL_VERTEX_SHADER_INVOCATIONS, |context| &mut context.statistics.vertex_shader_invocations),
        (GL_TESS_CONTROL_SHADER_PATCHES, |context| &mut context.statistics.tess_control_shader_patches),
        (GL_TESS_EVALUATION_SHADER_INVOCATIONS, |context| &mut context.statistics.tess_evaluation_shader_invocations),
        (GL_GEOMETRY_SHADER_INVOCATIONS, |context| &mut context.statistics.geometry_shader_invocations),
        (GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED, |context| &mut context.statistics.geometry_shader_primitives_emitted),
        (GL_FRAGMENT_SHADER_INVOCATIONS, |context| &mut context.statistics.fragment_shader_invocations),
        (GL_COMPUTE_SHADER_INVOCATIONS, |context| &mut context.statistics.compute_shader_invocations),
        (GL_CLIPPING_INPUT_PRIMITIVES, |context| &mut context.statistics.clipping_input_primitives),
        (GL_CLIPPING_OUTPUT_PRIMITIVES, |context| &mut context.statistics.clipping_output_primitives),
        (GL_PRIMITIVES_GENERATED, |context| &mut context.statistics.primitives_generated[0]),
        (GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, |context| &mut context.statistics.transform_feedback_primitives_written[0]),
        (GL_SAMPLES_PASSED, |context| &mut context.statistics.samples_passed),
    ];
    let mut context = core();
    for (number, (_, counter)) in counters.iter().enumerate() {
        *counter(&mut context) = 1000 * number as u64;
    }
    // All at once: they do not disturb each other.
    let names: Vec<u32> = counters.iter().map(|_| generate(&mut context)).collect();
    for (&(target, _), &name) in counters.iter().zip(&names) {
        begin_query(&mut context, target, name).unwrap();
    }
    for (number, (_, counter)) in counters.iter().enumerate() {
        *counter(&mut context) += 7 + number as u64;
    }
    for &(target, _) in &counters {
        end_query(&mut context, target).unwrap();
    }
    for (_, counter) in &counters {
        *counter(&mut context) += 100;
    }
    for (number, &name) in names.iter().enumerate() {
        assert_eq!(result(&mut context, name), 7 + number as u64);
    }
}

#[test]
fn streams_are_counted_apart() {
    let mut context = core();
    let names: Vec<u32> = (0..4).map(|_| generate(&mut context)).collect();
    for (stream, &name) in names.iter().enumerate() {
        begin_query_indexed(&mut context, GL_PRIMITIVES_GENERATED, stream as u32, name).unwrap();
    }
    context.statistics.primitives_generated = [1, 20, 300, 4000];
    for (stream, &name) in names.iter().enumerate() {
        assert_eq!(ask(&mut context, GL_PRIMITIVES_GENERATED, stream as u32, GL_CURRENT_QUERY), Ok(name.cast_signed()));
        end_query_indexed(&mut context, GL_PRIMITIVES_GENERATED, stream as u32).unwrap();
    }
    let results: Vec<u64> = names.iter().map(|&name| result(&mut context, name)).collect();
    assert_eq!(results, [1, 20, 300, 4000]);
}

#[test]
fn booleans_are_zero_or_one() {
    let mut context = core();
    for target in [GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE] {
        assert_eq!(measured(&mut context, target, |context| context.statistics.samples_passed += 500), 1);
        assert_eq!(measured(&mut context, target, |_| ()), 0);
    }
    assert_eq!(measured(&mut context, GL_TRANSFORM_FEEDBACK_OVERFLOW, |context| context.feedback.overflowed[3] += 2), 1);
    assert_eq!(measured(&mut context, GL_TRANSFORM_FEEDBACK_OVERFLOW, |_| ()), 0);
    // The first stream's own overflow knows nothing of the others.
    assert_eq!(measured(&mut context, GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, |context| context.feedback.overflowed[3] += 2), 0);
}

#[test]
fn times_grow_strictly() {
    let mut context = core();
    let names = [generate(&mut context), generate(&mut context)];
    query_counter(&mut context, names[0], GL_TIMESTAMP).unwrap();
    let asked = super::timestamp(&mut context);
    query_counter(&mut context, names[1], GL_TIMESTAMP).unwrap();
    assert!(result(&mut context, names[0]) < asked && asked < result(&mut context, names[1]));
    let elapsed = measured(&mut context, GL_TIME_ELAPSED, |_| std::thread::sleep(std::time::Duration::from_millis(2)));
    assert!((2_000_000..2_000_000_000).contains(&elapsed));
    assert!(measured(&mut context, GL_TIME_ELAPSED, |_| ()) >= 1);
}

#[test]
fn the_last_run_on_a_name_wins() {
    let mut context = core();
    let name = generate(&mut context);
    for passed in [5, 3] {
        begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
        context.statistics.samples_passed += passed;
        end_query(&mut context, GL_SAMPLES_PASSED).unwrap();
    }
    assert_eq!(result(&mut context, name), 3);
}

#[test]
fn results_saturate() {
    let mut context = core();
    let name = generate(&mut context);
    begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
    context.statistics.samples_passed = u64::MAX;
    end_query(&mut context, GL_SAMPLES_PASSED).unwrap();
    assert_eq!(read::<i32>(&mut context, name, GL_QUERY_RESULT), Ok(i32::MAX));
    assert_eq!(read::<u32>(&mut context, name, GL_QUERY_RESULT), Ok(u32::MAX));
    assert_eq!(read::<i64>(&mut context, name, GL_QUERY_RESULT), Ok(i64::MAX));
    assert_eq!(read::<u64>(&mut context, name, GL_QUERY_RESULT), Ok(u64::MAX));
}

// CQ-01 to CQ-19
#[test]
fn names_become_objects_when_they_are_first_used() {
    let mut context = core();
    let mut untouched = 77;
    assert_eq!(code_of(gen_queries(&mut context, -1, out(&mut untouched))), Err(GL_INVALID_VALUE));
    assert_eq!(untouched, 77);
    assert_eq!(gen_queries(&mut context, 0, Out::null()), Ok(()));
    assert_eq!(code_of(delete_queries(&mut context, -1, In::null())), Err(GL_INVALID_VALUE));
    let name = generate(&mut context);
    assert_eq!(is_query(&mut context, name), Ok(0));
    assert_eq!(is_query(&mut context, 0), Ok(0));
    assert_eq!(code_of(begin_query(&mut context, GL_TIMESTAMP, name)), Err(GL_INVALID_ENUM));
    assert_eq!(is_query(&mut context, name), Ok(0));
    begin_query(&mut context, GL_TIME_ELAPSED, name).unwrap();
    assert_eq!(is_query(&mut context, name), Ok(1));
    end_query(&mut context, GL_TIME_ELAPSED).unwrap();
    // Unknown names and duplicates are ignored.
    assert_eq!(delete(&mut context, &[0, name, name, 12345]), Ok(()));
    assert_eq!(is_query(&mut context, name), Ok(0));
    // A name that is given again remembers nothing.
    assert_eq!(code_of(begin_query(&mut context, GL_TIME_ELAPSED, name)), Err(GL_INVALID_OPERATION));
    let other = generate(&mut context);
    query_counter(&mut context, other, GL_TIMESTAMP).unwrap();
    assert_eq!(is_query(&mut context, other), Ok(1));
}

// CQ-07 to CQ-09
#[test]
fn created_queries_have_their_target() {
    let mut context = core();
    let mut name = 0;
    assert_eq!(code_of(create_queries(&mut context, GL_TEXTURE_2D, -1, out(&mut name))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(create_queries(&mut context, GL_TIMESTAMP, -1, out(&mut name))), Err(GL_INVALID_VALUE));
    for target in [GL_VERTICES_SUBMITTED, GL_TIMESTAMP, GL_SAMPLES_PASSED] {
        create_queries(&mut context, target, 1, out(&mut name)).unwrap();
        assert_eq!(is_query(&mut context, name), Ok(1));
        assert_eq!(read::<u32>(&mut context, name, GL_QUERY_RESULT_AVAILABLE), Ok(1));
        assert_eq!(read::<u32>(&mut context, name, GL_QUERY_RESULT), Ok(0));
        assert_eq!(read::<u32>(&mut context, name, GL_QUERY_TARGET), Ok(target));
    }
    assert_eq!(code_of(begin_query(&mut context, GL_TIME_ELAPSED, name)), Err(GL_INVALID_OPERATION));
    assert_eq!(begin_query(&mut context, GL_SAMPLES_PASSED, name), Ok(()));
}

// CQ-13, C-05
#[test]
fn deleting_an_active_query_ends_it_on_desktops_and_not_in_es() {
    let mut context = core();
    let name = generate(&mut context);
    begin_query(&mut context, GL_TIME_ELAPSED, name).unwrap();
    delete(&mut context, &[name]).unwrap();
    assert_eq!(ask(&mut context, GL_TIME_ELAPSED, 0, GL_CURRENT_QUERY), Ok(0));
    assert_eq!(code_of(end_query(&mut context, GL_TIME_ELAPSED)), Err(GL_INVALID_OPERATION));

    let mut context = es(3, 0);
    let name = generate(&mut context);
    begin_query(&mut context, GL_TIME_ELAPSED, name).unwrap();
    delete(&mut context, &[name]).unwrap();
    assert_eq!(is_query(&mut context, name), Ok(0));
    assert_eq!(ask(&mut context, GL_TIME_ELAPSED, 0, GL_CURRENT_QUERY), Ok(name.cast_signed()));
    assert_eq!(end_query(&mut context, GL_TIME_ELAPSED), Ok(()));
    assert_eq!(code_of(end_query(&mut context, GL_TIME_ELAPSED)), Err(GL_INVALID_OPERATION));
}

// CQ-20 to CQ-33
#[test]
fn errors_of_beginning() {
    let mut context = core();
    let (name, other) = (generate(&mut context), generate(&mut context));
    assert_eq!(code_of(begin_query(&mut context, GL_TEXTURE_2D, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(begin_query(&mut context, GL_TIMESTAMP, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(begin_query_indexed(&mut context, GL_TEXTURE_2D, 9, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(begin_query_indexed(&mut context, GL_PRIMITIVES_GENERATED, 4, name)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(begin_query_indexed(&mut context, GL_SAMPLES_PASSED, 1, name)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(begin_query_indexed(&mut context, GL_VERTICES_SUBMITTED, 1, name)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(begin_query(&mut context, GL_SAMPLES_PASSED, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(begin_query(&mut context, GL_SAMPLES_PASSED, 999)), Err(GL_INVALID_OPERATION));
    begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
    // Active already, under any target.
    assert_eq!(code_of(begin_query(&mut context, GL_TIME_ELAPSED, name)), Err(GL_INVALID_OPERATION));
    // The target has an active query, and so have the other occlusion targets.
    for target in [GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE] {
        assert_eq!(code_of(begin_query(&mut context, target, other)), Err(GL_INVALID_OPERATION));
    }
    assert_eq!(is_query(&mut context, other), Ok(0));
    end_query(&mut context, GL_SAMPLES_PASSED).unwrap();
    // The target of an object never changes, but for the two ANY targets.
    assert_eq!(code_of(begin_query(&mut context, GL_ANY_SAMPLES_PASSED, name)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(query_counter(&mut context, name, GL_TIMESTAMP)), Err(GL_INVALID_OPERATION));
    begin_query(&mut context, GL_ANY_SAMPLES_PASSED, other).unwrap();
    end_query(&mut context, GL_ANY_SAMPLES_PASSED).unwrap();
    assert_eq!(begin_query(&mut context, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, other), Ok(()));
}

#[test]
fn a_failed_beginning_keeps_the_result() {
    let mut context = core();
    let (name, other) = (generate(&mut context), generate(&mut context));
    begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
    context.statistics.samples_passed += 9;
    end_query(&mut context, GL_SAMPLES_PASSED).unwrap();
    begin_query(&mut context, GL_SAMPLES_PASSED, other).unwrap();
    assert_eq!(code_of(begin_query(&mut context, GL_SAMPLES_PASSED, name)), Err(GL_INVALID_OPERATION));
    assert_eq!(result(&mut context, name), 9);
}

#[test]
fn compatibility_contexts_make_objects_of_any_name() {
    let mut context = compatibility();
    assert_eq!(begin_query(&mut context, GL_SAMPLES_PASSED, 4711), Ok(()));
    assert_eq!(query_counter(&mut context, 4712, GL_TIMESTAMP), Ok(()));
    assert_eq!(is_query(&mut context, 4711), Ok(1));
    assert_eq!(code_of(begin_query(&mut context, GL_TIME_ELAPSED, 0)), Err(GL_INVALID_OPERATION));
}

// CQ-40 to CQ-45
#[test]
fn errors_of_ending() {
    let mut context = core();
    let name = generate(&mut context);
    assert_eq!(code_of(end_query(&mut context, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(end_query(&mut context, GL_TIMESTAMP)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(end_query_indexed(&mut context, GL_PRIMITIVES_GENERATED, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(end_query_indexed(&mut context, GL_TIME_ELAPSED, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(end_query(&mut context, GL_TIME_ELAPSED)), Err(GL_INVALID_OPERATION));
    begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
    assert_eq!(code_of(end_query(&mut context, GL_ANY_SAMPLES_PASSED)), Err(GL_INVALID_OPERATION));
    assert_eq!(ask(&mut context, GL_SAMPLES_PASSED, 0, GL_CURRENT_QUERY), Ok(name.cast_signed()));
    assert_eq!(end_query(&mut context, GL_SAMPLES_PASSED), Ok(()));
    assert_eq!(ask(&mut context, GL_SAMPLES_PASSED, 0, GL_CURRENT_QUERY), Ok(0));
}

// CQ-50 to CQ-57
#[test]
fn questions_about_targets() {
    let mut context = core();
    assert_eq!(code_of(ask(&mut context, GL_TEXTURE_2D, 0, GL_CURRENT_QUERY)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(ask(&mut context, GL_TIME_ELAPSED, 0, GL_QUERY_RESULT)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(ask(&mut context, GL_TIME_ELAPSED, 1, GL_QUERY_COUNTER_BITS)), Err(GL_INVALID_VALUE));
    assert_eq!(ask(&mut context, GL_TIMESTAMP, 0, GL_CURRENT_QUERY), Ok(0));
    for target in [GL_TIMESTAMP, GL_TIME_ELAPSED, GL_SAMPLES_PASSED, GL_VERTICES_SUBMITTED] {
        assert_eq!(ask(&mut context, target, 0, GL_QUERY_COUNTER_BITS), Ok(64));
    }
    assert_eq!(ask(&mut context, GL_ANY_SAMPLES_PASSED, 0, GL_QUERY_COUNTER_BITS), Ok(1));
    let name = generate(&mut context);
    begin_query(&mut context, GL_ANY_SAMPLES_PASSED, name).unwrap();
    assert_eq!(ask(&mut context, GL_ANY_SAMPLES_PASSED, 0, GL_CURRENT_QUERY), Ok(name.cast_signed()));
    assert_eq!(ask(&mut context, GL_SAMPLES_PASSED, 0, GL_CURRENT_QUERY), Ok(0));
}

// CQ-60 to CQ-83
#[test]
fn questions_about_objects() {
    let mut context = core();
    let name = generate(&mut context);
    for wrong in [0, 999, name] {
        assert_eq!(code_of(read::<u32>(&mut context, wrong, GL_QUERY_RESULT)), Err(GL_INVALID_OPERATION));
        assert_eq!(code_of(read::<u32>(&mut context, wrong, GL_TEXTURE_2D)), Err(GL_INVALID_OPERATION));
    }
    begin_query(&mut context, GL_TIME_ELAPSED, name).unwrap();
    assert_eq!(code_of(read::<u32>(&mut context, name, GL_QUERY_RESULT_AVAILABLE)), Err(GL_INVALID_OPERATION));
    end_query(&mut context, GL_TIME_ELAPSED).unwrap();
    assert_eq!(code_of(read::<u32>(&mut context, name, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(read::<u32>(&mut context, name, GL_QUERY_RESULT_AVAILABLE), Ok(1));
    assert_eq!(read::<u64>(&mut context, name, GL_QUERY_RESULT_NO_WAIT), read::<u64>(&mut context, name, GL_QUERY_RESULT));
    // No array: nothing happens.
    assert_eq!(get_query_object::<u32>(&mut context, name, GL_QUERY_RESULT, Out::null()), Ok(()));
    let mut context = es(3, 2);
    let name = generate(&mut context);
    query_counter(&mut context, name, GL_TIMESTAMP).unwrap();
    assert_eq!(code_of(read::<u32>(&mut context, name, GL_QUERY_RESULT_NO_WAIT)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(read::<u32>(&mut context, name, GL_QUERY_TARGET)), Err(GL_INVALID_ENUM));
}

// TQ-03 to TQ-12
#[test]
fn errors_of_query_counter() {
    let mut context = core();
    let name = generate(&mut context);
    assert_eq!(code_of(query_counter(&mut context, 0, GL_TIME_ELAPSED)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(query_counter(&mut context, 0, GL_TIMESTAMP)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(query_counter(&mut context, 999, GL_TIMESTAMP)), Err(GL_INVALID_OPERATION));
    begin_query(&mut context, GL_TIME_ELAPSED, name).unwrap();
    assert_eq!(code_of(query_counter(&mut context, name, GL_TIMESTAMP)), Err(GL_INVALID_OPERATION));
    end_query(&mut context, GL_TIME_ELAPSED).unwrap();
    assert_eq!(code_of(query_counter(&mut context, name, GL_TIMESTAMP)), Err(GL_INVALID_OPERATION));
    let other = generate(&mut context);
    query_counter(&mut context, other, GL_TIMESTAMP).unwrap();
    let first = result(&mut context, other);
    query_counter(&mut context, other, GL_TIMESTAMP).unwrap();
    assert!(result(&mut context, other) > first);
    assert_eq!(code_of(begin_query(&mut context, GL_TIME_ELAPSED, other)), Err(GL_INVALID_OPERATION));
}

// PS-02 to PS-05, PS-20, DJ-04
#[test]
fn targets_depend_on_the_interface() {
    use crate::config::Api;
    let mut old = context(Api::Compatibility, (2, 1));
    for target in [GL_GEOMETRY_SHADER_INVOCATIONS, GL_TESS_CONTROL_SHADER_PATCHES, GL_COMPUTE_SHADER_INVOCATIONS] {
        assert_eq!(code_of(begin_query(&mut old, target, 5)), Err(GL_INVALID_ENUM));
    }
    assert_eq!(begin_query(&mut old, GL_VERTICES_SUBMITTED, 5), Ok(()));
    let mut es = es(2, 0);
    let name = generate(&mut es);
    for target in [GL_SAMPLES_PASSED, GL_VERTICES_SUBMITTED, GL_TRANSFORM_FEEDBACK_OVERFLOW, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN] {
        assert_eq!(code_of(begin_query(&mut es, target, name)), Err(GL_INVALID_ENUM));
    }
    assert_eq!(code_of(begin_query(&mut es, GL_ANY_SAMPLES_PASSED, 999)), Err(GL_INVALID_OPERATION));
    assert_eq!(begin_query(&mut es, GL_TIME_ELAPSED, name), Ok(()));
}

#[test]
fn conditional_rendering_follows_the_result() {
    let mut context = core();
    let name = generate(&mut context);
    assert_eq!(code_of(begin_conditional_render(&mut context, name, GL_QUERY_WAIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(end_conditional_render(&mut context)), Err(GL_INVALID_OPERATION));
    begin_query(&mut context, GL_SAMPLES_PASSED, name).unwrap();
    assert_eq!(code_of(begin_conditional_render(&mut context, name, GL_QUERY_WAIT)), Err(GL_INVALID_OPERATION));
    end_query(&mut context, GL_SAMPLES_PASSED).unwrap();
    assert_eq!(code_of(begin_conditional_render(&mut context, name, GL_SAMPLES_PASSED)), Err(GL_INVALID_ENUM));
    begin_conditional_render(&mut context, name, GL_QUERY_NO_WAIT).unwrap();
    assert!(super::rendering_discarded(&context));
    assert_eq!(code_of(begin_conditional_render(&mut context, name, GL_QUERY_WAIT)), Err(GL_INVALID_OPERATION));
    // CQ-30
    assert_eq!(code_of(begin_query(&mut context, GL_SAMPLES_PASSED, name)), Err(GL_INVALID_OPERATION));
    // CQ-14: the deleted object's result still counts.
    delete(&mut context, &[name]).unwrap();
    assert!(super::rendering_discarded(&context));
    end_conditional_render(&mut context).unwrap();
    assert!(!super::rendering_discarded(&context));
    let name = generate(&mut context);
    begin_query(&mut context, GL_ANY_SAMPLES_PASSED, name).unwrap();
    context.statistics.samples_passed += 1;
    end_query(&mut context, GL_ANY_SAMPLES_PASSED).unwrap();
    begin_conditional_render(&mut context, name, GL_QUERY_BY_REGION_WAIT).unwrap();
    assert!(!super::rendering_discarded(&context));
    end_conditional_render(&mut context).unwrap();
    begin_conditional_render(&mut context, name, GL_QUERY_WAIT_INVERTED).unwrap();
    assert!(super::rendering_discarded(&context));
}

// CQ-85, PS-11
#[test]
fn conditional_rendering_takes_no_times_and_statistics() {
    let mut context = core();
    for target in [GL_TIME_ELAPSED, GL_VERTICES_SUBMITTED, GL_PRIMITIVES_GENERATED] {
        let name = generate(&mut context);
        begin_query(&mut context, target, name).unwrap();
        end_query(&mut context, target).unwrap();
        assert_eq!(code_of(begin_conditional_render(&mut context, name, GL_QUERY_WAIT)), Err(GL_INVALID_OPERATION));
    }
}

#[test]
fn occlusion_is_counted_only_while_asked_for() {
    let mut context = core();
    let name = generate(&mut context);
    assert!(!super::occlusion(&context));
    begin_query(&mut context, GL_ANY_SAMPLES_PASSED, name).unwrap();
    assert!(super::occlusion(&context));
    end_query(&mut context, GL_ANY_SAMPLES_PASSED).unwrap();
    assert!(!super::occlusion(&context));
}
