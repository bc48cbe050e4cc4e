//! From a checked command to the pipeline.

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

/// What all draws of one command have in common.
pub struct Prepared {
    pub linked: Arc<Linked>,
    resources: Resources,
    raster: RasterState,
    targets: Targets,
    /// Attributes that do not depend on which vertices are drawn.
    attributes: Option<Vec<VertexAttribute>>,
}

/// The program of a draw: the one in use; in a compatibility context the fixed function stands in for what is missing.
fn program(context: &mut Context) -> Option<Arc<Linked>> {
    let linked = program::active(context);
    if context.config.api == Api::Compatibility {
        return context.profile.program_for_draw(context, linked);
    }
    linked.filter(|linked| linked.program.vertex.is_some())
}

/// The pipeline, made with the first draw.
pub fn pipeline(context: &mut Context) -> Pipeline {
    context.draws.pipeline.take().unwrap_or_else(|| Pipeline::new(context.pool.clone()))
}

/// What follows from a draw or dispatch that did not finish.
pub fn failed(context: &mut Context, failure: Failure) -> u32 {
    match failure {
        Failure::OutOfMemory => GL_OUT_OF_MEMORY,
        Failure::Interrupted if context.config.lose_on_reset => {
            context.guilty = true;
            context.share.lost.store(true, Relaxed);
            GL_CONTEXT_LOST
        }
        Failure::Interrupted => GL_OUT_OF_MEMORY,
    }
}

/// Whether an enabled array is the application's own memory: then what is copied depends on the vertices that are drawn.
fn has_client_arrays(context: &Context, mask: u32) -> bool {
    let array = context.vertex_arrays.array();
    let client =
        |attribute: &Attribute| attribute.enabled && array.bindings.get(attribute.binding).is_some_and(|binding| binding.buffer.is_none());
    array.attributes.iter().enumerate().any(|(location, attribute)| mask >> location & 1 != 0 && client(attribute))
}

/// Locations that fetching looks at: generic attribute 0 and gl_Vertex stand in for each other.
fn attribute_mask(linked: &Linked) -> u32 {
    let mask = linked.program.attribute_mask;
    let both = 1 | 1 << crate::hir::fixed_attribute::VERTEX;
    if mask & both != 0 { mask | both } else { mask }
}

/// Checks everything that does not depend on counts, and collects the state. None where nothing is drawn: no program, or
/// conditional rendering.
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

/// The smallest and largest vertex that a draw fetches; None if it fetches none.
pub fn vertices(command: &Command) -> Option<(u32, u32)> {
    let count = command.count.checked_sub(1)?;
    let Some(indices) = &command.indices else { return Some((command.first, command.first.saturating_add(count))) };
    let mut range: Option<(u32, u32)> = None;
    let size = u64::from(indices.size);
    for number in 0..u64::from(command.count) {
        let at = indices.offset.saturating_add(number * size);
        let mut bytes = [0; 4];
        // Behind the end everything reads as 0: one look is enough.
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

    /// One draw.
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

/// Draws of one command, which are done at once or kept for the display list that is being compiled. They are made one after the
/// other, so that their number costs no memory.
pub enum Submission {
    Kept,
    /// None: nothing is drawn.
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

    /// The next draw.
    pub fn submit(&mut self, context: &mut Context, command: Command) -> Result<()> {
        match self {
            Self::Kept => recording::keep(context, command),
            Self::Done(Some(prepared)) => prepared.run(context, command),
            Self::Done(None) => Ok(()),
        }
    }
}

/// Does a draw, or keeps it for the display list that is being compiled.
pub fn submit(context: &mut Context, mode: Mode, command: Command) -> Result<()> {
    Submission::new(context, mode)?.submit(context, command)
}

/// Draws with attributes that the caller has: one for each of the 30 locations.
pub fn draw_with(context: &mut Context, command: &Command, attributes: &[VertexAttribute]) -> Result<()> {
    match prepare(context, command.mode)? {
        Some(mut prepared) => prepared.run_with(context, command, attributes),
        None => Ok(()),
    }
}
