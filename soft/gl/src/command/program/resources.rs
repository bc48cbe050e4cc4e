//! The program interface query.

use super::blocks::{Index, members};
use super::reflection::{self, Location};
use super::{linked_or_empty, subroutines};
use crate::command::program::linked;
use crate::command::shader::give_text;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::linked::Linked;
use crate::pointer::{In, Out};
use crate::tokens::*;
use base::hir::Stage;
use shader::pipeline::program::{BlockKind, InterfaceVariable};

/// A program interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// Active uniforms.
    Uniform,
    /// Active uniform blocks.
    UniformBlock,
    /// Active atomic counter buffers.
    AtomicCounterBuffer,
    /// Inputs of the first stage.
    Input,
    /// Outputs of the last stage.
    Output,
    /// Captured output variables.
    FeedbackVarying,
    /// Transform feedback buffers.
    FeedbackBuffer,
    /// Active members of shader storage blocks.
    BufferVariable,
    /// Active shader storage blocks.
    StorageBlock,
    /// Active subroutines of a stage.
    Subroutine(Stage),
    /// Active subroutine uniforms of a stage.
    SubroutineUniform(Stage),
}

use Interface::*;

/// Returns the interface of a token.
pub fn interface(token: u32) -> Result<Interface> {
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
        GL_VERTEX_SUBROUTINE => Subroutine(Stage::Vertex),
        GL_TESS_CONTROL_SUBROUTINE => Subroutine(Stage::TessControl),
        GL_TESS_EVALUATION_SUBROUTINE => Subroutine(Stage::TessEvaluation),
        GL_GEOMETRY_SUBROUTINE => Subroutine(Stage::Geometry),
        GL_FRAGMENT_SUBROUTINE => Subroutine(Stage::Fragment),
        GL_COMPUTE_SUBROUTINE => Subroutine(Stage::Compute),
        GL_VERTEX_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::Vertex),
        GL_TESS_CONTROL_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::TessControl),
        GL_TESS_EVALUATION_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::TessEvaluation),
        GL_GEOMETRY_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::Geometry),
        GL_FRAGMENT_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::Fragment),
        GL_COMPUTE_SUBROUTINE_UNIFORM => SubroutineUniform(Stage::Compute),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if programInterface is not one of the interfaces described in the introduction to \
                  section 7.3.1. [GL 4.4, 7.3.1]",
            ));
        }
    })
}

/// Returns the transform feedback buffers that the program writes.
pub fn feedback_buffers(linked: &Linked) -> Vec<u32> {
    (0..4).filter(|&buffer| linked.program.feedback_strides[buffer as usize] > 0).collect()
}

impl Interface {
    /// Returns the number of active resources.
    pub fn count(self, linked: &Linked) -> usize {
        let program = &linked.program;
        match self {
            Uniform => linked.uniforms.len(),
            UniformBlock => program.uniform_blocks.len(),
            AtomicCounterBuffer => program.atomic_buffers.len(),
            Input => program.inputs.len(),
            Output => program.outputs.len(),
            FeedbackVarying => program.feedback.len(),
            FeedbackBuffer => feedback_buffers(linked).len(),
            BufferVariable => linked.buffer_variables.len(),
            StorageBlock => program.storage_blocks.len(),
            Subroutine(stage) => subroutines::of(program, stage).map_or(0, |list| list.functions.len()),
            SubroutineUniform(stage) => subroutines::of(program, stage).map_or(0, |list| list.uniforms.len()),
        }
    }

    /// Returns a uniform or a buffer variable by index.
    pub fn variable(self, linked: &Linked, index: usize) -> Option<&shader::pipeline::program::Uniform> {
        let places = if self == BufferVariable { &linked.buffer_variables } else { &linked.uniforms };
        linked.program.uniforms.get(*places.get(index)?)
    }

    /// Returns the name of a resource, `None` if it has none.
    pub fn name(self, linked: &Linked, index: usize) -> Option<&str> {
        let program = &linked.program;
        match self {
            Uniform | BufferVariable => self.variable(linked, index).map(|uniform| uniform.name.as_str()),
            UniformBlock => program.uniform_blocks.get(index).map(|block| block.name.as_str()),
            StorageBlock => program.storage_blocks.get(index).map(|block| block.name.as_str()),
            Input => program.inputs.get(index).map(|input| input.name.as_str()),
            Output => program.outputs.get(index).map(|output| output.name.as_str()),
            FeedbackVarying => program.feedback.get(index).map(|varying| varying.name.as_str()),
            Subroutine(stage) => subroutines::of(program, stage)?.functions.get(index).map(String::as_str),
            SubroutineUniform(stage) => subroutines::of(program, stage)?.uniforms.get(index).map(|uniform| uniform.name.as_str()),
            AtomicCounterBuffer | FeedbackBuffer => None,
        }
    }

    /// Returns true if the resources have no names.
    fn nameless(self) -> bool {
        matches!(self, AtomicCounterBuffer | FeedbackBuffer)
    }

    /// Returns the active variables of a block or buffer, `None` for other resources.
    pub fn members(self, linked: &Linked, index: usize) -> Option<Vec<i32>> {
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

/// Returns true if a varying is a special name, which skips components or begins the next buffer.
pub fn is_gap(linked: &Linked, varying: usize) -> bool {
    linked.program.feedback.get(varying).is_none_or(|varying| varying.words.is_empty())
}

/// Implements glGetProgramInterfaceiv.
pub(super) fn get_program_interface(context: &mut Context, program: u32, token: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    let indices = || 0..interface.count(&linked);
    let value = match pname {
        GL_ACTIVE_RESOURCES => indices().len(),
        GL_MAX_NAME_LENGTH if interface.nameless() => {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if pname is MAX_NAME_LENGTH and programInterface is ATOMIC_COUNTER_BUFFER or \
                  TRANSFORM_FEEDBACK_BUFFER, since active atomic counter and transform feedback buffer resources are not assigned name \
                  strings. [GL 4.4, 7.3.1]",
            ));
        }
        GL_MAX_NAME_LENGTH => indices().filter_map(|index| interface.name(&linked, index)).map(|name| name.len() + 1).max().unwrap_or(0),
        GL_MAX_NUM_ACTIVE_VARIABLES => match interface {
            UniformBlock | StorageBlock | AtomicCounterBuffer | FeedbackBuffer => {
                indices().filter_map(|index| interface.members(&linked, index)).map(|members| members.len()).max().unwrap_or(0)
            }
            _ => {
                return Err(invalid_operation(
                    &"An INVALID_OPERATION error is generated if pname is MAX_NUM_ACTIVE_VARIABLES and programInterface is not \
                      ATOMIC_COUNTER_BUFFER, SHADER_STORAGE_BLOCK, TRANSFORM_FEEDBACK_BUFFER, or UNIFORM_BLOCK. [GL 4.4, 7.3.1]",
                ));
            }
        },
        GL_MAX_NUM_COMPATIBLE_SUBROUTINES => match interface {
            SubroutineUniform(stage) => {
                let uniforms = subroutines::of(&linked.program, stage).map_or(&[][..], |list| list.uniforms.as_slice());
                uniforms.iter().map(|uniform| uniform.compatible.len()).max().unwrap_or(0)
            }
            _ => {
                return Err(invalid_operation(
                    &"An INVALID_OPERATION error is generated if pname is MAX_NUM_COMPATIBLE_SUBROUTINES and programInterface is not \
                      VERTEX_SUBROUTINE_UNIFORM, … or COMPUTE_SUBROUTINE_UNIFORM. [GL 4.4, 7.3.1]",
                ));
            }
        },
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not ACTIVE_RESOURCES, MAX_NAME_LENGTH, MAX_NUM_ACTIVE_VARIABLES, or \
                  MAX_NUM_COMPATIBLE_SUBROUTINES. [GL 4.4, 7.3.1]",
            ));
        }
    };
    params.set(value as i32);
    Ok(())
}

/// Implements glGetProgramResourceIndex.
pub(super) fn get_program_resource_index(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Index> {
    let linked = linked_or_empty(context, program)?;
    let interface = interface(token)?;
    if interface.nameless() {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if programInterface is ATOMIC_COUNTER_BUFFER or TRANSFORM_FEEDBACK_BUFFER, since active \
              atomic counter and transform feedback buffer resources are not assigned name strings. [GL 4.4, 7.3.1]",
        ));
    }
    let name = name.name(None)?.to_str().into_owned();
    // An array answers to its name with and without [0].
    let same = |own: &str| own == name || own.strip_suffix("[0]") == Some(&name);
    // "If programInterface is TRANSFORM_FEEDBACK_VARYING, INVALID_INDEX is returned when querying the special names gl_NextBuffer, …" [GL 4.4,
    // 7.3.1]
    let special = |index: usize| interface == FeedbackVarying && is_gap(&linked, index);
    let found = (0..interface.count(&linked))
        .filter(|&index| !special(index))
        .find(|&index| interface.name(&linked, index).is_some_and(|own| !own.is_empty() && same(own)));
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
    if interface.nameless() {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if programInterface is ATOMIC_COUNTER_BUFFER or TRANSFORM_FEEDBACK_BUFFER, since active \
              atomic counter and transform feedback buffer resources are not assigned name strings. [GL 4.4, 7.3.1]",
        ));
    }
    let name = interface.name(&linked, index as usize).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if index is greater than or equal to the number of entries in the active resource list for \
          programInterface. [GL 4.4, 7.3.1]",
    ))?;
    give_text(name, bytes, length, into)
}

/// Returns the location of an input or output or of an element of an array, -1 if there is none.
fn variable_location(variables: &[InterfaceVariable], name: &str) -> i32 {
    let found = find_variable(variables, name).filter(|(variable, _)| variable.location >= 0);
    found.map_or(-1, |(variable, element)| {
        let offset = u64::from(element).saturating_mul(variable.ty.slots());
        variable.location.saturating_add(i32::try_from(offset).unwrap_or(i32::MAX))
    })
}

/// Returns an input or output by name, and the element that the name stands for.
fn find_variable<'a>(variables: &'a [InterfaceVariable], name: &str) -> Option<(&'a InterfaceVariable, u32)> {
    let (base, element) = reflection::subscript(name);
    variables.iter().find_map(|variable| {
        let own = variable.name.strip_suffix("[0]").filter(|_| variable.array);
        if variable.name == name || own == Some(name) {
            return Some((variable, 0));
        }
        (own == Some(base) && base.len() < name.len() && element < variable.elements).then_some((variable, element))
    })
}

/// Implements glGetProgramResourceLocation.
pub(super) fn get_program_resource_location(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Location> {
    let interface = interface(token)?;
    let linked = linked(context, program)?;
    let name = name.name(None)?.to_str().into_owned();
    Ok(Location(match interface {
        Uniform => reflection::location(&linked, &name),
        Input => variable_location(&linked.program.inputs, &name),
        Output => variable_location(&linked.program.outputs, &name),
        SubroutineUniform(stage) => subroutines::location(&linked.program, stage, &name),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if programInterface is not one of the interfaces named above. [GL 4.4, 7.3.1]",
            ));
        }
    }))
}

/// Implements glGetProgramResourceLocationIndex.
pub(super) fn get_program_resource_location_index(context: &mut Context, program: u32, token: u32, name: In<u8>) -> Result<Location> {
    if token != GL_PROGRAM_OUTPUT {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if programInterface is not one of the interfaces named above. [GL 4.4, 7.3.1]",
        ));
    }
    let linked = linked(context, program)?;
    let found = find_variable(&linked.program.outputs, &name.name(None)?.to_str());
    // Built-in outputs have no location.
    let found = found.filter(|(output, _)| output.location >= 0).map(|(output, _)| output.index);
    Ok(found.map_or_else(Location::default, Location))
}

commands! {
    fn glGetProgramInterfaceiv(program: u32, interface: u32, pname: u32, params: Out<i32>) => get_program_interface;
    fn glGetProgramResourceIndex(program: u32, interface: u32, name: In<u8>) -> Index => get_program_resource_index;
    fn glGetProgramResourceName(program: u32, interface: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_program_resource_name;
    fn glGetProgramResourceLocation(program: u32, interface: u32, name: In<u8>) -> Location => get_program_resource_location;
    fn glGetProgramResourceLocationIndex(program: u32, interface: u32, name: In<u8>) -> Location => get_program_resource_location_index;
    alias glGetProgramResourceLocationIndexEXT = glGetProgramResourceLocationIndex;
}
