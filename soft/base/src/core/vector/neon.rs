//! Vectors of eight lanes with NEON instructions, which every AArch64 processor has: two registers of four lanes.

use super::{Eight, Vector, Word};
use crate::core::math;
use std::arch::aarch64 as arch;
use std::sync::atomic::AtomicU32;

/// NEON instructions.
#[derive(Clone, Copy)]
pub struct Neon;

/// Eight floats; the lower lanes first.
type Floats = [arch::float32x4_t; 2];
/// Eight integers; the lower lanes first.
type Ints = [arch::int32x4_t; 2];

/// Defines methods that do the same to both registers.
macro_rules! both {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty = $body:expr;)*) => { $(
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result {
            // SAFETY: every AArch64 processor has NEON.
            let both = unsafe {
                [
                    { $(let $argument = $argument[0];)* $body },
                    { $(let $argument = $argument[1];)* $body },
                ]
            };
            both
        }
    )* };
}

/// Returns a condition as signed integers.
#[inline(always)]
fn signed(condition: arch::uint32x4_t) -> arch::int32x4_t {
    // SAFETY: every AArch64 processor has NEON.
    unsafe { arch::vreinterpretq_s32_u32(condition) }
}

/// Returns integers, or a condition, as unsigned ones.
#[inline(always)]
fn unsigned(values: arch::int32x4_t) -> arch::uint32x4_t {
    // SAFETY: as above.
    unsafe { arch::vreinterpretq_u32_s32(values) }
}

/// Returns a > b. The compiler does not see which comparison it is: of one with a constant it would make the instruction for the maximum, which gives NaN for
/// signalling ones.
#[inline(always)]
fn is_above(a: arch::float32x4_t, b: arch::float32x4_t) -> arch::uint32x4_t {
    let result;
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        std::arch::asm!("fcmgt {result:v}.4s, {a:v}.4s, {b:v}.4s", result = lateout(vreg) result, a = in(vreg) a, b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags));
    }
    result
}

/// Returns pairs of lanes as one lane.
#[inline(always)]
fn pairs(values: arch::int32x4_t) -> arch::int64x2_t {
    // SAFETY: as above.
    unsafe { arch::vreinterpretq_s64_s32(values) }
}

/// Returns the lower pairs of two registers, and the upper ones.
#[inline(always)]
fn zip_pairs(a: arch::int32x4_t, b: arch::int32x4_t) -> Ints {
    // SAFETY: as above.
    unsafe {
        let (low, high) = (arch::vzip1q_s64(pairs(a), pairs(b)), arch::vzip2q_s64(pairs(a), pairs(b)));
        [arch::vreinterpretq_s32_s64(low), arch::vreinterpretq_s32_s64(high)]
    }
}

/// Returns a word at an index that is in bounds.
///
/// # Safety
/// The index is that of a word.
#[inline(always)]
unsafe fn word(words: *const AtomicU32, index: u32) -> i32 {
    // SAFETY: the caller guarantees this.
    unsafe { (*words.add(index as usize)).load(std::sync::atomic::Ordering::Relaxed) as i32 }
}

/// Loads bytes from an offset on as one load, of which processors never tear an aligned word.
///
/// # Safety
/// The bytes of the operand are within the words.
macro_rules! load {
    ($instruction:literal, $register:ident, $words:expr, $offset:expr) => {{
        let loaded;
        std::arch::asm!(concat!($instruction, ", [{words}, {offset}]"), loaded = out($register) loaded, words = in(reg) $words, offset = in(reg) u64::from($offset),
            options(readonly, nostack, preserves_flags));
        loaded
    }};
}

/// Returns the columns of four rows of four elements.
#[inline(always)]
fn columns([a, b, c, d]: [arch::int32x4_t; 4]) -> [arch::int32x4_t; 4] {
    // SAFETY: every AArch64 processor has NEON.
    unsafe {
        let (low, high) = (arch::vzip1q_s32(a, b), arch::vzip2q_s32(a, b));
        let (more_low, more_high) = (arch::vzip1q_s32(c, d), arch::vzip2q_s32(c, d));
        let ([first, second], [third, fourth]) = (zip_pairs(low, more_low), zip_pairs(high, more_high));
        [first, second, third, fourth]
    }
}

/// Loads two words from each of four offsets; returns the first words and the second ones.
///
/// # Safety
/// The eight bytes from each offset on are within the words.
#[inline(always)]
unsafe fn four_pairs(words: *const AtomicU32, at: [u32; 4]) -> Ints {
    // SAFETY: the caller guarantees this, and every AArch64 processor has NEON.
    unsafe {
        let pair = |offset: u32| -> arch::int32x2_t { load!("ldr {loaded:d}", vreg, words, offset) };
        let (low, high) = (arch::vcombine_s32(pair(at[0]), pair(at[1])), arch::vcombine_s32(pair(at[2]), pair(at[3])));
        [arch::vuzp1q_s32(low, high), arch::vuzp2q_s32(low, high)]
    }
}

impl Neon {
    /// Returns which indices are below a limit.
    #[inline(always)]
    fn inside(indices: Ints, limit: usize) -> Ints {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        // SAFETY: every AArch64 processor has NEON.
        indices.map(|indices| signed(unsafe { arch::vcltq_u32(unsigned(indices), arch::vdupq_n_u32(limit)) }))
    }

    /// Makes a vector of what `value` returns for the number of each lane.
    #[inline(always)]
    fn from_lanes(value: impl Fn(usize) -> i32) -> Ints {
        Self::ints([value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)])
    }
}

impl Vector for Neon {
    type Floats = Floats;
    type Ints = Ints;
    const LANES: usize = 8;
    const IS_NATIVE: bool = true;
    const LOADS_PAIRS: bool = true;

    #[inline(always)]
    fn float(value: f32) -> Floats {
        // SAFETY: every AArch64 processor has NEON.
        [unsafe { arch::vdupq_n_f32(value) }; 2]
    }
    #[inline(always)]
    fn int(value: i32) -> Ints {
        // SAFETY: as above.
        [unsafe { arch::vdupq_n_s32(value) }; 2]
    }
    #[inline(always)]
    fn part<W: Word>(words: &[W; 64], number: usize) -> Ints {
        // SAFETY: every value of a word is an integer; both types have eight.
        unsafe { std::mem::transmute_copy::<[W; 8], Ints>(&words.as_chunks().0[number]) }
    }
    #[inline(always)]
    fn set_part<W: Word>(words: &mut [W; 64], number: usize, values: Ints) {
        // SAFETY: as above, and every integer is a value of a word.
        words.as_chunks_mut().0[number] = unsafe { std::mem::transmute_copy::<Ints, [W; 8]>(&values) };
    }

    both! {
        bits(values: Floats) -> Ints = arch::vreinterpretq_s32_f32(values);
        from_bits(bits: Ints) -> Floats = arch::vreinterpretq_f32_s32(bits);
        floor(values: Floats) -> Floats = arch::vrndmq_f32(values);
        add(a: Floats, b: Floats) -> Floats = arch::vaddq_f32(a, b);
        subtract(a: Floats, b: Floats) -> Floats = arch::vsubq_f32(a, b);
        multiply(a: Floats, b: Floats) -> Floats = arch::vmulq_f32(a, b);
        divide(a: Floats, b: Floats) -> Floats = arch::vdivq_f32(a, b);
        larger(a: Floats, b: Floats) -> Floats = arch::vbslq_f32(is_above(a, b), a, b);
        smaller(a: Floats, b: Floats) -> Floats = arch::vbslq_f32(is_above(b, a), a, b);
        above(a: Floats, b: Floats) -> Ints = signed(arch::vcgtq_f32(a, b));
        at_least(a: Floats, b: Floats) -> Ints = signed(arch::vcgeq_f32(a, b));
        alike(a: Floats, b: Floats) -> Ints = signed(arch::vceqq_f32(a, b));
        to_ints(values: Floats) -> Ints = arch::vcvtq_s32_f32(values);
        to_floats(values: Ints) -> Floats = arch::vcvtq_f32_s32(values);
        sum(a: Ints, b: Ints) -> Ints = arch::vaddq_s32(a, b);
        difference(a: Ints, b: Ints) -> Ints = arch::vsubq_s32(a, b);
        product(a: Ints, b: Ints) -> Ints = arch::vmulq_s32(a, b);
        least(a: Ints, b: Ints) -> Ints = arch::vminq_s32(a, b);
        most(a: Ints, b: Ints) -> Ints = arch::vmaxq_s32(a, b);
        shift_right_by(values: Ints, bits: Ints) -> Ints = signed(arch::vshlq_u32(unsigned(values), arch::vnegq_s32(bits)));
        and(a: Ints, b: Ints) -> Ints = arch::vandq_s32(a, b);
        or(a: Ints, b: Ints) -> Ints = arch::vorrq_s32(a, b);
        xor(a: Ints, b: Ints) -> Ints = arch::veorq_s32(a, b);
        greater(a: Ints, b: Ints) -> Ints = signed(arch::vcgtq_s32(a, b));
        equal(a: Ints, b: Ints) -> Ints = signed(arch::vceqq_s32(a, b));
        choose(condition: Ints, a: Ints, b: Ints) -> Ints = arch::vbslq_s32(unsigned(condition), a, b);
    }

    // Shifts by no bits have no instruction.
    #[inline(always)]
    fn shift_right<const BITS: i32>(values: Ints) -> Ints {
        // SAFETY: every AArch64 processor has NEON.
        values.map(|values| signed(unsafe { arch::vshlq_u32(unsigned(values), arch::vdupq_n_s32(-BITS)) }))
    }
    #[inline(always)]
    fn shift_right_signed<const BITS: i32>(values: Ints) -> Ints {
        // SAFETY: as above.
        values.map(|values| unsafe { arch::vshlq_s32(values, arch::vdupq_n_s32(-BITS)) })
    }
    #[inline(always)]
    fn shift_left<const BITS: i32>(values: Ints) -> Ints {
        // SAFETY: as above.
        values.map(|values| unsafe { arch::vshlq_s32(values, arch::vdupq_n_s32(BITS)) })
    }

    #[inline(always)]
    fn signs(values: Ints) -> u64 {
        // SAFETY: as above.
        unsafe {
            let bit = |values: arch::int32x4_t, places: [i32; 4]| {
                let signs = arch::vshrq_n_u32::<31>(unsigned(values));
                arch::vaddvq_u32(arch::vshlq_u32(signs, std::mem::transmute::<[i32; 4], arch::int32x4_t>(places)))
            };
            u64::from(bit(values[0], [0, 1, 2, 3]) | bit(values[1], [4, 5, 6, 7]))
        }
    }
    #[inline(always)]
    fn load(words: &[AtomicU32], indices: Ints) -> Ints {
        if words.is_empty() {
            return Self::int(0);
        }
        let inside = Self::inside(indices, words.len());
        // Lanes out of bounds read the first word.
        let at = Self::words(Self::and(indices, inside));
        // SAFETY: the indices are those of words.
        Self::and(inside, Self::from_lanes(|lane| unsafe { word(words.as_ptr(), at[lane]) }))
    }
    #[inline(always)]
    fn load_pairs(words: &[AtomicU32], indices: Ints) -> [Ints; 2] {
        let Some(last) = words.len().checked_sub(1).filter(|&last| last > 0) else { return [Self::int(0); 2] };
        let inside = Self::inside(indices, last);
        let at = Self::words(Self::and(indices, inside));
        // SAFETY: the indices are those of words, behind which others stand.
        let firsts = Self::from_lanes(|lane| unsafe { word(words.as_ptr(), at[lane]) });
        // SAFETY: as above.
        let seconds = Self::from_lanes(|lane| unsafe { word(words.as_ptr().add(1), at[lane]) });
        [Self::and(firsts, inside), Self::and(seconds, inside)]
    }
    #[inline(always)]
    unsafe fn load_checked_pairs(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Ints; 2] {
        let &[a, b, c, d, e, f, g, h] = &offsets.as_chunks().0[number];
        // SAFETY: the caller guarantees that the offsets are those of pairs.
        let ([first, second], [more_first, more_second]) =
            unsafe { (four_pairs(words.as_ptr(), [a, b, c, d]), four_pairs(words.as_ptr(), [e, f, g, h])) };
        [[first, more_first], [second, more_second]]
    }
    #[inline(always)]
    fn look_up(table: &[f32; 256], indices: Ints) -> Floats {
        let at = Self::words(indices);
        Self::from_bits(Self::from_lanes(|lane| table[(at[lane] & 0xFF) as usize].to_bits() as i32))
    }
}

impl Eight for Neon {
    #[inline(always)]
    fn floats(values: [f32; 8]) -> Floats {
        // SAFETY: both types are eight floats.
        unsafe { std::mem::transmute::<[f32; 8], Floats>(values) }
    }
    #[inline(always)]
    fn ints(values: [i32; 8]) -> Ints {
        // SAFETY: both types are eight integers.
        unsafe { std::mem::transmute::<[i32; 8], Ints>(values) }
    }
    #[inline(always)]
    fn words(values: Ints) -> [u32; 8] {
        // SAFETY: as above.
        unsafe { std::mem::transmute::<Ints, [u32; 8]>(values) }
    }
    #[inline(always)]
    fn quads_of_rows(lower: Ints, upper: Ints) -> (Ints, Ints) {
        (zip_pairs(lower[0], upper[0]), zip_pairs(lower[1], upper[1]))
    }
    #[inline(always)]
    fn rows_of_quads(first: Ints, second: Ints) -> (Ints, Ints) {
        let ([a, b], [c, d]) = (zip_pairs(first[0], first[1]), zip_pairs(second[0], second[1]));
        ([a, c], [b, d])
    }
    #[inline(always)]
    fn quads_of_pairs(lower: Ints, upper: Ints) -> (Ints, Ints) {
        // SAFETY: every AArch64 processor has NEON.
        let part = |half: usize| unsafe { (arch::vuzp1q_s32(lower[half], upper[half]), arch::vuzp2q_s32(lower[half], upper[half])) };
        let ((a, b), (c, d)) = (part(0), part(1));
        ([a, c], [b, d])
    }
    #[inline(always)]
    fn pairs_of_quads(firsts: Ints, seconds: Ints) -> (Ints, Ints) {
        // SAFETY: as above.
        let part = |half: usize| unsafe { (arch::vzip1q_s32(firsts[half], seconds[half]), arch::vzip2q_s32(firsts[half], seconds[half])) };
        let ((a, b), (c, d)) = (part(0), part(1));
        ([a, c], [b, d])
    }
    #[inline(always)]
    fn load_all(words: &[AtomicU32; 8]) -> Ints {
        // SAFETY: the array has eight words.
        unsafe {
            let half = |offset: u32| -> arch::int32x4_t { load!("ldr {loaded:q}", vreg, words, offset) };
            [half(0), half(16)]
        }
    }
    #[inline(always)]
    fn store_all(words: &[AtomicU32; 8], values: Ints) {
        // SAFETY: the array has eight words, and they are atomics, which may be written through a shared reference. The instruction has the effect of eight
        // relaxed stores: processors never tear an aligned word of a vector.
        unsafe {
            std::arch::asm!("stp {low:q}, {high:q}, [{into}]", low = in(vreg) values[0], high = in(vreg) values[1], into = in(reg) words,
                options(nostack, preserves_flags));
        }
    }
    #[inline(always)]
    fn look_up_words<const N: usize>(table: &[u32; N], indices: Ints) -> Ints {
        let at = Self::words(indices);
        Self::from_lanes(|lane| table[(at[lane] as usize).min(N - 1)] as i32)
    }
    #[inline(always)]
    fn from_halves(halves: Ints) -> Floats {
        // The processor would change the digits of what is no number.
        Self::floats(Self::words(halves).map(math::from_half))
    }
    #[inline(always)]
    fn to_halves(values: Floats) -> Ints {
        Self::from_words(Self::words(Self::bits(values)).map(|bits| math::to_half(f32::from_bits(bits))))
    }
    #[inline(always)]
    unsafe fn load_run<const BYTES: usize>(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> Ints {
        let (words, at) = (words.as_ptr(), &offsets.as_chunks::<8>().0[number]);
        // SAFETY: the caller guarantees that the bytes are within the words. One load has the effect of relaxed loads of words.
        Self::from_lanes(|lane| unsafe {
            match BYTES {
                1 => load!("ldrb {loaded:w}", reg, words, at[lane]),
                2 => load!("ldrh {loaded:w}", reg, words, at[lane]),
                _ => load!("ldr {loaded:w}", reg, words, at[lane]),
            }
        })
    }
    #[inline(always)]
    unsafe fn load_fours(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Ints; 4] {
        let (words, at) = (words.as_ptr(), &offsets.as_chunks::<8>().0[number]);
        // SAFETY: the caller guarantees that the bytes are within the words.
        let four = |lane: usize| -> arch::int32x4_t { unsafe { load!("ldr {loaded:q}", vreg, words, at[lane]) } };
        let (low, high) = (columns([four(0), four(1), four(2), four(3)]), columns([four(4), four(5), four(6), four(7)]));
        [[low[0], high[0]], [low[1], high[1]], [low[2], high[2]], [low[3], high[3]]]
    }
    #[inline(always)]
    unsafe fn load_halves(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Floats; 8] {
        // SAFETY: the caller guarantees that the bytes are within the words.
        let [a, b, c, d] = unsafe { Self::load_fours(words, offsets, number) };
        let low = |values: Ints| half_floats(values, false);
        let high = |values: Ints| half_floats(values, true);
        [low(a), high(a), low(b), high(b), low(c), high(c), low(d), high(d)]
    }
    #[inline(always)]
    fn from_unorm8(words: Ints) -> [Floats; 4] {
        [Self::byte_fraction(words, 0), Self::byte_fraction(words, 1), Self::byte_fraction(words, 2), Self::byte_fraction(words, 3)]
    }
    #[inline(always)]
    fn to_unorm8(&[red, green, blue, alpha]: &[Floats; 4]) -> Ints {
        let low = Self::or(codes(red), Self::shift_left::<8>(codes(green)));
        Self::or(low, Self::or(Self::shift_left::<16>(codes(blue)), Self::shift_left::<24>(codes(alpha))))
    }
}

/// Converts the half floats in the lower or the upper halves of words. Digits of those that are no numbers may differ.
#[inline(always)]
fn half_floats(words: Ints, upper: bool) -> Floats {
    words.map(|words| {
        let values: arch::float32x4_t;
        // SAFETY: every AArch64 processor has NEON, and its conversion of half floats.
        unsafe {
            let halves = if upper { arch::vshrn_n_s32::<16>(words) } else { arch::vmovn_s32(words) };
            std::arch::asm!("fcvtl {values:v}.4s, {halves:v}.4h", values = out(vreg) values, halves = in(vreg) halves, options(pure, nomem, nostack));
        }
        values
    })
}

/// Returns values clamped to 0 to 1, times 255, rounded to even; 0 for NaN.
#[inline(always)]
fn codes(values: Floats) -> Ints {
    values.map(|values| {
        // SAFETY: every AArch64 processor has NEON. The conversion clamps below, and gives 0 for NaN.
        unsafe {
            let codes = arch::vcvtnq_u32_f32(arch::vmulq_f32(values, arch::vdupq_n_f32(255.0)));
            signed(arch::vminq_u32(codes, arch::vdupq_n_u32(255)))
        }
    })
}
