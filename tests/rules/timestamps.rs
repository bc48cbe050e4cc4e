//! Tests that GL time continues when a counter of fewer than 64 bits wraps, as Intel's does.

use crate::model::{Counting, Model};
use crate::rig::{DISJOINT, Rig, STATISTICS, description};
use glmeter::config::Emulate;
use glmeter::driver::capabilities::Capabilities;
use glmeter::driver::{Driver, Measure, Queries};
use glmeter::gl::*;
use glmeter::source::quirks::Quirks;
use glmeter::source::timestamps::Timestamps;
use glmeter::source::{Emulator, SourceChoice};
use glmeter::target::Target;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const BITS: u32 = 36;
const PERIOD: u64 = 1 << BITS;

/// Returns a driver whose counter wraps after this many nanoseconds.
fn rig(version: &str, extension: &str, quirks: Quirks, before_the_wrap: u64) -> (Emulator<Counting>, Rc<RefCell<Model>>) {
    let model = Rc::<RefCell<Model>>::default();
    (model.borrow_mut().timestamp_bits, model.borrow_mut().time) = (Some(BITS), PERIOD - before_the_wrap);
    let capabilities = Capabilities::of(&description(version, &[extension]));
    let means = SourceChoice { native: capabilities.targets, fences: false, emulate: Emulate::Auto };
    (Emulator::new(Counting { model: Rc::clone(&model), capabilities }, quirks, means, None), model)
}

/// Returns contexts with and without a Get of the time.
fn kinds(before_the_wrap: u64) -> [(Emulator<Counting>, Rc<RefCell<Model>>); 2] {
    [("4.5 (Core Profile) Recording", STATISTICS), ("OpenGL ES 2.0 Recording", DISJOINT)]
        .map(|(version, extension)| rig(version, extension, Quirks::default(), before_the_wrap))
}

fn generate(gl: &mut Emulator<Counting>) -> GLuint {
    let mut id = [0];
    gl.gen_queries(&mut id);
    id[0]
}

#[test]
fn gl_time_runs_on_when_the_counter_wraps() {
    for (mut gl, model) in kinds(5) {
        let before = gl.get_integer64(TIMESTAMP) as u64;
        model.borrow_mut().time += 20;
        let after = gl.get_integer64(TIMESTAMP) as u64;
        assert_eq!(after - before, 20);
        assert_eq!((before % PERIOD, after % PERIOD), (PERIOD - 5, 15), "the driver's own, as far as it goes");
        assert_eq!(gl.query_counter_bits(TIMESTAMP), 64);
    }
}

#[test]
fn stamps_before_and_after_a_wrap_are_in_order_and_of_the_clock_of_the_gets() {
    for (mut gl, model) in kinds(25) {
        let ids = [(); 3].map(|()| generate(&mut gl));
        let begin = gl.get_integer64(TIMESTAMP) as u64;
        for id in ids {
            gl.query_counter(id, TIMESTAMP);
            model.borrow_mut().time += 5;
        }
        let end = gl.get_integer64(TIMESTAMP) as u64;
        // Each of the model's stamps comes 10 after what was given before it.
        assert_eq!(ids.map(|id| gl.result(id) - begin), [10, 25, 40]);
        assert_eq!(end - begin, 45);
        assert!(!gl.driver_has_result(ids[0], Target::TIMESTAMP), "the driver would write its own value into a buffer");
        gl.delete_queries(&ids);
    }
}

#[test]
fn a_span_derived_across_a_wrap_is_as_long_as_any() {
    for (version, extension) in [("4.5 (Core Profile) Recording", STATISTICS), ("OpenGL ES 2.0 Recording", DISJOINT)] {
        let quirks = Quirks { elapsed_from_timestamps: true, ..Quirks::default() };
        let (mut gl, model) = rig(version, extension, quirks, 50);
        let id = generate(&mut gl);
        gl.begin_query(TIME_ELAPSED, 0, id);
        model.borrow_mut().time += 100;
        gl.end_query(TIME_ELAPSED, 0);
        assert_eq!(gl.result(id), 110);
        assert_eq!(gl.query_counter_bits(TIME_ELAPSED), 64);
    }
}

#[test]
fn a_measurement_across_a_wrap_ends_after_it_began() {
    let (mut gl, model) = rig("4.5 (Core Profile) Recording", STATISTICS, Quirks::default(), 50);
    let measurement = gl.begin_measurement();
    model.borrow_mut().time += 100;
    gl.end_measurement(measurement);
    let result = gl.measurement(measurement);
    assert_eq!(result.end - result.begin, 110);
}

#[test]
fn a_driver_of_64_bits_is_believed() {
    let model = Rc::<RefCell<Model>>::default();
    let capabilities = Capabilities::of(&description("4.5 (Core Profile) Recording", &[]));
    let means = SourceChoice { native: capabilities.targets, fences: false, emulate: Emulate::Auto };
    let mut gl = Emulator::new(Counting { model: Rc::clone(&model), capabilities }, Quirks::default(), means, None);
    model.borrow_mut().time = 500;
    assert_eq!(gl.get_integer64(TIMESTAMP), 500);
    let id = generate(&mut gl);
    gl.query_counter(id, TIMESTAMP);
    assert_eq!(gl.result(id), 510);
    assert!(gl.driver_has_result(id, Target::TIMESTAMP));
}

/// With `GLMETER_EMULATE=never` the driver's counter wraps, but the time of a Get still changes.
#[test]
fn tq_15_the_time_of_a_get_does_not_stand_still_when_the_counter_wraps() {
    let mut gl = Rig::new(&description("4.5 (Core Profile) Recording", &[]));
    (gl.driver().bits, gl.driver().time) = (BITS as GLint, PERIOD as i64 - 5);
    assert_eq!(gl.get::<i64>(TIMESTAMP), Ok(PERIOD as i64 - 5));
    for time in [15, 16, 4000] {
        gl.driver().time = time;
        assert_eq!(gl.get::<i64>(TIMESTAMP), Ok(time));
    }
    // "strictly increasing", otherwise
    assert_eq!(gl.get::<i64>(TIMESTAMP), Ok(4001));
    gl.driver().time = 3999;
    assert_eq!(gl.get::<i64>(TIMESTAMP), Ok(4002));
}

/// With emulation the time of a Get has 64 bits.
#[test]
fn tq_15_the_time_of_a_get_is_of_64_bits() {
    let mut gl = Rig::with_bits(&description("4.5 (Core Profile) Recording", &[]), BITS as GLint);
    gl.driver().time = PERIOD as i64 - 5;
    let before = gl.get::<i64>(TIMESTAMP).unwrap();
    gl.driver().time = 15;
    assert_eq!(gl.get::<i64>(TIMESTAMP), Ok(before + 20));
    assert_eq!(gl.query(TIMESTAMP, QUERY_COUNTER_BITS), Ok(64));
}

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
    static SUSPENDED: Cell<u64> = const { Cell::new(0) };
}

/// Advances the machine's clock.
fn pass(nanoseconds: u64) {
    NOW.set(NOW.get() + nanoseconds);
}

/// Returns a counter with the test's clocks.
fn counter() -> Timestamps {
    NOW.set(100 * PERIOD);
    SUSPENDED.set(0);
    Timestamps::new(BITS as GLint).with_clocks(|| NOW.get(), || SUSPENDED.get())
}

#[test]
fn any_number_of_wraps_between_two_readings_is_told_by_the_clock() {
    let mut counter = counter();
    let first = counter.read(7);
    for wraps in [0, 1, 2, 50] {
        // The clocks differ in speed: the machine's is off by a thousandth.
        let passed = wraps * PERIOD + 1000;
        let value = (first + passed) % PERIOD;
        pass(passed + passed / 1000);
        let time = counter.read(value);
        assert_eq!(time, first + passed, "{wraps} wraps");
        NOW.set(100 * PERIOD);
        counter = self::counter();
        assert_eq!(counter.read(7), first, "contexts that begin at the same time agree");
    }
}

#[test]
fn a_result_that_is_read_late_is_of_the_time_when_it_was_given() {
    let mut counter = counter();
    let first = counter.read(PERIOD - 100);
    let given = counter.given().expect("results are extended");
    pass(5 * PERIOD);
    assert_eq!(counter.result(50, given), first + 150);
    assert_eq!(counter.result(PERIOD - 200, given), first - 100, "a little earlier than it was expected");
    assert!(counter.are_stale());
    counter.read(PERIOD - 100);
    assert!(!counter.are_stale());
}

#[test]
fn results_alone_tell_how_the_clocks_go() {
    // Whatever the counter's first value, later times are in order.
    for start in [0, PERIOD / 4, PERIOD / 2, PERIOD - 10] {
        let mut counter = counter();
        let given = counter.given().unwrap();
        let first = counter.result(start, given);
        for (passed, value) in [(10, start + 5), (20, start + 18), (PERIOD / 2, start + PERIOD / 2 + 20), (PERIOD, start + 3 * PERIOD / 2)]
        {
            pass(passed);
            assert_eq!(counter.result(value % PERIOD, NOW.get()), first + value - start, "from {start}");
        }
    }
}

#[test]
fn a_suspend_is_a_disjoint_event_and_time_does_not_run_backwards() {
    let mut counter = counter();
    let first = counter.read(PERIOD - 100);
    assert!(!counter.was_suspended());
    // The counter restarted at 0 while the machine slept.
    SUSPENDED.set(3_000_000_000);
    pass(1000);
    let second = counter.read(50);
    assert!(second > first, "{second} after {first}");
    assert!(counter.was_suspended());
    assert!(!counter.was_suspended(), "it is told once");
    pass(20);
    assert_eq!(counter.read(70), second + 20);
}
