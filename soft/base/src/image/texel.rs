//! Texel decoding and encoding. Every format decodes to four words: floats, or integers for integer formats. Missing components are (0, 0, 1).
//! Depth decodes to a float in the first component; [`Format::stencil`] decodes the stencil.

use super::Surface;
use super::format::Format;
use super::srgb_code::srgb_code;
use crate::core::math;
use crate::core::scalar::quieted;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The bits of a texel: as many words as the format has; small formats use the low bits of the first word.
pub type Raw = [u32; 4];

const ONE: u32 = 0x3F80_0000;

/// Returns a table of the linear value of each sRGB byte.
pub fn srgb_table() -> &'static [f32; 256] {
    static TABLE: OnceLock<[f32; 256]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|byte| {
            let value = byte as f32 / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { math::pow((value + 0.055) / 1.055, 2.4) }
        })
    })
}

/// Returns `value` × `most`, rounded to even; values are clamped to 0 to 1, NaN gives 0. `most` is below 2^23.
#[inline(always)]
fn unsigned(value: f32, most: f32) -> u32 {
    let value = quieted(value);
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 1.0 { value } else { 1.0 };
    // In this range one unit in the last place is 1.
    (value * most + 8_388_608.0).to_bits() & 0x7F_FFFF
}

/// Converts as [`unsigned`] does, from -1 to 1, to a two's complement integer under a mask.
#[inline(always)]
fn signed(value: f32, most: f32, mask: u32) -> u32 {
    let value = quieted(value);
    let value = if value > -1.0 {
        value
    } else if value.is_nan() {
        0.0
    } else {
        -1.0
    };
    let value = if value < 1.0 { value } else { 1.0 };
    (value * most + 12_582_912.0).to_bits().wrapping_sub(0x4B40_0000) & mask
}

/// Converts a depth to 24 bits.
#[inline(always)]
pub fn encode_depth24(depth: f32) -> u32 {
    let depth = quieted(depth);
    let depth = if depth > 0.0 { depth } else { 0.0 };
    let depth = if depth < 1.0 { depth } else { 1.0 };
    // SAFETY: the value is from 0.5 to 2^24 - 0.5. The cast that checks does not vectorise.
    unsafe { (f64::from(depth) * 16_777_215.0 + 0.5).to_int_unchecked::<i32>() as u32 }
}

/// Converts a 24-bit depth in the low bits of a word to a float.
#[inline(always)]
pub fn decode_depth24(word: u32) -> f32 {
    (word & 0xFF_FFFF) as f32 / 16_777_215.0
}

/// Converts an unsigned normalised integer to the bits of a float.
#[inline(always)]
fn unorm(bits: u32, most: f32) -> u32 {
    (bits as f32 / most).to_bits()
}

/// Converts a signed normalised integer to the bits of a float.
#[inline(always)]
fn snorm(value: i32, most: f32) -> u32 {
    let value = value as f32 / most;
    (if value < -1.0 { -1.0 } else { value }).to_bits()
}

/// Returns the unsigned float with 5 exponent bits and `digits` significand bits.
#[inline(always)]
fn small_float(value: f32, digits: u32) -> u32 {
    if value.is_nan() {
        return 0x1F << digits | 1;
    }
    if value <= 0.0 {
        return 0;
    }
    if value == f32::INFINITY {
        return 0x1F << digits;
    }
    let bits = value.to_bits();
    let most = (0x1F << digits) - 1;
    let result = if bits < 0x3880_0000 {
        // The addition rounds to multiples of the smallest value.
        let shift = f32::from_bits((127 + 9 - digits) << 23);
        (value + shift).to_bits() - shift.to_bits()
    } else {
        let drop = 23 - digits;
        (bits - 0x3800_0000).saturating_add((1 << (drop - 1)) - 1 + (bits >> drop & 1)) >> drop
    };
    result.min(most)
}

#[inline(always)]
fn encode_rgb9e5(color: [f32; 3]) -> u32 {
    let color = color.map(quieted).map(|value| if value > 0.0 { value.min(65_408.0) } else { 0.0 });
    let largest = color[0].max(color[1]).max(color[2]);
    // The exponent of the largest component, plus one if that rounds up to 512.
    let floor = (largest.to_bits() >> 23) as i32 - 127;
    let mut exponent = floor.max(-16) + 16;
    let scale = |exponent: i32| f32::from_bits(((127 + 24 - exponent) as u32) << 23);
    if (largest * scale(exponent) + 0.5).floor() >= 512.0 {
        exponent += 1;
    }
    let digits = color.map(|value| (value * scale(exponent) + 0.5).floor() as u32);
    digits[0] | digits[1] << 9 | digits[2] << 18 | (exponent as u32) << 27
}

#[inline(always)]
fn decode_rgb9e5(word: u32) -> [u32; 3] {
    let scale = f32::from_bits(((word >> 27) + 127 - 24) << 23);
    let value = |digits: u32| ((digits & 0x1FF) as f32 * scale).to_bits();
    [value(word), value(word >> 9), value(word >> 18)]
}

impl Format {
    /// Returns the four words of a texel.
    #[inline]
    pub fn decode(self, raw: Raw) -> [u32; 4] {
        self.decode_inlined(raw)
    }

    /// Returns what [`Self::decode`] returns. Loops over the texels of a constant format vectorise.
    #[inline(always)]
    pub fn decode_inlined(self, raw: Raw) -> [u32; 4] {
        use Format::*;
        let word = raw[0];
        let byte = |index: u32| word >> (index * 8) & 0xFF;
        let signed_byte = |index: u32| i32::from(byte(index) as u8 as i8);
        let short = |index: u32| raw[(index / 2) as usize] >> (index % 2 * 16) & 0xFFFF;
        let signed_short = |index: u32| i32::from(short(index) as u16 as i16);
        let half = |index: u32| math::from_half(short(index)).to_bits();
        match self {
            R8 => [unorm(byte(0), 255.0), 0, 0, ONE],
            Rg8 => [unorm(byte(0), 255.0), unorm(byte(1), 255.0), 0, ONE],
            // Arrays instead of `map`, whose loops over texels do not always vectorise.
            Rgba8 => [unorm(byte(0), 255.0), unorm(byte(1), 255.0), unorm(byte(2), 255.0), unorm(byte(3), 255.0)],
            Srgb8Alpha8 => {
                let table = srgb_table();
                let color = |index| table[(byte(index)) as usize].to_bits();
                [color(0), color(1), color(2), unorm(byte(3), 255.0)]
            }
            Sr8 => [srgb_table()[byte(0) as usize].to_bits(), 0, 0, ONE],
            Srg8 => {
                let table = srgb_table();
                [table[byte(0) as usize].to_bits(), table[byte(1) as usize].to_bits(), 0, ONE]
            }
            R8Snorm => [snorm(signed_byte(0), 127.0), 0, 0, ONE],
            Rg8Snorm => [snorm(signed_byte(0), 127.0), snorm(signed_byte(1), 127.0), 0, ONE],
            Rgba8Snorm => {
                [snorm(signed_byte(0), 127.0), snorm(signed_byte(1), 127.0), snorm(signed_byte(2), 127.0), snorm(signed_byte(3), 127.0)]
            }
            Rgb565 => [unorm(word >> 11 & 31, 31.0), unorm(word >> 5 & 63, 63.0), unorm(word & 31, 31.0), ONE],
            Rgba4 => [unorm(word >> 12 & 15, 15.0), unorm(word >> 8 & 15, 15.0), unorm(word >> 4 & 15, 15.0), unorm(word & 15, 15.0)],
            Rgb5A1 => [unorm(word >> 11 & 31, 31.0), unorm(word >> 6 & 31, 31.0), unorm(word >> 1 & 31, 31.0), unorm(word & 1, 1.0)],
            Rgb10A2 => {
                [unorm(word & 1023, 1023.0), unorm(word >> 10 & 1023, 1023.0), unorm(word >> 20 & 1023, 1023.0), unorm(word >> 30, 3.0)]
            }
            Rgb10A2ui => [word & 1023, word >> 10 & 1023, word >> 20 & 1023, word >> 30],
            R11fG11fB10f => {
                let value = |bits: u32, digits: u32| math::from_half(bits << (10 - digits)).to_bits();
                [value(word & 0x7FF, 6), value(word >> 11 & 0x7FF, 6), value(word >> 22, 5), ONE]
            }
            Rgb9E5 => {
                let [red, green, blue] = decode_rgb9e5(word);
                [red, green, blue, ONE]
            }
            R16 => [unorm(short(0), 65_535.0), 0, 0, ONE],
            Rg16 => [unorm(short(0), 65_535.0), unorm(short(1), 65_535.0), 0, ONE],
            Rgba16 => [unorm(short(0), 65_535.0), unorm(short(1), 65_535.0), unorm(short(2), 65_535.0), unorm(short(3), 65_535.0)],
            R16Snorm => [snorm(signed_short(0), 32_767.0), 0, 0, ONE],
            Rg16Snorm => [snorm(signed_short(0), 32_767.0), snorm(signed_short(1), 32_767.0), 0, ONE],
            Rgba16Snorm => [
                snorm(signed_short(0), 32_767.0),
                snorm(signed_short(1), 32_767.0),
                snorm(signed_short(2), 32_767.0),
                snorm(signed_short(3), 32_767.0),
            ],
            R16f => [half(0), 0, 0, ONE],
            Rg16f => [half(0), half(1), 0, ONE],
            Rgba16f => [half(0), half(1), half(2), half(3)],
            R32f => [word, 0, 0, ONE],
            Rg32f => [word, raw[1], 0, ONE],
            Rgba32f | Rgba32ui | Rgba32i => raw,
            R8ui | Stencil8 => [byte(0), 0, 0, 1],
            R8i => [signed_byte(0) as u32, 0, 0, 1],
            Rg8ui => [byte(0), byte(1), 0, 1],
            Rg8i => [signed_byte(0) as u32, signed_byte(1) as u32, 0, 1],
            Rgba8ui => [byte(0), byte(1), byte(2), byte(3)],
            Rgba8i => [signed_byte(0) as u32, signed_byte(1) as u32, signed_byte(2) as u32, signed_byte(3) as u32],
            R16ui => [short(0), 0, 0, 1],
            R16i => [signed_short(0) as u32, 0, 0, 1],
            Rg16ui => [short(0), short(1), 0, 1],
            Rg16i => [signed_short(0) as u32, signed_short(1) as u32, 0, 1],
            Rgba16ui => [short(0), short(1), short(2), short(3)],
            Rgba16i => [signed_short(0) as u32, signed_short(1) as u32, signed_short(2) as u32, signed_short(3) as u32],
            R32ui | R32i => [word, 0, 0, 1],
            Rg32ui | Rg32i => [word, raw[1], 0, 1],
            Depth16 => [unorm(short(0), 65_535.0), 0, 0, ONE],
            Depth24Stencil8 => [decode_depth24(word).to_bits(), 0, 0, ONE],
            Depth32f | Depth32fStencil8 => [word, 0, 0, ONE],
        }
    }

    /// Returns the texel nearest to four words: normalised values are clamped and rounded to even, integers clamped. For depth-stencil
    /// formats the stencil becomes 0; use [`Format::with_depth`] and [`Format::with_stencil`].
    #[inline]
    pub fn encode(self, words: [u32; 4]) -> Raw {
        self.encode_inlined(words)
    }

    /// Returns what [`Self::encode`] returns. Loops over the texels of a constant format vectorise.
    #[inline(always)]
    pub fn encode_inlined(self, words: [u32; 4]) -> Raw {
        use Format::*;
        let float = |index: usize| f32::from_bits(words[index]);
        let unorm8 = |index: usize| unsigned(float(index), 255.0) << (index * 8);
        let snorm8 = |index: usize| signed(float(index), 127.0, 0xFF) << (index * 8);
        let unorm16 = |index: usize| unsigned(float(index), 65_535.0);
        let snorm16 = |index: usize| signed(float(index), 32_767.0, 0xFFFF);
        let half = |index: usize| math::to_half(float(index));
        let uint = |index: usize, most: u32| words[index].min(most);
        let int = |index: usize, least: i32, mask: u32| (words[index] as i32).clamp(least, -1 - least) as u32 & mask;
        let int8 = |index: usize| int(index, -128, 0xFF) << (index * 8);
        let int16 = |index: usize| int(index, -32_768, 0xFFFF);
        let one = |word: u32| [word, 0, 0, 0];
        match self {
            R8 => one(unorm8(0)),
            Rg8 => one(unorm8(0) | unorm8(1)),
            Rgba8 => one(unorm8(0) | unorm8(1) | unorm8(2) | unorm8(3)),
            Srgb8Alpha8 => {
                let color = |index: usize| srgb_code(float(index)) << (index * 8);
                one(color(0) | color(1) | color(2) | unorm8(3))
            }
            Sr8 => one(srgb_code(float(0))),
            Srg8 => one(srgb_code(float(0)) | srgb_code(float(1)) << 8),
            R8Snorm => one(snorm8(0)),
            Rg8Snorm => one(snorm8(0) | snorm8(1)),
            Rgba8Snorm => one(snorm8(0) | snorm8(1) | snorm8(2) | snorm8(3)),
            Rgb565 => one(unsigned(float(0), 31.0) << 11 | unsigned(float(1), 63.0) << 5 | unsigned(float(2), 31.0)),
            Rgba4 => {
                let digit = |index| unsigned(float(index), 15.0);
                one(digit(0) << 12 | digit(1) << 8 | digit(2) << 4 | digit(3))
            }
            Rgb5A1 => {
                let digit = |index| unsigned(float(index), 31.0);
                one(digit(0) << 11 | digit(1) << 6 | digit(2) << 1 | unsigned(float(3), 1.0))
            }
            Rgb10A2 => {
                let digit = |index| unsigned(float(index), 1023.0);
                one(digit(0) | digit(1) << 10 | digit(2) << 20 | unsigned(float(3), 3.0) << 30)
            }
            Rgb10A2ui => one(uint(0, 1023) | uint(1, 1023) << 10 | uint(2, 1023) << 20 | uint(3, 3) << 30),
            R11fG11fB10f => one(small_float(float(0), 6) | small_float(float(1), 6) << 11 | small_float(float(2), 5) << 22),
            Rgb9E5 => one(encode_rgb9e5([float(0), float(1), float(2)])),
            R16 => one(unorm16(0)),
            Rg16 => one(unorm16(0) | unorm16(1) << 16),
            Rgba16 => [unorm16(0) | unorm16(1) << 16, unorm16(2) | unorm16(3) << 16, 0, 0],
            R16Snorm => one(snorm16(0)),
            Rg16Snorm => one(snorm16(0) | snorm16(1) << 16),
            Rgba16Snorm => [snorm16(0) | snorm16(1) << 16, snorm16(2) | snorm16(3) << 16, 0, 0],
            R16f => one(half(0)),
            Rg16f => one(half(0) | half(1) << 16),
            Rgba16f => [half(0) | half(1) << 16, half(2) | half(3) << 16, 0, 0],
            R32f | R32ui | R32i => one(words[0]),
            Rg32f | Rg32ui | Rg32i => [words[0], words[1], 0, 0],
            Rgba32f | Rgba32ui | Rgba32i => words,
            R8ui | Stencil8 => one(uint(0, 255)),
            R8i => one(int8(0)),
            Rg8ui => one(uint(0, 255) | uint(1, 255) << 8),
            Rg8i => one(int8(0) | int8(1)),
            Rgba8ui => one(uint(0, 255) | uint(1, 255) << 8 | uint(2, 255) << 16 | uint(3, 255) << 24),
            Rgba8i => one(int8(0) | int8(1) | int8(2) | int8(3)),
            R16ui => one(uint(0, 65_535)),
            R16i => one(int16(0)),
            Rg16ui => one(uint(0, 65_535) | uint(1, 65_535) << 16),
            Rg16i => one(int16(0) | int16(1) << 16),
            Rgba16ui => [uint(0, 65_535) | uint(1, 65_535) << 16, uint(2, 65_535) | uint(3, 65_535) << 16, 0, 0],
            Rgba16i => [int16(0) | int16(1) << 16, int16(2) | int16(3) << 16, 0, 0],
            Depth16 => one(unorm16(0)),
            Depth24Stencil8 => one(encode_depth24(float(0))),
            Depth32f | Depth32fStencil8 => one(words[0]),
        }
    }

    /// Returns the stencil value of a texel, or 0 if the format has none.
    #[inline(always)]
    pub fn stencil(self, raw: Raw) -> u8 {
        match self {
            Format::Stencil8 => raw[0] as u8,
            Format::Depth24Stencil8 => (raw[0] >> 24) as u8,
            Format::Depth32fStencil8 => raw[1] as u8,
            _ => 0,
        }
    }

    /// Returns the texel with another stencil value.
    #[inline(always)]
    pub fn with_stencil(self, raw: Raw, stencil: u8) -> Raw {
        match self {
            Format::Stencil8 => [u32::from(stencil), 0, 0, 0],
            Format::Depth24Stencil8 => [raw[0] & 0xFF_FFFF | u32::from(stencil) << 24, 0, 0, 0],
            Format::Depth32fStencil8 => [raw[0], u32::from(stencil), 0, 0],
            _ => raw,
        }
    }

    /// Returns the texel with another depth.
    #[inline(always)]
    pub fn with_depth(self, raw: Raw, depth: f32) -> Raw {
        match self {
            Format::Depth24Stencil8 => [raw[0] & 0xFF00_0000 | encode_depth24(depth), 0, 0, 0],
            Format::Depth32fStencil8 => [depth.to_bits(), raw[1], 0, 0],
            Format::Depth16 | Format::Depth32f => self.encode([depth.to_bits(), 0, 0, 0]),
            _ => raw,
        }
    }
}

/// Returns the texel at index x of a row.
#[inline(always)]
pub(super) fn raw_at(row: &[AtomicU32], bytes: u32, x: usize) -> Raw {
    let word = |index: usize| row.get(index).map_or(0, |word| word.load(Relaxed));
    match bytes {
        1 => [word(x / 4) >> (x % 4 * 8) & 0xFF, 0, 0, 0],
        2 => [word(x / 2) >> (x % 2 * 16) & 0xFFFF, 0, 0, 0],
        4 => [word(x), 0, 0, 0],
        8 => [word(x * 2), word(x * 2 + 1), 0, 0],
        _ => [word(x * 4), word(x * 4 + 1), word(x * 4 + 2), word(x * 4 + 3)],
    }
}

/// Sets the texel at index x of a row.
#[inline(always)]
pub(super) fn set_raw_at(row: &[AtomicU32], bytes: u32, x: usize, raw: Raw) {
    let set = |index: usize, value: u32| {
        if let Some(word) = row.get(index) {
            word.store(value, Relaxed);
        }
    };
    let part = |index: usize, shift: usize, mask: u32| {
        if let Some(word) = row.get(index) {
            word.store(word.load(Relaxed) & !(mask << shift) | (raw[0] & mask) << shift, Relaxed);
        }
    };
    match bytes {
        1 => part(x / 4, x % 4 * 8, 0xFF),
        2 => part(x / 2, x % 2 * 16, 0xFFFF),
        bytes => (0..bytes as usize / 4).for_each(|index| set(x * (bytes as usize / 4) + index, raw[index & 3])),
    }
}

impl Surface {
    /// Returns the words of a row, or none out of bounds.
    #[inline(always)]
    pub fn row(&self, y: u32) -> &[AtomicU32] {
        if y >= self.height {
            return &[];
        }
        let first = (y as usize).saturating_mul(self.row_words);
        self.memory.words().get(first..).map_or(&[], |words| words.get(..self.row_words).unwrap_or(words))
    }

    /// Returns the bits of a texel, or zeros out of bounds.
    #[inline(always)]
    pub fn raw(&self, x: u32, y: u32) -> Raw {
        if x < self.width { raw_at(self.row(y), self.format.bytes(), x as usize) } else { [0; 4] }
    }

    /// Sets the bits of a texel; does nothing out of bounds.
    #[inline(always)]
    pub fn set_raw(&self, x: u32, y: u32, raw: Raw) {
        if x < self.width {
            set_raw_at(self.row(y), self.format.bytes(), x as usize, raw);
        }
    }

    /// Returns the four words of a texel; out of bounds, those of a texel of zero bits.
    pub fn texel(&self, x: u32, y: u32) -> [u32; 4] {
        self.format.decode(self.raw(x, y))
    }

    /// Sets a texel from four words; does nothing out of bounds.
    pub fn set_texel(&self, x: u32, y: u32, words: [u32; 4]) {
        self.set_raw(x, y, self.format.encode(words));
    }
}
