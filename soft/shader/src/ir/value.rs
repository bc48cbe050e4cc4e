//! The types of a lane's values in registers.

/// A value that covers one or more registers of 32 bits.
pub trait Value: Copy {
    /// The number of its registers.
    const REGISTERS: usize;
    /// One word of each register.
    type Words;
    /// Returns the value with these words.
    fn of(words: Self::Words) -> Self;
    /// Returns the words of the value.
    fn words(self) -> Self::Words;
}

/// Implements the trait for a type, by the conversions from and to words.
macro_rules! value {
    ($ty:ty, $registers:literal, |$words:ident| $of:expr, |$value:ident| $to:expr) => {
        impl Value for $ty {
            const REGISTERS: usize = $registers;
            type Words = [u32; $registers];
            #[inline(always)]
            fn of($words: Self::Words) -> Self {
                $of
            }
            #[inline(always)]
            fn words(self) -> Self::Words {
                let $value = self;
                $to
            }
        }
    };
}

value!(u32, 1, |words| words[0], |value| [value]);
value!(i32, 1, |words| words[0].cast_signed(), |value| [value.cast_unsigned()]);
value!(f32, 1, |words| f32::from_bits(words[0]), |value| [value.to_bits()]);
value!(bool, 1, |words| words[0] != 0, |value| [if value { u32::MAX } else { 0 }]);
// 64-bit values have their low word first.
value!(u64, 2, |words| u64::from(words[1]) << 32 | u64::from(words[0]), |value| [value as u32, (value >> 32) as u32]);
value!(i64, 2, |words| u64::of(words).cast_signed(), |value| value.cast_unsigned().words());
value!(f64, 2, |words| f64::from_bits(u64::of(words)), |value| value.to_bits().words());
value!([f32; 2], 2, |words| words.map(f32::from_bits), |value| value.map(f32::to_bits));
value!([f32; 3], 3, |words| words.map(f32::from_bits), |value| value.map(f32::to_bits));
value!([f32; 4], 4, |words| words.map(f32::from_bits), |value| value.map(f32::to_bits));
value!([u32; 2], 2, |words| words, |value| value);
