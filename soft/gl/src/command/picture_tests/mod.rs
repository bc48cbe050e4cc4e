//! Pictures and counts are the same bits on every machine: each scene is drawn with several numbers of threads and with every instruction set of
//! the processor, and what it gives has the hash that [`PICTURES`] records.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod compat;
mod fragments;
mod geometry;
mod textures;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use base::core::cpu::InstructionSet;
use base::core::pool::Pool;
use std::ffi::CStr;
use std::sync::Arc;

/// The size of the pictures, pixels: several tiles, and parts of tiles.
const SIZE: [i32; 2] = [200, 150];

/// The kind of context that a scene needs.
#[derive(Clone, Copy, PartialEq)]
enum Profile {
    Core,
    Compatibility,
}

/// Draws a scene. Returns the words that it gives: pixels, and what shaders wrote.
type Scene = fn(&Gl) -> Vec<u32>;

/// The scenes, and the hash of the words of each and of its counts.
const PICTURES: &[(&str, Profile, Scene, u64)] = &[
    ("triangles", Profile::Core, geometry::triangles, 0x3AC1_7E6A_4715_EAEF),
    ("lines and points", Profile::Core, geometry::lines_and_points, 0x6CD6_6BDB_37F9_A8BA),
    ("tessellation", Profile::Core, geometry::tessellation, 0x9E7A_1623_957F_37A6),
    ("geometry shaders", Profile::Core, geometry::geometry_shaders, 0xA835_236A_5403_98FF),
    ("transform feedback", Profile::Core, geometry::transform_feedback, 0xE3FD_DF89_2908_9431),
    ("built-in functions", Profile::Core, fragments::built_in_functions, 0xE555_5DC6_7713_24F9),
    ("doubles and integers", Profile::Core, fragments::doubles_and_integers, 0x1F0D_6900_A9A3_C203),
    ("blending", Profile::Core, fragments::blending, 0x2910_73C8_7C3A_5D64),
    ("depth and stencil", Profile::Core, fragments::depth_and_stencil, 0xFCE1_E426_E24E_7734),
    ("four samples", Profile::Core, fragments::four_samples, 0x14E7_0B7D_CDC9_73E6),
    ("eight samples, shaded each", Profile::Core, fragments::eight_samples, 0x3FB7_561D_E4E0_F658),
    ("stored colours", Profile::Core, fragments::stored, 0x6229_513A_1C29_21FC),
    ("compute shaders", Profile::Core, fragments::compute_shaders, 0x061B_BFF4_43A7_6357),
    ("filters", Profile::Core, textures::filters, 0x3748_FFA0_DA58_72EB),
    ("compressed textures", Profile::Core, textures::compressed, 0x314C_FD6B_8D5E_3159),
    ("conversions", Profile::Core, textures::conversions, 0x96A3_6AB8_20B6_B446),
    ("antialiasing", Profile::Compatibility, compat::smooth, 0xAAD9_45FF_615B_AD5B),
    ("fixed function", Profile::Compatibility, compat::fixed_function, 0xA169_D1D7_E6C6_C201),
];

/// The queries whose results belong to a picture.
const COUNTED: [u32; 6] = [
    GL_SAMPLES_PASSED,
    GL_PRIMITIVES_GENERATED,
    GL_VERTEX_SHADER_INVOCATIONS,
    GL_CLIPPING_OUTPUT_PRIMITIVES,
    GL_FRAGMENT_SHADER_INVOCATIONS,
    GL_TESS_EVALUATION_SHADER_INVOCATIONS,
];

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a).
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Draws a scene with a number of threads. Returns the hash of its words and counts.
fn drawn(profile: Profile, scene: Scene, threads: usize) -> u64 {
    let gl = Gl::new(if profile == Profile::Core { core() } else { compatibility() });
    gl.0.lock().unwrap().pool = Arc::new(Pool::new(threads));
    let mut words = Vec::new();
    let counts = gl.count(&COUNTED, || words = scene(&gl));
    gl.no_error();
    assert!(words.iter().collect::<std::collections::HashSet<_>>().len() > 100, "a scene of few colours");
    hash(words.into_iter().flat_map(u32::to_le_bytes).chain(counts.into_iter().flat_map(u64::to_le_bytes)))
}

/// Checks the hashes of the scenes with these numbers of threads.
fn check(set: InstructionSet, threads: &[usize]) {
    let found = |profile, scene| threads.iter().map(move |&threads| drawn(profile, scene, threads));
    let differ = InstructionSet::only(set, || {
        let all = PICTURES.iter().flat_map(|&(name, profile, scene, wanted)| found(profile, scene).map(move |found| (name, found, wanted)));
        all.filter(|(_, found, wanted)| found != wanted)
            .map(|(name, found, wanted)| format!("{name}: {found:#018X}, not {wanted:#018X}"))
            .collect::<Vec<_>>()
    });
    assert_eq!(differ, Vec::<String>::new(), "{set:?}");
}

#[test]
fn pictures_are_the_same_bits_with_every_number_of_threads() {
    check(*InstructionSet::available().last().unwrap(), &[1, 2, 5]);
}

#[test]
fn pictures_are_the_same_bits_with_every_instruction_set() {
    for &set in InstructionSet::available() {
        check(set, &[2]);
    }
}

/// Functions that stay functions compute what they compute where they are called.
#[test]
fn pictures_are_the_same_bits_without_inlining() {
    shader::ir::without_inlining(|| check(*InstructionSet::available().last().unwrap(), &[2]));
}

// What the scenes share.

/// GLSL: pseudo-random numbers from 0 to 1, by number.
const RANDOM: &str = "
uint mixed(uint x) { x ^= x >> 16; x *= 0x7FEB352Du; x ^= x >> 15; x *= 0x846CA68Bu; return x ^ (x >> 16); }
float random(uint x) { return float(mixed(x) >> 8) / 16777216.0; }
";

/// A triangle over the whole window; `at` is the position in it.
const WHOLE_WINDOW: &CStr = c"#version 460
noperspective out vec2 at;
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
    at = gl_Position.xy * 0.5 + 0.5;
}";

/// Pseudo-random bytes.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 12345u32;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(count)
    .collect()
}

/// Puts the version, the extension of the scene of blending, and [`RANDOM`] before a shader.
fn with_random(text: &str) -> std::ffi::CString {
    std::ffi::CString::new(format!("#version 460\n#extension GL_KHR_blend_equation_advanced : enable\n{RANDOM}\n{text}")).unwrap()
}

/// Renders to a new framebuffer of [`SIZE`] with colours of a format, depth and stencil, which are cleared.
fn target(format: u32, samples: i32) -> u32 {
    let mut framebuffer = 0u32;
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (format, attachment) in [(format, GL_COLOR_ATTACHMENT0), (GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT)] {
        let mut renderbuffer = 0u32;
        glGenRenderbuffers(1, &raw mut renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, SIZE[0], SIZE[1]);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
    }
    glViewport(0, 0, SIZE[0], SIZE[1]);
    glClearColor(0.1f32, 0.2f32, 0.3f32, 1.0f32);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    framebuffer
}

/// Returns the pixels of the current framebuffer as four values each: bytes, or the bits of floats.
fn pixels(ty: u32) -> Vec<u32> {
    let words = if ty == GL_UNSIGNED_BYTE { 1 } else { 4 };
    let mut pixels = vec![0u32; (SIZE[0] * SIZE[1]) as usize * words];
    glReadPixels(0, 0, SIZE[0], SIZE[1], GL_RGBA, ty, pixels.as_mut_ptr().cast());
    pixels
}

/// Returns the resolved pixels of a multisampled framebuffer.
fn resolved(framebuffer: u32) -> Vec<u32> {
    target(GL_RGBA8, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    let [width, height] = SIZE;
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    let mut drawn = 0i32;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &raw mut drawn);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn as u32);
    pixels(GL_UNSIGNED_BYTE)
}

/// Draws vertices without arrays.
fn draw(mode: u32, count: i32) {
    glDrawArrays(mode, 0, count);
}

/// Draws [`WHOLE_WINDOW`] with a fragment shader into a new target. Returns the pixels.
fn painted(gl: &Gl, format: u32, ty: u32, fragment: &CStr) -> Vec<u32> {
    target(format, 0);
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, fragment)], &[]);
    draw(GL_TRIANGLES, 3);
    gl.no_error();
    pixels(ty)
}
