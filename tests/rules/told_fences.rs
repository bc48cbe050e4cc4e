//! Time from fences of a driver that tells when they were signalled, and which batch of commands it has begun.

use crate::fences::{now, told};
use glmeter::driver::{Measure, Queries};
use glmeter::gl::*;
use std::time::Duration;

/// A time for which a thread of the tests is late, far longer than it takes to issue commands.
const LATE: Duration = Duration::from_millis(30);

#[test]
fn a_stamp_is_the_time_that_the_driver_tells_however_late_a_thread_sees_it() {
    let mut rig = told();
    let id = rig.mark();
    let done = now();
    rig.gpu.change(|state| state.late = LATE);
    std::thread::sleep(LATE);
    rig.gpu.change(|state| {
        state.ends.insert(1, done);
        state.reached = 1;
    });
    assert_eq!(rig.gl.result(id), done);
}

#[test]
fn a_told_time_after_the_fence_was_seen_signalled_is_that_of_another_batch() {
    let mut rig = told();
    let id = rig.mark();
    rig.gpu.change(|state| {
        state.ends.insert(1, now() + 3_600_000_000_000);
        state.reached = 1;
    });
    assert!(rig.gl.result(id) <= now());
}

#[test]
fn marks_that_are_found_reached_together_have_the_times_of_their_batches() {
    let mut rig = told();
    let begun = now();
    let marks: Vec<_> = (1..=3)
        .map(|batch| {
            rig.gpu.change(|state| state.batch = Some(batch));
            rig.mark()
        })
        .collect();
    let issued = now();
    std::thread::sleep(LATE);
    rig.gpu.change(|state| {
        state.ends.extend([(1, issued + 1_000_000), (2, issued + 21_000_000), (3, issued + 22_000_000)]);
        state.reached = 3;
    });
    let times: Vec<_> = marks.into_iter().map(|mark| rig.gl.result(mark) - issued).collect();
    assert_eq!(times, [1_000_000, 21_000_000, 22_000_000], "issued in {} ns", issued - begun);
}

#[test]
fn commands_of_glmeters_own_at_the_begin_of_a_measurement_are_no_work_of_the_program() {
    let mut rig = told();
    rig.gpu.change(|state| state.reached = 1);
    let measurement = rig.gl.begin_measurement();
    assert!(rig.model.borrow().flushes > 0, "executed at once, so that the program's commands are in another batch");
    // As long as a program may take until its next command.
    std::thread::sleep(LATE);
    let issued = now();
    let id = rig.generate();
    rig.gl.begin_query(TIME_ELAPSED, 0, id);
    let (begun, done) = (now(), now() + 10_000_000);
    rig.gpu.change(|state| {
        state.batch = Some(2);
        state.reached = 0;
    });
    rig.gl.end_query(TIME_ELAPSED, 0);
    rig.gl.end_measurement(measurement);
    std::thread::sleep(LATE);
    rig.gpu.change(|state| {
        state.ends.extend([(1, begun + 5_000_000), (2, done)]);
        state.reached = state.made;
    });
    let elapsed = rig.gl.result(id);
    assert!((done - begun..=done - issued).contains(&elapsed), "{elapsed} is not from the issue on");
}

#[test]
fn the_end_of_a_measurement_right_after_a_mark_has_its_time() {
    let mut rig = told();
    rig.gpu.change(|state| state.reached = 1);
    let measurement = rig.gl.begin_measurement();
    rig.gpu.change(|state| {
        state.batch = Some(2);
        state.reached = 0;
    });
    let id = rig.mark();
    // However long the program takes until its next command, no work comes before it.
    std::thread::sleep(LATE);
    rig.gl.end_measurement(measurement);
    let done = now();
    rig.gpu.change(|state| {
        state.ends.insert(2, done);
        state.reached = state.made;
    });
    assert_eq!(rig.gl.result(id), done);
    let end = rig.gl.measurement(measurement).end;
    assert!(end - done <= 1, "{} ns later", end - done);
}
