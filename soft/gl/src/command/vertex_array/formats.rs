//! Attribute formats, and the commands that set them apart from their buffers (ARB_vertex_attrib_binding).

use super::objects::Which;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::object::vertex_array::VertexArray;
use crate::tokens::*;
use shader::pipeline::draw_call::AttributeFormat;

commands! {
    #[not_in_lists] fn glVertexAttribFormat(index: u32, size: i32, ty: u32, normalized: u8, offset: u32) => format;
    #[not_in_lists] fn glVertexAttribIFormat(index: u32, size: i32, ty: u32, offset: u32) => integer_format;
    #[not_in_lists] fn glVertexAttribLFormat(index: u32, size: i32, ty: u32, offset: u32) => long_format;
    #[not_in_lists] fn glVertexAttribBinding(index: u32, binding: u32) => attribute_binding;
    #[not_in_lists] fn glVertexBindingDivisor(binding: u32, divisor: u32) => binding_divisor;
    #[not_in_lists] fn glVertexAttribDivisor(index: u32, divisor: u32) => attribute_divisor;
    #[not_in_lists] fn glEnableVertexAttribArray(index: u32) => enable;
    #[not_in_lists] fn glDisableVertexAttribArray(index: u32) => disable;
    #[not_in_lists] fn glVertexArrayAttribFormat(array: u32, index: u32, size: i32, ty: u32, normalized: u8, offset: u32)
        => |context| set_format(context, Which::Named(array), index, size, ty, Values::Float(normalized != 0), offset);
    #[not_in_lists] fn glVertexArrayAttribIFormat(array: u32, index: u32, size: i32, ty: u32, offset: u32)
        => |context| set_format(context, Which::Named(array), index, size, ty, Values::Integer, offset);
    #[not_in_lists] fn glVertexArrayAttribLFormat(array: u32, index: u32, size: i32, ty: u32, offset: u32)
        => |context| set_format(context, Which::Named(array), index, size, ty, Values::Long, offset);
    #[not_in_lists] fn glVertexArrayAttribBinding(array: u32, index: u32, binding: u32)
        => |context| set_attribute_binding(context, Which::Named(array), index, binding);
    #[not_in_lists] fn glVertexArrayBindingDivisor(array: u32, binding: u32, divisor: u32) => named_binding_divisor;
    #[not_in_lists] fn glEnableVertexArrayAttrib(array: u32, index: u32) => |context| set_enabled(context, Which::Named(array), index, true);
    #[not_in_lists] fn glDisableVertexArrayAttrib(array: u32, index: u32) => |context| set_enabled(context, Which::Named(array), index, false);
}

/// How attribute values reach the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Converted to floats; normalised if true.
    Float(bool),
    /// Integers.
    Integer,
    /// Doubles.
    Long,
}

/// Returns the size of one attribute value in bytes.
pub fn bytes(format: AttributeFormat) -> u32 {
    let size = u32::from(format.size);
    match format.ty {
        GL_BYTE | GL_UNSIGNED_BYTE => size,
        GL_SHORT | GL_UNSIGNED_SHORT | GL_HALF_FLOAT | GL_HALF_FLOAT_OES => 2 * size,
        GL_DOUBLE => 8 * size,
        GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV | GL_UNSIGNED_INT_10F_11F_11F_REV => 4,
        _ => 4 * size,
    }
}

/// Checks the size and type of a generic attribute and returns its format.
pub fn check(context: &Context, size: i32, ty: u32, values: Values) -> Result<AttributeFormat> {
    let es = context.is_es();
    let bgra = size == GL_BGRA as i32 && !es && matches!(values, Values::Float(_));
    if !bgra && !(1..=4).contains(&size) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if size is not one of the values shown in table 10.2 for the corresponding command. \
              [GL 4.4, 10.3.1]",
        ));
    }
    let integer = matches!(ty, GL_BYTE | GL_UNSIGNED_BYTE | GL_SHORT | GL_UNSIGNED_SHORT | GL_INT | GL_UNSIGNED_INT);
    let packed = matches!(ty, GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV);
    let known = match values {
        Values::Float(_) => {
            let float = matches!(ty, GL_FLOAT | GL_HALF_FLOAT | GL_FIXED) || ty == if es { GL_HALF_FLOAT_OES } else { GL_DOUBLE };
            integer || packed || float || (!es && ty == GL_UNSIGNED_INT_10F_11F_11F_REV)
        }
        Values::Integer => integer,
        Values::Long => ty == GL_DOUBLE,
    };
    if !known {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if type is not one of the parameter token names from table 8.7 corresponding to one of \
              the allowed GL data types for that command as shown in table 10.2. [GL 4.4, 10.3.1]",
        ));
    }
    let normalized = values == Values::Float(true);
    let bgra_wrong = bgra && (!normalized || !(packed || ty == GL_UNSIGNED_BYTE));
    let packed_wrong = packed && !bgra && size != 4;
    let float_wrong = ty == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3;
    if bgra_wrong || packed_wrong || float_wrong {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated under any of the following conditions: … size is BGRA and type is not UNSIGNED_BYTE, \
              INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV; … type is INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV, and size is \
              neither 4 nor BGRA; … type is UNSIGNED_INT_10F_11F_11F_REV and size is not 3. … size is BGRA and normalized is FALSE. \
              [GL 4.4, 10.3.1]",
        ));
    }
    Ok(AttributeFormat {
        ty: if ty == GL_HALF_FLOAT_OES { GL_HALF_FLOAT } else { ty },
        size: if bgra { 4 } else { size as u8 },
        bgra,
        normalized,
        integer: values == Values::Integer,
        long: values == Values::Long,
    })
}

/// Checks an attribute or binding index; both limits are 16.
pub fn index(index: u32) -> Result<usize> {
    if (index as usize) < limits::MAX_VERTEX_ATTRIBS {
        Ok(index as usize)
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if attribindex is greater than or equal to the value of MAX_VERTEX_ATTRIBS. … An \
              INVALID_VALUE error is generated if bindingindex is greater than or equal to the value of MAX_VERTEX_ATTRIB_BINDINGS. \
              [GL 4.4, 10.3.1]",
        ))
    }
}

/// Returns the array object for the commands of separate formats and bindings: OpenGL ES requires a bound one.
pub(super) fn separate(context: &mut Context, which: Which) -> Result<&mut VertexArray> {
    if context.is_es() && which == Which::Bound && context.vertex_arrays.bound == 0 {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if no vertex array object is bound. [ARB_vertex_attrib_binding]",
        ));
    }
    which.of(context)
}

fn set_format(context: &mut Context, which: Which, attribute: u32, size: i32, ty: u32, values: Values, offset: u32) -> Result<()> {
    separate(context, which)?;
    let attribute = index(attribute)?;
    let format = check(context, size, ty, values)?;
    if offset > limits::MAX_VERTEX_ATTRIB_RELATIVE_OFFSET {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if relativeoffset is larger than the value of MAX_VERTEX_ATTRIB_RELATIVE_OFFSET. \
              [GL 4.4, 10.3.1]",
        ));
    }
    let attribute = &mut separate(context, which)?.attributes[attribute];
    attribute.format = format;
    attribute.relative_offset = offset;
    Ok(())
}

/// Implements glVertexAttribFormat.
pub fn format(context: &mut Context, index: u32, size: i32, ty: u32, normalized: u8, offset: u32) -> Result<()> {
    set_format(context, Which::Bound, index, size, ty, Values::Float(normalized != 0), offset)
}

/// Implements glVertexAttribIFormat.
pub fn integer_format(context: &mut Context, index: u32, size: i32, ty: u32, offset: u32) -> Result<()> {
    set_format(context, Which::Bound, index, size, ty, Values::Integer, offset)
}

/// Implements glVertexAttribLFormat.
pub fn long_format(context: &mut Context, index: u32, size: i32, ty: u32, offset: u32) -> Result<()> {
    set_format(context, Which::Bound, index, size, ty, Values::Long, offset)
}

fn set_attribute_binding(context: &mut Context, which: Which, attribute: u32, binding: u32) -> Result<()> {
    let array = separate(context, which)?;
    array.attributes[index(attribute)?].binding = index(binding)?;
    Ok(())
}

/// Implements glVertexAttribBinding.
pub fn attribute_binding(context: &mut Context, index: u32, binding: u32) -> Result<()> {
    set_attribute_binding(context, Which::Bound, index, binding)
}

/// Implements glVertexBindingDivisor.
pub fn binding_divisor(context: &mut Context, binding: u32, divisor: u32) -> Result<()> {
    separate(context, Which::Bound)?.bindings[index(binding)?].divisor = divisor;
    Ok(())
}

fn named_binding_divisor(context: &mut Context, array: u32, binding: u32, divisor: u32) -> Result<()> {
    Which::Named(array).of(context)?.bindings[index(binding)?].divisor = divisor;
    Ok(())
}

/// Implements glVertexAttribDivisor.
pub fn attribute_divisor(context: &mut Context, attribute: u32, divisor: u32) -> Result<()> {
    let attribute = index(attribute)?;
    let array = Which::BoundOrDefault.of(context)?;
    array.attributes[attribute].binding = attribute;
    array.bindings[attribute].divisor = divisor;
    Ok(())
}

fn set_enabled(context: &mut Context, which: Which, attribute: u32, enabled: bool) -> Result<()> {
    let array = which.of(context)?;
    array.attributes[index(attribute)?].enabled = enabled;
    Ok(())
}

/// Implements glEnableVertexAttribArray.
pub fn enable(context: &mut Context, index: u32) -> Result<()> {
    set_enabled(context, Which::BoundOrDefault, index, true)
}

/// Implements glDisableVertexAttribArray.
pub fn disable(context: &mut Context, index: u32) -> Result<()> {
    set_enabled(context, Which::BoundOrDefault, index, false)
}
