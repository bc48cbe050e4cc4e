//! Integer functions.

use super::{Rule, plain, rule_of};
use crate::bounded::Expect;
use crate::inputs::Domain::{All, Bits};
use crate::signatures::Signature;
use crate::types::{Scalar, Value};

/// Returns a rule for a function with two results (a return value and an output, or two outputs), component by component.
fn pairs(reference: impl Fn(f64, f64) -> (f64, f64) + 'static) -> Option<Rule> {
    rule_of(&[All], move |x: &[Value]| {
        let both: Vec<(f64, f64)> = x[0].at.iter().zip(&x[1].at).map(|(x, y)| reference(*x, *y)).collect();
        both.iter().map(|both| Expect::Exact(both.0)).chain(both.iter().map(|both| Expect::Exact(both.1))).collect()
    })
}

/// The low bits.
fn mask(bits: f64) -> u32 {
    if bits >= 32.0 { u32::MAX } else { (1u32 << bits as u32) - 1 }
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    let signed = signature.parameters.first()?.0.scalar == Scalar::Int;
    let result_signed = signature.result.is_some_and(|ty| ty.scalar == Scalar::Int);
    // The 32 bits of a number, and the number of 32 bits.
    let bits = |x: f64| x as i64 as u32;
    let number = move |x: u32| Expect::Exact(if result_signed { f64::from(x as i32) } else { f64::from(x) });
    match signature.name {
        "uaddCarry" => {
            pairs(|x, y| ((x as u32).wrapping_add(y as u32).into(), f64::from(u8::from((x as u32).checked_add(y as u32).is_none()))))
        }
        "usubBorrow" => pairs(|x, y| ((x as u32).wrapping_sub(y as u32).into(), f64::from(u8::from(x < y)))),
        // The high word first.
        "umulExtended" => pairs(|x, y| {
            let product = x as u64 * y as u64;
            (f64::from((product >> 32) as u32), f64::from(product as u32))
        }),
        "imulExtended" => pairs(|x, y| {
            let product = x as i64 * y as i64;
            (f64::from((product >> 32) as i32), f64::from(product as i32))
        }),
        "bitfieldExtract" => plain(&[All, Bits, Bits], move |x| {
            if x[2] == 0.0 {
                return Expect::Exact(0.0);
            }
            let field = (bits(x[0]) >> x[1] as u32) & mask(x[2]);
            let negative = signed && field >> (x[2] as u32 - 1) & 1 == 1;
            number(if negative { field | !mask(x[2]) } else { field })
        }),
        "bitfieldInsert" => plain(&[All, All, Bits, Bits], move |x| {
            let shift = x[2] as u32;
            let field = mask(x[3]).checked_shl(shift).unwrap_or(0);
            number(bits(x[0]) & !field | bits(x[1]).checked_shl(shift).unwrap_or(0) & field)
        }),
        "bitfieldReverse" => plain(&[All], move |x| number(bits(x[0]).reverse_bits())),
        "bitCount" => plain(&[All], move |x| Expect::Exact(bits(x[0]).count_ones().into())),
        "findLSB" => plain(&[All], move |x| Expect::Exact(if x[0] == 0.0 { -1.0 } else { bits(x[0]).trailing_zeros().into() })),
        "findMSB" => plain(&[All], move |x| {
            let pattern = if signed && x[0] < 0.0 { !bits(x[0]) } else { bits(x[0]) };
            Expect::Exact(31.0 - f64::from(pattern.leading_zeros()))
        }),
        _ => None,
    }
}
