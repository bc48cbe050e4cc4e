//! Vectors of eight lanes, for the loops that the compiler does not vectorise: one implementation with AVX2 instructions, one in plain
//! Rust. Both produce the same bits.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

/// Operations on vectors of eight floats or eight integers. A condition is an integer vector whose lanes are all ones or 0.
pub trait Eight: Copy {
    /// Eight `f32`.
    type Floats: Copy;
    /// Eight 32-bit integers.
    type Ints: Copy;

    /// Converts an array to a vector.
    fn floats(values: [f32; 8]) -> Self::Floats;
    /// Converts an array to a vector.
    fn ints(values: [i32; 8]) -> Self::Ints;
    /// Converts a vector to an array.
    fn words(values: Self::Ints) -> [u32; 8];

    /// Returns a vector with `value` in every lane.
    #[inline(always)]
    fn float(value: f32) -> Self::Floats {
        Self::floats([value; 8])
    }

    /// Returns a vector with `value` in every lane.
    #[inline(always)]
    fn int(value: i32) -> Self::Ints {
        Self::ints([value; 8])
    }

    /// Converts an array of words to a vector.
    #[inline(always)]
    fn from_words(words: [u32; 8]) -> Self::Ints {
        Self::ints(words.map(|word| word as i32))
    }

    /// Returns the bits of each float.
    fn bits(values: Self::Floats) -> Self::Ints;
    /// Returns the floats with these bits.
    fn from_bits(bits: Self::Ints) -> Self::Floats;
    /// Rounds down to integers.
    fn floor(values: Self::Floats) -> Self::Floats;
    /// Returns a + b.
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a - b.
    fn subtract(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a * b.
    fn multiply(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a > b ? a : b.
    fn larger(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a < b ? a : b.
    fn smaller(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a > b.
    fn above(a: Self::Floats, b: Self::Floats) -> Self::Ints;
    /// Truncates to integers; every value must fit.
    fn to_ints(values: Self::Floats) -> Self::Ints;
    /// Converts to floats, rounding to nearest.
    fn to_floats(values: Self::Ints) -> Self::Floats;

    /// Returns a + b, wrapping.
    fn sum(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a - b, wrapping.
    fn difference(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a * b, wrapping.
    fn product(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the lanes shifted right by `BITS` bits, which are filled with zeros.
    fn shift_right<const BITS: i32>(values: Self::Ints) -> Self::Ints;
    /// Returns a & b.
    fn and(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a | b.
    fn or(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a ^ b.
    fn xor(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a > b.
    fn greater(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a == b.
    fn equal(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the sign bits; bit n is lane n.
    fn signs(values: Self::Ints) -> u64;

    /// Returns condition ? a : b.
    #[inline(always)]
    fn choose(condition: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints {
        Self::xor(b, Self::and(condition, Self::xor(a, b)))
    }

    /// Expands the low eight bits of a mask to a condition.
    #[inline(always)]
    fn lanes(mask: u64) -> Self::Ints {
        let bits = Self::ints([1, 2, 4, 8, 16, 32, 64, 128]);
        Self::equal(Self::and(Self::int(mask as i32), bits), bits)
    }
}

/// Plain Rust, for every CPU.
#[derive(Clone, Copy)]
pub struct Plain;

/// Applies an operation to each lane.
#[inline(always)]
fn each<A: Copy, R: Copy + Default>(a: [A; 8], b: [A; 8], operation: impl Fn(A, A) -> R) -> [R; 8] {
    let mut result = [R::default(); 8];
    for lane in 0..8 {
        result[lane] = operation(a[lane], b[lane]);
    }
    result
}

fn condition(holds: bool) -> i32 {
    if holds { -1 } else { 0 }
}

impl Eight for Plain {
    type Floats = [f32; 8];
    type Ints = [i32; 8];

    #[inline(always)]
    fn floats(values: [f32; 8]) -> [f32; 8] {
        values
    }
    #[inline(always)]
    fn ints(values: [i32; 8]) -> [i32; 8] {
        values
    }
    #[inline(always)]
    fn words(values: [i32; 8]) -> [u32; 8] {
        values.map(|value| value as u32)
    }
    #[inline(always)]
    fn bits(values: [f32; 8]) -> [i32; 8] {
        values.map(|value| value.to_bits() as i32)
    }
    #[inline(always)]
    fn from_bits(bits: [i32; 8]) -> [f32; 8] {
        bits.map(|bits| f32::from_bits(bits as u32))
    }
    #[inline(always)]
    fn floor(values: [f32; 8]) -> [f32; 8] {
        values.map(f32::floor)
    }
    #[inline(always)]
    fn add(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn subtract(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn multiply(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn larger(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn smaller(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn above(a: [f32; 8], b: [f32; 8]) -> [i32; 8] {
        each(a, b, |a, b| condition(a > b))
    }
    #[inline(always)]
    fn to_ints(values: [f32; 8]) -> [i32; 8] {
        values.map(|value| value as i32)
    }
    #[inline(always)]
    fn to_floats(values: [i32; 8]) -> [f32; 8] {
        values.map(|value| value as f32)
    }
    #[inline(always)]
    fn sum(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, i32::wrapping_add)
    }
    #[inline(always)]
    fn difference(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, i32::wrapping_sub)
    }
    #[inline(always)]
    fn product(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, i32::wrapping_mul)
    }
    #[inline(always)]
    fn shift_right<const BITS: i32>(values: [i32; 8]) -> [i32; 8] {
        values.map(|value| (value as u32 >> BITS) as i32)
    }
    #[inline(always)]
    fn and(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn greater(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, |a, b| condition(a > b))
    }
    #[inline(always)]
    fn equal(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, |a, b| condition(a == b))
    }
    #[inline(always)]
    fn signs(values: [i32; 8]) -> u64 {
        values.iter().enumerate().fold(0, |signs, (lane, value)| signs | u64::from(*value < 0) << lane)
    }
}

/// AVX2 instructions. Only code that `versions!` compiled for AVX2 may use them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx2;

/// Defines methods of one instruction each.
#[cfg(target_arch = "x86_64")]
macro_rules! instructions {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty = $body:expr;)*) => { $(
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result {
            // SAFETY: the CPU has AVX2, as required of users of the type; vectors and arrays of eight words have the same bytes.
            unsafe { $body }
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
impl Eight for Avx2 {
    type Floats = arch::__m256;
    type Ints = arch::__m256i;

    #[inline(always)]
    fn shift_right<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: the CPU has AVX2, as required of users of the type.
        unsafe { arch::_mm256_srli_epi32::<BITS>(values) }
    }

    instructions! {
        floats(values: [f32; 8]) -> Self::Floats = arch::_mm256_loadu_ps(values.as_ptr());
        ints(values: [i32; 8]) -> Self::Ints = std::mem::transmute::<[i32; 8], Self::Ints>(values);
        words(values: Self::Ints) -> [u32; 8] = std::mem::transmute::<Self::Ints, [u32; 8]>(values);
        float(value: f32) -> Self::Floats = arch::_mm256_set1_ps(value);
        int(value: i32) -> Self::Ints = arch::_mm256_set1_epi32(value);
        from_words(words: [u32; 8]) -> Self::Ints = std::mem::transmute::<[u32; 8], Self::Ints>(words);
        bits(values: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(values);
        from_bits(bits: Self::Ints) -> Self::Floats = arch::_mm256_castsi256_ps(bits);
        floor(values: Self::Floats) -> Self::Floats = arch::_mm256_floor_ps(values);
        add(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_add_ps(a, b);
        subtract(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_sub_ps(a, b);
        multiply(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_mul_ps(a, b);
        larger(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_max_ps(a, b);
        smaller(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_min_ps(a, b);
        above(a: Self::Floats, b: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(arch::_mm256_cmp_ps::<{ arch::_CMP_GT_OQ }>(a, b));
        to_ints(values: Self::Floats) -> Self::Ints = arch::_mm256_cvttps_epi32(values);
        to_floats(values: Self::Ints) -> Self::Floats = arch::_mm256_cvtepi32_ps(values);
        sum(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_add_epi32(a, b);
        difference(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_sub_epi32(a, b);
        product(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_mullo_epi32(a, b);
        and(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_and_si256(a, b);
        or(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_or_si256(a, b);
        xor(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_xor_si256(a, b);
        greater(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_cmpgt_epi32(a, b);
        equal(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_cmpeq_epi32(a, b);
        signs(values: Self::Ints) -> u64 = u64::from(arch::_mm256_movemask_ps(arch::_mm256_castsi256_ps(values)) as u32 & 0xFF);
        choose(condition: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_blendv_epi8(b, a, condition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cpu::InstructionSet;

    fn everything<V: Eight>(a: [f32; 8], b: [f32; 8], c: [i32; 8], d: [i32; 8]) -> Vec<[u32; 8]> {
        let (a, b, c, d) = (V::floats(a), V::floats(b), V::ints(c), V::ints(d));
        let floats = [
            V::add(a, b),
            V::subtract(a, b),
            V::multiply(a, b),
            V::larger(a, b),
            V::smaller(a, b),
            V::to_floats(c),
            V::float(2.5),
            V::floor(b),
            V::from_bits(d),
        ];
        let ints = [
            V::above(a, b),
            V::sum(c, d),
            V::difference(c, d),
            V::and(c, d),
            V::or(c, d),
            V::xor(c, d),
            V::product(c, d),
            V::shift_right::<3>(c),
            V::greater(c, d),
            V::equal(c, d),
            V::int(-3),
            V::choose(V::greater(c, d), c, d),
            V::lanes(0xA5),
            V::from_words([V::signs(c) as u32; 8]),
            V::to_ints(V::to_floats(V::and(c, V::int(0xFF_FFFF)))),
        ];
        floats.into_iter().map(|value| V::words(V::bits(value))).chain(ints.into_iter().map(|value| V::words(value))).collect()
    }

    #[test]
    fn both_give_the_same_bits() {
        let floats = [0.0, -0.0, 1.5, -7.25, f32::INFINITY, f32::MIN_POSITIVE / 4.0, 1e30, 3.0];
        let ints = [0, -1, 1, i32::MAX, i32::MIN, 0x1234_5678, -77, 5];
        let (mut turned, mut mixed) = (floats, ints);
        turned.rotate_left(3);
        mixed.rotate_left(2);
        let plain = everything::<Plain>(floats, turned, ints, mixed);
        // ints + mixed: 0 + 1, -1 + (2^31 - 1).
        assert_eq!(plain[10][..2], [1, 0x7FFF_FFFE]);
        #[cfg(target_arch = "x86_64")]
        if InstructionSet::best().avx2() {
            #[target_feature(enable = "avx2")]
            fn wide(a: [f32; 8], b: [f32; 8], c: [i32; 8], d: [i32; 8]) -> Vec<[u32; 8]> {
                everything::<Avx2>(a, b, c, d)
            }
            // SAFETY: the CPU has AVX2.
            assert_eq!(unsafe { wide(floats, turned, ints, mixed) }, plain);
        }
    }
}
