//! Vectors in plain Rust.

use super::{Eight, THIRD_OF_BYTE, Vector, Word};
use crate::core::{math, words};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

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

impl Vector for Plain {
    type Floats = [f32; 8];
    type Ints = [i32; 8];
    const LANES: usize = 8;
    const IS_NATIVE: bool = false;

    #[inline(always)]
    fn float(value: f32) -> [f32; 8] {
        [value; 8]
    }
    #[inline(always)]
    fn int(value: i32) -> [i32; 8] {
        [value; 8]
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
    fn divide(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        each(a, b, |a, b| a / b)
    }
    #[inline(always)]
    fn alike(a: [f32; 8], b: [f32; 8]) -> [i32; 8] {
        each(a, b, |a, b| condition(a == b))
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
    fn at_least(a: [f32; 8], b: [f32; 8]) -> [i32; 8] {
        each(a, b, |a, b| condition(a >= b))
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
    fn least(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, i32::min)
    }
    #[inline(always)]
    fn most(a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        each(a, b, i32::max)
    }
    #[inline(always)]
    fn shift_right<const BITS: i32>(values: [i32; 8]) -> [i32; 8] {
        values.map(|value| (value as u32 >> BITS) as i32)
    }
    #[inline(always)]
    fn shift_right_by(values: [i32; 8], bits: [i32; 8]) -> [i32; 8] {
        each(values, bits, |value, bits| (value as u32 >> (bits & 31)) as i32)
    }
    #[inline(always)]
    fn shift_right_signed<const BITS: i32>(values: [i32; 8]) -> [i32; 8] {
        values.map(|value| value >> BITS)
    }
    #[inline(always)]
    fn shift_left<const BITS: i32>(values: [i32; 8]) -> [i32; 8] {
        values.map(|value| value << BITS)
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
    #[inline(always)]
    fn load(words: &[AtomicU32], indices: [i32; 8]) -> [i32; 8] {
        indices.map(|index| words.get(index as u32 as usize).map_or(0, |word| word.load(Relaxed)) as i32)
    }
    #[inline(always)]
    fn look_up(table: &[f32; 256], indices: [i32; 8]) -> [f32; 8] {
        indices.map(|index| table[(index & 0xFF) as usize])
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
        values.map(|value| value as u32)
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
        indices.map(|index| table[(index as usize).min(N - 1)] as i32)
    }
    #[inline(always)]
    fn from_halves(halves: [i32; 8]) -> [f32; 8] {
        halves.map(|half| math::from_half(half as u32))
    }
    #[inline(always)]
    fn to_halves(values: [f32; 8]) -> [i32; 8] {
        values.map(|value| math::to_half(value) as i32)
    }
    #[inline(always)]
    unsafe fn load_run<const BYTES: usize>(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [i32; 8] {
        let word = |index: usize| words.get(index).map_or(0, |word| u64::from(word.load(Relaxed)));
        offsets.as_chunks::<8>().0[number].map(|offset| {
            let (index, shift) = (offset as usize / 4, offset % 4 * 8);
            let both = word(index) | if shift as usize + BYTES * 8 > 32 { word(index + 1) << 32 } else { 0 };
            (both >> shift & ((1 << (BYTES * 8)) - 1)) as i32
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
        let mut result = [[0.0; 8]; 4];
        for (component, values) in result.iter_mut().enumerate() {
            for lane in 0..8 {
                values[lane] = ((words[lane] >> (component * 8) & 0xFF) * 3) as f32 * THIRD_OF_BYTE;
            }
        }
        result
    }
    #[inline(always)]
    fn to_unorm8(values: &[[f32; 8]; 4]) -> [i32; 8] {
        let mut result = [0; 8];
        for (component, values) in values.iter().enumerate() {
            for lane in 0..8 {
                let value = if values[lane] > 0.0 { values[lane] } else { 0.0 };
                let value = if value < 1.0 { value } else { 1.0 };
                // In this range one unit in the last place is 1: the addition rounds.
                result[lane] |= ((value * 255.0 + 8_388_608.0).to_bits() as i32 & 0xFF) << (component * 8);
            }
        }
        result
    }
}
