//! Texels of planes are those of the other look-ups.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::core::compare::Compare;
use crate::core::cpu::InstructionSet;
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::lookup::{Direct, Lookup, SampleKind, sample, sample_directly};
use crate::image::sampler::{Filter, TextureView, Wrap};
use crate::image::tests::lookups::{lookup, run, view};

#[test]
fn rgba8_texels_are_those_of_the_same_texels_as_floats() {
    let (bytes, floats) = (Surface::new(Format::Rgba8, 7, 5).unwrap(), Surface::new(Format::Rgba32f, 7, 5).unwrap());
    for index in 0..35 {
        let (x, y) = (index % 7, index / 7);
        bytes.set_raw(x, y, [index.wrapping_mul(0x9E37_79B9), 0, 0, 0]);
        floats.set_texel(x, y, bytes.texel(x, y));
    }
    let s: [f32; 64] = std::array::from_fn(|lane| (lane as f32 - 20.0) * 0.071);
    let t: [f32; 64] = std::array::from_fn(|lane| (lane * 37 % 64) as f32 * 0.043 - 0.9);
    for wrap in [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat] {
        for filter in [Filter::Nearest, Filter::Linear] {
            let of = |surface: &Surface| run(Some(&view(vec![surface.clone()], wrap, filter)), &lookup(SampleKind::Explicit, s, t));
            for (lane, (bytes, floats)) in of(&bytes).into_iter().zip(of(&floats)).enumerate() {
                for (byte, float) in bytes.into_iter().zip(floats) {
                    let difference = (f32::from_bits(byte) - f32::from_bits(float)).abs();
                    let most = if filter == Filter::Nearest { 0.0 } else { 1e-6 };
                    assert!(difference <= most, "{wrap:?} {filter:?} lane {lane}: {difference}");
                }
            }
        }
    }
}

/// A look-up in a two-dimensional texture.
fn direct<'a>(kind: SampleKind, coordinates: [&'a Lanes; 2]) -> Direct<'a> {
    Direct { texture: TextureKind::D2, kind, coordinates, r: None, lod: None, reference: None, scalar: false, wanted: 15 }
}

#[test]
fn planes_have_the_texels_of_other_look_ups() {
    let surface = Surface::new(Format::Rgba8, 6, 9).unwrap();
    (0..54u32).for_each(|index| surface.set_raw(index % 6, index / 6, [index.wrapping_mul(0x9E37_79B9), 0, 0, 0]));
    let s: [f32; 64] = std::array::from_fn(|lane| lane as f32 * 0.017 - 0.04);
    let t: [f32; 64] = std::array::from_fn(|lane| (lane * 29 % 64) as f32 * 0.021 - 0.2);
    for (filter, swizzle) in [(Filter::Nearest, [0, 1, 2, 3]), (Filter::Linear, [0, 1, 2, 5]), (Filter::Linear, [3, 3, 0, 4])] {
        let view = TextureView { swizzle, ..view(vec![surface.clone()], Wrap::Repeat, filter) };
        // Offsets take another way.
        let other = Lookup { offset_lanes: Some([Lanes([0; 64]); 2]), ..lookup(SampleKind::Explicit, s, t) };
        let other = run(Some(&view), &other);
        let [s, t] = [s, t].map(|coordinate| Lanes(coordinate.map(f32::to_bits)));
        for &set in InstructionSet::available() {
            let mut result = [Lanes([1; 64]); 4];
            assert!(sample_directly(set, &view, &direct(SampleKind::Implicit, [&s, &t]), &mut result));
            for (lane, texel) in other.iter().enumerate() {
                assert_eq!([0, 1, 2, 3].map(|component: usize| result[component].0[lane]), *texel, "{filter:?} {swizzle:?} {lane}");
            }
        }
    }
}

#[test]
fn planes_are_left_alone_that_take_more_than_one_filter() {
    let levels = || vec![Surface::new(Format::Rgba8, 2, 2).unwrap(), Surface::new(Format::Rgba8, 1, 1).unwrap()];
    let plane = || view(levels(), Wrap::Repeat, Filter::Linear);
    for (view, kind) in [
        (TextureView { mip_filter: Some(Filter::Nearest), ..plane() }, SampleKind::Explicit),
        (TextureView { mag_filter: Filter::Nearest, ..plane() }, SampleKind::Explicit),
        (TextureView { anisotropy: 2, ..plane() }, SampleKind::Implicit),
        (view(levels(), Wrap::ClampToBorder, Filter::Linear), SampleKind::Explicit),
        (view(vec![Surface::new(Format::Rgba8Snorm, 2, 2).unwrap()], Wrap::Repeat, Filter::Linear), SampleKind::Explicit),
        (plane(), SampleKind::Gather),
        (plane(), SampleKind::Fetch),
        (plane(), SampleKind::Size),
    ] {
        let mut result = [Lanes([1; 64]); 4];
        assert!(!sample_directly(InstructionSet::best(), &view, &direct(kind, [&Lanes([0; 64]); 2]), &mut result));
        assert!(result.iter().all(|lanes| lanes.0 == [1; 64]), "{kind:?}");
    }
}

/// Numbers from 0 to 1.
fn numbers(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0
    }
}

/// Creates a surface of random bits.
fn random(format: Format, width: u32, height: u32, next: &mut impl FnMut() -> f32) -> Surface {
    let surface = Surface::new(format, width, height).unwrap();
    for index in 0..width * height {
        surface.set_raw(
            index % width,
            index / width,
            std::array::from_fn(|_| ((next() * 65_536.0) as u32 * 65_537) ^ (next() * 65_536.0) as u32),
        );
    }
    surface
}

/// Asserts that a look-up has the texels that it has with offsets of 0, which take another way.
fn same_as_with_offsets(view: &TextureView, one: &Lookup, what: &str) {
    let Lookup { sampler, kind, coordinates, r, layer, reference, lod, component, scalar, wanted, .. } = *one;
    let (offset, offset_lanes) = ([0; 3], Some([Lanes([0; 64]); 2]));
    let other =
        Lookup { sampler, kind, coordinates, r, layer, reference, lod, gradients: None, offset, offset_lanes, component, scalar, wanted };
    // Which NaN a filter returns is not defined.
    let plain = |bits: u32| if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
    for &set in InstructionSet::available() {
        let (mut found, mut expected) = ([Lanes([1; 64]); 4], [Lanes([2; 64]); 4]);
        sample(set, Some(view), one, &mut found);
        sample(set, Some(view), &other, &mut expected);
        for component in (0..4).filter(|component| wanted >> component & 1 != 0) {
            assert_eq!(found[component].0.map(plain), expected[component].0.map(plain), "{what}, component {component}, {set:?}");
        }
    }
}

#[test]
fn every_common_format_has_the_texels_of_other_look_ups() {
    let mut next = numbers(5);
    let color =
        [Format::R8, Format::Rg8, Format::Rgba8, Format::Srgb8Alpha8, Format::Rgb10A2, Format::R11fG11fB10f, Format::R16, Format::Rg16];
    let large = [Format::Rgba16, Format::R16f, Format::Rg16f, Format::Rgba16f, Format::R32f, Format::Rgba32f];
    let depth = [Format::Depth16, Format::Depth24Stencil8, Format::Depth32f];
    for format in color.into_iter().chain(large).chain(depth) {
        for round in 0..12 {
            let size = if round % 2 == 0 { [8, 8] } else { [7, 5] };
            let levels = (0..3).map(|level| random(format, (size[0] >> level).max(1), (size[1] >> level).max(1), &mut next)).collect();
            let wrap = [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat][round / 2 % 3];
            let mut view = view(levels, wrap, if round < 9 { Filter::Linear } else { Filter::Nearest });
            view.mip_filter = [None, Some(Filter::Linear), Some(Filter::Nearest)][round % 3];
            view.compare = (depth.contains(&format) && round % 2 == 0).then_some(Compare::Less);
            let mut one = lookup(SampleKind::Explicit, [0.0; 64], [0.0; 64]);
            one.coordinates = [0, 1].map(|_| Lanes(std::array::from_fn(|_| (next() * 5.0 - 2.0).to_bits())));
            one.sampler.shadow = view.compare.is_some();
            one.reference = Some(Lanes(std::array::from_fn(|_| (next() * 1.4 - 0.2).to_bits())));
            // Levels that differ from lane to lane, from chunk to chunk, and not at all.
            let quiet = [1.0, 0.0][round / 6];
            one.lod = Some(Lanes(std::array::from_fn(|lane| ((lane / 8) as f32 * 0.3 + next() * quiet).to_bits())));
            one.wanted = [15, 7, 8, 5][round % 4];
            same_as_with_offsets(&view, &one, &format!("{format:?} {wrap:?} round {round}"));
        }
    }
}

#[test]
fn layers_have_the_texels_of_other_look_ups() {
    let mut next = numbers(9);
    for round in 0..48 {
        let kind = [TextureKind::D3, TextureKind::Cube, TextureKind::D2Array, TextureKind::CubeArray][round % 4];
        let format = [Format::Rgba8, Format::Rgba16f, Format::R8][round / 4 % 3];
        let count = if matches!(kind, TextureKind::CubeArray) { 12 } else { 6 };
        let level = |size: u32, next: &mut _| (0..count).map(|_| random(format, size, size, next)).collect::<Vec<_>>().into();
        let mut view = view(vec![random(format, 1, 1, &mut next)], [Wrap::ClampToEdge, Wrap::Repeat][round / 12 % 2], Filter::Linear);
        view.levels = vec![level(8, &mut next), level(4, &mut next)];
        (view.seamless, view.mip_filter) = (round % 3 != 0, [None, Some(Filter::Linear)][round % 2]);
        let mut one = lookup(SampleKind::Explicit, [0.0; 64], [0.0; 64]);
        one.sampler.kind = kind;
        // Places close together, which are on one layer, and places everywhere.
        let near = [0.1, 2.0][round / 24];
        let mut lanes = |scale: f32, middle: f32| Lanes(std::array::from_fn(|_| (middle + (next() - 0.5) * scale).to_bits()));
        one.coordinates = [lanes(near, 0.4), lanes(near, 0.6)];
        one.r = Some(lanes(near, 0.7));
        one.layer = Some(lanes(1.5 * near, 1.0));
        one.lod = Some(lanes(0.8, 0.4));
        same_as_with_offsets(&view, &one, &format!("{kind:?} {format:?} round {round}"));
    }
}

#[test]
fn look_ups_straight_from_registers_have_the_texels_of_others() {
    let mut next = numbers(13);
    let color = [Format::Rgba8, Format::R8, Format::Rgba16f, Format::Srgb8Alpha8];
    let functions = [None, Some(Compare::LessEqual), Some(Compare::Greater), Some(Compare::NotEqual), Some(Compare::Always)];
    for round in 0..120 {
        let shadow = functions[round % 5];
        let volume = shadow.is_none() && round % 2 == 0;
        let format = match shadow {
            None => color[round / 10 % 4],
            Some(_) => [Format::Depth24Stencil8, Format::Depth16, Format::Depth32f][round / 10 % 3],
        };
        let (wrap, filter) =
            ([Wrap::ClampToEdge, Wrap::Repeat, Wrap::MirroredRepeat][round % 3], [Filter::Linear, Filter::Nearest][round / 60]);
        let mut view = view(vec![random(format, 8, 8, &mut next)], wrap, filter);
        // A width and a number of slices that are no powers of two.
        let count = if volume { [5, 8][round / 4 % 2] } else { 1 };
        view.levels = vec![(0..count).map(|_| random(format, 7, 8, &mut next)).collect::<Vec<_>>().into()];
        (view.compare, view.compare_fail, view.scalar) = (shadow, [0.0, 0.25][round % 2], [0, 3][round / 7 % 2]);
        let mut one = lookup(SampleKind::Explicit, [0.0; 64], [0.0; 64]);
        one.sampler.kind = if volume { TextureKind::D3 } else { TextureKind::D2 };
        (one.sampler.shadow, one.scalar, one.wanted) = (shadow.is_some(), round % 3 == 0, [15, 7, 8, 5][round % 4]);
        // Places close together, which are within the texture and on one slice, and places everywhere.
        let near = [0.1, 3.0][round / 2 % 2];
        let mut lanes = |middle: f32| Lanes(std::array::from_fn(|_| (middle + (next() - 0.5) * near).to_bits()));
        one.coordinates = [lanes(0.4), lanes(0.6)];
        one.r = volume.then(|| lanes(0.7));
        one.reference = shadow.map(|_| lanes(0.5));
        let mut expected = [Lanes([2; 64]); 4];
        // Offsets take another way.
        let other = Lookup {
            offset_lanes: Some([Lanes([0; 64]); 2]),
            r: one.r,
            reference: one.reference,
            gradients: None,
            lod: None,
            layer: None,
            ..one
        };
        sample(InstructionSet::BASELINE, Some(&view), &other, &mut expected);
        let plain = |bits: u32| if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
        for &set in InstructionSet::available() {
            let (mut found, [s, t]) = ([Lanes([1; 64]); 4], &other.coordinates);
            let direct = Direct {
                texture: other.sampler.kind,
                kind: other.kind,
                coordinates: [s, t],
                r: other.r.as_ref(),
                lod: None,
                reference: other.reference.as_ref(),
                scalar: other.scalar,
                wanted: other.wanted,
            };
            let done = sample_directly(set, &view, &direct, &mut found);
            assert!(done || !set.has_vectors() || volume && format == Format::Srgb8Alpha8, "{format:?} round {round}");
            for component in (0..4).filter(|component| other.wanted >> component & 1 != 0) {
                let expected = if done { expected[component].0 } else { [1; 64] };
                assert_eq!(found[component].0.map(plain), expected.map(plain), "{format:?} round {round}, component {component}, {set:?}");
            }
        }
    }
}

#[test]
fn cube_maps_straight_from_registers_have_the_texels_of_others() {
    let (mut next, mut count) = (numbers(19), 0);
    for round in 0..600 {
        let format = [Format::Rgba8, Format::R8, Format::Rgba16f, Format::Depth24Stencil8][round % 4];
        let mut view = view(vec![random(format, 1, 1, &mut next)], Wrap::Repeat, [Filter::Linear, Filter::Nearest][round / 4 % 2]);
        view.levels = vec![(0..6).map(|_| random(format, 16, 16, &mut next)).collect::<Vec<_>>().into()];
        (view.seamless, view.compare) = (round / 8 % 2 == 0, (round % 4 == 3).then_some(Compare::Less));
        let mut one = lookup(SampleKind::Explicit, [0.0; 64], [0.0; 64]);
        one.sampler.kind = TextureKind::Cube;
        (one.sampler.shadow, one.wanted) = (view.compare.is_some(), [15, 7, 8, 5][round / 3 % 4]);
        // Directions close to one on any face, and any.
        let (near, middle) = ([0.1, 0.6, 4.0][round / 16 % 3], [next() - 0.5, next() - 0.5, next() - 0.5]);
        let mut lanes = |middle: f32| Lanes(std::array::from_fn(|_| (middle + (next() - 0.5) * near * 0.3).to_bits()));
        one.coordinates = [lanes(middle[0]), lanes(middle[1])];
        one.r = Some(lanes(middle[2]));
        one.reference = one.sampler.shadow.then(|| lanes(0.5));
        same_as_with_offsets(&view, &one, &format!("{format:?} round {round}"));
        for &set in InstructionSet::available().iter().filter(|set| set.has_vectors()) {
            let (mut expected, mut found) = ([Lanes([2; 64]); 4], [Lanes([1; 64]); 4]);
            sample(InstructionSet::BASELINE, Some(&view), &one, &mut expected);
            let [s, t] = &one.coordinates;
            let (r, reference) = (one.r.as_ref(), one.reference.as_ref());
            let direct = Direct { texture: TextureKind::Cube, r, reference, wanted: one.wanted, ..direct(one.kind, [s, t]) };
            if !sample_directly(set, &view, &direct, &mut found) {
                continue;
            }
            count += 1;
            let plain = |bits: u32| if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
            for component in (0..4).filter(|component| one.wanted >> component & 1 != 0) {
                assert_eq!(
                    found[component].0.map(plain),
                    expected[component].0.map(plain),
                    "{format:?} round {round}, {component}, {set:?}"
                );
            }
        }
    }
    assert!(count > 100 || !InstructionSet::best().has_vectors(), "{count}");
}

#[test]
fn quads_choose_the_levels_of_other_look_ups() {
    let mut next = numbers(17);
    for round in 0..600 {
        let format = [Format::Rgba8, Format::Srgb8Alpha8, Format::R8, Format::Rgba16f][round % 4];
        let size = [[64, 64], [37, 19], [8, 5]][round / 4 % 3];
        let levels = (0..7).map(|level| random(format, (size[0] >> level).max(1), (size[1] >> level).max(1), &mut next)).collect();
        let filter = |number: usize| [Filter::Linear, Filter::Nearest][number % 2];
        let wrap = [Wrap::ClampToEdge, Wrap::Repeat, Wrap::MirroredRepeat][round / 12 % 3];
        let mut view = view(levels, wrap, filter(round / 36));
        (view.mag_filter, view.mip_filter) = (filter(round / 72), [Some(Filter::Linear), Some(Filter::Nearest), None][round / 144 % 3]);
        (view.lod_bias, view.min_lod, view.max_lod) =
            ([0.0, 0.7, -1.3][round / 5 % 3], [-1000.0, 0.4][round / 7 % 2], [1000.0, 2.5][round / 11 % 2]);
        let mut one = lookup(SampleKind::Implicit, [0.0; 64], [0.0; 64]);
        one.wanted = [15, 7, 8, 5][round / 3 % 4];
        // Quads of one footprint, of footprints that grow, and of any.
        let growth = [0.0, 0.2, 1.0][round / 13 % 3];
        one.coordinates = [0, 1].map(|axis: usize| {
            let place = |lane: usize| {
                let pixel = (lane / 4 * 2 + lane % 2, lane / 2 % 2);
                let across = if axis == 0 { pixel.0 } else { pixel.1 } as f32;
                across * (0.03 + lane as f32 / 64.0 * growth * next()) + next() * growth * 0.2 - 0.3
            };
            Lanes(std::array::from_fn(place).map(f32::to_bits))
        });
        if round % 17 == 0 {
            one.coordinates[0].0[round % 64] = [f32::NAN, f32::INFINITY][round % 2].to_bits();
        }
        // A bias of 0 takes another way.
        let Lookup { sampler, kind, coordinates, component, scalar, wanted, .. } = one;
        let bias = Some(Lanes([0; 64]));
        let other = Lookup { sampler, kind, coordinates, component, scalar, wanted, lod: bias, ..lookup(kind, [0.0; 64], [0.0; 64]) };
        let mut expected = [Lanes([2; 64]); 4];
        sample(InstructionSet::BASELINE, Some(&view), &other, &mut expected);
        let plain = |bits: u32| if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
        for &set in InstructionSet::available().iter().filter(|set| set.has_vectors()) {
            let (mut found, [s, t]) = ([Lanes([1; 64]); 4], &other.coordinates);
            let direct = Direct { wanted, ..direct(kind, [s, t]) };
            assert!(sample_directly(set, &view, &direct, &mut found), "round {round}");
            for component in (0..4).filter(|component| wanted >> component & 1 != 0) {
                assert_eq!(
                    found[component].0.map(plain),
                    expected[component].0.map(plain),
                    "{format:?} round {round}, component {component}, {set:?}"
                );
            }
        }
    }
}

#[test]
fn fetches_have_the_texels_of_other_fetches() {
    let mut next = numbers(11);
    let small = [Format::R8, Format::Rg8, Format::R16, Format::Depth16, Format::Rgba8, Format::Srgb8Alpha8, Format::Rg16f, Format::R32f];
    let large = [Format::Rgba16f, Format::Rgba32f, Format::Depth24Stencil8, Format::Depth32f, Format::Rgb10A2, Format::Rgba16];
    for (round, format) in small.into_iter().chain(large).cycle().take(56).enumerate() {
        for level in 0..4 {
            let levels = vec![random(format, 8, 5, &mut next), random(format, 4, 2, &mut next), random(format, 2, 1, &mut next)];
            let mut view = view(levels, Wrap::Repeat, Filter::Nearest);
            view.stencil = round % 3 == 0;
            let mut one = lookup(SampleKind::Fetch, [0.0; 64], [0.0; 64]);
            one.wanted = [15, 7, 8, 5][round / 2 % 4];
            // Places inside of the first level, and some outside.
            let (scale, first) = [([8.0, 5.0], 0.0), ([12.0; 2], -3.0)][round / 14 % 2];
            one.coordinates = [0, 1].map(|axis: usize| Lanes(std::array::from_fn(|_| (next() * scale[axis] + first) as i32 as u32)));
            if first < 0.0 {
                (one.coordinates[0].0[7], one.coordinates[1].0[9]) = (u32::MAX / 2, 1 << 31);
            }
            one.lod = Some(Lanes([level; 64]));
            same_as_with_offsets(&view, &one, &format!("{format:?} level {level}"));
        }
    }
}
