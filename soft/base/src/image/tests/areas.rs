use super::super::blit::*;
use super::super::clear::*;
use super::super::mip;
use super::super::names;
use super::super::sampler::Filter;
use super::*;
use crate::core::cpu::InstructionSet;
use crate::image::Rectangle;

const ALL: Rectangle = Rectangle { x0: i32::MIN, y0: i32::MIN, x1: i32::MAX, y1: i32::MAX };

fn area(x0: i32, y0: i32, x1: i32, y1: i32) -> Rectangle {
    Rectangle { x0, y0, x1, y1 }
}

fn corners(x0: i32, y0: i32, x1: i32, y1: i32) -> Corners {
    Corners { x0, y0, x1, y1 }
}

fn up(surface: &Surface) -> OrientedSurface<'_> {
    OrientedSurface { surface, flipped: false }
}

/// Creates a surface whose texels hold their own numbers.
fn numbered(format: Format, width: u32, height: u32) -> Surface {
    let surface = Surface::new(format, width, height).unwrap();
    (0..width * height).for_each(|index| surface.set_raw(index % width, index / width, [index + 1, 0, 0, 0]));
    surface
}

fn texels(surface: &Surface) -> Vec<u32> {
    (0..surface.width * surface.height).map(|index| surface.raw(index % surface.width, index / surface.width)[0]).collect()
}

#[test]
fn clears_fill_their_rectangle() {
    for format in Format::SINGLE.into_iter().filter(|format| format.is_color()) {
        let surface = Surface::new(format, 5, 4).unwrap();
        let color = if format.is_integer() { [1, 2, 3, 1] } else { bits([1.0, 0.0, 1.0, 1.0]) };
        clear_color(&surface, area(1, -7, 3, 3), color, [true; 4]);
        let new = format.decode(format.encode(color));
        for (x, y) in (0..20).map(|index| (index % 5, index / 5)) {
            let inside = (1..3).contains(&x) && y < 3;
            assert_eq!(surface.texel(x, y), if inside { new } else { format.decode([0; 4]) }, "{format:?} {x} {y}");
        }
        clear_color(&surface, area(4, 4, -4, -4), color, [true; 4]);
        clear_color(&surface, ALL, color, [false; 4]);
        assert_eq!(surface.texel(0, 0), format.decode([0; 4]));
    }
}

/// Texels beside the rectangle share words with those in it; rows are longer than what is written at once.
#[test]
fn clears_of_every_format_and_edge_change_no_other_bit() {
    for format in Format::SINGLE.into_iter().chain([Format::Depth24Stencil8, Format::Depth32fStencil8]) {
        for (x0, x1) in [(0, 300), (1, 299), (2, 67), (3, 4), (5, 7), (298, 300)] {
            let surface = Surface::new(format, 300, 3).unwrap();
            let number = |word: usize| (word as u32).wrapping_mul(0x9E37_79B9);
            let words = surface.memory.len() / 4;
            (0..words).for_each(|word| surface.memory.set_word(word, number(word)));
            let before: Vec<_> = (0..900).map(|at| surface.raw(at % 300, at / 300)).collect();
            spread(&surface, area(x0, 1, x1, 2));
            clear_depth_stencil(&surface, area(x0, 2, x1, 3), Some(0.25), None);
            clear_depth_stencil(&surface, area(x0, 2, x1, 3), None, Some((0x5A, 0x3C)));
            for at in 0..900 {
                let (x, y, old) = (at % 300, at / 300, before[at as usize]);
                let inside = (x0..x1).contains(&(x as i32));
                let expected = match y {
                    1 if inside => before[300 + x0 as usize],
                    2 if inside => {
                        let raw = if format.has_depth() { format.with_depth(old, 0.25) } else { old };
                        if format.has_stencil() { format.with_stencil(raw, 0x18 | format.stencil(old) & 0xC3) } else { raw }
                    }
                    _ => old,
                };
                assert_eq!(surface.raw(x, y), expected, "{format:?}, {x0} to {x1}, at {x} {y}");
            }
        }
    }
}

#[test]
fn masked_clears_keep_the_other_components() {
    for format in Format::SINGLE.into_iter().filter(|format| format.is_color() && *format != Format::Rgb9E5) {
        let integer = format.is_integer();
        let (old, new) = if integer { ([1, 0, 1, 0], [0, 1, 0, 1]) } else { (bits([1.0, 0.0, 1.0, 0.0]), bits([0.0, 1.0, 0.0, 1.0])) };
        for mask in 0..16 {
            let surface = Surface::new(format, 3, 1).unwrap();
            clear_color(&surface, ALL, old, [true; 4]);
            let mask: [bool; 4] = std::array::from_fn(|component| mask >> component & 1 != 0);
            clear_color(&surface, ALL, new, mask);
            let (old, new) = (format.decode(format.encode(old)), format.decode(format.encode(new)));
            let wanted: [u32; 4] = std::array::from_fn(|component| if mask[component] { new[component] } else { old[component] });
            assert_eq!(surface.texel(2, 0), wanted, "{format:?} {mask:?}");
        }
    }
}

#[test]
fn depth_and_stencil_are_cleared_apart_or_together() {
    for format in [Format::Depth24Stencil8, Format::Depth32fStencil8] {
        let surface = Surface::new(format, 2, 2).unwrap();
        let state = || (f32::from_bits(surface.texel(1, 1)[0]), format.stencil(surface.raw(1, 1)));
        clear_depth_stencil(&surface, ALL, Some(1.0), Some((0xAB, 0xFF)));
        assert_eq!(state(), (1.0, 0xAB));
        clear_depth_stencil(&surface, ALL, None, Some((0x12, 0x0F)));
        assert_eq!(state(), (1.0, 0xA2));
        clear_depth_stencil(&surface, ALL, Some(0.0), None);
        assert_eq!(state(), (0.0, 0xA2));
        clear_depth_stencil(&surface, area(0, 0, 1, 1), Some(1.0), Some((0, 0xFF)));
        assert_eq!(state(), (0.0, 0xA2));
    }
    let depth = Surface::new(Format::Depth16, 2, 2).unwrap();
    clear_depth_stencil(&depth, ALL, Some(0.5), Some((1, 0xFF)));
    assert_eq!(depth.raw(1, 1)[0], 0x8000);
    let stencil = Surface::new(Format::Stencil8, 2, 2).unwrap();
    clear_depth_stencil(&stencil, ALL, Some(0.5), Some((0x81, 0xF0)));
    assert_eq!(stencil.raw(1, 1)[0], 0x80);
}

#[test]
fn blits_scale_mirror_and_stay_in_the_scissor() {
    let from = numbered(Format::R32ui, 2, 2);
    let to = Surface::new(Format::R32ui, 4, 4).unwrap();
    blit(up(&from), up(&to), corners(0, 0, 2, 2), corners(0, 0, 4, 4), ALL, Aspect::Color, Filter::Nearest);
    assert_eq!(texels(&to), [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
    blit(up(&from), up(&to), corners(0, 0, 2, 2), corners(4, 0, 0, 4), area(0, 0, 4, 2), Aspect::Color, Filter::Nearest);
    assert_eq!(texels(&to), [2, 2, 1, 1, 2, 2, 1, 1, 3, 3, 4, 4, 3, 3, 4, 4]);
    // The source is flipped; only the existing part of the source is copied.
    let to = Surface::new(Format::R32ui, 4, 2).unwrap();
    let flipped = OrientedSurface { surface: &from, flipped: true };
    blit(flipped, up(&to), corners(-1, 0, 3, 2), corners(0, 0, 4, 2), ALL, Aspect::Color, Filter::Nearest);
    assert_eq!(texels(&to), [0, 3, 4, 0, 0, 1, 2, 0]);
    let to = Surface::new(Format::R32ui, 2, 2).unwrap();
    blit(
        up(&from),
        OrientedSurface { surface: &to, flipped: true },
        corners(0, 0, 2, 2),
        corners(0, 0, 2, 2),
        ALL,
        Aspect::Color,
        Filter::Linear,
    );
    assert_eq!(texels(&to), [3, 4, 1, 2]);
    for wild in [corners(i32::MIN, i32::MIN, i32::MAX, i32::MAX), corners(0, 0, 0, 0), corners(i32::MAX, 5, i32::MIN, 5)] {
        blit(up(&from), up(&to), wild, corners(0, 0, 2, 2), ALL, Aspect::Color, Filter::Linear);
        blit(up(&from), up(&to), corners(0, 0, 2, 2), wild, ALL, Aspect::Color, Filter::Nearest);
    }
}

#[test]
fn linear_blits_mix_and_formats_are_converted() {
    let from = Surface::new(Format::Rgba8, 2, 1).unwrap();
    from.set_texel(1, 0, bits([1.0, 0.0, 1.0, 1.0]));
    let to = Surface::new(Format::Rgba32f, 4, 1).unwrap();
    blit(up(&from), up(&to), corners(0, 0, 2, 1), corners(0, 0, 4, 1), ALL, Aspect::Color, Filter::Linear);
    let red: Vec<f32> = (0..4).map(|x| floats(to.texel(x, 0))[0]).collect();
    assert_eq!(red, [0.0, 0.25, 0.75, 1.0]);
    let integers = Surface::new(Format::R32i, 1, 1).unwrap();
    integers.set_raw(0, 0, [(-5i32) as u32, 0, 0, 0]);
    let unsigned = Surface::new(Format::R32ui, 1, 1).unwrap();
    unsigned.set_raw(0, 0, [7, 0, 0, 0]);
    blit(up(&integers), up(&unsigned), corners(0, 0, 1, 1), corners(0, 0, 1, 1), ALL, Aspect::Color, Filter::Nearest);
    assert_eq!(texels(&unsigned), [0]);
}

/// Returns the texel at (u, v), filtered linearly, by itself.
fn bilinear(surface: &Surface, u: f64, v: f64) -> [u32; 4] {
    let (u, v) = (u - 0.5, v - 0.5);
    let (left, top) = (u.floor(), v.floor());
    let (fx, fy) = ((u - left) as f32, (v - top) as f32);
    let texel = |dx: f64, dy: f64| {
        let x = (left + dx).clamp(0.0, f64::from(surface.width.saturating_sub(1))) as u32;
        let y = (top + dy).clamp(0.0, f64::from(surface.height.saturating_sub(1))) as u32;
        surface.texel(x, y).map(f32::from_bits)
    };
    let (a, b, c, d) = (texel(0.0, 0.0), texel(1.0, 0.0), texel(0.0, 1.0), texel(1.0, 1.0));
    std::array::from_fn(|component| {
        let low = a[component] + (b[component] - a[component]) * fx;
        let high = c[component] + (d[component] - c[component]) * fx;
        (low + (high - low) * fy).to_bits()
    })
}

#[test]
fn linear_blits_have_the_bits_of_single_pixels() {
    let mut random = Random(5);
    let formats = Format::SINGLE.into_iter().filter(|format| format.is_color() && !format.is_integer());
    for (from_format, to_format) in formats.clone().zip(formats.cycle().skip(3)) {
        let from = Surface::new(from_format, 37, 5).unwrap();
        for (x, y) in (0..5).flat_map(|y| (0..37).map(move |x| (x, y))) {
            from.set_texel(x, y, std::array::from_fn(|_| random.float(0.0, 1.0).to_bits()));
        }
        for (width, height, mirrored) in [(300, 9, false), (19, 2, true), (37, 11, false), (7, 5, true)] {
            let (to, expected) = (Surface::new(to_format, width, height).unwrap(), Surface::new(to_format, width, height).unwrap());
            let [w, h] = [width, height].map(|size| size as i32);
            let target = if mirrored { corners(w, h, 0, 0) } else { corners(0, 0, w, h) };
            blit(up(&from), up(&to), corners(0, 0, 37, 5), target, ALL, Aspect::Color, Filter::Linear);
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let at = |index: u32, size: u32, of: f64| {
                    let (origin, length) = if mirrored { (f64::from(size), -f64::from(size)) } else { (0.0, f64::from(size)) };
                    (f64::from(index) + 0.5 - origin) * (of / length)
                };
                expected.set_texel(x, y, bilinear(&from, at(x, width, 37.0), at(y, height, 5.0)));
                assert_eq!(to.raw(x, y), expected.raw(x, y), "{from_format:?} to {to_format:?}: {x}, {y} of {width} x {height}");
            }
        }
    }
}

#[test]
fn depth_and_stencil_blits_leave_each_other_alone() {
    let from = Surface::new(Format::Depth24Stencil8, 1, 1).unwrap();
    from.set_raw(0, 0, [0x1112_3456, 0, 0, 0]);
    let to = Surface::new(Format::Depth24Stencil8, 1, 1).unwrap();
    to.set_raw(0, 0, [0xFFFF_FFFF, 0, 0, 0]);
    let one = corners(0, 0, 1, 1);
    blit(up(&from), up(&to), one, one, ALL, Aspect::Depth, Filter::Nearest);
    assert_eq!(texels(&to), [0xFF12_3456]);
    blit(up(&from), up(&to), one, one, ALL, Aspect::Stencil, Filter::Nearest);
    assert_eq!(texels(&to), [0x1112_3456]);
}

/// Copies of one aspect leave the other one alone, in formats with both and between them.
#[test]
fn blits_of_aspects_equal_those_of_single_texels() {
    let mut random = Random(23);
    let formats = [Format::Depth24Stencil8, Format::Depth32fStencil8];
    for (isa, (from, into)) in InstructionSet::available()
        .iter()
        .flat_map(|isa| formats.into_iter().flat_map(|from| formats.map(|into| (from, into))).map(move |pair| (isa, pair)))
    {
        let [source, target] = [from, into].map(|format| {
            let surface = Surface::new(format, 67, 3).unwrap();
            (0..201).for_each(|at| {
                let raw = format.encode([random.float(0.0, 1.0).to_bits(), 0, 0, 0]);
                surface.set_raw(at % 67, at / 67, format.with_stencil(raw, random.word() as u8));
            });
            surface
        });
        for aspect in [Aspect::Depth, Aspect::Stencil] {
            let before: Vec<_> = (0..201).map(|at| target.raw(at % 67, at / 67)).collect();
            let area = corners(1, 0, 67, 3);
            isa.only(|| blit(up(&source), up(&target), area, area, ALL, aspect, Filter::Nearest));
            for (at, old) in (0..).zip(before) {
                let (x, y) = (at % 67, at / 67);
                let raw = source.raw(x, y);
                let wanted = match aspect {
                    _ if x == 0 => old,
                    Aspect::Depth => into.with_depth(old, f32::from_bits(from.decode(raw)[0])),
                    _ => into.with_stencil(old, from.stencil(raw)),
                };
                assert_eq!(target.raw(x, y), wanted, "{from:?} to {into:?}, {aspect:?}");
            }
        }
    }
}

/// Texels that are picked from other columns and rows, in both directions and of every size.
#[test]
fn scaled_blits_pick_the_nearest_texels() {
    let mut random = Random(29);
    for format in [Format::R8, Format::Rgb565, Format::Rgba8, Format::Rgba16f, Format::Rgba32f, Format::Depth24Stencil8] {
        let from = Surface::new(format, 37, 5).unwrap();
        (0..185).for_each(|at| from.set_raw(at % 37, at / 37, std::array::from_fn(|_| random.word())));
        let aspect = if format.is_color() { Aspect::Color } else { Aspect::Stencil };
        for (width, height, mirrored) in [(300, 10, false), (74, 10, true), (37, 5, true), (37, 9, false), (11, 5, false)] {
            let to = Surface::new(format, width, height).unwrap();
            let [w, h] = [width, height].map(|size| size as i32);
            let target = if mirrored { corners(w, h, 0, 0) } else { corners(0, 0, w, h) };
            blit(up(&from), up(&to), corners(0, 0, 37, 5), target, ALL, aspect, Filter::Nearest);
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let at = |index: u32, size: u32, of: f64| {
                    let (origin, length) = if mirrored { (f64::from(size), -f64::from(size)) } else { (0.0, f64::from(size)) };
                    ((f64::from(index) + 0.5 - origin) * (of / length)) as u32
                };
                let raw = from.raw(at(x, width, 37.0), at(y, height, 5.0));
                let wanted = if format.is_color() { raw } else { format.with_stencil([0; 4], format.stencil(raw)) };
                assert_eq!(to.raw(x, y), wanted, "{format:?}: {x}, {y} of {width} x {height}, {mirrored}");
            }
        }
    }
}

/// Copies of whole surfaces and of parts, with rows that are padded and rows of parts of words.
#[test]
fn bits_are_copied_whole_and_in_parts() {
    let mut random = Random(31);
    for (format, width) in [(Format::R8, 1024), (Format::R8, 1023), (Format::Rgba8, 256), (Format::Rgba32f, 9)] {
        let from = Surface::new(format, width, 4).unwrap();
        (0..width * 4).for_each(|at| from.set_raw(at % width, at / width, std::array::from_fn(|_| random.word())));
        for (x, y, to_x, to_y, w, h) in [(0, 0, 0, 0, width, 4), (0, 1, 0, 0, width, 2), (3, 0, 1, 2, width - 3, 2), (0, 0, 0, 3, width, 1)]
        {
            let to = Surface::new(format, width, 4).unwrap();
            let [source, target] = [[x, y], [to_x, to_y]].map(|at| at.map(|at| at as usize));
            super::super::blit::copy_bits((&from, source), (&to, target), [w as usize, h as usize]);
            for (column, row) in (0..4).flat_map(|row| (0..width).map(move |column| (column, row))) {
                let inside = (to_x..to_x + w).contains(&column) && (to_y..to_y + h).contains(&row);
                let wanted = if inside { from.raw(column - to_x + x, row - to_y + y) } else { [0; 4] };
                assert_eq!(to.raw(column, row), wanted, "{format:?} {width}: {column}, {row}");
            }
        }
    }
}

#[test]
fn copies_are_cut_to_both_surfaces() {
    let from = numbered(Format::R32ui, 3, 3);
    let to = Surface::new(Format::R32ui, 3, 3).unwrap();
    copy(up(&from), 1, 1, 5, 5, up(&to), names::RGBA, -1, 2);
    assert_eq!(texels(&to), [0, 0, 0, 0, 0, 0, 6, 0, 0]);
    let flipped = OrientedSurface { surface: &from, flipped: true };
    copy(flipped, -1, 0, 2, 2, up(&to), names::RGBA, 0, 0);
    assert_eq!(texels(&to), [0, 7, 0, 0, 4, 0, 6, 0, 0]);
    copy(up(&from), i32::MIN, i32::MAX, u32::MAX, u32::MAX, up(&to), names::RGBA, i32::MAX, i32::MIN);
    let color = Surface::new(Format::Rgba8, 1, 1).unwrap();
    color.set_raw(0, 0, [0x4030_2010, 0, 0, 0]);
    let alpha = Surface::new(Format::R8, 1, 1).unwrap();
    copy(up(&color), 0, 0, 1, 1, up(&alpha), names::ALPHA, 0, 0);
    assert_eq!(texels(&alpha), [0x40]);
}

#[test]
fn copies_of_every_pair_equal_those_of_single_texels() {
    let mut random = Random(11);
    let bases = [names::RGBA, names::RGB, names::RG, names::RED, names::LUMINANCE_ALPHA, names::ALPHA, names::INTENSITY];
    let colors = || Format::SINGLE.into_iter().filter(|format| format.is_color());
    let pairs = colors().flat_map(|from| colors().map(move |into| (from, into)));
    let sets = InstructionSet::available();
    for (number, (from, into)) in pairs.filter(|(from, into)| from.is_integer() == into.is_integer()).enumerate() {
        let source = Surface::new(from, 33, 2).unwrap();
        (0..66).for_each(|index| source.set_raw(index % 33, index / 33, std::array::from_fn(|_| random.word())));
        let one = if from.is_integer() { 1 } else { 1f32.to_bits() };
        let expected = Surface::new(into, 1, 1).unwrap();
        for base in bases.into_iter().filter(|base| from != into || *base != names::RGBA) {
            let to = Surface::new(into, 33, 2).unwrap();
            sets[number % sets.len()].only(|| copy(up(&source), 0, 0, 32, 2, up(&to), base, 1, 0));
            for (x, y) in (0..66u32).map(|index| (index % 33, index / 33)) {
                let decoded = source.texel(x.wrapping_sub(1), y);
                let stored = |index: usize| base.iter().position(|&component| component as usize == index).map_or(one, |of| decoded[of]);
                expected.set_texel(0, 0, std::array::from_fn(stored));
                let wanted = if x == 0 { [0; 4] } else { expected.raw(0, 0) };
                assert_eq!(to.raw(x, y), wanted, "{from:?} {:x?} to {into:?}, {base:?}", source.raw(x.wrapping_sub(1), y));
            }
        }
    }
}

#[test]
fn mip_maps_average_down_to_one_texel() {
    let base = Surface::new(Format::Rgba8, 8, 2).unwrap();
    for x in 0..8 {
        base.set_raw(x, 0, [x * 4, 0, 0, 0]);
        base.set_raw(x, 1, [x * 4 + 2, 0, 0, 0]);
    }
    let levels = mip::generate(&base, 20).unwrap();
    assert_eq!(levels.iter().map(|level| (level.width, level.height)).collect::<Vec<_>>(), [(4, 1), (2, 1), (1, 1)]);
    assert_eq!(texels(&levels[0]), [3, 11, 19, 27]);
    assert_eq!((texels(&levels[1]), texels(&levels[2])), (vec![7, 23], vec![15]));
    assert_eq!(mip::generate(&base, 1).unwrap().len(), 1);
    // Odd sizes and other formats: a constant stays unchanged.
    for format in [Format::Rgba16f, Format::Rgb565, Format::Srgb8Alpha8, Format::R8ui, Format::Depth24Stencil8] {
        let base = Surface::new(format, 5, 7).unwrap();
        let raw = format.encode(if format.is_integer() { [9; 4] } else { bits([1.0, 0.0, 1.0, 1.0]) });
        (0..35).for_each(|index| base.set_raw(index % 5, index / 5, raw));
        let levels = mip::generate(&base, 20).unwrap();
        assert_eq!(levels.len(), 2);
        assert!(levels.iter().all(|level| level.raw(level.width - 1, level.height - 1) == raw), "{format:?}");
    }
}

/// Levels of every format and of odd and even sizes are the averages of boxes of texels, added in their order.
#[test]
fn levels_are_averages_of_boxes() {
    let mut random = Random(17);
    let formats = Format::SINGLE.into_iter().filter(|format| !format.is_integer() && *format != Format::Stencil8);
    for (format, (width, height)) in formats.flat_map(|format| [(418, 4), (205, 3), (7, 6), (1, 5), (3, 1)].map(|size| (format, size))) {
        let base = Surface::new(format, width, height).unwrap();
        for at in 0..width * height {
            base.set_texel(at % width, at / width, bits(std::array::from_fn(|_| random.float(-0.5, 1.5))));
        }
        let level = mip::generate(&base, 1).unwrap().remove(0);
        let span = |index: u32, large: u32, small: u32| index * large / small..((index + 1) * large).div_ceil(small);
        for at in 0..level.width * level.height {
            let (x, y) = (at % level.width, at / level.width);
            let (columns, rows) = (span(x, width, level.width), span(y, height, level.height));
            let mut sum = [0f32; 4];
            for (x, y) in rows.clone().flat_map(|y| columns.clone().map(move |x| (x, y))) {
                let texel = floats(base.texel(x, y));
                (0..4).for_each(|component| sum[component] += texel[component]);
            }
            let count = (rows.len() * columns.len()) as f32;
            let wanted = format.encode(bits(sum.map(|sum| sum / count)));
            let halves = format == Format::Rgba8 && width.is_multiple_of(2) && height.is_multiple_of(2);
            if halves {
                // Bytes are averaged as integers, rounded up at halves.
                let byte = |raw: [u32; 4], component: u32| (raw[0] >> (component * 8) & 0xFF) as i32;
                let near = (0..4).all(|component| (byte(level.raw(x, y), component) - byte(wanted, component)).abs() <= 1);
                assert!(near, "{:x?} {wanted:x?}", level.raw(x, y));
            } else {
                assert_eq!(level.raw(x, y), wanted, "{format:?}, {width} x {height}, at {x}, {y}");
            }
        }
    }
}

/// Levels of volumes of every format are the averages of boxes of texels, added in the order of slices, rows and columns.
#[test]
fn levels_of_volumes_are_averages_of_boxes() {
    let mut random = Random(19);
    let formats = Format::SINGLE.into_iter().filter(|format| !format.is_integer() && !matches!(format, Format::Stencil8 | Format::Rgba8));
    for format in formats {
        let base: Vec<Surface> = (0..2).map(|_| Surface::new(format, 6, 4).unwrap()).collect();
        for (slice, at) in base.iter().flat_map(|slice| (0..24).map(move |at| (slice, at))) {
            slice.set_texel(at % 6, at / 6, bits(std::array::from_fn(|_| random.float(-0.5, 1.5))));
        }
        let level = mip::generate_volume(&base, 1).unwrap().remove(0).remove(0);
        for (x, y) in (0..6).map(|at| (at % 3, at / 3)) {
            let mut sum = [0f32; 4];
            for (slice, row, column) in
                base.iter().flat_map(|slice| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, column)| (slice, row, column)))
            {
                let texel = floats(slice.texel(x * 2 + column, y * 2 + row));
                (0..4).for_each(|component| sum[component] += texel[component]);
            }
            assert_eq!(level.raw(x, y), format.encode(bits(sum.map(|sum| sum / 8.0))), "{format:?} at {x}, {y}");
        }
    }
}
