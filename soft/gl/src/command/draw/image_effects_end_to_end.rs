//! Image accesses of the stages of draws, and which fragments have them: helper invocations, discarded fragments, early tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::images_end_to_end::{bound, reds};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::core;
use crate::tokens::*;
use base::core::pool::Pool;
use std::ffi::CStr;
use std::sync::Arc;

/// A triangle over the whole window; its depth is that of the instance.
const WHOLE_WINDOW: &CStr = c"#version 450
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.5 - float(gl_InstanceID), 1.0);
}";

/// Triangles of a pixel in every fourth pixel of the window.
const SMALL: &CStr = c"#version 450
void main() {
    vec2 corner = vec2(gl_InstanceID & 3, gl_InstanceID >> 2) * 4.0;
    vec2 at = corner + vec2(gl_VertexID == 1 ? 1.6 : -0.4, gl_VertexID == 2 ? 1.6 : -0.4) * 0.9 + 0.05;
    gl_Position = vec4(at / 8.0 - 1.0, 0.0, 1.0);
}";

/// Draws instances of a triangle.
fn draw(gl: &Gl, instances: i32) {
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, instances);
    gl.no_error();
}

/// Renders to a framebuffer of 16 by 16 pixels with depth, cleared to 0.5, whose fragments below that pass.
fn with_depth(gl: &Gl) {
    let (mut framebuffer, mut renderbuffer) = (0u32, 0u32);
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(1, &raw mut renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, 16, 16);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
    glDrawBuffer(GL_NONE);
    glClearDepth(0.5);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    gl.no_error();
}

#[test]
fn fragments_count_themselves() {
    let gl = Gl::new(core());
    let image = bound(&gl, 0, GL_TEXTURE_2D, GL_R32UI, [4, 1, 1]);
    let text = c"#version 450
layout(r32ui, binding = 0) uniform uimage2D counts;
out vec4 pixel;
void main() {
    float step = dFdx(gl_FragCoord.x) + dFdy(gl_FragCoord.y);
    imageAtomicAdd(counts, ivec2(0), 1u);
    if (gl_HelperInvocation) imageAtomicAdd(counts, ivec2(1, 0), 1u);
    if ((int(gl_FragCoord.x) & 4) != 0) discard;
    imageAtomicAdd(counts, ivec2(2, 0), uint(step));
    pixel = vec4(1.0);
}";
    gl.program(&[(GL_VERTEX_SHADER, SMALL), (GL_FRAGMENT_SHADER, text)], &[]);
    let counts = gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS, GL_SAMPLES_PASSED], || draw(&gl, 16));
    // Each triangle covers one pixel; its quad has three helper invocations, which run without effects.
    assert_eq!(counts, [16, 8]);
    assert_eq!(reds(&gl, image), [16, 0, 16, 0]);
}

#[test]
fn derivatives_are_those_of_each_row_and_column() {
    let gl = Gl::new(core());
    let image = bound(&gl, 0, GL_TEXTURE_2D, GL_R32UI, [16, 16, 1]);
    let text = c"#version 450
layout(binding = 0) writeonly uniform uimage2D image;
void main() {
    vec2 at = gl_FragCoord.xy;
    float product = at.x * at.y;
    bool exact = dFdx(product) == at.y && dFdy(product) == at.x && fwidth(product) == at.x + at.y;
    imageStore(image, ivec2(at), uvec4(exact));
}";
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, text)], &[]);
    draw(&gl, 1);
    assert_eq!(reds(&gl, image), [1; 256]);
}

#[test]
fn stores_without_colours_run() {
    let gl = Gl::new(core());
    let image = bound(&gl, 0, GL_TEXTURE_2D, GL_R32UI, [16, 16, 1]);
    let text = c"#version 450
layout(binding = 0) writeonly uniform uimage2D image;
void main() { imageStore(image, ivec2(gl_FragCoord.xy), uvec4(uint(gl_FragCoord.x) + 100u * uint(gl_FragCoord.y))); }";
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, text)], &[]);
    glColorMask(0, 0, 0, 0);
    draw(&gl, 1);
    let wanted: Vec<u32> = (0..256).map(|index| index % 16 + 100 * (index / 16)).collect();
    assert_eq!(reds(&gl, image), wanted);
}

/// The number of fragments of two instances that ran and passed: the first one is behind, the second before the depth buffer's 0.5.
fn tested(early: &str, body: &str) -> (u32, u64) {
    let gl = Gl::new(core());
    let image = bound(&gl, 0, GL_TEXTURE_1D, GL_R32UI, [1, 1, 1]);
    with_depth(&gl);
    let text = format!("#version 450\n{early}\nlayout(r32ui, binding = 0) uniform uimage1D count;\nvoid main() {{ {body} }}");
    let text = std::ffi::CString::new(text).unwrap();
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, &text)], &[]);
    let passed = gl.count(&[GL_SAMPLES_PASSED], || draw(&gl, 2));
    (reds(&gl, image)[0], passed[0])
}

#[test]
fn early_fragment_tests_come_before_the_shader() {
    const EARLY: &str = "layout(early_fragment_tests) in;";
    let count = "imageAtomicAdd(count, 0, 1u);";
    assert_eq!(tested("", count), (512, 256), "side effects are not lost to late tests");
    assert_eq!(tested(EARLY, count), (256, 256));
    // A discarded fragment has passed the early test already, and the depth that the shader writes has no effect.
    let discarded = "imageAtomicAdd(count, 0, 1u); discard;";
    assert_eq!(tested("", discarded), (512, 0));
    assert_eq!(tested(EARLY, discarded), (256, 256));
    let depth = "gl_FragDepth = 0.25; imageAtomicAdd(count, 0, 1u);";
    assert_eq!(tested("", depth), (512, 256));
    assert_eq!(tested(EARLY, depth), (256, 256));
}

#[test]
fn overlapping_primitives_store_in_order_with_any_number_of_threads() {
    let run = |threads: usize| {
        let gl = Gl::new(core());
        gl.0.lock().unwrap().pool = Arc::new(Pool::new(threads));
        let image = bound(&gl, 0, GL_TEXTURE_2D, GL_R32UI, [16, 16, 1]);
        let last = bound(&gl, 1, GL_TEXTURE_1D, GL_R8UI, [16, 1, 1]);
        let vertex = c"#version 450
flat out uint number;
void main() {
    number = uint(gl_InstanceID);
    float lower = -1.0 + float(gl_InstanceID) * 0.1;
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : lower, gl_VertexID == 2 ? 3.0 : lower, 0.0, 1.0);
}";
        let text = c"#version 450
layout(r32ui, binding = 0) uniform uimage2D image;
layout(binding = 1) writeonly uniform uimage1D last;
flat in uint number;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    imageStore(image, at, imageLoad(image, at) * 7u + number + 1u);
    imageStore(last, at.x, uvec4(number + uint(at.y)));
}";
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, text)], &[]);
        draw(&gl, 5);
        (reds(&gl, image), reds(&gl, last))
    };
    let (first, last) = run(1);
    // The pixel in the middle is in all triangles.
    assert_eq!(first[8 * 16 + 8], (1..=5).fold(0, |value, number| value * 7 + number));
    for threads in [2, 3, 4] {
        assert_eq!(run(threads), (first.clone(), last.clone()), "{threads} threads");
    }
}

#[test]
fn compute_stores_are_the_same_with_any_number_of_threads() {
    let run = |threads: usize| {
        let gl = Gl::new(core());
        gl.0.lock().unwrap().pool = Arc::new(Pool::new(threads));
        let image = bound(&gl, 0, GL_TEXTURE_1D, GL_R8UI, [1000, 1, 1]);
        let sum = bound(&gl, 1, GL_TEXTURE_1D, GL_R32UI, [1, 1, 1]);
        let text = c"#version 450
layout(local_size_x = 3) in;
layout(binding = 0) writeonly uniform uimage1D image;
layout(r32ui, binding = 1) uniform uimage1D sum;
void main() {
    imageStore(image, int(gl_GlobalInvocationID.x), uvec4(gl_GlobalInvocationID.x % 251u));
    imageAtomicAdd(sum, 0, gl_GlobalInvocationID.x);
}";
        gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
        glDispatchCompute(400, 1, 1);
        gl.no_error();
        (reds(&gl, image), reds(&gl, sum))
    };
    let wanted: Vec<u32> = (0..1000).map(|x| x % 251).collect();
    for threads in 1..=4 {
        assert_eq!(run(threads), (wanted.clone(), vec![(0..1200).sum::<u32>()]), "{threads} threads");
    }
}

#[test]
fn every_stage_of_a_draw_has_images() {
    let gl = Gl::new(core());
    let image = bound(&gl, 0, GL_TEXTURE_1D, GL_R32UI, [8, 1, 1]);
    let vertex = c"#version 450
layout(r32ui, binding = 0) uniform uimage1D counts;
void main() {
    imageAtomicAdd(counts, 0, 1u);
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}";
    let control = c"#version 450
layout(vertices = 3) out;
layout(r32ui, binding = 0) uniform uimage1D counts;
void main() {
    imageAtomicAdd(counts, 1, 1u);
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0;
}";
    let evaluation = c"#version 450
layout(triangles) in;
layout(r32ui, binding = 0) uniform uimage1D counts;
void main() {
    imageAtomicAdd(counts, 2, 1u);
    gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y + gl_in[2].gl_Position * gl_TessCoord.z;
}";
    let geometry = c"#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(r32ui, binding = 0) uniform uimage1D counts;
void main() {
    imageAtomicAdd(counts, 3, 1u);
    for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; EmitVertex(); }
}";
    let fragment = c"#version 450
layout(r32ui, binding = 0) uniform uimage1D counts;
void main() { imageAtomicAdd(counts, 4, 1u); }";
    gl.program(
        &[
            (GL_VERTEX_SHADER, vertex),
            (GL_TESS_CONTROL_SHADER, control),
            (GL_TESS_EVALUATION_SHADER, evaluation),
            (GL_GEOMETRY_SHADER, geometry),
            (GL_FRAGMENT_SHADER, fragment),
        ],
        &[],
    );
    glPatchParameteri(GL_PATCH_VERTICES, 3);
    let draw = || glDrawArrays(GL_PATCHES, 0, 3);
    draw();
    gl.no_error();
    assert_eq!(reds(&gl, image), [3, 3, 3, 1, 256, 0, 0, 0]);
    glEnable(GL_RASTERIZER_DISCARD);
    draw();
    gl.no_error();
    assert_eq!(reds(&gl, image), [6, 6, 6, 2, 256, 0, 0, 0]);
}
