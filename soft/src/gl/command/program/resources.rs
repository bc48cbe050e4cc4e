//! The program interface query.

use super::attributes::Location;
use super::blocks::{Index, members, references};
use super::{attributes, linked_or_empty, outputs, reflection, type_token};
use crate::gl::command::program::linked;
use crate::gl::command::shader::give_text;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::gl::pointer::{In, Out, array_length};
use crate::hir::{Stage, Type};
use crate::pipeline::program::{Block, BlockKind};
use crate::tokens::*;

/// A program interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    /// Active uniforms.
    Uniform,
    /// Active uniform blocks.
    UniformBlock,
    /// Active atomic counter buffers.
    AtomicCounterBuffer,
    /// Vertex attributes.
    Input,
    /// Fragment outputs.
    Output,
    /// Captured output variables.
    FeedbackVarying,
    /// Transform feedback buffers.
    FeedbackBuffer,
    /// Active members of shader storage blocks.
    BufferVariable,
    /// Active shader storage blocks.
    StorageBlock,
    /// Subroutines of any stage; there are none.
    Subroutine,
    /// Subroutine uniforms of any stage; there are none.
    SubroutineUniform,
}

use Interface::*;

/// Returns the interface of a token.
fn interface(token: u32) -> Result<Interface> {
    Ok(match token {
        GL_UNIFORM => Uniform,
        GL_UNIFORM_BLOCK => UniformBlock,
        GL_ATOMIC_COUNTER_BUFFER => AtomicCounterBuffer,
        GL_PROGRAM_INPUT => Input,
        GL_PROGRAM_OUTPUT => Output,
        GL_TRANSFORM_FEEDBACK_VARYING => FeedbackVarying,
        GL_TRANSFORM_FEEDBACK_BUFFER => FeedbackBuffer,
        GL_BUFFER_VARIABLE => BufferVariable,
        GL_SHADER_STORAGE_BLOCK => StorageBlock,
        GL_VERTEX_SUBROUTINE
        | GL_TESS_CONTROL_SUBROUTINE
        | GL_TESS_EVALUATION_SUBROUTINE
        | GL_GEOMETRY_SUBROUTINE
        | GL_FRAGMENT_SUBROUTINE
        | GL_COMPUTE_SUBROUTINE => Subroutine,
        GL_VERTEX_SUBROUTINE_UNIFORM
        | GL_TESS_CONTROL_SUBROUTINE_UNIFORM
        | GL_TESS_EVALUATION_SUBROUTINE_UNIFORM
        | GL_GEOMETRY_SUBROUTINE_UNIFORM
        | GL_FRAGMENT_SUBROUTINE_UNIFORM
        | GL_COMPUTE_SUBROUTINE_UNIFORM => SubroutineUniform,
        // "An INVALID_ENUM error is generated if programInterface is not one of the interfaces described in the introduction to section
        // 7.3.1." [GL 4.4, 7.3.1]
        _ => return Err(GL_INVALID_ENUM),
    })
}

/// Returns the transform feedback buffers that the program writes.
fn feedback_buffers(linked: &Linked) -> Vec<u32> {
    (0..4).filter(|&buffer| linked.program.feedback_strides[buffer as usize] > 0).collect()
}

impl Interface {
    /// Returns the number of active resources.
    fn count(self, linked: &Linked) -> usize {
        let program = &linked.program;
        match self {
            Uniform => linked.uniforms.len(),
            UniformBlock => program.uniform_blocks.len(),
            AtomicCounterBuffer => program.atomic_buffers.len(),
            Input => program.attributes.len(),
            Output => program.fragment_outputs.len(),
            FeedbackVarying => program.feedback.len(),
            FeedbackBuffer => feedback_buffers(linked).len(),
            BufferVariable => linked.buffer_variables.len(),
            StorageBlock => program.storage_blocks.len(),
            Subroutine | SubroutineUniform => 0,
        }
    }

    /// Returns a uniform or a buffer variable by index.
    fn variable(self, linked: &Linked, index: usize) -> Option<&crate::pipeline::program::Uniform> {
        let places = if self == BufferVariable { &linked.buffer_variables } else { &linked.uniforms };
        linked.program.uniforms.get(*places.get(index)?)
    }

    /// Returns the name of a resource, `None` if it has none.
    fn name(self, linked: &Linked, index: usize) -> Option<&str> {
        let program = &linked.program;
        match self {
            Uniform | BufferVariable => self.variable(linked, index).map(|uniform| uniform.name.as_str()),
            UniformBlock => program.uniform_blocks.get(index).map(|block| block.name.as_str()),
            StorageBlock => program.storage_blocks.get(index).map(|block| block.name.as_str()),
            Input => program.attributes.get(index).map(|attribute| attribute.name.as_str()),
            Output => program.fragment_outputs.get(index).map(|output| output.name.as_str()),
            FeedbackVarying => program.feedback.get(index).map(|varying| varying.name.as_str()),
            AtomicCounterBuffer | FeedbackBuffer | Subroutine | SubroutineUniform => None,
        }
    }

    /// Returns true if the resources have no names.
    fn nameless(self) -> bool {
        matches!(self, AtomicCounterBuffer | FeedbackBuffer)
    }

    /// Returns the active variables of a block or buffer, `None` for other resources.
    fn members(self, linked: &Linked, index: usize) -> Option<Vec<i32>> {
        let index_token = index as u32;
        match self {
            UniformBlock => Some(members(linked, BlockKind::Uniform, index_token)),
            StorageBlock => Some(members(linked, BlockKind::Storage, index_token)),
            AtomicCounterBuffer => Some(members(linked, BlockKind::AtomicCounter, index_token)),
            FeedbackBuffer => {
                let buffer = *feedback_buffers(linked).get(index)?;
                let inside = |&number: &usize| linked.program.feedback[number].buffer == buffer && !is_gap(linked, number);
                Some((0..linked.program.feedback.len()).filter(inside).map(|number| number as i32).collect())
            }
            _ => None,
        }
    }
}

/// Returns true if a varying only skips components.
fn is_gap(linked: &Linked, varying: usize) -> bool {
    linked.program.feedback.get(varying).is_none_or(|varying| varying.words.is_empty())
}

/// Implements glGetProgramInterfaceiv.
pub(super) fn get_program_interface(context: &mut Context, program: u32, token: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    let indices = || 0..interface.count(&linked);
    let value = match pname {
        GL_ACTIVE_RESOURCES => indices().len(),
        // "An INVALID_OPERATION error is generated if pname is MAX_NAME_LENGTH and programInterface is ATOMIC_COUNTER_BUFFER or
        // TRANSFORM_FEEDBACK_BUFFER, since active atomic counter and transform feedback buffer resources are not assigned name strings."
        // [GL 4.4, 7.3.1]
        GL_MAX_NAME_LENGTH if interface.nameless() => return Err(GL_INVALID_OPERATION),
        GL_MAX_NAME_LENGTH => indices().filter_map(|index| interface.name(&linked, index)).map(|name| name.len() + 1).max().unwrap_or(0),
        GL_MAX_NUM_ACTIVE_VARIABLES => match interface {
            UniformBlock | StorageBlock | AtomicCounterBuffer | FeedbackBuffer => {
                indices().filter_map(|index| interface.members(&linked, index)).map(|members| members.len()).max().unwrap_or(0)
            }
            // "An INVALID_OPERATION error is generated if pname is MAX_NUM_ACTIVE_VARIABLES and programInterface is not
            // ATOMIC_COUNTER_BUFFER, SHADER_STORAGE_BLOCK, TRANSFORM_FEEDBACK_BUFFER, or UNIFORM_BLOCK." [GL 4.4, 7.3.1]
            _ => return Err(GL_INVALID_OPERATION),
        },
        GL_MAX_NUM_COMPATIBLE_SUBROUTINES if interface == SubroutineUniform => 0,
        // "An INVALID_OPERATION error is generated if pname is MAX_NUM_COMPATIBLE_SUBROUTINES and programInterface is not
        // VERTEX_SUBROUTINE_UNIFORM, … or COMPUTE_SUBROUTINE_UNIFORM." [GL 4.4, 7.3.1]
        GL_MAX_NUM_COMPATIBLE_SUBROUTINES => return Err(GL_INVALID_OPERATION),
        // "An INVALID_ENUM error is generated if pname is not ACTIVE_RESOURCES, MAX_NAME_LENGTH, MAX_NUM_ACTIVE_VARIABLES, or
        // MAX_NUM_COMPATIBLE_SUBROUTINES." [GL 4.4, 7.3.1]
        _ => return Err(GL_INVALID_ENUM),
    };
    params.set(value as i32);
    Ok(())
}

/// Implements glGetProgramResourceIndex.
pub(super) fn get_program_resource_index(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Index> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    // "An INVALID_ENUM error is generated if programInterface is ATOMIC_COUNTER_BUFFER or TRANSFORM_FEEDBACK_BUFFER, since active atomic
    // counter and transform feedback buffer resources are not assigned name strings." [GL 4.4, 7.3.1]
    if interface.nameless() {
        return Err(GL_INVALID_ENUM);
    }
    let name = String::from_utf8_lossy(&name.text(None)).into_owned();
    // An array answers to its name with and without [0].
    let same = |own: &str| own == name && !name.is_empty() || own.strip_suffix("[0]") == Some(&name);
    let found = (0..interface.count(&linked)).find(|&index| interface.name(&linked, index).is_some_and(same));
    Ok(found.map_or_else(Index::default, |index| Index(index as u32)))
}

/// Implements glGetProgramResourceName.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_program_resource_name(
    context: &mut Context,
    program: u32,
    token: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    // "An INVALID_ENUM error is generated if programInterface is ATOMIC_COUNTER_BUFFER or TRANSFORM_FEEDBACK_BUFFER, since active atomic
    // counter and transform feedback buffer resources are not assigned name strings." [GL 4.4, 7.3.1]
    if interface.nameless() {
        return Err(GL_INVALID_ENUM);
    }
    // "An INVALID_VALUE error is generated if index is greater than or equal to the number of entries in the active resource list for
    // programInterface." [GL 4.4, 7.3.1]
    let name = interface.name(&linked, index as usize).ok_or(GL_INVALID_VALUE)?;
    give_text(name, bytes, length, into)
}

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

/// An input or output variable.
struct Variable<'a> {
    /// The type.
    ty: &'a Type,
    /// The number of array elements.
    elements: u32,
    /// True for an array.
    array: bool,
    /// The location, or -1.
    location: i32,
    /// The dual-source blending index.
    index: u32,
    /// A bit for each stage that references the variable.
    stages: u8,
}

/// Returns a property of an input or output variable.
fn of_variable(variable: &Variable, property: u32) -> Option<i32> {
    Some(match property {
        GL_TYPE => type_token(variable.ty).cast_signed(),
        GL_ARRAY_SIZE if variable.array => variable.elements.cast_signed(),
        GL_ARRAY_SIZE => 1,
        GL_LOCATION => variable.location,
        GL_LOCATION_INDEX => variable.index.cast_signed(),
        GL_LOCATION_COMPONENT | GL_IS_PER_PATCH => 0,
        _ => i32::from(references(variable.stages, stage_of(property)?)),
    })
}

/// Returns a property of a uniform or buffer variable.
fn of_uniform(uniform: &crate::pipeline::program::Uniform, buffer_variable: bool, property: u32) -> Option<i32> {
    let block = uniform.block.as_ref();
    let in_block = |kind: BlockKind| block.filter(|block| block.kind == kind);
    let member = |of: fn(&crate::pipeline::program::BlockMember) -> u32| block.map_or(-1, |block| of(block).cast_signed());
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
            let block = Block { name: String::new(), binding: buffer.binding, size: buffer.size, stages: buffer.stages };
            one(of_block(&block, buffer.binding, property)?)
        }
        Input => {
            let attribute = program.attributes.get(index)?;
            let (ty, elements, array, location) = (&attribute.ty, attribute.elements, attribute.array, attribute.location);
            let variable = Variable { ty, elements, array, location, index: 0, stages: 1 << Stage::Vertex as u8 };
            one(of_variable(&variable, property).filter(|_| property != GL_LOCATION_INDEX)?)
        }
        Output => {
            let output = program.fragment_outputs.get(index)?;
            let (ty, elements, array, location) = (&output.ty, output.elements, output.array, output.location);
            let variable = Variable { ty, elements, array, location, index: output.index, stages: 1 << Stage::Fragment as u8 };
            one(of_variable(&variable, property)?)
        }
        FeedbackVarying => {
            let varying = program.feedback.get(index)?;
            one(match property {
                GL_TYPE if is_gap(linked, index) => 0,
                GL_TYPE => type_token(&varying.ty).cast_signed(),
                GL_ARRAY_SIZE => varying.elements.cast_signed(),
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
        Subroutine | SubroutineUniform => None,
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
    // "An INVALID_VALUE error is generated if propCount is less than or equal to zero, or if bufSize is negative." [GL 4.4, 7.3.1]
    let size = usize::try_from(size).map_err(|_| GL_INVALID_VALUE)?;
    // No specification names the error of an index past the end here: "INVALID_VALUE", as in GetProgramResourceName.
    if count <= 0 || index as usize >= interface.count(&linked) {
        return Err(GL_INVALID_VALUE);
    }
    let mut values = Vec::new();
    for property in (0..array_length(count)?).map_while(|index| properties.at(index)) {
        // "An INVALID_ENUM error is generated if any value in props is not one of the properties described above." [GL 4.4, 7.3.1]
        if !is_property(property) {
            return Err(GL_INVALID_ENUM);
        }
        // "An INVALID_OPERATION error is generated if any value in props is not allowed for programInterface." [GL 4.4, 7.3.1]
        let found = value(&linked, interface, index as usize, property).ok_or(GL_INVALID_OPERATION)?;
        if values.len() < size {
            // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated."
            // [GL 4.4, 2.3.1]
            values.try_reserve(found.len()).map_err(|_| GL_OUT_OF_MEMORY)?;
            values.extend(found);
        }
    }
    values.truncate(size);
    params.write(&values);
    length.set(values.len() as i32);
    Ok(())
}

/// Implements glGetProgramResourceLocation.
pub(super) fn get_program_resource_location(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Location> {
    let interface = interface(token)?;
    let linked = linked(context, program)?;
    let name = String::from_utf8_lossy(&name.text(None)).into_owned();
    Ok(Location(match interface {
        Uniform => reflection::location(&linked, &name),
        Input => attributes::location(&linked.program, &name),
        Output => outputs::output(&linked.program, &name)
            .filter(|(output, _)| output.location >= 0)
            .map_or(-1, |(output, element)| output.location.saturating_add(element.cast_signed())),
        SubroutineUniform => -1,
        // "An INVALID_ENUM error is generated if programInterface is not one of the interfaces named above." [GL 4.4, 7.3.1]
        _ => return Err(GL_INVALID_ENUM),
    }))
}

/// Implements glGetProgramResourceLocationIndex.
pub(super) fn get_program_resource_location_index(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Location> {
    // "An INVALID_ENUM error is generated if programInterface is not one of the interfaces named above." [GL 4.4, 7.3.1]
    if token != GL_PROGRAM_OUTPUT {
        return Err(GL_INVALID_ENUM);
    }
    let linked = linked(context, program)?;
    let found = outputs::output(&linked.program, &String::from_utf8_lossy(&name.text(None))).map(|(output, _)| output.index.cast_signed());
    Ok(found.map_or_else(Location::default, Location))
}

commands! {
    fn glGetProgramInterfaceiv(program: u32, interface: u32, pname: u32, params: Out<i32>) => get_program_interface;
    fn glGetProgramResourceIndex(program: u32, interface: u32, name: In<u8>) -> Index => get_program_resource_index;
    fn glGetProgramResourceName(program: u32, interface: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_program_resource_name;
    fn glGetProgramResourceiv(program: u32, interface: u32, index: u32, count: i32, properties: In<u32>, size: i32, length: Out<i32>, params: Out<i32>) => get_program_resource;
    fn glGetProgramResourceLocation(program: u32, interface: u32, name: In<u8>) -> Location => get_program_resource_location;
    fn glGetProgramResourceLocationIndex(program: u32, interface: u32, name: In<u8>) -> Location => get_program_resource_location_index;
    alias glGetProgramResourceLocationIndexEXT = glGetProgramResourceLocationIndex;
}
