use super::*;
use base::core::math;

const FLOATS: [u32; 24] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007F_FFFF,
    0x0080_0000,
    0x3F80_0000,
    0xBF80_0000,
    0x3F00_0000,
    0xBF00_0000,
    0x3FC0_0000,
    0x4020_0000,
    0x4060_0000,
    0xC020_0000,
    0x4B00_0001,
    0x4EFF_FFFF,
    0x4F00_0000,
    0xCF00_0000,
    0x4F80_0000,
    0x7F7F_FFFF,
    0xFF7F_FFFF,
    0x7F80_0000,
    0xFF80_0000,
    0x7FC0_0000,
];
const INTEGERS: [u32; 16] =
    [0, 1, 2, 3, 7, 31, 32, 33, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFF9, 0x1234_5678, 0x5555_5555];

/// Returns the edge cases and pseudorandom words.
fn values(edges: &[u32]) -> Vec<u32> {
    let mut seed = 0x9E37_79B9u32;
    let mut all = edges.to_vec();
    for _ in 0..40 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        all.push(seed);
        // A float of moderate size.
        all.push((0x3D00_0000 + (seed >> 4 & 0x3FF_FFFF)) | seed & 0x8000_0000);
    }
    all
}

fn same(ours: u32, reference: u32, float: bool) -> bool {
    ours == reference || float && f32::from_bits(ours).is_nan() && f32::from_bits(reference).is_nan()
}

/// Checks `dst = code(a, b, c)` for all pairs of values, with `dst` as a separate register and as an operand; c takes the same values.
fn check(code: Code, edges: &[u32], float: bool, reference: impl Fn(u32, u32, u32) -> u32) {
    let values = values(edges);
    let mut cases = Vec::new();
    for (i, &a) in values.iter().enumerate() {
        for (j, &b) in values.iter().enumerate() {
            cases.push((a, b, values[(i * 7 + j * 3) % values.len()]));
        }
    }
    for group in cases.chunks(64) {
        let lane = |of: fn(&(u32, u32, u32)) -> u32| std::array::from_fn(|lane| of(&group[lane.min(group.len() - 1)]));
        let inputs = [lane(|case| case.0), lane(|case| case.1), lane(|case| case.2), lane(|case| case.0)];
        let (registers, _) = run(vec![op(code, 5, 0, 1, 2), op(code, 3, 3, 1, 2)], u64::MAX, &inputs);
        for (lane, &(a, b, c)) in group.iter().enumerate() {
            let (ours, wanted) = (registers[5][lane], reference(a, b, c));
            assert!(same(ours, wanted, float), "{code:?}({a:#x}, {b:#x}, {c:#x}) = {ours:#x}, not {wanted:#x}");
            assert!(same(registers[3][lane], wanted, float), "{code:?} in place");
        }
    }
}

fn floats(code: Code, reference: impl Fn(f32, f32, f32) -> f32) {
    check(code, &FLOATS, true, |a, b, c| reference(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits());
}

fn compares(code: Code, reference: impl Fn(f32, f32) -> bool) {
    check(code, &FLOATS, false, |a, b, _| if reference(f32::from_bits(a), f32::from_bits(b)) { u32::MAX } else { 0 });
}

fn signed(code: Code, reference: impl Fn(i32, i32) -> i32) {
    check(code, &INTEGERS, false, |a, b, _| reference(a as i32, b as i32) as u32);
}

fn unsigned(code: Code, reference: impl Fn(u32, u32) -> u32) {
    check(code, &INTEGERS, false, |a, b, _| reference(a, b));
}

fn truth(value: bool) -> u32 {
    if value { u32::MAX } else { 0 }
}

#[test]
fn float_arithmetic() {
    floats(Code::FAdd, |a, b, _| a + b);
    floats(Code::FSub, |a, b, _| a - b);
    floats(Code::FMul, |a, b, _| a * b);
    floats(Code::FDiv, |a, b, _| a / b);
    floats(Code::FMad, |a, b, c| {
        let product = a * b;
        product + c
    });
    floats(Code::FNeg, |a, _, _| -a);
    floats(Code::FAbs, |a, _, _| a.abs());
    floats(Code::FSqrt, |a, _, _| a.sqrt());
    floats(Code::FRsqrt, |a, _, _| 1.0 / a.sqrt());
    floats(Code::FFloor, |a, _, _| a.floor());
    floats(Code::FCeil, |a, _, _| a.ceil());
    floats(Code::FTrunc, |a, _, _| a.trunc());
    floats(Code::FRoundEven, |a, _, _| a.round_ties_even());
    floats(Code::FFract, |a, _, _| a - a.floor());
    floats(Code::FSign, |a, _, _| match a.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Less) => -1.0,
        Some(std::cmp::Ordering::Greater) => 1.0,
        _ => 0.0,
    });
    // For zeros of both signs either result is right.
    let zero = |x: f32| if x == 0.0 { 0.0 } else { x };
    for (code, reference) in [(Code::FMin, f32::min as fn(f32, f32) -> f32), (Code::FMax, f32::max)] {
        let values = values(&FLOATS);
        for &a in &values {
            let b: [u32; 64] = std::array::from_fn(|lane| values[lane]);
            let (registers, _) = run(vec![op(code, 5, 0, 1, 0)], u64::MAX, &[[a; 64], b]);
            for lane in 0..64 {
                let wanted = zero(reference(f32::from_bits(a), f32::from_bits(b[lane])));
                let ours = zero(f32::from_bits(registers[5][lane]));
                assert!(same(ours.to_bits(), wanted.to_bits(), true), "{code:?}({a:x}, {:x}) = {ours}", b[lane]);
            }
        }
    }
}

#[test]
fn float_functions_are_those_of_math() {
    floats(Code::FSin, |a, _, _| math::sin(a));
    floats(Code::FCos, |a, _, _| math::cos(a));
    floats(Code::FTan, |a, _, _| math::tan(a));
    floats(Code::FAsin, |a, _, _| math::asin(a));
    floats(Code::FAcos, |a, _, _| math::acos(a));
    floats(Code::FAtan, |a, _, _| math::atan(a));
    floats(Code::FAtan2, |a, b, _| math::atan2(a, b));
    floats(Code::FExp2, |a, _, _| math::exp2(a));
    floats(Code::FLog2, |a, _, _| math::log2(a));
    floats(Code::FPow, |a, b, _| math::pow(a, b));
    check(Code::FToHalf, &FLOATS, false, |a, _, _| math::to_half(f32::from_bits(a)));
    check(Code::HalfToF, &[0, 1, 0x3FF, 0x400, 0x3C00, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0xFFFF_3C00], true, |a, _, _| {
        math::from_half(a).to_bits()
    });
}

#[test]
fn float_comparisons_and_classes() {
    compares(Code::FLess, |a, b| a < b);
    compares(Code::FLessEqual, |a, b| a <= b);
    compares(Code::FEqual, |a, b| a == b);
    compares(Code::FNotEqual, |a, b| a != b);
    compares(Code::FIsNan, |a, _| a.is_nan());
    compares(Code::FIsInf, |a, _| a.is_infinite());
}

#[test]
fn conversions_saturate() {
    check(Code::FToI, &FLOATS, false, |a, _, _| f32::from_bits(a) as i32 as u32);
    check(Code::FToU, &FLOATS, false, |a, _, _| f32::from_bits(a) as u32);
    check(Code::IToF, &INTEGERS, true, |a, _, _| (a as i32 as f32).to_bits());
    check(Code::UToF, &INTEGERS, true, |a, _, _| (a as f32).to_bits());
}

#[test]
fn significands_and_exponents() {
    check(Code::FLdexp, &FLOATS, true, |a, b, _| {
        let exponent = (b as i32).clamp(-500, 500);
        ((f64::from(f32::from_bits(a)) * 2f64.powi(exponent)) as f32).to_bits()
    });
    for a in values(&FLOATS) {
        let (registers, _) = run(vec![op(Code::FFrexpSignificand, 5, 0, 0, 0), op(Code::FFrexpExponent, 6, 0, 0, 0)], u64::MAX, &[[a; 64]]);
        let (value, significand, exponent) = (f32::from_bits(a), f32::from_bits(registers[5][9]), registers[6][9] as i32);
        if value == 0.0 || !value.is_finite() {
            assert!(same(registers[5][9], a, true) && exponent == 0, "{a:x}");
        } else {
            assert!((0.5..1.0).contains(&significand.abs()), "{a:x}");
            assert_eq!(f64::from(significand) * 2f64.powi(exponent), f64::from(value));
        }
    }
}

#[test]
fn dot_products_go_from_left_to_right() {
    let register = |seed: u32| std::array::from_fn(|lane| (1.0f32 + 0.37 * seed as f32 - 0.11 * lane as f32).to_bits());
    let inputs: Vec<[u32; 64]> = (0..8).map(register).collect();
    let ops = vec![op(Code::FDot2, 10, 0, 4, 0), op(Code::FDot3, 11, 0, 4, 0), op(Code::FDot4, 12, 0, 4, 0), op(Code::FDot3, 4, 0, 4, 0)];
    let (registers, _) = run(ops, u64::MAX, &inputs);
    for lane in 0..64 {
        let at = |register: usize| f32::from_bits(inputs[register][lane]);
        let mut sum = at(0) * at(4);
        for (component, result) in [(1, 10), (2, 11), (3, 12)] {
            sum += at(component) * at(component + 4);
            assert_eq!(f32::from_bits(registers[result][lane]), sum);
        }
        assert_eq!(registers[4][lane], registers[11][lane], "the result may replace an operand");
    }
}

#[test]
fn integer_arithmetic() {
    unsigned(Code::IAdd, u32::wrapping_add);
    unsigned(Code::ISub, u32::wrapping_sub);
    unsigned(Code::IMul, u32::wrapping_mul);
    signed(Code::IDiv, |a, b| if b == 0 { -1 } else { a.wrapping_div(b) });
    signed(Code::IMod, |a, b| if b == 0 { a } else { a.wrapping_rem(b) });
    unsigned(Code::UDiv, |a, b| a.checked_div(b).unwrap_or(u32::MAX));
    unsigned(Code::UMod, |a, b| a.checked_rem(b).unwrap_or(a));
    signed(Code::INeg, |a, _| a.wrapping_neg());
    signed(Code::IAbs, |a, _| a.wrapping_abs());
    signed(Code::ISign, |a, _| a.signum());
    signed(Code::IMin, i32::min);
    signed(Code::IMax, i32::max);
    unsigned(Code::UMin, u32::min);
    unsigned(Code::UMax, u32::max);
    signed(Code::IMulHigh, |a, b| ((i64::from(a) * i64::from(b)) >> 32) as i32);
    unsigned(Code::UMulHigh, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32);
    unsigned(Code::ILess, |a, b| truth((a as i32) < b as i32));
    unsigned(Code::ILessEqual, |a, b| truth(a as i32 <= b as i32));
    unsigned(Code::ULess, |a, b| truth(a < b));
    unsigned(Code::ULessEqual, |a, b| truth(a <= b));
    unsigned(Code::IEqual, |a, b| truth(a == b));
    unsigned(Code::INotEqual, |a, b| truth(a != b));
}

#[test]
fn bits() {
    unsigned(Code::And, |a, b| a & b);
    unsigned(Code::Or, |a, b| a | b);
    unsigned(Code::Xor, |a, b| a ^ b);
    unsigned(Code::Not, |a, _| !a);
    unsigned(Code::Move, |a, _| a);
    check(Code::Select, &INTEGERS, false, |a, b, c| (0..32).map(|bit| (if a >> bit & 1 != 0 { b } else { c }) & 1 << bit).sum());
    unsigned(Code::ShiftLeft, |a, b| a.wrapping_shl(b));
    unsigned(Code::ShiftRightUnsigned, |a, b| a.wrapping_shr(b));
    signed(Code::ShiftRightSigned, |a, b| a.wrapping_shr(b as u32));
    unsigned(Code::BitCount, |a, _| (0..32).map(|bit| a >> bit & 1).sum());
    unsigned(Code::BitReverse, |a, _| (0..32).map(|bit| (a >> bit & 1) << (31 - bit)).sum());
    let lowest = |a: u32| (0..32).find(|bit| a >> bit & 1 != 0).unwrap_or(u32::MAX);
    let highest = |a: u32| (0..32).rev().find(|bit| a >> bit & 1 != 0).unwrap_or(u32::MAX);
    unsigned(Code::FindLsb, |a, _| lowest(a));
    unsigned(Code::FindMsbUnsigned, |a, _| highest(a));
    unsigned(Code::FindMsbSigned, |a, _| highest(if (a as i32) < 0 { !a } else { a }));
}

/// Returns the offset and the count of a bit field, clamped to 32 bits.
fn field(offset: u32, count: u32) -> (u64, u64) {
    let (offset, count) = (u64::from(offset).min(32), if count > 32 { 0 } else { u64::from(count) });
    (offset, count.min(32 - offset))
}

#[test]
fn bit_fields() {
    check(Code::ExtractUnsigned, &INTEGERS, false, |a, b, c| {
        let (offset, count) = field(b, c);
        ((u64::from(a) >> offset) & ((1 << count) - 1)) as u32
    });
    check(Code::ExtractSigned, &INTEGERS, false, |a, b, c| {
        let (offset, count) = field(b, c);
        let value = (u64::from(a) >> offset) & ((1 << count) - 1);
        if count > 0 && value >> (count - 1) & 1 != 0 { (value as i64 - (1 << count)) as u32 } else { value as u32 }
    });
    for offset in [0, 1, 5, 31, 32, 33, u32::MAX] {
        let counts: [u32; 64] = std::array::from_fn(|lane| (lane as u32).wrapping_sub(4));
        let inputs = [[0xF0F0_1234; 64], [0x89AB_CDEF; 64], [offset; 64], counts];
        let (registers, _) = run(vec![op(Code::Insert, 8, 0, 1, 2)], u64::MAX, &inputs);
        for lane in 0..64 {
            let (offset, count) = field(offset, counts[lane]);
            let mask = ((1u64 << count) - 1) << offset;
            let wanted = (0xF0F0_1234 & !mask | 0x89AB_CDEF << offset & mask) as u32;
            assert_eq!(registers[8][lane], wanted, "offset {offset}, count {count}");
        }
    }
}

#[test]
fn doubles() {
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        2.5,
        1e-310,
        1e300,
        -1e300,
        2_147_483_647.0,
        4_294_967_295.5,
        -2_147_483_649.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        0.1,
        12_345.678,
    ];
    type Reference = fn(f64, f64, f64) -> f64;
    let arithmetic: [(Code, Reference); 14] = [
        (Code::DAdd, |a, b, _| a + b),
        (Code::DSub, |a, b, _| a - b),
        (Code::DMul, |a, b, _| a * b),
        (Code::DDiv, |a, b, _| a / b),
        (Code::DMad, |a, b, c| a * b + c),
        (Code::DNeg, |a, _, _| -a),
        (Code::DAbs, |a, _, _| a.abs()),
        (Code::DMin, |a, b, _| if a.is_nan() || b < a { b } else { a }),
        (Code::DMax, |a, b, _| if a.is_nan() || b > a { b } else { a }),
        (Code::DFloor, |a, _, _| a.floor()),
        (Code::DCeil, |a, _, _| a.ceil()),
        (Code::DTrunc, |a, _, _| a.trunc()),
        (Code::DRoundEven, |a, _, _| a.round_ties_even()),
        (Code::DSqrt, |a, _, _| a.sqrt()),
    ];
    let narrow: [(Code, fn(f64, f64) -> u32); 7] = [
        (Code::DLess, |a, b| truth(a < b)),
        (Code::DLessEqual, |a, b| truth(a <= b)),
        (Code::DEqual, |a, b| truth(a == b)),
        (Code::DNotEqual, |a, b| truth(a != b)),
        (Code::DToF, |a, _| (a as f32).to_bits()),
        (Code::DToI, |a, _| a as i32 as u32),
        (Code::DToU, |a, _| a as u32),
    ];
    let low = |of: &dyn Fn(usize) -> f64| std::array::from_fn(|lane| of(lane).to_bits() as u32);
    let high = |of: &dyn Fn(usize) -> f64| std::array::from_fn(|lane| (of(lane).to_bits() >> 32) as u32);
    for shift in 0..edges.len() {
        let a = |lane: usize| edges[lane % edges.len()];
        let b = |lane: usize| edges[(lane + shift) % edges.len()];
        let c = |lane: usize| edges[(lane * 5 + 3) % edges.len()];
        let inputs = [low(&a), high(&a), low(&b), high(&b), low(&c), high(&c)];
        for (code, reference) in arithmetic {
            let (registers, _) = run(vec![op(code, 8, 0, 2, 4)], u64::MAX, &inputs);
            for lane in 0..64 {
                let ours = f64::from_bits(u64::from(registers[9][lane]) << 32 | u64::from(registers[8][lane]));
                let wanted = reference(a(lane), b(lane), c(lane));
                let minimum = matches!(code, Code::DMin | Code::DMax) && ours == wanted;
                assert!(minimum || ours.to_bits() == wanted.to_bits() || ours.is_nan() && wanted.is_nan(), "{code:?} {ours} {wanted}");
            }
        }
        for (code, reference) in narrow {
            let (registers, _) = run(vec![op(code, 8, 0, 2, 0)], u64::MAX, &inputs);
            for lane in 0..64 {
                assert!(same(registers[8][lane], reference(a(lane), b(lane)), code == Code::DToF), "{code:?} {}", a(lane));
            }
        }
    }
    for word in [0u32, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0x3F80_0000, 0x7F80_0000] {
        let ops = vec![op(Code::FToD, 8, 0, 0, 0), op(Code::IToD, 10, 0, 0, 0), op(Code::UToD, 12, 0, 0, 0)];
        let (registers, _) = run(ops, u64::MAX, &[[word; 64]]);
        let wide = |register: usize| u64::from(registers[register + 1][3]) << 32 | u64::from(registers[register][3]);
        assert!(f64::from_bits(wide(8)) == f64::from(f32::from_bits(word)) || f32::from_bits(word).is_nan());
        assert_eq!((f64::from_bits(wide(10)), f64::from_bits(wide(12))), (f64::from(word as i32), f64::from(word)));
    }
}

#[test]
fn derivatives_are_those_of_quads() {
    let value = |lane: usize| (lane * lane) as f32 * 0.5;
    let inputs = [std::array::from_fn(|lane| value(lane).to_bits())];
    let ops = vec![
        op(Code::DdxFine, 4, 0, 0, 0),
        op(Code::DdyFine, 5, 0, 0, 0),
        op(Code::DdxCoarse, 6, 0, 0, 0),
        op(Code::DdyCoarse, 7, 0, 0, 0),
    ];
    let (registers, _) = run(ops, u64::MAX, &inputs);
    for lane in 0..64 {
        let quad = lane & !3;
        let at = |register: usize| f32::from_bits(registers[register][lane]);
        assert_eq!(at(4), value(lane | 1) - value(lane & !1));
        assert_eq!(at(5), value(lane | 2) - value(lane & !2));
        assert_eq!(at(6), value(quad + 1) - value(quad));
        assert_eq!(at(7), value(quad + 2) - value(quad));
    }
}
