//! The properties of program resources, for glGetProgramResourceiv.

use super::blocks::references;
use super::resources::Interface::{self, *};
use super::resources::{feedback_buffers, interface, is_gap};
use super::{linked_or_empty, subroutines, type_token};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::linked::Linked;
use crate::pointer::{In, Out, array_length};
use crate::tokens::*;
use base::hir::Stage;
use shader::pipeline::program::{Block, BlockKind, InterfaceVariable};

/// Returns the stage of a GL_REFERENCED_BY_… property.
fn stage_of(property: u32) -> Option<Stage> {
    Some(match property {
        GL_REFERENCED_BY_VERTEX_SHADER => Stage::Vertex,
        GL_REFERENCED_BY_TESS_CONTROL_SHADER => Stage::TessControl,
        GL_REFERENCED_BY_TESS_EVALUATION_SHADER => Stage::TessEvaluation,
        GL_REFERENCED_BY_GEOMETRY_SHADER => Stage::Geometry,
        GL_REFERENCED_BY_FRAGMENT_SHADER => Stage::Fragment,
        GL_REFERENCED_BY_COMPUTE_SHADER => Stage::Compute,
        _ => return None,
    })
}

/// Returns true if a token is a property of any interface.
fn is_property(property: u32) -> bool {
    stage_of(property).is_some()
        || matches!(
            property,
            GL_NAME_LENGTH
                | GL_TYPE
                | GL_ARRAY_SIZE
                | GL_OFFSET
                | GL_BLOCK_INDEX
                | GL_ARRAY_STRIDE
                | GL_MATRIX_STRIDE
                | GL_IS_ROW_MAJOR
                | GL_ATOMIC_COUNTER_BUFFER_INDEX
                | GL_BUFFER_BINDING
                | GL_BUFFER_DATA_SIZE
                | GL_NUM_ACTIVE_VARIABLES
                | GL_ACTIVE_VARIABLES
                | GL_LOCATION
                | GL_LOCATION_INDEX
                | GL_LOCATION_COMPONENT
                | GL_IS_PER_PATCH
                | GL_TOP_LEVEL_ARRAY_SIZE
                | GL_TOP_LEVEL_ARRAY_STRIDE
                | GL_NUM_COMPATIBLE_SUBROUTINES
                | GL_COMPATIBLE_SUBROUTINES
                | GL_TRANSFORM_FEEDBACK_BUFFER_INDEX
                | GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE
        )
}

/// Returns a property of an input or output variable.
fn of_variable(variable: &InterfaceVariable, property: u32) -> Option<i32> {
    Some(match property {
        GL_TYPE => type_token(&variable.ty).cast_signed(),
        GL_ARRAY_SIZE if variable.array => variable.elements.cast_signed(),
        GL_ARRAY_SIZE => 1,
        GL_LOCATION => variable.location,
        // Built-in outputs have no location either.
        GL_LOCATION_INDEX if variable.location < 0 => -1,
        GL_LOCATION_INDEX => variable.index,
        GL_LOCATION_COMPONENT => variable.component.cast_signed(),
        GL_IS_PER_PATCH => i32::from(variable.patch),
        _ => i32::from(references(variable.stages, stage_of(property)?)),
    })
}

/// Returns a property of a uniform or buffer variable.
fn of_uniform(uniform: &shader::pipeline::program::Uniform, buffer_variable: bool, property: u32) -> Option<i32> {
    let block = uniform.block.as_ref();
    let in_block = |kind: BlockKind| block.filter(|block| block.kind == kind);
    let member = |of: fn(&shader::pipeline::program::BlockMember) -> u32| block.map_or(-1, |block| of(block).cast_signed());
    Some(match property {
        GL_TYPE => type_token(&uniform.ty).cast_signed(),
        GL_ARRAY_SIZE if uniform.array => uniform.elements.cast_signed(),
        GL_ARRAY_SIZE => 1,
        GL_OFFSET => member(|block| block.offset),
        GL_BLOCK_INDEX => {
            let kind = if buffer_variable { BlockKind::Storage } else { BlockKind::Uniform };
            in_block(kind).map_or(-1, |block| block.index.cast_signed())
        }
        GL_ARRAY_STRIDE => member(|block| block.array_stride),
        GL_MATRIX_STRIDE => member(|block| block.matrix_stride),
        GL_IS_ROW_MAJOR => block.map_or(0, |block| i32::from(block.row_major)),
        GL_LOCATION if !buffer_variable => uniform.location,
        GL_ATOMIC_COUNTER_BUFFER_INDEX if !buffer_variable => {
            in_block(BlockKind::AtomicCounter).map_or(-1, |block| block.index.cast_signed())
        }
        GL_TOP_LEVEL_ARRAY_SIZE if buffer_variable => member(|block| block.top_level_array_size),
        GL_TOP_LEVEL_ARRAY_STRIDE if buffer_variable => member(|block| block.top_level_array_stride),
        _ => i32::from(references(uniform.stages, stage_of(property)?)),
    })
}

/// Returns a property of a block or atomic counter buffer.
fn of_block(block: &Block, binding: u32, property: u32) -> Option<i32> {
    Some(match property {
        GL_BUFFER_BINDING => binding.cast_signed(),
        GL_BUFFER_DATA_SIZE => block.size.cast_signed(),
        _ => i32::from(references(block.stages, stage_of(property)?)),
    })
}

/// Returns a property of a resource, or `None` if its interface does not have the property.
fn value(linked: &Linked, interface: Interface, index: usize, property: u32) -> Option<Vec<i32>> {
    let program = &linked.program;
    let one = |value: i32| Some(vec![value]);
    match property {
        GL_NAME_LENGTH => return one(interface.name(linked, index)?.len() as i32 + 1),
        GL_NUM_ACTIVE_VARIABLES => return one(interface.members(linked, index)?.len() as i32),
        GL_ACTIVE_VARIABLES => return interface.members(linked, index),
        _ => {}
    }
    match interface {
        Uniform | BufferVariable => one(of_uniform(interface.variable(linked, index)?, interface == BufferVariable, property)?),
        UniformBlock => {
            let binding = linked.values(|values| values.uniform_bindings.get(index).copied())?;
            one(of_block(program.uniform_blocks.get(index)?, binding, property)?)
        }
        StorageBlock => {
            let binding = linked.values(|values| values.storage_bindings.get(index).copied())?;
            one(of_block(program.storage_blocks.get(index)?, binding, property)?)
        }
        AtomicCounterBuffer => {
            let buffer = program.atomic_buffers.get(index)?;
            let block = Block { name: String::new(), first: 0, binding: buffer.binding, size: buffer.size, stages: buffer.stages };
            one(of_block(&block, buffer.binding, property)?)
        }
        Input => one(of_variable(program.inputs.get(index)?, property).filter(|_| property != GL_LOCATION_INDEX)?),
        Output => one(of_variable(program.outputs.get(index)?, property)?),
        FeedbackVarying => {
            let varying = program.feedback.get(index)?;
            one(match property {
                GL_TYPE if is_gap(linked, index) => 0,
                GL_TYPE => type_token(&varying.ty).cast_signed(),
                GL_ARRAY_SIZE => varying.elements.cast_signed(),
                // "including the special names gl_NextBuffer, gl_SkipComponents1, gl_SkipComponents2, gl_SkipComponents3, and
                // gl_SkipComponents4, -1 is written to params." [GL 4.4, 7.3.1]
                GL_OFFSET | GL_TRANSFORM_FEEDBACK_BUFFER_INDEX if is_gap(linked, index) => -1,
                GL_OFFSET => varying.offset.cast_signed(),
                GL_TRANSFORM_FEEDBACK_BUFFER_INDEX => {
                    feedback_buffers(linked).iter().position(|&buffer| buffer == varying.buffer).map_or(-1, |place| place as i32)
                }
                _ => return None,
            })
        }
        FeedbackBuffer => {
            let buffer = *feedback_buffers(linked).get(index)?;
            one(match property {
                GL_BUFFER_BINDING => buffer.cast_signed(),
                GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE => program.feedback_strides[buffer as usize].cast_signed(),
                _ => return None,
            })
        }
        Subroutine(_) => None,
        SubroutineUniform(stage) => {
            let uniform = subroutines::of(program, stage)?.uniforms.get(index)?;
            match property {
                GL_ARRAY_SIZE => one(uniform.elements.cast_signed()),
                GL_LOCATION => one(uniform.location.cast_signed()),
                GL_NUM_COMPATIBLE_SUBROUTINES => one(uniform.compatible.len() as i32),
                GL_COMPATIBLE_SUBROUTINES => Some(uniform.compatible.iter().map(|index| index.cast_signed()).collect()),
                _ => None,
            }
        }
    }
}

/// Implements glGetProgramResourceiv.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_program_resource(
    context: &mut Context,
    program: u32,
    token: u32,
    index: u32,
    count: i32,
    properties: In<u32>,
    size: i32,
    length: Out<i32>,
    params: Out<i32>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    let size = usize::try_from(size).map_err(|_| {
        invalid_value(
            &"An INVALID_VALUE error is generated if propCount is less than or equal to zero, or if bufSize is negative. [GL 4.4, 7.3.1]",
        )
    })?;
    // No specification names the error of an index past the end here: it is that of GetProgramResourceName.
    if count <= 0 || index as usize >= interface.count(&linked) {
        return Err(invalid_value(&"count must be positive, and index that of a resource of the interface."));
    }
    let mut values = Vec::new();
    for property in (0..array_length(count)?).map_while(|index| properties.at(index)) {
        if !is_property(property) {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if any value in props is not one of the properties described above. [GL 4.4, 7.3.1]",
            ));
        }
        let found = value(&linked, interface, index as usize, property).ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if any value in props is not allowed for programInterface. [GL 4.4, 7.3.1]",
        ))?;
        if values.len() < size {
            values.try_reserve(found.len()).map_err(|_| NO_MEMORY)?;
            values.extend(found);
        }
    }
    values.truncate(size);
    params.write(&values);
    length.set(values.len() as i32);
    Ok(())
}

commands! {
    fn glGetProgramResourceiv(program: u32, interface: u32, index: u32, count: i32, properties: In<u32>, size: i32, length: Out<i32>, params: Out<i32>) => get_program_resource;
}
