//! Compute shaders, which count work groups times the group's size.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::Scene;
use crate::shapes::zigzag;

const fn invocations(count: u64) -> Counts {
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count]
}

/// Uses a shader with this group size and a buffer to write to.
fn compute(scene: &Scene, size: &str, statement: &str) {
    let text = format!(
        "#version 450 core\nlayout({size}) in; layout(binding = 0, std430) buffer B {{ uint n; }}; shared uint s;
        void main() {{ {statement} }}"
    );
    scene.program(&[(COMPUTE_SHADER, &text)]);
    let buffer = scene.buffer(SHADER_STORAGE_BUFFER, &[0u32; 16]);
    scene.BindBufferBase(SHADER_STORAGE_BUFFER, 0, buffer);
}

pub fn cases() -> Vec<Case> {
    const ADD: &str = "atomicAdd(n, 1u);";
    let mut cases = Cases::of("compute");
    type Row = (&'static str, &'static str, &'static str, [u32; 3], Counts);
    const ROWS: &[Row] = &[
        ("one", "local_size_x = 1", ADD, [1, 1, 1], invocations(1)),
        ("3×2×1 groups of 16", "local_size_x = 16", ADD, [3, 2, 1], invocations(96)),
        ("2×3×4 groups of 2×3×5", "local_size_x = 2, local_size_y = 3, local_size_z = 5", ADD, [2, 3, 4], invocations(720)),
        ("the largest group", "local_size_x = 1024", ADD, [1, 1, 1], invocations(1024)),
        ("many groups of one", "local_size_x = 1", "n = 1u;", [1000, 1, 1], invocations(1000)),
        ("groups of 65", "local_size_x = 65", ADD, [2, 1, 1], invocations(130)),
        ("no group in x", "local_size_x = 16", ADD, [0, 1, 1], invocations(0)),
        ("no group in y", "local_size_x = 16", ADD, [1, 0, 1], invocations(0)),
        ("no group in z", "local_size_x = 16", ADD, [1, 1, 0], invocations(0)),
        (
            "those that return at once",
            "local_size_x = 16",
            "if (gl_LocalInvocationIndex > 3u) return; atomicAdd(n, 1u);",
            [2, 1, 1],
            invocations(32),
        ),
        ("nothing to do", "local_size_x = 16", "", [2, 1, 1], invocations(32)),
        ("a barrier", "local_size_x = 96", "s = 1u; barrier(); atomicAdd(n, s);", [2, 1, 1], invocations(192)),
    ];
    for &(name, size, statement, [x, y, z], expected) in ROWS {
        cases.add(name, expected, move |scene| {
            compute(scene, size, statement);
            scene.count(|| scene.DispatchCompute(x, y, z));
        });
    }
    cases.add("twice", invocations(64), |scene| {
        compute(scene, "local_size_x = 16", ADD);
        scene.count(|| (0..2).for_each(|_| scene.DispatchCompute(2, 1, 1)));
    });
    cases.add("indirect", invocations(24 * 8), |scene| {
        compute(scene, "local_size_x = 8", ADD);
        scene.buffer(DISPATCH_INDIRECT_BUFFER, &[9u32, 2, 3, 4]);
        scene.count(|| scene.DispatchComputeIndirect(4));
    });
    cases.add("indirect, no group", invocations(0), |scene| {
        compute(scene, "local_size_x = 8", ADD);
        scene.buffer(DISPATCH_INDIRECT_BUFFER, &[2u32, 0, 4]);
        scene.count(|| scene.DispatchComputeIndirect(0));
    });
    // A draw and a dispatch count separately.
    cases.add("beside a draw", [6, 2, 6, 0, 0, 0, 0, 2, 2, 64, 32], |scene| {
        scene.vertices(&zigzag(6));
        scene.count(|| {
            scene.DrawArrays(TRIANGLES, 0, 6);
            compute(scene, "local_size_x = 16", ADD);
            scene.DispatchCompute(2, 1, 1);
        });
    });
    cases.list()
}
