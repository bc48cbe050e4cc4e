//! Display lists: tracks the draws that they contain, and counts them when they are called.
//!
//! While a list is being compiled in a context that may count draws, all its draws reach glmeter. The limits:
//! - A list that was compiled before glmeter saw the context, or by `glXUseXFont`, counts nothing.
//! - State changes inside a list (program, GL_LIST_BASE) are ignored: the state at the call holds for the whole list.
//! - Vertices that a driver inserts to join strips, as Mesa does, or to close loops do not count.
//! - The driver reports the list under compilation as a signed number: lists with greater names count nothing.
//! - Between glBegin and glEnd, where GL_LIST_BASE cannot be read, vertices of lists that glCallLists calls do not count.

use super::{Effect, effect, perform};
use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::Step;
use crate::error::{Result, forward};
use crate::gl::{self, GLenum, GLsizei, GLuint, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use crate::rules::observe;

/// `glNewList`. Begins no list if the driver rejects the command: INVALID_VALUE for the list 0, INVALID_ENUM for an unknown mode,
/// INVALID_OPERATION while a list is being compiled and between glBegin and glEnd.
pub fn new_list(context: &mut Context, list: GLuint, mode: GLenum) -> Result<()> {
    observe::new_list(context, list, mode);
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

/// `glEndList`: stores the compiled steps, if the driver confirms that it compiles that list.
pub fn end_list(context: &mut Context) -> Result<()> {
    observe::end_list(context);
    // Between glBegin and glEnd the command is an error; another glEndList will follow.
    if context.drawing.compiling.is_none() || is_between_begin_and_end(context) {
        return forward();
    }
    let Some(index) = context.driver.list_index() else { return forward() };
    if let Some(compiling) = context.drawing.compiling.take()
        && i64::from(index) == i64::from(compiling.list)
    {
        context.share_group.lists.insert(compiling);
    }
    forward()
}

/// `glDeleteLists`, which is never compiled. INVALID_VALUE if `range` is negative, INVALID_OPERATION between glBegin and glEnd.
pub fn delete_lists(context: &mut Context, list: GLuint, range: GLsizei) -> Result<()> {
    if let Ok(range @ 1..) = u32::try_from(range) {
        context.share_group.draws_in_lists.remove(list, range);
    }
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
    observe::call_lists(context, [list]);
    call(context, || Some(vec![Step::Call(list)]))
}

/// `glCallLists`. INVALID_VALUE if `n` is negative, INVALID_ENUM for an unknown type.
pub fn call_lists(context: &mut Context, n: GLsizei, kind: GLenum, lists: In<c_void>) -> Result<()> {
    if is_observed()
        && !context.observation.inside_begin_end
        && let Some(offsets) = offsets(n, kind, &lists)
    {
        let base = context.driver.get_integer64(gl::LIST_BASE) as GLuint;
        observe::call_lists(context, offsets.map(|offset| base.wrapping_add(offset)));
    }
    call(context, || {
        let offsets = offsets(n, kind, &lists)?;
        // Without memory for so many steps the lists are not counted.
        let mut steps = Vec::new();
        steps.try_reserve_exact(usize::try_from(n).ok()?).ok()?;
        steps.extend(offsets.map(Step::CallFromBase));
        Some(steps)
    })
}

/// Calls lists, which is also allowed between glBegin and glEnd.
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

/// Returns true if lists of this context must be tracked.
fn may_compile(context: &Context) -> bool {
    context.capabilities.compatibility && context.driver.may_count_draws()
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
