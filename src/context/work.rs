//! To which pass, debug group and program a context's work belongs.

use crate::gl::GLuint;
use std::collections::BTreeMap;

/// The most debug groups whose names are kept; drivers allow 64.
const GROUPS: usize = 64;
/// The most labels that are kept.
const LABELS: usize = 1024;
/// The longest part of a name that is kept, bytes.
pub const LONGEST_NAME: usize = 64;

/// The kinds of objects whose labels are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Labelled {
    /// A framebuffer.
    Framebuffer,
    /// A program.
    Program,
    /// A program pipeline.
    Pipeline,
}

/// The pass, the debug groups and the program of the next draw, as the application's commands set them.
#[derive(Default)]
pub struct Work {
    /// The draw framebuffer: 0 for the default one.
    pub framebuffer: GLuint,
    /// The program, or 0.
    pub program: GLuint,
    /// The program pipeline, which counts where there is no program; or 0.
    pub pipeline: GLuint,
    /// The names of the debug groups that have been pushed, outermost first.
    pub groups: Vec<Box<str>>,
    /// Changes with each push and pop.
    pub group_changes: u64,
    /// The report wants to know when work begins in another pass, group or program.
    pub is_watched: bool,
    /// The number of groups that have been pushed beyond [`GROUPS`].
    deeper: u64,
    labels: BTreeMap<(Labelled, GLuint), Box<str>>,
    /// The framebuffer, the program, the pipeline and the group changes of the last draw, dispatch or clear, while the work is watched.
    last: Option<(GLuint, GLuint, GLuint, u64)>,
}

impl Work {
    /// Returns true if the next draw, dispatch or clear belongs to another pass, group or program than the last.
    #[inline]
    pub fn has_changed(&self) -> bool {
        self.last != Some(self.place())
    }

    /// Records that a draw, dispatch or clear runs.
    pub fn mark(&mut self) {
        self.last = Some(self.place());
    }

    /// Forgets the last draw, dispatch or clear: the next one is in another pass, group and program.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// Returns the values that tell a pass, group and program from another.
    fn place(&self) -> (GLuint, GLuint, GLuint, u64) {
        (self.framebuffer, self.program, self.pipeline, self.group_changes)
    }

    /// Pushes a debug group.
    pub(crate) fn push_group(&mut self, name: &str) {
        self.group_changes += 1;
        if self.groups.len() < GROUPS {
            self.groups.push(name.into());
        } else {
            self.deeper += 1;
        }
    }

    /// Pops a debug group, if there is one.
    pub(crate) fn pop_group(&mut self) {
        self.group_changes += 1;
        if self.deeper > 0 {
            self.deeper -= 1;
        } else {
            self.groups.pop();
        }
    }

    /// Sets an object's label; an empty one removes it. Ignores new labels beyond [`LABELS`].
    pub(crate) fn set_label(&mut self, kind: Labelled, name: GLuint, label: &str) {
        if label.is_empty() {
            self.labels.remove(&(kind, name));
        } else if self.labels.len() < LABELS || self.labels.contains_key(&(kind, name)) {
            self.labels.insert((kind, name), label.into());
        }
    }

    /// Records that the application deleted an object: its label goes with its name. A deleted framebuffer or pipeline is unbound; a program stays
    /// in use.
    pub(crate) fn delete(&mut self, kind: Labelled, name: GLuint) {
        let bound = match kind {
            Labelled::Framebuffer => Some(&mut self.framebuffer),
            Labelled::Pipeline => Some(&mut self.pipeline),
            Labelled::Program => None,
        };
        if let Some(bound) = bound.filter(|bound| **bound == name) {
            *bound = 0;
        }
        if kind != Labelled::Program || self.program != name {
            self.labels.remove(&(kind, name));
        }
    }

    /// Returns an object's label.
    pub fn label(&self, kind: Labelled, name: GLuint) -> Option<&str> {
        self.labels.get(&(kind, name)).map(|label| &**label)
    }

    /// Returns the name of the pass: the draw framebuffer's label, or "default framebuffer" or "framebuffer 5".
    pub fn name_of_pass(&self) -> String {
        match (self.label(Labelled::Framebuffer, self.framebuffer), self.framebuffer) {
            (Some(label), 1..) => label.to_owned(),
            (_, 0) => "default framebuffer".to_owned(),
            (None, number) => format!("framebuffer {number}"),
        }
    }

    /// Returns the name of the program or pipeline: its label, or "program 5", "pipeline 5" or "no program".
    pub fn name_of_program(&self) -> String {
        let (kind, text, number) = match (self.program, self.pipeline) {
            (0, 0) => return "no program".to_owned(),
            (0, pipeline) => (Labelled::Pipeline, "pipeline", pipeline),
            (program, _) => (Labelled::Program, "program", program),
        };
        self.label(kind, number).map_or_else(|| format!("{text} {number}"), str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_labels_are_bounded() {
        let mut work = Work::default();
        for number in 0..GROUPS + 10 {
            work.push_group(&number.to_string());
        }
        assert_eq!(work.groups.len(), GROUPS);
        for _ in 0..10 {
            work.pop_group();
        }
        assert_eq!(work.groups.last().map(|name| &**name), Some("63"));
        work.pop_group();
        assert_eq!(work.groups.last().map(|name| &**name), Some("62"));
        for name in 1..=LABELS as GLuint + 1 {
            work.set_label(Labelled::Program, name, "label");
        }
        work.set_label(Labelled::Program, 1, "another");
        assert_eq!((work.label(Labelled::Program, 1), work.label(Labelled::Program, LABELS as GLuint + 1)), (Some("another"), None));
        work.set_label(Labelled::Program, 1, "");
        assert_eq!(work.label(Labelled::Program, 1), None);
    }

    #[test]
    fn names_are_labels_or_numbers() {
        let mut work = Work::default();
        assert_eq!((work.name_of_pass(), work.name_of_program()), ("default framebuffer".to_owned(), "no program".to_owned()));
        (work.framebuffer, work.pipeline) = (3, 4);
        assert_eq!((work.name_of_pass(), work.name_of_program()), ("framebuffer 3".to_owned(), "pipeline 4".to_owned()));
        work.program = 5;
        work.set_label(Labelled::Program, 5, "sky");
        work.set_label(Labelled::Framebuffer, 3, "shadow map");
        assert_eq!((work.name_of_pass(), work.name_of_program()), ("shadow map".to_owned(), "sky".to_owned()));
        work.delete(Labelled::Program, 5);
        work.delete(Labelled::Framebuffer, 3);
        assert_eq!((work.name_of_pass(), work.name_of_program()), ("default framebuffer".to_owned(), "sky".to_owned()));
        assert_eq!(work.label(Labelled::Framebuffer, 3), None);
    }

    #[test]
    fn each_change_is_told_once() {
        let mut work = Work::default();
        assert!(work.has_changed());
        work.mark();
        assert!(!work.has_changed());
        work.push_group("a");
        work.pop_group();
        assert!(work.has_changed(), "the same group, pushed again, is another one");
        work.mark();
        work.framebuffer = 1;
        assert!(work.has_changed());
        work.mark();
        work.forget();
        assert!(work.has_changed());
    }
}
