//! The same driver without some of its extensions, and in earlier versions, as Mesa's settings for a whole process make it:
//! each in a process of its own.

use crate::egl::Session;
use crate::gl::*;
use crate::support::run;
use std::process::Command;

const PART: &str = "MESA_RULES_PART";

/// Runs a part of this file in a process whose driver has these settings.
fn part(name: &str, settings: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("without::{name}"), "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(PART, name).envs(settings.iter().copied());
    let ended = run(&mut command);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name} with {settings:?}\n{}", ended.all());
}

/// The same, where glmeter makes up for nothing.
fn part_without_emulation(name: &str, settings: &[(&str, &str)]) {
    part(name, &[settings, &[("GLMETER_EMULATE", "never")]].concat());
}

/// Whether this process was started by [`part`].
fn is_part() -> bool {
    std::env::var_os(PART).is_some()
}

#[test]
#[ignore = "a part of the test after it"]
fn opengl_es_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::es3();
    for pname in [QUERY_COUNTER_BITS, CURRENT_QUERY] {
        assert_eq!(gl.query(TIME_ELAPSED, pname), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, QUERY_COUNTER_BITS), i32::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), 0);
    gl.expect(NO_ERROR);
    let id = gl.generate();
    gl.BeginQuery(TIME_ELAPSED, id);
    gl.expect(INVALID_ENUM);
    gl.QueryCounterEXT(id, TIMESTAMP);
    gl.expect(INVALID_ENUM);
    assert_eq!(gl.IsQuery(id), 0);
    assert_eq!(gl.integer64(TIMESTAMP), i64::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
}

#[test]
fn cq_56_tq_13_without_the_extension_opengl_es_has_neither_bits_nor_timers() {
    part_without_emulation("opengl_es_in_a_process_of_its_own", &[("MESA_EXTENSION_OVERRIDE", "-GL_EXT_disjoint_timer_query")]);
}

#[test]
#[ignore = "a part of the test after it"]
fn statistics_in_a_process_of_their_own() {
    if !is_part() {
        return;
    }
    let gl = Session::core();
    for target in ELEVEN {
        let id = gl.generate();
        gl.BeginQuery(target, id);
        gl.expect(INVALID_ENUM);
        gl.EndQuery(target);
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.query(target, QUERY_COUNTER_BITS), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.create(target), u32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
}

#[test]
fn ps_05_without_the_extension_every_statistic_is_invalid_enum() {
    part_without_emulation("statistics_in_a_process_of_their_own", &[("MESA_EXTENSION_OVERRIDE", "-GL_ARB_pipeline_statistics_query")]);
}

#[test]
#[ignore = "a part of the test after it"]
fn opengl_es_2_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::es2();
    // SAFETY: a string that the driver keeps.
    let [version, extensions] =
        [VERSION, EXTENSIONS].map(|name| unsafe { core::ffi::CStr::from_ptr(gl.GetString(name)) }.to_str().unwrap().to_owned());
    assert!(version.starts_with("OpenGL ES 2.0"), "{version}");
    for name in ["GL_EXT_disjoint_timer_query", "GL_ANGLE_timer_query"] {
        assert_eq!(extensions.split(' ').filter(|shown| *shown == name).count(), 1, "{name}");
    }
    gl.expect(NO_ERROR);
    let mut id = 0;
    gl.GenQueriesEXT(1, &raw mut id);
    assert_eq!(gl.IsQueryEXT(id), 0);
    gl.BeginQueryEXT(TIME_ELAPSED, id);
    assert_eq!(gl.IsQueryEXT(id), 1);
    gl.EndQueryEXT(TIME_ELAPSED);
    assert!(gl.u64(id, QUERY_RESULT) > 0);
    gl.expect(NO_ERROR);
    let mut stamp = 0;
    gl.GenQueriesANGLE(1, &raw mut stamp);
    let mut before = 0;
    gl.GetInteger64vEXT(TIMESTAMP, &raw mut before);
    gl.QueryCounterEXT(stamp, TIMESTAMP);
    let counter = gl.i64(stamp, QUERY_RESULT);
    let mut after = 0;
    gl.GetInteger64vEXT(TIMESTAMP, &raw mut after);
    assert!(0 < before && before <= counter && counter <= after, "{before} {counter} {after}");
    assert_eq!(gl.integer(TIMESTAMP), i32::MAX);
    assert_eq!(gl.integer(GPU_DISJOINT_EXT), 0);
    assert_eq!(gl.boolean(GPU_DISJOINT_EXT), 0);
    gl.expect(NO_ERROR);
    for id in [0, 4000, id] {
        gl.QueryCounterEXT(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
    }
    gl.BeginQueryEXT(TIME_ELAPSED, 4000);
    gl.expect(INVALID_OPERATION);
    gl.BeginQueryEXT(VERTICES_SUBMITTED, id);
    gl.expect(INVALID_ENUM);
}

#[test]
fn dj_20_an_18_opengl_es_2_has_the_timers() {
    part("opengl_es_2_in_a_process_of_its_own", &[("MESA_GLES_VERSION_OVERRIDE", "2.0")]);
}

#[test]
#[ignore = "a part of the test after it"]
fn opengl_3_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::without_version();
    let id = gl.generate();
    for name in [0, id] {
        gl.QueryCounter(name, TIMESTAMP);
        gl.expect(INVALID_ENUM);
    }
    assert_eq!(gl.IsQuery(id), 0);
    assert_eq!(gl.query(TIMESTAMP, QUERY_COUNTER_BITS), i32::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
    assert_eq!(gl.integer64(TIMESTAMP), i64::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
    gl.BeginQuery(SAMPLES_PASSED, id);
    gl.EndQuery(SAMPLES_PASSED);
    gl.expect(NO_ERROR);
}

#[test]
fn tq_13_without_the_extension_desktop_opengl_has_no_timestamps() {
    let settings = [("MESA_GL_VERSION_OVERRIDE", "3.0"), ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query")];
    part_without_emulation("opengl_3_in_a_process_of_its_own", &settings);
}

#[test]
#[ignore = "a part of the test after it"]
fn softpipe_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::without_version();
    let right = std::env::var("GLMETER_EMULATE").is_err();
    gl.canvas(8, 1);
    let mut buffer = 0;
    gl.GenBuffers(1, &raw mut buffer);
    gl.BindBuffer(0x8893, buffer);
    let indices: [u16; 12] = [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0];
    gl.BufferData(0x8893, 24, indices.as_ptr().cast(), 0x88E4);
    let draw = gl.measured(PRIMITIVES_SUBMITTED, || gl.DrawElements(TRIANGLES, 12, 0x1403, core::ptr::null()));
    assert_eq!(gl.u64(draw, QUERY_RESULT) == 4, right, "the primitives of an indexed draw: {}", gl.u64(draw, QUERY_RESULT));
    let text = "#version 330\n#extension GL_ARB_compute_shader : require\nlayout(local_size_x = 4, local_size_y = 2) in;\nvoid main() {}\0";
    gl.UseProgram(gl.program(&[(0x91B9, text)]));
    let dispatch = gl.measured(0x82F5, || gl.DispatchCompute(3, 2, 1));
    assert_eq!(gl.u64(dispatch, QUERY_RESULT) == 48, right, "the invocations of a dispatch: {}", gl.u64(dispatch, QUERY_RESULT));
    gl.expect(NO_ERROR);
}

#[test]
fn h_17_h_18_softpipe_counts_primitives_and_invocations_wrong_and_glmeter_right() {
    let softpipe = [("GALLIUM_DRIVER", "softpipe")];
    part("softpipe_in_a_process_of_its_own", &softpipe);
    part_without_emulation("softpipe_in_a_process_of_its_own", &softpipe);
}

#[test]
#[ignore = "a part of the test after it"]
fn elapsed_time_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let right = std::env::var("GLMETER_EMULATE").is_err();
    let gl = Session::core();
    gl.canvas(256, 200);
    gl.fill(1);
    gl.Finish();
    let begun = std::time::Instant::now();
    let work = gl.measured(TIME_ELAPSED, || gl.fill(8));
    let elapsed = gl.u64(work, QUERY_RESULT);
    let wall = begun.elapsed().as_nanos() as u64;
    assert_eq!(elapsed > wall / 5 * 2, right, "{elapsed} of {wall} ns");
}

#[test]
fn h_01_llvmpipe_measures_the_last_tile_and_glmeter_all_the_work() {
    part("elapsed_time_in_a_process_of_its_own", &[]);
    part_without_emulation("elapsed_time_in_a_process_of_its_own", &[]);
}
