//! Memory that shaders, the application and several threads may touch at once: words read and written as relaxed atomics, so
//! that no race is undefined behaviour. On every target a relaxed 32-bit load is a plain load.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A fixed number of bytes, zeroed at first, padded to words of 32 bits.
pub struct Memory {
    words: Box<[AtomicU32]>,
    bytes: usize,
}

/// There was no memory: the caller raises GL_OUT_OF_MEMORY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Memory {
    /// Zeroed memory of so many bytes.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        let count = bytes.div_ceil(4);
        let mut words = Vec::new();
        words.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
        words.resize_with(count, || AtomicU32::new(0));
        Ok(Self { words: words.into_boxed_slice(), bytes })
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// All words; the last one may be padding in part.
    pub fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    /// The word at a word index; 0 outside.
    #[inline(always)]
    pub fn word(&self, index: usize) -> u32 {
        self.words.get(index).map_or(0, |word| word.load(Relaxed))
    }

    /// Sets a word; nothing outside.
    #[inline(always)]
    pub fn set_word(&self, index: usize, value: u32) {
        if let Some(word) = self.words.get(index) {
            word.store(value, Relaxed);
        }
    }

    /// Copies bytes out; what lies outside reads as 0.
    pub fn read(&self, offset: usize, into: &mut [u8]) {
        for (index, byte) in into.iter_mut().enumerate() {
            let at = offset.saturating_add(index);
            *byte = if at < self.bytes { self.word(at / 4).to_le_bytes()[at % 4] } else { 0 };
        }
    }

    /// Copies bytes in; what lies outside is dropped.
    pub fn write(&self, offset: usize, from: &[u8]) {
        for (index, &byte) in from.iter().enumerate() {
            let at = offset.saturating_add(index);
            if at >= self.bytes {
                return;
            }
            let shift = (at % 4) * 8;
            let old = self.word(at / 4);
            self.set_word(at / 4, old & !(0xFF << shift) | u32::from(byte) << shift);
        }
    }

    /// The address that glMapBuffer hands out.
    pub fn address(&self) -> *mut u8 {
        self.words.as_ptr().cast::<u8>().cast_mut()
    }
}
