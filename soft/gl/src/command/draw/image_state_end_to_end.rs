//! The state of images that draws and dispatches see: uniforms, bindings, limits, mapped buffers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::images_end_to_end::{bind, bound, compute};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;

#[test]
fn image_uniforms_are_reflected_and_set() {
    let gl = Gl::new(core());
    let program = gl.program(
        &[(
            GL_COMPUTE_SHADER,
            c"#version 450
layout(local_size_x = 1) in;
layout(r32i) uniform iimageCubeArray cubes[3];
layout(r32f, binding = 5) uniform image2D plane;
void main() { imageStore(cubes[2], ivec3(0), imageLoad(cubes[1], ivec3(0))); imageStore(plane, ivec2(0), vec4(1.0)); }",
        )],
        &[],
    );
    let (cubes, plane) = (gl.location(program, "cubes"), gl.location(program, "plane"));
    for (name, ty, size) in [(c"cubes[0]", GL_INT_IMAGE_CUBE_MAP_ARRAY, 3), (c"plane", GL_IMAGE_2D, 1)] {
        let names = [name.as_ptr()];
        let mut index = 0u32;
        glGetUniformIndices(program, 1, names.as_ptr(), &raw mut index);
        let properties = [GL_TYPE, GL_ARRAY_SIZE, GL_BLOCK_INDEX, GL_REFERENCED_BY_COMPUTE_SHADER];
        let mut values = [0i32; 4];
        glGetProgramResourceiv(program, GL_UNIFORM, index, 4, properties.as_ptr(), 4, std::ptr::null_mut(), values.as_mut_ptr());
        assert_eq!(values, [ty.cast_signed(), size, -1, 1]);
    }
    gl.no_error();
    let value = |location: i32| {
        let mut value = -1;
        glGetUniformiv(program, location, &raw mut value);
        value
    };
    assert_eq!((value(cubes), value(plane)), (0, 5));
    let units = [1i32, 2, 3];
    glUniform1iv(cubes, 3, units.as_ptr());
    glUniform1i(plane, 7);
    gl.no_error();
    assert_eq!((value(cubes + 2), value(plane)), (3, 7));
    let raised = || glGetError();
    for unit in [-1, 16] {
        glUniform1i(plane, unit);
        assert_eq!(raised(), GL_INVALID_VALUE, "{unit}");
    }
    glUniform1ui(plane, 1);
    assert_eq!(raised(), GL_INVALID_OPERATION);
    glUniform1f(plane, 1.0);
    assert_eq!(raised(), GL_INVALID_OPERATION);
    assert_eq!(value(plane), 7);
}

#[test]
fn embedded_contexts_set_no_image_uniforms() {
    let gl = Gl::new(es(3, 1));
    let program = gl.program(
        &[(
            GL_COMPUTE_SHADER,
            c"#version 310 es
layout(local_size_x = 1) in;
layout(r32f, binding = 3) writeonly uniform highp image2D plane;
void main() { imageStore(plane, ivec2(0), vec4(1.0)); }",
        )],
        &[],
    );
    glUniform1i(gl.location(program, "plane"), 1);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn bindings_and_limits_are_state() {
    let gl = Gl::new(core());
    let name = bound(&gl, 3, GL_TEXTURE_2D_ARRAY, GL_RG16, [1, 1, 9]);
    glBindImageTexture(3, name, 2, 0, 7, GL_WRITE_ONLY, GL_R32F);
    let binding = |name: u32, index: u32| {
        let mut value = -1;
        glGetIntegeri_v(name, index, &raw mut value);
        value
    };
    let names = [
        GL_IMAGE_BINDING_NAME,
        GL_IMAGE_BINDING_LEVEL,
        GL_IMAGE_BINDING_LAYERED,
        GL_IMAGE_BINDING_LAYER,
        GL_IMAGE_BINDING_ACCESS,
        GL_IMAGE_BINDING_FORMAT,
    ];
    assert_eq!(names.map(|state| binding(state, 3).cast_unsigned()), [name, 2, 0, 7, GL_WRITE_ONLY, GL_R32F]);
    assert_eq!(names.map(|state| binding(state, 4).cast_unsigned()), [0, 0, 0, 0, GL_READ_ONLY, GL_R8]);
    gl.no_error();
    binding(GL_IMAGE_BINDING_NAME, 16);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
    let limit = |name: u32| {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        value
    };
    assert_eq!(
        [
            GL_MAX_IMAGE_UNITS,
            GL_MAX_VERTEX_IMAGE_UNIFORMS,
            GL_MAX_FRAGMENT_IMAGE_UNIFORMS,
            GL_MAX_COMPUTE_IMAGE_UNIFORMS,
            GL_MAX_COMBINED_IMAGE_UNIFORMS,
            GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES,
            GL_MAX_IMAGE_SAMPLES
        ]
        .map(limit),
        [16, 16, 16, 16, 96, 120, 8]
    );
    let mut kind = 0;
    glGetTextureParameteriv(name, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &raw mut kind);
    assert_eq!(kind.cast_unsigned(), GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE);
    gl.no_error();
}

#[test]
fn mapped_buffer_textures_cannot_be_accessed() {
    let gl = Gl::new(core());
    let buffer = gl.buffer(GL_TEXTURE_BUFFER, &[0; 4]);
    let mut name = 0;
    glCreateTextures(GL_TEXTURE_BUFFER, 1, &raw mut name);
    glTextureBuffer(name, GL_R32UI, buffer);
    bind(0, name, 0, None, GL_R32UI);
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) writeonly uniform uimageBuffer list;
void main() { imageStore(list, 1, uvec4(5)); }";
    compute(&gl, text);
    glMapBuffer(GL_TEXTURE_BUFFER, GL_READ_ONLY);
    glDispatchCompute(1, 1, 1);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
    glUnmapBuffer(GL_TEXTURE_BUFFER);
    assert_eq!(gl.words(GL_TEXTURE_BUFFER, 4), [0, 5, 0, 0]);
}

#[test]
fn display_lists_keep_single_bindings() {
    let gl = Gl::new(compatibility());
    let (one, other) = (bound(&gl, 0, GL_TEXTURE_2D, GL_R32F, [1, 1, 1]), bound(&gl, 0, GL_TEXTURE_2D, GL_RG8, [1, 1, 1]));
    let units = || {
        let context = gl.0.lock().unwrap();
        [0, 1].map(|unit: usize| context.image_units.units[unit].texture.as_ref().map_or(0, |texture| texture.name))
    };
    glNewList(1, GL_COMPILE);
    bind(0, one, 0, None, GL_R32F);
    // "Multi-object binds: BindBuffersBase, BindBuffersRange, BindTextures, BindSamplers, BindImageTextures, and BindVertexBuffers" are
    // executed at once [GL 4.4, 21.4.1].
    glBindImageTextures(1, 1, std::ptr::from_ref(&one));
    glEndList();
    assert_eq!(units(), [other, one]);
    glBindImageTextures(1, 1, std::ptr::null());
    glCallList(1);
    gl.no_error();
    assert_eq!(units(), [one, 0]);
}
