//! Strings that cross the C interfaces.

use core::ffi::c_char;
use core::fmt;
use std::borrow::Cow;
use std::collections::TryReserveError;

/// A string of the C interfaces: its bytes, and a zero after them.
///
/// A caller that states a length may pass any bytes. Zeros among them are part of the string: [`Text::len`] counts them, and the memory at
/// [`Text::as_ptr`] always has `len() + 1` bytes, the last of which is zero. Only a reader that looks for the zero sees a shorter string.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The bytes with their terminating zero; empty for the empty string.
    bytes: Vec<u8>,
}

impl Text {
    /// Copies bytes.
    ///
    /// # Errors
    /// There is no memory for the copy.
    pub fn new(bytes: &[u8]) -> Result<Self, TryReserveError> {
        let mut copy = Vec::new();
        if !bytes.is_empty() {
            copy.try_reserve_exact(bytes.len() + 1)?;
            copy.extend_from_slice(bytes);
            copy.push(0);
        }
        Ok(Self { bytes: copy })
    }

    /// Returns a copy.
    ///
    /// # Errors
    /// There is no memory for the copy.
    pub fn try_clone(&self) -> Result<Self, TryReserveError> {
        Self::new(self.as_bytes())
    }

    /// Returns the bytes without the terminating zero.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.split_last().map_or(&[], |(_, bytes)| bytes)
    }

    /// Returns the number of bytes without the terminating zero.
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Returns true if the string has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the address of the bytes, which the terminating zero follows. It is valid for as long as `self` is.
    pub fn as_ptr(&self) -> *const c_char {
        if self.bytes.is_empty() { c"".as_ptr() } else { self.bytes.as_ptr().cast() }
    }

    /// Returns the string with a replacement for what is not UTF-8.
    pub fn to_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\"", self.as_bytes().escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_all_its_bytes_and_a_zero_after_them() {
        for bytes in [&b""[..], b"a", b"a\0b", b"\0", b"caf\xE9"] {
            let text = Text::new(bytes).unwrap_or_default();
            assert_eq!((text.as_bytes(), text.len(), text.is_empty()), (bytes, bytes.len(), bytes.is_empty()));
            // SAFETY: the string has as many bytes and a zero.
            let memory = unsafe { core::slice::from_raw_parts(text.as_ptr().cast::<u8>(), text.len() + 1) };
            assert_eq!(memory.split_last(), Some((&0, bytes)));
            assert_eq!(text.try_clone().as_ref(), Ok(&text));
        }
        assert_eq!(format!("{:?}", Text::new(b"a\0\x1B").unwrap_or_default()), r#""a\x00\x1b""#);
    }
}
