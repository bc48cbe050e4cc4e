//! The vector instructions: one row for each, from which the encoder and the check of the encoded bytes are made.

/// Where an instruction has its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name d, a, b`: b in a register or in memory.
    Binary,
    /// `name d, b`: b in a register or in memory.
    Unary,
    /// `name d, a, immediate`, with these bits of the opcode.
    Shift(u8),
    /// `name d, a, immediate`: d where the others have b.
    Extract,
    /// `name b, a`: b in memory.
    Store,
    /// `name d, esi`: the lanes, from a general register.
    Lanes,
}

/// What follows an instruction's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Nothing,
    /// A byte that says more.
    Byte,
    /// The register of the third operand.
    Register,
}

/// The encoding of an instruction: VEX with W = 0.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which prefix the instruction has: 0 none, 1 66, 2 F3.
    pub prefix: u8,
    /// The map of its opcode: 1 0F, 2 0F38, 3 0F3A.
    pub map: u8,
    /// The opcode.
    pub opcode: u8,
    /// Where the operands are.
    pub form: Form,
    /// What follows the operands.
    pub tail: Tail,
    /// True for vectors of 256 bits.
    pub long: bool,
    /// The bytes of the operand b in memory; 0 if b must be a register.
    pub bytes: u32,
}

/// Declares the instructions.
macro_rules! instructions {
    ($($(#[$about:meta])* $name:ident = $prefix:literal $map:literal $opcode:literal $form:expr, $tail:ident, $long:literal, $bytes:literal;)*) => {
        /// A vector instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Instruction {
            $($(#[$about])* $name,)*
        }

        impl Instruction {
            /// Every instruction.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the encoding.
            pub const fn row(self) -> Row {
                use Form::{Binary, Extract, Lanes, Shift, Store, Unary};
                match self {
                    $(Self::$name => Row {
                        prefix: $prefix, map: $map, opcode: $opcode, form: $form, tail: Tail::$tail, long: $long, bytes: $bytes,
                    },)*
                }
            }
        }
    };
}

instructions! {
    /// vmovaps, to a register
    Load = 0 1 0x28 Unary, Nothing, true, 32;
    /// vmovaps, to memory
    Store = 0 1 0x29 Store, Nothing, true, 32;
    /// vmovd
    Lanes = 1 1 0x6E Lanes, Nothing, false, 0;
    /// vpbroadcastd
    Broadcast = 1 2 0x58 Unary, Nothing, true, 0;
    /// vtestps: the flag of zero if no lane has both sign bits
    Test = 1 2 0x0E Unary, Nothing, true, 32;

    /// vaddps, vsubps, vmulps, vdivps
    Add = 0 1 0x58 Binary, Nothing, true, 32;
    Sub = 0 1 0x5C Binary, Nothing, true, 32;
    Mul = 0 1 0x59 Binary, Nothing, true, 32;
    Div = 0 1 0x5E Binary, Nothing, true, 32;
    /// vminps: a < b ? a : b
    Min = 0 1 0x5D Binary, Nothing, true, 32;
    /// vmaxps: a > b ? a : b
    Max = 0 1 0x5F Binary, Nothing, true, 32;
    /// vsqrtps
    Sqrt = 0 1 0x51 Unary, Nothing, true, 32;
    /// vroundps; the byte is the direction
    Round = 1 3 0x08 Unary, Byte, true, 32;
    /// vcmpps; the byte is the comparison
    Compare = 0 1 0xC2 Binary, Byte, true, 32;
    /// vcvtdq2ps
    IntToFloat = 0 1 0x5B Unary, Nothing, true, 32;
    /// vcvttps2dq: what is no int becomes the least int
    FloatToInt = 2 1 0x5B Unary, Nothing, true, 32;
    /// vpermilps: each four lanes by the four lanes that the byte names
    Permute = 1 3 0x04 Unary, Byte, true, 32;

    /// vandps
    And = 0 1 0x54 Binary, Nothing, true, 32;
    /// vandnps: !a & b
    AndNot = 0 1 0x55 Binary, Nothing, true, 32;
    /// vorps
    Or = 0 1 0x56 Binary, Nothing, true, 32;
    /// vxorps
    Xor = 0 1 0x57 Binary, Nothing, true, 32;
    /// vblendvps: c < 0 ? b : a
    Blend = 1 3 0x4A Binary, Register, true, 32;

    /// vpaddd, vpsubd, vpmulld
    IntAdd = 1 1 0xFE Binary, Nothing, true, 32;
    IntSub = 1 1 0xFA Binary, Nothing, true, 32;
    IntMul = 1 2 0x40 Binary, Nothing, true, 32;
    /// vpcmpeqd
    IntEqual = 1 1 0x76 Binary, Nothing, true, 32;
    /// vpcmpgtd
    IntGreater = 1 1 0x66 Binary, Nothing, true, 32;
    /// vpminsd, vpmaxsd, vpminud, vpmaxud
    IntMin = 1 2 0x39 Binary, Nothing, true, 32;
    IntMax = 1 2 0x3D Binary, Nothing, true, 32;
    UintMin = 1 2 0x3B Binary, Nothing, true, 32;
    UintMax = 1 2 0x3F Binary, Nothing, true, 32;
    /// vpabsd
    IntAbs = 1 2 0x1E Unary, Nothing, true, 32;
    /// vpsllvd, vpsrlvd, vpsravd: shifts by b
    ShiftLeftBy = 1 2 0x47 Binary, Nothing, true, 32;
    ShiftRightBy = 1 2 0x45 Binary, Nothing, true, 32;
    ShiftSignedBy = 1 2 0x46 Binary, Nothing, true, 32;
    /// vpslld, vpsrld, vpsrad: shifts by the byte
    ShiftLeft = 1 1 0x72 Shift(6), Byte, true, 0;
    ShiftRight = 1 1 0x72 Shift(2), Byte, true, 0;
    ShiftSigned = 1 1 0x72 Shift(4), Byte, true, 0;

    /// vaddpd, vsubpd, vmulpd, vdivpd, vminpd, vmaxpd: on four doubles
    DoubleAdd = 1 1 0x58 Binary, Nothing, true, 32;
    DoubleSub = 1 1 0x5C Binary, Nothing, true, 32;
    DoubleMul = 1 1 0x59 Binary, Nothing, true, 32;
    DoubleDiv = 1 1 0x5E Binary, Nothing, true, 32;
    DoubleMin = 1 1 0x5D Binary, Nothing, true, 32;
    DoubleMax = 1 1 0x5F Binary, Nothing, true, 32;
    /// vcvtps2pd, vcvtdq2pd: of the lower four lanes
    FloatToDouble = 0 1 0x5A Unary, Nothing, true, 16;
    IntToDouble = 2 1 0xE6 Unary, Nothing, true, 16;
    /// vcvtpd2ps: to the lower four lanes
    DoubleToFloat = 1 1 0x5A Unary, Nothing, true, 32;
    /// vextractf128; the byte is the half
    Half = 1 3 0x19 Extract, Byte, true, 0;
    /// vinsertf128; the byte is the half
    Join = 1 3 0x18 Binary, Byte, true, 16;
}
