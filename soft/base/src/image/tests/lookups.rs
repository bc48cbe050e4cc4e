use super::super::lookup::{Lookup, sample};
use super::super::sampler::{Filter, Reduction, TextureView, Wrap};
use super::super::{mip, names};
use super::*;
use crate::core::compare::Compare;
use crate::core::cpu::InstructionSet;
use crate::core::lanes::Lanes;
use crate::hir::{SamplerType, Scalar, TextureKind};
use crate::image::lookup::SampleKind;

pub(crate) fn view(levels: Vec<Surface>, wrap: Wrap, filter: Filter) -> TextureView {
    TextureView {
        bordered: None,
        compare_fail: 0.0,
        levels: levels.into_iter().map(|surface| [surface].into()).collect(),
        swizzle: names::RGBA,
        scalar: 0,
        min_filter: filter,
        mip_filter: None,
        mag_filter: filter,
        wrap: [wrap; 3],
        min_lod: -1000.0,
        max_lod: 1000.0,
        lod_bias: 0.0,
        border: [0.25, 0.5, 0.75, 1.0],
        compare: None,
        stencil: false,
        buffer: None,
        seamless: false,
        anisotropy: 1,
        reduction: Reduction::Average,
        fetched: None,
    }
}

pub(crate) fn lookup(kind: SampleKind, s: [f32; 64], t: [f32; 64]) -> Lookup {
    Lookup {
        sampler: SamplerType { kind: TextureKind::D2, result: Scalar::Float, shadow: false },
        kind,
        coordinates: [Lanes(s.map(f32::to_bits)), Lanes(t.map(f32::to_bits))],
        r: None,
        layer: None,
        reference: None,
        lod: None,
        gradients: None,
        offset: [0; 3],
        offset_lanes: None,
        component: 0,
        scalar: false,
        wanted: 15,
    }
}

/// Looks up with every instruction set, which must agree; returns the texel of each lane.
pub(crate) fn run(view: Option<&TextureView>, lookup: &Lookup) -> [[u32; 4]; 64] {
    let mut results = InstructionSet::available().iter().map(|&set| {
        let mut result = [Lanes([0; 64]); 4];
        sample(set, view, lookup, &mut result);
        std::array::from_fn(|lane| [0, 1, 2, 3].map(|component: usize| result[component].0[lane]))
    });
    let first: [[u32; 4]; 64] = results.next().unwrap();
    assert!(results.all(|other| other == first), "the instruction sets disagree");
    first
}

/// Creates a texture of random bytes.
pub(super) fn noise(format: Format, width: u32, height: u32) -> Surface {
    let mut random = Random(u64::from(width * 31 + height));
    let surface = Surface::new(format, width, height).unwrap();
    for (x, y) in (0..width * height).map(|index| (index % width, index / width)) {
        surface.set_texel(x, y, bits([0; 4].map(|_| random.float(0.0, 1.0))));
    }
    surface
}

/// Returns the texel that a wrap mode maps texel i to, by the specification's table; `None` is the border.
pub(super) fn wrapped(wrap: Wrap, i: i64, size: i64) -> Option<i64> {
    let mirror = |i: i64| if i >= 0 { i } else { -(1 + i) };
    match wrap {
        Wrap::Repeat => Some(i.rem_euclid(size)),
        Wrap::MirroredRepeat => Some((size - 1) - mirror(i.rem_euclid(2 * size) - size)),
        Wrap::ClampToEdge => Some(i.clamp(0, size - 1)),
        Wrap::MirrorClampToEdge => Some(mirror(i).clamp(0, size - 1)),
        Wrap::ClampToBorder | Wrap::Clamp => (0..size).contains(&i).then_some(i),
        Wrap::MirrorClamp | Wrap::MirrorClampToBorder => (-size..size).contains(&i).then_some(if i < 0 { -1 - i } else { i }),
    }
}

/// Filters as the specification says, in double precision.
fn reference(view: &TextureView, level: usize, filter: Filter, s: f32, t: f32, offset: [i32; 2]) -> [f64; 4] {
    let surface = &view.levels[level][0];
    let (width, height) = (i64::from(surface.width), i64::from(surface.height));
    let clamp = |wrap: Wrap, s: f32| match wrap {
        Wrap::Clamp => f64::from(s).clamp(0.0, 1.0),
        Wrap::MirrorClamp => f64::from(s).clamp(-1.0, 1.0),
        _ => f64::from(s),
    };
    let (u, v) = (clamp(view.wrap[0], s) * width as f64, clamp(view.wrap[1], t) * height as f64);
    let texel = |i: i64, j: i64| {
        let nearest_clamp = filter == Filter::Nearest;
        let at = |wrap: Wrap, i: i64, size: i64| match wrap {
            Wrap::Clamp if nearest_clamp => Some(i.clamp(0, size - 1)),
            Wrap::MirrorClamp if nearest_clamp => wrapped(Wrap::MirrorClampToEdge, i, size),
            wrap => wrapped(wrap, i, size),
        };
        match (at(view.wrap[0], i + i64::from(offset[0]), width), at(view.wrap[1], j + i64::from(offset[1]), height)) {
            (Some(i), Some(j)) => floats(surface.texel(i as u32, j as u32)).map(f64::from),
            _ => view.border.map(f64::from),
        }
    };
    if filter == Filter::Nearest {
        return texel(u.floor() as i64, v.floor() as i64);
    }
    let (u, v) = (u - 0.5, v - 0.5);
    let (i, j) = (u.floor() as i64, v.floor() as i64);
    let (a, b) = (u - u.floor(), v - v.floor());
    let texels = [texel(i, j), texel(i + 1, j), texel(i, j + 1), texel(i + 1, j + 1)];
    std::array::from_fn(|component| {
        let at = |index: usize| texels[index][component];
        (1.0 - a) * (1.0 - b) * at(0) + a * (1.0 - b) * at(1) + (1.0 - a) * b * at(2) + a * b * at(3)
    })
}

/// Returns true if s is so close to an edge that a nearest filter may take either texel.
pub(super) fn near_an_edge(s: f32, size: u32) -> bool {
    let u = f64::from(s) * f64::from(size);
    (u - u.round()).abs() < 1e-4
}

pub(super) const WRAPS: [Wrap; 6] =
    [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat, Wrap::ClampToBorder, Wrap::MirrorClampToEdge, Wrap::Clamp];

#[test]
fn filters_and_wraps_are_those_of_the_specification() {
    let mut random = Random(5);
    for (width, height) in [(8, 8), (5, 3), (1, 1), (64, 2)] {
        for format in [Format::Rgba8, Format::Rgba16f] {
            let surface = noise(format, width, height);
            let wraps = WRAPS.into_iter().chain([Wrap::MirrorClamp, Wrap::MirrorClampToBorder]);
            for (wrap, filter) in wraps.flat_map(|wrap| [(wrap, Filter::Nearest), (wrap, Filter::Linear)]) {
                for offset in [[0, 0], [-8, 7], [3, -1]] {
                    let view = view(vec![surface.clone()], wrap, filter);
                    let coordinates = [0; 2].map(|_| [0; 64].map(|_| random.float(-1.9, 1.9)));
                    let mut lookup = lookup(SampleKind::Explicit, coordinates[0], coordinates[1]);
                    lookup.offset = [offset[0], offset[1], 0];
                    let constant = run(Some(&view), &lookup);
                    lookup.offset_lanes = Some(offset.map(|offset| Lanes([offset as u32; 64])));
                    assert_eq!(run(Some(&view), &lookup), constant, "constant and other offsets");
                    for lane in 0..64 {
                        let (s, t) = (coordinates[0][lane], coordinates[1][lane]);
                        if filter == Filter::Nearest && (near_an_edge(s, width) || near_an_edge(t, height)) {
                            continue;
                        }
                        let wanted = reference(&view, 0, filter, s, t, offset);
                        for component in 0..4 {
                            let ours = f64::from(f32::from_bits(constant[lane][component]));
                            let context = format!("{wrap:?} {filter:?} {format:?} {width}x{height} {offset:?} ({s}, {t})");
                            assert!((ours - wanted[component]).abs() < 2e-4, "{context}: {ours}, not {}", wanted[component]);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn nearest_bytes_are_exact() {
    let surface = Surface::new(Format::Rgba8, 256, 1).unwrap();
    (0..256).for_each(|x| surface.set_raw(x, 0, [x * 0x0101_0101, 0, 0, 0]));
    let view = view(vec![surface], Wrap::Repeat, Filter::Nearest);
    for block in 0..4 {
        let s = std::array::from_fn(|lane| (block as f32 * 64.0 + lane as f32 + 0.5) / 256.0);
        let found = run(Some(&view), &lookup(SampleKind::Explicit, s, [0.5; 64]));
        for lane in 0..64 {
            assert_eq!(floats(found[lane]), [(block * 64 + lane) as f32 / 255.0; 4]);
        }
    }
}

#[test]
fn wild_coordinates_stay_in_the_texture() {
    let wild = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38, 1e9, -1e9, 16_777_217.0, f32::MIN_POSITIVE, -0.0];
    let mut lookup = lookup(SampleKind::Implicit, std::array::from_fn(|lane| wild[lane % 10]), std::array::from_fn(|lane| wild[lane / 7]));
    for format in [Format::Rgba8, Format::R16f] {
        let base = Surface::new(format, 6, 5).unwrap();
        (0..30).for_each(|index| base.set_texel(index % 6, index / 6, bits([1.0; 4])));
        let mut levels = vec![base.clone()];
        levels.extend(mip::generate(&base, 9).unwrap());
        for wrap in WRAPS.into_iter().chain([Wrap::MirrorClamp, Wrap::MirrorClampToBorder]) {
            let mut view = view(levels.clone(), wrap, Filter::Linear);
            view.mip_filter = Some(Filter::Linear);
            view.border = [1.0; 4];
            for offsets in [None, Some([Lanes([i32::MAX as u32; 64]), Lanes([i32::MIN as u32; 64])])] {
                lookup.offset_lanes = offsets;
                for texel in run(Some(&view), &lookup) {
                    assert!((f32::from_bits(texel[0]) - 1.0).abs() < 1e-6, "{wrap:?} {texel:x?}");
                }
            }
        }
    }
}

/// Creates levels of one colour each: the red of level n is n / 10.
fn steps(count: u32) -> Vec<Surface> {
    let level = |number: u32| {
        let size = (1 << (count - 1)) >> number;
        let surface = Surface::new(Format::R32f, size, size).unwrap();
        (0..size * size).for_each(|index| surface.set_texel(index % size, index / size, bits([number as f32 / 10.0; 4])));
        surface
    };
    (0..count).map(level).collect()
}

pub(super) fn red(found: &[[u32; 4]; 64]) -> [f32; 64] {
    found.map(|texel| f32::from_bits(texel[0]))
}

#[test]
fn levels_of_detail() {
    let mut view = view(steps(5), Wrap::Repeat, Filter::Linear);
    let lods: [f32; 64] = std::array::from_fn(|lane| lane as f32 / 10.0 - 1.0);
    let mut explicit = lookup(SampleKind::Explicit, [0.3; 64], [0.6; 64]);
    explicit.lod = Some(Lanes(lods.map(f32::to_bits)));
    assert_eq!(red(&run(Some(&view), &explicit)), [0.0; 64], "no mip maps");
    view.mip_filter = Some(Filter::Nearest);
    for (lane, red) in red(&run(Some(&view), &explicit)).into_iter().enumerate() {
        let level = if lods[lane] <= 0.5 { 0.0 } else { ((lods[lane] + 0.5).ceil() - 1.0).min(4.0) };
        assert_eq!(red, level / 10.0, "{}", lods[lane]);
    }
    view.mip_filter = Some(Filter::Linear);
    for (lane, red) in red(&run(Some(&view), &explicit)).into_iter().enumerate() {
        assert!((red - lods[lane].clamp(0.0, 4.0) / 10.0).abs() < 1e-6, "{}", lods[lane]);
    }
    (view.min_lod, view.max_lod, view.lod_bias) = (1.0, 2.5, 1.0);
    for (lane, red) in red(&run(Some(&view), &explicit)).into_iter().enumerate() {
        assert!((red - (lods[lane] + 1.0).clamp(1.0, 2.5) / 10.0).abs() < 1e-6, "{}", lods[lane]);
    }
}

#[test]
fn implicit_levels_come_from_quads_and_gradients() {
    let mut view = view(steps(5), Wrap::Repeat, Filter::Nearest);
    view.mip_filter = Some(Filter::Linear);
    // Quad q moves 2^(q/4) texels (of 16) from pixel to pixel, in x for even and in y for odd quads.
    let step = |quad: usize| 2f32.powf(quad as f32 / 4.0) / 16.0;
    let s = std::array::from_fn(|lane| if lane / 4 % 2 == 0 { (lane % 2) as f32 * step(lane / 4) } else { 0.0 });
    let t = std::array::from_fn(|lane| if lane / 4 % 2 == 1 { (lane / 2 % 2) as f32 * step(lane / 4) } else { 0.0 });
    let mut lookup = lookup(SampleKind::Implicit, s, t);
    let check = |found: &[f32; 64], bias: f32| {
        for lane in 0..64 {
            let wanted = ((lane / 4) as f32 / 4.0 + bias).clamp(0.0, 4.0) / 10.0;
            assert!((found[lane] - wanted).abs() < 1e-5, "lane {lane}: {} {wanted}", found[lane]);
        }
    };
    check(&red(&run(Some(&view), &lookup)), 0.0);
    lookup.lod = Some(Lanes([1f32.to_bits(); 64]));
    check(&red(&run(Some(&view), &lookup)), 1.0);
    lookup.kind = SampleKind::Lod;
    let found = run(Some(&view), &lookup);
    for lane in 0..64 {
        let wanted = (lane / 4) as f32 / 4.0 + 1.0;
        assert!((f32::from_bits(found[lane][0]) - wanted.min(4.0)).abs() < 1e-5 && (f32::from_bits(found[lane][1]) - wanted).abs() < 1e-5);
    }
    lookup.kind = SampleKind::Gradient;
    lookup.lod = None;
    let zero = Lanes([0; 64]);
    lookup.gradients = Some([zero, zero, zero, zero, Lanes(std::array::from_fn(|lane| step(lane / 4).to_bits())), zero]);
    check(&red(&run(Some(&view), &lookup)), 0.0);
}

#[test]
fn magnified_lanes_use_their_own_filter() {
    let surface = Surface::new(Format::Rgba8, 2, 1).unwrap();
    surface.set_raw(1, 0, [0xFF, 0, 0, 0]);
    let mut view = view(vec![surface], Wrap::ClampToEdge, Filter::Linear);
    view.min_filter = Filter::Nearest;
    let mut lookup = lookup(SampleKind::Explicit, [0.49; 64], [0.5; 64]);
    lookup.lod = Some(Lanes(std::array::from_fn(|lane| (lane as f32 - 31.5).to_bits())));
    let found = red(&run(Some(&view), &lookup));
    for lane in 0..64 {
        let wanted = if lane < 32 { 0.48 } else { 0.0 };
        assert!((found[lane] - wanted).abs() < 1e-5, "{lane} {}", found[lane]);
    }
}

#[test]
fn shadows_compare_before_they_mix() {
    let surface = Surface::new(Format::Depth32f, 2, 1).unwrap();
    surface.set_raw(0, 0, [0.25f32.to_bits(), 0, 0, 0]);
    surface.set_raw(1, 0, [0.75f32.to_bits(), 0, 0, 0]);
    let s = std::array::from_fn(|lane| 0.25 + (lane % 9) as f32 / 16.0);
    let mut lookup = lookup(SampleKind::Explicit, s, [0.5; 64]);
    lookup.sampler.shadow = true;
    for (compare, reference, left, right) in [
        (Compare::LessEqual, 0.5, 0.0, 1.0),
        (Compare::Less, 0.75, 0.0, 0.0),
        (Compare::LessEqual, 0.75, 0.0, 1.0),
        (Compare::Greater, 0.5, 1.0, 0.0),
        (Compare::GreaterEqual, 0.25, 1.0, 0.0),
        (Compare::Equal, 0.75, 0.0, 1.0),
        (Compare::NotEqual, 0.75, 1.0, 0.0),
        (Compare::Always, 0.0, 1.0, 1.0),
        (Compare::Never, 0.0, 0.0, 0.0),
    ] {
        let mut view = view(vec![surface.clone()], Wrap::ClampToEdge, Filter::Linear);
        view.compare = Some(compare);
        lookup.reference = Some(Lanes([f32::to_bits(reference); 64]));
        let found = red(&run(Some(&view), &lookup));
        for lane in 0..64 {
            let wanted = left + (right - left) * ((lane % 9) as f32 / 8.0);
            assert!((found[lane] - wanted).abs() < 1e-6, "{compare:?} {lane} {}", found[lane]);
        }
    }
}

#[test]
fn fetches_gathers_and_sizes() {
    let base = Surface::new(Format::R32ui, 4, 3).unwrap();
    (0..12).for_each(|index| base.set_raw(index % 4, index / 4, [index + 1, 0, 0, 0]));
    let mut levels = vec![base.clone()];
    levels.extend(mip::generate(&base, 1).unwrap());
    let view = view(levels, Wrap::ClampToEdge, Filter::Linear);
    let mut lookup = lookup(SampleKind::Fetch, [0.0; 64], [0.0; 64]);
    lookup.sampler.result = Scalar::Uint;
    lookup.coordinates = [
        Lanes(std::array::from_fn(|lane| (lane as u32 % 6).wrapping_sub(1))),
        Lanes(std::array::from_fn(|lane| (lane as u32 / 6).wrapping_sub(1))),
    ];
    for (lane, texel) in run(Some(&view), &lookup).into_iter().enumerate() {
        let (x, y) = (lane as u32 % 6, lane as u32 / 6);
        let inside = (1..5).contains(&x) && (1..4).contains(&y);
        assert_eq!(texel, if inside { [(y - 1) * 4 + x, 0, 0, 1] } else { [0, 0, 0, 1] }, "{lane}");
    }
    lookup.lod = Some(Lanes(std::array::from_fn(|lane| lane as u32)));
    lookup.coordinates = [Lanes([1; 64]), Lanes([0; 64])];
    let found = run(Some(&view), &lookup);
    assert_eq!((found[0][0], found[1][0], found[2][0]), (2, 3, 0));
    lookup.kind = SampleKind::Size;
    let found = run(Some(&view), &lookup);
    assert_eq!((&found[0][..2], &found[1][..2], &found[2][..2]), (&[4, 3][..], &[2, 1][..], &[0, 0][..]));
    lookup.kind = SampleKind::Levels;
    assert_eq!(run(Some(&view), &lookup)[5][0], 2);
    lookup.kind = SampleKind::Gather;
    lookup.coordinates = [Lanes([0.5f32.to_bits(); 64]), Lanes([0.35f32.to_bits(); 64])];
    assert_eq!(run(Some(&view), &lookup)[7], [6, 7, 3, 2]);
}

#[test]
fn fetches_convert_texels_whose_decoding_is_skipped() {
    let surface = Surface::new(Format::Rgba8, 1, 1).unwrap();
    surface.set_raw(0, 0, [0xFFBC_BCBC, 0, 0, 0]);
    let mut view = view(vec![surface.clone()], Wrap::ClampToEdge, Filter::Nearest);
    view.fetched = Some(Format::Srgb8Alpha8);
    let mut lookup = lookup(SampleKind::Fetch, [0.0; 64], [0.0; 64]);
    assert_eq!(floats(run(Some(&view), &lookup)[0]), floats(surface.with_format(Format::Srgb8Alpha8).texel(0, 0)));
    lookup.kind = SampleKind::Implicit;
    assert_eq!(floats(run(Some(&view), &lookup)[0]), floats(surface.texel(0, 0)), "other look-ups skip it");
}

#[test]
fn swizzles_stencils_and_missing_textures() {
    let surface = Surface::new(Format::Rg8, 1, 1).unwrap();
    surface.set_raw(0, 0, [0xFF33, 0, 0, 0]);
    let mut luminance = view(vec![surface], Wrap::Repeat, Filter::Linear);
    luminance.swizzle = names::LUMINANCE_ALPHA;
    let mut lookup = lookup(SampleKind::Implicit, [0.0; 64], [0.0; 64]);
    assert_eq!(floats(run(Some(&luminance), &lookup)[63]), [0.2, 0.2, 0.2, 1.0]);
    luminance.swizzle = [4, 5, 1, 0];
    assert_eq!(floats(run(Some(&luminance), &lookup)[0]), [0.0, 1.0, 1.0, 0.2]);
    let surface = Surface::new(Format::Depth24Stencil8, 1, 1).unwrap();
    surface.set_raw(0, 0, [0xA5FF_FFFF, 0, 0, 0]);
    let mut both = view(vec![surface], Wrap::Repeat, Filter::Linear);
    assert_eq!(floats(run(Some(&both), &lookup)[0])[0], 1.0);
    both.stencil = true;
    assert_eq!(run(Some(&both), &lookup)[0][0], 0xA5);
    assert_eq!(run(None, &lookup)[9], bits([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(run(Some(&view(Vec::new(), Wrap::Repeat, Filter::Linear)), &lookup)[9], bits([0.0, 0.0, 0.0, 1.0]));
    lookup.kind = SampleKind::Gather;
    assert_eq!(run(None, &lookup)[9], bits([0.0; 4]), "the red of four texels");
    lookup.component = 3;
    assert_eq!(run(None, &lookup)[9], bits([1.0; 4]), "the alpha of four texels");
}

#[test]
fn rectangles_are_addressed_in_texels() {
    let surface = noise(Format::Rgba8, 5, 4);
    for wrap in [Wrap::ClampToEdge, Wrap::ClampToBorder] {
        let view = view(vec![surface.clone()], wrap, Filter::Nearest);
        let s: [f32; 64] = std::array::from_fn(|lane| (lane % 8) as f32 - 0.5);
        let mut lookup = lookup(SampleKind::Explicit, s, [2.5; 64]);
        lookup.sampler.kind = TextureKind::Rect;
        let found = run(Some(&view), &lookup);
        for lane in 0..8 {
            let x = lane as i32 - 1;
            let wanted = if wrap == Wrap::ClampToBorder && !(0..5).contains(&x) {
                view.border
            } else {
                floats(surface.texel(x.clamp(0, 4) as u32, 2))
            };
            assert_eq!(floats(found[lane]), wanted, "{wrap:?} {lane}");
        }
    }
}
