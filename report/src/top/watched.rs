//! A running program that is watched from outside.

use crate::live::rows::{Row, Rows};
use glmeter_recording::{ContextFigures, Cursor, Frame, Recording, now};
use std::fs::File;
use std::time::Duration;

/// What tells a recording from others: the device and the number of its file.
pub type Identity = (u64, u64);

/// The recording of a running program.
pub struct Found {
    /// What tells it from others.
    pub identity: Identity,
    /// The process of `glmeter run`, or the program's own without it.
    pub process: u32,
    /// The recording, open for reading and writing.
    pub file: File,
}

/// A program with what its recording tells of it.
pub(crate) struct Watched {
    pub(crate) identity: Identity,
    pub(crate) process: u32,
    /// True once the program has ended.
    pub(crate) has_ended: bool,
    recording: Recording,
    cursor: Cursor,
    rows: Rows,
}

/// A pass, group or program of a context.
pub(crate) struct Scope {
    /// Its path.
    pub(crate) path: String,
    /// Its GPU time in a frame, nanoseconds; `None` if it was not measured.
    pub(crate) gpu: Option<f64>,
    /// How often a frame has it.
    pub(crate) times: f64,
    /// The number of draws and dispatches inside in a frame.
    pub(crate) draws: f64,
}

impl Watched {
    /// Watches a program. Reads what is left of the frames before, and shows those of the last interval at once. Returns `None` if it is no
    /// recording of this version.
    pub(crate) fn new(found: &Found, interval: Duration) -> Option<Self> {
        let recording = Recording::open(&found.file).ok()?;
        let (mut cursor, _) = recording.oldest();
        let mut frames: Vec<Frame> = Vec::new();
        recording.read_frames(&mut cursor, false, |frame| frames.push(frame));
        let (now, mut rows) = (now(), Rows::default());
        let oldest = frames.iter().map(|frame| frame.begin).min().unwrap_or(now);
        let begin = oldest.max(now.saturating_sub(interval.as_nanos() as u64));
        for frame in &frames {
            if frame.end > begin { rows.add(&recording, frame) } else { rows.add_older(&recording, frame) }
        }
        rows.end_interval(now.saturating_sub(begin));
        let (identity, process) = (found.identity, found.process);
        Some(Self { identity, process, has_ended: false, recording, cursor, rows })
    }

    /// Reads the frames that have come.
    pub(crate) fn read(&mut self) {
        let (recording, rows) = (&self.recording, &mut self.rows);
        recording.read_frames(&mut self.cursor, self.has_ended, |frame| rows.add(recording, &frame));
    }

    /// Ends an interval of a length in nanoseconds.
    pub(crate) fn end_interval(&mut self, length: u64) {
        self.rows.end_interval(length);
    }

    /// Returns its contexts that have shown a frame.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &Row> {
        self.rows.iter()
    }

    /// Returns true if it has a process of this number.
    pub(crate) fn has_process(&self, process: u32) -> bool {
        self.process == process || self.recording.contexts().any(|(_, context)| context.record.process == u64::from(process))
    }

    /// Returns the context of a number.
    pub(crate) fn context(&self, number: usize) -> ContextFigures {
        self.recording.context(number).unwrap_or_default()
    }

    /// Returns the scopes of a kind in a context: groups by their paths, others by their GPU times.
    pub(crate) fn scopes(&self, context: usize, kind: glmeter_recording::ScopeKind) -> Vec<Scope> {
        let frames = self.context(context).detailed_frames.max(1) as f64;
        let own = self.recording.scopes().filter(|(_, scope)| scope.kind == kind && scope.context == Some(context));
        let scope = |(number, scope): (usize, glmeter_recording::NamedScope)| Scope {
            path: self.recording.path(number),
            gpu: (scope.figures.timed > 0).then(|| scope.figures.gpu_time as f64 / frames),
            times: scope.figures.times as f64 / frames,
            draws: scope.figures.draws as f64 / frames,
        };
        let mut scopes: Vec<Scope> = own.map(scope).filter(|scope| scope.times > 0.0).collect();
        if kind == glmeter_recording::ScopeKind::Group {
            scopes.sort_by(|one, other| one.path.cmp(&other.path));
        } else {
            let time = |scope: &Scope| scope.gpu.unwrap_or_default();
            scopes.sort_by(|one, other| time(other).total_cmp(&time(one)).then_with(|| one.path.cmp(&other.path)));
        }
        scopes
    }
}
