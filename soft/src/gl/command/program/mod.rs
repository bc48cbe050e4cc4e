//! Program objects: attaching, linking, using, and everything that can be asked of a linked program.
//!
//! Shaders and programs share one name space, in the share group. What linking made is a [`Linked`], immutable but for its uniforms'
//! values and block bindings; contexts that use a program hold it, so that a failed link leaves them what they have.

mod attributes;
mod blocks;
mod objects;
mod outputs;
mod pipelines;
mod properties;
mod reflection;
mod resources;
mod shader_objects;
#[cfg(test)]
mod tests;
mod types;
mod uniforms;
mod varyings;

use crate::gl::object::linked::Linked;
use crate::gl::object::program::{Object, Program};
pub use pipelines::copy_values;
pub use types::type_token;

use crate::gl::context::Context;
use crate::gl::dispatch::Command;
use crate::gl::error::Result;
use crate::gl::object::names::lock;
use crate::tokens::*;
use std::sync::Arc;

/// Does something with a program object. GL_INVALID_VALUE for a name that is none, GL_INVALID_OPERATION for a shader's.
fn with_program<T>(context: &Context, name: u32, work: impl FnOnce(&mut Program) -> Result<T>) -> Result<T> {
    match lock(&context.share.programs).get_mut(name) {
        Some(Object::Program(program)) => work(program),
        Some(Object::Shader(_)) => Err(GL_INVALID_OPERATION),
        None => Err(GL_INVALID_VALUE),
    }
}

/// What a program's last link made; errors as [`with_program`], and GL_INVALID_OPERATION where it was not linked successfully.
pub fn linked(context: &Context, name: u32) -> Result<Arc<Linked>> {
    with_program(context, name, |program| program.linked.clone().ok_or(GL_INVALID_OPERATION))
}

/// As [`linked`], but a program that was not linked has no resources instead of an error.
fn linked_or_empty(context: &Context, name: u32) -> Result<Arc<Linked>> {
    with_program(context, name, |program| Ok(program.linked.clone().unwrap_or_default()))
}

/// The program that draws and dispatches run: the current one, else what the bound pipeline's stages make together.
pub fn active(context: &mut Context) -> Option<Arc<Linked>> {
    if context.programs.current == 0 {
        return pipelines::active(context);
    }
    current(context)
}

/// The program that dispatches run: the current one, else the bound pipeline's compute stage.
pub fn active_compute(context: &mut Context) -> Option<Arc<Linked>> {
    if context.programs.current == 0 { pipelines::active_compute(context) } else { current(context) }
}

/// What the current program last linked to.
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

/// Whether unpaused transform feedback forbids changing what programs are used.
fn feedback_forbids(context: &Context) -> Result<()> {
    if context.feedback.is_running() { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// All commands of programs.
pub fn commands() -> Vec<Command> {
    [
        attributes::commands(),
        blocks::commands(),
        objects::commands(),
        outputs::commands(),
        pipelines::commands(),
        properties::commands(),
        reflection::commands(),
        resources::commands(),
        shader_objects::commands(),
        uniforms::commands(),
        varyings::commands(),
    ]
    .concat()
}

/// A program object with what a test made.
#[cfg(any(test, fuzzing))]
pub fn linked_by_hand(context: &Context, linked: Linked) -> u32 {
    let Ok(name) = objects::create(context) else { return 0 };
    let _ = objects::install(context, name, Some(Arc::new(linked)), String::new());
    name
}

/// Makes a program current, for tests.
#[cfg(test)]
pub fn use_by_hand(context: &mut Context, name: u32) -> Result<()> {
    objects::use_program(context, name)
}
