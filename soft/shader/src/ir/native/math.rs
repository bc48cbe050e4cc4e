//! The transcendental functions of [`base::core::math`] as instructions, operation by operation.

use super::masks::{EQUAL, LESS, NOT_GREATER_EQUAL, SIGN, UNORDERED};
use super::values::{Mask, NO_VALUE, Value, Values};
use crate::machine::Instruction::*;
use base::core::math::{HALF_PI_LOW, PI_LOW, ROUND};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_PI_2, LN_2, PI};

/// The coefficients of the sine and the cosine polynomial.
const SINE: [f32; 3] = [-0.166_666_65, 0.008_332_748, -0.000_195_877_9];
const COSINE: [f32; 3] = [0.041_666_664, -0.001_388_830_3, 2.454_784e-5];

impl Values {
    /// Returns factor * x, a constant.
    fn times(&mut self, factor: f32, x: Value) -> Value {
        let factor = self.float(factor);
        self.two(Mul, factor, x)
    }

    /// Returns term + x * y.
    fn term(&mut self, term: f32, x: Value, y: Value) -> Value {
        let term = self.float(term);
        let product = self.two(Mul, x, y);
        self.two(Add, term, product)
    }

    /// Returns `coefficients[0] + x * (coefficients[1] + x * …)`.
    fn polynomial(&mut self, coefficients: &[f32], x: Value) -> Value {
        let Some((&last, others)) = coefficients.split_last() else { return x };
        let last = self.float(last);
        others.iter().rev().fold(last, |sum, &term| self.term(term, x, sum))
    }

    fn quadrant(&mut self, x: Value) -> (Value, Value) {
        let (scale, round) = (self.float(FRAC_2_PI), self.float(ROUND));
        let scaled = self.two(Mul, x, scale);
        let shifted = self.two(Add, scaled, round);
        let k = self.two(Sub, shifted, round);
        let mut r = x;
        for part in [1.570_312_5, 0.000_482_559_2, 1.266_598_7e-6, 9.920_936e-10] {
            let part = self.float(part);
            let product = self.two(Mul, k, part);
            r = self.two(Sub, r, product);
        }
        // Both return r if it is NaN, as the comparisons do.
        let (high, low) = (self.float(0.8), self.float(-0.8));
        let r = self.two(Min, high, r);
        (self.two(Max, low, r), shifted)
    }

    fn sin_polynomial(&mut self, r: Value, z: Value) -> Value {
        let p = self.polynomial(&SINE, z);
        let rz = self.two(Mul, r, z);
        let p = self.two(Mul, rz, p);
        self.two(Add, r, p)
    }

    fn cos_polynomial(&mut self, z: Value) -> Value {
        let first = self.cos_beginning(z);
        let p = self.polynomial(&COSINE, z);
        let zz = self.two(Mul, z, z);
        let p = self.two(Mul, zz, p);
        self.two(Add, first, p)
    }

    fn cos_beginning(&mut self, z: Value) -> Value {
        let (one, half) = (self.float(1.0), self.times(0.5, z));
        self.two(Sub, one, half)
    }

    /// Returns the polynomial of the coefficients that k chooses in each lane: the cosine's where it is odd, or where it is even.
    fn either_polynomial(&mut self, r: Value, k: Value, are_cosines: bool) -> Value {
        let lanes = self.odd(k);
        let choose = |values: &mut Self, sine: Value, cosine: Value| {
            let (then, otherwise) = if are_cosines { (cosine, sine) } else { (sine, cosine) };
            values.choose(lanes, then, otherwise)
        };
        let z = self.two(Mul, r, r);
        let mut p = NO_VALUE;
        for (sine, cosine) in SINE.into_iter().zip(COSINE).rev() {
            let (sine, cosine) = (self.float(sine), self.float(cosine));
            let term = choose(self, sine, cosine);
            p = if p == NO_VALUE {
                term
            } else {
                let product = self.two(Mul, z, p);
                self.two(Add, term, product)
            };
        }
        let first = self.cos_beginning(z);
        let (first, factor) = (choose(self, r, first), choose(self, r, z));
        let product = self.two(Mul, factor, z);
        let p = self.two(Mul, product, p);
        self.two(Add, first, p)
    }

    pub(super) fn sin(&mut self, x: Value) -> Value {
        let (r, k) = self.quadrant(x);
        let value = self.either_polynomial(r, k, true);
        self.turn(value, k)
    }

    pub(super) fn cos(&mut self, x: Value) -> Value {
        let (r, k) = self.quadrant(x);
        let value = self.either_polynomial(r, k, false);
        let one = self.constant(1);
        let k = self.two(IntAdd, k, one);
        self.turn(value, k)
    }

    pub(super) fn tan(&mut self, x: Value) -> Value {
        let (r, k) = self.quadrant(x);
        let z = self.two(Mul, r, r);
        let (sine, cosine, odd) = (self.sin_polynomial(r, z), self.cos_polynomial(z), self.odd(k));
        let sign = self.constant(SIGN);
        let minus = self.two(Xor, cosine, sign);
        let (above, below) = (self.choose(odd, minus, sine), self.choose(odd, sine, cosine));
        self.two(Div, above, below)
    }

    fn atan_polynomial(&mut self, t: Value) -> Value {
        let z = self.two(Mul, t, t);
        let coefficients = [
            -0.333_333_3,
            0.199_997_4,
            -0.142_785_69,
            0.110_337_64,
            -0.086_568_8,
            0.062_501_69,
            -0.035_871_54,
            0.013_507_772,
            -0.002_386_997_3,
        ];
        let p = self.polynomial(&coefficients, z);
        let tz = self.two(Mul, t, z);
        let p = self.two(Mul, tz, p);
        self.two(Add, t, p)
    }

    /// Returns (from - x) + low.
    fn complement(&mut self, from: f32, x: Value, low: f32) -> Value {
        let (from, low) = (self.float(from), self.float(low));
        let difference = self.two(Sub, from, x);
        self.two(Add, difference, low)
    }

    pub(super) fn atan(&mut self, x: Value) -> Value {
        let one = self.float(1.0);
        let size = self.magnitude(x);
        let steep = self.compare(one, size, LESS);
        let (above, below) = (self.choose(steep, one, size), self.choose(steep, size, one));
        let t = self.two(Div, above, below);
        let value = self.atan_polynomial(t);
        let other = self.complement(FRAC_PI_2, value, HALF_PI_LOW);
        let value = self.choose(steep, other, value);
        self.with_sign_of(value, x)
    }

    pub(super) fn atan2(&mut self, y: Value, x: Value) -> Value {
        let (zero, one, infinity) = (self.float(0.0), self.float(1.0), self.float(f32::INFINITY));
        let (height, width) = (self.magnitude(y), self.magnitude(x));
        let steep = self.compare(width, height, LESS);
        let (small, large) = (self.choose(steep, width, height), self.choose(steep, height, width));
        let t = self.two(Div, small, large);
        let is_zero = self.compare(large, zero, EQUAL);
        let t = self.choose(is_zero, zero, t);
        let is_infinite = self.compare(small, infinity, EQUAL);
        let t = self.choose(is_infinite, one, t);
        let value = self.atan_polynomial(t);
        let other = self.complement(FRAC_PI_2, value, HALF_PI_LOW);
        let value = self.choose(steep, other, value);
        let other = self.complement(PI, value, PI_LOW);
        let is_negative = self.signs(x);
        let value = self.choose(is_negative, other, value);
        let value = self.with_sign_of(value, y);
        let (sum, is_nan) = (self.two(Add, x, y), self.compare(x, y, UNORDERED));
        self.choose(is_nan, sum, value)
    }

    /// Returns what arcsine and arccosine share: the condition of the outer part, and (arcsin(t) - t) / t with z.
    fn arc(&mut self, x: Value) -> (Mask, Value, Value) {
        let (half, one) = (self.float(0.5), self.float(1.0));
        let size = self.magnitude(x);
        let outer = self.compare(half, size, LESS);
        let rest = self.two(Sub, one, size);
        let rest = self.two(Mul, rest, half);
        let square = self.two(Mul, size, size);
        let z = self.choose(outer, rest, square);
        (outer, size, z)
    }

    fn asin_polynomial(&mut self, t: Value, z: Value) -> Value {
        let p = self.polynomial(&[0.166_666_66, 0.075_000_95, 0.044_599_32, 0.031_101_728, 0.017_143_717, 0.033_700_727], z);
        let p = self.two(Mul, z, p);
        let p = self.two(Mul, t, p);
        self.two(Add, t, p)
    }

    pub(super) fn asin(&mut self, x: Value) -> Value {
        let (outer, size, z) = self.arc(x);
        let root = self.one(Sqrt, z);
        let t = self.choose(outer, root, size);
        let value = self.asin_polynomial(t, z);
        let twice = self.times(2.0, value);
        let other = self.complement(FRAC_PI_2, twice, HALF_PI_LOW);
        let value = self.choose(outer, other, value);
        self.with_sign_of(value, x)
    }

    pub(super) fn acos(&mut self, x: Value) -> Value {
        let (outer, _, z) = self.arc(x);
        let root = self.one(Sqrt, z);
        let t = self.choose(outer, root, x);
        let value = self.asin_polynomial(t, z);
        let (zero, twice) = (self.float(0.0), self.times(2.0, value));
        let other = self.complement(PI, twice, PI_LOW);
        let is_negative = self.compare(x, zero, LESS);
        let end = self.choose(is_negative, other, twice);
        let middle = self.complement(FRAC_PI_2, value, HALF_PI_LOW);
        self.choose(outer, end, middle)
    }

    fn power_of_two(&mut self, fraction: Value, k: Value) -> Value {
        let coefficients = [1.0, LN_2, 0.240_226_5, 0.055_503_57, 0.009_618_083, 0.001_339_088_6, 0.000_154_531_83];
        let p = self.polynomial(&coefficients, fraction);
        let bias = self.constant(127);
        let half = self.shift(ShiftSigned, k, 1);
        let rest = self.two(IntSub, k, half);
        let [first, second] = [half, rest].map(|exponent| {
            let exponent = self.two(IntAdd, exponent, bias);
            self.shift(ShiftLeft, exponent, 23)
        });
        let p = self.two(Mul, p, first);
        self.two(Mul, p, second)
    }

    pub(super) fn exp2(&mut self, x: Value) -> Value {
        let (high, low, round) = (self.float(130.0), self.float(-160.0), self.float(ROUND));
        let x = self.two(Min, high, x);
        let x = self.two(Max, low, x);
        let shifted = self.two(Add, x, round);
        let k = self.two(IntSub, shifted, round);
        let whole = self.two(Sub, shifted, round);
        let fraction = self.two(Sub, x, whole);
        self.power_of_two(fraction, k)
    }

    fn significand(&mut self, x: Value) -> (Value, Value) {
        let (least, root, shift) = (self.float(f32::MIN_POSITIVE), self.float(FRAC_1_SQRT_2), self.constant(23));
        let small = self.compare(x, least, LESS);
        let scale = self.float(8_388_608.0);
        let scaled = self.two(Mul, x, scale);
        let bits = self.choose(small, scaled, x);
        let exponent = self.two(IntSub, bits, root);
        let exponent = self.shift(ShiftSigned, exponent, 23);
        let upper = self.shift(ShiftLeft, exponent, 23);
        let m = self.two(IntSub, bits, upper);
        let shift = self.keep(small, shift);
        (m, self.two(IntSub, exponent, shift))
    }

    pub(super) fn log2(&mut self, x: Value) -> Value {
        let (m, exponent) = self.significand(x);
        let (zero, one, two, infinity) = (self.float(0.0), self.float(1.0), self.float(2.0), self.float(f32::INFINITY));
        let f = self.two(Sub, m, one);
        let below = self.two(Add, f, two);
        let s = self.two(Div, f, below);
        let z = self.two(Mul, s, s);
        let p = self.polynomial(&[0.961_796_7, 0.577_079_8, 0.411_901_15, 0.336_590_8], z);
        let scale = self.float(2.885_39);
        let main = self.two(Mul, s, scale);
        let sz = self.two(Mul, s, z);
        let rest = self.two(Mul, sz, p);
        let sum = self.two(Add, main, rest);
        let exponent = self.one(IntToFloat, exponent);
        let value = self.two(Add, exponent, sum);
        let is_infinite = self.compare(x, infinity, EQUAL);
        let value = self.choose(is_infinite, x, value);
        let is_zero = self.compare(x, zero, EQUAL);
        let lowest = self.float(f32::NEG_INFINITY);
        let value = self.choose(is_zero, lowest, value);
        let (no_number, nan) = (self.compare(x, zero, NOT_GREATER_EQUAL), self.float(f32::NAN));
        self.choose(no_number, nan, value)
    }

    /// Returns four lanes of floats as doubles.
    fn doubles(&mut self, x: Value, half: u8) -> Value {
        let four = if half == 0 { x } else { self.with(Half, x, NO_VALUE, half) };
        self.one(FloatToDouble, four)
    }

    pub(super) fn pow(&mut self, x: Value, y: Value) -> Value {
        let (m, exponent) = self.significand(x);
        let exponents = [0, 1].map(|half| self.exponent(m, exponent, y, half));
        let round = self.float(ROUND);
        let [low, high] = exponents.map(|exponent| self.one(DoubleToFloat, exponent));
        let nearest = self.with(Join, low, high, 1);
        let shifted = self.two(Add, nearest, round);
        let whole = self.two(Sub, shifted, round);
        let [low, high] = [0, 1].map(|half| {
            let whole = self.doubles(whole, half);
            let fraction = self.two(DoubleSub, exponents[usize::from(half)], whole);
            self.one(DoubleToFloat, fraction)
        });
        let fraction = self.with(Join, low, high, 1);
        let again = self.two(Add, whole, round);
        let k = self.two(IntSub, again, round);
        let value = self.power_of_two(fraction, k);
        let (zero, one, infinity) = (self.float(0.0), self.float(1.0), self.float(f32::INFINITY));
        let is_zero = self.compare(x, zero, EQUAL);
        let is_positive = self.compare(zero, y, LESS);
        let same = self.both(MaskXnor, is_zero, is_positive);
        let edge = self.choose(same, zero, infinity);
        let is_infinite = self.compare(x, infinity, EQUAL);
        let is_edge = self.both(MaskOr, is_zero, is_infinite);
        let value = self.choose(is_edge, edge, value);
        let (no_base, no_exponent) = (self.compare(x, zero, NOT_GREATER_EQUAL), self.compare(y, y, UNORDERED));
        let no_number = self.both(MaskOr, no_base, no_exponent);
        let nan = self.float(f32::NAN);
        let value = self.choose(no_number, nan, value);
        let (is_one, is_constant) = (self.compare(x, one, EQUAL), self.compare(y, zero, EQUAL));
        let always = self.both(MaskOr, is_constant, is_one);
        self.choose(always, one, value)
    }

    /// Returns y times the logarithm of m 2^exponent, clamped, of four lanes as doubles.
    fn exponent(&mut self, m: Value, exponent: Value, y: Value, half: u8) -> Value {
        let one = self.double(1.0);
        let m = self.doubles(m, half);
        let (above, below) = (self.two(DoubleSub, m, one), self.two(DoubleAdd, m, one));
        let s = self.two(DoubleDiv, above, below);
        let z = self.two(DoubleMul, s, s);
        let terms = [2.885_390_081_789_999_3, 0.961_796_673_434_904_6, 0.577_083_569_402_637, 0.411_673_550_541_423_3];
        let mut p = self.double(0.340_716_231_969_474_03);
        for term in terms.into_iter().rev() {
            let (term, product) = (self.double(term), self.two(DoubleMul, z, p));
            p = self.two(DoubleAdd, term, product);
        }
        let four = if half == 0 { exponent } else { self.with(Half, exponent, NO_VALUE, half) };
        let exponent = self.one(IntToDouble, four);
        let product = self.two(DoubleMul, s, p);
        let logarithm = self.two(DoubleAdd, exponent, product);
        let y = self.doubles(y, half);
        let exponent = self.two(DoubleMul, logarithm, y);
        let (high, low) = (self.double(130.0), self.double(-160.0));
        let exponent = self.two(DoubleMin, high, exponent);
        self.two(DoubleMax, low, exponent)
    }
}
