//! Blocks of one component of ETC2: alpha, R11 and RG11. [GL 4.4, C.3.3 and C.3.5]

/// The modifiers that the codes of a block select.
const MODIFIERS: [[i32; 8]; 16] = [
    [-3, -6, -9, -15, 2, 5, 8, 14],
    [-3, -7, -10, -13, 2, 6, 9, 12],
    [-2, -5, -8, -13, 1, 4, 7, 12],
    [-2, -4, -6, -13, 1, 3, 5, 12],
    [-3, -6, -8, -12, 2, 5, 7, 11],
    [-3, -7, -9, -11, 2, 6, 8, 10],
    [-4, -7, -8, -11, 3, 6, 7, 10],
    [-3, -5, -8, -11, 2, 4, 7, 10],
    [-2, -6, -8, -10, 1, 5, 7, 9],
    [-2, -5, -8, -10, 1, 4, 7, 9],
    [-2, -4, -8, -10, 1, 3, 7, 9],
    [-2, -5, -7, -10, 1, 4, 6, 9],
    [-3, -4, -7, -10, 2, 3, 6, 9],
    [-1, -2, -3, -10, 0, 1, 2, 9],
    [-4, -6, -8, -9, 3, 5, 7, 8],
    [-3, -5, -7, -9, 2, 4, 6, 8],
];

/// The kinds of values that a block has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// 0 to 255.
    Alpha,
    /// 0 to 2047.
    R11,
    /// -1023 to 1023.
    SignedR11,
}

impl Value {
    /// Returns the values of eleven bits.
    pub(super) fn r11(signed: bool) -> Self {
        if signed { Self::SignedR11 } else { Self::R11 }
    }

    /// Returns the value of a base, a multiplier and a modifier.
    fn of(self, base: u8, multiplier: i32, modifier: i32) -> i32 {
        // "multiplier × 8" [GL 4.4, C.3.5]; a multiplier of zero counts as one eighth.
        let eighths = if multiplier == 0 { modifier } else { modifier * multiplier * 8 };
        match self {
            Self::Alpha => (i32::from(base) + modifier * multiplier).clamp(0, 255),
            Self::R11 => (i32::from(base) * 8 + 4 + eighths).clamp(0, 2047),
            // A base of -128 counts as -127.
            Self::SignedR11 => (i32::from(base.cast_signed().max(-127)) * 8 + eighths).clamp(-1023, 1023),
        }
    }

    /// Returns the largest value.
    fn most(self) -> f32 {
        match self {
            Self::Alpha => 255.0,
            Self::R11 => 2047.0,
            Self::SignedR11 => 1023.0,
        }
    }
}

/// Returns the shift of a texel's code; the codes go down the columns, from the highest bits on.
fn shift(texel: usize) -> usize {
    45 - 3 * (texel % 4 * 4 + texel / 4)
}

/// Decodes a block to integers, by rows.
pub(super) fn decode(block: &[u8; 8], value: Value) -> [i32; 16] {
    let word = u64::from_be_bytes(*block);
    let (base, multiplier, table) = ((word >> 56) as u8, (word >> 52 & 15) as i32, (word >> 48 & 15) as usize);
    let values = MODIFIERS[table].map(|modifier| value.of(base, multiplier, modifier));
    std::array::from_fn(|texel| values[(word >> shift(texel) & 7) as usize])
}

/// Decodes a block to floats of 0 or -1 to 1.
pub(super) fn decode_floats(block: &[u8; 8], value: Value) -> [f32; 16] {
    decode(block, value).map(|integer| integer as f32 / value.most())
}

/// Encodes floats of 0 or -1 to 1.
pub(super) fn encode(texels: &[f32; 16], value: Value) -> [u8; 8] {
    let lowest = if value == Value::SignedR11 { -1.0 } else { 0.0 };
    let wanted = texels.map(|texel| if texel.is_nan() { 0.0 } else { (texel.clamp(lowest, 1.0) * value.most()).round() });
    let (low, high) = wanted.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &one| (low.min(one), high.max(one)));
    let step = if value == Value::Alpha { 1.0 } else { 8.0 };
    let (mut best, mut least) = (0, f32::INFINITY);
    for (table, modifiers) in MODIFIERS.iter().enumerate() {
        let span = (modifiers[7] - modifiers[3]) as f32 * step;
        let multiplier = ((high - low) / span).round().clamp(1.0, 15.0) as i32;
        for multiplier in [(multiplier - 1).max(1), multiplier, (multiplier + 1).min(15)] {
            // The base that puts the middle of the modifiers into the middle of the values.
            let middle = (modifiers[7] + modifiers[3]) as f32 / 2.0 * multiplier as f32;
            let center = ((low + high) / 2.0 / step - middle).round() as i32;
            for base in center - 1..=center + 1 {
                let base = if value == Value::SignedR11 { base.clamp(-127, 127) as u8 } else { base.clamp(0, 255) as u8 };
                let values = modifiers.map(|modifier| value.of(base, multiplier, modifier) as f32);
                let (mut word, mut error) = (u64::from(base) << 56 | (multiplier as u64) << 52 | (table as u64) << 48, 0.0);
                for (texel, &one) in wanted.iter().enumerate() {
                    let difference = |code: &usize| (values[*code] - one).abs();
                    let code = (0..8).min_by(|one, two| difference(one).total_cmp(&difference(two))).unwrap_or(0);
                    word |= (code as u64) << shift(texel);
                    error += difference(&code) * difference(&code);
                }
                if error < least {
                    (best, least) = (word, error);
                }
            }
        }
    }
    best.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification() {
        // "assume a base codeword of 103, a ‘table index’ of 13, a pixel index of 3 and a multiplier of 2" [GL 4.4, C.3.3]
        let mut block = [0; 8];
        block[..2].copy_from_slice(&[103, 0x2D]);
        // The code of pixel b is in the bits 44 to 42; b is below a.
        let word = u64::from_be_bytes(block) | 3 << 42;
        assert_eq!(decode(&word.to_be_bytes(), Value::Alpha)[4], 83);
        // "828" with "-10 × 2" eight times [GL 4.4, C.3.5]
        assert_eq!(decode(&word.to_be_bytes(), Value::R11)[4], 828 - 160);
        assert_eq!(decode(&word.to_be_bytes(), Value::SignedR11)[4], 103 * 8 - 160);
        assert_eq!(decode(&word.to_be_bytes(), Value::Alpha)[0], 101);
    }

    #[test]
    fn a_multiplier_of_zero() {
        let block = [100, 0x0D, 0, 0, 0, 0, 0, 0];
        assert_eq!(decode(&block, Value::Alpha), [100; 16]);
        assert_eq!(decode(&block, Value::R11), [803; 16]);
        assert_eq!(decode(&block, Value::SignedR11), [799; 16]);
    }

    #[test]
    fn values_are_clamped() {
        assert_eq!(decode(&[0, 0xF0, 0, 0, 0, 0, 0, 0], Value::R11), [0; 16]);
        assert_eq!(decode(&[255, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Value::R11), [2047; 16]);
        assert_eq!(decode(&[0x80, 0x00, 0, 0, 0, 0, 0, 0], Value::SignedR11), [-1019; 16]);
        assert_eq!(decode_floats(&[0x80, 0xF0, 0, 0, 0, 0, 0, 0], Value::SignedR11), [-1.0; 16]);
    }

    #[test]
    fn encoded_texels_are_near() {
        for (value, low, most) in [(Value::Alpha, 0.0, 0.06), (Value::R11, 0.0, 0.06), (Value::SignedR11, -1.0, 0.12)] {
            let ramp: [f32; 16] = std::array::from_fn(|texel| low + (1.0 - low) * texel as f32 / 15.0);
            let back = decode_floats(&encode(&ramp, value), value);
            assert!(ramp.iter().zip(back).all(|(one, back)| (one - back).abs() <= most), "{value:?} {back:?}");
            for constant in [low, 0.3, 1.0] {
                let back = decode_floats(&encode(&[constant; 16], value), value);
                assert!(back.iter().all(|one| (one - constant).abs() < 0.004), "{value:?} {constant} {back:?}");
            }
        }
    }
}
