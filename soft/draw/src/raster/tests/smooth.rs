//! Antialiasing: coverage multiplies alpha.

use super::*;

/// Returns the alpha of all pixels of a scene of 16 × 16 white pixels that the changed scene draws.
fn alphas(change: impl Fn(&mut Scene)) -> Vec<u32> {
    let mut scene = Scene::new(16, 16);
    scene.state.smoothing = Smoothing { points: true, lines: true, polygons: true };
    change(&mut scene);
    scene.draw().unwrap();
    scene.image().iter().map(|texel| texel >> 24).collect()
}

fn sum(alphas: &[u32]) -> f64 {
    alphas.iter().map(|&alpha| f64::from(alpha)).sum::<f64>() / 255.0
}

const WHITE: [f32; 4] = [1.0; 4];

#[test]
fn polygons_cover_parts_of_pixels() {
    let found = alphas(|scene| scene.triangle([[2.0, 2.0], [6.0, 2.0], [2.0, 6.0]], 0.0, WHITE));
    // Whole pixels, halves on the slope, nothing else.
    assert_eq!([found[2 * 16 + 2], found[2 * 16 + 5], found[5 * 16 + 2], found[3 * 16 + 5], found[2 * 16 + 1]], [255, 128, 128, 0, 0]);
    let found = alphas(|scene| scene.triangle([[2.25, 3.0], [9.25, 3.0], [9.25, 9.0]], 0.0, WHITE));
    // A quarter of the column's last pixels.
    assert_eq!([found[3 * 16 + 9], found[4 * 16 + 9], found[3 * 16 + 8]], [64, 64, 255]);
    assert!((sum(&found) - 21.0).abs() < 0.1, "{}", sum(&found));
}

#[test]
fn a_pixel_gets_a_fragment_only_where_it_is_covered() {
    let mut scene = Scene::new(16, 16);
    scene.state.smoothing.polygons = true;
    scene.triangle([[2.0, 2.0], [6.0, 2.0], [2.0, 6.0]], 0.0, WHITE);
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 10);
    // Without antialiasing the six pixels whose centres are inside, and those on the edge.
    scene.state.smoothing.polygons = false;
    assert!(scene.draw().unwrap().fragment_shader_invocations <= 10);
}

#[test]
fn the_parts_of_a_polygon_meet_without_a_seam() {
    let found = alphas(|scene| {
        scene.state.blend[0] = ALPHA_BLEND;
        scene.rectangle([2.5, 2.5, 9.5, 13.5], 0.0, WHITE);
        // The diagonal is the last edge of the first triangle and the first edge of the second one.
        scene.edge_flags = vec![0b011, 0b110];
    });
    for y in 3..13 {
        for x in 3..9 {
            assert_eq!(found[y * 16 + x], 255, "{x} {y}");
        }
    }
}

#[test]
fn lines_are_rectangles_of_their_width() {
    for (width, from, to, area) in
        [(1.0, [3.0, 8.0], [11.0, 8.0], 8.0), (2.5, [3.3, 4.2], [9.8, 11.1], 23.7), (3.0, [4.0, 4.5], [4.0, 12.5], 24.0)]
    {
        let found = alphas(|scene| {
            (scene.kind, scene.state.line_width) = (PrimitiveKind::Line, width);
            let ends = [from, to].map(|[x, y]| scene.window_vertex(x, y, 0.0, WHITE));
            scene.primitives.push([ends[0], ends[1], 0]);
        });
        assert!((sum(&found) - area).abs() < 0.15, "{width}: {}", sum(&found));
    }
    let found = alphas(|scene| {
        scene.kind = PrimitiveKind::Line;
        let ends = [3.0, 11.0].map(|x| scene.window_vertex(x, 8.0, 0.0, WHITE));
        scene.primitives.push([ends[0], ends[1], 0]);
    });
    // Half of both rows.
    assert_eq!([found[7 * 16 + 3], found[8 * 16 + 10], found[8 * 16 + 2], found[6 * 16 + 5]], [128, 128, 0, 0]);
}

#[test]
fn points_are_circles_of_their_size() {
    for size in [1.0, 3.0, 6.5] {
        let found = alphas(|scene| {
            (scene.kind, scene.state.point_size) = (PrimitiveKind::Point, size);
            let vertex = scene.window_vertex(8.2, 7.7, 0.0, WHITE);
            scene.primitives.push([vertex; 3]);
        });
        let area = std::f64::consts::PI * f64::from(size * size) / 4.0;
        assert!((sum(&found) - area).abs() < 0.1, "{size}: {} instead of {area}", sum(&found));
    }
}

/// "regardless of whether line antialiasing (LINE_SMOOTH) is enabled or disabled" [GL 4.4, 14.5.4]
#[test]
fn multisampling_replaces_antialiasing() {
    let image = |smooth: bool, enabled: bool| {
        let mut scene = Scene::new(16, 16);
        scene.state.smoothing.polygons = smooth;
        scene.state.multisample.enabled = enabled;
        let surface = Surface::from_samples((0..4).map(|_| Surface::new(Format::Rgba8, 16, 16).unwrap())).unwrap();
        (scene.targets.colors, scene.targets.samples) = (vec![Some(surface)], 4);
        scene.triangle([[2.3, 2.0], [13.0, 4.0], [2.0, 11.0]], 0.0, WHITE);
        scene.draw().unwrap();
        scene.image()
    };
    assert_eq!(image(true, true), image(false, true));
    // Without GL_MULTISAMPLE all samples of a pixel have the same alpha.
    let smooth = image(true, false);
    assert_ne!(smooth, image(false, false));
    assert!(smooth.iter().any(|texel| (1..255).contains(&(texel >> 24))));
}

#[test]
fn integer_buffers_ignore_coverage() {
    let mut scene = Scene::new(16, 16);
    scene.state.smoothing.polygons = true;
    scene.targets.colors = vec![Some(Surface::new(Format::Rgba8ui, 16, 16).unwrap())];
    scene.triangle([[2.0, 2.0], [6.0, 2.0], [2.0, 6.0]], 0.0, WHITE);
    scene.draw().unwrap();
    assert_eq!(scene.pixel(2, 2), scene.pixel(5, 2));
}

#[test]
fn the_alpha_test_sees_the_final_alpha() {
    let found = alphas(|scene| {
        scene.state.alpha_test = Some((Compare::Greater, 0.75));
        scene.triangle([[2.0, 2.0], [6.0, 2.0], [2.0, 6.0]], 0.0, WHITE);
    });
    assert_eq!([found[2 * 16 + 2], found[2 * 16 + 5]], [255, 0]);
}

#[test]
fn all_threads_and_instruction_sets_draw_the_same() {
    let image = |threads: usize, baseline: bool| {
        let mut random = Random(7);
        let mut scene = Scene::new(200, 150);
        (scene.threads, scene.baseline) = (threads, baseline);
        scene.state.smoothing = Smoothing { points: true, lines: true, polygons: true };
        scene.state.blend[0] = ALPHA_BLEND;
        for _ in 0..60 {
            let points = [0, 1, 2].map(|_| [random.unit() * 260.0 - 30.0, random.unit() * 200.0 - 30.0]);
            scene.triangle(points, 0.0, [random.unit(), random.unit(), random.unit(), random.unit()]);
        }
        let mut images = Vec::new();
        for kind in [PrimitiveKind::Triangle, PrimitiveKind::Line, PrimitiveKind::Point] {
            (scene.kind, scene.state.line_width, scene.state.point_size) = (kind, 3.3, 20.7);
            scene.draw().unwrap();
            images.push(scene.image());
        }
        images
    };
    let first = image(1, false);
    assert_eq!(image(3, false), first);
    assert_eq!(image(2, true), first);
}
