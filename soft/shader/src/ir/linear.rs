//! Linear code: bytecode over any number of virtual registers. Lowering emits it, and the passes transform it.
//!
//! A virtual register is written once, except phis (which join values after an `if`, in a loop, and at the end of a function that returns
//! early), stack slots (arrays with dynamic indices, and what functions share) and the parameters of functions. Control flow operations name
//! their [`Construct`] in their payload, [`Flow`]. The functions follow the `End`, each after all code that calls it.

use super::bytecode::{Code, Encoded, Input, MemoryAccess, Output, Payload, Sample, Splat, TextureAccess};
use std::fmt::{self, Formatter};

/// A virtual register.
pub type Virtual = u32;
/// The virtual register number that stands for no register.
pub const NO_REGISTER: Virtual = u32::MAX;

/// An operation over virtual registers; the fields are those of [`super::bytecode::Op`], but the payload of control flow is [`Flow`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operation {
    pub code: Code,
    pub dst: Virtual,
    pub a: Virtual,
    pub b: Virtual,
    pub c: Virtual,
    pub payload: Encoded,
}

/// The payload of control flow in linear code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The number of the construct that the operation begins, ends or leaves.
    pub construct: u32,
    /// True if all lanes take the same path, so that no mask is needed.
    pub uniform: bool,
}

impl Payload for Flow {
    fn encode(self) -> Encoded {
        Encoded::from_bits(u16::from(self.uniform), self.construct)
    }

    fn decode(encoded: Encoded) -> Self {
        Self { construct: encoded.large(), uniform: encoded.small() != 0 }
    }

    fn write(self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "; construct {}", self.construct)
    }
}

impl Operation {
    /// Creates an operation.
    pub fn new(code: Code, dst: Virtual, [a, b, c]: [Virtual; 3], payload: impl Into<Encoded>) -> Self {
        Self { code, dst, a, b, c, payload: payload.into() }
    }

    /// Creates a control flow operation.
    pub fn control(code: Code, a: Virtual, construct: u32) -> Self {
        Self::new(code, NO_REGISTER, [a, NO_REGISTER, NO_REGISTER], Flow { construct, uniform: false })
    }

    /// Creates a move.
    pub fn copy(code: Code, dst: Virtual, a: Virtual) -> Self {
        Self::new(code, dst, [a, NO_REGISTER, NO_REGISTER], ())
    }

    /// Returns the payload of control flow.
    pub fn flow(&self) -> Flow {
        Flow::decode(self.payload)
    }

    /// Returns the number of the construct of control flow.
    pub fn construct(&self) -> u32 {
        self.flow().construct
    }
}

/// The source of a virtual register's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// A single operation writes it.
    Temporary,
    /// A draw constant.
    Splat(Splat),
    /// An input of the stage.
    Input(Input),
    /// Written several times within this construct; read after it, or (loops) in it.
    Phi(u32),
    /// Written anywhere in this construct.
    StackSlot(u32),
    /// An argument or result of this function: written before each call, or by the function.
    Parameter(u32),
}

/// The kind of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructKind {
    /// The whole shader.
    Root,
    If,
    Loop,
    /// A region that lanes may leave early: an inlined function or a `switch`.
    Enter,
    /// A function that is called.
    Function,
}

/// A region of structured control flow. Construct 0 is the whole shader.
#[derive(Clone, Debug)]
pub struct Construct {
    pub kind: ConstructKind,
    /// The number of the enclosing construct.
    pub parent: u32,
    /// For an `if`: each phi, its value at the end of the first side, and its value at the end of the second side.
    pub phis: Vec<(Virtual, Virtual, Virtual)>,
    /// For an `if`: true for each side whose end is reachable.
    pub reached: [bool; 2],
}

/// A texture access over virtual registers: `registers` holds them in the order of [`sample_registers`].
#[derive(Clone, Debug)]
pub struct VirtualSample {
    /// The access; its register fields are unused until allocation.
    pub sample: Sample,
    /// The virtual registers.
    pub registers: [Virtual; SAMPLE_REGISTERS],
}

/// The number of registers of a [`Sample`].
pub const SAMPLE_REGISTERS: usize = 15;

/// Returns the register fields of a sample in the order of [`VirtualSample::registers`].
pub fn sample_registers(sample: &mut Sample) -> [&mut u16; SAMPLE_REGISTERS] {
    let Sample {
        unit_index,
        coordinates: [s, t, r, q],
        reference,
        lod,
        gradients: [g0, g1, g2, g3, g4, g5],
        offset_registers: [o0, o1],
        ..
    } = sample;
    [unit_index, s, t, r, q, reference, lod, g0, g1, g2, g3, g4, g5, o0, o1]
}

/// A shader as linear code.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The operations in order of execution.
    pub ops: Vec<Operation>,
    /// The origin of each virtual register.
    pub origins: Vec<Origin>,
    /// For each virtual register, true if it must directly follow the register numbered before it.
    pub contiguous: Vec<bool>,
    /// The constructs by number.
    pub constructs: Vec<Construct>,
    /// The texture accesses.
    pub samples: Vec<VirtualSample>,
    /// The registers of outputs, with their destinations.
    pub outputs: Vec<(Virtual, Output)>,
    /// Moves to insert before the operation with this index, sorted by index when lowering ends.
    pub edges: Vec<(usize, Operation)>,
    /// Phis that have a single value, with that value.
    pub renamed: Vec<(Virtual, Virtual)>,
}

/// The number of consecutive registers that each operand of a code covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    pub dst: u32,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

/// Returns the widths of a code's operands; the payload matters for some codes.
pub fn widths(code: Code, payload: Encoded) -> Widths {
    let [dst, a, b, c] = code.widths(payload);
    Widths { dst, a, b, c }
}

/// Returns true if an operation only computes its destination from its operands and read-only memory.
pub fn is_pure(op: &Operation) -> bool {
    op.code.flags().pure || loads_constants(op)
}

/// Returns true for a load from memory that shaders only read.
pub fn loads_constants(op: &Operation) -> bool {
    op.code == Code::Load && MemoryAccess::decode(op.payload).space.is_read_only()
}

/// Returns true if an operation is control flow.
pub fn is_control(code: Code) -> bool {
    code.flags().control
}

/// Returns true if an operation must stay even if its destination is never read.
pub fn has_effect(code: Code) -> bool {
    let flags = code.flags();
    flags.control || flags.effect
}

/// Calls `visit` for each register that an operation reads (but not for phis and stack slots that it writes in part).
pub fn reads(op: &Operation, samples: &[VirtualSample], outputs: &[(Virtual, Output)], mut visit: impl FnMut(Virtual)) {
    let w = widths(op.code, op.payload);
    for (first, width) in [(op.a, w.a), (op.b, w.b), (op.c, w.c)] {
        if first != NO_REGISTER {
            for register in first..first.saturating_add(width) {
                visit(register);
            }
        }
    }
    match op.code {
        Code::Sample => {
            if let Some(sample) = samples.get(TextureAccess::decode(op.payload).0 as usize) {
                sample.registers.iter().filter(|&&register| register != NO_REGISTER).for_each(|&register| visit(register));
            }
        }
        Code::EmitVertex => outputs.iter().for_each(|&(register, _)| visit(register)),
        _ => {}
    }
}
