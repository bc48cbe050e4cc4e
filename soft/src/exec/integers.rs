//! Integer and bit operations.

use super::registers::{CHUNKS, RegisterFile, WIDTH, Word, map, map_long};
use crate::core::lanes::Lanes;
use crate::ir::bytecode::{Code, Op};

/// Executes an operation on integers; ignores others.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
pub(super) unsafe fn execute(file: RegisterFile, op: &Op) {
    match op.code {
        Code::IAdd => map!(file, op, |a: u32, b: u32| a.wrapping_add(b)),
        Code::ISub => map!(file, op, |a: u32, b: u32| a.wrapping_sub(b)),
        Code::IMul => map!(file, op, |a: u32, b: u32| a.wrapping_mul(b)),
        Code::IDiv => map_long!(file, op, |a: i32, b: i32| if b == 0 { -1 } else { quotient(a, b) }),
        Code::UDiv => map_long!(file, op, |a: u32, b: u32| if b == 0 { u32::MAX } else { unsigned_quotient(a, b) }),
        Code::IMod => map_long!(file, op, |a: i32, b: i32| {
            let product = quotient(a, b).wrapping_mul(b);
            a.wrapping_sub(if b == 0 { 0 } else { product })
        }),
        Code::UMod => map_long!(file, op, |a: u32, b: u32| {
            let product = unsigned_quotient(a, b).wrapping_mul(b);
            a.wrapping_sub(if b == 0 { 0 } else { product })
        }),
        Code::INeg => map!(file, op, |a: i32| a.wrapping_neg()),
        Code::IAbs => map!(file, op, |a: i32| a.wrapping_abs()),
        Code::ISign => map!(file, op, |a: i32| a >> 31 | i32::from(a > 0)),
        Code::IMin => map!(file, op, |a: i32, b: i32| if a < b { a } else { b }),
        Code::IMax => map!(file, op, |a: i32, b: i32| if a > b { a } else { b }),
        Code::UMin => map!(file, op, |a: u32, b: u32| if a < b { a } else { b }),
        Code::UMax => map!(file, op, |a: u32, b: u32| if a > b { a } else { b }),
        Code::IMulHigh => map!(file, op, |a: i32, b: i32| ((i64::from(a) * i64::from(b)) >> 32) as i32),
        Code::UMulHigh => map!(file, op, |a: u32, b: u32| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        Code::ILess => map!(file, op, |a: i32, b: i32| a < b),
        Code::ILessEqual => map!(file, op, |a: i32, b: i32| a <= b),
        Code::ULess => map!(file, op, |a: u32, b: u32| a < b),
        Code::ULessEqual => map!(file, op, |a: u32, b: u32| a <= b),
        Code::IEqual => map!(file, op, |a: u32, b: u32| a == b),
        Code::INotEqual => map!(file, op, |a: u32, b: u32| a != b),
        Code::And => map!(file, op, |a: u32, b: u32| a & b),
        Code::Or => map!(file, op, |a: u32, b: u32| a | b),
        Code::Xor => map!(file, op, |a: u32, b: u32| a ^ b),
        Code::Not => map!(file, op, |a: u32| !a),
        Code::ShiftLeft => map!(file, op, |a: u32, b: u32| a << (b & 31)),
        Code::ShiftRightUnsigned => map!(file, op, |a: u32, b: u32| a >> (b & 31)),
        Code::ShiftRightSigned => map!(file, op, |a: i32, b: u32| a >> (b & 31)),
        Code::BitCount => map_long!(file, op, |a: u32| a.count_ones()),
        Code::BitReverse => map_long!(file, op, |a: u32| a.reverse_bits()),
        Code::FindLsb => map_long!(file, op, |a: u32| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        // For negative numbers, the highest bit that is 0.
        Code::FindMsbSigned => map_long!(file, op, |a: i32| 31u32.wrapping_sub((a ^ a >> 31).leading_zeros())),
        Code::FindMsbUnsigned => map_long!(file, op, |a: u32| 31u32.wrapping_sub(a.leading_zeros())),
        Code::ExtractSigned => map_long!(file, op, |a: i32, b: u32, c: u32| {
            let (offset, count) = field(b, c);
            let value = a << ((32 - offset - count) & 31) >> ((32 - count) & 31);
            if count == 0 { 0 } else { value }
        }),
        Code::ExtractUnsigned => map_long!(file, op, |a: u32, b: u32, c: u32| {
            let (offset, count) = field(b, c);
            let value = a << ((32 - offset - count) & 31) >> ((32 - count) & 31);
            if count == 0 { 0 } else { value }
        }),
        // SAFETY: the caller upholds the same contract.
        Code::Insert => unsafe { insert(file, op) },
        _ => {}
    }
}

/// Clamps the offset and count of a bit field to 32 bits. Negative values count as large ones, which leave an empty field.
#[inline(always)]
fn field(offset: u32, count: u32) -> (u32, u32) {
    let offset = if offset > 32 { 32 } else { offset };
    let count = if count > 32 { 0 } else { count };
    let most = 32 - offset;
    (offset, if count > most { most } else { count })
}

/// Executes `Insert`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
unsafe fn insert(file: RegisterFile, op: &Op) {
    // SAFETY: verified code only reads registers of its register file.
    let (base, bits) = unsafe { (file.lanes(op.a), file.lanes(op.b)) };
    // SAFETY: verified code only reads registers of its register file.
    let (offsets, counts) = unsafe { (file.lanes(op.c), file.lanes(op.c.wrapping_add(1))) };
    let mut result = Lanes([0; 64]);
    for lane in 0..64 {
        let (offset, count) = field(offsets.0[lane], counts.0[lane]);
        let ones = u32::MAX >> ((32 - count) & 31);
        let mask = if count == 0 { 0 } else { ones << (offset & 31) };
        result.0[lane] = base.0[lane] & !mask | bits.0[lane] << (offset & 31) & mask;
    }
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &result) };
}

/// Returns the truncated quotient. It divides doubles, because vector division exists for them only: the double nearest to a quotient of
/// 32-bit integers never lies on the other side of an integer. For b = 0 the result is arbitrary.
#[inline(always)]
fn quotient(a: i32, b: i32) -> i32 {
    let divisor = if b == 0 { 1 } else { b };
    let value = f64::from(a) / f64::from(divisor);
    // i32::MIN / -1 wraps.
    let value = if value >= 2_147_483_648.0 { -2_147_483_648.0 } else { value };
    // SAFETY: |a / b| ≤ 2^31, and 2^31 itself became -2^31: within the range of i32.
    unsafe { value.to_int_unchecked::<i32>() }
}

/// Returns the truncated quotient of unsigned integers, computed as in [`quotient`].
#[inline(always)]
fn unsigned_quotient(a: u32, b: u32) -> u32 {
    let divisor = if b == 0 { 1 } else { b };
    let value = f64::from(a) / f64::from(divisor);
    let high = value >= 2_147_483_648.0;
    let rest = if high { value - 2_147_483_648.0 } else { value };
    // SAFETY: 0 ≤ a / b < 2^32, and 2^31 was subtracted from larger quotients: within the range of i32.
    let rest = unsafe { rest.to_int_unchecked::<i32>() } as u32;
    rest.wrapping_add(if high { 0x8000_0000 } else { 0 })
}
