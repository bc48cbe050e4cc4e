//! State of the compatibility profile.

use crate::gl::context::Context;
use crate::gl::context::{attribute_stack, immediate, recording};
use crate::gl::error::Result;
use crate::gl::object::fixed_function;
use crate::gl::state::{lighting, matrix, raster_position, texture_environment};
use crate::tokens::*;

/// State of the compatibility profile.
pub struct State {
    pub matrices: matrix::State,
    pub lists: recording::State,
    pub lighting: lighting::State,
    pub environment: texture_environment::State,
    pub stacks: attribute_stack::State,
    pub raster: raster_position::State,
    pub immediate: immediate::State,
    pub programs: fixed_function::Programs,
    /// GL_NORMALIZE, GL_LIGHTING … by token.
    pub enabled: std::collections::HashSet<u32>,
    pub alpha_func: (u32, f32),
    /// Whether the fixed function gives each point of the draw at hand its size.
    pub sized_points: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            matrices: Default::default(),
            lists: Default::default(),
            lighting: Default::default(),
            environment: Default::default(),
            stacks: Default::default(),
            raster: Default::default(),
            immediate: Default::default(),
            programs: Default::default(),
            enabled: Default::default(),
            alpha_func: (GL_ALWAYS, 0.0),
            sized_points: false,
        }
    }
}

impl State {
    /// Returns whether commands need [`crate::gl::dispatch`]'s checks: between glBegin and glEnd, and while a list is compiled.
    pub fn watches(&self) -> bool {
        self.immediate.is_open() || self.lists.is_compiling()
    }
}

/// Raises GL_INVALID_OPERATION between glBegin and glEnd. "Executing any other command between Begin and End … INVALID_OPERATION."
pub fn outside_begin(context: &Context) -> Result<()> {
    if context.compat.immediate.is_open() { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}
