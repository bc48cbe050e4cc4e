//! Program objects: attaching, linking, using, and everything that can be asked of a linked program.
//!
//! Shaders and programs share one name space, in the share group. What linking made is a [`Linked`], immutable but for its uniforms'
//! values and block bindings; contexts that use a program hold it, so that a failed link leaves them what they have.

mod attributes;
mod blocks;
mod linked;
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

pub use linked::{Linked, Values};
pub use pipelines::copy_values;
pub use types::type_token;

use crate::gl::command::shader::Shader;
use crate::gl::context::Context;
use crate::gl::dispatch::{Command, Result};
use crate::gl::object::names::{Names, lock};
use crate::tokens::*;
use std::collections::HashMap;
use std::sync::Arc;

/// What a name of the common space stands for.
pub enum Object {
    Shader(Shader),
    Program(Box<Program>),
}

/// A program object.
#[derive(Default)]
pub struct Program {
    /// Names of attached shaders.
    attached: Vec<u32>,
    /// glDeleteProgram was called while it was current somewhere.
    deleted: bool,
    /// Contexts (and their pipelines) that it is current in.
    users: u32,
    link_status: bool,
    validate_status: bool,
    log: String,
    /// What the last link made, if it succeeded.
    linked: Option<Arc<Linked>>,
    attribute_locations: HashMap<String, u32>,
    fragment_locations: HashMap<String, (u32, u32)>,
    feedback_varyings: Vec<String>,
    feedback_separate: bool,
    separable: bool,
    retrievable: bool,
}

/// Programs as one context sees them.
#[derive(Default)]
pub struct State {
    /// GL_CURRENT_PROGRAM.
    pub current: u32,
    /// What the current program last linked to.
    installed: Option<Arc<Linked>>,
    pub pipelines: pipelines::State,
    /// glMaxShaderCompilerThreadsKHR, once it was called.
    pub compiler_threads: Option<u32>,
}

/// The share group's shaders and programs.
pub type Objects = Names<Object>;

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
