//! Reads a recording while the program runs.

use crate::draws::Draws;
use crate::output::Output;
use crate::run::{Bound, Context, Error, Run, SCHEMA, Scope};
use crate::sums::Sums;
use crate::together::Together;
use glmeter_recording::{ContextFigures, Cursor, ErrorFigures, Frame, NamedScope, Recording, ScopeFigures, ScopeKind, Span};
use std::collections::BTreeMap;
use std::time::Instant;

/// What the recording does not know of a run.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The version of glmeter.
    pub version: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// When it was started, seconds since 1970.
    pub started: f64,
    /// The number of each context's first frames that are not summed up.
    pub warmup: u64,
}

/// An output with the name by which the user knows it.
struct Target {
    name: String,
    output: Box<dyn Output>,
    /// When it was last called by [`Output::tick`].
    ticked: Instant,
}

/// The sums of one context.
#[derive(Default)]
struct Sides {
    warmup: Sums,
    measured: Sums,
    rest: Sums,
    warmup_draws: Draws,
    draws: Draws,
    /// When the last of its frames and rests began.
    last_begin: u64,
    /// The process of the context, and CLOCK_MONOTONIC minus its GL time.
    process: Option<(u64, i64)>,
}

impl Sides {
    /// Returns true if an open frame is already summed up as an ended one.
    fn has(&self, opened: &Frame) -> bool {
        opened.begin <= self.last_begin
    }
}

/// Reads a recording, gives its frames and spans to outputs, and sums them up. Its memory does not grow with the time.
pub struct Collector {
    about: About,
    frames: Cursor,
    spans: Cursor,
    contexts: BTreeMap<u64, Sides>,
    /// The contexts of each process together.
    processes: BTreeMap<u64, Together>,
    /// When the first frame began.
    origin: Option<u64>,
    /// How often the program had set the figures to 0.
    resets: u64,
    /// The program has ended: its open frames are rests.
    is_over: bool,
    targets: Vec<Target>,
}

impl Collector {
    /// Creates a collector that begins with the oldest frame that the recording still has.
    pub fn new(recording: &Recording, about: About) -> Self {
        let (frames, spans) = recording.oldest();
        Self {
            about,
            frames,
            spans,
            contexts: BTreeMap::new(),
            processes: BTreeMap::new(),
            origin: None,
            resets: recording.resets(),
            is_over: false,
            targets: Vec::new(),
        }
    }

    /// Adds an output. `name` tells it from the others in a message.
    pub fn add(&mut self, name: String, output: Box<dyn Output>) {
        self.targets.push(Target { name, output, ticked: Instant::now() });
    }

    /// Reads what has been recorded since the last call. Call it every 20 to 50 milliseconds, so that no ring overflows. Returns a line for
    /// each output that failed, which gets no more calls.
    pub fn collect(&mut self, recording: &Recording) -> Vec<String> {
        let mut failed = self.read(recording, false);
        let is_due = |target: &Target| target.output.period().is_some_and(|period| target.ticked.elapsed() >= period);
        if self.targets.iter().any(is_due) {
            let run = self.run(recording, "running");
            let mut tick = |target: &mut Target| {
                if is_due(target) {
                    target.ticked = Instant::now();
                    return target.output.tick(&run);
                }
                Ok(())
            };
            keep_working(&mut self.targets, &mut failed, &mut tick);
        }
        failed
    }

    /// Reads the rest after the program's end, and gives the sums to the outputs after `complete` has seen them. `ended` is [`Run::ended`].
    /// Returns the sums, and a line for each output that failed.
    pub fn finish(mut self, recording: &Recording, ended: &str, complete: impl FnOnce(&mut Run)) -> (Run, Vec<String>) {
        let mut failed = self.read(recording, true);
        failed.extend(self.end_open_frames(recording));
        let mut run = self.run(recording, ended);
        complete(&mut run);
        keep_working(&mut self.targets, &mut failed, &mut |target| target.output.finish(&run));
        (run, failed)
    }

    /// Gives the frames that the end of the program left open to the outputs, and sums them up: as work that no swap followed.
    fn end_open_frames(&mut self, recording: &Recording) -> Vec<String> {
        self.is_over = true;
        let mut failed = Vec::new();
        for (number, _) in recording.contexts() {
            let is_new = |opened: &Frame| self.contexts.get(&opened.context).is_none_or(|sides| !sides.has(opened));
            let Some(frame) = recording.opened_frame(number).filter(is_new) else { continue };
            add(&mut self.contexts, &frame, self.about.warmup);
            keep_working(&mut self.targets, &mut failed, &mut |target| target.output.frame(recording, &frame));
        }
        failed
    }

    /// Reads what is new in the rings.
    fn read(&mut self, recording: &Recording, is_over: bool) -> Vec<String> {
        let resets = recording.resets();
        if self.resets != resets {
            // The program began to count anew.
            self.resets = resets;
            self.contexts.clear();
            self.processes.clear();
            self.origin = None;
            (self.frames.lost, self.spans.lost) = (0, 0);
        }
        let mut failed = Vec::new();
        let Self { about, frames, spans, contexts, processes, origin, targets, .. } = self;
        recording.read_spans(spans, is_over, |span| {
            add_draw(contexts, &span, about.warmup);
            keep_working(targets, &mut failed, &mut |target| target.output.span(recording, &span));
        });
        recording.read_frames(frames, is_over, |frame| {
            origin.get_or_insert(frame.begin);
            if frame.has(Frame::IS_OPEN) {
                let (process, clock_offset) = process_of(recording, frame.context);
                return processes.entry(process).or_default().add(&frame, clock_offset, about.warmup);
            }
            add(contexts, &frame, about.warmup);
            if let Some(sides) = contexts.get_mut(&frame.context) {
                let (process, clock_offset) = *sides.process.get_or_insert_with(|| process_of(recording, frame.context));
                processes.entry(process).or_default().add(&frame, clock_offset, about.warmup);
            }
            keep_working(targets, &mut failed, &mut |target| target.output.frame(recording, &frame));
        });
        failed
    }

    /// Returns the sums so far. `ended` is [`Run::ended`].
    pub fn run(&self, recording: &Recording, ended: &str) -> Run {
        let totals = recording.totals();
        let (lost_scopes, lost_draws) = recording.lost();
        let scopes: Vec<(usize, NamedScope)> = recording.scopes().filter(|(_, scope)| scope.figures != ScopeFigures::default()).collect();
        let errors = recording.errors();
        let contexts = recording.contexts().map(|(number, figures)| self.context(recording, number, figures, &scopes, &errors));
        let mut contexts: Vec<Context> = contexts.collect();
        let processes = self.processes(&contexts);
        // The frames of a process contain the work of its contexts that do not swap.
        let helps = |context: &&Context| context.frames == 0 && context.rest.frames > 0;
        let helped: Vec<u64> = contexts.iter().filter(helps).map(|context| context.process).collect();
        for context in contexts.iter_mut().filter(|context| helped.contains(&context.process)) {
            context.bound = Bound::Unknown;
            context.bound_frames.clear();
        }
        Run {
            schema: SCHEMA,
            glmeter: self.about.version.clone(),
            command: self.about.command.clone(),
            started: self.about.started,
            ended: ended.to_owned(),
            is_used: totals.is_used,
            wall: totals.wall_time,
            frames: totals.frames,
            timed_frames: totals.timed_frames,
            gpu_time: totals.gpu_time,
            gpu_time_uncertainty: totals.uncertainty,
            lost_frames: self.frames.lost,
            lost_spans: self.spans.lost,
            lost_scopes,
            lost_draws,
            contexts,
            processes,
            sections: recording.ended_sections().into_iter().map(|(path, figures)| scope(path, &figures)).collect(),
            picture_hash: recording.picture_hash().map(|hash| format!("{hash:016x}")),
            ..Run::default()
        }
    }

    /// Returns the processes in which several contexts work and at least one swaps.
    fn processes(&self, contexts: &[Context]) -> Vec<Context> {
        let several = self.processes.iter().filter(|(_, together)| together.contexts.len() > 1 && together.frames > 0);
        let process = |(process, together): (&u64, &Together)| {
            // The context with the most frames gives the sources and the renderer.
            let of = contexts.iter().filter(|context| context.process == *process).max_by_key(|context| context.frames)?;
            let mut all = Context {
                number: of.number,
                process: *process,
                thread: of.thread,
                program: of.program.clone(),
                version: of.version.clone(),
                renderer: of.renderer.clone(),
                sources: of.sources.clone(),
                frames: together.frames,
                ..Context::default()
            };
            let has_measured = !together.measured.is_empty();
            if has_measured {
                all.warmup = together.warmup.apart();
            }
            let sums = if has_measured { &together.measured } else { &together.warmup };
            sums.write(&mut all, self.origin.unwrap_or_default());
            Some(all)
        };
        several.filter_map(process).collect()
    }

    /// Returns the sums of a context.
    fn context(
        &self,
        recording: &Recording,
        number: usize,
        ContextFigures { record, frames, detailed_frames }: ContextFigures,
        scopes: &[(usize, NamedScope)],
        errors: &[ErrorFigures],
    ) -> Context {
        let of_kind = |kind: ScopeKind| {
            let own = scopes.iter().filter(|(_, scope)| scope.context == Some(number) && scope.kind == kind);
            let mut own: Vec<Scope> = own.map(|(number, named)| scope(recording.path(*number), &named.figures)).collect();
            own.sort_by(|one, other| other.gpu_time.cmp(&one.gpu_time).then_with(|| one.path.cmp(&other.path)));
            own
        };
        let pairs = record.sources.split(' ').filter_map(|pair| pair.split_once('='));
        let mut context = Context {
            number,
            process: record.process,
            thread: record.thread,
            program: record.program.clone(),
            version: record.version.clone(),
            renderer: record.renderer.clone(),
            sources: pairs.map(|(target, source)| (target.to_owned(), source.to_owned())).collect(),
            frames,
            detailed_frames,
            passes: of_kind(ScopeKind::Pass),
            groups: of_kind(ScopeKind::Group),
            programs: of_kind(ScopeKind::Program),
            errors: errors.iter().filter(|error| error.context == number).map(error).collect(),
            ..Context::default()
        };
        let none = Sides::default();
        let sides = self.contexts.get(&(number as u64)).unwrap_or(&none);
        // A context that ended before its warm-up did is measured by what there is.
        let has_measured = !sides.measured.is_empty();
        if has_measured {
            context.warmup = sides.warmup.apart();
        }
        context.rest = sides.rest.apart();
        if let Some(opened) = recording.opened_frame(number).filter(|opened| !self.is_over && !sides.has(opened)) {
            let mut rest = Sums::default();
            rest.add(&opened);
            context.rest.join(&rest.apart());
        }
        let draws = if sides.draws.is_empty() { &sides.warmup_draws } else { &sides.draws };
        context.draws = draws.listed(recording);
        let sums = if has_measured { &sides.measured } else { &sides.warmup };
        sums.write(&mut context, self.origin.unwrap_or_default());
        context
    }
}

/// Returns the process of a context, and CLOCK_MONOTONIC minus its GL time.
fn process_of(recording: &Recording, context: u64) -> (u64, i64) {
    recording.context(context as usize).map_or((0, 0), |context| (context.record.process, context.record.clock_offset))
}

/// Adds a frame to the sums of its context. One for which the recording had no room has none.
fn add(contexts: &mut BTreeMap<u64, Sides>, frame: &Frame, warmup: u64) {
    if frame.context < glmeter_recording::CONTEXTS as u64 {
        let sides = contexts.entry(frame.context).or_default();
        sides.last_begin = sides.last_begin.max(frame.begin);
        let sums = match () {
            () if frame.has(Frame::IS_REST) => &mut sides.rest,
            () if frame.number < warmup => &mut sides.warmup,
            () => &mut sides.measured,
        };
        sums.add(frame);
    }
}

/// Adds a span to the draws of its context, if it is that of a draw.
fn add_draw(contexts: &mut BTreeMap<u64, Sides>, span: &Span, warmup: u64) {
    if span.draw > 0 && span.context < glmeter_recording::CONTEXTS as u64 {
        let sides = contexts.entry(span.context).or_default();
        let draws = if span.frame < warmup { &mut sides.warmup_draws } else { &mut sides.draws };
        draws.add(span);
    }
}

/// Calls each output, and removes those that fail. Adds a line for each of these.
fn keep_working(targets: &mut Vec<Target>, failed: &mut Vec<String>, call: &mut dyn FnMut(&mut Target) -> std::io::Result<()>) {
    targets.retain_mut(|target| match call(target) {
        Ok(()) => true,
        Err(error) => {
            failed.push(format!("{}: {error}; nothing more is written to it", target.name));
            false
        }
    });
}

/// Returns a scope with its path.
fn scope(path: String, figures: &ScopeFigures) -> Scope {
    let ScopeFigures { times, wall_time, timed, gpu_time, uncertainty, draws } = *figures;
    Scope { path, times, wall_time, timed, gpu_time, gpu_time_uncertainty: uncertainty, draws }
}

/// Returns an error by its name.
fn error(figures: &ErrorFigures) -> Error {
    let name = match figures.code {
        0x0500 => "GL_INVALID_ENUM",
        0x0501 => "GL_INVALID_VALUE",
        0x0502 => "GL_INVALID_OPERATION",
        0x0503 => "GL_STACK_OVERFLOW",
        0x0504 => "GL_STACK_UNDERFLOW",
        0x0505 => "GL_OUT_OF_MEMORY",
        0x0506 => "GL_INVALID_FRAMEBUFFER_OPERATION",
        0x0507 => "GL_CONTEXT_LOST",
        _ => "",
    };
    let name = if name.is_empty() { format!("0x{:04X}", figures.code) } else { name.to_owned() };
    Error { name, command: figures.command.clone(), rule: figures.rule.clone(), times: figures.times, first_frame: figures.first_frame }
}

#[cfg(test)]
mod overwritten_tests;
#[cfg(test)]
mod tests;
