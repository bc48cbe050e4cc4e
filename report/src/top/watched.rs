//! A running program that is watched from outside.

use crate::live::rows::{Row, Rows};
use crate::sums::Sums;
use glmeter_recording::{ContextFigures, Cursor, Frame, Recording, now};
use std::collections::BTreeMap;
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

/// Returns true for what is in the figures of its context itself, and not only in those of a process.
fn is_own(frame: &Frame) -> bool {
    !frame.has(Frame::IS_OPEN)
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
    rests: Rests,
}

/// What the contexts have done without a swap, by their numbers: the sums of what has ended, and when the last of their frames and rests began.
#[derive(Default)]
struct Rests(BTreeMap<u64, (Sums, u64)>);

impl Rests {
    /// Adds a frame or a rest.
    fn add(&mut self, frame: &Frame) {
        let (sums, last_begin) = self.0.entry(frame.context).or_default();
        *last_begin = frame.begin.max(*last_begin);
        if frame.has(Frame::IS_REST) {
            sums.add(frame);
        }
    }

    /// Notes in the rows what each context has done so far; in an open frame only if it began before `until`.
    fn note(&self, recording: &Recording, rows: &mut Rows, until: u64) {
        for (number, figures) in recording.contexts() {
            let ended = self.0.get(&(number as u64));
            let (mut rest, last_begin) = ended.map(|(sums, last_begin)| (sums.apart(), *last_begin)).unwrap_or_default();
            let is_new = |opened: &Frame| opened.begin > last_begin && opened.begin < until;
            if let Some(opened) = recording.opened_frame(number).filter(is_new) {
                let mut sums = Sums::default();
                sums.add(&opened);
                rest.join(&sums.apart());
            }
            rows.add_rest(number, || figures.record, &rest);
        }
    }
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
        recording.read_frames(&mut cursor, false, |frame| frames.extend(Some(frame).filter(is_own)));
        let (now, mut rows, mut rests) = (now(), Rows::default(), Rests::default());
        let oldest = frames.iter().map(|frame| frame.begin).min().unwrap_or(now);
        let begin = oldest.max(now.saturating_sub(interval.as_nanos() as u64));
        let (new, older): (Vec<&Frame>, Vec<&Frame>) = frames.iter().partition(|frame| frame.end > begin);
        for frame in older {
            rows.add_older(&recording, frame);
            rests.add(frame);
        }
        rests.note(&recording, &mut rows, begin);
        for frame in new {
            rows.add(&recording, frame);
            rests.add(frame);
        }
        rests.note(&recording, &mut rows, u64::MAX);
        rows.end_interval(now.saturating_sub(begin));
        let (identity, process) = (found.identity, found.process);
        Some(Self { identity, process, has_ended: false, recording, cursor, rows, rests })
    }

    /// Reads the frames that have come.
    pub(crate) fn read(&mut self) {
        let Self { recording, rows, rests, .. } = self;
        recording.read_frames(&mut self.cursor, self.has_ended, |frame| {
            if is_own(&frame) {
                rows.add(recording, &frame);
                rests.add(&frame);
            }
        });
    }

    /// Ends an interval of a length in nanoseconds.
    pub(crate) fn end_interval(&mut self, length: u64) {
        self.rests.note(&self.recording, &mut self.rows, u64::MAX);
        self.rows.end_interval(length);
    }

    /// Returns true if a context that has shown no frame in the last interval has begun something: how much of that was done in the interval is known at
    /// the end of another one.
    pub(crate) fn has_begun(&self) -> bool {
        let has_frames = |number: usize| self.rows.iter().any(|row| row.context == number && row.values.is_some());
        self.recording.contexts().any(|(number, _)| !has_frames(number) && self.recording.opened_frame(number).is_some())
    }

    /// Returns its contexts that have shown a frame or done something without.
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
