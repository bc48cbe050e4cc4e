//! Cube maps: faces, edges and corners, against known answers and a reference that finds neighbours in space.

use super::super::lookup::{Lookup, SampleKind};
use super::super::sampler::{Filter, TextureView, Wrap};
use super::layers::{layered, noises};
use super::lookups::{lookup, red, run};
use super::*;
use crate::core::compare::Compare;
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;

/// Creates a look-up of directions, which repeat over the lanes.
fn towards(kind: SampleKind, directions: &[[f32; 3]]) -> Lookup {
    let axis = |axis: usize| std::array::from_fn(|lane| directions[lane % directions.len()][axis]);
    let mut lookup = lookup(kind, axis(0), axis(1));
    lookup.sampler.kind = TextureKind::Cube;
    lookup.r = Some(Lanes(axis(2).map(f32::to_bits)));
    lookup
}

fn cube(faces: Vec<Surface>, filter: Filter, seamless: bool) -> TextureView {
    TextureView { seamless, ..layered(vec![faces], Wrap::ClampToEdge, filter) }
}

/// Creates faces of numbers: texel (x, y) of face f is f * 100 + y * 10 + x.
fn numbered(size: u32, faces: u32) -> Vec<Surface> {
    let face = |face: u32| {
        let surface = Surface::new(Format::R32f, size, size).unwrap();
        (0..size * size).for_each(|index| {
            let (x, y) = (index % size, index / size);
            surface.set_texel(x, y, bits([(face * 100 + y * 10 + x) as f32, 0.0, 0.0, 0.0]));
        });
        surface
    };
    (0..faces).map(face).collect()
}

#[test]
fn directions_select_faces_and_texels() {
    let view = cube(numbered(4, 6), Filter::Nearest, false);
    // A quarter of the way from the centre is in column 2 for positive sc, and 1 for negative sc; the same holds for rows and tc.
    let known = [
        // Along +X, sc is -z and tc is -y.
        ([1.0, 0.9, 0.2], 1.0),
        ([2.0, -1.0, -1.9], 33.0),
        // Along -X, sc is z and tc is -y.
        ([-1.0, 0.2, 0.9], 113.0),
        ([-1.0, -0.9, -0.2], 131.0),
        // Along +Y, sc is x and tc is z.
        ([0.9, 1.0, 0.2], 223.0),
        ([-0.2, 1.0, -0.9], 201.0),
        // Along -Y, sc is x and tc is -z.
        ([0.9, -1.0, 0.2], 313.0),
        ([-0.2, -1.0, -0.9], 331.0),
        // Along +Z, sc is x and tc is -y.
        ([0.9, 0.2, 1.0], 413.0),
        ([-0.1, -0.4, 0.5], 431.0),
        // Along -Z, sc is -x and tc is -y.
        ([0.9, 0.2, -1.0], 510.0),
        ([-0.2, -0.9, -1.0], 532.0),
        // The face does not depend on the length, and s of 1 is in the last column.
        ([1e-30, 0.2e-30, -1e-30], 13.0),
        ([-3e30, 3e30, 1e30], 102.0),
    ];
    let directions: Vec<[f32; 3]> = known.iter().map(|(direction, _)| *direction).collect();
    let found = red(&run(Some(&view), &towards(SampleKind::Explicit, &directions)));
    for (lane, (direction, wanted)) in known.iter().enumerate() {
        assert_eq!(found[lane], *wanted, "{direction:?}");
    }
}

/// Returns the point of the cube from -1 to 1 at (u, v) of a face, from 0 to 1, by the specification's table.
fn point(face: usize, u: f64, v: f64) -> [f64; 3] {
    let (sc, tc) = (2.0 * u - 1.0, 2.0 * v - 1.0);
    match face {
        0 => [1.0, -tc, -sc],
        1 => [-1.0, -tc, sc],
        2 => [sc, 1.0, tc],
        3 => [sc, -1.0, -tc],
        4 => [sc, -tc, 1.0],
        _ => [-sc, -tc, -1.0],
    }
}

/// Returns the middles of a texel's sides in space: left, right, upper, lower.
fn sides(face: usize, x: i64, y: i64, size: i64) -> [[f64; 3]; 4] {
    let at = |x: f64, y: f64| point(face, x / size as f64, y / size as f64);
    let (x, y) = (x as f64, y as f64);
    [at(x, y + 0.5), at(x + 1.0, y + 0.5), at(x + 0.5, y), at(x + 0.5, y + 1.0)]
}

/// Returns the texel at (x, y) of a face, on another face if it is across an edge: the one whose side touches; `None` across two edges.
fn texel_across(faces: &[Surface], face: usize, x: i64, y: i64) -> Option<[f64; 4]> {
    let size = i64::from(faces[0].width);
    let inside = |i: i64| (0..size).contains(&i);
    let read = |face: usize, x: i64, y: i64| floats(faces[face].texel(x as u32, y as u32)).map(f64::from);
    match (inside(x), inside(y)) {
        (true, true) => return Some(read(face, x, y)),
        (false, false) => return None,
        _ => {}
    }
    let nearest = sides(face, x.clamp(0, size - 1), y.clamp(0, size - 1), size);
    let side = nearest[match (x < 0, x >= size, y < 0) {
        (true, ..) => 0,
        (_, true, _) => 1,
        (_, _, true) => 2,
        _ => 3,
    }];
    let touches = |other: [f64; 3]| (0..3).all(|axis| (other[axis] - side[axis]).abs() < 1e-9);
    let others = (0..6).filter(|&other| other != face).flat_map(|other| (0..size * size).map(move |at| (other, at % size, at / size)));
    let mut found = others.filter(|&(other, x, y)| sides(other, x, y, size).into_iter().any(touches));
    let (other, x, y) = found.next().unwrap();
    assert_eq!(found.next(), None);
    Some(read(other, x, y))
}

/// Returns the square of four texels at (u, v) in texels, with the average of three in place of the missing one, and the weights.
fn square(faces: &[Surface], face: usize, u: f64, v: f64) -> ([[f64; 4]; 4], [f64; 2]) {
    let (x, y) = ((u - 0.5).floor(), (v - 0.5).floor());
    let texels = [0, 1, 2, 3].map(|corner| texel_across(faces, face, x as i64 + (corner & 1), y as i64 + (corner >> 1)));
    let mean = |component: usize| texels.iter().flatten().map(|texel| texel[component]).sum::<f64>() / 3.0;
    (texels.map(|texel| texel.unwrap_or_else(|| std::array::from_fn(mean))), [u - 0.5 - x, v - 0.5 - y])
}

#[test]
fn seamless_filters_continue_across_edges_and_corners() {
    let mut random = Random(21);
    for (size, format) in [1, 2, 3, 8].into_iter().flat_map(|size| [(size, Format::Rgba8), (size, Format::Rgba16f)]) {
        let faces = noises(format, size, size, 6);
        let view = cube(faces.clone(), Filter::Linear, true);
        for face in 0..6 {
            let places: Vec<[f64; 2]> = (0..64)
                .map(|number| {
                    // Half of them are near an edge, a quarter near a corner.
                    let mut near = |close: bool| {
                        let value = f64::from(random.float(0.0, 1.0));
                        let margin = value * 0.5 / f64::from(size);
                        match (close, random.word() & 1) {
                            (false, _) => value,
                            (true, 0) => margin,
                            _ => 1.0 - margin,
                        }
                    };
                    [near(number % 2 == 0), near(number % 4 == 0)].map(|place| place.clamp(0.0001, 0.9999))
                })
                .collect();
            let directions: Vec<[f32; 3]> = places.iter().map(|[u, v]| point(face, *u, *v).map(|value| value as f32)).collect();
            let found = run(Some(&view), &towards(SampleKind::Explicit, &directions));
            let gathered = run(Some(&view), &towards(SampleKind::Gather, &directions));
            for lane in 0..64 {
                let [u, v] = places[lane].map(|place| place * f64::from(size));
                let (texels, [x, y]) = square(&faces, face, u, v);
                for component in 0..4 {
                    let at = |index: usize| texels[index][component];
                    let wanted = (at(0) * (1.0 - x) + at(1) * x) * (1.0 - y) + (at(2) * (1.0 - x) + at(3) * x) * y;
                    let ours = f64::from(f32::from_bits(found[lane][component]));
                    assert!((ours - wanted).abs() < 2e-4, "{format:?} {size} face {face} ({u}, {v}): {ours}, not {wanted}");
                }
                if [x, y].iter().any(|weight| *weight < 1e-4 || *weight > 1.0 - 1e-4) {
                    continue;
                }
                for (corner, index) in [2, 3, 1, 0].into_iter().enumerate() {
                    let ours = f64::from(f32::from_bits(gathered[lane][corner]));
                    assert!((ours - texels[index][0]).abs() < 1e-5, "{format:?} {size} face {face} ({u}, {v}) corner {corner}");
                }
            }
        }
    }
}

#[test]
fn known_edges_and_corners() {
    let faces = numbered(4, 6);
    let view = cube(faces.clone(), Filter::Linear, true);
    // On the edge between +Z and +X, in the upper row: half of each side's texel, (3, 0) of +Z and (0, 0) of +X. Rows are 0.25 high.
    let edge = [[1.0, 0.75, 0.999_999], [0.999_999, 0.75, 1.0]];
    let found = red(&run(Some(&view), &towards(SampleKind::Explicit, &edge)));
    assert!((found[0] - 201.5).abs() < 0.01 && (found[1] - 201.5).abs() < 0.01, "{} {}", found[0], found[1]);
    // The corner where +X, +Y and +Z meet: (0, 0), (3, 3) of +Y and (3, 0), a third each.
    let corner = [[1.0, 1.0, 1.0]];
    let found = red(&run(Some(&view), &towards(SampleKind::Explicit, &corner)));
    assert!((found[0] - (0.0 + 233.0 + 403.0) / 3.0).abs() < 0.01, "{}", found[0]);
    // Without seamless filters the face is clamped.
    let found =
        red(&run(Some(&cube(faces, Filter::Linear, false)), &towards(SampleKind::Explicit, &[corner, [[1.0, 0.75, 0.999_999]]].concat())));
    assert_eq!((found[0], found[1]), (0.0, 0.0));
}

#[test]
fn equal_texels_keep_their_value_at_corners() {
    let mut random = Random(3);
    for _ in 0..20 {
        let value = random.float(0.0, 1000.0);
        let faces = numbered(2, 6);
        faces.iter().for_each(|face| (0..4).for_each(|at| face.set_texel(at % 2, at / 2, bits([value; 4]))));
        assert_eq!(red(&run(Some(&cube(faces, Filter::Linear, true)), &towards(SampleKind::Explicit, &[[1.0, -1.0, 1.0]])))[0], value);
    }
}

#[test]
fn cube_arrays_have_six_layers_for_each_cube() {
    let mut view = cube(numbered(4, 18), Filter::Linear, true);
    let directions = [[0.125, -0.125, 1.0], [1.0, 0.75, 0.999_999]];
    let mut lookup = towards(SampleKind::Explicit, &directions);
    lookup.sampler.kind = TextureKind::CubeArray;
    let cubes = [0.0, 0.6, 2.4, -1.0, 9.0];
    lookup.layer = Some(Lanes(std::array::from_fn(|lane| f32::to_bits(cubes[lane / 2 % 5]))));
    let found = red(&run(Some(&view), &lookup));
    for lane in 0..10 {
        let cube = [0.0, 1.0, 2.0, 0.0, 2.0][lane / 2];
        let wanted = cube * 600.0 + if lane % 2 == 0 { 400.0 + (1.75 * 10.0) + 1.75 } else { 201.5 };
        assert!((found[lane] - wanted).abs() < 0.01, "{lane}: {}, not {wanted}", found[lane]);
    }
    // Shadows: the depth of cube c is c / 4.
    let depths = (0..18).map(|layer| {
        let surface = Surface::new(Format::Depth32f, 1, 1).unwrap();
        surface.set_raw(0, 0, [((layer / 6) as f32 / 4.0).to_bits(), 0, 0, 0]);
        surface
    });
    view = cube(depths.collect(), Filter::Linear, true);
    view.compare = Some(Compare::LessEqual);
    lookup.sampler.shadow = true;
    lookup.reference = Some(Lanes([0.25f32.to_bits(); 64]));
    let found = red(&run(Some(&view), &lookup));
    assert_eq!([0, 2, 4, 6, 8].map(|lane| found[lane]), [0.0, 1.0, 1.0, 0.0, 1.0]);
    lookup.kind = SampleKind::Gather;
    let found = run(Some(&view), &lookup);
    assert_eq!((found[0], found[2]), (bits([0.0; 4]), bits([1.0; 4])));
}

#[test]
fn levels_come_from_the_face_of_each_lane() {
    let levels = (0..5u32).map(|number| {
        let face = |_| {
            let size = 16 >> number;
            let surface = Surface::new(Format::R32f, size, size).unwrap();
            (0..size * size).for_each(|index| surface.set_texel(index % size, index / size, bits([number as f32; 4])));
            surface
        };
        (0..6).map(face).collect()
    });
    let mut view = layered(levels.collect(), Wrap::ClampToEdge, Filter::Nearest);
    (view.mip_filter, view.seamless) = (Some(Filter::Linear), true);
    // On each face, quad q moves 2^(q / 4) texels of 16 to the right or down, at different lengths of the direction.
    for face in 0..6 {
        let step = |quad: usize| 2f64.powf(quad as f64 / 4.0) / 16.0;
        let place = |lane: usize| {
            let (quad, start) = (lane / 4, 0.02);
            let (right, down) = if quad % 2 == 0 { (lane % 2, 0) } else { (0, lane / 2 % 2) };
            point(face, start + right as f64 * step(quad), start + down as f64 * step(quad))
        };
        let directions: Vec<[f32; 3]> = (0..64).map(|lane| place(lane).map(|value| (value * (1.0 + (lane % 3) as f64)) as f32)).collect();
        let mut lookup = towards(SampleKind::Implicit, &directions);
        let found = red(&run(Some(&view), &lookup));
        for lane in (0..64).filter(|lane| step(lane / 4) < 0.9) {
            let wanted = (lane / 4) as f32 / 4.0;
            assert!((found[lane] - wanted).abs() < 1e-3, "face {face} lane {lane}: {}", found[lane]);
        }
        // The same steps as gradients of a direction that is twice as long.
        lookup.kind = SampleKind::Gradient;
        let directions: Vec<[f32; 3]> = (0..64).map(|_| point(face, 0.3, 0.6).map(|value| 2.0 * value as f32)).collect();
        let at = |axis: usize| Lanes(std::array::from_fn(|lane| directions[lane][axis].to_bits()));
        (lookup.coordinates, lookup.r) = ([at(0), at(1)], Some(at(2)));
        let slope = |down: usize, axis: usize| {
            let value = move |lane: usize| {
                let quad = lane / 4;
                let moved = if down == 0 { point(face, 0.3 + step(quad), 0.6) } else { point(face, 0.3, 0.6 + step(quad)) };
                if quad % 2 == down { 2.0 * (moved[axis] - point(face, 0.3, 0.6)[axis]) } else { 0.0 }
            };
            Lanes(std::array::from_fn(|lane| (value(lane) as f32).to_bits()))
        };
        lookup.gradients = Some([slope(0, 0), slope(0, 1), slope(0, 2), slope(1, 0), slope(1, 1), slope(1, 2)]);
        let found = red(&run(Some(&view), &lookup));
        for lane in 0..64 {
            let wanted = (lane / 4) as f32 / 4.0;
            assert!((found[lane] - wanted).abs() < 1e-3, "face {face} lane {lane}: {}", found[lane]);
        }
        // A longer direction along itself moves nothing on the face.
        lookup.gradients = Some([at(0), at(1), at(2), at(0), at(1), at(2)]);
        assert_eq!(red(&run(Some(&view), &lookup)), [0.0; 64], "face {face}");
    }
    // A quad across an edge: the step on the sphere stays one texel long, while s jumps from 1 to 0.
    let quad: Vec<[f32; 3]> = (0..4).map(|lane| if lane % 2 == 0 { [0.9375, 0.0, 1.0] } else { [1.0, 0.0, 0.9375] }).collect();
    let found = red(&run(Some(&view), &towards(SampleKind::Implicit, &quad)));
    assert!(found[0] < 0.2 && found[1] < 0.2, "{} {}", found[0], found[1]);
    // The first lane is outside of a primitive that covers +Z, and on another face: the others are a texel apart.
    let quad: Vec<[f32; 3]> = (0..4).map(|lane| [-1.0625 + 0.125 * (lane % 2) as f32, 0.96875 - 0.125 * (lane / 2) as f32, 1.0]).collect();
    let found = red(&run(Some(&view), &towards(SampleKind::Implicit, &quad)));
    assert!(found[1] < 1e-3 && found[3] < 1e-3, "{} {}", found[1], found[3]);
    // Each row of a quad has its own differences: the first moves by one texel, the second by two.
    let place = |lane: usize| point(4, 0.02 + [0.0, 1.0, 0.0, 2.0][lane % 4] / 16.0, 0.02).map(|value| value as f32);
    let found = red(&run(Some(&view), &towards(SampleKind::Implicit, &[0, 1, 2, 3].map(place))));
    assert!(found[0] < 1e-3 && (found[2] - 1.0).abs() < 1e-3, "{} {}", found[0], found[2]);
}
