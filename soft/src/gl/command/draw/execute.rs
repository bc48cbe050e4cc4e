//! Execution of checked commands: state is collected and handed to the pipeline.

use super::arrays::feedback_space;
use super::{check, resources};
use crate::geometry;
use crate::geometry::Pipeline;
use crate::gl::command::draw::recording;
use crate::gl::command::program;
use crate::gl::command::{framebuffer, query, transform_feedback, vertex_array};
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::gl::object::vertex_array::Attribute;
use crate::pipeline::state::{Command, Draw, Failure, Mode, PolygonMode, RasterState, Resources, Targets, VertexAttribute};
use crate::tokens::*;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The state that all draws of one command share.
pub struct Prepared {
    /// The program.
    pub linked: Arc<Linked>,
    /// The uniforms, blocks and textures.
    resources: Resources,
    /// The rasterization state.
    raster: RasterState,
    /// The draw and depth-stencil buffers.
    targets: Targets,
    /// The attributes, if they do not depend on which vertices are drawn.
    attributes: Option<Vec<VertexAttribute>>,
}

/// Returns the program of a draw: the one in use. In a compatibility profile the fixed function replaces missing stages.
fn program(context: &mut Context) -> Option<Arc<Linked>> {
    let linked = program::active(context);
    if context.config.api == Api::Compatibility {
        return context.profile.program_for_draw(context, linked);
    }
    linked.filter(|linked| linked.program.vertex.is_some())
}

/// Takes the pipeline, which the first draw creates.
pub fn pipeline(context: &mut Context) -> Pipeline {
    context.draws.pipeline.take().unwrap_or_else(|| Pipeline::new(context.pool.clone()))
}

/// Returns the error of a draw or dispatch that did not finish, and marks the context lost where the application asked for that.
pub fn failed(context: &mut Context, failure: Failure) -> u32 {
    match failure {
        // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
        Failure::OutOfMemory => GL_OUT_OF_MEMORY,
        // "If the GL context has been reset as a result of a previous GL command, or if the context is reset as a side effect of execution
        // of a command, a CONTEXT_LOST error is generated." [KHR_robustness]
        Failure::Interrupted if context.config.lose_on_reset => {
            context.guilty = true;
            context.share.lost.store(true, Relaxed);
            GL_CONTEXT_LOST
        }
        // No specification names the error of a draw that ran out of its budget: "OUT_OF_MEMORY" is the only one after which a command may
        // be half done.
        Failure::Interrupted => GL_OUT_OF_MEMORY,
    }
}

/// Returns true if an enabled array is the application's own memory; the vertices drawn then determine what is copied.
fn has_client_arrays(context: &Context, mask: u32) -> bool {
    let array = context.vertex_arrays.array();
    let client =
        |attribute: &Attribute| attribute.enabled && array.bindings.get(attribute.binding).is_some_and(|binding| binding.buffer.is_none());
    array.attributes.iter().enumerate().any(|(location, attribute)| mask >> location & 1 != 0 && client(attribute))
}

/// Returns a bit for each attribute location to fetch. Generic attribute 0 and gl_Vertex alias each other.
fn attribute_mask(linked: &Linked) -> u32 {
    let mask = linked.program.attribute_mask;
    let both = 1 | 1 << crate::hir::fixed_attribute::VERTEX;
    if mask & both != 0 { mask | both } else { mask }
}

/// Checks everything that does not depend on counts, and collects the state. Returns `None` if nothing is drawn: without a program, or if
/// conditional rendering discards the draw.
pub fn prepare(context: &mut Context, mode: Mode) -> Result<Option<Prepared>> {
    check::vertex_array(context)?;
    let targets = framebuffer::targets(context)?;
    let Some(linked) = program(context) else { return Ok(None) };
    check::stages(&linked.program, mode)?;
    check::feedback(context, &linked, mode)?;
    let resources = resources::resources(context, &linked)?;
    if query::rendering_discarded(context) {
        return Ok(None);
    }
    let mut raster = context.state.for_draw(&targets);
    raster.program_point_size |= context.compat.sized_points;
    Ok(Some(Prepared { linked, resources, raster, targets, attributes: None }))
}

/// Returns the smallest and largest vertex that a draw fetches, or `None` if it fetches none.
pub fn vertices(command: &Command) -> Option<(u32, u32)> {
    let count = command.count.checked_sub(1)?;
    let Some(indices) = &command.indices else { return Some((command.first, command.first.saturating_add(count))) };
    let mut range: Option<(u32, u32)> = None;
    let size = u64::from(indices.size);
    for number in 0..u64::from(command.count) {
        let at = indices.offset.saturating_add(number * size);
        let mut bytes = [0; 4];
        // Every read past the end returns 0: one is enough.
        let outside = at >= indices.memory.len() as u64;
        if !outside {
            indices.memory.read(at as usize, &mut bytes[..indices.size.min(4) as usize]);
        }
        let index = u32::from_le_bytes(bytes);
        if Some(index) != indices.restart {
            let vertex = index.wrapping_add(command.base_vertex.cast_unsigned());
            range = Some(range.map_or((vertex, vertex), |(least, most)| (least.min(vertex), most.max(vertex))));
        }
        if outside {
            break;
        }
    }
    range
}

impl Prepared {
    /// Resolves the attributes of a draw, reusing those of the draw before where possible.
    fn fetch(&mut self, context: &Context, command: &Command) -> Result<Vec<VertexAttribute>> {
        let outlines = self.raster.polygon_mode.iter().any(|&mode| mode != PolygonMode::Fill);
        let flags = if outlines { 1 << crate::hir::fixed_attribute::EDGE_FLAG } else { 0 };
        let mask = attribute_mask(&self.linked) | flags;
        let instances = (command.base_instance, command.instances);
        if has_client_arrays(context, mask) {
            let range = vertices(command).unwrap_or((0, 0));
            return vertex_array::resolve(context, mask, range, instances);
        }
        match self.attributes.take() {
            Some(attributes) => Ok(attributes),
            None => vertex_array::resolve(context, mask, (0, 0), instances),
        }
    }

    /// Runs one draw.
    pub fn run(&mut self, context: &mut Context, command: Command) -> Result<()> {
        feedback_space(context, self, &command)?;
        if command.count == 0 || command.instances == 0 {
            return Ok(());
        }
        let attributes = self.fetch(context, &command)?;
        let outcome = self.run_with(context, &command, &attributes);
        self.attributes = Some(attributes);
        outcome
    }

    /// Runs one draw with resolved attributes.
    fn run_with(&mut self, context: &mut Context, command: &Command, attributes: &[VertexAttribute]) -> Result<()> {
        let before = context.statistics;
        let mut captured = transform_feedback::capture(context);
        let (cancel, budget, occlusion) = (context.cancel.clone(), context.draws.budget, query::occlusion(context));
        let mut pipeline = pipeline(context);
        let mut draw = Draw {
            program: &self.linked.program,
            attributes,
            resources: &self.resources,
            raster: &self.raster,
            targets: &self.targets,
            feedback: captured.as_mut(),
            default_tess_levels: context.draws.default_tess_levels,
            occlusion,
            cancel: &cancel,
            budget,
        };
        let outcome = geometry::draw(&mut pipeline, &mut draw, command, &mut context.statistics);
        context.draws.pipeline = Some(pipeline);
        if let Some(captured) = &captured {
            transform_feedback::captured(context, captured, &before);
        }
        outcome.map_err(|failure| failed(context, failure))
    }
}

/// Draws of one command, which run at once or are recorded into the display list being compiled. They are submitted one by one, so that
/// their number costs no memory.
pub enum Submission {
    /// The draws are recorded into a display list.
    Kept,
    /// The draws run at once; `None` if nothing is drawn.
    Done(Option<Box<Prepared>>),
}

impl Submission {
    /// Checks everything that does not depend on counts.
    pub fn new(context: &mut Context, mode: Mode) -> Result<Self> {
        if context.compat.lists.is_compiling() {
            return Ok(Self::Kept);
        }
        Ok(Self::Done(prepare(context, mode)?.map(Box::new)))
    }

    /// Runs or records the next draw.
    pub fn submit(&mut self, context: &mut Context, command: Command) -> Result<()> {
        match self {
            Self::Kept => recording::keep(context, command),
            Self::Done(Some(prepared)) => prepared.run(context, command),
            Self::Done(None) => Ok(()),
        }
    }
}

/// Runs a draw, or records it into the display list being compiled.
pub fn submit(context: &mut Context, mode: Mode, command: Command) -> Result<()> {
    Submission::new(context, mode)?.submit(context, command)
}

/// Runs a draw with the attributes of the caller, one for each of the 30 locations.
pub fn draw_with(context: &mut Context, command: &Command, attributes: &[VertexAttribute]) -> Result<()> {
    match prepare(context, command.mode)? {
        Some(mut prepared) => prepared.run_with(context, command, attributes),
        None => Ok(()),
    }
}
