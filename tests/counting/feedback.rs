//! Transform feedback, which changes no statistic.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX};
use crate::shapes::*;

const GEOMETRY: &str = "#version 450 core\nlayout(triangles) in; layout(triangle_strip, max_vertices = 6) out;
    void main() { for (int n = 0; n < 6; n++) { gl_Position = gl_in[n % 3].gl_Position; EmitVertex(); if (n == 2) EndPrimitive(); } }";
const CONTROL: &str = "#version 450 core\nlayout(vertices = 3) out;
    void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelInner[0] = 2.0; gl_TessLevelOuter[0] = 2.0; gl_TessLevelOuter[1] = 2.0; gl_TessLevelOuter[2] = 2.0; }";
const EVALUATION: &str = "#version 450 core\nlayout(triangles) in;
    void main() { gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position; }";

/// Captures positions into a buffer for this many vertices.
fn capture(scene: &Scene, stages: &[(u32, &str)], vertices: usize) {
    let all: Vec<_> = [(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, FRAGMENT)].into_iter().chain(stages.iter().copied()).collect();
    scene.capturing(&all, &["gl_Position"]);
    let buffer = scene.buffer(TRANSFORM_FEEDBACK_BUFFER, &vec![0u8; 16 * vertices]);
    scene.BindBufferBase(TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    scene.vertices(&zigzag(9));
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("feedback");
    type Row = (&'static str, &'static [(u32, &'static str)], usize, u32, u32, i32, Counts);
    const ROWS: &[Row] = &[
        ("vertices", &[], 100, TRIANGLES, TRIANGLES, 6, [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0]),
        ("a strip", &[], 100, TRIANGLES, TRIANGLE_STRIP, 7, [7, 5, 7, 0, 0, 0, 0, 5, 5, 160, 0]),
        ("a rest", &[], 100, TRIANGLES, TRIANGLES, 8, [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0]),
        // Only one of the triangles has room.
        ("too little room", &[], 4, TRIANGLES, TRIANGLES, 6, [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0]),
        ("a geometry shader", &[(GEOMETRY_SHADER, GEOMETRY)], 100, TRIANGLES, TRIANGLES, 6, [6, 2, 6, 0, 0, 2, 4, 4, 4, 128, 0]),
        (
            "tessellation",
            &[(TESS_CONTROL_SHADER, CONTROL), (TESS_EVALUATION_SHADER, EVALUATION)],
            100,
            TRIANGLES,
            PATCHES,
            6,
            [6, 2, 6, 2, 14, 0, 0, 12, 12, 64, 0],
        ),
        (
            "tessellation and a geometry shader",
            &[(TESS_CONTROL_SHADER, CONTROL), (TESS_EVALUATION_SHADER, EVALUATION), (GEOMETRY_SHADER, GEOMETRY)],
            100,
            TRIANGLES,
            PATCHES,
            6,
            [6, 2, 6, 2, 14, 12, 24, 24, 24, 128, 0],
        ),
    ];
    for &(name, stages, room, captured, mode, count, expected) in ROWS {
        for discard in [false, true] {
            let mut expected = expected;
            if discard {
                // Nothing goes on to the clipper.
                expected[7..10].fill(0);
            }
            cases.add(&format!("{name}{}", if discard { ", discarded" } else { "" }), expected, move |scene| {
                capture(scene, stages, room);
                scene.PatchParameteri(PATCH_VERTICES, 3);
                if discard {
                    scene.Enable(RASTERIZER_DISCARD);
                }
                scene.count(|| {
                    scene.BeginTransformFeedback(captured);
                    scene.DrawArrays(mode, 0, count);
                    scene.EndTransformFeedback();
                });
            });
        }
    }
    cases.add("paused", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        capture(scene, &[], 100);
        scene.BeginTransformFeedback(TRIANGLES);
        scene.PauseTransformFeedback();
        scene.count(|| {
            scene.DrawArrays(TRIANGLES, 0, 6);
            scene.ResumeTransformFeedback();
            scene.DrawArrays(TRIANGLES, 0, 6);
        });
        scene.EndTransformFeedback();
    });
    // One point on stream 0 and two on stream 1, both captured.
    cases.add("two streams", [4, 4, 4, 0, 0, 4, 12, 4, 4, 4, 0], |scene| {
        let geometry = "#version 450 core\nlayout(points) in; layout(points, max_vertices = 4) out;
            layout(stream = 0, xfb_buffer = 0, xfb_offset = 0) out float a; layout(stream = 1, xfb_buffer = 1, xfb_offset = 0) out float b;
            void main() { gl_Position = gl_in[0].gl_Position; a = 1.0; EmitStreamVertex(0); EndStreamPrimitive(0);
            for (int n = 0; n < 2; n++) { b = 2.0; EmitStreamVertex(1); EndStreamPrimitive(1); } }";
        scene.program(&[(VERTEX_SHADER, VERTEX), (GEOMETRY_SHADER, geometry), (FRAGMENT_SHADER, FRAGMENT)]);
        for binding in 0..2 {
            let buffer = scene.buffer(TRANSFORM_FEEDBACK_BUFFER, &[0u8; 64]);
            scene.BindBufferBase(TRANSFORM_FEEDBACK_BUFFER, binding, buffer);
        }
        scene.vertices(&dots(4));
        scene.count(|| {
            scene.BeginTransformFeedback(POINTS);
            scene.DrawArrays(POINTS, 0, 4);
            scene.EndTransformFeedback();
        });
    });
    cases.list()
}
