//! Executes the steps of a draw command and of the display lists that it calls.

use super::{compute, stages};
use crate::context::Context;
use crate::count::drawing::Run;
use crate::count::lists::List;
use crate::count::step::{Callee, QueryCommand, Step};
use crate::driver::{Stages, Submitted};
use crate::gl::{self, GLuint};
use crate::rules::query::lists::run_query;
use std::sync::Arc;

/// "an implementation-dependent limit … GL_MAX_LIST_NESTING": at least 64, and exactly 64 in known drivers.
const MAX_LIST_NESTING: usize = 64;

/// Adds the counts of one command's steps. Reads driver state at most once, and none between glBegin and glEnd.
pub(super) fn execute(context: &mut Context, steps: &[Step]) {
    Execution::new(context, false).all(steps, 0);
}

/// Calls a list in the driver in its parts, and executes the query commands in it and in the lists that it calls. Does nothing and returns false
/// if there are none of either.
pub(super) fn call_in_parts(context: &mut Context, callee: Callee) -> bool {
    let mut execution = Execution::new(context, true);
    let Some(list) = execution.list_of(callee) else { return false };
    // Lists between them may change GL_LIST_BASE: then this is not exact, and the list is called in parts or as a whole to the same effect.
    let base = execution.list_base().unwrap_or_default();
    let reaches = execution.context.share_group.lists.must_be_executed(list, base);
    if reaches {
        execution.call(list, 0);
    }
    reaches
}

/// Calls a list in the driver, and counts what it contains.
pub(super) fn call(context: &mut Context, callee: Callee) {
    let mut execution = Execution::new(context, true);
    if let Some(list) = execution.list_of(callee) {
        execution.count(list, 0);
        execution.context.driver.call_list(list);
    }
}

/// The execution of one command's steps.
struct Execution<'a> {
    context: &'a mut Context,
    /// The driver executes the steps' parts and calls, and the query commands between them are executed.
    drives: bool,
    /// The stages of the current program, once read.
    stages: Option<Stages>,
    /// GL_LIST_BASE, once read; the inner `None` means that it cannot be read.
    list_base: Option<Option<GLuint>>,
}

impl<'a> Execution<'a> {
    /// Begins an execution.
    fn new(context: &'a mut Context, drives: bool) -> Self {
        let inside = context.drawing.run.is_some();
        let (stages, list_base) = if inside { (Some(Stages::default()), Some(None)) } else { (None, None) };
        Self { context, drives, stages, list_base }
    }

    /// Executes steps at a nesting depth of lists.
    fn all(&mut self, steps: &[Step], depth: usize) {
        for step in steps {
            match step {
                Step::Call(list) => self.count(*list, depth),
                Step::CallFromBase(offset) => {
                    if let Some(list) = self.list_of(Callee::FromBase(*offset)) {
                        self.count(list, depth);
                    }
                }
                Step::CallBetweenParts(callee) => {
                    if let Some(list) = self.list_of(*callee) {
                        self.call(list, depth);
                    }
                }
                Step::Part(part) if self.drives => {
                    self.context.driver.call_list(*part);
                    self.forget_state();
                }
                Step::Query(command) if self.drives => run_query(self.context, *command),
                Step::Part(_) | Step::Query(_) => {}
                step => self.one(step),
            }
        }
    }

    /// Forgets the state that a list may have changed.
    fn forget_state(&mut self) {
        if self.context.drawing.run.is_none() {
            (self.stages, self.list_base) = (None, None);
        }
    }

    /// Returns the list that a call is of; `None` if GL_LIST_BASE cannot be read.
    fn list_of(&mut self, callee: Callee) -> Option<GLuint> {
        match callee {
            Callee::List(list) => Some(list),
            Callee::FromBase(offset) => Some(self.list_base()?.wrapping_add(offset)),
        }
    }

    /// Counts what a list contains that the driver executes as a whole.
    fn count(&mut self, list: GLuint, depth: usize) {
        if depth < MAX_LIST_NESTING
            && let Some(contents) = self.context.share_group.lists.get(list)
        {
            let drives = core::mem::take(&mut self.drives);
            self.all(&contents.steps, depth + 1);
            self.drives = drives;
        }
    }

    /// Calls a list: in parts if it has any, otherwise as a whole.
    fn call(&mut self, list: GLuint, depth: usize) {
        if !self.drives {
            return self.count(list, depth);
        }
        if depth >= MAX_LIST_NESTING {
            return;
        }
        match self.context.share_group.lists.get(list) {
            Some(contents) if contents.is_in_parts() => self.all(&contents.steps, depth + 1),
            contents => self.call_whole(list, contents, depth),
        }
    }

    /// Calls a list that the driver has as a whole, after its queries begin and before they end.
    fn call_whole(&mut self, list: GLuint, contents: Option<Arc<List>>, depth: usize) {
        let queries = contents.map_or_else(Vec::new, |contents| self.queries_of(&contents, depth));
        let (begins, ends): (Vec<_>, Vec<_>) = queries.into_iter().partition(|command| matches!(command, QueryCommand::Begin(..)));
        begins.into_iter().for_each(|command| run_query(self.context, command));
        self.count(list, depth);
        self.context.driver.call_list(list);
        self.forget_state();
        ends.into_iter().for_each(|command| run_query(self.context, command));
    }

    /// Returns the query commands of a list that the driver executes as a whole, and of the lists that it calls.
    fn queries_of(&mut self, contents: &List, depth: usize) -> Vec<QueryCommand> {
        let mut queries: Vec<_> = contents.queries().collect();
        if depth < MAX_LIST_NESTING {
            let base = self.list_base().unwrap_or_default();
            let lists = Arc::clone(&self.context.share_group.lists);
            for list in contents.callees(base).filter(|list| lists.must_be_executed(*list, base)) {
                queries.extend(lists.get(list).map_or_else(Vec::new, |contents| self.queries_of(&contents, depth + 1)));
            }
        }
        queries
    }

    /// Executes a step that calls no list.
    fn one(&mut self, step: &Step) {
        match (step, self.context.drawing.run.is_some()) {
            (Step::Submit(submitted), false) => {
                let stages = if submitted.primitives == 0 { Stages::default() } else { self.stages() };
                self.add(submitted.through(stages));
            }
            (Step::Dispatch(groups), false) => {
                if let Some(size) = self.context.driver.work_group_size() {
                    self.add(compute::invocations(groups.map(u64::from), size));
                }
            }
            (Step::Begin(runs), false) => {
                let stages = self.stages();
                self.context.drawing.run = Some(Run { runs: runs.clone(), stages });
            }
            (Step::End, true) => {
                if let Some(run) = self.context.drawing.run.take() {
                    self.add(run.runs.submitted().through(run.stages));
                }
            }
            (Step::Vertices(_) | Step::Restart, true) => {
                if let Some(run) = &mut self.context.drawing.run {
                    match step {
                        Step::Vertices(vertices) => run.runs.vertices(*vertices),
                        _ => run.runs.divide(),
                    }
                }
            }
            // An error of the application: a draw between glBegin and glEnd, or a glEnd without glBegin.
            _ => {}
        }
    }

    /// Adds counts to the driver's totals.
    fn add(&mut self, submitted: Submitted) {
        if let Some(totals) = self.context.driver.submitted() {
            totals.add(submitted);
        }
    }

    /// Returns the stages of the current program; reads them at the first call.
    fn stages(&mut self) -> Stages {
        let context = &mut *self.context;
        *self.stages.get_or_insert_with(|| stages(context))
    }

    /// Returns GL_LIST_BASE; reads it at the first call.
    fn list_base(&mut self) -> Option<GLuint> {
        let driver = &mut self.context.driver;
        *self.list_base.get_or_insert_with(|| Some(driver.get_integer64(gl::LIST_BASE) as GLuint))
    }
}
