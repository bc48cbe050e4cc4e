//! The bytecode: linear, scalar, executed for 64 lanes at a time.
//!
//! A register is 64 lanes of 32 bits ([`Lanes`](crate::core::lanes::Lanes)). Every operation reads and writes whole registers, for all 64
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

pub use image::{Image, SAMPLED, Sample};
pub use interface::{Input, Output};
pub use memory::{ATOMICS, Atomic, Space};

use std::collections::HashMap;

/// The register number that stands for no register.
pub const NONE: u16 = u16::MAX;

/// One operation (16 bytes).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Op {
    pub code: Code,
    /// The destination register, or the first one.
    pub dst: u16,
    /// The first operand's register.
    pub a: u16,
    /// The second operand's register.
    pub b: u16,
    /// The third operand's register.
    pub c: u16,
    /// A small operand: the [`Space`] or [`Atomic`] of codes that have one.
    pub d: u16,
    /// An immediate operand: a jump target (index of an op), an offset or a count.
    pub imm: u32,
}

/// An opcode. In the comments, `dst`, `a`, `b`, `c` are the values of the registers in one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Code {
    /// dst = a in active lanes
    MoveActive,
    /// dst = the mask of the active lanes, as a boolean; only tests use it
    #[allow(dead_code, reason = "lowering never emits it")]
    Active,

    // from here to Insert the operations that the interpreter finds with one jump
    /// dst = a
    Move,
    /// dst = a ? b : c (a is a boolean)
    Select,

    // floats: IEEE single, round to nearest even, denormals kept; never fused
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// a * b, rounded, + c, rounded
    FMad,
    FNeg,
    FAbs,
    /// if one operand is NaN, the other one
    FMin,
    FMax,
    FFloor,
    FCeil,
    FTrunc,
    FRoundEven,
    /// a - floor(a)
    FFract,
    FSqrt,
    /// 1 / sqrt(a)
    FRsqrt,
    /// -1, 0, 1
    FSign,
    // dot products of consecutive registers: dst = a[0]*b[0] + a[1]*b[1] …, left to right, each step rounded
    FDot2,
    FDot3,
    FDot4,
    FSin,
    FCos,
    FTan,
    FAsin,
    FAcos,
    FAtan,
    /// atan(a, b)
    FAtan2,
    FExp2,
    FLog2,
    /// a to the power b
    FPow,
    /// a * 2^b, b an int
    FLdexp,
    /// the significand of frexp, in [0.5, 1)
    FFrexpSignificand,
    /// the exponent of frexp (int)
    FFrexpExponent,
    FLess,
    FLessEqual,
    FEqual,
    FNotEqual,
    FIsNan,
    FIsInf,
    // conversions, saturating; NaN becomes 0
    FToI,
    FToU,
    IToF,
    UToF,
    /// the conversions to and from half floats in the low 16 bits
    FToHalf,
    HalfToF,

    // 32-bit integers, wrapping; a / 0 is all ones (int: -1), a % 0 is a
    IAdd,
    ISub,
    IMul,
    IDiv,
    UDiv,
    IMod,
    UMod,
    INeg,
    IAbs,
    ISign,
    IMin,
    IMax,
    UMin,
    UMax,
    /// the high words of products
    IMulHigh,
    UMulHigh,
    ILess,
    ILessEqual,
    ULess,
    ULessEqual,
    IEqual,
    INotEqual,
    And,
    Or,
    Xor,
    Not,
    /// shifts by b & 31
    ShiftLeft,
    ShiftRightUnsigned,
    ShiftRightSigned,
    BitCount,
    BitReverse,
    /// -1 if no bit is found
    FindLsb,
    FindMsbSigned,
    FindMsbUnsigned,
    /// a: the bits, b: the offset, c: the count (both clamped to 32 bits)
    ExtractSigned,
    ExtractUnsigned,
    /// a: the base, b: the bits to insert; register c is the offset, c + 1 the count
    Insert,

    // doubles: register pairs
    DAdd,
    DSub,
    DMul,
    DDiv,
    DMad,
    DNeg,
    DAbs,
    DMin,
    DMax,
    DFloor,
    DCeil,
    DTrunc,
    DRoundEven,
    DSqrt,
    DLess,
    DLessEqual,
    DEqual,
    DNotEqual,
    DToF,
    FToD,
    DToI,
    DToU,
    IToD,
    UToD,

    // 64-bit integers: register pairs; wrapping; a / 0 is all ones, a % 0 is a; signed and unsigned where they differ
    LAdd,
    LSub,
    LMul,
    LDivSigned,
    LDivUnsigned,
    LModSigned,
    LModUnsigned,
    LLessSigned,
    LLessUnsigned,
    LLessEqualSigned,
    LLessEqualUnsigned,
    /// shifts of a pair by b & 63; b is one register
    LShiftLeft,
    LShiftRightSigned,
    LShiftRightUnsigned,
    // conversions, to the nearest float (ties to even), to integers saturating; NaN becomes 0
    FToLSigned,
    FToLUnsigned,
    LSignedToF,
    LUnsignedToF,
    DToLSigned,
    DToLUnsigned,
    LSignedToD,
    LUnsignedToD,

    /// dst = the time, as a 64-bit integer, greater than that of each earlier reading
    Clock,

    /// derivatives within 2×2 quads (lanes 4q, 4q+1 over 4q+2, 4q+3; y grows with the second row)
    DdxFine,
    DdyFine,
    DdxCoarse,
    DdyCoarse,

    /// dst = register[b + min(a, imm - 1)]: an element of imm consecutive registers (lowering multiplies a by the element's size)
    LoadIndexed,
    /// register[dst + a] = b in active lanes where a < imm
    StoreIndexed,

    /// dst = the word at byte address a, a multiple of 4, of [`Space`] d, block imm + c (imm if c is NONE). Out of bounds: 0.
    Load,
    /// active lanes: stores word b at byte address a. Out of bounds: dropped.
    Store,
    /// active lanes: dst = the old value; d is `space << 8 | atomic`; b is the operand; compare and swap: b is the comparison, b + 1 the
    /// new value
    Atomic,
    /// dst = size in bytes of the storage block imm + c
    BlockSize,

    /// dst = word imm of the record of the lane's input vertex a (vertex 0 if a is NONE). Out of bounds: 0.
    LoadVertex,
    /// dst = word imm (+ a, if a is not NONE) of the lane's patch record
    LoadPatch,
    /// active lanes: word imm (+ a, if a is not NONE) of the lane's patch record = b
    StorePatch,
    /// tessellation control outputs: dst = word imm (+ b, if b is not NONE) of output vertex a of the lane's patch
    LoadOutput,
    /// active lanes: word imm (+ b, if b is not NONE) of output vertex a of the lane's patch = c
    StoreOutput,

    /// performs texture access imm of [`super::Bytecode::samples`]; the results go to registers dst to dst + 3
    Sample,

    // images: imm is the image of [`super::Bytecode::images`], and c, if not NONE, the element of an array of images. The texel's
    // coordinates are registers a to a + 2, the layer after the others; unused ones are ignored. If d has [`SAMPLED`], register a + 3 is the
    // sample. Texels that do not exist: 0, or dropped.
    /// active lanes: registers dst to dst + 3 = the texel; other lanes: 0
    ImageLoad,
    /// active lanes: stores registers b to b + 3 to the texel
    ImageStore,
    /// active lanes: dst = the old value; d is the [`Atomic`]; b is the operand; compare and swap: b is the comparison, b + 1 the new value
    ImageAtomic,
    /// registers dst to dst + 2 = the size, or if d has [`SAMPLED`] dst = the number of samples; 0 if the image unit has no such image
    ImageSize,

    /// active lanes: append the output registers as a vertex of stream imm
    EmitVertex,
    /// active lanes: end the primitive of stream imm
    EndPrimitive,

    // structured control flow
    /// push conditions; conditions &= a; if no lane is active, jump to imm (its Else or EndIf)
    If,
    /// activate the other lanes of the innermost If; if no lane is active, jump to imm (its EndIf)
    Else,
    /// pop conditions
    EndIf,
    /// push running and continuing, both set to the active lanes; imm is the index of its EndLoop
    Loop,
    /// active lanes with a false leave the loop; if no lane remains active, jump to imm (the EndLoop)
    LoopTest,
    /// active lanes leave the loop
    Break,
    /// active lanes skip to the next iteration
    Continue,
    /// reactivate the lanes that skipped here by Continue (stands before the step)
    NextRound,
    /// if any lane is still running, jump to imm (the op after its Loop) and charge the budget, otherwise pop
    EndLoop,
    /// push called (before an inlined body that returns early, and before a switch that is left early)
    Enter,
    /// active lanes leave the innermost Enter and the imm Enters around it, or end if there is no Enter
    Return,
    /// pop called
    Leave,
    /// if any lane is active, jump to imm + 1 and return to the op after this one at the FunctionEnd; imm, the index of a Function, is greater
    /// than that of this op, so that calls are not recursive
    Call,
    /// begins a function; only a Call leads here
    Function,
    /// return to the op after the Call and charge the budget; imm is the index of the Function
    FunctionEnd,
    /// discard the active lanes: they stay inactive to the end, and their colours are dropped
    Discard,
    /// jump to imm. Backward jumps charge the budget. Only where the construct that is jumped over masks no lane off.
    Jump,
    /// jump to imm if a is false; a has the same value in all lanes
    JumpUnless,
    /// wait for all lanes of the work group or patch: the wave is suspended here and resumes after this op
    Barrier,
    /// end the wave
    End,
}

/// A value that is constant over a draw and copied to all lanes of its register before the first wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub uses_discard: bool,
    pub writes_depth: bool,
    /// True if the code stores to buffers or images, or has atomics: then late tests must not suppress invocations.
    pub has_side_effects: bool,
    pub uses_derivatives: bool,
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
            Code::Call => deepest = deepest.max(current + functions.get(&(op.imm as usize)).copied().unwrap_or(0)),
            Code::Function => {
                functions.insert(index, deepest);
                (current, deepest) = (0, 0);
            }
            _ => {}
        }
    }
    deepest
}
