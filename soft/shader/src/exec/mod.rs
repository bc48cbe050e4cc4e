//! The interpreter: executes bytecode for 64 lanes at a time.
//!
//! Call [`Wave::load`] once for each draw and worker. Then, for each 64 lanes: fill the registers of `Bytecode::inputs`, call
//! [`Wave::start`], call [`Wave::run`] until it is done, and read the registers of `Bytecode::outputs`.

#![allow(clippy::needless_range_loop, reason = "loops over lanes index several arrays at once")]

mod buffers;
mod clock;
mod context;
mod control;
mod derivatives;
mod images;
mod operations;
mod records;
mod registers;
mod run;
#[cfg(test)]
mod tests;
mod textures;

use crate::ir::Verified;
use crate::ir::bytecode::{Output, Splat};
use crate::pipeline::state::{BufferRange, Resources};
use base::core::cpu::InstructionSet;
use base::core::lanes::Lanes;
pub use context::{Emitted, ExecutionContext, InputVertices, OutputVertices, PatchRecords};
use std::sync::atomic::Ordering::Relaxed;

/// The registers and control flow state of 64 lanes, reused from draw to draw.
pub struct Wave {
    registers: Vec<Lanes>,
    control: control::Control,
    /// For `EmitVertex`: the output registers and their words of the vertex record.
    emitted: Vec<(u16, u32)>,
    /// The instruction set to execute with.
    set: InstructionSet,
    execution: Execution,
    /// Replaces registers that do not exist.
    spare: Lanes,
    /// The number of the code whose draw constants the registers hold; 0 for none.
    loaded: u64,
}

impl Default for Wave {
    fn default() -> Self {
        Self::with_instruction_set(InstructionSet::best())
    }
}

/// Which code a wave runs. The results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execution {
    /// At first bytecode, and generated code where it pays.
    #[default]
    Automatic,
    /// Bytecode.
    Interpreted,
    /// Generated code for all that it exists for, if the processor and the system allow it.
    Generated,
}

/// The reason why [`Wave::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All lanes ended.
    Done,
    /// All lanes wait at a barrier; the next `run` resumes after it.
    Barrier,
    /// The budget was exceeded or `cancel` was set.
    Interrupted,
}

impl Wave {
    /// Creates a wave that executes with this instruction set; `default` uses the best one.
    pub fn with_instruction_set(set: InstructionSet) -> Self {
        Self {
            registers: Vec::new(),
            control: control::Control::default(),
            emitted: Vec::new(),
            set,
            execution: Execution::default(),
            spare: Lanes([0; 64]),
            loaded: 0,
        }
    }

    /// Chooses which code the wave runs, for tests that compare the results.
    pub fn with_execution(self, execution: Execution) -> Self {
        Self { execution, ..self }
    }

    /// Allocates the code's registers and writes its draw constants to them; code does not overwrite them, so that those of the code loaded before are
    /// still there. The other registers are undefined but readable. If the allocation fails, every `run` returns [`Stop::Interrupted`].
    pub fn load(&mut self, code: &Verified, resources: &Resources) {
        let is_loaded = std::mem::replace(&mut self.loaded, 0) == code.number();
        // Regions of generated code that discard lanes have a register of their own.
        let count = code.registers as usize + 1;
        if self.registers.len() < count {
            if self.registers.try_reserve(count - self.registers.len()).is_err() {
                return;
            }
            self.registers.resize(count, Lanes([0; 64]));
        }
        self.control.reserve(code.depth as usize);
        for &(register, splat) in &code.splats {
            let value = match splat {
                Splat::Constant(value) => value,
                Splat::Uniform(word) => resources.uniforms.get(word as usize).copied().unwrap_or(0),
                Splat::UniformBlock(block, offset) => resources.uniform_blocks.get(block as usize).map_or(0, |range| word(range, offset)),
            };
            let lanes = self.register_mut(register);
            if !is_loaded || lanes.0[0] != value {
                *lanes = Lanes([value; 64]);
            }
        }
        self.loaded = code.number();
        if is_loaded {
            return;
        }
        self.emitted.clear();
        for &(register, output) in &code.outputs {
            if let Output::Varying { slot, component } = output {
                self.emitted.push((register, u32::from(slot) * 4 + u32::from(component)));
            }
        }
    }

    /// Returns a register, or the spare register if the number does not exist.
    #[inline]
    pub fn register(&self, register: u16) -> &Lanes {
        self.registers.get(register as usize).unwrap_or(&self.spare)
    }

    /// Returns a register to be filled, or the spare register if the number does not exist.
    #[inline]
    pub fn register_mut(&mut self, register: u16) -> &mut Lanes {
        self.registers.get_mut(register as usize).unwrap_or(&mut self.spare)
    }

    /// Makes the next `run` begin at the first operation with these lanes.
    #[inline]
    pub fn start(&mut self, _code: &Verified, lanes: u64) {
        self.control.start(lanes);
    }

    /// Executes until the end, a barrier or an interruption. `code` must have been loaded.
    pub fn run(&mut self, code: &Verified, context: &mut ExecutionContext) -> Stop {
        let native = match self.execution {
            Execution::Automatic => code.native(self.set),
            Execution::Generated => code.native_everywhere(self.set),
            Execution::Interpreted => None,
        };
        run::run(self.set, self, code, native, context)
    }

    /// Returns the lanes that were started and not discarded.
    #[inline]
    pub fn alive(&self) -> u64 {
        self.control.alive
    }
}

/// Returns a word of a buffer range, or 0 out of bounds.
fn word(range: &BufferRange, offset: u32) -> u32 {
    let end = u64::from(offset) + 4;
    match &range.memory {
        Some(memory) if end <= range.size as u64 => {
            memory.words().get((range.offset + offset as usize) / 4).map_or(0, |word| word.load(Relaxed))
        }
        _ => 0,
    }
}
