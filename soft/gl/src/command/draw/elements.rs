//! Draws with indices.

use super::arrays::strided_mode;
use super::check;
use super::recording::Submission;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::pointer::{In, array_length};
use crate::tokens::*;
use base::core::memory::Memory;
use shader::pipeline::draw_call::{DrawCall, Indices, Mode};
use std::sync::Arc;

/// Returns the size of an index type in bytes.
pub fn index_size(ty: u32) -> Result<u32> {
    match ty {
        GL_UNSIGNED_BYTE => Ok(1),
        GL_UNSIGNED_SHORT => Ok(2),
        GL_UNSIGNED_INT => Ok(4),
        _ => Err(invalid_enum(&"type must be one of UNSIGNED_BYTE, UNSIGNED_SHORT, or UNSIGNED_INT [GL 4.4, 10.5]")),
    }
}

/// Returns the restart index for indices of `size` bytes, if restart is enabled.
fn restart(context: &Context, size: u32) -> Option<u32> {
    let state = &context.state;
    if state.primitive_restart_fixed_index {
        return Some(u32::MAX >> (32 - size * 8));
    }
    state.primitive_restart.then_some(state.primitive_restart_index)
}

/// No memory is mapped below this address: the kernel's `vm.mmap_min_addr`.
const LOWEST_ADDRESS: u64 = 65_536;

/// Returns the source of indices: the element buffer, or a copy of `count` indices of the application. `None` if the pointer is null.
pub fn indices(context: &Context, count: u32, size: u32, pointer: In<u8>) -> Result<Option<Indices>> {
    let restart = restart(context, size);
    if let Some(buffer) = &context.vertex_arrays.array().element_buffer {
        if buffer.is_mapped() {
            return Err(invalid_operation(
                &"GL_INVALID_OPERATION is generated if a non-zero buffer object name is bound to an enabled array or the element array and \
                  the buffer object's data store is currently mapped. [reference page glDrawElements]",
            ));
        }
        return Ok(Some(Indices { memory: buffer.memory(), offset: pointer.offset() as u64, size, restart }));
    }
    // Programs of the core profile that give an address get their indices, as from Mesa. The error is that of DrawElementsIndirect.
    if context.config.api == Api::Core && (pointer.offset() as u64) < LOWEST_ADDRESS {
        return Err(invalid_operation(&"A buffer must be bound to GL_ELEMENT_ARRAY_BUFFER if the indices are an offset."));
    }
    if pointer.is_null() {
        return Ok(None);
    }
    let bytes = count as usize * size as usize;
    if bytes > limits::MAX_BUFFER_BYTES {
        return Err(NO_MEMORY);
    }
    let memory = Memory::new(bytes).map_err(|_| NO_MEMORY)?;
    pointer.with_bytes(bytes, |bytes| memory.write(0, bytes));
    Ok(Some(Indices { memory: Arc::new(memory), offset: 0, size, restart }))
}

/// The parameters of an indexed draw besides its indices.
#[derive(Clone, Copy)]
struct Parameters {
    /// The number of instances.
    instances: i32,
    /// The value added to each index.
    base_vertex: i32,
    /// The first instance whose attributes are fetched.
    base_instance: u32,
}

/// The parameters of glDrawElements.
const PLAIN: Parameters = Parameters { instances: 1, base_vertex: 0, base_instance: 0 };

/// Returns a draw of `count` indexed vertices.
fn draw_call(
    context: &Context,
    mode: Mode,
    count: u32,
    instances: u32,
    indices: Indices,
    parameters: Parameters,
    draw_id: u32,
) -> DrawCall {
    let Parameters { base_vertex, base_instance, .. } = parameters;
    let patch_vertices = context.draws.patch_vertices;
    DrawCall { mode, first: 0, count, instances, base_instance, base_vertex, draw_id, indices: Some(indices), patch_vertices }
}

/// Checks and submits one indexed draw.
fn draw(context: &mut Context, mode: u32, count: i32, ty: u32, pointer: In<u8>, parameters: Parameters) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let size = index_size(ty)?;
    let (count, instances) = (check::count(count)?, check::count(parameters.instances)?);
    check::no_feedback_in_es(context)?;
    check::vertex_array(context)?;
    let indices = indices(context, count, size, pointer)?;
    let call = indices.map(|indices| draw_call(context, mode, count, instances, indices, parameters, 0));
    let mut submission = Submission::new(context, mode)?;
    call.map_or(Ok(()), |call| submission.submit(context, call))
}

/// Implements glDrawElements.
pub(super) fn draw_elements(context: &mut Context, mode: u32, count: i32, ty: u32, indices: In<u8>) -> Result<()> {
    draw(context, mode, count, ty, indices, PLAIN)
}

/// Implements glDrawRangeElements.
pub(super) fn draw_range_elements(
    context: &mut Context,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
    ty: u32,
    indices: In<u8>,
) -> Result<()> {
    draw_range_elements_base_vertex(context, mode, start, end, count, ty, indices, 0)
}

/// Implements glDrawRangeElementsBaseVertex.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn draw_range_elements_base_vertex(
    context: &mut Context,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
    ty: u32,
    indices: In<u8>,
    base_vertex: i32,
) -> Result<()> {
    check::mode(context, mode)?;
    if end < start {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if end < start. [GL 4.4, 10.5]"));
    }
    draw(context, mode, count, ty, indices, Parameters { base_vertex, ..PLAIN })
}

/// Implements glDrawElementsInstanced.
pub(super) fn draw_elements_instanced(
    context: &mut Context,
    mode: u32,
    count: i32,
    ty: u32,
    indices: In<u8>,
    instances: i32,
) -> Result<()> {
    draw(context, mode, count, ty, indices, Parameters { instances, ..PLAIN })
}

/// Implements glDrawElementsInstancedBaseVertexBaseInstance.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn draw_elements_instanced_base_vertex_base_instance(
    context: &mut Context,
    mode: u32,
    count: i32,
    ty: u32,
    indices: In<u8>,
    instances: i32,
    base_vertex: i32,
    base_instance: u32,
) -> Result<()> {
    draw(context, mode, count, ty, indices, Parameters { instances, base_vertex, base_instance })
}

/// Implements glMultiDrawElements.
pub(super) fn multi_draw_elements(
    context: &mut Context,
    mode: u32,
    counts: In<i32>,
    ty: u32,
    pointers: In<In<u8>>,
    draws: i32,
) -> Result<()> {
    multi_draw_elements_base_vertex(context, mode, counts, ty, pointers, draws, In::null())
}

/// Implements glMultiModeDrawElementsIBM.
pub(super) fn multi_mode_draw_elements(
    context: &mut Context,
    modes: In<u32>,
    counts: In<i32>,
    ty: u32,
    pointers: In<In<u8>>,
    draws: i32,
    stride: i32,
) -> Result<()> {
    // "It has the same effect as: for(i=0; i<primcount; i++) { if (*(count+i)>0) DrawElements(…) }" [IBM_multimode_draw_arrays]
    let mut result = Ok(());
    for draw in 0..array_length(draws)? {
        let Some((count, pointer)) = counts.at(draw).zip(pointers.at(draw)) else { break };
        if count > 0 {
            let drawn = draw_elements(context, strided_mode(modes, stride, draw), count, ty, pointer);
            result = result.and(drawn);
        }
    }
    result
}

/// Implements glMultiDrawElementsBaseVertex.
pub(super) fn multi_draw_elements_base_vertex(
    context: &mut Context,
    mode: u32,
    counts: In<i32>,
    ty: u32,
    pointers: In<In<u8>>,
    draws: i32,
    base_vertices: In<i32>,
) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let size = index_size(ty)?;
    let draws = array_length(draws)?;
    let counts = || (0..draws).map_while(|draw| counts.at(draw));
    counts().try_for_each(|count| check::count(count).map(drop))?;
    check::no_feedback_in_es(context)?;
    check::vertex_array(context)?;
    indices(context, 0, size, pointers.first().unwrap_or(In::null()))?;
    let mut submission = Submission::new(context, mode)?;
    for (number, count) in counts().enumerate() {
        let (Ok(count), Some(pointer)) = (check::count(count), pointers.at(number)) else { break };
        let base_vertex = base_vertices.at(number).unwrap_or(0);
        if let Some(indices) = indices(context, count, size, pointer)? {
            let call = draw_call(context, mode, count, 1, indices, Parameters { base_vertex, ..PLAIN }, number as u32);
            submission.submit(context, call)?;
        }
    }
    Ok(())
}

commands! {
    #[records_itself] fn glDrawElements(mode: u32, count: i32, ty: u32, indices: In<u8>) => draw_elements;
    #[records_itself] fn glDrawElementsBaseVertex(mode: u32, count: i32, ty: u32, indices: In<u8>, base_vertex: i32)
        => |context| draw(context, mode, count, ty, indices, Parameters { base_vertex, ..PLAIN });
    #[records_itself] fn glDrawRangeElements(mode: u32, start: u32, end: u32, count: i32, ty: u32, indices: In<u8>) => draw_range_elements;
    #[records_itself] fn glDrawRangeElementsBaseVertex(mode: u32, start: u32, end: u32, count: i32, ty: u32, indices: In<u8>, base_vertex: i32) => draw_range_elements_base_vertex;
    #[error_in_lists] fn glDrawElementsInstanced(mode: u32, count: i32, ty: u32, indices: In<u8>, instances: i32) => draw_elements_instanced;
    #[error_in_lists] fn glDrawElementsInstancedBaseVertex(mode: u32, count: i32, ty: u32, indices: In<u8>, instances: i32, base_vertex: i32)
        => |context| draw(context, mode, count, ty, indices, Parameters { instances, base_vertex, base_instance: 0 });
    #[error_in_lists] fn glDrawElementsInstancedBaseInstance(mode: u32, count: i32, ty: u32, indices: In<u8>, instances: i32, base_instance: u32)
        => |context| draw(context, mode, count, ty, indices, Parameters { instances, base_vertex: 0, base_instance });
    #[error_in_lists] fn glDrawElementsInstancedBaseVertexBaseInstance(mode: u32, count: i32, ty: u32, indices: In<u8>, instances: i32, base_vertex: i32, base_instance: u32) => draw_elements_instanced_base_vertex_base_instance;
    #[records_itself] fn glMultiModeDrawElementsIBM(
        mode: In<u32>, counts: In<i32>, ty: u32, indices: In<In<u8>>, draws: i32, mode_stride: i32
    ) => multi_mode_draw_elements;
    #[records_itself] fn glMultiDrawElements(mode: u32, counts: In<i32>, ty: u32, indices: In<In<u8>>, draws: i32) => multi_draw_elements;
    #[records_itself] fn glMultiDrawElementsBaseVertex(mode: u32, counts: In<i32>, ty: u32, indices: In<In<u8>>, draws: i32, base_vertices: In<i32>) => multi_draw_elements_base_vertex;
    alias glDrawElementsInstancedNV = glDrawElementsInstanced;
}
