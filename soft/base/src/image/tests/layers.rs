//! 3D textures and arrays, against scalar references.

use super::super::lookup::{Lookup, SampleKind};
use super::super::sampler::{Filter, TextureView, Wrap};
use super::lookups::{WRAPS, lookup, near_an_edge, noise, red, run, view, wrapped};
use super::*;
use crate::core::compare::Compare;
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;

/// Creates a view of levels with layers.
pub(super) fn layered(levels: Vec<Vec<Surface>>, wrap: Wrap, filter: Filter) -> TextureView {
    TextureView { levels: levels.into_iter().map(Into::into).collect(), ..view(Vec::new(), wrap, filter) }
}

/// Creates layers of random texels.
pub(super) fn noises(format: Format, width: u32, height: u32, layers: u32) -> Vec<Surface> {
    let mut random = Random(u64::from(layers));
    let layer = |_| {
        let surface = noise(format, width, height);
        for (x, y) in (0..width * height).map(|index| (index % width, index / width)) {
            surface.set_texel(x, y, bits([0; 4].map(|_| random.float(0.0, 1.0))));
        }
        surface
    };
    (0..layers).map(layer).collect()
}

/// Creates a look-up of a kind with random coordinates; returns the coordinates too.
fn wild(kind: TextureKind, random: &mut Random) -> (Lookup, [[f32; 64]; 3]) {
    let coordinates = [0; 3].map(|_| [0; 64].map(|_| random.float(-1.9, 1.9)));
    let mut lookup = lookup(SampleKind::Explicit, coordinates[0], coordinates[1]);
    lookup.sampler.kind = kind;
    lookup.r = Some(Lanes(coordinates[2].map(f32::to_bits)));
    (lookup, coordinates)
}

fn floats_of(values: impl Fn(usize) -> f32) -> Lanes {
    Lanes(std::array::from_fn(|lane| values(lane).to_bits()))
}

/// Filters along each axis in turn, as the specification says, in double precision. A size of 0 leaves an axis out.
fn reference(view: &TextureView, level: usize, filter: Filter, layer: usize, at: [f32; 3], sizes: [u32; 3], offset: [i32; 3]) -> [f64; 4] {
    let axis = |axis: usize| -> [(Option<i64>, f64); 2] {
        let (size, wrap) = (i64::from(sizes[axis]), view.wrap[axis]);
        if size == 0 {
            return [(Some(0), 1.0), (Some(0), 0.0)];
        }
        let s = if wrap == Wrap::Clamp { at[axis].clamp(0.0, 1.0) } else { at[axis] };
        let u = f64::from(s) * size as f64;
        let map = |i: f64| {
            let i = i as i64 + i64::from(offset[axis]);
            if wrap == Wrap::Clamp && filter == Filter::Nearest { Some(i.clamp(0, size - 1)) } else { wrapped(wrap, i, size) }
        };
        if filter == Filter::Nearest {
            return [(map(u.floor()), 1.0), (map(u.floor()), 0.0)];
        }
        let weight = (u - 0.5) - (u - 0.5).floor();
        [(map((u - 0.5).floor()), 1.0 - weight), (map((u - 0.5).floor() + 1.0), weight)]
    };
    let [columns, rows, slices] = [0, 1, 2].map(axis);
    let mut sum = [0.0; 4];
    for (column, row, slice) in (0..8).map(|corner| (columns[corner & 1], rows[corner >> 1 & 1], slices[corner >> 2])) {
        let texel = match (column.0, row.0, slice.0) {
            (Some(x), Some(y), Some(z)) => floats(view.levels[level][layer + z as usize].texel(x as u32, y as u32)),
            _ => view.border,
        };
        (0..4).for_each(|component| sum[component] += column.1 * row.1 * slice.1 * f64::from(texel[component]));
    }
    sum
}

fn check(found: [u32; 4], wanted: [f64; 4], context: &str) {
    for component in 0..4 {
        let ours = f64::from(f32::from_bits(found[component]));
        assert!((ours - wanted[component]).abs() < 2e-4, "{context}: {ours}, not {}", wanted[component]);
    }
}

#[test]
fn volumes_are_filtered_in_three_dimensions() {
    let mut random = Random(11);
    for [width, height, depth] in [[4, 4, 4], [5, 3, 2], [1, 1, 1], [2, 8, 3]] {
        for format in [Format::Rgba8, Format::Rgba16f] {
            let slices = noises(format, width, height, depth);
            for (number, wrap) in WRAPS.into_iter().enumerate() {
                for (filter, offset) in [(Filter::Nearest, [0; 3]), (Filter::Linear, [0; 3]), (Filter::Linear, [-8, 3, 7])] {
                    let mut view = layered(vec![slices.clone()], wrap, filter);
                    view.wrap = [wrap, WRAPS[(number + 1) % 6], WRAPS[(number + 2) % 6]];
                    let (mut lookup, at) = wild(TextureKind::D3, &mut random);
                    lookup.offset = offset;
                    let found = run(Some(&view), &lookup);
                    for lane in 0..64 {
                        let (at, sizes) = (at.map(|axis| axis[lane]), [width, height, depth]);
                        if filter == Filter::Nearest && (0..3).any(|axis| near_an_edge(at[axis], sizes[axis])) {
                            continue;
                        }
                        let wanted = reference(&view, 0, filter, 0, at, sizes, offset);
                        check(found[lane], wanted, &format!("{:?} {filter:?} {format:?} {sizes:?} {offset:?} {at:?}", view.wrap));
                    }
                }
            }
        }
    }
}

#[test]
fn layers_are_rounded_and_clamped_but_not_filtered() {
    let mut random = Random(12);
    let layer_coordinates = [-3.0, -0.6, -0.4, 0.49, 0.51, 1.0, 1.49, 1.51, 2.49, 7.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let layers = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 0];
    for (kind, format) in
        [TextureKind::D1Array, TextureKind::D2Array].into_iter().flat_map(|kind| [(kind, Format::Rgba8), (kind, Format::Rgba16f)])
    {
        let (width, height) = if kind == TextureKind::D1Array { (5, 1) } else { (5, 3) };
        let elements = noises(format, width, height, 3);
        for (wrap, filter) in WRAPS.into_iter().flat_map(|wrap| [(wrap, Filter::Nearest), (wrap, Filter::Linear)]) {
            for offset in [[0; 3], [-2, 1, 0]] {
                let view = layered(vec![elements.clone()], wrap, filter);
                let (mut lookup, at) = wild(kind, &mut random);
                (lookup.r, lookup.offset) = (None, offset);
                lookup.layer = Some(floats_of(|lane| layer_coordinates[lane % 13]));
                if kind == TextureKind::D1Array {
                    (lookup.coordinates[1], lookup.offset[1]) = (Lanes([0; 64]), 0);
                }
                let found = run(Some(&view), &lookup);
                for lane in 0..64 {
                    let sizes = if kind == TextureKind::D1Array { [width, 0, 0] } else { [width, height, 0] };
                    let at = at.map(|axis| axis[lane]);
                    if filter == Filter::Nearest && (0..2).any(|axis| near_an_edge(at[axis], sizes[axis])) {
                        continue;
                    }
                    let wanted = reference(&view, 0, filter, layers[lane % 13], at, sizes, lookup.offset);
                    check(found[lane], wanted, &format!("{kind:?} {wrap:?} {filter:?} {format:?} {offset:?} {at:?}"));
                }
            }
        }
    }
}

/// Creates levels of one colour each: the red of level n is n / 10. All sizes are halved from level to level, or all but the last.
fn steps(format: Format, count: u32, [width, height, depth]: [u32; 3], halve_depth: bool) -> Vec<Vec<Surface>> {
    let level = |number: u32| {
        let half = |size: u32| (size >> number).max(1);
        let surfaces = noises(format, half(width), half(height), if halve_depth { half(depth) } else { depth });
        for surface in &surfaces {
            let texels = surface.width * surface.height;
            (0..texels).for_each(|index| {
                surface.set_texel(index % surface.width, index / surface.width, bits([number as f32 / 10.0; 4]));
            });
        }
        surfaces
    };
    (0..count).map(level).collect()
}

#[test]
fn levels_of_volumes_come_from_three_derivatives() {
    let mut view = layered(steps(Format::R32f, 5, [4, 8, 16], true), Wrap::Repeat, Filter::Nearest);
    view.mip_filter = Some(Filter::Linear);
    // Quad q moves 2^(q / 4) texels along axis q % 3: to the right if q is even, and down otherwise.
    let step = |quad: usize| 2f32.powf(quad as f32 / 4.0) / [4.0, 8.0, 16.0][quad % 3];
    let along = |axis: usize, lane: usize| {
        let quad = lane / 4;
        let moved = if quad.is_multiple_of(2) { lane % 2 } else { lane / 2 % 2 };
        if quad % 3 == axis { 0.1 + moved as f32 * step(quad) } else { 0.1 }
    };
    let [s, t, r] = [0, 1, 2].map(|axis| std::array::from_fn(|lane| along(axis, lane)));
    let mut lookup = lookup(SampleKind::Implicit, s, t);
    (lookup.sampler.kind, lookup.r) = (TextureKind::D3, Some(Lanes(r.map(f32::to_bits))));
    let implicit = red(&run(Some(&view), &lookup));
    lookup.kind = SampleKind::Gradient;
    let gradient =
        |down: usize, axis: usize| floats_of(move |lane| if lane / 4 % 2 == down && lane / 4 % 3 == axis { step(lane / 4) } else { 0.0 });
    lookup.gradients = Some([gradient(0, 0), gradient(0, 1), gradient(0, 2), gradient(1, 0), gradient(1, 1), gradient(1, 2)]);
    let explicit = red(&run(Some(&view), &lookup));
    lookup.kind = SampleKind::Lod;
    let asked = run(Some(&view), &lookup);
    for lane in 0..64 {
        let wanted = (lane / 4) as f32 / 4.0;
        assert!((implicit[lane] - wanted / 10.0).abs() < 1e-4, "lane {lane}: {}", implicit[lane]);
        assert!((explicit[lane] - wanted / 10.0).abs() < 1e-4, "lane {lane}: {}", explicit[lane]);
        assert!((f32::from_bits(asked[lane][1]) - wanted).abs() < 1e-4, "lane {lane}");
    }
}

#[test]
fn levels_of_arrays_ignore_the_layer() {
    for (kind, size) in [(TextureKind::D1Array, [16, 1, 5]), (TextureKind::D2Array, [16, 16, 5])] {
        for format in [Format::R32f, Format::Rgba8] {
            let mut view = layered(steps(format, 5, size, false), Wrap::Repeat, Filter::Nearest);
            view.mip_filter = Some(Filter::Nearest);
            let s = std::array::from_fn(|lane| (lane % 2) as f32 * 2f32.powi(lane as i32 / 4) / 16.0);
            let mut lookup = lookup(SampleKind::Implicit, s, [0.0; 64]);
            lookup.sampler.kind = kind;
            // The layer differs within each quad.
            lookup.layer = Some(floats_of(|lane| (lane % 4) as f32));
            let found = red(&run(Some(&view), &lookup));
            for lane in 0..64 {
                let wanted = (lane / 4).min(4) as f32 / 10.0;
                assert!((found[lane] - wanted).abs() < 2e-3, "{kind:?} {format:?} lane {lane}: {}", found[lane]);
            }
        }
    }
}

/// Creates layers of integers: texel (x, y) of layer l is l * 100 + y * 10 + x + 1.
fn numbered(width: u32, height: u32, layers: u32) -> Vec<Surface> {
    let layer = |layer: u32| {
        let surface = Surface::new(Format::R32ui, width, height).unwrap();
        (0..width * height).for_each(|index| {
            let (x, y) = (index % width, index / width);
            surface.set_raw(x, y, [layer * 100 + y * 10 + x + 1, 0, 0, 0]);
        });
        surface
    };
    (0..layers).map(layer).collect()
}

#[test]
fn fetches_and_sizes_of_every_kind() {
    let integers = |values: [i32; 4]| Lanes(std::array::from_fn(|lane| values[lane % 4] as u32));
    for (kind, size) in [
        (TextureKind::D3, [4, 3, 5]),
        (TextureKind::D2Array, [4, 3, 5]),
        (TextureKind::D1Array, [4, 5, 1]),
        (TextureKind::CubeArray, [4, 4, 2]),
        (TextureKind::Cube, [4, 4, 1]),
    ] {
        let base = match kind {
            TextureKind::D1Array => numbered(4, 1, 5),
            TextureKind::CubeArray => numbered(4, 4, 12),
            TextureKind::Cube => numbered(4, 4, 6),
            _ => numbered(4, 3, 5),
        };
        let view = layered(vec![base, numbered(2, 1, 2)], Wrap::Repeat, Filter::Nearest);
        let mut lookup = lookup(SampleKind::Size, [0.0; 64], [0.0; 64]);
        lookup.sampler.kind = kind;
        assert_eq!(run(Some(&view), &lookup)[3][..3], size, "{kind:?}");
        if matches!(kind, TextureKind::Cube | TextureKind::CubeArray) {
            continue;
        }
        lookup.kind = SampleKind::Fetch;
        lookup.offset = [1, 0, 0];
        lookup.coordinates = [integers([2, -1, 2, 1]), integers([2, 1, 2, 1])];
        let third = integers([4, 1, 5, -1]);
        let wanted = match kind {
            TextureKind::D3 => {
                lookup.r = Some(third);
                // The offset along r brings the third one into the texture.
                lookup.offset[2] = -1;
                [324, 11, 424, 0]
            }
            TextureKind::D2Array => {
                lookup.layer = Some(third);
                [424, 111, 0, 0]
            }
            _ => {
                lookup.layer = Some(third);
                [404, 101, 0, 0]
            }
        };
        assert_eq!([0, 1, 2, 3].map(|lane: usize| run(Some(&view), &lookup)[lane][0]), wanted, "{kind:?}");
        lookup.lod = Some(Lanes([1; 64]));
        lookup.kind = SampleKind::Size;
        let halved = run(Some(&view), &lookup)[9];
        assert_eq!(halved[..2], if kind == TextureKind::D1Array { [2, 2] } else { [2, 1] }, "{kind:?}");
        lookup.kind = SampleKind::Levels;
        assert_eq!(run(Some(&view), &lookup)[9][0], 2);
    }
}

#[test]
fn gathers_and_comparisons_use_the_layer() {
    let view = layered(vec![numbered(4, 3, 3)], Wrap::ClampToEdge, Filter::Nearest);
    let mut lookup = lookup(SampleKind::Gather, [0.5; 64], [0.35; 64]);
    lookup.sampler.kind = TextureKind::D2Array;
    lookup.layer = Some(floats_of(|lane| lane as f32));
    let found = run(Some(&view), &lookup);
    assert_eq!((found[0], found[2]), ([12, 13, 3, 2], [212, 213, 203, 202]));
    lookup.offset_lanes = Some([Lanes([1; 64]), Lanes([1; 64])]);
    assert_eq!(run(Some(&view), &lookup)[1], [123, 124, 114, 113]);
    lookup.offset_lanes = None;
    let depths = [0.25f32, 0.5, 0.75].map(|depth| {
        let surface = Surface::new(Format::Depth32f, 1, 1).unwrap();
        surface.set_raw(0, 0, [depth.to_bits(), 0, 0, 0]);
        surface
    });
    let mut view = layered(vec![depths.to_vec()], Wrap::ClampToEdge, Filter::Linear);
    view.compare = Some(Compare::LessEqual);
    lookup.sampler.shadow = true;
    lookup.reference = Some(Lanes([0.5f32.to_bits(); 64]));
    for kind in [TextureKind::D1Array, TextureKind::D2Array] {
        (lookup.sampler.kind, lookup.kind) = (kind, SampleKind::Explicit);
        assert_eq!(red(&run(Some(&view), &lookup))[..3], [0.0, 1.0, 1.0], "{kind:?}");
    }
    lookup.kind = SampleKind::Gather;
    assert_eq!(run(Some(&view), &lookup)[0], bits([0.0; 4]));
    assert_eq!(run(Some(&view), &lookup)[1], bits([1.0; 4]));
}

#[test]
fn wild_coordinates_stay_in_the_layers() {
    let wild = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38, 1e9, 16_777_217.0, f32::MIN_POSITIVE, -0.0, 0.0];
    for (kind, layers) in [(TextureKind::D3, 3), (TextureKind::D2Array, 3), (TextureKind::Cube, 6), (TextureKind::CubeArray, 12)] {
        for format in [Format::Rgba8, Format::R16f] {
            let size = [4, 4, layers];
            let levels = steps(format, 3, size, kind == TextureKind::D3);
            for surface in levels.iter().flatten() {
                let texels = surface.width * surface.height;
                (0..texels).for_each(|index| surface.set_texel(index % surface.width, index / surface.width, bits([1.0; 4])));
            }
            for (wrap, seamless) in WRAPS.into_iter().flat_map(|wrap| [(wrap, false), (wrap, true)]) {
                let mut view = layered(levels.clone(), wrap, Filter::Linear);
                (view.mip_filter, view.border, view.seamless) = (Some(Filter::Linear), [1.0; 4], seamless);
                let at = |step: usize| std::array::from_fn(|lane| wild[(lane / step) % 10]);
                let mut lookup = lookup(SampleKind::Implicit, at(1), at(3));
                lookup.sampler.kind = kind;
                lookup.r = Some(floats_of(|lane| wild[(lane / 7) % 10]));
                lookup.layer = (kind != TextureKind::D3 && kind != TextureKind::Cube).then(|| floats_of(|lane| wild[lane % 10]));
                for kind in [SampleKind::Implicit, SampleKind::Gather] {
                    lookup.kind = kind;
                    for texel in run(Some(&view), &lookup) {
                        assert!((f32::from_bits(texel[0]) - 1.0).abs() < 1e-6, "{kind:?} {wrap:?} {texel:x?}");
                    }
                }
            }
        }
    }
}
