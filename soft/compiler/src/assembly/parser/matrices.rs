//! Bindings of rows of matrices.

use super::{Parsed, Parser};
use crate::assembly::limits;
use crate::assembly::program::{Matrix, Parameter, StateBinding};

impl Parser<'_> {
    /// Parses the rest of `state.matrix…`: a row or, if several are allowed, a range of rows or all four.
    pub fn matrix_binding(&mut self, several: bool, list: &mut Vec<Parameter>) -> Parsed<()> {
        let matrix = self.matrix()?;
        let (inverted, transposed) = if self.accept_member("inverse") {
            (true, false)
        } else if self.accept_member("transpose") {
            (false, true)
        } else {
            let both = self.accept_member("invtrans");
            (both, both)
        };
        let (first, last) = if self.accept_member("row") {
            self.expect(b'[')?;
            let rows = self.range(4, "number of the row", several)?;
            self.expect(b']')?;
            rows
        } else if several {
            // "If no row selection is specified (<optMatrixRows> matches ""), matrix rows 0 through 3 are bound in order."
            // [ARB_vertex_program, 2.14.3.2]
            (0, 3)
        } else {
            return Err(self.unexpected("\".row\""));
        };
        list.extend((first..=last).map(|row| Parameter::State(StateBinding::MatrixRow { matrix, inverted, transposed, row: row as u8 })));
        Ok(())
    }

    /// Parses the name of a matrix with its number.
    fn matrix(&mut self) -> Parsed<Matrix> {
        let (token, word) = self.member("the name of a matrix")?;
        Ok(match word {
            "modelview" => {
                // MAX_VERTEX_UNITS_ARB is 1 without ARB_vertex_blend.
                self.optional_index(1, "number of the model-view matrix")?;
                Matrix::ModelView
            }
            "projection" => Matrix::Projection,
            "mvp" => Matrix::ModelViewProjection,
            "texture" => Matrix::Texture(self.optional_index(limits::COORDINATES, "number of the texture unit")? as u8),
            "program" => Matrix::Program(self.index(limits::MATRICES as u32, "number of the program matrix")? as u8),
            _ => return Err(Self::wrong(token, "the matrix is unknown")),
        })
    }
}
