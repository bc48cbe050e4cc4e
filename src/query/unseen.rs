//! What the driver does that glmeter does not see: display lists run query commands, and between glBegin and glEnd it
//! rejects them [CQ-34 CQ-35]. Compatibility contexts alone have either.

use super::namespace::{Query, State};
use super::target::Target;
use crate::context::Context;
use crate::error::{Result, Stop};
use crate::gl::GLuint;
use crate::provider::Provider;

/// What every query command of a compatibility context does first: between glBegin and glEnd "INVALID_OPERATION is
/// generated" and nothing happens [CQ-34], and while a display list is being compiled only the driver can compile [CQ-35].
/// Asking costs a Get; to see every glBegin instead would cost programs that never use a query.
#[inline]
pub(crate) fn outside_begin_end(context: &mut Context) -> Result<()> {
    if context.capabilities.compatibility {
        context.queries.compiling = context.provider.list_index().ok_or(Stop::Raised)? != 0;
    }
    Ok(())
}

/// Whether a command that changes queries must go to the driver as it is: because it is being compiled, after which no
/// record of `id` can be trusted, or because that happened before [CQ-35].
#[inline]
pub(super) fn leave_to_host(context: &mut Context, id: GLuint) -> bool {
    if context.queries.compiling {
        context.queries.host_alone_knows = true;
    }
    if context.queries.host_alone_knows && id != 0 && context.queries.get(id).is_some_and(|query| query.slot.is_none()) {
        context.queries.entry(id).state = State::Foreign;
        context.provider.leave_to_driver(id);
    }
    context.queries.host_alone_knows
}

/// Whether an EndQuery goes to the driver as it is. What was begun here is ended here, whatever was compiled meanwhile.
#[cold]
pub(super) fn end_is_the_hosts(context: &mut Context, target: Target, index: GLuint) -> bool {
    let begun_here = begun_here(context, target, index);
    leave_to_host(context, 0) && (context.queries.compiling || !begun_here)
}

/// Whether the target's active query is one that was begun here and that the driver knows nothing of.
pub(super) fn begun_here(context: &Context, target: Target, index: GLuint) -> bool {
    target.slot(index).is_some_and(|slot| {
        context.queries.active_target(slot) == Some(target) && !context.provider.driver_has_result(context.queries.active(slot), target)
    })
}

/// Whether the object's value is one that the driver does not have, and no display list was compiled that would give it one.
pub(super) fn is_kept_here(id: GLuint, query: &Query, provider: &dyn Provider) -> bool {
    query.target().is_some_and(|target| !query.issued || !provider.driver_has_result(id, target))
}

/// Whether the driver, too, holds the slot's query to be active. A compatibility context rejects commands between
/// glBegin and glEnd without our seeing it [CQ-34], so there the driver is asked before an error is raised.
#[cold]
pub(super) fn still_active(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    if !context.capabilities.compatibility {
        return true;
    }
    let holder = context.queries.active_target(slot).unwrap_or(target);
    if context.provider.current_query(holder.token(), index) == context.queries.active(slot) {
        return true;
    }
    context.queries.end(slot);
    false
}

/// Whether a display list that was called began a query of this target [CQ-35]; then the driver alone knows from here on.
#[cold]
pub(super) fn begun_unseen(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    if !context.capabilities.compatibility || context.queries.active(slot) != 0 {
        return false;
    }
    let unseen = context.provider.current_query(target.token(), index) != 0;
    context.queries.host_alone_knows |= unseen;
    unseen
}
