//! The draws that display lists contain.

use super::step::Step;
use super::submitted::Runs;
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The draws in the display lists of a share group, by list name.
#[derive(Default)]
pub struct Lists(Mutex<BTreeMap<GLuint, Arc<Vec<Step>>>>);

impl Lists {
    /// Locks the map, ignoring poisoning.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, Arc<Vec<Step>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the steps of a list, if glmeter saw its compilation.
    pub(crate) fn get(&self, list: GLuint) -> Option<Arc<Vec<Step>>> {
        self.lock().get(&list).map(Arc::clone)
    }

    /// Sets the steps of a list that has been compiled. Those for which there was no memory are unknown.
    pub(crate) fn insert(&self, mut compiling: Compiling) {
        compiling.flush_begin();
        if compiling.is_lost {
            self.lock().remove(&compiling.list);
        } else {
            self.lock().insert(compiling.list, Arc::new(compiling.steps));
        }
    }

    /// Removes `range` lists from `list` on; `range` must not be 0.
    pub(crate) fn remove(&self, list: GLuint, range: u32) {
        self.lock().retain(|known, _| !(list..=list.saturating_add(range - 1)).contains(known));
    }
}

/// The number of draws in the display lists of a share group that were compiled while a report was wanted.
#[derive(Default)]
pub struct DrawsInLists(Mutex<BTreeMap<GLuint, u64>>);

impl DrawsInLists {
    /// The most lists whose draws are kept.
    const MOST: usize = 1 << 16;

    /// Locks the map, ignoring poisoning.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of draws in a list, if it is known.
    pub(crate) fn get(&self, list: GLuint) -> Option<u64> {
        self.lock().get(&list).copied()
    }

    /// Sets the number of draws in a list. Ignores new lists beyond [`Self::MOST`].
    pub(crate) fn insert(&self, list: GLuint, draws: u64) {
        let mut lists = self.lock();
        if lists.len() < Self::MOST || lists.contains_key(&list) {
            lists.insert(list, draws);
        }
    }

    /// Removes `range` lists from `list` on; `range` must not be 0.
    pub(crate) fn remove(&self, list: GLuint, range: u32) {
        self.lock().retain(|known, _| !(list..=list.saturating_add(range - 1)).contains(known));
    }
}

/// The display list that is being compiled.
pub struct Compiling {
    /// The list's name.
    pub(crate) list: GLuint,
    /// The mode is GL_COMPILE_AND_EXECUTE.
    pub(crate) executes: bool,
    /// The steps compiled so far.
    steps: Vec<Step>,
    /// There was no memory for all steps.
    is_lost: bool,
    /// An open glBegin and the vertices after it.
    begun: Option<Runs>,
    /// Patches the draw commands' call slots, so that draws reach glmeter during the compilation.
    _counting: Counting,
}

impl Compiling {
    /// Begins the compilation of a list.
    pub(crate) fn new(list: GLuint, executes: bool) -> Self {
        let mut counting = Counting::default();
        counting.add();
        Self { list, executes, steps: Vec::new(), is_lost: false, begun: None, _counting: counting }
    }

    /// Returns the list's name.
    pub(crate) fn list(&self) -> GLuint {
        self.list
    }

    /// Returns true if the mode is GL_COMPILE_AND_EXECUTE.
    pub(crate) fn executes(&self) -> bool {
        self.executes
    }

    /// Returns true if only vertices have been compiled since a glBegin.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Appends a step, unless there is no memory for it.
    fn append(&mut self, step: Step) {
        self.is_lost |= self.steps.try_reserve(1).is_err();
        if self.is_lost {
            self.steps = Vec::new();
        } else {
            self.steps.push(step);
        }
    }

    /// Appends a step. Merges consecutive complete draws.
    pub(crate) fn push(&mut self, step: Step) {
        self.flush_begin();
        match (self.steps.last_mut(), &step) {
            (Some(Step::Submit(before)), Step::Submit(more)) => before.add(*more),
            _ => self.append(step),
        }
    }

    /// Appends an open glBegin with its vertices as a step, before a command that is no vertex. A call of the list joins the pieces.
    pub(crate) fn flush_begin(&mut self) {
        if let Some(runs) = self.begun.take() {
            self.append(Step::Begin(runs));
        }
    }

    /// Compiles glBegin.
    pub(crate) fn begin(&mut self, runs: Runs) {
        self.begun = Some(runs);
    }

    /// Compiles a vertex.
    pub(crate) fn vertex(&mut self) {
        match (&mut self.begun, self.steps.last_mut()) {
            (Some(runs), _) => runs.vertices(1),
            (None, Some(Step::Vertices(vertices))) => *vertices += 1,
            (None, _) => self.append(Step::Vertices(1)),
        }
    }

    /// Compiles glArrayElement.
    pub(crate) fn index(&mut self, index: u32) {
        match &mut self.begun {
            Some(runs) => runs.index(index),
            None => self.vertex(),
        }
    }

    /// Compiles glPrimitiveRestartNV.
    pub(crate) fn restart(&mut self) {
        match &mut self.begun {
            Some(runs) => runs.divide(),
            None => self.append(Step::Restart),
        }
    }

    /// Compiles glEnd.
    pub(crate) fn end(&mut self) {
        match self.begun.take() {
            Some(runs) => self.push(Step::Submit(runs.submitted())),
            None => self.append(Step::End),
        }
    }
}
