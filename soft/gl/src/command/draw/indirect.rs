//! Indirect draws: their parameters are in a buffer.

use super::check;
use super::elements::{index_size, indices};
use super::execute::run;
use super::prepare::prepare;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NEGATIVE_COUNT, NO_MEMORY, Result, invalid_operation, invalid_value};
use crate::object::buffer::Buffer;
use crate::pointer::{In, array_length};
use shader::pipeline::draw_call::{DrawCall, Mode};
use std::sync::Arc;

/// Words of a DrawArraysIndirectCommand.
const ARRAYS_WORDS: usize = 4;
/// Words of a DrawElementsIndirectCommand.
const ELEMENTS_WORDS: usize = 5;

/// Reads `count` words of a buffer from a byte offset on.
pub fn words(buffer: &Buffer, offset: usize, count: usize) -> Result<Vec<u32>> {
    let memory = buffer.memory();
    let end = count.checked_mul(4).and_then(|bytes| bytes.checked_add(offset));
    if buffer.is_mapped() || end.is_none_or(|end| end > memory.len()) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the command would source data beyond the end of the buffer object. [GL 4.4, 10.5] \
              GL_INVALID_OPERATION is generated if a non-zero buffer object name is bound to an enabled array or to the \
              GL_DRAW_INDIRECT_BUFFER binding and the buffer object's data store is currently mapped. \
              [reference page glDrawArraysIndirect]",
        ));
    }
    Ok((0..count).map(|word| memory.word(offset / 4 + word)).collect())
}

/// The parameter structures of an indirect command.
struct Parameters {
    /// The indirect buffer, or `None` if the structures are in the application's memory.
    buffer: Option<Arc<Buffer>>,
    /// The offset of the first structure in the buffer, in bytes, or its address.
    pointer: In<u8>,
    /// The number of structures.
    draws: usize,
    /// The distance between structures, in bytes.
    stride: usize,
}

impl Parameters {
    /// Locates the structures in the indirect buffer, or, without one, in the memory of a compatibility profile application.
    fn find(context: &Context, pointer: In<u8>, draws: u32, stride: usize, count: usize) -> Result<Self> {
        let buffer = context.buffers.draw_indirect.clone();
        if !pointer.offset().is_multiple_of(4) {
            return Err(invalid_value(
                &"An INVALID_VALUE error is generated if indirect is not a multiple of the size, in basic machine units, of uint. \
                  [GL 4.4, 10.5]",
            ));
        }
        let all = Self { buffer, pointer, draws: draws as usize, stride };
        match &all.buffer {
            Some(buffer) => {
                // The whole command fails if its last structure is outside the buffer.
                if let Some(last) = all.draws.checked_sub(1) {
                    words(buffer, all.offset(last)?, count)?;
                }
            }
            None if context.config.api != Api::Compatibility => {
                return Err(invalid_operation(
                    &"An INVALID_OPERATION error is generated if zero is bound to DRAW_INDIRECT_BUFFER. [GL 4.4 core, 10.5]",
                ));
            }
            // A display list keeps only the address, which may have been an offset or the address of freed memory.
            None if context.compat.lists.is_called() => {
                return Err(invalid_operation(
                    &"A display list may draw indirectly only from a buffer that is bound to GL_DRAW_INDIRECT_BUFFER.",
                ));
            }
            None if pointer.is_null() => return Ok(Self { draws: 0, ..all }),
            None => {}
        }
        array_length(draws.cast_signed())?;
        Ok(all)
    }

    /// Returns the byte offset of one structure in the buffer.
    fn offset(&self, draw: usize) -> Result<usize> {
        let offset = draw.checked_mul(self.stride).and_then(|bytes| bytes.checked_add(self.pointer.offset()));
        offset.ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if the command would source data beyond the end of the buffer object. [GL 4.4, 10.5]",
        ))
    }

    /// Reads the current contents of one structure.
    fn draw<const WORDS: usize>(&self, draw: usize) -> Result<[u32; WORDS]> {
        let words = match &self.buffer {
            Some(buffer) => words(buffer, self.offset(draw)?, WORDS)?,
            None => self.pointer.byte_add(draw.wrapping_mul(self.stride)).cast::<u32>().copy(WORDS),
        };
        words.try_into().map_err(|_| NO_MEMORY)
    }
}

/// Returns the distance between structures in bytes, resolving 0 to tightly packed structures of `words` words.
fn stride(stride: i32, words: usize) -> Result<usize> {
    match usize::try_from(stride).map_err(|_| NEGATIVE_COUNT)? {
        0 => Ok(words * 4),
        stride if stride % 4 == 0 => Ok(stride),
        _ => Err(invalid_value(&"An INVALID_VALUE error is generated if stride is neither zero nor a multiple of four. [GL 4.4, 10.5]")),
    }
}

/// Checks that OpenGL ES and the core profile draw with a vertex array object.
fn check_es(context: &Context) -> Result<()> {
    check::no_feedback_in_es(context)?;
    let array = context.vertex_arrays.array();
    let client_array = || array.attributes.iter().any(|attribute| attribute.enabled && array.bindings[attribute.binding].buffer.is_none());
    if context.is_es() && (context.vertex_arrays.bound == 0 || client_array()) {
        return Err(invalid_operation(
            &"GL_INVALID_OPERATION is generated if zero is bound to the GL_VERTEX_ARRAY_BINDING, GL_DRAW_INDIRECT_BUFFER, or \
              GL_ELEMENT_ARRAY_BUFFER binding, or to any enabled vertex array. [reference page glDrawElementsIndirect]",
        ));
    }
    check::vertex_array(context)
}

/// Runs indirect draws without indices.
fn run_arrays(context: &mut Context, mode: Mode, parameters: &Parameters) -> Result<()> {
    if !prepare(context, mode)? {
        return Ok(());
    }
    for number in 0..parameters.draws {
        let [count, instances, first, base_instance] = parameters.draw(number)?;
        let base_instance = if context.is_es() { 0 } else { base_instance };
        let patch_vertices = context.draws.patch_vertices;
        let draw_id = number as u32;
        let call = DrawCall { mode, first, count, instances, base_instance, base_vertex: 0, draw_id, indices: None, patch_vertices };
        run(context, call)?;
    }
    Ok(())
}

/// Runs indirect draws with indices.
fn run_elements(context: &mut Context, mode: Mode, size: u32, parameters: &Parameters) -> Result<()> {
    if context.vertex_arrays.array().element_buffer.is_none() {
        return Err(invalid_operation(&"An INVALID_OPERATION error is generated if no element array buffer is bound. [GL 4.4, 10.5]"));
    }
    let Some(all) = indices(context, 0, size, In::null())? else { return Ok(()) };
    if !prepare(context, mode)? {
        return Ok(());
    }
    for number in 0..parameters.draws {
        let [count, instances, first, base_vertex, base_instance] = parameters.draw(number)?;
        let mut indices = all.clone();
        indices.offset = u64::from(first) * u64::from(size);
        let call = DrawCall {
            mode,
            first: 0,
            count,
            instances,
            base_instance: if context.is_es() { 0 } else { base_instance },
            base_vertex: base_vertex.cast_signed(),
            draw_id: number as u32,
            indices: Some(indices),
            patch_vertices: context.draws.patch_vertices,
        };
        run(context, call)?;
    }
    Ok(())
}

/// Implements glMultiDrawArraysIndirect.
pub(super) fn multi_draw_arrays_indirect(context: &mut Context, mode: u32, pointer: In<u8>, draws: i32, distance: i32) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let (draws, stride) = (check::count(draws)?, stride(distance, ARRAYS_WORDS)?);
    check_es(context)?;
    let parameters = Parameters::find(context, pointer, draws, stride, ARRAYS_WORDS)?;
    run_arrays(context, mode, &parameters)
}

/// Implements glMultiDrawElementsIndirect.
pub(super) fn multi_draw_elements_indirect(
    context: &mut Context,
    mode: u32,
    ty: u32,
    pointer: In<u8>,
    draws: i32,
    distance: i32,
) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let size = index_size(ty)?;
    let (draws, stride) = (check::count(draws)?, stride(distance, ELEMENTS_WORDS)?);
    check_es(context)?;
    let parameters = Parameters::find(context, pointer, draws, stride, ELEMENTS_WORDS)?;
    run_elements(context, mode, size, &parameters)
}

/// Implements glDrawArraysIndirect.
pub(super) fn draw_arrays_indirect(context: &mut Context, mode: u32, pointer: In<u8>) -> Result<()> {
    multi_draw_arrays_indirect(context, mode, pointer, 1, 0)
}

/// Implements glDrawElementsIndirect.
pub(super) fn draw_elements_indirect(context: &mut Context, mode: u32, ty: u32, pointer: In<u8>) -> Result<()> {
    multi_draw_elements_indirect(context, mode, ty, pointer, 1, 0)
}

/// Returns the number of draws that the parameter buffer contains, at most `most`.
fn parameter_count(context: &Context, offset: isize, most: i32) -> Result<i32> {
    let most = check::count(most)?;
    if offset < 0 || offset % 4 != 0 {
        return Err(invalid_value(
            &"INVALID_VALUE is generated by MultiDrawArraysIndirectCountARB or MultiDrawElementsIndirectCountARB if <drawcount> is not a \
              multiple of four. [ARB_indirect_parameters]",
        ));
    }
    let buffer = context.buffers.parameter.as_ref().ok_or(invalid_operation(
        &"INVALID_OPERATION is generated by MultiDrawArraysIndirectCountARB or MultiDrawElementsIndirectCountARB if no buffer is bound to \
          the PARAMETER_BUFFER_ARB binding point. [ARB_indirect_parameters]",
    ))?;
    let count = words(buffer, offset.cast_unsigned(), 1)?;
    Ok(count[0].min(most).cast_signed())
}

/// Implements glMultiDrawArraysIndirectCount.
pub(super) fn multi_draw_arrays_indirect_count(
    context: &mut Context,
    mode: u32,
    pointer: In<u8>,
    count: isize,
    most: i32,
    distance: i32,
) -> Result<()> {
    check::mode(context, mode)?;
    let draws = parameter_count(context, count, most)?;
    multi_draw_arrays_indirect(context, mode, pointer, draws, distance)
}

/// Implements glMultiDrawElementsIndirectCount.
pub(super) fn multi_draw_elements_indirect_count(
    context: &mut Context,
    mode: u32,
    ty: u32,
    pointer: In<u8>,
    count: isize,
    most: i32,
    distance: i32,
) -> Result<()> {
    check::mode(context, mode)?;
    index_size(ty)?;
    let draws = parameter_count(context, count, most)?;
    multi_draw_elements_indirect(context, mode, ty, pointer, draws, distance)
}

commands! {
    #[error_in_lists] fn glDrawArraysIndirect(mode: u32, indirect: In<u8>) [0] => draw_arrays_indirect;
    #[error_in_lists] fn glDrawElementsIndirect(mode: u32, ty: u32, indirect: In<u8>) [0] => draw_elements_indirect;
    #[error_in_lists] fn glMultiDrawArraysIndirect(mode: u32, indirect: In<u8>, draws: i32, stride: i32) [0] => multi_draw_arrays_indirect;
    #[error_in_lists] fn glMultiDrawElementsIndirect(mode: u32, ty: u32, indirect: In<u8>, draws: i32, stride: i32) [0] => multi_draw_elements_indirect;
    #[error_in_lists] fn glMultiDrawArraysIndirectCount(mode: u32, indirect: In<u8>, count: isize, most: i32, stride: i32) [0] => multi_draw_arrays_indirect_count;
    #[error_in_lists] fn glMultiDrawElementsIndirectCount(mode: u32, ty: u32, indirect: In<u8>, count: isize, most: i32, stride: i32) [0] => multi_draw_elements_indirect_count;
}
