//! Program pipelines: what draws and validation make of their stages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::{CStr, CString};

const POSITION: &str = "gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);";

fn program(stage: u32, text: &str) -> u32 {
    let text = CString::new(text).unwrap();
    let texts = [text.as_ptr()];
    let program = gl!(glCreateShaderProgramv(stage => u32, 1 => i32, texts.as_ptr() => *const *const i8) -> u32);
    let mut status = 0;
    gl!(glGetProgramiv(program => u32, GL_LINK_STATUS => u32, &raw mut status => *mut i32));
    assert_eq!(status, 1, "{text:?}");
    program
}

/// A bound pipeline of two programs.
fn pipeline(vertex: &str, fragment: &str) -> (u32, [u32; 2]) {
    let programs = [program(GL_VERTEX_SHADER, vertex), program(GL_FRAGMENT_SHADER, fragment)];
    let mut name = 0;
    gl!(glGenProgramPipelines(1 => i32, &raw mut name => *mut u32));
    gl!(glUseProgramStages(name => u32, GL_VERTEX_SHADER_BIT => u32, programs[0] => u32));
    gl!(glUseProgramStages(name => u32, GL_FRAGMENT_SHADER_BIT => u32, programs[1] => u32));
    gl!(glBindProgramPipeline(name => u32));
    (name, programs)
}

/// Validates and draws: the status, and the error of the draw.
fn outcome(name: u32) -> (i32, u32) {
    let mut status = -1;
    gl!(glValidateProgramPipeline(name => u32));
    gl!(glGetProgramPipelineiv(name => u32, GL_VALIDATE_STATUS => u32, &raw mut status => *mut i32));
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    (status, gl!(glGetError() -> u32))
}

#[test]
fn es_interfaces_match_exactly_or_draws_fail() {
    let gl = Gl::new(es(3, 1));
    let vertex = format!("#version 310 es\nout mediump float v;\nvoid main() {{ v = 1.0; {POSITION} }}");
    let fragment = |input: &str| {
        format!("#version 310 es\nprecision mediump float;\n{input}\nout vec4 o;\nvoid main() {{ o = vec4(0.0, v, 0.0, 1.0); }}")
    };
    let (name, _) = pipeline(&vertex, &fragment("in float v;"));
    assert_eq!(outcome(name), (1, GL_NO_ERROR));
    assert_eq!(gl.pixel(3, 3), [0, 255, 0, 255]);
    for input in ["in highp float v;", "layout(location = 1) in float v;", "flat in float v;", "in float v; in float w;"] {
        let (name, _) =
            pipeline(&vertex, &fragment(input).replace("0.0, 1.0);", if input.contains('w') { "w, 1.0);" } else { "0.0, 1.0);" }));
        // Twice: the second draw knows the result.
        assert_eq!([outcome(name), outcome(name)], [(0, GL_INVALID_OPERATION); 2], "{input}");
    }
}

#[test]
fn desktop_interfaces_that_do_not_match_have_undefined_inputs() {
    let gl = Gl::new(core());
    let vertex = format!("#version 430\nout gl_PerVertex {{ vec4 gl_Position; }};\nout float v;\nvoid main() {{ v = 1.0; {POSITION} }}");
    let (name, _) = pipeline(&vertex, "#version 430\nin vec2 v;\nout vec4 o;\nvoid main() { o = vec4(v.x * 0.0, 1.0, 0.0, 1.0); }");
    assert_eq!(outcome(name), (1, GL_NO_ERROR));
    assert_eq!(gl.pixel(3, 3), [0, 255, 0, 255]);
}

#[test]
fn a_program_that_was_linked_again_and_is_not_separable_cannot_be_drawn_with() {
    let gl = Gl::new(core());
    let vertex = format!("#version 430\nout gl_PerVertex {{ vec4 gl_Position; }};\nvoid main() {{ {POSITION} }}");
    let fragment = c"#version 430\nout vec4 o;\nvoid main() { o = vec4(1.0); }";
    let (name, programs) = pipeline(&vertex, fragment.to_str().unwrap());
    assert_eq!(outcome(name), (1, GL_NO_ERROR));
    gl!(glProgramParameteri(programs[1] => u32, GL_PROGRAM_SEPARABLE => u32, 0 => i32));
    assert_eq!(outcome(name), (1, GL_NO_ERROR), "not linked yet");
    let shader = gl!(glCreateShader(GL_FRAGMENT_SHADER => u32) -> u32);
    let texts: [*const i8; 1] = [CStr::as_ptr(fragment)];
    gl!(glShaderSource(shader => u32, 1 => i32, texts.as_ptr() => *const *const i8, std::ptr::null() => *const i32));
    gl!(glCompileShader(shader => u32));
    gl!(glAttachShader(programs[1] => u32, shader => u32));
    gl!(glLinkProgram(programs[1] => u32));
    gl.no_error();
    assert_eq!(outcome(name), (0, GL_INVALID_OPERATION));
    // The parameter without another link makes it no separable program.
    gl!(glProgramParameteri(programs[1] => u32, GL_PROGRAM_SEPARABLE => u32, 1 => i32));
    gl!(glUseProgramStages(name => u32, GL_FRAGMENT_SHADER_BIT => u32, programs[1] => u32));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
}

#[test]
fn es_draws_with_one_of_the_two_tessellation_stages_fail() {
    let gl = Gl::new(es(3, 2));
    let vertex = format!("#version 320 es\nvoid main() {{ {POSITION} }}");
    let evaluation = "#version 320 es\nlayout(triangles) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }";
    let (name, _) = pipeline(&vertex, "#version 320 es\nout mediump vec4 o;\nvoid main() { o = vec4(1.0); }");
    let evaluation = program(GL_TESS_EVALUATION_SHADER, evaluation);
    gl!(glUseProgramStages(name => u32, GL_TESS_EVALUATION_SHADER_BIT => u32, evaluation => u32));
    gl.no_error();
    gl!(glDrawArrays(GL_PATCHES => u32, 0 => i32, 3 => i32));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
}

#[test]
fn a_function_may_return_on_some_paths_only() {
    let gl = Gl::new(core());
    let vertex = CString::new(format!("#version 430\nvoid main() {{ {POSITION} }}")).unwrap();
    let fragment = c"#version 430\nout vec4 o;\nfloat f(float x) { if (x > 0.0) return x; }\nvoid main() { o = vec4(0.0, f(gl_FragCoord.x - 4.0), 0.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), [0, 255, 0, 255]);
}

#[test]
fn large_storage_blocks_are_written_in_branches_and_loops() {
    let gl = Gl::new(core());
    let text = c"#version 430
layout(local_size_x = 4) in;
layout(std430) buffer B { uint few[8]; uint many[120000]; } b;
void main() {
    uint id = gl_LocalInvocationID.x;
    for (uint i = 0u; i < 2u; i++) {
        if (id % 2u == 0u) { b.few[id + i] = id + 1u; } else { b.many[id] = 7u; }
    }
}";
    gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0; 16]);
    gl!(glBindBufferBase(GL_SHADER_STORAGE_BUFFER => u32, 0 => u32, buffer => u32));
    gl!(glDispatchCompute(1 => u32, 1 => u32, 1 => u32));
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 16), [1, 1, 3, 3, 0, 0, 0, 0, 0, 7, 0, 7, 0, 0, 0, 0]);
}

#[test]
fn fragments_read_the_primitive_id_of_a_geometry_shader() {
    let gl = Gl::new(core());
    let vertex = CString::new(format!("#version 430\nvoid main() {{ {POSITION} }}")).unwrap();
    let geometry = c"#version 430
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() { for (int i = 0; i < 3; i++) { gl_PrimitiveID = 64 + i; gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
    let fragment = c"#version 430\nout vec4 o;\nvoid main() { o = vec4(float(gl_PrimitiveID) / 255.0); }";
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_GEOMETRY_SHADER, geometry), (GL_FRAGMENT_SHADER, fragment)], &[]);
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), [66; 4], "of the provoking vertex, the last");
}

#[test]
fn the_provoking_vertex_of_es_is_the_last() {
    let gl = Gl::new(es(3, 2));
    let mut value = 0;
    gl!(glGetIntegerv(GL_LAYER_PROVOKING_VERTEX => u32, &raw mut value => *mut i32));
    assert_eq!(value.cast_unsigned(), GL_LAST_VERTEX_CONVENTION);
    gl.no_error();
}

#[test]
fn two_samplers_of_one_unit_fail_without_a_vertex_shader_too() {
    let _gl = Gl::new(core());
    let fragment = "#version 430\nuniform sampler2D a;\nuniform sampler3D b;\nout vec4 o;\nvoid main() { o = texture(a, vec2(0.0)) + texture(b, vec3(0.0)); }";
    let fragment = program(GL_FRAGMENT_SHADER, fragment);
    let mut name = 0;
    gl!(glGenProgramPipelines(1 => i32, &raw mut name => *mut u32));
    gl!(glUseProgramStages(name => u32, GL_FRAGMENT_SHADER_BIT => u32, fragment => u32));
    gl!(glBindProgramPipeline(name => u32));
    assert_eq!(outcome(name), (0, GL_INVALID_OPERATION));
    let unit = gl!(glGetUniformLocation(fragment => u32, c"b".as_ptr() => *const i8) -> i32);
    gl!(glProgramUniform1i(fragment => u32, unit => i32, 1 => i32));
    assert_eq!(outcome(name), (1, GL_NO_ERROR));
}

#[test]
fn values_of_inactive_uniforms_with_locations_are_ignored() {
    let gl = Gl::new(core());
    let fragment = c"#version 430\nlayout(location = 3) uniform float unused[2];\nout vec4 o;\nvoid main() { o = vec4(1.0); }";
    let vertex = c"#version 430\nvoid main() { gl_Position = vec4(0.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    for location in [3, 4] {
        gl!(glUniform1f(location => i32, 1.0 => f32));
        gl.no_error();
    }
    gl!(glUniform1f(5 => i32, 1.0 => f32));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
}

#[test]
fn display_lists_do_not_bind_pipelines() {
    let gl = Gl::new(compatibility());
    let mut names = [0; 2];
    gl!(glGenProgramPipelines(2 => i32, names.as_mut_ptr() => *mut u32));
    let bound = || {
        let mut value = 0;
        gl!(glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING => u32, &raw mut value => *mut i32));
        value.cast_unsigned()
    };
    let list = gl!(glGenLists(1 => i32) -> u32);
    gl!(glNewList(list => u32, GL_COMPILE => u32));
    gl!(glBindProgramPipeline(names[0] => u32));
    gl!(glEndList());
    assert_eq!(bound(), names[0], "at once");
    gl!(glBindProgramPipeline(names[1] => u32));
    gl!(glCallList(list => u32));
    assert_eq!(bound(), names[1]);
    gl.no_error();
}
