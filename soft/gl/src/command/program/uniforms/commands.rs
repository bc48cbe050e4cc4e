//! glUniform… and glProgramUniform… in all their forms.

use super::{Component, Shape, Whose, store};
use crate::context::Context;
use crate::dispatch::{commands, many};
use crate::error::Result;
use crate::pointer::In;

/// Returns the shape of a vector.
const fn vector_shape<T: Component>(rows: u8) -> Shape {
    Shape { scalar: T::SCALAR, columns: 1, rows, matrix: false, transpose: false }
}

/// Sets a uniform to one vector.
fn values<T: Component>(context: &mut Context, whose: Whose, location: i32, values: &[T]) -> Result<()> {
    // SAFETY: the slice outlives the call, which reads one vector of its length.
    let array = unsafe { In::new(values.as_ptr()) };
    store(context, whose, location, 1, vector_shape::<T>(values.len() as u8), array.cast())
}

/// Implements glUniform1f, glUniform1i, glUniform1ui and their other forms.
pub(in crate::command::program) fn one<T: Component>(context: &mut Context, location: i32, x: T) -> Result<()> {
    values(context, Whose::Current, location, &[x])
}

/// Implements glUniform2f, glUniform2i, glUniform2ui and their other forms.
pub(in crate::command::program) fn two<T: Component>(context: &mut Context, location: i32, x: T, y: T) -> Result<()> {
    values(context, Whose::Current, location, &[x, y])
}

/// Implements glUniform3f, glUniform3i, glUniform3ui and their other forms.
pub(in crate::command::program) fn three<T: Component>(context: &mut Context, location: i32, x: T, y: T, z: T) -> Result<()> {
    values(context, Whose::Current, location, &[x, y, z])
}

/// Implements glUniform4f, glUniform4i, glUniform4ui and their other forms.
pub(in crate::command::program) fn four<T: Component>(context: &mut Context, location: i32, x: T, y: T, z: T, w: T) -> Result<()> {
    values(context, Whose::Current, location, &[x, y, z, w])
}

/// Implements glProgramUniform1f, glProgramUniform1i, glProgramUniform1ui and their other forms.
pub(in crate::command::program) fn program_one<T: Component>(context: &mut Context, program: u32, location: i32, x: T) -> Result<()> {
    values(context, Whose::Program(program), location, &[x])
}

/// Implements glProgramUniform2f, glProgramUniform2i, glProgramUniform2ui and their other forms.
pub(in crate::command::program) fn program_two<T: Component>(context: &mut Context, program: u32, location: i32, x: T, y: T) -> Result<()> {
    values(context, Whose::Program(program), location, &[x, y])
}

/// Implements glProgramUniform3f, glProgramUniform3i, glProgramUniform3ui and their other forms.
pub(in crate::command::program) fn program_three<T: Component>(
    context: &mut Context,
    program: u32,
    location: i32,
    x: T,
    y: T,
    z: T,
) -> Result<()> {
    values(context, Whose::Program(program), location, &[x, y, z])
}

/// Implements glProgramUniform4f, glProgramUniform4i, glProgramUniform4ui and their other forms.
pub(in crate::command::program) fn program_four<T: Component>(
    context: &mut Context,
    program: u32,
    location: i32,
    x: T,
    y: T,
    z: T,
    w: T,
) -> Result<()> {
    values(context, Whose::Program(program), location, &[x, y, z, w])
}

/// Implements glUniform1fv, glUniform1iv, glUniform1uiv and their other forms.
pub(in crate::command::program) fn vector<T: Component, const ROWS: u8>(
    context: &mut Context,
    location: i32,
    count: i32,
    values: In<T>,
) -> Result<()> {
    store(context, Whose::Current, location, count, vector_shape::<T>(ROWS), values.cast())
}

/// Implements glProgramUniform1fv, glProgramUniform1iv, glProgramUniform1uiv and their other forms.
pub(in crate::command::program) fn program_vector<T: Component, const ROWS: u8>(
    context: &mut Context,
    program: u32,
    location: i32,
    count: i32,
    values: In<T>,
) -> Result<()> {
    store(context, Whose::Program(program), location, count, vector_shape::<T>(ROWS), values.cast())
}

/// Returns the shape of a matrix.
const fn matrix_shape<T: Component>(columns: u8, rows: u8, transpose: u8) -> Shape {
    Shape { scalar: T::SCALAR, columns, rows, matrix: true, transpose: transpose != 0 }
}

/// Implements glUniformMatrix2fv, glUniformMatrix2dv, glUniformMatrix2x3fv and their other forms.
pub(in crate::command::program) fn matrix<T: Component, const COLUMNS: u8, const ROWS: u8>(
    context: &mut Context,
    location: i32,
    count: i32,
    transpose: u8,
    values: In<T>,
) -> Result<()> {
    store(context, Whose::Current, location, count, matrix_shape::<T>(COLUMNS, ROWS, transpose), values.cast())
}

/// Implements glProgramUniformMatrix2fv, glProgramUniformMatrix2dv, glProgramUniformMatrix2x3fv and their other forms.
pub(in crate::command::program) fn program_matrix<T: Component, const COLUMNS: u8, const ROWS: u8>(
    context: &mut Context,
    program: u32,
    location: i32,
    count: i32,
    transpose: u8,
    values: In<T>,
) -> Result<()> {
    store(context, Whose::Program(program), location, count, matrix_shape::<T>(COLUMNS, ROWS, transpose), values.cast())
}

commands! {
    fn glUniform1f(location: i32, x: f32) => one::<f32>;
    fn glUniform1fv(location: i32, count: i32, values: In<f32>) [many(count, 1)] => vector::<f32, 1>;
    fn glUniform1i(location: i32, x: i32) => one::<i32>;
    fn glUniform1iv(location: i32, count: i32, values: In<i32>) [many(count, 1)] => vector::<i32, 1>;
    fn glUniform1ui(location: i32, x: u32) => one::<u32>;
    fn glUniform1uiv(location: i32, count: i32, values: In<u32>) [many(count, 1)] => vector::<u32, 1>;
    fn glUniform1d(location: i32, x: f64) => one::<f64>;
    fn glUniform1dv(location: i32, count: i32, values: In<f64>) [many(count, 1)] => vector::<f64, 1>;
    fn glUniform2f(location: i32, x: f32, y: f32) => two::<f32>;
    fn glUniform2fv(location: i32, count: i32, values: In<f32>) [many(count, 2)] => vector::<f32, 2>;
    fn glUniform2i(location: i32, x: i32, y: i32) => two::<i32>;
    fn glUniform2iv(location: i32, count: i32, values: In<i32>) [many(count, 2)] => vector::<i32, 2>;
    fn glUniform2ui(location: i32, x: u32, y: u32) => two::<u32>;
    fn glUniform2uiv(location: i32, count: i32, values: In<u32>) [many(count, 2)] => vector::<u32, 2>;
    fn glUniform2d(location: i32, x: f64, y: f64) => two::<f64>;
    fn glUniform2dv(location: i32, count: i32, values: In<f64>) [many(count, 2)] => vector::<f64, 2>;
    fn glUniform3f(location: i32, x: f32, y: f32, z: f32) => three::<f32>;
    fn glUniform3fv(location: i32, count: i32, values: In<f32>) [many(count, 3)] => vector::<f32, 3>;
    fn glUniform3i(location: i32, x: i32, y: i32, z: i32) => three::<i32>;
    fn glUniform3iv(location: i32, count: i32, values: In<i32>) [many(count, 3)] => vector::<i32, 3>;
    fn glUniform3ui(location: i32, x: u32, y: u32, z: u32) => three::<u32>;
    fn glUniform3uiv(location: i32, count: i32, values: In<u32>) [many(count, 3)] => vector::<u32, 3>;
    fn glUniform3d(location: i32, x: f64, y: f64, z: f64) => three::<f64>;
    fn glUniform3dv(location: i32, count: i32, values: In<f64>) [many(count, 3)] => vector::<f64, 3>;
    fn glUniform4f(location: i32, x: f32, y: f32, z: f32, w: f32) => four::<f32>;
    fn glUniform4fv(location: i32, count: i32, values: In<f32>) [many(count, 4)] => vector::<f32, 4>;
    fn glUniform4i(location: i32, x: i32, y: i32, z: i32, w: i32) => four::<i32>;
    fn glUniform4iv(location: i32, count: i32, values: In<i32>) [many(count, 4)] => vector::<i32, 4>;
    fn glUniform4ui(location: i32, x: u32, y: u32, z: u32, w: u32) => four::<u32>;
    fn glUniform4uiv(location: i32, count: i32, values: In<u32>) [many(count, 4)] => vector::<u32, 4>;
    fn glUniform4d(location: i32, x: f64, y: f64, z: f64, w: f64) => four::<f64>;
    fn glUniform4dv(location: i32, count: i32, values: In<f64>) [many(count, 4)] => vector::<f64, 4>;
    fn glUniformMatrix2fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 4)] => matrix::<f32, 2, 2>;
    fn glUniformMatrix2dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 4)] => matrix::<f64, 2, 2>;
    fn glUniformMatrix2x3fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 6)] => matrix::<f32, 2, 3>;
    fn glUniformMatrix2x3dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 6)] => matrix::<f64, 2, 3>;
    fn glUniformMatrix2x4fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 8)] => matrix::<f32, 2, 4>;
    fn glUniformMatrix2x4dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 8)] => matrix::<f64, 2, 4>;
    fn glUniformMatrix3x2fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 6)] => matrix::<f32, 3, 2>;
    fn glUniformMatrix3x2dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 6)] => matrix::<f64, 3, 2>;
    fn glUniformMatrix3fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 9)] => matrix::<f32, 3, 3>;
    fn glUniformMatrix3dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 9)] => matrix::<f64, 3, 3>;
    fn glUniformMatrix3x4fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 12)] => matrix::<f32, 3, 4>;
    fn glUniformMatrix3x4dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 12)] => matrix::<f64, 3, 4>;
    fn glUniformMatrix4x2fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 8)] => matrix::<f32, 4, 2>;
    fn glUniformMatrix4x2dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 8)] => matrix::<f64, 4, 2>;
    fn glUniformMatrix4x3fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 12)] => matrix::<f32, 4, 3>;
    fn glUniformMatrix4x3dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 12)] => matrix::<f64, 4, 3>;
    fn glUniformMatrix4fv(location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 16)] => matrix::<f32, 4, 4>;
    fn glUniformMatrix4dv(location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 16)] => matrix::<f64, 4, 4>;
    fn glProgramUniform1f(program: u32, location: i32, x: f32) => program_one::<f32>;
    fn glProgramUniform1fv(program: u32, location: i32, count: i32, values: In<f32>) [many(count, 1)] => program_vector::<f32, 1>;
    fn glProgramUniform1i(program: u32, location: i32, x: i32) => program_one::<i32>;
    fn glProgramUniform1iv(program: u32, location: i32, count: i32, values: In<i32>) [many(count, 1)] => program_vector::<i32, 1>;
    fn glProgramUniform1ui(program: u32, location: i32, x: u32) => program_one::<u32>;
    fn glProgramUniform1uiv(program: u32, location: i32, count: i32, values: In<u32>) [many(count, 1)] => program_vector::<u32, 1>;
    fn glProgramUniform1d(program: u32, location: i32, x: f64) => program_one::<f64>;
    fn glProgramUniform1dv(program: u32, location: i32, count: i32, values: In<f64>) [many(count, 1)] => program_vector::<f64, 1>;
    fn glProgramUniform2f(program: u32, location: i32, x: f32, y: f32) => program_two::<f32>;
    fn glProgramUniform2fv(program: u32, location: i32, count: i32, values: In<f32>) [many(count, 2)] => program_vector::<f32, 2>;
    fn glProgramUniform2i(program: u32, location: i32, x: i32, y: i32) => program_two::<i32>;
    fn glProgramUniform2iv(program: u32, location: i32, count: i32, values: In<i32>) [many(count, 2)] => program_vector::<i32, 2>;
    fn glProgramUniform2ui(program: u32, location: i32, x: u32, y: u32) => program_two::<u32>;
    fn glProgramUniform2uiv(program: u32, location: i32, count: i32, values: In<u32>) [many(count, 2)] => program_vector::<u32, 2>;
    fn glProgramUniform2d(program: u32, location: i32, x: f64, y: f64) => program_two::<f64>;
    fn glProgramUniform2dv(program: u32, location: i32, count: i32, values: In<f64>) [many(count, 2)] => program_vector::<f64, 2>;
    fn glProgramUniform3f(program: u32, location: i32, x: f32, y: f32, z: f32) => program_three::<f32>;
    fn glProgramUniform3fv(program: u32, location: i32, count: i32, values: In<f32>) [many(count, 3)] => program_vector::<f32, 3>;
    fn glProgramUniform3i(program: u32, location: i32, x: i32, y: i32, z: i32) => program_three::<i32>;
    fn glProgramUniform3iv(program: u32, location: i32, count: i32, values: In<i32>) [many(count, 3)] => program_vector::<i32, 3>;
    fn glProgramUniform3ui(program: u32, location: i32, x: u32, y: u32, z: u32) => program_three::<u32>;
    fn glProgramUniform3uiv(program: u32, location: i32, count: i32, values: In<u32>) [many(count, 3)] => program_vector::<u32, 3>;
    fn glProgramUniform3d(program: u32, location: i32, x: f64, y: f64, z: f64) => program_three::<f64>;
    fn glProgramUniform3dv(program: u32, location: i32, count: i32, values: In<f64>) [many(count, 3)] => program_vector::<f64, 3>;
    fn glProgramUniform4f(program: u32, location: i32, x: f32, y: f32, z: f32, w: f32) => program_four::<f32>;
    fn glProgramUniform4fv(program: u32, location: i32, count: i32, values: In<f32>) [many(count, 4)] => program_vector::<f32, 4>;
    fn glProgramUniform4i(program: u32, location: i32, x: i32, y: i32, z: i32, w: i32) => program_four::<i32>;
    fn glProgramUniform4iv(program: u32, location: i32, count: i32, values: In<i32>) [many(count, 4)] => program_vector::<i32, 4>;
    fn glProgramUniform4ui(program: u32, location: i32, x: u32, y: u32, z: u32, w: u32) => program_four::<u32>;
    fn glProgramUniform4uiv(program: u32, location: i32, count: i32, values: In<u32>) [many(count, 4)] => program_vector::<u32, 4>;
    fn glProgramUniform4d(program: u32, location: i32, x: f64, y: f64, z: f64, w: f64) => program_four::<f64>;
    fn glProgramUniform4dv(program: u32, location: i32, count: i32, values: In<f64>) [many(count, 4)] => program_vector::<f64, 4>;
    fn glProgramUniformMatrix2fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 4)] => program_matrix::<f32, 2, 2>;
    fn glProgramUniformMatrix2dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 4)] => program_matrix::<f64, 2, 2>;
    fn glProgramUniformMatrix2x3fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 6)] => program_matrix::<f32, 2, 3>;
    fn glProgramUniformMatrix2x3dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 6)] => program_matrix::<f64, 2, 3>;
    fn glProgramUniformMatrix2x4fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 8)] => program_matrix::<f32, 2, 4>;
    fn glProgramUniformMatrix2x4dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 8)] => program_matrix::<f64, 2, 4>;
    fn glProgramUniformMatrix3x2fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 6)] => program_matrix::<f32, 3, 2>;
    fn glProgramUniformMatrix3x2dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 6)] => program_matrix::<f64, 3, 2>;
    fn glProgramUniformMatrix3fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 9)] => program_matrix::<f32, 3, 3>;
    fn glProgramUniformMatrix3dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 9)] => program_matrix::<f64, 3, 3>;
    fn glProgramUniformMatrix3x4fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 12)] => program_matrix::<f32, 3, 4>;
    fn glProgramUniformMatrix3x4dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 12)] => program_matrix::<f64, 3, 4>;
    fn glProgramUniformMatrix4x2fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 8)] => program_matrix::<f32, 4, 2>;
    fn glProgramUniformMatrix4x2dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 8)] => program_matrix::<f64, 4, 2>;
    fn glProgramUniformMatrix4x3fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 12)] => program_matrix::<f32, 4, 3>;
    fn glProgramUniformMatrix4x3dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 12)] => program_matrix::<f64, 4, 3>;
    fn glProgramUniformMatrix4fv(program: u32, location: i32, count: i32, transpose: u8, values: In<f32>) [many(count, 16)] => program_matrix::<f32, 4, 4>;
    fn glProgramUniformMatrix4dv(program: u32, location: i32, count: i32, transpose: u8, values: In<f64>) [many(count, 16)] => program_matrix::<f64, 4, 4>;
    alias glUniformMatrix2x3fvNV = glUniformMatrix2x3fv;
    alias glUniformMatrix2x4fvNV = glUniformMatrix2x4fv;
    alias glUniformMatrix3x2fvNV = glUniformMatrix3x2fv;
    alias glUniformMatrix3x4fvNV = glUniformMatrix3x4fv;
    alias glUniformMatrix4x2fvNV = glUniformMatrix4x2fv;
    alias glUniformMatrix4x3fvNV = glUniformMatrix4x3fv;
    alias glProgramUniform1dEXT = glProgramUniform1d;
    alias glProgramUniform1dvEXT = glProgramUniform1dv;
    alias glProgramUniform2dEXT = glProgramUniform2d;
    alias glProgramUniform2dvEXT = glProgramUniform2dv;
    alias glProgramUniform3dEXT = glProgramUniform3d;
    alias glProgramUniform3dvEXT = glProgramUniform3dv;
    alias glProgramUniform4dEXT = glProgramUniform4d;
    alias glProgramUniform4dvEXT = glProgramUniform4dv;
    alias glProgramUniformMatrix2dvEXT = glProgramUniformMatrix2dv;
    alias glProgramUniformMatrix2x3dvEXT = glProgramUniformMatrix2x3dv;
    alias glProgramUniformMatrix2x4dvEXT = glProgramUniformMatrix2x4dv;
    alias glProgramUniformMatrix3x2dvEXT = glProgramUniformMatrix3x2dv;
    alias glProgramUniformMatrix3dvEXT = glProgramUniformMatrix3dv;
    alias glProgramUniformMatrix3x4dvEXT = glProgramUniformMatrix3x4dv;
    alias glProgramUniformMatrix4x2dvEXT = glProgramUniformMatrix4x2dv;
    alias glProgramUniformMatrix4x3dvEXT = glProgramUniformMatrix4x3dv;
    alias glProgramUniformMatrix4dvEXT = glProgramUniformMatrix4dv;
}
