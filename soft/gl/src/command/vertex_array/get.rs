//! Getters of vertex arrays and current values.

use super::formats::index;
use super::objects::Which;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation};
use crate::object::vertex_array::{Attribute, Binding, VertexArray};
use crate::pointer::Out;
use crate::tokens::*;

commands! {
    fn glGetVertexAttribfv(index: u32, name: u32, values: Out<f32>) => floats;
    fn glGetVertexAttribdv(index: u32, name: u32, values: Out<f64>) => doubles;
    fn glGetVertexAttribiv(index: u32, name: u32, values: Out<i32>) => integers;
    fn glGetVertexAttribIiv(index: u32, name: u32, values: Out<i32>) => |context| pure_unsigned(context, index, name, values.cast());
    fn glGetVertexAttribIuiv(index: u32, name: u32, values: Out<u32>) => pure_unsigned;
    fn glGetVertexAttribLdv(index: u32, name: u32, values: Out<f64>) => longs;
    fn glGetVertexAttribPointerv(index: u32, name: u32, address: Out<usize>) => pointer;
    fn glGetVertexArrayiv(array: u32, name: u32, value: Out<i32>) => array_parameter;
    fn glGetVertexArrayIndexediv(array: u32, index: u32, name: u32, value: Out<i32>) => array_indexed;
    fn glGetVertexArrayIndexed64iv(array: u32, index: u32, name: u32, value: Out<i64>) => array_indexed_64;
    alias glGetVertexAttribIivEXT = glGetVertexAttribIiv;
    alias glGetVertexAttribIuivEXT = glGetVertexAttribIuiv;
}

/// Returns a parameter of an attribute other than GL_CURRENT_VERTEX_ATTRIB.
fn parameter(array: &VertexArray, attribute: usize, name: u32) -> Result<i64> {
    let Attribute { enabled, format, relative_offset, binding, stride, .. } = array.attributes[attribute];
    let Binding { buffer, divisor, .. } = &array.bindings[binding];
    Ok(match name {
        GL_VERTEX_ATTRIB_ARRAY_ENABLED => enabled.into(),
        GL_VERTEX_ATTRIB_ARRAY_SIZE if format.bgra => GL_BGRA.into(),
        GL_VERTEX_ATTRIB_ARRAY_SIZE => format.size.into(),
        GL_VERTEX_ATTRIB_ARRAY_STRIDE => stride.into(),
        GL_VERTEX_ATTRIB_ARRAY_TYPE => format.ty.into(),
        GL_VERTEX_ATTRIB_ARRAY_NORMALIZED => format.normalized.into(),
        GL_VERTEX_ATTRIB_ARRAY_INTEGER => format.integer.into(),
        GL_VERTEX_ATTRIB_ARRAY_LONG => format.long.into(),
        GL_VERTEX_ATTRIB_ARRAY_DIVISOR => (*divisor).into(),
        GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING => buffer.as_ref().map_or(0, |buffer| buffer.name).into(),
        GL_VERTEX_ATTRIB_BINDING => binding as i64,
        GL_VERTEX_ATTRIB_RELATIVE_OFFSET => relative_offset.into(),
        _ => {
            return Err(invalid_enum(&"An INVALID_ENUM error is generated if pname is not one of the values listed above. [GL 4.4, 10.6]"));
        }
    })
}

/// Returns the words of the current value, or one parameter.
fn get(context: &mut Context, attribute: u32, name: u32) -> Result<std::result::Result<[u32; 8], i64>> {
    let attribute = index(attribute)?;
    if name == GL_CURRENT_VERTEX_ATTRIB {
        if attribute == 0 && context.config.api == Api::Compatibility {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if index is zero and pname is CURRENT_VERTEX_ATTRIB, since there is no current \
                  value for generic attribute zero. [GL 4.4, 10.6]",
            ));
        }
        return Ok(Ok(context.vertex_arrays.current[attribute]));
    }
    // Current values are not part of a vertex array object.
    parameter(Which::BoundOrDefault.of(context)?, attribute, name).map(Err)
}

fn floats(context: &mut Context, index: u32, name: u32, values: Out<f32>) -> Result<()> {
    match get(context, index, name)? {
        Ok(words) => values.write(&std::array::from_fn::<f32, 4, _>(|component| f32::from_bits(words[component]))),
        Err(value) => values.set(value as f32),
    }
    Ok(())
}

fn doubles(context: &mut Context, index: u32, name: u32, values: Out<f64>) -> Result<()> {
    match get(context, index, name)? {
        Ok(words) => values.write(&std::array::from_fn::<f64, 4, _>(|component| f32::from_bits(words[component]).into())),
        Err(value) => values.set(value as f64),
    }
    Ok(())
}

/// Implements glGetVertexAttribiv.
pub fn integers(context: &mut Context, index: u32, name: u32, values: Out<i32>) -> Result<()> {
    match get(context, index, name)? {
        Ok(words) => values.write(&std::array::from_fn::<i32, 4, _>(|component| f32::from_bits(words[component]).round() as i32)),
        Err(value) => values.set(value as i32),
    }
    Ok(())
}

fn pure_unsigned(context: &mut Context, index: u32, name: u32, values: Out<u32>) -> Result<()> {
    match get(context, index, name)? {
        Ok(words) => values.write(&words[..4]),
        Err(value) => values.set(value as u32),
    }
    Ok(())
}

fn longs(context: &mut Context, index: u32, name: u32, values: Out<f64>) -> Result<()> {
    match get(context, index, name)? {
        Ok(words) => {
            let double = |component: usize| f64::from_bits(u64::from(words[component * 2]) | u64::from(words[component * 2 + 1]) << 32);
            values.write(&std::array::from_fn::<f64, 4, _>(double));
        }
        Err(value) => values.set(value as f64),
    }
    Ok(())
}

/// Implements glGetVertexAttribPointerv.
pub fn pointer(context: &mut Context, attribute: u32, name: u32, address: Out<usize>) -> Result<()> {
    let attribute = index(attribute)?;
    if name != GL_VERTEX_ATTRIB_ARRAY_POINTER {
        return Err(invalid_enum(&"pname must be VERTEX_ATTRIB_ARRAY_POINTER. [GL 4.4, 10.6]"));
    }
    address.set(Which::BoundOrDefault.of(context)?.attributes[attribute].pointer);
    Ok(())
}

fn array_parameter(context: &mut Context, array: u32, name: u32, value: Out<i32>) -> Result<()> {
    let array = Which::Named(array).of(context)?;
    if name != GL_ELEMENT_ARRAY_BUFFER_BINDING {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if <pname> is not ELEMENT_ARRAY_BUFFER_BINDING. [ARB_direct_state_access]",
        ));
    }
    value.set(array.element_buffer.as_ref().map_or(0, |buffer| buffer.name as i32));
    Ok(())
}

fn array_indexed(context: &mut Context, array: u32, attribute: u32, name: u32, value: Out<i32>) -> Result<()> {
    let array = Which::Named(array).of(context)?;
    if name == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING || name == GL_VERTEX_ATTRIB_BINDING {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if <pname> is not one of the valid values listed above for the corresponding command. \
              [ARB_direct_state_access]",
        ));
    }
    value.set(parameter(array, index(attribute)?, name)? as i32);
    Ok(())
}

fn array_indexed_64(context: &mut Context, array: u32, binding: u32, name: u32, value: Out<i64>) -> Result<()> {
    let array = Which::Named(array).of(context)?;
    if name != GL_VERTEX_BINDING_OFFSET {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if <pname> is not one of the valid values listed above for the corresponding command. \
              [ARB_direct_state_access]",
        ));
    }
    value.set(array.bindings[index(binding)?].offset as i64);
    Ok(())
}
