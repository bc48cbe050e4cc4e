//! Texel fetches and filtering.

use super::axis::{Axis, Texels, bordered};
use super::judge::Judge;
use super::plane::Places;
use super::texels::{Source, compare, filtered_components, with_border};
use super::{LEVELS, Lookup, SINGLE_COMPONENT, SampleKind, is_integer, is_plain, needed, normalized, offsets, planes, reduction, same};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::Eight;
use crate::hir::TextureKind;
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::sampler::{Reduction, TextureView};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The coordinate of the centre, for dimensions that a texture lacks.
pub(super) const CENTRE: [u32; 64] = [0.5f32.to_bits(); 64];

/// Finds the texels of both dimensions.
#[inline(always)]
fn find_texels<V: Eight>(view: &TextureView, lookup: &Lookup, levels: &[u32; 64], linear: &[u32; 64], texels: &mut [Texels; 2]) {
    let mut sizes = [[1f32; LEVELS]; 2];
    for (level, surface) in view.levels.iter().take(LEVELS).filter_map(|layers| layers.first()).enumerate() {
        (sizes[0][level], sizes[1][level]) = (surface.width.max(1) as f32, surface.height.max(1) as f32);
    }
    let mut size = [[0f32; 64]; 2];
    for axis in 0..2 {
        match same(levels) {
            Some(level) => size[axis] = [sizes[axis][level as usize % LEVELS]; 64],
            None => (0..64).for_each(|lane| size[axis][lane] = sizes[axis][levels[lane] as usize % LEVELS]),
        }
    }
    // A loop over both dimensions, so that the code of the axis is compiled once.
    for number in 0..2 {
        axis::<V>(view, lookup, number, &size[number], linear, &mut texels[number]);
    }
}

/// Finds the texels of one dimension.
#[inline(always)]
fn axis<V: Eight>(view: &TextureView, lookup: &Lookup, number: usize, size: &[f32; 64], linear: &[u32; 64], texels: &mut Texels) {
    let offset = offsets(lookup, number);
    // One-dimensional textures have one row.
    let coordinate = if number == 1 && lookup.sampler.kind == TextureKind::D1 { &CENTRE } else { &lookup.coordinates[number].0 };
    Axis { coordinate, size, linear, wrap: view.wrap[number], normalized: normalized(lookup), offset }.texels::<V>(texels);
}

versions! {
    /// Samples one level for each lane, filtered but not swizzled.
    pub(super) fn level_pass = pass<Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, levels: &[u32; 64], linear: &[u32; 64], result: &mut [Lanes; 4])
}

#[inline(always)]
fn pass<V: Eight>(
    set: InstructionSet,
    view: &TextureView,
    lookup: &Lookup,
    levels: &[u32; 64],
    linear: &[u32; 64],
    result: &mut [Lanes; 4],
) {
    if lookup.sampler.kind != TextureKind::D1 && lookup.offset[..2] == [0; 2] && lookup.offset_lanes.is_none() && normalized(lookup) {
        let places = Places {
            coordinates: [&lookup.coordinates[0].0, &lookup.coordinates[1].0],
            wrap: [view.wrap[0], view.wrap[1]],
            judge: Judge::new(view, lookup.reference.as_ref(), lookup.sampler.shadow),
            wanted: needed(view, lookup),
        };
        let filters = planes::Filters::Each { levels, layers: &[0; 64], linear };
        if planes::sample(set, view, &places, filters, result) {
            return;
        }
    }
    let mut texels = [Texels::FIRST; 2];
    find_texels::<V>(view, lookup, levels, linear, &mut texels);
    let [columns, rows] = &texels;
    let mut any = 0;
    for lane in 0..64 {
        any |= linear[lane];
    }
    if is_plain(view) && !bordered(view.wrap[0]) && !bordered(view.wrap[1]) {
        return bytes_of_levels(view, levels, columns, rows, any != 0, result);
    }
    general(set, set, view, lookup, levels, &[0; 64], columns, rows, any != 0, result);
}

/// Fetches texels that are one word each.
pub(super) trait Fetch {
    /// Fetches the texel of each lane.
    fn fetch(&self, columns: &[i32; 64], rows: &[i32; 64]) -> [u32; 64];
}

/// The texels of a texture without layers.
struct LevelSource<'a> {
    /// The words of each level.
    words: [&'a [AtomicU32]; LEVELS],
    /// The level of each lane.
    levels: &'a [u32; 64],
    /// The level of all lanes, if they have the same one.
    level: Option<u32>,
    /// The words from one row to the next, for each lane.
    pitch: [u32; 64],
}

impl Fetch for LevelSource<'_> {
    #[inline(always)]
    fn fetch(&self, columns: &[i32; 64], rows: &[i32; 64]) -> [u32; 64] {
        let mut index = [0u32; 64];
        for lane in 0..64 {
            index[lane] = (rows[lane] as u32).wrapping_mul(self.pitch[lane]).wrapping_add(columns[lane] as u32);
        }
        let mut texels = [0u32; 64];
        match self.level {
            Some(level) => {
                let words = self.words[level as usize % LEVELS];
                for lane in 0..64 {
                    texels[lane] = words.get(index[lane] as usize).map_or(0, |word| word.load(Relaxed));
                }
            }
            None => {
                for lane in 0..64 {
                    let words = self.words[self.levels[lane] as usize % LEVELS];
                    texels[lane] = words.get(index[lane] as usize).map_or(0, |word| word.load(Relaxed));
                }
            }
        }
        texels
    }
}

/// Filters RGBA8 texels of a texture without layers.
#[inline(always)]
fn bytes_of_levels(view: &TextureView, levels: &[u32; 64], columns: &Texels, rows: &Texels, linear: bool, result: &mut [Lanes; 4]) {
    let mut words: [&[AtomicU32]; LEVELS] = [&[]; LEVELS];
    let mut row_words = [0u32; LEVELS];
    for (level, surface) in view.levels.iter().take(LEVELS).filter_map(|layers| layers.first()).enumerate() {
        words[level] = surface.memory.words();
        row_words[level] = surface.row_words as u32;
    }
    let level = same(levels);
    let mut pitch = [0u32; 64];
    match level {
        Some(level) => pitch = [row_words[level as usize % LEVELS]; 64],
        None => (0..64).for_each(|lane| pitch[lane] = row_words[levels[lane] as usize % LEVELS]),
    }
    filter_bytes(&LevelSource { words, levels, level, pitch }, columns, rows, linear, result);
}

/// Filters RGBA8 texels without borders.
#[inline(always)]
pub(super) fn filter_bytes(source: &impl Fetch, columns: &Texels, rows: &Texels, linear: bool, result: &mut [Lanes; 4]) {
    let a = source.fetch(&columns.first, &rows.first);
    if !linear {
        for component in 0..4 {
            for lane in 0..64 {
                result[component].0[lane] = fraction(a[lane] >> (component * 8) & 0xFF).to_bits();
            }
        }
        return;
    }
    let b = source.fetch(&columns.second, &rows.first);
    let c = source.fetch(&columns.first, &rows.second);
    let d = source.fetch(&columns.second, &rows.second);
    for component in 0..4 {
        for lane in 0..64 {
            let value = |texel: u32| (texel >> (component * 8) & 0xFF) as i32 as f32;
            let (a, b, c, d) = (value(a[lane]), value(b[lane]), value(c[lane]), value(d[lane]));
            let upper = a + (b - a) * columns.weight[lane];
            let lower = c + (d - c) * columns.weight[lane];
            result[component].0[lane] = ((upper + (lower - upper) * rows.weight[lane]) * (1.0 / 255.0)).to_bits();
        }
    }
}

/// Returns a byte divided by 255, rounded as the division rounds: the first product is exact.
#[inline(always)]
fn fraction(byte: u32) -> f32 {
    const HIGH: f32 = 0.003_921_509;
    const LOW: f32 = (1.0 / 255.0 - HIGH as f64) as f32;
    let byte = byte as i32 as f32;
    byte * HIGH + byte * LOW
}

/// Returns a texel of any format. Negative coordinates are the border.
#[inline(always)]
pub(super) fn stored(view: &TextureView, level: u32, layer: i32, x: i32, y: i32) -> [u32; 4] {
    if layer < 0 {
        return view.border.map(f32::to_bits);
    }
    stored_in(view, view.surface(level as usize, layer as usize), x, y)
}

/// Returns a texel of a surface of any format; zeros without a surface. Negative coordinates are the border.
#[inline(always)]
pub(super) fn stored_in(view: &TextureView, surface: Option<&Surface>, x: i32, y: i32) -> [u32; 4] {
    if x < 0 || y < 0 {
        return view.border.map(f32::to_bits);
    }
    let Some(surface) = surface else { return [0; 4] };
    let raw = surface.raw(x as u32, y as u32);
    if view.stencil && surface.format.has_stencil() {
        return [u32::from(surface.format.stencil(raw)), 0, 0, 1];
    }
    surface.format.decode(raw)
}

/// Returns a texel after the depth comparison, if the look-up has one.
#[inline(always)]
pub(super) fn compared(view: &TextureView, lookup: &Lookup, lane: usize, words: [u32; 4]) -> [u32; 4] {
    match (view.compare, &lookup.reference) {
        (Some(compare), Some(reference)) if lookup.sampler.shadow => {
            let reference = f32::from_bits(reference.0[lane]);
            let format = view.surface(0, 0).map(|surface| surface.format);
            let fixed = !matches!(format, Some(Format::Depth32f | Format::Depth32fStencil8));
            let reference = if fixed { reference.clamp(0.0, 1.0) } else { reference };
            let result = if compare.passes(reference, f32::from_bits(words[0])) { 1f32 } else { view.compare_fail };
            [result.to_bits(), 0, 0, 1f32.to_bits()]
        }
        _ => words,
    }
}

/// Returns the linear filter's blend of one component of a square: upper left, upper right, lower left, lower right. A texel without weight
/// has no effect, even if it is infinite or NaN: programs leave texels undefined that no look-up gives a weight.
#[inline(always)]
pub(super) fn blend([a, b, c, d]: [f32; 4], x: f32, y: f32) -> f32 {
    mix(mix(a, b, x), mix(c, d, x), y)
}

#[inline(always)]
fn mix(first: f32, second: f32, weight: f32) -> f32 {
    if weight == 0.0 { first } else { first + (second - first) * weight }
}

versions! {
    /// Filters or gathers texels of any format, with borders and comparisons.
    pub(super) fn general = any_format(set: InstructionSet, view: &TextureView, lookup: &Lookup, levels: &[u32; 64], layers: &[i32; 64], columns: &Texels, rows: &Texels, linear: bool, result: &mut [Lanes; 4])
}

#[allow(clippy::too_many_arguments, reason = "the place of a texel has four coordinates")]
#[inline(always)]
fn any_format(
    set: InstructionSet,
    view: &TextureView,
    lookup: &Lookup,
    levels: &[u32; 64],
    layers: &[i32; 64],
    columns: &Texels,
    rows: &Texels,
    linear: bool,
    result: &mut [Lanes; 4],
) {
    let gathers = lookup.kind == SampleKind::Gather;
    let format = view.surface(0, 0).map(|surface| surface.format);
    let format = format.filter(|format| (gathers || view.reduction == Reduction::Average) && !(view.stencil && format.has_stencil()));
    let source = format.map(|format| Source::new(view, format, levels, layers)).filter(|source| source.complete);
    let (Some(format), Some(source)) = (format, source) else {
        return match gathers {
            true => gather_by_lane(view, lookup, levels, layers, columns, rows, result),
            false => by_lane(view, lookup, levels, layers, columns, rows, linear, result),
        };
    };
    let linear = linear && (gathers || !is_integer(view));
    if !linear {
        source.fetch(set, &columns.first, &rows.first, result);
        if view.wrap.into_iter().any(bordered) {
            with_border(view, layers, &columns.first, &rows.first, result);
        }
        return compare(view, lookup, format, result);
    }
    // A loop over the corners of the square, so that the fetch is compiled once.
    let mut square = [[Lanes([0; 64]); 4]; 3];
    for corner in 0..4 {
        let x = if corner & 1 == 0 { &columns.first } else { &columns.second };
        let y = if corner & 2 == 0 { &rows.first } else { &rows.second };
        let texels = if corner == 0 { &mut *result } else { &mut square[corner - 1] };
        source.fetch(set, x, y, texels);
        if view.wrap.into_iter().any(bordered) {
            with_border(view, layers, x, y, texels);
        }
        compare(view, lookup, format, texels);
    }
    if gathers {
        let corners = [result[0], result[1], result[2], result[3]];
        let one = if is_integer(view) { 1 } else { 1f32.to_bits() };
        for (component, corner) in GATHERED.into_iter().enumerate() {
            result[component] = match gathered_component(view, lookup) {
                from @ 0..4 if corner == 0 => corners[from as usize],
                from @ 0..4 => square[corner - 1][from as usize],
                4 => Lanes([0; 64]),
                _ => Lanes([one; 64]),
            };
        }
        return;
    }
    for component in 0..filtered_components(view, lookup, format) {
        for lane in 0..64 {
            let (a, b) = (f32::from_bits(result[component].0[lane]), f32::from_bits(square[0][component].0[lane]));
            let (c, d) = (f32::from_bits(square[1][component].0[lane]), f32::from_bits(square[2][component].0[lane]));
            result[component].0[lane] = blend([a, b, c, d], columns.weight[lane], rows.weight[lane]).to_bits();
        }
    }
}

/// Filters as [`general`] does, lane by lane, also with reductions, stencil values and missing surfaces.
#[allow(clippy::too_many_arguments, reason = "the same as those of `general`")]
#[inline(never)]
pub(super) fn by_lane(
    view: &TextureView,
    lookup: &Lookup,
    levels: &[u32; 64],
    layers: &[i32; 64],
    columns: &Texels,
    rows: &Texels,
    linear: bool,
    result: &mut [Lanes; 4],
) {
    let averaged_integer = is_integer(view) && view.reduction == Reduction::Average;
    let mut surface = None;
    for lane in 0..64 {
        // Lanes mostly read the surface that the lane before them reads.
        if lane == 0 || (levels[lane], layers[lane]) != (levels[lane - 1], layers[lane - 1]) {
            surface = view.surface(levels[lane] as usize, layers[lane] as usize);
        }
        // Slice -1 of a 3D texture is the border.
        let border = layers[lane] < 0;
        let at = |x: &[i32; 64], y: &[i32; 64]| {
            compared(view, lookup, lane, stored_in(view, surface, if border { -1 } else { x[lane] }, y[lane]))
        };
        let a = at(&columns.first, &rows.first);
        let (x, y) = (columns.weight[lane], rows.weight[lane]);
        if averaged_integer || !linear || (x == 0.0 && y == 0.0) {
            (0..4).for_each(|component| result[component].0[lane] = a[component]);
            continue;
        }
        let texels = [a, at(&columns.second, &rows.first), at(&columns.first, &rows.second), at(&columns.second, &rows.second)];
        if view.reduction != Reduction::Average {
            let reduced = reduction::of_square(view, texels, x, y);
            (0..4).for_each(|component| result[component].0[lane] = reduced[component]);
            continue;
        }
        let [a, b, c, d] = texels.map(|texel| texel.map(f32::from_bits));
        for component in 0..4 {
            result[component].0[lane] = blend([a[component], b[component], c[component], d[component]], x, y).to_bits();
        }
    }
}

/// Gathers one component of the four texels that a linear filter of the base level would blend.
#[inline(always)]
pub(super) fn gather<V: Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    let mut texels = [Texels::FIRST; 2];
    find_texels::<V>(view, lookup, &[0; 64], &[u32::MAX; 64], &mut texels);
    let [columns, rows] = &texels;
    general(set, set, view, lookup, &[0; 64], &[0; 64], columns, rows, true, result);
}

/// Gathers as [`general`] does, lane by lane, also stencil values.
#[inline(never)]
fn gather_by_lane(
    view: &TextureView,
    lookup: &Lookup,
    levels: &[u32; 64],
    layers: &[i32; 64],
    columns: &Texels,
    rows: &Texels,
    result: &mut [Lanes; 4],
) {
    for lane in 0..64 {
        let at = |x: &[i32; 64], y: &[i32; 64]| stored(view, levels[lane], layers[lane], x[lane], y[lane]);
        let (columns, rows) = ([&columns.first, &columns.second], [&rows.first, &rows.second]);
        let square = [0, 1, 2, 3].map(|corner: usize| at(columns[corner & 1], rows[corner >> 1]));
        let gathered = gathered(view, lookup, lane, square);
        (0..4).for_each(|component| result[component].0[lane] = gathered[component]);
    }
}

/// Returns the component of the texels that a textureGather returns: 4 for the constant 0, 5 for the constant 1.
pub(super) fn gathered_component(view: &TextureView, lookup: &Lookup) -> u8 {
    let from = match lookup.component {
        _ if lookup.sampler.shadow => return 0,
        // Red is 0 in textures of alpha alone.
        SINGLE_COMPONENT if view.swizzle[0] < 4 => 0,
        SINGLE_COMPONENT => 3,
        component => component as usize & 3,
    };
    view.swizzle[from]
}

/// Returns one component of the texels of a square, in the order of textureGather: upper left, upper right, lower right, lower left with t
/// up. The square begins with the two texels of the first row.
pub(super) fn gathered(view: &TextureView, lookup: &Lookup, lane: usize, square: [[u32; 4]; 4]) -> [u32; 4] {
    let one = if is_integer(view) { 1 } else { 1f32.to_bits() };
    let from = gathered_component(view, lookup);
    GATHERED.map(|corner| {
        let texel = compared(view, lookup, lane, square[corner]);
        match from {
            component @ 0..4 => texel[component as usize],
            4 => 0,
            _ => one,
        }
    })
}

/// The corners of a square in the order of textureGather: upper left, upper right, lower right, lower left with t up.
const GATHERED: [usize; 4] = [2, 3, 1, 0];
