//! What display lists contain of draws, and of query commands that the driver does not have.

use super::step::{Callee, QueryCommand, Step};
use super::submitted::Runs;
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name from which on, downwards, the driver's lists for the parts of a list are named. Drivers generate the lowest free names, or those
/// above the highest one, which must stay positive: Gets return the list under compilation as a signed number.
const FIRST_PART: GLuint = 0x3fff_ffff;

/// The contents of a display list.
#[derive(Debug, Default)]
pub struct List {
    /// The steps of its commands.
    pub(crate) steps: Vec<Step>,
}

impl List {
    /// Returns true if the driver has the list in parts, between which glmeter executes query commands and calls.
    pub(crate) fn is_in_parts(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Part(_)))
    }

    /// Returns its own query commands.
    pub(crate) fn queries(&self) -> impl Iterator<Item = QueryCommand> {
        self.steps.iter().filter_map(|step| if let Step::Query(query) = step { Some(*query) } else { None })
    }

    /// Returns the names of its parts.
    fn parts(&self) -> impl Iterator<Item = GLuint> {
        self.steps.iter().filter_map(|step| if let Step::Part(part) = step { Some(*part) } else { None })
    }

    /// Returns the lists that it calls, those of glCallLists with this GL_LIST_BASE.
    pub(crate) fn callees(&self, base: GLuint) -> impl Iterator<Item = GLuint> {
        self.steps.iter().filter_map(move |step| match step {
            Step::Call(list) | Step::CallBetweenParts(Callee::List(list)) => Some(*list),
            Step::CallFromBase(offset) | Step::CallBetweenParts(Callee::FromBase(offset)) => Some(base.wrapping_add(*offset)),
            _ => None,
        })
    }
}

/// What is known of the lists of a share group.
#[derive(Default)]
pub(crate) struct Known {
    lists: BTreeMap<GLuint, Arc<List>>,
    /// The number of names that parts have had.
    parts: u32,
    /// Patches the calls' slots once a list is in parts or contains query commands.
    calls: Counting,
}

/// The display lists of a share group, by name.
#[derive(Default)]
pub struct Lists {
    known: Mutex<Known>,
    /// A list has contained query commands.
    has_queries: AtomicBool,
    /// A list has been in parts or has contained query commands.
    has_parts: AtomicBool,
}

impl Lists {
    /// Locks the map, ignoring poisoning.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the contents of a list, if glmeter saw its compilation.
    pub(crate) fn get(&self, list: GLuint) -> Option<Arc<List>> {
        self.lock().lists.get(&list).map(Arc::clone)
    }

    /// Sets the contents of a list that has been compiled; `None` if they are unknown. Returns the names of its former parts.
    #[must_use]
    pub(crate) fn insert(&self, list: GLuint, contents: Option<List>) -> Vec<GLuint> {
        let mut known = self.lock();
        let before = match contents {
            None => known.lists.remove(&list),
            Some(contents) => {
                let has_queries = contents.queries().next().is_some();
                if has_queries {
                    self.has_queries.store(true, Ordering::Relaxed);
                }
                if (has_queries || contents.is_in_parts()) && !self.has_parts.swap(true, Ordering::Relaxed) {
                    known.calls.add();
                }
                known.lists.insert(list, contents.into())
            }
        };
        before.map_or_else(Vec::new, |before| before.parts().collect())
    }

    /// Removes `range` lists from `list` on; `range` must not be 0. Returns the names of their parts.
    #[must_use]
    pub(crate) fn remove(&self, list: GLuint, range: u32) -> Vec<GLuint> {
        let mut parts = Vec::new();
        self.lock().lists.retain(|known, contents| {
            let stays = !(list..=list.saturating_add(range - 1)).contains(known);
            if !stays {
                parts.extend(contents.parts());
            }
            stays
        });
        parts
    }

    /// Returns a name for a part, other than those returned before.
    pub(crate) fn name_part(&self) -> GLuint {
        let mut known = self.lock();
        known.parts = known.parts.wrapping_add(1);
        FIRST_PART - known.parts % (FIRST_PART / 2)
    }

    /// Returns true if a list has contained query commands.
    #[inline]
    pub(crate) fn have_queries(&self) -> bool {
        self.has_queries.load(Ordering::Relaxed)
    }

    /// Returns true if glmeter must execute the calls of some lists.
    #[inline]
    pub(crate) fn have_parts(&self) -> bool {
        self.has_parts.load(Ordering::Relaxed)
    }

    /// Returns true if glmeter must execute the call of a list: it is in parts, which would otherwise be one level deeper than the list, or
    /// contains query commands, or calls such a list.
    pub(crate) fn must_be_executed(&self, list: GLuint, base: GLuint) -> bool {
        let known = self.lock();
        let (mut seen, mut next) = (BTreeSet::new(), vec![list]);
        while let Some(list) = next.pop() {
            if let Some(contents) = known.lists.get(&list).filter(|_| seen.insert(list)) {
                if contents.is_in_parts() || contents.queries().next().is_some() {
                    return true;
                }
                next.extend(contents.callees(base));
            }
        }
        false
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
    /// The part that the driver compiles, if it compiles the list in parts.
    part: Option<GLuint>,
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
        Self { list, executes, steps: Vec::new(), is_lost: false, part: None, begun: None, _counting: counting }
    }

    /// Returns the list that the driver compiles: this one, or a part of it.
    pub(crate) fn list_of_driver(&self) -> GLuint {
        self.part.unwrap_or(self.list)
    }

    /// Returns true if the driver compiles the list in parts.
    pub(crate) fn is_in_parts(&self) -> bool {
        self.part.is_some()
    }

    /// Records the part that the driver compiles from here on.
    pub(crate) fn begin_part(&mut self, part: GLuint) {
        self.part = Some(part);
    }

    /// Appends the part that the driver has compiled.
    pub(crate) fn end_part(&mut self) {
        self.flush_begin();
        if let Some(part) = self.part {
            self.append(Step::Part(part));
        }
    }

    /// Returns the contents of the list that has been compiled. `None` if there was no memory for them.
    pub(crate) fn contents(mut self) -> Option<List> {
        self.flush_begin();
        (!self.is_lost).then_some(List { steps: self.steps })
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
