//! Every primitive mode, complete and with vertices left over.
//!
//! Vertices of incomplete primitives never count, adjacent ones do. A loop of n vertices is n lines. A quad or a polygon is one primitive,
//! which is clipped as triangles.

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::shapes::*;

type Row = (&'static str, u32, usize, fn(usize) -> Vec<[f32; 2]>, Counts);

#[rustfmt::skip]
const CORE: &[Row] = &[
    //                                                      VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("POINTS 0", POINTS, 0, dots,                           NOTHING),
    ("POINTS 1", POINTS, 1, dots,                           [1, 1, 1,  0, 0,  0, 0,  1, 1, 1, 0]),
    ("POINTS 7", POINTS, 7, dots,                           [7, 7, 7,  0, 0,  0, 0,  7, 7, 7, 0]),
    ("LINES 0", LINES, 0, rungs,                            NOTHING),
    ("LINES 1", LINES, 1, rungs,                            NOTHING),
    ("LINES 2", LINES, 2, rungs,                            [2, 1, 2,  0, 0,  0, 0,  1, 1, 8, 0]),
    ("LINES 7", LINES, 7, rungs,                            [6, 3, 6,  0, 0,  0, 0,  3, 3, 24, 0]),
    ("LINES 8", LINES, 8, rungs,                            [8, 4, 8,  0, 0,  0, 0,  4, 4, 32, 0]),
    ("LINE_LOOP 1", LINE_LOOP, 1, loops,                    NOTHING),
    // There and back.
    ("LINE_LOOP 2", LINE_LOOP, 2, loops,                    [2, 2, 2,  0, 0,  0, 0,  2, 2, 16, 0]),
    // Two sides of a square and its diagonal, a pixel a column.
    ("LINE_LOOP 3", LINE_LOOP, 3, loops,                    [3, 3, 3,  0, 0,  0, 0,  3, 3, 24, 0]),
    ("LINE_LOOP 4", LINE_LOOP, 4, loops,                    [4, 4, 4,  0, 0,  0, 0,  4, 4, 32, 0]),
    // Six steps of 8, and back along a diagonal of 24.
    ("LINE_LOOP 7", LINE_LOOP, 7, stairs,                   [7, 7, 7,  0, 0,  0, 0,  7, 7, 72, 0]),
    ("LINE_STRIP 1", LINE_STRIP, 1, stairs,                 NOTHING),
    ("LINE_STRIP 2", LINE_STRIP, 2, stairs,                 [2, 1, 2,  0, 0,  0, 0,  1, 1, 8, 0]),
    ("LINE_STRIP 7", LINE_STRIP, 7, stairs,                 [7, 6, 7,  0, 0,  0, 0,  6, 6, 48, 0]),
    ("TRIANGLES 2", TRIANGLES, 2, zigzag,                   NOTHING),
    ("TRIANGLES 3", TRIANGLES, 3, zigzag,                   [3, 1, 3,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLES 6", TRIANGLES, 6, zigzag,                   [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLES 7", TRIANGLES, 7, zigzag,                   [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLES 8", TRIANGLES, 8, zigzag,                   [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP 2", TRIANGLE_STRIP, 2, zigzag,         NOTHING),
    ("TRIANGLE_STRIP 3", TRIANGLE_STRIP, 3, zigzag,         [3, 1, 3,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLE_STRIP 4", TRIANGLE_STRIP, 4, zigzag,         [4, 2, 4,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP 7", TRIANGLE_STRIP, 7, zigzag,         [7, 5, 7,  0, 0,  0, 0,  5, 5, 160, 0]),
    ("TRIANGLE_FAN 2", TRIANGLE_FAN, 2, fan,                NOTHING),
    ("TRIANGLE_FAN 3", TRIANGLE_FAN, 3, fan,                [3, 1, 3,  0, 0,  0, 0,  1, 1, 64, 0]),
    ("TRIANGLE_FAN 5", TRIANGLE_FAN, 5, fan,                [5, 3, 5,  0, 0,  0, 0,  3, 3, 192, 0]),
    ("TRIANGLE_FAN 6", TRIANGLE_FAN, 6, fan,                [6, 4, 6,  0, 0,  0, 0,  4, 4, 256, 0]),
    // The line is between the second and the third vertex.
    ("LINES_ADJACENCY 3", LINES_ADJACENCY, 3, stairs,       NOTHING),
    ("LINES_ADJACENCY 4", LINES_ADJACENCY, 4, stairs,       [4, 1, 4,  0, 0,  0, 0,  1, 1, 8, 0]),
    ("LINES_ADJACENCY 7", LINES_ADJACENCY, 7, stairs,       [4, 1, 4,  0, 0,  0, 0,  1, 1, 8, 0]),
    ("LINES_ADJACENCY 8", LINES_ADJACENCY, 8, stairs,       [8, 2, 8,  0, 0,  0, 0,  2, 2, 16, 0]),
    // The first and the last vertex are adjacent ones.
    ("LINE_STRIP_ADJACENCY 3", LINE_STRIP_ADJACENCY, 3, stairs, NOTHING),
    ("LINE_STRIP_ADJACENCY 4", LINE_STRIP_ADJACENCY, 4, stairs, [4, 1, 4,  0, 0,  0, 0,  1, 1, 8, 0]),
    ("LINE_STRIP_ADJACENCY 7", LINE_STRIP_ADJACENCY, 7, stairs, [7, 4, 7,  0, 0,  0, 0,  4, 4, 32, 0]),
    // Every second vertex is adjacent.
    ("TRIANGLES_ADJACENCY 5", TRIANGLES_ADJACENCY, 5, zigzag_with_adjacent, NOTHING),
    ("TRIANGLES_ADJACENCY 6", TRIANGLES_ADJACENCY, 6, zigzag_with_adjacent, [6, 1, 6,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLES_ADJACENCY 7", TRIANGLES_ADJACENCY, 7, zigzag_with_adjacent, [6, 1, 6,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLES_ADJACENCY 12", TRIANGLES_ADJACENCY, 12, zigzag_with_adjacent, [12, 2, 12,  0, 0,  0, 0,  2, 2, 64, 0]),
    // (n - 4) / 2 triangles, of the even vertices.
    ("TRIANGLE_STRIP_ADJACENCY 5", TRIANGLE_STRIP_ADJACENCY, 5, zigzag_with_adjacent, NOTHING),
    ("TRIANGLE_STRIP_ADJACENCY 6", TRIANGLE_STRIP_ADJACENCY, 6, zigzag_with_adjacent, [6, 1, 6,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLE_STRIP_ADJACENCY 8", TRIANGLE_STRIP_ADJACENCY, 8, zigzag_with_adjacent, [8, 2, 8,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP_ADJACENCY 10", TRIANGLE_STRIP_ADJACENCY, 10, zigzag_with_adjacent, [10, 3, 10,  0, 0,  0, 0,  3, 3, 96, 0]),
    ("TRIANGLE_STRIP_ADJACENCY 11", TRIANGLE_STRIP_ADJACENCY, 11, zigzag_with_adjacent, [10, 3, 10,  0, 0,  0, 0,  3, 3, 96, 0]),
];

#[rustfmt::skip]
const COMPATIBILITY: &[Row] = &[
    //                                                      VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("legacy POINTS 7", POINTS, 7, dots,                    [7, 7, 7,  0, 0,  0, 0,  7, 7, 7, 0]),
    ("legacy LINE_LOOP 4", LINE_LOOP, 4, loops,             [4, 4, 4,  0, 0,  0, 0,  4, 4, 32, 0]),
    ("legacy TRIANGLES 8", TRIANGLES, 8, zigzag,            [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("QUADS 3", QUADS, 3, squares,                          NOTHING),
    ("QUADS 4", QUADS, 4, squares,                          [4, 1, 4,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("QUADS 7", QUADS, 7, squares,                          [4, 1, 4,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("QUADS 8", QUADS, 8, squares,                          [8, 2, 8,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("QUAD_STRIP 3", QUAD_STRIP, 3, ladder,                 NOTHING),
    ("QUAD_STRIP 4", QUAD_STRIP, 4, ladder,                 [4, 1, 4,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("QUAD_STRIP 7", QUAD_STRIP, 7, ladder,                 [6, 2, 6,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("QUAD_STRIP 8", QUAD_STRIP, 8, ladder,                 [8, 3, 8,  0, 0,  0, 0,  6, 6, 192, 0]),
    ("POLYGON 2", POLYGON, 2, fan,                          NOTHING),
    ("POLYGON 3", POLYGON, 3, fan,                          [3, 1, 3,  0, 0,  0, 0,  1, 1, 64, 0]),
    ("POLYGON 6", POLYGON, 6, fan,                          [6, 1, 6,  0, 0,  0, 0,  4, 4, 256, 0]),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("modes");
    let add = |cases: &mut Cases, rows: &[Row]| {
        for &(name, mode, count, shape, expected) in rows {
            cases.add(name, expected, move |scene| {
                scene.vertices(&shape(count.max(1)));
                scene.count(|| scene.DrawArrays(mode, 0, count as i32));
            });
        }
    };
    add(&mut cases, CORE);
    cases.compatibility();
    add(&mut cases, COMPATIBILITY);
    cases.list()
}
