//! The bytecode: linear, scalar, executed for 64 lanes at once.
//!
//! A register is 64 lanes of 32 bits ([`Lanes`](crate::core::lanes::Lanes)). Every operation reads and writes whole registers, for all 64
//! lanes,
//! active or not, unless it says "active lanes". So an expression's temporaries need no mask; what must survive in inactive lanes is
//! written with [`Code::MoveActive`]. Booleans are 0 or 0xFFFF_FFFF. Doubles are two registers, low word first.
//!
//! Control flow is structured. The interpreter holds: `conditions` (a stack, pushed by `If`), `running` (lanes not broken out of the
//! innermost loop), `continuing` (lanes that did not `Continue` in this round), `called` (lanes that did not `Return` from the innermost
//! inlined function), `alive` (lanes not discarded). A lane is active if it is in all of them.

use crate::image::lookup::SampleKind;

/// No register.
pub const NONE: u16 = u16::MAX;

/// One operation: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Op {
    pub code: Code,
    pub dst: u16,
    pub a: u16,
    pub b: u16,
    pub c: u16,
    /// Small operand: a [`Space`] or an [`Atomic`], as said at the code.
    pub d: u16,
    /// Immediate: a jump target (index of an op), an offset, a count.
    pub imm: u32,
}

/// What an operation does. `d`, `a`, `b`, `c` are the registers' values in one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Code {
    /// dst = a
    Move,
    /// dst = a in active lanes
    MoveActive,
    /// dst = a ? b : c (a is a boolean)
    Select,
    /// dst = the active lanes' mask (a boolean); the tests look at the mask with it
    #[allow(dead_code, reason = "no shader asks for it")]
    Active,

    // floats: IEEE single, round to nearest even, denormals kept; never fused
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// a * b, rounded, + c, rounded
    FMad,
    FNeg,
    FAbs,
    /// a NaN operand gives the other one
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
    /// the significand in [0.5, 1) and the exponent (int) of frexp
    FFrexpSignificand,
    FFrexpExponent,
    FLess,
    FLessEqual,
    FEqual,
    FNotEqual,
    FIsNan,
    FIsInf,
    // conversions, saturating; NaN gives 0
    FToI,
    FToU,
    IToF,
    UToF,
    /// to and from half floats in the low 16 bits
    FToHalf,
    HalfToF,

    // 32-bit integers, wrapping; division by 0 gives all ones (int: -1), remainder by 0 gives a
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
    /// -1 for none
    FindLsb,
    FindMsbSigned,
    FindMsbUnsigned,
    /// bits a, offset b, count c (both clamped so that nothing leaves 32 bits)
    ExtractSigned,
    ExtractUnsigned,
    /// base a, insert b; c is the register of the offset, c + 1 of the count
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

    /// derivatives within 2×2 quads (lanes 4q, 4q+1 over 4q+2, 4q+3; y grows with the second row)
    DdxFine,
    DdyFine,
    DdxCoarse,
    DdyCoarse,

    /// dst = register[b + min(a, imm - 1)]: an element of imm consecutive registers with stride 1 (lowering scales a)
    LoadIndexed,
    /// register[dst + a] = b in active lanes where a < imm
    StoreIndexed,

    /// dst = word of the [`Space`] d, block (imm + c, or imm if c is NONE), at byte address a (of 4-aligned words). Out of range: 0.
    Load,
    /// in active lanes: word b to byte address a; Out of range: dropped.
    Store,
    /// in active lanes: dst = old value; d is `space << 8 | atomic`; b is the operand; CompareSwap: b is the comparison, b + 1 the new value
    Atomic,
    /// dst = size in bytes of the storage block imm + c
    BlockSize,

    /// dst = word imm of the record of this lane's input vertex number a (a = NONE: 0). Out of range: 0.
    LoadVertex,
    /// dst = word imm (+ a, if a is not NONE) of this lane's patch record
    LoadPatch,
    /// active lanes: patch record word imm (+ a) = b
    StorePatch,
    /// tessellation control outputs: dst = word imm (+ b if not NONE) of output vertex a of this lane's patch
    LoadOutput,
    /// active lanes: word imm (+ b if not NONE) of output vertex a of this lane's patch = c
    StoreOutput,

    /// texture access number imm of [`super::Bytecode::samples`]; results in dst .. dst + 4
    Sample,

    /// active lanes: appends the output registers as a vertex of stream imm
    EmitVertex,
    /// active lanes: ends the primitive of stream imm
    EndPrimitive,

    // structured control flow
    /// push conditions; conditions &= a; if no lane is active: jump to imm (its Else or EndIf)
    If,
    /// the other lanes of the innermost If; if none is active: jump to imm (its EndIf)
    Else,
    /// pop conditions
    EndIf,
    /// push running and continuing; imm is the index of its EndLoop. Starts with the active lanes.
    Loop,
    /// active lanes where a is false leave the loop; jumps to imm (the EndLoop) if none remains active
    LoopTest,
    /// active lanes leave the loop
    Break,
    /// active lanes go to the next round
    Continue,
    /// continuing lanes come back (stands before the step)
    NextRound,
    /// if any lane is still running: jump to imm (the op after its Loop), at the cost of the budget; else pop
    EndLoop,
    /// push called (before an inlined body that returns early)
    Enter,
    /// active lanes leave the innermost Enter, or end if there is none
    Return,
    /// pop called
    Leave,
    /// active lanes are discarded: they stay dead to the end, stores and colours included
    Discard,
    /// jump to imm. Backward jumps cost budget. Only where no lane can be masked off by the construct being jumped over.
    Jump,
    /// jump to imm if a is false in the lanes; a has the same value in all lanes
    JumpUnless,
    /// all lanes of the work group or patch wait here: the wave stops and goes on after it
    Barrier,
    End,
}

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Space {
    /// The default block's words, addressed in bytes.
    Uniform,
    UniformBlock,
    Storage,
    AtomicCounter,
    Shared,
}

/// A read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
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
}

/// A texture access, taken apart. Registers that are not used are [`NONE`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub sampler: crate::hir::SamplerType,
    /// Word of the default uniform block that holds the texture unit (of element 0), and the register of the element index.
    pub unit_word: u32,
    pub unit_index: u16,
    /// Elements of the sampler array (1 if it is none); the index is clamped to it.
    pub units: u32,
    pub kind: SampleKind,
    /// Coordinates, already divided by the projective divisor; with array layer as the last used one. Fetches: ints.
    pub coordinates: [u16; 4],
    /// The depth reference of a shadow sampler.
    pub reference: u16,
    /// Bias, level of detail, or sample number, by `kind`.
    pub lod: u16,
    /// Gradients: d/dx of up to three coordinates, then d/dy.
    pub gradients: [u16; 6],
    /// Constant texel offset.
    pub offset: [i32; 3],
    /// Registers of a non-constant offset (gathers), NONE otherwise.
    pub offset_registers: [u16; 2],
    /// The gathered component.
    pub component: u8,
}

/// What the pipeline puts into registers before a wave runs: one entry a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A component of a vertex attribute, converted as its pointer says; ints and doubles keep their bits (doubles: component
    /// 2k is the low word of component k).
    Attribute {
        location: u8,
        component: u8,
    },
    VertexId,
    InstanceId,
    BaseVertex,
    BaseInstance,
    DrawId,
    /// Fragment inputs: word `slot * 4 + component` of the vertex records, interpolated.
    Varying {
        slot: u16,
        component: u8,
        interpolation: crate::hir::Interpolation,
    },
    /// x, y, z, 1/w
    FragCoord(u8),
    FrontFacing,
    PointCoord(u8),
    /// Fragment, tessellation and geometry inputs.
    PrimitiveId,
    Layer,
    ViewportIndex,
    SampleId,
    /// gl_SamplePosition
    SamplePosition(u8),
    SampleMaskIn,
    HelperInvocation,
    InvocationId,
    PatchVerticesIn,
    TessCoord(u8),
    NumWorkGroups(u8),
    WorkGroupId(u8),
    LocalInvocationId(u8),
    LocalInvocationIndex,
}

/// Where results stand when a wave ends (for geometry shaders: at each EmitVertex).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// Word `slot * 4 + component` of the vertex record.
    Varying {
        slot: u16,
        component: u8,
    },
    FragmentColor {
        location: u8,
        index: u8,
        component: u8,
    },
    /// `gl_FragColor`: goes to every draw buffer.
    AllColors {
        component: u8,
    },
    FragmentDepth,
    SampleMask,
}

/// A value that is the same for a whole draw and is splatted over its register before the first wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splat {
    Constant(u32),
    /// A word of the default uniform block, by its number.
    Uniform(u32),
    /// A word of a uniform block: index, byte offset. Out of range: 0.
    UniformBlock(u32, u32),
}

/// One stage's code with what it needs of its context. Made by lowering, checked by [`super::verify`], then immutable.
#[derive(Clone, Debug, Default)]
pub struct Bytecode {
    pub ops: Vec<Op>,
    /// Registers it uses: at most 65,535.
    pub registers: u32,
    pub splats: Vec<(u16, Splat)>,
    pub inputs: Vec<(u16, Input)>,
    pub outputs: Vec<(u16, Output)>,
    pub samples: Vec<Sample>,
    /// Words of one input and one output vertex record, one patch record.
    pub input_stride: u32,
    pub output_stride: u32,
    pub patch_stride: u32,
    /// Bytes of shared memory.
    pub shared_size: u32,
    /// Deepest nesting of control flow.
    pub depth: u32,
    pub uses_discard: bool,
    pub writes_depth: bool,
    /// Stores or atomics to buffers: early tests matter then.
    pub has_side_effects: bool,
    pub uses_derivatives: bool,
    pub uses_barrier: bool,
}
