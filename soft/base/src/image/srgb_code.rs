//! The conversion of linear values to sRGB bytes, by a table.

use crate::core::math;
use crate::core::scalar::quieted;
use crate::core::vector::Eight;
use std::sync::OnceLock;

/// The high halves of the bits of the floats from 2^-13, below which all bytes are 0, to 1: one entry of the table for each.
const FIRST: u32 = 0x3900;
const LAST: u32 = 0x3F80;
const COUNT: usize = (LAST - FIRST) as usize + 1;

/// Returns the sRGB value (0 to 1) of a linear one.
fn linear_to_srgb(value: f32) -> f32 {
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * math::pow(value, 1.0 / 2.4) - 0.055 }
}

/// The table: for each high half of a float's bits, the byte of the least such float in the high half of the entry, and in the low half what is
/// lacking from the least float of the next byte, if it has the same high half, to 2^16.
pub struct SrgbCodes([u32; COUNT]);

impl SrgbCodes {
    /// Returns the table.
    #[inline]
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<SrgbCodes> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let least: Vec<u32> = (1..=255).map(least).collect();
        Self(std::array::from_fn(|index| {
            let start = (FIRST + index as u32) << 16;
            let byte = least.iter().take_while(|&&bits| bits <= start).count();
            let next = least.get(byte).filter(|&&bits| bits >> 16 == start >> 16);
            (byte as u32) << 16 | next.map_or(0, |bits| 0x1_0000 - (bits & 0xFFFF))
        }))
    }

    /// Returns the sRGB byte nearest to a linear value; values are clamped to 0 to 1, NaN gives 0.
    #[inline(always)]
    pub fn code(&self, value: f32) -> u32 {
        let value = quieted(value);
        let value = if value > 0.0 { value } else { 0.0 };
        let value = if value < 1.0 { value } else { 1.0 };
        let bits = value.to_bits().max(FIRST << 16);
        // The sum carries where the low half reaches the least float of the next byte.
        (self.0[((bits >> 16) - FIRST) as usize % COUNT] + (bits & 0xFFFF)) >> 16
    }

    /// Returns what [`Self::code`] returns, for eight values from 0 to 1.
    #[inline(always)]
    pub fn codes<V: Eight>(&self, values: V::Floats) -> V::Ints {
        let bits = V::bits(V::larger(values, V::float(f32::from_bits(FIRST << 16))));
        let entries = V::look_up_words(&self.0, V::difference(V::shift_right::<16>(bits), V::int(FIRST as i32)));
        V::shift_right::<16>(V::sum(entries, V::and(bits, V::int(0xFFFF))))
    }
}

/// Returns the sRGB byte nearest to a linear value; values are clamped to 0 to 1, NaN gives 0.
#[inline(always)]
pub fn srgb_code(value: f32) -> u32 {
    SrgbCodes::get().code(value)
}

/// Returns the bits of the least float whose byte is at least this one. (The bytes of ascending floats ascend; the last place of the power may
/// turn two neighbours around.)
fn least(byte: u32) -> u32 {
    let (mut below, mut from) = (FIRST << 16, LAST << 16);
    while from - below > 1 {
        let middle = below.midpoint(from);
        if rounded(f32::from_bits(middle)) < byte { below = middle } else { from = middle }
    }
    from
}

/// Returns the byte nearest to the sRGB value of a linear value from 0 to 1.
fn rounded(value: f32) -> u32 {
    // In this range one unit in the last place is 1.
    (linear_to_srgb(value) * 255.0 + 8_388_608.0).to_bits() & 0xFF
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::vector::Plain;

    #[test]
    fn bytes_are_those_of_the_rounded_function() {
        for byte in 1..=255 {
            let least = least(byte);
            for bits in least - 99..=least + 99 {
                let value = f32::from_bits(bits.min(LAST << 16));
                // One float between 184 and 185 is turned around.
                assert!(srgb_code(value) == rounded(value) || bits.abs_diff(0x3EF6_E6DA) < 2, "{byte} {bits:#x}");
            }
            assert_eq!((srgb_code(f32::from_bits(least)), srgb_code(f32::from_bits(least - 1))), (byte, byte - 1));
        }
        for bits in (0..0x3F80_0000).step_by(4099) {
            assert_eq!(srgb_code(f32::from_bits(bits)), rounded(f32::from_bits(bits)), "{bits:#x}");
            let eight = [0, 1, 2, 3, 99, 0xFFF, 0x8000, 0x10_0000].map(|more| f32::from_bits((bits + more).min(LAST << 16)));
            assert_eq!(SrgbCodes::get().codes::<Plain>(eight).map(|code| code as u32), eight.map(srgb_code), "{bits:#x}");
        }
        let outside = [-1.0, -0.0, f32::NAN, 1.5, f32::INFINITY, f32::NEG_INFINITY];
        assert_eq!(outside.map(srgb_code), [0, 0, 0, 255, 255, 0]);
    }
}
