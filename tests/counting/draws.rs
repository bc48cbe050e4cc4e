//! Every draw command of the core profile, over the triangles of the zigzag (32 pixels each).

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::scene::{Scene, named, offset};
use crate::shapes::zigzag;
use core::ffi::c_void;

/// Two triangles over four vertices, then a third over three others.
const INDICES: [u32; 9] = [0, 1, 2, 1, 2, 3, 4, 5, 6];
/// The counts of two triangles, without and with indices.
const TWO: Counts = [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0];
const TWO_INDEXED: Counts = [6, 2, 4, 0, 0, 0, 0, 2, 2, 64, 0];
/// The counts of three instances of them.
const SIX: Counts = [18, 6, 18, 0, 0, 0, 0, 6, 6, 192, 0];
const SIX_INDEXED: Counts = [18, 6, 12, 0, 0, 0, 0, 6, 6, 192, 0];

/// Creates the vertices, and the indices in the element array buffer.
fn triangles(scene: &Scene) {
    scene.vertices(&zigzag(15));
    scene.buffer(ELEMENT_ARRAY_BUFFER, &INDICES);
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("draws");
    let mut draw = |name: &str, expected: Counts, commands: fn(&Scene)| {
        cases.add(name, expected, move |scene| {
            triangles(scene);
            scene.count(|| commands(scene));
        });
    };
    draw("nothing at all", NOTHING, |_| {});
    draw("DrawArrays from 3", TWO, |gl| gl.DrawArrays(TRIANGLES, 3, 6));
    draw("DrawArraysInstanced", SIX, |gl| gl.DrawArraysInstanced(TRIANGLES, 0, 6, 3));
    draw("DrawArraysInstancedBaseInstance", SIX, |gl| gl.DrawArraysInstancedBaseInstance(TRIANGLES, 0, 6, 3, 2));
    // The last of the three has no complete triangle.
    draw("MultiDrawArrays", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], |gl| {
        gl.MultiDrawArrays(TRIANGLES, [0, 6, 3].as_ptr(), [6, 3, 2].as_ptr(), 3);
    });
    draw("MultiDrawArrays of none", NOTHING, |gl| gl.MultiDrawArrays(TRIANGLES, [0].as_ptr(), [6].as_ptr(), 0));
    draw("DrawElements UNSIGNED_INT", TWO_INDEXED, |gl| gl.DrawElements(TRIANGLES, 6, UNSIGNED_INT, offset(0)));
    draw("DrawElements from an offset", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |gl| gl.DrawElements(TRIANGLES, 3, UNSIGNED_INT, offset(24)));
    // The index of the incomplete triangle is neither submitted nor shaded.
    draw("DrawElements with a rest", TWO_INDEXED, |gl| gl.DrawElements(TRIANGLES, 7, UNSIGNED_INT, offset(0)));
    draw("DrawElements of none", NOTHING, |gl| gl.DrawElements(TRIANGLES, 0, UNSIGNED_INT, offset(0)));
    draw("DrawRangeElements", TWO_INDEXED, |gl| gl.DrawRangeElements(TRIANGLES, 0, 3, 6, UNSIGNED_INT, offset(0)));
    draw("DrawElementsBaseVertex", TWO_INDEXED, |gl| gl.DrawElementsBaseVertex(TRIANGLES, 6, UNSIGNED_INT, offset(0), 1));
    draw("DrawElementsBaseVertex below 0", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |gl| {
        gl.DrawElementsBaseVertex(TRIANGLES, 3, UNSIGNED_INT, offset(24), -4);
    });
    draw("DrawRangeElementsBaseVertex", TWO_INDEXED, |gl| {
        gl.DrawRangeElementsBaseVertex(TRIANGLES, 0, 3, 6, UNSIGNED_INT, offset(0), 5);
    });
    // Every instance shades its four vertices.
    draw("DrawElementsInstanced", SIX_INDEXED, |gl| gl.DrawElementsInstanced(TRIANGLES, 6, UNSIGNED_INT, offset(0), 3));
    draw("DrawElementsInstancedBaseVertex", SIX_INDEXED, |gl| {
        gl.DrawElementsInstancedBaseVertex(TRIANGLES, 6, UNSIGNED_INT, offset(0), 3, 2);
    });
    draw("DrawElementsInstancedBaseInstance", SIX_INDEXED, |gl| {
        gl.DrawElementsInstancedBaseInstance(TRIANGLES, 6, UNSIGNED_INT, offset(0), 3, 7);
    });
    draw("DrawElementsInstancedBaseVertexBaseInstance", SIX_INDEXED, |gl| {
        gl.DrawElementsInstancedBaseVertexBaseInstance(TRIANGLES, 6, UNSIGNED_INT, offset(0), 3, 4, 5);
    });
    // 4 vertices for the first draw and 3 for the second.
    draw("MultiDrawElements", [9, 3, 7, 0, 0, 0, 0, 3, 3, 96, 0], |gl| {
        gl.MultiDrawElements(TRIANGLES, [6, 3].as_ptr(), UNSIGNED_INT, [offset(0), offset(24)].as_ptr(), 2);
    });
    // The same four vertices are shaded again for the second draw.
    draw("MultiDrawElements of the same", [12, 4, 8, 0, 0, 0, 0, 4, 4, 128, 0], |gl| {
        gl.MultiDrawElements(TRIANGLES, [6, 6].as_ptr(), UNSIGNED_INT, [offset(0); 2].as_ptr(), 2);
    });
    draw("MultiDrawElementsBaseVertex", [9, 3, 7, 0, 0, 0, 0, 3, 3, 96, 0], |gl| {
        let offsets = [offset(0), offset(24)];
        gl.MultiDrawElementsBaseVertex(TRIANGLES, [6, 3].as_ptr(), UNSIGNED_INT, offsets.as_ptr(), 2, [2, 1].as_ptr());
    });
    indices(&mut cases);
    indirect(&mut cases);
    feedback(&mut cases);
    large(&mut cases);
    cases.list()
}

fn indices(cases: &mut Cases) {
    cases.add("DrawElements UNSIGNED_SHORT", TWO_INDEXED, |scene| {
        triangles(scene);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_SHORT, offset(0)));
    });
    cases.add("DrawElements UNSIGNED_BYTE", TWO_INDEXED, |scene| {
        triangles(scene);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElements(TRIANGLES, 6, UNSIGNED_BYTE, offset(0)));
    });
    // 12 indices of 4 vertices.
    cases.add("DrawElements, three triangles to a vertex", [12, 4, 4, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        triangles(scene);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3, 2, 1, 0, 3, 2, 1]);
        scene.count(|| scene.DrawElements(TRIANGLES, 12, UNSIGNED_BYTE, offset(0)));
    });
    // One vertex thrice is a triangle without an area: it survives the clipper and covers nothing.
    cases.add("DrawElements of one vertex", [3, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0], |scene| {
        triangles(scene);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[5u8; 3]);
        scene.count(|| scene.DrawElements(TRIANGLES, 3, UNSIGNED_BYTE, offset(0)));
    });
    cases.add("DrawElements LINE_LOOP", [4, 4, 4, 0, 0, 0, 0, 4, 4, 32, 0], |scene| {
        scene.vertices(&crate::shapes::loops(4));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[3u8, 2, 1, 0]);
        scene.count(|| scene.DrawElements(LINE_LOOP, 4, UNSIGNED_BYTE, offset(0)));
    });
    // Seven indices of one vertex: it is shaded once and drawn seven times.
    cases.add("DrawElements POINTS", [7, 7, 1, 0, 0, 0, 0, 7, 7, 7, 0], |scene| {
        scene.vertices(&crate::shapes::dots(3));
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[2u8; 7]);
        scene.count(|| scene.DrawElements(POINTS, 7, UNSIGNED_BYTE, offset(0)));
    });
    // A strip's three triangles from five indices of three vertices; two of them have an edge for an area.
    cases.add("DrawElements TRIANGLE_STRIP", [5, 3, 3, 0, 0, 0, 0, 3, 3, 32, 0], |scene| {
        triangles(scene);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 2, 1]);
        scene.count(|| scene.DrawElements(TRIANGLE_STRIP, 5, UNSIGNED_BYTE, offset(0)));
    });
}

fn indirect(cases: &mut Cases) {
    let mut draw = |name: &str, expected: Counts, content: &'static [u32], commands: fn(&Scene)| {
        cases.add(name, expected, move |scene| {
            triangles(scene);
            scene.buffer(DRAW_INDIRECT_BUFFER, content);
            scene.buffer(PARAMETER_BUFFER, &[7u32, 1, 5]);
            scene.count(|| commands(scene));
        });
    };
    // count, instances, first, base instance
    const ARRAYS: &[u32] = &[6, 2, 0, 0, 3, 2, 3, 1];
    // count, instances, first, base vertex, base instance
    const ELEMENTS: &[u32] = &[6, 2, 0, 0, 0, 3, 3, 6, 1, 0];
    draw("DrawArraysIndirect", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], ARRAYS, |gl| gl.DrawArraysIndirect(TRIANGLES, offset(0)));
    draw("DrawArraysIndirect at an offset", TWO, ARRAYS, |gl| gl.DrawArraysIndirect(TRIANGLES, offset(16)));
    draw("DrawArraysIndirect of no instance", NOTHING, &[6, 0, 0, 0], |gl| gl.DrawArraysIndirect(TRIANGLES, offset(0)));
    // The first draw has two instances of two triangles, the second two instances of one.
    draw("MultiDrawArraysIndirect", [18, 6, 18, 0, 0, 0, 0, 6, 6, 192, 0], ARRAYS, |gl| {
        gl.MultiDrawArraysIndirect(TRIANGLES, offset(0), 2, 0);
    });
    draw("MultiDrawArraysIndirectCount of 1", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], ARRAYS, |gl| {
        gl.MultiDrawArraysIndirectCountARB(TRIANGLES, offset(0), 4, 2, 0);
    });
    // The buffer says 5, the command 2 at most.
    draw("MultiDrawArraysIndirectCount of 5", [18, 6, 18, 0, 0, 0, 0, 6, 6, 192, 0], ARRAYS, |gl| {
        gl.MultiDrawArraysIndirectCountARB(TRIANGLES, offset(0), 8, 2, 16);
    });
    draw("DrawElementsIndirect", [12, 4, 8, 0, 0, 0, 0, 4, 4, 128, 0], ELEMENTS, |gl| {
        gl.DrawElementsIndirect(TRIANGLES, UNSIGNED_INT, offset(0));
    });
    // The second draw: three instances of the triangle of three other vertices.
    draw("DrawElementsIndirect at an offset", [9, 3, 9, 0, 0, 0, 0, 3, 3, 96, 0], ELEMENTS, |gl| {
        gl.DrawElementsIndirect(TRIANGLES, UNSIGNED_INT, offset(20));
    });
    draw("MultiDrawElementsIndirect", [21, 7, 17, 0, 0, 0, 0, 7, 7, 224, 0], ELEMENTS, |gl| {
        gl.MultiDrawElementsIndirect(TRIANGLES, UNSIGNED_INT, offset(0), 2, 20);
    });
    draw("MultiDrawElementsIndirectCount", [12, 4, 8, 0, 0, 0, 0, 4, 4, 128, 0], ELEMENTS, |gl| {
        gl.MultiDrawElementsIndirectCountARB(TRIANGLES, UNSIGNED_INT, offset(0), 4, 2, 0);
    });
}

/// Captures two triangles; glDrawTransformFeedback takes their number from the object.
fn feedback(cases: &mut Cases) {
    let mut draw = |name: &str, expected: Counts, commands: fn(&Scene, u32)| {
        cases.add(name, expected, move |scene| {
            triangles(scene);
            let text = "#version 450 core\nlayout(location = 0) in vec4 position; void main() { gl_Position = position; }";
            scene.capturing(&[(VERTEX_SHADER, text), (FRAGMENT_SHADER, crate::scene::FRAGMENT)], &["gl_Position"]);
            let object = named(|id| scene.GenTransformFeedbacks(1, id));
            scene.BindTransformFeedback(TRANSFORM_FEEDBACK, object);
            let buffer = scene.buffer(TRANSFORM_FEEDBACK_BUFFER, &[0u8; 16 * 6]);
            scene.BindBufferBase(TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
            scene.BeginTransformFeedback(TRIANGLES);
            scene.DrawArrays(TRIANGLES, 0, 6);
            scene.EndTransformFeedback();
            scene.count(|| commands(scene, object));
        });
    };
    draw("DrawTransformFeedback", TWO, |gl, object| gl.DrawTransformFeedback(TRIANGLES, object));
    draw("DrawTransformFeedbackInstanced", SIX, |gl, object| gl.DrawTransformFeedbackInstanced(TRIANGLES, object, 3));
    draw("DrawTransformFeedbackStream", TWO, |gl, object| gl.DrawTransformFeedbackStream(TRIANGLES, object, 0));
    draw("DrawTransformFeedbackStreamInstanced", SIX, |gl, object| gl.DrawTransformFeedbackStreamInstanced(TRIANGLES, object, 0, 3));
    // Six vertices are a strip of four triangles.
    draw("DrawTransformFeedback as a strip", [6, 4, 6, 0, 0, 0, 0, 4, 4, 128, 0], |gl, object| {
        gl.DrawTransformFeedback(TRIANGLE_STRIP, object);
    });
}

/// Draws more than a driver processes at once: primitives must still share vertices. All vertices have the same position, so that there are
/// no fragments.
fn large(cases: &mut Cases) {
    type Indexed = (&'static str, bool);
    const WAYS: [Indexed; 2] = [("", false), (" indexed", true)];
    let modes: [(&str, u32, Counts); 6] = [
        ("POINTS", POINTS, [20000, 20000, 20000, 0, 0, 0, 0, 20000, 20000, 20000, 0]),
        ("LINE_LOOP", LINE_LOOP, [20000, 20000, 20000, 0, 0, 0, 0, 20000, 20000, 0, 0]),
        ("LINE_STRIP", LINE_STRIP, [20000, 19999, 20000, 0, 0, 0, 0, 19999, 19999, 0, 0]),
        ("TRIANGLES", TRIANGLES, [19998, 6666, 19998, 0, 0, 0, 0, 6666, 6666, 0, 0]),
        ("TRIANGLE_STRIP", TRIANGLE_STRIP, [20000, 19998, 20000, 0, 0, 0, 0, 19998, 19998, 0, 0]),
        ("TRIANGLE_FAN", TRIANGLE_FAN, [20000, 19998, 20000, 0, 0, 0, 0, 19998, 19998, 0, 0]),
    ];
    for (what, indexed) in WAYS {
        for (name, mode, expected) in modes {
            cases.add(&format!("{name} of 20000{what}"), expected, move |scene| {
                scene.vertices(&[[2.5, 2.5]; 20000]);
                let indices: Vec<u16> = (0..20000).collect();
                scene.buffer(ELEMENT_ARRAY_BUFFER, &indices);
                let none: *const c_void = offset(0);
                scene.count(|| match indexed {
                    true => scene.DrawElements(mode, 20000, UNSIGNED_SHORT, none),
                    false => scene.DrawArrays(mode, 0, 20000),
                });
            });
        }
    }
}
