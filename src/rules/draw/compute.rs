//! Dispatches, which count their work groups times the size of a group.

use super::indirect::number;
use super::{count, count_outside_lists, count_step};
use crate::context::Context;
use crate::count::step::Step;
use crate::driver::Submitted;
use crate::error::Result;
use crate::gl::{self, GLintptr, GLuint};
use crate::rules::observe;

/// The specification's minimum for MAX_COMPUTE_WORK_GROUP_COUNT in each dimension.
const MINIMUM_MAX_GROUPS: u32 = 65535;

/// Returns the counts of a dispatch of `groups` work groups of this size.
pub(super) fn invocations(groups: [u64; 3], size: [u32; 3]) -> Submitted {
    let product = groups.into_iter().chain(size.map(u64::from)).fold(1, u64::wrapping_mul);
    Submitted { compute_invocations: product, ..Submitted::default() }
}

/// Returns true if the driver accepts these numbers of work groups; greater ones are INVALID_VALUE.
fn are_accepted(context: &mut Context, groups: [u32; 3]) -> bool {
    (0..).zip(groups).all(|(dimension, groups)| {
        groups <= MINIMUM_MAX_GROUPS || i64::from(groups) <= context.driver.get_integer_indexed(gl::MAX_COMPUTE_WORK_GROUP_COUNT, dimension)
    })
}

/// `glDispatchCompute`.
pub fn dispatch_compute(context: &mut Context, x: GLuint, y: GLuint, z: GLuint) -> Result<()> {
    observe::dispatch(context);
    let groups = [x, y, z];
    count_step(context, |context| (!groups.contains(&0) && are_accepted(context, groups)).then_some(Step::Dispatch(groups)))
}

/// `glDispatchComputeGroupSizeARB`, whose arguments include the size of a group.
pub fn dispatch_compute_group_size(
    context: &mut Context,
    x: GLuint,
    y: GLuint,
    z: GLuint,
    size_x: GLuint,
    size_y: GLuint,
    size_z: GLuint,
) -> Result<()> {
    observe::dispatch(context);
    count(context, 0, |context| are_accepted(context, [x, y, z]).then(|| invocations([x, y, z].map(u64::from), [size_x, size_y, size_z])))
}

/// `glDispatchComputeIndirect`.
pub fn dispatch_compute_indirect(context: &mut Context, indirect: GLintptr) -> Result<()> {
    if context.observation.list.is_none() {
        observe::dispatch(context);
    }
    count_outside_lists(context, 0, |context| {
        let offset = u64::try_from(indirect).ok().filter(|offset| offset.is_multiple_of(4))?;
        let mut groups = [0; 12];
        let bound = context.driver.get_integer64(gl::DISPATCH_INDIRECT_BUFFER_BINDING) != 0;
        if !bound || !context.driver.read_buffer(gl::DISPATCH_INDIRECT_BUFFER, offset, &mut groups) {
            return None;
        }
        let groups = [0, 1, 2].map(|dimension| number(&groups, dimension));
        if groups.contains(&0) {
            return None;
        }
        Some(invocations(groups, context.driver.work_group_size()?))
    })
}
