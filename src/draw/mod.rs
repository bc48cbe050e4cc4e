//! Counting what draws and dispatches submit, from their arguments, for drivers that do not count it themselves:
//! VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED, TESS_CONTROL_SHADER_PATCHES, GEOMETRY_SHADER_INVOCATIONS and
//! COMPUTE_SHADER_INVOCATIONS.
//!
//! Every handler adds to [`Provider::submitted`](crate::provider::Provider::submitted), or to the display list that is being
//! compiled ([`lists`]), and leaves the command itself to the driver. While nobody counts it asks nothing; and the
//! applications' calls do not even come here (`winsys::draws`). A command that the driver visibly must reject counts nothing.
//!
//! Not counted, because the arguments do not tell: `glDrawTransformFeedback*` and evaluators (`glEvalCoord*`, `glEvalMesh*`),
//! and display lists whose compilation glmeter did not see. A draw that conditional rendering discards is counted: it was
//! submitted, and whether it is discarded is known to the GPU alone.

pub mod arrays;
pub mod compute;
pub mod elements;
mod given;
pub mod immediate;
pub mod indirect;
pub mod lists;
mod step;
pub mod submitted;

use crate::context::Context;
use crate::error::{Result, forward};
use crate::gl::{self, GLenum};
use crate::provider::capabilities::{Api, Capabilities, Description};
use crate::provider::{Stages, Submitted};
use immediate::Run;
use lists::Compiling;
use step::{Step, carry_out};
use submitted::Primitive;

/// What a context's draw commands can do, and what glBegin began.
pub struct Drawing {
    /// A bit for each `mode` that draw commands take.
    modes: u16,
    /// `GL_UNSIGNED_INT` indices.
    wide_indices: bool,
    /// `GL_PRIMITIVE_RESTART` exists.
    restart: bool,
    /// `GL_PRIMITIVE_RESTART_FIXED_INDEX` exists.
    restart_fixed: bool,
    /// `GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED` exists.
    patch_restart: bool,
    /// Indices, and in compatibility contexts indirect parameters, may lie in the application's memory.
    client_memory: bool,
    /// What glBegin began while somebody counted.
    run: Option<Run>,
    /// The display list that is being compiled.
    compiling: Option<Compiling>,
}

impl Drawing {
    /// What a context of this description can do.
    pub fn of(capabilities: &Capabilities, description: &Description) -> Self {
        let has = |names: &[&str]| description.extensions.iter().any(|extension| names.contains(&extension.as_str()));
        let desktop = |version| capabilities.api == Api::Desktop && capabilities.version >= version;
        let embedded = |version| capabilities.api == Api::Embedded && capabilities.version >= version;
        let is_desktop = capabilities.api == Api::Desktop;
        let geometry = match is_desktop {
            true => desktop((3, 2)) || has(&["GL_ARB_geometry_shader4", "GL_EXT_geometry_shader4"]),
            false => embedded((3, 2)) || has(&["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
        };
        let tessellation = match is_desktop {
            true => desktop((4, 0)) || has(&["GL_ARB_tessellation_shader"]),
            false => embedded((3, 2)) || has(&["GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"]),
        };
        let bits =
            |wanted: bool, modes: core::ops::RangeInclusive<GLenum>| if wanted { modes.fold(0, |bits, mode| bits | 1 << mode) } else { 0 };
        Self {
            modes: bits(true, gl::POINTS..=gl::TRIANGLE_FAN)
                | bits(capabilities.compatibility, gl::QUADS..=gl::POLYGON)
                | bits(geometry, gl::LINES_ADJACENCY..=gl::TRIANGLE_STRIP_ADJACENCY)
                | bits(tessellation, gl::PATCHES..=gl::PATCHES),
            wide_indices: is_desktop || embedded((3, 0)) || has(&["GL_OES_element_index_uint"]),
            restart: desktop((3, 1)),
            restart_fixed: desktop((4, 3)) || embedded((3, 0)) || (is_desktop && has(&["GL_ARB_ES3_compatibility"])),
            patch_restart: desktop((4, 4)) || (!is_desktop && tessellation),
            client_memory: capabilities.compatibility || !is_desktop,
            run: None,
            compiling: None,
        }
    }
}

/// How far a command reaches.
#[derive(Clone, Copy)]
struct Reach {
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
    if context.provider.submitted().is_some() || context.drawing.compiling.is_some() {
        let reach = reach(context);
        perform(context, reach, |context| Some([of(context)?]));
    }
    forward()
}

/// [`count`] for commands that no display list takes: "INVALID_OPERATION is generated … during display list compilation".
#[inline]
fn count_outside_lists(context: &mut Context, of: impl FnOnce(&mut Context) -> Option<Submitted>) -> Result<()> {
    if context.provider.submitted().is_some() && context.drawing.run.is_none() && context.provider.list_index() == Some(0) {
        let reach = Reach { compiled: false, executed: true };
        perform(context, reach, |context| of(context).map(|submitted| [Step::Submit(submitted)]));
    }
    forward()
}

/// Takes the steps of a command as far as it reaches.
fn perform<S: AsRef<[Step]>>(context: &mut Context, reach: Reach, steps: impl FnOnce(&mut Context) -> Option<S>) {
    if !reach.compiled && !reach.executed {
        return;
    }
    let Some(steps) = steps(context) else { return };
    if let Some(compiling) = context.drawing.compiling.as_mut().filter(|_| reach.compiled) {
        steps.as_ref().iter().for_each(|step| compiling.push(step.clone()));
    }
    if reach.executed && context.provider.submitted().is_some() {
        carry_out(context, steps.as_ref());
    }
}

/// Returns the stages that the draw which follows runs.
fn stages(context: &mut Context) -> Stages {
    let stages = context.provider.stages();
    if let Some(error) = context.provider.held_error() {
        context.keep_error(error);
    }
    stages
}

/// How far a command reaches: nowhere between glBegin and glEnd, where it is an error. Asking there is the same error, so
/// that the application sees no other. Which list is being compiled is the driver's word: it may have rejected a command.
fn reach(context: &mut Context) -> Reach {
    const NOWHERE: Reach = Reach { compiled: false, executed: false };
    if context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        return NOWHERE;
    }
    let Some(index) = context.provider.list_index() else { return NOWHERE };
    match &context.drawing.compiling {
        Some(compiling) if i64::from(compiling.list()) == i64::from(index) => Reach { compiled: true, executed: compiling.executes() },
        _ => {
            context.drawing.compiling = None;
            let executed = index == 0 || context.provider.get_integer64(gl::LIST_MODE) == i64::from(gl::COMPILE_AND_EXECUTE);
            Reach { compiled: false, executed }
        }
    }
}

/// What a mode assembles; none if draw commands do not take it.
fn primitive(context: &mut Context, mode: GLenum) -> Option<Primitive> {
    if mode > gl::PATCHES || context.drawing.modes & 1 << mode == 0 {
        return None;
    }
    let patch_vertices = if mode == gl::PATCHES { context.provider.get_integer64(gl::PATCH_VERTICES) } else { 0 };
    Some(Primitive { mode, patch_vertices: u32::try_from(patch_vertices).unwrap_or(0) })
}

/// The index that ends a run of vertices, if one does, among indices of `size` bytes.
fn restart_index(context: &mut Context, mode: GLenum, size: u64) -> Option<u32> {
    let fixed = context.drawing.restart_fixed && context.provider.is_enabled(gl::PRIMITIVE_RESTART_FIXED_INDEX);
    let restarts = fixed || (context.drawing.restart && context.provider.is_enabled(gl::PRIMITIVE_RESTART));
    if !restarts {
        return None;
    }
    // "FALSE indicates that primitive restart is treated as disabled when drawing patches"
    let asked = mode == gl::PATCHES && context.drawing.patch_restart;
    if asked && context.provider.get_integer64(gl::PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED) == 0 {
        return None;
    }
    // The fixed index is the largest of its type; the other is compared as it is, also with indices that cannot reach it.
    let largest = u32::MAX >> (32 - 8 * size.clamp(1, 4));
    Some(if fixed { largest } else { context.provider.get_integer64(gl::PRIMITIVE_RESTART_INDEX) as u32 })
}
