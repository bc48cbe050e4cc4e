//! Tests that each of several subscribers to one target gets the same count as alone, whatever the source.

use crate::model::{Counting, Model};
use crate::rig::{ELEVEN, STATISTICS, description};
use crate::sources::{generate, rig, rig_of};
use glmeter::config::Emulate;
use glmeter::driver::capabilities::Capabilities;
use glmeter::driver::measurement::COUNTED;
use glmeter::driver::{Buffers, Draws, Measure, Queries};
use glmeter::gl::*;
use glmeter::source::quirks::Quirks;
use glmeter::source::{Emulator, SourceChoice};
use glmeter::target::Target;
use std::cell::RefCell;
use std::rc::Rc;

#[test]
fn an_application_alone_uses_the_drivers_query_under_its_own_name() {
    let (mut gl, model) = rig();
    let id = generate(&mut gl);
    gl.begin_query(SAMPLES_PASSED, 0, id);
    model.borrow_mut().draw(SAMPLES_PASSED, 0, 5);
    assert_eq!(gl.current_query(SAMPLES_PASSED, 0), id);
    gl.end_query(SAMPLES_PASSED, 0);
    assert_eq!(gl.result(id), 5);
    assert!(gl.driver_has_result(id, Target::SAMPLES_PASSED));
    assert_eq!(model.borrow().names(), id, "no query but the application's");
}

#[test]
fn a_measurement_within_a_query_splits_it_and_both_are_whole() {
    let (mut gl, model) = rig();
    let id = generate(&mut gl);
    let draw = |count| model.borrow_mut().draw(VERTICES_SUBMITTED, 0, count);
    gl.begin_query(VERTICES_SUBMITTED, 0, id);
    draw(1);
    let measurement = gl.begin_measurement();
    draw(2);
    assert_eq!(gl.current_query(VERTICES_SUBMITTED, 0), id);
    gl.end_measurement(measurement);
    draw(4);
    gl.end_query(VERTICES_SUBMITTED, 0);
    draw(8);
    assert_eq!(gl.current_query(VERTICES_SUBMITTED, 0), 0);
    assert!(!gl.driver_has_result(id, Target::VERTICES_SUBMITTED));
    assert_eq!(gl.result(id), 7);
    assert_eq!(gl.measurement(measurement).counts[0], 2);
    assert_eq!(model.borrow().running(), 0);
}

#[test]
fn a_query_within_a_measurement_is_whole_and_stays_one_of_its_type_for_the_driver() {
    let (mut gl, model) = rig();
    let id = generate(&mut gl);
    let draw = |count| model.borrow_mut().draw(SAMPLES_PASSED, 0, count);
    let measurement = gl.begin_measurement();
    draw(1);
    gl.begin_query(ANY_SAMPLES_PASSED, 0, id);
    assert_eq!(gl.current_query(ANY_SAMPLES_PASSED, 0), id);
    assert_eq!(gl.current_query(SAMPLES_PASSED, 0), 0, "the query that runs is not the application's");
    draw(2);
    gl.end_query(ANY_SAMPLES_PASSED, 0);
    draw(4);
    gl.end_measurement(measurement);
    assert_eq!(gl.result(id), 1, "whether any sample passed");
    let z_pass = COUNTED.iter().position(|(target, _)| *target == Target::SAMPLES_PASSED).unwrap();
    assert_eq!(gl.measurement(measurement).counts[z_pass], 7);
    // The model would fail if the driver's object were of another type.
    gl.begin_query(ANY_SAMPLES_PASSED, 0, id);
    gl.end_query(ANY_SAMPLES_PASSED, 0);
    assert_eq!(gl.result(id), 0, "nothing of the earlier result is left");
    assert!(gl.driver_has_result(id, Target::ANY_SAMPLES_PASSED));
}

#[test]
fn a_split_query_is_a_condition_by_its_whole_result() {
    for (count, mode, renders) in
        [(0, QUERY_WAIT, false), (3, QUERY_WAIT, true), (0, QUERY_WAIT_INVERTED, true), (3, QUERY_WAIT_INVERTED, false)]
    {
        let (mut gl, model) = rig();
        let id = generate(&mut gl);
        gl.begin_query(SAMPLES_PASSED, 0, id);
        model.borrow_mut().draw(SAMPLES_PASSED, 0, count);
        let measurement = gl.begin_measurement();
        gl.end_query(SAMPLES_PASSED, 0);
        gl.end_measurement(measurement);
        gl.begin_conditional_render(id, mode);
        gl.end_conditional_render();
        let conditions = model.borrow().conditions.clone();
        assert_eq!(conditions.is_empty(), renders, "{count} samples, mode 0x{mode:04X}");
        if let Some((empty, mode)) = conditions.first() {
            assert_eq!((gl.result(*empty), *mode), (0, QUERY_WAIT), "under a query that is known to be empty");
        }
    }
}

/// Returns a query of SAMPLES_PASSED with this result that a measurement has split.
fn split(gl: &mut Emulator<Counting>, model: &RefCell<Model>, count: u64) -> GLuint {
    let id = generate(gl);
    gl.begin_query(SAMPLES_PASSED, 0, id);
    let measurement = gl.begin_measurement();
    model.borrow_mut().draw(SAMPLES_PASSED, 0, count);
    gl.end_measurement(measurement);
    gl.end_query(SAMPLES_PASSED, 0);
    gl.delete_measurement(measurement);
    id
}

#[test]
fn a_condition_disturbs_neither_the_active_query_nor_the_query_buffer() {
    for target in [SAMPLES_PASSED, ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE] {
        for split_itself in [false, true] {
            let (mut gl, model) = rig();
            let condition = split(&mut gl, &model, 0);
            let other = generate(&mut gl);
            gl.begin_query(target, 0, other);
            let measurement = if split_itself { gl.begin_measurement() } else { 0 };
            model.borrow_mut().draw(SAMPLES_PASSED, 0, 3);
            gl.bind_query_buffer(5);
            for _ in 0..2 {
                gl.begin_conditional_render(condition, QUERY_WAIT);
                assert_eq!(gl.current_query(target, 0), other);
                gl.end_conditional_render();
            }
            assert_eq!(gl.query_buffer(), 5, "as the application bound it");
            gl.bind_query_buffer(0);
            model.borrow_mut().draw(SAMPLES_PASSED, 0, 4);
            gl.end_measurement(measurement);
            gl.end_query(target, 0);
            assert_eq!(gl.result(other), if target == SAMPLES_PASSED { 7 } else { 1 });
            let conditions = model.borrow().conditions.clone();
            let begun = conditions.iter().filter(|(id, _)| *id != 0).map(|(id, _)| gl.result(*id));
            assert_eq!(begun.collect::<Vec<_>>(), [0, 0], "twice under a query that is known to be empty");
            assert_eq!(model.borrow().running(), 0);
        }
    }
}

#[test]
fn a_condition_waits_in_the_modes_that_say_so_and_renders_in_the_others_until_it_is_known() {
    let waiting = [QUERY_WAIT, QUERY_BY_REGION_WAIT, QUERY_WAIT_INVERTED, QUERY_BY_REGION_WAIT_INVERTED];
    let others = [QUERY_NO_WAIT, QUERY_BY_REGION_NO_WAIT, QUERY_NO_WAIT_INVERTED, QUERY_BY_REGION_NO_WAIT_INVERTED];
    for (mode, waits) in waiting.map(|mode| (mode, true)).into_iter().chain(others.map(|mode| (mode, false))) {
        for count in [0, 3] {
            for outstanding in [false, true] {
                let (mut gl, model) = rig();
                let condition = split(&mut gl, &model, count);
                if outstanding {
                    let names = model.borrow().names();
                    model.borrow_mut().unavailable = (1..=names).collect();
                }
                gl.begin_conditional_render(condition, mode);
                let inverted = mode >= QUERY_WAIT_INVERTED;
                let renders = (outstanding && !waits) || (count != 0) != inverted;
                let what = format!("mode 0x{mode:04X}, {count} samples, outstanding: {outstanding}");
                assert_eq!(model.borrow().conditions.is_empty(), renders, "{what}");
                assert_eq!(model.borrow().waits != 0, outstanding && waits, "{what}");
                gl.end_conditional_render();
            }
        }
    }
}

#[test]
fn a_begin_as_another_type_that_the_driver_refuses_leaves_nothing_behind() {
    for measured in [false, true] {
        for allowed in [false, true] {
            let (mut gl, model) = rig();
            model.borrow_mut().allows_twins = allowed;
            let id = generate(&mut gl);
            gl.begin_query(ANY_SAMPLES_PASSED, 0, id);
            model.borrow_mut().draw(SAMPLES_PASSED, 0, 1);
            gl.end_query(ANY_SAMPLES_PASSED, 0);
            let measurement = if measured { gl.begin_measurement() } else { 0 };
            assert_eq!(gl.begin_query_as_another_type(ANY_SAMPLES_PASSED_CONSERVATIVE, 0, id), allowed);
            assert_eq!(model.borrow().refused, u32::from(!allowed));
            assert_eq!(gl.current_query(ANY_SAMPLES_PASSED_CONSERVATIVE, 0), if allowed { id } else { 0 });
            if allowed {
                gl.end_query(ANY_SAMPLES_PASSED_CONSERVATIVE, 0);
            }
            assert_eq!(gl.result(id), u64::from(!allowed), "a begin that fails leaves the earlier result [CQ-31]");
            // The model fails if a query that does not run is ended.
            let next = gl.begin_measurement();
            model.borrow_mut().draw(SAMPLES_PASSED, 0, 5);
            gl.end_measurement(next);
            gl.end_measurement(measurement);
            let z_pass = COUNTED.iter().position(|(target, _)| *target == Target::SAMPLES_PASSED).unwrap();
            assert_eq!(gl.measurement(next).counts[z_pass], 5);
            assert_eq!(model.borrow().running(), 0, "no subscriber is left");
        }
    }
}

#[test]
fn deleting_an_active_query_leaves_the_others_whole() {
    let (mut gl, model) = rig();
    let draw = |count| model.borrow_mut().draw(PRIMITIVES_GENERATED, 0, count);
    for measured_first in [false, true] {
        let id = generate(&mut gl);
        let mut measurement = if measured_first { gl.begin_measurement() } else { 0 };
        gl.begin_query(PRIMITIVES_GENERATED, 0, id);
        draw(1);
        if !measured_first {
            measurement = gl.begin_measurement();
        }
        draw(2);
        gl.delete_queries(&[id]);
        assert_eq!(gl.current_query(PRIMITIVES_GENERATED, 0), 0);
        draw(4);
        gl.end_measurement(measurement);
        assert_eq!(gl.measurement(measurement).counts[3], if measured_first { 7 } else { 6 });
        gl.delete_measurement(measurement);
        assert_eq!(model.borrow().running(), 0);
    }
}

/// Checks random orders of begins and ends by the application and five measurements against independently computed sums.
#[test]
fn every_listener_hears_what_it_would_hear_alone() {
    let targets: Vec<(GLenum, GLuint)> = COUNTED.iter().map(|(target, index)| (target.token(), *index)).collect();
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut gl, model) = rig();
    let mut drawn = vec![0_u64; targets.len()];
    let ids: Vec<_> = targets.iter().map(|_| generate(&mut gl)).collect();
    let mut begun: Vec<Option<u64>> = vec![None; targets.len()];
    let mut measured: Vec<Option<(GLuint, Vec<u64>)>> = vec![None; 5];
    for _ in 0..5000 {
        match random(4) {
            0 | 1 => {
                let at = random(targets.len());
                let count = random(9) as u64;
                drawn[at] += count;
                model.borrow_mut().draw(targets[at].0, targets[at].1, count);
            }
            2 => {
                let at = random(targets.len());
                let (target, index) = targets[at];
                match begun[at].take() {
                    None => {
                        gl.begin_query(target, index, ids[at]);
                        begun[at] = Some(drawn[at]);
                    }
                    Some(before) => {
                        gl.end_query(target, index);
                        assert_eq!(gl.result(ids[at]), drawn[at] - before, "0x{target:04X} of stream {index}");
                    }
                }
            }
            _ => {
                let at = random(measured.len());
                match measured[at].take() {
                    None => measured[at] = Some((gl.begin_measurement(), drawn.clone())),
                    Some((name, before)) => {
                        gl.end_measurement(name);
                        assert!(gl.measurement_available(name));
                        let result = gl.measurement(name);
                        let expected: Vec<_> = drawn.iter().zip(&before).map(|(now, then)| now - then).collect();
                        assert_eq!(result.counts.to_vec(), expected);
                        assert!(result.end >= result.begin);
                        assert_eq!(gl.measurement(name), result, "the same again");
                        gl.delete_measurement(name);
                    }
                }
            }
        }
        for (at, (target, index)) in targets.iter().enumerate() {
            let expected = if begun[at].is_some() { ids[at] } else { 0 };
            assert_eq!(gl.current_query(*target, *index), expected, "the application's own query");
        }
    }
    let most = targets.len() as u32 * 50;
    assert!(model.borrow().names() < most, "queries are used again, not piled up: {}", model.borrow().names());
}

#[test]
fn a_measurement_is_available_with_the_last_of_its_parts() {
    let (mut gl, model) = rig();
    let measurement = gl.begin_measurement();
    let first = model.borrow().names();
    gl.end_measurement(measurement);
    let names = model.borrow().names();
    for id in 1..=names {
        model.borrow_mut().unavailable = [id].into();
        assert!(!gl.measurement_available(measurement), "query {id} of {first} is outstanding");
    }
    model.borrow_mut().unavailable.clear();
    assert!(gl.measurement_available(measurement));
}

#[test]
fn counts_are_taken_from_what_is_submitted_while_somebody_wants_them() {
    let (mut gl, _) = rig_of("4.5 (Core Profile) Recording", &[], Emulate::Auto);
    assert!(gl.submitted().is_none(), "no query counts");
    let [vertices, primitives] = [generate(&mut gl), generate(&mut gl)];
    gl.begin_query(VERTICES_SUBMITTED, 0, vertices);
    gl.submitted().expect("a query counts").vertices += 6;
    gl.begin_query(PRIMITIVES_SUBMITTED, 0, primitives);
    let totals = gl.submitted().expect("a query counts");
    (totals.vertices, totals.primitives) = (totals.vertices + 3, totals.primitives + 1);
    gl.end_query(VERTICES_SUBMITTED, 0);
    gl.submitted().expect("the other counts").primitives += 1;
    gl.end_query(PRIMITIVES_SUBMITTED, 0);
    assert!(gl.submitted().is_none());
    assert_eq!((gl.result(vertices), gl.result(primitives)), (9, 2));
    let deleted = generate(&mut gl);
    gl.begin_query(VERTICES_SUBMITTED, 0, deleted);
    gl.delete_queries(&[deleted]);
    assert!(gl.submitted().is_none(), "a deleted query counts no longer");
}

#[test]
fn derived_counts_do_not_disturb_the_query_that_they_are_derived_from() {
    let (mut gl, model) = rig_of("4.5 (Core Profile) Recording", &[], Emulate::Auto);
    let [clipping, generated, fragments, samples] = [(); 4].map(|()| generate(&mut gl));
    gl.begin_query(PRIMITIVES_GENERATED, 0, generated);
    model.borrow_mut().draw(PRIMITIVES_GENERATED, 0, 1);
    gl.begin_query(CLIPPING_INPUT_PRIMITIVES, 0, clipping);
    gl.begin_query(FRAGMENT_SHADER_INVOCATIONS, 0, fragments);
    gl.begin_query(SAMPLES_PASSED, 0, samples);
    model.borrow_mut().draw(PRIMITIVES_GENERATED, 0, 2);
    model.borrow_mut().draw(SAMPLES_PASSED, 0, 64);
    for (target, id) in [
        (PRIMITIVES_GENERATED, generated),
        (CLIPPING_INPUT_PRIMITIVES, clipping),
        (FRAGMENT_SHADER_INVOCATIONS, fragments),
        (SAMPLES_PASSED, samples),
    ] {
        assert_eq!(gl.current_query(target, 0), id);
        gl.end_query(target, 0);
    }
    assert_eq!([generated, clipping, fragments, samples].map(|id| gl.result(id)), [3, 2, 64, 64]);
}

#[test]
fn a_span_that_begins_with_nothing_to_wait_for_begins_at_the_time_of_its_making() {
    for idle in [true, false] {
        let model = Rc::<RefCell<Model>>::default();
        model.borrow_mut().has_fences = true;
        let capabilities = Capabilities::of(&description("4.5 (Core Profile) Recording", &[STATISTICS]));
        let means = SourceChoice { native: capabilities.targets, fences: false, emulate: Emulate::Auto };
        let quirks = Quirks { flush_after_counter: true, elapsed_from_timestamps: true, ..Quirks::default() };
        let mut gl = Emulator::new(Counting { model: Rc::clone(&model), capabilities }, quirks, means, None);
        let id = generate(&mut gl);
        model.borrow_mut().time = 500;
        if idle {
            model.borrow_mut().reached.insert(1);
        }
        gl.begin_query(TIME_ELAPSED, 0, id);
        assert_eq!(model.borrow().flushes, u32::from(!idle), "a stamp is flushed, and there is none where nothing goes on");
        model.borrow_mut().time = 900;
        gl.end_query(TIME_ELAPSED, 0);
        // Each of the model's timestamps is 10 later than the previous command.
        assert_eq!(gl.result(id), if idle { 410 } else { 400 });
    }
}

#[test]
fn a_span_under_way_ends_as_it_began_when_the_driver_is_found_to_be_wrong() {
    let (mut gl, model) = rig();
    let [first, second] = [(); 2].map(|()| generate(&mut gl));
    gl.begin_query(TIME_ELAPSED, 0, first);
    gl.distrust_elapsed();
    gl.end_query(TIME_ELAPSED, 0);
    assert_eq!(model.borrow().running(), 0, "the driver's query has ended");
    gl.begin_query(TIME_ELAPSED, 0, second);
    assert_eq!(gl.current_query(TIME_ELAPSED, 0), second);
    gl.end_query(TIME_ELAPSED, 0);
    assert_eq!(gl.result(second), 10, "from here on of two stamps");
    assert_eq!(model.borrow().running(), 0);
}

#[test]
fn all_eleven_and_a_measurement_at_once() {
    let (mut gl, model) = rig();
    let ids = ELEVEN.map(|target| {
        let id = generate(&mut gl);
        gl.begin_query(target, 0, id);
        id
    });
    let measurement = gl.begin_measurement();
    for (at, target) in ELEVEN.into_iter().enumerate() {
        model.borrow_mut().draw(target, 0, at as u64 + 1);
    }
    gl.end_measurement(measurement);
    for (at, target) in ELEVEN.into_iter().enumerate() {
        gl.end_query(target, 0);
        assert_eq!(gl.result(ids[at]), at as u64 + 1);
        let place = COUNTED.iter().position(|(counted, _)| counted.token() == target).unwrap();
        assert_eq!(gl.measurement(measurement).counts[place], at as u64 + 1);
    }
}
