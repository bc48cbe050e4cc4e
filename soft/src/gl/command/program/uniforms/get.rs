//! glGetUniform.

use super::Component;
use crate::gl::command::program::linked;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::Out;
use crate::hir::{Scalar, Type};
use crate::tokens::*;

fn double(words: [u32; 2]) -> f64 {
    f64::from_bits(u64::from(words[0]) | u64::from(words[1]) << 32)
}

/// What is stored, as a double: every 32-bit value fits.
fn stored(scalar: Scalar, words: [u32; 2]) -> f64 {
    match scalar {
        Scalar::Float => f64::from(f32::from_bits(words[0])),
        Scalar::Double => double(words),
        Scalar::Int => f64::from(words[0].cast_signed()),
        Scalar::Uint => f64::from(words[0]),
        Scalar::Bool => f64::from(u8::from(words[0] != 0)),
    }
}

impl Component for f32 {
    const SCALAR: Scalar = Scalar::Float;
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self {
        // Through the bits: a NaN comes back as it was given.
        if scalar == Scalar::Float { f32::from_bits(words[0]) } else { stored(scalar, words) as f32 }
    }
}

impl Component for f64 {
    const SCALAR: Scalar = Scalar::Double;
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self {
        stored(scalar, words)
    }
}

impl Component for i32 {
    const SCALAR: Scalar = Scalar::Int;
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self {
        // `as` saturates.
        stored(scalar, words).round_ties_even() as i32
    }
}

impl Component for u32 {
    const SCALAR: Scalar = Scalar::Uint;
    fn from_words(scalar: Scalar, words: [u32; 2]) -> Self {
        match scalar {
            Scalar::Int => words[0],
            _ => stored(scalar, words).round_ties_even() as u32,
        }
    }
}

/// The scalar type that a uniform is stored as, and how many components it has.
fn components(ty: &Type) -> (Scalar, usize) {
    match ty {
        Type::Scalar(scalar) => (*scalar, 1),
        Type::Vector(scalar, size) => (*scalar, usize::from(*size)),
        Type::Matrix(scalar, columns, rows) => (*scalar, usize::from(*columns) * usize::from(*rows)),
        _ => (Scalar::Int, 1),
    }
}

fn read<T: Component>(context: &mut Context, program: u32, location: i32, bytes: Option<i32>, params: Out<T>) -> Result<()> {
    let linked = linked(context, program)?;
    let (uniform, element) = linked.at(location).ok_or(GL_INVALID_OPERATION)?;
    let (scalar, count) = components(&uniform.ty);
    if bytes.is_some_and(|bytes| usize::try_from(bytes).is_ok_and(|bytes| bytes < count * size_of::<T>()) || bytes < 0) {
        return Err(GL_INVALID_OPERATION);
    }
    let first = uniform.word as usize + element as usize * uniform.words_per_element as usize;
    let size = scalar.words() as usize;
    let values: Vec<T> = linked.values(|values| {
        let word = |at: usize| values.words.get(at).copied().unwrap_or(0);
        let component = |number: usize| {
            let at = first + number * size;
            T::from_words(scalar, [word(at), if size == 2 { word(at + 1) } else { 0 }])
        };
        (0..count).map(component).collect()
    });
    params.write(&values);
    Ok(())
}

/// Implements glGetUniformfv, glGetUniformdv, glGetUniformiv and their other forms.
pub(in crate::gl::command::program) fn get_uniform<T: Component>(
    context: &mut Context,
    program: u32,
    location: i32,
    params: Out<T>,
) -> Result<()> {
    read(context, program, location, None, params)
}

/// Implements glGetnUniformfv, glGetnUniformdv, glGetnUniformiv and their other forms.
pub(in crate::gl::command::program) fn getn_uniform<T: Component>(
    context: &mut Context,
    program: u32,
    location: i32,
    bytes: i32,
    params: Out<T>,
) -> Result<()> {
    read(context, program, location, Some(bytes), params)
}

commands! {
    fn glGetUniformfv(program: u32, location: i32, params: Out<f32>) => get_uniform::<f32>;
    fn glGetUniformdv(program: u32, location: i32, params: Out<f64>) => get_uniform::<f64>;
    fn glGetUniformiv(program: u32, location: i32, params: Out<i32>) => get_uniform::<i32>;
    fn glGetUniformuiv(program: u32, location: i32, params: Out<u32>) => get_uniform::<u32>;
    fn glGetnUniformfv(program: u32, location: i32, bytes: i32, params: Out<f32>) => getn_uniform::<f32>;
    fn glGetnUniformdv(program: u32, location: i32, bytes: i32, params: Out<f64>) => getn_uniform::<f64>;
    fn glGetnUniformiv(program: u32, location: i32, bytes: i32, params: Out<i32>) => getn_uniform::<i32>;
    fn glGetnUniformuiv(program: u32, location: i32, bytes: i32, params: Out<u32>) => getn_uniform::<u32>;
    alias glGetUniformfvARB = glGetUniformfv;
    alias glGetUniformivARB = glGetUniformiv;
    alias glGetUniformuivEXT = glGetUniformuiv;
    alias glGetnUniformfvARB = glGetnUniformfv;
    alias glGetnUniformfvEXT = glGetnUniformfv;
    alias glGetnUniformfvKHR = glGetnUniformfv;
    alias glGetnUniformdvARB = glGetnUniformdv;
    alias glGetnUniformivARB = glGetnUniformiv;
    alias glGetnUniformivEXT = glGetnUniformiv;
    alias glGetnUniformivKHR = glGetnUniformiv;
    alias glGetnUniformuivARB = glGetnUniformuiv;
    alias glGetnUniformuivKHR = glGetnUniformuiv;
}
