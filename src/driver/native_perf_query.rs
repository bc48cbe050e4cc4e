//! The performance queries of a driver that implements `GL_INTEL_performance_query`.

use crate::gl::{GLenum, GLuint};

/// A query type of the driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeQueryType {
    /// The driver's id.
    pub query_id: GLuint,
    /// The name.
    pub name: String,
    /// The size of its data, bytes.
    pub data_size: GLuint,
    /// The number of counters, whose ids run from 1.
    pub no_counters: GLuint,
    /// `PERFQUERY_…_CONTEXT_INTEL`
    pub caps_mask: GLuint,
}

/// A counter of the driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeCounter {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The offset of its value in the data, bytes.
    pub offset: GLuint,
    /// The size of its value, bytes.
    pub data_size: GLuint,
    /// `PERFQUERY_COUNTER_…_INTEL`
    pub counter_type: GLenum,
    /// `PERFQUERY_COUNTER_DATA_…_INTEL`
    pub data_type: GLenum,
    /// The most that it counts in a second; 0 if unknown.
    pub raw_max_value: u64,
}

/// The driver's commands of `GL_INTEL_performance_query`, called with the driver's ids and handles. The driver tracks the state of its
/// handles and records INVALID_OPERATION for a wrong order of begin, end and read, because only it knows whether a begin succeeded.
pub trait NativePerfQueries {
    /// Returns every query type, in the driver's order. Generates no GL error.
    fn query_types(&mut self) -> Vec<NativeQueryType>;
    /// `glGetPerfCounterInfoINTEL`
    fn counter(&mut self, query_id: GLuint, counter_id: GLuint) -> NativeCounter;
    /// `glCreatePerfQueryINTEL`; 0 if the driver fails, in which case it has recorded an error.
    fn create(&mut self, query_id: GLuint) -> GLuint;
    /// `glDeletePerfQueryINTEL`
    fn delete(&mut self, query_handle: GLuint);
    /// `glBeginPerfQueryINTEL`
    fn begin(&mut self, query_handle: GLuint);
    /// `glEndPerfQueryINTEL`
    fn end(&mut self, query_handle: GLuint);
    /// `glGetPerfQueryDataINTEL`: fills `data`, which has the type's size. Returns the number of bytes written.
    fn data(&mut self, query_handle: GLuint, flags: GLuint, data: &mut [u8]) -> GLuint;
}
