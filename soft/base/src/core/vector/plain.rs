//! Vectors in plain Rust.

use super::{Eight, Vector, Word};
use crate::core::{math, words};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Plain Rust, for every CPU.
#[derive(Clone, Copy)]
pub struct Plain;

/// Defines methods that do one thing to each lane. Written lane after lane: the compiler takes several times as long for loops and for `array::map`.
macro_rules! each_lane {
    ($($name:ident $(<const $bits:ident: i32>)? ($($argument:ident: $type:ty),*) -> $result:ty = $body:expr;)*) => { $(
        #[inline(always)]
        fn $name $(<const $bits: i32>)? ($($argument: [$type; 8]),*) -> [$result; 8] {
            each_lane!(@lanes [$($argument)*] $body)
        }
    )* };
    (@lanes [$a:ident] $body:expr) => {
        each_lane!(@list $a $body, [$a[0]] [$a[1]] [$a[2]] [$a[3]] [$a[4]] [$a[5]] [$a[6]] [$a[7]])
    };
    (@lanes [$a:ident $b:ident] $body:expr) => {
        each_lane!(@list ($a, $b) $body, [($a[0], $b[0])] [($a[1], $b[1])] [($a[2], $b[2])] [($a[3], $b[3])] [($a[4], $b[4])] [($a[5], $b[5])] [($a[6], $b[6])] [($a[7], $b[7])])
    };
    (@list $names:tt $body:expr, $([$values:expr])*) => {
        [$({
            let $names = $values;
            $body
        }),*]
    };
}

#[inline(always)]
fn condition(holds: bool) -> i32 {
    -i32::from(holds)
}

/// Returns a > b. On AArch64, where vectors of the processor are used in place of these, the compiler does not see that it chooses one of the two: of a comparison
/// with a constant it would make the instruction for the maximum, which gives NaN for signalling ones.
#[inline(always)]
fn is_above(a: f32, b: f32) -> bool {
    let above = a > b;
    if cfg!(target_arch = "aarch64") { std::hint::black_box(above) } else { above }
}

/// Returns a word; 0 out of bounds.
#[inline(always)]
fn word(words: &[AtomicU32], index: usize) -> u32 {
    words.get(index).map_or(0, |word| word.load(Relaxed))
}

impl Vector for Plain {
    type Floats = [f32; 8];
    type Ints = [i32; 8];
    const LANES: usize = 8;
    const IS_NATIVE: bool = false;

    // Written out: an array of one value that is not constant is a loop, too.
    #[inline(always)]
    fn float(value: f32) -> [f32; 8] {
        [value, value, value, value, value, value, value, value]
    }
    #[inline(always)]
    fn int(value: i32) -> [i32; 8] {
        [value, value, value, value, value, value, value, value]
    }
    #[inline(always)]
    fn part<W: Word>(words: &[W; 64], number: usize) -> [i32; 8] {
        // SAFETY: every value of a word is an integer.
        unsafe { std::mem::transmute_copy::<[W; 8], [i32; 8]>(&words.as_chunks().0[number]) }
    }
    #[inline(always)]
    fn set_part<W: Word>(words: &mut [W; 64], number: usize, values: [i32; 8]) {
        // SAFETY: every integer is a value of a word.
        words.as_chunks_mut().0[number] = unsafe { std::mem::transmute_copy::<[i32; 8], [W; 8]>(&values) };
    }
    each_lane! {
        bits(value: f32) -> i32 = value.to_bits() as i32;
        from_bits(bits: i32) -> f32 = f32::from_bits(bits as u32);
        floor(value: f32) -> f32 = value.floor();
        add(a: f32, b: f32) -> f32 = a + b;
        subtract(a: f32, b: f32) -> f32 = a - b;
        multiply(a: f32, b: f32) -> f32 = a * b;
        divide(a: f32, b: f32) -> f32 = a / b;
        larger(a: f32, b: f32) -> f32 = if is_above(a, b) { a } else { b };
        smaller(a: f32, b: f32) -> f32 = if is_above(b, a) { a } else { b };
        alike(a: f32, b: f32) -> i32 = condition(a == b);
        above(a: f32, b: f32) -> i32 = condition(a > b);
        at_least(a: f32, b: f32) -> i32 = condition(a >= b);
        to_ints(value: f32) -> i32 = value as i32;
        to_floats(value: i32) -> f32 = value as f32;
        sum(a: i32, b: i32) -> i32 = a.wrapping_add(b);
        difference(a: i32, b: i32) -> i32 = a.wrapping_sub(b);
        product(a: i32, b: i32) -> i32 = a.wrapping_mul(b);
        least(a: i32, b: i32) -> i32 = a.min(b);
        most(a: i32, b: i32) -> i32 = a.max(b);
        shift_right<const BITS: i32>(value: i32) -> i32 = (value as u32 >> BITS) as i32;
        shift_right_by(value: i32, bits: i32) -> i32 = (value as u32 >> (bits & 31)) as i32;
        shift_right_signed<const BITS: i32>(value: i32) -> i32 = value >> BITS;
        shift_left<const BITS: i32>(value: i32) -> i32 = value << BITS;
        and(a: i32, b: i32) -> i32 = a & b;
        or(a: i32, b: i32) -> i32 = a | b;
        xor(a: i32, b: i32) -> i32 = a ^ b;
        greater(a: i32, b: i32) -> i32 = condition(a > b);
        equal(a: i32, b: i32) -> i32 = condition(a == b);
    }

    #[inline(always)]
    fn signs(values: [i32; 8]) -> u64 {
        let [a, b, c, d, e, f, g, h] = each_lane!(@lanes [values] u64::from(values < 0));
        a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5 | g << 6 | h << 7
    }
    #[inline(always)]
    fn load(words: &[AtomicU32], indices: [i32; 8]) -> [i32; 8] {
        each_lane!(@lanes [indices] word(words, indices as u32 as usize) as i32)
    }
    #[inline(always)]
    fn look_up(table: &[f32; 256], indices: [i32; 8]) -> [f32; 8] {
        each_lane!(@lanes [indices] table[(indices & 0xFF) as usize])
    }
}

impl Eight for Plain {
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
        each_lane!(@lanes [values] values as u32)
    }
    #[inline(always)]
    fn quads_of_rows(l: [i32; 8], u: [i32; 8]) -> ([i32; 8], [i32; 8]) {
        ([l[0], l[1], u[0], u[1], l[2], l[3], u[2], u[3]], [l[4], l[5], u[4], u[5], l[6], l[7], u[6], u[7]])
    }
    #[inline(always)]
    fn rows_of_quads(a: [i32; 8], b: [i32; 8]) -> ([i32; 8], [i32; 8]) {
        ([a[0], a[1], a[4], a[5], b[0], b[1], b[4], b[5]], [a[2], a[3], a[6], a[7], b[2], b[3], b[6], b[7]])
    }
    #[inline(always)]
    fn quads_of_pairs(l: [i32; 8], u: [i32; 8]) -> ([i32; 8], [i32; 8]) {
        ([l[0], l[2], u[0], u[2], l[4], l[6], u[4], u[6]], [l[1], l[3], u[1], u[3], l[5], l[7], u[5], u[7]])
    }
    #[inline(always)]
    fn pairs_of_quads(a: [i32; 8], b: [i32; 8]) -> ([i32; 8], [i32; 8]) {
        ([a[0], b[0], a[1], b[1], a[4], b[4], a[5], b[5]], [a[2], b[2], a[3], b[3], a[6], b[6], a[7], b[7]])
    }
    #[inline(always)]
    fn load_all(words: &[AtomicU32; 8]) -> [i32; 8] {
        let mut result = [0; 8];
        for (four, words) in result.as_chunks_mut::<4>().0.iter_mut().zip(words.as_chunks().0) {
            *four = words::load_four(words).map(|word| word as i32);
        }
        result
    }
    #[inline(always)]
    fn store_all(words: &[AtomicU32; 8], values: [i32; 8]) {
        for (words, four) in words.as_chunks().0.iter().zip(values.as_chunks::<4>().0) {
            words::store_four(words, four.map(|value| value as u32));
        }
    }
    #[inline(always)]
    fn look_up_words<const N: usize>(table: &[u32; N], indices: [i32; 8]) -> [i32; 8] {
        each_lane!(@lanes [indices] table[(indices as usize).min(N - 1)] as i32)
    }
    #[inline(always)]
    fn from_halves(halves: [i32; 8]) -> [f32; 8] {
        each_lane!(@lanes [halves] math::from_half(halves as u32))
    }
    #[inline(always)]
    fn to_halves(values: [f32; 8]) -> [i32; 8] {
        each_lane!(@lanes [values] math::to_half(values) as i32)
    }
    #[inline(always)]
    unsafe fn load_run<const BYTES: usize>(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [i32; 8] {
        offsets.as_chunks::<8>().0[number].map(|offset| {
            let (index, shift) = (offset as usize / 4, offset % 4 * 8);
            let second = if shift as usize + BYTES * 8 > 32 { u64::from(word(words, index + 1)) << 32 } else { 0 };
            ((u64::from(word(words, index)) | second) >> shift & ((1 << (BYTES * 8)) - 1)) as i32
        })
    }
    #[inline(always)]
    unsafe fn load_fours(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [[i32; 8]; 4] {
        let first = Self::shift_right::<2>(Self::part(offsets, number));
        [0, 1, 2, 3].map(|word| Self::load(words, Self::sum(first, [word; 8])))
    }
    #[inline(always)]
    unsafe fn load_halves(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [[f32; 8]; 8] {
        // SAFETY: the caller guarantees this.
        let words = unsafe { Self::load_fours(words, offsets, number) };
        [0, 1, 2, 3, 4, 5, 6, 7].map(|half: usize| words[half / 2].map(|word| math::from_half(word as u32 >> (half % 2 * 16) & 0xFFFF)))
    }
    #[inline(always)]
    fn from_unorm8(words: [i32; 8]) -> [[f32; 8]; 4] {
        let byte = Self::byte_fraction;
        [byte(words, 0), byte(words, 1), byte(words, 2), byte(words, 3)]
    }
    #[inline(always)]
    fn to_unorm8(&[red, green, blue, alpha]: &[[f32; 8]; 4]) -> [i32; 8] {
        let low = Self::or(codes(red), Self::shift_left::<8>(codes(green)));
        Self::or(low, Self::or(Self::shift_left::<16>(codes(blue)), Self::shift_left::<24>(codes(alpha))))
    }
}

/// Returns values clamped to 0 to 1, times 255.
#[inline(always)]
fn codes(values: [f32; 8]) -> [i32; 8] {
    let values = Plain::smaller(Plain::larger(values, Plain::float(0.0)), Plain::float(1.0));
    // In this range one unit in the last place is 1: the addition rounds.
    let sums = Plain::add(Plain::multiply(values, Plain::float(255.0)), Plain::float(8_388_608.0));
    Plain::and(Plain::bits(sums), Plain::int(0xFF))
}
