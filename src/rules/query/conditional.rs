//! Conditional rendering and its use of query objects [CQ-14 CQ-30 CQ-85].

use super::list_tracking::outside_begin_end;
use crate::context::Context;
use crate::error::{Error, Result, forward};
use crate::gl::{self, GLenum, GLuint};
use crate::rules::observe;

/// `glBeginConditionalRender`. The driver checks for errors; glmeter records the query of a legal command until the end.
pub fn begin_conditional_render(context: &mut Context, id: GLuint, mode: GLenum) -> Result<()> {
    observe::query(context);
    outside_begin_end(context)?;
    let last = if context.capabilities.inverted_conditions { gl::QUERY_BY_REGION_NO_WAIT_INVERTED } else { gl::QUERY_BY_REGION_NO_WAIT };
    let known_mode = (gl::QUERY_WAIT..=last).contains(&mode);
    // "INVALID_OPERATION is generated if BeginConditionalRender is called while conditional rendering is in progress": the driver raises
    // this error itself unless the active conditional rendering is hidden from it.
    if known_mode && !context.queries.compiling && context.driver.has_hidden_condition() {
        return Err(Error::InvalidOperation.into());
    }
    let legal = context.queries.condition == 0
        && known_mode
        && context.queries.get(id).is_some_and(|query| query.slot.is_none() && query.target().is_some_and(|target| target.is_condition()));
    if !legal || context.queries.compiling || context.queries.untracked {
        return forward();
    }
    context.driver.begin_conditional_render(id, mode);
    context.queries.condition = id;
    Ok(())
}

/// `glEndConditionalRender`: "the object is not deleted until it is no longer in use", which is now [CQ-14].
pub fn end_conditional_render(context: &mut Context) -> Result<()> {
    outside_begin_end(context)?;
    let id = context.queries.condition;
    if id == 0 || context.queries.compiling {
        return forward();
    }
    context.driver.end_conditional_render();
    context.queries.condition = 0;
    if context.queries.entry(id).deleted {
        context.queries.remove(id);
        context.driver.delete_queries(&[id]);
    }
    Ok(())
}
