//! Machine code for x86-64 with AVX2: the instructions, an assembler for functions over the registers of a wave, the check of what it wrote, and the
//! memory from which it is executed. It knows nothing of shaders.

mod check;
mod encode;
mod instructions;
mod memory;
mod setting;
#[cfg(test)]
mod tests;

pub use check::{MOST_FRAME, Wrong, check};
pub use encode::{Assembler, Label, Place, REGISTER, VECTOR, ZERO};
pub use instructions::{Form, Instruction};
pub use memory::Mapped;
pub use setting::{Patience, complaint, patience};
