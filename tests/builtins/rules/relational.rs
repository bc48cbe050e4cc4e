//! Comparisons of vectors.

use super::{Rule, plain, rule_of};
use crate::bounded::Expect;
use crate::inputs::Domain::{All, Convertible};
use crate::signatures::Signature;

fn truth(value: bool) -> Expect {
    Expect::Exact(f64::from(u8::from(value)))
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    match signature.name {
        "lessThan" => plain(&[Convertible, All], |x| truth(x[0] < x[1])),
        "lessThanEqual" => plain(&[All], |x| truth(x[0] <= x[1])),
        "greaterThan" => plain(&[Convertible, All], |x| truth(x[0] > x[1])),
        "greaterThanEqual" => plain(&[All], |x| truth(x[0] >= x[1])),
        "equal" => plain(&[All], |x| truth(x[0] == x[1])),
        "notEqual" => plain(&[All], |x| truth(x[0] != x[1])),
        "any" => rule_of(&[All], |x| vec![truth(x[0].at.iter().any(|at| *at != 0.0))]),
        "all" => rule_of(&[All], |x| vec![truth(x[0].at.iter().all(|at| *at != 0.0))]),
        _ => None,
    }
}
