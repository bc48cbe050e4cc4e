//! The machine that runs bytecode, 64 lanes at a time.
//!
//! [`Wave::load`] once a draw and worker, then for each 64 lanes: fill the registers of `Bytecode::inputs`, [`Wave::start`],
//! [`Wave::run`] until it is done, read the registers of `Bytecode::outputs`.

use crate::draw::state::Resources;
use crate::ir::Bytecode;
use crate::ir::bytecode::Lanes;
use crate::memory::Memory;
use std::sync::atomic::AtomicBool;

/// The registers and control state of 64 lanes; reused from draw to draw.
#[derive(Default)]
pub struct Wave {
    registers: Vec<Lanes>,
}

/// Why [`Wave::run`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Done,
    /// All lanes wait; `run` goes on behind the barrier.
    Barrier,
    /// The budget ran out or `cancel` was set.
    Interrupted,
}

/// What a wave can touch besides its registers.
pub struct Surroundings<'a> {
    pub resources: &'a Resources,
    /// Lanes whose stores, atomics and emitted vertices take effect: helper invocations are not among them.
    pub writable: u64,
    /// What is left of the budget: every backward jump takes the length of its loop.
    pub budget: &'a mut u64,
    pub cancel: &'a AtomicBool,
    pub vertices: Option<InputVertices<'a>>,
    pub patch: Option<PatchRecords<'a>>,
    pub outputs: Option<OutputVertices<'a>>,
    /// The work group's memory.
    pub shared: Option<&'a Memory>,
    pub emitted: Option<&'a mut Emitted>,
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
    /// By lane: for each emitted vertex its stream and its record, in order.
    pub vertices: Vec<Vec<u32>>,
    /// By lane: (stream, true) for a vertex, (stream, false) for an ended primitive, in order.
    pub events: Vec<Vec<(u8, bool)>>,
    /// layout(max_vertices): what a lane emits beyond is dropped.
    pub max_vertices: u32,
}

impl Wave {
    /// Makes room for the code's registers and splats its constants and uniforms. The other registers are undefined but readable.
    pub fn load(&mut self, _code: &Bytecode, _resources: &Resources) {}

    /// A register.
    pub fn register(&self, register: u16) -> &Lanes {
        &self.registers[register as usize]
    }

    /// A register, to be filled.
    pub fn register_mut(&mut self, register: u16) -> &mut Lanes {
        &mut self.registers[register as usize]
    }

    /// The next `run` begins at the first operation, with these lanes.
    pub fn start(&mut self, _code: &Bytecode, _lanes: u64) {}

    /// Runs until the end, a barrier or an interruption.
    pub fn run(&mut self, _code: &Bytecode, _surroundings: &mut Surroundings) -> Stop {
        Stop::Done
    }

    /// The lanes it was started with that were not discarded.
    pub fn alive(&self) -> u64 {
        0
    }
}
