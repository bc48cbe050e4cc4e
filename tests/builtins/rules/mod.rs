//! What each function is called with, and what comes out: the specification's definitions over f64.

mod common;
mod exponential;
mod geometric;
mod integer;
mod matrix;
mod operators;
mod packing;
mod relational;

pub use operators::{OPERATORS, call};

use crate::bounded::{Bounded, DOUBLE, Expect, SINGLE};
use crate::inputs::Domain;
use crate::signatures::Signature;
use crate::types::Value;

/// The values expected for the components of the result and then of what the function writes, for some arguments.
type Reference = Box<dyn Fn(&[Value]) -> Vec<Expect>>;

pub struct Rule {
    /// Of each parameter; the last stands for all that follow.
    pub domains: Vec<Domain>,
    pub reference: Reference,
}

fn rule_of(domains: &[Domain], reference: impl Fn(&[Value]) -> Vec<Expect> + 'static) -> Option<Rule> {
    Some(Rule { domains: domains.to_vec(), reference: Box::new(reference) })
}

/// A function that treats each component alone.
fn each(domains: &[Domain], reference: impl Fn(&[Bounded]) -> Expect + 'static) -> Option<Rule> {
    rule_of(domains, move |arguments| {
        let count = arguments.iter().map(|argument| argument.at.len()).max().unwrap_or(1);
        let unit = unit(arguments);
        let component = |k: usize| {
            let arguments: Vec<Bounded> = arguments.iter().map(|argument| Bounded::exact(argument.get(k), unit)).collect();
            reference(&arguments)
        };
        (0..count).map(component).collect()
    })
}

/// The same, of plain numbers.
fn plain(domains: &[Domain], reference: impl Fn(&[f64]) -> Expect + 'static) -> Option<Rule> {
    each(domains, move |arguments| reference(&arguments.iter().map(|argument| argument.value).collect::<Vec<_>>()))
}

/// Half an ULP in the precision that a call works in.
fn unit(arguments: &[Value]) -> f64 {
    if arguments.iter().any(|argument| argument.ty.double()) { DOUBLE } else { SINGLE }
}

/// A value's components.
fn bounded(value: &Value, unit: f64) -> Vec<Bounded> {
    value.at.iter().map(|at| Bounded::exact(*at, unit)).collect()
}

/// A number as single precision rounds it.
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// A correctly rounded result in the precision of a unit.
fn rounded(value: f64, unit: f64) -> Expect {
    Expect::Exact(if unit == SINGLE { single(value) } else { value })
}

/// The rule of a function or operator.
pub fn rule(signature: &Signature) -> Option<Rule> {
    [common::rule, exponential::rule, geometric::rule, integer::rule, matrix::rule, operators::rule, packing::rule, relational::rule]
        .into_iter()
        .find_map(|rule| rule(signature))
}
