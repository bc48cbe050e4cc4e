//! Common parts of the stages: the primitives that they read, running a wave to its end, writing its results to records.

use base::core::lanes::Lanes;
use shader::exec::{ExecutionContext, InputVertices, Stop, Wave};
use shader::ir::Verified;
use shader::ir::bytecode::{Input, NONE, Output};
use shader::pipeline::program::Executable;
use shader::pipeline::state::Failure;

/// The primitives that a geometry shader or a patch stage reads.
#[derive(Clone, Copy)]
pub struct InputPrimitives<'a> {
    /// The words of all records.
    pub records: &'a [u32],
    /// Words of one record.
    pub stride: usize,
    /// The record numbers, `step` for each primitive.
    pub table: &'a [u32],
    /// The entries of `table` for each primitive.
    pub step: usize,
    /// The number of vertices of a primitive; the rest of its `step` entries is unused.
    pub vertices: u32,
    /// The number of primitives.
    pub count: usize,
    /// gl_PrimitiveID of each primitive; if empty, they count up from `first_id`.
    pub ids: &'a [u32],
    /// gl_PrimitiveID of the first primitive.
    pub first_id: u32,
}

impl InputPrimitives<'_> {
    /// Returns gl_PrimitiveID of a primitive.
    pub fn id(&self, primitive: usize) -> u32 {
        self.ids.get(primitive).copied().unwrap_or(self.first_id.wrapping_add(primitive as u32))
    }

    /// Returns the vertices that a wave reads; `first` is the table index of each lane's primitive.
    #[inline]
    pub fn vertices_at<'v>(&'v self, first: &'v [u32; 64]) -> InputVertices<'v> {
        InputVertices { records: self.records, stride: self.stride, table: self.table, first, count: self.vertices }
    }
}

/// The destinations of a stage's output registers.
#[derive(Debug)]
pub struct Outputs {
    /// Words of one record, at least 4.
    pub stride: usize,
    /// For each slot the registers of its four words. Words without a register are 0.
    slots: Vec<[u16; 4]>,
}

static ZEROS: Lanes = Lanes([0; 64]);

impl Outputs {
    /// Maps the output registers of a stage to the words of a record.
    pub fn new(executable: &Executable) -> Self {
        let stride = executable.output.stride().max(4);
        let mut slots = vec![[NONE; 4]; stride / 4];
        for &(register, output) in &executable.code.outputs {
            if let Output::Varying { slot, component } = output
                && let Some(word) = slots.get_mut(usize::from(slot)).and_then(|slot| slot.get_mut(usize::from(component)))
            {
                *word = register;
            }
        }
        Self { stride, slots }
    }

    /// Writes the records of the first lanes of a wave, as many as `records` holds.
    pub fn write(&self, wave: &Wave, records: &mut [u32]) {
        for (slot, registers) in self.slots.iter().enumerate() {
            let [x, y, z, w] = registers.map(|register| if register == NONE { &ZEROS.0 } else { &wave.register(register).0 });
            for (lane, record) in records.chunks_exact_mut(self.stride).enumerate().take(64) {
                if let Some(words) = record.get_mut(slot * 4..).and_then(|words| words.first_chunk_mut::<4>()) {
                    *words = [x[lane], y[lane], z[lane], w[lane]];
                }
            }
        }
    }
}

/// Runs a started wave to its end. It does not stop at barriers: all lanes that wait at one are in this wave.
pub fn finish(wave: &mut Wave, code: &Verified, context: &mut ExecutionContext) -> Result<(), Failure> {
    loop {
        match wave.run(code, context) {
            Stop::Done => return Ok(()),
            Stop::Barrier => {}
            Stop::Interrupted => return Err(Failure::Interrupted),
        }
    }
}

/// Returns true if a stage reads an input.
pub fn reads(code: &Verified, wanted: Input) -> bool {
    code.inputs.iter().any(|&(_, input)| input == wanted)
}
