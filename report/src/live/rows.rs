//! The contexts that are shown while a program runs, each with the figures of the last interval.

use super::figures::{Figures, Values};
use super::history::History;
use crate::interval::without_swap;
use crate::run::Apart;
use glmeter_recording::{ContextRecord, Frame, Recording};
use std::collections::BTreeMap;

/// A context.
pub(crate) struct Row {
    /// Its number in the recording.
    pub(crate) context: usize,
    /// What is known of it.
    pub(crate) record: ContextRecord,
    /// The number of its frames so far.
    pub(crate) frames: u64,
    /// The number of errors that the program raised in it.
    pub(crate) errors: u64,
    /// The figures of the last interval; `None` if no frame ended in it.
    pub(crate) values: Option<Values>,
    /// What it did without a swap in the last interval, in words; empty if that is nothing.
    pub(crate) work: String,
    /// What it had done without a swap at the end of that interval.
    rest: Apart,
    /// The frame times of the last minute.
    pub(crate) history: History,
    /// The figures of this interval.
    figures: Figures,
    /// True once a frame of this interval came.
    has_frames: bool,
}

/// The contexts of a program, by their numbers.
#[derive(Default)]
pub(crate) struct Rows {
    rows: BTreeMap<usize, Row>,
}

impl Rows {
    /// Returns the row of a context, a new one for a context not seen before.
    fn row(&mut self, recording: &Recording, context: usize) -> &mut Row {
        self.row_of(context, || recording.context(context).unwrap_or_default().record)
    }

    /// Returns the row of a context, a new one with a record for a context not seen before.
    fn row_of(&mut self, context: usize, record: impl FnOnce() -> ContextRecord) -> &mut Row {
        self.rows.entry(context).or_insert_with(|| Row {
            context,
            record: record(),
            frames: 0,
            errors: 0,
            values: None,
            work: String::new(),
            rest: Apart::default(),
            history: History::default(),
            figures: Figures::new(),
            has_frames: false,
        })
    }

    /// Notes what a context has done without a swap so far, at the end of an interval.
    pub(crate) fn add_rest(&mut self, context: usize, record: impl FnOnce() -> ContextRecord, rest: &Apart) {
        if rest.frames > 0 || self.rows.contains_key(&context) {
            let row = self.row_of(context, record);
            let before = core::mem::replace(&mut row.rest, rest.clone());
            row.work = without_swap(&before, &row.rest);
        }
    }

    /// Adds a frame to this interval. Work that no swap followed is none.
    pub(crate) fn add(&mut self, recording: &Recording, frame: &Frame) {
        let row = self.row(recording, frame.context as usize);
        if !frame.has(Frame::IS_REST) {
            row.figures.add(frame);
            row.add_to_history(recording, frame);
        }
    }

    /// Adds a frame from before this interval.
    pub(crate) fn add_older(&mut self, recording: &Recording, frame: &Frame) {
        let row = self.row(recording, frame.context as usize);
        if !frame.has(Frame::IS_REST) {
            row.add_to_history(recording, frame);
        }
    }

    /// Ends an interval of a length in nanoseconds and begins the next.
    pub(crate) fn end_interval(&mut self, length: u64) {
        for row in self.rows.values_mut() {
            row.values = row.figures.values(length);
            row.figures = Figures::new();
            row.has_frames = false;
        }
    }

    /// Returns the contexts.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &Row> {
        self.rows.values()
    }
}

impl Row {
    /// Returns true if no frame ended in the last interval, in which it did something.
    pub(crate) fn has_only_work(&self) -> bool {
        self.values.is_none() && !self.work.is_empty()
    }

    /// Returns its version without what the driver adds: `OpenGL 4.5`, `OpenGL ES 3.2`.
    pub(crate) fn version(&self) -> String {
        let words = self.record.version.split(' ');
        let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
        let number = words.clone().find(|word| is_number(word)).unwrap_or_default();
        let api = if self.record.version.starts_with("OpenGL ES") { "OpenGL ES" } else { "OpenGL" };
        format!("{api} {number}")
    }

    fn add_to_history(&mut self, recording: &Recording, frame: &Frame) {
        self.history.add(frame);
        self.frames = self.frames.max(frame.number.saturating_add(1));
        // Once an interval: the errors of all contexts are in one table.
        if !core::mem::replace(&mut self.has_frames, true) {
            self.errors = recording.errors().iter().filter(|error| error.context == self.context).map(|error| error.times).sum();
        }
    }
}
