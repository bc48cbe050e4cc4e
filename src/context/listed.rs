//! What display lists do when they are called, for the report.

use crate::count::step::Callee;
use crate::gl::GLuint;
use glmeter_recording::Counts;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most lists of a share group whose work is kept.
const LISTS: usize = 1 << 16;
/// "an implementation-dependent limit … GL_MAX_LIST_NESTING": at least 64, and exactly 64 in known drivers.
const MAX_LIST_NESTING: usize = 64;

/// One step of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListedStep {
    /// Commands with these counts.
    Work(Counts),
    /// A call of a list.
    Call(Callee),
    /// glUseProgram.
    UseProgram(GLuint),
}

/// A display list that is being compiled.
#[derive(Debug)]
pub(crate) struct ObservedList {
    /// Its name.
    pub(crate) list: GLuint,
    /// The mode is GL_COMPILE_AND_EXECUTE.
    pub(crate) executes: bool,
    /// What it does so far.
    steps: Vec<ListedStep>,
}

impl ObservedList {
    /// Begins a list.
    pub(crate) fn new(list: GLuint, executes: bool) -> Self {
        Self { list, executes, steps: Vec::new() }
    }

    /// Adds a step. Merges commands that follow each other.
    pub(crate) fn push(&mut self, step: ListedStep) {
        match (self.steps.last_mut(), &step) {
            (Some(ListedStep::Work(before)), ListedStep::Work(more)) => before.add(more),
            _ => self.steps.push(step),
        }
    }
}

/// What the call of a list does, with all lists that it calls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Called {
    /// The counts of the commands.
    pub(crate) activity: Counts,
    /// The program that it uses for its first work; `None` for the one from before.
    pub(crate) first_program: Option<GLuint>,
    /// The program that it leaves in use; `None` for the one from before.
    pub(crate) last_program: Option<GLuint>,
}

impl Called {
    /// Adds what follows.
    fn add(&mut self, more: &Self) {
        if more.activity.has_work() && !self.activity.has_work() {
            self.first_program = more.first_program.or(self.last_program);
        }
        self.activity.add(&more.activity);
        self.last_program = more.last_program.or(self.last_program);
    }
}

/// What the display lists of a share group do that were compiled while a report was wanted.
#[derive(Default)]
pub struct ListedWork(Mutex<BTreeMap<GLuint, Arc<[ListedStep]>>>);

impl ListedWork {
    /// Locks the map, ignoring poisoning.
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, Arc<[ListedStep]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what a list does. Ignores new lists beyond [`LISTS`].
    pub(crate) fn insert(&self, list: ObservedList) {
        let mut lists = self.lock();
        if lists.len() < LISTS || lists.contains_key(&list.list) {
            lists.insert(list.list, list.steps.into());
        }
    }

    /// Removes `range` lists from `list` on; `range` must not be 0.
    pub(crate) fn remove(&self, list: GLuint, range: u32) {
        let last = list.saturating_add(range - 1);
        let mut lists = self.lock();
        let mut rest = lists.split_off(&list);
        if let Some(after) = last.checked_add(1) {
            lists.append(&mut rest.split_off(&after));
        }
    }

    /// Returns what a call of a list does: nothing if it does not exist. `base` returns GL_LIST_BASE; it is called only if it is needed.
    pub(crate) fn called(&self, list: GLuint, base: &mut dyn FnMut() -> GLuint) -> Called {
        Calls { lists: self, base, known: HashMap::new() }.of(list, 0)
    }
}

/// The calls of lists in one command. Each list is looked at once at each depth: lists that call each other in a tree have more branches than
/// could ever be followed.
struct Calls<'a> {
    lists: &'a ListedWork,
    base: &'a mut dyn FnMut() -> GLuint,
    known: HashMap<(GLuint, usize), Called>,
}

impl Calls<'_> {
    /// Returns what a list does at a nesting depth.
    fn of(&mut self, list: GLuint, depth: usize) -> Called {
        if depth >= MAX_LIST_NESTING {
            return Called::default();
        }
        if let Some(known) = self.known.get(&(list, depth)) {
            return *known;
        }
        let steps = self.lists.lock().get(&list).map(Arc::clone);
        let mut called = Called::default();
        for step in steps.iter().flat_map(|steps| steps.iter()) {
            called.add(&match step {
                ListedStep::Work(activity) => Called { activity: *activity, ..Called::default() },
                ListedStep::UseProgram(program) => Called { last_program: Some(*program), ..Called::default() },
                ListedStep::Call(Callee::List(list)) => self.of(*list, depth + 1),
                ListedStep::Call(Callee::FromBase(offset)) => {
                    let base = (self.base)();
                    self.of(base.wrapping_add(*offset), depth + 1)
                }
            });
        }
        if depth > 0 {
            self.known.insert((list, depth), called);
        }
        called
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(name: GLuint, steps: &[ListedStep]) -> ObservedList {
        let mut list = ObservedList::new(name, false);
        steps.iter().for_each(|step| list.push(*step));
        list
    }

    fn draws(draws: u64) -> ListedStep {
        ListedStep::Work(Counts { draws, ..Counts::NONE })
    }

    fn call(list: GLuint) -> ListedStep {
        ListedStep::Call(Callee::List(list))
    }

    #[test]
    fn a_call_does_what_the_lists_do_at_that_time() {
        let lists = ListedWork::default();
        let called = |list| lists.called(list, &mut || 10);
        lists.insert(list(1, &[draws(1), draws(2), call(2), ListedStep::Call(Callee::FromBase(3))]));
        assert_eq!(called(1).activity.draws, 3, "the others do not exist");
        lists.insert(list(2, &[ListedStep::UseProgram(7), draws(10), ListedStep::UseProgram(8)]));
        lists.insert(list(13, &[draws(100)]));
        assert_eq!((called(1).activity.draws, called(1).first_program, called(1).last_program), (113, None, Some(8)));
        assert_eq!((called(2).first_program, called(2).last_program), (Some(7), Some(8)));
        lists.remove(2, 11);
        assert_eq!((called(1).activity.draws, called(2).activity.draws, called(13).activity.draws), (103, 0, 100));
        lists.remove(GLuint::MAX, GLuint::MAX);
        lists.remove(1, GLuint::MAX);
        assert_eq!(called(13).activity.draws, 0);
    }

    #[test]
    fn a_tree_of_calls_is_counted_at_once() {
        let lists = ListedWork::default();
        for name in 1..=64 {
            lists.insert(list(name, &[draws(1), call(name + 1), call(name + 1)]));
        }
        assert_eq!(lists.called(2, &mut || 0).activity.draws, (1 << 63) - 1);
        assert_eq!(lists.called(1, &mut || 0).activity.draws, u64::MAX);
        lists.insert(list(1, &[draws(1), call(1)]));
        assert_eq!(lists.called(1, &mut || 0).activity.draws, 64, "GL_MAX_LIST_NESTING");
    }
}
