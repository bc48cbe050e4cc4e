//! Dispatches.

use super::execute::{failed, pipeline};
use super::{indirect, resources};
use crate::geometry;
use crate::gl::command::program;
use crate::gl::command::query;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::pipeline::limits::Limits;
use crate::tokens::*;
use std::sync::Arc;

/// The program in use, if it has a compute stage.
fn program(context: &mut Context) -> Result<Arc<Linked>> {
    program::active_compute(context).filter(|linked| linked.program.compute.is_some()).ok_or(GL_INVALID_OPERATION)
}

fn run(context: &mut Context, linked: &Linked, groups: [u32; 3]) -> Result<()> {
    let resources = resources::resources(context, linked)?;
    if groups.contains(&0) || query::rendering_discarded(context) {
        return Ok(());
    }
    let (cancel, budget) = (context.cancel.clone(), context.draws.budget);
    let mut pipeline = pipeline(context);
    let outcome = geometry::dispatch(&mut pipeline, &linked.program, &resources, groups, &cancel, budget, &mut context.statistics);
    context.draws.pipeline = Some(pipeline);
    outcome.map_err(|failure| failed(context, failure))
}

/// Implements glDispatchCompute.
pub(super) fn dispatch_compute(context: &mut Context, x: u32, y: u32, z: u32) -> Result<()> {
    let linked = program(context)?;
    let limits = Limits::default().work_group_count;
    if [x, y, z].iter().zip(limits).any(|(&groups, limit)| groups > limit) {
        return Err(GL_INVALID_VALUE);
    }
    run(context, &linked, [x, y, z])
}

/// Implements glDispatchComputeIndirect.
pub(super) fn dispatch_compute_indirect(context: &mut Context, offset: isize) -> Result<()> {
    let linked = program(context)?;
    if offset < 0 || offset % 4 != 0 {
        return Err(GL_INVALID_VALUE);
    }
    let buffer = context.buffers.dispatch_indirect.clone().ok_or(GL_INVALID_OPERATION)?;
    let words = indirect::words(&buffer, offset.cast_unsigned(), 3)?;
    let limits = Limits::default().work_group_count;
    let groups = [words[0], words[1], words[2]];
    // More groups than the limit are undefined; nothing is run then.
    if groups.iter().zip(limits).any(|(&groups, limit)| groups > limit) {
        return Ok(());
    }
    run(context, &linked, groups)
}

commands! {
    fn glDispatchCompute(x: u32, y: u32, z: u32) => dispatch_compute;
    fn glDispatchComputeIndirect(offset: isize) => dispatch_compute_indirect;
}
