//! Blocks of BPTC: four components of eight bits, and three of half floats. [GL 4.4, C.2]

use super::s3tc::line;
use crate::core::math;

/// The weights of indices of four bits, in 64ths of the second end.
const WEIGHTS: [i32; 16] = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/// Decodes a block of normalised integers.
pub(super) fn decode_unorm(block: &[u8; 16]) -> [[u8; 4]; 16] {
    let mut bytes = [0; 64];
    bcdec_rs::bc7(block, &mut bytes, 16);
    std::array::from_fn(|texel| std::array::from_fn(|component| bytes[texel * 4 + component]))
}

/// Decodes a block of floats; returns the bits of half floats.
pub(super) fn decode_float(block: &[u8; 16], signed: bool) -> [[u16; 3]; 16] {
    let mut halves = [0; 48];
    bcdec_rs::bc6h_half(block, &mut halves, 12, signed);
    std::array::from_fn(|texel| std::array::from_fn(|component| halves[texel * 3 + component]))
}

/// Returns a block of one set of ends, given by its lowest 65 bits, and of the indices of its texels. `ends` makes these bits, with the ends swapped
/// or not: the first index has no room for its highest bit.
fn with_indices(ends: impl Fn(bool) -> u128, indices: [usize; 16]) -> [u8; 16] {
    let swap = indices[0] >= 8;
    let index = |texel: usize| (if swap { 15 - indices[texel] } else { indices[texel] }) as u128;
    // The first index takes three bits.
    let bits = (1..16).fold(index(0) << 65, |bits, texel| bits | index(texel) << (64 + 4 * texel));
    (ends(swap) | bits).to_le_bytes()
}

/// Returns the index of the nearest of 16 values for each texel.
fn nearest<const N: usize>(texels: &[[f32; N]; 16], values: &[[f32; N]; 16]) -> [usize; 16] {
    texels.map(|texel| {
        let distance = |index: usize| -> f32 { (0..N).map(|component| (texel[component] - values[index][component]).powi(2)).sum() };
        (0..16).min_by(|&one, &two| distance(one).total_cmp(&distance(two))).unwrap_or(0)
    })
}

/// Encodes texels of 0 to 1 in the mode 6: one set of ends of seven bits and a shared lowest bit.
pub(super) fn encode_unorm(texels: &[[f32; 4]; 16]) -> [u8; 16] {
    let texels = texels.map(|texel| texel.map(|value| if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) * 255.0 }));
    // Of the two lowest bits the one with the smaller error.
    let quantize = |end: [f32; 4]| -> (u128, [i32; 4]) {
        let with = |low: i32| end.map(|value| ((value - low as f32) / 2.0).round().clamp(0.0, 127.0) as i32 * 2 + low);
        let error = |values: [i32; 4]| -> f32 { (0..4).map(|index| (values[index] as f32 - end[index]).powi(2)).sum() };
        let [even, odd] = [with(0), with(1)];
        if error(odd) < error(even) { (1, odd) } else { (0, even) }
    };
    let [first, second] = line(&texels).map(quantize);
    let values = WEIGHTS.map(|weight| -> [f32; 4] {
        std::array::from_fn(|index| ((first.1[index] * (64 - weight) + second.1[index] * weight + 32) >> 6) as f32)
    });
    let ends = |swap: bool| {
        let (one, two) = if swap { (second, first) } else { (first, second) };
        let part = |index: usize| ((one.1[index] >> 1) as u128 | ((two.1[index] >> 1) as u128) << 7) << (7 + 14 * index);
        1 << 6 | part(0) | part(1) | part(2) | part(3) | one.0 << 63 | two.0 << 64
    };
    with_indices(ends, nearest(&texels, &values))
}

/// Returns the half float of an interpolated number, as a signed magnitude.
fn finish(value: i32, signed: bool) -> f32 {
    let scaled = if signed { ((value.abs() * 31) >> 5) * value.signum() } else { (value * 31) >> 6 };
    scaled as f32
}

/// Encodes floats in the mode 11: one set of ends of ten bits.
pub(super) fn encode_float(texels: &[[f32; 4]; 16], signed: bool) -> [u8; 16] {
    // The bits of half floats grow with the numbers, and blocks interpolate them.
    let magnitude = |value: f32| {
        let bits = math::to_half(value) & 0x7FFF;
        (if value.is_nan() { 0 } else { bits.min(0x7BFF) }) as f32
    };
    let number = |value: f32| if value < 0.0 { if signed { -magnitude(value) } else { 0.0 } } else { magnitude(value) };
    let texels = texels.map(|[red, green, blue, _]| [red, green, blue].map(number));
    let quantize = |end: f32| {
        if signed {
            ((end.abs() - 31.0) / 62.0).round().clamp(0.0, 511.0) as i32 * if end < 0.0 { -1 } else { 1 }
        } else {
            ((end - 15.5) / 31.0).round().clamp(0.0, 1023.0) as i32
        }
    };
    let [first, second] = line(&texels).map(|end| end.map(quantize));
    let widen = |end: i32| match (signed, end.abs()) {
        (_, 0) => 0,
        (true, 511..) => 0x7FFF * end.signum(),
        (true, size) => (size * 64 + 32) * end.signum(),
        (false, 1023) => 0xFFFF,
        (false, size) => size * 64 + 32,
    };
    let values = WEIGHTS.map(|weight| -> [f32; 3] {
        std::array::from_fn(|index| finish((widen(first[index]) * (64 - weight) + widen(second[index]) * weight + 32) >> 6, signed))
    });
    let ends = |swap: bool| {
        let (one, two) = if swap { (second, first) } else { (first, second) };
        let all = one.into_iter().chain(two).enumerate();
        all.fold(0b00011, |bits, (index, end)| bits | ((end & 0x3FF) as u128) << (5 + 10 * index))
    };
    with_indices(ends, nearest(&texels, &values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_mode_6() {
        // Ends of 0 and 255 in red, the other components of 255; the indices of the first row are 0, 5, 10 and 15.
        let ends = 1 << 6 | 127u128 << 14 | 0x3FFF << 21 | 0x3FFF << 35 | 0x3FFF << 49 | 1 << 63 | 1 << 64;
        let block = (ends | 5 << 68 | 10 << 72 | 15 << 76).to_le_bytes();
        let texels = decode_unorm(&block);
        // The shared lowest bit makes 1 of 0.
        assert_eq!(texels[..4], [[1, 255, 255, 255], [84, 255, 255, 255], [172, 255, 255, 255], [255, 255, 255, 255]]);
    }

    #[test]
    fn a_block_of_floats() {
        // Ends of ten bits: red 0 and 1023 of the mode 11.
        let block = (0b00011 | 1023u128 << 35 | 15 << 68).to_le_bytes();
        let texels = decode_float(&block, false);
        assert_eq!((texels[0], texels[1], texels[2]), ([0; 3], [0x7BFF, 0, 0], [0; 3]));
        // As a signed number 1023 is -1: -96 of 32767.
        assert_eq!(decode_float(&block, true)[1], [0x8000 | 93, 0, 0]);
    }

    #[test]
    fn reserved_modes_are_zero() {
        assert_eq!(decode_unorm(&[0; 16]), [[0; 4]; 16]);
        assert_eq!(decode_float(&[0b10011; 16], false), [[0; 3]; 16]);
    }

    #[test]
    fn encoded_texels_are_near() {
        let ramp: [[f32; 4]; 16] = std::array::from_fn(|texel| [texel as f32 / 15.0, 1.0 - texel as f32 / 15.0, 0.5, 1.0]);
        let back = decode_unorm(&encode_unorm(&ramp));
        let near = |(one, two): (&[f32; 4], &[u8; 4])| (0..4).all(|index| (one[index] * 255.0 - f32::from(two[index])).abs() <= 8.0);
        assert!(ramp.iter().zip(&back).all(near), "{back:?}");
        for color in [[0.0; 4], [1.0; 4], [0.0, 1.0, 0.0, 1.0]] {
            let back = decode_unorm(&encode_unorm(&[color; 16]));
            assert!(
                back.iter().all(|texel| near((&color, texel)) && (0..4).all(|at| (color[at] * 255.0 - f32::from(texel[at])).abs() <= 1.0))
            );
        }
        for (signed, value) in [(false, 0.0), (false, 1.0), (false, 1000.0), (true, -1.0), (true, 0.25), (true, -60_000.0)] {
            let back = decode_float(&encode_float(&[[value, 1.0, 0.5, 1.0]; 16], signed), signed);
            let back = back.map(|texel| math::from_half(texel[0].into()));
            assert!(back.iter().all(|one| (one - value).abs() <= value.abs() * 0.05 + 0.001), "{value} {back:?}");
        }
    }

    #[test]
    fn random_blocks_decode() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for _ in 0..100_000 {
            let block: [u8; 16] = std::array::from_fn(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state as u8
            });
            decode_unorm(&block);
            decode_float(&block, true);
            decode_float(&block, false);
        }
    }
}
