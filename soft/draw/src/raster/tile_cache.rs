//! The tile cache: a tile's private copy of a surface. Only one worker accesses it, so that rows are read and written as vectors. (The
//! memory of a surface is atomics, which the compiler does not vectorise.)

use super::pixel_set::PixelSet;
use super::pixel_set::TILE;
use base::core::lanes::Bits;

/// Words from one row to the next. A block may begin at any pixel, so that it may reach beyond the tile; the words there are ignored.
pub const STRIDE: usize = TILE + 8;

/// One word for each pixel of a tile, loaded from the surface block by block and written back when the tile ends.
pub struct TileCache {
    words: Box<[u32; STRIDE * STRIDE]>,
    /// The aligned blocks, 16 pixels wide (a cache line) and 8 high, that are loaded: bit 4 y + x.
    loaded: u32,
    /// The modified pixels; the code that writes pixels adds them.
    pub written: PixelSet,
}

impl Default for TileCache {
    fn default() -> Self {
        Self { words: Box::new([0; STRIDE * STRIDE]), loaded: 0, written: PixelSet::default() }
    }
}

/// Returns the aligned blocks with the pixels from (x, y) to (x + reach, y + reach), for a reach of at most 7.
#[inline(always)]
fn blocks(x: usize, y: usize, reach: usize) -> u32 {
    let columns = (1 << (x >> 4 & 3)) | (1 << ((x + reach) >> 4).min(3));
    columns << ((y >> 3 & 7) * 4) | columns << (((y + reach) >> 3).min(7) * 4)
}

impl TileCache {
    /// Loads the blocks with the pixels from (x, y) to (x + reach, y + reach) that are not loaded yet, for a reach of at most 7; `fetch(x,
    /// y, words)` reads sixteen pixels of a row. A caller must load all pixels that it reads before it writes them.
    #[inline(always)]
    pub fn load(&mut self, x: usize, y: usize, reach: usize, fetch: impl Fn(usize, usize, &mut [u32; 16])) {
        let wanted = blocks(x, y, reach);
        if wanted & !self.loaded != 0 {
            self.copy_in(wanted & !self.loaded, fetch);
        }
    }

    /// Returns true if the cache has any pixel of an 8×8 block, so that the block must be read and written here and not in the surface.
    #[inline(always)]
    pub fn has(&self, x: usize, y: usize) -> bool {
        self.loaded & blocks(x, y, 7) != 0 || self.written.overlaps(x, y, u64::MAX)
    }

    #[inline(never)]
    fn copy_in(&mut self, blocks: u32, fetch: impl Fn(usize, usize, &mut [u32; 16])) {
        self.loaded |= blocks;
        for block in Bits(u64::from(blocks)) {
            let x = block % 4 * 16;
            for y in block / 4 * 8..block / 4 * 8 + 8 {
                if let Some(row) = self.row(x, y) {
                    fetch(x, y, row);
                }
            }
        }
    }

    /// Returns sixteen pixels of a row.
    #[inline(always)]
    fn row(&mut self, x: usize, y: usize) -> Option<&mut [u32; 16]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// Returns the rows of an 8×8 block, [`STRIDE`] words apart.
    #[inline(always)]
    pub fn block(&self, x: usize, y: usize) -> Option<&[u32; 7 * STRIDE + 8]> {
        self.words.get(y * STRIDE + x..)?.first_chunk()
    }

    /// Returns what [`Self::block`] returns, to write it.
    #[inline(always)]
    pub fn block_mut(&mut self, x: usize, y: usize) -> Option<&mut [u32; 7 * STRIDE + 8]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// Returns the rows of a quad.
    #[inline(always)]
    pub fn quad(&mut self, x: usize, y: usize) -> Option<[&mut [u32; 2]; 2]> {
        let both: &mut [u32; STRIDE + 2] = self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()?;
        let (first, rest) = both.split_first_chunk_mut()?;
        Some([first, rest.last_chunk_mut()?])
    }

    /// Passes the modified pixels to `store(x, y, words)` and empties the cache.
    #[inline(always)]
    pub fn write_back(&mut self, mut store: impl FnMut(usize, usize, &[u32])) {
        self.loaded = 0;
        let words = &self.words;
        self.written.take_runs(|x, y, count| {
            let start = y * STRIDE + x;
            store(x, y, words.get(start..start + count).unwrap_or_default());
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn only_written_pixels_are_stored_and_each_block_is_fetched_once() {
        let mut cache = TileCache::default();
        let fetched = std::cell::Cell::new(0);
        let fetch = |x: usize, y: usize, words: &mut [u32; 16]| {
            fetched.set(fetched.get() + 1);
            *words = std::array::from_fn(|n| (y * 64 + x + n) as u32);
        };
        cache.load(12, 6, 7, fetch);
        assert_eq!(fetched.get(), 4 * 8);
        assert!(cache.has(0, 0) && cache.has(24, 8) && cache.has(30, 14) && !cache.has(32, 8) && !cache.has(8, 16));
        cache.load(0, 0, 7, fetch);
        cache.load(60, 60, 7, fetch);
        assert_eq!(fetched.get(), 5 * 8);
        assert_eq!(cache.row(4, 6).unwrap()[..2], [6 * 64 + 4, 6 * 64 + 5]);
        cache.quad(62, 62).unwrap()[1][1] = 7;
        cache.written.add(62, 62, 2 << 8);
        cache.row(3, 9).unwrap().fill(1);
        cache.written.add(3, 9, 0b1101_1111);
        cache.block_mut(2, 16).unwrap()[STRIDE] = 5;
        cache.written.add(2, 16, 1 << 8);
        assert!(cache.has(2, 16) && !cache.has(4, 17) && !cache.has(2, 18));
        let mut stored = Vec::new();
        cache.write_back(|x, y, words| stored.push((x, y, words.to_vec())));
        assert_eq!(stored, [(3, 9, vec![1; 5]), (9, 9, vec![1; 2]), (2, 17, vec![5]), (63, 63, vec![7])]);
        cache.write_back(|_, _, _| unreachable!());
        assert!(!cache.has(0, 0));
        cache.load(6, 6, 1, fetch);
        assert_eq!(fetched.get(), 6 * 8);
    }
}
