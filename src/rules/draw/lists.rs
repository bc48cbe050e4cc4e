//! Display lists: what they hold, as far as it draws, and what calling them submits.
//!
//! While a list is being compiled in a context that may count, its draws come here whether they are counted or not. A list
//! that was compiled before glmeter saw the context, or by what glmeter does not see (`glXUseXFont`), counts nothing.
//! What the list changes on its way (its program, GL_LIST_BASE) is not followed: the state at the call is taken for all of it.
//! Vertices by which a driver joins the strips of a list, as Mesa does, or closes its loops are not counted.
//! The driver names the list that it compiles by a signed number: what lists of greater names hold is not known.
//! Between glBegin and glEnd, where GL_LIST_BASE cannot be asked, the vertices of lists that glCallLists calls are not counted.

use super::{Effect, effect, perform};
use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::Step;
use crate::error::{Result, forward};
use crate::gl::{self, GLenum, GLsizei, GLuint, c_void};
use crate::memory::In;
/// `glNewList`. What the driver rejects begins nothing: INVALID_VALUE for the list 0, INVALID_ENUM for another mode,
/// INVALID_OPERATION while a list is being compiled and between glBegin and glEnd.
pub fn new_list(context: &mut Context, list: GLuint, mode: GLenum) -> Result<()> {
    let begins = list != 0
        && [gl::COMPILE, gl::COMPILE_AND_EXECUTE].contains(&mode)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.driver.list_index() == Some(0);
    if begins {
        context.drawing.compiling = Some(Compiling::new(list, mode == gl::COMPILE_AND_EXECUTE));
    }
    forward()
}

/// `glEndList`: from here on the list holds what was compiled. The driver is asked whether it compiles that list.
pub fn end_list(context: &mut Context) -> Result<()> {
    // Between glBegin and glEnd it is an error, and another glEndList follows.
    if context.drawing.compiling.is_none() || is_between_begin_and_end(context) {
        return forward();
    }
    let Some(index) = context.driver.list_index() else { return forward() };
    if let Some(mut compiling) = context.drawing.compiling.take()
        && i64::from(index) == i64::from(compiling.list)
    {
        compiling.flush_begin();
        context.share_group.lists.insert(compiling.list, compiling.steps);
    }
    forward()
}

/// `glDeleteLists`. INVALID_VALUE if `range` is negative, INVALID_OPERATION between glBegin and glEnd. It is never compiled.
pub fn delete_lists(context: &mut Context, list: GLuint, range: GLsizei) -> Result<()> {
    if let Ok(range @ 1..) = u32::try_from(range)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.driver.list_index().is_some()
    {
        context.share_group.lists.remove(list, range);
    }
    forward()
}

/// `glCallList`.
pub fn call_list(context: &mut Context, list: GLuint) -> Result<()> {
    call(context, || Some(vec![Step::Call(list)]))
}

/// `glCallLists`. INVALID_VALUE if `n` is negative, INVALID_ENUM for what is no type of offsets.
pub fn call_lists(context: &mut Context, n: GLsizei, kind: GLenum, lists: In<c_void>) -> Result<()> {
    call(context, || Some(offsets(n, kind, &lists)?.into_iter().map(Step::CallFromBase).collect()))
}

/// Calls lists, which may stand between glBegin and glEnd, too.
fn call(context: &mut Context, steps: impl FnOnce() -> Option<Vec<Step>>) -> Result<()> {
    if context.driver.submitted().is_none() && context.drawing.compiling.is_none() {
        return forward();
    }
    let executes = context.drawing.compiling.as_ref().is_none_or(Compiling::executes);
    let compiling = context.drawing.compiling.is_some();
    let to = match context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        true => Effect { compiled: compiling, executed: executes },
        false => effect(context),
    };
    perform(context, to, |_| steps());
    forward()
}

/// Returns true if what lists of this context hold is of interest.
fn may_compile(context: &Context) -> bool {
    context.capabilities.compatibility && context.driver.may_count_draws()
}

/// Returns true if a glBegin without its glEnd was seen that is carried out; the driver is not asked there.
fn is_between_begin_and_end(context: &Context) -> bool {
    context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(|compiling| compiling.executes && compiling.has_begun())
}

/// Returns the offsets that glCallLists is given.
fn offsets(n: GLsizei, kind: GLenum, lists: &In<c_void>) -> Option<Vec<GLuint>> {
    let size = match kind {
        gl::BYTE | gl::UNSIGNED_BYTE => 1,
        gl::SHORT | gl::UNSIGNED_SHORT | gl::_2_BYTES => 2,
        gl::_3_BYTES => 3,
        gl::INT | gl::UNSIGNED_INT | gl::FLOAT | gl::_4_BYTES => 4,
        _ => return None,
    };
    let mut bytes = vec![0; usize::try_from(n).ok()?.checked_mul(size)?];
    if !lists.copy(0, &mut bytes) {
        return None;
    }
    Some(bytes.chunks_exact(size).map(|bytes| offset(kind, bytes)).collect())
}

fn offset(kind: GLenum, bytes: &[u8]) -> GLuint {
    match (kind, bytes) {
        (gl::BYTE, &[a]) => i32::from(a as i8) as GLuint,
        (gl::SHORT, &[a, b]) => i32::from(i16::from_ne_bytes([a, b])) as GLuint,
        (gl::UNSIGNED_SHORT, &[a, b]) => GLuint::from(u16::from_ne_bytes([a, b])),
        (gl::FLOAT, &[a, b, c, d]) => f32::from_ne_bytes([a, b, c, d]).floor() as i32 as GLuint,
        (gl::INT | gl::UNSIGNED_INT, &[a, b, c, d]) => GLuint::from_ne_bytes([a, b, c, d]),
        // One unsigned byte, or the most significant byte first.
        (_, _) => bytes.iter().fold(0, |offset, byte| offset << 8 | GLuint::from(*byte)),
    }
}
