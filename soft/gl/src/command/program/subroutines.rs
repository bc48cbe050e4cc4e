//! Subroutines: the getters of a stage, and the subroutine uniforms, which are state of the context.

use super::attributes::Location;
use super::blocks::Index;
use super::pipelines::{self, STAGES};
use super::reflection::subscript;
use super::{current, linked, linked_or_empty};
use crate::command::shader::{give_text, stage as stage_of};
use crate::context::Context;
use crate::dispatch::{commands, many};
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::linked::{Linked, has_stage};
use crate::object::program::Subroutines;
use crate::pointer::{In, Out, array_length};
use crate::tokens::*;
use base::hir::Stage;
use shader::pipeline::program::{Program, StageSubroutines, SubroutineUniform};
use std::sync::Arc;

/// Returns the subroutines of a stage, `None` if it has none.
pub fn of(program: &Program, stage: Stage) -> Option<&StageSubroutines> {
    program.subroutines.iter().find(|list| list.stage == stage)
}

/// Returns the location of a subroutine uniform, -1 if there is none of the name.
pub fn location(program: &Program, stage: Stage, name: &str) -> i32 {
    let (base, element) = subscript(name);
    let uniforms = of(program, stage).map_or(&[][..], |list| list.uniforms.as_slice());
    let found = uniforms.iter().find_map(|uniform| {
        let own = uniform.name.strip_suffix("[0]").filter(|_| uniform.array);
        if uniform.name == name || own == Some(name) {
            return Some(uniform.location);
        }
        (own == Some(base) && base.len() < name.len() && element < uniform.elements).then(|| uniform.location.saturating_add(element))
    });
    found.map_or(-1, u32::cast_signed)
}

/// Resets the subroutine uniforms of the stages whose bits are set to their defaults.
pub fn reset(context: &mut Context, stages: u32) {
    for (values, (_, bit, _)) in context.programs.subroutines.iter_mut().zip(STAGES) {
        if stages & bit != 0 {
            *values = None;
        }
    }
}

/// Returns the values of a stage's subroutine uniforms, if they were set since the program of the stage became active.
fn values(context: &Context, stage: Stage) -> Option<&Subroutines> {
    let values = context.programs.subroutines.get(stage as usize)?.as_ref()?;
    let linked = match context.programs.current {
        0 => pipelines::active_stage(context, stage)?,
        _ => context.programs.installed.clone()?,
    };
    Arc::ptr_eq(&linked, &values.linked).then_some(values)
}

/// Writes the values of subroutine uniforms into the words of the default uniform block.
pub fn apply(context: &Context, program: &Program, words: &mut [u32]) {
    for list in &program.subroutines {
        let Some(values) = values(context, list.stage) else { continue };
        for uniform in &list.uniforms {
            let start = uniform.location as usize;
            let from = values.indices.get(start..start.saturating_add(uniform.elements as usize));
            let start = uniform.word as usize;
            let into = words.get_mut(start..start.saturating_add(uniform.elements as usize));
            if let (Some(from), Some(into)) = (from, into) {
                into.copy_from_slice(from);
            }
        }
    }
}

/// Returns the program that is active for a stage.
fn active(context: &mut Context, stage: Stage) -> Result<Arc<Linked>> {
    let linked = match context.programs.current {
        0 => pipelines::active_stage(context, stage),
        _ => current(context),
    };
    // A program without the stage is not active for it.
    linked
        .filter(|linked| has_stage(&linked.program, stage))
        .ok_or(invalid_operation(&"An INVALID_OPERATION error is generated if no program is active. [GL 4.4, 7.9]"))
}

/// Returns the stage of a token.
fn stage(context: &Context, token: u32) -> Result<Stage> {
    stage_of(context, token)
        .ok_or(invalid_enum(&"An INVALID_ENUM error is generated if shadertype is not one of the values in table 7.1 [GL 4.4, 7.9]"))
}

/// Implements glGetSubroutineUniformLocation.
pub(super) fn get_subroutine_uniform_location(context: &mut Context, program: u32, shader: u32, name: In<u8>) -> Result<Location> {
    let linked = linked(context, program)?;
    let stage = stage(context, shader)?;
    Ok(Location(location(&linked.program, stage, &name.name(None)?.to_str())))
}

/// Implements glGetSubroutineIndex.
pub(super) fn get_subroutine_index(context: &mut Context, program: u32, shader: u32, name: In<u8>) -> Result<Index> {
    let linked = linked_or_empty(context, program)?;
    let stage = stage(context, shader)?;
    let name = name.name(None)?.to_str().into_owned();
    let found = of(&linked.program, stage).and_then(|list| list.functions.iter().position(|own| !own.is_empty() && *own == name));
    Ok(found.map_or_else(Index::default, |index| Index(index as u32)))
}

/// Returns an active subroutine uniform by index.
fn uniform(program: &Program, stage: Stage, index: u32) -> Result<&SubroutineUniform> {
    of(program, stage).and_then(|list| list.uniforms.get(index as usize)).ok_or(invalid_value(
        &"The error INVALID_VALUE is generated by GetActiveSubroutineUniformiv or GetActiveSubroutineUniformName if <index> is greater \
          than or equal to the value of ACTIVE_SUBROUTINE_UNIFORMS for the shader stage. [ARB_shader_subroutine]",
    ))
}

/// Implements glGetActiveSubroutineUniformiv.
pub(super) fn get_active_subroutine_uniform(
    context: &mut Context,
    program: u32,
    shader: u32,
    index: u32,
    pname: u32,
    values: Out<i32>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let uniform = uniform(&linked.program, stage(context, shader)?, index)?;
    match pname {
        GL_NUM_COMPATIBLE_SUBROUTINES => values.set(uniform.compatible.len() as i32),
        GL_COMPATIBLE_SUBROUTINES => values.write(&uniform.compatible.iter().map(|index| index.cast_signed()).collect::<Vec<i32>>()),
        GL_UNIFORM_SIZE => values.set(uniform.elements.cast_signed()),
        GL_UNIFORM_NAME_LENGTH => values.set(uniform.name.len() as i32 + 1),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if any value in props is not one of the properties described above. [GL 4.4, 7.3.1]",
            ));
        }
    }
    Ok(())
}

/// Implements glGetActiveSubroutineUniformName.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_active_subroutine_uniform_name(
    context: &mut Context,
    program: u32,
    shader: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    give_text(&uniform(&linked.program, stage(context, shader)?, index)?.name, bytes, length, into)
}

/// Implements glGetActiveSubroutineName.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_active_subroutine_name(
    context: &mut Context,
    program: u32,
    shader: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let stage = stage(context, shader)?;
    let name = of(&linked.program, stage).and_then(|list| list.functions.get(index as usize)).ok_or(invalid_value(
        &"The error INVALID_VALUE is generated by GetActiveSubroutineName if <index> is greater than or equal to the value of \
          ACTIVE_SUBROUTINES for the shader stage. [ARB_shader_subroutine]",
    ))?;
    give_text(name, bytes, length, into)
}

/// Implements glUniformSubroutinesuiv.
pub(super) fn uniform_subroutines(context: &mut Context, shader: u32, count: i32, indices: In<u32>) -> Result<()> {
    let stage = stage(context, shader)?;
    let linked = active(context, stage)?;
    let list = of(&linked.program, stage);
    let locations = list.map_or(0, |list| list.locations);
    let count = array_length(count)?;
    if count != locations as usize {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if count is negative, is not equal to the value of ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS \
              for the program currently in use at shader stage shadertype [GL 4.4, 7.9]",
        ));
    }
    let indices = indices.copy(count);
    let Some(list) = list else { return Ok(()) };
    for (location, &index) in indices.iter().enumerate() {
        let Some((uniform, _)) = list.at(location as u32) else { continue };
        if list.functions.get(index as usize).is_none_or(String::is_empty) {
            return Err(invalid_value(
                &"… or if the uniform at location i is used and the value in indices[i] is greater than or equal to the value of \
                  ACTIVE_SUBROUTINES for the shader stage. An INVALID_VALUE error is generated if the value of indices[i] for a used \
                  uniform location specifies an unused subroutine index. [GL 4.4, 7.9]",
            ));
        }
        if !uniform.compatible.contains(&index) {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if, for any subroutine index being loaded to a particular uniform location, the \
                  function corresponding to the subroutine index was not associated … with the type of the subroutine variable at that \
                  location. [GL 4.4, 7.9]",
            ));
        }
    }
    if let Some(values) = context.programs.subroutines.get_mut(stage as usize) {
        *values = Some(Subroutines { linked: linked.clone(), indices });
    }
    Ok(())
}

/// Implements glGetUniformSubroutineuiv.
pub(super) fn get_uniform_subroutine(context: &mut Context, shader: u32, location: i32, params: Out<u32>) -> Result<()> {
    let stage = stage(context, shader)?;
    let linked = active(context, stage)?;
    let list = of(&linked.program, stage);
    let location = u32::try_from(location).ok().filter(|&location| list.is_some_and(|list| location < list.locations));
    let location = location.ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if location is greater than or equal to the value of ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS for \
          the shader currently in use at shader stage shadertype. [GL 4.4, 7.13]",
    ))?;
    let set = values(context, stage).and_then(|values| values.indices.get(location as usize).copied());
    let value = list
        .and_then(|list| list.at(location))
        .map_or(GL_INVALID_INDEX, |(uniform, _)| set.unwrap_or_else(|| uniform.compatible.first().copied().unwrap_or(0)));
    params.set(value);
    Ok(())
}

/// Implements glGetProgramStageiv.
pub(super) fn get_program_stage(context: &mut Context, program: u32, shader: u32, pname: u32, values: Out<i32>) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let list = of(&linked.program, stage(context, shader)?);
    let longest = |names: &mut dyn Iterator<Item = &str>| names.map(|name| name.len() + 1).max().unwrap_or(0);
    let value = match pname {
        GL_ACTIVE_SUBROUTINES => list.map_or(0, |list| list.functions.len()),
        GL_ACTIVE_SUBROUTINE_UNIFORMS => list.map_or(0, |list| list.uniforms.len()),
        GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS => list.map_or(0, |list| list.locations as usize),
        GL_ACTIVE_SUBROUTINE_MAX_LENGTH => list.map_or(0, |list| longest(&mut list.functions.iter().map(String::as_str))),
        GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH => {
            list.map_or(0, |list| longest(&mut list.uniforms.iter().map(|uniform| uniform.name.as_str())))
        }
        _ => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if shadertype or pname is not one of the accepted values. \
                  [reference page glGetProgramStage]",
            ));
        }
    };
    values.set(value as i32);
    Ok(())
}

commands! {
    fn glGetSubroutineUniformLocation(program: u32, shader: u32, name: In<u8>) -> Location => get_subroutine_uniform_location;
    fn glGetSubroutineIndex(program: u32, shader: u32, name: In<u8>) -> Index => get_subroutine_index;
    fn glGetActiveSubroutineUniformiv(program: u32, shader: u32, index: u32, pname: u32, values: Out<i32>) => get_active_subroutine_uniform;
    fn glGetActiveSubroutineUniformName(program: u32, shader: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_active_subroutine_uniform_name;
    fn glGetActiveSubroutineName(program: u32, shader: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_active_subroutine_name;
    fn glUniformSubroutinesuiv(shader: u32, count: i32, indices: In<u32>) [many(count, 1)] => uniform_subroutines;
    fn glGetUniformSubroutineuiv(shader: u32, location: i32, params: Out<u32>) => get_uniform_subroutine;
    fn glGetProgramStageiv(program: u32, shader: u32, pname: u32, values: Out<i32>) => get_program_stage;
}
