//! Instances: everything counts once for each instance.

use crate::case::{Case, Cases, NOTHING};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, offset};
use crate::shapes::*;

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("instances");
    cases.add("0 of triangles", NOTHING, |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 0));
    });
    cases.add("1 of triangles", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 1));
    });
    cases.add("5 of triangles", [30, 10, 30, 0, 0, 0, 0, 10, 10, 320, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 5));
    });
    cases.add("5 of triangles with a rest", [30, 10, 30, 0, 0, 0, 0, 10, 10, 320, 0], |scene| {
        scene.vertices(&zigzag(8));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 8, 5));
    });
    // A strip does not go on from one instance to the next.
    cases.add("5 of a strip", [35, 25, 35, 0, 0, 0, 0, 25, 25, 800, 0], |scene| {
        scene.vertices(&zigzag(7));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLE_STRIP, 0, 7, 5));
    });
    cases.add("5 of a loop", [20, 20, 20, 0, 0, 0, 0, 20, 20, 160, 0], |scene| {
        scene.vertices(&loops(4));
        scene.count(|| scene.DrawArraysInstanced(LINE_LOOP, 0, 4, 5));
    });
    cases.add("5 of points", [35, 35, 35, 0, 0, 0, 0, 35, 35, 35, 0], |scene| {
        scene.vertices(&dots(7));
        scene.count(|| scene.DrawArraysInstanced(POINTS, 0, 7, 5));
    });
    cases.add("5 of one point", [5, 5, 5, 0, 0, 0, 0, 5, 5, 5, 0], |scene| {
        scene.vertices(&dots(1));
        scene.count(|| scene.DrawArraysInstanced(POINTS, 0, 1, 5));
    });
    cases.add("0 with indices", NOTHING, |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElementsInstanced(TRIANGLES, 6, UNSIGNED_BYTE, offset(0), 0));
    });
    // Four vertices to an instance.
    cases.add("5 with indices", [30, 10, 20, 0, 0, 0, 0, 10, 10, 320, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElementsInstanced(TRIANGLES, 6, UNSIGNED_BYTE, offset(0), 5));
    });
    // An attribute moves instances 9 pixels up each: a divisor of 1 for five places, of 2 for three. The numbers do not change.
    for divisor in [1, 2] {
        cases.add(&format!("5 with a divisor of {divisor}"), [15, 5, 15, 0, 0, 0, 0, 5, 5, 160, 0], move |scene| {
            moved(scene, divisor);
            scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 3, 5));
        });
    }
    // With a base instance of 6 the first is 54 pixels up and ends at the border, the others are above it.
    cases.add("5 with a base instance", [15, 5, 15, 0, 0, 0, 0, 5, 1, 32, 0], |scene| {
        moved(scene, 1);
        scene.count(|| scene.DrawArraysInstancedBaseInstance(TRIANGLES, 0, 3, 5, 6));
    });
    // More than a driver processes at once.
    cases.add("5000 of a triangle", [15000, 5000, 15000, 0, 0, 0, 0, 5000, 5000, 160_000, 0], |scene| {
        scene.vertices(&zigzag(3));
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 3, 5000));
    });
    // A constant attribute in the place of an array.
    cases.add("without any array", [6, 2, 6, 0, 0, 0, 0, 2, 2, 0, 0], |scene| {
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
    cases.list()
}

/// The first triangle of the zigzag, 9 pixels up for each step of the second attribute.
fn moved(scene: &Scene, divisor: u32) {
    let vertex = "#version 450 core\nlayout(location = 0) in vec4 position; layout(location = 1) in float up;
        void main() { gl_Position = position + vec4(0.0, up, 0.0, 0.0); }";
    scene.program(&[(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, FRAGMENT)]);
    scene.vertices(&zigzag(3));
    let up: Vec<f32> = (0..16).map(|n| n as f32 * 9.0 / 32.0).collect();
    scene.buffer(ARRAY_BUFFER, &up);
    scene.VertexAttribPointer(1, 1, FLOAT, 0, 0, offset(0));
    scene.EnableVertexAttribArray(1);
    scene.VertexAttribDivisor(1, divisor);
}
