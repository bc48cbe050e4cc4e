//! The address spaces and atomic operations of the bytecode.

/// Defines an enumeration whose variants have numbers in encoded operations.
macro_rules! numbered {
    ($(#[$about:meta])* $name:ident { $($(#[$variant_about:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_about])* $variant,)*
        }

        impl $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            const LAST: Self = Self::ALL[Self::ALL.len() - 1];

            /// Returns the variant with a number; the last one for greater numbers.
            #[inline(always)]
            pub fn of(number: u16) -> Self {
                match number {
                    $(number if number == Self::$variant as u16 => Self::$variant,)*
                    _ => Self::LAST,
                }
            }
        }
    };
}

numbered! {
    /// An address space of loads and stores.
    #[allow(missing_docs, reason = "the names of the kinds of storage in GLSL")]
    Space {
        /// The words of the default uniform block, addressed in bytes.
        Uniform,
        UniformBlock,
        Storage,
        AtomicCounter,
        Shared,
    }
}

impl Space {
    /// Returns true if shaders only read it.
    pub fn is_read_only(self) -> bool {
        matches!(self, Self::Uniform | Self::UniformBlock)
    }
}

numbered! {
    /// An atomic read-modify-write operation.
    #[allow(missing_docs, reason = "the names of the operations")]
    Atomic {
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
}

impl Atomic {
    /// Returns the number of operands: a comparison and a new value, or one value.
    pub fn operands(self) -> u32 {
        if matches!(self, Self::CompareSwap | Self::CompareSwapFloat) { 2 } else { 1 }
    }
}
