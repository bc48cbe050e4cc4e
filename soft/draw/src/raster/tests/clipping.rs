//! Tests of clipping: its counts and its results.

use super::*;

fn counts(positions: [[f32; 4]; 3]) -> (u64, u64) {
    let mut scene = Scene::new(16, 16);
    let primitive = positions.map(|position| scene.vertex(position, [1.0; 4]));
    scene.primitives.push(primitive);
    let statistics = scene.draw().unwrap();
    (statistics.clipping_input_primitives, statistics.clipping_output_primitives)
}

fn flat(points: [[f32; 2]; 3]) -> [[f32; 4]; 3] {
    points.map(|[x, y]| [x, y, 0.0, 1.0])
}

#[test]
fn counts_follow_the_true_volume() {
    assert_eq!(counts(flat([[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]])), (1, 1));
    // Covering everything without a vertex inside: the volume's square.
    assert_eq!(counts(flat([[-5.0, -5.0], [5.0, -5.0], [0.0, 9.0]])), (1, 2));
    // One vertex inside, one plane: a triangle; two vertices outside one plane.
    assert_eq!(counts(flat([[0.0, 0.0], [3.0, -0.5], [3.0, 0.5]])), (1, 1));
    // One vertex outside: a quadrilateral.
    assert_eq!(counts(flat([[0.0, 0.0], [3.0, 0.2], [0.0, 0.5]])), (1, 2));
    // The corner of the volume cuts into the triangle.
    assert_eq!(counts(flat([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])), (1, 2));
    assert_eq!(counts(flat([[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]])), (1, 2));
    assert_eq!(counts(flat([[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]])), (1, 0));
    // Outside the volume, but not of any single plane.
    assert_eq!(counts(flat([[-1.5, 0.9], [-0.9, 1.5], [-1.6, 1.6]])), (1, 0));
    // Without area, and behind the eye.
    assert_eq!(counts(flat([[0.0, 0.0], [0.5, 0.5], [0.25, 0.25]])), (1, 1));
    assert_eq!(counts([[0.0, 0.0, 0.0, -1.0], [0.5, 0.0, 0.0, -1.0], [0.0, 0.5, 0.0, -1.0]]), (1, 0));
    assert_eq!(counts([[f32::NAN, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0]]), (1, 0));
    assert_eq!(counts([[f32::INFINITY, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [0.0, 0.5, 0.0, 1.0]]), (1, 0));
}

#[test]
fn the_near_plane_clips_the_part_behind_the_eye() {
    // A floor from in front of the eye to far behind it: window rows from the bottom up to the horizon.
    let mut scene = Scene::new(64, 64);
    let corners = [[-100.0, -1.0, -3.0, -2.0], [100.0, -1.0, -3.0, -2.0], [0.0, -1.0, 99.0, 100.0]];
    let primitive = corners.map(|position| scene.vertex(position, [1.0; 4]));
    scene.primitives.push(primitive);
    let statistics = scene.draw().unwrap();
    assert!(statistics.clipping_output_primitives >= 1);
    assert_eq!(scene.pixel(32, 0), u32::MAX);
    assert_eq!(scene.pixel(32, 30), u32::MAX);
    assert_eq!(scene.pixel(32, 33), 0);
}

#[test]
fn varyings_of_clipped_triangles_equal_those_of_whole_ones() {
    // The same plane through a window, once as a triangle just large enough, once far across the guard band.
    let mut images = Vec::new();
    for scale in [1.0f32, 9000.0] {
        let mut scene = Scene::new(64, 64);
        let vertex = |scene: &mut Scene, x: f32, y: f32| {
            let w = 1.0;
            scene.vertex([x * scale * w, y * scale * w, 0.0, w], [0.5 + x * scale / 4.0, 0.5 + y * scale / 4.0, 0.25, 1.0])
        };
        let primitive = [vertex(&mut scene, -1.0, -1.0), vertex(&mut scene, 3.0, -1.0), vertex(&mut scene, -1.0, 3.0)];
        scene.primitives.push(primitive);
        assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 64 * 64);
        images.push(scene.image());
    }
    let channel = |word: u32, n: u32| (word >> (8 * n) & 0xFF) as i32;
    for (&a, &b) in images[0].iter().zip(&images[1]) {
        assert!((0..4).all(|n| (channel(a, n) - channel(b, n)).abs() <= 1), "{a:08x} {b:08x}");
    }
}

#[test]
fn clip_and_cull_distances_cut_and_drop() {
    let mut scene = Scene::new(16, 16);
    scene.layout.slots.push(Semantic::ClipDistance(0));
    scene.layout.slots.push(Semantic::CullDistance(0));
    (scene.layout.clip_distances, scene.layout.cull_distances) = (2, 1);
    scene.state.clip_enables = 0b10;
    scene.rectangle([0.0, 0.0, 16.0, 16.0], 0.0, [1.0; 4]);
    let stride = scene.layout.stride();
    for record in scene.records.chunks_mut(stride) {
        // Distance 1 grows with x: the right half stays. Distance 0 is not enabled.
        record[8] = (-1.0f32).to_bits();
        record[9] = record[0];
        record[12] = (-1.0f32).to_bits();
    }
    // Only one vertex of each triangle is not culled.
    scene.records[12] = 0;
    scene.records[3 * stride + 12] = 0;
    let statistics = scene.draw().unwrap();
    assert_eq!(statistics.fragment_shader_invocations, 128);
    assert!(scene.pixel(7, 3) == 0 && scene.pixel(8, 3) == u32::MAX);
    assert_eq!(statistics.clipping_output_primitives, 3);
    scene.records[12] = (-1.0f32).to_bits();
    assert_eq!(scene.draw().unwrap().clipping_output_primitives, 1);
}

#[test]
fn user_planes_act_where_no_distance_is_written() {
    let mut scene = Scene::new(16, 16);
    scene.state.clip_enables = 1;
    scene.state.clip_planes[0] = [0.0, 1.0, 0.0, 0.5];
    scene.rectangle([0.0, 0.0, 16.0, 16.0], 0.0, [1.0; 4]);
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 16 * 12);
}

#[test]
fn depth_clamp_keeps_geometry_before_the_near_plane() {
    let mut scene = Scene::new(8, 8);
    scene.rectangle([0.0, 0.0, 8.0, 8.0], -3.0, [1.0; 4]);
    assert_eq!(scene.draw().unwrap().clipping_output_primitives, 0);
    scene.state.depth_clamp = true;
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.clipping_output_primitives, statistics.fragment_shader_invocations), (2, 64));
}

#[test]
fn lines_and_points_are_in_or_out() {
    let mut scene = Scene::new(16, 16);
    scene.kind = PrimitiveKind::Line;
    let ends = [[-3.0, 0.0], [3.0, 0.0], [2.0, 2.0], [3.0, 0.0], [-1.5, 0.9], [-0.9, 1.5]];
    let vertices = ends.map(|[x, y]| scene.vertex([x, y, 0.0, 1.0], [1.0; 4]));
    scene.primitives = vec![[vertices[0], vertices[1], 0], [vertices[2], vertices[3], 0], [vertices[4], vertices[5], 0]];
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.clipping_input_primitives, statistics.clipping_output_primitives), (3, 1));
    assert_eq!(statistics.fragment_shader_invocations, 16);
    scene.kind = PrimitiveKind::Point;
    scene.primitives = vertices.iter().map(|&v| [v; 3]).collect();
    assert_eq!(scene.draw().unwrap().clipping_output_primitives, 0);
}

/// "If the primitive under consideration is a point, then clipping discards it if it lies outside the near or far clip plane; otherwise it is
/// passed unchanged." (OpenGL ES 2.0.25, 2.13)
#[test]
fn opengl_es_clips_points_and_lines_at_the_near_and_far_planes() {
    let mut scene = Scene::new(16, 16);
    scene.state.near_far_clipping = true;
    scene.state.point_size = 4.0;
    scene.state.viewports[0].width = 8.0;
    scene.kind = PrimitiveKind::Point;
    // Beside the viewport, at its edge, before the near plane, behind the eye.
    let places = [[1.25, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, -1.5, 1.0], [0.0, 0.0, 0.0, -1.0]];
    let vertices = places.map(|place| scene.vertex(place, [1.0; 4]));
    for (index, (kept, fragments)) in [(1, 4), (1, 8), (0, 0), (0, 0)].into_iter().enumerate() {
        scene.primitives = vec![[vertices[index]; 3]];
        let statistics = scene.draw().unwrap();
        assert_eq!(
            (statistics.clipping_output_primitives, statistics.fragment_shader_invocations),
            (kept, fragments),
            "{:?}",
            places[index]
        );
    }
    scene.kind = PrimitiveKind::Line;
    scene.state.line_width = 4.0;
    let ends = [[-1.0, 1.125, 0.0, 1.0], [1.0, 1.125, 0.0, 1.0], [0.0, 0.0, 2.0, 1.0], [0.5, 0.0, 2.0, 1.0]]
        .map(|end| scene.vertex(end, [1.0; 4]));
    for (line, kept, fragments) in [([ends[0], ends[1], 0], 1, 8), ([ends[2], ends[3], 0], 0, 0)] {
        scene.primitives = vec![line];
        let statistics = scene.draw().unwrap();
        assert_eq!((statistics.clipping_output_primitives, statistics.fragment_shader_invocations), (kept, fragments), "{line:?}");
    }
}

#[test]
fn viewports_are_chosen_by_the_provoking_vertex() {
    let mut scene = Scene::new(16, 16);
    scene.layout.slots.push(Semantic::ViewportIndex);
    scene.state.viewports[3] = Viewport { x: 8.0, y: 0.0, width: 8.0, height: 4.0, near: 0.0, far: 1.0 };
    scene.rectangle([0.0, 0.0, 16.0, 16.0], 0.0, [1.0; 4]);
    let stride = scene.layout.stride();
    for record in scene.records.chunks_mut(stride) {
        record[8] = 3;
    }
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 32);
    assert!(scene.pixel(8, 0) == u32::MAX && scene.pixel(7, 0) == 0 && scene.pixel(8, 4) == 0);
}
