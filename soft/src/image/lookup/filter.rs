//! Texel fetches and filtering.

use super::axis::{Axis, Texels};
use super::{Lookup, is_integer, normalized, swizzle};
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;
use crate::image::format::Format;
use crate::image::sampler::{TextureView, Wrap};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The largest number of levels of a texture.
const LEVELS: usize = 16;

/// Returns the texels of both dimensions.
#[inline(always)]
fn texels(view: &TextureView, lookup: &Lookup, levels: &[u32; 64], linear: &[u32; 64]) -> [Texels; 2] {
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
    let mut texels = [const { Texels { first: [0; 64], second: [0; 64], weight: [0.0; 64] } }; 2];
    for number in 0..2 {
        texels[number] = axis(view, lookup, number, &size[number], linear);
    }
    texels
}

/// Returns the texels of one dimension.
#[inline(always)]
fn axis(view: &TextureView, lookup: &Lookup, number: usize, size: &[f32; 64], linear: &[u32; 64]) -> Texels {
    const CENTRE: [u32; 64] = [0.5f32.to_bits(); 64];
    let offset = match &lookup.offset_lanes {
        Some(lanes) => Some(lanes[number].0.map(|offset| offset as i32)),
        None if lookup.offset[number] == 0 => None,
        None => Some([lookup.offset[number]; 64]),
    };
    // One-dimensional textures have one row.
    let coordinate = if number == 1 && lookup.sampler.kind == TextureKind::D1 { &CENTRE } else { &lookup.coordinates[number].0 };
    Axis { coordinate, size, linear, wrap: view.wrap[number], normalized: normalized(lookup), offset }.texels()
}

/// Returns the level of all lanes if they have the same one.
#[inline(always)]
fn same(levels: &[u32; 64]) -> Option<u32> {
    let mut difference = 0;
    for lane in 0..64 {
        difference |= levels[lane] ^ levels[0];
    }
    (difference == 0).then_some(levels[0])
}

/// Samples one level for each lane, filtered but not swizzled.
#[inline(always)]
pub(super) fn pass(view: &TextureView, lookup: &Lookup, levels: &[u32; 64], linear: &[u32; 64], result: &mut [Lanes; 4]) {
    let [columns, rows] = texels(view, lookup, levels, linear);
    let mut any = 0;
    for lane in 0..64 {
        any |= linear[lane];
    }
    let bordered = |wrap: Wrap| matches!(wrap, Wrap::ClampToBorder | Wrap::Clamp);
    let plain = view.levels.iter().all(|layers| layers.first().is_some_and(|surface| surface.format == Format::Rgba8))
        && view.levels.len() <= LEVELS;
    if plain && !bordered(view.wrap[0]) && !bordered(view.wrap[1]) {
        return bytes(view, levels, &columns, &rows, any != 0, result);
    }
    general(view, lookup, levels, &columns, &rows, any != 0, result);
}

/// The source of texels that are one word each.
struct Source<'a> {
    /// The words of each level.
    words: [&'a [AtomicU32]; LEVELS],
    /// The level of each lane.
    levels: &'a [u32; 64],
    /// The level of all lanes, if they have the same one.
    level: Option<u32>,
    /// The words from one row to the next, for each lane.
    pitch: [u32; 64],
}

impl Source<'_> {
    /// Fetches the texel of each lane.
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

/// Filters RGBA8 texels without borders.
#[inline(always)]
fn bytes(view: &TextureView, levels: &[u32; 64], columns: &Texels, rows: &Texels, linear: bool, result: &mut [Lanes; 4]) {
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
    let source = Source { words, levels, level, pitch };
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

/// Returns a texel of any format, after the depth comparison if the look-up has one. Negative coordinates are the border.
fn texel(view: &TextureView, lookup: &Lookup, level: u32, lane: usize, x: i32, y: i32) -> [u32; 4] {
    let Some(surface) = view.surface(level as usize, 0) else { return [0; 4] };
    let words = if x < 0 || y < 0 {
        view.border.map(f32::to_bits)
    } else {
        let raw = surface.raw(x as u32, y as u32);
        if view.stencil && surface.format.has_stencil() {
            return [u32::from(surface.format.stencil(raw)), 0, 0, 1];
        }
        surface.format.decode(raw)
    };
    match (view.compare, &lookup.reference) {
        (Some(compare), Some(reference)) if lookup.sampler.shadow => {
            let reference = f32::from_bits(reference.0[lane]);
            let fixed = !matches!(surface.format, Format::Depth32f | Format::Depth32fStencil8);
            let reference = if fixed { reference.clamp(0.0, 1.0) } else { reference };
            let result = if compare.passes(reference, f32::from_bits(words[0])) { 1f32 } else { 0.0 };
            [result.to_bits(), 0, 0, 1f32.to_bits()]
        }
        _ => words,
    }
}

/// Filters texels of any format, with borders and comparisons.
fn general(
    view: &TextureView,
    lookup: &Lookup,
    levels: &[u32; 64],
    columns: &Texels,
    rows: &Texels,
    linear: bool,
    result: &mut [Lanes; 4],
) {
    let integer = is_integer(view);
    for lane in 0..64 {
        let at = |x: &[i32; 64], y: &[i32; 64]| texel(view, lookup, levels[lane], lane, x[lane], y[lane]);
        let a = at(&columns.first, &rows.first);
        let (x, y) = (columns.weight[lane], rows.weight[lane]);
        if integer || !linear || x == 0.0 && y == 0.0 {
            (0..4).for_each(|component| result[component].0[lane] = a[component]);
            continue;
        }
        let [a, b, c, d] = [a, at(&columns.second, &rows.first), at(&columns.first, &rows.second), at(&columns.second, &rows.second)]
            .map(|texel| texel.map(f32::from_bits));
        for component in 0..4 {
            let upper = a[component] + (b[component] - a[component]) * x;
            let lower = c[component] + (d[component] - c[component]) * x;
            result[component].0[lane] = (upper + (lower - upper) * y).to_bits();
        }
    }
}

/// Gathers one component of the four texels that a linear filter of the base level would blend, in the order upper left, upper right, lower
/// right, lower left in texture space with t up.
pub(super) fn gather(view: &TextureView, lookup: &Lookup) -> [Lanes; 4] {
    let [columns, rows] = texels(view, lookup, &[0; 64], &[u32::MAX; 64]);
    let component = if lookup.sampler.shadow { 0 } else { lookup.component & 3 };
    let corners =
        [(&columns.first, &rows.second), (&columns.second, &rows.second), (&columns.second, &rows.first), (&columns.first, &rows.first)];
    corners.map(|(x, y)| {
        let mut texels = [Lanes([0; 64]); 4];
        for lane in 0..64 {
            let words = texel(view, lookup, 0, lane, x[lane], y[lane]);
            (0..4).for_each(|component| texels[component].0[lane] = words[component]);
        }
        if lookup.sampler.shadow { texels[0] } else { swizzle(view, texels)[component as usize] }
    })
}
