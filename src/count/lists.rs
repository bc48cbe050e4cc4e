//! What display lists hold, as far as it draws.

use super::step::Step;
use super::submitted::Runs;
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the display lists of a share group hold.
#[derive(Default)]
pub struct Lists(Mutex<BTreeMap<GLuint, Arc<[Step]>>>);

impl Lists {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, Arc<[Step]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the steps of a list, if they are known.
    pub(crate) fn get(&self, list: GLuint) -> Option<Arc<[Step]>> {
        self.lock().get(&list).map(Arc::clone)
    }

    pub(crate) fn insert(&self, list: GLuint, steps: Vec<Step>) {
        self.lock().insert(list, steps.into());
    }

    pub(crate) fn remove(&self, list: GLuint, range: u32) {
        let mut lists = self.lock();
        let gone: Vec<_> = lists.range(list..=list.saturating_add(range - 1)).map(|(list, _)| *list).collect();
        for list in gone {
            lists.remove(&list);
        }
    }
}

/// The list that is being compiled.
pub struct Compiling {
    pub(crate) list: GLuint,
    /// GL_COMPILE_AND_EXECUTE.
    pub(crate) executes: bool,
    pub(crate) steps: Vec<Step>,
    /// A glBegin without its glEnd, and the vertices behind it.
    begun: Option<Runs>,
    /// Makes the draws reach glmeter meanwhile.
    _counting: Counting,
}

impl Compiling {
    pub(crate) fn new(list: GLuint, executes: bool) -> Self {
        let mut counting = Counting::default();
        counting.add();
        Self { list, executes, steps: Vec::new(), begun: None, _counting: counting }
    }

    pub(crate) fn list(&self) -> GLuint {
        self.list
    }

    pub(crate) fn executes(&self) -> bool {
        self.executes
    }

    /// Returns true if glBegin is the last that was compiled, but for vertices.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.open();
        match (self.steps.last_mut(), &step) {
            (Some(Step::Submit(before)), Step::Submit(more)) => before.add(*more),
            _ => self.steps.push(step),
        }
    }

    /// Stores the vertices behind a glBegin before another command than a vertex: the pieces are put together when the list is called.
    pub(crate) fn open(&mut self) {
        if let Some(runs) = self.begun.take() {
            self.steps.push(Step::Begin(runs));
        }
    }

    pub(crate) fn begin(&mut self, runs: Runs) {
        self.begun = Some(runs);
    }

    pub(crate) fn vertex(&mut self) {
        match (&mut self.begun, self.steps.last_mut()) {
            (Some(runs), _) => runs.vertices(1),
            (None, Some(Step::Vertices(vertices))) => *vertices += 1,
            (None, _) => self.steps.push(Step::Vertices(1)),
        }
    }

    pub(crate) fn index(&mut self, index: u32) {
        match &mut self.begun {
            Some(runs) => runs.index(index),
            None => self.vertex(),
        }
    }

    pub(crate) fn restart(&mut self) {
        match &mut self.begun {
            Some(runs) => runs.divide(),
            None => self.steps.push(Step::Restart),
        }
    }

    pub(crate) fn end(&mut self) {
        match self.begun.take() {
            Some(runs) => self.push(Step::Submit(runs.submitted())),
            None => self.steps.push(Step::End),
        }
    }
}
