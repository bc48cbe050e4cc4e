//! Tests of geometry and tessellation stages in whole draws.

use super::*;
use base::hir::{GeometryInput, GeometryOutput, TessMode, TessSpacing};
use shader::pipeline::program::{Geometry, TessControl, TessEvaluation};

const LOAD: fn(u16, u16, u32) -> Op = |dst, vertex, word| op(Code::LoadVertex, dst, vertex, NONE, NONE, word);

/// Creates a geometry stage that emits `points` vertices on each of the streams: words 0 to 3 are gl_VertexID of input vertices 0 and
/// `last`, gl_PrimitiveIDIn and gl_InvocationID.
fn geometry(input: GeometryInput, output: GeometryOutput, emits: &[(u32, u32)], invocations: u32, last: u32) -> (Executable, Geometry) {
    let mut ops = vec![LOAD(2, 0, 4), LOAD(3, 1, 4)];
    for &(stream, count) in emits {
        ops.extend((0..count).map(|_| op(Code::EmitVertex, NONE, NONE, NONE, NONE, stream)));
        ops.push(op(Code::EndPrimitive, NONE, NONE, NONE, NONE, stream));
    }
    let inputs = [(4, Input::PrimitiveId), (5, Input::InvocationId)];
    let bytecode = code(ops, &[(0, 0), (1, last)], &inputs, &[(2, 0), (3, 1), (4, 2), (5, 3)]);
    let streams = emits.iter().map(|&(stream, _)| stream + 1).max().unwrap_or(1);
    let executable = Executable { streams, ..executable(bytecode) };
    (executable, Geometry { input, output, max_vertices: 100, invocations })
}

fn with_geometry(stage: (Executable, Geometry)) -> Program {
    Program { geometry: Some(stage), ..program(&[0, 1, 2, 3]) }
}

#[test]
fn geometry_counts_and_order() {
    let stage = geometry(GeometryInput::Triangles, GeometryOutput::TriangleStrip, &[(0, 4)], 1, 2);
    let scene = Scene::new(with_geometry(stage));
    let outcome = scene.draw(&draw_call(Mode::TriangleStrip, 4));
    assert_eq!(outcome.statistics.geometry_shader_invocations, 2);
    assert_eq!(outcome.statistics.geometry_shader_primitives_emitted, 4);
    assert_eq!(outcome.statistics.primitives_generated, [4, 0, 0, 0]);
    let expected: Vec<[u32; 4]> = [[0, 2, 0, 0], [2, 3, 1, 0]].into_iter().flat_map(|vertex| [vertex; 6]).collect();
    assert_eq!(outcome.captured[0], expected.as_flattened());
}

#[test]
fn geometry_invocations_follow_each_other_within_a_primitive() {
    let stage = geometry(GeometryInput::Points, GeometryOutput::Points, &[(0, 1)], 5, 0);
    let mut scene = Scene::new(with_geometry(stage));
    let draw = DrawCall { instances: 3, ..draw_call(Mode::Points, 100) };
    let outcome = scene.draw(&draw);
    assert_eq!(outcome.statistics.geometry_shader_invocations, 1500);
    // Primitive numbers restart with each instance.
    let points = (0..300).flat_map(|point| (0..5).map(move |invocation| [point % 100, point % 100, point % 100, invocation]));
    assert!(outcome.captured[0] == points.collect::<Vec<[u32; 4]>>().as_flattened());
    scene.threads = 4;
    assert!(scene.draw(&draw) == outcome);
}

#[test]
fn geometry_emits_nothing_or_too_little() {
    for emits in [&[][..], &[(0, 2)]] {
        let stage = geometry(GeometryInput::Lines, GeometryOutput::TriangleStrip, emits, 1, 1);
        let outcome = Scene::new(with_geometry(stage)).draw(&draw_call(Mode::Lines, 5));
        assert_eq!(outcome.statistics.geometry_shader_invocations, 2);
        assert_eq!(outcome.statistics.geometry_shader_primitives_emitted, 0);
        assert_eq!(outcome.captured[0], []);
    }
}

#[test]
fn geometry_streams() {
    let stage = geometry(GeometryInput::Points, GeometryOutput::Points, &[(0, 1), (1, 3)], 1, 0);
    let mut program = with_geometry(stage);
    capture(&mut program, 2, 1, &[2]);
    let mut scene = Scene::new(program);
    scene.sizes[2] = Some(32);
    scene.raster.rasterizer_discard = false;
    let outcome = scene.draw(&draw_call(Mode::Points, 4));
    assert_eq!(outcome.statistics.geometry_shader_primitives_emitted, 16);
    assert_eq!(outcome.statistics.primitives_generated, [4, 12, 0, 0]);
    assert_eq!(outcome.statistics.transform_feedback_primitives_written, [4, 8, 0, 0]);
    assert_eq!(outcome.statistics.clipping_input_primitives, 4);
    assert_eq!(outcome.captured[2], [0, 0, 0, 1, 1, 1, 2, 2]);
}

#[test]
fn adjacency_reaches_geometry_only() {
    let stage = geometry(GeometryInput::TrianglesAdjacency, GeometryOutput::Points, &[(0, 1)], 1, 5);
    let outcome = Scene::new(with_geometry(stage)).draw(&DrawCall { first: 20, ..draw_call(Mode::TrianglesAdjacency, 12) });
    assert_eq!(outcome.captured[0], [20, 25, 0, 0, 26, 31, 1, 0]);
    let outcome = Scene::new(program(&[4])).draw(&draw_call(Mode::TrianglesAdjacency, 12));
    assert_eq!(outcome.captured[0], [0, 2, 4, 6, 8, 10]);
    assert_eq!(outcome.statistics.vertices_submitted, 12);
    assert_eq!(outcome.statistics.vertex_shader_invocations, 12);
}

fn evaluation(mode: TessMode) -> (Executable, TessEvaluation) {
    // Words: u, v, w, gl_PrimitiveID, gl_VertexID of vertex 1, outer level 0, patch word 6, gl_PatchVerticesIn.
    let ops = vec![LOAD(4, 10, 4), op(Code::LoadPatch, 5, NONE, NONE, NONE, 0), op(Code::LoadPatch, 6, NONE, NONE, NONE, 6)];
    let inputs = [
        (0, Input::TessCoord(0)),
        (1, Input::TessCoord(1)),
        (2, Input::TessCoord(2)),
        (3, Input::PrimitiveId),
        (7, Input::PatchVerticesIn),
    ];
    let words: Vec<(u16, u16)> = (0..8).map(|word| (word, word)).collect();
    let bytecode = code(ops, &[(10, 1)], &inputs, &words);
    (executable(bytecode), TessEvaluation { mode, spacing: TessSpacing::Equal, clockwise: false, point_mode: false })
}

/// Creates a control stage with two vertices a patch: each has gl_VertexID of the input vertex of its number; the levels are those of the
/// first, word 6 is 1000 + gl_PrimitiveID + the output of the other vertex, read after a barrier.
fn control(level: f32) -> (Executable, TessControl) {
    let mut ops = vec![
        LOAD(2, 0, 4),
        op(Code::StoreOutput, NONE, 0, NONE, 2, 4),
        op(Code::Barrier, NONE, NONE, NONE, NONE, 0),
        op(Code::LoadOutput, 3, 10, NONE, NONE, 4),
        op(Code::IAdd, 3, 3, 1, NONE, 0),
        op(Code::IAdd, 3, 3, 11, NONE, 0),
    ];
    ops.extend((0..6).map(|word| op(Code::StorePatch, NONE, NONE, 12, NONE, word)));
    ops.push(op(Code::StorePatch, NONE, NONE, 3, NONE, 6));
    let inputs = [(0, Input::InvocationId), (1, Input::PrimitiveId)];
    let bytecode = Bytecode { uses_barrier: true, ..code(ops, &[(10, 1), (11, 1000), (12, level.to_bits())], &inputs, &[]) };
    (executable(bytecode), TessControl { output_vertices: 2, patch_stride: 8 })
}

#[test]
fn default_levels_without_a_control_stage() {
    let mut program = Program { tess_evaluation: Some(evaluation(TessMode::Triangles)), ..program(&[0, 1, 2, 3, 4, 5, 6, 7]) };
    program.feedback[0].words = vec![3, 4, 5, 7];
    program.feedback_strides[0] = 16;
    let mut scene = Scene::new(program);
    let draw = DrawCall { first: 30, ..draw_call(Mode::Patches, 7) };
    let outcome = scene.draw(&draw);
    let statistics = &outcome.statistics;
    assert_eq!((statistics.vertices_submitted, statistics.primitives_submitted), (6, 2));
    assert_eq!((statistics.tess_control_shader_patches, statistics.tess_evaluation_shader_invocations), (0, 6));
    assert_eq!(statistics.primitives_generated[0], 2);
    let one = 1.0f32.to_bits();
    let expected: Vec<[u32; 4]> = [[0, 31, one, 3], [1, 34, one, 3]].into_iter().flat_map(|vertex| [vertex; 3]).collect();
    assert_eq!(outcome.captured[0], expected.as_flattened());
    scene.tess_levels = ([2.0; 4], [2.0; 2]);
    let outcome = scene.draw(&draw);
    assert_eq!(outcome.statistics.tess_evaluation_shader_invocations, 14);
    assert_eq!(outcome.statistics.primitives_generated[0], 12);
    scene.tess_levels = ([2.0, 0.0, 2.0, 2.0], [2.0; 2]);
    assert_eq!(scene.draw(&draw).statistics.tess_evaluation_shader_invocations, 0);
}

#[test]
fn control_and_evaluation() {
    let mut program = program(&[3, 4, 5, 6, 7]);
    program.tess_control = Some(control(1.0));
    program.tess_evaluation = Some(evaluation(TessMode::Isolines));
    let mut scene = Scene { sizes: [Some(1 << 20), None, None, None], ..Scene::new(program) };
    // 100 patches of three vertices, twice.
    let draw = DrawCall { instances: 2, ..draw_call(Mode::Patches, 300) };
    let outcome = scene.draw(&draw);
    assert_eq!(outcome.result, Ok(()));
    assert_eq!(outcome.statistics.tess_control_shader_patches, 200);
    assert_eq!(outcome.statistics.tess_evaluation_shader_invocations, 400);
    let one = 1.0f32.to_bits();
    let vertex = |patch: u32| [patch, patch * 3 + 1, one, 1000 + patch + patch * 3 + 1, 2];
    let expected: Vec<[u32; 5]> = (0..200).flat_map(|patch| [vertex(patch % 100); 2]).collect();
    assert!(outcome.captured[0] == expected.as_flattened());
    scene.threads = 3;
    assert!(scene.draw(&draw) == outcome);
}

#[test]
fn large_tessellations_come_in_groups() {
    let mut program = program(&[3, 0, 1]);
    program.tess_control = Some(control(64.0));
    program.tess_evaluation = Some(evaluation(TessMode::Quads));
    let scene = Scene { sizes: [Some(16 << 20), None, None, None], threads: 2, ..Scene::new(program) };
    let outcome = scene.draw(&draw_call(Mode::Patches, 120));
    assert_eq!(outcome.result, Ok(()));
    assert_eq!(outcome.statistics.tess_evaluation_shader_invocations, 40 * 65 * 65);
    assert_eq!(outcome.statistics.primitives_generated[0], 40 * 64 * 64 * 2);
    // Patches come in order.
    assert!(outcome.captured[0].chunks_exact(3).map(|vertex| vertex[0]).is_sorted());
}

#[test]
fn patches_beyond_a_chunk_keep_their_vertices() {
    let program = Program { tess_evaluation: Some(evaluation(TessMode::Isolines)), ..program(&[3, 4]) };
    let scene = Scene { sizes: [Some(1 << 20), None, None, None], ..Scene::new(program) };
    let outcome = scene.draw(&draw_call(Mode::Patches, 15_000));
    let expected: Vec<[u32; 2]> = (0..5_000).flat_map(|patch| [[patch, patch * 3 + 1]; 2]).collect();
    assert!(outcome.captured[0] == expected.as_flattened());
}

#[test]
fn geometry_after_tessellation() {
    let mut program = program(&[2, 0]);
    program.tess_control = Some(control(3.0));
    program.tess_evaluation = Some(evaluation(TessMode::Triangles));
    program.geometry = Some(geometry(GeometryInput::Triangles, GeometryOutput::Points, &[(0, 1)], 1, 1));
    let outcome = Scene::new(program).draw(&draw_call(Mode::Patches, 6));
    assert_eq!(outcome.statistics.tess_evaluation_shader_invocations, 24);
    assert_eq!(outcome.statistics.geometry_shader_invocations, 26);
    assert_eq!(outcome.statistics.primitives_generated[0], 26);
    // Word 4 of the evaluation stage's records is gl_VertexID of the patch's vertex 1.
    let expected: Vec<[u32; 2]> = [[0, 1], [1, 4]].into_iter().flat_map(|point| [point; 13]).collect();
    assert_eq!(outcome.captured[0], expected.as_flattened());
}

#[test]
fn patches_without_evaluation_draw_nothing() {
    assert_eq!(Scene::new(program(&[4])).draw(&draw_call(Mode::Patches, 6)).statistics, Statistics::default());
}
