//! Moves, single-precision operations, comparisons and conversions.

use super::registers::{CHUNKS, RegisterFile, WIDTH, Word, map, map_long};
use crate::core::lanes::Lanes;
use crate::core::math;
use crate::ir::bytecode::{Code, Op};

/// Executes a move or an operation on floats; passes others on to [`super::integers`].
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
pub(super) unsafe fn execute(file: RegisterFile, op: &Op) {
    match op.code {
        Code::Move => map!(file, op, |a: u32| a),
        Code::Select => map!(file, op, |a: u32, b: u32, c: u32| b & a | c & !a),
        Code::FAdd => map!(file, op, |a: f32, b: f32| a + b),
        Code::FSub => map!(file, op, |a: f32, b: f32| a - b),
        Code::FMul => map!(file, op, |a: f32, b: f32| a * b),
        Code::FDiv => map!(file, op, |a: f32, b: f32| a / b),
        Code::FMad => map!(file, op, |a: f32, b: f32, c: f32| a * b + c),
        Code::FNeg => map!(file, op, |a: u32| a ^ 0x8000_0000),
        Code::FAbs => map!(file, op, |a: u32| a & 0x7FFF_FFFF),
        Code::FMin => map!(file, op, |a: f32, b: f32| minimum(a, b)),
        Code::FMax => map!(file, op, |a: f32, b: f32| maximum(a, b)),
        Code::FFloor => map!(file, op, |a: f32| a.floor()),
        Code::FCeil => map!(file, op, |a: f32| a.ceil()),
        Code::FTrunc => map!(file, op, |a: f32| a.trunc()),
        Code::FRoundEven => map!(file, op, |a: f32| a.round_ties_even()),
        Code::FFract => map!(file, op, |a: f32| a - a.floor()),
        Code::FSqrt => map!(file, op, |a: f32| a.sqrt()),
        Code::FRsqrt => map!(file, op, |a: f32| 1.0 / a.sqrt()),
        Code::FSign => map!(file, op, |a: f32| {
            let positive = if a > 0.0 { 1.0f32 } else { 0.0 };
            if a < 0.0 { -1.0 } else { positive }
        }),
        // SAFETY: the caller upholds the same contract.
        Code::FDot2 => unsafe { dot::<2>(file, op) },
        // SAFETY: the caller upholds the same contract.
        Code::FDot3 => unsafe { dot::<3>(file, op) },
        // SAFETY: the caller upholds the same contract.
        Code::FDot4 => unsafe { dot::<4>(file, op) },
        Code::FSin => map_long!(file, op, |a: f32| math::sin(a)),
        Code::FCos => map_long!(file, op, |a: f32| math::cos(a)),
        Code::FTan => map_long!(file, op, |a: f32| math::tan(a)),
        Code::FAsin => map_long!(file, op, |a: f32| math::asin(a)),
        Code::FAcos => map_long!(file, op, |a: f32| math::acos(a)),
        Code::FAtan => map_long!(file, op, |a: f32| math::atan(a)),
        Code::FAtan2 => map_long!(file, op, |a: f32, b: f32| math::atan2(a, b)),
        Code::FExp2 => map_long!(file, op, |a: f32| math::exp2(a)),
        Code::FLog2 => map_long!(file, op, |a: f32| math::log2(a)),
        Code::FPow => map_long!(file, op, |a: f32, b: f32| math::pow(a, b)),
        Code::FLdexp => map_long!(file, op, |a: f32, b: i32| {
            // Exact in double precision, then rounded once.
            let exponent = if b > 400 { 400 } else { b };
            let exponent = if exponent < -400 { -400 } else { exponent };
            (f64::from(a) * f64::from_bits(((i64::from(exponent) + 1023) << 52) as u64)) as f32
        }),
        Code::FFrexpSignificand => map_long!(file, op, |a: f32| frexp(a).0),
        Code::FFrexpExponent => map_long!(file, op, |a: f32| frexp(a).1),
        Code::FLess => map!(file, op, |a: f32, b: f32| a < b),
        Code::FLessEqual => map!(file, op, |a: f32, b: f32| a <= b),
        Code::FEqual => map!(file, op, |a: f32, b: f32| a == b),
        Code::FNotEqual => map!(file, op, |a: f32, b: f32| a != b),
        Code::FIsNan => map!(file, op, |a: f32| a.is_nan()),
        Code::FIsInf => map!(file, op, |a: u32| a & 0x7FFF_FFFF == 0x7F80_0000),
        Code::FToI => map!(file, op, |a: f32| to_int(a)),
        Code::FToU => map!(file, op, |a: f32| to_uint(a)),
        Code::IToF => map!(file, op, |a: i32| a as f32),
        Code::UToF => map!(file, op, |a: u32| a as f32),
        Code::FToHalf => map_long!(file, op, |a: f32| math::to_half(a)),
        Code::HalfToF => map_long!(file, op, |a: u32| math::from_half(a)),
        // SAFETY: the caller upholds the same contract.
        _ => unsafe { super::integers::execute(file, op) },
    }
}

/// Executes a derivative; ignores other operations.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
pub(super) unsafe fn differentiate(file: RegisterFile, op: &Op) {
    match op.code {
        // SAFETY: the caller upholds the same contract.
        Code::DdxFine => unsafe { derivative(file, op, |quad, lane| (quad[lane & 2], quad[lane | 1])) },
        // SAFETY: the caller upholds the same contract.
        Code::DdyFine => unsafe { derivative(file, op, |quad, lane| (quad[lane & 1], quad[lane | 2])) },
        // SAFETY: the caller upholds the same contract.
        Code::DdxCoarse => unsafe { derivative(file, op, |quad, _| (quad[0], quad[1])) },
        // SAFETY: the caller upholds the same contract.
        Code::DdyCoarse => unsafe { derivative(file, op, |quad, _| (quad[0], quad[2])) },
        _ => {}
    }
}

/// Returns the smaller value; if one is NaN, the other one.
#[inline(always)]
pub(super) fn minimum(a: f32, b: f32) -> f32 {
    if (a < b) | b.is_nan() { a } else { b }
}

/// Returns the larger value; if one is NaN, the other one.
#[inline(always)]
pub(super) fn maximum(a: f32, b: f32) -> f32 {
    if (a > b) | b.is_nan() { a } else { b }
}

/// Converts as `as i32` does, in a form that vectorises: the cast below never saturates.
#[inline(always)]
pub(super) fn to_int(a: f32) -> i32 {
    let inside = (-2_147_483_648.0..2_147_483_648.0).contains(&a);
    let edge = if a >= 2_147_483_648.0 { i32::MAX } else { i32::MIN };
    let edge = if a.is_nan() { 0 } else { edge };
    // SAFETY: the value is within the range of i32.
    let value = unsafe { (if inside { a } else { 0.0 }).to_int_unchecked::<i32>() };
    if inside { value } else { edge }
}

/// Converts as `as u32` does, in a form that vectorises.
#[inline(always)]
pub(super) fn to_uint(a: f32) -> u32 {
    let high = a >= 2_147_483_648.0;
    let rest = if high { a - 2_147_483_648.0 } else { a };
    // Negative values and NaN become 0.
    let rest = if rest > 0.0 { rest } else { 0.0 };
    let value = to_int(rest) as u32;
    let value = value.wrapping_add(if high { 0x8000_0000 } else { 0 });
    if a >= 4_294_967_296.0 { u32::MAX } else { value }
}

/// Returns the significand in [0.5, 1) and the exponent; zeros, infinities and NaN are returned with exponent 0.
#[inline(always)]
fn frexp(a: f32) -> (f32, i32) {
    let small = a.abs() < f32::MIN_POSITIVE;
    let bits = (if small { a * 16_777_216.0 } else { a }).to_bits();
    let exponent = (bits >> 23 & 0xFF) as i32;
    let special = (exponent == 0xFF) | (a == 0.0);
    let significand = f32::from_bits(bits & 0x807F_FFFF | 0x3F00_0000);
    let exponent = exponent.wrapping_sub(if small { 150 } else { 126 });
    (if special { a } else { significand }, if special { 0 } else { exponent })
}

/// Executes a dot product of `N` components.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
unsafe fn dot<const N: u16>(file: RegisterFile, op: &Op) {
    for chunk in 0..CHUNKS {
        // SAFETY: verified code only reads registers of its register file.
        let (a, b) = unsafe { (file.chunk(op.a, chunk), file.chunk(op.b, chunk)) };
        let mut sum = [0f32; WIDTH];
        for lane in 0..WIDTH {
            sum[lane] = f32::from_bits(a[lane]) * f32::from_bits(b[lane]);
        }
        for component in 1..N {
            // SAFETY: verified code only reads registers of its register file.
            let (a, b) = unsafe { (file.chunk(op.a.wrapping_add(component), chunk), file.chunk(op.b.wrapping_add(component), chunk)) };
            for lane in 0..WIDTH {
                sum[lane] += f32::from_bits(a[lane]) * f32::from_bits(b[lane]);
            }
        }
        let mut result = [0; WIDTH];
        for lane in 0..WIDTH {
            result[lane] = sum[lane].to_bits();
        }
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_chunk(op.dst, chunk, result) };
    }
}

/// Executes a derivative: for each lane of a quad, the difference of two of the quad's values, which `ends` selects.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
unsafe fn derivative(file: RegisterFile, op: &Op, ends: impl Fn(&[u32], usize) -> (u32, u32)) {
    for chunk in 0..CHUNKS {
        // SAFETY: verified code only reads registers of its register file.
        let a = unsafe { file.chunk(op.a, chunk) };
        let mut result = [0; WIDTH];
        for lane in 0..WIDTH {
            let first = lane & !3;
            let (from, to) = ends(&a[first..first + 4], lane & 3);
            result[lane] = (f32::from_bits(to) - f32::from_bits(from)).to_bits();
        }
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_chunk(op.dst, chunk, result) };
    }
}
