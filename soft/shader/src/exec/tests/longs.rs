use super::*;

const EDGES: [u64; 16] = [
    0,
    1,
    2,
    u64::MAX,
    0x8000_0000_0000_0000,
    0x7FFF_FFFF_FFFF_FFFF,
    0x8000_0000_0000_0001,
    0x0000_0000_FFFF_FFFF,
    0x0000_0001_0000_0000,
    0xFFFF_FFFF_0000_0000,
    0x0020_0000_0000_0001,
    0x1234_5678_9ABC_DEF0,
    63,
    64,
    0xFFFF_FFFF_8000_0000,
    0x4049_0FDB_5444_2D18,
];

fn halves(of: impl Fn(usize) -> u64) -> [[u32; 64]; 2] {
    [std::array::from_fn(|lane| of(lane) as u32), std::array::from_fn(|lane| (of(lane) >> 32) as u32)]
}

fn pair(registers: &[[u32; 64]], first: usize, lane: usize) -> u64 {
    u64::from(registers[first + 1][lane]) << 32 | u64::from(registers[first][lane])
}

#[test]
fn long_arithmetic_wraps_and_divisions_by_zero_are_defined() {
    let codes: [(Code, fn(u64, u64) -> u64); 7] = [
        (Code::LAdd, u64::wrapping_add),
        (Code::LSub, u64::wrapping_sub),
        (Code::LMul, u64::wrapping_mul),
        (Code::LDivSigned, |a, b| if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }),
        (Code::LDivUnsigned, |a, b| a.checked_div(b).unwrap_or(u64::MAX)),
        (Code::LModSigned, |a, b| if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }),
        (Code::LModUnsigned, |a, b| a.checked_rem(b).unwrap_or(a)),
    ];
    let comparisons: [(Code, fn(u64, u64) -> bool); 4] = [
        (Code::LLessSigned, |a, b| (a as i64) < b as i64),
        (Code::LLessUnsigned, |a, b| a < b),
        (Code::LLessEqualSigned, |a, b| a as i64 <= b as i64),
        (Code::LLessEqualUnsigned, |a, b| a <= b),
    ];
    for turn in 0..EDGES.len() {
        let a = |lane: usize| EDGES[lane % EDGES.len()];
        let b = |lane: usize| EDGES[(lane + turn) % EDGES.len()];
        let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
        let inputs = [a0, a1, b0, b1];
        for (code, reference) in codes {
            let (registers, _) = run(vec![op(code, 8, 0, 2, 0)], u64::MAX, &inputs);
            (0..64).for_each(|lane| assert_eq!(pair(&registers, 8, lane), reference(a(lane), b(lane)), "{code:?} {} {}", a(lane), b(lane)));
        }
        for (code, reference) in comparisons {
            let (registers, _) = run(vec![op(code, 8, 0, 2, 0)], u64::MAX, &inputs);
            (0..64).for_each(|lane| assert_eq!(registers[8][lane] != 0, reference(a(lane), b(lane)), "{code:?} {} {}", a(lane), b(lane)));
        }
        for (code, reference) in [
            (Code::LShiftLeft, (|a, b| a << (b & 63)) as fn(u64, u64) -> u64),
            (Code::LShiftRightUnsigned, |a, b| a >> (b & 63)),
            (Code::LShiftRightSigned, |a, b| (a as i64 >> (b & 63)) as u64),
        ] {
            let (registers, _) = run(vec![op(code, 8, 0, 2, 0)], u64::MAX, &inputs);
            (0..64).for_each(|lane| assert_eq!(pair(&registers, 8, lane), reference(a(lane), b(lane)), "{code:?} {} {}", a(lane), b(lane)));
        }
    }
}

#[test]
fn conversions_of_longs_round_once_and_saturate() {
    let a = |lane: usize| EDGES[lane % EDGES.len()];
    let inputs = halves(a);
    let codes: [(Code, fn(u64) -> u64); 6] = [
        (Code::LSignedToD, |a| (a as i64 as f64).to_bits()),
        (Code::LUnsignedToD, |a| (a as f64).to_bits()),
        (Code::DToLSigned, |a| f64::from_bits(a) as i64 as u64),
        (Code::DToLUnsigned, |a| f64::from_bits(a) as u64),
        (Code::FToLSigned, |a| f32::from_bits(a as u32) as i64 as u64),
        (Code::FToLUnsigned, |a| f32::from_bits(a as u32) as u64),
    ];
    for (code, reference) in codes {
        let (registers, _) = run(vec![op(code, 8, 0, 0, 0)], u64::MAX, &inputs);
        (0..64).for_each(|lane| assert_eq!(pair(&registers, 8, lane), reference(a(lane)), "{code:?} {:#x}", a(lane)));
    }
    let (registers, _) = run(vec![op(Code::LSignedToF, 8, 0, 0, 0), op(Code::LUnsignedToF, 9, 0, 0, 0)], u64::MAX, &inputs);
    for lane in 0..64 {
        assert_eq!(registers[8][lane], (a(lane) as i64 as f32).to_bits());
        assert_eq!(registers[9][lane], (a(lane) as f32).to_bits());
    }
    for (value, wanted) in [(1e30f32, i64::MAX), (-1e30, i64::MIN), (f32::NAN, 0), (-2.75, -2)] {
        let (registers, _) = run(vec![op(Code::FToLSigned, 8, 0, 0, 0)], u64::MAX, &[[value.to_bits(); 64]]);
        assert_eq!(pair(&registers, 8, 5) as i64, wanted);
    }
}
