//! What all stages of this room have in common: running a wave to its end, writing its results into records.

use crate::core::lanes::Lanes;
use crate::exec::{Stop, Surroundings, Wave};
use crate::ir::Verified;
use crate::ir::bytecode::{Input, NONE, Output};
use crate::pipeline::program::Executable;
use crate::pipeline::state::Failure;

/// The words of a stage's output records.
#[derive(Debug)]
pub struct Outputs {
    /// Words of a record; at least 4.
    pub stride: usize,
    /// By slot: the registers of its four words. What no register goes to is 0.
    slots: Vec<[u16; 4]>,
}

static ZEROS: Lanes = Lanes([0; 64]);

impl Outputs {
    /// Looks through a stage's outputs.
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

    /// Writes the records of the wave's first lanes, as many as there is room for.
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

/// Runs a started wave to its end. A barrier holds nobody up, as all who wait at it are in this wave.
pub fn finish(wave: &mut Wave, code: &Verified, surroundings: &mut Surroundings) -> Result<(), Failure> {
    loop {
        match wave.run(code, surroundings) {
            Stop::Done => return Ok(()),
            Stop::Barrier => {}
            Stop::Interrupted => return Err(Failure::Interrupted),
        }
    }
}

/// Whether a stage reads an input.
pub fn reads(code: &Verified, wanted: Input) -> bool {
    code.inputs.iter().any(|&(_, input)| input == wanted)
}
