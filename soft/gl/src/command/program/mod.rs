//! Program objects: attaching, linking, using, and the getters of linked programs.
//!
//! Shaders and programs share one name space, in the share group. Linking creates a [`Linked`], immutable except for its uniforms' values
//! and block bindings. Contexts hold the [`Linked`] of the program that they use, so that a failed link leaves it unchanged for them.

mod attributes;
mod binary;
mod blocks;
mod objects;
mod outputs;
mod pipelines;
#[cfg(test)]
mod pipelines_end_to_end;
mod properties;
mod reflection;
mod resource_properties;
mod resources;
mod shader_objects;
mod subroutines;
#[cfg(test)]
mod subroutines_end_to_end;
#[cfg(test)]
mod tests;
mod types;
mod uniforms;
mod varyings;

use crate::object::linked::Linked;
use crate::object::program::{Object, Program};
pub use binary::FORMAT as BINARY_FORMAT;
pub use objects::samplers_clash;
pub use outputs::MAX_DUAL_SOURCE_DRAW_BUFFERS;
pub use pipelines::{copy_values, stage_names};
pub use subroutines::apply as apply_subroutines;
pub use types::type_token;

use crate::context::Context;
use crate::dispatch::Entry;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::object::names::lock;
use crate::tokens::*;
use base::hir::Stage;
use std::sync::Arc;

/// Stages in pipeline order, with their bits and tokens.
const STAGES: [(Stage, u32, u32); 6] = [
    (Stage::Vertex, GL_VERTEX_SHADER_BIT, GL_VERTEX_SHADER),
    (Stage::TessControl, GL_TESS_CONTROL_SHADER_BIT, GL_TESS_CONTROL_SHADER),
    (Stage::TessEvaluation, GL_TESS_EVALUATION_SHADER_BIT, GL_TESS_EVALUATION_SHADER),
    (Stage::Geometry, GL_GEOMETRY_SHADER_BIT, GL_GEOMETRY_SHADER),
    (Stage::Fragment, GL_FRAGMENT_SHADER_BIT, GL_FRAGMENT_SHADER),
    (Stage::Compute, GL_COMPUTE_SHADER_BIT, GL_COMPUTE_SHADER),
];

/// Resets the subroutine uniforms of the stages whose bits are set to their defaults.
fn reset_subroutines(context: &mut Context, stages: u32) {
    for (values, (_, bit, _)) in context.programs.subroutines.iter_mut().zip(STAGES) {
        if stages & bit != 0 {
            *values = None;
        }
    }
}

/// Applies `work` to a program object.
fn with_program<T>(context: &Context, name: u32, work: impl FnOnce(&mut Program) -> Result<T>) -> Result<T> {
    match lock(&context.share.programs).get_mut(name) {
        Some(Object::Program(program)) => work(program),
        Some(Object::Shader(_)) => {
            Err(invalid_operation(&"An INVALID_OPERATION error is generated if program is the name of a shader object. [GL 4.4, 7.3]"))
        }
        None => Err(invalid_value(
            &"An INVALID_VALUE error is generated if program is not the name of either a program or shader object. [GL 4.4, 7.3]",
        )),
    }
}

/// Returns the result of a program's last link.
pub fn linked(context: &Context, name: u32) -> Result<Arc<Linked>> {
    with_program(context, name, |program| {
        program.linked.clone().ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if program has not been linked or was last linked unsuccessfully. [GL 4.4, 7.3.1]",
        ))
    })
}

/// Returns the result of a program's last link. A program that is not linked has no resources.
fn linked_or_empty(context: &Context, name: u32) -> Result<Arc<Linked>> {
    with_program(context, name, |program| Ok(program.linked.clone().unwrap_or_default()))
}

/// Returns the program that draws run: the current one, otherwise the combined stages of the bound pipeline.
pub fn active(context: &mut Context) -> Result<Option<Arc<Linked>>> {
    if context.programs.current == 0 {
        return pipelines::active(context);
    }
    Ok(current(context))
}

/// Returns the program that dispatches run: the current one, otherwise the compute stage of the bound pipeline.
pub fn active_compute(context: &mut Context) -> Option<Arc<Linked>> {
    if context.programs.current == 0 { pipelines::active_compute(context) } else { current(context) }
}

/// Returns the result of the current program's last successful link.
fn current(context: &mut Context) -> Option<Arc<Linked>> {
    let name = context.programs.current;
    if name == 0 {
        return None;
    }
    if let Some(Object::Program(program)) = lock(&context.share.programs).get(name)
        && let Some(linked) = &program.linked
    {
        context.programs.installed = Some(linked.clone());
    }
    context.programs.installed.clone()
}

/// Checks that transform feedback does not forbid a change of the programs in use.
fn feedback_forbids(context: &Context) -> Result<()> {
    if context.feedback.is_running() {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated … by UseProgram if the current transform feedback object is active and not paused; … \
              by UseProgramStages if the program pipeline object it refers to is current and the current transform feedback object is \
              active and not paused; … by BindProgramPipeline if the current transform feedback object is active and not paused \
              [GL 4.4, 13.2.2]",
        ))
    } else {
        Ok(())
    }
}

/// Returns the commands on programs.
pub fn commands() -> Vec<Entry> {
    [
        attributes::commands(),
        blocks::commands(),
        binary::commands(),
        objects::commands(),
        outputs::commands(),
        pipelines::commands(),
        properties::commands(),
        reflection::commands(),
        resource_properties::commands(),
        resources::commands(),
        shader_objects::commands(),
        subroutines::commands(),
        uniforms::commands(),
        varyings::commands(),
    ]
    .concat()
}

/// Creates a program object with a given link result.
#[cfg(any(test, fuzzing))]
pub fn linked_by_hand(context: &Context, mut linked: Linked) -> u32 {
    linked.separable = true;
    let Ok(name) = objects::create(context) else { return 0 };
    let _ = objects::install(context, name, Some(Arc::new(linked)), String::new());
    name
}

/// Makes a program current, for tests.
#[cfg(test)]
pub fn use_by_hand(context: &mut Context, name: u32) -> Result<()> {
    objects::use_program(context, name)
}
