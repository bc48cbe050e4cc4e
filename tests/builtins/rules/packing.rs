//! Packing and unpacking.

use super::{Rule, rule_of};
use crate::bounded::Expect;
use crate::inputs::Domain::{All, Convertible, DoublePattern, Moderate, Unit};
use crate::signatures::Signature;
use crate::types::Value;

/// Fields of equal width, the first in the low bits.
fn fields(word: u32, width: u32) -> Vec<u32> {
    (0..32 / width).map(|field| (word >> (field * width)) & (u32::MAX >> (32 - width))).collect()
}

/// Returns a word of fields `round(clamp(x, least, 1) * scale)`. A half may be rounded either way: then the word may be anything.
fn packed(value: &Value, width: u32, least: f64, scale: f64) -> Vec<Expect> {
    let mut word = 0u32;
    for (index, x) in value.at.iter().enumerate() {
        let field = x.clamp(least, 1.0) * scale;
        if (field.fract().abs() - 0.5).abs() < scale * 1e-6 {
            return vec![Expect::Any];
        }
        word |= ((field.round() as i64 as u32) & (u32::MAX >> (32 - width))) << (index as u32 * width);
    }
    vec![Expect::Exact(word.into())]
}

/// Returns fields divided by a scale, with the 2.5 ULP of any quotient.
fn unpacked(word: f64, width: u32, signed: bool) -> Vec<Expect> {
    let scale = if signed { (1u32 << (width - 1)) - 1 } else { u32::MAX >> (32 - width) };
    let number = |field: u32| {
        let value = if signed { f64::from(((field << (32 - width)) as i32) >> (32 - width)) } else { f64::from(field) };
        let value = (value / f64::from(scale)).max(-1.0);
        Expect::Near(value, 2.5 * value.abs() * f64::from(f32::EPSILON))
    };
    fields(word as u32, width).into_iter().map(number).collect()
}

/// The value of a half's bits.
fn half(bits: u32) -> f64 {
    let (sign, exponent, fraction) = (if bits & 0x8000 == 0 { 1.0 } else { -1.0 }, bits >> 10 & 31, f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * (-24f64).exp2(),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * (f64::from(exponent) - 25.0).exp2(),
    }
}

/// Returns a word of two halves, each of them one of the two nearest to the number: the direction of rounding is unspecified.
fn pack_halves(value: &Value) -> Vec<Expect> {
    let nearest = |x: f64| {
        let mut best = (f64::MAX, 0);
        let mut ties = false;
        for bits in 0..0x7C00u32 {
            let distance = (half(bits) - x.abs()).abs();
            ties = if distance < best.0 { false } else { ties || distance == best.0 };
            if distance < best.0 {
                best = (distance, bits);
            }
        }
        (best.1 | if x < 0.0 { 0x8000 } else { 0 }, ties)
    };
    let (low, high) = (nearest(value.at[0]), nearest(value.at[1]));
    vec![if low.1 || high.1 { Expect::Any } else { Expect::Exact((low.0 | high.0 << 16).into()) }]
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    match signature.name {
        "packUnorm2x16" => rule_of(&[Unit], |x| packed(&x[0], 16, 0.0, 65535.0)),
        "packSnorm2x16" => rule_of(&[Unit], |x| packed(&x[0], 16, -1.0, 32767.0)),
        "packUnorm4x8" => rule_of(&[Moderate], |x| packed(&x[0], 8, 0.0, 255.0)),
        "packSnorm4x8" => rule_of(&[Moderate], |x| packed(&x[0], 8, -1.0, 127.0)),
        "unpackUnorm2x16" => rule_of(&[All], |x| unpacked(x[0].at[0], 16, false)),
        "unpackSnorm2x16" => rule_of(&[All], |x| unpacked(x[0].at[0], 16, true)),
        "unpackUnorm4x8" => rule_of(&[All], |x| unpacked(x[0].at[0], 8, false)),
        "unpackSnorm4x8" => rule_of(&[All], |x| unpacked(x[0].at[0], 8, true)),
        "packHalf2x16" => rule_of(&[Convertible], |x| pack_halves(&x[0])),
        "unpackHalf2x16" => rule_of(&[All], |x| fields(x[0].at[0] as u32, 16).into_iter().map(|bits| Expect::Exact(half(bits))).collect()),
        "packDouble2x32" => {
            rule_of(&[DoublePattern], |x| vec![Expect::Bits(f64::from_bits(x[0].at[0] as u64 | (x[0].at[1] as u64) << 32))])
        }
        "unpackDouble2x32" => rule_of(&[All], |x| {
            let bits = x[0].at[0].to_bits();
            vec![Expect::Exact(f64::from(bits as u32)), Expect::Exact(f64::from((bits >> 32) as u32))]
        }),
        _ => None,
    }
}
