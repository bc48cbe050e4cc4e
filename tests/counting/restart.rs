//! Primitive restart: neither the restart index nor the primitives that it leaves incomplete count.

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::scene::offset;
use crate::shapes::*;

/// The fixed index of 8 bits.
const R: u8 = 0xFF;

type Row = (&'static str, u32, fn(usize) -> Vec<[f32; 2]>, &'static [u8], Counts);

#[rustfmt::skip]
const CORE: &[Row] = &[
    //                                                                                       VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("POINTS 3|4", POINTS, dots, &[0, 1, 2, R, 3, 4, 5, 6],                                  [7, 7, 7,  0, 0,  0, 0,  7, 7, 7, 0]),
    // The third vertex is incomplete.
    ("LINES 3|4", LINES, rungs, &[0, 1, 6, R, 2, 3, 4, 5],                                   [6, 3, 6,  0, 0,  0, 0,  3, 3, 24, 0]),
    ("LINE_STRIP 3|4", LINE_STRIP, stairs, &[0, 1, 2, R, 2, 3, 4, 5],                        [7, 5, 6,  0, 0,  0, 0,  5, 5, 40, 0]),
    ("LINE_STRIP 1|2", LINE_STRIP, stairs, &[0, R, 1, 2],                                    [2, 1, 2,  0, 0,  0, 0,  1, 1, 8, 0]),
    // Each run closes itself.
    ("LINE_LOOP 4|4", LINE_LOOP, loops, &[0, 1, 2, 3, R, 3, 2, 1, 0],                        [8, 8, 4,  0, 0,  0, 0,  8, 8, 64, 0]),
    ("LINE_LOOP 2|1", LINE_LOOP, loops, &[0, 1, R, 2],                                       [2, 2, 2,  0, 0,  0, 0,  2, 2, 16, 0]),
    ("TRIANGLES 3|3|4", TRIANGLES, zigzag, &[0, 1, 2, R, 3, 4, 5, R, 6, 7, 8, 9],            [9, 3, 9,  0, 0,  0, 0,  3, 3, 96, 0]),
    ("TRIANGLES 2|6", TRIANGLES, zigzag, &[0, 1, R, 2, 3, 4, 5, 6, 7],                       [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP 3|3|4", TRIANGLE_STRIP, zigzag, &[0, 1, 2, R, 3, 4, 5, R, 6, 7, 8, 9],  [10, 4, 10,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("TRIANGLE_STRIP 2|3", TRIANGLE_STRIP, zigzag, &[8, 9, R, 3, 4, 5],                      [3, 1, 3,  0, 0,  0, 0,  1, 1, 32, 0]),
    ("TRIANGLE_STRIP, one twice", TRIANGLE_STRIP, zigzag, &[0, 1, 2, 3, R, 0, 1, 2, 3],      [8, 4, 4,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("TRIANGLE_FAN 6|6", TRIANGLE_FAN, fan, &[0, 1, 2, 3, 4, 5, R, 0, 1, 2, 3, 4, 5],        [12, 8, 6,  0, 0,  0, 0,  8, 8, 512, 0]),
    ("TRIANGLE_FAN 3|2", TRIANGLE_FAN, fan, &[0, 1, 2, R, 3, 4],                             [3, 1, 3,  0, 0,  0, 0,  1, 1, 64, 0]),
    ("LINES_ADJACENCY 4|5", LINES_ADJACENCY, stairs, &[0, 1, 2, 3, R, 0, 1, 2, 3, 4],        [8, 2, 4,  0, 0,  0, 0,  2, 2, 16, 0]),
    ("LINE_STRIP_ADJACENCY 5|4", LINE_STRIP_ADJACENCY, stairs, &[0, 1, 2, 3, 4, R, 2, 3, 4, 5], [9, 3, 6,  0, 0,  0, 0,  3, 3, 24, 0]),
    ("TRIANGLES_ADJACENCY 6|6", TRIANGLES_ADJACENCY, zigzag_with_adjacent, &[0, 1, 2, 3, 4, 5, R, 2, 3, 4, 5, 6, 7], [12, 2, 8,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("TRIANGLE_STRIP_ADJACENCY 6|8", TRIANGLE_STRIP_ADJACENCY, zigzag_with_adjacent, &[0, 1, 2, 3, 4, 5, R, 0, 1, 2, 3, 4, 5, 6, 7], [14, 3, 8,  0, 0,  0, 0,  3, 3, 96, 0]),
    ("only restarts", TRIANGLES, zigzag, &[R, R, R],                                         NOTHING),
    ("restarts all around", TRIANGLES, zigzag, &[R, 0, 1, 2, R, R, 3, 4, 5, R],              [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
    ("a restart behind each vertex", TRIANGLE_STRIP, zigzag, &[0, R, 1, R, 2, R],            NOTHING),
];

#[rustfmt::skip]
const COMPATIBILITY: &[Row] = &[
    ("QUADS 4|5", QUADS, squares, &[0, 1, 2, 3, R, 4, 5, 6, 7, 0],                           [8, 2, 8,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("QUAD_STRIP 4|5", QUAD_STRIP, ladder, &[0, 1, 2, 3, R, 2, 3, 4, 5, 6],                  [8, 2, 6,  0, 0,  0, 0,  4, 4, 128, 0]),
    ("POLYGON 6|3", POLYGON, fan, &[0, 1, 2, 3, 4, 5, R, 0, 1, 2],                           [9, 2, 6,  0, 0,  0, 0,  5, 5, 320, 0]),
];

fn rows(cases: &mut Cases, rows: &[Row]) {
    for &(name, mode, shape, indices, expected) in rows {
        cases.add(name, expected, move |scene| {
            scene.vertices(&shape(12));
            scene.buffer(ELEMENT_ARRAY_BUFFER, indices);
            scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
            scene.count(|| scene.DrawElements(mode, indices.len() as i32, UNSIGNED_BYTE, offset(0)));
        });
    }
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("restart");
    rows(&mut cases, CORE);
    const TWO: Counts = [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0];
    cases.add("fixed index of 16 bits", TWO, |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 0xFFFF, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        scene.count(|| scene.DrawElements(TRIANGLE_STRIP, 7, UNSIGNED_SHORT, offset(0)));
    });
    cases.add("fixed index of 32 bits", TWO, |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u32, 1, 2, 0xFFFF_FFFF, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        scene.count(|| scene.DrawElements(TRIANGLE_STRIP, 7, UNSIGNED_INT, offset(0)));
    });
    cases.add("chosen index", TWO, |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 100, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART);
        scene.PrimitiveRestartIndex(100);
        scene.count(|| scene.DrawElements(TRIANGLE_STRIP, 7, UNSIGNED_SHORT, offset(0)));
    });
    // The index is compared without the base vertex. Vertex 2 is in both triangles.
    cases.add("chosen index with a base vertex", [6, 2, 5, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(9));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 5, 2, 3, 4]);
        scene.Enable(PRIMITIVE_RESTART);
        scene.PrimitiveRestartIndex(5);
        scene.count(|| scene.DrawElementsBaseVertex(TRIANGLES, 7, UNSIGNED_SHORT, offset(0), 3));
    });
    cases.add("disabled", [6, 2, 5, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(9));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 2, 3, 4]);
        scene.PrimitiveRestartIndex(2);
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_SHORT, offset(0)));
    });
    cases.add("no index, no restart", TWO, |scene| {
        scene.vertices(&zigzag(6));
        scene.Enable(PRIMITIVE_RESTART);
        scene.PrimitiveRestartIndex(1);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
    cases.add("instanced", [18, 6, 18, 0, 0, 0, 0, 6, 6, 192, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, R, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        scene.count(|| scene.DrawElementsInstanced(TRIANGLE_STRIP, 7, UNSIGNED_BYTE, offset(0), 3));
    });
    // A strip, and a strip again without its first triangle.
    cases.add("MultiDrawElements", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, R, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        let offsets = [offset(0), offset(3)];
        scene.count(|| scene.MultiDrawElements(TRIANGLE_STRIP, [7, 4].as_ptr(), UNSIGNED_BYTE, offsets.as_ptr(), 2));
    });
    cases.add("DrawElementsIndirect", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, R, 3, 4, 5]);
        scene.buffer(DRAW_INDIRECT_BUFFER, &[7u32, 2, 0, 0, 0]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        scene.count(|| scene.DrawElementsIndirect(TRIANGLE_STRIP, UNSIGNED_BYTE, offset(0)));
    });
    cases.compatibility();
    rows(&mut cases, COMPATIBILITY);
    cases.list()
}
