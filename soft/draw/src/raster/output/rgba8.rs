//! Output to RGBA8 and its sRGB form, the most common formats, eight texels at a time.

use super::{ColorTarget, Tile};
use crate::raster::block_rows::BlockRows;
use crate::raster::per_fragment::blend::{Colors, Operands, blend, blend_by_any};
use crate::raster::per_fragment::logic;
use crate::raster::quads::QUADS;
use crate::raster::tile_cache::TileCache;
use base::core::cpu::versions;
use base::core::lanes::Words;
use base::core::vector::Eight;
use base::image::format::Format;
use base::image::srgb_code::SrgbCodes;
use base::image::texel::srgb_table;
use shader::pipeline::blend::{Blend, BlendEquation, BlendFactor};

/// What becomes of the colours. The frequent cases get loops of their own, without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// They replace the stored ones.
    Opaque,
    /// They are blended with a state of [`FREQUENT`].
    Frequent(u8),
    /// Any blending, logical operation and write mask.
    Any,
}

/// The frequent states of blending.
const FREQUENT: [Blend; 8] = [
    SOURCE_OVER,
    sum(BlendFactor::DstAlpha, BlendFactor::OneMinusDstAlpha),
    sum(BlendFactor::One, BlendFactor::OneMinusSrcAlpha),
    Blend { alpha: (BlendEquation::Add, BlendFactor::One, BlendFactor::OneMinusSrcAlpha), ..SOURCE_OVER },
    sum(BlendFactor::One, BlendFactor::One),
    sum(BlendFactor::SrcAlpha, BlendFactor::One),
    sum(BlendFactor::DstColor, BlendFactor::Zero),
    sum(BlendFactor::Zero, BlendFactor::SrcColor),
];
/// The state that blends with GL_SRC_ALPHA and GL_ONE_MINUS_SRC_ALPHA.
pub const SOURCE_OVER: Blend = sum(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha);

/// Returns the state that adds colours times factors.
const fn sum(source: BlendFactor, stored: BlendFactor) -> Blend {
    let sum = (BlendEquation::Add, source, stored);
    Blend { enabled: true, color: sum, alpha: sum, write_mask: [true; 4] }
}

/// Cases of [`write_texels`]; those below are the indices of [`FREQUENT`].
const OPAQUE: u8 = 100;
const ANY: u8 = 101;
const OPAQUE_SRGB: u8 = 102;
const ANY_SRGB: u8 = 103;

/// The cases in which blocks of which lanes are missing, as after discards, are written as blocks: the most frequent ones.
const PARTS: [u8; 2] = [OPAQUE, 0];

/// The tables of an sRGB target.
#[derive(Clone, Copy)]
pub struct Srgb {
    /// The linear value of each byte.
    values: &'static [f32; 256],
    codes: &'static SrgbCodes,
}

impl Srgb {
    /// Returns the tables of a format, if it is sRGB.
    pub fn of(format: Format) -> Option<Self> {
        (format == Format::Srgb8Alpha8).then(|| Self { values: srgb_table(), codes: SrgbCodes::get() })
    }
}

impl Combination {
    /// Returns that of a target.
    pub fn new(blend: Option<&Blend>, logic_op: Option<u32>, masked: [u32; 4]) -> Self {
        if logic_op.is_some() || masked != [0; 4] {
            return Self::Any;
        }
        let Some(state) = blend else { return Self::Opaque };
        let is = |other: &Blend| (state.color, state.alpha) == (other.color, other.alpha);
        FREQUENT.iter().position(is).map_or(Self::Any, |index| Self::Frequent(index as u8))
    }

    /// The combination by [`SOURCE_OVER`].
    pub const OVER: Self = Self::Frequent(0);
}

versions! {
    /// Writes the lanes of a mask to a tile of an RGBA8 or sRGB buffer, with blending.
    pub fn write = write_body<Eight>(target: &ColorTarget, cache: &mut TileCache, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4])
}

#[inline(always)]
fn write_body<V: Eight>(target: &ColorTarget, cache: &mut TileCache, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) {
    macro_rules! write {
        ($how:expr) => {
            write_texels::<V, { $how }>(target, cache, mask, tile, source, second)
        };
    }
    match (target.combination, target.srgb) {
        (Combination::Opaque, None) => write!(OPAQUE),
        // Plain vectors gain little from loops for each frequent state, which take long to compile.
        (_, None) if !V::IS_NATIVE => write!(ANY),
        (_, Some(_)) if !V::IS_NATIVE => write!(ANY_SRGB),
        (Combination::Frequent(0), None) => write!(0),
        (Combination::Frequent(1), None) => write!(1),
        (Combination::Frequent(2), None) => write!(2),
        (Combination::Frequent(3), None) => write!(3),
        (Combination::Frequent(4), None) => write!(4),
        (Combination::Frequent(5), None) => write!(5),
        (Combination::Frequent(6), None) => write!(6),
        (Combination::Frequent(7), None) => write!(7),
        (_, None) => write!(ANY),
        (Combination::Opaque, Some(_)) => write!(OPAQUE_SRGB),
        (_, Some(_)) => write!(ANY_SRGB),
    }
}

#[inline(always)]
fn write_texels<V: Eight, const HOW: u8>(
    target: &ColorTarget,
    cache: &mut TileCache,
    mask: u64,
    tile: &Tile,
    source: &[&Words; 4],
    second: &[&Words; 4],
) {
    let packet = tile.packet;
    if packet.whole && (mask == u64::MAX || PARTS.contains(&HOW)) {
        let place = (packet.x[0] as usize, packet.y[0] as usize);
        if !cache.has(place.0, place.1) {
            return write_lanes::<V, HOW, _>(target, &mut target.stored_rows(place, (tile.x, tile.y)), mask, source, second);
        }
        if HOW != OPAQUE && HOW != OPAQUE_SRGB {
            target.load(cache, place, 7, (tile.x, tile.y));
        }
        cache.written.add(place.0, place.1, rows_of_lanes(mask));
        if let Some(rows) = cache.block_mut(place.0, place.1) {
            write_lanes::<V, HOW, _>(target, rows, mask, source, second);
        }
        return;
    }
    let quads = |quad: usize| (packet.x[quad] as usize, packet.y[quad] as usize, mask >> (quad * 4) & 0xF);
    if mask == packet.mask && !packet.whole {
        cache.written.add_all(&packet.covered);
    } else {
        for quad in 0..packet.count.min(QUADS) {
            let (x, y, lanes) = quads(quad);
            cache.written.add(x, y, lanes & 3 | lanes >> 2 << 8);
        }
    }
    for pair in 0..packet.count.min(QUADS).div_ceil(2) {
        let mut stored = [0; 8];
        let both = pair * 2..packet.count.min(pair * 2 + 2);
        if HOW != OPAQUE && HOW != OPAQUE_SRGB {
            for (quad, texels) in both.clone().zip(stored.as_chunks_mut::<4>().0) {
                let at = (packet.x[quad] as usize, packet.y[quad] as usize);
                target.load(cache, at, 1, (tile.x, tile.y));
                if let Some([[a, b], [c, d]]) = cache.quad(at.0, at.1) {
                    *texels = [*a, *b, *c, *d];
                }
            }
        }
        let new = V::words(texels::<V, HOW>(target, source, second, pair, V::from_words(stored)));
        // Two quads may be of the same pixels, each with some of them: the second reads what the first wrote.
        for (quad, texels) in both.zip(new.as_chunks::<4>().0) {
            let (x, y, lanes) = quads(quad);
            let Some([first, second]) = cache.quad(x, y) else { continue };
            // Without a branch: which pixels of a quad are covered is unpredictable.
            let new = &NEW[lanes as usize];
            let (mut chosen, stored) = ([0; 4], [first[0], first[1], second[0], second[1]]);
            for pixel in 0..4 {
                chosen[pixel] = stored[pixel] ^ (stored[pixel] ^ texels[pixel]) & new[pixel];
            }
            (*first, *second) = ([chosen[0], chosen[1]], [chosen[2], chosen[3]]);
        }
    }
}

/// Returns the mask of an 8×8 block (bit 8 r + c) from that of its lanes, whose quads follow each other along two rows.
fn rows_of_lanes(lanes: u64) -> u64 {
    if lanes == u64::MAX {
        return lanes;
    }
    let quad = |rows: u64, quad: usize| {
        let (pixels, first) = (lanes >> (quad * 4) & 0xF, quad / 4 * 16 + quad % 4 * 2);
        rows | (pixels & 3 | pixels >> 2 << 8) << first
    };
    (0..QUADS).fold(0, quad)
}

/// Writes the lanes of a mask to an 8×8 block.
#[inline(always)]
fn write_lanes<V: Eight, const HOW: u8, R: BlockRows>(
    target: &ColorTarget,
    rows: &mut R,
    mask: u64,
    source: &[&Words; 4],
    second: &[&Words; 4],
) {
    if mask == u64::MAX {
        return write_block::<V, HOW, R>(target, rows, source, second);
    }
    for pair in (0..4).filter(|pair| mask >> (pair * 16) & 0xFFFF != 0) {
        let (lower, upper) = (pair * 2, pair * 2 + 1);
        let (a, b) = V::quads_of_rows(rows.read::<V>(lower, 0), rows.read::<V>(upper, 0));
        let [new_a, new_b] = [texels::<V, HOW>(target, source, second, lower, a), texels::<V, HOW>(target, source, second, upper, b)];
        let a = V::choose(V::lanes(mask >> (lower * 8) & 0xFF), new_a, a);
        let b = V::choose(V::lanes(mask >> (upper * 8) & 0xFF), new_b, b);
        let (new_lower, new_upper) = V::rows_of_quads(a, b);
        rows.write::<V>(lower, 0, new_lower);
        rows.write::<V>(upper, 0, new_upper);
    }
}

/// Writes a whole 8×8 block.
#[inline(always)]
fn write_block<V: Eight, const HOW: u8, R: BlockRows>(target: &ColorTarget, rows: &mut R, source: &[&Words; 4], second: &[&Words; 4]) {
    for pair in 0..4 {
        let (lower, upper) = (pair * 2, pair * 2 + 1);
        let (a, b) = if HOW == OPAQUE || HOW == OPAQUE_SRGB {
            (V::int(0), V::int(0))
        } else {
            V::quads_of_rows(rows.read::<V>(lower, 0), rows.read::<V>(upper, 0))
        };
        let a = texels::<V, HOW>(target, source, second, lower, a);
        let b = texels::<V, HOW>(target, source, second, upper, b);
        let (new_lower, new_upper) = V::rows_of_quads(a, b);
        rows.write::<V>(lower, 0, new_lower);
        rows.write::<V>(upper, 0, new_upper);
    }
}

/// For each coverage of a quad, the mask of its written pixels.
const NEW: [[u32; 4]; 16] = {
    let mut result = [[0; 4]; 16];
    let mut at = 0;
    while at < 64 {
        result[at / 4][at % 4] = if (at / 4) >> (at % 4) & 1 != 0 { u32::MAX } else { 0 };
        at += 1;
    }
    result
};

/// Returns the texels of eight lanes from their colours and the stored texels.
#[inline(always)]
fn texels<V: Eight, const HOW: u8>(
    target: &ColorTarget,
    source: &[&Words; 4],
    second: &[&Words; 4],
    eight: usize,
    stored: V::Ints,
) -> V::Ints {
    if HOW == OPAQUE {
        return V::to_unorm8(&limited::<V>(&eight_of::<V>(source, eight)));
    }
    let colors = clamped::<V>(source, eight);
    if HOW == OPAQUE_SRGB {
        return encode::<V, HOW>(target, &colors);
    }
    let mut operands =
        Operands::<V> { source: colors, second: colors, stored: decode::<V, HOW>(target, stored), constant: target.constant };
    if (HOW as usize) < FREQUENT.len() {
        return V::to_unorm8(&blend::<V>(const { &FREQUENT[HOW as usize % FREQUENT.len()] }, &operands));
    }
    let mut packed = match &target.blend {
        Some(state) => {
            if target.reads_second {
                operands.second = clamped::<V>(second, eight);
            }
            let over = HOW == ANY_SRGB && target.combination == Combination::OVER;
            let blended = if over { blend::<V>(&SOURCE_OVER, &operands) } else { blend_by_any::<V>(state, &operands) };
            let [red, green, blue, alpha] = blended;
            encode::<V, HOW>(target, &[clamp::<V>(red), clamp::<V>(green), clamp::<V>(blue), clamp::<V>(alpha)])
        }
        None => encode::<V, HOW>(target, &colors),
    };
    if let Some(operation) = target.logic_op {
        let (mut words, old) = (V::words(packed), V::words(stored));
        for lane in 0..8 {
            words[lane] = logic::apply(operation, words[lane], old[lane]);
        }
        packed = V::from_words(words);
    }
    let masked = V::int(target.masked[0] as i32);
    V::xor(packed, V::and(masked, V::xor(packed, stored)))
}

/// Returns the colours of eight lanes.
#[inline(always)]
pub(super) fn eight_of<V: Eight>(colors: &[&Words; 4], eight: usize) -> Colors<V> {
    let [red, green, blue, alpha] = colors;
    [part_of::<V>(red, eight), part_of::<V>(green, eight), part_of::<V>(blue, eight), part_of::<V>(alpha, eight)]
}

#[inline(always)]
fn part_of<V: Eight>(words: &Words, eight: usize) -> V::Floats {
    V::from_bits(V::from_words(words.as_chunks::<8>().0[eight & 7]))
}

/// Returns colours of which those above 1 are 1.
#[inline(always)]
fn limited<V: Eight>(&[red, green, blue, alpha]: &Colors<V>) -> Colors<V> {
    let one = V::float(1.0);
    // NaN stays.
    [V::smaller(one, red), V::smaller(one, green), V::smaller(one, blue), V::smaller(one, alpha)]
}

/// Clamps to [0, 1]; NaN becomes 0.
#[inline(always)]
fn clamp<V: Eight>(values: V::Floats) -> V::Floats {
    V::smaller(V::larger(values, V::float(0.0)), V::float(1.0))
}

/// Returns the colours of eight lanes, clamped to [0, 1].
#[inline(always)]
fn clamped<V: Eight>(colors: &[&Words; 4], eight: usize) -> Colors<V> {
    let [red, green, blue, alpha] = eight_of::<V>(colors, eight);
    [clamp::<V>(red), clamp::<V>(green), clamp::<V>(blue), clamp::<V>(alpha)]
}

/// Converts a value in [0, 1] to a byte, in the low bits of a word.
#[inline(always)]
fn code<V: Eight>(values: V::Floats) -> V::Ints {
    // The unit of the sum's last place is 1: the addition rounds to the nearest integer.
    V::bits(V::add(V::multiply(values, V::float(255.0)), V::float(8_388_608.0)))
}

/// Converts colours in [0, 1] to texels of the target.
#[inline(always)]
fn encode<V: Eight, const HOW: u8>(target: &ColorTarget, colors: &Colors<V>) -> V::Ints {
    let Some(Srgb { codes, .. }) = target.srgb.filter(|_| HOW == OPAQUE_SRGB || HOW == ANY_SRGB) else { return V::to_unorm8(colors) };
    let [red, green, blue, alpha] = *colors;
    let low = V::or(codes.codes::<V>(red), V::shift_left::<8>(codes.codes::<V>(green)));
    V::or(low, V::or(V::shift_left::<16>(codes.codes::<V>(blue)), V::shift_left::<24>(code::<V>(alpha))))
}

/// Converts texels of the target to colours.
#[inline(always)]
fn decode<V: Eight, const HOW: u8>(target: &ColorTarget, texels: V::Ints) -> Colors<V> {
    let Some(Srgb { values, .. }) = target.srgb.filter(|_| HOW == ANY_SRGB) else { return V::from_unorm8(texels) };
    let [.., alpha] = V::from_unorm8(texels);
    [V::look_up(values, texels), V::look_up(values, V::shift_right::<8>(texels)), V::look_up(values, V::shift_right::<16>(texels)), alpha]
}
