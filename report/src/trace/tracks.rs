//! The tracks of one context.

use super::message::{
    BYTES, COUNT, COUNTER, CounterDescriptor, DebugAnnotation, EXPLICIT, NANOSECONDS, ProcessDescriptor, SLICE_BEGIN, SLICE_END,
    TrackDescriptor, TrackEvent,
};
use super::nest::{Edge, Layer, Slice, nest};
use super::packets::{Packets, Value};
use glmeter_recording::{ContextRecord, Counts, Frame, Recording, STATISTICS, ScopeKind, Span};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Result, Write};

/// The greatest number of frames, and of spans, that wait for each other.
const MOST_FRAMES: usize = 4096;
const MOST_SPANS: usize = 1 << 16;

/// The GPU's and the CPU's tracks, by their numbers among the tracks of a context; those of counters follow.
const GPU: u64 = 1;
const CPU: u64 = 2;
const COUNTERS: u64 = 3;

/// The counters of a context beside the statistics, with their units.
const FIGURES: [(&str, Unit); 7] = [
    ("Frame time", Unit::Known(NANOSECONDS)),
    ("CPU time", Unit::Known(NANOSECONDS)),
    ("GPU time", Unit::Known(NANOSECONDS)),
    ("Draws", Unit::Known(COUNT)),
    ("Uploads", Unit::Known(BYTES)),
    ("State changes", Unit::Known(COUNT)),
    ("Overdraw", Unit::Named("fragments per pixel")),
];

/// The unit of a counter.
#[derive(Clone, Copy)]
enum Unit {
    /// One that Perfetto has.
    Known(u32),
    /// Another.
    Named(&'static str),
}

/// A counter's value.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    /// A whole number.
    Whole(u64),
    /// One with a fraction.
    Fraction(f64),
}

/// A span that waits for its frame.
struct Waiting {
    slice: Slice,
    name: String,
    span: Span,
}

/// The tracks of one context, and what waits to be written to them.
#[derive(Default)]
pub(super) struct Tracks {
    process: u64,
    context: u64,
    clock_offset: i64,
    gpu_end: u64,
    cpu_end: u64,
    /// The frames whose spans may be on their way, and how many of them have waited since the last tick.
    frames: VecDeque<Frame>,
    ripe: usize,
    /// By the number of their frame.
    spans: BTreeMap<u64, Vec<Waiting>>,
    span_count: usize,
    /// The last value of each counter that has been declared.
    counters: HashMap<usize, Count>,
}

/// Returns the number of a track, which those of other programs' traces are unlikely to have.
fn uuid(process: u64, context: u64, track: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    ("glmeter", process, context, track).hash(&mut hasher);
    hasher.finish()
}

/// Declares the track of a context's process. Returns its number.
pub(super) fn declare_process<W: Write>(packets: &mut Packets<W>, record: &ContextRecord) -> Result<u64> {
    let own = uuid(record.process, u64::MAX, 0);
    let process = ProcessDescriptor { pid: i32::try_from(record.process).ok(), process_name: Some(record.program.clone()) };
    packets.track(TrackDescriptor { uuid: Some(own), process: Some(process), ..TrackDescriptor::default() })?;
    Ok(own)
}

impl Tracks {
    /// Declares the tracks of a context below that of its process.
    pub(super) fn declare<W: Write>(packets: &mut Packets<W>, process: u64, context: u64, record: &ContextRecord) -> Result<Self> {
        let tracks = Self { process, context, clock_offset: record.clock_offset, ..Self::default() };
        let own = tracks.uuid(0);
        packets.track(TrackDescriptor {
            uuid: Some(own),
            parent_uuid: Some(process),
            name: Some(format!("Context {context}: {}", record.renderer)),
            description: Some(format!("Thread {}, OpenGL {}. Sources: {}.", record.thread, record.version, record.sources)),
            child_ordering: Some(EXPLICIT),
            ..TrackDescriptor::default()
        })?;
        for (track, name) in [(GPU, "GPU"), (CPU, "CPU")] {
            packets.track(tracks.child(track, name))?;
        }
        Ok(tracks)
    }

    /// Returns the number of a track of the context.
    fn uuid(&self, track: u64) -> u64 {
        uuid(self.process, self.context, track)
    }

    /// Describes a track of the context.
    fn child(&self, track: u64, name: &str) -> TrackDescriptor {
        TrackDescriptor {
            uuid: Some(self.uuid(track)),
            parent_uuid: Some(self.uuid(0)),
            name: Some(name.to_owned()),
            sibling_order_rank: Some(track as i32),
            ..TrackDescriptor::default()
        }
    }

    /// Returns the time of CLOCK_MONOTONIC at a GL time.
    fn monotonic(&self, time: u64) -> u64 {
        time.saturating_add_signed(self.clock_offset)
    }

    /// Receives a frame.
    pub(super) fn frame<W: Write>(&mut self, packets: &mut Packets<W>, recording: &Recording, frame: &Frame) -> Result<()> {
        self.write_cpu(packets, frame)?;
        self.count(packets, frame)?;
        if !frame.has(Frame::HAS_GPU) {
            return Ok(());
        }
        if !recording.options().spans && self.frames.is_empty() {
            return self.write_gpu(packets, frame, &[]);
        }
        self.frames.push_back(*frame);
        if self.frames.len() > MOST_FRAMES { self.pass_on(packets, 1) } else { Ok(()) }
    }

    /// Receives a span, whose frame has come or will come.
    pub(super) fn span(&mut self, recording: &Recording, span: &Span) {
        if self.span_count >= MOST_SPANS {
            // Of frames that never came.
            self.spans.clear();
            self.span_count = 0;
        }
        let scope = recording.scope_of(span.scope as usize);
        let kind = scope.as_ref().map(|scope| scope.kind);
        let layer = match kind {
            _ if span.draw > 0 => Layer::Draw,
            Some(ScopeKind::Group) => {
                let around =
                    std::iter::successors(scope.as_ref().and_then(|scope| scope.parent), |parent| recording.scope_of(*parent)?.parent);
                Layer::Part(1 + around.take(64).count())
            }
            Some(ScopeKind::Pass | ScopeKind::Section) => Layer::Part(0),
            Some(ScopeKind::Program) | None => Layer::Program,
        };
        let slice = Slice { begin: self.monotonic(span.begin), end: self.monotonic(span.end), layer };
        let name = scope.map(|scope| scope.name).unwrap_or_default();
        self.spans.entry(span.frame).or_default().push(Waiting { slice, name, span: *span });
        self.span_count += 1;
    }

    /// Writes the frames that have waited since the last call.
    pub(super) fn tick<W: Write>(&mut self, packets: &mut Packets<W>) -> Result<()> {
        let ripe = std::mem::replace(&mut self.ripe, self.frames.len());
        self.pass_on(packets, ripe)
    }

    /// Writes all frames.
    pub(super) fn finish<W: Write>(&mut self, packets: &mut Packets<W>) -> Result<()> {
        self.pass_on(packets, self.frames.len())
    }

    /// Writes so many of the oldest frames.
    fn pass_on<W: Write>(&mut self, packets: &mut Packets<W>, count: usize) -> Result<()> {
        for _ in 0..count {
            let Some(frame) = self.frames.pop_front() else { break };
            // Those of earlier frames, which were lost, go too.
            let later = self.spans.split_off(&frame.number.saturating_add(1));
            let spans = std::mem::replace(&mut self.spans, later).remove(&frame.number).unwrap_or_default();
            self.span_count = self.spans.values().map(Vec::len).sum();
            self.write_gpu(packets, &frame, &spans)?;
        }
        self.ripe = self.ripe.min(self.frames.len());
        Ok(())
    }

    /// Writes a frame's slices of the GPU track.
    fn write_gpu<W: Write>(&mut self, packets: &mut Packets<W>, frame: &Frame, spans: &[Waiting]) -> Result<()> {
        let track = self.uuid(GPU);
        let begin = self.monotonic(frame.gpu_begin).max(self.gpu_end);
        let end = self.monotonic(frame.gpu_end).max(begin);
        self.gpu_end = end;
        let category = packets.category("gpu");
        let mut arguments = vec![packets.argument("gpu_time_ns", Value::Number(frame.gpu))];
        if frame.uncertainty > 0 {
            arguments.push(packets.argument("uncertainty_ns", Value::Number(frame.uncertainty)));
        }
        if frame.has(Frame::HAS_STATISTICS) {
            statistics(packets, &mut arguments, &frame.statistics);
        }
        packets.event(begin, numbered(track, category, format!("Frame {}", frame.number), arguments))?;
        let slices: Vec<Slice> = spans.iter().map(|waiting| waiting.slice).collect();
        for edge in nest((begin, end), &slices, frame.uncertainty) {
            match edge {
                Edge::End(at) => packets.event(at, ending(track))?,
                Edge::Begin(at, index) => {
                    let Some(Waiting { slice, name, span }) = spans.get(index) else { continue };
                    let event = Self::slice(packets, track, *slice, name, span);
                    packets.event(at, event)?;
                }
            }
        }
        packets.event(end, ending(track))
    }

    /// Returns the beginning of a span.
    fn slice<W: Write>(packets: &mut Packets<W>, track: u64, slice: Slice, name: &str, span: &Span) -> TrackEvent {
        let mut arguments = Vec::new();
        if span.has_statistics != 0 {
            statistics(packets, &mut arguments, &span.statistics);
        }
        let (category, name) = match slice.layer {
            Layer::Draw => {
                if !name.is_empty() {
                    arguments.insert(0, packets.argument("program", Value::Text(name.to_owned())));
                }
                let category = packets.category("draw");
                return numbered(track, category, format!("Draw {}", span.draw), arguments);
            }
            Layer::Program => ("program", name),
            Layer::Part(0) => ("pass", name),
            Layer::Part(_) => ("group", name),
        };
        let (category, name_iid) = (packets.category(category), packets.name(name));
        TrackEvent {
            category_iids: vec![category],
            debug_annotations: arguments,
            r#type: Some(SLICE_BEGIN),
            name_iid: Some(name_iid),
            track_uuid: Some(track),
            ..TrackEvent::default()
        }
    }

    /// Writes a frame's slices of the CPU track.
    fn write_cpu<W: Write>(&mut self, packets: &mut Packets<W>, frame: &Frame) -> Result<()> {
        let track = self.uuid(CPU);
        let begin = frame.begin.max(self.cpu_end);
        let end = frame.end.max(begin);
        self.cpu_end = end;
        let counts = Counts::ALL.iter().map(|count| (count.name_with_unit(), (count.of)(&frame.counts)));
        let times = [("cpu_time_ns", frame.cpu), ("process_cpu_time_ns", frame.process_cpu)];
        let figures = times.map(|(name, time)| (name.to_owned(), time)).into_iter().chain(counts);
        let figures = figures.chain([("glmeter_time_ns".to_owned(), frame.own_time)]);
        let told = figures.filter(|(name, value)| *value > 0 || name == "draws");
        let arguments = told.map(|(name, value)| packets.argument(&name, Value::Number(value))).collect();
        let category = packets.category("cpu");
        packets.event(begin, numbered(track, category, format!("Frame {}", frame.number), arguments))?;
        if frame.swap > 0 {
            let swap = TrackEvent {
                category_iids: vec![category],
                r#type: Some(SLICE_BEGIN),
                name_iid: Some(packets.name("Swap")),
                track_uuid: Some(track),
                ..TrackEvent::default()
            };
            packets.event(end.saturating_sub(frame.swap).max(begin), swap)?;
            packets.event(end, ending(track))?;
        }
        packets.event(end, ending(track))
    }

    /// Writes a frame's values of the counters that have changed.
    fn count<W: Write>(&mut self, packets: &mut Packets<W>, frame: &Frame) -> Result<()> {
        let has_statistics = frame.has(Frame::HAS_STATISTICS);
        let overdraw = (has_statistics && frame.pixels > 0)
            .then(|| Count::Fraction(frame.statistic("FRAGMENT_SHADER_INVOCATIONS") as f64 / frame.pixels as f64));
        let figures = [
            Some(Count::Whole(frame.wall())),
            Some(Count::Whole(frame.cpu)),
            frame.has(Frame::HAS_GPU).then_some(Count::Whole(frame.gpu)),
            Some(Count::Whole(frame.counts.draws)),
            Some(Count::Whole(frame.counts.upload_bytes)),
            Some(Count::Whole(frame.counts.state_changes)),
            overdraw,
        ];
        let statistics = frame.statistics.map(|count| has_statistics.then_some(Count::Whole(count)));
        let names = FIGURES.into_iter().chain(STATISTICS.map(|name| (name, Unit::Known(COUNT))));
        for (counter, ((name, unit), value)) in names.zip(figures.into_iter().chain(statistics)).enumerate() {
            let Some(value) = value else { continue };
            // A statistic that was never counted above 0 has no track.
            if counter >= FIGURES.len() && value == Count::Whole(0) && !self.counters.contains_key(&counter) {
                continue;
            }
            let track = self.uuid(COUNTERS + counter as u64);
            match self.counters.insert(counter, value) {
                Some(last) if last == value => continue,
                Some(_) => {}
                None => {
                    let descriptor = match unit {
                        Unit::Known(unit) => CounterDescriptor { unit: Some(unit), unit_name: None },
                        Unit::Named(name) => CounterDescriptor { unit: None, unit_name: Some(name.to_owned()) },
                    };
                    let child = self.child(COUNTERS + counter as u64, name);
                    packets.track(TrackDescriptor { counter: Some(descriptor), ..child })?;
                }
            }
            let event = TrackEvent { r#type: Some(COUNTER), track_uuid: Some(track), ..TrackEvent::default() };
            let event = match value {
                Count::Whole(value) => TrackEvent { counter_value: Some(i64::try_from(value).unwrap_or(i64::MAX)), ..event },
                Count::Fraction(value) => TrackEvent { double_counter_value: Some(value), ..event },
            };
            packets.event(frame.begin, event)?;
        }
        Ok(())
    }
}

/// Adds the statistics that are not 0 to a slice's arguments.
fn statistics<W: Write>(packets: &mut Packets<W>, arguments: &mut Vec<DebugAnnotation>, counts: &[u64; STATISTICS.len()]) {
    let counted = STATISTICS.iter().zip(counts).filter(|(_, count)| **count > 0);
    arguments.extend(counted.map(|(name, count)| packets.argument(name, Value::Number(*count))));
}

/// Returns the beginning of a slice whose name occurs once.
fn numbered(track: u64, category: u64, name: String, arguments: Vec<DebugAnnotation>) -> TrackEvent {
    TrackEvent {
        category_iids: vec![category],
        debug_annotations: arguments,
        r#type: Some(SLICE_BEGIN),
        track_uuid: Some(track),
        name: Some(name),
        ..TrackEvent::default()
    }
}

/// Returns the end of a slice.
fn ending(track: u64) -> TrackEvent {
    TrackEvent { r#type: Some(SLICE_END), track_uuid: Some(track), ..TrackEvent::default() }
}
