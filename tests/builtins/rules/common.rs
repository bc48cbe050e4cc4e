//! The common functions.

use super::{Rule, each, plain, rounded, unit};
use crate::bounded::{Bounded, Expect};
use crate::inputs::Domain::{Above, All, Moderate, NotZero, Patterns, Scale, Special, ZeroToOne};
use crate::signatures::Signature;
use crate::types::Scalar;

fn exact(value: f64) -> Expect {
    Expect::Exact(value)
}

fn mix(x: &[Bounded]) -> Expect {
    let one = x[0].with(1.0, 0.0);
    // x * (1 - a) + y * a, or x + (y - x) * a: allows the larger error of the two.
    let (first, second) = (x[0] * (one - x[2]) + x[1] * x[2], x[0] + (x[1] - x[0]) * x[2]);
    first.with(first.value, first.error.max(second.error)).expect()
}

fn modulo(x: &[Bounded]) -> Expect {
    let quotient = x[0] / x[1];
    let whole = quotient.value.floor();
    // A quotient next to a whole number may fall on either side: the result is then near zero or near y.
    if (quotient.value - quotient.error).floor() != whole || (quotient.value + quotient.error).floor() != whole {
        return Expect::Any;
    }
    (x[0] - x[1] * x[0].with(whole, 0.0)).expect()
}

fn smoothstep(x: &[Bounded]) -> Expect {
    let (zero, one) = (x[0].with(0.0, 0.0), x[0].with(1.0, 0.0));
    let t = (x[2] - x[0]) / (x[1] - x[0]);
    let t = if t.value <= zero.value {
        t.with(0.0, t.error.min(1e-6))
    } else if t.value >= 1.0 {
        one
    } else {
        t
    };
    (t * t * (x[0].with(3.0, 0.0) - x[0].with(2.0, 0.0) * t)).expect()
}

fn exponent(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { (x.abs().to_bits() >> 52) as f64 - 1022.0 }
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    let parameter = signature.parameters.first().map(|(ty, _)| ty.scalar);
    let third = signature.parameters.get(2).map(|(ty, _)| ty.scalar);
    match signature.name {
        "abs" => plain(&[All], |x| exact(if x[0] == -2147483648.0 { return Expect::Any } else { x[0].abs() })),
        "sign" => plain(&[All], |x| exact(if x[0] == 0.0 { 0.0 } else { x[0].signum() })),
        "floor" => plain(&[All], |x| exact(x[0].floor())),
        "trunc" => plain(&[All], |x| exact(x[0].trunc())),
        "ceil" => plain(&[All], |x| exact(x[0].ceil())),
        "roundEven" => plain(&[All], |x| exact(x[0].round_ties_even())),
        // The implementation chooses the rounding of halves.
        "round" => {
            plain(&[All], |x| if x[0].fract().abs() == 0.5 { Expect::Either(x[0].floor(), x[0].ceil()) } else { exact(x[0].round()) })
        }
        "fract" => each(&[All], |x| (x[0] - x[0].with(x[0].value.floor(), 0.0)).expect()),
        "mod" => each(&[Moderate, NotZero], modulo),
        "modf" => super::rule_of(&[All], |arguments| {
            let parts = arguments[0].at.iter();
            parts.clone().map(|x| exact(x.fract())).chain(parts.map(|x| exact(x.trunc()))).collect()
        }),
        "min" => plain(&[All], |x| exact(x[0].min(x[1]))),
        "max" => plain(&[All], |x| exact(x[0].max(x[1]))),
        "clamp" => plain(&[All, All, Above], |x| exact(x[0].max(x[1]).min(x[2]))),
        "mix" if third == Some(Scalar::Bool) => plain(&[All], |x| exact(if x[2] != 0.0 { x[1] } else { x[0] })),
        "mix" => each(&[Moderate, Moderate, ZeroToOne], mix),
        "step" => plain(&[Moderate], |x| exact(if x[1] < x[0] { 0.0 } else { 1.0 })),
        "smoothstep" => each(&[Moderate, Above, Moderate], smoothstep),
        "isnan" => plain(&[Special], |x| exact(f64::from(u8::from(x[0].is_nan())))),
        "isinf" => plain(&[Special], |x| exact(f64::from(u8::from(x[0].is_infinite())))),
        "floatBitsToInt" => plain(&[All], |x| exact(f64::from((x[0] as f32).to_bits() as i32))),
        "floatBitsToUint" => plain(&[All], |x| exact(f64::from((x[0] as f32).to_bits()))),
        "intBitsToFloat" => plain(&[Patterns], |x| Expect::Bits(f64::from(f32::from_bits(x[0] as i32 as u32)))),
        "uintBitsToFloat" => plain(&[Patterns], |x| Expect::Bits(f64::from(f32::from_bits(x[0] as u32)))),
        "fma" => each(&[Moderate], |x| (x[0] * x[1] + x[2]).expect()),
        "frexp" => super::rule_of(&[All], |arguments| {
            let parts = arguments[0].at.iter();
            let significands = parts.clone().map(|x| exact(x * (-exponent(*x)).exp2()));
            significands.chain(parts.map(|x| exact(exponent(*x)))).collect()
        }),
        "ldexp" if parameter.is_some() => super::rule_of(&[Moderate, Scale], |arguments| {
            let unit = unit(arguments);
            (0..arguments[0].at.len()).map(|k| rounded(arguments[0].get(k) * arguments[1].get(k).exp2(), unit)).collect()
        }),
        _ => None,
    }
}
