//! Refraction, determinants and inverses of constants, with the same steps as in lowering.

use super::arithmetic::{Number, scalar};
use super::functions::{add, dot, many, mul, negate, sub, unary, zero};
use base::hir::{BinaryOp, Builtin};

/// Returns 1 of the same type.
fn unity(like: Number) -> Number {
    if matches!(like, Number::Double(_)) { Number::Double(1.0) } else { Number::Float(1.0) }
}

/// Returns the words of the refracted vector.
pub fn refract(incident: &[Number], normal: &[Number], eta: Number) -> Option<Vec<u32>> {
    let along = dot(normal, incident)?;
    let eta = if let (Number::Double(_), Number::Float(eta)) = (along, eta) { Number::Double(eta.into()) } else { eta };
    let one = unity(along);
    let k = sub(one, mul(mul(eta, eta)?, sub(one, mul(along, along)?)?)?)?;
    if scalar(BinaryOp::Less, k, zero(k))? == Number::Bool(true) {
        return many(incident.iter().map(|&i| Some(zero(i))));
    }
    let factor = add(mul(eta, along)?, unary(Builtin::Sqrt, k)?)?;
    many(incident.iter().zip(normal).map(|(&i, &n)| sub(mul(eta, i)?, mul(factor, n)?)))
}

/// Returns the number of columns of a square matrix.
fn size(matrix: &[Number]) -> Option<usize> {
    (1..=4).find(|size| size * size == matrix.len())
}

fn minor(matrix: &[Number], size: usize, without_row: usize, without_column: usize) -> Option<Number> {
    let kept = (0..matrix.len()).filter(|index| index / size != without_column && index % size != without_row);
    let rest: Option<Vec<Number>> = kept.map(|index| matrix.get(index).copied()).collect();
    determinant(&rest?)
}

/// Returns the determinant, expanded by minors along the first column.
pub fn determinant(matrix: &[Number]) -> Option<Number> {
    match *matrix {
        [a] => Some(a),
        [a, b, c, d] => sub(mul(a, d)?, mul(b, c)?),
        _ => {
            let size = size(matrix)?;
            let mut sum = None;
            for (row, &factor) in matrix.iter().enumerate().take(size) {
                let term = mul(factor, minor(matrix, size, row, 0)?)?;
                sum = Some(match sum {
                    None => term,
                    Some(sum) if row % 2 == 1 => sub(sum, term)?,
                    Some(sum) => add(sum, term)?,
                });
            }
            sum
        }
    }
}

/// Returns the components of the inverse: the adjugate times the reciprocal of the determinant.
pub fn inverse(matrix: &[Number]) -> Option<Vec<Number>> {
    let size = size(matrix)?;
    let whole = determinant(matrix)?;
    let factor = scalar(BinaryOp::Div, unity(whole), whole)?;
    let places = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
    let element = |(column, row): (usize, usize)| {
        let minor = minor(matrix, size, column, row)?;
        mul(if (row + column) % 2 == 1 { negate(minor)? } else { minor }, factor)
    };
    places.map(element).collect()
}
