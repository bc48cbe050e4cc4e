//! The encodings of AVX2: VEX with W = 0. Masks are vectors.

use super::instructions::{Form, Instruction, Row, Tail};

/// Returns the row of an instruction.
pub const fn row(instruction: Instruction) -> Option<Row> {
    use Instruction::*;
    Some(match instruction {
        // vmovaps, vmovd, vpbroadcastd, vtestps
        Load => Row::vex(0, 1, 0x28).unary(),
        Store => Row::vex(0, 1, 0x29).form(Form::Store),
        Lanes => Row::vex(1, 1, 0x6E).form(Form::Lanes).short().memory(0),
        Broadcast => Row::vex(1, 2, 0x58).unary().memory(0),
        Test => Row::vex(1, 2, 0x0E).unary(),

        // vaddps, vsubps, vmulps, vdivps, vminps, vmaxps, vsqrtps
        Add => Row::vex(0, 1, 0x58),
        Sub => Row::vex(0, 1, 0x5C),
        Mul => Row::vex(0, 1, 0x59),
        Div => Row::vex(0, 1, 0x5E),
        Min => Row::vex(0, 1, 0x5D),
        Max => Row::vex(0, 1, 0x5F),
        Sqrt => Row::vex(0, 1, 0x51).unary(),
        // vroundps, vcmpps, vcvtdq2ps, vcvttps2dq, vpermilps
        Round => Row::vex(1, 3, 0x08).unary().byte(),
        Compare => Row::vex(0, 1, 0xC2).byte(),
        IntToFloat => Row::vex(0, 1, 0x5B).unary(),
        FloatToInt => Row::vex(2, 1, 0x5B).unary(),
        Permute => Row::vex(1, 3, 0x04).unary().byte(),

        // vandps, vandnps, vorps, vxorps, vblendvps
        And | MaskAnd => Row::vex(0, 1, 0x54),
        AndNot | MaskAndNot => Row::vex(0, 1, 0x55),
        Or | MaskOr => Row::vex(0, 1, 0x56),
        Xor | MaskXor => Row::vex(0, 1, 0x57),
        Blend => Row::vex(1, 3, 0x4A).tail(Tail::Register),

        // vpaddd, vpsubd, vpmulld, vpmuldq, vpmuludq, vpcmpeqd, vpcmpgtd
        IntAdd => Row::vex(1, 1, 0xFE),
        IntSub => Row::vex(1, 1, 0xFA),
        IntMul => Row::vex(1, 2, 0x40),
        IntMulWide => Row::vex(1, 2, 0x28),
        UintMulWide => Row::vex(1, 1, 0xF4),
        IntEqual | MaskXnor => Row::vex(1, 1, 0x76),
        IntGreater => Row::vex(1, 1, 0x66),
        // vpminsd, vpmaxsd, vpminud, vpmaxud, vpabsd
        IntMin => Row::vex(1, 2, 0x39),
        IntMax => Row::vex(1, 2, 0x3D),
        UintMin => Row::vex(1, 2, 0x3B),
        UintMax => Row::vex(1, 2, 0x3F),
        IntAbs => Row::vex(1, 2, 0x1E).unary(),
        // vpsllvd, vpsrlvd, vpsravd, vpslld, vpsrld, vpsrad, vpsrlq
        ShiftLeftBy => Row::vex(1, 2, 0x47),
        ShiftRightBy => Row::vex(1, 2, 0x45),
        ShiftSignedBy => Row::vex(1, 2, 0x46),
        ShiftLeft => Row::vex(1, 1, 0x72).shift(6),
        ShiftRight => Row::vex(1, 1, 0x72).shift(2),
        ShiftSigned => Row::vex(1, 1, 0x72).shift(4),
        ShiftRightWide => Row::vex(1, 1, 0x73).shift(2),

        // vaddpd, vsubpd, vmulpd, vdivpd, vminpd, vmaxpd
        DoubleAdd => Row::vex(1, 1, 0x58),
        DoubleSub => Row::vex(1, 1, 0x5C),
        DoubleMul => Row::vex(1, 1, 0x59),
        DoubleDiv => Row::vex(1, 1, 0x5E),
        DoubleMin => Row::vex(1, 1, 0x5D),
        DoubleMax => Row::vex(1, 1, 0x5F),
        // vcvtps2pd, vcvtdq2pd, vcvtpd2ps, vroundpd, vcvttpd2dq, vextractf128, vinsertf128
        FloatToDouble => Row::vex(0, 1, 0x5A).unary().memory(16),
        IntToDouble => Row::vex(2, 1, 0xE6).unary().memory(16),
        DoubleToFloat => Row::vex(1, 1, 0x5A).unary(),
        DoubleRound => Row::vex(1, 3, 0x09).unary().byte(),
        DoubleToInt => Row::vex(1, 1, 0xE6).unary(),
        Half => Row::vex(1, 3, 0x19).form(Form::Extract).byte().memory(0),
        Join => Row::vex(1, 3, 0x18).byte().memory(16),

        UintToFloat | FloatToUint | Keep | Ternary | MaskLoad | MaskStore | MaskNot | MaskShiftRight | TestBits | Signs | Expand
        | IntCompare | UintCompare => return None,
    })
}
