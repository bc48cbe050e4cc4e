//! Begin and end of queries: a query counts the draws between them, whatever other queries are active.

use crate::case::{Case, Cases, NOTHING};
use crate::gl::*;
use crate::scene::{ELEVEN, Scene, named};
use crate::shapes::zigzag;

fn triangles(scene: &Scene) {
    scene.DrawArrays(TRIANGLES, 0, 6);
}

/// The indices of VERTICES_SUBMITTED, CLIPPING_OUTPUT_PRIMITIVES and FRAGMENT_SHADER_INVOCATIONS.
const VSUB: usize = 0;
const CLOUT: usize = 8;
const FSI: usize = 9;

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("queries");
    cases.add("nothing between", NOTHING, |scene| {
        scene.vertices(&zigzag(6));
        triangles(scene);
        scene.count(|| {});
        triangles(scene);
    });
    cases.add("draws before and after", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        triangles(scene);
        scene.count(|| triangles(scene));
        triangles(scene);
    });
    cases.add("four draws", [13, 5, 13, 0, 0, 0, 0, 5, 5, 129, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            triangles(scene);
            scene.DrawArrays(TRIANGLE_STRIP, 0, 3);
            scene.DrawArrays(TRIANGLES, 3, 3);
            scene.DrawArrays(POINTS, 0, 1);
        });
    });
    cases.add("a hundred draws", [600, 200, 600, 0, 0, 0, 0, 200, 200, 6400, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| (0..100).for_each(|_| triangles(scene)));
    });
    cases.add("a hundred draws and flushes", [600, 200, 600, 0, 0, 0, 0, 200, 200, 6400, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            for _ in 0..100 {
                triangles(scene);
                scene.Flush();
            }
        });
    });
    cases.add("within other queries", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        let others = [SAMPLES_PASSED, TIME_ELAPSED, PRIMITIVES_GENERATED];
        for target in others {
            scene.BeginQuery(target, named(|id| scene.GenQueries(1, id)));
        }
        triangles(scene);
        scene.count(|| triangles(scene));
        others.iter().for_each(|target| scene.EndQuery(*target));
    });
    cases.add("around other queries", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            scene.BeginQuery(SAMPLES_PASSED, named(|id| scene.GenQueries(1, id)));
            triangles(scene);
            scene.EndQuery(SAMPLES_PASSED);
            scene.BeginQuery(PRIMITIVES_GENERATED, named(|id| scene.GenQueries(1, id)));
            triangles(scene);
            scene.EndQuery(PRIMITIVES_GENERATED);
        });
    });
    // Each begins a draw later than the one before; all end together.
    cases.add("begun one after the other", [66, 20, 54, 0, 0, 0, 0, 8, 6, 128, 0], |scene| {
        scene.vertices(&zigzag(6));
        for (statistic, target) in ELEVEN.iter().enumerate() {
            scene.BeginQuery(*target, scene.query(statistic));
            triangles(scene);
        }
        scene.end();
    });
    // Each ends a draw later than the one before; all began together.
    cases.add("ended one after the other", [6, 4, 18, 0, 0, 0, 0, 16, 18, 640, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.begin();
        for target in ELEVEN {
            triangles(scene);
            scene.EndQuery(target);
        }
        scene.read();
    });
    // Only the last use of an object counts.
    cases.add("begun twice", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.begin();
        (0..3).for_each(|_| triangles(scene));
        scene.end();
        scene.count(|| triangles(scene));
    });
    // Three queries overlap in pairs; the others count nothing.
    cases.add("overlapping", [12, 0, 0, 0, 0, 0, 0, 0, 4, 128, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {});
        let begin = |statistic: usize| {
            scene.BeginQuery(ELEVEN[statistic], scene.query(statistic));
            triangles(scene);
        };
        begin(VSUB);
        begin(CLOUT);
        scene.EndQuery(ELEVEN[VSUB]);
        begin(FSI);
        scene.EndQuery(ELEVEN[CLOUT]);
        triangles(scene);
        scene.EndQuery(ELEVEN[FSI]);
        scene.read();
    });
    // The target's index 0 is the target.
    cases.add("begun by index", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        for (statistic, target) in ELEVEN.iter().enumerate() {
            scene.BeginQueryIndexed(*target, 0, scene.query(statistic));
        }
        triangles(scene);
        scene.end();
    });
    cases.add("draws, and a clear, an upload and a reading between", [12, 4, 12, 0, 0, 0, 0, 4, 4, 128, 0], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            triangles(scene);
            scene.Clear(COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT);
            scene.vertices(&zigzag(9));
            triangles(scene);
            scene.ReadPixels(0, 0, 4, 4, RGBA, UNSIGNED_BYTE, [0u8; 64].as_mut_ptr().cast());
        });
    });
    // A query of samples that passed is the condition.
    cases.add("a condition that is met", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 0], |scene| {
        scene.vertices(&zigzag(6));
        let query = named(|id| scene.GenQueries(1, id));
        scene.BeginQuery(SAMPLES_PASSED, query);
        triangles(scene);
        scene.EndQuery(SAMPLES_PASSED);
        scene.BeginConditionalRender(query, QUERY_WAIT);
        scene.count(|| triangles(scene));
        scene.EndConditionalRender();
    });
    cases.add("a draw with an error", NOTHING, |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            scene.DrawArrays(TRIANGLES, 0, -3);
            scene.GetError();
        });
    });
    cases.list()
}
