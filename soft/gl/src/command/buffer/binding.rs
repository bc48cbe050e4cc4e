//! Buffer names and binding points.

use crate::command::names as object_names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::object::buffer::{Buffer, IndexedBinding};
use crate::object::names::lock;
use crate::pointer::{In, Out, not_negative};
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glGenBuffers(count: i32, names: Out<u32>) => generate;
    fn glCreateBuffers(count: i32, names: Out<u32>) => create;
    fn glDeleteBuffers(count: i32, names: In<u32>) => delete;
    fn glIsBuffer(name: u32) -> u8 => is_buffer;
    #[not_in_lists] fn glBindBuffer(target: u32, name: u32) => bind;
    #[not_in_lists] fn glBindBufferBase(target: u32, index: u32, name: u32) => bind_base;
    #[not_in_lists] fn glBindBufferRange(target: u32, index: u32, name: u32, offset: isize, size: isize) => bind_range;
    fn glBindBuffersBase(target: u32, first: u32, count: i32, names: In<u32>) => bind_several_bases;
    fn glBindBuffersRange(target: u32, first: u32, count: i32, names: In<u32>, offsets: In<isize>, sizes: In<isize>)
        => bind_several_ranges;
    #[not_in_lists] fn glBindBufferOffsetEXT(target: u32, index: u32, name: u32, offset: isize) => bind_offset;
}

/// Returns the binding point of `target`.
pub fn slot(context: &mut Context, target: u32) -> Result<&mut Option<Arc<Buffer>>> {
    let buffers = &mut context.buffers;
    Ok(match target {
        GL_ARRAY_BUFFER => &mut buffers.array,
        GL_ELEMENT_ARRAY_BUFFER => &mut context.vertex_arrays.array_mut().element_buffer,
        GL_PIXEL_PACK_BUFFER => &mut buffers.pixel_pack,
        GL_PIXEL_UNPACK_BUFFER => &mut buffers.pixel_unpack,
        GL_COPY_READ_BUFFER => &mut buffers.copy_read,
        GL_COPY_WRITE_BUFFER => &mut buffers.copy_write,
        GL_DRAW_INDIRECT_BUFFER => &mut buffers.draw_indirect,
        GL_DISPATCH_INDIRECT_BUFFER => &mut buffers.dispatch_indirect,
        GL_PARAMETER_BUFFER => &mut buffers.parameter,
        GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD if context.config.api != Api::Es => &mut buffers.external,
        GL_QUERY_BUFFER => &mut buffers.query,
        GL_TEXTURE_BUFFER => &mut buffers.texture,
        GL_UNIFORM_BUFFER => &mut buffers.uniform,
        GL_SHADER_STORAGE_BUFFER => &mut buffers.shader_storage,
        GL_ATOMIC_COUNTER_BUFFER => &mut buffers.atomic_counter,
        GL_TRANSFORM_FEEDBACK_BUFFER => &mut buffers.transform_feedback,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if target is not one of the targets listed in table 6.1. [GL 4.4, 6.1]",
            ));
        }
    })
}

/// Returns the buffer bound to `target`.
pub fn bound(context: &mut Context, target: u32) -> Result<Arc<Buffer>> {
    slot(context, target)?.clone().ok_or(invalid_operation(
        &"There is no buffer object corresponding to the name zero, so client attempts to modify or query buffer object state for a target \
          bound to zero generate an INVALID_OPERATION error. [GL 4.4, 6.1]",
    ))
}

/// Returns the buffer to bind for a name, or `None` for 0. The first use of a name creates its buffer.
pub(crate) fn named(context: &Context, name: u32) -> Result<Option<Arc<Buffer>>> {
    if name == 0 {
        return Ok(None);
    }
    let mut names = lock(&context.share.buffers);
    if let Some(buffer) = names.get(name) {
        return Ok(Some(buffer.clone()));
    }
    if context.config.api == Api::Core && !names.is_name(name) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if buffer is not zero or a name returned from a previous call to GenBuffers, or if \
              such a name has since been deleted with DeleteBuffers. [GL 4.4 core, 6.1]",
        ));
    }
    let buffer = Arc::new(Buffer::new(name)?);
    names.put(name, buffer.clone())?;
    Ok(Some(buffer))
}

/// Implements glGenBuffers.
pub fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut lock(&context.share.buffers), count, names)
}

/// Implements glCreateBuffers.
pub fn create(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::create(&mut lock(&context.share.buffers), count, names, |name| Ok(Arc::new(Buffer::new(name)?)))
}

/// Implements glDeleteBuffers. A deleted buffer is unbound from this context's binding points; other contexts and objects that it is
/// attached to keep it.
pub fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    let mut outcome = Ok(());
    for name in object_names::listed(count, names)? {
        let Some(buffer) = lock(&context.share.buffers).remove(name) else { continue };
        buffer.unmap();
        unbind(context, &buffer);
        outcome = outcome.and(buffer.return_memory());
    }
    outcome
}

/// Resets this context's bindings of `buffer`, those of the bound vertex array included.
fn unbind(context: &mut Context, buffer: &Arc<Buffer>) {
    let is_it = |bound: &Option<Arc<Buffer>>| bound.as_ref().is_some_and(|bound| Arc::ptr_eq(bound, buffer));
    let buffers = &mut context.buffers;
    let array = context.vertex_arrays.array_mut();
    let slots = [
        &mut buffers.array,
        &mut buffers.pixel_pack,
        &mut buffers.pixel_unpack,
        &mut buffers.copy_read,
        &mut buffers.copy_write,
        &mut buffers.draw_indirect,
        &mut buffers.dispatch_indirect,
        &mut buffers.parameter,
        &mut buffers.external,
        &mut buffers.query,
        &mut buffers.texture,
        &mut buffers.uniform,
        &mut buffers.shader_storage,
        &mut buffers.atomic_counter,
        &mut buffers.transform_feedback,
        &mut array.element_buffer,
    ];
    for slot in slots {
        if is_it(slot) {
            *slot = None;
        }
    }
    for binding in &mut array.bindings {
        if is_it(&binding.buffer) {
            // With the buffer gone, the offset would be read as an address.
            binding.buffer = None;
            binding.offset = 0;
        }
    }
    let lists = [
        &mut buffers.uniform_bindings,
        &mut buffers.shader_storage_bindings,
        &mut buffers.atomic_counter_bindings,
        &mut buffers.feedback_bindings,
    ];
    for binding in lists.into_iter().flatten() {
        if is_it(&binding.buffer) {
            *binding = IndexedBinding::default();
        }
    }
}

/// Implements glIsBuffer.
pub fn is_buffer(context: &mut Context, name: u32) -> Result<u8> {
    Ok(lock(&context.share.buffers).get(name).is_some().into())
}

/// Implements glBindBuffer.
pub fn bind(context: &mut Context, target: u32, name: u32) -> Result<()> {
    slot(context, target)?;
    let buffer = named(context, name)?;
    *slot(context, target)? = buffer;
    Ok(())
}

/// Returns the indexed binding points of `target`.
fn indexed(context: &mut Context, target: u32) -> Result<&mut Vec<IndexedBinding>> {
    let buffers = &mut context.buffers;
    Ok(match target {
        GL_UNIFORM_BUFFER => &mut buffers.uniform_bindings,
        GL_SHADER_STORAGE_BUFFER => &mut buffers.shader_storage_bindings,
        GL_ATOMIC_COUNTER_BUFFER => &mut buffers.atomic_counter_bindings,
        GL_TRANSFORM_FEEDBACK_BUFFER if buffers.feedback_active => {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated … by BindBufferRange or BindBufferBase if target is TRANSFORM_FEEDBACK_BUFFER \
                  and transform feedback is currently active. [GL 4.4, 13.2.2]",
            ));
        }
        GL_TRANSFORM_FEEDBACK_BUFFER => &mut buffers.feedback_bindings,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if target is not one of the targets listed above. [GL 4.4, 6.1.1]",
            ));
        }
    })
}

/// Checks a range of a buffer against the alignment that `target` requires. A range that has no buffer `may_be_empty`.
fn check_range(target: u32, offset: isize, size: isize, may_be_empty: bool) -> Result<()> {
    let alignment = match target {
        GL_UNIFORM_BUFFER => limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT,
        GL_SHADER_STORAGE_BUFFER => limits::SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT,
        _ => 4,
    };
    let feedback = target == GL_TRANSFORM_FEEDBACK_BUFFER;
    // The conformance suite and other drivers have the alignments for zero too.
    if offset < 0 || size <= 0 && !may_be_empty || offset % alignment != 0 || (feedback && size % 4 != 0) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated by BindBufferRange if offset is negative. … An INVALID_VALUE error is generated by \
              BindBufferRange if buffer is non-zero and size is less than or equal to zero. … An INVALID_VALUE error is generated by \
              BindBufferRange if buffer is non-zero and offset or size do not respectively satisfy the constraints described for those \
              parameters for the specified target, as described in section 6.7.1. [GL 4.4, 6.1.1]",
        ));
    }
    Ok(())
}

/// Implements glBindBufferBase.
pub fn bind_base(context: &mut Context, target: u32, index: u32, name: u32) -> Result<()> {
    let count = indexed(context, target)?.len();
    if index as usize >= count {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is greater than or equal to the number of target-specific indexed binding \
              points, as described in section 6.7.1. [GL 4.4, 6.1.1]",
        ));
    }
    let buffer = named(context, name)?;
    *slot(context, target)? = buffer.clone();
    indexed(context, target)?[index as usize] = IndexedBinding { buffer, offset: 0, size: None };
    Ok(())
}

/// Implements glBindBufferRange.
pub fn bind_range(context: &mut Context, target: u32, index: u32, name: u32, offset: isize, size: isize) -> Result<()> {
    let count = indexed(context, target)?.len();
    if index as usize >= count {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is greater than or equal to the number of target-specific indexed binding \
              points, as described in section 6.7.1. [GL 4.4, 6.1.1]",
        ));
    }
    check_range(target, offset, size, name == 0)?;
    if name == 0 {
        return bind_base(context, target, index, 0);
    }
    let buffer = named(context, name)?;
    *slot(context, target)? = buffer.clone();
    indexed(context, target)?[index as usize] = IndexedBinding { buffer, offset: offset as usize, size: Some(size as usize) };
    Ok(())
}

/// Implements glBindBufferOffsetEXT: binds from an offset to the buffer's end, whatever its size then is.
fn bind_offset(context: &mut Context, target: u32, index: u32, name: u32, offset: isize) -> Result<()> {
    if target != GL_TRANSFORM_FEEDBACK_BUFFER {
        return Err(UNKNOWN_TOKEN);
    }
    bind_range(context, target, index, name, offset, 4)?;
    if let Some(binding) = indexed(context, target)?.get_mut(index as usize) {
        binding.size = None;
    }
    Ok(())
}

/// Checks the target and the range of binding points of a multi-bind command, and returns their number.
fn several(context: &mut Context, target: u32, first: u32, count: i32) -> Result<usize> {
    let count = not_negative(count)?;
    let outside = invalid_operation(
        &"An INVALID_OPERATION error is generated if first + count is greater than the number of target-specific indexed binding points, \
          as described in section 6.7.1. [GL 4.4, 6.1.1]",
    );
    let end = (first as usize).checked_add(count).ok_or(outside)?;
    if end > indexed(context, target)?.len() {
        return Err(outside);
    }
    Ok(count)
}

/// Implements glBindBuffersBase. An invalid name leaves its own binding unchanged; the others are set.
pub fn bind_several_bases(context: &mut Context, target: u32, first: u32, count: i32, names: In<u32>) -> Result<()> {
    let count = several(context, target, first, count)?;
    for index in 0..count {
        let buffer = match names.at(index).filter(|&name| name != 0) {
            None => None,
            Some(name) => match context.share.buffer(name) {
                Ok(buffer) => Some(buffer),
                Err(error) => {
                    context.raise("glBindBuffersBase", error);
                    continue;
                }
            },
        };
        indexed(context, target)?[first as usize + index] = IndexedBinding { buffer, offset: 0, size: None };
    }
    Ok(())
}

/// Implements glBindBuffersRange. An invalid name or range leaves its own binding unchanged; the others are set.
pub fn bind_several_ranges(
    context: &mut Context,
    target: u32,
    first: u32,
    count: i32,
    names: In<u32>,
    offsets: In<isize>,
    sizes: In<isize>,
) -> Result<()> {
    let count = several(context, target, first, count)?;
    for index in 0..count {
        let (offset, size) = (offsets.at(index).unwrap_or(0), sizes.at(index).unwrap_or(0));
        let binding = match names.at(index).filter(|&name| name != 0) {
            None if names.is_null() => Ok(IndexedBinding::default()),
            None => check_range(target, offset, size, true).map(|()| IndexedBinding::default()),
            Some(name) => context.share.buffer(name).and_then(|buffer| {
                check_range(target, offset, size, false)?;
                Ok(IndexedBinding { buffer: Some(buffer), offset: offset as usize, size: Some(size as usize) })
            }),
        };
        match binding {
            Ok(binding) => indexed(context, target)?[first as usize + index] = binding,
            Err(error) => context.raise("glBindBuffersRange", error),
        }
    }
    Ok(())
}
