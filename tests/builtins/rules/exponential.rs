//! Angles and trigonometry, powers, exponentials, logarithms and roots.
//!
//! GLSL 4.50 allows `exp` and `exp2` (3 + 2|x|) ULP, `log` and `log2` 3 ULP and between 0.5 and 2 an error of 2^-21; `pow` and `sqrt`
//! inherit errors. It does not define the precision of trigonometry: these rules allow an absolute error of 2^-11, and 4,096 ULP for the
//! inverse functions, as Vulkan does for the same languages. Hyperbolic functions inherit errors from their expressions.

use super::{Rule, each};
use crate::bounded::{Bounded, Expect};
use crate::inputs::Domain::{Angle, Exponent, FromOne, Moderate, NotNegative, NotZero, Positive, Turn, Unit, WithinUnit};
use crate::signatures::Signature;

/// The absolute error allowed for sines.
const TURN: f64 = 1.0 / 2048.0;

fn exp(x: Bounded) -> Bounded {
    let value = x.value.exp();
    x.with(value, value * x.error.exp_m1()).ulps(3.0 + 2.0 * x.value.abs())
}

fn exp2(x: Bounded) -> Bounded {
    let value = x.value.exp2();
    x.with(value, value * (x.error * std::f64::consts::LN_2).exp_m1()).ulps(3.0 + 2.0 * x.value.abs())
}

fn logarithm(x: Bounded, value: f64, base: f64) -> Bounded {
    let error = if x.error == 0.0 { 0.0 } else { x.error / (x.value - x.error).max(f64::MIN_POSITIVE) / base };
    let result = x.with(value, error);
    if (0.5..=2.0).contains(&x.value) { x.with(value, error + (-21f64).exp2()) } else { result.ulps(3.0) }
}

fn log(x: Bounded) -> Bounded {
    logarithm(x, x.value.ln(), 1.0)
}

fn log2(x: Bounded) -> Bounded {
    logarithm(x, x.value.log2(), std::f64::consts::LN_2)
}

fn constant(x: Bounded, value: f64) -> Bounded {
    // The constant may not be representable in this precision.
    x.with(value, 0.0).ulps(0.5)
}

/// Returns the expected result of an inverse function.
fn inverse(x: Bounded, value: f64) -> Expect {
    x.with(value, 0.0).ulps(4096.0).expect()
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    let one = |x: Bounded| x.with(1.0, 0.0);
    let half = |x: Bounded| x.with(0.5, 0.0);
    match signature.name {
        "radians" => each(&[Moderate], |x| (x[0] * constant(x[0], std::f64::consts::PI / 180.0)).expect()),
        "degrees" => each(&[Moderate], |x| (x[0] * constant(x[0], 180.0 / std::f64::consts::PI)).expect()),
        "sin" => each(&[Angle], |x| Expect::Near(x[0].value.sin(), TURN)),
        "cos" => each(&[Angle], |x| Expect::Near(x[0].value.cos(), TURN)),
        "tan" => each(&[Turn], |x| {
            let (sine, cosine) = (x[0].with(x[0].value.sin(), TURN), x[0].with(x[0].value.cos(), TURN));
            // Near a pole the quotient of two such numbers may be anything.
            if cosine.value.abs() < 4.0 * TURN { Expect::Any } else { (sine / cosine).expect() }
        }),
        "asin" => each(&[Unit], |x| inverse(x[0], x[0].value.asin())),
        "acos" => each(&[Unit], |x| inverse(x[0], x[0].value.acos())),
        "atan" if signature.parameters.len() == 2 => each(&[NotZero, Moderate], |x| inverse(x[0], x[0].value.atan2(x[1].value))),
        "atan" => each(&[Moderate], |x| inverse(x[0], x[0].value.atan())),
        "sinh" => each(&[Exponent], move |x| (half(x[0]) * (exp(x[0]) - exp(-x[0]))).expect()),
        "cosh" => each(&[Exponent], move |x| (half(x[0]) * (exp(x[0]) + exp(-x[0]))).expect()),
        "tanh" => each(&[Exponent], |x| ((exp(x[0]) - exp(-x[0])) / (exp(x[0]) + exp(-x[0]))).expect()),
        "asinh" => each(&[Moderate], move |x| {
            let magnitude = x[0].with(x[0].value.abs(), 0.0);
            let result = log(magnitude + (magnitude * magnitude + one(x[0])).sqrt());
            x[0].with(x[0].value.asinh(), result.error).expect()
        }),
        "acosh" => each(&[FromOne], move |x| log(x[0] + (x[0] * x[0] - one(x[0])).sqrt()).expect()),
        "atanh" => each(&[WithinUnit], move |x| (half(x[0]) * log((one(x[0]) + x[0]) / (one(x[0]) - x[0]))).expect()),
        "pow" => each(&[Positive, Unit], |x| exp2(x[1] * log2(x[0])).expect()),
        "exp" => each(&[Exponent], |x| exp(x[0]).expect()),
        "exp2" => each(&[Exponent], |x| exp2(x[0]).expect()),
        "log" => each(&[Positive], |x| log(x[0]).expect()),
        "log2" => each(&[Positive], |x| log2(x[0]).expect()),
        "sqrt" => each(&[NotNegative], |x| x[0].sqrt().expect()),
        "inversesqrt" => each(&[Positive], |x| x[0].inverse_sqrt().expect()),
        _ => None,
    }
}
