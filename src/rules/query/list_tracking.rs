//! Tracking of display lists and of glBegin/glEnd in compatibility contexts. Lists execute query commands that glmeter does not see
//! [CQ-35]; between glBegin and glEnd query commands are errors [CQ-34]. In a lost context every command is an error [CQ-83].

use super::value::ResultType;
use crate::context::Context;
use crate::context::namespace::{NameState, Query};
use crate::driver::Driver;
use crate::error::{Result, Stop};
use crate::gl::{self, GLenum, GLuint};
use crate::memory::Out;
use crate::target::Target;

/// Checks, first in every query command, that a compatibility context is not between glBegin and glEnd: there "INVALID_OPERATION is
/// generated" and the command has no effect [CQ-34]. Also records whether a display list is being compiled, which only the driver can do
/// [CQ-35]. The check costs one Get; intercepting every glBegin instead would cost programs that never use a query.
///
/// The Get also fails in a lost context: "subsequent GL commands on that context … will generate a CONTEXT_LOST error" and have no
/// effects, although glmeter could answer some of them from its own state [CQ-83].
#[inline]
pub(crate) fn outside_begin_end(context: &mut Context) -> Result<()> {
    if context.capabilities.compatibility {
        context.queries.compiling = context.driver.list_index().ok_or(Stop::Raised)? != 0;
    } else if context.capabilities.can_be_lost && !context.driver.answers() {
        return Err(Stop::Raised);
    }
    Ok(())
}

/// Writes the availability of a result in a lost context, after the driver rejected the command.
///
/// "Any commands which might cause a polling application to block indefinitely will generate a CONTEXT_LOST error, but will also return a
/// value indicating completion to the application", such as "GetQueryObjectuiv with pname QUERY_RESULT_AVAILABLE", which "ignores the
/// other parameters and returns TRUE in params" [CQ-83]; so do its three siblings. Between glBegin and glEnd the command only generates the
/// driver's error.
#[cold]
pub(super) fn complete_if_lost<T: ResultType>(context: &mut Context, pname: GLenum, mut params: Out<T>, stop: Stop) -> Stop {
    // With a buffer bound to GL_QUERY_BUFFER, `params` is an offset.
    if pname == gl::QUERY_RESULT_AVAILABLE && context.query_buffer == 0 && context.is_lost() {
        params.write(T::saturate(u64::from(gl::TRUE)));
    }
    stop
}

/// Returns true if a command that changes queries must be forwarded: the driver is compiling it now, which makes glmeter's state of `id`
/// unreliable, or has compiled such a command before [CQ-35].
#[inline]
pub(super) fn must_forward(context: &mut Context, id: GLuint) -> bool {
    if context.queries.compiling {
        context.queries.untracked = true;
    }
    if context.queries.untracked && id != 0 && context.queries.get(id).is_some_and(|query| query.slot.is_none()) {
        context.queries.entry(id).state = NameState::Foreign;
        context.driver.leave_to_driver(id);
    }
    context.queries.untracked
}

/// Returns true if an EndQuery must be forwarded. An emulated query is ended here even if lists were compiled meanwhile.
#[cold]
pub(super) fn end_must_forward(context: &mut Context, target: Target, index: GLuint) -> bool {
    let active_is_emulated = active_is_emulated(context, target, index);
    must_forward(context, 0) && (context.queries.compiling || !active_is_emulated)
}

/// Returns true if glmeter emulates the target's active query, so that the driver does not know of it.
pub(super) fn active_is_emulated(context: &Context, target: Target, index: GLuint) -> bool {
    target.slot(index).is_some_and(|slot| {
        context.queries.active_target(slot) == Some(target) && !context.driver.driver_has_result(context.queries.active(slot), target)
    })
}

/// Returns true if glmeter rather than the driver has the object's value.
pub(super) fn has_own_value(id: GLuint, query: &Query, driver: &dyn Driver) -> bool {
    query.target().is_some_and(|target| !query.issued || !driver.driver_has_result(id, target))
}

/// Returns true if the slot's query is still active in the driver too. In a compatibility context the driver may have rejected a command
/// between glBegin and glEnd [CQ-34], so this asks it before an error is raised, and ends the query here if it is not active.
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

/// Returns true if the program began a query of this target before glmeter saw the context, so that the driver ends it.
#[cold]
pub(super) fn begun_before(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    context.queries.late && context.queries.active(slot) == 0 && context.driver.current_query(target.token(), index) != 0
}

/// Returns true if a display list began a query of this target [CQ-35]. From then on queries are untracked.
#[cold]
pub(super) fn begun_by_a_list(context: &mut Context, target: Target, index: GLuint, slot: usize) -> bool {
    if !context.capabilities.compatibility || context.queries.active(slot) != 0 {
        return false;
    }
    let begun = context.driver.current_query(target.token(), index) != 0;
    context.queries.untracked |= begun;
    begun
}
