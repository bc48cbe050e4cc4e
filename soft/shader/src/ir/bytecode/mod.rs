//! The bytecode: linear, scalar, executed for 64 lanes at a time.
//!
//! A register is 64 lanes of 32 bits ([`Lanes`](base::core::lanes::Lanes)). Every operation reads and writes whole registers, for all 64
//! lanes, active or not, unless it says "active lanes". An expression's temporaries therefore need no mask; values that must survive in
//! inactive lanes are written with [`Code::MoveActive`]. Booleans are 0 or 0xFFFF_FFFF. Doubles and 64-bit integers are two registers,
//! low word first.
//!
//! Control flow is structured. The interpreter keeps these masks: `conditions` (a stack, pushed by `If`), `running` (lanes that did not
//! leave the innermost loop), `continuing` (lanes that did not `Continue` in this iteration), `called` (a stack, pushed by `Enter`: lanes
//! that did not `Return`), `alive` (lanes not discarded). A lane is active if it is in all of them.
//!
//! The functions that a shader calls follow its `End`, each from `Function` to `FunctionEnd` and after all code that calls it.

mod image;
mod interface;
mod memory;
mod payload;

use super::operations::operations;
use super::value::Value;

pub use image::{Image, Sample};
pub use interface::{Input, Output};
pub use memory::{Atomic, Space};
pub use payload::{
    AtomicImage, AtomicMemory, Block, Elements, Encoded, ImageAccess, MemoryAccess, Payload, Region, Regions, Stream, Target,
    TextureAccess, Word,
};

use std::collections::HashMap;
use std::fmt::{self, Formatter};

/// The register number that stands for no register.
pub const NONE: u16 = u16::MAX;

/// One operation (16 bytes).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(4))]
pub struct Op {
    /// The operation.
    pub code: Code,
    /// The destination register, or the first one.
    pub dst: u16,
    /// The first operand's register.
    pub a: u16,
    /// The second operand's register.
    pub b: u16,
    /// The third operand's register.
    pub c: u16,
    /// What the operation says beside its registers.
    pub payload: Encoded,
}
const _: () = assert!(size_of::<Op>() == 16);

impl Op {
    /// Returns the index of the operation that a jump leads to, or of another end of a construct.
    #[inline(always)]
    pub fn target(&self) -> usize {
        Target::decode(self.payload).0 as usize
    }
}

/// Returns the value of a row's flag.
macro_rules! flag {
    () => {
        true
    };
    ($value:literal) => {
        $value
    };
}

/// Returns the type of a row's payload.
macro_rules! payload {
    () => {
        ()
    };
    ($of:ty) => {
        $of
    };
}

/// Declares the opcodes.
macro_rules! codes {
    (
        ()
        words { $($(#[$word_about:meta])* $word:ident($($wa:ident: $wt:ty),*) -> $wr:ty: $wl:ident $(, $wf:ident $(($wv:literal))?)* = $wb:expr;)* }
        pairs { $($(#[$pair_about:meta])* $pair:ident($($pa:ident: $pt:ty),*) -> $pr:ty: $pl:ident $(, $pf:ident $(($pv:literal))?)* = $pb:expr;)* }
        effects { $($(#[$effect_about:meta])* $effect:ident $(($payload:ident: $of:ty))? [$($width:expr),*] $(: $($ef:ident $(($ev:literal))?),*)?;)* }
    ) => {
        /// An opcode: the operation of a row of `operations!`. In the comments, `dst`, `a`, `b`, `c` are the values of the registers in one lane.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        #[allow(missing_docs, reason = "the rows of the operations say what they compute")]
        pub enum Code {
            $($(#[$word_about])* $word,)*
            $($(#[$pair_about])* $pair,)*
            $($(#[$effect_about])* $effect,)*
        }

        impl Code {
            /// Every opcode: first those of words, then those of pairs, then those with effects.
            #[cfg(test)]
            pub const ALL: &'static [Self] = &[$(Self::$word,)* $(Self::$pair,)* $(Self::$effect,)*];

            /// The number of operations of words, the most frequent ones. Their codes are below it.
            pub const WORDS: u16 = [$(Self::$word),*].len() as u16;

            /// Returns what passes ask of the operation.
            pub const fn flags(self) -> Flags {
                match self {
                    $(Self::$word => Flags { pure: true, $($wf: flag!($($wv)?),)* ..Flags::NONE },)*
                    $(Self::$pair => Flags { pure: true, $($pf: flag!($($pv)?),)* ..Flags::NONE },)*
                    $(Self::$effect => Flags { $($($ef: flag!($($ev)?),)*)? ..Flags::NONE },)*
                }
            }

            /// Returns the numbers of consecutive registers that the destination and the operands a, b and c cover.
            pub fn widths(self, encoded: Encoded) -> [u32; 4] {
                match self {
                    $(Self::$word => widths(<$wr as Value>::REGISTERS, &[$(<$wt as Value>::REGISTERS),*]),)*
                    $(Self::$pair => widths(<$pr as Value>::REGISTERS, &[$(<$pt as Value>::REGISTERS),*]),)*
                    $(Self::$effect => {
                        $(
                            let $payload = <$of as Payload>::decode(encoded);
                            let _ = $payload;
                        )?
                        [$($width),*]
                    })*
                }
            }

            /// Returns true if an encoded form is that of a payload of the operation.
            pub fn takes(self, encoded: Encoded) -> bool {
                match self {
                    $(Self::$word)|* | $(Self::$pair)|* => encoded == ().into(),
                    $(Self::$effect => <payload!($($of)?)>::decode(encoded).encode() == encoded,)*
                }
            }

            /// Writes the payload of the operation.
            pub fn write_payload(self, encoded: Encoded, out: &mut Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$word)|* | $(Self::$pair)|* => Ok(()),
                    $(Self::$effect => <payload!($($of)?)>::decode(encoded).write(out),)*
                }
            }
        }
    };
}
operations!(codes!());

impl Code {
    /// Returns true for the operations that begin, divide, leave or end an `If`, a `Loop` or an `Enter`.
    pub fn shapes_constructs(self) -> bool {
        matches!(
            self,
            Self::If
                | Self::Else
                | Self::EndIf
                | Self::Loop
                | Self::LoopTest
                | Self::Break
                | Self::Continue
                | Self::NextRound
                | Self::EndLoop
                | Self::Enter
                | Self::Return
                | Self::Leave
        )
    }
}

/// Returns the widths of a destination and of up to three operands.
const fn widths(dst: usize, operands: &[usize]) -> [u32; 4] {
    let mut widths = [dst as u32, 0, 0, 0];
    let mut operand = 0;
    while operand < operands.len() {
        widths[operand + 1] = operands[operand] as u32;
        operand += 1;
    }
    widths
}

/// What passes ask of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a row names those that hold")]
pub struct Flags {
    /// It only computes its destination from its operands and memory that nothing writes. (A load may do so too: see `linear::is_pure`.)
    pub pure: bool,
    /// The operands a and b may be swapped.
    pub commutes: bool,
    /// It is control flow.
    pub control: bool,
    /// It must stay even if its destination is never read.
    pub effect: bool,
    /// Its result varies from lane to lane even if its operands do not.
    pub varies: bool,
    /// Its destination must not be a register of an operand, because it does not work lane by lane.
    pub apart: bool,
    /// The time that it takes, in simple operations.
    pub cost: u32,
    /// Operand a may be [`NONE`].
    pub optional_a: bool,
    /// Operand b may be [`NONE`].
    pub optional_b: bool,
    /// Operand c may be [`NONE`].
    pub optional_c: bool,
}

impl Flags {
    const NONE: Self = Self {
        pure: false,
        commutes: false,
        control: false,
        effect: false,
        varies: false,
        apart: false,
        cost: 1,
        optional_a: false,
        optional_b: false,
        optional_c: false,
    };
}

/// A value that is constant over a draw and copied to all lanes of its register before the first wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Splat {
    Constant(u32),
    /// A word of the default uniform block.
    Uniform(u32),
    /// A word of a uniform block: block index, byte offset. Out of bounds: 0.
    UniformBlock(u32, u32),
}

/// The code of one stage and the properties that the pipeline needs. Lowering makes it, [`super::verify`] checks it; after that it is
/// immutable.
#[derive(Clone, Debug, Default)]
pub struct Bytecode {
    /// The operations; the code begins at the first one.
    pub ops: Vec<Op>,
    /// The number of registers: at most 65,535.
    pub registers: u32,
    /// The registers that hold draw constants.
    pub splats: Vec<(u16, Splat)>,
    /// The registers that hold inputs.
    pub inputs: Vec<(u16, Input)>,
    /// The registers that hold outputs.
    pub outputs: Vec<(u16, Output)>,
    /// The texture accesses, which [`Code::Sample`] indexes.
    pub samples: Vec<Sample>,
    /// The image variables, which the image operations index.
    pub images: Vec<Image>,
    /// Words of one input vertex record.
    pub input_stride: u32,
    /// Words of one output vertex record.
    pub output_stride: u32,
    /// Words of one patch record.
    pub patch_stride: u32,
    /// Bytes of the shared memory of a work group.
    pub shared_size: u32,
    /// The deepest nesting of control flow and calls.
    pub depth: u32,
    /// True if the code discards fragments.
    pub uses_discard: bool,
    /// True if the code writes the depth of fragments.
    pub writes_depth: bool,
    /// True if the code stores to buffers or images, or has atomics: then late tests must not suppress invocations.
    pub has_side_effects: bool,
    /// True if the code computes derivatives.
    pub uses_derivatives: bool,
    /// True if the code has barriers.
    pub uses_barrier: bool,
}

/// Returns the deepest nesting of the constructs and calls of code that nests.
pub fn depth(ops: &[Op]) -> u32 {
    let (mut current, mut deepest) = (0u32, 0u32);
    // Functions stand behind the code that calls them.
    let mut functions: HashMap<usize, u32> = HashMap::new();
    for (index, op) in ops.iter().enumerate().rev() {
        match op.code {
            Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd => {
                current += 1;
                deepest = deepest.max(current);
            }
            Code::If | Code::Loop | Code::Enter => current = current.saturating_sub(1),
            Code::Call => deepest = deepest.max(current + functions.get(&op.target()).copied().unwrap_or(0)),
            Code::Function => {
                functions.insert(index, deepest);
                (current, deepest) = (0, 0);
            }
            _ => {}
        }
    }
    deepest
}
