//! The state that a wave accesses besides its registers.

use crate::pipeline::state::Resources;
use base::core::memory::Memory;
use std::sync::atomic::AtomicBool;

/// The memory, limits and neighbouring stages' records of a running wave.
pub struct ExecutionContext<'a> {
    /// Uniforms, buffers and textures.
    pub resources: &'a Resources,
    /// The lanes whose stores, atomics and emitted vertices take effect, which excludes helper invocations.
    pub writable: u64,
    /// The remaining budget: every backward jump costs the length of its loop in operations.
    pub budget: &'a mut u64,
    /// Once set, every loop ends soon.
    pub cancel: &'a AtomicBool,
    /// The input vertices of tessellation and geometry stages.
    pub vertices: Option<InputVertices<'a>>,
    /// The patch records of tessellation stages.
    pub patch: Option<PatchRecords<'a>>,
    /// The output vertices of tessellation control stages.
    pub outputs: Option<OutputVertices<'a>>,
    /// The shared memory of the work group.
    pub shared: Option<&'a Memory>,
    /// Receives the vertices that a geometry stage emits.
    pub emitted: Option<&'a mut Emitted>,
}

impl<'a> ExecutionContext<'a> {
    /// Creates the context of a vertex, fragment or compute stage, which reads no other stage's records. Other stages set the remaining
    /// fields with `..ExecutionContext::new(…)`.
    #[inline(always)]
    pub fn new(resources: &'a Resources, cancel: &'a AtomicBool, budget: &'a mut u64, writable: u64) -> Self {
        Self { resources, writable, budget, cancel, vertices: None, patch: None, outputs: None, shared: None, emitted: None }
    }
}

/// The vertices that geometry and tessellation stages read with `LoadVertex`: vertex v of lane l is record `table[first[l] + v]` if v <
/// `count`, otherwise zeros.
pub struct InputVertices<'a> {
    /// The words of all records.
    pub records: &'a [u32],
    /// Words of one record.
    pub stride: usize,
    /// The record number of each vertex.
    pub table: &'a [u32],
    /// For each lane, the index in `table` of its first vertex.
    pub first: &'a [u32; 64],
    /// The number of vertices of a lane.
    pub count: u32,
}

/// The patch records (`LoadPatch`, `StorePatch`): that of lane l begins at word `record[l] * stride`.
pub struct PatchRecords<'a> {
    /// The words of all records.
    pub words: &'a mut [u32],
    /// Words of one record.
    pub stride: usize,
    /// The record number of each lane.
    pub record: &'a [u32; 64],
}

/// The output vertices of tessellation control shaders: vertex v of lane l is record `first[l] + v`, for v < `count`.
pub struct OutputVertices<'a> {
    /// The words of all records.
    pub words: &'a mut [u32],
    /// Words of one record.
    pub stride: usize,
    /// The number of each lane's first record.
    pub first: &'a [u32; 64],
    /// The number of vertices of a lane.
    pub count: u32,
}

/// The vertices and primitives that the lanes of a geometry wave emitted.
pub struct Emitted {
    /// By lane (64 of them): the stream and the record of each emitted vertex, in order.
    pub vertices: Vec<Vec<u32>>,
    /// By lane, in order: (stream, true) for a vertex, (stream, false) for EndPrimitive. An EndPrimitive without vertices before it is
    /// omitted.
    pub events: Vec<Vec<(u8, bool)>>,
    /// `layout(max_vertices)`: further vertices of a lane are dropped.
    pub max_vertices: u32,
}
