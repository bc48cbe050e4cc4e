//! Values of the uniforms in the default block.

mod commands;
mod get;
mod long_commands;
#[cfg(test)]
mod tests;

pub use get::commands as question_commands;

use super::{current, pipelines};
use crate::command::program::linked;
use crate::context::Context;
use crate::dispatch::Entry;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::limits;
use crate::object::linked::Linked;
use crate::pointer::{In, not_negative};
use base::hir::{Scalar, Type};
use std::sync::Arc;

/// A type that commands set and read uniforms as.
pub trait Component: Copy {
    /// The scalar of the type.
    const SCALAR: Scalar;
    /// Converts a value that is stored as `scalar` to the nearest value of the type.
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self;
}

/// The program whose uniforms a command sets.
#[derive(Clone, Copy)]
pub enum Whose {
    /// The current program.
    Current,
    /// A program by name.
    Program(u32),
}

/// The layout of one element of the application's array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The type of the components.
    pub scalar: Scalar,
    /// Columns of a matrix; 1 for a vector.
    pub columns: u8,
    /// Components of a vector, or of a column.
    pub rows: u8,
    /// True for a matrix.
    pub matrix: bool,
    /// True for a matrix in row-major order.
    pub transpose: bool,
}

impl Shape {
    /// Returns the number of words of one element.
    fn words(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows) * self.scalar.words() as usize
    }
}

/// Returns the program whose uniforms are set.
fn program_of(context: &mut Context, whose: Whose) -> Result<Arc<Linked>> {
    match whose {
        Whose::Program(name) => linked(context, name),
        Whose::Current => current(context).or_else(|| pipelines::active_program(context)).ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if any of the following conditions occur: … there is no active program object in \
              use. [GL 4.4, 7.6.1]",
        )),
    }
}

/// Returns true if values of this shape can be stored in a uniform of this type.
fn fits(ty: &Type, shape: Shape, es: bool) -> bool {
    // "Can the 64-bit uniform APIs be used to load values for uniforms of type "bool", "bvec2", "bvec3", or "bvec4"? RESOLVED: No."
    // [ARB_gpu_shader_int64, issue 10]
    let vector = |scalar: Scalar, size: u8| {
        let scalars = scalar == shape.scalar || scalar == Scalar::Bool && !shape.scalar.is_wide();
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

/// Implements glUniform…: stores `count` elements of the application's array from a location on. Elements past the end of the uniform are
/// ignored.
pub fn store(context: &mut Context, whose: Whose, location: i32, count: i32, shape: Shape, data: In<u32>) -> Result<()> {
    let es = context.is_es();
    let linked = program_of(context, whose)?;
    let count = not_negative(count)?;
    if shape.transpose && es && context.config.version < (3, 0) {
        return Err(invalid_value(
            &"If the transpose parameter to any of the UniformMatrix* commands is not FALSE, an INVALID_VALUE error is generated \
              [ES 2.0, 2.10.4]",
        ));
    }
    if location == -1 {
        return Ok(());
    }
    // "The call is ignored for inactive uniform variables and no error is generated." [ARB_explicit_uniform_location]
    let inactive = |&(first, count): &(u32, u32)| location.cast_unsigned().checked_sub(first).is_some_and(|offset| offset < count);
    if linked.at(location).is_none() && linked.program.inactive_locations.iter().any(inactive) {
        return Ok(());
    }
    let (uniform, element) = linked.at(location).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if any of the following conditions occur: … no variable with a location of location \
          exists in the program object currently in use and location is not -1 [GL 4.4, 7.6.1]",
    ))?;
    // In OpenGL ES no command sets image variables: layout(binding) alone does.
    if count > 1 && !uniform.array || !fits(&uniform.ty, shape, es) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if any of the following conditions occur: … the size indicated in the name of the \
              Uniform* command used does not match the size of the uniform declared in the shader, … the component type and count \
              indicated in the name of the Uniform* command used does not match the type of the uniform declared in the shader, … count is \
              greater than one, and the uniform declared in the shader is not an array variable [GL 4.4, 7.6.1] An INVALID_OPERATION error \
              is generated if a sampler is loaded with any of the other Uniform* commands. [GL 4.4, 7.10] An INVALID_OPERATION error is \
              generated if an image variable is loaded with any of the other Uniform* commands. [GL 4.4, 7.11]",
        ));
    }
    let count = count.min((uniform.elements.max(1) - element) as usize);
    let mut words = data.copy(count * shape.words());
    let units = match uniform.ty {
        Type::Sampler(_) => Some(limits::MAX_COMBINED_TEXTURE_UNITS),
        Type::Image(_) => Some(limits::MAX_IMAGE_UNITS),
        _ => None,
    };
    if units.is_some_and(|units| words.iter().any(|&unit| unit as usize >= units)) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if Uniform1i{v} is used to set a sampler to a value less than zero or greater than or \
              equal to the value of MAX_COMBINED_TEXTURE_IMAGE_UNITS. [GL 4.4, 7.10] An INVALID_VALUE error is generated if Uniform1i{v} \
              is used to set an image uniform to a value less than zero or greater than or equal to the value of MAX_IMAGE_UNITS. \
              [GL 4.4, 7.11]",
        ));
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

/// Converts matrices from row-major to column-major order.
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

/// Returns the commands that set and read uniforms.
pub fn commands() -> Vec<Entry> {
    [commands::commands(), long_commands::commands(), question_commands()].concat()
}
