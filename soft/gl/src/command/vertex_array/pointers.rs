//! Attribute sources: pointers, and buffers bound to binding points.

use super::formats::{Values, bytes, check, index, separate};
use super::objects::Which;
use crate::command::buffer::binding;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::limits;
use crate::object::buffer::Buffer;
use crate::object::names;
use crate::object::vertex_array::{Binding, VertexArray};
use crate::pointer::{In, not_negative};
use shader::pipeline::draw_call::AttributeFormat;
use std::sync::Arc;

commands! {
    fn glVertexAttribPointer(index: u32, size: i32, ty: u32, normalized: u8, stride: i32, pointer: In<u8>) => float_pointer;
    fn glVertexAttribIPointer(index: u32, size: i32, ty: u32, stride: i32, pointer: In<u8>) => integer_pointer;
    fn glVertexAttribLPointer(index: u32, size: i32, ty: u32, stride: i32, pointer: In<u8>) => long_pointer;
    #[not_in_lists] fn glBindVertexBuffer(binding: u32, buffer: u32, offset: isize, stride: i32) => bind_vertex_buffer;
    fn glBindVertexBuffers(first: u32, count: i32, buffers: In<u32>, offsets: In<isize>, strides: In<i32>)
        => |context| several(context, Which::Bound, first, count, buffers, offsets, strides);
    #[not_in_lists] fn glVertexArrayVertexBuffer(array: u32, binding: u32, buffer: u32, offset: isize, stride: i32) => named_vertex_buffer;
    fn glVertexArrayVertexBuffers(array: u32, first: u32, count: i32, buffers: In<u32>, offsets: In<isize>, strides: In<i32>)
        => |context| several(context, Which::Named(array), first, count, buffers, offsets, strides);
    #[not_in_lists] fn glVertexArrayElementBuffer(array: u32, buffer: u32) => element_buffer;
    alias glVertexAttribIPointerEXT = glVertexAttribIPointer;
}

/// Implements glVertexAttribPointer for any location: sets the format, and at the binding point of the same number the buffer bound to
/// GL_ARRAY_BUFFER or the address.
pub fn set_pointer(context: &mut Context, location: usize, format: AttributeFormat, stride: i32, address: usize) -> Result<()> {
    // OpenGL 4.4 and OpenGL ES 3.1 added the limit.
    let limited = context.config.version >= if context.is_es() { (3, 1) } else { (4, 4) };
    let in_range = !limited || stride <= limits::MAX_VERTEX_ATTRIB_STRIDE;
    if stride < 0 || !in_range {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if stride is greater than the value of MAX_VERTEX_ATTRIB_STRIDE. [GL 4.4, 10.3.1]",
        ));
    }
    let buffer = context.buffers.array.clone();
    let array = Which::Bound.of(context)?;
    if array.name != 0 && buffer.is_none() && address != 0 {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if a non-zero vertex array object is bound, no buffer is bound to ARRAY_BUFFER, and \
              pointer is not NULL. [GL 4.4, 10.3.1]",
        ));
    }
    // Every caller gives a location that exists.
    let (Some(attribute), Some(binding)) = (array.attributes.get_mut(location), array.bindings.get_mut(location)) else {
        return Err(invalid_value(&"The vertex array has no such attribute."));
    };
    attribute.format = format;
    attribute.relative_offset = 0;
    attribute.binding = location;
    attribute.stride = stride;
    attribute.pointer = address;
    let stride = if stride == 0 { bytes(format) } else { stride as u32 };
    *binding = Binding { buffer, offset: address, stride, divisor: binding.divisor };
    Ok(())
}

fn generic(context: &mut Context, attribute: u32, size: i32, ty: u32, values: Values, stride: i32, pointer: In<u8>) -> Result<()> {
    let attribute = index(attribute)?;
    Which::Bound.of(context)?;
    let format = check(context, size, ty, values)?;
    set_pointer(context, attribute, format, stride, pointer.offset())
}

/// Implements glVertexAttribPointer.
pub fn float_pointer(context: &mut Context, index: u32, size: i32, ty: u32, normalized: u8, stride: i32, pointer: In<u8>) -> Result<()> {
    generic(context, index, size, ty, Values::Float(normalized != 0), stride, pointer)
}

/// Implements glVertexAttribIPointer.
pub fn integer_pointer(context: &mut Context, index: u32, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    generic(context, index, size, ty, Values::Integer, stride, pointer)
}

/// Implements glVertexAttribLPointer.
pub fn long_pointer(context: &mut Context, index: u32, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    generic(context, index, size, ty, Values::Long, stride, pointer)
}

/// Checks the offset and stride of a buffer binding.
fn check_binding(offset: isize, stride: i32) -> Result<()> {
    if offset < 0 || !(0..=limits::MAX_VERTEX_ATTRIB_STRIDE).contains(&stride) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if stride or offset is negative, or if stride is greater than the value of \
              MAX_VERTEX_ATTRIB_STRIDE. [GL 4.4, 10.3.1]",
        ));
    }
    Ok(())
}

fn set_buffer(array: &mut VertexArray, binding: usize, buffer: Option<Arc<Buffer>>, offset: isize, stride: i32) {
    if let Some(binding) = array.bindings.get_mut(binding) {
        // An offset without a buffer is not an address.
        let offset = if buffer.is_some() { offset as usize } else { 0 };
        *binding = Binding { buffer, offset, stride: stride as u32, divisor: binding.divisor };
    }
}

/// Implements glBindVertexBuffer.
pub fn bind_vertex_buffer(context: &mut Context, binding_index: u32, buffer: u32, offset: isize, stride: i32) -> Result<()> {
    separate(context, Which::Bound)?;
    let place = index(binding_index)?;
    check_binding(offset, stride)?;
    // OpenGL ES has the error too.
    let generated = names::lock(&context.share.buffers).is_name(buffer);
    if buffer != 0 && !generated && context.config.api != Api::Compatibility {
        return Err(invalid_operation(
            &"[Core profile only:] An INVALID_OPERATION error is generated if buffer is not zero or a name returned from a previous call \
              to GenBuffers, or if such a name has since been deleted with DeleteBuffers. [ARB_vertex_attrib_binding]",
        ));
    }
    let buffer = binding::named(context, buffer)?;
    set_buffer(separate(context, Which::Bound)?, place, buffer, offset, stride);
    Ok(())
}

fn named_vertex_buffer(context: &mut Context, array: u32, binding: u32, buffer: u32, offset: isize, stride: i32) -> Result<()> {
    Which::Named(array).of(context)?;
    let place = index(binding)?;
    check_binding(offset, stride)?;
    let buffer = if buffer == 0 { None } else { Some(context.share.buffer(buffer)?) };
    set_buffer(Which::Named(array).of(context)?, place, buffer, offset, stride);
    Ok(())
}

/// Binds several buffers. An error in one binding leaves that one alone; the others are bound. Without names, unbinds all.
fn several(
    context: &mut Context,
    which: Which,
    first: u32,
    count: i32,
    buffers: In<u32>,
    offsets: In<isize>,
    strides: In<i32>,
) -> Result<()> {
    which.of(context)?;
    let count = not_negative(count)?;
    if (first as usize).checked_add(count).is_none_or(|end| end > limits::MAX_VERTEX_ATTRIB_BINDINGS) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if first + count is greater than the value of MAX_VERTEX_ATTRIB_BINDINGS. \
              [GL 4.4, 10.3.1]",
        ));
    }
    let no_buffer = invalid_operation(
        &"An INVALID_OPERATION error is generated if any value in buffers is not zero or the name of an existing buffer object (per \
          binding). [GL 4.4, 10.3.1]",
    );
    let command = if matches!(which, Which::Named(_)) { "glVertexArrayVertexBuffers" } else { "glBindVertexBuffers" };
    for at in 0..count {
        let place = first as usize + at;
        let Some(name) = buffers.at(at) else {
            set_buffer(which.of(context)?, place, None, 0, 16);
            continue;
        };
        let (offset, stride) = (offsets.at(at).unwrap_or(0), strides.at(at).unwrap_or(0));
        let buffer = if name == 0 { Ok(None) } else { context.share.buffer(name).map(Some).map_err(|_| no_buffer) };
        match buffer.and_then(|buffer| check_binding(offset, stride).map(|()| buffer)) {
            Ok(buffer) => set_buffer(which.of(context)?, place, buffer, offset, stride),
            Err(error) => context.raise(command, error),
        }
    }
    Ok(())
}

fn element_buffer(context: &mut Context, array: u32, buffer: u32) -> Result<()> {
    Which::Named(array).of(context)?;
    let buffer = if buffer == 0 { None } else { Some(context.share.buffer(buffer)?) };
    Which::Named(array).of(context)?.element_buffer = buffer;
    Ok(())
}
