//! Blocks of texels of each format, as planes of what [`Format::decode`] returns and [`Format::encode`] takes.

use super::{Plane, Planes};
use crate::core::cpu::versions;
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

/// Calls a loop with a constant format, its bytes and its components. Formats with depth or stencil have other loops.
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
            R16f 2 1, Rg16f 4 2, Rgba16f 8 4, R32f 4 1, Rg32f 8 2, Rgba32f 16 4, R8ui 1 1, R8i 1 1, Rg8ui 2 2, Rg8i 2 2, Rgba8ui 4 4,
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
    /// Decodes the components that texels of a color format have.
    pub(in crate::image) fn decode = decode_body(format: Format, from: &[u8], planes: &mut Planes)
}
versions! {
    /// Encodes texels of a color format.
    pub(in crate::image) fn encode = encode_body(format: Format, planes: [&Plane; 4], into: &mut [u8])
}

/// Returns the number of components that [`decode`] decodes.
pub(in crate::image) fn components(format: Format) -> usize {
    format.component_bits().color.iter().filter(|&&bits| bits > 0).count()
}

/// Returns the format of unsigned integers with the same bits in the same places, if there is one.
pub(super) fn of_bits(format: Format) -> Option<Format> {
    use Format::*;
    Some(match format {
        R8 | R8Snorm | R8ui | R8i => R8ui,
        Rg8 | Rg8Snorm | Rg8ui | Rg8i => Rg8ui,
        Rgba8 | Rgba8Snorm | Rgba8ui | Rgba8i => Rgba8ui,
        R16 | R16Snorm | R16f | R16ui | R16i => R16ui,
        Rg16 | Rg16Snorm | Rg16f | Rg16ui | Rg16i => Rg16ui,
        Rgba16 | Rgba16Snorm | Rgba16f | Rgba16ui | Rgba16i => Rgba16ui,
        R32f | R32ui | R32i => R32ui,
        Rg32f | Rg32ui | Rg32i => Rg32ui,
        Rgba32f | Rgba32ui | Rgba32i => Rgba32ui,
        Rgb10A2 | Rgb10A2ui => Rgb10A2ui,
        _ => return None,
    })
}
