//! Blocks of floats to texels of floats with fewer bits, by vectors: the compiler does not vectorise these conversions. [`Format::encode`] has them for one
//! texel.
//!
//! [`Format::encode`]: crate::image::format::Format::encode

use super::Plane;
use crate::core::cpu::versions;
use crate::core::math;
use crate::core::vector::Eight;

/// Encodes texels of one word from vectors of the first three planes.
#[inline(always)]
fn encode_words<V: Eight>(planes: [&Plane; 4], into: &mut [u8], encode: impl Fn([V::Floats; 3]) -> V::Ints) {
    let [red, green, blue, _] = planes.map(|plane| plane.as_chunks::<8>().0);
    for (((texels, red), green), blue) in into.chunks_mut(32).zip(red).zip(green).zip(blue) {
        let words = V::words(encode([red, green, blue].map(|words| V::from_bits(V::from_words(*words)))));
        for (texel, word) in texels.as_chunks_mut().0.iter_mut().zip(words) {
            *texel = word.to_le_bytes();
        }
    }
}

/// Returns the unsigned floats with 5 exponent bits and `DIGITS` significand bits.
#[inline(always)]
fn small_floats<V: Eight>(values: V::Floats, digits: i32, normal: impl Fn(V::Ints) -> V::Ints) -> V::Ints {
    let bits = V::bits(values);
    // The addition rounds to multiples of the smallest value.
    let shift = V::float(f32::from_bits((127 + 9 - digits as u32) << 23));
    let small = V::difference(V::bits(V::add(values, shift)), V::bits(shift));
    let finite = V::choose(V::greater(V::int(0x3880_0000), bits), small, normal(bits));
    let finite = V::least(finite, V::int((0x1F << digits) - 1));
    let positive = V::and(finite, V::above(values, V::float(0.0)));
    let infinite = V::equal(bits, V::int(0x7F80_0000));
    let number = V::choose(infinite, V::int(0x1F << digits), positive);
    V::choose(V::alike(values, values), number, V::int(0x1F << digits | 1))
}

/// Returns the digits of floats that are at least the smallest normal one, rounded to `23 - DROP`.
#[inline(always)]
fn rounded<V: Eight, const DROP: i32>(bits: V::Ints) -> V::Ints {
    let odd = V::and(V::shift_right::<DROP>(bits), V::int(1));
    let sum = V::sum(V::difference(bits, V::int(0x3800_0000)), V::sum(V::int((1 << (DROP - 1)) - 1), odd));
    V::shift_right::<DROP>(sum)
}

#[inline(always)]
fn encode_r11f_g11f_b10f_body<V: Eight>(planes: [&Plane; 4], into: &mut [u8]) {
    encode_words::<V>(planes, into, |[red, green, blue]| {
        let [red, green] = [red, green].map(|values| small_floats::<V>(values, 6, rounded::<V, 17>));
        let blue = small_floats::<V>(blue, 5, rounded::<V, 18>);
        V::or(V::or(red, V::shift_left::<11>(green)), V::shift_left::<22>(blue))
    });
}

#[inline(always)]
fn encode_rgb9e5_body<V: Eight>(planes: [&Plane; 4], into: &mut [u8]) {
    encode_words::<V>(planes, into, |color| {
        let color = color.map(|values| V::smaller(V::larger(values, V::float(0.0)), V::float(65_408.0)));
        let largest = V::larger(V::larger(color[0], color[1]), color[2]);
        // The exponent of the largest component, plus one if that rounds up to 512.
        let floor = V::difference(V::shift_right::<23>(V::bits(largest)), V::int(127));
        let exponent = V::sum(V::most(floor, V::int(-16)), V::int(16));
        let scale = |exponent: V::Ints| V::from_bits(V::shift_left::<23>(V::difference(V::int(127 + 24), exponent)));
        let scaled = |values: V::Floats, scale: V::Floats| V::add(V::multiply(values, scale), V::float(0.5));
        let exponent = V::difference(exponent, V::at_least(scaled(largest, scale(exponent)), V::float(512.0)));
        let [red, green, blue] = color.map(|values| V::to_ints(scaled(values, scale(exponent))));
        V::or(V::or(red, V::shift_left::<9>(green)), V::or(V::shift_left::<18>(blue), V::shift_left::<27>(exponent)))
    });
}

#[inline(always)]
fn from_halves_body<V: Eight>(plane: &mut [u32]) {
    let (eights, rest) = plane.as_chunks_mut::<8>();
    eights.iter_mut().for_each(|words| *words = V::words(V::bits(V::from_halves(V::from_words(*words)))));
    rest.iter_mut().for_each(|word| *word = math::from_half(*word).to_bits());
}

#[inline(always)]
fn to_halves_body<V: Eight>(plane: &mut [u32]) {
    let (eights, rest) = plane.as_chunks_mut::<8>();
    eights.iter_mut().for_each(|words| *words = V::words(V::to_halves(V::from_bits(V::from_words(*words)))));
    rest.iter_mut().for_each(|word| *word = math::to_half(f32::from_bits(*word)));
}

versions! {
    /// Encodes texels of R11F_G11F_B10F.
    pub(super) fn encode_r11f_g11f_b10f = encode_r11f_g11f_b10f_body<Eight>(planes: [&Plane; 4], into: &mut [u8])
}
versions! {
    /// Encodes texels of RGB9_E5.
    pub(super) fn encode_rgb9e5 = encode_rgb9e5_body<Eight>(planes: [&Plane; 4], into: &mut [u8])
}
versions! {
    /// Converts half floats to floats.
    pub(in crate::image) fn from_halves = from_halves_body<Eight>(plane: &mut [u32])
}
versions! {
    /// Converts floats to the nearest half floats.
    pub(in crate::image) fn to_halves = to_halves_body<Eight>(plane: &mut [u32])
}

#[cfg(test)]
mod tests {
    use super::super::BLOCK;
    use super::*;
    use crate::core::cpu::InstructionSet;
    use crate::image::format::Format;

    /// Returns bits of floats: of all exponents, near to where conversions round, and of no numbers.
    fn floats(number: u32) -> [Plane; 4] {
        let mut state = number.wrapping_mul(0x9E37_79B9) | 1;
        std::array::from_fn(|_| {
            std::array::from_fn(|index| {
                state = state.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
                let bits = state ^ state >> 15;
                match index % 8 {
                    0 => [0, 0x8000_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFFF_FFFF, 0x3F80_0000, 0x477F_8000][bits as usize % 8],
                    1 => 0x4400_0000_u32.wrapping_sub(bits % 9),
                    2 => (bits & !0x3FFFF) + 0x1FFFF + bits % 3,
                    3 => 0x3000_0000 + (bits & 0x0FFF_FFFF),
                    4 => 0x3F00_0000 + (bits & 0x00FF_FFFF),
                    _ => bits,
                }
            })
        })
    }

    #[test]
    fn vectors_encode_as_single_texels() {
        for (number, isa) in (0..4000).flat_map(|number| InstructionSet::available().iter().map(move |isa| (number, *isa))) {
            let planes = floats(number);
            let count = BLOCK - number as usize % 9;
            for format in [Format::Rgb9E5, Format::R11fG11fB10f] {
                let mut bytes = vec![0; count * 4];
                let encode = if format == Format::Rgb9E5 { encode_rgb9e5 } else { encode_r11f_g11f_b10f };
                encode(isa, planes.each_ref(), &mut bytes);
                for (index, texel) in bytes.as_chunks().0.iter().enumerate() {
                    let color = planes.map(|plane| plane[index]);
                    assert_eq!(u32::from_le_bytes(*texel), format.encode(color)[0], "{format:?} of {color:x?}");
                }
            }
            let (mut halves, mut values) = (planes[0], planes[1].map(|bits| bits & 0xFFFF));
            to_halves(isa, &mut halves[..count]);
            from_halves(isa, &mut values[..count]);
            for (index, (half, value)) in halves.iter().zip(values).take(count).enumerate() {
                assert_eq!(*half, math::to_half(f32::from_bits(planes[0][index])));
                assert_eq!(value, math::from_half(planes[1][index] & 0xFFFF).to_bits());
            }
        }
    }
}
