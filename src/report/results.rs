//! Writes what a context measured to the recording.

use crate::clock::now;
use crate::context::{Context, MeasuredFrame, MeasuredSection, Place, Segment};
use crate::driver::Measurement;
use crate::driver::measurement::COUNTED;
use crate::target::Target;
use glmeter_recording::{ContextRecord, Frame, Recording, STATISTICS, ScopeFigures, ScopeKind, Span};

/// Returns the number of the context in the recording; `None` if there is no room for it.
pub(super) fn number_of(recording: &Recording, context: &mut Context) -> Option<usize> {
    if let Some(known) = context.frames.context {
        return known;
    }
    let number = recording.add_context(&record_of(context));
    context.frames.context = Some(number);
    number
}

/// Describes the context for the recording.
fn record_of(context: &mut Context) -> ContextRecord {
    let name = std::fs::read_to_string("/proc/self/comm").unwrap_or_default();
    let is_counted = |target: &Target| *target == Target::TIMESTAMP || STATISTICS.contains(&target.name());
    let source = |target: Target| {
        let about = if context.driver.difference(target).is_some() { "≈" } else { "" };
        format!("{}={about}{}", target.name(), context.driver.source(target).split(' ').next().unwrap_or_default())
    };
    let sources: Vec<String> = Target::all().filter(is_counted).map(source).collect();
    let clock_offset = match context.capabilities.targets.contains(Target::TIMESTAMP) {
        true => now() as i64 - context.driver.get_integer64(crate::gl::TIMESTAMP),
        false => 0,
    };
    ContextRecord {
        process: std::process::id().into(),
        // SAFETY: the system call takes no arguments. glibc has a function for it since 2.30 only.
        thread: unsafe { libc::syscall(libc::SYS_gettid) } as u64,
        program: name.trim_end().to_owned(),
        version: context.description.version.clone(),
        renderer: context.description.renderer.clone(),
        sources: sources.join(" "),
        clock_offset,
    }
}

/// Returns the counts of [`STATISTICS`].
fn statistics(measurement: &Measurement) -> [u64; STATISTICS.len()] {
    STATISTICS.map(|name| {
        let counts = COUNTED.iter().zip(measurement.counts);
        counts.filter(|((target, stream), _)| target.name() == name && *stream == 0).map(|(_, count)| count).sum()
    })
}

/// Writes the results that are available.
pub(super) fn collect(recording: &Recording, context: &mut Context) {
    if context.query_buffer != 0 {
        return;
    }
    let warmup = recording.options().warmup;
    let is_warmup_over = context.frames.open.number >= warmup;
    let driver = context.driver.as_mut();
    context.sections.collect(driver, |MeasuredSection { number, nanoseconds, uncertainty }| {
        // Some drivers return nonsense: no time is longer than the whole run so far.
        if nanoseconds <= recording.age() {
            let figures = ScopeFigures { timed: 1, gpu_time: nanoseconds, uncertainty, ..ScopeFigures::default() };
            recording.add_to_scope(number, &figures);
        }
    });
    context.intervals.collect(driver, |measured| {
        let is_of_scopes = !is_warmup_over || measured.frame.number >= warmup;
        write_frame(recording, measured, is_of_scopes);
    });
}

/// Writes the results of a frame; those of its scopes only if it `is_of_scopes`, but spans always.
fn write_frame(recording: &Recording, measured: MeasuredFrame, is_of_scopes: bool) {
    let MeasuredFrame { mut frame, ticket, measurement, segments } = measured;
    if frame.gpu > recording.age() {
        return;
    }
    if !frame.has(Frame::IS_REST) {
        recording.count_gpu_time(frame.gpu, frame.uncertainty);
        if frame.number == 0 {
            recording.count_first_gpu_time(frame.gpu, frame.uncertainty);
        }
    }
    let each: Vec<_> = segments.iter().filter_map(|segment| segment.measurement.as_ref()).map(statistics).collect();
    if let Some(counts) = measurement.as_ref().map(statistics) {
        frame.statistics = counts;
        frame.flags |= Frame::HAS_STATISTICS;
    } else if !each.is_empty() {
        frame.statistics = core::array::from_fn(|count| each.iter().filter_map(|counts| counts.get(count)).sum());
        frame.flags |= Frame::HAS_STATISTICS;
    }
    if frame.context != u64::MAX && !segments.is_empty() {
        Scopes { recording, context: frame.context as usize, frame: frame.number, is_counted: is_of_scopes }.add(&segments);
    }
    recording.complete_frame(ticket, &frame);
}

/// The scopes of a frame.
struct Scopes<'recording> {
    recording: &'recording Recording,
    context: usize,
    frame: u64,
    /// Its times are added to those of the scopes.
    is_counted: bool,
}

/// Consecutive work in one scope.
struct Open {
    scope: usize,
    begin: u64,
}

impl Scopes<'_> {
    /// Returns the numbers of the scopes of a place: its pass, its groups from the outermost on, and its program.
    fn of(&self, place: &Place) -> [Vec<usize>; 3] {
        let number = |kind, parent, name: &str| {
            let number = self.recording.scope(kind, Some(self.context), parent, name);
            if number.is_none() {
                self.recording.count_lost_scope();
            }
            number
        };
        let pass = number(ScopeKind::Pass, None, &place.pass);
        let mut groups: Vec<usize> = Vec::new();
        for name in &place.groups {
            let Some(group) = number(ScopeKind::Group, groups.last().copied(), name) else { break };
            groups.push(group);
        }
        let program = number(ScopeKind::Program, None, &place.program);
        [pass.into_iter().collect(), groups, program.into_iter().collect()]
    }

    /// Adds the work of a frame to its scopes, and leaves spans if a trace wants them.
    fn add(&self, segments: &[Segment]) {
        let has_spans = self.recording.options().spans;
        // The scopes that are open at each depth, of each kind.
        let mut open: [Vec<Open>; 3] = [const { Vec::new() }; 3];
        let mut draw = 0;
        for segment in segments {
            let own =
                ScopeFigures { gpu_time: segment.busy, uncertainty: segment.uncertainty, draws: segment.draws, ..ScopeFigures::default() };
            let mut scopes = segment.place.as_ref().map(|place| self.of(place)).unwrap_or_default();
            if segment.place.is_none() {
                self.recording.count_lost_draws(segment.draws);
            }
            // Clears use no program.
            if segment.draws == 0 {
                scopes[2].clear();
            }
            for (open, scopes) in open.iter_mut().zip(&scopes) {
                let same = open.iter().zip(scopes).take_while(|(open, scope)| open.scope == **scope).count();
                self.close(open, same, segment.begin, has_spans);
                for (depth, scope) in scopes.iter().enumerate() {
                    let begins: u64 = (depth >= same).into();
                    if self.is_counted {
                        self.recording.add_to_scope(*scope, &ScopeFigures { times: begins, timed: begins, ..own });
                    }
                    if depth >= same {
                        open.push(Open { scope: *scope, begin: segment.begin });
                    }
                }
            }
            if let Some(measurement) = segment.measurement.as_ref().filter(|_| segment.draws > 0) {
                draw += segment.draws;
                self.recording.push_span(&Span {
                    context: self.context as u64,
                    frame: self.frame,
                    scope: scopes[2].first().map_or(u64::MAX, |scope| *scope as u64),
                    draw,
                    // The GPU may have waited in between.
                    begin: segment.end.saturating_sub(segment.busy),
                    end: segment.end,
                    has_statistics: 1,
                    statistics: statistics(measurement),
                });
            }
        }
        let end = segments.last().map_or(0, |last| last.end);
        open.iter_mut().for_each(|open| self.close(open, 0, end, has_spans));
    }

    /// Closes the scopes from a depth on, the innermost first.
    fn close(&self, open: &mut Vec<Open>, depth: usize, end: u64, has_spans: bool) {
        while open.len() > depth {
            if let Some(Open { scope, begin }) = open.pop().filter(|_| has_spans) {
                let span = Span { context: self.context as u64, frame: self.frame, scope: scope as u64, begin, end, ..Span::default() };
                self.recording.push_span(&span);
            }
        }
    }
}
