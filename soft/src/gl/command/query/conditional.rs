//! Conditional rendering. Results are known when it begins, so waiting or not makes no difference.

use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::query::Conditional;
use crate::tokens::*;

/// Implements glBeginConditionalRender.
pub(super) fn begin_conditional_render(context: &mut Context, name: u32, mode: u32) -> Result<()> {
    let inverted = match mode {
        GL_QUERY_WAIT | GL_QUERY_NO_WAIT | GL_QUERY_BY_REGION_WAIT | GL_QUERY_BY_REGION_NO_WAIT => false,
        GL_QUERY_WAIT_INVERTED | GL_QUERY_NO_WAIT_INVERTED | GL_QUERY_BY_REGION_WAIT_INVERTED | GL_QUERY_BY_REGION_NO_WAIT_INVERTED => true,
        _ => return Err(GL_INVALID_ENUM),
    };
    if context.queries.conditional.is_some() {
        return Err(GL_INVALID_OPERATION);
    }
    let query = context.queries.queries.get(name).ok_or(GL_INVALID_VALUE)?;
    let allowed = matches!(
        query.target,
        GL_SAMPLES_PASSED
            | GL_ANY_SAMPLES_PASSED
            | GL_ANY_SAMPLES_PASSED_CONSERVATIVE
            | GL_TRANSFORM_FEEDBACK_OVERFLOW
            | GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW
    );
    if query.active || !allowed {
        return Err(GL_INVALID_OPERATION);
    }
    context.queries.conditional = Some(Conditional { name, discard: (query.result == 0) != inverted });
    Ok(())
}

/// Implements glEndConditionalRender.
pub(super) fn end_conditional_render(context: &mut Context) -> Result<()> {
    context.queries.conditional.take().map(|_| ()).ok_or(GL_INVALID_OPERATION)
}

commands! {
    fn glBeginConditionalRender(id: u32, mode: u32) => begin_conditional_render;
    fn glEndConditionalRender() => end_conditional_render;
    alias glBeginConditionalRenderNV = glBeginConditionalRender;
    alias glEndConditionalRenderNV = glEndConditionalRender;
}
