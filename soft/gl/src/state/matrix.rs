//! The matrix stacks of the compatibility profile.

use crate::limits::MAX_TEXTURE_COORDS;
use crate::tokens::*;
use compiler::assembly::limits::{MATRICES, MATRIX_DEPTH};

/// A column-major matrix.
pub type Matrix = [f32; 16];

/// The identity matrix.
pub const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// `GL_MAX_MODELVIEW_STACK_DEPTH` and `GL_MAX_PROJECTION_STACK_DEPTH`.
pub const MODELVIEW_DEPTH: usize = 32;

/// `GL_MAX_TEXTURE_STACK_DEPTH`.
pub const TEXTURE_DEPTH: usize = 16;

/// `GL_MAX_COLOR_MATRIX_STACK_DEPTH`.
pub const COLOR_DEPTH: usize = 4;

/// Matrix stacks; none is ever empty.
#[derive(Clone, Debug)]
pub struct MatrixStacks {
    /// GL_MATRIX_MODE: GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE, GL_COLOR or GL_MATRIXn_ARB.
    pub mode: u32,
    /// The stack of GL_MODELVIEW.
    pub modelview: Vec<Matrix>,
    /// The stack of GL_PROJECTION.
    pub projection: Vec<Matrix>,
    /// By unit: the stack of GL_TEXTURE.
    pub texture: [Vec<Matrix>; MAX_TEXTURE_COORDS],
    /// The stack of GL_COLOR.
    pub color: Vec<Matrix>,
    /// The stacks of GL_MATRIXn_ARB, which only programs in assembly languages read.
    pub program: [Vec<Matrix>; MATRICES],
}

impl Default for MatrixStacks {
    fn default() -> Self {
        Self {
            mode: GL_MODELVIEW,
            modelview: vec![IDENTITY],
            projection: vec![IDENTITY],
            texture: std::array::from_fn(|_| vec![IDENTITY]),
            color: vec![IDENTITY],
            program: std::array::from_fn(|_| vec![IDENTITY]),
        }
    }
}

/// Returns the matrix on top of a stack.
pub fn top(stack: &[Matrix]) -> Matrix {
    stack.last().copied().unwrap_or(IDENTITY)
}

/// Returns a · b.
pub fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|index| {
        let (column, row) = (index / 4, index % 4);
        (0..4).map(|k| a[k * 4 + row] * b[column * 4 + k]).sum()
    })
}

/// Returns the transposed matrix.
pub fn transpose(m: &Matrix) -> Matrix {
    std::array::from_fn(|index| m[index % 4 * 4 + index / 4])
}

/// Returns the inverse; the zero matrix for singular ones.
pub fn inverse(m: &Matrix) -> Matrix {
    // Gauss-Jordan with partial pivoting, in double precision.
    let mut rows: [[f64; 8]; 4] = std::array::from_fn(|row| {
        std::array::from_fn(|column| if column < 4 { f64::from(m[column * 4 + row]) } else { f64::from(u8::from(column - 4 == row)) })
    });
    for column in 0..4 {
        let pivot = (column..4).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap_or(column);
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        if divisor == 0.0 || !divisor.is_finite() {
            return [0.0; 16];
        }
        rows[column].iter_mut().for_each(|value| *value /= divisor);
        let own = rows[column];
        for (row, values) in rows.iter_mut().enumerate() {
            let factor = values[column];
            if row != column && factor != 0.0 {
                values.iter_mut().zip(own).for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    std::array::from_fn(|index| rows[index % 4][4 + index / 4] as f32)
}

/// Returns the number of the program matrix that a matrix mode selects.
pub fn program_matrix(mode: u32) -> Option<usize> {
    // "The MATRIX<i>_ARB constants obey MATRIX<i>_ARB = MATRIX0_ARB + <i>." [ARB_vertex_program, 2.14.6]
    Some(mode.wrapping_sub(GL_MATRIX0_ARB) as usize).filter(|number| *number < MATRICES)
}

impl MatrixStacks {
    /// Returns the stack of the current mode, and its maximum depth.
    pub fn stack(&mut self, unit: usize) -> (&mut Vec<Matrix>, usize) {
        match self.mode {
            GL_PROJECTION => (&mut self.projection, MODELVIEW_DEPTH),
            GL_TEXTURE => (&mut self.texture[unit.min(MAX_TEXTURE_COORDS - 1)], TEXTURE_DEPTH),
            GL_COLOR => (&mut self.color, COLOR_DEPTH),
            mode => match program_matrix(mode) {
                Some(number) => (&mut self.program[number], MATRIX_DEPTH),
                None => (&mut self.modelview, MODELVIEW_DEPTH),
            },
        }
    }

    /// Returns the stack of the current mode.
    pub fn current(&self, unit: usize) -> &[Matrix] {
        match self.mode {
            GL_PROJECTION => &self.projection,
            GL_TEXTURE => &self.texture[unit.min(MAX_TEXTURE_COORDS - 1)],
            GL_COLOR => &self.color,
            mode => program_matrix(mode).map_or(&self.modelview, |number| &self.program[number]),
        }
    }
}
