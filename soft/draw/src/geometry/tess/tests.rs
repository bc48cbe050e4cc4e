//! Tests of the tessellator: counts worked out by hand from the specification, areas, edges.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::tessellator::{Levels, Tessellation, tessellate};
use base::hir::{TessMode, TessSpacing};
use shader::pipeline::program::TessEvaluation;
use std::collections::HashMap;

fn mode(mode: TessMode, spacing: TessSpacing) -> TessEvaluation {
    TessEvaluation { mode, spacing, clockwise: false, point_mode: false }
}

fn run(mode: TessEvaluation, levels: [f32; 6]) -> Option<Tessellation> {
    let mut made = Tessellation { levels: Some(Levels::new(levels, mode)?), ..Tessellation::default() };
    let most = made.levels.unwrap().max_points();
    tessellate(mode, &mut made).unwrap();
    assert!(made.points.len() <= most);
    Some(made)
}

fn counts(mode: TessEvaluation, levels: [f32; 6]) -> (usize, usize) {
    run(mode, levels).map_or((0, 0), |made| (made.points.len(), made.primitives.len()))
}

const SPACINGS: [TessSpacing; 3] = [TessSpacing::Equal, TessSpacing::FractionalEven, TessSpacing::FractionalOdd];

#[test]
fn triangle_counts() {
    let equal = mode(TessMode::Triangles, TessSpacing::Equal);
    let all = |level: f32| [level; 6];
    assert_eq!(counts(equal, all(1.0)), (3, 1));
    // Six points around one.
    assert_eq!(counts(equal, all(2.0)), (7, 6));
    // Nine around three: 3 * (3 + 1) + 1.
    assert_eq!(counts(equal, all(3.0)), (12, 13));
    assert_eq!(counts(equal, all(2.5)), (12, 13));
    // 12 + 6 + 1 points; 3 * (4 + 2) + 3 * 2.
    assert_eq!(counts(equal, all(4.0)), (19, 24));
    // An inner level of 1 with more outside becomes 2.
    assert_eq!(counts(equal, [2.0, 1.0, 1.0, 0.0, 1.0, 1.0]), (5, 4));
    assert_eq!(counts(equal, [1.0, 1.0, 1.0, 0.0, 5.0, 1.0]), (3 + 9 + 3, 3 * (1 + 3) + 3 * (3 + 1) + 1));
    let odd = mode(TessMode::Triangles, TessSpacing::FractionalOdd);
    assert_eq!(counts(odd, all(1.0)), (3, 1));
    assert_eq!(counts(odd, all(1.5)), (12, 13));
    assert_eq!(counts(odd, all(3.0)), (12, 13));
    // Just above 1: three segments inside.
    assert_eq!(counts(odd, [3.0, 1.0, 1.0, 0.0, 1.0, 1.0]), (5 + 3, (3 + 1) + (1 + 1) * 2 + 1));
    let even = mode(TessMode::Triangles, TessSpacing::FractionalEven);
    assert_eq!(counts(even, all(1.0)), (7, 6));
    assert_eq!(counts(even, all(2.1)), (19, 24));
    assert_eq!(counts(equal, all(1000.0)), counts(equal, all(64.0)));
    assert_eq!(counts(odd, all(1000.0)), counts(odd, all(63.0)));
}

#[test]
fn quad_counts() {
    let equal = mode(TessMode::Quads, TessSpacing::Equal);
    assert_eq!(counts(equal, [1.0; 6]), (4, 2));
    for level in [2usize, 3, 4, 7, 64] {
        assert_eq!(counts(equal, [level as f32; 6]), ((level + 1) * (level + 1), level * level * 2), "{level}");
    }
    // Inner (1, 3) with an edge of more than one segment: the 1 counts as 2, so one column of two points.
    assert_eq!(counts(equal, [1.0, 1.0, 1.0, 2.0, 1.0, 3.0]), (5 + 2, (1 + 1) * 2 + 1 + 2));
    assert_eq!(counts(equal, [1.0, 1.0, 1.0, 1.0, 2.0, 2.0]), (5, 4));
}

#[test]
fn isoline_counts() {
    let equal = mode(TessMode::Isolines, TessSpacing::Equal);
    assert_eq!(counts(equal, [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]), (2, 1));
    assert_eq!(counts(equal, [3.0, 4.0, 0.0, 0.0, 0.0, 0.0]), (15, 12));
    // The number of lines is always equally spaced.
    let even = mode(TessMode::Isolines, TessSpacing::FractionalEven);
    assert_eq!(counts(even, [3.0, 3.0, 0.0, 0.0, 0.0, 0.0]), (15, 12));
    let made = run(equal, [4.0, 1.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    assert_eq!(made.points.iter().map(|point| point[1]).fold(0.0, f32::max), 0.75);
}

#[test]
fn discarded_patches() {
    for spacing in SPACINGS {
        for bad in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
            let with = |index: usize| std::array::from_fn(|at| if at == index { bad } else { 2.0 });
            for index in 0..4 {
                assert!(run(mode(TessMode::Quads, spacing), with(index)).is_none());
                assert_eq!(run(mode(TessMode::Triangles, spacing), with(index)).is_none(), index < 3);
                assert_eq!(run(mode(TessMode::Isolines, spacing), with(index)).is_none(), index < 2);
            }
            // Inner levels only clamp.
            assert!(run(mode(TessMode::Quads, spacing), with(4)).is_some());
        }
        assert!(run(mode(TessMode::Triangles, spacing), [f32::INFINITY; 6]).is_some());
    }
}

/// Returns twice the area in (u, v), positive for counter-clockwise triangles.
fn doubled_area(made: &Tessellation, primitive: &[u32; 3]) -> f64 {
    let [a, b, c] = primitive.map(|point| made.points[point as usize].map(f64::from));
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}

#[test]
fn triangles_cover_the_domain_once() {
    let levels = [0.3f32, 1.0, 1.2, 2.0, 2.000_000_1, 2.7, 3.0, 4.4, 5.0, 8.0, 13.3, 63.5, 64.0];
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        levels[(state >> 16) as usize % levels.len()]
    };
    for round in 0..240 {
        let spacing = SPACINGS[round % 3];
        let which = if round % 2 == 0 { TessMode::Triangles } else { TessMode::Quads };
        let levels = std::array::from_fn(|_| random());
        let made = run(mode(which, spacing), levels).unwrap();
        let whole = if which == TessMode::Triangles { 1.0 } else { 2.0 };
        let mut sum = 0.0;
        let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
        for primitive in &made.primitives {
            let area = doubled_area(&made, primitive);
            assert!(area > -1e-6, "{which:?} {spacing:?} {levels:?}: {area}");
            sum += area;
            for corner in 0..3 {
                *edges.entry((primitive[corner], primitive[(corner + 1) % 3])).or_default() += 1;
            }
        }
        assert!((sum - whole).abs() < 1e-4, "{which:?} {spacing:?} {levels:?}: {sum}");
        // Each edge belongs to one triangle, and its other direction to the neighbour unless it lies on the boundary.
        for (&(a, b), &count) in &edges {
            assert_eq!(count, 1);
            if !edges.contains_key(&(b, a)) {
                let ([a0, a1, a2], [b0, b1, b2]) = (made.points[a as usize], made.points[b as usize]);
                let on = |x: f32, y: f32, value: f32| x == value && y == value;
                let boundary = match which {
                    TessMode::Triangles => on(a0, b0, 0.0) || on(a1, b1, 0.0) || on(a2, b2, 0.0),
                    _ => on(a0, b0, 0.0) || on(a1, b1, 0.0) || on(a0, b0, 1.0) || on(a1, b1, 1.0),
                };
                assert!(boundary, "{which:?} {spacing:?} {levels:?}: a gap");
            }
        }
        for [u, v, w] in &made.points {
            assert!((0.0..=1.0).contains(u) && (0.0..=1.0).contains(v) && (0.0..=1.0).contains(w));
            if which == TessMode::Triangles {
                assert!((u + v + w - 1.0).abs() < 1e-6);
            }
        }
        // The inner points lie on the outer edges.
        let inner = if which == TessMode::Triangles { 1 } else { 2 };
        if spacing == TessSpacing::FractionalOdd && levels[4..4 + inner].iter().any(|&level| level <= 1.0) {
            continue;
        }
        let mut seen: Vec<[u32; 3]> = made.points.iter().map(|point| point.map(f32::to_bits)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), made.points.len(), "{which:?} {spacing:?} {levels:?}: a point comes twice");
    }
}

#[test]
fn shared_edges_have_the_same_points_from_both_sides() {
    for spacing in SPACINGS {
        for level in [1.0f32, 1.7, 2.0, 3.1, 7.9, 11.0, 37.2, 64.0] {
            for which in [TessMode::Triangles, TessMode::Quads] {
                let made = run(mode(which, spacing), [level, level, level, level, 5.0, 5.0]).unwrap();
                let edge = |axis: usize, along: usize| {
                    let points = made.points.iter().filter(|point| point[axis] == 0.0);
                    let mut positions: Vec<f32> = points.map(|point| point[along]).collect();
                    positions.sort_by(f32::total_cmp);
                    positions
                };
                let one = edge(1, 0);
                let mirrored: Vec<f32> = one.iter().rev().map(|position| 1.0 - position).collect();
                assert_eq!(one, mirrored);
                assert_eq!(one, edge(0, 1));
                if which == TessMode::Triangles {
                    assert_eq!(one, edge(2, 0));
                }
            }
        }
    }
}

#[test]
fn clockwise_and_points() {
    let mut clockwise = mode(TessMode::Quads, TessSpacing::Equal);
    clockwise.clockwise = true;
    let made = run(clockwise, [3.0; 6]).unwrap();
    assert!(made.primitives.iter().all(|primitive| doubled_area(&made, primitive) < 0.0));
    for which in [TessMode::Triangles, TessMode::Quads, TessMode::Isolines] {
        let points = TessEvaluation { point_mode: true, ..mode(which, TessSpacing::FractionalOdd) };
        let made = run(points, [2.5; 6]).unwrap();
        assert_eq!(made.primitives.len(), made.points.len());
        assert_eq!(super::tessellator::kind(points), crate::raster::PrimitiveKind::Point);
    }
}

#[test]
fn interior_triangles_do_not_depend_on_outer_levels() {
    // "the set of interior triangles generated for triangle and quad tessellation must be identical" [GL 4.4, A.4]
    for spacing in SPACINGS {
        for (which, inner) in [(TessMode::Triangles, [1.0, 1.0]), (TessMode::Quads, [1.0, 1.0]), (TessMode::Triangles, [5.0, 1.0])] {
            let interior = |outer: f32| {
                let made = run(mode(which, spacing), [outer, outer, outer, outer, inner[0], inner[1]]).unwrap();
                let on_edge = |point: &[f32; 3]| match which {
                    TessMode::Triangles => point.contains(&0.0),
                    _ => point[..2].iter().any(|&part| part == 0.0 || part == 1.0),
                };
                let corners = |primitive: &[u32; 3]| primitive.map(|point| made.points[point as usize]);
                let mut all: Vec<_> = made.primitives.iter().map(corners).filter(|all| !all.iter().any(on_edge)).collect();
                all.sort_by(|one, other| one.partial_cmp(other).unwrap());
                all
            };
            assert_eq!(interior(1.0), interior(7.3), "{which:?} {spacing:?} {inner:?}");
        }
    }
}

#[test]
fn a_level_just_above_one_has_short_segments_without_length() {
    // The specification counts an inner level of one as just above one: here the difference vanishes.
    let made = run(mode(TessMode::Quads, TessSpacing::FractionalOdd), [3.0, 3.0, 3.0, 3.0, 1.0, 5.0]).unwrap();
    let outer = 3 * 4;
    assert!(made.points.iter().skip(outer).all(|&[u, _, _]| u == 0.0 || u == 1.0));
    assert_eq!(made.points.len(), outer + 2 * 4);
    // Across the whole width, with the third corner on the edge v = 0.
    let caps = |primitive: &&[u32; 3]| {
        let corners = primitive.map(|point| made.points[point as usize]);
        let at = |u: f32| corners.iter().any(|corner| corner[0] == u && corner[1] > 0.0);
        at(0.0) && at(1.0) && corners.iter().any(|corner| corner[1] == 0.0)
    };
    assert_eq!(made.primitives.iter().filter(caps).count(), 1);
}

#[test]
fn the_centre_adds_up_to_one() {
    let made = run(mode(TessMode::Triangles, TessSpacing::Equal), [2.0; 6]).unwrap();
    let centre = made.points.iter().find(|point| !point.contains(&0.0)).unwrap();
    assert_eq!(centre.iter().copied().map(f64::from).sum::<f64>(), 1.0);
}

#[test]
fn diagonals_of_the_inner_grid_run_towards_the_centre() {
    let made = run(mode(TessMode::Quads, TessSpacing::Equal), [6.0; 6]).unwrap();
    let ring = |point: u32| {
        let [u, v, _] = made.points[point as usize];
        (u.min(1.0 - u).min(v.min(1.0 - v)) * 6.0).round() as i32
    };
    // An edge between two points of one ring is part of that ring.
    for [a, b, c] in &made.primitives {
        for (one, other) in [(a, b), (b, c), (c, a)] {
            let [[u0, v0, _], [u1, v1, _]] = [one, other].map(|&point| made.points[point as usize]);
            assert!(ring(*one) != ring(*other) || u0 == u1 || v0 == v1, "({u0}, {v0}) to ({u1}, {v1})");
        }
    }
}

#[test]
fn positions_of_domain_points() {
    // Three segments: the inner triangle's corner is where the perpendiculars from the points next to the corner meet.
    let made = run(mode(TessMode::Triangles, TessSpacing::Equal), [3.0; 6]).unwrap();
    let inner: Vec<[f32; 3]> = made.points.iter().copied().filter(|point| point.iter().all(|&part| part > 0.0)).collect();
    assert_eq!(inner.len(), 3);
    for (point, far) in inner.iter().zip([2, 0, 1]) {
        for (axis, part) in point.iter().enumerate() {
            let expected = if axis == far { 5.0 / 9.0 } else { 2.0 / 9.0 };
            assert!((part - expected).abs() < 1e-6, "{point:?}");
        }
    }
    let line = |spacing: TessSpacing, level: f32| {
        let made = run(mode(TessMode::Isolines, spacing), [1.0, level, 0.0, 0.0, 0.0, 0.0]).unwrap();
        made.points.iter().map(|point| point[0]).collect::<Vec<f32>>()
    };
    assert_eq!(line(TessSpacing::Equal, 4.0), [0.0, 0.25, 0.5, 0.75, 1.0]);
    // One segment of 1/2, two short ones.
    assert_eq!(line(TessSpacing::FractionalOdd, 2.0), [0.0, 0.25, 0.75, 1.0]);
    // Two of 1/2.5, two of half the rest.
    let even = line(TessSpacing::FractionalEven, 2.5);
    assert_eq!(even.len(), 5);
    assert!((even[1] - 0.1).abs() < 1e-6 && even[2] == 0.5 && even[3] == 1.0 - even[1]);
    assert_eq!(line(TessSpacing::FractionalEven, 2.0), [0.0, 0.5, 1.0]);
    // The quad's edges have their own levels: u = 0, v = 0, u = 1, v = 1.
    let made = run(mode(TessMode::Quads, TessSpacing::Equal), [1.0, 2.0, 3.0, 4.0, 2.0, 2.0]).unwrap();
    let on = |axis: usize, value: f32| made.points.iter().filter(|point| point[axis] == value).count();
    assert_eq!([on(0, 0.0), on(1, 0.0), on(0, 1.0), on(1, 1.0)], [2, 3, 4, 5]);
    assert!(made.points.contains(&[0.5, 0.5, 0.0]));
    // The triangle's: u = 0, v = 0, w = 0.
    let made = run(mode(TessMode::Triangles, TessSpacing::Equal), [2.0, 3.0, 4.0, 0.0, 2.0, 0.0]).unwrap();
    let on = |axis: usize| made.points.iter().filter(|point| point[axis] == 0.0).count();
    assert_eq!([on(0), on(1), on(2)], [3, 4, 5]);
    // Inner levels: along u, then along v.
    let made = run(mode(TessMode::Quads, TessSpacing::Equal), [1.0, 1.0, 1.0, 1.0, 5.0, 2.0]).unwrap();
    let inner = made.points.iter().filter(|point| point[0] > 0.0 && point[0] < 1.0 && point[1] > 0.0 && point[1] < 1.0);
    assert!(inner.clone().all(|point| point[1] == 0.5));
    assert_eq!(inner.count(), 4);
}
