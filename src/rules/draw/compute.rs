//! Dispatches: the work groups times their size.

use super::indirect::number;
use super::{count, count_outside_lists, count_step};
use crate::context::Context;
use crate::count::step::Step;
use crate::driver::Submitted;
use crate::error::Result;
use crate::gl::{self, GLintptr, GLuint};

/// Every driver takes so many work groups in each dimension.
const ALWAYS_TAKEN: u32 = 65535;

pub(super) fn invocations(groups: [u64; 3], size: [u32; 3]) -> Submitted {
    let product = groups.into_iter().chain(size.map(u64::from)).fold(1, u64::wrapping_mul);
    Submitted { compute_invocations: product, ..Submitted::default() }
}

/// Returns true if the driver takes so many work groups; more is INVALID_VALUE.
fn are_taken(context: &mut Context, groups: [u32; 3]) -> bool {
    (0..).zip(groups).all(|(dimension, groups)| {
        groups <= ALWAYS_TAKEN || i64::from(groups) <= context.driver.get_integer_indexed(gl::MAX_COMPUTE_WORK_GROUP_COUNT, dimension)
    })
}

/// `glDispatchCompute`.
pub fn dispatch_compute(context: &mut Context, x: GLuint, y: GLuint, z: GLuint) -> Result<()> {
    let groups = [x, y, z];
    count_step(context, |context| (!groups.contains(&0) && are_taken(context, groups)).then_some(Step::Dispatch(groups)))
}

/// `glDispatchComputeGroupSizeARB`, which brings the size with it.
pub fn dispatch_compute_group_size(
    context: &mut Context,
    x: GLuint,
    y: GLuint,
    z: GLuint,
    size_x: GLuint,
    size_y: GLuint,
    size_z: GLuint,
) -> Result<()> {
    count(context, |context| are_taken(context, [x, y, z]).then(|| invocations([x, y, z].map(u64::from), [size_x, size_y, size_z])))
}

/// `glDispatchComputeIndirect`.
pub fn dispatch_compute_indirect(context: &mut Context, indirect: GLintptr) -> Result<()> {
    count_outside_lists(context, |context| {
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
