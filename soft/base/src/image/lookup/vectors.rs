//! Texels of the formats that programs filter most, a vector at a time.
//!
//! RGBA8 texels are filtered as bytes and divided at the end, those of all other formats as the values that [`Format::decode`](super::super::format::Format)
//! returns.

use crate::core::vector::Vector;
use crate::image::texel::srgb_table;
use std::sync::atomic::AtomicU32;

/// The words of the texels of a vector's lanes; formats with fewer words use the first ones, those with less than a word its lower digits, beside which others
/// may stand.
pub(super) type Raw<V> = [<V as Vector>::Ints; 4];

/// The bits of all lanes of a vector.
pub(super) const fn all<V: Vector>() -> u64 {
    (1 << V::LANES) - 1
}

/// The texels of a format.
pub(super) trait Texel<V: Vector>: Sized {
    /// The bytes of a texel.
    const BYTES: u32;
    /// The number of components; the others are 0, 0 and 1.
    const COMPONENTS: usize;
    /// True for depths, with which look-ups may compare.
    const IS_DEPTH: bool = false;
    /// True if all values are finite: then a texel without weight has no effect on a sum.
    const FINITE: bool;

    /// Returns a component, as filters take it.
    fn value(raw: &Raw<V>, component: usize) -> V::Floats;

    /// Returns a component between two texels, by the weight of the second one.
    #[inline(always)]
    fn between(first: &Raw<V>, second: &Raw<V>, component: usize, weight: V::Floats) -> V::Floats {
        mix::<V, Self>(Self::value(first, component), Self::value(second, component), weight)
    }

    /// Returns the result of a linear filter.
    #[inline(always)]
    fn filtered(value: V::Floats) -> V::Floats {
        value
    }

    /// Returns the result of a nearest filter.
    #[inline(always)]
    fn alone(raw: &Raw<V>, component: usize) -> V::Floats {
        Self::value(raw, component)
    }

    /// Returns the number of the word that holds a component.
    #[inline(always)]
    fn word(component: usize) -> usize {
        component * Self::BYTES as usize / Self::COMPONENTS / 4
    }
}

/// Returns a + (b - a) * weight. A texel without weight has no effect, even if it is infinite or NaN.
#[inline(always)]
pub(super) fn mix<V: Vector, T: Texel<V>>(a: V::Floats, b: V::Floats, weight: V::Floats) -> V::Floats {
    let sum = V::add(a, V::multiply(V::subtract(b, a), weight));
    if T::FINITE {
        return sum;
    }
    V::from_bits(V::choose(V::alike(weight, V::float(0.0)), V::bits(a), V::bits(sum)))
}

/// Returns true if a word of a texel holds wanted components.
#[inline(always)]
fn has<V: Vector, T: Texel<V>>(wanted: u8, word: usize) -> bool {
    (0..T::COMPONENTS).any(|component| wanted >> component & 1 != 0 && T::word(component) == word)
}

/// Loads the words of texels that hold the wanted components, from the index of the first word of each lane's row and its column.
#[inline(always)]
pub(super) fn load<V: Vector, T: Texel<V>>(words: &[AtomicU32], row: V::Ints, column: V::Ints, wanted: u8) -> Raw<V> {
    let mut raw = [V::int(0); 4];
    match T::BYTES {
        1 => {
            let word = V::load(words, V::sum(row, V::shift_right::<2>(column)));
            let bits = V::shift_left::<3>(V::and(column, V::int(3)));
            raw[0] = V::and(V::shift_right_by(word, bits), V::int(0xFF));
        }
        2 => {
            let word = V::load(words, V::sum(row, V::shift_right::<1>(column)));
            let bits = V::shift_left::<4>(V::and(column, V::int(1)));
            raw[0] = V::and(V::shift_right_by(word, bits), V::int(0xFFFF));
        }
        4 => raw[0] = V::load_near(words, V::sum(row, column)),
        bytes => {
            let first = V::sum(row, if bytes == 8 { V::shift_left::<1>(column) } else { V::shift_left::<2>(column) });
            for word in (0..bytes as usize / 4).step_by(2) {
                let index = V::sum(first, V::int(word as i32));
                match [has::<V, T>(wanted, word), has::<V, T>(wanted, word + 1)] {
                    [true, true] => [raw[word], raw[word + 1]] = V::load_pairs(words, index),
                    [true, false] => raw[word] = V::load(words, index),
                    [false, true] => raw[word + 1] = V::load(words, V::sum(index, V::int(1))),
                    [false, false] => {}
                }
            }
        }
    }
    raw
}

/// Loads the texels of two columns.
#[inline(always)]
pub(super) fn load_columns<V: Vector, T: Texel<V>>(words: &[AtomicU32], row: V::Ints, columns: [V::Ints; 2], wanted: u8) -> [Raw<V>; 2] {
    let [first, second] = columns;
    // The columns follow each other but where a wrap mode brings the second one back.
    if V::LOADS_PAIRS && T::BYTES == 4 && V::signs(V::equal(V::sum(first, V::int(1)), second)) == all::<V>() {
        let zero = V::int(0);
        let [first, second] = V::load_pairs(words, V::sum(row, first));
        return [[first, zero, zero, zero], [second, zero, zero, zero]];
    }
    [load::<V, T>(words, row, first, wanted), load::<V, T>(words, row, second, wanted)]
}

/// Returns a byte of a word.
#[inline(always)]
fn byte<V: Vector>(word: V::Ints, number: usize) -> V::Ints {
    match number {
        0 => V::and(word, V::int(0xFF)),
        1 => V::and(V::shift_right::<8>(word), V::int(0xFF)),
        2 => V::and(V::shift_right::<16>(word), V::int(0xFF)),
        _ => V::shift_right::<24>(word),
    }
}

/// Returns bytes divided by 255, rounded as the division rounds: the first product is exact.
#[inline(always)]
fn fraction<V: Vector>(byte: V::Ints) -> V::Floats {
    const HIGH: f32 = 0.003_921_509;
    const LOW: f32 = (1.0 / 255.0 - HIGH as f64) as f32;
    let byte = V::to_floats(byte);
    V::add(V::multiply(byte, V::float(HIGH)), V::multiply(byte, V::float(LOW)))
}

/// Returns integers of 16 bits divided by 65,535, rounded as the division rounds: the first product is exact.
#[inline(always)]
fn fraction16<V: Vector>(bits: V::Ints) -> V::Floats {
    const HIGH: f32 = 1.0 / 65_536.0;
    const LOW: f32 = (1.0 / 65_535.0 - HIGH as f64) as f32;
    let value = V::to_floats(bits);
    V::add(V::multiply(value, V::float(HIGH)), V::multiply(value, V::float(LOW)))
}

/// Returns 16 bits of a word.
#[inline(always)]
fn short<V: Vector>(word: V::Ints, number: usize) -> V::Ints {
    if number == 0 { V::and(word, V::int(0xFFFF)) } else { V::shift_right::<16>(word) }
}

/// Returns integers of 24 bits divided by 2^24 - 1, rounded as the division rounds: the quotient is the sum of the integer and its 2^-24th part, and a little more,
/// which the factor has so that no sum is in the middle between two floats.
#[inline(always)]
fn depth24<V: Vector>(bits: V::Ints) -> V::Floats {
    const PART: f32 = 1.0 / 16_777_216.0;
    let value = V::to_floats(bits);
    V::multiply(V::add(value, V::multiply(value, V::float(PART * (1.0 + f32::EPSILON)))), V::float(PART))
}

/// Returns one of the two half floats of a word as [`math::from_half`](crate::core::math::from_half) does.
#[inline(always)]
fn half<V: Vector>(raw: &Raw<V>, number: usize) -> V::Floats {
    let word = raw[number / 2];
    let upper = if number.is_multiple_of(2) { V::shift_left::<16>(word) } else { word };
    // The sign, and the digits behind an exponent with the wrong bias.
    let bits = V::and(V::shift_right_signed::<3>(upper), V::int(0x8FFF_E000u32 as i32));
    let value = V::multiply(V::from_bits(bits), V::float(5.192_297e33));
    let most = V::int(0x0F80_0000);
    let special = V::and(V::equal(V::and(bits, most), most), V::int(0x7F80_0000));
    V::from_bits(V::or(V::bits(value), special))
}

/// Declares formats by the bytes of a texel, the number of components, whether all values are finite, whether they are depths, and a component's value.
macro_rules! formats {
    ($($name:ident: $bytes:literal, $components:literal, $finite:literal $(, $depth:literal)?; |$raw:ident, $component:ident| $value:expr;)*) => { $(
        /// Texels of the format of this name.
        pub(super) struct $name;

        impl<V: Vector> Texel<V> for $name {
            const BYTES: u32 = $bytes;
            const COMPONENTS: usize = $components;
            const FINITE: bool = $finite;
            $(const IS_DEPTH: bool = $depth;)?

            #[inline(always)]
            fn value($raw: &Raw<V>, $component: usize) -> V::Floats {
                $value
            }
        }
    )* };
}

formats! {
    R8: 1, 1, true; |raw, _component| V::byte_fraction(raw[0], 0);
    Rg8: 2, 2, true; |raw, component| V::byte_fraction(raw[0], component);
    Srgb8Alpha8: 4, 4, true; |raw, component| match component {
        3 => fraction::<V>(byte::<V>(raw[0], 3)),
        _ => V::look_up(srgb_table(), byte::<V>(raw[0], component)),
    };
    R16f: 2, 1, false; |raw, component| half::<V>(raw, component);
    Rg16f: 4, 2, false; |raw, component| half::<V>(raw, component);
    Rgba16f: 8, 4, false; |raw, component| half::<V>(raw, component);
    R32f: 4, 1, false; |raw, _component| V::from_bits(raw[0]);
    Rgba32f: 16, 4, false; |raw, component| V::from_bits(raw[component]);
    R16: 2, 1, true; |raw, _component| fraction16::<V>(short::<V>(raw[0], 0));
    Rg16: 4, 2, true; |raw, component| fraction16::<V>(short::<V>(raw[0], component));
    Depth16: 2, 1, true, true; |raw, _component| fraction16::<V>(short::<V>(raw[0], 0));
    Depth24Stencil8: 4, 1, true, true; |raw, _component| depth24::<V>(V::and(raw[0], V::int(0xFF_FFFF)));
    Depth32f: 4, 1, false, true; |raw, _component| V::from_bits(raw[0]);
}

/// Returns the float to which [`biased`] adds a byte.
#[inline(always)]
fn bias(number: usize) -> f32 {
    // The lowest digit of the one is 1, of the other 1 / 256.
    if matches!(number, 0 | 3) { 8_388_608.0 } else { 32_768.0 }
}

/// Returns a byte of a word plus its [`bias`].
#[inline(always)]
fn biased<V: Vector>(word: V::Ints, number: usize) -> V::Floats {
    let digits = match number {
        0 => V::and(word, V::int(0xFF)),
        1 => V::and(word, V::int(0xFF00)),
        2 => V::and(V::shift_right::<8>(word), V::int(0xFF00)),
        _ => V::shift_right::<24>(word),
    };
    V::from_bits(V::or(digits, V::int(bias(number).to_bits() as i32)))
}

/// Texels of the format of this name.
pub(super) struct Rgba8;

impl<V: Vector> Texel<V> for Rgba8 {
    const BYTES: u32 = 4;
    const COMPONENTS: usize = 4;
    const FINITE: bool = true;

    #[inline(always)]
    fn value(raw: &Raw<V>, component: usize) -> V::Floats {
        V::to_floats(byte::<V>(raw[0], component))
    }

    /// As all others; but the bytes become digits of floats from [`bias`] on, whose differences are those of the bytes.
    #[inline(always)]
    fn between(first: &Raw<V>, second: &Raw<V>, component: usize, weight: V::Floats) -> V::Floats {
        let (first, second) = (biased::<V>(first[0], component), biased::<V>(second[0], component));
        let value = V::subtract(first, V::float(bias(component)));
        V::add(value, V::multiply(V::subtract(second, first), weight))
    }

    #[inline(always)]
    fn filtered(value: V::Floats) -> V::Floats {
        V::multiply(value, V::float(1.0 / 255.0))
    }

    #[inline(always)]
    fn alone(raw: &Raw<V>, component: usize) -> V::Floats {
        V::byte_fraction(raw[0], component)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::vector::Plain;

    #[test]
    fn bytes_are_rounded_as_divisions_round() {
        for first in (0..256).step_by(8) {
            let bytes = std::array::from_fn(|lane| first + lane as i32);
            for number in 0..4 {
                let found = Plain::byte_fraction(bytes.map(|byte| byte << (number * 8) | 0x7B << ((number + 1) % 4 * 8)), number);
                assert_eq!(found.map(f32::to_bits), bytes.map(|byte| (byte as f32 / 255.0).to_bits()), "{first}");
                assert_eq!(fraction::<Plain>(bytes).map(f32::to_bits), found.map(f32::to_bits));
            }
        }
    }

    #[test]
    fn integers_of_16_bits_are_rounded_as_divisions_round() {
        for first in (0..1 << 16).step_by(8) {
            let bits = std::array::from_fn(|lane| first + lane as i32);
            assert_eq!(fraction16::<Plain>(bits).map(f32::to_bits), bits.map(|bits| (bits as f32 / 65_535.0).to_bits()), "{first}");
        }
    }

    #[test]
    fn depths_are_rounded_as_divisions_round() {
        for first in (0..1 << 24).step_by(8) {
            let bits = std::array::from_fn(|lane| first + lane as i32);
            assert_eq!(depth24::<Plain>(bits).map(f32::to_bits), bits.map(|bits| (bits as f32 / 16_777_215.0).to_bits()), "{first}");
        }
    }
}
