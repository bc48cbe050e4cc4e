//! Executes the steps of a command that draws, and of the display lists that it calls.

use super::{compute, stages};
use crate::context::Context;
use crate::count::drawing::Run;
use crate::count::step::Step;
use crate::driver::{Stages, Submitted};
use crate::gl::{self, GLuint};

/// "an implementation-dependent limit … GL_MAX_LIST_NESTING", which is 64 at least, and 64 with the drivers that there are.
const MAX_LIST_NESTING: usize = 64;

/// Adds what the steps of one command submit. What is needed for it is asked once, and nothing between glBegin and glEnd.
pub(super) fn execute(context: &mut Context, steps: &[Step]) {
    let inside = context.drawing.run.is_some();
    let (stages, list_base) = if inside { (Some(Stages::default()), Some(None)) } else { (None, None) };
    Execution { context, stages, list_base }.all(steps, 0);
}

struct Execution<'a> {
    context: &'a mut Context,
    /// The stages of the current program, once they were asked.
    stages: Option<Stages>,
    /// GL_LIST_BASE, once it was asked.
    list_base: Option<Option<GLuint>>,
}

impl Execution<'_> {
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

    fn call(&mut self, list: GLuint, depth: usize) {
        if depth < MAX_LIST_NESTING
            && let Some(steps) = self.context.share_group.lists.get(list)
        {
            self.all(&steps, depth + 1);
        }
    }

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
            // Each is an error of the application's: a draw between glBegin and glEnd, or a glEnd alone.
            _ => {}
        }
    }

    fn add(&mut self, submitted: Submitted) {
        if let Some(totals) = self.context.driver.submitted() {
            totals.add(submitted);
        }
    }

    fn stages(&mut self) -> Stages {
        let context = &mut *self.context;
        *self.stages.get_or_insert_with(|| stages(context))
    }

    fn list_base(&mut self) -> Option<GLuint> {
        let driver = &mut self.context.driver;
        *self.list_base.get_or_insert_with(|| Some(driver.get_integer64(gl::LIST_BASE) as GLuint))
    }
}
