//! To which pass, debug group and program a context's work belongs.

use crate::gl::GLuint;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most debug groups whose names are kept; drivers allow 64.
const GROUPS: usize = 64;
/// The most labels that are kept.
const LABELS: usize = 1024;
/// The longest part of a name that is kept, bytes: what drivers allow for a message.
pub(crate) const LONGEST_NAME: usize = 4096;

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

/// What a command changes of the state that the report knows, to be taken back if the GL refuses it.
#[derive(Debug, Default)]
pub(crate) enum Undo {
    /// Nothing.
    #[default]
    Nothing,
    /// The draw framebuffer; it was this one before.
    Framebuffer(GLuint),
    /// The program; it was this one before.
    Program(GLuint),
    /// The program pipeline; it was this one before.
    Pipeline(GLuint),
    /// A debug group, which was pushed.
    PushedGroup,
    /// The label of an object; it was this one before.
    Label(Labelled, GLuint, Option<Box<str>>),
}

/// The labels of the programs, which the contexts of a share group have in common.
#[derive(Default)]
pub struct SharedLabels {
    programs: Mutex<BTreeMap<GLuint, Box<str>>>,
    /// Changes with each label.
    changes: AtomicU64,
}

impl SharedLabels {
    /// Locks the labels, ignoring poisoning.
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<GLuint, Box<str>>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets an object's label in a map; an empty one removes it. Ignores new labels beyond [`LABELS`].
fn set<K: Ord>(labels: &mut BTreeMap<K, Box<str>>, key: K, label: &str) {
    if label.is_empty() {
        labels.remove(&key);
    } else if labels.len() < LABELS || labels.contains_key(&key) {
        labels.insert(key, label.into());
    }
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
    /// The labels of the objects that only this context has.
    labels: BTreeMap<(Labelled, GLuint), Box<str>>,
    /// Changes with each of those.
    label_changes: u64,
    shared: Arc<SharedLabels>,
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
type Key = (GLuint, GLuint, GLuint, u64, [u64; 2]);

impl Work {
    /// Returns the work of a new context whose share group has these labels.
    pub(crate) fn of(shared: Arc<SharedLabels>) -> Self {
        Self { shared, ..Self::default() }
    }

    /// Returns what tells the place of the next draw from another.
    fn key(&self) -> Key {
        let pipeline = if self.program == 0 { self.pipeline } else { 0 };
        let label_changes = [self.label_changes, self.shared.changes.load(Ordering::Relaxed)];
        (self.framebuffer, self.program, pipeline, self.group_changes, label_changes)
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

    /// Leaves the debug groups of this depth and those around them.
    pub(crate) fn truncate_groups(&mut self, depth: usize) {
        if depth < self.groups.len() {
            self.group_changes += 1;
            self.groups.truncate(depth);
        }
        self.deeper = depth.saturating_sub(self.groups.len()) as u64;
    }

    /// Takes back what a command changed that the GL refused.
    pub(crate) fn undo(&mut self, change: Undo) {
        match change {
            Undo::Nothing => {}
            Undo::Framebuffer(framebuffer) => self.framebuffer = framebuffer,
            Undo::Program(program) => self.program = program,
            Undo::Pipeline(pipeline) => self.pipeline = pipeline,
            Undo::PushedGroup => self.pop_group(),
            Undo::Label(kind, name, label) => self.set_label(kind, name, label.as_deref().unwrap_or_default()),
        }
    }

    /// Sets an object's label; an empty one removes it. Ignores new labels beyond [`LABELS`].
    pub(crate) fn set_label(&mut self, kind: Labelled, name: GLuint, label: &str) {
        if kind == Labelled::Program {
            set(&mut self.shared.lock(), name, label);
            self.shared.changes.fetch_add(1, Ordering::Relaxed);
        } else {
            set(&mut self.labels, (kind, name), label);
            self.label_changes += 1;
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
            self.set_label(kind, name, "");
        }
    }

    /// Returns an object's label.
    pub(crate) fn label(&self, kind: Labelled, name: GLuint) -> Option<Box<str>> {
        match kind {
            Labelled::Program => self.shared.lock().get(&name).cloned(),
            _ => self.labels.get(&(kind, name)).cloned(),
        }
    }

    /// Returns the name of the pass: the draw framebuffer's label, or "default framebuffer" or "framebuffer 5".
    pub(crate) fn name_of_pass(&self) -> String {
        match (self.label(Labelled::Framebuffer, self.framebuffer), self.framebuffer) {
            (Some(label), 1..) => label.into_string(),
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
        self.label(kind, number).map_or_else(|| format!("{text} {number}"), str::into_string)
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
        assert_eq!(
            (work.label(Labelled::Program, 1).as_deref(), work.label(Labelled::Program, LABELS as GLuint + 1)),
            (Some("another"), None)
        );
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
    fn programs_have_their_labels_in_every_context_of_the_share_group() {
        let shared = Arc::new(SharedLabels::default());
        let [mut one, mut other] = [(); 2].map(|()| Work::of(Arc::clone(&shared)));
        (other.program, other.framebuffer) = (5, 3);
        let before = other.place();
        one.set_label(Labelled::Program, 5, "sky");
        one.set_label(Labelled::Framebuffer, 3, "shadow map");
        assert!(!other.is_at(&before));
        assert_eq!((other.name_of_program(), other.name_of_pass()), ("sky".to_owned(), "framebuffer 3".to_owned()));
        one.delete(Labelled::Program, 5);
        assert_eq!(other.name_of_program(), "program 5");
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
