//! Machine code for x86-64 with AVX2 or AVX-512: the instructions, an assembler for functions over the registers of a wave, the check of what it wrote, and the
//! memory from which it is executed. It knows nothing of shaders.

mod avx2;
mod avx512;
mod check;
mod encode;
mod instructions;
mod isa;
mod memory;
mod setting;
#[cfg(test)]
mod tests;

pub use check::{Checked, MOST_FRAME, Wrong, check};
pub use encode::{Assembler, Label, Place, REGISTER, ZERO};
pub use instructions::{Form, Instruction, Tail};
pub use isa::Isa;
pub use memory::Mapped;
pub use setting::{Patience, complaint, patience, widest};
