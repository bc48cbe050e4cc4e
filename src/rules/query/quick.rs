//! The quick ways of the most frequent query commands: those that need nothing but glmeter's own state and, at their end, the driver's command of the
//! same arguments.
//!
//! They decide by that state alone: they call no driver, take no lock, and read and write no file, so that no thread is cancelled in them and dispatch need not
//! prevent it. What they leave ([`Next::Handle`]), and each error, is the handlers' work. Contexts without [`Context::is_quick`] never come here: those of the
//! compatibility profile and those that can be lost, whose driver is asked before each command.

use super::value::ResultType;
use crate::clock;
use crate::context::Context;
use crate::gl::{self, GLenum, GLuint};
use crate::memory::Out;
use crate::target::Target;
use glmeter_abi::allocator;

/// What dispatch does after the quick way of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the command is complete.
    Return,
    /// Calls the driver's command with the application's arguments, which completes the command.
    Call,
    /// Runs the ordinary handler. Nothing has changed.
    Handle,
}

/// `glBeginQuery` of a query that the driver runs under its own name.
#[inline]
pub fn begin_query(context: &mut Context, token: GLenum, id: GLuint) -> Next {
    let Context { queries, driver, capabilities, .. } = context;
    let Some(target) = Target::from_token(token).filter(|target| capabilities.targets.contains(*target)) else { return Next::Handle };
    let Some(slot) = target.slot(0).filter(|_| !allocator::is_short()) else { return Next::Handle };
    let condition = queries.condition;
    let (query, holder) = queries.name_and_slot(id, slot);
    let Some(query) = query.filter(|query| holder.0 == 0 && id != condition && query.may_become(target)) else { return Next::Handle };
    if !driver.begin_directly(target, slot, id) {
        return Next::Handle;
    }
    query.issue(target);
    if target == Target::TIME_ELAPSED {
        query.begun = clock::now();
    }
    query.slot = Some(slot as u8);
    *holder = (id, target);
    Next::Call
}

/// `glEndQuery` of a query that the driver runs under its own name.
#[inline]
pub fn end_query(context: &mut Context, token: GLenum) -> Next {
    let Context { queries, driver, .. } = context;
    let Some((target, slot)) = Target::from_token(token).and_then(|target| Some((target, target.slot(0)?))) else { return Next::Handle };
    let (query, holder) = queries.holder(slot);
    let Some(query) = query.filter(|_| holder.1 == target) else { return Next::Handle };
    if !driver.end_directly(slot) {
        return Next::Handle;
    }
    query.slot = None;
    holder.0 = 0;
    Next::Call
}

/// `glGetQueryObject{iv,uiv,i64v,ui64v}` of what is known already.
#[inline]
pub fn get_query_object<T: ResultType>(context: &mut Context, id: GLuint, pname: GLenum, mut params: Out<T>) -> Next {
    let known = context.queries.get(id).filter(|query| query.slot.is_none() && query.target().is_some() && context.query_buffer == 0);
    let value = known.and_then(|query| match pname {
        gl::QUERY_RESULT => query.result,
        gl::QUERY_RESULT_AVAILABLE => query.available.then_some(u64::from(gl::TRUE)),
        _ => None,
    });
    let Some(value) = value else { return Next::Handle };
    params.write(T::saturate(value));
    Next::Return
}
