//! CQ-60 to CQ-85 and the statistics: the results of queries.

use crate::egl::Session;
use crate::gl::*;
use core::ffi::c_void;

/// Creates a buffer of 32 bytes of value 7.
fn buffer(gl: &Session) -> u32 {
    let mut buffer = 0;
    gl.CreateBuffers(1, &raw mut buffer);
    gl.NamedBufferData(buffer, 32, [UNTOUCHED; 32].as_ptr().cast(), DYNAMIC_READ);
    buffer
}

fn contents(gl: &Session, buffer: u32) -> [u8; 32] {
    let mut bytes = [0; 32];
    gl.GetNamedBufferSubData(buffer, 0, 32, bytes.as_mut_ptr().cast::<c_void>());
    bytes
}

fn u64_at(gl: &Session, buffer: u32, place: usize) -> u64 {
    u64::from_ne_bytes(contents(gl, buffer)[place..place + 8].try_into().unwrap())
}

#[test]
fn cq_60_what_is_no_object_or_active_is_invalid_operation_and_writes_nothing() {
    Session::each(|gl| {
        let deleted = gl.measured(TIME_ELAPSED, || ());
        gl.delete(deleted);
        let unused = gl.generate();
        let active = gl.generate();
        gl.BeginQuery(ANY_SAMPLES_PASSED, active);
        for id in [0, 4000, deleted, unused, active] {
            // The object's own errors come before that of the value's name.
            for pname in [QUERY_RESULT, QUERY_RESULT_AVAILABLE, CURRENT_QUERY] {
                assert_eq!(gl.u32(id, pname), u32::from(UNTOUCHED));
                gl.expect(INVALID_OPERATION);
                assert_eq!(gl.u64(id, pname), u64::from(UNTOUCHED));
                gl.expect(INVALID_OPERATION);
            }
        }
        gl.EndQuery(ANY_SAMPLES_PASSED);
        assert_eq!(gl.u32(active, CURRENT_QUERY), u32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    });
}

#[test]
fn cq_65_a_result_too_large_for_32_bits_is_the_largest_value() {
    Session::each(|gl| {
        let id = gl.generate();
        gl.counter(id, TIMESTAMP);
        let wide = gl.u64(id, QUERY_RESULT);
        assert!(wide > u64::from(u32::MAX), "the machine is up for more than five seconds");
        assert_eq!(gl.i64(id, QUERY_RESULT), wide as i64);
        assert_eq!(gl.i32(id, QUERY_RESULT), i32::MAX);
        assert_eq!(gl.u32(id, QUERY_RESULT), u32::MAX);
        gl.expect(NO_ERROR);
    });
}

#[test]
fn cq_67_polling_alone_reaches_the_result() {
    Session::each(|gl| {
        gl.canvas(64, 10);
        for target in [TIME_ELAPSED, ANY_SAMPLES_PASSED] {
            let id = gl.measured(target, || gl.fill(1));
            let begun = std::time::Instant::now();
            while gl.u32(id, QUERY_RESULT_AVAILABLE) == 0 {
                assert!(begun.elapsed().as_secs() < 20, "the result never comes");
            }
            assert_eq!(gl.u32(id, QUERY_RESULT_AVAILABLE), 1);
            assert!(gl.u64(id, QUERY_RESULT) > 0);
            gl.expect(NO_ERROR);
        }
    });
}

#[test]
fn cq_70_no_wait_gives_the_same_value_again_and_again() {
    let gl = Session::core();
    gl.canvas(64, 1);
    let id = gl.measured(FRAGMENT_SHADER_INVOCATIONS, || gl.fill(1));
    let result = gl.u64(id, QUERY_RESULT);
    assert!(result >= 64 * 64);
    for _ in 0..3 {
        assert_eq!(gl.u64(id, QUERY_RESULT_NO_WAIT), result);
        assert_eq!(gl.u32(id, QUERY_RESULT_NO_WAIT), result as u32);
        assert_eq!(gl.u64(id, QUERY_RESULT), result);
    }
    gl.expect(NO_ERROR);
}

#[test]
fn cq_71_opengl_es_has_neither_no_wait_nor_the_target() {
    let gl = Session::es3();
    let id = gl.measured(TIME_ELAPSED, || ());
    for pname in [QUERY_RESULT_NO_WAIT, QUERY_TARGET] {
        assert_eq!(gl.u32(id, pname), u32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
}

#[test]
fn cq_72_with_a_query_buffer_bound_the_pointer_is_an_offset() {
    let gl = Session::core();
    gl.canvas(16, 1);
    for target in [VERTICES_SUBMITTED, TIME_ELAPSED, SAMPLES_PASSED] {
        let id = gl.measured(target, || gl.fill(1));
        let buffer = buffer(&gl);
        gl.BindBuffer(QUERY_BUFFER, buffer);
        gl.GetQueryObjectui64v(id, QUERY_RESULT, core::ptr::without_provenance_mut(8));
        gl.GetQueryObjectuiv(id, QUERY_RESULT_AVAILABLE, core::ptr::without_provenance_mut(16));
        gl.BindBuffer(QUERY_BUFFER, 0);
        gl.expect(NO_ERROR);
        assert_eq!(u64_at(&gl, buffer, 8), gl.u64(id, QUERY_RESULT));
        let bytes = contents(&gl, buffer);
        assert_eq!(bytes[16..20], 1_u32.to_ne_bytes());
        assert_eq!((&bytes[..8], &bytes[20..]), (&[UNTOUCHED; 8][..], &[UNTOUCHED; 12][..]));
    }
}

#[test]
fn cq_73_a_result_beyond_the_end_and_a_negative_offset_write_nothing() {
    let gl = Session::core();
    let ids = [gl.measured(VERTICES_SUBMITTED, || ()), gl.measured(TIME_ELAPSED, || ()), gl.create(VERTICES_SUBMITTED)];
    let buffer = buffer(&gl);
    for id in ids {
        gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 28);
        gl.expect(INVALID_OPERATION);
        gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, -8);
        gl.expect(INVALID_VALUE);
        gl.GetQueryBufferObjectui64v(id, 4000, QUERY_RESULT, 0);
        gl.expect(INVALID_OPERATION);
        gl.GetQueryBufferObjectui64v(0, buffer, QUERY_RESULT, 0);
        gl.expect(INVALID_OPERATION);
        gl.BindBuffer(QUERY_BUFFER, buffer);
        gl.GetQueryObjectuiv(id, QUERY_RESULT, core::ptr::without_provenance_mut(30));
        gl.expect(INVALID_OPERATION);
        gl.BindBuffer(QUERY_BUFFER, 0);
    }
    assert_eq!(contents(&gl, buffer), [UNTOUCHED; 32]);
}

#[test]
fn cq_75_an_offset_may_be_odd() {
    let gl = Session::core();
    for id in [gl.measured(VERTICES_SUBMITTED, || ()), gl.create(TIME_ELAPSED)] {
        let buffer = buffer(&gl);
        gl.GetQueryBufferObjectuiv(id, buffer, QUERY_RESULT, 3);
        gl.expect(NO_ERROR);
        assert_eq!(contents(&gl, buffer)[..8], [7, 7, 7, 0, 0, 0, 0, 7]);
    }
}

#[test]
fn cq_77_what_is_written_into_a_buffer_is_what_is_read() {
    let gl = Session::core();
    let id = gl.generate();
    gl.counter(id, TIMESTAMP);
    let buffer = buffer(&gl);
    gl.GetQueryBufferObjectiv(id, buffer, QUERY_RESULT, 0);
    gl.GetQueryBufferObjectuiv(id, buffer, QUERY_RESULT, 4);
    gl.GetQueryBufferObjecti64v(id, buffer, QUERY_RESULT, 8);
    gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 16);
    gl.expect(NO_ERROR);
    let bytes = contents(&gl, buffer);
    assert_eq!(bytes[..4], i32::MAX.to_ne_bytes());
    assert_eq!(bytes[4..8], u32::MAX.to_ne_bytes());
    assert_eq!(u64_at(&gl, buffer, 8), gl.u64(id, QUERY_RESULT));
    assert_eq!(u64_at(&gl, buffer, 16), gl.u64(id, QUERY_RESULT));
}

#[test]
fn cq_78_an_object_that_was_created_and_never_used_writes_its_values() {
    let gl = Session::core();
    for target in ELEVEN.into_iter().chain([SAMPLES_PASSED, TIME_ELAPSED, TIMESTAMP]) {
        let id = gl.create(target);
        let buffer = buffer(&gl);
        gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 0);
        gl.GetQueryBufferObjectuiv(id, buffer, QUERY_RESULT_AVAILABLE, 8);
        gl.BindBuffer(QUERY_BUFFER, buffer);
        gl.GetQueryObjectuiv(id, QUERY_TARGET, core::ptr::without_provenance_mut(12));
        gl.GetQueryObjectui64v(id, QUERY_RESULT_NO_WAIT, core::ptr::without_provenance_mut(16));
        gl.BindBuffer(QUERY_BUFFER, 0);
        gl.expect(NO_ERROR);
        let bytes = contents(&gl, buffer);
        assert_eq!(bytes[..8], [0; 8], "0x{target:04X}");
        assert_eq!(bytes[8..12], 1_u32.to_ne_bytes());
        assert_eq!(bytes[12..16], target.to_ne_bytes());
        assert_eq!(bytes[16..24], [0; 8]);
    }
}

#[test]
fn cq_79_the_last_of_several_queries_of_a_name_wins() {
    let gl = Session::core();
    gl.canvas(16, 1);
    let id = gl.measured(VERTICES_SUBMITTED, || gl.fill(1));
    assert_eq!(gl.u32(id, QUERY_RESULT), 3);
    for times in [2, 3] {
        gl.BeginQuery(VERTICES_SUBMITTED, id);
        gl.fill(times);
        gl.EndQuery(VERTICES_SUBMITTED);
    }
    assert_eq!(gl.u32(id, QUERY_RESULT), 9);
}

#[test]
fn cq_80_boolean_results_are_zero_or_one() {
    Session::each(|gl| {
        gl.canvas(16, 1);
        for (triangles, expected) in [(0, 0), (2, 1)] {
            let id = gl.measured(ANY_SAMPLES_PASSED, || gl.fill(triangles));
            assert_eq!(gl.u32(id, QUERY_RESULT), expected);
        }
    });
}

#[test]
fn cq_82_a_reading_without_memory_is_nothing() {
    let gl = Session::core();
    let id = gl.measured(TIME_ELAPSED, || ());
    gl.GetQueryObjectuiv(id, QUERY_RESULT, core::ptr::null_mut());
    gl.expect(NO_ERROR);
    let buffer = buffer(&gl);
    gl.BindBuffer(QUERY_BUFFER, buffer);
    gl.GetQueryObjectui64v(id, QUERY_RESULT, core::ptr::null_mut());
    gl.BindBuffer(QUERY_BUFFER, 0);
    gl.expect(NO_ERROR);
    assert_eq!(u64_at(&gl, buffer, 0), gl.u64(id, QUERY_RESULT), "NULL is the offset zero");
}

#[test]
fn cq_85_timers_and_statistics_are_no_conditions() {
    let gl = Session::core();
    let stamp = gl.generate();
    gl.counter(stamp, TIMESTAMP);
    let ids = [stamp, gl.measured(TIME_ELAPSED, || ()), gl.measured(VERTICES_SUBMITTED, || ()), gl.create(VERTICES_SUBMITTED)];
    for id in ids {
        gl.BeginConditionalRender(id, QUERY_WAIT);
        gl.expect(INVALID_OPERATION);
        gl.EndConditionalRender();
        gl.expect(INVALID_OPERATION);
    }
}

#[test]
fn ps_01_the_eleven_targets_count() {
    let gl = Session::core();
    gl.canvas(16, 1);
    for target in ELEVEN {
        let id = gl.measured(target, || gl.fill(2));
        gl.expect(NO_ERROR);
        assert!(gl.query(target, QUERY_COUNTER_BITS) >= 32);
        let result = gl.u64(id, QUERY_RESULT);
        match target {
            VERTICES_SUBMITTED => assert_eq!(result, 6),
            PRIMITIVES_SUBMITTED | CLIPPING_INPUT_PRIMITIVES => assert_eq!(result, 2),
            FRAGMENT_SHADER_INVOCATIONS => assert!(result >= 256),
            _ => {}
        }
    }
}

#[test]
fn ps_13_all_readings_agree() {
    let gl = Session::core();
    gl.canvas(64, 1);
    for target in ELEVEN {
        let id = gl.measured(target, || gl.fill(1));
        let result = gl.u64(id, QUERY_RESULT);
        assert_eq!(gl.u32(id, QUERY_RESULT), result as u32);
        assert_eq!(gl.i32(id, QUERY_RESULT), result as i32);
        assert_eq!(gl.i64(id, QUERY_RESULT), result as i64);
        let buffer = buffer(&gl);
        gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 0);
        gl.GetQueryBufferObjecti64v(id, buffer, QUERY_RESULT, 8);
        gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT_NO_WAIT, 16);
        gl.expect(NO_ERROR);
        for place in [0, 8, 16] {
            assert_eq!(u64_at(&gl, buffer, place), result, "0x{target:04X} at {place}");
        }
    }
}

/// Runs a query during which the driver resets its count (it discards primitives), so that it ends below its beginning.
fn ran_backwards(gl: &Session) -> u32 {
    gl.canvas(16, 1);
    let before = gl.measured(CLIPPING_INPUT_PRIMITIVES, || gl.fill(3));
    assert_eq!(gl.u64(before, QUERY_RESULT), 3);
    let outer = gl.generate();
    gl.BeginQuery(PRIMITIVES_SUBMITTED, outer);
    gl.fill(1);
    let id = gl.measured(CLIPPING_INPUT_PRIMITIVES, || {
        gl.Enable(RASTERIZER_DISCARD);
        gl.fill(1);
        gl.Disable(RASTERIZER_DISCARD);
    });
    gl.EndQuery(PRIMITIVES_SUBMITTED);
    id
}

#[test]
fn ps_24_a_counter_that_ran_backwards_is_zero() {
    let gl = Session::core();
    let id = ran_backwards(&gl);
    assert!(gl.u64(id, QUERY_RESULT) <= 1);
    assert!(gl.i64(id, QUERY_RESULT) <= 1);
    assert!(gl.u32(id, QUERY_RESULT) <= 1);
    assert!(gl.i32(id, QUERY_RESULT) <= 1);
}

#[test]
fn ps_24_a_counter_that_ran_backwards_is_zero_in_a_buffer_too() {
    let gl = Session::core();
    let id = ran_backwards(&gl);
    let buffer = buffer(&gl);
    gl.GetQueryBufferObjectui64v(id, buffer, QUERY_RESULT, 0);
    assert_eq!(u64_at(&gl, buffer, 0), gl.u64(id, QUERY_RESULT));
    assert!(u64_at(&gl, buffer, 0) <= 1);
}
