//! A tile's own copy of a surface: one worker has it to itself, so that rows are read and written as vectors. (A surface's memory is
//! atomics, of which the compiler makes no vectors.)

use super::bin::TILE;
use super::pixel_set::PixelSet;

/// Words from one row to the next: a block may begin at any pixel, so it may reach beyond the tile. What stands there counts for nothing.
pub const STRIDE: usize = TILE + 8;

/// A word for each pixel of a tile.
pub struct Local {
    words: Box<[u32; STRIDE * STRIDE]>,
    /// Which of the aligned blocks, 16 pixels wide (a line of the processor's cache) and 8 high, hold what the surface holds: bit 4 y + x.
    held: u32,
    /// The pixels that were written: whoever writes notes them.
    pub written: PixelSet,
}

impl Default for Local {
    fn default() -> Self {
        Self { words: Box::new([0; STRIDE * STRIDE]), held: 0, written: PixelSet::default() }
    }
}

impl Local {
    /// Copies in what is not there yet of the pixels from (x, y) to (x + reach, y + reach), at most 7 further; `fetch(x, y, words)` gives
    /// sixteen pixels of a row. To be called for everything that is read, before it is written.
    #[inline(always)]
    pub fn hold(&mut self, x: usize, y: usize, reach: usize, fetch: impl Fn(usize, usize, &mut [u32; 16])) {
        let columns = (1 << (x >> 4 & 3)) | (1 << ((x + reach) >> 4).min(3));
        let wanted = columns << ((y >> 3 & 7) * 4) | columns << (((y + reach) >> 3).min(7) * 4);
        if wanted & !self.held != 0 {
            self.copy_in(wanted & !self.held, fetch);
        }
    }

    #[inline(never)]
    fn copy_in(&mut self, mut blocks: u32, fetch: impl Fn(usize, usize, &mut [u32; 16])) {
        self.held |= blocks;
        while blocks != 0 {
            let block = blocks.trailing_zeros() as usize;
            blocks &= blocks - 1;
            let x = block % 4 * 16;
            for y in block / 4 * 8..block / 4 * 8 + 8 {
                if let Some(row) = self.row(x, y) {
                    fetch(x, y, row);
                }
            }
        }
    }

    /// Sixteen pixels of a row.
    #[inline(always)]
    fn row(&mut self, x: usize, y: usize) -> Option<&mut [u32; 16]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// The rows of an 8×8 block, [`STRIDE`] words from one to the next.
    #[inline(always)]
    pub fn block(&mut self, x: usize, y: usize) -> Option<&mut [u32; 7 * STRIDE + 8]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// The rows of a quad.
    #[inline(always)]
    pub fn quad(&mut self, x: usize, y: usize) -> Option<[&mut [u32; 2]; 2]> {
        let both: &mut [u32; STRIDE + 2] = self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()?;
        let (first, rest) = both.split_first_chunk_mut()?;
        Some([first, rest.last_chunk_mut()?])
    }

    /// Hands what was written to `store(x, y, words)`, and forgets everything.
    pub fn close(&mut self, mut store: impl FnMut(usize, usize, &[u32])) {
        self.held = 0;
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
        let mut local = Local::default();
        let fetched = std::cell::Cell::new(0);
        let fetch = |x: usize, y: usize, words: &mut [u32; 16]| {
            fetched.set(fetched.get() + 1);
            *words = std::array::from_fn(|n| (y * 64 + x + n) as u32);
        };
        local.hold(12, 6, 7, fetch);
        assert_eq!(fetched.get(), 4 * 8);
        local.hold(0, 0, 7, fetch);
        local.hold(60, 60, 7, fetch);
        assert_eq!(fetched.get(), 5 * 8);
        assert_eq!(local.row(4, 6).unwrap()[..2], [6 * 64 + 4, 6 * 64 + 5]);
        local.quad(62, 62).unwrap()[1][1] = 7;
        local.written.add(62, 62, 2 << 8);
        local.row(3, 9).unwrap().fill(1);
        local.written.add(3, 9, 0b1101_1111);
        local.block(2, 16).unwrap()[STRIDE] = 5;
        local.written.add(2, 16, 1 << 8);
        let mut stored = Vec::new();
        local.close(|x, y, words| stored.push((x, y, words.to_vec())));
        assert_eq!(stored, [(3, 9, vec![1; 5]), (9, 9, vec![1; 2]), (2, 17, vec![5]), (63, 63, vec![7])]);
        local.close(|_, _, _| unreachable!());
        local.hold(6, 6, 1, fetch);
        assert_eq!(fetched.get(), 6 * 8);
    }
}
