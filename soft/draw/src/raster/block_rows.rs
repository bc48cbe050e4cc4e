//! The rows of an 8×8 block as vectors: in a tile cache, or in the memory of a surface.

use super::tile_cache::STRIDE;
use base::core::vector::Eight;
use std::sync::atomic::AtomicU32;

/// Eight rows, each of vectors of eight words.
pub trait BlockRows {
    /// Returns the vector of a row with this number.
    fn read<V: Eight>(&self, row: usize, vector: usize) -> V::Ints;
    /// Sets the vector of a row with this number.
    fn write<V: Eight>(&mut self, row: usize, vector: usize, words: V::Ints);
}

/// The rows of a block in a tile cache, which have one vector each.
impl BlockRows for [u32; 7 * STRIDE + 8] {
    #[inline(always)]
    fn read<V: Eight>(&self, row: usize, _vector: usize) -> V::Ints {
        let words: Option<&[u32; 8]> = self.get(row * STRIDE..).and_then(<[u32]>::first_chunk);
        words.map_or(V::int(0), |words| V::from_words(*words))
    }

    #[inline(always)]
    fn write<V: Eight>(&mut self, row: usize, _vector: usize, words: V::Ints) {
        if let Some(into) = self.get_mut(row * STRIDE..).and_then(<[u32]>::first_chunk_mut::<8>) {
            *into = V::words(words);
        }
    }
}

/// The rows of a block in memory. Those out of bounds read as 0, and writes to them are dropped.
pub struct StoredRows<'a> {
    words: &'a [AtomicU32],
    /// The first word of the lowest row.
    first: usize,
    /// The words from one row to the next one above, modulo 2^64.
    next: usize,
}

impl<'a> StoredRows<'a> {
    /// Creates the rows from the first word of the lowest one, and the number of words to the next one above.
    #[inline(always)]
    pub fn new(words: &'a [AtomicU32], first: usize, next: usize) -> Self {
        Self { words, first, next }
    }

    /// Returns eight words.
    #[inline(always)]
    fn eight(&self, row: usize, vector: usize) -> Option<&[AtomicU32; 8]> {
        let first = self.first.wrapping_add(self.next.wrapping_mul(row)).wrapping_add(vector * 8);
        self.words.get(first..)?.first_chunk()
    }
}

impl BlockRows for StoredRows<'_> {
    #[inline(always)]
    fn read<V: Eight>(&self, row: usize, vector: usize) -> V::Ints {
        self.eight(row, vector).map_or(V::int(0), |words| V::load_all(words))
    }

    #[inline(always)]
    fn write<V: Eight>(&mut self, row: usize, vector: usize, words: V::Ints) {
        if let Some(into) = self.eight(row, vector) {
            V::store_all(into, words);
        }
    }
}
