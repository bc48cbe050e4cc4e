//! Draws whose parameters lie in a buffer.

use super::check;
use super::elements::{index_size, indices};
use super::execute::prepare;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::buffer::Buffer;
use crate::gl::pointer::{In, array_length};
use crate::pipeline::state::{Command, Mode};
use crate::tokens::*;
use std::sync::Arc;

/// Words of DrawArraysIndirectCommand and DrawElementsIndirectCommand.
const ARRAYS_WORDS: usize = 4;
const ELEMENTS_WORDS: usize = 5;

/// Words of a buffer. GL_INVALID_OPERATION where they do not lie in it, or it is mapped.
pub fn words(buffer: &Buffer, offset: usize, count: usize) -> Result<Vec<u32>> {
    let memory = buffer.memory();
    let end = count.checked_mul(4).and_then(|bytes| bytes.checked_add(offset));
    if buffer.is_mapped() || end.is_none_or(|end| end > memory.len()) {
        return Err(GL_INVALID_OPERATION);
    }
    Ok((0..count).map(|word| memory.word(offset / 4 + word)).collect())
}

/// Some commands' parameters, `stride` bytes apart.
struct Parameters {
    /// The indirect buffer, or none where they lie in the application's memory.
    buffer: Option<Arc<Buffer>>,
    pointer: In<u8>,
    draws: usize,
    stride: usize,
}

impl Parameters {
    /// Finds them in the indirect buffer, or in the application's memory where a compatibility context has no buffer.
    fn find(context: &Context, pointer: In<u8>, draws: u32, stride: usize, count: usize) -> Result<Self> {
        let buffer = context.buffers.draw_indirect.clone();
        if !pointer.offset().is_multiple_of(4) {
            return Err(GL_INVALID_VALUE);
        }
        let all = Self { buffer, pointer, draws: draws as usize, stride };
        match &all.buffer {
            Some(buffer) => {
                // The last command must lie in the buffer before the first one is done.
                if let Some(last) = all.draws.checked_sub(1) {
                    words(buffer, all.offset(last)?, count)?;
                }
            }
            None if context.config.api != Api::Compatibility => return Err(GL_INVALID_OPERATION),
            // A list keeps the address alone: it may have been an offset, or the memory may be gone.
            None if context.compat.lists.is_called() => return Err(GL_INVALID_OPERATION),
            None if pointer.is_null() => return Ok(Self { draws: 0, ..all }),
            None => {}
        }
        array_length(draws.cast_signed())?;
        Ok(all)
    }

    /// Where one lies in the buffer.
    fn offset(&self, draw: usize) -> Result<usize> {
        let offset = draw.checked_mul(self.stride).and_then(|bytes| bytes.checked_add(self.pointer.offset()));
        offset.ok_or(GL_INVALID_OPERATION)
    }

    /// One of them, as it is now.
    fn draw<const WORDS: usize>(&self, draw: usize) -> Result<[u32; WORDS]> {
        let words = match &self.buffer {
            Some(buffer) => words(buffer, self.offset(draw)?, WORDS)?,
            None => self.pointer.byte_add(draw.wrapping_mul(self.stride)).cast::<u32>().copy(WORDS),
        };
        words.try_into().map_err(|_| GL_OUT_OF_MEMORY)
    }
}

/// The distance of commands: 0 says that they are packed. GL_INVALID_VALUE for what is no multiple of 4.
fn stride(stride: i32, words: usize) -> Result<usize> {
    match usize::try_from(stride).map_err(|_| GL_INVALID_VALUE)? {
        0 => Ok(words * 4),
        stride if stride % 4 == 0 => Ok(stride),
        _ => Err(GL_INVALID_VALUE),
    }
}

/// OpenGL ES draws indirectly only from buffers and with a vertex array object.
fn check_es(context: &Context) -> Result<()> {
    check::no_feedback_in_es(context)?;
    if context.is_es() && context.vertex_arrays.bound == 0 {
        return Err(GL_INVALID_OPERATION);
    }
    check::vertex_array(context)
}

fn run_arrays(context: &mut Context, mode: Mode, parameters: &Parameters) -> Result<()> {
    let Some(mut prepared) = prepare(context, mode)? else { return Ok(()) };
    for number in 0..parameters.draws {
        let [count, instances, first, base_instance] = parameters.draw(number)?;
        let base_instance = if context.is_es() { 0 } else { base_instance };
        let patch_vertices = context.draws.patch_vertices;
        let draw_id = number as u32;
        let command = Command { mode, first, count, instances, base_instance, base_vertex: 0, draw_id, indices: None, patch_vertices };
        prepared.run(context, command)?;
    }
    Ok(())
}

fn run_elements(context: &mut Context, mode: Mode, size: u32, parameters: &Parameters) -> Result<()> {
    if context.vertex_arrays.array().element_buffer.is_none() {
        return Err(GL_INVALID_OPERATION);
    }
    let Some(all) = indices(context, 0, size, In::null())? else { return Ok(()) };
    let Some(mut prepared) = prepare(context, mode)? else { return Ok(()) };
    for number in 0..parameters.draws {
        let [count, instances, first, base_vertex, base_instance] = parameters.draw(number)?;
        let mut indices = all.clone();
        indices.offset = u64::from(first) * u64::from(size);
        let command = Command {
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
        prepared.run(context, command)?;
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

/// How many draws the parameter buffer asks for, at most `most`.
fn parameter_count(context: &Context, offset: isize, most: i32) -> Result<i32> {
    let most = check::count(most)?;
    if offset < 0 || offset % 4 != 0 {
        return Err(GL_INVALID_VALUE);
    }
    let buffer = context.buffers.parameter.as_ref().ok_or(GL_INVALID_OPERATION)?;
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
    fn glDrawArraysIndirect(mode: u32, indirect: In<u8>) => draw_arrays_indirect [0];
    fn glDrawElementsIndirect(mode: u32, ty: u32, indirect: In<u8>) => draw_elements_indirect [0];
    fn glMultiDrawArraysIndirect(mode: u32, indirect: In<u8>, draws: i32, stride: i32) => multi_draw_arrays_indirect [0];
    fn glMultiDrawElementsIndirect(mode: u32, ty: u32, indirect: In<u8>, draws: i32, stride: i32) => multi_draw_elements_indirect [0];
    fn glMultiDrawArraysIndirectCount(mode: u32, indirect: In<u8>, count: isize, most: i32, stride: i32) => multi_draw_arrays_indirect_count [0];
    fn glMultiDrawElementsIndirectCount(mode: u32, ty: u32, indirect: In<u8>, count: isize, most: i32, stride: i32) => multi_draw_elements_indirect_count [0];
    alias glMultiDrawArraysIndirectAMD = glMultiDrawArraysIndirect;
    alias glMultiDrawArraysIndirectEXT = glMultiDrawArraysIndirect;
    alias glMultiDrawElementsIndirectAMD = glMultiDrawElementsIndirect;
    alias glMultiDrawElementsIndirectEXT = glMultiDrawElementsIndirect;
    alias glMultiDrawArraysIndirectCountARB = glMultiDrawArraysIndirectCount;
    alias glMultiDrawElementsIndirectCountARB = glMultiDrawElementsIndirectCount;
}
