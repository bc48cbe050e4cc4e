//! Program pipeline objects.

use super::super::context::Context;
use super::super::entry::Command;
use super::Linked;
use std::sync::Arc;

/// The context's pipelines.
#[derive(Default)]
pub struct State {}

/// What the bound pipeline's stages make together.
pub fn active(_context: &mut Context) -> Option<Arc<Linked>> {
    None
}

/// What glUniform acts on without a current program: glActiveShaderProgram's choice.
pub fn active_program(_context: &mut Context) -> Option<Arc<Linked>> {
    None
}

/// The commands on pipelines.
pub fn commands() -> Vec<Command> {
    Vec::new()
}
