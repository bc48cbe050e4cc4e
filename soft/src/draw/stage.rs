//! What all stages of this room have in common: running a wave to its end, writing its results into records.

use super::state::Failure;
use crate::exec::{Stop, Surroundings, Wave};
use crate::ir::Bytecode;
use crate::ir::bytecode::{Input, Output};
use crate::program::Executable;

/// The words of a stage's output records.
#[derive(Debug)]
pub struct Outputs {
    /// Words of a record; at least 4.
    pub stride: usize,
    /// Register and word.
    words: Vec<(u16, usize)>,
    /// Words that no register goes to: 0.
    missing: Vec<usize>,
}

impl Outputs {
    /// Looks through a stage's outputs.
    pub fn new(executable: &Executable) -> Self {
        let stride = executable.output.stride().max(4);
        let mut words: Vec<(u16, usize)> = Vec::new();
        for &(register, output) in &executable.code.outputs {
            if let Output::Varying { slot, component } = output {
                let word = usize::from(slot) * 4 + usize::from(component);
                if word < stride && component < 4 {
                    words.push((register, word));
                }
            }
        }
        let missing = (0..stride).filter(|word| words.iter().all(|(_, written)| written != word)).collect();
        Self { stride, words, missing }
    }

    /// Writes the records of the wave's first lanes, as many as there is room for.
    pub fn write(&self, wave: &Wave, records: &mut [u32]) {
        for &(register, word) in &self.words {
            let lanes = &wave.register(register).0;
            for (record, &value) in records.chunks_exact_mut(self.stride).zip(lanes) {
                record[word] = value;
            }
        }
        for &word in &self.missing {
            for record in records.chunks_exact_mut(self.stride) {
                record[word] = 0;
            }
        }
    }
}

/// Runs a started wave to its end. A barrier holds nobody up, as all who wait at it are in this wave.
pub fn finish(wave: &mut Wave, code: &Bytecode, surroundings: &mut Surroundings) -> Result<(), Failure> {
    loop {
        match wave.run(code, surroundings) {
            Stop::Done => return Ok(()),
            Stop::Barrier => {}
            Stop::Interrupted => return Err(Failure::Interrupted),
        }
    }
}

/// Whether a stage reads an input.
pub fn reads(code: &Bytecode, wanted: Input) -> bool {
    code.inputs.iter().any(|&(_, input)| input == wanted)
}
