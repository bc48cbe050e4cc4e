//! Scenes of primitives and the stages before rasterization.

use super::{SIZE, draw, pixels, target, with_random};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;
use std::ffi::CStr;

/// Vertices at random places, some outside the view volume and behind the eye.
const SCATTERED: &str = "
out vec4 colour;
void main() {
    uint n = uint(gl_VertexID) * 8u;
    gl_Position = vec4(random(n), random(n + 1u), random(n + 2u), random(n + 3u)) * vec4(3.0, 3.0, 3.0, 1.2) - vec4(1.5, 1.5, 1.5, 0.1);
    gl_PointSize = random(n + 7u) * 20.0;
    colour = vec4(random(n + 4u), random(n + 5u), random(n + 6u), 0.5);
}";

/// The colour of the vertices.
const COLOURED: &CStr = c"#version 460
in vec4 colour;
out vec4 pixel;
void main() { pixel = colour; }";

/// Blends with the colours that are there.
fn blend() {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/// Clipped, overlapping triangles with perspective, depth and blending.
pub fn triangles(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    gl.program(&[(GL_VERTEX_SHADER, &with_random(SCATTERED)), (GL_FRAGMENT_SHADER, COLOURED)], &[]);
    glEnable(GL_DEPTH_TEST);
    blend();
    draw(GL_TRIANGLES, 600);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f32, -20.0f32);
    draw(GL_TRIANGLE_STRIP, 40);
    pixels(GL_UNSIGNED_BYTE)
}

/// Wide and thin lines, points of many sizes, and triangles as lines and as points.
pub fn lines_and_points(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    gl.program(&[(GL_VERTEX_SHADER, &with_random(SCATTERED)), (GL_FRAGMENT_SHADER, COLOURED)], &[]);
    glEnable(GL_PROGRAM_POINT_SIZE);
    blend();
    draw(GL_LINES, 80);
    draw(GL_POINTS, 60);
    glLineWidth(4.5f32);
    draw(GL_LINE_LOOP, 20);
    glLineWidth(1.0f32);
    for mode in [GL_LINE, GL_POINT] {
        glPolygonMode(GL_FRONT_AND_BACK, mode);
        draw(GL_TRIANGLES, 60);
    }
    pixels(GL_UNSIGNED_BYTE)
}

/// Every domain and spacing of the tessellator, displaced by functions.
pub fn tessellation(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glPatchParameteri(GL_PATCH_VERTICES, 1);
    let vertex = c"#version 460
void main() { gl_Position = vec4(gl_VertexID % 4, gl_VertexID / 4, 0.0, 1.0); }";
    let control = c"#version 460
layout(vertices = 1) out;
void main() {
    float n = float(gl_PrimitiveID);
    gl_TessLevelOuter = float[4](1.0 + n * 0.7, 2.3 + n, 3.9, 7.1 - n * 0.4);
    gl_TessLevelInner = float[2](2.6 + n * 0.9, 5.2);
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
}";
    for (domain, colour) in [("quads", "1.0, 0.5, 0.0"), ("triangles", "0.0, 1.0, 0.5"), ("isolines", "0.5, 0.0, 1.0")] {
        for spacing in ["equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"] {
            let evaluation = with_random(&format!(
                "layout({domain}, {spacing}) in;
                out vec4 colour;
                void main() {{
                    vec2 at = gl_TessCoord.xy * 0.45 - 1.0 + 0.5 * gl_in[0].gl_Position.xy;
                    gl_Position = vec4(at + 0.02 * sin(gl_TessCoord.yx * 9.0), 0.0, 1.0);
                    colour = vec4({colour}, 0.5) * (0.5 + 0.5 * gl_TessCoord.x);
                }}"
            ));
            let stages = [
                (GL_VERTEX_SHADER, vertex),
                (GL_TESS_CONTROL_SHADER, control),
                (GL_TESS_EVALUATION_SHADER, evaluation.as_c_str()),
                (GL_FRAGMENT_SHADER, COLOURED),
            ];
            gl.program(&stages, &[]);
            blend();
            draw(GL_PATCHES, 16);
        }
    }
    pixels(GL_UNSIGNED_BYTE)
}

/// Strips from points, to the layers of an array texture.
pub fn geometry_shaders(gl: &Gl) -> Vec<u32> {
    let (mut framebuffer, mut texture) = (0u32, 0u32);
    glCreateFramebuffers(1, &raw mut framebuffer);
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &raw mut texture);
    glTextureStorage3D(texture, 1, GL_RGBA8, SIZE[0], SIZE[1], 3);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, SIZE[0], SIZE[1]);
    glClear(GL_COLOR_BUFFER_BIT);
    let vertex = with_random(
        "void main() { gl_Position = vec4(random(uint(gl_VertexID)) * 2.0 - 1.0, random(uint(gl_VertexID) + 99u) * 2.0 - 1.0, 0.0, 1.0); }",
    );
    let geometry = c"#version 460
layout(points, invocations = 3) in;
layout(triangle_strip, max_vertices = 12) out;
out vec4 colour;
void main() {
    for (int i = 0; i < 4 + gl_PrimitiveIDIn % 9; i++) {
        float angle = float(i) * 0.8 + float(gl_InvocationID);
        gl_Position = gl_in[0].gl_Position + 0.3 * vec4(cos(angle), sin(angle * 1.1), 0.0, 0.0);
        gl_Layer = (gl_InvocationID + gl_PrimitiveIDIn) % 3;
        colour = vec4(fract(angle), fract(angle * 3.0), float(gl_InvocationID) / 3.0, 0.4);
        EmitVertex();
        if (i == 5) EndPrimitive();
    }
}";
    gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_GEOMETRY_SHADER, geometry), (GL_FRAGMENT_SHADER, COLOURED)], &[]);
    blend();
    draw(GL_POINTS, 40);
    let mut words = vec![0u32; (SIZE[0] * SIZE[1] * 3) as usize];
    let bytes = size_of_val(words.as_slice()) as i32;
    glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes, words.as_mut_ptr().cast());
    words
}

/// What vertices compute, as bits.
pub fn transform_feedback(gl: &Gl) -> Vec<u32> {
    let vertex = with_random(
        "out vec4 a; out vec3 b; flat out uvec2 c;
        void main() {
            float x = random(uint(gl_VertexID)) * 40.0 - 20.0;
            a = vec4(sin(x), exp2(x), normalize(vec2(x, 3.0)));
            b = refract(normalize(vec3(x, 1.0, 2.0)), vec3(0.0, 1.0, 0.0), 0.7);
            c = uvec2(packHalf2x16(vec2(x, 1.0 / x)), packSnorm4x8(a));
        }",
    );
    gl.program(&[(GL_VERTEX_SHADER, &vertex)], &[c"a", c"b", c"c"]);
    const COUNT: usize = 1000;
    let buffer = gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; COUNT * 9]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    draw(GL_POINTS, COUNT as i32);
    glEndTransformFeedback();
    gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, COUNT * 9)
}
