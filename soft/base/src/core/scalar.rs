//! What operations of shaders compute for one lane, in forms that the compiler vectorises.

/// Returns the smaller value; if one is NaN, the other one.
#[inline(always)]
pub fn minimum(a: f32, b: f32) -> f32 {
    if (a < b) | b.is_nan() { a } else { b }
}

/// Returns the larger value; if one is NaN, the other one.
#[inline(always)]
pub fn maximum(a: f32, b: f32) -> f32 {
    if (a > b) | b.is_nan() { a } else { b }
}

/// Converts as `as i32` does, in a form that vectorises: the cast below never saturates.
#[inline(always)]
pub fn to_int(a: f32) -> i32 {
    let inside = (-2_147_483_648.0..2_147_483_648.0).contains(&a);
    let edge = if a >= 2_147_483_648.0 { i32::MAX } else { i32::MIN };
    let edge = if a.is_nan() { 0 } else { edge };
    // SAFETY: the value is within the range of i32.
    let value = unsafe { (if inside { a } else { 0.0 }).to_int_unchecked::<i32>() };
    if inside { value } else { edge }
}

/// Returns a float for comparisons with constants: as it is, but that a signalling NaN may have become a quiet one, and -0 may have become 0.
///
/// For `if x > 0.0 { x } else { 0.0 }` the compiler chooses the instruction of AArch64 for the greater number, which gives NaN for a signalling one.
#[inline(always)]
pub fn quieted(x: f32) -> f32 {
    if cfg!(target_arch = "aarch64") { x + 0.0 } else { x }
}

/// Converts as `as u32` does, in a form that vectorises.
#[inline(always)]
pub fn to_uint(a: f32) -> u32 {
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
pub fn frexp(a: f32) -> (f32, i32) {
    let small = a.abs() < f32::MIN_POSITIVE;
    let bits = (if small { a * 16_777_216.0 } else { a }).to_bits();
    let exponent = (bits >> 23 & 0xFF) as i32;
    let special = (exponent == 0xFF) | (a == 0.0);
    let significand = f32::from_bits(bits & 0x807F_FFFF | 0x3F00_0000);
    let exponent = exponent.wrapping_sub(if small { 150 } else { 126 });
    (if special { a } else { significand }, if special { 0 } else { exponent })
}

/// Clamps the offset and count of a bit field to 32 bits. Negative values count as large ones, which leave an empty field.
#[inline(always)]
fn field(offset: u32, count: u32) -> (u32, u32) {
    let offset = if offset > 32 { 32 } else { offset };
    let count = if count > 32 { 0 } else { count };
    let most = 32 - offset;
    (offset, if count > most { most } else { count })
}

/// Returns the truncated quotient. It divides doubles, because vector division exists for them only: the double nearest to a quotient of
/// 32-bit integers never lies on the other side of an integer. For b = 0 the result is arbitrary.
#[inline(always)]
pub fn quotient(a: i32, b: i32) -> i32 {
    let divisor = if b == 0 { 1 } else { b };
    let value = f64::from(a) / f64::from(divisor);
    // i32::MIN / -1 wraps.
    let value = if value >= 2_147_483_648.0 { -2_147_483_648.0 } else { value };
    // SAFETY: |a / b| ≤ 2^31, and 2^31 itself became -2^31: within the range of i32.
    unsafe { value.to_int_unchecked::<i32>() }
}

/// Returns the truncated quotient of unsigned integers, computed as in [`quotient`].
#[inline(always)]
pub fn unsigned_quotient(a: u32, b: u32) -> u32 {
    let divisor = if b == 0 { 1 } else { b };
    let value = f64::from(a) / f64::from(divisor);
    let high = value >= 2_147_483_648.0;
    let rest = if high { value - 2_147_483_648.0 } else { value };
    // SAFETY: 0 ≤ a / b < 2^32, and 2^31 was subtracted from larger quotients: within the range of i32.
    let rest = unsafe { rest.to_int_unchecked::<i32>() } as u32;
    rest.wrapping_add(if high { 0x8000_0000 } else { 0 })
}

/// Returns a * 2^b: exact in double precision, then rounded once.
#[inline(always)]
pub fn ldexp(a: f32, b: i32) -> f32 {
    let exponent = if b > 400 { 400 } else { b };
    let exponent = if exponent < -400 { -400 } else { exponent };
    (f64::from(a) * f64::from_bits(((i64::from(exponent) + 1023) << 52) as u64)) as f32
}

/// Returns -1, 0 or 1; 0 for NaN.
#[inline(always)]
pub fn sign(a: f32) -> f32 {
    let positive = if a > 0.0 { 1.0 } else { 0.0 };
    if a < 0.0 { -1.0 } else { positive }
}

/// Returns the remainder of [`quotient`]; `a` for b = 0.
#[inline(always)]
pub fn remainder(a: i32, b: i32) -> i32 {
    let product = quotient(a, b).wrapping_mul(b);
    a.wrapping_sub(if b == 0 { 0 } else { product })
}

/// Returns the remainder of [`unsigned_quotient`]; `a` for b = 0.
#[inline(always)]
pub fn unsigned_remainder(a: u32, b: u32) -> u32 {
    let product = unsigned_quotient(a, b).wrapping_mul(b);
    a.wrapping_sub(if b == 0 { 0 } else { product })
}

/// Returns `count` bits from `offset` on, with the sign of the highest.
#[inline(always)]
pub fn extract(a: i32, offset: u32, count: u32) -> i32 {
    let (offset, count) = field(offset, count);
    let value = a << ((32 - offset - count) & 31) >> ((32 - count) & 31);
    if count == 0 { 0 } else { value }
}

/// Returns `count` bits from `offset` on.
#[inline(always)]
pub fn unsigned_extract(a: u32, offset: u32, count: u32) -> u32 {
    let (offset, count) = field(offset, count);
    let value = a << ((32 - offset - count) & 31) >> ((32 - count) & 31);
    if count == 0 { 0 } else { value }
}

/// Returns `base` with the lowest `count` bits of `bits` from `offset` on.
#[inline(always)]
pub fn insert(base: u32, bits: u32, offset: u32, count: u32) -> u32 {
    let (offset, count) = field(offset, count);
    let ones = u32::MAX >> ((32 - count) & 31);
    let mask = if count == 0 { 0 } else { ones << (offset & 31) };
    base & !mask | bits << (offset & 31) & mask
}
