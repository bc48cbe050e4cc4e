//! Numbers with the error that the specification allows: GLSL 4.50, section 4.7.1.
//!
//! A sum, a difference and a product are correctly rounded; a quotient has 2.5 ULP, `inversesqrt` 2 ULP. A function that the
//! specification defines by an expression inherits the errors of its operations, with sums in any order. Double precision has the same rules
//! with its own unit.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The allowed values of a result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expect {
    /// The specification defines nothing.
    Any,
    /// This value alone.
    Exact(f64),
    /// Within an absolute error.
    Near(f64, f64),
    /// One of two.
    Either(f64, f64),
    /// Bit for bit, the sign of zero too.
    Bits(f64),
}

/// A value and its absolute error.
#[derive(Clone, Copy, Debug)]
pub struct Bounded {
    pub value: f64,
    pub error: f64,
    /// Half an ULP of 1.
    unit: f64,
}

/// Half an ULP of 1 in single precision.
pub const SINGLE: f64 = 1.0 / (1u64 << 24) as f64;
/// The same in double precision.
pub const DOUBLE: f64 = 1.0 / (1u64 << 53) as f64;

impl Bounded {
    /// Returns a number without error.
    pub fn exact(value: f64, unit: f64) -> Self {
        Self { value, error: 0.0, unit }
    }

    /// Adds this many ULP of error. The reference's own rounding is within the first half.
    pub fn ulps(self, count: f64) -> Self {
        Self { error: self.error + 2.0 * count * self.unit * self.value.abs(), ..self }
    }

    /// Returns another value with this error added.
    pub fn with(self, value: f64, error: f64) -> Self {
        Self { value, error, unit: self.unit }
    }

    pub fn inverse_sqrt(self) -> Self {
        let value = 1.0 / self.value.sqrt();
        let slope = 0.5 * value / (self.value - self.error).max(f64::MIN_POSITIVE);
        Self { value, error: slope * self.error, unit: self.unit }.ulps(2.5)
    }

    /// `1.0 / inversesqrt`, but for zero, whose root is zero.
    pub fn sqrt(self) -> Self {
        if self.value <= 0.0 {
            return Self { value: 0.0, error: self.error.sqrt(), unit: self.unit };
        }
        let value = self.value.sqrt();
        let error = (value - (self.value - self.error).max(0.0).sqrt()).max(self.error / value * 0.5);
        Self { value, error, unit: self.unit }.ulps(5.0)
    }

    pub fn expect(self) -> Expect {
        if self.value.is_nan() { Expect::Any } else { Expect::Near(self.value, self.error) }
    }
}

impl Add for Bounded {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, error: self.error + other.error, unit: self.unit }.ulps(1.0)
    }
}

impl Neg for Bounded {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

impl Sub for Bounded {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Bounded {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let error = self.error * other.value.abs() + other.error * self.value.abs() + self.error * other.error;
        Self { value: self.value * other.value, error, unit: self.unit }.ulps(1.0)
    }
}

impl Div for Bounded {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        let least = (other.value.abs() - other.error).max(f64::MIN_POSITIVE);
        let error = if self.error + other.error == 0.0 { 0.0 } else { (self.error + value.abs() * other.error) / least };
        Self { value, error, unit: self.unit }.ulps(3.0)
    }
}

/// Returns a sum, with the error of any order of additions.
pub fn sum(terms: &[Bounded]) -> Bounded {
    let value = terms.iter().map(|term| term.value).sum();
    let magnitude: f64 = terms.iter().map(|term| term.value.abs() + term.error).sum();
    let error: f64 = terms.iter().map(|term| term.error).sum();
    let first = terms[0];
    first.with(value, error + 2.0 * (terms.len() - 1) as f64 * first.unit * magnitude)
}

pub fn dot(left: &[Bounded], right: &[Bounded]) -> Bounded {
    sum(&left.iter().zip(right).map(|(left, right)| *left * *right).collect::<Vec<_>>())
}

/// Returns true if a result of single or double precision is as expected.
pub fn fits(expect: Expect, value: f64, double: bool) -> bool {
    // Numbers smaller than the smallest normal number may become zero.
    let (tiny, huge) = if double { (f64::MIN_POSITIVE, f64::MAX) } else { (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX)) };
    let equal = |expected: f64| expected == value || expected.is_nan() && value.is_nan() || value == 0.0 && expected.abs() < tiny;
    match expect {
        Expect::Any => true,
        Expect::Exact(expected) => equal(expected),
        Expect::Either(one, other) => equal(one) || equal(other),
        Expect::Bits(expected) => expected.is_nan() && value.is_nan() || expected.to_bits() == value.to_bits(),
        Expect::Near(expected, error) => {
            equal(expected)
                || (value - expected).abs() <= error + tiny
                || value.is_infinite() && value.signum() * expected + error > huge * 0.999_999
        }
    }
}
