//! Loads, stores, atomics and sizes of multisampled images, from shader text to samples.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::images_end_to_end::bind;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::core;
use crate::tokens::*;
use std::ffi::{CStr, CString};

/// A texture of four samples, 3 by 2 texels and as many layers, all of which are bound to unit 0.
fn bound(gl: &Gl, layers: Option<i32>, format: u32) -> u32 {
    let mut name = 0u32;
    let target = if layers.is_some() { GL_TEXTURE_2D_MULTISAMPLE_ARRAY } else { GL_TEXTURE_2D_MULTISAMPLE };
    glCreateTextures(target, 1, &raw mut name);
    match layers {
        Some(layers) => glTextureStorage3DMultisample(name, 4, format, 3, 2, layers, 1),
        None => glTextureStorage2DMultisample(name, 4, format, 3, 2, 1),
    }
    bind(0, name, 0, None, format);
    gl.no_error();
    name
}

/// The first components of each sample of each texel of each layer.
fn reds(gl: &Gl, name: u32) -> Vec<u32> {
    let level = gl.0.lock().unwrap().share.texture(name).unwrap().whole_level(0).unwrap();
    let texels = |surface: base::image::Surface| (0..6).map(move |at| surface.texel(at % 3, at / 3)[0]).collect::<Vec<_>>();
    level.layers.iter().flat_map(|layer| layer.each_sample().cloned().flat_map(texels).collect::<Vec<_>>()).collect()
}

fn dispatch(gl: &Gl, text: &CStr) {
    gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    gl.no_error();
}

#[test]
fn each_sample_is_stored_and_loaded() {
    let gl = Gl::new(core());
    let image = bound(&gl, None, GL_R32UI);
    dispatch(
        &gl,
        c"#version 450
layout(local_size_x = 3, local_size_y = 2, local_size_z = 5) in;
layout(r32ui, binding = 0) uniform uimage2DMS image;
void main() {
    ivec3 at = ivec3(gl_LocalInvocationID);
    // Sample 4 does not exist, and neither do negative ones.
    imageStore(image, at.xy, at.z, uvec4(1 + at.x + 10 * at.y + 100 * at.z));
    imageStore(image, at.xy, -1, uvec4(7));
}",
    );
    let wanted: Vec<u32> = (0..24).map(|at| 1 + at % 3 + 10 * (at / 3 % 2) + 100 * (at / 6)).collect();
    assert_eq!(reds(&gl, image), wanted);
    gl.buffer(GL_SHADER_STORAGE_BUFFER, &[9; 8]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 1);
    dispatch(
        &gl,
        c"#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2DMS image;
layout(std430, binding = 0) buffer B { uint found[]; };
void main() {
    found[0] = imageLoad(image, ivec2(2, 1), 3).r;
    found[1] = imageLoad(image, ivec2(2, 1), 4).r;
    found[2] = imageLoad(image, ivec2(3, 1), 0).r;
    found[3] = uint(imageSize(image).x * 10 + imageSize(image).y);
    found[4] = uint(imageSamples(image));
    found[5] = imageAtomicAdd(image, ivec2(0, 0), 2, 1000u);
    found[6] = imageAtomicCompSwap(image, ivec2(1, 0), 1, 102u, 5u);
    found[7] = uint(gl_MaxImageSamples);
}",
    );
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 8), [313, 0, 0, 32, 4, 201, 102, 8]);
    let found = reds(&gl, image);
    assert_eq!((found[12], found[7]), (1201, 5));
}

#[test]
fn layers_have_samples_too() {
    for layer in [None, Some(1)] {
        let gl = Gl::new(core());
        let image = bound(&gl, Some(2), GL_R32F);
        bind(0, image, 0, layer, GL_R32F);
        let (kind, at) = if layer.is_some() { ("image2DMS", "ivec2(2, 0)") } else { ("image2DMSArray", "ivec3(2, 0, 1)") };
        let text = format!(
            "#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform {kind} image;
void main() {{ imageStore(image, {at}, 1, vec4(imageSize(image).y + imageSamples(image))); }}"
        );
        dispatch(&gl, &CString::new(text).unwrap());
        let mut wanted = vec![0.0f32.to_bits(); 48];
        wanted[24 + 6 + 2] = 6.0f32.to_bits();
        assert_eq!(reds(&gl, image), wanted);
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, image);
        gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 1);
        dispatch(
            &gl,
            c"#version 450
layout(local_size_x = 1) in;
uniform sampler2DMSArray image;
layout(std430, binding = 0) buffer B { float found; };
void main() { found = texelFetch(image, ivec3(2, 0, 1), 1).r; }",
        );
        assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 1), [6.0f32.to_bits()]);
    }
}

#[test]
fn images_of_other_kinds_are_not_accessed() {
    let gl = Gl::new(core());
    let image = bound(&gl, None, GL_R32UI);
    dispatch(
        &gl,
        c"#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2D image;
layout(r32ui, binding = 1) uniform uimage2DMS unbound;
void main() {
    imageStore(image, ivec2(0), uvec4(1));
    imageStore(unbound, ivec2(0), 0, uvec4(imageSamples(unbound)));
}",
    );
    assert_eq!(reds(&gl, image), [0; 24]);
}

/// "Returns the number of samples of the image bound to image." [GLSL 4.60, 8.12]
#[test]
fn one_layer_has_samples_for_images_of_arrays_too() {
    let gl = Gl::new(core());
    let image = bound(&gl, Some(2), GL_R32UI);
    bind(0, image, 0, Some(1), GL_R32UI);
    gl.buffer(GL_SHADER_STORAGE_BUFFER, &[9; 2]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 1);
    dispatch(
        &gl,
        c"#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2DMSArray image;
layout(std430, binding = 0) buffer B { uint found[]; };
void main() {
    found[0] = uint(imageSamples(image));
    found[1] = imageLoad(image, ivec3(0), 0).r;
    imageStore(image, ivec3(0), 0, uvec4(1));
}",
    );
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 2), [4, 0]);
    assert_eq!(reds(&gl, image), [0; 48], "other accesses of another kind are invalid");
}
