//! Each operation that only computes: the interpreter's loops give every lane what its row says of one lane.

use super::*;
use crate::ir::evaluate::evaluate;

/// Words that operations treat in a special way, as floats, as integers or as parts of 64-bit values.
const SPECIAL: [u32; 20] = [
    0,
    1,
    2,
    31,
    32,
    33,
    64,
    0xFFFF_FFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0x8000_0001,
    0x3F80_0000,
    0xBF80_0000,
    0x0000_0003,
    0x007F_FFFF,
    0x7F80_0000,
    0xFF80_0000,
    0x4F00_0000,
    0x3FF0_0000,
    0x7FF0_0000,
];

/// Returns words of all kinds: special ones, small floats and any bits.
fn words(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = (state >> 32) as u32;
        match bits >> 29 {
            0 | 1 => SPECIAL[bits as usize % SPECIAL.len()],
            2..=4 => ((bits & 0xFFFF) as f32 / 256.0 - 128.0).to_bits(),
            _ => bits ^ (state as u32),
        }
    }
}

/// Returns true if two results are the same, or both NaN: which NaN is not defined.
fn same(code: Code, found: &[u32], expected: &[u32]) -> bool {
    let is_nan = |words: &[u32]| match *words {
        [word] => f32::from_bits(word).is_nan(),
        [low, high] => f64::from_bits(u64::from(high) << 32 | u64::from(low)).is_nan(),
        _ => false,
    };
    let is_float = format!("{code:?}").starts_with(['F', 'D']) || matches!(code, Code::HalfToF);
    found == expected || (is_float && is_nan(found) && is_nan(expected))
}

#[test]
fn the_interpreter_computes_what_each_row_says() {
    let mut count = 0;
    for &code in Code::ALL {
        if evaluate(code, [[0; 4]; 3]).is_none() {
            continue;
        }
        count += 1;
        let mut next = words(u64::from(code as u16) + 1);
        // Three operands of four registers, and the destination.
        let inputs: Vec<[u32; 64]> = (0..14).map(|_| std::array::from_fn(|_| next())).collect();
        let width = code.widths(().into())[0] as u16;
        let operation = super::code(vec![op(code, 12, 0, 4, 8)]);
        for way in ways() {
            let mut wave = begin(way, &operation, u64::MAX, &inputs);
            assert_eq!(wave.run(&operation, &mut World::default().context()), Stop::Done);
            for lane in 0..64 {
                let operands = [0, 4, 8].map(|first| std::array::from_fn(|register| inputs[first + register][lane]));
                let expected = evaluate(code, operands).unwrap();
                let found: Vec<u32> = (0..width).map(|register| wave.register(12 + register).0[lane]).collect();
                let expected = &expected[..usize::from(width)];
                assert!(same(code, &found, expected), "{code:?} of {operands:08X?} by {way:?}: {found:08X?}, not {expected:08X?}");
            }
        }
    }
    assert_eq!(count, Code::MoveActive as usize, "the rows of words and pairs, which stand before those with effects");
}
