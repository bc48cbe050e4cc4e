//! The instruction sets of generated code: rows of encodings, the lanes of their vectors and their registers.

use super::instructions::{Instruction, Row};
use super::{avx2, avx512};
use base::core::cpu::InstructionSet;

/// An instruction set that code is generated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// AVX2: conditions are vectors.
    Avx2,
    /// AVX-512 with F, BW, DQ and VL: conditions are in mask registers.
    Avx512,
}

impl Isa {
    /// Every instruction set.
    pub const ALL: [Self; 2] = [Self::Avx2, Self::Avx512];

    /// Returns the widest one that an instruction set of compiled code contains.
    pub fn of(set: InstructionSet) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|isa| match isa {
            Self::Avx2 => set.avx2(),
            Self::Avx512 => set.avx512(),
        })
    }

    /// Returns true if the processor and the system can run its code.
    pub fn is_possible(self) -> bool {
        InstructionSet::available().iter().any(|&set| Self::of(set) == Some(self))
    }

    /// Returns the encoding of an instruction; `None` if it has none.
    pub const fn row(self, instruction: Instruction) -> Option<Row> {
        match self {
            Self::Avx2 => avx2::row(instruction),
            Self::Avx512 => avx512::row(instruction),
        }
    }

    /// Returns the bytes of a vector.
    pub const fn vector(self) -> i32 {
        4 * self.lanes() as i32
    }

    /// Returns the lanes of a vector.
    pub const fn lanes(self) -> u8 {
        match self {
            Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }

    /// Returns the number of vector registers.
    pub const fn registers(self) -> u8 {
        match self {
            Self::Avx2 => 16,
            Self::Avx512 => 32,
        }
    }

    /// Returns true if it has mask registers, eight of them.
    pub const fn has_masks(self) -> bool {
        matches!(self, Self::Avx512)
    }
}
