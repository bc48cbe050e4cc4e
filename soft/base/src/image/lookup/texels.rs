//! The texels of a wave in any format: fetches, decodes and compares one texel of each lane.

use super::Lookup;
use super::axis::bordered;
use super::same;
use crate::core::compare::Compare;
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::sampler::TextureView;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The surfaces that the lanes of a wave read, all of one format.
pub(super) struct Source<'a> {
    /// The format of all surfaces.
    format: Format,
    /// The format in which the texels are decoded, of the same size.
    decoded: Format,
    surfaces: Surfaces<'a>,
    /// True if every lane that reads no border has a surface of the format.
    pub complete: bool,
}

/// One surface for all lanes, or one for each.
#[allow(clippy::large_enum_variant, reason = "lives on the stack for one look-up; the small variant leaves the rest of it untouched")]
enum Surfaces<'a> {
    One(&'a Surface),
    Each {
        /// The words of each lane's surface.
        words: [&'a [AtomicU32]; 64],
        /// The words from one row to the next, for each lane.
        pitch: [u32; 64],
        /// The columns of each lane's surface.
        width: [u32; 64],
        /// The rows of each lane's surface.
        height: [u32; 64],
    },
}

impl<'a> Source<'a> {
    /// Finds the surface of each lane. Layers below 0 are the border.
    #[inline(always)]
    pub fn new(view: &'a TextureView, format: Format, levels: &[u32; 64], layers: &[i32; 64]) -> Self {
        if let (Some(level), Some(layer)) = (same(levels), same(layers))
            && let Some(surface) = view.surface(level as usize, layer as usize)
        {
            return Self { format, decoded: format, surfaces: Surfaces::One(surface), complete: surface.format == format };
        }
        let (mut words, mut complete): ([&[AtomicU32]; 64], bool) = ([&[]; 64], true);
        let (mut pitch, mut width, mut height) = ([0; 64], [0; 64], [0; 64]);
        let mut found: Option<&Surface> = None;
        for lane in 0..64 {
            // Lanes mostly read the surface that the lane before them reads.
            if lane == 0 || (levels[lane], layers[lane]) != (levels[lane - 1], layers[lane - 1]) {
                found = view.surface(levels[lane] as usize, layers[lane] as usize);
                complete &= found.map_or(layers[lane] < 0, |surface| surface.format == format);
            }
            if let Some(surface) = found {
                words[lane] = surface.memory.words();
                (pitch[lane], width[lane], height[lane]) = (surface.row_words as u32, surface.width, surface.height);
            }
        }
        Self { format, decoded: format, surfaces: Surfaces::Each { words, pitch, width, height }, complete }
    }

    /// Decodes the texels as those of another format of the same size.
    #[inline(always)]
    pub fn decoded_as(self, decoded: Format) -> Self {
        Self { decoded, ..self }
    }

    /// Fetches one texel of each lane; its words are those of [`Surface::texel`]. Negative coordinates are out of bounds.
    pub fn fetch(&self, set: InstructionSet, columns: &[i32; 64], rows: &[i32; 64], result: &mut [Lanes; 4]) {
        fetch(set, self, columns, rows, result);
    }

    #[inline(always)]
    fn fetch_texels(&self, columns: &[i32; 64], rows: &[i32; 64], result: &mut [Lanes; 4]) {
        let bytes = self.format.bytes();
        // A texel is a part of a word, or one, two or four words.
        let (fraction, count) = (4u32.div_ceil(bytes).ilog2(), (bytes / 4).max(1));
        let mut index = [0u32; 64];
        let mut raw = [[0u32; 64]; 4];
        /// Computes the index of each lane's first word.
        macro_rules! indices {
            ($lane:ident => $width:expr, $height:expr, $pitch:expr) => {
                for $lane in 0..64 {
                    let (x, y) = (columns[$lane] as u32, rows[$lane] as u32);
                    let inside = (x < $width) & (y < $height);
                    let word = y.wrapping_mul($pitch).wrapping_add((x >> fraction).wrapping_mul(count));
                    index[$lane] = if inside { word } else { u32::MAX };
                }
            };
        }
        match &self.surfaces {
            Surfaces::One(surface) => {
                indices!(lane => surface.width, surface.height, surface.row_words as u32);
                let words = surface.memory.words();
                for number in 0..count as usize {
                    for lane in 0..64 {
                        raw[number][lane] = words.get(index[lane] as usize + number).map_or(0, |word| word.load(Relaxed));
                    }
                }
            }
            Surfaces::Each { words, pitch, width, height } => {
                indices!(lane => width[lane], height[lane], pitch[lane]);
                for number in 0..count as usize {
                    for lane in 0..64 {
                        raw[number][lane] = words[lane].get(index[lane] as usize + number).map_or(0, |word| word.load(Relaxed));
                    }
                }
            }
        }
        if bytes < 4 {
            for lane in 0..64 {
                let shift = (columns[lane] as u32 & ((1 << fraction) - 1)) * bytes * 8;
                raw[0][lane] = raw[0][lane] >> shift & ((1 << (bytes * 8)) - 1);
            }
        }
        decode(self.decoded, &raw, result);
    }
}

versions! {
    fn fetch = fetch_texels(source: &Source, columns: &[i32; 64], rows: &[i32; 64], result: &mut [Lanes; 4])
}

#[inline(always)]
fn fetch_texels(source: &Source, columns: &[i32; 64], rows: &[i32; 64], result: &mut [Lanes; 4]) {
    source.fetch_texels(columns, rows, result);
}

/// Decodes the texels of a wave, as [`Format::decode`] does.
#[inline(always)]
fn decode(format: Format, raw: &[[u32; 64]; 4], result: &mut [Lanes; 4]) {
    /// Gives each format that programs often filter a loop of its own, which vectorises.
    macro_rules! loops {
        ($($name:ident),*) => {
            match format {
                $(Format::$name => each(Format::$name, raw, result),)*
                _ => each_of_format(format, raw, result),
            }
        };
    }
    loops!(
        R8,
        Rg8,
        Rgba8,
        Srgb8Alpha8,
        Rgba8Snorm,
        Rgb10A2,
        R11fG11fB10f,
        R16,
        Rg16,
        Rgba16,
        R16f,
        Rg16f,
        Rgba16f,
        R32f,
        Rg32f,
        Rgba32f,
        Depth16,
        Depth24Stencil8,
        Depth32f
    );
}

#[inline(always)]
fn each(format: Format, raw: &[[u32; 64]; 4], result: &mut [Lanes; 4]) {
    for lane in 0..64 {
        let words = format.decode_inlined([raw[0][lane], raw[1][lane], raw[2][lane], raw[3][lane]]);
        (result[0].0[lane], result[1].0[lane]) = (words[0], words[1]);
        (result[2].0[lane], result[3].0[lane]) = (words[2], words[3]);
    }
}

#[inline(never)]
fn each_of_format(format: Format, raw: &[[u32; 64]; 4], result: &mut [Lanes; 4]) {
    for lane in 0..64 {
        let words = format.decode([0, 1, 2, 3].map(|number: usize| raw[number][lane]));
        (0..4).for_each(|component| result[component].0[lane] = words[component]);
    }
}

/// Replaces the texels of lanes that read the border, whose layer, column or row is below 0.
#[inline(always)]
pub(super) fn with_border(view: &TextureView, layers: &[i32; 64], columns: &[i32; 64], rows: &[i32; 64], texels: &mut [Lanes; 4]) {
    for component in 0..4 {
        let border = view.border[component].to_bits();
        for lane in 0..64 {
            let outside = layers[lane] | columns[lane] | rows[lane] < 0;
            texels[component].0[lane] = if outside { border } else { texels[component].0[lane] };
        }
    }
}

/// Replaces each texel by the result of its depth comparison, if the look-up has one: (0 or 1, 0, 0, 1).
#[inline(always)]
pub(super) fn compare(view: &TextureView, lookup: &Lookup, format: Format, texels: &mut [Lanes; 4]) {
    let (Some(function), Some(reference), true) = (view.compare, &lookup.reference, lookup.sampler.shadow) else { return };
    let fixed = !matches!(format, Format::Depth32f | Format::Depth32fStencil8);
    let (less, equal, greater, unordered) = outcomes(function, view.compare_fail);
    for lane in 0..64 {
        let (reference, depth) = (f32::from_bits(reference.0[lane]), f32::from_bits(texels[0].0[lane]));
        let clamped = if reference < 0.0 { 0.0 } else { reference };
        let clamped = if clamped > 1.0 { 1.0 } else { clamped };
        let reference = if fixed { clamped } else { reference };
        let result = if reference < depth { less } else { unordered };
        let result = if reference == depth { equal } else { result };
        texels[0].0[lane] = if reference > depth { greater } else { result };
    }
    texels[1] = Lanes([0; 64]);
    texels[2] = Lanes([0; 64]);
    texels[3] = Lanes([1f32.to_bits(); 64]);
}

/// Returns the number of components that a linear filter blends; the others are constants, the same for all texels.
pub(super) fn filtered_components(view: &TextureView, lookup: &Lookup, format: Format) -> usize {
    if view.compare.is_some() && lookup.reference.is_some() && lookup.sampler.shadow {
        return 1;
    }
    if view.wrap.into_iter().any(bordered) {
        return 4;
    }
    // Depth is the first component.
    format.component_bits().color.iter().filter(|&&bits| bits > 0).count().max(1)
}

/// Returns the bits of the results of a comparison function where the reference is less than, equal to or greater than the depth, and where
/// one of both is NaN.
fn outcomes(function: Compare, fail: f32) -> (u32, u32, u32, u32) {
    let result = |reference: f32, depth: f32| if function.passes(reference, depth) { 1f32.to_bits() } else { fail.to_bits() };
    (result(0.0, 1.0), result(0.0, 0.0), result(1.0, 0.0), result(f32::NAN, 0.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use super::super::axis::Texels;
    use super::super::filter::{by_lane, general};
    use super::*;
    use crate::image::lookup::SampleKind;
    use crate::image::sampler::Filter;
    use crate::image::sampler::Wrap;
    use crate::image::tests::lookups::{lookup, run, view};

    /// Every kind of texel: one, two, four, eight and sixteen bytes, of each type.
    const FORMATS: [Format; 26] = [
        Format::R8,
        Format::Rg8,
        Format::Rgba8,
        Format::Srgb8Alpha8,
        Format::R8Snorm,
        Format::Rgba8Snorm,
        Format::Rgb565,
        Format::Rgb10A2,
        Format::R11fG11fB10f,
        Format::Rgb9E5,
        Format::R16,
        Format::Rg16,
        Format::Rgba16,
        Format::Rg16Snorm,
        Format::R16f,
        Format::Rg16f,
        Format::Rgba16f,
        Format::R32f,
        Format::Rg32f,
        Format::Rgba32f,
        Format::Rgba8ui,
        Format::R16i,
        Format::Rg32ui,
        Format::Depth16,
        Format::Depth24Stencil8,
        Format::Depth32f,
    ];

    fn next(state: &mut u32) -> u32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *state >> 8
    }

    /// Returns the texels of an axis of `size`, from `least` on.
    fn texels(state: &mut u32, size: i32, least: i32) -> Texels {
        let mut any = |_: usize| least + (next(state) as i32).rem_euclid(size - least);
        let (first, second) = (std::array::from_fn(&mut any), std::array::from_fn(&mut any));
        Texels { first, second, weight: std::array::from_fn(|_| next(state) as f32 / 16_777_216.0) }
    }

    /// Returns words without NaN, whose bits operations need not keep.
    fn words(result: &[Lanes; 4]) -> Vec<u32> {
        let plain = |bits: u32| if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
        result.iter().flat_map(|component| component.0.map(plain)).collect()
    }

    #[test]
    fn waves_filter_each_format_as_single_lanes_do() {
        let mut state = 7;
        for format in FORMATS {
            let surfaces = [(8, 8), (7, 5), (3, 2)].map(|(width, height)| {
                let surface = Surface::new(format, width, height).unwrap();
                let raw = |state: &mut u32| std::array::from_fn(|_| next(state) << 8 ^ next(state));
                (0..width * height).for_each(|index| surface.set_raw(index % width, index / width, raw(&mut state)));
                surface
            });
            for (wrap, compare) in [
                (Wrap::Repeat, None),
                (Wrap::ClampToBorder, None),
                (Wrap::ClampToEdge, Some(Compare::LessEqual)),
                (Wrap::ClampToBorder, Some(Compare::NotEqual)),
            ] {
                let view = TextureView { compare, ..view(surfaces.to_vec(), wrap, Filter::Linear) };
                let mut lookup = lookup(SampleKind::Explicit, [0.0; 64], [0.0; 64]);
                lookup.sampler.shadow = compare.is_some();
                lookup.reference = Some(Lanes(std::array::from_fn(|_| (next(&mut state) as f32 / 8_388_608.0 - 0.5).to_bits())));
                let least = if wrap == Wrap::ClampToBorder { -1 } else { 0 };
                // Texels outside of the smaller surfaces read as zeros.
                let (columns, rows) = (texels(&mut state, 8, least), texels(&mut state, 8, least));
                let levels = std::array::from_fn(|_| next(&mut state) % 3);
                let layers = std::array::from_fn(|_| if least < 0 && next(&mut state).is_multiple_of(8) { -1 } else { 0 });
                for linear in [false, true] {
                    let (mut wave, mut single) = ([Lanes([1; 64]); 4], [Lanes([2; 64]); 4]);
                    general(
                        InstructionSet::best(),
                        InstructionSet::best(),
                        &view,
                        &lookup,
                        &levels,
                        &layers,
                        &columns,
                        &rows,
                        linear,
                        &mut wave,
                    );
                    by_lane(&view, &lookup, &levels, &layers, &columns, &rows, linear, &mut single);
                    assert_eq!(words(&wave), words(&single), "{format:?} {wrap:?} {compare:?} {linear}");
                }
            }
        }
    }

    #[test]
    fn texels_without_weight_have_no_effect() {
        let surface = Surface::new(Format::Rgba16f, 2, 2).unwrap();
        for (x, y, value) in [(0, 0, 1.0), (1, 0, f32::INFINITY), (0, 1, 3.0), (1, 1, f32::NAN)] {
            surface.set_texel(x, y, [value.to_bits(); 4]);
        }
        // Half way between the rows, in the middle of the first column.
        let found =
            run(Some(&view(vec![surface], Wrap::ClampToEdge, Filter::Linear)), &lookup(SampleKind::Explicit, [0.25; 64], [0.5; 64]));
        assert_eq!(found, [[2f32.to_bits(); 4]; 64]);
    }
}
