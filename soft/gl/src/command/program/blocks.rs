//! Uniform blocks, storage blocks and atomic counter buffers: their getters and binding points.

use super::linked_or_empty;
use crate::command::shader::give_text;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::limits;
use crate::object::linked::Linked;
use crate::pointer::{In, Out};
use crate::tokens::*;
use base::hir::Stage;
use shader::pipeline::program::{Block, BlockKind};

/// Returns the index of a block by name. The name of an array is that of its first element too.
pub fn index_of(blocks: &[Block], name: &str) -> u32 {
    let exact = blocks.iter().position(|block| block.name == name && !name.is_empty());
    let first = || blocks.iter().position(|block| block.name.strip_suffix("[0]") == Some(name));
    exact.or_else(first).map_or(GL_INVALID_INDEX, |index| index as u32)
}

/// The result of commands that look up an index: GL_INVALID_INDEX after an error.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index(pub u32);

impl Default for Index {
    fn default() -> Self {
        Self(GL_INVALID_INDEX)
    }
}

/// Implements glGetUniformBlockIndex.
pub(super) fn get_uniform_block_index(context: &mut Context, program: u32, name: In<u8>) -> Result<Index> {
    let linked = linked_or_empty(context, program)?;
    Ok(Index(index_of(&linked.program.uniform_blocks, &name.name(None)?.to_str())))
}

/// Implements glUniformBlockBinding.
pub(super) fn uniform_block_binding(context: &mut Context, program: u32, index: u32, binding: u32) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if uniformBlockIndex is not an active uniform block index of program, or if \
          uniformBlockBinding is greater than or equal to the value of MAX_UNIFORM_BUFFER_BINDINGS. [GL 4.4, 7.6.3]",
    );
    if binding as usize >= limits::MAX_UNIFORM_BUFFER_BINDINGS {
        return Err(outside);
    }
    linked.values(|values| values.uniform_bindings.get_mut(index as usize).map(|place| *place = binding)).ok_or(outside)
}

/// Implements glShaderStorageBlockBinding.
pub(super) fn shader_storage_block_binding(context: &mut Context, program: u32, index: u32, binding: u32) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if storageBlockIndex is not an active shader storage block index in program, or if \
          storageBlockBinding is greater than or equal to the value of MAX_SHADER_STORAGE_BUFFER_BINDINGS. [GL 4.4, 7.8]",
    );
    if binding as usize >= limits::MAX_SHADER_STORAGE_BUFFER_BINDINGS {
        return Err(outside);
    }
    linked.values(|values| values.storage_bindings.get_mut(index as usize).map(|place| *place = binding)).ok_or(outside)
}

/// Returns true if a mask of stages contains a stage.
pub fn references(stages: u8, stage: Stage) -> bool {
    stages & 1 << stage as u8 != 0
}

/// Returns the members of a block: their indices among the active uniforms, or among the buffer variables for a storage block.
pub fn members(linked: &Linked, kind: BlockKind, index: u32) -> Vec<i32> {
    let among = if kind == BlockKind::Storage { &linked.buffer_variables } else { &linked.uniforms };
    // The blocks of an array share their members.
    let blocks = match kind {
        BlockKind::Uniform => Some(&linked.program.uniform_blocks),
        BlockKind::Storage => Some(&linked.program.storage_blocks),
        BlockKind::AtomicCounter => None,
    };
    let index = blocks.and_then(|blocks| blocks.get(index as usize)).map_or(index, |block| block.first);
    let inside = |&(_, &place): &(usize, &usize)| {
        let block = linked.program.uniforms.get(place).and_then(|uniform| uniform.block);
        block.is_some_and(|block| block.kind == kind && block.index == index)
    };
    among.iter().enumerate().filter(inside).map(|(number, _)| number as i32).collect()
}

/// Implements glGetActiveUniformBlockiv.
pub(super) fn get_active_uniform_block(context: &mut Context, program: u32, index: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let block = linked.program.uniform_blocks.get(index as usize).ok_or(invalid_value(
        &"If uniformBlockIndex is greater than or equal to the value of ACTIVE_UNIFORM_BLOCKS, the error INVALID_VALUE is generated. \
          [ES 3.0, 2.11.6]",
    ))?;
    let stage = |stage| i32::from(references(block.stages, stage));
    let value = match pname {
        GL_UNIFORM_BLOCK_BINDING => linked.values(|values| values.uniform_bindings.get(index as usize).copied()).unwrap_or(0).cast_signed(),
        GL_UNIFORM_BLOCK_DATA_SIZE => block.size.cast_signed(),
        GL_UNIFORM_BLOCK_NAME_LENGTH => block.name.len() as i32 + 1,
        GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS => members(&linked, BlockKind::Uniform, index).len() as i32,
        GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES => {
            params.write(&members(&linked, BlockKind::Uniform, index));
            return Ok(());
        }
        GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER => stage(Stage::Vertex),
        GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER => stage(Stage::TessControl),
        GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER => stage(Stage::TessEvaluation),
        GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER => stage(Stage::Geometry),
        GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER => stage(Stage::Fragment),
        GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER => stage(Stage::Compute),
        _ => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if pname is not one of the accepted tokens. [reference page glGetActiveUniformBlock]",
            ));
        }
    };
    params.set(value);
    Ok(())
}

/// Implements glGetActiveUniformBlockName.
pub(super) fn get_active_uniform_block_name(
    context: &mut Context,
    program: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let block = linked.program.uniform_blocks.get(index as usize).ok_or(invalid_value(
        &"If uniformBlockIndex is greater then or equal to the value of ACTIVE_UNIFORM_BLOCKS, the error INVALID_VALUE is generated. \
          [ES 3.0, 2.11.6]",
    ))?;
    give_text(&block.name, bytes, length, into)
}

/// Implements glGetActiveAtomicCounterBufferiv.
pub(super) fn get_active_atomic_counter_buffer(
    context: &mut Context,
    program: u32,
    index: u32,
    pname: u32,
    params: Out<i32>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let buffer = linked.program.atomic_buffers.get(index as usize).ok_or(invalid_value(
        &"GL_INVALID_VALUE is generated if bufferIndex is greater than or equal to the value of GL_ACTIVE_ATOMIC_COUNTER_BUFFERS for \
          program. [reference page glGetActiveAtomicCounterBufferiv]",
    ))?;
    let stage = |stage| i32::from(references(buffer.stages, stage));
    let value = match pname {
        GL_ATOMIC_COUNTER_BUFFER_BINDING => buffer.binding.cast_signed(),
        GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE => buffer.size.cast_signed(),
        GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS => members(&linked, BlockKind::AtomicCounter, index).len() as i32,
        GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES => {
            params.write(&members(&linked, BlockKind::AtomicCounter, index));
            return Ok(());
        }
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER => stage(Stage::Vertex),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER => stage(Stage::TessControl),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER => stage(Stage::TessEvaluation),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER => stage(Stage::Geometry),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER => stage(Stage::Fragment),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER => stage(Stage::Compute),
        _ => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if pname is not one of the accepted tokens. \
                  [reference page glGetActiveAtomicCounterBufferiv]",
            ));
        }
    };
    params.set(value);
    Ok(())
}

commands! {
    fn glGetUniformBlockIndex(program: u32, name: In<u8>) -> Index => get_uniform_block_index;
    fn glUniformBlockBinding(program: u32, index: u32, binding: u32) => uniform_block_binding;
    fn glShaderStorageBlockBinding(program: u32, index: u32, binding: u32) => shader_storage_block_binding;
    fn glGetActiveUniformBlockiv(program: u32, index: u32, pname: u32, params: Out<i32>) => get_active_uniform_block;
    fn glGetActiveUniformBlockName(program: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_active_uniform_block_name;
    fn glGetActiveAtomicCounterBufferiv(program: u32, index: u32, pname: u32, params: Out<i32>) => get_active_atomic_counter_buffer;
}
