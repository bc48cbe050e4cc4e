//! The writer of a trace's packets: names that recur are written once, and whole packets alone reach the file.

use super::message::{
    BOOTTIME, Clock, ClockSnapshot, DebugAnnotation, InternedData, InternedName, MONOTONIC, NEEDS_STATE, REALTIME, STATE_CLEARED,
    TracePacket, TracePacketDefaults, TrackDescriptor, TrackEvent,
};
use std::collections::HashMap;
use std::io::{Result, Write};

/// The sequence of all packets: a number that a tracing service does not assign, so that traces can be joined.
const SEQUENCE: u32 = 0x676c_6d01;
/// The most names of a kind: more than a recording has, unless the program overwrites them all the time. Later ones share a number.
const MOST_NAMES: usize = 1 << 16;
/// The size at which the buffer is written, bytes.
const FULL: usize = 1 << 16;

/// Names with their numbers.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, u64>,
    fresh: Vec<InternedName>,
}

impl Names {
    /// Returns the number of a name.
    fn number(&mut self, name: &str) -> u64 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.numbers.len() as u64 + 1;
        if self.numbers.len() >= MOST_NAMES {
            return MOST_NAMES as u64;
        }
        self.numbers.insert(name.to_owned(), number);
        self.fresh.push(InternedName { iid: Some(number), name: Some(name.to_owned()) });
        number
    }
}

/// An argument's value.
pub(super) enum Value {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// A file of packets.
pub(super) struct Packets<W> {
    file: W,
    buffer: Vec<u8>,
    categories: Names,
    events: Names,
    arguments: Names,
}

impl<W: Write> Packets<W> {
    /// Begins a trace, whose times are those of CLOCK_MONOTONIC.
    pub(super) fn begin(file: W) -> Self {
        let mut packets =
            Self { file, buffer: Vec::new(), categories: Names::default(), events: Names::default(), arguments: Names::default() };
        let clock = |clock, id| Clock { clock_id: Some(clock), timestamp: Some(time(id)) };
        packets.encode(&TracePacket {
            clock_snapshot: Some(ClockSnapshot {
                clocks: vec![
                    clock(MONOTONIC, libc::CLOCK_MONOTONIC),
                    clock(BOOTTIME, libc::CLOCK_BOOTTIME),
                    clock(REALTIME, libc::CLOCK_REALTIME),
                ],
                primary_trace_clock: Some(MONOTONIC),
            }),
            trusted_packet_sequence_id: Some(SEQUENCE),
            sequence_flags: Some(STATE_CLEARED),
            trace_packet_defaults: Some(TracePacketDefaults { timestamp_clock_id: Some(MONOTONIC) }),
            ..TracePacket::default()
        });
        packets
    }

    /// Adds a packet to the buffer, as an element of the message Trace, whose field 1 it is.
    fn encode(&mut self, packet: &TracePacket) {
        prost::encoding::message::encode(1, packet, &mut self.buffer);
    }

    /// Writes the buffer if it is full.
    fn pass_on(&mut self) -> Result<()> {
        if self.buffer.len() < FULL { Ok(()) } else { self.flush() }
    }

    /// Writes what is in the buffer.
    pub(super) fn flush(&mut self) -> Result<()> {
        let result = self.file.write_all(&self.buffer).and_then(|()| self.file.flush());
        self.buffer.clear();
        result
    }

    /// Declares a track.
    pub(super) fn track(&mut self, track: TrackDescriptor) -> Result<()> {
        self.encode(&TracePacket { trusted_packet_sequence_id: Some(SEQUENCE), track_descriptor: Some(track), ..TracePacket::default() });
        self.pass_on()
    }

    /// Writes an event at a time of CLOCK_MONOTONIC.
    pub(super) fn event(&mut self, time: u64, event: TrackEvent) -> Result<()> {
        let fresh = [&mut self.categories, &mut self.events, &mut self.arguments].map(|names| std::mem::take(&mut names.fresh));
        let has_fresh = fresh.iter().any(|names| !names.is_empty());
        let [event_categories, event_names, debug_annotation_names] = fresh;
        self.encode(&TracePacket {
            timestamp: Some(time),
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_event: Some(event),
            interned_data: has_fresh.then_some(InternedData { event_categories, event_names, debug_annotation_names }),
            sequence_flags: Some(NEEDS_STATE),
            ..TracePacket::default()
        });
        self.pass_on()
    }

    /// Returns the number of a category.
    pub(super) fn category(&mut self, name: &str) -> u64 {
        self.categories.number(name)
    }

    /// Returns the number of the name of slices.
    pub(super) fn name(&mut self, name: &str) -> u64 {
        self.events.number(name)
    }

    /// Returns an argument.
    pub(super) fn argument(&mut self, name: &str, value: Value) -> DebugAnnotation {
        let annotation = DebugAnnotation { name_iid: Some(self.arguments.number(name)), ..DebugAnnotation::default() };
        match value {
            Value::Number(number) => DebugAnnotation { uint_value: Some(number), ..annotation },
            Value::Text(text) => DebugAnnotation { string_value: Some(text), ..annotation },
        }
    }
}

/// Returns the time of a clock, nanoseconds.
fn time(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a local variable.
    unsafe { libc::clock_gettime(clock, &mut time) };
    (time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64)
}
