//! Counting what draws and dispatches submit, from their arguments, for drivers that do not count it themselves:
//! VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED, TESS_CONTROL_SHADER_PATCHES, GEOMETRY_SHADER_INVOCATIONS and
//! COMPUTE_SHADER_INVOCATIONS.
//!
//! Every handler adds to [`Draws::submitted`](crate::driver::Draws::submitted), or to the display list that is being
//! compiled ([`lists`]), and leaves the command itself to the driver. While no count is under way it asks nothing, and the
//! application's calls do not even come here (`platform::call_slots`). A command that the driver visibly must reject counts nothing.
//!
//! Not counted, because the arguments do not tell: `glDrawTransformFeedback*` and evaluators (`glEvalCoord*`, `glEvalMesh*`),
//! and display lists whose compilation glmeter did not see. A draw that conditional rendering discards is counted: it was
//! submitted, and whether it is discarded is known to the GPU alone.

pub mod arrays;
pub mod compute;
mod draw_data;
pub mod elements;
mod execute;
pub mod immediate;
pub mod indirect;
pub mod lists;

use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::Step;
use crate::count::submitted::Primitive;
use crate::driver::{Stages, Submitted};
use crate::error::{Result, forward};
use crate::gl::{self, GLenum};
use execute::execute;

/// Whether a command is compiled, executed, or both.
#[derive(Clone, Copy)]
struct Effect {
    /// Into the display list that is being compiled.
    compiled: bool,
    /// It is carried out now.
    executed: bool,
}

/// Counts what `of` says that a command submits, now, when the display list that takes it is called, or both; and leaves
/// the command to the driver.
#[inline]
fn count(context: &mut Context, of: impl FnOnce(&mut Context) -> Option<Submitted>) -> Result<()> {
    count_step(context, |context| of(context).map(Step::Submit))
}

/// [`count`] for what a display list has to work out when it is called.
#[inline]
fn count_step(context: &mut Context, of: impl FnOnce(&mut Context) -> Option<Step>) -> Result<()> {
    if context.driver.submitted().is_some() || context.drawing.compiling.is_some() {
        let effect = effect(context);
        perform(context, effect, |context| Some([of(context)?]));
    }
    forward()
}

/// [`count`] for commands that no display list takes: "INVALID_OPERATION is generated … during display list compilation".
#[inline]
fn count_outside_lists(context: &mut Context, of: impl FnOnce(&mut Context) -> Option<Submitted>) -> Result<()> {
    if context.driver.submitted().is_some() && context.drawing.run.is_none() && context.driver.list_index() == Some(0) {
        let effect = Effect { compiled: false, executed: true };
        perform(context, effect, |context| of(context).map(|submitted| [Step::Submit(submitted)]));
    }
    forward()
}

/// Compiles the steps of a command, executes them, or both.
fn perform<S: AsRef<[Step]>>(context: &mut Context, effect: Effect, steps: impl FnOnce(&mut Context) -> Option<S>) {
    if !effect.compiled && !effect.executed {
        return;
    }
    let Some(steps) = steps(context) else { return };
    if let Some(compiling) = context.drawing.compiling.as_mut().filter(|_| effect.compiled) {
        steps.as_ref().iter().for_each(|step| compiling.push(step.clone()));
    }
    if effect.executed && context.driver.submitted().is_some() {
        execute(context, steps.as_ref());
    }
}

/// Returns the stages that the draw which follows runs.
fn stages(context: &mut Context) -> Stages {
    let stages = context.driver.stages();
    if let Some(error) = context.driver.held_error() {
        context.keep_error(error);
    }
    stages
}

/// Returns what becomes of a command: nothing between glBegin and glEnd, where it is an error. Asking there is the same error, so
/// that the application sees no other. Which list is being compiled is the driver's word: it may have rejected a command.
fn effect(context: &mut Context) -> Effect {
    const NONE: Effect = Effect { compiled: false, executed: false };
    if context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        return NONE;
    }
    let Some(index) = context.driver.list_index() else { return NONE };
    match &context.drawing.compiling {
        Some(compiling) if i64::from(compiling.list()) == i64::from(index) => Effect { compiled: true, executed: compiling.executes() },
        _ => {
            context.drawing.compiling = None;
            let executed = index == 0 || context.driver.get_integer64(gl::LIST_MODE) == i64::from(gl::COMPILE_AND_EXECUTE);
            Effect { compiled: false, executed }
        }
    }
}

/// Returns the primitive of a mode, or `None` if draw commands do not take it.
fn primitive(context: &mut Context, mode: GLenum) -> Option<Primitive> {
    if mode > gl::PATCHES || context.drawing.modes & 1 << mode == 0 {
        return None;
    }
    let patch_vertices = if mode == gl::PATCHES { context.driver.get_integer64(gl::PATCH_VERTICES) } else { 0 };
    Some(Primitive { mode, patch_vertices: u32::try_from(patch_vertices).unwrap_or(0) })
}

/// Returns the index that ends a run of vertices, if one does, among indices of `size` bytes.
fn restart_index(context: &mut Context, mode: GLenum, size: u64) -> Option<u32> {
    let fixed = context.drawing.restart_fixed && context.driver.is_enabled(gl::PRIMITIVE_RESTART_FIXED_INDEX);
    let restarts = fixed || (context.drawing.restart && context.driver.is_enabled(gl::PRIMITIVE_RESTART));
    if !restarts {
        return None;
    }
    // "FALSE indicates that primitive restart is treated as disabled when drawing patches"
    let asked = mode == gl::PATCHES && context.drawing.patch_restart;
    if asked && context.driver.get_integer64(gl::PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED) == 0 {
        return None;
    }
    // The fixed index is the largest of its type; the other is compared as it is, also with indices that cannot reach it.
    let largest = u32::MAX >> (32 - 8 * size.clamp(1, 4));
    Some(if fixed { largest } else { context.driver.get_integer64(gl::PRIMITIVE_RESTART_INDEX) as u32 })
}
