//! Conversion and storage of current attribute values.

use crate::context::Context;
use crate::context::immediate;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::limits;
use crate::tokens::*;

/// A component type of the glVertexAttrib commands.
pub trait Component: Copy + Default {
    /// Converts the value to a float.
    fn float(self) -> f32;
    /// Maps integers to [0, 1] or [-1, 1]; leaves floats unchanged.
    fn normalized(self) -> f32;
    /// Returns the value as 32 bits, sign-extended.
    fn integer(self) -> u32;
}

macro_rules! components {
    ($($ty:ty),*) => {$(
        impl Component for $ty {
            fn float(self) -> f32 {
                self as f32
            }

            fn normalized(self) -> f32 {
                (f64::from(self) / f64::from(<$ty>::MAX)).max(-1.0) as f32
            }

            fn integer(self) -> u32 {
                self as u32
            }
        }
    )*};
}
components!(i8, u8, i16, u16, i32, u32);

impl Component for f32 {
    fn float(self) -> f32 {
        self
    }

    fn normalized(self) -> f32 {
        self
    }

    fn integer(self) -> u32 {
        self.to_bits()
    }
}

impl Component for f64 {
    fn float(self) -> f32 {
        self as f32
    }

    fn normalized(self) -> f32 {
        self as f32
    }

    fn integer(self) -> u32 {
        (self as f32).to_bits()
    }
}

/// Returns the words of a current value: up to four components, the missing ones from (0, 0, 0, 1).
pub fn float_words(values: &[f32]) -> [u32; 8] {
    let mut words = [0, 0, 0, 1.0_f32.to_bits(), 0, 0, 0, 0];
    for (word, value) in words.iter_mut().zip(values) {
        *word = value.to_bits();
    }
    words
}

/// Sets a generic attribute's current value; every command that sets one calls this.
pub fn set(context: &mut Context, index: u32, words: [u32; 8]) -> Result<()> {
    if index as usize >= limits::MAX_VERTEX_ATTRIBS {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated for all VertexAttrib* commands if index is greater than or equal to the value of \
              MAX_VERTEX_ATTRIBS. [GL 4.4, 10.2.1]",
        ));
    }
    if context.compat.watches() || context.compat.immediate.vertices.count() > 0 {
        return immediate::generic_attribute(context, index, words);
    }
    context.vertex_arrays.current[index as usize] = words;
    Ok(())
}

/// Sets a current attribute to floats; missing components are 0, 0, 0, 1.
pub(super) fn set_floats(context: &mut Context, index: u32, values: &[f32]) -> Result<()> {
    set(context, index, float_words(values))
}

/// Sets a current attribute to integers; missing components are 0, 0, 0, 1.
pub(super) fn set_integers(context: &mut Context, index: u32, values: &[u32]) -> Result<()> {
    let mut words = [0, 0, 0, 1, 0, 0, 0, 0];
    words[..values.len()].copy_from_slice(values);
    set(context, index, words)
}

/// Sets a current attribute to doubles.
pub(super) fn set_longs(context: &mut Context, index: u32, values: &[f64]) -> Result<()> {
    let mut doubles = [0.0, 0.0, 0.0, 1.0];
    doubles[..values.len()].copy_from_slice(values);
    let mut words = [0; 8];
    for (pair, value) in words.chunks_exact_mut(2).zip(doubles) {
        let bits = value.to_bits();
        pair.copy_from_slice(&[bits as u32, (bits >> 32) as u32]);
    }
    set(context, index, words)
}

/// Decodes an unsigned float of a 10F_11F_11F word: 5 exponent bits above `mantissa_bits` mantissa bits.
fn small_float(bits: u32, mantissa_bits: u32) -> f32 {
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let exponent = bits >> mantissa_bits & 31;
    match exponent {
        0 => mantissa as f32 / (1 << (14 + mantissa_bits)) as f32,
        31 if mantissa == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => f32::from_bits((exponent + 112) << 23 | mantissa << (23 - mantissa_bits)),
    }
}

/// Unpacks the four components of a packed word. `floats` admits GL_UNSIGNED_INT_10F_11F_11F_REV.
pub fn unpack(ty: u32, normalized: bool, value: u32, floats: bool) -> Result<[f32; 4]> {
    Ok(match ty {
        GL_UNSIGNED_INT_2_10_10_10_REV => {
            let components = [value & 1023, value >> 10 & 1023, value >> 20 & 1023, value >> 30];
            if normalized {
                let [x, y, z, w] = components.map(|component| component as f32);
                [x / 1023.0, y / 1023.0, z / 1023.0, w / 3.0]
            } else {
                components.map(|component| component as f32)
            }
        }
        GL_INT_2_10_10_10_REV => {
            let signed = value as i32;
            let components = [signed << 22 >> 22, signed << 12 >> 22, signed << 2 >> 22, signed >> 30].map(|component| component as f32);
            if normalized {
                let [x, y, z, w] = components;
                [(x / 511.0).max(-1.0), (y / 511.0).max(-1.0), (z / 511.0).max(-1.0), w.max(-1.0)]
            } else {
                components
            }
        }
        GL_UNSIGNED_INT_10F_11F_11F_REV if floats => {
            [small_float(value & 0x7FF, 6), small_float(value >> 11 & 0x7FF, 6), small_float(value >> 22, 5), 1.0]
        }
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated by VertexAttribP4ui and VertexAttribP4uiv if type is UNSIGNED_INT_10F_11F_11F_REV. \
                  [GL 4.4, 10.2.1]",
            ));
        }
    })
}
