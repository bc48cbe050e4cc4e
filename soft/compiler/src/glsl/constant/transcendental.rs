//! Angle, exponential and hyperbolic functions of constants: the interpreter's own approximations, combined as in lowering.

use base::core::math;
use base::hir::Builtin;
use std::f32::consts::{LN_2, LOG2_E};

fn exponential(x: f32) -> f32 {
    math::exp2(x * LOG2_E)
}

fn logarithm(x: f32) -> f32 {
    math::log2(x) * LN_2
}

/// Returns x * (1 + x² * (c0 + x² * (c1 + …))).
fn odd_series(x: f32, coefficients: &[f32]) -> f32 {
    let square = x * x;
    let sum = coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * square + coefficient);
    x + sum * square * x
}

fn with_sign(size: f32, sign: f32) -> f32 {
    f32::from_bits((size.to_bits() & 0x7FFF_FFFF) | (sign.to_bits() & 0x8000_0000))
}

/// Returns sinh(x) and cosh(x).
fn hyperbolic(x: f32) -> (f32, f32) {
    let (rise, fall) = (exponential(x - LN_2), exponential(-x - LN_2));
    let near = odd_series(x, &[1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0]);
    (if x.abs() < 1.0 { near } else { rise - fall }, rise + fall)
}

/// Applies a function of one component.
pub fn unary(builtin: Builtin, x: f32) -> Option<f32> {
    Some(match builtin {
        Builtin::Sin => math::sin(x),
        Builtin::Cos => math::cos(x),
        Builtin::Tan => math::tan(x),
        Builtin::Asin => math::asin(x),
        Builtin::Acos => math::acos(x),
        Builtin::Atan => math::atan(x),
        Builtin::Exp2 => math::exp2(x),
        Builtin::Log2 => math::log2(x),
        Builtin::Exp => exponential(x),
        Builtin::Log => logarithm(x),
        Builtin::Sinh => hyperbolic(x).0,
        Builtin::Cosh => hyperbolic(x).1,
        Builtin::Tanh if x.abs() < 0.25 => odd_series(x, &[-1.0 / 3.0, 2.0 / 15.0, -17.0 / 315.0, 62.0 / 2835.0]),
        Builtin::Tanh => with_sign(1.0 - 2.0 / (exponential(x.abs() * 2.0) + 1.0), x),
        Builtin::Asinh if x.abs() < 0.25 => odd_series(x, &[-1.0 / 6.0, 3.0 / 40.0, -15.0 / 336.0, 105.0 / 3456.0]),
        Builtin::Asinh if x.abs() > 1.0e15 => with_sign(logarithm(x.abs()) + LN_2, x),
        Builtin::Asinh => with_sign(logarithm(x.abs() + (x * x + 1.0).sqrt()), x),
        Builtin::Acosh => logarithm(x + (x - 1.0).sqrt() * (x + 1.0).sqrt()),
        Builtin::Atanh if x.abs() < 0.25 => odd_series(x, &[1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0]),
        Builtin::Atanh => logarithm((1.0 + x) / (1.0 - x)) * 0.5,
        _ => return None,
    })
}

/// Applies a function of two components.
pub fn binary(builtin: Builtin, a: f32, b: f32) -> Option<f32> {
    Some(match builtin {
        Builtin::Pow => math::pow(a, b),
        Builtin::Atan2 => math::atan2(a, b),
        _ => return None,
    })
}
