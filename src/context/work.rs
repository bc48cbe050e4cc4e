//! To which pass, debug group and program a context's work belongs.

use crate::gl::GLuint;
use std::collections::BTreeMap;

/// The most debug groups whose names are kept; drivers allow 64.
const GROUPS: usize = 64;
/// The most labels that are kept.
const LABELS: usize = 1024;
/// The longest part of a name that is kept, bytes.
pub(crate) const LONGEST_NAME: usize = 64;

/// The kinds of objects whose labels are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Labelled {
    /// A framebuffer.
    Framebuffer,
    /// A program.
    Program,
    /// A program pipeline.
    Pipeline,
}

/// The pass, the debug groups and the program of the next draw, as the application's commands set them.
#[derive(Default)]
pub(crate) struct Work {
    /// The draw framebuffer: 0 for the default one.
    pub(crate) framebuffer: GLuint,
    /// The program, or 0.
    pub(crate) program: GLuint,
    /// The program pipeline, which counts where there is no program; or 0.
    pub(crate) pipeline: GLuint,
    /// The names of the debug groups that have been pushed, outermost first.
    pub(crate) groups: Vec<Box<str>>,
    /// Changes with each push and pop.
    pub(crate) group_changes: u64,
    /// The report wants to know before each draw, dispatch and clear.
    pub(crate) is_watched: bool,
    /// The number of groups that have been pushed beyond [`GROUPS`].
    deeper: u64,
    labels: BTreeMap<(Labelled, GLuint), Box<str>>,
    /// Changes with each label.
    label_changes: u64,
}

/// Where work belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The name of the pass.
    pub(crate) pass: String,
    /// The names of the debug groups, outermost first.
    pub(crate) groups: Vec<Box<str>>,
    /// The name of the program or program pipeline.
    pub(crate) program: String,
    /// The state at which the names were made.
    key: Key,
}

/// The draw framebuffer, the program, the pipeline that the next draw uses, the changes of groups, and those of labels: what tells a place from
/// another.
type Key = (GLuint, GLuint, GLuint, u64, u64);

impl Work {
    /// Returns what tells the place of the next draw from another.
    fn key(&self) -> Key {
        let pipeline = if self.program == 0 { self.pipeline } else { 0 };
        (self.framebuffer, self.program, pipeline, self.group_changes, self.label_changes)
    }

    /// Returns where the next draw belongs.
    pub(crate) fn place(&self) -> Place {
        Place { pass: self.name_of_pass(), groups: self.groups.clone(), program: self.name_of_program(), key: self.key() }
    }

    /// Returns true if the next draw belongs to a place.
    pub(crate) fn is_at(&self, place: &Place) -> bool {
        self.key() == place.key
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
        self.label_changes += 1;
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
    pub(crate) fn label(&self, kind: Labelled, name: GLuint) -> Option<&str> {
        self.labels.get(&(kind, name)).map(|label| &**label)
    }

    /// Returns the name of the pass: the draw framebuffer's label, or "default framebuffer" or "framebuffer 5".
    pub(crate) fn name_of_pass(&self) -> String {
        match (self.label(Labelled::Framebuffer, self.framebuffer), self.framebuffer) {
            (Some(label), 1..) => label.to_owned(),
            (_, 0) => "default framebuffer".to_owned(),
            (None, number) => format!("framebuffer {number}"),
        }
    }

    /// Returns the name of the program or pipeline: its label, or "program 5", "pipeline 5" or "fixed function".
    pub(crate) fn name_of_program(&self) -> String {
        let (kind, text, number) = match (self.program, self.pipeline) {
            (0, 0) => return "fixed function".to_owned(),
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
        assert_eq!((work.name_of_pass(), work.name_of_program()), ("default framebuffer".to_owned(), "fixed function".to_owned()));
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
    fn a_place_is_left_by_each_change() {
        let mut work = Work::default();
        let place = work.place();
        assert!(work.is_at(&place));
        work.pipeline = 3;
        let with_pipeline = work.place();
        assert!(!work.is_at(&place));
        work.program = 4;
        assert!(!work.is_at(&with_pipeline));
        let with_program = work.place();
        work.pipeline = 5;
        assert!(work.is_at(&with_program), "a program hides a pipeline");
        work.push_group("a");
        work.pop_group();
        assert!(!work.is_at(&with_program), "the same group, pushed again, is another one");
        let before = work.place();
        work.set_label(Labelled::Program, 4, "sky");
        assert!(!work.is_at(&before), "a place has the names that it had then");
    }
}
