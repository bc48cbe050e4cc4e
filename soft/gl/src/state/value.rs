//! Values of state variables, and their conversion to the type of a getter.

/// The value of a state variable, in the type of the variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Booleans.
    Bool(Vec<bool>),
    /// Integers.
    Int(Vec<i64>),
    /// Floating-point values.
    Float(Vec<f64>),
    /// Colours, depths and normals: conversion to integers maps 1.0 to the largest one.
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

/// A type that getters return.
pub trait Answer: Copy {
    /// Converts a boolean.
    fn from_bool(value: bool) -> Self;
    /// Converts an integer.
    fn from_int(value: i64) -> Self;
    /// Converts a floating-point value.
    fn from_float(value: f64) -> Self;
    /// Converts a colour, depth or normal.
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
                // Unsigned 32-bit values keep their bits; larger ones, such as times, are clamped.
                if (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value) {
                    value as $ty
                } else {
                    value.clamp(<$ty>::MIN as i64, <$ty>::MAX as i64) as $ty
                }
            }
            /// Rounds a value: "A floating-point value is rounded to the nearest integer, unless the value is an RGBA color component, a normal
            /// coordinate, a DepthRange value, or a depth buffer clear value." [GL 4.4, 2.2.2]
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
    /// Converts the values to another type.
    pub fn answer<T: Answer>(&self) -> Vec<T> {
        match self {
            Value::Bool(values) => values.iter().map(|&value| T::from_bool(value)).collect(),
            Value::Int(values) => values.iter().map(|&value| T::from_int(value)).collect(),
            Value::Float(values) => values.iter().map(|&value| T::from_float(value)).collect(),
            Value::Normalized(values) => values.iter().map(|&value| T::from_normalized(value)).collect(),
        }
    }
}
