//! Vectors, for the loops that the compiler does not vectorise: of sixteen lanes with AVX-512 instructions, of eight with AVX2 and F16C or with NEON instructions, and
//! of eight in plain Rust. All produce the same bits.

/// Defines methods of one instruction each.
#[cfg(target_arch = "x86_64")]
macro_rules! instructions {
    ($($name:ident $(<$word:ident: $bound:ident>)? ($($argument:ident: $type:ty),*) -> $result:ty = $body:expr;)*) => { $(
        #[inline(always)]
        fn $name $(<$word: $bound>)? ($($argument: $type),*) -> $result {
            // SAFETY: the CPU has the instructions, as required of users of the type; a vector has the bytes of an array of as many words.
            unsafe { $body }
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod runs;
pub mod shuffle;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use plain::Plain;
pub use runs::Runs;
use std::sync::atomic::AtomicU32;

/// A word of a lane.
///
/// # Safety
/// The type has four bytes, all of whose values are valid.
pub unsafe trait Word: Copy {}

// SAFETY: every value of four bytes is one of these types.
unsafe impl Word for u32 {}
// SAFETY: as above.
unsafe impl Word for i32 {}
// SAFETY: as above.
unsafe impl Word for f32 {}

/// Operations on vectors of floats or integers, as many as [`LANES`](Self::LANES). A condition is an integer vector whose lanes are all ones or 0.
pub trait Vector: Copy {
    /// As many `f32`.
    type Floats: Copy;
    /// As many 32-bit integers.
    type Ints: Copy;
    /// The number of lanes, 8 or 16.
    const LANES: usize;
    /// True if vectors are registers of the processor, false if they are lanes one by one.
    const IS_NATIVE: bool;
    /// True if words that follow each other load in less time than others.
    const LOADS_PAIRS: bool = false;

    /// Returns a vector with `value` in every lane.
    fn float(value: f32) -> Self::Floats;
    /// Returns a vector with `value` in every lane.
    fn int(value: i32) -> Self::Ints;
    /// Returns part `number` of the words of a wave: those from `number * LANES` on.
    fn part<W: Word>(words: &[W; 64], number: usize) -> Self::Ints;
    /// Sets part `number` of the words of a wave.
    fn set_part<W: Word>(words: &mut [W; 64], number: usize, values: Self::Ints);

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
    /// Returns a / b.
    fn divide(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a > b ? a : b.
    fn larger(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a < b ? a : b.
    fn smaller(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns a > b.
    fn above(a: Self::Floats, b: Self::Floats) -> Self::Ints;
    /// Returns a >= b.
    fn at_least(a: Self::Floats, b: Self::Floats) -> Self::Ints;
    /// Returns a == b.
    fn alike(a: Self::Floats, b: Self::Floats) -> Self::Ints;
    /// Truncates to integers; every value must fit.
    fn to_ints(values: Self::Floats) -> Self::Ints;
    /// Converts to floats, rounding to nearest.
    fn to_floats(values: Self::Ints) -> Self::Floats;

    /// Returns x - floor(x), or 0 if that is not a number.
    #[inline(always)]
    fn fraction(values: Self::Floats) -> Self::Floats {
        Self::larger(Self::subtract(values, Self::floor(values)), Self::float(0.0))
    }

    /// Returns floor(x), which must fit, as an integer, and x - floor(x).
    #[inline(always)]
    fn split(values: Self::Floats) -> (Self::Ints, Self::Floats) {
        let floor = Self::floor(values);
        (Self::to_ints(floor), Self::subtract(values, floor))
    }

    /// Returns a + b, wrapping.
    fn sum(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a - b, wrapping.
    fn difference(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns a * b, wrapping.
    fn product(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the lesser one of two signed integers.
    fn least(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the greater one of two signed integers.
    fn most(a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Returns the lanes shifted right by `BITS` bits, which are filled with zeros.
    fn shift_right<const BITS: i32>(values: Self::Ints) -> Self::Ints;
    /// Returns the lanes shifted right by as many bits, fewer than 32, which are filled with zeros.
    fn shift_right_by(values: Self::Ints, bits: Self::Ints) -> Self::Ints;
    /// Returns the lanes shifted right by `BITS` bits, which are filled with the sign.
    fn shift_right_signed<const BITS: i32>(values: Self::Ints) -> Self::Ints;
    /// Returns the lanes shifted left by `BITS` bits.
    fn shift_left<const BITS: i32>(values: Self::Ints) -> Self::Ints;
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
    /// Returns the words at these indices; 0 for indices out of bounds.
    fn load(words: &[AtomicU32], indices: Self::Ints) -> Self::Ints;
    /// Returns the words at these indices; 0 for indices out of bounds. In less time than `load` if they are those of rows that follow each other, in the order of
    /// quads.
    #[inline(always)]
    fn load_near(words: &[AtomicU32], indices: Self::Ints) -> Self::Ints {
        Self::load(words, indices)
    }
    /// Returns the words at these indices, and those behind them; 0 for both where one of them is out of bounds.
    #[inline(always)]
    fn load_pairs(words: &[AtomicU32], indices: Self::Ints) -> [Self::Ints; 2] {
        let (first, second) = (words.split_last().map_or(words, |(_, before)| before), words.get(1..).unwrap_or(words));
        [Self::load(first, indices), Self::load(second, indices)]
    }
    /// Returns the words at part `number` of the offsets in bytes, and those behind them.
    ///
    /// # Safety
    /// The eight bytes from each offset on are within the words, and the offsets are those of words.
    #[inline(always)]
    unsafe fn load_checked_pairs(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Ints; 2] {
        Self::load_pairs(words, Self::shift_right::<2>(Self::part(offsets, number)))
    }
    /// Returns the floats at these indices; those of bits above the lowest eight are ignored.
    fn look_up(table: &[f32; 256], indices: Self::Ints) -> Self::Floats;

    /// Returns a byte of each word, by its number from the lowest one, divided by 255 and rounded as the quotient is.
    #[inline(always)]
    fn byte_fraction(words: Self::Ints, number: usize) -> Self::Floats {
        let byte = match number {
            0 => Self::and(words, Self::int(0xFF)),
            1 => Self::and(Self::shift_right::<8>(words), Self::int(0xFF)),
            2 => Self::and(Self::shift_right::<16>(words), Self::int(0xFF)),
            _ => Self::shift_right::<24>(words),
        };
        Self::multiply(Self::to_floats(Self::sum(byte, Self::sum(byte, byte))), Self::float(THIRD_OF_BYTE))
    }

    /// Returns condition ? a : b.
    #[inline(always)]
    fn choose(condition: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints {
        Self::xor(b, Self::and(condition, Self::xor(a, b)))
    }
}

/// Operations on vectors of eight lanes.
pub trait Eight: Vector {
    /// Converts an array to a vector.
    fn floats(values: [f32; 8]) -> Self::Floats;
    /// Converts an array to a vector.
    fn ints(values: [i32; 8]) -> Self::Ints;
    /// Converts a vector to an array.
    fn words(values: Self::Ints) -> [u32; 8];

    /// Converts an array of words to a vector.
    #[inline(always)]
    fn from_words(words: [u32; 8]) -> Self::Ints {
        Self::ints(words.map(|word| word as i32))
    }

    /// Converts two rows of eight pixels, the lower one first, to the lanes of four quads.
    fn quads_of_rows(lower: Self::Ints, upper: Self::Ints) -> (Self::Ints, Self::Ints);
    /// Converts the lanes of four quads to two rows of eight pixels, the lower one first.
    fn rows_of_quads(first: Self::Ints, second: Self::Ints) -> (Self::Ints, Self::Ints);
    /// Converts two rows of four pixels of two words each, the lower one first, to the first and the second words of the lanes of two quads.
    fn quads_of_pairs(lower: Self::Ints, upper: Self::Ints) -> (Self::Ints, Self::Ints);
    /// Converts the first and the second words of the lanes of two quads to two rows of four pixels of two words each, the lower one first.
    fn pairs_of_quads(firsts: Self::Ints, seconds: Self::Ints) -> (Self::Ints, Self::Ints);
    /// Returns the words of an array, each as by a relaxed load.
    fn load_all(words: &[AtomicU32; 8]) -> Self::Ints;
    /// Sets the words of an array, each as by a relaxed store.
    fn store_all(words: &[AtomicU32; 8], values: Self::Ints);
    /// Returns the words at these indices, which are not negative; the last word for those out of bounds. The table is not empty.
    fn look_up_words<const N: usize>(table: &[u32; N], indices: Self::Ints) -> Self::Ints;
    /// Returns the values of half floats, in words whose upper halves are 0: [`from_half`](super::math::from_half).
    fn from_halves(halves: Self::Ints) -> Self::Floats;
    /// Returns the nearest half floats, in the lower halves of words: [`to_half`](super::math::to_half).
    fn to_halves(values: Self::Floats) -> Self::Ints;

    /// Returns `BYTES` bytes, 1, 2 or 4, from each offset of part `number` on, in the lower digits of words.
    ///
    /// # Safety
    /// The bytes are within the words.
    unsafe fn load_run<const BYTES: usize>(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> Self::Ints;
    /// Returns the four words from each offset in bytes of part `number` on.
    ///
    /// # Safety
    /// The sixteen bytes from each offset on are within the words, and the offsets are those of words.
    unsafe fn load_fours(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Ints; 4];
    /// Returns the eight half floats from each offset in bytes of part `number` on. The digits of those that are no numbers may differ.
    ///
    /// # Safety
    /// As for [`load_fours`](Self::load_fours).
    unsafe fn load_halves(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Floats; 8];

    /// Returns the four bytes of words, the lowest first, divided by 255 and rounded as the quotients are.
    fn from_unorm8(words: Self::Ints) -> [Self::Floats; 4];
    /// Returns words of four bytes, the lowest first: values clamped to 0 to 1, times 255, rounded to even. NaN gives 0. The values are below 2^23.
    fn to_unorm8(values: &[Self::Floats; 4]) -> Self::Ints;

    /// Expands the low eight bits of a mask to a condition.
    #[inline(always)]
    fn lanes(mask: u64) -> Self::Ints {
        let bits = Self::ints([1, 2, 4, 8, 16, 32, 64, 128]);
        Self::equal(Self::and(Self::int(mask as i32), bits), bits)
    }
}

/// 1 / 765: three times a byte, times this, is the byte divided by 255 and rounded once.
const THIRD_OF_BYTE: f32 = 1.0 / 765.0;
