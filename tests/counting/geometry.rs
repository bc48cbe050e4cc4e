//! Geometry shaders: invocations are input primitives times `invocations`; emitted are the points, lines and triangles of the strips, on
//! every stream.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX, offset};
use crate::shapes::*;

/// Returns a geometry shader with this body, which passes positions through.
fn shader(layouts: &str, body: &str) -> String {
    format!(
        "#version 450 core\n{layouts}\nvoid put(int n) {{ gl_Position = gl_in[n].gl_Position; EmitVertex(); }}\nvoid main() {{ {body} }}"
    )
}

const SAME: &str = "put(0); put(1); put(2);";
const TRIANGLES_OUT: &str = "layout(triangles) in; layout(triangle_strip, max_vertices = 12) out;";

type Row = (&'static str, &'static str, &'static str, u32, i32, fn(usize) -> Vec<[f32; 2]>, Counts);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    //                                                                                  VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("triangles passed on", TRIANGLES_OUT, SAME, TRIANGLES, 6, zigzag,                  [6, 2, 6,  0, 0,  2, 2,  2, 2, 64, 0]),
    ("triangles with a rest", TRIANGLES_OUT, SAME, TRIANGLES, 8, zigzag,                [6, 2, 6,  0, 0,  2, 2,  2, 2, 64, 0]),
    ("a strip passed on", TRIANGLES_OUT, SAME, TRIANGLE_STRIP, 7, zigzag,               [7, 5, 7,  0, 0,  5, 5,  5, 5, 160, 0]),
    ("a fan passed on", TRIANGLES_OUT, SAME, TRIANGLE_FAN, 6, fan,                      [6, 4, 6,  0, 0,  4, 4,  4, 4, 256, 0]),
    ("each triangle twice", TRIANGLES_OUT, "put(0); put(1); put(2); EndPrimitive(); put(0); put(1); put(2);", TRIANGLES, 6, zigzag,
                                                                                        [6, 2, 6,  0, 0,  2, 4,  4, 4, 128, 0]),
    // A strip of four vertices is two triangles; here they are the same one.
    ("a strip of 4", TRIANGLES_OUT, "put(0); put(1); put(2); put(0);", TRIANGLES, 6, zigzag, [6, 2, 6,  0, 0,  2, 4,  4, 4, 128, 0]),
    ("a strip of 5 and one of 2", TRIANGLES_OUT, "put(0); put(1); put(2); put(0); put(1); EndPrimitive(); put(0); put(1);", TRIANGLES, 3, zigzag,
                                                                                        [3, 1, 3,  0, 0,  1, 3,  3, 3, 96, 0]),
    ("two vertices, no triangle", TRIANGLES_OUT, "put(0); put(1);", TRIANGLES, 6, zigzag, [6, 2, 6,  0, 0,  2, 0,  0, 0, 0, 0]),
    ("restarts alone", TRIANGLES_OUT, "EndPrimitive(); EndPrimitive();", TRIANGLES, 6, zigzag, [6, 2, 6,  0, 0,  2, 0,  0, 0, 0, 0]),
    ("nothing", TRIANGLES_OUT, "", TRIANGLES, 6, zigzag,                                [6, 2, 6,  0, 0,  2, 0,  0, 0, 0, 0]),
    ("the first primitive only", TRIANGLES_OUT, "if (gl_PrimitiveIDIn == 0) { put(0); put(1); put(2); }", TRIANGLES, 9, zigzag,
                                                                                        [9, 3, 9,  0, 0,  3, 1,  1, 1, 32, 0]),
    ("4 invocations", "layout(triangles, invocations = 4) in; layout(triangle_strip, max_vertices = 3) out;", SAME, TRIANGLES, 6, zigzag,
                                                                                        [6, 2, 6,  0, 0,  8, 8,  8, 8, 256, 0]),
    ("32 invocations, one of which emits", "layout(triangles, invocations = 32) in; layout(triangle_strip, max_vertices = 3) out;",
        "if (gl_InvocationID == 17) { put(0); put(1); put(2); }", TRIANGLES, 6, zigzag, [6, 2, 6,  0, 0,  64, 2,  2, 2, 64, 0]),
    ("4 invocations that emit nothing", "layout(points, invocations = 4) in; layout(points, max_vertices = 1) out;", "", POINTS, 7, dots,
                                                                                        [7, 7, 7,  0, 0,  28, 0,  0, 0, 0, 0]),
    ("points of triangles", "layout(triangles) in; layout(points, max_vertices = 3) out;", SAME, TRIANGLES, 6, zigzag,
                                                                                        [6, 2, 6,  0, 0,  2, 6,  6, 6, 6, 0]),
    ("lines of triangles", "layout(triangles) in; layout(line_strip, max_vertices = 3) out;", SAME, TRIANGLES, 3, loops,
        // Two sides of the square of 8.
                                                                                        [3, 1, 3,  0, 0,  1, 2,  2, 2, 16, 0]),
    ("one vertex, no line", "layout(triangles) in; layout(line_strip, max_vertices = 3) out;", "put(0); EndPrimitive(); put(1);", TRIANGLES, 3, loops,
                                                                                        [3, 1, 3,  0, 0,  1, 0,  0, 0, 0, 0]),
    ("lines passed on", "layout(lines) in; layout(line_strip, max_vertices = 2) out;", "put(0); put(1);", LINES, 8, rungs,
                                                                                        [8, 4, 8,  0, 0,  4, 4,  4, 4, 32, 0]),
    ("a loop passed on", "layout(lines) in; layout(line_strip, max_vertices = 2) out;", "put(0); put(1);", LINE_LOOP, 4, loops,
                                                                                        [4, 4, 4,  0, 0,  4, 4,  4, 4, 32, 0]),
    ("points passed on", "layout(points) in; layout(points, max_vertices = 1) out;", "put(0);", POINTS, 7, dots,
                                                                                        [7, 7, 7,  0, 0,  7, 7,  7, 7, 7, 0]),
    ("squares of points", "layout(points) in; layout(triangle_strip, max_vertices = 4) out;",
        "for (int n = 0; n < 4; n++) { gl_Position = gl_in[0].gl_Position + vec4(n & 1, n >> 1, 0, 0) / 16.0; EmitVertex(); }", POINTS, 7, dots,
        // 2 by 2 pixels, from centre to centre.
                                                                                        [7, 7, 7,  0, 0,  7, 14,  14, 14, 28, 0]),
    ("LINES_ADJACENCY", "layout(lines_adjacency) in; layout(line_strip, max_vertices = 4) out;", "put(1); put(2);", LINES_ADJACENCY, 9, stairs,
                                                                                        [8, 2, 8,  0, 0,  2, 2,  2, 2, 16, 0]),
    ("LINE_STRIP_ADJACENCY", "layout(lines_adjacency) in; layout(line_strip, max_vertices = 4) out;", "put(0); put(1); put(2); put(3);", LINE_STRIP_ADJACENCY, 5, stairs,
                                                                                        [5, 2, 5,  0, 0,  2, 6,  6, 6, 48, 0]),
    ("TRIANGLES_ADJACENCY", "layout(triangles_adjacency) in; layout(triangle_strip, max_vertices = 3) out;", "put(0); put(2); put(4);",
        TRIANGLES_ADJACENCY, 13, zigzag_with_adjacent,                                  [12, 2, 12,  0, 0,  2, 2,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP_ADJACENCY", "layout(triangles_adjacency) in; layout(triangle_strip, max_vertices = 3) out;", "put(0); put(2); put(4);",
        TRIANGLE_STRIP_ADJACENCY, 10, zigzag_with_adjacent,                             [10, 3, 10,  0, 0,  3, 3,  3, 3, 96, 0]),
    // One point on stream 0, which is drawn, and three on stream 1.
    ("two streams", "layout(points) in; layout(points, max_vertices = 4) out; layout(stream = 0) out float a; layout(stream = 1) out float b;",
        "gl_Position = gl_in[0].gl_Position; a = 0.0; EmitStreamVertex(0); EndStreamPrimitive(0);
         for (int n = 0; n < 3; n++) { b = 0.0; EmitStreamVertex(1); EndStreamPrimitive(1); }", POINTS, 4, dots,
                                                                                        [4, 4, 4,  0, 0,  4, 16,  4, 4, 4, 0]),
    ("another stream alone", "layout(points) in; layout(points, max_vertices = 4) out; layout(stream = 0) out float a; layout(stream = 2) out float b;",
        "b = 0.0; EmitStreamVertex(2); EndStreamPrimitive(2); EmitStreamVertex(2);", POINTS, 4, dots,
                                                                                        [4, 4, 4,  0, 0,  4, 8,  0, 0, 0, 0]),
    // Triangles that are outside are emitted and rejected.
    ("emitted outside", TRIANGLES_OUT, "for (int n = 0; n < 3; n++) { gl_Position = gl_in[n].gl_Position + vec4(4, 0, 0, 0); EmitVertex(); }", TRIANGLES, 6, zigzag,
                                                                                        [6, 2, 6,  0, 0,  2, 2,  2, 0, 0, 0]),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("geometry");
    let set = |scene: &Scene, layouts: &str, body: &str| {
        scene.program(&[(VERTEX_SHADER, VERTEX), (GEOMETRY_SHADER, &shader(layouts, body)), (FRAGMENT_SHADER, FRAGMENT)]);
    };
    for &(name, layouts, body, mode, count, shape, expected) in ROWS {
        cases.add(name, expected, move |scene| {
            set(scene, layouts, body);
            scene.vertices(&shape(count as usize));
            scene.count(|| scene.DrawArrays(mode, 0, count));
        });
    }
    cases.add("instances", [18, 6, 18, 0, 0, 6, 6, 6, 6, 192, 0], move |scene| {
        set(scene, TRIANGLES_OUT, SAME);
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 3));
    });
    cases.add("instances and invocations", [18, 6, 18, 0, 0, 24, 24, 24, 24, 768, 0], move |scene| {
        set(scene, "layout(triangles, invocations = 4) in; layout(triangle_strip, max_vertices = 3) out;", SAME);
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 3));
    });
    cases.add("indices", [6, 2, 4, 0, 0, 2, 2, 2, 2, 64, 0], move |scene| {
        set(scene, TRIANGLES_OUT, SAME);
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_BYTE, offset(0)));
    });
    cases.add("rasterizer discard", [6, 2, 6, 0, 0, 2, 2, 0, 0, 0, 0], move |scene| {
        set(scene, TRIANGLES_OUT, SAME);
        scene.vertices(&zigzag(6));
        scene.Enable(RASTERIZER_DISCARD);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
    // 5000 triangles: more than a driver processes at once.
    cases.add("many", [15000, 5000, 15000, 0, 0, 10000, 10000, 10000, 10000, 0, 0], move |scene| {
        set(scene, "layout(triangles, invocations = 2) in; layout(triangle_strip, max_vertices = 3) out;", SAME);
        scene.vertices(&[[2.0, 2.0]; 15000]);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 15000));
    });
    cases.list()
}
