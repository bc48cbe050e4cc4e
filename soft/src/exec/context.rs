//! What a wave reads and writes besides its registers.

use crate::core::memory::Memory;
use crate::pipeline::state::Resources;
use std::sync::atomic::AtomicBool;

/// The memory, limits and neighbouring stages of a wave that runs.
pub struct ExecutionContext<'a> {
    /// Uniforms, buffers and textures.
    pub resources: &'a Resources,
    /// Lanes whose stores, atomics and emitted vertices take effect: helper invocations are not among them.
    pub writable: u64,
    /// What is left of the budget: every backward jump takes the length of its loop.
    pub budget: &'a mut u64,
    /// Ends every loop soon once it is set.
    pub cancel: &'a AtomicBool,
    /// Input vertices of tessellation and geometry stages.
    pub vertices: Option<InputVertices<'a>>,
    /// Patch records of tessellation stages.
    pub patch: Option<PatchRecords<'a>>,
    /// Output vertices of tessellation control stages.
    pub outputs: Option<OutputVertices<'a>>,
    /// The work group's memory.
    pub shared: Option<&'a Memory>,
    /// Collects what a geometry stage emits.
    pub emitted: Option<&'a mut Emitted>,
}

impl<'a> ExecutionContext<'a> {
    /// Makes the context of a stage that reads no other stage's records: the vertex, fragment and compute stages. The others set
    /// the rest with `..ExecutionContext::new(…)`.
    #[inline(always)]
    pub fn new(resources: &'a Resources, cancel: &'a AtomicBool, budget: &'a mut u64, writable: u64) -> Self {
        Self { resources, writable, budget, cancel, vertices: None, patch: None, outputs: None, shared: None, emitted: None }
    }
}

/// Vertices that geometry and tessellation stages read with `LoadVertex`: lane l's vertex v is the record
/// `table[first[l] + v]` if v < `count`, else zeros.
pub struct InputVertices<'a> {
    pub records: &'a [u32],
    /// Words of a record.
    pub stride: usize,
    pub table: &'a [u32],
    pub first: &'a [u32; 64],
    pub count: u32,
}

/// Patch records: lane l's is words `record[l] * stride ..` (`LoadPatch`, `StorePatch`).
pub struct PatchRecords<'a> {
    pub words: &'a mut [u32],
    pub stride: usize,
    pub record: &'a [u32; 64],
}

/// Output vertices of tessellation control shaders: lane l's vertex v is record `first[l] + v`, v < `count`.
pub struct OutputVertices<'a> {
    pub words: &'a mut [u32],
    pub stride: usize,
    pub first: &'a [u32; 64],
    pub count: u32,
}

/// What the lanes of a geometry wave emitted.
pub struct Emitted {
    /// By lane (64 of them): for each emitted vertex its stream and its record, in order.
    pub vertices: Vec<Vec<u32>>,
    /// By lane: (stream, true) for a vertex, (stream, false) for an ended primitive, in order; ends that end nothing are left out.
    pub events: Vec<Vec<(u8, bool)>>,
    /// layout(max_vertices): what a lane emits beyond is dropped.
    pub max_vertices: u32,
}
