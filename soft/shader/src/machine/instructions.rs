//! The vector instructions, by what they compute, and the rows that say how an instruction set encodes them, from which the encoder and the check of the
//! encoded bytes are made.

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

/// What says more than the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Nothing,
    /// A byte behind them.
    Byte,
    /// The register of the third operand, in a byte behind them.
    Register,
    /// The mask register of the third operand, in the prefix.
    Mask,
    /// As above; lanes that are not in the mask become 0.
    Zeroing,
}

/// How the prefix is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// In two or three bytes.
    Vex,
    /// In four bytes. Short offsets count operands.
    Evex,
}

/// Which operands are in mask registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masks {
    /// None.
    None,
    /// d.
    Result,
    /// b.
    Operand,
    /// All.
    All,
}

/// The encoding of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How the prefix is written.
    pub encoding: Encoding,
    /// Which prefix the instruction has: 0 none, 1 66, 2 F3, 3 F2.
    pub prefix: u8,
    /// The map of its opcode: 1 0F, 2 0F38, 3 0F3A.
    pub map: u8,
    /// The opcode.
    pub opcode: u8,
    /// The bit W.
    pub wide: bool,
    /// The bits L: 0 for 128 bits, 1 for 256, 2 for 512.
    pub length: u8,
    /// Where the operands are.
    pub form: Form,
    /// What says more.
    pub tail: Tail,
    /// Which operands are masks.
    pub masks: Masks,
    /// The bytes of the operand b in memory; 0 if b must be a register.
    pub bytes: u32,
}

impl Row {
    /// Returns the row of `name d, a, b` with vectors of 256 bits, b in memory as well.
    pub const fn vex(prefix: u8, map: u8, opcode: u8) -> Self {
        let (encoding, form, tail, masks) = (Encoding::Vex, Form::Binary, Tail::Nothing, Masks::None);
        Self { encoding, prefix, map, opcode, wide: false, length: 1, form, tail, masks, bytes: 32 }
    }

    /// Returns the row of `name d, a, b` with vectors of 512 bits, b in memory as well.
    pub const fn evex(prefix: u8, map: u8, opcode: u8) -> Self {
        Self { encoding: Encoding::Evex, length: 2, bytes: 64, ..Self::vex(prefix, map, opcode) }
    }

    /// Returns the row of `name d, a, b` with mask registers.
    pub const fn of_masks(prefix: u8, map: u8, opcode: u8) -> Self {
        Self { masks: Masks::All, bytes: 0, ..Self::vex(prefix, map, opcode) }
    }

    /// With other operands.
    pub const fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// With one operand less.
    pub const fn unary(self) -> Self {
        self.form(Form::Unary)
    }

    /// With a tail.
    pub const fn tail(self, tail: Tail) -> Self {
        Self { tail, ..self }
    }

    /// With a byte.
    pub const fn byte(self) -> Self {
        self.tail(Tail::Byte)
    }

    /// With a shift by a byte.
    pub const fn shift(self, extension: u8) -> Self {
        self.form(Form::Shift(extension)).byte().memory(0)
    }

    /// With the bit W.
    pub const fn wide(self) -> Self {
        Self { wide: true, ..self }
    }

    /// With an operand of as many bytes in memory.
    pub const fn memory(self, bytes: u32) -> Self {
        Self { bytes, ..self }
    }

    /// With vectors of 128 bits, or masks where there is one operand.
    pub const fn short(self) -> Self {
        Self { length: 0, ..self }
    }

    /// With operands in mask registers.
    pub const fn masks(self, masks: Masks) -> Self {
        Self { masks, ..self }
    }
}

/// Declares the instructions.
macro_rules! instructions {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// What an instruction computes of vectors and masks. A mask is a vector of all ones and 0 where the instruction set has no registers for them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Instruction {
            $($(#[$about])* $name,)*
        }

        impl Instruction {
            /// Every instruction.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

instructions! {
    /// d = b
    Load,
    /// b = a, in memory
    Store,
    /// Vectors: the lanes, in all that d has. Masks: the lanes.
    Lanes,
    /// All lanes the first one of b
    Broadcast,
    /// The flag of zero if no lane is in both masks
    Test,

    /// Floats
    Add,
    Sub,
    Mul,
    Div,
    /// a < b ? a : b
    Min,
    /// a > b ? a : b
    Max,
    Sqrt,
    /// The byte is the direction
    Round,
    /// A mask; the byte is the comparison
    Compare,
    IntToFloat,
    UintToFloat,
    /// What is no int becomes the least int
    FloatToInt,
    /// What is no uint becomes the greatest one
    FloatToUint,
    /// Each four lanes by the four lanes that the byte names
    Permute,

    /// Bits
    And,
    /// !a & b
    AndNot,
    Or,
    Xor,
    /// c ? b : a; c is a mask. The sign of c decides where it is a vector.
    Blend,
    /// c ? b : 0
    Keep,
    /// The bit of the byte whose number the bits of c, a and b make, from high to low
    Ternary,

    /// Masks
    MaskLoad,
    MaskStore,
    MaskAnd,
    /// !a & b
    MaskAndNot,
    MaskOr,
    MaskXor,
    /// a == b
    MaskXnor,
    MaskNot,
    /// The lanes from the number of the byte on
    MaskShiftRight,
    /// Lanes where a & b is not 0
    TestBits,
    /// Lanes with a sign
    Signs,
    /// All ones in the lanes of a mask
    Expand,

    /// Ints
    IntAdd,
    IntSub,
    IntMul,
    /// Products of 64 bits of the even lanes
    IntMulWide,
    UintMulWide,
    /// Masks
    IntEqual,
    IntGreater,
    /// A mask; the byte is the comparison
    IntCompare,
    UintCompare,
    IntMin,
    IntMax,
    UintMin,
    UintMax,
    IntAbs,
    /// Shifts by b
    ShiftLeftBy,
    ShiftRightBy,
    ShiftSignedBy,
    /// Shifts by the byte
    ShiftLeft,
    ShiftRight,
    ShiftSigned,
    /// Shifts pairs of lanes by the byte
    ShiftRightWide,

    /// Doubles, half as many
    DoubleAdd,
    DoubleSub,
    DoubleMul,
    DoubleDiv,
    DoubleMin,
    DoubleMax,
    /// Of the lower half
    FloatToDouble,
    IntToDouble,
    /// To the lower half
    DoubleToFloat,
    /// The byte is the direction
    DoubleRound,
    /// To the lower half; what is no int becomes the least int
    DoubleToInt,
    /// The byte is the number of the half
    Half,
    /// a, with b as the half of the byte's number
    Join,
}
