//! Counts draws and dispatches by their arguments, for drivers that lack some statistics: VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED,
//! TESS_CONTROL_SHADER_PATCHES, GEOMETRY_SHADER_INVOCATIONS and COMPUTE_SHADER_INVOCATIONS.
//!
//! Every handler adds to [`Draws::submitted`](crate::driver::Draws::submitted), or to the display list that is being compiled
//! ([`lists`]), and forwards the command to the driver. While no query counts draws, the application's calls do not even reach the
//! handlers (`platform::call_slots`). A command that the driver must reject counts nothing.
//!
//! Some draws cannot be counted by their arguments: `glDrawTransformFeedback*`, evaluators (`glEvalCoord*`, `glEvalMesh*`), and display
//! lists whose compilation glmeter did not see. A draw that conditional rendering discards counts: it was submitted, and only the GPU
//! knows whether it is discarded.

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
use crate::gl::{self, GLenum, GLsizei};
use crate::rules::observe;
use execute::execute;

/// The effect of a command in the present state.
#[derive(Clone, Copy)]
struct Effect {
    /// The command goes into the display list that is being compiled.
    compiled: bool,
    /// The command is executed now.
    executed: bool,
}

/// Counts a command by the result of `of`, now, at each call of the display list under compilation, or both. Forwards the command. For the report
/// it counts as this number of draws.
#[inline]
fn count(context: &mut Context, draws: u64, of: impl FnOnce(&mut Context) -> Option<Submitted>) -> Result<()> {
    observe::draws(context, draws);
    count_step(context, |context| of(context).map(Step::Submit))
}

/// Counts as [`count`] does, by a step that a display list evaluates at each call.
#[inline]
fn count_step(context: &mut Context, of: impl FnOnce(&mut Context) -> Option<Step>) -> Result<()> {
    if context.driver.submitted().is_some() || context.drawing.compiling.is_some() {
        let effect = effect(context);
        perform(context, effect, |context| Some([of(context)?]));
    }
    forward()
}

/// Counts as [`count`] does, for commands that cannot be compiled: "INVALID_OPERATION is generated … during display list compilation".
#[inline]
fn count_outside_lists(context: &mut Context, draws: u64, of: impl FnOnce(&mut Context) -> Option<Submitted>) -> Result<()> {
    if context.observation.list.is_none() {
        observe::draws(context, draws);
    }
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

/// Returns the stages that the next draw runs.
fn stages(context: &mut Context) -> Stages {
    let stages = context.driver.stages();
    if let Some(error) = context.driver.held_error() {
        context.keep_error(error);
    }
    stages
}

/// Returns the effect of a command: none between glBegin and glEnd, where it is an error. A Get there raises the same error, so the
/// application sees no other. The driver reports which list it compiles, because it may have rejected glNewList or glEndList.
fn effect(context: &mut Context) -> Effect {
    const NONE: Effect = Effect { compiled: false, executed: false };
    if context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        return NONE;
    }
    let Some(index) = context.driver.list_index() else { return NONE };
    match &context.drawing.compiling {
        Some(compiling) if i64::from(compiling.list_of_driver()) == i64::from(index) => {
            Effect { compiled: true, executed: compiling.executes() }
        }
        _ => {
            context.drawing.compiling = None;
            let executed = index == 0 || context.driver.get_integer64(gl::LIST_MODE) == i64::from(gl::COMPILE_AND_EXECUTE);
            Effect { compiled: false, executed }
        }
    }
}

/// Returns the number of draws of a command that has several; none if it is negative, which is an error.
fn number(draws: GLsizei) -> u64 {
    u64::try_from(draws).unwrap_or(0)
}

/// Returns the primitive of a mode; `None` if draw commands do not accept the mode.
fn primitive(context: &mut Context, mode: GLenum) -> Option<Primitive> {
    if mode > gl::PATCHES || context.drawing.modes & 1 << mode == 0 {
        return None;
    }
    let patch_vertices = if mode == gl::PATCHES { context.driver.get_integer64(gl::PATCH_VERTICES) } else { 0 };
    Some(Primitive { mode, patch_vertices: u32::try_from(patch_vertices).unwrap_or(0) })
}

/// Returns the restart index for indices of `size` bytes; `None` if primitive restart is disabled.
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
    // The fixed index is the largest of its type. The other is compared in full width, even with smaller indices.
    let largest = u32::MAX >> (32 - 8 * size.clamp(1, 4));
    Some(if fixed { largest } else { context.driver.get_integer64(gl::PRIMITIVE_RESTART_INDEX) as u32 })
}
