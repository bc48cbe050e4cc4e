//! glBegin, glEnd and the vertex commands between them, which only compatibility contexts have.
//!
//! Gets are errors between the two, so glBegin reads all the state that the vertices will need.

use super::{count, effect, execute, primitive, restart_index};
use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::Step;
use crate::count::submitted::{Primitive, Runs};
use crate::error::{Result, forward};
use crate::gl::{self, GLenum, GLint};
use crate::rules::observe;

/// `glBegin`.
pub fn begin(context: &mut Context, mode: GLenum) -> Result<()> {
    observe::begin(context, mode);
    context.drawing.is_begun = context.drawing.compiling.as_ref().is_none_or(Compiling::executes) && primitive(context, mode).is_some();
    if context.driver.submitted().is_none() && context.drawing.compiling.is_none() {
        return forward();
    }
    let effect = effect(context);
    if (effect.compiled || effect.executed)
        && let Some(primitive) = primitive(context, mode)
    {
        let runs = Runs::new(primitive, restart_index(context, mode, 4));
        if effect.executed && context.driver.submitted().is_some() {
            execute(context, &[Step::Begin(runs.clone())]);
        }
        if let Some(compiling) = context.drawing.compiling.as_mut().filter(|_| effect.compiled) {
            compiling.begin(runs);
        }
    }
    forward()
}

/// `glEnd`.
pub fn end(context: &mut Context) -> Result<()> {
    observe::end(context);
    context.drawing.is_begun = false;
    if let Some(compiling) = &mut context.drawing.compiling {
        compiling.end();
    }
    if let Some(run) = context.drawing.run.take()
        && let Some(totals) = context.driver.submitted()
    {
        totals.add(run.runs.submitted().through(run.stages));
    }
    forward()
}

/// `glVertex*`, and `glVertexAttrib*` of attribute 0, which aliases it.
pub fn vertex(context: &mut Context) -> Result<()> {
    if let Some(compiling) = &mut context.drawing.compiling {
        compiling.vertex();
    }
    if let Some(run) = &mut context.drawing.run {
        run.runs.vertices(1);
    }
    forward()
}

/// `glPrimitiveRestartNV`.
pub fn primitive_restart(context: &mut Context) -> Result<()> {
    if let Some(compiling) = &mut context.drawing.compiling {
        compiling.restart();
    }
    if let Some(run) = &mut context.drawing.run {
        run.runs.divide();
    }
    forward()
}

/// `glArrayElement`: a vertex, or a restart if `index` is the restart index.
pub fn array_element(context: &mut Context, index: GLint) -> Result<()> {
    if let Some(compiling) = &mut context.drawing.compiling {
        compiling.index(index as u32);
    }
    if let Some(run) = &mut context.drawing.run {
        run.runs.index(index as u32);
    }
    forward()
}

/// `glRect*`: "equivalent to" a polygon of four vertices between glBegin and glEnd.
pub fn rect(context: &mut Context) -> Result<()> {
    count(context, 1, |_| Some(Primitive { mode: gl::POLYGON, patch_vertices: 0 }.run(4)))
}
