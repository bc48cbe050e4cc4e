//! List and Begin/End tracking: display lists run query commands that glmeter does not see, and between glBegin and glEnd it
//! rejects them [CQ-34 CQ-35]. Compatibility contexts alone have either. A context that is lost rejects every command [CQ-83].

use super::value::ResultType;
use crate::context::Context;
use crate::context::namespace::{Query, State};
use crate::driver::Driver;
use crate::error::{Result, Stop};
use crate::gl::{self, GLenum, GLuint};
use crate::memory::Out;
use crate::target::Target;

/// Checks what every query command of a compatibility context checks first: between glBegin and glEnd "INVALID_OPERATION is
/// generated" and nothing happens [CQ-34], and while a display list is being compiled only the driver can compile [CQ-35].
/// Asking costs a Get; to see every glBegin instead would cost programs that never use a query.
///
/// The Get also fails in a lost context: "subsequent GL commands on that context … will generate a CONTEXT_LOST error" and have no
/// effects, although glmeter could answer some of them from its own records [CQ-83].
#[inline]
pub(crate) fn outside_begin_end(context: &mut Context) -> Result<()> {
    if context.capabilities.compatibility {
        context.queries.compiling = context.driver.list_index().ok_or(Stop::Raised)? != 0;
    } else if context.capabilities.can_be_lost && !context.driver.answers() {
        return Err(Stop::Raised);
    }
    Ok(())
}

/// Completes a command that the driver rejects. "Any commands which might cause a polling application to block indefinitely will
/// generate a CONTEXT_LOST error, but will also return a value indicating completion to the application", such as
/// "GetQueryObjectuiv with pname QUERY_RESULT_AVAILABLE", which "ignores the other parameters and returns TRUE in params" [CQ-83];
/// so do its three siblings. Between glBegin and glEnd the command has no effect but the driver's error.
#[cold]
pub(super) fn complete_if_lost<T: ResultType>(context: &mut Context, pname: GLenum, mut params: Out<T>, stop: Stop) -> Stop {
    // With a buffer bound to GL_QUERY_BUFFER, `params` is no memory.
    if pname == gl::QUERY_RESULT_AVAILABLE && context.query_buffer == 0 && context.is_lost() {
        params.write(T::saturate(u64::from(gl::TRUE)));
    }
    stop
}

/// Returns true if a command that changes queries must go to the driver as it is: because it is being compiled, after which no
/// record of `id` can be trusted, or because that happened before [CQ-35].
#[inline]
pub(super) fn leave_to_host(context: &mut Context, id: GLuint) -> bool {
    if context.queries.compiling {
        context.queries.untracked = true;
    }
    if context.queries.untracked && id != 0 && context.queries.get(id).is_some_and(|query| query.slot.is_none()) {
        context.queries.entry(id).state = State::Foreign;
        context.driver.leave_to_driver(id);
    }
    context.queries.untracked
}

/// Returns true if an EndQuery goes to the driver as it is. What was begun here is ended here, whatever was compiled meanwhile.
#[cold]
pub(super) fn end_is_the_hosts(context: &mut Context, target: Target, index: GLuint) -> bool {
    let begun_here = begun_here(context, target, index);
    leave_to_host(context, 0) && (context.queries.compiling || !begun_here)
}

/// Returns true if the target's active query is one that was begun here and that the driver knows nothing of.
pub(super) fn begun_here(context: &Context, target: Target, index: GLuint) -> bool {
    target.slot(index).is_some_and(|slot| {
        context.queries.active_target(slot) == Some(target) && !context.driver.driver_has_result(context.queries.active(slot), target)
    })
}

/// Returns true if the object's value is one that the driver does not have, and no display list was compiled that would give it one.
pub(super) fn is_kept_here(id: GLuint, query: &Query, driver: &dyn Driver) -> bool {
    query.target().is_some_and(|target| !query.issued || !driver.driver_has_result(id, target))
}

/// Returns true if the driver, too, holds the slot's query to be active. A compatibility context rejects commands between
/// glBegin and glEnd unseen [CQ-34], so there the driver is asked before an error is raised.
#[cold]
pub(super) fn still_active(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    if !context.capabilities.compatibility {
        return true;
    }
    let holder = context.queries.active_target(slot).unwrap_or(target);
    if context.driver.current_query(holder.token(), index) == context.queries.active(slot) {
        return true;
    }
    context.queries.end(slot);
    false
}

/// Returns true if a display list that was called began a query of this target [CQ-35]; then the driver alone knows from here on.
#[cold]
pub(super) fn begun_by_a_list(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    if !context.capabilities.compatibility || context.queries.active(slot) != 0 {
        return false;
    }
    let begun = context.driver.current_query(target.token(), index) != 0;
    context.queries.untracked |= begun;
    begun
}
