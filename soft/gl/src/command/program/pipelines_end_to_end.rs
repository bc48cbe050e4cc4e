//! Program pipelines: what draws and validation make of their stages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::{CStr, CString};

const POSITION: &str = "gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);";

fn program(stage: u32, text: &str) -> u32 {
    let text = CString::new(text).unwrap();
    let texts = [text.as_ptr()];
    let program = glCreateShaderProgramv(stage, 1, texts.as_ptr());
    let mut status = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &raw mut status);
    assert_eq!(status, 1, "{text:?}");
    program
}

/// A bound pipeline of two programs.
fn pipeline(vertex: &str, fragment: &str) -> (u32, [u32; 2]) {
    let programs = [program(GL_VERTEX_SHADER, vertex), program(GL_FRAGMENT_SHADER, fragment)];
    let mut name = 0;
    glGenProgramPipelines(1, &raw mut name);
    glUseProgramStages(name, GL_VERTEX_SHADER_BIT, programs[0]);
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, programs[1]);
    glBindProgramPipeline(name);
    (name, programs)
}

/// Validates and draws: the status, and the error of the draw.
fn outcome(name: u32) -> (i32, u32) {
    let mut status = -1;
    glValidateProgramPipeline(name);
    glGetProgramPipelineiv(name, GL_VALIDATE_STATUS, &raw mut status);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    (status, glGetError())
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
    glProgramParameteri(programs[1], GL_PROGRAM_SEPARABLE, 0);
    assert_eq!(outcome(name), (1, GL_NO_ERROR), "not linked yet");
    let shader = glCreateShader(GL_FRAGMENT_SHADER);
    let texts: [*const i8; 1] = [CStr::as_ptr(fragment)];
    glShaderSource(shader, 1, texts.as_ptr(), std::ptr::null());
    glCompileShader(shader);
    glAttachShader(programs[1], shader);
    glLinkProgram(programs[1]);
    gl.no_error();
    assert_eq!(outcome(name), (0, GL_INVALID_OPERATION));
    // The parameter without another link makes it no separable program.
    glProgramParameteri(programs[1], GL_PROGRAM_SEPARABLE, 1);
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, programs[1]);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn es_draws_with_one_of_the_two_tessellation_stages_fail() {
    let gl = Gl::new(es(3, 2));
    let vertex = format!("#version 320 es\nvoid main() {{ {POSITION} }}");
    let evaluation = "#version 320 es\nlayout(triangles) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }";
    let (name, _) = pipeline(&vertex, "#version 320 es\nout mediump vec4 o;\nvoid main() { o = vec4(1.0); }");
    let evaluation = program(GL_TESS_EVALUATION_SHADER, evaluation);
    glUseProgramStages(name, GL_TESS_EVALUATION_SHADER_BIT, evaluation);
    gl.no_error();
    glDrawArrays(GL_PATCHES, 0, 3);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn a_function_may_return_on_some_paths_only() {
    let gl = Gl::new(core());
    let vertex = CString::new(format!("#version 430\nvoid main() {{ {POSITION} }}")).unwrap();
    let fragment = c"#version 430\nout vec4 o;\nfloat f(float x) { if (x > 0.0) return x; }\nvoid main() { o = vec4(0.0, f(gl_FragCoord.x - 4.0), 0.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
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
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(1, 1, 1);
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
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), [66; 4], "of the provoking vertex, the last");
}

#[test]
fn the_provoking_vertex_of_es_is_the_last() {
    let gl = Gl::new(es(3, 2));
    let mut value = 0;
    glGetIntegerv(GL_LAYER_PROVOKING_VERTEX, &raw mut value);
    assert_eq!(value.cast_unsigned(), GL_LAST_VERTEX_CONVENTION);
    gl.no_error();
}

#[test]
fn two_samplers_of_one_unit_fail_without_a_vertex_shader_too() {
    let _gl = Gl::new(core());
    let fragment = "#version 430\nuniform sampler2D a;\nuniform sampler3D b;\nout vec4 o;\nvoid main() { o = texture(a, vec2(0.0)) + texture(b, vec3(0.0)); }";
    let fragment = program(GL_FRAGMENT_SHADER, fragment);
    let mut name = 0;
    glGenProgramPipelines(1, &raw mut name);
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, fragment);
    glBindProgramPipeline(name);
    assert_eq!(outcome(name), (0, GL_INVALID_OPERATION));
    let unit = glGetUniformLocation(fragment, c"b".as_ptr());
    glProgramUniform1i(fragment, unit, 1);
    assert_eq!(outcome(name), (1, GL_NO_ERROR));
}

#[test]
fn values_of_inactive_uniforms_with_locations_are_ignored() {
    let gl = Gl::new(core());
    let fragment = c"#version 430\nlayout(location = 3) uniform float unused[2];\nout vec4 o;\nvoid main() { o = vec4(1.0); }";
    let vertex = c"#version 430\nvoid main() { gl_Position = vec4(0.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    for location in [3, 4] {
        glUniform1f(location, 1.0);
        gl.no_error();
    }
    glUniform1f(5, 1.0);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn display_lists_do_not_bind_pipelines() {
    let gl = Gl::new(compatibility());
    let mut names = [0; 2];
    glGenProgramPipelines(2, names.as_mut_ptr());
    let bound = || {
        let mut value = 0;
        glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING, &raw mut value);
        value.cast_unsigned()
    };
    let list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glBindProgramPipeline(names[0]);
    glEndList();
    assert_eq!(bound(), names[0], "at once");
    glBindProgramPipeline(names[1]);
    glCallList(list);
    assert_eq!(bound(), names[1]);
    gl.no_error();
}
