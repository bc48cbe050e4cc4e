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
    /// Whether a command has to ask before it is done: between glBegin and glEnd, and while a list is compiled.
    pub fn watches(&self) -> bool {
        self.immediate.is_open() || self.lists.is_compiling()
    }
}

/// What may stand between glBegin and glEnd.
pub fn is_allowed_inside(name: &str) -> bool {
    const EXACT: [&str; 6] = ["glEnd", "glCallList", "glCallLists", "glArrayElement", "glEdgeFlag", "glEdgeFlagv"];
    const FAMILIES: [&str; 9] =
        ["glVertex", "glColor", "glNormal", "glTexCoord", "glMultiTexCoord", "glSecondaryColor", "glIndex", "glEvalCoord", "glEvalPoint"];
    let rest_is_digit = |prefix: &str| {
        let rest = name.strip_prefix(prefix).map(|rest| rest.strip_prefix('P').unwrap_or(rest));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    EXACT.contains(&name)
        || FAMILIES.iter().any(|prefix| rest_is_digit(prefix))
        || rest_is_digit("glVertexAttrib")
        || rest_is_digit("glVertexAttribI")
        || name.starts_with("glMaterial")
        || matches!(
            name,
            "glFogCoordf" | "glFogCoordfv" | "glFogCoordd" | "glFogCoorddv" | "glIndexf" | "glIndexi" | "glIndexfv" | "glIndexiv"
        )
}

/// "Executing any other command between Begin and End … INVALID_OPERATION."
pub fn inside_begin(context: &Context, name: &str) -> Result<()> {
    if context.compat.immediate.is_open() && !is_allowed_inside(name) { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// The same for commands that a list calls.
pub fn outside_begin(context: &Context) -> Result<()> {
    if context.compat.immediate.is_open() { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}
