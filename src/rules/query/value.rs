//! Converts results to the four types of the getters.

/// A type in which getters return results.
pub trait ResultType: Copy {
    /// Converts a result to "the nearest representable value" instead of truncating it [CQ-65 CQ-66].
    fn saturate(value: u64) -> Self;
    /// Returns the value as stored in a buffer.
    fn bytes(self) -> Bytes;
}

/// A value's bytes in native order, and their number.
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
