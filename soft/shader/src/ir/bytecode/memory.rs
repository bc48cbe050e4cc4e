//! The address spaces and atomic operations of the bytecode.

/// An address space of loads and stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the kinds of storage in GLSL")]
pub enum Space {
    /// The words of the default uniform block, addressed in bytes.
    Uniform,
    UniformBlock,
    Storage,
    AtomicCounter,
    Shared,
}

/// An atomic read-modify-write operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the operations")]
pub enum Atomic {
    Add,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    Exchange,
    CompareSwap,
    AddFloat,
    /// If one operand is NaN, the other one; of floats, as all that follow.
    MinFloat,
    MaxFloat,
    /// Compares floats, not their bits.
    CompareSwapFloat,
}

/// The number of [`Atomic`] operations.
pub const ATOMICS: u16 = Atomic::CompareSwapFloat as u16 + 1;

impl Atomic {
    /// Returns true if the operation with this number has a comparison and a new value.
    pub const fn swaps(number: u16) -> bool {
        number == Self::CompareSwap as u16 || number == Self::CompareSwapFloat as u16
    }
}
