//! Transcendental functions built from additions, multiplications, divisions and bit operations only, so that every machine and every
//! instruction set produces the same bits. They have no branches, so that the compiler can vectorise loops over them.
//!
//! The coefficients interpolate at Chebyshev nodes; they were computed for these intervals with 200-bit arithmetic.

/// 1.5 × 2^23: adding it to a small value rounds that to an integer (ties to even) and leaves the integer in the low bits.
pub const ROUND: f32 = 12_582_912.0;
/// π minus its nearest `f32`.
pub const PI_LOW: f32 = -8.742_278e-8;
/// π/2 minus its nearest `f32`.
pub const HALF_PI_LOW: f32 = -4.371_139e-8;
use std::f32::consts::{FRAC_PI_2 as HALF_PI, PI};

/// Returns `then` if the condition holds and `otherwise` if not, without a branch.
#[inline(always)]
fn sel(condition: bool, then: f32, otherwise: f32) -> f32 {
    if condition { then } else { otherwise }
}

/// Reduces x = k π/2 + r to |r| ≤ about π/4; returns r, and a word whose low bits are those of k. π/2 is split into terms of 8 bits, whose
/// products with k below 2^16 are exact; larger arguments lose accuracy, and from 2^22 on r is any value up to 0.8. It is NaN for infinities and NaN.
#[inline(always)]
fn quadrant(x: f32) -> (f32, u32) {
    let shifted = x * std::f32::consts::FRAC_2_PI + ROUND;
    let k = shifted - ROUND;
    let r = x - k * 1.570_312_5;
    let r = r - k * 0.000_482_559_2;
    let r = r - k * 1.266_598_7e-6;
    let r = r - k * 9.920_936e-10;
    // The reduction of large arguments loses accuracy: clamp r to the polynomials' interval.
    let r = sel(r > 0.8, 0.8, r);
    (sel(r < -0.8, -0.8, r), shifted.to_bits())
}

/// Returns sin(r) for |r| ≤ 0.8.
#[inline(always)]
fn sin_polynomial(r: f32) -> f32 {
    let z = r * r;
    r + r * z * (-0.166_666_65 + z * (0.008_332_748 + z * -0.000_195_877_9))
}

/// Returns cos(r) for |r| ≤ 0.8.
#[inline(always)]
fn cos_polynomial(r: f32) -> f32 {
    let z = r * r;
    (1.0 - 0.5 * z) + z * z * (0.041_666_664 + z * (-0.001_388_830_3 + z * 2.454_784e-5))
}

/// Returns the sine of an angle in radians.
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    let (r, k) = quadrant(x);
    let value = sel(k & 1 != 0, cos_polynomial(r), sin_polynomial(r));
    f32::from_bits(value.to_bits() ^ (k & 2) << 30)
}

/// Returns the cosine of an angle in radians.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    let (r, k) = quadrant(x);
    let value = sel(k & 1 != 0, sin_polynomial(r), cos_polynomial(r));
    f32::from_bits(value.to_bits() ^ (k.wrapping_add(1) & 2) << 30)
}

/// Returns the tangent of an angle in radians.
#[inline(always)]
pub fn tan(x: f32) -> f32 {
    let (r, k) = quadrant(x);
    let (sine, cosine) = (sin_polynomial(r), cos_polynomial(r));
    let odd = k & 1 != 0;
    sel(odd, -cosine, sine) / sel(odd, sine, cosine)
}

/// Returns arctan(t) for t from 0 to 1.
#[inline(always)]
fn atan_polynomial(t: f32) -> f32 {
    let z = t * t;
    let p = 0.013_507_772 + z * -0.002_386_997_3;
    let p = -0.035_871_54 + z * p;
    let p = 0.062_501_69 + z * p;
    let p = -0.086_568_8 + z * p;
    let p = 0.110_337_64 + z * p;
    let p = -0.142_785_69 + z * p;
    let p = 0.199_997_4 + z * p;
    let p = -0.333_333_3 + z * p;
    t + t * z * p
}

/// Returns the arctangent of x, from -π/2 to π/2.
#[inline(always)]
pub fn atan(x: f32) -> f32 {
    let size = x.abs();
    let steep = size > 1.0;
    let value = atan_polynomial(sel(steep, 1.0, size) / sel(steep, size, 1.0));
    let value = sel(steep, (HALF_PI - value) + HALF_PI_LOW, value);
    value.copysign(x)
}

/// Returns the angle of the point (x, y), from -π to π; the signs of zeros matter.
#[inline(always)]
pub fn atan2(y: f32, x: f32) -> f32 {
    let (height, width) = (y.abs(), x.abs());
    let steep = height > width;
    let small = sel(steep, width, height);
    let large = sel(steep, height, width);
    let t = small / large;
    let t = sel(large == 0.0, 0.0, t);
    let t = sel(small == f32::INFINITY, 1.0, t);
    let value = atan_polynomial(t);
    let value = sel(steep, (HALF_PI - value) + HALF_PI_LOW, value);
    let value = sel((x.to_bits() as i32) < 0, (PI - value) + PI_LOW, value);
    let value = value.copysign(y);
    sel(x.is_nan() | y.is_nan(), x + y, value)
}

/// Returns (arcsin(t) - t) / t for z = t² ≤ 1/4.
#[inline(always)]
fn asin_polynomial(z: f32) -> f32 {
    let p = 0.017_143_717 + z * 0.033_700_727;
    let p = 0.031_101_728 + z * p;
    let p = 0.044_599_32 + z * p;
    let p = 0.075_000_95 + z * p;
    z * (0.166_666_66 + z * p)
}

/// Returns the arcsine of x, from -π/2 to π/2.
#[inline(always)]
pub fn asin(x: f32) -> f32 {
    let size = x.abs();
    let outer = size > 0.5;
    let z = sel(outer, (1.0 - size) * 0.5, size * size);
    let t = sel(outer, z.sqrt(), size);
    let value = t + t * asin_polynomial(z);
    let value = sel(outer, (HALF_PI - 2.0 * value) + HALF_PI_LOW, value);
    value.copysign(x)
}

/// Returns the arccosine of x, from 0 to π.
#[inline(always)]
pub fn acos(x: f32) -> f32 {
    let size = x.abs();
    let outer = size > 0.5;
    let z = sel(outer, (1.0 - size) * 0.5, size * size);
    let t = sel(outer, z.sqrt(), x);
    let value = t + t * asin_polynomial(z);
    let end = sel(x < 0.0, (PI - 2.0 * value) + PI_LOW, 2.0 * value);
    sel(outer, end, (HALF_PI - value) + HALF_PI_LOW)
}

/// Returns 2^fraction · 2^k for a fraction from -1/2 to 1/2 and k from -252 to 254.
#[inline(always)]
fn power_of_two(fraction: f32, k: i32) -> f32 {
    let f = fraction;
    let p = 0.001_339_088_6 + f * 0.000_154_531_83;
    let p = 0.009_618_083 + f * p;
    let p = 0.055_503_57 + f * p;
    let p = 0.240_226_5 + f * p;
    let p = std::f32::consts::LN_2 + f * p;
    let p = 1.0 + f * p;
    // Scale in two steps, so that subnormal results are rounded once.
    let half = k >> 1;
    let first = f32::from_bits((half.wrapping_add(127) as u32) << 23);
    let second = f32::from_bits((k.wrapping_sub(half).wrapping_add(127) as u32) << 23);
    p * first * second
}

/// Returns 2 to the power of x.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    // These comparisons pass a NaN through.
    let x = sel(x > 130.0, 130.0, x);
    let x = sel(x < -160.0, -160.0, x);
    let shifted = x + ROUND;
    let k = (shifted.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32);
    power_of_two(x - (shifted - ROUND), k)
}

/// Splits a positive finite x = m 2^e, with m from √½ to √2; returns m and e.
#[inline(always)]
fn significand(x: f32) -> (f32, i32) {
    let small = x < f32::MIN_POSITIVE;
    let bits = sel(small, x * 8_388_608.0, x).to_bits();
    let exponent = (bits.wrapping_sub(std::f32::consts::FRAC_1_SQRT_2.to_bits()) as i32) >> 23;
    let m = f32::from_bits(bits.wrapping_sub((exponent as u32) << 23));
    (m, exponent.wrapping_sub(if small { 23 } else { 0 }))
}

/// Returns the logarithm of x to base 2.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    let (m, exponent) = significand(x);
    let f = m - 1.0;
    let s = f / (f + 2.0);
    let z = s * s;
    let p = 0.411_901_15 + z * 0.336_590_8;
    let p = 0.577_079_8 + z * p;
    let p = 0.961_796_7 + z * p;
    let value = exponent as f32 + (s * 2.885_39 + s * z * p);
    let value = sel(x == f32::INFINITY, x, value);
    let value = sel(x == 0.0, f32::NEG_INFINITY, value);
    sel(x < 0.0 || x.is_nan(), f32::NAN, value)
}

/// Returns x to the power of y: NaN for negative x, 1 for y = 0 or x = 1. The logarithm is computed in double precision, because the
/// exponentiation multiplies its error by up to 128.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    let (m, exponent) = significand(x);
    let m = f64::from(m);
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let p = 0.411_673_550_541_423_3 + z * 0.340_716_231_969_474_03;
    let p = 0.577_083_569_402_637 + z * p;
    let p = 0.961_796_673_434_904_6 + z * p;
    let p = 2.885_390_081_789_999_3 + z * p;
    let logarithm = f64::from(exponent) + s * p;
    let exponent = logarithm * f64::from(y);
    let exponent = if exponent > 130.0 { 130.0 } else { exponent };
    let exponent = if exponent < -160.0 { -160.0 } else { exponent };
    let whole = (exponent as f32 + ROUND) - ROUND;
    let k = (whole + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i32;
    let value = power_of_two((exponent - f64::from(whole)) as f32, k);
    // Infinite and zero bases depend on the sign of y.
    let edge = sel((x == 0.0) == (y > 0.0), 0.0, f32::INFINITY);
    let value = sel((x == 0.0) | (x == f32::INFINITY), edge, value);
    let value = sel((x < 0.0) | x.is_nan() | y.is_nan(), f32::NAN, value);
    sel((y == 0.0) | (x == 1.0), 1.0, value)
}

/// Returns the half float nearest to `value` (ties to even), in the low 16 bits.
// The `half` crate's conversions branch, or test the CPU for F16C on every value. These functions vectorise.
#[inline(always)]
pub fn to_half(value: f32) -> u32 {
    let bits = value.to_bits();
    let size = bits & 0x7FFF_FFFF;
    // Below the normal halves, the rounding of the addition gives the result.
    let small = (f32::from_bits(size) + 0.5).to_bits().wrapping_sub(0x3F00_0000);
    let normal = size.wrapping_sub(0x3800_0000).wrapping_add(0xFFF + (size >> 13 & 1)) >> 13;
    let half = if size < 0x3880_0000 { small } else { normal };
    let half = if size >= 0x4780_0000 { 0x7C00 } else { half };
    // The digits of a value that is no number are kept, as far as they fit.
    let digits = size >> 13 & 0x3FF;
    let half = if size > 0x7F80_0000 { 0x7C00 | if digits == 0 { 0x200 } else { digits } } else { half };
    half | bits >> 16 & 0x8000
}

/// Returns the value of the half float in the low 16 bits.
#[inline(always)]
pub fn from_half(half: u32) -> f32 {
    let (size, digits) = (half & 0x7FFF, half & 0x3FF);
    // Shift the digits in and correct the bias of the exponent: twice for infinities and NaNs. No step has a denormal operand, which processors
    // take a hundred times as long for.
    let normal = (size << 13) + 0x3800_0000 + if size >= 0x7C00 { 0x3800_0000 } else { 0 };
    let small = (digits as i32 as f32 * 5.960_464_5e-8).to_bits();
    f32::from_bits(if size < 0x400 { small } else { normal } | (half & 0x8000) << 16)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
    use super::*;

    /// Returns the error of `value` in units in the last place (ulp) of the reference.
    fn ulps(value: f32, reference: f64) -> f64 {
        let nearest = reference as f32;
        if nearest.is_infinite() || value.is_infinite() {
            return if nearest == value { 0.0 } else { f64::INFINITY };
        }
        let unit = f64::from(f32::from_bits((nearest.abs().max(f32::MIN_POSITIVE)).to_bits() + 1))
            - f64::from(nearest.abs().max(f32::MIN_POSITIVE));
        (f64::from(value) - reference).abs() / unit
    }

    /// Asserts that the largest error over the arguments is within `bound` ulps.
    fn worst(name: &str, bound: f64, arguments: impl Iterator<Item = f32>, ours: impl Fn(f32) -> f32, reference: impl Fn(f64) -> f64) {
        let (mut worst, mut at) = (0.0, 0.0);
        for x in arguments {
            let error = ulps(ours(x), reference(f64::from(x)));
            // A NaN counts as an error unless the reference is one.
            if error > worst || error.is_nan() {
                (worst, at) = (error, x);
            }
        }
        assert!(worst <= bound, "{name}: {worst} ulp at {at:e}: {} for {}", ours(at), reference(f64::from(at)));
    }

    /// Returns `count` evenly spaced values from `from` to `to`.
    fn grid(from: f32, to: f32, count: u32) -> impl Iterator<Item = f32> {
        (0..=count).map(move |i| from + (to - from) * (i as f32 / count as f32))
    }

    /// Returns positive values of every exponent, with some significands each.
    fn positive() -> impl Iterator<Item = f32> {
        (1..0x7F80_0000u32).step_by(12_345).map(f32::from_bits)
    }

    #[test]
    fn circular_functions_are_within_their_bounds() {
        worst("sin", 2.5, grid(-3.2, 3.2, 100_000), sin, f64::sin);
        worst("cos", 2.5, grid(-3.2, 3.2, 100_000), cos, f64::cos);
        worst("tan", 5.0, grid(-3.2, 3.2, 100_000), tan, f64::tan);
        worst("asin", 3.0, grid(-1.0, 1.0, 100_000), asin, f64::asin);
        worst("acos", 3.0, grid(-1.0, 1.0, 100_000), acos, f64::acos);
        worst("atan", 3.0, positive(), atan, f64::atan);
        worst("atan", 3.0, grid(-9.0, 9.0, 100_000), atan, f64::atan);
        for x in grid(-1e5, 1e5, 200_000) {
            assert!((f64::from(sin(x)) - f64::from(x).sin()).abs() < 1e-6, "sin {x}");
            assert!((f64::from(cos(x)) - f64::from(x).cos()).abs() < 1e-6, "cos {x}");
        }
        for x in positive() {
            assert!(sin(x).abs() <= 1.0 && cos(-x).abs() <= 1.0, "{x}");
        }
    }

    #[test]
    fn exponentials_and_logarithms_are_within_their_bounds() {
        worst("exp2", 2.0, grid(-126.0, 128.0, 200_000), exp2, f64::exp2);
        worst("exp2", 2.0, grid(-150.0, 1.0, 200_000), exp2, f64::exp2);
        worst("log2", 3.0, positive(), log2, f64::log2);
        worst("log2", 3.0, grid(0.5, 2.0, 100_000), log2, f64::log2);
        for y in [-50.0, -7.5, -2.0, -1.0, -0.3, 0.1, 0.5, 1.0, 2.0, 2.2, 16.0, 128.0, 1000.0f32] {
            worst("pow", 2.0, positive(), |x| pow(x, y), |x| x.powf(f64::from(y)));
            worst("pow", 2.0, grid(0.9, 1.1, 10_000), |x| pow(x, y), |x| x.powf(f64::from(y)));
        }
        assert_eq!([pow(2.0, 3.0), pow(2.0, -1.0), pow(4.0, 0.5), exp2(7.0), log2(8.0)], [8.0, 0.5, 2.0, 128.0, 3.0]);
    }

    #[test]
    fn special_values_are_as_documented() {
        let (inf, nan) = (f32::INFINITY, f32::NAN);
        for function in [sin, cos, tan] {
            assert!(function(inf).is_nan() && function(-inf).is_nan() && function(nan).is_nan());
        }
        assert!(atan(-0.0).is_sign_negative() && asin(-0.0).is_sign_negative());
        assert!(asin(1.5).is_nan() && acos(-1.5).is_nan() && asin(nan).is_nan() && acos(nan).is_nan() && atan(nan).is_nan());
        assert_eq!((acos(1.0), acos(-1.0), asin(-1.0), atan(-inf)), (0.0, PI, -HALF_PI, -HALF_PI));
        assert_eq!((exp2(inf), exp2(-inf), exp2(1000.0), exp2(-1000.0), exp2(0.0)), (inf, 0.0, inf, 0.0, 1.0));
        assert!(exp2(nan).is_nan() && log2(nan).is_nan() && log2(-1.0).is_nan() && log2(-inf).is_nan());
        assert_eq!((log2(0.0), log2(-0.0), log2(inf), log2(1.0)), (-inf, -inf, inf, 0.0));
        assert!(pow(-1.0, 2.0).is_nan() && pow(nan, 1.0).is_nan() && pow(2.0, nan).is_nan() && pow(-inf, 2.0).is_nan());
        assert_eq!((pow(0.0, 0.0), pow(nan, 0.0), pow(-2.0, 0.0), pow(inf, 0.0)), (1.0, 1.0, 1.0, 1.0));
        assert_eq!((pow(0.0, 2.0), pow(-0.0, 2.0), pow(0.0, -2.0), pow(inf, 2.0), pow(inf, -2.0)), (0.0, 0.0, inf, inf, 0.0));
        assert_eq!((pow(2.0, inf), pow(2.0, -inf), pow(0.5, inf), pow(1.0, inf)), (inf, 0.0, 0.0, 1.0));
    }

    #[test]
    fn atan2_is_right_in_all_quadrants() {
        let values = [0.0, -0.0, 1.0, -1.0, 1e-40, -1e30, 2.5, f32::INFINITY, f32::NEG_INFINITY];
        for y in values {
            for x in values {
                let (ours, reference) = (atan2(y, x), f64::from(y).atan2(f64::from(x)));
                assert!(ulps(ours, reference) <= 3.0, "atan2({y}, {x}) = {ours}, not {reference}");
                assert_eq!(ours.is_sign_negative(), reference.is_sign_negative(), "atan2({y}, {x})");
            }
            assert!(atan2(y, f32::NAN).is_nan() && atan2(f32::NAN, y).is_nan());
        }
        for angle in grid(-3.13, 3.13, 10_000) {
            let (y, x) = (angle.sin() * 7.0, angle.cos() * 7.0);
            assert!(ulps(atan2(y, x), f64::from(y).atan2(f64::from(x))) <= 3.0, "{angle}");
        }
    }

    #[test]
    fn half_floats_convert_both_ways() {
        for half in 0..=0xFFFFu32 {
            let value = from_half(half);
            let (exponent, digits) = ((half >> 10 & 31) as i32, f64::from(half & 0x3FF));
            let size = match exponent {
                31 if digits != 0.0 => f64::NAN,
                31 => f64::INFINITY,
                0 => digits * 2f64.powi(-24),
                _ => (1024.0 + digits) * 2f64.powi(exponent - 25),
            };
            if size.is_nan() {
                assert!(value.is_nan() && to_half(value) == half, "{half:x}");
                continue;
            }
            assert_eq!(f64::from(value), if half & 0x8000 != 0 { -size } else { size }, "{half:x}");
            assert_eq!(to_half(value), half);
            // A value half way to the next half float rounds to the even one; a value a little below rounds back.
            if exponent < 30 {
                let next = from_half(half + 1);
                let middle = (f64::from(value) + f64::from(next)) as f32 * 0.5;
                assert_eq!(to_half(middle), half + (half & 1), "{half:x}");
                assert_eq!(to_half(f32::from_bits(middle.to_bits() - 1)), half, "{half:x}");
                assert_eq!(to_half(f32::from_bits(middle.to_bits() + 1)), half + 1, "{half:x}");
            }
        }
        assert_eq!((to_half(65519.9), to_half(65520.0), to_half(1e30), to_half(-1e30)), (0x7BFF, 0x7C00, 0x7C00, 0xFC00));
    }
}
