//! The draw commands of the compatibility profile: immediate mode, client arrays and display lists.

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::scene::{Scene, offset};
use crate::shapes::*;

/// The counts of two triangles of the zigzag.
const TWO: Counts = [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0];

fn immediate(scene: &Scene, mode: u32, vertices: &[[f32; 2]]) {
    scene.Begin(mode);
    for [x, y] in vertices {
        scene.Vertex2f(x / 32.0 - 1.0, y / 32.0 - 1.0);
    }
    scene.End();
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("legacy");
    cases.compatibility();
    begin_end(&mut cases);
    arrays(&mut cases);
    lists(&mut cases);
    cases.list()
}

fn begin_end(cases: &mut Cases) {
    type Row = (&'static str, u32, usize, fn(usize) -> Vec<[f32; 2]>, Counts);
    #[rustfmt::skip]
    const ROWS: &[Row] = &[
        //                                                        VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
        ("Begin POINTS", POINTS, 7, dots,                         [7, 7, 7,  0, 0,  0, 0,  7, 7, 7, 0]),
        ("Begin LINES", LINES, 7, rungs,                          [6, 3, 6,  0, 0,  0, 0,  3, 3, 24, 0]),
        ("Begin LINE_STRIP", LINE_STRIP, 7, stairs,               [7, 6, 7,  0, 0,  0, 0,  6, 6, 48, 0]),
        ("Begin LINE_LOOP", LINE_LOOP, 4, loops,                  [4, 4, 4,  0, 0,  0, 0,  4, 4, 32, 0]),
        ("Begin TRIANGLES", TRIANGLES, 8, zigzag,                 [6, 2, 6,  0, 0,  0, 0,  2, 2, 64, 0]),
        ("Begin TRIANGLE_STRIP", TRIANGLE_STRIP, 7, zigzag,       [7, 5, 7,  0, 0,  0, 0,  5, 5, 160, 0]),
        ("Begin TRIANGLE_FAN", TRIANGLE_FAN, 6, fan,              [6, 4, 6,  0, 0,  0, 0,  4, 4, 256, 0]),
        ("Begin QUADS", QUADS, 9, squares,                        [8, 2, 8,  0, 0,  0, 0,  4, 4, 128, 0]),
        ("Begin QUAD_STRIP", QUAD_STRIP, 7, ladder,               [6, 2, 6,  0, 0,  0, 0,  4, 4, 128, 0]),
        ("Begin POLYGON", POLYGON, 6, fan,                        [6, 1, 6,  0, 0,  0, 0,  4, 4, 256, 0]),
        ("Begin and End", TRIANGLES, 0, zigzag,                   NOTHING),
        ("Begin LINES_ADJACENCY", LINES_ADJACENCY, 8, stairs,     [8, 2, 8,  0, 0,  0, 0,  2, 2, 16, 0]),
    ];
    for &(name, mode, count, shape, expected) in ROWS {
        cases.add(name, expected, move |scene| {
            let vertices = shape(count);
            scene.count(|| immediate(scene, mode, &vertices));
        });
    }
    // More than a driver processes at once: vertices at the cuts must not count twice.
    cases.add("Begin LINE_STRIP of 20000", [20000, 19999, 20000, 0, 0, 0, 0, 19999, 19999, 0, 0], |scene| {
        scene.count(|| immediate(scene, LINE_STRIP, &[[2.5, 2.5]; 20000]));
    });
    cases.add("Begin LINE_LOOP of 20000", [20000, 20000, 20000, 0, 0, 0, 0, 20000, 20000, 0, 0], |scene| {
        scene.count(|| immediate(scene, LINE_LOOP, &[[2.5, 2.5]; 20000]));
    });
    cases.add("Begin TRIANGLE_FAN of 20000", [20000, 19998, 20000, 0, 0, 0, 0, 19998, 19998, 0, 0], |scene| {
        scene.count(|| immediate(scene, TRIANGLE_FAN, &[[2.5, 2.5]; 20000]));
    });
    cases.add("three times Begin", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], |scene| {
        scene.count(|| (0..3).for_each(|_| immediate(scene, TRIANGLES, &zigzag(3))));
    });
    // A rectangle is a polygon of four vertices.
    cases.add("Rectf", [4, 1, 4, 0, 0, 0, 0, 2, 2, 1024, 0], |scene| scene.count(|| scene.Rectf(-0.5, -0.5, 0.5, 0.5)));
    cases.add("Recti", [4, 1, 4, 0, 0, 0, 0, 2, 2, 4096, 0], |scene| scene.count(|| scene.Recti(-1, -1, 1, 1)));
    // The fixed-function pipeline counts as a vertex and a fragment shader.
    cases.add("fixed functions", TWO, |scene| {
        scene.UseProgram(0);
        let vertices = zigzag(6);
        scene.count(|| immediate(scene, TRIANGLES, &vertices));
    });
    cases.add("fixed functions, arrays", TWO, |scene| {
        scene.UseProgram(0);
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
}

/// Sets a vertex array with the zigzag's vertices in leaked memory.
fn client_array(scene: &Scene, count: usize) {
    let positions: Vec<[f32; 2]> = zigzag(count).into_iter().map(|[x, y]| [x / 32.0 - 1.0, y / 32.0 - 1.0]).collect();
    scene.BindVertexArray(0);
    scene.BindBuffer(ARRAY_BUFFER, 0);
    scene.VertexPointer(2, FLOAT, 0, positions.leak().as_ptr().cast());
    scene.EnableClientState(VERTEX_ARRAY);
}

fn arrays(cases: &mut Cases) {
    const INDICES: [u8; 6] = [0, 1, 2, 1, 2, 3];
    cases.add("client array, DrawArrays", TWO, |scene| {
        client_array(scene, 6);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
    cases.add("client array, DrawArrays from 3", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |scene| {
        client_array(scene, 6);
        scene.count(|| scene.DrawArrays(TRIANGLES, 3, 3));
    });
    cases.add("client array, DrawElements", [6, 2, 4, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        client_array(scene, 6);
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_BYTE, INDICES.as_ptr().cast()));
    });
    cases.add("client array, DrawRangeElements", [6, 2, 4, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        client_array(scene, 6);
        scene.count(|| scene.DrawRangeElements(TRIANGLES, 0, 3, 6, UNSIGNED_BYTE, INDICES.as_ptr().cast()));
    });
    cases.add("client array, MultiDrawArrays", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], |scene| {
        client_array(scene, 9);
        scene.count(|| scene.MultiDrawArrays(TRIANGLES, [0, 3].as_ptr(), [3, 6].as_ptr(), 2));
    });
    cases.add("client array, MultiDrawElements", [9, 3, 7, 0, 0, 0, 0, 3, 3, 96, 0], |scene| {
        client_array(scene, 6);
        let indices = [INDICES.as_ptr().cast(), INDICES[3..].as_ptr().cast()];
        scene.count(|| scene.MultiDrawElements(TRIANGLES, [6, 3].as_ptr(), UNSIGNED_BYTE, indices.as_ptr(), 2));
    });
    cases.add("client array, DrawArraysInstanced", [18, 6, 18, 0, 0, 0, 0, 6, 6, 192, 0], |scene| {
        client_array(scene, 6);
        scene.count(|| scene.DrawArraysInstanced(TRIANGLES, 0, 6, 3));
    });
    cases.add("indices of a client, vertices of a buffer", [6, 2, 4, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.BindVertexArray(0);
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_BYTE, INDICES.as_ptr().cast()));
    });
    cases.add("InterleavedArrays", TWO, |scene| {
        let positions: Vec<[f32; 2]> = zigzag(6).into_iter().map(|[x, y]| [x / 32.0 - 1.0, y / 32.0 - 1.0]).collect();
        scene.BindVertexArray(0);
        scene.InterleavedArrays(V2F, 0, positions.leak().as_ptr().cast());
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 6));
    });
    // Like glVertex: it specifies vertices, which are no indices.
    cases.add("ArrayElement", TWO, |scene| {
        client_array(scene, 6);
        scene.count(|| {
            scene.Begin(TRIANGLES);
            INDICES.iter().for_each(|index| scene.ArrayElement(i32::from(*index)));
            scene.End();
        });
    });
    // The restart index ends the triangles and begins anew: the two vertices before it are left over.
    cases.add("ArrayElement with a restart", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |scene| {
        client_array(scene, 6);
        scene.Enable(PRIMITIVE_RESTART);
        scene.PrimitiveRestartIndex(100);
        scene.count(|| {
            scene.Begin(TRIANGLES);
            [4, 5, 100, 0, 1, 2].iter().for_each(|index| scene.ArrayElement(*index));
            scene.End();
        });
    });
    cases.add("DrawElements of quads", [8, 2, 6, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        scene.vertices(&ladder(6));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 2, 3, 1, 2, 4, 5, 3]);
        scene.count(|| scene.DrawElements(QUADS, 8, UNSIGNED_BYTE, offset(0)));
    });
    cases.add("instances of quads", [24, 6, 24, 0, 0, 0, 0, 12, 12, 384, 0], |scene| {
        scene.vertices(&squares(8));
        scene.count(|| scene.DrawArraysInstanced(QUADS, 0, 8, 3));
    });
    // A quad clipped on the right: its two triangles are clipped each on their own, the lower one to four corners, the upper one to three.
    cases.add("a quad half outside", [4, 1, 4, 0, 0, 0, 0, 2, 3, 512, 0], |scene| {
        scene.positions(&[[0.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0], [2.0, 0.5, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0]]);
        scene.count(|| scene.DrawArrays(QUADS, 0, 4));
    });
}

fn lists(cases: &mut Cases) {
    let compiled = |scene: &Scene, mode: u32, commands: &dyn Fn()| -> u32 {
        let list = scene.GenLists(1);
        scene.NewList(list, mode);
        commands();
        scene.EndList();
        list
    };
    cases.add("compiling counts nothing", NOTHING, move |scene| {
        scene.count(|| {
            compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        });
    });
    cases.add("compiling and executing", TWO, move |scene| {
        scene.count(|| {
            compiled(scene, COMPILE_AND_EXECUTE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        });
    });
    cases.add("CallList", TWO, move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        scene.count(|| scene.CallList(list));
    });
    cases.add("CallList of a polygon and a strip", [13, 6, 13, 0, 0, 0, 0, 9, 9, 416, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| {
            immediate(scene, POLYGON, &fan(6));
            immediate(scene, TRIANGLE_STRIP, &zigzag(7));
        });
        scene.count(|| scene.CallList(list));
    });
    cases.add("CallList of a loop", [4, 4, 4, 0, 0, 0, 0, 4, 4, 32, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, LINE_LOOP, &loops(4)));
        scene.count(|| scene.CallList(list));
    });
    cases.add("CallList of quads with a rest", [8, 2, 8, 0, 0, 0, 0, 4, 4, 128, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, QUADS, &squares(9)));
        scene.count(|| scene.CallList(list));
    });
    cases.add("CallList twice", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        scene.count(|| (0..2).for_each(|_| scene.CallList(list)));
    });
    cases.add("CallLists", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        scene.ListBase(list - 1);
        scene.count(|| scene.CallLists(2, UNSIGNED_BYTE, [1u8, 1].as_ptr().cast()));
    });
    cases.add("a list in a list", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], move |scene| {
        let inner = compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        let outer = compiled(scene, COMPILE, &|| (0..2).for_each(|_| scene.CallList(inner)));
        scene.count(|| scene.CallList(outer));
    });
    // Arrays are read when the list is compiled, so that later changes do not matter.
    let arrays = move |cases: &mut Cases, name: &str, expected: Counts, commands: fn(&Scene)| {
        cases.add(&format!("a list of {name}"), expected, move |scene| {
            client_array(scene, 9);
            let list = compiled(scene, COMPILE, &|| commands(scene));
            scene.VertexPointer(2, FLOAT, 0, [9.0f32; 20].as_ptr().cast());
            scene.count(|| scene.CallList(list));
        });
        cases.add(&format!("a list of {name} from a buffer"), expected, move |scene| {
            scene.vertices(&zigzag(9));
            let list = compiled(scene, COMPILE, &|| commands(scene));
            scene.vertices(&[[-9.0, -9.0]; 9]);
            scene.count(|| scene.CallList(list));
        });
    };
    arrays(cases, "DrawArrays", TWO, |gl| gl.DrawArrays(TRIANGLES, 0, 6));
    arrays(cases, "DrawArrays from 3", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |gl| gl.DrawArrays(TRIANGLES, 3, 3));
    arrays(cases, "MultiDrawArrays", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], |gl| {
        gl.MultiDrawArrays(TRIANGLES, [0, 3].as_ptr(), [3, 6].as_ptr(), 2);
    });
    arrays(cases, "ArrayElement", TWO, |gl| {
        gl.Begin(TRIANGLES);
        (0..6).for_each(|index| gl.ArrayElement(index));
        gl.End();
    });
    for (name, client) in [("DrawElements", true), ("DrawElements from a buffer", false)] {
        cases.add(&format!("a list of {name}"), [6, 2, 4, 0, 0, 0, 0, 2, 2, 64, 0], move |scene| {
            if client {
                client_array(scene, 6);
            } else {
                scene.vertices(&zigzag(6));
                scene.buffer(ELEMENT_ARRAY_BUFFER, &[9u8, 9, 0, 1, 2, 1, 2, 3]);
            }
            let indices = if client { [0u8, 1, 2, 1, 2, 3].as_ptr().cast() } else { offset(2) };
            let list = compiled(scene, COMPILE, &|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_BYTE, indices));
            if !client {
                scene.BufferSubData(ELEMENT_ARRAY_BUFFER, 0, 8, [0u8; 8].as_ptr().cast());
            }
            scene.count(|| scene.CallList(list));
        });
    }
    cases.add("a list of Rectf", [4, 1, 4, 0, 0, 0, 0, 2, 2, 1024, 0], move |scene| {
        let list = compiled(scene, COMPILE, &|| scene.Rectf(-0.5, -0.5, 0.5, 0.5));
        scene.count(|| scene.CallList(list));
    });
    cases.add("a list that is not there", NOTHING, move |scene| {
        scene.count(|| scene.CallList(1000));
    });
    cases.add("a list that was deleted", NOTHING, move |scene| {
        let list = compiled(scene, COMPILE, &|| immediate(scene, TRIANGLES, &zigzag(6)));
        scene.DeleteLists(list, 1);
        scene.count(|| scene.CallList(list));
    });
    // The vertices between Begin and End come from a list.
    cases.add("a list of vertices", TWO, move |scene| {
        let list = compiled(scene, COMPILE, &|| zigzag(6).iter().for_each(|[x, y]| scene.Vertex2f(x / 32.0 - 1.0, y / 32.0 - 1.0)));
        scene.count(|| {
            scene.Begin(TRIANGLES);
            scene.CallList(list);
            scene.End();
        });
    });
}
