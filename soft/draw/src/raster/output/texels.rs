//! Output to all other renderable formats: whole blocks of texels of one and two words by rows, others one texel at a time.

use super::rgba8::{Combination, SOURCE_OVER, eight_of};
use super::{ColorTarget, Tile};
use crate::raster::block_rows::BlockRows;
use crate::raster::interpolate::find_pixels_body;
use crate::raster::per_fragment::blend::{Colors, Operands, blend, blend_by_any};
use crate::raster::per_fragment::logic;
use crate::raster::quads::Pixels;
use base::core::cpu::versions;
use base::core::lanes::{Bits, Words};
use base::core::scalar::quieted;
use base::core::vector::Eight;
use base::image::Surface;
use base::image::format::{Format, Kind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Returns true if the logical operation applies to a format: float and sRGB formats ignore it.
pub fn takes_logic_op(format: Format) -> bool {
    format.kind() != Kind::Float && format != Format::Srgb8Alpha8
}

/// Clamps a source colour to the range of a format, as blending requires.
#[inline(always)]
pub fn clamped(format: Format, value: f32) -> f32 {
    let low = match format.kind() {
        Kind::Float => return value,
        Kind::SignedNormalized => -1.0,
        _ => 0.0,
    };
    let value = quieted(value);
    let value = if value > low { value } else { low };
    if value < 1.0 { value } else { 1.0 }
}

versions! {
    /// Writes the lanes of a mask to a buffer of any format, with blending.
    pub fn write = write_body<Eight>(target: &ColorTarget, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4])
}

/// Evaluates an expression with the format as a constant if it is a frequent one: loops over its texels then vectorise.
macro_rules! with_format {
    ($format:expr, [$($name:ident)*], $constant:ident => $body:expr) => {
        match $format {
            $(Format::$name => {
                let $constant = Format::$name;
                $body
            })*
            $constant => $body,
        }
    };
}

#[inline(always)]
fn write_body<V: Eight>(target: &ColorTarget, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) {
    // Plain vectors gain little from loops for each format, which take long to compile.
    if !V::IS_NATIVE {
        return write_texels::<V>(target.format, target, mask, tile, source, second);
    }
    with_format!(
        target.format,
        [R8 Rg8 R16f Rg16f Rgba16f R11fG11fB10f R32f Rg32f Rgba32f Rgb10A2 Rgba16 Rgb565],
        format => write_texels::<V>(format, target, mask, tile, source, second)
    );
}

#[inline(always)]
fn write_texels<V: Eight>(format: Format, target: &ColorTarget, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) {
    if mask == u64::MAX && tile.packet.whole && matches!(format.bytes(), 4 | 8) {
        return write_block::<V>(format, target, tile, source, second);
    }
    let texels = Texels { words: target.surface.memory.words(), bytes: format.bytes() };
    let mut pixels = Pixels::default();
    find_pixels_body(tile.packet, tile.x, tile.y, &mut pixels);
    let addresses = target.rows.addresses(target.surface, texels.bytes, &pixels);
    for eight in 0..8 {
        let lanes = mask >> (eight * 8) & 0xFF;
        if lanes != 0 {
            let (addresses, _) = addresses[eight * 8..].split_first_chunk().unwrap_or((&[0; 8], &[]));
            write_eight::<V>(format, target, &texels, lanes, addresses, &eight_of::<V>(source, eight), &eight_of::<V>(second, eight));
        }
    }
}

/// Writes a whole 8×8 block of texels of one or two words, row by row.
#[inline(always)]
fn write_block<V: Eight>(format: Format, target: &ColorTarget, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) {
    let mut rows = target.stored_rows((tile.packet.x[0] as usize, tile.packet.y[0] as usize), (tile.x, tile.y));
    for pair in 0..4 {
        let (lower, upper) = (pair * 2, pair * 2 + 1);
        let (mut first, mut other) = ([V::int(0); 4], [V::int(0); 4]);
        if target.reads() {
            let low = rows.read::<V>(lower, 0);
            let high = rows.read::<V>(upper, 0);
            if format.bytes() == 4 {
                (first[0], other[0]) = V::quads_of_rows(low, high);
            } else {
                (first[0], first[1]) = V::quads_of_pairs(low, high);
                (other[0], other[1]) = V::quads_of_pairs(rows.read::<V>(lower, 1), rows.read::<V>(upper, 1));
            }
        }
        let first = combine::<V>(format, target, &first, &eight_of::<V>(source, lower), &eight_of::<V>(second, lower));
        let other = combine::<V>(format, target, &other, &eight_of::<V>(source, upper), &eight_of::<V>(second, upper));
        if format.bytes() == 4 {
            let (low, high) = V::rows_of_quads(first[0], other[0]);
            rows.write::<V>(lower, 0, low);
            rows.write::<V>(upper, 0, high);
        } else {
            for (vector, raw) in [first, other].iter().enumerate() {
                let (low, high) = V::pairs_of_quads(raw[0], raw[1]);
                rows.write::<V>(lower, vector, low);
                rows.write::<V>(upper, vector, high);
            }
        }
    }
}

#[inline(always)]
fn write_eight<V: Eight>(
    format: Format,
    target: &ColorTarget,
    texels: &Texels,
    lanes: u64,
    addresses: &[u32; 8],
    colors: &Colors<V>,
    second: &Colors<V>,
) {
    // By word and lane: so the loops vectorise.
    let mut stored = [[0; 8]; 4];
    if target.reads() {
        for lane in 0..8 {
            let raw = texels.load(addresses[lane]);
            for word in 0..4 {
                stored[word][lane] = raw[word];
            }
        }
    }
    let raw = words::<V>(&combine::<V>(format, target, &ints::<V>(&stored), colors, second));
    for lane in Bits(lanes) {
        texels.store(addresses[lane], [raw[0][lane], raw[1][lane], raw[2][lane], raw[3][lane]]);
    }
}

/// Returns the words of eight texels from their colours and the stored texels.
#[inline(always)]
fn combine<V: Eight>(format: Format, target: &ColorTarget, stored: &[V::Ints; 4], colors: &Colors<V>, second: &Colors<V>) -> [V::Ints; 4] {
    let mut raw = match &target.blend {
        Some(state) => {
            let operands = Operands::<V> {
                source: limited::<V>(format, colors),
                second: limited::<V>(format, second),
                stored: decode::<V>(format, stored),
                constant: target.constant,
            };
            let over = target.combination == Combination::OVER;
            encode::<V>(format, &if over { blend::<V>(&SOURCE_OVER, &operands) } else { blend_by_any::<V>(state, &operands) })
        }
        None => encode::<V>(format, colors),
    };
    if let Some(operation) = target.logic_op {
        let (mut new, old) = (words::<V>(&raw), words::<V>(stored));
        for word in 0..4 {
            for lane in 0..8 {
                new[word][lane] = logic::apply(operation, new[word][lane], old[word][lane]);
            }
        }
        raw = ints::<V>(&new);
    }
    if target.masked != [0; 4] {
        for word in 0..4 {
            let masked = V::int(target.masked[word] as i32);
            raw[word] = V::xor(raw[word], V::and(masked, V::xor(raw[word], stored[word])));
        }
    }
    raw
}

/// Returns the half float in the low or the high half of words.
#[inline(always)]
fn half<V: Eight>(words: V::Ints, high: bool) -> V::Floats {
    V::from_halves(if high { V::shift_right::<16>(words) } else { V::and(words, V::int(0xFFFF)) })
}

/// Returns two half floats as words.
#[inline(always)]
fn halves<V: Eight>(low: V::Floats, high: V::Floats) -> V::Ints {
    V::or(V::to_halves(low), V::shift_left::<16>(V::to_halves(high)))
}

/// Returns the colours of texels.
#[inline(always)]
fn decode<V: Eight>(format: Format, raw: &[V::Ints; 4]) -> Colors<V> {
    let (zero, one) = (V::float(0.0), V::float(1.0));
    match format {
        Format::R16f => [half::<V>(raw[0], false), zero, zero, one],
        Format::Rg16f => [half::<V>(raw[0], false), half::<V>(raw[0], true), zero, one],
        Format::Rgba16f => [half::<V>(raw[0], false), half::<V>(raw[0], true), half::<V>(raw[1], false), half::<V>(raw[1], true)],
        // Half floats with fewer digits and without a sign.
        Format::R11fG11fB10f => [
            V::from_halves(V::and(V::shift_left::<4>(raw[0]), V::int(0x7FF0))),
            V::from_halves(V::and(V::shift_right::<7>(raw[0]), V::int(0x7FF0))),
            V::from_halves(V::and(V::shift_right::<17>(raw[0]), V::int(0x7FE0))),
            one,
        ],
        _ => {
            let (raw, mut colors) = (words::<V>(raw), [[0; 8]; 4]);
            for lane in 0..8 {
                let decoded = format.decode_inlined([raw[0][lane], raw[1][lane], raw[2][lane], raw[3][lane]]);
                for component in 0..4 {
                    colors[component][lane] = decoded[component];
                }
            }
            let [red, green, blue, alpha] = ints::<V>(&colors);
            [V::from_bits(red), V::from_bits(green), V::from_bits(blue), V::from_bits(alpha)]
        }
    }
}

/// Returns the texels of colours.
#[inline(always)]
fn encode<V: Eight>(format: Format, &[red, green, blue, alpha]: &Colors<V>) -> [V::Ints; 4] {
    let zero = V::int(0);
    match format {
        Format::R16f => [V::to_halves(red), zero, zero, zero],
        Format::Rg16f => [halves::<V>(red, green), zero, zero, zero],
        Format::Rgba16f => [halves::<V>(red, green), halves::<V>(blue, alpha), zero, zero],
        _ => {
            let colors = words::<V>(&[V::bits(red), V::bits(green), V::bits(blue), V::bits(alpha)]);
            let mut raw = [[0; 8]; 4];
            for lane in 0..8 {
                let encoded = format.encode_inlined([colors[0][lane], colors[1][lane], colors[2][lane], colors[3][lane]]);
                for word in 0..4 {
                    raw[word][lane] = encoded[word];
                }
            }
            ints::<V>(&raw)
        }
    }
}

/// Converts vectors to arrays.
#[inline(always)]
fn words<V: Eight>(&[first, second, third, fourth]: &[V::Ints; 4]) -> [[u32; 8]; 4] {
    [V::words(first), V::words(second), V::words(third), V::words(fourth)]
}

/// Converts arrays to vectors.
#[inline(always)]
fn ints<V: Eight>(&[first, second, third, fourth]: &[[u32; 8]; 4]) -> [V::Ints; 4] {
    [V::from_words(first), V::from_words(second), V::from_words(third), V::from_words(fourth)]
}

/// Returns source colours clamped to the range of a format, as blending requires.
#[inline(always)]
fn limited<V: Eight>(format: Format, &colors: &Colors<V>) -> Colors<V> {
    let low = match format.kind() {
        Kind::Float => return colors,
        Kind::SignedNormalized => V::float(-1.0),
        _ => V::float(0.0),
    };
    let [red, green, blue, alpha] = colors;
    let one = V::float(1.0);
    [
        V::smaller(V::larger(red, low), one),
        V::smaller(V::larger(green, low), one),
        V::smaller(V::larger(blue, low), one),
        V::smaller(V::larger(alpha, low), one),
    ]
}

/// The texels of a surface, of `bytes` bytes each.
struct Texels<'a> {
    words: &'a [AtomicU32],
    bytes: u32,
}

impl Texels<'_> {
    #[inline(always)]
    fn word(&self, index: usize) -> u32 {
        self.words.get(index).map_or(0, |word| word.load(Relaxed))
    }

    #[inline(always)]
    fn set_word(&self, index: usize, value: u32) {
        if let Some(word) = self.words.get(index) {
            word.store(value, Relaxed);
        }
    }

    /// Returns the words of a texel; small texels are in the low bits of the first word.
    #[inline(always)]
    fn load(&self, address: u32) -> [u32; 4] {
        let address = address as usize;
        match self.bytes {
            1 => [self.word(address >> 2) >> ((address & 3) * 8) & 0xFF, 0, 0, 0],
            2 => [self.word(address >> 1) >> ((address & 1) * 16) & 0xFFFF, 0, 0, 0],
            4 => [self.word(address), 0, 0, 0],
            8 => [self.word(address * 2), self.word(address * 2 + 1), 0, 0],
            _ => [0, 1, 2, 3].map(|n| self.word(address * 4 + n)),
        }
    }

    #[inline(always)]
    fn store(&self, address: u32, raw: [u32; 4]) {
        let address = address as usize;
        let part = |word: usize, shift: usize, all: u32| {
            self.set_word(word, self.word(word) & !(all << shift) | (raw[0] & all) << shift);
        };
        match self.bytes {
            1 => part(address >> 2, (address & 3) * 8, 0xFF),
            2 => part(address >> 1, (address & 1) * 16, 0xFFFF),
            4 => self.set_word(address, raw[0]),
            8 => (0..2).for_each(|n| self.set_word(address * 2 + n, raw[n])),
            _ => (0..4).for_each(|n| self.set_word(address * 4 + n, raw[n])),
        }
    }
}

/// Returns the words of a texel; small texels are in the low bits of the first word.
pub fn load(surface: &Surface, address: u32) -> [u32; 4] {
    Texels { words: surface.memory.words(), bytes: surface.format.bytes() }.load(address)
}

/// Returns the bits of a texel that a write mask protects.
pub fn masked_bits(format: Format, write_mask: [bool; 4]) -> [u32; 4] {
    let sizes = format.component_bits().color.map(u32::from);
    let high_first = matches!(format, Format::Rgb565 | Format::Rgba4 | Format::Rgb5A1);
    let mut masked = [0; 4];
    let mut low = if high_first { sizes.iter().sum() } else { 0 };
    for (&size, &written) in sizes.iter().zip(&write_mask) {
        low -= if high_first { size } else { 0 };
        if !written && size > 0 {
            masked[(low as usize / 32) & 3] |= (u32::MAX >> (32 - size.min(32))) << (low % 32);
        }
        low += if high_first { 0 } else { size };
    }
    masked
}
