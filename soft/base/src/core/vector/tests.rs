//! Tests that all kinds of vectors give the same bits.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::shuffle::{Lane, Lanes, NONE};
use super::*;
use crate::core::cpu::{InstructionSet, versions};
#[cfg(target_arch = "x86_64")]
use crate::core::math;
use std::sync::atomic::Ordering::Relaxed;

type Wave<T> = [T; 64];

/// Applies every operation to each part of a wave.
#[inline(always)]
fn everything<V: Vector>(a: &Wave<f32>, b: &Wave<f32>, c: &Wave<i32>, d: &Wave<i32>) -> Vec<Wave<u32>> {
    let mut results = Vec::new();
    for number in 0..64 / V::LANES {
        let [a, b] = [a, b].map(|floats| V::from_bits(V::part(floats, number)));
        let [c, d] = [c, d].map(|ints| V::part(ints, number));
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
            V::divide(V::float(3.0), V::to_floats(V::or(c, V::int(1)))),
            V::look_up(&std::array::from_fn(|index| index as f32), c),
            V::fraction(b),
            V::split(V::smaller(V::larger(b, V::float(-1e9)), V::float(1e9))).1,
        ];
        let ints = [
            V::above(a, b),
            V::at_least(a, b),
            V::sum(c, d),
            V::difference(c, d),
            V::least(c, d),
            V::most(c, d),
            V::and(c, d),
            V::or(c, d),
            V::xor(c, d),
            V::product(c, d),
            V::shift_right::<3>(c),
            V::shift_left::<5>(c),
            V::shift_right_signed::<5>(c),
            V::shift_right_by(c, V::and(d, V::int(31))),
            V::alike(a, b),
            V::load(&[7, 8, 9].map(AtomicU32::new), V::and(c, V::int(3))),
            V::load(&[7, 8, 9].map(AtomicU32::new), c),
            V::load(&[], c),
            V::load_pairs(&[7, 8, 9].map(AtomicU32::new), V::and(c, V::int(3)))[0],
            V::load_pairs(&[7, 8, 9].map(AtomicU32::new), V::and(c, V::int(3)))[1],
            V::load_pairs(&[7, 8, 9].map(AtomicU32::new), c)[1],
            V::load_pairs(&[7].map(AtomicU32::new), c)[0],
            V::load_pairs(&[], c)[1],
            V::greater(c, d),
            V::equal(c, d),
            V::int(-3),
            V::choose(V::greater(c, d), c, d),
            V::to_ints(V::to_floats(V::and(c, V::int(0xFF_FFFF)))),
            V::split(V::smaller(V::larger(b, V::float(-1e9)), V::float(1e9))).0,
            signs_of_lanes::<V>(c),
            V::bits(V::byte_fraction(c, 0)),
            V::bits(V::byte_fraction(c, 1)),
            V::bits(V::byte_fraction(d, 2)),
            V::bits(V::byte_fraction(d, 3)),
        ];
        let all: Vec<V::Ints> = floats.into_iter().map(|value| V::bits(value)).chain(ints).collect();
        results.resize(all.len(), [0; 64]);
        for (result, values) in results.iter_mut().zip(all) {
            V::set_part(result, number, values);
        }
    }
    results
}

/// Returns a condition of the lanes whose sign bits are set, by their mask.
#[inline(always)]
fn signs_of_lanes<V: Vector>(values: V::Ints) -> V::Ints {
    let (signs, mut wave) = (V::signs(values), [0u32; 64]);
    (0..V::LANES).for_each(|lane| wave[lane] = (signs >> lane) as u32 & 1);
    assert!(V::LANES == 64 || signs >> V::LANES == 0);
    V::part(&wave, 0)
}

/// Applies the operations on eight lanes.
#[inline(always)]
fn of_eight<V: Eight>(a: [f32; 8], b: [f32; 8], c: [i32; 8], d: [i32; 8]) -> Vec<[u32; 8]> {
    let (a, b, c, d) = (V::floats(a), V::floats(b), V::ints(c), V::ints(d));
    let ((quads, more_quads), (rows, more_rows)) = (V::quads_of_rows(c, d), V::rows_of_quads(c, d));
    let ((firsts, seconds), (pairs, more_pairs)) = (V::quads_of_pairs(c, d), V::pairs_of_quads(c, d));
    let memory = [9, 8, 7, 6, 5, 4, 3, 2].map(AtomicU32::new);
    let loaded = V::load_all(&memory);
    V::store_all(&memory, V::sum(loaded, d));
    let ints = [
        quads,
        more_quads,
        rows,
        more_rows,
        firsts,
        seconds,
        pairs,
        more_pairs,
        loaded,
        V::from_words(memory.each_ref().map(|word| word.load(Relaxed))),
        V::look_up_words(&[3, 1, 4, 1, 5], V::and(c, V::int(7))),
        V::to_halves(a),
        V::to_unorm8(&[V::smaller(a, V::float(9.0)), V::smaller(b, V::float(8e6)), V::float(f32::NAN), V::float(-0.0)]),
        V::to_unorm8(&[V::float(0.5), V::float(1.5 / 255.0), V::float(2.5 / 255.0), V::divide(V::to_floats(c), V::float(300.0))]),
        V::lanes(0xA5),
        V::from_words(V::words(c)),
    ];
    let floats = [V::from_halves(V::and(c, V::int(0xFFFF))), V::floats([1.5, -0.0, 3.0, f32::INFINITY, 7.0, 8.0, 9.0, 1e-40])];
    let floats = floats.into_iter().chain(V::from_unorm8(c));
    ints.into_iter().chain(floats.map(|value| V::bits(value))).map(|value| V::words(value)).collect()
}

/// Loads words at the indices of rows of quads, and at others near them.
#[inline(always)]
fn near<V: Vector>(memory: &[AtomicU32], indices: &Wave<i32>) -> [Wave<u32>; 3] {
    let mut results = [[0; 64]; 3];
    for number in 0..64 / V::LANES {
        let indices = V::part(indices, number);
        let [first, second] = V::load_pairs(memory, indices);
        for (result, values) in results.iter_mut().zip([V::load_near(memory, indices), first, second]) {
            V::set_part(result, number, values);
        }
    }
    results
}

versions! {
    fn loads_near = near<Vector>(memory: &[AtomicU32], indices: &Wave<i32>) -> [Wave<u32>; 3]
}

#[test]
fn rows_of_quads_load_what_single_lanes_load() {
    let memory: Vec<AtomicU32> = (0..200).map(|index: u32| AtomicU32::new(index.wrapping_mul(0x9E37_79B9))).collect();
    let mut state = 1u32;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    };
    for _ in 0..20_000 {
        // Rows begin anywhere, also outside; in some rounds a lane is elsewhere.
        let (first, pitch) = (below(230) as i32 - 15, below(70) as i32 - 20);
        let mut indices: Wave<i32> = std::array::from_fn(|lane| first + (lane / 4 * 2 + lane % 2) as i32 + (lane / 2 % 2) as i32 * pitch);
        if below(3) == 0 {
            indices[below(64) as usize] = below(300) as i32 - 50;
        }
        let plain = loads_near(InstructionSet::BASELINE, &memory, &indices);
        let at = |index: i32| usize::try_from(index).ok().and_then(|index| memory.get(index));
        let word = |index: i32| at(index).map_or(0, |word| word.load(Relaxed));
        assert_eq!(plain[0], indices.map(word));
        for &set in InstructionSet::available() {
            assert!(loads_near(set, &memory, &indices) == plain, "{set:?}: {indices:?}");
        }
    }
}

versions! {
    fn every_operation = everything<Vector>(a: &Wave<f32>, b: &Wave<f32>, c: &Wave<i32>, d: &Wave<i32>) -> Vec<Wave<u32>>
}
versions! {
    fn every_operation_of_eight = of_eight<Eight>(a: [f32; 8], b: [f32; 8], c: [i32; 8], d: [i32; 8]) -> Vec<[u32; 8]>
}

#[test]
fn all_give_the_same_bits() {
    let floats = [
        0.0,
        -0.0,
        1.5,
        -7.25,
        f32::INFINITY,
        f32::MIN_POSITIVE / 4.0,
        1e30,
        3.0,
        -1e-10,
        f32::NEG_INFINITY,
        0.499_999_97,
        -0.5,
        8_388_607.5,
        -1e-40,
        16_777_216.0,
        -3.000_000_2,
    ];
    let ints = [0, -1, 1, i32::MAX, i32::MIN, 0x1234_5678, -77, 5, 2, 3, -4, 99, 0x7F80_0000, 31, -32, 1 << 30];
    // Each number beside four others.
    let wave = |shift: usize| std::array::from_fn(|lane| (lane + lane / 16 * shift) % 16);
    let (same, other): ([usize; 64], [usize; 64]) = (wave(0), wave(3).map(|place: usize| (place + 3) % 16));
    let ([a, b], [c, d]) =
        ([same, other].map(|places| places.map(|place| floats[place])), [same, other].map(|places| places.map(|place| ints[place])));
    let plain = every_operation(InstructionSet::BASELINE, &a, &b, &c, &d);
    // 0 + 2^31 - 1, -1 - 2^31.
    assert_eq!(plain[15][..2], [0x7FFF_FFFF, 0x7FFF_FFFF]);
    let of_eight = |set| {
        let ([a, b], [c, d]) = ([&a, &b].map(|wave| *wave.first_chunk().unwrap()), [&c, &d].map(|wave| *wave.first_chunk().unwrap()));
        every_operation_of_eight(set, a, b, c, d)
    };
    let eight = of_eight(InstructionSet::BASELINE);
    for &set in InstructionSet::available() {
        // Which NaN results is not defined: that of two infinite values may have either sign.
        let same = |a: &Wave<u32>, b: &Wave<u32>| {
            (0..64).all(|lane| a[lane] == b[lane] || [a, b].iter().all(|words| f32::from_bits(words[lane]).is_nan()))
        };
        let found = every_operation(set, &a, &b, &c, &d);
        assert_eq!(found.len(), plain.len());
        for (number, (found, plain)) in found.iter().zip(&plain).enumerate() {
            assert!(same(found, plain), "operation {number}, {set:?}: {found:?} {plain:?}");
        }
        assert_eq!(of_eight(set), eight, "{set:?}");
    }
}

#[test]
fn bytes_and_floats_from_0_to_1_convert_both_ways() {
    for byte in 0..256 {
        let [red, green, blue, alpha] = Plain::from_unorm8([byte | (255 - byte) << 8 | byte << 16 | byte << 24; 8]);
        let [value, rest] = [byte, 255 - byte].map(|byte| [byte as f32 / 255.0; 8]);
        assert_eq!([red, green, blue, alpha], [value, rest, value, value]);
        assert_eq!(Plain::to_unorm8(&[red, green, blue, alpha]), [byte | (255 - byte) << 8 | byte << 16 | byte << 24; 8]);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn processors_convert_numbers_as_the_functions_do() {
    #[target_feature(enable = "avx2,f16c")]
    fn check(bits: [u32; 8]) {
        let halves = bits.map(|bits| bits & 0xFFFF);
        let values = Avx2::words(Avx2::bits(Avx2::from_halves(Avx2::from_words(halves))));
        assert_eq!(values, halves.map(|half| math::from_half(half).to_bits()), "{halves:x?}");
        let back = Avx2::words(Avx2::to_halves(Avx2::from_bits(Avx2::from_words(bits))));
        assert_eq!(back, bits.map(|bits| math::to_half(f32::from_bits(bits))), "{bits:x?}");
        // NaN stays NaN.
        let values = Avx2::smaller(Avx2::float(8e6), Avx2::from_bits(Avx2::from_words(bits)));
        let bytes = Avx2::words(Avx2::to_unorm8(&[values, Avx2::multiply(values, Avx2::float(0.5)), Avx2::float(0.1), values]));
        let values = bits.map(|bits| if f32::from_bits(bits) > 8e6 { 8e6 } else { f32::from_bits(bits) });
        let plain = Plain::to_unorm8(&[values, values.map(|value| value * 0.5), [0.1; 8], values]);
        assert_eq!(bytes, Plain::words(plain), "{bits:x?}");
    }
    if InstructionSet::best().avx2() {
        // Every half float, and floats of all exponents beside the middles between halves.
        for bits in (0..0x1_0000).step_by(8).chain((0..=u32::MAX).step_by(0xFFF1)) {
            // SAFETY: the CPU has AVX2 and F16C.
            unsafe { check(std::array::from_fn(|lane| bits.wrapping_add(lane as u32))) };
            // SAFETY: as above.
            unsafe { check(std::array::from_fn(|lane| (bits & !0x1FFF | 0x0FFC).wrapping_add(lane as u32))) };
        }
    }
}

/// Applies the operations on two lanes of bytes.
#[inline(always)]
fn of_lanes<V: Lanes>(a: &[Lane; 2], b: &[Lane; 2]) -> Vec<[Lane; 2]> {
    let [one, other] = [a, b].map(|[low, high]| V::lanes(low, high));
    let operations = [V::shuffle, V::both, V::either, V::greater_bytes, V::greater_shorts];
    operations.map(|operation| V::split(operation(one, other))).to_vec()
}

versions! {
    fn every_operation_of_lanes = of_lanes<Eight>(a: &[Lane; 2], b: &[Lane; 2]) -> Vec<[Lane; 2]>
}

#[test]
fn lanes_of_bytes_are_the_same() {
    for number in 0..1000_u32 {
        let byte = |at: usize| (number.wrapping_mul(0x9E37_79B9).wrapping_add(at as u32 * 0x85EB_CA6B) >> 13) as u8;
        let [a, b] = [0, 32].map(|first| [0, 16].map(|lane| std::array::from_fn(|index| byte(first + lane + index))));
        // A place from 0 to 15, or none.
        let order = b.map(|lane: Lane| lane.map(|byte| byte & (NONE | 15)));
        let plain = every_operation_of_lanes(InstructionSet::BASELINE, &a, &order);
        InstructionSet::available().iter().for_each(|isa| assert_eq!(every_operation_of_lanes(*isa, &a, &order), plain));
    }
}
