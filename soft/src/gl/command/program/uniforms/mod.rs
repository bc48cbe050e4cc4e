//! Values of the default block's uniforms.

mod commands;
mod get;
#[cfg(test)]
mod tests;

pub use get::commands as question_commands;

use super::{current, pipelines};
use crate::gl::command::program::linked;
use crate::gl::context::Context;
use crate::gl::dispatch::Command;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::linked::Linked;
use crate::gl::pointer::{In, not_negative};
use crate::hir::{Scalar, Type};
use crate::tokens::*;
use std::sync::Arc;

/// A type that uniforms are set and read as.
pub trait Component: Copy {
    const SCALAR: Scalar;
    /// The nearest value to one that is stored as `scalar`.
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self;
}

/// Whose uniforms a command sets.
#[derive(Clone, Copy)]
pub enum Whose {
    Current,
    Program(u32),
}

/// What one element of the application's array looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub scalar: Scalar,
    pub columns: u8,
    /// Components of a vector.
    pub rows: u8,
    pub matrix: bool,
    pub transpose: bool,
}

impl Shape {
    /// Words of one element.
    fn words(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows) * self.scalar.words() as usize
    }
}

fn program_of(context: &mut Context, whose: Whose) -> Result<Arc<Linked>> {
    match whose {
        Whose::Program(name) => linked(context, name),
        Whose::Current => current(context).or_else(|| pipelines::active_program(context)).ok_or(GL_INVALID_OPERATION),
    }
}

/// Whether a uniform of a type takes what the command gives.
fn fits(ty: &Type, shape: Shape, es: bool) -> bool {
    let vector = |scalar: Scalar, size: u8| {
        let scalars = scalar == shape.scalar || scalar == Scalar::Bool && shape.scalar != Scalar::Double;
        !shape.matrix && scalars && size == shape.rows
    };
    match ty {
        Type::Scalar(scalar) => vector(*scalar, 1),
        Type::Vector(scalar, size) => vector(*scalar, *size),
        Type::Matrix(scalar, columns, rows) => shape.matrix && *scalar == shape.scalar && (*columns, *rows) == (shape.columns, shape.rows),
        Type::Sampler(_) => vector(Scalar::Int, 1),
        Type::Image(_) => !es && vector(Scalar::Int, 1),
        _ => false,
    }
}

/// glUniform…: `count` elements from the application's array to a location. What lies behind the end of the uniform is ignored.
pub fn store(context: &mut Context, whose: Whose, location: i32, count: i32, shape: Shape, data: In<u32>) -> Result<()> {
    let es = context.is_es();
    let linked = program_of(context, whose)?;
    let count = not_negative(count)?;
    if shape.transpose && es && context.config.version < (3, 0) {
        return Err(GL_INVALID_VALUE);
    }
    if location == -1 {
        return Ok(());
    }
    let (uniform, element) = linked.at(location).ok_or(GL_INVALID_OPERATION)?;
    if count > 1 && !uniform.array || !fits(&uniform.ty, shape, es) {
        return Err(GL_INVALID_OPERATION);
    }
    let count = count.min((uniform.elements.max(1) - element) as usize);
    let mut words = data.copy(count * shape.words());
    if let Type::Sampler(_) | Type::Image(_) = uniform.ty
        && words.iter().any(|&unit| unit as usize >= limits::MAX_COMBINED_TEXTURE_UNITS)
    {
        return Err(GL_INVALID_VALUE);
    }
    if let Type::Scalar(Scalar::Bool) | Type::Vector(Scalar::Bool, _) = uniform.ty {
        let float = shape.scalar == Scalar::Float;
        words.iter_mut().for_each(|word| *word = u32::from(if float { f32::from_bits(*word) != 0.0 } else { *word != 0 }));
    }
    if shape.transpose {
        words = transposed(&words, shape);
    }
    let first = uniform.word as usize + element as usize * uniform.words_per_element as usize;
    linked.values(|values| {
        if uniform.words_per_element as usize == shape.words()
            && let Some(into) = values.words.get_mut(first..first.saturating_add(words.len()))
        {
            into.copy_from_slice(&words);
        }
    });
    Ok(())
}

/// Row after row to column after column.
fn transposed(words: &[u32], shape: Shape) -> Vec<u32> {
    let (columns, rows, size) = (usize::from(shape.columns), usize::from(shape.rows), shape.scalar.words() as usize);
    let mut into = Vec::with_capacity(words.len());
    for matrix in words.chunks_exact(shape.words()) {
        for column in 0..columns {
            for row in 0..rows {
                let at = (row * columns + column) * size;
                into.extend_from_slice(&matrix[at..at + size]);
            }
        }
    }
    into
}

/// All commands that set and read uniforms.
pub fn commands() -> Vec<Command> {
    [commands::commands(), question_commands()].concat()
}
