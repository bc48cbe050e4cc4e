//! TQ, DJ and AN: the timers.

use crate::egl::Session;
use crate::gl::*;
use std::time::Instant;

#[test]
fn tq_02_begin_and_end_of_timestamp_are_invalid_enum() {
    Session::each(|gl| {
        gl.BeginQuery(TIMESTAMP, gl.generate());
        gl.expect(INVALID_ENUM);
        gl.EndQuery(TIMESTAMP);
        gl.expect(INVALID_ENUM);
    });
}

#[test]
fn tq_03_query_counter_looks_at_the_target_first() {
    Session::each(|gl| {
        for target in [TIME_ELAPSED, NO_TARGET, VERTICES_SUBMITTED] {
            for id in [0, gl.generate()] {
                gl.counter(id, target);
                gl.expect(INVALID_ENUM);
            }
        }
    });
}

#[test]
fn tq_05_query_counter_of_a_name_that_was_not_generated_is_invalid_operation() {
    Session::each(|gl| {
        gl.counter(0, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        if gl.es || gl.integer(0x9126) == 1 {
            let deleted = gl.generate();
            gl.delete(deleted);
            for id in [4000, deleted] {
                gl.counter(id, TIMESTAMP);
                gl.expect(INVALID_OPERATION);
                assert_eq!(gl.IsQuery(id), 0);
            }
        }
    });
}

#[test]
fn tq_06_query_counter_takes_a_created_object() {
    let gl = Session::core();
    let id = gl.create(TIMESTAMP);
    gl.counter(id, TIMESTAMP);
    gl.expect(NO_ERROR);
    assert!(gl.u64(id, QUERY_RESULT) > 0);
}

#[test]
fn tq_07_query_counter_of_active_and_other_objects_is_invalid_operation() {
    Session::each(|gl| {
        let id = gl.generate();
        gl.BeginQuery(TIME_ELAPSED, id);
        gl.counter(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        gl.EndQuery(TIME_ELAPSED);
        gl.counter(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        let stamp = gl.generate();
        gl.counter(stamp, TIMESTAMP);
        gl.BeginQuery(TIME_ELAPSED, stamp);
        gl.expect(INVALID_OPERATION);
        assert_eq!(gl.query(TIMESTAMP, CURRENT_QUERY), 0);
    });
}

#[test]
fn tq_10_the_last_of_several_counters_of_a_name_wins() {
    Session::each(|gl| {
        let id = gl.generate();
        gl.counter(id, TIMESTAMP);
        let first = gl.u64(id, QUERY_RESULT);
        gl.counter(id, TIMESTAMP);
        gl.counter(id, TIMESTAMP);
        assert!(gl.u64(id, QUERY_RESULT) > first);
    });
}

#[test]
fn tq_11_a_counter_within_time_elapsed_lies_within_it() {
    Session::each(|gl| {
        gl.canvas(64, 10);
        let [before, within, after] = [gl.generate(), gl.generate(), gl.generate()];
        gl.counter(before, TIMESTAMP);
        let span = gl.measured(TIME_ELAPSED, || {
            gl.fill(1);
            gl.counter(within, TIMESTAMP);
            gl.fill(1);
        });
        gl.counter(after, TIMESTAMP);
        let [before, within, after] = [before, within, after].map(|id| gl.u64(id, QUERY_RESULT));
        assert!(before <= within && within <= after, "{before} {within} {after}");
        let elapsed = gl.u64(span, QUERY_RESULT);
        assert!(elapsed > 0 && elapsed <= after - before, "{elapsed} of {}", after - before);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn tq_15_timestamp_is_strictly_increasing_and_of_the_clock_of_query_counter() {
    Session::each(|gl| {
        let id = gl.generate();
        let mut last = 0;
        for _ in 0..20 {
            let now = gl.integer64(TIMESTAMP);
            assert!(now > last, "{last} then {now}");
            gl.counter(id, TIMESTAMP);
            let counter = gl.i64(id, QUERY_RESULT);
            last = gl.integer64(TIMESTAMP);
            assert!(now <= counter && counter <= last, "{now} {counter} {last}");
        }
        let times: Vec<i64> = (0..200).map(|_| gl.integer64(TIMESTAMP)).collect();
        assert!(times.is_sorted_by(|earlier, later| earlier < later));
        gl.expect(NO_ERROR);
    });
}

#[test]
fn tq_16_get_integer_of_timestamp_clamps() {
    Session::each(|gl| {
        assert_eq!(gl.integer(TIMESTAMP), i32::MAX);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn tq_17_timestamp_is_converted_from_64_bits() {
    Session::each(|gl| {
        let before = gl.integer64(TIMESTAMP);
        assert_eq!(gl.boolean(TIMESTAMP), 1);
        let float = gl.float(TIMESTAMP);
        if !gl.es {
            let double = gl.double(TIMESTAMP) as i64;
            assert!(before < double && double < gl.integer64(TIMESTAMP));
        }
        let after = gl.integer64(TIMESTAMP);
        assert!(before as f32 <= float && float <= after as f32);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn tq_18_timestamp_is_neither_a_capability_nor_indexed() {
    Session::each(|gl| {
        assert_eq!(gl.IsEnabled(TIMESTAMP), 0);
        gl.expect(INVALID_ENUM);
        let mut value = 7;
        gl.GetIntegeri_v(TIMESTAMP, 0, &raw mut value);
        gl.expect(INVALID_ENUM);
        assert_eq!(value, 7);
    });
}

/// Asserts that a time which `measure` takes of some work is most of what the work takes, and never more. On a busy machine the mark before the work
/// may be late: one of several times must be true.
fn expect_time_of_work(measure: impl Fn(&Session) -> u64) {
    Session::each(|gl| {
        gl.canvas(256, 200);
        gl.fill(1);
        gl.Finish();
        let is_true = |_| {
            let begun = Instant::now();
            let time = measure(gl);
            let wall = begun.elapsed().as_nanos() as u64;
            assert!(time <= wall, "{time} of {wall} ns");
            time > wall / 4
        };
        assert!((0..10).any(is_true), "no time was more than a quarter of the wall time");
    });
}

#[test]
fn tq_21_time_elapsed_is_the_time_of_all_the_work() {
    expect_time_of_work(|gl| gl.u64(gl.measured(TIME_ELAPSED, || gl.fill(4)), QUERY_RESULT));
}

#[test]
fn tq_21_two_timestamps_are_as_far_apart_as_the_work_is_long() {
    expect_time_of_work(|gl| {
        let [before, after] = [gl.generate(), gl.generate()];
        gl.counter(before, TIMESTAMP);
        gl.fill(4);
        gl.counter(after, TIMESTAMP);
        gl.u64(after, QUERY_RESULT) - gl.u64(before, QUERY_RESULT)
    });
}

#[test]
fn tq_25_time_elapsed_of_no_work_is_more_than_zero() {
    Session::each(|gl| {
        let id = gl.measured(TIME_ELAPSED, || ());
        assert!((1..1_000_000_000).contains(&gl.u64(id, QUERY_RESULT)));
    });
}

#[test]
fn tq_30_the_wide_getters_have_their_older_names() {
    let gl = Session::core();
    let id = gl.generate();
    gl.counter(id, TIMESTAMP);
    let mut value = 0;
    gl.GetQueryObjectui64vEXT(id, QUERY_RESULT, &raw mut value);
    assert_eq!(value, gl.u64(id, QUERY_RESULT));
    gl.expect(NO_ERROR);
}

#[test]
fn dj_16_gpu_disjoint_is_zero_in_every_get() {
    for make in [Session::es2, Session::es3] {
        let gl = make();
        assert_eq!(gl.integer(GPU_DISJOINT_EXT), 0);
        let mut value = 7;
        gl.GetInteger64vEXT(GPU_DISJOINT_EXT, &raw mut value);
        assert_eq!(value, 0);
        assert_eq!(gl.integer64(GPU_DISJOINT_EXT), 0);
        assert_eq!(gl.boolean(GPU_DISJOINT_EXT), 0);
        assert_eq!(gl.float(GPU_DISJOINT_EXT), 0.0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn dj_19_gpu_disjoint_is_no_token_of_desktop_opengl() {
    for make in [Session::core, Session::compatibility] {
        let gl = make();
        assert_eq!(gl.integer(GPU_DISJOINT_EXT), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.integer64(GPU_DISJOINT_EXT), i64::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
}

#[test]
fn dj_21_get_integer64_ext_takes_every_name() {
    let gl = Session::es3();
    let get = |pname| {
        let mut value = 7;
        gl.GetInteger64vEXT(pname, &raw mut value);
        value
    };
    let before = gl.integer64(TIMESTAMP);
    assert!(get(TIMESTAMP) > before);
    assert_eq!(get(0x821B), 3, "GL_MAJOR_VERSION");
    gl.expect(NO_ERROR);
    assert_eq!(get(NO_TARGET), 7);
    gl.expect(INVALID_ENUM);
}

#[test]
fn dj_25_every_spelling_is_of_the_same_objects() {
    for make in [Session::es2, Session::es3] {
        let gl = make();
        let mut ids = [0; 3];
        gl.GenQueries(1, &raw mut ids[0]);
        gl.GenQueriesEXT(1, &raw mut ids[1]);
        gl.GenQueriesANGLE(1, &raw mut ids[2]);
        for id in ids {
            gl.BeginQueryANGLE(TIME_ELAPSED, id);
            assert_eq!((gl.IsQuery(id), gl.IsQueryEXT(id), gl.IsQueryANGLE(id)), (1, 1, 1));
            gl.BeginQueryEXT(TIME_ELAPSED, id);
            gl.expect(INVALID_OPERATION);
            assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), id as i32);
            gl.EndQueryEXT(TIME_ELAPSED);
            gl.EndQueryANGLE(TIME_ELAPSED);
            gl.expect(INVALID_OPERATION);
            let mut value = 0;
            gl.GetQueryObjectui64vANGLE(id, QUERY_RESULT, &raw mut value);
            assert_eq!(value, gl.u64(id, QUERY_RESULT));
        }
        gl.DeleteQueriesANGLE(3, ids.as_ptr());
        assert_eq!(ids.map(|id| gl.IsQuery(id)), [0; 3]);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn dj_30_a_name_that_is_generated_again_stands_for_a_fresh_object() {
    Session::each(|gl| {
        let id = gl.generate();
        gl.counter(id, TIMESTAMP);
        gl.delete(id);
        let again = gl.generate();
        gl.BeginQuery(TIME_ELAPSED, again);
        gl.EndQuery(TIME_ELAPSED);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn an_18_the_draft_s_commands_measure() {
    let gl = Session::es2();
    gl.canvas(64, 10);
    let mut ids = [0; 2];
    gl.GenQueriesANGLE(2, ids.as_mut_ptr());
    gl.BeginQueryANGLE(TIME_ELAPSED, ids[0]);
    gl.fill(1);
    gl.EndQueryANGLE(TIME_ELAPSED);
    gl.QueryCounterANGLE(ids[1], TIMESTAMP);
    let mut bits = 0;
    gl.GetQueryivANGLE(TIMESTAMP, QUERY_COUNTER_BITS, &raw mut bits);
    assert!((30..=64).contains(&bits));
    let (mut elapsed, mut time) = (0, 0);
    gl.GetQueryObjectui64vANGLE(ids[0], QUERY_RESULT, &raw mut elapsed);
    gl.GetQueryObjecti64vANGLE(ids[1], QUERY_RESULT, &raw mut time);
    assert!(elapsed > 0 && time > i64::from(u32::MAX));
    gl.QueryCounterANGLE(4000, TIMESTAMP);
    gl.expect(INVALID_OPERATION);
    gl.BeginQueryANGLE(TIME_ELAPSED, 4000);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn dj_22_get_integer64v_ext_of_no_token_is_invalid_enum() {
    let gl = Session::es3();
    let mut wide = 7;
    gl.GetInteger64vEXT(NO_TARGET, &mut wide);
    gl.expect(INVALID_ENUM);
    assert_eq!(wide, 7);
}

#[test]
fn dj_26_a_timer_that_is_deleted_while_active_ends_without_error() {
    let gl = Session::es3();
    let id = gl.generate();
    gl.BeginQueryANGLE(TIME_ELAPSED, id);
    gl.DeleteQueriesANGLE(1, &id);
    assert_eq!(gl.IsQueryEXT(id), 0);
    assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), id as i32);
    gl.EndQueryEXT(TIME_ELAPSED);
    gl.expect(NO_ERROR);
    assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), 0);
}
