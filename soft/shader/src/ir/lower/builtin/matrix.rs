//! Matrix functions.

use super::Argument;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use base::hir::{Builtin, Scalar, Type};

impl Lowering<'_> {
    /// Returns the determinant of a matrix without one row and one column; `matrix` is `size` columns of `size` components.
    fn minor(&mut self, scalar: Scalar, matrix: &[Virtual], size: usize, without_row: usize, without_column: usize) -> Virtual {
        let mut rest = Vec::with_capacity((size - 1) * (size - 1));
        for column in (0..size).filter(|&column| column != without_column) {
            for row in (0..size).filter(|&row| row != without_row) {
                rest.push(matrix[column * size + row]);
            }
        }
        self.determinant(scalar, &rest, size - 1)
    }

    /// Returns the determinant, expanded by minors along the first column.
    fn determinant(&mut self, scalar: Scalar, matrix: &[Virtual], size: usize) -> Virtual {
        match *matrix {
            [a] => a,
            [a, b, c, d] => {
                let (first, second) = (self.mul(scalar, a, d), self.mul(scalar, b, c));
                self.sub(scalar, first, second)
            }
            _ => {
                let mut sum = None;
                for (row, &factor) in matrix.iter().enumerate().take(size) {
                    let minor = self.minor(scalar, matrix, size, row, 0);
                    let term = self.mul(scalar, factor, minor);
                    sum = Some(match sum {
                        None => term,
                        Some(sum) if row % 2 == 1 => self.sub(scalar, sum, term),
                        Some(sum) => self.add(scalar, sum, term),
                    });
                }
                sum.unwrap_or(0)
            }
        }
    }

    fn inverse(&mut self, scalar: Scalar, matrix: &[Virtual], size: usize) -> Vec<Virtual> {
        let determinant = self.determinant(scalar, matrix, size);
        let one = self.number(scalar, 1.0);
        let factor = self.div(scalar, one, determinant);
        let mut out = Vec::with_capacity(size * size);
        for column in 0..size {
            for row in 0..size {
                // The adjugate: the minor of the transposed element.
                let minor = self.minor(scalar, matrix, size, column, row);
                let signed = if (row + column) % 2 == 1 { self.negate(scalar, minor) } else { minor };
                out.push(self.mul(scalar, signed, factor));
            }
        }
        out
    }

    /// Lowers a matrix function; returns the components of the result. `scalar` is the type of the arguments. Returns `None` for other
    /// functions.
    pub fn matrix_function(&mut self, builtin: Builtin, arguments: &[Argument], scalar: Scalar) -> Option<Vec<Virtual>> {
        let shape = |argument: &Argument| match argument.ty {
            Type::Matrix(_, columns, rows) => Some((usize::from(columns), usize::from(rows))),
            _ => None,
        };
        match (builtin, arguments) {
            (Builtin::MatrixCompMult, [x, y]) => {
                Some(x.components.iter().zip(&y.components).map(|(&a, &b)| self.mul(scalar, a, b)).collect())
            }
            (Builtin::OuterProduct, [column, row]) => {
                let mut out = Vec::new();
                for &b in &row.components {
                    for &a in &column.components {
                        out.push(self.mul(scalar, a, b));
                    }
                }
                Some(out)
            }
            (Builtin::Transpose, [x]) => {
                let (columns, rows) = shape(x)?;
                Some((0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row)).map(|at| x.components[at]).collect())
            }
            (Builtin::Determinant, [x]) => {
                let (size, rows) = shape(x)?;
                (size == rows && x.components.len() == size * size).then(|| vec![self.determinant(scalar, &x.components, size)])
            }
            (Builtin::Inverse, [x]) => {
                let (size, rows) = shape(x)?;
                (size == rows && x.components.len() == size * size).then(|| self.inverse(scalar, &x.components, size))
            }
            _ => None,
        }
    }
}
