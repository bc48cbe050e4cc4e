//! The encodings of AVX-512: EVEX for vectors of 512 bits, VEX for masks of 16 bits.

use super::instructions::{Form, Instruction, Masks, Row, Tail};

/// Returns the row of an instruction.
pub const fn row(instruction: Instruction) -> Option<Row> {
    use Instruction::*;
    Some(match instruction {
        // vmovaps
        Load => Row::evex(0, 1, 0x28).unary(),
        Store => Row::evex(0, 1, 0x29).form(Form::Store),

        // kmovd, from a general register; kmovw, ktestw
        Lanes => Row::of_masks(3, 1, 0x92).form(Form::Lanes).short(),
        MaskLoad => Row::of_masks(0, 1, 0x90).unary().short().memory(2),
        MaskStore => Row::of_masks(0, 1, 0x91).form(Form::Store).short().memory(2),
        Test => Row::of_masks(0, 1, 0x99).unary().short(),
        // kandw, kandnw, korw, kxorw, kxnorw, knotw, kshiftrd
        MaskAnd => Row::of_masks(0, 1, 0x41),
        MaskAndNot => Row::of_masks(0, 1, 0x42),
        MaskOr => Row::of_masks(0, 1, 0x45),
        MaskXor => Row::of_masks(0, 1, 0x47),
        MaskXnor => Row::of_masks(0, 1, 0x46),
        MaskNot => Row::of_masks(0, 1, 0x44).unary().short(),
        MaskShiftRight => Row::of_masks(1, 3, 0x31).unary().short().byte(),
        // vptestmd, vpmovd2m, vpmovm2d
        TestBits => Row::evex(1, 2, 0x27).masks(Masks::Result),
        Signs => Row::evex(2, 2, 0x39).unary().memory(0).masks(Masks::Result),
        Expand => Row::evex(2, 2, 0x38).unary().memory(0).masks(Masks::Operand),

        // vaddps, vsubps, vmulps, vdivps, vminps, vmaxps, vsqrtps
        Add => Row::evex(0, 1, 0x58),
        Sub => Row::evex(0, 1, 0x5C),
        Mul => Row::evex(0, 1, 0x59),
        Div => Row::evex(0, 1, 0x5E),
        Min => Row::evex(0, 1, 0x5D),
        Max => Row::evex(0, 1, 0x5F),
        Sqrt => Row::evex(0, 1, 0x51).unary(),
        // vrndscaleps, whose byte without a scale is that of vroundps; vcmpps
        Round => Row::evex(1, 3, 0x08).unary().byte(),
        Compare => Row::evex(0, 1, 0xC2).byte().masks(Masks::Result),
        // vcvtdq2ps, vcvtudq2ps, vcvttps2dq, vcvttps2udq, vpermilps
        IntToFloat => Row::evex(0, 1, 0x5B).unary(),
        UintToFloat => Row::evex(3, 1, 0x7A).unary(),
        FloatToInt => Row::evex(2, 1, 0x5B).unary(),
        FloatToUint => Row::evex(0, 1, 0x78).unary(),
        Permute => Row::evex(1, 3, 0x04).unary().byte(),

        // vandps, vandnps, vorps, vxorps, vblendmps, vmovaps, vpternlogd
        And => Row::evex(0, 1, 0x54),
        AndNot => Row::evex(0, 1, 0x55),
        Or => Row::evex(0, 1, 0x56),
        Xor => Row::evex(0, 1, 0x57),
        Blend => Row::evex(1, 2, 0x65).tail(Tail::Mask),
        Keep => Row::evex(0, 1, 0x28).unary().tail(Tail::Zeroing),
        Ternary => Row::evex(1, 3, 0x25).byte(),

        // vpaddd, vpsubd, vpmulld, vpmuldq, vpmuludq, vpcmpeqd, vpcmpgtd, vpcmpd, vpcmpud
        IntAdd => Row::evex(1, 1, 0xFE),
        IntSub => Row::evex(1, 1, 0xFA),
        IntMul => Row::evex(1, 2, 0x40),
        IntMulWide => Row::evex(1, 2, 0x28).wide(),
        UintMulWide => Row::evex(1, 1, 0xF4).wide(),
        IntEqual => Row::evex(1, 1, 0x76).masks(Masks::Result),
        IntGreater => Row::evex(1, 1, 0x66).masks(Masks::Result),
        IntCompare => Row::evex(1, 3, 0x1F).byte().masks(Masks::Result),
        UintCompare => Row::evex(1, 3, 0x1E).byte().masks(Masks::Result),
        // vpminsd, vpmaxsd, vpminud, vpmaxud, vpabsd
        IntMin => Row::evex(1, 2, 0x39),
        IntMax => Row::evex(1, 2, 0x3D),
        UintMin => Row::evex(1, 2, 0x3B),
        UintMax => Row::evex(1, 2, 0x3F),
        IntAbs => Row::evex(1, 2, 0x1E).unary(),
        // vpsllvd, vpsrlvd, vpsravd, vpslld, vpsrld, vpsrad, vpsrlq
        ShiftLeftBy => Row::evex(1, 2, 0x47),
        ShiftRightBy => Row::evex(1, 2, 0x45),
        ShiftSignedBy => Row::evex(1, 2, 0x46),
        ShiftLeft => Row::evex(1, 1, 0x72).shift(6),
        ShiftRight => Row::evex(1, 1, 0x72).shift(2),
        ShiftSigned => Row::evex(1, 1, 0x72).shift(4),
        ShiftRightWide => Row::evex(1, 1, 0x73).shift(2).wide(),

        // vaddpd, vsubpd, vmulpd, vdivpd, vminpd, vmaxpd
        DoubleAdd => Row::evex(1, 1, 0x58).wide(),
        DoubleSub => Row::evex(1, 1, 0x5C).wide(),
        DoubleMul => Row::evex(1, 1, 0x59).wide(),
        DoubleDiv => Row::evex(1, 1, 0x5E).wide(),
        DoubleMin => Row::evex(1, 1, 0x5D).wide(),
        DoubleMax => Row::evex(1, 1, 0x5F).wide(),
        // vcvtps2pd, vcvtdq2pd, vcvtpd2ps, vrndscalepd, vcvttpd2dq, vextractf64x4, vinsertf64x4
        FloatToDouble => Row::evex(0, 1, 0x5A).unary().memory(32),
        IntToDouble => Row::evex(2, 1, 0xE6).unary().memory(32),
        DoubleToFloat => Row::evex(1, 1, 0x5A).unary().wide(),
        DoubleRound => Row::evex(1, 3, 0x09).unary().byte().wide(),
        DoubleToInt => Row::evex(1, 1, 0xE6).unary().wide(),
        Half => Row::evex(1, 3, 0x1B).form(Form::Extract).byte().wide().memory(0),
        Join => Row::evex(1, 3, 0x1A).byte().wide().memory(32),

        Broadcast => return None,
    })
}
