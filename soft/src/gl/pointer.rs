//! What applications pass by address. The specifications oblige the caller to give memory that is large enough; null is survived.
//!
//! Making an [`In`] or [`Out`] of an address is unsafe: its maker promises that what is read or written through it is there. In the
//! driver the makers are the C functions of `commands!`, whose callers promise it, and the few places that keep an address: display
//! lists and client arrays.

use crate::gl::error::Result;
use crate::tokens::{GL_INVALID_VALUE, GL_OUT_OF_MEMORY};

/// Bytes of the longest name that is looked at.
const LONGEST_NAME: usize = 1 << 16;
/// Elements of the longest array that a command goes through by itself, and strings of the longest array of those: no program has more,
/// and a call ends before long.
const LONGEST_ARRAY: usize = 1 << 22;
const MOST_STRINGS: usize = 1 << 20;

/// A number of elements. GL_INVALID_VALUE for a negative one.
pub fn not_negative(count: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| GL_INVALID_VALUE)
}

/// How many elements an array has that a command goes through, whatever they are. GL_INVALID_VALUE for a negative count, GL_OUT_OF_MEMORY
/// for one that is out of all proportion.
pub fn array_length(count: i32) -> Result<usize> {
    let count = not_negative(count)?;
    if count > LONGEST_ARRAY { Err(GL_OUT_OF_MEMORY) } else { Ok(count) }
}

/// [`array_length`] for an array of strings.
pub fn string_count(count: i32) -> Result<usize> {
    array_length(count).and_then(|count| if count > MOST_STRINGS { Err(GL_OUT_OF_MEMORY) } else { Ok(count) })
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
    /// The array at an address.
    ///
    /// # Safety
    /// The address is null, or it is used as an offset only, or the array is there: for as long as the value or a copy of it is in use,
    /// every element that is read through it is initialised memory that no thread writes meanwhile. It need not be aligned.
    pub const unsafe fn new(address: *const T) -> Self {
        Self(address)
    }

    /// No array.
    pub const fn null() -> Self {
        Self(std::ptr::null())
    }

    /// The same array as elements of another type.
    pub fn cast<U>(self) -> In<U> {
        In(self.0.cast())
    }

    /// What lies so many bytes further, be it an array or an offset.
    pub fn byte_add(self, bytes: usize) -> Self {
        Self(self.0.wrapping_byte_add(bytes))
    }
}

impl<T: Copy> In<T> {
    /// Whether the address is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// A copy of the first `count` elements, which are few; empty for null, or without memory for them. Commands that take any number
    /// go through them by [`In::at`].
    pub fn copy(self, count: usize) -> Vec<T> {
        let mut values = Vec::new();
        if self.0.is_null() || values.try_reserve_exact(count).is_err() {
            return values;
        }
        // SAFETY: the array is there, as the maker of `self` promised; unaligned addresses are allowed for.
        values.extend((0..count).map(|index| unsafe { self.0.add(index).read_unaligned() }));
        values
    }

    /// The first element, if there is one.
    pub fn first(self) -> Option<T> {
        self.at(0)
    }

    /// One element, if the array is not null.
    pub fn at(self, index: usize) -> Option<T> {
        // SAFETY: as in `copy`.
        (!self.0.is_null()).then(|| unsafe { self.0.add(index).read_unaligned() })
    }

    /// The address as an offset: with a buffer bound, pointers are that.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

impl In<u8> {
    /// Gives `use_bytes` the first `count` bytes without copying them; none for null.
    pub fn with_bytes<R>(self, count: usize, use_bytes: impl FnOnce(&[u8]) -> R) -> R {
        if self.0.is_null() || count > isize::MAX as usize {
            return use_bytes(&[]);
        }
        // SAFETY: the array is there and nothing writes to it, as the maker of `self` promised.
        use_bytes(unsafe { std::slice::from_raw_parts(self.0, count) })
    }

    /// Gives `use_bytes` a zero-terminated string, or its first `length` bytes where a length is given.
    pub fn with_text<R>(self, length: Option<usize>, use_bytes: impl FnOnce(&[u8]) -> R) -> R {
        match length {
            Some(length) => self.with_bytes(length, use_bytes),
            None if self.0.is_null() => use_bytes(&[]),
            // SAFETY: the string is there with its zero, as the maker of `self` promised.
            None => use_bytes(unsafe { std::ffi::CStr::from_ptr(self.0.cast()) }.to_bytes()),
        }
    }

    /// A zero-terminated name, or its first `length` bytes where a length is given. What is too long for any name is empty.
    pub fn text(self, length: Option<usize>) -> Vec<u8> {
        self.with_text(length, |bytes| if bytes.len() > LONGEST_NAME { Vec::new() } else { bytes.to_vec() })
    }
}

/// `T *`: an array that the application owns and this call fills. With a buffer bound it may be an offset instead.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// The array at an address.
    ///
    /// # Safety
    /// The address is null, or it is used as an offset only, or the array is there: for as long as the value or a copy of it is in use,
    /// every element that is written through it is memory that may be written and that nothing else uses meanwhile. It need not be
    /// aligned.
    #[cfg(any(test, fuzzing))]
    pub const unsafe fn new(address: *mut T) -> Self {
        Self(address)
    }

    /// No array.
    pub const fn null() -> Self {
        Self(std::ptr::null_mut())
    }

    /// The same array as elements of another type.
    pub fn cast<U>(self) -> Out<U> {
        Out(self.0.cast())
    }
}

impl<T: Copy> Out<T> {
    /// Whether the address is null.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Writes the values; nothing for null.
    pub fn write(self, values: &[T]) {
        if !self.0.is_null() {
            for (index, &value) in values.iter().enumerate() {
                // SAFETY: the array is there, as the maker of `self` promised; unaligned addresses are allowed for.
                unsafe { self.0.add(index).write_unaligned(value) };
            }
        }
    }

    /// The array from an element on.
    pub fn element(self, index: usize) -> Self {
        if self.0.is_null() { self } else { Self(self.0.wrapping_add(index)) }
    }

    /// Writes one value; nothing for null.
    pub fn set(self, value: T) {
        self.write(&[value]);
    }

    /// The address as an offset: with a buffer bound, pointers are that.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

impl Out<u8> {
    /// Gives `fill` the first `count` bytes to write to; none for null.
    pub fn with_bytes<R>(self, count: usize, fill: impl FnOnce(&mut [u8]) -> R) -> R {
        if self.0.is_null() || count > isize::MAX as usize {
            return fill(&mut []);
        }
        // SAFETY: the array is there and nothing else uses it, as the maker of `self` promised.
        fill(unsafe { std::slice::from_raw_parts_mut(self.0, count) })
    }

    /// A string cut to `size` bytes with its terminating zero; gives the length without it. Nothing for null or a size of 0.
    pub fn write_text(self, size: usize, text: &str) -> usize {
        if self.0.is_null() || size == 0 {
            return 0;
        }
        let length = text.len().min(size - 1);
        self.write(&text.as_bytes()[..length]);
        Out(self.0.wrapping_add(length)).set(0);
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_out_of_all_proportion_are_refused() {
        assert_eq!(array_length(-1), Err(GL_INVALID_VALUE));
        assert_eq!(array_length(1 << 22), Ok(1 << 22));
        assert_eq!(array_length(i32::MAX), Err(GL_OUT_OF_MEMORY));
        assert_eq!(string_count(-1), Err(GL_INVALID_VALUE));
        assert_eq!(string_count(1 << 20), Ok(1 << 20));
        assert_eq!(string_count((1 << 20) + 1), Err(GL_OUT_OF_MEMORY));
    }
}
