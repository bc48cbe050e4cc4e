//! Draws whose parameters lie in a buffer.

use super::super::buffers::Buffer;
use super::super::context::{Api, Context};
use super::super::entry::{Result, commands};
use super::super::pointer::In;
use super::check;
use super::elements::{index_size, indices};
use super::execute::prepare;
use crate::draw::state::{Command, Mode};
use crate::tokens::*;

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
    draws: Vec<Vec<u32>>,
}

impl Parameters {
    /// Reads them from the indirect buffer, or from the application's memory where a compatibility context has no buffer.
    fn read(context: &Context, pointer: In<u8>, draws: usize, stride: usize, count: usize) -> Result<Self> {
        let buffer = context.buffers.draw_indirect.as_ref();
        if !pointer.offset().is_multiple_of(4) {
            return Err(GL_INVALID_VALUE);
        }
        let Some(buffer) = buffer else {
            if context.config.api != Api::Compatibility {
                return Err(GL_INVALID_OPERATION);
            }
            let words = |draw: usize| In::<u32>(pointer.0.wrapping_add(draw * stride).cast()).copy(count);
            return Ok(Self { draws: if pointer.is_null() { Vec::new() } else { (0..draws).map(words).collect() } });
        };
        // The last command must lie in the buffer before room is made for all of them.
        let Some(last) = draws.checked_sub(1) else { return Ok(Self { draws: Vec::new() }) };
        let at = |draw: usize| draw.checked_mul(stride).and_then(|bytes| bytes.checked_add(pointer.offset()));
        words(buffer, at(last).ok_or(GL_INVALID_OPERATION)?, count)?;
        let draws: Result<Vec<Vec<u32>>> = (0..draws).map(|draw| words(buffer, at(draw).ok_or(GL_INVALID_OPERATION)?, count)).collect();
        Ok(Self { draws: draws? })
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
    for (number, words) in parameters.draws.iter().enumerate() {
        let [count, instances, first, base_instance] = *words.as_slice() else { continue };
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
    let Some(all) = indices(context, 0, size, In(std::ptr::null()))? else { return Ok(()) };
    let Some(mut prepared) = prepare(context, mode)? else { return Ok(()) };
    for (number, words) in parameters.draws.iter().enumerate() {
        let [count, instances, first, base_vertex, base_instance] = *words.as_slice() else { continue };
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

pub(super) fn multi_draw_arrays_indirect(context: &mut Context, mode: u32, pointer: In<u8>, draws: i32, distance: i32) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let (draws, stride) = (check::count(draws)? as usize, stride(distance, ARRAYS_WORDS)?);
    check_es(context)?;
    let parameters = Parameters::read(context, pointer, draws, stride, ARRAYS_WORDS)?;
    run_arrays(context, mode, &parameters)
}

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
    let (draws, stride) = (check::count(draws)? as usize, stride(distance, ELEMENTS_WORDS)?);
    check_es(context)?;
    let parameters = Parameters::read(context, pointer, draws, stride, ELEMENTS_WORDS)?;
    run_elements(context, mode, size, &parameters)
}

pub(super) fn draw_arrays_indirect(context: &mut Context, mode: u32, pointer: In<u8>) -> Result<()> {
    multi_draw_arrays_indirect(context, mode, pointer, 1, 0)
}

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
