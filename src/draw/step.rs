//! What a command that draws comes to, now or whenever a display list that holds it is called.

use super::immediate::Run;
use super::submitted::Runs;
use super::{compute, stages};
use crate::context::Context;
use crate::gl::{self, GLuint};
use crate::provider::{Stages, Submitted};

/// "an implementation-dependent limit … GL_MAX_LIST_NESTING", which is 64 at least, and 64 with the drivers that there are.
const MAX_LIST_NESTING: usize = 64;

/// One step of what is carried out.
#[derive(Clone, Debug)]
pub enum Step {
    /// Draws that are complete: what they submit, as if each primitive invoked a geometry shader once and each patch a
    /// tessellation control shader.
    Submit(Submitted),
    /// glDispatchCompute of so many work groups; their size is the current program's.
    Dispatch([GLuint; 3]),
    /// glBegin, and the vertices behind it.
    Begin(Runs),
    /// Vertices of a glBegin that stands elsewhere.
    Vertices(u64),
    /// glPrimitiveRestartNV among such vertices.
    Restart,
    /// glEnd of a glBegin that stands elsewhere.
    End,
    /// glCallList.
    Call(GLuint),
    /// A call of glCallLists: an offset from GL_LIST_BASE.
    CallFromBase(GLuint),
}

/// Adds what the steps of one command submit. What is needed for it is asked once, and nothing between glBegin and glEnd.
pub(super) fn carry_out(context: &mut Context, steps: &[Step]) {
    let inside = context.drawing.run.is_some();
    let (stages, list_base) = if inside { (Some(Stages::default()), Some(None)) } else { (None, None) };
    CarryingOut { context, stages, list_base }.all(steps, 0);
}

struct CarryingOut<'a> {
    context: &'a mut Context,
    /// The stages of the current program, once they were asked.
    stages: Option<Stages>,
    /// GL_LIST_BASE, once it was asked.
    list_base: Option<Option<GLuint>>,
}

impl CarryingOut<'_> {
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
                if let Some(size) = self.context.provider.work_group_size() {
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
        if let Some(totals) = self.context.provider.submitted() {
            totals.add(submitted);
        }
    }

    fn stages(&mut self) -> Stages {
        let context = &mut *self.context;
        *self.stages.get_or_insert_with(|| stages(context))
    }

    fn list_base(&mut self) -> Option<GLuint> {
        let provider = &mut self.context.provider;
        *self.list_base.get_or_insert_with(|| Some(provider.get_integer64(gl::LIST_BASE) as GLuint))
    }
}
