//! Lengths, products and directions.

use super::{Rule, bounded, rule_of, unit};
use crate::bounded::{Bounded, Expect, dot};
use crate::inputs::Domain::{Moderate, NotZero, WithinUnit, ZeroToOne};
use crate::signatures::Signature;

fn length(x: &[Bounded]) -> Bounded {
    dot(x, x).sqrt()
}

fn minus(x: &[Bounded], y: &[Bounded]) -> Vec<Bounded> {
    x.iter().zip(y).map(|(x, y)| *x - *y).collect()
}

fn scaled(x: &[Bounded], factor: Bounded) -> Vec<Bounded> {
    x.iter().map(|x| factor * *x).collect()
}

fn expected(x: Vec<Bounded>) -> Vec<Expect> {
    x.into_iter().map(Bounded::expect).collect()
}

/// Returns a rule for vectors of one precision.
fn vectors(domains: &[crate::inputs::Domain], reference: impl Fn(&[Vec<Bounded>]) -> Vec<Expect> + 'static) -> Option<Rule> {
    rule_of(domains, move |arguments| {
        let unit = unit(arguments);
        reference(&arguments.iter().map(|argument| bounded(argument, unit)).collect::<Vec<_>>())
    })
}

/// Returns the expected vector by the sign of a number; either of the two if the number's error includes zero.
fn decided(by: Bounded, negative: Vec<Bounded>, other: Vec<Bounded>) -> Vec<Expect> {
    if by.value.abs() <= by.error && by.error > 0.0 {
        vec![Expect::Any; negative.len()]
    } else {
        expected(if by.value < 0.0 { negative } else { other })
    }
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    match signature.name {
        "length" => vectors(&[Moderate], |x| expected(vec![length(&x[0])])),
        "distance" => vectors(&[Moderate], |x| expected(vec![length(&minus(&x[0], &x[1]))])),
        "dot" => vectors(&[Moderate], |x| expected(vec![dot(&x[0], &x[1])])),
        "cross" => vectors(&[Moderate], |x| {
            let (a, b) = (&x[0], &x[1]);
            expected([(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - b[i] * a[j]).to_vec())
        }),
        "normalize" => vectors(&[NotZero], |x| {
            // By the inverse root or by a division.
            let (inverse, length) = (dot(&x[0], &x[0]).inverse_sqrt(), length(&x[0]));
            let results = x[0].iter().map(|x| {
                let (one, other) = (*x * inverse, *x / length);
                one.with(one.value, one.error.max(other.error))
            });
            expected(results.collect())
        }),
        "faceforward" => vectors(&[Moderate], |x| {
            let against = x[0].iter().map(|x| -*x).collect();
            decided(dot(&x[2], &x[1]), x[0].clone(), against)
        }),
        "reflect" => vectors(&[Moderate, WithinUnit], |x| {
            let twice = x[0][0].with(2.0, 0.0) * dot(&x[1], &x[0]);
            expected(minus(&x[0], &scaled(&x[1], twice)))
        }),
        "refract" => vectors(&[WithinUnit, WithinUnit, ZeroToOne], |x| {
            let (i, n, eta) = (&x[0], &x[1], x[2][0]);
            let one = eta.with(1.0, 0.0);
            let along = dot(n, i);
            let k = one - eta * eta * (one - along * along);
            let bent = if k.value > 0.0 { minus(&scaled(i, eta), &scaled(n, eta * along + k.sqrt())) } else { Vec::new() };
            decided(k, vec![eta.with(0.0, 0.0); i.len()], bent)
        }),
        _ => None,
    }
}
