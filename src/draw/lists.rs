//! Display lists: what they hold, as far as it draws, and what calling them submits.
//!
//! While a list is being compiled in a context that may count, its draws come here whether somebody counts or not. A list
//! that was compiled before glmeter saw the context, or by what glmeter does not see (`glXUseXFont`), counts nothing.
//! What the list changes on its way (its program, GL_LIST_BASE) is not followed: the state at the call is taken for all of it.
//! Vertices by which a driver joins the strips of a list, as Mesa does, or closes its loops are not counted.
//! The driver names the list that it compiles by a signed number: what lists of greater names hold is not known.
//! Between glBegin and glEnd, where GL_LIST_BASE cannot be asked, the vertices of lists that glCallLists calls are not counted.

use super::step::Step;
use super::submitted::Runs;
use super::{Reach, perform, reach};
use crate::context::Context;
use crate::entry::In;
use crate::error::{Result, forward};
use crate::gl::{self, GLenum, GLsizei, GLuint, c_void};
use crate::winsys::draws::Counting;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the display lists of a share group hold.
#[derive(Default)]
pub struct Lists(Mutex<BTreeMap<GLuint, Arc<[Step]>>>);

impl Lists {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, Arc<[Step]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a list holds, if that is known.
    pub(super) fn get(&self, list: GLuint) -> Option<Arc<[Step]>> {
        self.lock().get(&list).map(Arc::clone)
    }

    fn insert(&self, list: GLuint, steps: Vec<Step>) {
        self.lock().insert(list, steps.into());
    }

    fn remove(&self, list: GLuint, range: u32) {
        let mut lists = self.lock();
        let gone: Vec<_> = lists.range(list..=list.saturating_add(range - 1)).map(|(list, _)| *list).collect();
        for list in gone {
            lists.remove(&list);
        }
    }
}

/// The list that is being compiled.
pub struct Compiling {
    list: GLuint,
    /// GL_COMPILE_AND_EXECUTE.
    executes: bool,
    steps: Vec<Step>,
    /// A glBegin without its glEnd, and the vertices behind it.
    begun: Option<Runs>,
    /// The draws come to us meanwhile.
    _counting: Counting,
}

impl Compiling {
    fn new(list: GLuint, executes: bool) -> Self {
        let mut counting = Counting::default();
        counting.add();
        Self { list, executes, steps: Vec::new(), begun: None, _counting: counting }
    }

    pub(super) fn list(&self) -> GLuint {
        self.list
    }

    pub(super) fn executes(&self) -> bool {
        self.executes
    }

    /// Whether glBegin is the last that was compiled, but for vertices.
    pub(super) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    pub(super) fn push(&mut self, step: Step) {
        self.open();
        match (self.steps.last_mut(), &step) {
            (Some(Step::Submit(before)), Step::Submit(more)) => before.add(*more),
            _ => self.steps.push(step),
        }
    }

    /// What is between a glBegin and its glEnd besides vertices: the pieces are put together when the list is called.
    fn open(&mut self) {
        if let Some(runs) = self.begun.take() {
            self.steps.push(Step::Begin(runs));
        }
    }

    pub(super) fn begin(&mut self, runs: Runs) {
        self.begun = Some(runs);
    }

    pub(super) fn vertex(&mut self) {
        match (&mut self.begun, self.steps.last_mut()) {
            (Some(runs), _) => runs.vertices(1),
            (None, Some(Step::Vertices(vertices))) => *vertices += 1,
            (None, _) => self.steps.push(Step::Vertices(1)),
        }
    }

    pub(super) fn index(&mut self, index: u32) {
        match &mut self.begun {
            Some(runs) => runs.index(index),
            None => self.vertex(),
        }
    }

    pub(super) fn restart(&mut self) {
        match &mut self.begun {
            Some(runs) => runs.divide(),
            None => self.steps.push(Step::Restart),
        }
    }

    pub(super) fn end(&mut self) {
        match self.begun.take() {
            Some(runs) => self.push(Step::Submit(runs.submitted())),
            None => self.steps.push(Step::End),
        }
    }
}

/// `glNewList`. What the driver rejects begins nothing: INVALID_VALUE for the list 0, INVALID_ENUM for another mode,
/// INVALID_OPERATION while a list is being compiled and between glBegin and glEnd.
pub fn new_list(context: &mut Context, list: GLuint, mode: GLenum) -> Result<()> {
    let begins = list != 0
        && [gl::COMPILE, gl::COMPILE_AND_EXECUTE].contains(&mode)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.provider.list_index() == Some(0);
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
    let Some(index) = context.provider.list_index() else { return forward() };
    if let Some(mut compiling) = context.drawing.compiling.take()
        && i64::from(index) == i64::from(compiling.list)
    {
        compiling.open();
        context.share_group.lists.insert(compiling.list, compiling.steps);
    }
    forward()
}

/// `glDeleteLists`. INVALID_VALUE if `range` is negative, INVALID_OPERATION between glBegin and glEnd. It is never compiled.
pub fn delete_lists(context: &mut Context, list: GLuint, range: GLsizei) -> Result<()> {
    if let Ok(range @ 1..) = u32::try_from(range)
        && may_compile(context)
        && !is_between_begin_and_end(context)
        && context.provider.list_index().is_some()
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

/// A call is what may stand between glBegin and glEnd, too.
fn call(context: &mut Context, steps: impl FnOnce() -> Option<Vec<Step>>) -> Result<()> {
    if context.provider.submitted().is_none() && context.drawing.compiling.is_none() {
        return forward();
    }
    let executes = context.drawing.compiling.as_ref().is_none_or(Compiling::executes);
    let compiling = context.drawing.compiling.is_some();
    let to = match context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(Compiling::has_begun) {
        true => Reach { compiled: compiling, executed: executes },
        false => reach(context),
    };
    perform(context, to, |_| steps());
    forward()
}

/// Whether what lists of this context hold is of interest.
fn may_compile(context: &Context) -> bool {
    context.capabilities.compatibility && context.provider.may_count_draws()
}

/// Whether a glBegin without its glEnd was seen that is carried out; the driver is not asked there.
fn is_between_begin_and_end(context: &Context) -> bool {
    context.drawing.run.is_some() || context.drawing.compiling.as_ref().is_some_and(|compiling| compiling.executes && compiling.has_begun())
}

/// The offsets that glCallLists is given.
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
