//! The marks of a frame, and the work between them.

use super::busy::{Bursts, Busy};
use super::work::Place;
use crate::driver::{Driver, Execution, Measurement};
use crate::gl::GLuint;

/// What of a frame is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The GPU times of its passes, groups and programs, and the statistics.
    pub(crate) detail: bool,
    /// Those of each draw too.
    pub(crate) per_draw: bool,
    /// The detail is wanted of some frames, whichever they are.
    pub(crate) is_sampled: bool,
}

/// A point between two commands of a frame.
#[derive(Debug, Default)]
pub(super) struct Mark {
    /// The query whose result is the time at which all work before it is done; 0 if there is none.
    pub(super) query: GLuint,
    /// The GL time before the query was given.
    pub(super) given: u64,
    /// Where the work after it belongs; `None` if the GPU gets no work before the next mark.
    pub(super) place: Option<Place>,
    /// It is the last of so many marks that the work after it may belong to several places.
    pub(super) is_lost: bool,
    /// The number of draws and dispatches of the frame before it.
    pub(super) draws: u64,
    /// The measurement of the draw behind it; 0 if none runs.
    pub(super) measurement: GLuint,
    /// The number of bursts before it.
    pub(super) bursts: usize,
    /// It ends a part of the frame.
    pub(super) ends_part: bool,
}

/// The frame that is being measured.
#[derive(Debug)]
pub(super) struct OpenFrame {
    pub(super) wanted: Wanted,
    pub(super) execution: Execution,
    pub(super) marks: Vec<Mark>,
    pub(super) bursts: Bursts,
    /// The framebuffer of the last work.
    pub(super) framebuffer: GLuint,
    /// The measurement of the whole frame since its context was made current; 0 if none runs.
    pub(super) measurement: GLuint,
    /// Those of the frame before its context was released.
    pub(super) before: Vec<GLuint>,
    /// The time that glmeter took for it, nanoseconds.
    pub(super) own_time: u64,
    /// How long it takes to read the clock, nanoseconds.
    pub(super) reading: u64,
    /// Fences measure the times: they are stamped when the commands before them are submitted and done, so that each mark submits.
    pub(super) is_fenced: bool,
    /// The results of marks that are forgotten already.
    pub(super) folded: Worked,
    /// What a detailed frame, which keeps its marks, has told so far.
    pub(super) told: Told,
}

/// The work of a frame that was told while the frame was open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// The number of the mark at its end.
    pub(super) mark: usize,
    pub(super) worked: Worked,
    /// The work of the frames so far; `None` before anything was told.
    pub(super) busy: Option<Busy>,
}

impl OpenFrame {
    /// Returns true if the GPU gets no work of the frame since its last mark.
    pub(super) fn is_idle(&self) -> bool {
        self.marks.last().is_none_or(|last| last.place.is_none())
    }
}

/// For how long the GPU worked, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worked {
    /// The GL times at which its work began and ended.
    pub(crate) begin: u64,
    pub(crate) end: u64,
    /// Nanoseconds.
    pub(crate) busy: u64,
    /// The least time for which it worked, if it waited whenever that is possible.
    pub(super) least: u64,
    /// The sum of the uncertainties, nanoseconds.
    pub(crate) uncertainty: u64,
    /// The number of parts that ended.
    pub(crate) parts: u64,
}

impl Worked {
    /// Adds later work.
    pub(super) fn add(&mut self, later: &Self) {
        if later.end > 0 {
            self.begin = if self.end == 0 { later.begin } else { self.begin };
            self.end = self.end.max(later.end);
        }
        self.busy += later.busy;
        self.least += later.least;
        self.uncertainty += later.uncertainty;
        self.parts += later.parts;
    }

    /// Returns true if some of the time may be waiting: more than a tenth.
    pub(crate) fn has_waits(&self) -> bool {
        u128::from(self.least) * 10 < u128::from(self.busy) * 9
    }
}

/// The GPU time of work at one place.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The place to which the work belongs; `None` if there were too many before it.
    pub(crate) place: Option<Place>,
    /// The GL time of its beginning, nanoseconds.
    pub(crate) begin: u64,
    /// The GL time of its end, nanoseconds.
    pub(crate) end: u64,
    /// The time for which the GPU worked on it, nanoseconds.
    pub(crate) busy: u64,
    /// The uncertainty of its duration, nanoseconds; 0 for the driver's own timers.
    pub(crate) uncertainty: u64,
    /// The number of draws and dispatches in it.
    pub(crate) draws: u64,
    /// Their counts, if each draw is measured.
    pub(crate) measurement: Option<Measurement>,
}

/// Returns the values of an ended measurement and deletes it; `None` for 0.
pub(super) fn take(driver: &mut dyn Driver, measurement: GLuint) -> Option<Measurement> {
    if measurement == 0 {
        return None;
    }
    let values = driver.measurement(measurement);
    driver.delete_measurement(measurement);
    Some(values)
}

/// Returns the uncertainty of a query's time; 0 without a query.
fn uncertainty_of(query: GLuint, driver: &dyn Driver) -> u64 {
    if query == 0 { 0 } else { driver.uncertainty(query).unwrap_or_default() }
}

/// Returns the work of a frame whose last query is available. Adds that of each place, in a detailed frame.
pub(super) fn work_of(open: &OpenFrame, driver: &mut dyn Driver, busy: &mut Busy, segments: &mut Vec<Segment>) -> Worked {
    work_between(open, &open.marks, driver, busy, open.wanted.detail.then_some(segments))
}

/// Tells the work of an open frame up to a mark whose query is available. Returns what was told so far.
pub(super) fn tell(open: &mut OpenFrame, end: usize, driver: &mut dyn Driver, busy: Busy) -> Worked {
    let Told { mark, mut worked, busy: told } = open.told;
    let mut busy = told.unwrap_or(busy);
    if let Some(marks) = open.marks.get(mark..=end).filter(|marks| marks.len() > 1) {
        let mut more = work_between(open, marks, driver, &mut busy, None);
        if mark > 0 {
            more.uncertainty = more.uncertainty.saturating_sub(marks.first().map_or(0, |first| uncertainty_of(first.query, driver)));
        }
        worked.add(&more);
        open.told = Told { mark: end, worked, busy: Some(busy) };
    }
    open.told.worked
}

/// Returns the work of a frame between marks, the last of which is available. Adds that of each place to `segments`, if there are any.
fn work_between(
    open: &OpenFrame,
    marks: &[Mark],
    driver: &mut dyn Driver,
    busy: &mut Busy,
    mut segments: Option<&mut Vec<Segment>>,
) -> Worked {
    let first = marks.first().map_or(0, |first| uncertainty_of(first.query, driver));
    let mut all = Worked { uncertainty: first, ..Worked::default() };
    let mut reached = marks.first().filter(|first| first.query != 0).map(|first| driver.result(first.query));
    // What was pending before the frame is not its work.
    reached.into_iter().for_each(|reached| busy.skip(reached));
    for (mark, next) in marks.iter().zip(marks.iter().skip(1)) {
        let then = (next.query != 0).then(|| driver.result(next.query));
        let uncertainty = uncertainty_of(mark.query, driver) + uncertainty_of(next.query, driver);
        let mut part = Worked { uncertainty, ..Worked::default() };
        let mut add = |begin: u64, end: u64, least: u64| {
            let [begin, end] = busy.add(begin, end);
            let new = end.saturating_sub(begin);
            let least = if open.bursts.are_full() { 0 } else { least.min(new) };
            part.add(&Worked { begin, end, busy: new, least, ..Worked::default() });
        };
        if open.execution == Execution::Unknown {
            if let (Some(begin), Some(end), Some(_)) = (reached, then, &mark.place) {
                // The GPU has got the last of this work by now.
                add(begin, end, end.saturating_sub(next.given));
            }
        } else {
            open.bursts.between(mark.bursts, next.bursts).for_each(|[begin, end]| add(begin, end, u64::MAX));
            if let Some(end) = then {
                add(next.given, end, u64::MAX);
            }
        }
        if part.end == 0 {
            (part.begin, part.end) = (busy.until(), busy.until());
        }
        if let Some((place, segments)) = mark.place.as_ref().zip(segments.as_mut()) {
            segments.push(Segment {
                place: (!mark.is_lost).then(|| place.clone()),
                begin: part.begin,
                end: part.end,
                busy: part.busy,
                uncertainty,
                draws: next.draws.saturating_sub(mark.draws),
                measurement: take(driver, mark.measurement),
            });
        }
        // What one part lacks the next one has, unless the GPU waits in between.
        let ends = next.place.is_none() || mark.place.is_none();
        let uncertainty = if ends { uncertainty_of(next.query, driver) } else { 0 };
        all.add(&Worked { uncertainty, parts: next.ends_part.into(), ..part });
        reached = then.or(reached);
    }
    all
}
