//! glGet in all its forms: one value, converted to the type that was asked for.

mod bindings;
#[cfg(test)]
mod extension_tests;
pub mod extensions;
mod fixed;
mod limits;
mod programs;
mod strings;
#[cfg(test)]
mod tests;
mod versions;

pub use versions::known;

use crate::gl::context::Context;
use crate::gl::dispatch::{Result, commands};
use crate::gl::pointer::Out;
use crate::tokens::GL_INVALID_ENUM;

/// A state variable, in the type it is kept in.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(Vec<bool>),
    Int(Vec<i64>),
    Float(Vec<f64>),
    /// Colours, depths and normals: as integers, 1.0 is the largest one.
    Normalized(Vec<f64>),
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(vec![value])
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(vec![value])
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Value::Int(vec![i64::from(value)])
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Value::Int(vec![i64::from(value)])
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Self {
        Value::Float(vec![f64::from(value)])
    }
}

/// A type that glGet can answer in.
pub trait Answer: Copy {
    fn from_bool(value: bool) -> Self;
    fn from_int(value: i64) -> Self;
    fn from_float(value: f64) -> Self;
    fn from_normalized(value: f64) -> Self;
}

macro_rules! answer_floats {
    ($($ty:ty)*) => { $(
        impl Answer for $ty {
            fn from_bool(value: bool) -> Self {
                if value { 1.0 } else { 0.0 }
            }
            fn from_int(value: i64) -> Self {
                value as $ty
            }
            fn from_float(value: f64) -> Self {
                value as $ty
            }
            fn from_normalized(value: f64) -> Self {
                value as $ty
            }
        }
    )* };
}
answer_floats! { f32 f64 }

macro_rules! answer_ints {
    ($($ty:ty)*) => { $(
        impl Answer for $ty {
            fn from_bool(value: bool) -> Self {
                value as $ty
            }
            fn from_int(value: i64) -> Self {
                // Unsigned 32-bit values keep their bits; larger ones, such as times, are cut to the type.
                if (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value) {
                    value as $ty
                } else {
                    value.clamp(<$ty>::MIN as i64, <$ty>::MAX as i64) as $ty
                }
            }
            /// "… a floating-point value is rounded to the nearest integer, unless it is a color, depth range or normal:
            /// these are mapped so that 1.0 is the most positive representable integer."
            fn from_float(value: f64) -> Self {
                value.round() as $ty
            }
            fn from_normalized(value: f64) -> Self {
                ((f64::from(i32::MAX) * 2.0 + 1.0) * value / 2.0 - 0.5).round().clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as $ty
            }
        }
    )* };
}
answer_ints! { i32 i64 }

impl Answer for u8 {
    fn from_bool(value: bool) -> Self {
        u8::from(value)
    }
    fn from_int(value: i64) -> Self {
        u8::from(value != 0)
    }
    fn from_float(value: f64) -> Self {
        u8::from(value != 0.0)
    }
    fn from_normalized(value: f64) -> Self {
        u8::from(value != 0.0)
    }
}

impl Value {
    /// The values in another type.
    pub fn answer<T: Answer>(&self) -> Vec<T> {
        match self {
            Value::Bool(values) => values.iter().map(|&value| T::from_bool(value)).collect(),
            Value::Int(values) => values.iter().map(|&value| T::from_int(value)).collect(),
            Value::Float(values) => values.iter().map(|&value| T::from_float(value)).collect(),
            Value::Normalized(values) => values.iter().map(|&value| T::from_normalized(value)).collect(),
        }
    }
}

/// A state variable; INVALID_ENUM for what is none in this context.
pub fn value(context: &mut Context, name: u32) -> Result<Value> {
    if !known(context, name) {
        return Err(GL_INVALID_ENUM);
    }
    if let Some(value) = limits::get(context, name) {
        return Ok(value);
    }
    if let Some(value) = programs::get(context, name)
        .or_else(|| fixed::get(context, name))
        .or_else(|| bindings::get(context, name))
        .or_else(|| crate::gl::compat::get(context, name))
    {
        return Ok(value);
    }
    super::state::is_set(context, name).map(Value::from)
}

/// A state variable with an index.
pub fn indexed_value(context: &mut Context, name: u32, index: u32) -> Result<Value> {
    let found = limits::get_indexed(context, name, index).or_else(|| bindings::get_indexed(context, name, index));
    found.unwrap_or_else(|| fixed::get_indexed(context, name, index))
}

fn get<T: Answer>(context: &mut Context, name: u32, values: Out<T>) -> Result<()> {
    values.write(&value(context, name)?.answer::<T>());
    Ok(())
}

fn get_indexed<T: Answer>(context: &mut Context, name: u32, index: u32, values: Out<T>) -> Result<()> {
    values.write(&indexed_value(context, name, index)?.answer::<T>());
    Ok(())
}

commands! {
    fn glGetBooleanv(name: u32, values: Out<u8>) => get;
    fn glGetIntegerv(name: u32, values: Out<i32>) => get;
    fn glGetInteger64v(name: u32, values: Out<i64>) => get;
    fn glGetFloatv(name: u32, values: Out<f32>) => get;
    fn glGetDoublev(name: u32, values: Out<f64>) => get;
    fn glGetBooleani_v(name: u32, index: u32, values: Out<u8>) => get_indexed;
    fn glGetIntegeri_v(name: u32, index: u32, values: Out<i32>) => get_indexed;
    fn glGetInteger64i_v(name: u32, index: u32, values: Out<i64>) => get_indexed;
    fn glGetFloati_v(name: u32, index: u32, values: Out<f32>) => get_indexed;
    fn glGetDoublei_v(name: u32, index: u32, values: Out<f64>) => get_indexed;
    fn glGetString(name: u32) -> usize => strings::get_string;
    fn glGetStringi(name: u32, index: u32) -> usize => strings::get_string_indexed;
    fn glGetInternalformativ(target: u32, format: u32, name: u32, count: i32, values: Out<i32>) => limits::get_internal_format;
    alias glGetBooleanIndexedvEXT = glGetBooleani_v;
    alias glGetIntegerIndexedvEXT = glGetIntegeri_v;
    alias glGetInteger64vEXT = glGetInteger64v;
    alias glGetInteger64vAPPLE = glGetInteger64v;
    alias glGetFloatIndexedvEXT = glGetFloati_v;
    alias glGetFloati_vOES = glGetFloati_v;
    alias glGetDoubleIndexedvEXT = glGetDoublei_v;
}
