//! Tests of draws with a vertex shader only.

use super::*;

fn counts(outcome: &Outcome) -> [u64; 3] {
    let statistics = &outcome.statistics;
    [statistics.vertices_submitted, statistics.primitives_submitted, statistics.vertex_shader_invocations]
}

#[test]
fn vertices_reach_feedback_in_order() {
    let scene = Scene::new(program(&[0, 3, 4]));
    let outcome = scene.draw(&DrawCall { first: 10, ..draw_call(Mode::TriangleStrip, 4) });
    assert_eq!(outcome.result, Ok(()));
    assert_eq!(outcome.captured[0], [10, 11, 12, 12, 11, 13].map(|vertex| [1, 4, vertex]).as_flattened());
    assert_eq!(counts(&outcome), [4, 2, 4]);
    assert_eq!(outcome.statistics.primitives_generated, [2, 0, 0, 0]);
    assert_eq!(outcome.statistics.transform_feedback_primitives_written, [2, 0, 0, 0]);
    // Nothing was clipped, because rasterisation is discarded.
    assert_eq!(outcome.statistics.clipping_input_primitives, 0);
}

#[test]
fn indexed_instances() {
    let scene = Scene::new(program(&[4, 5, 6, 7]));
    let draw = DrawCall {
        indices: indices(&[0, 1, 2, 2, 1, 3], None),
        instances: 5,
        base_vertex: 100,
        base_instance: 9,
        ..draw_call(Mode::Triangles, 6)
    };
    let outcome = scene.draw(&draw);
    let vertices = |instance: u32| [0, 1, 2, 2, 1, 3].map(|index| [index + 100, instance, 100, 7]);
    let expected: Vec<[u32; 4]> = (0..5).flat_map(vertices).collect();
    assert_eq!(outcome.captured[0], expected.as_flattened());
    assert_eq!(counts(&outcome), [30, 10, 20]);
    assert_eq!(scene.draw(&DrawCall { instances: 0, ..draw.clone() }).statistics, Statistics::default());
    assert_eq!(scene.draw(&DrawCall { count: 2, ..draw }).statistics, Statistics::default());
}

#[test]
fn instances_without_primitives_end_at_once() {
    let scene = Scene::new(program(&[4]));
    let outcome = scene.draw(&DrawCall { instances: u32::MAX, ..draw_call(Mode::Triangles, 2) });
    assert_eq!(outcome.statistics, Statistics::default());
}

#[test]
fn windows_count_an_index_once_each() {
    // Three windows of the same four indices, split within a strip.
    let values: Vec<u32> = (0..500_000).map(|position| position % 4).collect();
    let mut scene = Scene::new(program(&[4]));
    scene.sizes[0] = Some(8 << 20);
    let draw = DrawCall { indices: indices(&values, None), ..draw_call(Mode::LineStrip, 500_000) };
    let outcome = scene.draw(&draw);
    assert_eq!(counts(&outcome), [500_000, 499_999, 12]);
    let expected: Vec<u32> = (0..499_999).flat_map(|line| [line % 4, (line + 1) % 4]).collect();
    assert!(outcome.captured[0] == expected);
    // Without indices each vertex counts, and the last window may not be repeated for instances.
    scene.sizes[0] = Some(24 << 20);
    let outcome = scene.draw(&DrawCall { instances: 3, ..draw_call(Mode::Triangles, 196_608 + 7) });
    assert_eq!(counts(&outcome), [3 * 196_614, 3 * 65_538, 3 * 196_614]);
    let expected: Vec<u32> = (0..3).flat_map(|_| 0..196_614).collect();
    assert!(outcome.captured[0] == expected);
}

#[test]
fn many_instances_share_waves() {
    let scene = Scene { sizes: [Some(4 << 20), None, None, None], ..Scene::new(program(&[4, 5])) };
    let outcome = scene.draw(&DrawCall { instances: 100_000, ..draw_call(Mode::Lines, 2) });
    assert_eq!(counts(&outcome), [200_000, 100_000, 200_000]);
    let expected: Vec<[u32; 2]> = (0..200_000).map(|vertex| [vertex % 2, vertex / 2]).collect();
    assert!(outcome.captured[0] == expected.as_flattened());
}

#[test]
fn feedback_overflows_by_whole_primitives() {
    let mut program = program(&[4, 5]);
    capture(&mut program, 1, 0, &[4]);
    let mut scene = Scene::new(program);
    // Seven vertices of eight bytes, five of four: one triangle fits into both.
    scene.sizes = [Some(56), Some(20), None, None];
    let outcome = scene.draw(&draw_call(Mode::Triangles, 9));
    assert_eq!(outcome.captured[0], [0, 0, 1, 0, 2, 0]);
    assert_eq!(outcome.captured[1], [0, 1, 2]);
    assert_eq!(outcome.statistics.primitives_generated[0], 3);
    assert_eq!(outcome.statistics.transform_feedback_primitives_written[0], 1);
    // A missing buffer takes nothing, and then neither do the others.
    scene.sizes = [Some(56), None, None, None];
    let outcome = scene.draw(&draw_call(Mode::Triangles, 9));
    assert_eq!(outcome.captured, [const { Vec::new() }; 4]);
    assert_eq!(outcome.statistics.transform_feedback_primitives_written[0], 0);
}

#[test]
fn feedback_leaves_gaps_alone() {
    let mut program = program(&[4]);
    program.feedback[0].offset = 4;
    program.feedback_strides[0] = 12;
    // A varying outside the record reads as 0.
    capture(&mut program, 1, 0, &[4000]);
    let scene = Scene { sizes: [Some(1000), Some(1000), None, None], ..Scene::new(program) };
    let outcome = scene.draw(&DrawCall { first: 5, ..draw_call(Mode::Points, 2) });
    assert_eq!(outcome.captured[0], [0, 5, 0, 0, 6, 0]);
    assert_eq!(outcome.captured[1], [0, 0]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let values: Vec<u32> = (0..30_000u32).map(|position| position.wrapping_mul(2_654_435_761) >> 16).collect();
    let draw = DrawCall { indices: indices(&values, Some(7)), instances: 2, ..draw_call(Mode::TriangleStrip, 30_000) };
    let run = |threads: usize| {
        let scene = Scene { threads, sizes: [Some(1 << 22), None, None, None], ..Scene::new(program(&[0, 4, 5])) };
        scene.draw(&draw)
    };
    let one = run(1);
    assert!(one.statistics.primitives_generated[0] > 50_000);
    assert!(run(2) == one && run(5) == one);
}

#[test]
fn loops_without_end_are_interrupted() {
    let mut scene = Scene::new(program(&[4]));
    let ops = vec![
        op(Code::Loop, NONE, NONE, NONE, NONE, 1),
        op(Code::EndLoop, NONE, NONE, NONE, NONE, 1),
        op(Code::End, NONE, NONE, NONE, NONE, 0),
    ];
    let endless = Bytecode { ops, ..code(Vec::new(), &[], &[], &[]) };
    scene.program.vertex = Some(executable(endless));
    scene.budget = 10_000;
    let outcome = scene.draw(&draw_call(Mode::Points, 1000));
    assert_eq!(outcome.result, Err(Failure::Interrupted));
    scene.program.vertex = Some(vertex_shader());
    scene.cancel = AtomicBool::new(true);
    assert_eq!(scene.draw(&draw_call(Mode::Points, 1000)).result, Err(Failure::Interrupted));
}

#[test]
fn one_pipeline_serves_different_programs() {
    let mut pipeline = Pipeline::new(Arc::new(Pool::new(2)));
    for round in 0..3u32 {
        let mut scene = Scene::new(program(&[7, 4]));
        let Some(vertex) = &mut scene.program.vertex else { panic!() };
        let mut other = Bytecode::clone(&vertex.code);
        other.splats = vec![(7, Splat::Constant(round))];
        vertex.code = Arc::new(shader::ir::verified(other));
        let outcome = scene.draw_with(&mut pipeline, &draw_call(Mode::Points, 3 - round));
        let expected: Vec<[u32; 2]> = (0..3 - round).map(|vertex| [round, vertex]).collect();
        assert_eq!(outcome.captured[0], expected.as_flattened());
    }
}

#[test]
fn primitives_reach_the_rasteriser() {
    let mut scene = Scene::new(program(&[]));
    scene.raster.rasterizer_discard = false;
    scene.targets.width = 16;
    scene.targets.height = 16;
    let one = 1.0f32.to_bits();
    scene.attributes[0] = VertexAttribute::Current([0, 0, 0, one, 0, 0, 0, 0]);
    for (mode, primitives) in [(Mode::Points, 8), (Mode::LineLoop, 8), (Mode::Triangles, 2), (Mode::Quads, 4), (Mode::Polygon, 6)] {
        let outcome = scene.draw(&draw_call(mode, 8));
        assert_eq!(outcome.result, Ok(()));
        assert_eq!(outcome.statistics.clipping_input_primitives, primitives, "{mode:?}");
        assert_eq!(outcome.statistics.primitives_generated[0], primitives, "{mode:?}");
    }
}
