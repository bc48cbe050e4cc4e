//! The types of commands' arguments.

use crate::pointer::{In, Out};

/// A type of a command's argument.
pub trait Argument: Copy {
    /// Returns the argument whose bits are the lowest ones of a word.
    ///
    /// # Safety
    /// A word that stands for an address must be one that the command may be given.
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self;

    /// Returns the argument if it may be a token, otherwise 0.
    fn token(self) -> u32 {
        0
    }

    /// True for values: display lists record commands whose arguments are all values as they are.
    const VALUE: bool;
    /// The argument as a display list records it.
    type Recording: Send + Sync + 'static;
    /// Records the argument; of an array, its first `count` elements.
    fn record(self, count: usize) -> Self::Recording;
    /// Returns false if there was no memory for the elements.
    fn is_whole(_: &Self::Recording) -> bool {
        true
    }
    /// Returns the argument of a recording.
    ///
    /// # Safety
    /// The argument must be used only as long as `recording` lives, and by the command that it was recorded for.
    unsafe fn replay(recording: &Self::Recording) -> Self;
}

macro_rules! arguments {
    ($($ty:ty: |$word:ident| $from:expr $(, token |$value:ident| $token:expr)?;)*) => { $(
        impl Argument for $ty {
            $(fn token(self) -> u32 {
                let $value = self;
                $token
            })?
            #[cfg(any(test, fuzzing))]
            unsafe fn from_word($word: u64) -> Self {
                $from
            }
            const VALUE: bool = true;
            type Recording = $ty;
            fn record(self, _: usize) -> $ty {
                self
            }
            unsafe fn replay(recording: &$ty) -> $ty {
                *recording
            }
        }
    )* };
}
arguments! {
    u8: |word| word as u8;
    i8: |word| word as i8;
    u16: |word| word as u16;
    i16: |word| word as i16;
    u32: |word| word as u32, token |value| value;
    i32: |word| word as i32;
    u64: |word| word;
    i64: |word| word as i64;
    isize: |word| word as isize;
    usize: |word| word as usize;
    f32: |word| f32::from_bits(word as u32);
    f64: |word| f64::from_bits(word);
}

/// A copy of an array in client memory. An address that nothing was read from is recorded itself, because it may be an offset.
pub struct RecordedArray<T> {
    /// The elements.
    values: Vec<T>,
    /// The address, if there are no elements.
    address: usize,
    /// True if there was no memory for the elements.
    is_lost: bool,
}

impl<T: Copy + Send + Sync + 'static> Argument for In<T> {
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Self::new(word as usize as *const T) }
    }
    const VALUE: bool = false;
    type Recording = RecordedArray<T>;
    fn record(self, count: usize) -> RecordedArray<T> {
        let values = self.copy(count);
        let is_lost = !self.is_null() && values.len() < count;
        RecordedArray { values, address: if count == 0 { self.offset() } else { 0 }, is_lost }
    }
    fn is_whole(recording: &RecordedArray<T>) -> bool {
        !recording.is_lost
    }
    unsafe fn replay(recording: &RecordedArray<T>) -> Self {
        let address = if recording.values.is_empty() { recording.address as *const T } else { recording.values.as_ptr() };
        // SAFETY: the caller uses it while `recording` lives, and the command reads as many elements as were recorded of the array: with none of
        // them it reads nothing.
        unsafe { Self::new(address) }
    }
}

impl<T: Copy + 'static> Argument for Out<T> {
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Self::new(word as usize as *mut T) }
    }
    const VALUE: bool = false;
    type Recording = ();
    fn record(self, _: usize) {}
    unsafe fn replay((): &()) -> Self {
        Self::null()
    }
}
