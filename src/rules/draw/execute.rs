//! Executes the steps of a draw command and of the display lists that it calls.

use super::{compute, stages};
use crate::context::Context;
use crate::count::drawing::Run;
use crate::count::step::Step;
use crate::driver::{Stages, Submitted};
use crate::gl::{self, GLuint};

/// "an implementation-dependent limit … GL_MAX_LIST_NESTING": at least 64, and exactly 64 in known drivers.
const MAX_LIST_NESTING: usize = 64;

/// Adds the counts of one command's steps. Reads driver state at most once, and none between glBegin and glEnd.
pub(super) fn execute(context: &mut Context, steps: &[Step]) {
    let inside = context.drawing.run.is_some();
    let (stages, list_base) = if inside { (Some(Stages::default()), Some(None)) } else { (None, None) };
    Execution { context, stages, list_base }.all(steps, 0);
}

/// The execution of one command's steps.
struct Execution<'a> {
    context: &'a mut Context,
    /// The stages of the current program, once read.
    stages: Option<Stages>,
    /// GL_LIST_BASE, once read; the inner `None` means that it cannot be read.
    list_base: Option<Option<GLuint>>,
}

impl Execution<'_> {
    /// Executes steps at a nesting depth of lists.
    fn all(&mut self, steps: &[Step], depth: usize) {
        for step in steps {
            match step {
                Step::Call(list) => self.call(*list, depth),
                Step::CallFromBase(offset) => {
                    if let Some(base) = self.list_base() {
                        self.call(base.wrapping_add(*offset), depth);
                    }
                }
                step => self.one(step),
            }
        }
    }

    /// Executes the steps of a list.
    fn call(&mut self, list: GLuint, depth: usize) {
        if depth < MAX_LIST_NESTING
            && let Some(steps) = self.context.share_group.lists.get(list)
        {
            self.all(&steps, depth + 1);
        }
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
