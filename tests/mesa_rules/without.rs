//! Tests the same driver without some extensions and in earlier versions, by Mesa's settings for a process: each test runs in a child process.

use crate::egl::Session;
use crate::gl::*;
use crate::support::run_for;
use std::process::Command;

const PART: &str = "MESA_RULES_PART";

/// Runs a part of this file in a child process whose driver has these settings.
fn part(name: &str, settings: &[(&str, &str)]) {
    part_for(name, settings, 60);
}

/// Runs a part as [`part`] does, for at most `seconds`.
fn part_for(name: &str, settings: &[(&str, &str)], seconds: u64) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("without::{name}"), "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(PART, name).envs(settings.iter().copied());
    let ended = run_for(&mut command, seconds);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name} with {settings:?}\n{}", ended.all());
}

/// Runs a part as [`part`] does, with emulation disabled.
fn part_without_emulation(name: &str, settings: &[(&str, &str)]) {
    part(name, &[settings, &[("GLMETER_EMULATE", "never")]].concat());
}

/// Returns true if [`part`] started this process.
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

/// Selects the pipeline as the driver.
const PIPELINE: (&str, &str) = ("GLMETER_PROVIDER", "software");
const ALWAYS: (&str, &str) = ("GLMETER_EMULATE", "always");
const WITHOUT_STATISTICS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_pipeline_statistics_query");

#[test]
#[ignore = "a part of the test after it"]
fn what_is_no_draw_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::core();
    gl.canvas(8, 1);
    let mut texture = 0;
    gl.GenTextures(1, &raw mut texture);
    gl.BindTexture(TEXTURE_2D, texture);
    let texels = [0x55_u8; 16 * 16 * 4];
    let upload = || gl.TexImage2D(TEXTURE_2D, 0, RGBA8 as i32, 16, 16, 0, RGBA, 0x1401, texels.as_ptr().cast());
    let mut buffer = 0;
    gl.GenBuffers(1, &raw mut buffer);
    for target in ELEVEN {
        let counts = gl.measured(target, || {
            gl.Clear(COLOR_BUFFER_BIT);
            gl.Enable(SCISSOR_TEST);
            gl.Scissor(1, 1, 5, 3);
            gl.Clear(COLOR_BUFFER_BIT);
            gl.Disable(SCISSOR_TEST);
            upload();
            gl.GenerateMipmap(TEXTURE_2D);
            gl.BindBuffer(0x8892, buffer);
            gl.BufferData(0x8892, 64, texels.as_ptr().cast(), 0x88E4);
            gl.Finish();
        });
        assert_eq!(gl.u64(counts, QUERY_RESULT), 0, "{target:#x}");
    }
    gl.expect(NO_ERROR);
}

/// "Non-rendering commands … don't" count. llvmpipe's own statistics count them (H-07); the emulated ones must not.
#[test]
fn ps_15_what_is_no_draw_counts_nothing() {
    for settings in [&[WITHOUT_STATISTICS][..], &[ALWAYS], &[PIPELINE], &[PIPELINE, ALWAYS]] {
        part("what_is_no_draw_in_a_process_of_its_own", settings);
    }
}

#[test]
#[ignore = "a part of the test after it"]
fn exact_counts_in_a_process_of_their_own() {
    if !is_part() {
        return;
    }
    let gl = Session::core();
    gl.canvas(8, 1);
    let vertex = "#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID & 2, 0.0, 4.0); }\0";
    let geometry = "#version 330 core\nlayout(triangles) in; layout(triangle_strip, max_vertices = 4) out;
        void main() { for (int n = 0; n < 4; n++) { gl_Position = gl_in[n % 3].gl_Position; EmitVertex(); } }\0";
    let fragment = "#version 330 core\nout vec4 color; void main() { color = vec4(1.0); }\0";
    gl.UseProgram(gl.program(&[(VERTEX_SHADER, vertex), (GEOMETRY_SHADER, geometry), (FRAGMENT_SHADER, fragment)]));
    for (target, expected) in [
        (VERTICES_SUBMITTED, 15),
        (PRIMITIVES_SUBMITTED, 5),
        (VERTEX_SHADER_INVOCATIONS, 15),
        (GEOMETRY_SHADER_INVOCATIONS, 5),
        (GEOMETRY_SHADER_PRIMITIVES_EMITTED, 10),
        (CLIPPING_INPUT_PRIMITIVES, 10),
    ] {
        let counts = gl.measured(target, || gl.fill(5));
        assert_eq!(gl.u64(counts, QUERY_RESULT), expected, "{target:#x}");
    }
    gl.expect(NO_ERROR);
}

/// "None … have to be exact", but the conformance tests compare these.
#[test]
fn ps_18_the_counts_that_conformance_tests_compare_are_exact() {
    for settings in [&[][..], &[WITHOUT_STATISTICS], &[ALWAYS], &[PIPELINE], &[PIPELINE, ALWAYS]] {
        part("exact_counts_in_a_process_of_their_own", settings);
    }
}

#[test]
#[ignore = "a part of the test after it"]
fn a_lost_context_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::that_can_be_lost();
    gl.canvas(8, 1);
    let finished = gl.measured(ANY_SAMPLES_PASSED, || gl.fill(1));
    assert_eq!(gl.u32(finished, QUERY_RESULT), 1);
    let vertex = "#version 300 es\nvoid main() { float x = 0.5; while (x != 2.0) x = fract(x); gl_Position = vec4(x); }\0";
    let fragment = "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1.0); }\0";
    gl.UseProgram(gl.program(&[(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, fragment)]));
    let unfinished = gl.generate();
    gl.BeginQuery(ANY_SAMPLES_PASSED, unfinished);
    gl.fill(1);
    gl.expect(CONTEXT_LOST);
    gl.EndQuery(ANY_SAMPLES_PASSED);
    gl.expect(CONTEXT_LOST);
    // "GetQueryObjectuiv with <pname> of QUERY_RESULT_AVAILABLE … returns TRUE": a program that polls must not poll for ever.
    assert_eq!(gl.u32(unfinished, QUERY_RESULT_AVAILABLE), 1);
    gl.expect(CONTEXT_LOST);
    gl.u32(unfinished, QUERY_RESULT);
    gl.expect(CONTEXT_LOST);
    assert_eq!(gl.u32(finished, QUERY_RESULT_AVAILABLE), 1);
    gl.GetError();
    gl.BeginQuery(ANY_SAMPLES_PASSED, finished);
    gl.expect(CONTEXT_LOST);
}

#[test]
fn cq_83_the_queries_of_a_lost_context_are_available_and_context_lost() {
    // An endless shader takes seconds of CPU time.
    part_for("a_lost_context_in_a_process_of_its_own", &[PIPELINE], 600);
}
