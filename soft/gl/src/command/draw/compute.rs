//! Compute dispatches.

use super::execute::{failed, pipeline};
use super::{indirect, resources};
use crate::command::program;
use crate::command::query;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::object::linked::Linked;
use draw::geometry;
use shader::pipeline::limits::Limits;
use std::sync::Arc;

/// Returns the program in use, which must have a compute stage.
fn program(context: &mut Context) -> Result<Arc<Linked>> {
    program::active_compute(context).filter(|linked| linked.program.compute.is_some()).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if there is no active program for the compute shader stage. [GL 4.4, 18.4]",
    ))
}

/// Runs work groups of a program. Runs none if a count is 0 or conditional rendering discards the dispatch.
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
    // GL 4.4, 18.4, rejects the maximum itself as well, which would not be a maximum then.
    if [x, y, z].iter().zip(limits).any(|(&groups, limit)| groups > limit) {
        return Err(invalid_value(
            &"… must be less than or equal to the maximum workgroup count for the corresponding dimension, otherwise an INVALID_VALUE \
              error is generated. [ARB_compute_shader]",
        ));
    }
    run(context, &linked, [x, y, z])
}

/// Implements glDispatchComputeIndirect.
pub(super) fn dispatch_compute_indirect(context: &mut Context, offset: isize) -> Result<()> {
    let linked = program(context)?;
    if offset < 0 || offset % 4 != 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if indirect is negative or is not a multiple of the size, in basic machine units, of \
              uint. [GL 4.4, 18.4]",
        ));
    }
    let buffer = context.buffers.dispatch_indirect.clone().ok_or(invalid_operation(
        &"The error INVALID_OPERATION is generated if no buffer is bound to DISPATCH_INDIRECT_BUFFER, if the command would source data \
          beyond the end of the buffer object, or if there is no active program for the compute shader stage. [ARB_compute_shader]",
    ))?;
    let words = indirect::words(&buffer, offset.cast_unsigned(), 3)?;
    let limits = Limits::default().work_group_count;
    let groups = [words[0], words[1], words[2]];
    // The results of more groups than the limit are undefined; this implementation runs none.
    if groups.iter().zip(limits).any(|(&groups, limit)| groups > limit) {
        return Ok(());
    }
    run(context, &linked, groups)
}

commands! {
    fn glDispatchCompute(x: u32, y: u32, z: u32) => dispatch_compute;
    #[error_in_lists] fn glDispatchComputeIndirect(offset: isize) => dispatch_compute_indirect;
}
