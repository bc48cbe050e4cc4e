//! The commands on subroutines, from shader text to pixels.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use std::ffi::{CStr, CString};

const VERTEX: &CStr = c"#version 430
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
const FRAGMENT: &CStr = c"#version 430
out vec4 pixel;
subroutine vec4 paint(float x);
subroutine float number();
layout(index = 3) subroutine(paint) vec4 red(float x) { return vec4(x, 0.0, 0.0, 1.0); }
subroutine(paint) vec4 green(float x) { return vec4(0.0, x, 0.0, 1.0); }
subroutine(paint) vec4 blue(float x) { return vec4(0.0, 0.0, x, 1.0); }
subroutine(number) float whole() { return 1.0; }
layout(location = 1) subroutine uniform paint brush[2];
layout(location = 4) subroutine uniform number amount;
void main() { pixel = brush[int(gl_FragCoord.x) & 1](amount()); }";
const S: u32 = GL_FRAGMENT_SHADER;

/// Green 0, blue 1, whole 2, red 3; brush at 1 and 2, amount at 4.
fn painted(gl: &Gl) -> u32 {
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (S, FRAGMENT)], &[])
}

fn set(indices: &[u32]) -> u32 {
    glUniformSubroutinesuiv(S, indices.len() as i32, indices.as_ptr());
    glGetError()
}

fn draw(gl: &Gl) -> [[u8; 4]; 2] {
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    [gl.pixel(4, 4), gl.pixel(5, 4)]
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn lanes_call_different_subroutines() {
    let gl = Gl::new(core());
    painted(&gl);
    assert_eq!(draw(&gl), [GREEN, GREEN], "the defaults");
    assert_eq!(set(&[99, 3, 1, 99, 2]), GL_NO_ERROR);
    assert_eq!(draw(&gl), [RED, BLUE]);
    assert_eq!(set(&[0, 1, 1, 0, 2]), GL_NO_ERROR);
    assert_eq!(draw(&gl), [BLUE, BLUE]);
}

#[test]
fn the_values_are_reset_with_the_program() {
    let gl = Gl::new(core());
    let program = painted(&gl);
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    glUseProgram(program);
    assert_eq!(draw(&gl), [GREEN, GREEN]);
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    glLinkProgram(program);
    assert_eq!(draw(&gl), [GREEN, GREEN], "linked again");
}

#[test]
fn pipelines_have_subroutines() {
    let gl = Gl::new(core());
    let separable = |stage: u32, text: &CStr| {
        let texts = [text.as_ptr()];
        glCreateShaderProgramv(stage, 1, texts.as_ptr())
    };
    let vertex = CString::new(VERTEX.to_str().unwrap().replace("void main", "out gl_PerVertex { vec4 gl_Position; };\nvoid main")).unwrap();
    let (vertex, fragment) = (separable(GL_VERTEX_SHADER, &vertex), separable(S, FRAGMENT));
    let mut pipeline = 0;
    glGenProgramPipelines(1, &raw mut pipeline);
    glBindProgramPipeline(pipeline);
    assert_eq!(set(&[]), GL_INVALID_OPERATION);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    assert_eq!(draw(&gl), [RED, BLUE]);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    assert_eq!(draw(&gl), [RED, BLUE], "the fragment stage did not change");
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    assert_eq!(draw(&gl), [GREEN, GREEN]);
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    glBindProgramPipeline(pipeline);
    assert_eq!(draw(&gl), [GREEN, GREEN]);
}

#[test]
fn errors_of_uniform_subroutines() {
    let gl = Gl::new(core());
    assert_eq!(set(&[]), GL_INVALID_OPERATION);
    painted(&gl);
    let none: *const u32 = std::ptr::null();
    glUniformSubroutinesuiv(GL_TEXTURE_2D, 0, none);
    assert_eq!(glGetError(), GL_INVALID_ENUM);
    glUniformSubroutinesuiv(S, -1, none);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
    assert_eq!(set(&[0, 0, 0, 0]), GL_INVALID_VALUE);
    assert_eq!(set(&[0, 4, 0, 0, 2]), GL_INVALID_VALUE);
    assert_eq!(set(&[0, 2, 0, 0, 2]), GL_INVALID_OPERATION);
    // A stage without subroutines has no locations.
    glUniformSubroutinesuiv(GL_VERTEX_SHADER, 0, none);
    gl.no_error();
    assert_eq!(draw(&gl), [GREEN, GREEN], "an error changes nothing");
}

#[test]
fn an_unused_index_cannot_be_set() {
    let gl = Gl::new(core());
    let text = c"#version 430
out vec4 pixel;
subroutine vec4 paint();
layout(index = 2) subroutine(paint) vec4 red() { return vec4(1.0); }
subroutine uniform paint brush;
void main() { pixel = brush(); }";
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (S, text)], &[]);
    assert_eq!(set(&[1]), GL_INVALID_VALUE);
    assert_eq!(set(&[2]), GL_NO_ERROR);
    let (mut length, mut name) = (9, [7u8; 8]);
    glGetActiveSubroutineName(program, S, 0, 8, &raw mut length, name.as_mut_ptr().cast());
    assert_eq!((length, name[0]), (0, 0));
}

#[test]
fn values_of_locations() {
    let gl = Gl::new(core());
    let get = |stage: u32, location: i32| {
        let mut value = 77;
        glGetUniformSubroutineuiv(stage, location, &raw mut value);
        (value, glGetError())
    };
    assert_eq!(get(S, 0), (77, GL_INVALID_OPERATION));
    painted(&gl);
    assert_eq!(get(S, 1), (0, GL_NO_ERROR));
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    assert_eq!([1, 2, 4].map(|location| get(S, location).0), [3, 1, 2]);
    assert_eq!(get(S, 0), (GL_INVALID_INDEX, GL_NO_ERROR));
    assert_eq!(get(S, 5), (77, GL_INVALID_VALUE));
    assert_eq!(get(S, -1), (77, GL_INVALID_VALUE));
    assert_eq!(get(GL_TEXTURE_2D, 0), (77, GL_INVALID_ENUM));
}

#[test]
fn names_indices_and_properties() {
    let gl = Gl::new(core());
    let program = painted(&gl);
    let index = |name: &CStr| glGetSubroutineIndex(program, S, name.as_ptr());
    assert_eq!([c"green", c"blue", c"whole", c"red", c"paint"].map(index), [0, 1, 2, 3, GL_INVALID_INDEX]);
    let location = |name: &CStr| glGetSubroutineUniformLocation(program, S, name.as_ptr());
    assert_eq!([c"brush", c"brush[0]", c"brush[1]", c"amount", c"brush[2]"].map(location), [1, 1, 2, 4, -1]);
    gl.no_error();
    let stage = |stage: u32, pname: u32| {
        let mut value = -7;
        glGetProgramStageiv(program, stage, pname, &raw mut value);
        value
    };
    let names = [
        GL_ACTIVE_SUBROUTINES,
        GL_ACTIVE_SUBROUTINE_UNIFORMS,
        GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS,
        GL_ACTIVE_SUBROUTINE_MAX_LENGTH,
        GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH,
    ];
    assert_eq!(names.map(|name| stage(S, name)), [4, 2, 5, 6, 9]);
    assert_eq!(names.map(|name| stage(GL_VERTEX_SHADER, name)), [0; 5]);
    let uniform = |index: u32, pname: u32| {
        let mut values = [-7; 4];
        glGetActiveSubroutineUniformiv(program, S, index, pname, values.as_mut_ptr());
        values
    };
    assert_eq!(uniform(0, GL_NUM_COMPATIBLE_SUBROUTINES)[0], 3);
    assert_eq!(uniform(0, GL_COMPATIBLE_SUBROUTINES), [0, 1, 3, -7]);
    assert_eq!(uniform(0, GL_UNIFORM_SIZE)[0], 2);
    assert_eq!(uniform(1, GL_UNIFORM_NAME_LENGTH)[0], 7);
    let (mut length, mut name) = (0, [0u8; 9]);
    glGetActiveSubroutineUniformName(program, S, 0, 9, &raw mut length, name.as_mut_ptr().cast());
    assert_eq!((length, &name), (8, b"brush[0]\0"));
    glGetActiveSubroutineName(program, S, 3, 9, &raw mut length, name.as_mut_ptr().cast());
    assert_eq!((length, &name[..4]), (3, &b"red\0"[..]));
    gl.no_error();
}

#[test]
fn errors_of_the_getters() {
    let gl = Gl::new(core());
    let error = || glGetError();
    let (mut value, mut name) = (0, [0u8; 8]);
    let empty = glCreateProgram();
    glGetSubroutineUniformLocation(empty, S, c"f".as_ptr());
    assert_eq!(error(), GL_INVALID_OPERATION);
    let program = painted(&gl);
    glGetSubroutineUniformLocation(program, GL_TEXTURE_2D, c"f".as_ptr());
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetSubroutineIndex(program, GL_TEXTURE_2D, c"f".as_ptr());
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetSubroutineIndex(999, S, c"f".as_ptr());
    assert_eq!(error(), GL_INVALID_VALUE);
    glGetActiveSubroutineUniformiv(program, S, 2, GL_UNIFORM_SIZE, &raw mut value);
    assert_eq!(error(), GL_INVALID_VALUE);
    glGetActiveSubroutineUniformiv(program, S, 0, GL_TEXTURE_2D, &raw mut value);
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetActiveSubroutineUniformName(program, S, 2, 8, &raw mut value, name.as_mut_ptr().cast());
    assert_eq!(error(), GL_INVALID_VALUE);
    glGetActiveSubroutineName(program, S, 4, 8, &raw mut value, name.as_mut_ptr().cast());
    assert_eq!(error(), GL_INVALID_VALUE);
    glGetActiveSubroutineName(program, S, 0, -1, &raw mut value, name.as_mut_ptr().cast());
    assert_eq!(error(), GL_INVALID_VALUE);
    for (name, stage, pname, expected) in [
        (999, S, GL_ACTIVE_SUBROUTINES, GL_INVALID_VALUE),
        (program, GL_TEXTURE_2D, GL_ACTIVE_SUBROUTINES, GL_INVALID_ENUM),
        (program, S, GL_TEXTURE_2D, GL_INVALID_ENUM),
    ] {
        glGetProgramStageiv(name, stage, pname, &raw mut value);
        assert_eq!(error(), expected);
    }
}

#[test]
fn the_interfaces_of_subroutines() {
    let gl = Gl::new(core());
    let program = painted(&gl);
    let interface = |token: u32, pname: u32| {
        let mut value = -7;
        glGetProgramInterfaceiv(program, token, pname, &raw mut value);
        value
    };
    assert_eq!(interface(GL_FRAGMENT_SUBROUTINE, GL_ACTIVE_RESOURCES), 4);
    assert_eq!(interface(GL_FRAGMENT_SUBROUTINE, GL_MAX_NAME_LENGTH), 6);
    assert_eq!(interface(GL_FRAGMENT_SUBROUTINE_UNIFORM, GL_ACTIVE_RESOURCES), 2);
    assert_eq!(interface(GL_FRAGMENT_SUBROUTINE_UNIFORM, GL_MAX_NUM_COMPATIBLE_SUBROUTINES), 3);
    assert_eq!(interface(GL_VERTEX_SUBROUTINE_UNIFORM, GL_ACTIVE_RESOURCES), 0);
    gl.no_error();
    let index = |token: u32, name: &CStr| glGetProgramResourceIndex(program, token, name.as_ptr());
    assert_eq!(index(GL_FRAGMENT_SUBROUTINE, c"red"), 3);
    assert_eq!(index(GL_FRAGMENT_SUBROUTINE_UNIFORM, c"brush"), 0);
    let location = glGetProgramResourceLocation(program, GL_FRAGMENT_SUBROUTINE_UNIFORM, c"brush[1]".as_ptr());
    assert_eq!(location, 2);
    let properties = [GL_NAME_LENGTH, GL_ARRAY_SIZE, GL_LOCATION, GL_NUM_COMPATIBLE_SUBROUTINES, GL_COMPATIBLE_SUBROUTINES];
    let (mut length, mut values) = (0, [-7; 8]);
    glGetProgramResourceiv(program, GL_FRAGMENT_SUBROUTINE_UNIFORM, 0, 5, properties.as_ptr(), 8, &raw mut length, values.as_mut_ptr());
    assert_eq!((length, values), (7, [9, 2, 1, 3, 0, 1, 3, -7]));
    gl.no_error();
    glGetProgramResourceiv(program, GL_FRAGMENT_SUBROUTINE, 0, 1, [GL_LOCATION].as_ptr(), 8, &raw mut length, values.as_mut_ptr());
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn display_lists_set_subroutines() {
    let gl = Gl::new(compatibility());
    painted(&gl);
    let list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    assert_eq!(set(&[0, 3, 1, 0, 2]), GL_NO_ERROR);
    glEndList();
    assert_eq!(draw(&gl), [GREEN, GREEN]);
    glCallList(list);
    assert_eq!(draw(&gl), [RED, BLUE]);
}

#[test]
fn subroutines_of_every_stage_run() {
    let gl = Gl::new(core());
    let body = |call: &str, head: &str, main: &str| {
        let text = format!(
            "#version 430\n{head}\nsubroutine float value();\nsubroutine(value) float one() {{ return 1.0; }}\nsubroutine(value) float less() {{ return 0.5; }}\nsubroutine uniform value {call};\nvoid main() {{ {main} }}"
        );
        CString::new(text).unwrap()
    };
    let vertex = body("f", "out float a;", "a = f(); gl_Position = vec4(0.0);");
    let control = body(
        "f",
        "layout(vertices = 1) out;\nin float a[];\nout float b[];",
        "b[gl_InvocationID] = a[0] * f(); for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 1.0; gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;",
    );
    let evaluation = body(
        "f",
        "layout(quads) in;\nin float b[];\nout float c;",
        "c = b[0] * f(); gl_Position = vec4(gl_TessCoord.xy * 2.0 - 1.0, 0.0, 1.0);",
    );
    let geometry = body(
        "f",
        "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nin float c[];\nout float d;",
        "for (int i = 0; i < 3; i++) { d = c[i] * f(); gl_Position = gl_in[i].gl_Position; EmitVertex(); }",
    );
    let fragment = body("f", "in float d;\nout vec4 pixel;", "pixel = vec4(d * f());");
    let stages = [GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER];
    let texts = [&vertex, &control, &evaluation, &geometry, &fragment];
    let shaders: Vec<(u32, &CStr)> = stages.into_iter().zip(texts.map(|text| text.as_c_str())).collect();
    gl.program(&shaders, &[]);
    glPatchParameteri(GL_PATCH_VERTICES, 1);
    let draw = || {
        glDrawArrays(GL_PATCHES, 0, 1);
        gl.no_error();
        gl.pixel(8, 8)[0]
    };
    assert_eq!(draw(), 255);
    for (number, stage) in stages.into_iter().enumerate() {
        glUniformSubroutinesuiv(stage, 1, [1].as_ptr());
        assert_eq!(draw(), [128, 64, 32, 16, 8][number], "{stage:#x}");
    }
    let compute = body("f", "layout(local_size_x = 1) in;\nlayout(std430) buffer Out { float value_of; };", "value_of = f();");
    gl.program(&[(GL_COMPUTE_SHADER, &compute)], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glUniformSubroutinesuiv(GL_COMPUTE_SHADER, 1, [1].as_ptr());
    glDispatchCompute(1, 1, 1);
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 1), [0.5f32.to_bits()]);
}
