//! The messages of a Perfetto trace that glmeter writes: their fields have the numbers and names of Perfetto's trace_packet.proto and the
//! files that it imports.

use prost::Message;

/// One entry of a trace.
#[derive(Clone, PartialEq, Message)]
pub struct TracePacket {
    /// The times of several clocks at one moment.
    #[prost(message, optional, tag = "6")]
    pub clock_snapshot: Option<ClockSnapshot>,
    /// When it happened, by the clock of the sequence's defaults.
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: Option<u64>,
    /// Which writer's packet this is.
    #[prost(uint32, optional, tag = "10")]
    pub trusted_packet_sequence_id: Option<u32>,
    /// The beginning or end of a slice, or a counter's value.
    #[prost(message, optional, tag = "11")]
    pub track_event: Option<TrackEvent>,
    /// Texts that this packet and later ones name by number.
    #[prost(message, optional, tag = "12")]
    pub interned_data: Option<InternedData>,
    /// [`STATE_CLEARED`] or [`NEEDS_STATE`].
    #[prost(uint32, optional, tag = "13")]
    pub sequence_flags: Option<u32>,
    /// What holds for the packets that follow.
    #[prost(message, optional, tag = "59")]
    pub trace_packet_defaults: Option<TracePacketDefaults>,
    /// A track.
    #[prost(message, optional, tag = "60")]
    pub track_descriptor: Option<TrackDescriptor>,
}

/// The sequence flag of the packet that begins a sequence.
pub const STATE_CLEARED: u32 = 1;
/// The sequence flag of a packet that needs the defaults or the texts of earlier ones.
pub const NEEDS_STATE: u32 = 2;

/// Perfetto's numbers of the clocks: CLOCK_REALTIME.
pub const REALTIME: u32 = 1;
/// CLOCK_MONOTONIC.
pub const MONOTONIC: u32 = 3;
/// CLOCK_BOOTTIME.
pub const BOOTTIME: u32 = 6;

/// The times of several clocks at one moment.
#[derive(Clone, PartialEq, Message)]
pub struct ClockSnapshot {
    /// The clocks.
    #[prost(message, repeated, tag = "1")]
    pub clocks: Vec<Clock>,
    /// The clock of the time axis.
    #[prost(uint32, optional, tag = "2")]
    pub primary_trace_clock: Option<u32>,
}

/// The time of one clock.
#[derive(Clone, PartialEq, Message)]
pub struct Clock {
    /// Its number.
    #[prost(uint32, optional, tag = "1")]
    pub clock_id: Option<u32>,
    /// Its time.
    #[prost(uint64, optional, tag = "2")]
    pub timestamp: Option<u64>,
}

/// What holds for all packets of a sequence.
#[derive(Clone, PartialEq, Message)]
pub struct TracePacketDefaults {
    /// The clock of the packets' times.
    #[prost(uint32, optional, tag = "58")]
    pub timestamp_clock_id: Option<u32>,
}

/// A row of the viewer, or a group of rows.
#[derive(Clone, PartialEq, Message)]
pub struct TrackDescriptor {
    /// Its number.
    #[prost(uint64, optional, tag = "1")]
    pub uuid: Option<u64>,
    /// Its name.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// The process whose track it is.
    #[prost(message, optional, tag = "3")]
    pub process: Option<ProcessDescriptor>,
    /// The number of the track above.
    #[prost(uint64, optional, tag = "5")]
    pub parent_uuid: Option<u64>,
    /// How its values are counted; of counters alone.
    #[prost(message, optional, tag = "8")]
    pub counter: Option<CounterDescriptor>,
    /// [`EXPLICIT`].
    #[prost(uint32, optional, tag = "11")]
    pub child_ordering: Option<u32>,
    /// Its place among the tracks of its parent.
    #[prost(int32, optional, tag = "12")]
    pub sibling_order_rank: Option<i32>,
    /// A sentence about it.
    #[prost(string, optional, tag = "14")]
    pub description: Option<String>,
}

/// The order of a track's children by their ranks.
pub const EXPLICIT: u32 = 3;

/// A process.
#[derive(Clone, PartialEq, Message)]
pub struct ProcessDescriptor {
    /// Its id.
    #[prost(int32, optional, tag = "1")]
    pub pid: Option<i32>,
    /// Its name.
    #[prost(string, optional, tag = "6")]
    pub process_name: Option<String>,
}

/// How a counter counts.
#[derive(Clone, PartialEq, Message)]
pub struct CounterDescriptor {
    /// [`NANOSECONDS`], [`COUNT`] or [`BYTES`].
    #[prost(uint32, optional, tag = "3")]
    pub unit: Option<u32>,
    /// The unit's name, of other units.
    #[prost(string, optional, tag = "6")]
    pub unit_name: Option<String>,
}

/// Units of counters.
pub const NANOSECONDS: u32 = 1;
/// A number of things.
pub const COUNT: u32 = 2;
/// A number of bytes.
pub const BYTES: u32 = 3;

/// The beginning or end of a slice, or a counter's value.
#[derive(Clone, PartialEq, Message)]
pub struct TrackEvent {
    /// What it belongs to, by number.
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    pub category_iids: Vec<u64>,
    /// The arguments of a slice.
    #[prost(message, repeated, tag = "4")]
    pub debug_annotations: Vec<DebugAnnotation>,
    /// [`SLICE_BEGIN`], [`SLICE_END`] or [`COUNTER`].
    #[prost(uint32, optional, tag = "9")]
    pub r#type: Option<u32>,
    /// The slice's name by number.
    #[prost(uint64, optional, tag = "10")]
    pub name_iid: Option<u64>,
    /// The number of the track.
    #[prost(uint64, optional, tag = "11")]
    pub track_uuid: Option<u64>,
    /// The slice's name, where it occurs once.
    #[prost(string, optional, tag = "23")]
    pub name: Option<String>,
    /// The value of a counter.
    #[prost(int64, optional, tag = "30")]
    pub counter_value: Option<i64>,
    /// The same of one with fractions.
    #[prost(double, optional, tag = "44")]
    pub double_counter_value: Option<f64>,
}

/// The beginning of a slice.
pub const SLICE_BEGIN: u32 = 1;
/// The end of the slice that began last on its track.
pub const SLICE_END: u32 = 2;
/// The value of a counter.
pub const COUNTER: u32 = 4;

/// An argument of a slice.
#[derive(Clone, PartialEq, Message)]
pub struct DebugAnnotation {
    /// Its name by number.
    #[prost(uint64, optional, tag = "1")]
    pub name_iid: Option<u64>,
    /// A number.
    #[prost(uint64, optional, tag = "3")]
    pub uint_value: Option<u64>,
    /// A text.
    #[prost(string, optional, tag = "6")]
    pub string_value: Option<String>,
}

/// Texts with their numbers.
#[derive(Clone, PartialEq, Message)]
pub struct InternedData {
    /// The categories of events.
    #[prost(message, repeated, tag = "1")]
    pub event_categories: Vec<InternedName>,
    /// The names of slices.
    #[prost(message, repeated, tag = "2")]
    pub event_names: Vec<InternedName>,
    /// The names of arguments.
    #[prost(message, repeated, tag = "3")]
    pub debug_annotation_names: Vec<InternedName>,
}

/// A text with its number: EventCategory, EventName and DebugAnnotationName have these fields.
#[derive(Clone, PartialEq, Message)]
pub struct InternedName {
    /// Its number.
    #[prost(uint64, optional, tag = "1")]
    pub iid: Option<u64>,
    /// The text.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
}
