//! glmeter's own performance query types: their counters and the layout of their data.
//!
//! They are the same in every context, because clients keep offsets; a counter that a context lacks reads 0. Every counter is a UINT64
//! at the offset 8 times its index, because RenderDoc copies eight bytes whatever the counter's type. apitrace rejects a type whose id
//! is not below its number of counters, and a later counter hides an earlier one of the same name there: so the types have enough
//! counters, and no name occurs twice.

use crate::driver::Measurement;
use crate::gl::{
    GLenum, PERFQUERY_COUNTER_DURATION_RAW_INTEL, PERFQUERY_COUNTER_EVENT_INTEL, PERFQUERY_COUNTER_RAW_INTEL,
    PERFQUERY_COUNTER_TIMESTAMP_INTEL,
};

/// The size of a counter's value, bytes.
pub const COUNTER_SIZE: u32 = 8;

/// A query type. Its data is the values of its counters in order.
#[derive(Clone, Copy, Debug)]
pub struct QueryType {
    /// The name.
    pub name: &'static str,
    /// The counters; the first has the counter id 1.
    pub counters: &'static [Counter],
}

/// One counter of a query type.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// The name.
    pub name: &'static str,
    /// The description; RenderDoc reads the unit at its end.
    pub description: &'static str,
    /// `PERFQUERY_COUNTER_…_INTEL`
    pub counter_type: GLenum,
    value: Value,
}

/// The part of a measurement that a counter returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The count at this index of [`crate::driver::measurement::COUNTED`].
    Count(usize),
    /// Nanoseconds between begin and end.
    Elapsed,
    /// The GL time of the begin, nanoseconds.
    Begin,
    /// The GL time of the end, nanoseconds.
    End,
    /// Always 0: reserved in the layout.
    Zero,
}

impl Counter {
    /// Returns the counter's value in a measurement, in the unit that its description names.
    pub fn of(&self, measurement: &Measurement) -> u64 {
        match self.value {
            Value::Count(place) => measurement.counts.get(place).copied().unwrap_or(0),
            Value::Elapsed => measurement.end.saturating_sub(measurement.begin),
            Value::Begin => measurement.begin,
            Value::End => measurement.end,
            Value::Zero => 0,
        }
    }
}

impl QueryType {
    /// Returns the size of the type's data, bytes.
    pub fn data_size(&self) -> u32 {
        COUNTER_SIZE * self.counters.len() as u32
    }

    /// Returns the type's data for a measurement, in native byte order.
    pub fn data(&self, measurement: &Measurement) -> Vec<u8> {
        self.counters.iter().flat_map(|counter| counter.of(measurement).to_ne_bytes()).collect()
    }
}

/// Returns a counter.
const fn counter(name: &'static str, description: &'static str, counter_type: GLenum, value: Value) -> Counter {
    Counter { name, description, counter_type, value }
}

/// Returns a raw count with Mesa's name, which also serves as the description.
const fn raw(name: &'static str, place: usize) -> Counter {
    counter(name, name, PERFQUERY_COUNTER_RAW_INTEL, Value::Count(place))
}

/// Returns a raw count with a description.
const fn described(name: &'static str, description: &'static str, place: usize) -> Counter {
    counter(name, description, PERFQUERY_COUNTER_RAW_INTEL, Value::Count(place))
}

/// Returns an event count with a description.
const fn event(name: &'static str, description: &'static str, place: usize) -> Counter {
    counter(name, description, PERFQUERY_COUNTER_EVENT_INTEL, Value::Count(place))
}

/// The query types, in the order of their ids; the first has the id 1.
///
/// The names in the specification's examples ("Intel_Pipeline_Query", "Intel_HD_Hardware_Counters") are missing on purpose: programs
/// that use them interpret the data as a private structure of Intel's, whose layout is not public.
pub static QUERY_TYPES: [QueryType; 3] = [
    // The type of Mesa's Intel drivers, with the times appended.
    QueryType {
        name: "Pipeline Statistics Registers",
        counters: &[
            raw("N vertices submitted", 0),
            raw("N primitives submitted", 1),
            raw("N vertex shader invocations", 2),
            described("SO_PRIM_STORAGE_NEEDED (Stream 0)", "N stream-out (stream 0) primitives (total)", 3),
            described("SO_PRIM_STORAGE_NEEDED (Stream 1)", "N stream-out (stream 1) primitives (total)", 4),
            described("SO_PRIM_STORAGE_NEEDED (Stream 2)", "N stream-out (stream 2) primitives (total)", 5),
            described("SO_PRIM_STORAGE_NEEDED (Stream 3)", "N stream-out (stream 3) primitives (total)", 6),
            described("SO_NUM_PRIMS_WRITTEN (Stream 0)", "N stream-out (stream 0) primitives (written)", 7),
            described("SO_NUM_PRIMS_WRITTEN (Stream 1)", "N stream-out (stream 1) primitives (written)", 8),
            described("SO_NUM_PRIMS_WRITTEN (Stream 2)", "N stream-out (stream 2) primitives (written)", 9),
            described("SO_NUM_PRIMS_WRITTEN (Stream 3)", "N stream-out (stream 3) primitives (written)", 10),
            raw("N TCS shader invocations", 11),
            raw("N TES shader invocations", 12),
            raw("N geometry shader invocations", 13),
            raw("N geometry shader primitives emitted", 14),
            raw("N primitives entering clipping", 15),
            raw("N primitives leaving clipping", 16),
            raw("N fragment shader invocations", 17),
            raw("N z-pass fragments", 18),
            raw("N compute shader invocations", 19),
            counter(
                "GPU Time Elapsed",
                "Time elapsed on the GPU during the measurement. Unit: ns.",
                PERFQUERY_COUNTER_DURATION_RAW_INTEL,
                Value::Elapsed,
            ),
            counter(
                "Begin Timestamp",
                "GL time at which the measurement began. Unit: ns.",
                PERFQUERY_COUNTER_TIMESTAMP_INTEL,
                Value::Begin,
            ),
            counter("End Timestamp", "GL time at which the measurement ended. Unit: ns.", PERFQUERY_COUNTER_TIMESTAMP_INTEL, Value::End),
        ],
    },
    // The fixed layout of Intel's Metrics Discovery, which programs rely on without querying offsets.
    QueryType {
        name: "Intel_Raw_Pipeline_Statistics_Query",
        counters: &[
            described("IAVertices", "N vertices submitted", 0),
            described("IAPrimitives", "N primitives submitted", 1),
            described("VSInvocations", "N vertex shader invocations", 2),
            described("GSInvocations", "N geometry shader invocations", 13),
            described("GSPrimitives", "N geometry shader primitives emitted", 14),
            described("CInvocations", "N primitives entering clipping", 15),
            described("CPrimitives", "N primitives leaving clipping", 16),
            described("PSInvocations", "N fragment shader invocations", 17),
            described("HSInvocations", "N TCS shader invocations", 11),
            described("DSInvocations", "N TES shader invocations", 12),
            described("CSInvocations", "N compute shader invocations", 19),
            counter("Reserved1", "Reserved", PERFQUERY_COUNTER_RAW_INTEL, Value::Zero),
        ],
    },
    // Sample programs look for a counter "TotalTime"; the other counters relate the time to the work.
    QueryType {
        name: "GPU Timing",
        counters: &[
            counter(
                "TotalTime",
                "Time elapsed on the GPU during the measurement. Unit: ns.",
                PERFQUERY_COUNTER_DURATION_RAW_INTEL,
                Value::Elapsed,
            ),
            counter("BeginTime", "GL time at which the measurement began. Unit: ns.", PERFQUERY_COUNTER_TIMESTAMP_INTEL, Value::Begin),
            counter("EndTime", "GL time at which the measurement ended. Unit: ns.", PERFQUERY_COUNTER_TIMESTAMP_INTEL, Value::End),
            event("TotalVertices", "N vertices submitted", 0),
            event("TotalPrimitives", "N primitives submitted", 1),
            event("TotalFragmentInvocations", "N fragment shader invocations", 17),
            event("TotalSamplesPassed", "N z-pass fragments", 18),
            event("TotalComputeInvocations", "N compute shader invocations", 19),
        ],
    },
];
