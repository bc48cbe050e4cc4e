//! Scenes of fragments and compute shaders.

use super::{SIZE, WHOLE_WINDOW, draw, painted, pixels, resolved, target, with_random};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;

/// The built-in functions whose precision the specification leaves open.
pub fn built_in_functions(gl: &Gl) -> Vec<u32> {
    let fragment = c"#version 460
noperspective in vec2 at;
out vec4 pixel;
void main() {
    float x = (at.x - 0.5) * 30.0, y = at.y * 4.0 + 0.01;
    vec4 sum = vec4(sin(x), cos(x * y), tan(x * 0.1), atan(y, x));
    sum += vec4(exp(x * 0.3), log(y), exp2(x * 0.2), log2(y)) * 0.25;
    sum += vec4(pow(y, x * 0.1), sqrt(y), inversesqrt(y), sinh(x * 0.1));
    sum += vec4(cosh(x * 0.1), tanh(x), asin(at.x), acos(at.y)) + vec4(asinh(x), acosh(y + 1.0), atanh(at.x * 0.9), mod(x, y));
    sum += vec4(fract(x * y), smoothstep(0.0, 1.0, at.x), length(vec3(x, y, 1.0)), dot(normalize(vec2(x, y)), vec2(0.6, 0.8)));
    sum.x += dFdx(sum.y) + fwidth(sum.z);
    pixel = sum;
}";
    painted(gl, GL_RGBA32F, GL_FLOAT, fragment)
}

/// Arithmetic of doubles and integers, and conversions between all types.
pub fn doubles_and_integers(gl: &Gl) -> Vec<u32> {
    let fragment = with_random(
        "noperspective in vec2 at;
        out vec4 pixel;
        void main() {
            uint n = uint(gl_FragCoord.x) + uint(gl_FragCoord.y) * 200u;
            double d = double(random(n)) * 1e3lf + 1.0lf / double(n + 1u);
            dvec3 v = normalize(dvec3(d, sqrt(d), double(at.x))) + fract(d) - mod(d, 7.0lf);
            ivec2 i = ivec2(int(mixed(n)), int(mixed(n + 1u)));
            uvec2 u = uvec2(findMSB(i.x), bitCount(i.y)) + bitfieldReverse(uvec2(i)) % 1000u;
            int quotient = i.x / (i.y | 1) + i.x % (i.y | 1) + (i.x >> 3) * i.y;
            dmat3 m = inverse(dmat3(v, v.yzx + 1.0lf, v.zxy * 2.0lf));
            pixel = vec4(vec3(m * v), float(quotient)) + vec4(u, vec2(unpackHalf2x16(mixed(n) & 0x3FFF3FFFu)));
        }",
    );
    painted(gl, GL_RGBA32F, GL_FLOAT, &fragment)
}

/// A triangle at a random place, of a random colour, for each instance.
const RANDOM_TRIANGLES: &str = "
flat out vec4 colour;
void main() {
    uint n = uint(gl_InstanceID) * 32u, v = n + uint(gl_VertexID) * 4u;
    gl_Position = vec4(random(v) * 2.2 - 1.1, random(v + 1u) * 2.2 - 1.1, random(n + 20u) - 0.5, 1.0);
    colour = vec4(random(n + 21u), random(n + 22u), random(n + 23u), random(n + 24u));
}";

/// Draws instances of [`RANDOM_TRIANGLES`], beginning with one of them.
fn triangles(first: u32, count: i32) {
    glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, count, first);
}

/// The vertices and fragments of [`RANDOM_TRIANGLES`].
fn random_triangles(gl: &Gl, before_main: &str, pixel: &str) -> u32 {
    let vertex = with_random(&RANDOM_TRIANGLES.replace("gl_InstanceID", "(gl_InstanceID + gl_BaseInstance)"));
    let fragment = with_random(&format!("{before_main}\nflat in vec4 colour;\nout vec4 pixel;\nvoid main() {{ pixel = {pixel}; }}"));
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, &fragment)], &[])
}

/// Every blend equation and many factors, advanced equations, and logical operations, on several formats.
pub fn blending(gl: &Gl) -> Vec<u32> {
    let mut words = Vec::new();
    let factors =
        [GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR, GL_CONSTANT_COLOR, GL_SRC_ALPHA_SATURATE, GL_ONE];
    let equations = [GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX];
    glBlendColor(0.3f32, 0.6f32, 0.9f32, 0.5f32);
    for format in [GL_RGBA8, GL_RGBA16F, GL_RGB10_A2, GL_R11F_G11F_B10F, GL_SRGB8_ALPHA8] {
        target(format, 0);
        random_triangles(gl, "", "colour");
        glEnable(GL_FRAMEBUFFER_SRGB);
        glEnable(GL_BLEND);
        for (index, &factor) in factors.iter().enumerate() {
            glBlendFunc(factor, factors[(index * 3 + 1) % factors.len()]);
            glBlendEquation(equations[index % equations.len()]);
            triangles(index as u32 * 5, 5);
        }
        glDisable(GL_BLEND);
        words.extend(pixels(GL_FLOAT));
    }
    target(GL_RGBA8, 0);
    random_triangles(gl, "layout(blend_support_all_equations) out;", "vec4(colour.rgb * colour.a, colour.a)");
    glEnable(GL_BLEND);
    for (first, equation) in
        (0..).step_by(4).zip([GL_SCREEN_KHR, GL_COLORDODGE_KHR, GL_SOFTLIGHT_KHR, GL_EXCLUSION_KHR, GL_HSL_HUE_KHR, GL_HSL_LUMINOSITY_KHR])
    {
        glBlendEquation(equation);
        triangles(first, 4);
    }
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(GL_XOR);
    triangles(50, 5);
    words.extend(pixels(GL_UNSIGNED_BYTE));
    words
}

/// Depth tests, depths that shaders write, clamping, and stencil operations of both faces.
pub fn depth_and_stencil(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    random_triangles(gl, "", "colour + (gl_FrontFacing ? 0.25 : 0.0)");
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_DEPTH_TEST);
    glStencilOpSeparate(GL_FRONT, GL_INVERT, GL_INCR_WRAP, GL_DECR);
    glStencilOpSeparate(GL_BACK, GL_REPLACE, GL_KEEP, GL_INCR);
    glStencilFunc(GL_LEQUAL, 1, 0x7F);
    triangles(0, 40);
    let fragment =
        with_random("flat in vec4 colour; out vec4 pixel; void main() { pixel = colour.bgra; gl_FragDepth = colour.g * 1.2 - 0.1; }");
    let vertex = with_random(RANDOM_TRIANGLES);
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, &fragment)], &[]);
    glStencilFunc(GL_NOTEQUAL, 0, 0xFF);
    glDepthFunc(GL_GEQUAL);
    triangles(0, 20);
    let mut words = pixels(GL_UNSIGNED_BYTE);
    let mut both = vec![0u32; (SIZE[0] * SIZE[1]) as usize];
    glReadPixels(0, 0, SIZE[0], SIZE[1], GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, both.as_mut_ptr().cast());
    words.extend(both);
    words
}

/// Four samples, with alpha to coverage, and resolved.
pub fn four_samples(gl: &Gl) -> Vec<u32> {
    let framebuffer = target(GL_RGBA8, 4);
    random_triangles(gl, "", "colour");
    glEnable(GL_DEPTH_TEST);
    triangles(0, 20);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    triangles(20, 20);
    resolved(framebuffer)
}

/// Eight samples that are shaded each, with interpolation at places of the shader's choice.
pub fn eight_samples(gl: &Gl) -> Vec<u32> {
    let framebuffer = target(GL_RGBA8, 8);
    let vertex = with_random(
        "centroid out vec4 near; sample out vec2 each; out vec2 at;
        void main() {
            uint v = uint(gl_VertexID) * 4u;
            gl_Position = vec4(random(v) * 2.2 - 1.1, random(v + 1u) * 2.2 - 1.1, 0.0, 0.5 + random(v + 2u));
            near = vec4(random(v + 3u)); each = gl_Position.xy; at = gl_Position.yx;
        }",
    );
    let fragment = c"#version 460
centroid in vec4 near; sample in vec2 each; in vec2 at;
out vec4 pixel;
void main() {
    pixel = vec4(fract(each * 8.0), interpolateAtSample(at, gl_SampleID).x, 1.0) * 0.7 + near * 0.3;
    pixel.b += interpolateAtOffset(at, vec2(0.25, -0.25)).y * 0.2 + float(gl_SampleID) / 32.0;
    gl_SampleMask[0] = gl_SampleMaskIn[0] & (0xB7 << (int(gl_FragCoord.x) & 1));
}";
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    draw(GL_TRIANGLES, 60);
    resolved(framebuffer)
}

/// Shared memory, atomic operations and image stores.
pub fn compute_shaders(gl: &Gl) -> Vec<u32> {
    let text = with_random(
        "layout(local_size_x = 8, local_size_y = 8) in;
        layout(std430, binding = 0) buffer Words { uint sum; uint most; uint words[]; };
        shared float tile[64];
        void main() {
            uint n = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * 200u;
            tile[gl_LocalInvocationIndex] = random(n);
            barrier();
            float value = 0.0;
            for (uint i = 0u; i < 64u; i++) value += tile[(gl_LocalInvocationIndex + i * 7u) & 63u] * sin(float(i));
            words[n] = floatBitsToUint(value);
            atomicAdd(sum, uint(value * 100.0 + 1000.0));
            atomicMax(most, mixed(n) ^ n);
        }",
    );
    gl.program(&[(GL_COMPUTE_SHADER, &text)], &[]);
    let count = (SIZE[0] * 152) as usize + 2;
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &vec![0; count]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(25, 19, 1);
    // A picture of it: a window beside the buffer shows that both are drawn from one queue.
    target(GL_RGBA8, 0);
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, &with_random(
        "layout(std430, binding = 0) readonly buffer Words { uint sum; uint most; uint words[]; };
        out vec4 pixel;
        void main() { pixel = vec4(uintBitsToFloat(words[uint(gl_FragCoord.x) + uint(gl_FragCoord.y) * 200u]), float(sum & 255u) / 255.0, 0.5, 1.0); }",
    ))], &[]);
    draw(GL_TRIANGLES, 3);
    let mut words = pixels(GL_UNSIGNED_BYTE);
    words.extend(gl.words(GL_SHADER_STORAGE_BUFFER, count));
    words
}

/// Fragments that read the colours, depth and stencil before them, with and without samples.
pub fn stored(gl: &Gl) -> Vec<u32> {
    let mut words = Vec::new();
    let text = RANDOM_TRIANGLES.replace("gl_InstanceID", "(gl_InstanceID + gl_BaseInstance)");
    let fragment = "#version 460
#extension GL_EXT_shader_framebuffer_fetch : require
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
flat in vec4 colour;
inout vec4 pixel;
void main() { pixel = fract(pixel.brga * 1.1 + colour * 0.4 + gl_LastFragDepthARM * 0.3 + float(gl_LastFragStencilARM) * 0.01); }";
    let fragment = std::ffi::CString::new(fragment).unwrap();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    for (format, samples) in [(GL_RGBA8, 0), (GL_RGBA16F, 0), (GL_RGBA8, 4)] {
        let framebuffer = target(format, samples);
        gl.program(&[(GL_VERTEX_SHADER, &with_random(&text)), (GL_FRAGMENT_SHADER, &fragment)], &[]);
        triangles(0, 30);
        words.extend(if samples > 0 { resolved(framebuffer) } else { pixels(GL_FLOAT) });
    }
    words
}
