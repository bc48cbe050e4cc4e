//! Matrix functions.

use super::{Rule, plain, rounded, rule_of, unit};
use crate::bounded::{Bounded, Expect, sum};
use crate::inputs::Domain::{Moderate, Unit};
use crate::signatures::Signature;
use crate::types::Value;

/// Returns a matrix's determinant, expanded by its first column, with the error of additions in any order.
fn determinant(columns: &[Vec<Bounded>]) -> Bounded {
    if columns.len() == 1 {
        return columns[0][0];
    }
    let terms: Vec<Bounded> = (0..columns.len())
        .map(|row| {
            let term = columns[0][row] * determinant(&minor(columns, 0, row));
            if row % 2 == 0 { term } else { -term }
        })
        .collect();
    sum(&terms)
}

/// Returns a matrix without one column and one row.
fn minor(columns: &[Vec<Bounded>], column: usize, row: usize) -> Vec<Vec<Bounded>> {
    let kept = |index: usize, without: usize| index != without;
    let rows = |column: &Vec<Bounded>| (0..column.len()).filter(|index| kept(*index, row)).map(|index| column[index]).collect();
    (0..columns.len()).filter(|index| kept(*index, column)).map(|index| rows(&columns[index])).collect()
}

fn matrix(value: &Value) -> Vec<Vec<Bounded>> {
    let unit = unit(std::slice::from_ref(value));
    (0..value.ty.columns).map(|column| (0..value.ty.rows).map(|row| Bounded::exact(value.element(column, row), unit)).collect()).collect()
}

/// Returns the inverse by cofactors, with eight times the error, because elimination has other errors.
fn inverse(value: &Value) -> Vec<Expect> {
    let columns = matrix(value);
    let whole = determinant(&columns);
    let mut result = Vec::new();
    for column in 0..columns.len() {
        for row in 0..columns.len() {
            let cofactor = determinant(&minor(&columns, row, column));
            let cofactor = if (column + row).is_multiple_of(2) { cofactor } else { -cofactor };
            // The inverse is undefined if the determinant may be zero.
            let poor = whole.value.abs() <= 16.0 * whole.error;
            let element = cofactor / whole;
            result.push(if poor { Expect::Any } else { Expect::Near(element.value, 8.0 * element.error) });
        }
    }
    result
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    match signature.name {
        "matrixCompMult" => rule_of(&[Moderate], |x| {
            let unit = unit(x);
            x[0].at.iter().zip(&x[1].at).map(|(one, other)| rounded(one * other, unit)).collect()
        }),
        "outerProduct" => rule_of(&[Moderate], |x| {
            let unit = unit(x);
            x[1].at.iter().flat_map(|row| x[0].at.iter().map(move |column| rounded(column * row, unit))).collect()
        }),
        "transpose" => rule_of(&[Moderate], |x| {
            let value = &x[0];
            (0..value.ty.rows).flat_map(|row| (0..value.ty.columns).map(move |column| Expect::Exact(value.element(column, row)))).collect()
        }),
        "determinant" => rule_of(&[Unit], |x| {
            let result = determinant(&matrix(&x[0]));
            vec![Expect::Near(result.value, 4.0 * result.error)]
        }),
        "inverse" => rule_of(&[Unit], |x| inverse(&x[0])),
        // GLSL 4.50, 8.14 allows constant noise, which Mesa implements.
        "noise1" | "noise2" | "noise3" | "noise4" => {
            let components = signature.result.map_or(1, |ty| ty.components());
            rule_of(&[Moderate], move |_| vec![Expect::Exact(0.0); components])
        }
        "not" => plain(&[Moderate], |x| Expect::Exact(1.0 - x[0])),
        _ => None,
    }
}
