//! glBegin and glEnd, and what makes a vertex between them; compatibility contexts alone have them.
//!
//! Nothing may be asked between the two, so glBegin asks what the vertices will need.

use super::submitted::{Primitive, Runs};
use super::{count, geometry_invocations, is_carried_out, primitive, restart_index};
use crate::context::Context;
use crate::error::{Result, forward};
use crate::gl::{self, GLenum, GLint};

/// What stands between glBegin and glEnd.
pub struct Run {
    runs: Runs,
    /// The index with which glArrayElement restarts, instead of making a vertex.
    restart: Option<u32>,
    /// How often a geometry shader is invoked for each primitive.
    geometry: Option<u32>,
}

/// What divides the vertices of a [`Run`]: any number that is no vertex.
const DIVIDER: u32 = u32::MAX;

/// `glBegin`.
pub fn begin(context: &mut Context, mode: GLenum) -> Result<()> {
    if context.provider.submitted().is_some() && is_carried_out(context) {
        context.drawing.run = primitive(context, mode).map(|primitive| Run {
            runs: Runs::new(primitive, DIVIDER),
            restart: restart_index(context, mode, 4),
            geometry: geometry_invocations(context),
        });
    }
    forward()
}

/// `glEnd`.
pub fn end(context: &mut Context) -> Result<()> {
    if let Some(run) = context.drawing.run.take()
        && let Some(totals) = context.provider.submitted()
    {
        totals.add(run.runs.submitted().with_geometry(run.geometry));
    }
    forward()
}

/// `glVertex*`, and `glVertexAttrib*` of the attribute 0, which is the same there.
pub fn vertex(context: &mut Context) -> Result<()> {
    if let Some(run) = &mut context.drawing.run {
        run.runs.index(0);
    }
    forward()
}

/// `glPrimitiveRestartNV`.
pub fn primitive_restart(context: &mut Context) -> Result<()> {
    if let Some(run) = &mut context.drawing.run {
        run.runs.index(DIVIDER);
    }
    forward()
}

/// `glArrayElement`.
pub fn array_element(context: &mut Context, index: GLint) -> Result<()> {
    if let Some(run) = &mut context.drawing.run {
        let restarts = run.restart == Some(index as u32);
        run.runs.index(if restarts { DIVIDER } else { 0 });
    }
    forward()
}

/// `glRect*`: "equivalent to" glBegin of a polygon with four vertices and glEnd.
pub fn rect(context: &mut Context) -> Result<()> {
    count(context, |_| Some(Primitive { mode: gl::POLYGON, patch_vertices: 0 }.run(4)))
}
