//! A driver's own performance queries, where it has `GL_INTEL_performance_query`.

use crate::gl::{GLenum, GLuint};

/// A query type of the driver's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeQueryType {
    /// The driver's id of it.
    pub query_id: GLuint,
    /// The name.
    pub name: String,
    /// The size of its data, bytes.
    pub data_size: GLuint,
    /// Its counters have the ids 1 to this.
    pub no_counters: GLuint,
    /// `PERFQUERY_…_CONTEXT_INTEL`
    pub caps_mask: GLuint,
}

/// A counter of the driver's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeCounter {
    /// The name.
    pub name: String,
    /// What it counts.
    pub description: String,
    /// Where its value lies in the data, bytes.
    pub offset: GLuint,
    /// The size of its value, bytes.
    pub data_size: GLuint,
    /// `PERFQUERY_COUNTER_…_INTEL`
    pub counter_type: GLenum,
    /// `PERFQUERY_COUNTER_DATA_…_INTEL`
    pub data_type: GLenum,
    /// The most that it counts in a second, 0 if that is not known.
    pub raw_max_value: u64,
}

/// The commands of `GL_INTEL_performance_query`, called with ids and handles that the driver gave. The state of a handle is
/// the driver's: it records INVALID_OPERATION where a handle is begun twice, or ended or read out of turn, because it
/// alone knows whether a begin succeeded.
pub trait NativePerfQueries {
    /// Returns every query type, in the driver's order. Generates no GL error.
    fn query_types(&mut self) -> Vec<NativeQueryType>;
    /// `glGetPerfCounterInfoINTEL`
    fn counter(&mut self, query_id: GLuint, counter_id: GLuint) -> NativeCounter;
    /// `glCreatePerfQueryINTEL`; 0 if the driver makes none, which it has then recorded.
    fn create(&mut self, query_id: GLuint) -> GLuint;
    /// `glDeletePerfQueryINTEL`
    fn delete(&mut self, query_handle: GLuint);
    /// `glBeginPerfQueryINTEL`
    fn begin(&mut self, query_handle: GLuint);
    /// `glEndPerfQueryINTEL`
    fn end(&mut self, query_handle: GLuint);
    /// `glGetPerfQueryDataINTEL`: fills `data`, which is of the type's size, and answers how many bytes were written.
    fn data(&mut self, query_handle: GLuint, flags: GLuint, data: &mut [u8]) -> GLuint;
}
