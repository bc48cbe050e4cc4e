//! Blocks of texels of each format, as planes of what [`Format::decode`] returns and [`Format::encode`] takes.

use super::numbers::{self, Numbers};
use super::{BLOCK, Plane, Planes, floats};
use crate::core::cpu::{InstructionSet, versions};
use crate::image::format::Format;

/// Returns a word of a texel, which may have fewer bytes, or none.
#[inline(always)]
fn word<const BYTES: usize>(texel: &[u8; BYTES], word: usize) -> u32 {
    match BYTES {
        1 if word == 0 => texel[0].into(),
        2 if word == 0 => u16::from_le_bytes(texel.as_chunks().0[0]).into(),
        4.. if word * 4 < BYTES => u32::from_le_bytes(texel.as_chunks().0[word]),
        _ => 0,
    }
}

/// Sets a word of a texel, which may have fewer bytes, or none.
#[inline(always)]
fn set_word<const BYTES: usize>(texel: &mut [u8; BYTES], word: usize, value: u32) {
    // The compiler vectorises stores of whole words.
    match BYTES {
        1 if word == 0 => texel[0] = value as u8,
        2 if word == 0 => texel.as_chunks_mut().0[0] = (value as u16).to_le_bytes(),
        4.. if word * 4 < BYTES => texel.as_chunks_mut().0[word] = value.to_le_bytes(),
        _ => {}
    }
}

/// Decodes texels of a format of `BYTES` bytes and `COUNT` components.
#[inline(always)]
fn decode_loop<const BYTES: usize, const COUNT: usize>(format: Format, from: &[u8], planes: &mut Planes) {
    let [a, b, c, d] = planes;
    for ((((texel, a), b), c), d) in from.as_chunks::<BYTES>().0.iter().zip(a).zip(b).zip(c).zip(d) {
        let words = format.decode_inlined([word(texel, 0), word(texel, 1), word(texel, 2), word(texel, 3)]);
        *a = words[0];
        if COUNT > 1 {
            *b = words[1];
        }
        if COUNT > 2 {
            *c = words[2];
        }
        if COUNT > 3 {
            *d = words[3];
        }
    }
}

/// Encodes texels of a format of `BYTES` bytes.
#[inline(always)]
fn encode_loop<const BYTES: usize>(format: Format, [a, b, c, d]: [&Plane; 4], into: &mut [u8]) {
    for ((((texel, &a), &b), &c), &d) in into.as_chunks_mut::<BYTES>().0.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        let raw = format.encode_inlined([a, b, c, d]);
        set_word(texel, 0, raw[0]);
        set_word(texel, 1, raw[1]);
        set_word(texel, 2, raw[2]);
        set_word(texel, 3, raw[3]);
    }
}

/// Calls a loop with a constant format, its bytes and its components. Formats with depth or stencil have other loops; those of half floats are those of
/// integers here.
macro_rules! by_format {
    ($format:ident, |$constant:ident, $bytes:ident, $count:ident| $call:expr, [$($name:ident $size:literal $components:literal,)*]) => {
        match $format {
            $(Format::$name => {
                const $constant: Format = Format::$name;
                const $bytes: usize = $size;
                #[allow(dead_code, reason = "encoders take all components")]
                const $count: usize = $components;
                $call
            })*
            _ => {}
        }
    };
    ($format:ident, |$constant:ident, $bytes:ident, $count:ident| $call:expr) => {
        by_format!($format, |$constant, $bytes, $count| $call, [
            R8 1 1, Rg8 2 2, Rgba8 4 4, R8Snorm 1 1, Rg8Snorm 2 2, Rgba8Snorm 4 4, Rgb565 2 3, Rgba4 2 4, Rgb5A1 2 4, Rgb10A2 4 4,
            Rgb10A2ui 4 4, R11fG11fB10f 4 3, Rgb9E5 4 3, R16 2 1, Rg16 4 2, Rgba16 8 4, R16Snorm 2 1, Rg16Snorm 4 2, Rgba16Snorm 8 4,
            R32f 4 1, Rg32f 8 2, Rgba32f 16 4, R8ui 1 1, R8i 1 1, Rg8ui 2 2, Rg8i 2 2, Rgba8ui 4 4,
            Rgba8i 4 4, R16ui 2 1, R16i 2 1, Rg16ui 4 2, Rg16i 4 2, Rgba16ui 8 4, Rgba16i 8 4, R32ui 4 1, R32i 4 1, Rg32ui 8 2, Rg32i 8 2,
            Rgba32ui 16 4, Rgba32i 16 4, Srgb8Alpha8 4 4, Sr8 1 1, Srg8 2 2,
        ])
    };
}

#[inline(always)]
fn decode_body(format: Format, from: &[u8], planes: &mut Planes) {
    by_format!(format, |FORMAT, BYTES, COUNT| decode_loop::<BYTES, COUNT>(FORMAT, from, planes));
}

#[inline(always)]
fn encode_body(format: Format, planes: [&Plane; 4], into: &mut [u8]) {
    by_format!(format, |FORMAT, BYTES, COUNT| encode_loop::<BYTES>(FORMAT, planes, into));
}

versions! {
    /// Does what [`decode`] does.
    fn decode_loops = decode_body(format: Format, from: &[u8], planes: &mut Planes)
}
versions! {
    /// Does what [`encode`] does.
    fn encode_loops = encode_body(format: Format, planes: [&Plane; 4], into: &mut [u8])
}

/// Returns the format of integers with the bits of half floats in the same places.
fn of_halves(format: Format) -> Option<Format> {
    match format {
        Format::R16f => Some(Format::R16ui),
        Format::Rg16f => Some(Format::Rg16ui),
        Format::Rgba16f => Some(Format::Rgba16ui),
        _ => None,
    }
}

/// Decodes the components that texels of a color format have.
pub(in crate::image) fn decode(isa: InstructionSet, format: Format, from: &[u8], planes: &mut Planes) {
    let Some(bits) = of_halves(format) else { return decode_loops(isa, format, from, planes) };
    let count = (from.len() / format.bytes() as usize).min(planes[0].len());
    decode_loops(isa, bits, from, planes);
    planes[..components(format)].iter_mut().for_each(|plane| numbers::to_floats(isa, Numbers::Half, &mut plane[..count]));
}

/// Encodes texels of a color format.
pub(in crate::image) fn encode(isa: InstructionSet, format: Format, planes: [&Plane; 4], into: &mut [u8]) {
    match (of_halves(format), format) {
        (Some(bits), _) => {
            let count = (into.len() / format.bytes() as usize).min(planes[0].len());
            let mut halves: Planes = [[0; BLOCK]; 4];
            for (half, plane) in halves.iter_mut().zip(planes).take(components(format)) {
                half[..count].copy_from_slice(&plane[..count]);
                numbers::from_floats(isa, Numbers::Half, &mut half[..count]);
            }
            encode_loops(isa, bits, halves.each_ref(), into);
        }
        (_, Format::R11fG11fB10f) => floats::encode_r11f_g11f_b10f(isa, planes, into),
        (_, Format::Rgb9E5) => floats::encode_rgb9e5(isa, planes, into),
        _ => encode_loops(isa, format, planes, into),
    }
}

/// Returns the number of components that [`decode`] decodes.
pub(in crate::image) fn components(format: Format) -> usize {
    format.component_bits().color.iter().filter(|&&bits| bits > 0).count()
}
