//! Draws without indices.

use super::check;
use super::execute::run;
use super::prepare::prepare;
use super::recording::{Submission, submit};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Error, Result, invalid_value};
use crate::pointer::{In, array_length};
use crate::tokens::*;
use shader::pipeline::draw_call::{DrawCall, Mode};

/// The error of a draw whose first vertex is negative.
const NEGATIVE_FIRST: Error = invalid_value(
    &"Specifying first < 0 results in undefined behavior. Generating an INVALID_VALUE error is recommended in this case. [GL 4.4, 10.5]",
);

/// Returns a draw of consecutive vertices.
pub fn draw_call(context: &Context, mode: Mode, first: u32, count: u32, instances: u32, base_instance: u32, draw_id: u32) -> DrawCall {
    let patch_vertices = context.draws.patch_vertices;
    DrawCall { mode, first, count, instances, base_instance, base_vertex: 0, draw_id, indices: None, patch_vertices }
}

/// Implements glDrawArrays.
pub(super) fn draw_arrays(context: &mut Context, mode: u32, first: i32, count: i32) -> Result<()> {
    draw_arrays_instanced_base_instance(context, mode, first, count, 1, 0)
}

/// Implements glDrawArraysInstanced.
pub(super) fn draw_arrays_instanced(context: &mut Context, mode: u32, first: i32, count: i32, instances: i32) -> Result<()> {
    draw_arrays_instanced_base_instance(context, mode, first, count, instances, 0)
}

/// Implements glDrawArraysInstancedBaseInstance.
pub(super) fn draw_arrays_instanced_base_instance(
    context: &mut Context,
    mode: u32,
    first: i32,
    count: i32,
    instances: i32,
    base_instance: u32,
) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let first = u32::try_from(first).map_err(|_| NEGATIVE_FIRST)?;
    let (count, instances) = (check::count(count)?, check::count(instances)?);
    let call = draw_call(context, mode, first, count, instances, base_instance, 0);
    submit(context, mode, call)
}

/// Implements glMultiDrawArrays.
pub(super) fn multi_draw_arrays(context: &mut Context, mode: u32, firsts: In<i32>, counts: In<i32>, draws: i32) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let draws = array_length(draws)?;
    let ranges = || (0..draws).map_while(|draw| firsts.at(draw).zip(counts.at(draw)));
    if ranges().any(|(first, count)| first < 0 || count < 0) {
        return Err(invalid_value(
            &"Specifying first < 0 results in undefined behavior. Generating an INVALID_VALUE error is recommended in this case. … An \
              INVALID_VALUE error is generated if count is negative. [GL 4.4, 10.5]",
        ));
    }
    let mut submission = Submission::new(context, mode)?;
    for (number, (first, count)) in ranges().enumerate() {
        let call = draw_call(context, mode, first.cast_unsigned(), count.cast_unsigned(), 1, 0, number as u32);
        submission.submit(context, call)?;
    }
    Ok(())
}

/// Returns the mode of a draw of IBM_multimode_draw_arrays: each is `stride` bytes after the one before.
pub(super) fn strided_mode(modes: In<u32>, stride: i32, draw: usize) -> u32 {
    if modes.is_null() {
        return GL_POINTS;
    }
    let offset = (draw as isize).wrapping_mul(stride as isize);
    modes.byte_add(offset.cast_unsigned()).first().unwrap_or(GL_POINTS)
}

/// Implements glMultiModeDrawArraysIBM.
pub(super) fn multi_mode_draw_arrays(
    context: &mut Context,
    modes: In<u32>,
    firsts: In<i32>,
    counts: In<i32>,
    draws: i32,
    stride: i32,
) -> Result<()> {
    // "It has the same effect as: for(i=0; i<primcount; i++) { if (*(count+i)>0) DrawArrays(…) }" [IBM_multimode_draw_arrays] The commands after
    // one that raises an error are performed too.
    let mut result = Ok(());
    for draw in 0..array_length(draws)? {
        let Some((first, count)) = firsts.at(draw).zip(counts.at(draw)) else { break };
        if count > 0 {
            let drawn = draw_arrays(context, strided_mode(modes, stride, draw), first, count);
            result = result.and(drawn);
        }
    }
    result
}

/// Implements glDrawTransformFeedback.
pub(super) fn draw_transform_feedback(context: &mut Context, mode: u32, id: u32) -> Result<()> {
    draw_transform_feedback_stream_instanced(context, mode, id, 0, 1)
}

/// Implements glDrawTransformFeedbackInstanced.
pub(super) fn draw_transform_feedback_instanced(context: &mut Context, mode: u32, id: u32, instances: i32) -> Result<()> {
    draw_transform_feedback_stream_instanced(context, mode, id, 0, instances)
}

/// Implements glDrawTransformFeedbackStream.
pub(super) fn draw_transform_feedback_stream(context: &mut Context, mode: u32, id: u32, stream: u32) -> Result<()> {
    draw_transform_feedback_stream_instanced(context, mode, id, stream, 1)
}

/// Implements glDrawTransformFeedbackStreamInstanced.
pub(super) fn draw_transform_feedback_stream_instanced(
    context: &mut Context,
    mode: u32,
    id: u32,
    stream: u32,
    instances: i32,
) -> Result<()> {
    let mode = check::mode(context, mode)?;
    let instances = check::count(instances)?;
    if stream >= 4 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if stream is greater than or equal to the value of MAX_VERTEX_STREAMS. [GL 4.4, 13.2.3]",
        ));
    }
    let count = u32::try_from(context.feedback.captured(id, stream)?).unwrap_or(u32::MAX);
    let call = draw_call(context, mode, 0, count, instances, 0, 0);
    if prepare(context, mode)? { run(context, call) } else { Ok(()) }
}

commands! {
    #[records_itself] fn glDrawArrays(mode: u32, first: i32, count: i32) => draw_arrays;
    #[error_in_lists] fn glDrawArraysInstanced(mode: u32, first: i32, count: i32, instances: i32) => draw_arrays_instanced;
    #[error_in_lists] fn glDrawArraysInstancedBaseInstance(mode: u32, first: i32, count: i32, instances: i32, base_instance: u32) => draw_arrays_instanced_base_instance;
    #[records_itself] fn glMultiDrawArrays(mode: u32, first: In<i32>, count: In<i32>, draws: i32) => multi_draw_arrays;
    #[records_itself] fn glMultiModeDrawArraysIBM(
        mode: In<u32>, first: In<i32>, count: In<i32>, draws: i32, mode_stride: i32
    ) => multi_mode_draw_arrays;
    fn glDrawTransformFeedback(mode: u32, id: u32) => draw_transform_feedback;
    fn glDrawTransformFeedbackInstanced(mode: u32, id: u32, instances: i32) => draw_transform_feedback_instanced;
    fn glDrawTransformFeedbackStream(mode: u32, id: u32, stream: u32) => draw_transform_feedback_stream;
    fn glDrawTransformFeedbackStreamInstanced(mode: u32, id: u32, stream: u32, instances: i32) => draw_transform_feedback_stream_instanced;
    alias glDrawArraysInstancedNV = glDrawArraysInstanced;
    alias glDrawTransformFeedbackEXT = glDrawTransformFeedback;
    alias glDrawTransformFeedbackNV = glDrawTransformFeedback;
    alias glDrawTransformFeedbackInstancedEXT = glDrawTransformFeedbackInstanced;
}
