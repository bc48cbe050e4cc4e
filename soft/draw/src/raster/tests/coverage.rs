//! Tests of coverage.

use super::*;

/// Creates a scene that adds 1 to the red of every covered pixel.
fn counting(width: u32, height: u32) -> Scene {
    let mut scene = Scene::new(width, height);
    scene.state.blend[0] = Blend {
        enabled: true,
        color: (BlendEquation::Add, BlendFactor::One, BlendFactor::One),
        alpha: (BlendEquation::Add, BlendFactor::One, BlendFactor::One),
        write_mask: [true; 4],
    };
    scene
}

const ONE: [f32; 4] = [1.0 / 255.0, 0.0, 0.0, 0.0];

fn covered(scene: &Scene) -> Vec<(u32, u32)> {
    let (width, height) = (scene.targets.width, scene.targets.height);
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| scene.pixel(x, y) != 0).collect()
}

#[test]
fn a_full_window_of_ten_by_ten_is_a_hundred_fragments() {
    let mut scene = Scene::new(10, 10);
    scene.rectangle([0.0, 0.0, 10.0, 10.0], 0.0, [1.0; 4]);
    let statistics = scene.draw().unwrap();
    assert_eq!(statistics.fragment_shader_invocations, 100);
    assert_eq!(statistics.samples_passed, 100);
    assert!(scene.image().iter().all(|&word| word == u32::MAX));
}

#[test]
fn triangles_that_share_an_edge_cover_every_pixel_once() {
    let mut random = Random(7);
    for round in 0..60 {
        let size = if round % 2 == 0 { 32 } else { 150 };
        let mut scene = counting(size, size);
        // A fan around a random inner point whose rim is the window: it must cover all pixels.
        let grid = |random: &mut Random| random.below(size * 64) as f32 / 64.0;
        let limit = size as f32;
        let inner = [grid(&mut random), grid(&mut random)];
        let rim = [[0.0, 0.0], [grid(&mut random), 0.0], [limit, 0.0], [limit, limit], [grid(&mut random), limit], [0.0, limit]];
        for n in 0..rim.len() {
            let mut points = [inner, rim[n], rim[(n + 1) % rim.len()]];
            points.rotate_left(n % 3);
            scene.triangle(points, 0.0, ONE);
        }
        let statistics = scene.draw().unwrap();
        assert!(scene.image().iter().all(|&word| word == 1), "round {round}");
        assert_eq!(statistics.fragment_shader_invocations, u64::from(size * size));
    }
}

/// Returns true if a pixel's centre is in a triangle, all in 1/256 pixel, left and lower edges included.
fn inside(points: &[[i64; 2]; 3], x: i64, y: i64) -> bool {
    let [p, q, r] = *points;
    let area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
    let corners = if area > 0 { [p, q, r] } else { [p, r, q] };
    area != 0
        && (0..3).all(|n| {
            let (from, to) = (corners[n], corners[(n + 1) % 3]);
            let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
            let side = dx * (y * 256 + 128 - from[1]) - dy * (x * 256 + 128 - from[0]);
            side > 0 || side == 0 && (dy < 0 || dy == 0 && dx > 0)
        })
}

#[test]
fn triangles_cover_what_a_scalar_reference_says() {
    let mut random = Random(99);
    for round in 0..300 {
        let size = 128u32;
        let mut scene = counting(size, size);
        scene.baseline = round % 2 == 1;
        let reach = if round % 3 == 0 { 128 * 16 } else { 20 * 16 };
        let (ox, oy) = (random.below((size * 16) - reach + 1), random.below((size * 16) - reach + 1));
        let points = [0; 3].map(|_| [(ox + random.below(reach)) as f32 / 16.0, (oy + random.below(reach)) as f32 / 16.0]);
        scene.triangle(points, 0.0, ONE);
        scene.draw().unwrap();
        let fixed = points.map(|point| point.map(|v| (v * 256.0) as i64));
        for y in 0..size {
            for x in 0..size {
                let expected = u32::from(inside(&fixed, x.into(), y.into()));
                assert_eq!(scene.pixel(x, y), expected, "round {round}, {points:?}, {x} {y}");
            }
        }
    }
}

#[test]
fn rows_of_a_window_surface_are_upside_down() {
    let mut scene = Scene::new(70, 70);
    scene.targets.flipped = true;
    scene.rectangle([0.0, 0.0, 3.0, 2.0], 0.0, [1.0; 4]);
    scene.draw().unwrap();
    assert_eq!(covered(&scene), [(0, 68), (1, 68), (2, 68), (0, 69), (1, 69), (2, 69)]);
}

#[test]
fn the_scissor_and_the_viewport_bound_pixels() {
    let mut scene = Scene::new(64, 64);
    scene.state.scissors[0] = Rectangle { x0: 5, y0: 6, x1: 40, y1: 8 };
    scene.state.viewports[0] = Viewport { x: 0.0, y: 0.0, width: 8.0, height: 64.0, near: 0.0, far: 1.0 };
    // Within the guard band, far outside the volume.
    let primitive = [[-9.0, -9.0], [30.0, -9.0], [-9.0, 30.0]].map(|[x, y]| scene.vertex([x, y, 0.0, 1.0], [1.0; 4]));
    scene.primitives.push(primitive);
    let statistics = scene.draw().unwrap();
    assert_eq!(covered(&scene), [(5, 6), (6, 6), (7, 6), (5, 7), (6, 7), (7, 7)]);
    assert_eq!(statistics.clipping_output_primitives, 2);
}

fn line(scene: &mut Scene, from: [f32; 2], to: [f32; 2]) {
    scene.kind = PrimitiveKind::Line;
    let (from, to) = (scene.window_vertex(from[0], from[1], 0.0, ONE), scene.window_vertex(to[0], to[1], 0.0, ONE));
    scene.primitives.push([from, to, 0]);
}

#[test]
fn lines_leave_out_the_last_pixel_and_strips_overlap_nowhere() {
    let mut scene = counting(32, 32);
    line(&mut scene, [2.5, 3.5], [6.5, 3.5]);
    scene.draw().unwrap();
    assert_eq!(covered(&scene), [(2, 3), (3, 3), (4, 3), (5, 3)]);

    let mut scene = counting(32, 32);
    line(&mut scene, [4.5, 9.5], [4.5, 6.5]);
    scene.draw().unwrap();
    assert_eq!(covered(&scene), [(4, 7), (4, 8), (4, 9)]);

    // A closed ring: every pixel once.
    let mut scene = counting(32, 32);
    let ring = [[3.5, 3.5], [20.5, 3.5], [27.5, 10.5], [20.5, 20.5], [3.5, 20.5]];
    for n in 0..ring.len() {
        line(&mut scene, ring[n], ring[(n + 1) % ring.len()]);
    }
    let statistics = scene.draw().unwrap();
    assert!(scene.image().iter().all(|&word| word <= 1));
    assert_eq!(statistics.fragment_shader_invocations, 17 + 7 + 10 + 17 + 17);
    assert_eq!(statistics.clipping_output_primitives, 5);
}

#[test]
fn wide_lines_and_points_are_as_wide_as_asked() {
    let mut scene = counting(32, 32);
    scene.state.line_width = 3.0;
    line(&mut scene, [2.5, 10.5], [12.5, 10.5]);
    scene.draw().unwrap();
    assert_eq!(covered(&scene).len(), 30);
    assert!(covered(&scene).iter().all(|&(x, y)| (2..12).contains(&x) && (9..12).contains(&y)));

    let mut scene = counting(32, 32);
    scene.kind = PrimitiveKind::Point;
    scene.state.point_size = 4.0;
    let vertex = scene.window_vertex(10.0, 20.0, 0.0, ONE);
    scene.primitives.push([vertex; 3]);
    let statistics = scene.draw().unwrap();
    assert!(covered(&scene).iter().all(|&(x, y)| (8..12).contains(&x) && (18..22).contains(&y)));
    assert_eq!((covered(&scene).len(), statistics.fragment_shader_invocations), (16, 16));
    assert_eq!(statistics.clipping_output_primitives, 1);
}

#[test]
fn polygon_modes_draw_edges_and_corners() {
    let corners = [[2.5, 2.5], [12.5, 2.5], [12.5, 12.5]];
    let mut scene = counting(16, 16);
    scene.state.polygon_mode = [PolygonMode::Line; 2];
    scene.triangle(corners, 0.0, ONE);
    scene.draw().unwrap();
    assert_eq!(covered(&scene).len(), 30);
    assert!(scene.pixel(7, 2) == 1 && scene.pixel(12, 7) == 1 && scene.pixel(7, 7) == 1 && scene.pixel(9, 5) == 0);

    let mut scene = counting(16, 16);
    scene.state.polygon_mode = [PolygonMode::Point; 2];
    scene.triangle(corners, 0.0, ONE);
    scene.edge_flags = vec![0b101];
    scene.draw().unwrap();
    assert_eq!(covered(&scene), [(2, 2), (12, 12)]);
}

#[test]
fn culling_looks_at_the_winding() {
    for (front, back, ccw, flip, expected) in [
        (true, false, true, false, 0),
        (false, true, true, false, 100),
        (true, false, false, false, 100),
        (false, true, false, false, 0),
        (true, false, true, true, 0),
        (true, true, true, false, 0),
    ] {
        let mut scene = Scene::new(10, 10);
        (scene.state.cull_front, scene.state.cull_back) = (front, back);
        (scene.state.front_counter_clockwise, scene.state.clip_upper_left) = (ccw, flip);
        scene.rectangle([0.0, 0.0, 10.0, 10.0], 0.0, [1.0; 4]);
        let statistics = scene.draw().unwrap();
        assert_eq!(statistics.fragment_shader_invocations, expected, "{front} {back} {ccw} {flip}");
        assert_eq!(statistics.clipping_output_primitives, 2);
    }
}
