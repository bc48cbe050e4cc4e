//! Blocks of one component with eight bits: RGTC, and alpha of S3TC's DXT5. [GL 4.4, C.1]

/// Returns the value of each of a block's eight codes, in 35ths of a step of the stored integers, whose lowest and highest values are given.
///
/// 35 is the least common multiple of 5 and 7, by which the interpolations divide: the values are exact.
fn palette(ends: [i32; 2], [lowest, highest]: [i32; 2]) -> [i32; 8] {
    let [first, second] = ends.map(|end| end.max(lowest));
    std::array::from_fn(|code| {
        let code = code as i32;
        match code {
            0 => first * 35,
            1 => second * 35,
            // "red0 > red1" [GL 4.4, C.1.1] compares the stored integers.
            _ if ends[0] > ends[1] => (first * (8 - code) + second * (code - 1)) * 5,
            6 => lowest * 35,
            7 => highest * 35,
            _ => (first * (6 - code) + second * (code - 1)) * 7,
        }
    })
}

/// Returns the code of each texel; the bits follow the two ends.
fn codes(block: &[u8; 8]) -> [usize; 16] {
    let bits = u64::from_le_bytes(*block) >> 16;
    std::array::from_fn(|texel| (bits >> (3 * texel) & 7) as usize)
}

/// Returns the ends of a block as integers.
fn ends(block: &[u8; 8], signed: bool) -> [i32; 2] {
    [block[0], block[1]].map(|end| if signed { i32::from(end.cast_signed()) } else { i32::from(end) })
}

/// Returns the lowest and the highest integer.
fn range(signed: bool) -> [i32; 2] {
    if signed { [-127, 127] } else { [0, 255] }
}

/// Decodes a block to floats, from 0 or -1 to 1.
pub(super) fn decode(block: &[u8; 8], signed: bool) -> [f32; 16] {
    let [lowest, highest] = range(signed);
    let most = (highest * 35) as f32;
    let values = palette(ends(block, signed), [lowest, highest]).map(|value| value as f32 / most);
    codes(block).map(|code| values[code])
}

/// Decodes a block to bytes, rounded to the nearest.
pub(super) fn decode_bytes(block: &[u8; 8]) -> [u8; 16] {
    let values = palette(ends(block, false), range(false)).map(|value| ((value + 17) / 35) as u8);
    codes(block).map(|code| values[code])
}

/// Makes the block of two ends whose codes are nearest to the texels, and returns it with the sum of the squares of the differences.
fn fit(texels: &[f32; 16], ends: [i32; 2], signed: bool) -> ([u8; 8], f32) {
    let values = palette(ends, range(signed)).map(|value| value as f32 / 35.0);
    let (mut bits, mut error) = (0u64, 0.0);
    for (texel, &value) in texels.iter().enumerate() {
        let (mut best, mut least) = (0, f32::INFINITY);
        for (code, candidate) in values.iter().enumerate() {
            let difference = (candidate - value) * (candidate - value);
            if difference < least {
                (best, least) = (code as u64, difference);
            }
        }
        bits |= best << (3 * texel);
        error += least;
    }
    let [first, second] = ends.map(|end| u64::from(end as u8));
    ((first | second << 8 | bits << 16).to_le_bytes(), error)
}

/// Encodes floats, from 0 or -1 to 1.
pub(super) fn encode(texels: &[f32; 16], signed: bool) -> [u8; 8] {
    let [lowest, highest] = range(signed);
    let scaled = texels.map(|value| if value.is_nan() { 0.0 } else { (value * highest as f32).clamp(lowest as f32, highest as f32) });
    let bound = |from: f32, choose: fn(f32, f32) -> f32| scaled.iter().copied().fold(from, choose);
    let (least, most) = (bound(f32::INFINITY, f32::min).round() as i32, bound(f32::NEG_INFINITY, f32::max).round() as i32);
    let whole = fit(&scaled, [most, least], signed);
    // The second form has the lowest and the highest value as codes of their own, and its ends are those of the values between.
    let inner = |value: &&f32| **value > lowest as f32 + 0.5 && **value < highest as f32 - 0.5;
    let between = |from: f32, choose: fn(f32, f32) -> f32| scaled.iter().filter(inner).copied().fold(from, choose);
    let (low, high) = (between(f32::INFINITY, f32::min), between(f32::NEG_INFINITY, f32::max));
    if low > high || whole.1 == 0.0 {
        return whole.0;
    }
    let edges = fit(&scaled, [low.round() as i32, high.round() as i32], signed);
    if edges.1 < whole.1 { edges.0 } else { whole.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_interpolated_values_are_exact() {
        // Codes 0 to 7, twice: 0b111_110_101_100_011_010_001_000.
        let codes = [0x88, 0xC6, 0xFA];
        let block = |first: u8, second: u8| [[first, second].as_slice(), &codes, &codes].concat().try_into().unwrap_or_default();
        let values = decode(&block(255, 0), false);
        assert_eq!(values[..8], [1.0, 0.0, 6.0 / 7.0, 5.0 / 7.0, 4.0 / 7.0, 3.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
        assert_eq!(values[..8], values[8..]);
        let values = decode(&block(51, 204), false);
        assert_eq!(values[..8], [0.2, 0.8, 0.32, 0.44, 0.56, 0.68, 0.0, 1.0]);
        let values = decode(&block(127, 129), true);
        assert_eq!(values[..2], [1.0, -1.0]);
        assert_eq!(values[2], 5.0 / 7.0);
        // "−1.0, red0 = −128" [GL 4.4, C.1.2]
        assert_eq!(decode(&block(128, 128), true)[0], -1.0);
        assert_eq!(decode(&block(129, 127), true)[6..8], [-1.0, 1.0]);
        assert_eq!(decode_bytes(&block(255, 0))[..8], [255, 0, 219, 182, 146, 109, 73, 36]);
    }

    #[test]
    fn encoded_texels_are_near() {
        let ramp: [f32; 16] = std::array::from_fn(|texel| texel as f32 / 15.0);
        let back = decode(&encode(&ramp, false), false);
        assert!(ramp.iter().zip(back).all(|(value, back)| (value - back).abs() <= 0.08), "{back:?}");
        let signed = ramp.map(|value| value * 2.0 - 1.0);
        let back = decode(&encode(&signed, true), true);
        assert!(signed.iter().zip(back).all(|(value, back)| (value - back).abs() <= 0.15), "{back:?}");
        for value in [0.0, 1.0, 100.0 / 255.0] {
            assert_eq!(decode(&encode(&[value; 16], false), false), [value; 16]);
        }
        assert_eq!(decode(&encode(&[-1.0; 16], true), true), [-1.0; 16]);
        // Two extremes and one value between: the second form has all of them.
        let mixed: [f32; 16] = std::array::from_fn(|texel| [0.0, 1.0, 0.4][texel % 3]);
        assert_eq!(decode(&encode(&mixed, false), false), mixed);
    }
}
