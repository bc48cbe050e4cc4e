//! The arguments and the expected results of each function: the specification's definitions over f64.

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

/// Returns the expected components of the result and then of the outputs, for some arguments.
type Reference = Box<dyn Fn(&[Value]) -> Vec<Expect>>;

pub struct Rule {
    /// The domain of each parameter; the last one applies to all further parameters.
    pub domains: Vec<Domain>,
    pub reference: Reference,
}

fn rule_of(domains: &[Domain], reference: impl Fn(&[Value]) -> Vec<Expect> + 'static) -> Option<Rule> {
    Some(Rule { domains: domains.to_vec(), reference: Box::new(reference) })
}

/// Returns a rule for a function that treats each component separately.
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

/// Returns the same for a reference over plain numbers.
fn plain(domains: &[Domain], reference: impl Fn(&[f64]) -> Expect + 'static) -> Option<Rule> {
    each(domains, move |arguments| reference(&arguments.iter().map(|argument| argument.value).collect::<Vec<_>>()))
}

/// Returns half an ULP in the precision of a call.
fn unit(arguments: &[Value]) -> f64 {
    if arguments.iter().any(|argument| argument.ty.double()) { DOUBLE } else { SINGLE }
}

/// Returns a value's components.
fn bounded(value: &Value, unit: f64) -> Vec<Bounded> {
    value.at.iter().map(|at| Bounded::exact(*at, unit)).collect()
}

/// Rounds a number to single precision.
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Returns a correctly rounded result in the precision of a unit.
fn rounded(value: f64, unit: f64) -> Expect {
    Expect::Exact(if unit == SINGLE { single(value) } else { value })
}

/// Returns the rule of a function or operator.
pub fn rule(signature: &Signature) -> Option<Rule> {
    [common::rule, exponential::rule, geometric::rule, integer::rule, matrix::rule, operators::rule, packing::rule, relational::rule]
        .into_iter()
        .find_map(|rule| rule(signature))
}
