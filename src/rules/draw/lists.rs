//! Display lists: tracks the draws that they contain, and counts them when they are called. Executes the query commands in them whose targets
//! the driver does not measure.
//!
//! The driver compiles a list that may contain such commands in parts, each a list of its own, and then a list of this name that calls the parts.
//! So a call of the list draws everything however it reaches the driver, and glmeter can call the parts with the query commands between
//! them. A list is in parts if the context has query names when its compilation begins, if some list of the share group contains query
//! commands, or if the list is executed too; parts end at a query command and at a call of a list. The query commands of other lists are executed before the list
//! (glBeginQuery) or after it (glEndQuery, glQueryCounter).
//!
//! While a list is being compiled in a context that may count draws, all its draws reach glmeter. The limits:
//! - A list that was compiled before glmeter saw the context, or by `glXUseXFont`, counts nothing.
//! - State changes inside a list (program, GL_LIST_BASE) are ignored: the state at the call holds for the whole list.
//! - Vertices that a driver inserts to join strips, as Mesa does, or to close loops do not count.
//! - The driver reports the list under compilation as a signed number: lists with greater names count nothing.
//! - Between glBegin and glEnd, where GL_LIST_BASE cannot be read, vertices of lists that glCallLists calls do not count.

use super::execute::{self, call_in_parts};
use super::{Effect, effect, perform};
use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::{Callee, Step};
use crate::error::{NO_MEMORY, Result, forward};
use crate::gl::{self, GLenum, GLsizei, GLuint, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use crate::rules::observe;
use crate::rules::query::lists::{begin_part, divide, emulates_queries};

/// `glNewList`. Begins no list if the driver rejects the command: INVALID_VALUE for the list 0, INVALID_ENUM for an unknown mode,
/// INVALID_OPERATION while a list is being compiled and between glBegin and glEnd.
pub fn new_list(context: &mut Context, list: GLuint, mode: GLenum) -> Result<()> {
    observe::lists::new_list(context, list, mode);
    let begins = list != 0
        && [gl::COMPILE, gl::COMPILE_AND_EXECUTE].contains(&mode)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.driver.list_index() == Some(0);
    if !begins {
        return forward();
    }
    let mut compiling = Compiling::new(list, mode == gl::COMPILE_AND_EXECUTE);
    // A list that is executed too is always in parts: query commands cannot be executed while the driver compiles.
    let may_have_queries =
        emulates_queries(context) && (compiling.executes || context.queries.has_names() || context.share_group.lists.have_queries());
    if may_have_queries {
        begin_part(context, &mut compiling);
    }
    context.drawing.compiling = Some(compiling);
    if may_have_queries { Ok(()) } else { forward() }
}

/// `glEndList`: stores the compiled steps, if the driver confirms that it compiles that list or a part of it.
pub fn end_list(context: &mut Context) -> Result<()> {
    observe::lists::end_list(context);
    // Between glBegin and glEnd the command is an error; another glEndList will follow.
    if context.drawing.compiling.is_none() || is_between_begin_and_end(context) {
        return forward();
    }
    let Some(index) = context.driver.list_index() else { return forward() };
    if let Some(mut compiling) = context.drawing.compiling.take()
        && i64::from(index) == i64::from(compiling.list_of_driver())
    {
        let (list, is_in_parts) = (compiling.list, compiling.is_in_parts());
        if is_in_parts {
            context.driver.end_list();
            compiling.end_part();
        }
        let contents = compiling.contents();
        let is_known = contents.is_some();
        if is_in_parts {
            define_by_parts(context, list, contents.as_ref().map_or(&[], |contents| &contents.steps));
        }
        let former_parts = context.share_group.lists.insert(list, contents);
        former_parts.into_iter().for_each(|part| context.driver.delete_list(part));
        if is_in_parts {
            // Without memory for the names of its parts the list is empty.
            return if is_known { Ok(()) } else { Err(NO_MEMORY.into()) };
        }
    }
    forward()
}

/// Defines a list in the driver that calls the parts and the lists between them.
fn define_by_parts(context: &mut Context, list: GLuint, steps: &[Step]) {
    context.driver.new_list(list, gl::COMPILE);
    for step in steps {
        match step {
            Step::Part(part) => context.driver.call_list(*part),
            Step::CallBetweenParts(Callee::List(list)) => context.driver.call_list(*list),
            Step::CallBetweenParts(Callee::FromBase(offset)) => context.driver.call_list_from_base(*offset),
            _ => {}
        }
    }
    context.driver.end_list();
}

/// `glDeleteLists`, which is never compiled. INVALID_VALUE if `range` is negative, INVALID_OPERATION between glBegin and glEnd.
pub fn delete_lists(context: &mut Context, list: GLuint, range: GLsizei) -> Result<()> {
    if let Ok(range @ 1..) = u32::try_from(range) {
        context.share_group.listed_work.remove(list, range);
    }
    if let Ok(range @ 1..) = u32::try_from(range)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.driver.list_index().is_some()
    {
        let parts = context.share_group.lists.remove(list, range);
        parts.into_iter().for_each(|part| context.driver.delete_list(part));
    }
    forward()
}

/// `glCallList`.
pub fn call_list(context: &mut Context, list: GLuint) -> Result<()> {
    observe::lists::call_lists(context, &[Callee::List(list)]);
    call(context, || Some(vec![Callee::List(list)]))
}

/// `glCallLists`. INVALID_VALUE if `n` is negative, INVALID_ENUM for an unknown type.
pub fn call_lists(context: &mut Context, n: GLsizei, kind: GLenum, lists: In<c_void>) -> Result<()> {
    let callees = || {
        let offsets = offsets(n, kind, &lists)?;
        // Without memory for so many steps the lists are not counted.
        let mut callees = Vec::new();
        callees.try_reserve_exact(usize::try_from(n).ok()?).ok()?;
        callees.extend(offsets.map(Callee::FromBase));
        Some(callees)
    };
    if is_observed()
        && !context.observation.inside_begin_end
        && let Some(callees) = callees()
    {
        observe::lists::call_lists(context, &callees);
    }
    call(context, callees)
}

/// Calls lists, which is also allowed between glBegin and glEnd.
fn call(context: &mut Context, callees: impl Fn() -> Option<Vec<Callee>>) -> Result<()> {
    if let Some(compiling) = context.drawing.compiling.take_if(|compiling| compiling.is_in_parts() && !compiling.has_begun()) {
        return call_between_parts(context, compiling, callees());
    }
    // Between glBegin and glEnd query commands are errors, and GL_LIST_BASE cannot be read.
    if context.drawing.compiling.is_none()
        && !context.drawing.is_begun
        && context.share_group.lists.have_parts()
        && let Some(callees) = callees()
    {
        for callee in callees {
            if !call_in_parts(context, callee) {
                execute::call(context, callee);
            }
        }
        return Ok(());
    }
    if context.driver.submitted().is_none() && context.drawing.compiling.is_none() {
        return forward();
    }
    let executes = context.drawing.compiling.as_ref().is_none_or(Compiling::executes);
    let compiling = context.drawing.compiling.is_some();
    let to = match context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        true => Effect { compiled: compiling, executed: executes },
        false => effect(context),
    };
    perform(context, to, |_| {
        let step = |callee| match callee {
            Callee::List(list) => Step::Call(list),
            Callee::FromBase(offset) => Step::CallFromBase(offset),
        };
        Some(callees()?.into_iter().map(step).collect::<Vec<_>>())
    });
    forward()
}

/// Compiles calls of lists into a list that the driver compiles in parts. Forwards calls that are errors.
fn call_between_parts(context: &mut Context, compiling: Compiling, callees: Option<Vec<Callee>>) -> Result<()> {
    context.drawing.compiling = Some(compiling);
    let Some(callees) = callees else { return forward() };
    for callee in callees {
        let Some(compiling) = context.drawing.compiling.take() else { return Ok(()) };
        divide(context, compiling, Step::CallBetweenParts(callee), |context| {
            if !call_in_parts(context, callee) {
                execute::call(context, callee);
            }
        });
    }
    Ok(())
}

/// Returns true if lists of this context must be tracked.
fn may_compile(context: &Context) -> bool {
    context.capabilities.compatibility && (context.driver.may_count_draws() || emulates_queries(context))
}

/// Returns true after an executed glBegin without its glEnd. Does not call the driver.
fn is_between_begin_and_end(context: &Context) -> bool {
    context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(|compiling| compiling.executes && compiling.has_begun())
}

/// Returns the offsets in glCallLists' array one by one; `None` if the command is an error or there is no array.
fn offsets(n: GLsizei, kind: GLenum, lists: &In<c_void>) -> Option<impl Iterator<Item = GLuint>> {
    let size = match kind {
        gl::BYTE | gl::UNSIGNED_BYTE => 1,
        gl::SHORT | gl::UNSIGNED_SHORT | gl::_2_BYTES => 2,
        gl::_3_BYTES => 3,
        gl::INT | gl::UNSIGNED_INT | gl::FLOAT | gl::_4_BYTES => 4,
        _ => return None,
    };
    let count = usize::try_from(n).ok()?;
    let mut bytes = [0; 4];
    if lists.is_null() || !lists.copy(0, bytes.get_mut(..0)?) {
        return None;
    }
    Some((0..count).map_while(move |number| {
        let bytes = bytes.get_mut(..size)?;
        lists.copy(number.checked_mul(size)?, bytes).then(|| offset(kind, bytes))
    }))
}

/// Converts one offset of glCallLists' array.
fn offset(kind: GLenum, bytes: &[u8]) -> GLuint {
    match (kind, bytes) {
        (gl::BYTE, &[a]) => i32::from(a as i8) as GLuint,
        (gl::SHORT, &[a, b]) => i32::from(i16::from_ne_bytes([a, b])) as GLuint,
        (gl::UNSIGNED_SHORT, &[a, b]) => GLuint::from(u16::from_ne_bytes([a, b])),
        (gl::FLOAT, &[a, b, c, d]) => f32::from_ne_bytes([a, b, c, d]).floor() as i32 as GLuint,
        (gl::INT | gl::UNSIGNED_INT, &[a, b, c, d]) => GLuint::from_ne_bytes([a, b, c, d]),
        // An unsigned byte, or GL_n_BYTES with the most significant byte first.
        (_, _) => bytes.iter().fold(0, |offset, byte| offset << 8 | GLuint::from(*byte)),
    }
}
