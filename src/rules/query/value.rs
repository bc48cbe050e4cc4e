//! How a result reaches the four widths of the getters.

/// A type that results are returned in.
pub trait ResultType: Copy {
    /// Converts a result to "the nearest representable value": never a truncation [CQ-65 CQ-66].
    fn saturate(value: u64) -> Self;
    /// Returns the value as it stands in a buffer.
    fn bytes(self) -> Bytes;
}

/// A value's bytes in memory order.
pub struct Bytes([u8; 8], usize);

impl Bytes {
    /// Returns the bytes: four or eight.
    pub fn as_slice(&self) -> &[u8] {
        self.0.get(..self.1).unwrap_or(&[])
    }
}

macro_rules! result_type {
    ($($kind:ty),*) => { $(impl ResultType for $kind {
        #[inline]
        fn saturate(value: u64) -> Self {
            Self::try_from(value).unwrap_or(Self::MAX)
        }

        fn bytes(self) -> Bytes {
            let mut bytes = [0; 8];
            for (place, byte) in bytes.iter_mut().zip(self.to_ne_bytes()) {
                *place = byte;
            }
            Bytes(bytes, size_of::<Self>())
        }
    })* };
}
result_type!(i32, u32, i64, u64);
