//! Clipper input and output: a primitive inside counts once, a clipped one counts the triangles of its fan, and a rejected one counts
//! nothing. Culling, the viewport and the scissor come later and change neither count.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene};

type Row = (&'static str, u32, &'static [[f32; 4]], Counts);

/// Returns the counts of a triangle of which this many triangles and fragments remain.
const fn triangle(output: u64, fragments: u64) -> Counts {
    [3, 1, 3, 0, 0, 0, 0, 1, output, fragments, 0]
}

/// Returns the counts of a line of which this many lines and fragments remain.
const fn line(output: u64, fragments: u64) -> Counts {
    [2, 1, 2, 0, 0, 0, 0, 1, output, fragments, 0]
}

/// Returns the counts of a point of which this many points and fragments remain.
const fn point(output: u64, fragments: u64) -> Counts {
    [1, 1, 1, 0, 0, 0, 0, 1, output, fragments, 0]
}

/// 32 pixels to a unit.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    // 16 by 16 pixels, 8 by 16 of them twice.
    ("inside", TRIANGLES, &[[0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.25, 0.5, 0.0, 1.0]], triangle(1, 128)),
    ("on the border", TRIANGLES, &[[-1.0, -1.0, 0.0, 1.0], [1.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]], triangle(1, 2048)),
    // A trapezium is left, 32 pixels wide and 32 to 16 high.
    ("one vertex outside", TRIANGLES, &[[0.0, -0.5, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0]], triangle(2, 768)),
    // The triangle's tip, 32 pixels wide and 32 high.
    ("two vertices outside", TRIANGLES, &[[0.0, 0.0, 0.0, 1.0], [2.0, -1.0, 0.0, 1.0], [2.0, 1.0, 0.0, 1.0]], triangle(1, 512)),
    // A square of 32 by 32 without the pixels (i, j) of i + j > 47: a corner of 14 + 13 + ... + 1 + 15 = 120. Five corners are left.
    ("two vertices outside of two planes", TRIANGLES, &[[0.0, 0.0, 0.0, 1.0], [1.515_625, 0.0, 0.0, 1.0], [0.0, 1.515_625, 0.0, 1.0]], triangle(3, 904)),
    // The whole volume, four corners.
    ("covering without a vertex inside", TRIANGLES, &[[-4.0, -2.0, 0.0, 1.0], [4.0, -2.0, 0.0, 1.0], [0.0, 6.0, 0.0, 1.0]], triangle(2, 4096)),
    // Two corners are on the border, two outside.
    ("covering from a corner", TRIANGLES, &[[-1.0, -1.0, 0.0, 1.0], [3.0, -1.0, 0.0, 1.0], [-1.0, 3.0, 0.0, 1.0]], triangle(2, 4096)),
    ("outside of one plane", TRIANGLES, &[[1.5, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0], [1.5, 0.5, 0.0, 1.0]], triangle(0, 0)),
    // Around a corner: every plane has a vertex within it.
    ("outside of several planes", TRIANGLES, &[[0.0, 2.5, 0.0, 1.0], [2.5, 0.0, 0.0, 1.0], [2.5, 2.5, 0.0, 1.0]], triangle(0, 0)),
    ("behind the eye", TRIANGLES, &[[0.0, 0.0, 0.0, -1.0], [0.5, 0.0, 0.0, -1.0], [0.0, 0.5, 0.0, -1.0]], triangle(0, 0)),
    ("in front of the near plane", TRIANGLES, &[[0.0, 0.0, -1.5, 1.0], [0.5, 0.0, -1.5, 1.0], [0.0, 0.5, -2.0, 1.0]], triangle(0, 0)),
    ("behind the far plane", TRIANGLES, &[[0.0, 0.0, 1.5, 1.0], [0.5, 0.0, 1.5, 1.0], [0.0, 0.5, 2.0, 1.0]], triangle(0, 0)),
    // Cut through at half its height: a trapezium of the 8 lower rows is left, 32 to 16 pixels wide.
    ("one vertex before the near plane", TRIANGLES, &[[-0.5, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, -2.0, 1.0]], triangle(2, 192)),
    // The same from below: the tip of 8 rows is left.
    ("two vertices before the near plane", TRIANGLES, &[[-0.5, 0.0, -2.0, 1.0], [0.5, 0.0, -2.0, 1.0], [0.0, 0.5, 0.0, 1.0]], triangle(1, 64)),
    ("one vertex behind the far plane", TRIANGLES, &[[-0.5, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, 2.0, 1.0]], triangle(2, 192)),
    ("two vertices behind the far plane", TRIANGLES, &[[-0.5, 0.0, 2.0, 1.0], [0.5, 0.0, 2.0, 1.0], [0.0, 0.5, 0.0, 1.0]], triangle(1, 64)),
    // Two parallel sides: the rows from 32 on, 16 pixels wide.
    ("one vertex at infinity", TRIANGLES, &[[-0.25, 0.0, 0.0, 1.0], [0.25, 0.0, 0.0, 1.0], [0.0, 2.0, 0.0, 0.0]], triangle(2, 512)),
    // The sides part: of 32 rows four are 16 pixels wide, eight each 18, 20 and 22, and four 24.
    ("one vertex behind the eye", TRIANGLES, &[[-0.25, 0.0, 0.0, 1.0], [0.25, 0.0, 0.0, 1.0], [0.0, 2.0, 0.0, -1.0]], triangle(2, 640)),
    ("no area", TRIANGLES, &[[0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.0, 1.0], [0.25, 0.25, 0.0, 1.0]], triangle(1, 0)),
    ("one place", TRIANGLES, &[[0.25, 0.25, 0.0, 1.0]; 3], triangle(1, 0)),
    ("not a number", TRIANGLES, &[[f32::NAN, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0]], triangle(0, 0)),
    // Only one of the two is cut.
    ("a strip half outside", TRIANGLE_STRIP, &[[0.0, 0.0, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [2.0, 0.5, 0.0, 1.0]],
        [4, 2, 4, 0, 0, 0, 0, 2, 2, 512, 0]),

    // From centre to centre, row 32.
    ("line inside", LINES, &[[0.015_625, 0.015_625, 0.0, 1.0], [0.515_625, 0.015_625, 0.0, 1.0]], line(1, 16)),
    ("line with one end outside", LINES, &[[0.015_625, 0.015_625, 0.0, 1.0], [2.015_625, 0.015_625, 0.0, 1.0]], line(1, 32)),
    ("line with both ends outside", LINES, &[[-2.0, 0.015_625, 0.0, 1.0], [2.0, 0.015_625, 0.0, 1.0]], line(1, 64)),
    ("line outside", LINES, &[[1.5, 0.0, 0.0, 1.0], [2.0, 0.5, 0.0, 1.0]], line(0, 0)),
    // Past the corner.
    ("line outside of two planes", LINES, &[[0.0, 2.5, 0.0, 1.0], [2.5, 0.0, 0.0, 1.0]], line(0, 0)),
    ("line behind the eye", LINES, &[[0.0, 0.0, 0.0, -1.0], [0.5, 0.0, 0.0, -1.0]], line(0, 0)),
    // Cut in the middle.
    ("line through the near plane", LINES, &[[0.015_625, 0.015_625, 0.0, 1.0], [0.515_625, 0.015_625, -2.0, 1.0]], line(1, 8)),
    ("line through the far plane", LINES, &[[0.015_625, 0.015_625, 0.0, 1.0], [0.515_625, 0.015_625, 2.0, 1.0]], line(1, 8)),
    ("line of no length", LINES, &[[0.0, 0.0, 0.0, 1.0]; 2], line(1, 0)),
    ("loop half outside", LINE_LOOP, &[[0.015_625, 0.015_625, 0.0, 1.0], [1.5, 0.015_625, 0.0, 1.0], [1.5, 0.515_625, 0.0, 1.0], [0.015_625, 0.515_625, 0.0, 1.0]],
        // 32 pixels to the right edge, a side outside, 31 back (not the one it ends in) and 16 down.
        [4, 4, 4, 0, 0, 0, 0, 4, 3, 79, 0]),

    ("point inside", POINTS, &[[0.015_625, 0.015_625, 0.0, 1.0]], point(1, 1)),
    ("point outside", POINTS, &[[1.5, 0.0, 0.0, 1.0]], point(0, 0)),
    ("point before the near plane", POINTS, &[[0.0, 0.0, -1.5, 1.0]], point(0, 0)),
    ("point behind the far plane", POINTS, &[[0.0, 0.0, 1.5, 1.0]], point(0, 0)),
    ("point behind the eye", POINTS, &[[0.0, 0.0, 0.0, -1.0]], point(0, 0)),
];

/// Half of the zigzag's size: from 32 to 48 in both directions, 128 pixels.
const INSIDE: &[[f32; 4]] = &[[0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.25, 0.5, 0.0, 1.0]];
/// A square of 32 by 32 pixels around the middle, as two triangles.
const SQUARE: &[[f32; 4]] = &[[-0.5, -0.5, 0.0, 1.0], [0.5, -0.5, 0.0, 1.0], [-0.5, 0.5, 0.0, 1.0], [0.5, 0.5, 0.0, 1.0]];

const fn square(output: u64, fragments: u64) -> Counts {
    [4, 2, 4, 0, 0, 0, 0, 2, output, fragments, 0]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("clipping");
    for &(name, mode, positions, expected) in ROWS {
        cases.add(name, expected, move |scene| {
            scene.positions(positions);
            scene.count(|| scene.DrawArrays(mode, 0, positions.len() as i32));
        });
    }
    let mut inside = |name: &str, expected: Counts, state: fn(&Scene)| {
        cases.add(name, expected, move |scene| {
            scene.positions(INSIDE);
            state(scene);
            scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
        });
    };
    inside("culled: the back", triangle(1, 128), |gl| gl.Enable(CULL_FACE));
    inside("culled: the front", triangle(1, 0), |gl| {
        gl.Enable(CULL_FACE);
        gl.CullFace(FRONT);
    });
    inside("culled: the back, which is the front", triangle(1, 0), |gl| {
        gl.Enable(CULL_FACE);
        gl.FrontFace(CW);
    });
    inside("culled: both", triangle(1, 0), |gl| {
        gl.Enable(CULL_FACE);
        gl.CullFace(FRONT_AND_BACK);
    });
    inside("scissor of nothing", triangle(1, 0), |gl| {
        gl.Enable(SCISSOR_TEST);
        gl.Scissor(0, 0, 0, 0);
    });
    inside("scissor elsewhere", triangle(1, 0), |gl| {
        gl.Enable(SCISSOR_TEST);
        gl.Scissor(0, 0, 20, 20);
    });
    // The lower half: rows of 16, 14, 14, 12, 12, 10, 10, 8 pixels.
    inside("scissor across", triangle(1, 96), |gl| {
        gl.Enable(SCISSOR_TEST);
        gl.Scissor(0, 0, 64, 40);
    });
    // A quarter of the size: the rows of the zigzag's triangle.
    inside("viewport of 32", triangle(1, 32), |gl| gl.Viewport(0, 0, 32, 32));
    inside("viewport outside of the canvas", triangle(1, 0), |gl| gl.Viewport(64, 64, 64, 64));
    inside("viewport of nothing", triangle(1, 0), |gl| gl.Viewport(0, 0, 0, 0));
    inside("rasterizer discard", [3, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0], |gl| gl.Enable(RASTERIZER_DISCARD));
    inside("depth clamp", triangle(1, 128), |gl| gl.Enable(DEPTH_CLAMP));
    inside("depth from 0 to 1", triangle(1, 128), |gl| gl.ClipControl(LOWER_LEFT, ZERO_TO_ONE));
    inside("a first provoking vertex", triangle(1, 128), |gl| gl.ProvokingVertex(FIRST_VERTEX_CONVENTION));
    // Three corners; two of them share pixels with nothing.
    inside("polygon mode POINT", triangle(1, 3), |gl| gl.PolygonMode(FRONT_AND_BACK, POINT));

    // Neither plane clips, but left, right, bottom and top still do.
    cases.add("depth clamp across the near plane", triangle(1, 256), |scene| {
        scene.positions(&[[-0.5, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, -2.0, 1.0]]);
        scene.Enable(DEPTH_CLAMP);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    cases.add("depth clamp behind the far plane", triangle(1, 128), |scene| {
        scene.positions(&[[0.0, 0.0, 3.0, 1.0], [0.5, 0.0, 3.0, 1.0], [0.25, 0.5, 3.0, 1.0]]);
        scene.Enable(DEPTH_CLAMP);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    cases.add("depth clamp and one vertex outside", triangle(2, 768), |scene| {
        scene.positions(&[[0.0, -0.5, 2.0, 1.0], [0.0, 0.5, 2.0, 1.0], [2.0, 0.0, 2.0, 1.0]]);
        scene.Enable(DEPTH_CLAMP);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    // With depth from 0 to 1, a depth of -0.5 is before the near plane.
    cases.add("depth from 0 to 1, before the near plane", triangle(0, 0), |scene| {
        scene.positions(&[[0.0, 0.0, -0.5, 1.0], [0.5, 0.0, -0.5, 1.0], [0.25, 0.5, -0.5, 1.0]]);
        scene.ClipControl(LOWER_LEFT, ZERO_TO_ONE);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    // Three sides of 16 pixels each: two straight ones and a diagonal.
    cases.add("polygon mode LINE", triangle(1, 48), |scene| {
        scene.vertices(&[[8.5, 8.5], [24.5, 8.5], [8.5, 24.5]]);
        scene.PolygonMode(FRONT_AND_BACK, LINE);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    // Inside and discarded: earlier counts stay.
    cases.add("a draw, then one with rasterizer discard", [6, 2, 6, 0, 0, 0, 0, 1, 1, 128, 0], |scene| {
        scene.positions(INSIDE);
        scene.count(|| {
            scene.DrawArrays(TRIANGLES, 0, 3);
            scene.Enable(RASTERIZER_DISCARD);
            scene.DrawArrays(TRIANGLES, 0, 3);
        });
    });
    cases.add("rasterizer discard between two draws", [9, 3, 9, 0, 0, 0, 0, 2, 2, 256, 0], |scene| {
        scene.positions(INSIDE);
        scene.count(|| {
            scene.DrawArrays(TRIANGLES, 0, 3);
            scene.Enable(RASTERIZER_DISCARD);
            scene.DrawArrays(TRIANGLES, 0, 3);
            scene.Disable(RASTERIZER_DISCARD);
            scene.DrawArrays(TRIANGLES, 0, 3);
        });
    });
    distances(&mut cases);
    user_planes(&mut cases);
    cases.list()
}

/// gl_ClipDistance and gl_CullDistance over the square of two triangles: lower left with corners 0, 1, 2; upper right with 1, 2, 3.
fn distances(cases: &mut Cases) {
    let mut clipped = |name: &str, expected: Counts, planes: u32, statements: &'static str| {
        cases.add(name, expected, move |scene| {
            let vertex = format!(
                "#version 450 core\nlayout(location = 0) in vec4 position; {statements}
                gl_Position = position; }}"
            );
            scene.program(&[(VERTEX_SHADER, &vertex), (FRAGMENT_SHADER, FRAGMENT)]);
            scene.positions(SQUARE);
            (0..planes).for_each(|plane| scene.Enable(CLIP_DISTANCE0 + plane));
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    clipped("clip distance, all inside", square(2, 1024), 1, "out float gl_ClipDistance[1]; void main() { gl_ClipDistance[0] = 1.0;");
    clipped("clip distance, all outside", square(0, 0), 1, "out float gl_ClipDistance[1]; void main() { gl_ClipDistance[0] = -1.0;");
    clipped("clip distance, disabled", square(2, 1024), 0, "out float gl_ClipDistance[1]; void main() { gl_ClipDistance[0] = -1.0;");
    clipped(
        "clip distance, the right half, disabled",
        square(2, 1024),
        0,
        "out float gl_ClipDistance[1]; void main() { gl_ClipDistance[0] = position.x;",
    );
    // The right half is left: of the lower triangle a triangle, of the upper one four corners.
    clipped(
        "clip distance, the right half",
        square(3, 512),
        1,
        "out float gl_ClipDistance[1]; void main() { gl_ClipDistance[0] = position.x;",
    );
    // Nothing is left of the lower triangle, and a square of the upper one.
    clipped(
        "clip distances, a corner",
        square(2, 64),
        2,
        "out float gl_ClipDistance[2]; void main() { gl_ClipDistance[0] = position.x - 0.25; gl_ClipDistance[1] = position.y - 0.25;",
    );
    clipped(
        "clip distances, the second disabled",
        square(3, 512),
        1,
        "out float gl_ClipDistance[2]; void main() { gl_ClipDistance[0] = position.x; gl_ClipDistance[1] = -1.0;",
    );
    // A primitive goes if all its vertices have a negative distance.
    clipped("cull distance, all negative", square(0, 0), 0, "out float gl_CullDistance[1]; void main() { gl_CullDistance[0] = -1.0;");
    // The upper triangle's diagonal goes through pixel centres. It is a left side, so these belong to the triangle: 1 + 2 + ... + 32.
    clipped(
        "cull distance, one triangle",
        square(1, 528),
        0,
        "out float gl_CullDistance[1]; void main() { gl_CullDistance[0] = position.x + position.y - 0.5;",
    );
    cases.add("clip distance, a line", line(1, 8), |scene| {
        let vertex = "#version 450 core\nlayout(location = 0) in vec4 position; out float gl_ClipDistance[1];
            void main() { gl_Position = position; gl_ClipDistance[0] = 0.265625 - position.x; }";
        scene.program(&[(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, FRAGMENT)]);
        scene.positions(&[[0.015_625, 0.015_625, 0.0, 1.0], [0.515_625, 0.015_625, 0.0, 1.0]]);
        scene.Enable(CLIP_DISTANCE0);
        scene.count(|| scene.DrawArrays(LINES, 0, 2));
    });
    cases.add("clip distance, a point", point(0, 0), |scene| {
        let vertex = "#version 450 core\nlayout(location = 0) in vec4 position; out float gl_ClipDistance[1];
            void main() { gl_Position = position; gl_ClipDistance[0] = -0.5; }";
        scene.program(&[(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, FRAGMENT)]);
        scene.positions(&[[0.0, 0.0, 0.0, 1.0]]);
        scene.Enable(CLIP_DISTANCE0);
        scene.count(|| scene.DrawArrays(POINTS, 0, 1));
    });
}

/// glClipPlane with the fixed-function pipeline, whose matrices are the identity.
fn user_planes(cases: &mut Cases) {
    cases.compatibility();
    let mut clipped = |name: &str, expected: Counts, equations: &'static [[f64; 4]]| {
        cases.add(name, expected, move |scene| {
            scene.UseProgram(0);
            scene.positions(SQUARE);
            for (plane, equation) in (CLIP_DISTANCE0..).zip(equations) {
                scene.ClipPlane(plane, equation.as_ptr());
                scene.Enable(plane);
            }
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    clipped("no user plane", square(2, 1024), &[]);
    clipped("user plane, all inside", square(2, 1024), &[[1.0, 0.0, 0.0, 1.0]]);
    clipped("user plane, all outside", square(0, 0), &[[1.0, 0.0, 0.0, -1.0]]);
    clipped("user plane, the right half", square(3, 512), &[[1.0, 0.0, 0.0, 0.0]]);
    // The middle third of the height, from both sides: of each triangle four corners are left.
    clipped("user planes, a band", square(4, 512), &[[0.0, 1.0, 0.0, 0.25], [0.0, -1.0, 0.0, 0.25]]);
}
