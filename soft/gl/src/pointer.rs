//! Arrays that applications pass by address. The specifications oblige the caller to provide memory that is large enough; null is accepted
//! everywhere.
//!
//! Making an [`In`] or [`Out`] of an address is unsafe: its maker promises that the elements that are read or written through it exist. In the driver
//! the makers are the C functions of `commands!`, whose callers promise it, and the few places that store an address: display lists and client
//! arrays.

use crate::error::{NEGATIVE_COUNT, NO_MEMORY, Result};
use glmeter_abi::text::Text;

/// Size in bytes of the longest name that is read.
const LONGEST_NAME: usize = 1 << 16;
/// Limits the elements of an array that a command visits one by one, so that a call ends in reasonable time.
const LONGEST_ARRAY: usize = 1 << 22;
/// Limits the strings of an array.
const MOST_STRINGS: usize = 1 << 20;

/// Converts a number of elements.
pub fn not_negative(count: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| NEGATIVE_COUNT)
}

/// Converts the length of an array that a command visits one by one.
pub fn array_length(count: i32) -> Result<usize> {
    let count = not_negative(count)?;
    if count > LONGEST_ARRAY { Err(NO_MEMORY) } else { Ok(count) }
}

/// Converts the length of an array of strings.
pub fn string_count(count: i32) -> Result<usize> {
    array_length(count).and_then(|count| if count > MOST_STRINGS { Err(NO_MEMORY) } else { Ok(count) })
}

/// Copies the bytes of a string.
pub fn copied(bytes: &[u8]) -> Result<Text> {
    Text::new(bytes).map_err(|_| NO_MEMORY)
}

/// `const T *`: an array that the application owns and this call reads. With a buffer bound it may be an offset instead.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct In<T>(*const T);

// SAFETY: it only reads the array, as `&[T]` does; the caller that made it promised that the array lives for every use.
unsafe impl<T: Sync> Send for In<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for In<T> {}

impl<T> In<T> {
    /// Makes an array of an address.
    ///
    /// # Safety
    /// The address is null, or it is used as an offset only, or the array is there: for as long as the value or a copy of it is in use,
    /// every element that is read through it is initialised memory that no thread writes meanwhile. It need not be aligned.
    pub const unsafe fn new(address: *const T) -> Self {
        Self(address)
    }

    /// Returns the null array.
    pub const fn null() -> Self {
        Self(std::ptr::null())
    }

    /// Returns the same array with elements of another type.
    pub fn cast<U>(self) -> In<U> {
        In(self.0.cast())
    }

    /// Returns the address or offset `bytes` bytes further.
    pub fn byte_add(self, bytes: usize) -> Self {
        Self(self.0.wrapping_byte_add(bytes))
    }
}

impl<T: Copy> In<T> {
    /// Returns true if the address is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Copies the first `count` elements, which are few; returns none for null, or without memory for them. Commands that accept any number visit the
    /// elements by [`In::at`].
    pub fn copy(self, count: usize) -> Vec<T> {
        let mut values = Vec::new();
        if self.0.is_null() || values.try_reserve_exact(count).is_err() {
            return values;
        }
        // SAFETY: the array is there, as the maker of `self` promised; unaligned addresses are allowed for.
        values.extend((0..count).map(|index| unsafe { self.0.add(index).read_unaligned() }));
        values
    }

    /// Returns the first element; none for null.
    pub fn first(self) -> Option<T> {
        self.at(0)
    }

    /// Returns one element; none for null.
    pub fn at(self, index: usize) -> Option<T> {
        // SAFETY: as in `copy`.
        (!self.0.is_null()).then(|| unsafe { self.0.add(index).read_unaligned() })
    }

    /// Returns the address as an offset, which it is while a buffer is bound.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

impl In<u8> {
    /// Calls `use_bytes` with the first `count` bytes without a copy; with none for null.
    pub fn with_bytes<R>(self, count: usize, use_bytes: impl FnOnce(&[u8]) -> R) -> R {
        if self.0.is_null() || count > isize::MAX as usize {
            return use_bytes(&[]);
        }
        // SAFETY: the array is there and nothing writes to it, as the maker of `self` promised.
        use_bytes(unsafe { std::slice::from_raw_parts(self.0, count) })
    }

    /// Calls `use_bytes` with a zero-terminated string, or with its first `length` bytes.
    pub fn with_text<R>(self, length: Option<usize>, use_bytes: impl FnOnce(&[u8]) -> R) -> R {
        match length {
            Some(length) => self.with_bytes(length, use_bytes),
            None if self.0.is_null() => use_bytes(&[]),
            // SAFETY: the string is there with its zero, as the maker of `self` promised.
            None => use_bytes(unsafe { std::ffi::CStr::from_ptr(self.0.cast()) }.to_bytes()),
        }
    }

    /// Copies a zero-terminated name, or its first `length` bytes. Returns an empty one if it is too long for any name.
    pub fn name(self, length: Option<usize>) -> Result<Text> {
        self.with_text(length, |bytes| if bytes.len() > LONGEST_NAME { Ok(Text::default()) } else { copied(bytes) })
    }
}

/// `T *`: an array that the application owns and this call fills. With a buffer bound it may be an offset instead.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Makes an array of an address.
    ///
    /// # Safety
    /// The address is null, or it is used as an offset only, or the array is there: for as long as the value or a copy of it is in use,
    /// every element that is written through it is memory that may be written and that nothing else uses meanwhile. It need not be
    /// aligned.
    pub const unsafe fn new(address: *mut T) -> Self {
        Self(address)
    }

    /// Returns the null array.
    pub const fn null() -> Self {
        Self(std::ptr::null_mut())
    }

    /// Returns the same array with elements of another type.
    pub fn cast<U>(self) -> Out<U> {
        Out(self.0.cast())
    }
}

impl<T: Copy> Out<T> {
    /// Returns true if the address is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Writes the values; no effect for null.
    pub fn write(self, values: &[T]) {
        if !self.0.is_null() {
            for (index, &value) in values.iter().enumerate() {
                // SAFETY: the array is there, as the maker of `self` promised; unaligned addresses are allowed for.
                unsafe { self.0.add(index).write_unaligned(value) };
            }
        }
    }

    /// Returns the array from an element on.
    pub fn element(self, index: usize) -> Self {
        if self.0.is_null() { self } else { Self(self.0.wrapping_add(index)) }
    }

    /// Writes one value; no effect for null.
    pub fn set(self, value: T) {
        self.write(&[value]);
    }

    /// Returns the address as an offset, which it is while a buffer is bound.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

impl Out<u8> {
    /// Calls `fill` with the first `count` bytes; with none for null.
    pub fn with_bytes<R>(self, count: usize, fill: impl FnOnce(&mut [u8]) -> R) -> R {
        if self.0.is_null() || count > isize::MAX as usize {
            return fill(&mut []);
        }
        // SAFETY: the array is there and nothing else uses it, as the maker of `self` promised.
        fill(unsafe { std::slice::from_raw_parts_mut(self.0, count) })
    }

    /// Writes a string, cut to `size` bytes with its terminating zero, and returns the length without it. No effect for null or a size of 0.
    pub fn write_text(self, size: usize, text: &(impl AsRef<[u8]> + ?Sized)) -> usize {
        if self.0.is_null() || size == 0 {
            return 0;
        }
        let bytes = text.as_ref();
        let length = bytes.len().min(size - 1);
        self.write(&bytes[..length]);
        Out(self.0.wrapping_add(length)).set(0);
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixtures::code_of;
    use crate::tokens::{GL_INVALID_VALUE, GL_OUT_OF_MEMORY};

    #[test]
    fn arrays_out_of_all_proportion_are_refused() {
        assert_eq!(code_of(array_length(-1)), Err(GL_INVALID_VALUE));
        assert_eq!(array_length(1 << 22), Ok(1 << 22));
        assert_eq!(code_of(array_length(i32::MAX)), Err(GL_OUT_OF_MEMORY));
        assert_eq!(code_of(string_count(-1)), Err(GL_INVALID_VALUE));
        assert_eq!(string_count(1 << 20), Ok(1 << 20));
        assert_eq!(code_of(string_count((1 << 20) + 1)), Err(GL_OUT_OF_MEMORY));
    }
}
