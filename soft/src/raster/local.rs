//! A tile's own copy of a surface: one worker has it to itself, so that rows are read and written as vectors. (A surface's memory is
//! atomics, of which the compiler makes no vectors.)

use super::bin::TILE;

/// Words from one row to the next: a block may begin at any pixel, so it may reach beyond the tile. What stands there counts for nothing.
const STRIDE: usize = TILE + 8;

/// A word for each pixel of a tile.
pub struct Local {
    words: Box<[u32; STRIDE * STRIDE]>,
    /// Which of the aligned blocks, 16 pixels wide (a line of the processor's cache) and 8 high, hold what the surface holds: bit 4 y + x.
    held: u32,
    /// The pixels that were written, a row a word.
    written: [u64; TILE],
    /// The rows that were, eight a bit.
    dirty: u8,
}

impl Default for Local {
    fn default() -> Self {
        Self { words: Box::new([0; STRIDE * STRIDE]), held: 0, written: [0; TILE], dirty: 0 }
    }
}

impl Local {
    /// Copies in what is not there yet of the pixels from (x, y) to (x + reach, y + reach), at most 7 further; `fetch(x, y, words)` gives
    /// eight pixels of a row. To be called for everything that is read, before it is written.
    #[inline(always)]
    pub fn hold(&mut self, x: usize, y: usize, reach: usize, fetch: impl Fn(usize, usize, &mut [u32; 8])) {
        let columns = (1 << (x >> 4 & 3)) | (1 << ((x + reach) >> 4).min(3));
        let wanted = columns << ((y >> 3 & 7) * 4) | columns << (((y + reach) >> 3).min(7) * 4);
        if wanted & !self.held != 0 {
            self.copy_in(wanted & !self.held, fetch);
        }
    }

    #[inline(never)]
    fn copy_in(&mut self, mut blocks: u32, fetch: impl Fn(usize, usize, &mut [u32; 8])) {
        self.held |= blocks;
        while blocks != 0 {
            let block = blocks.trailing_zeros() as usize;
            blocks &= blocks - 1;
            let x = block % 4 * 16;
            for y in block / 4 * 8..block / 4 * 8 + 8 {
                for x in [x, x + 8] {
                    if let Some(row) = self.row(x, y) {
                        fetch(x, y, row);
                    }
                }
            }
        }
    }

    /// Eight pixels of a row.
    #[inline(always)]
    pub fn row(&mut self, x: usize, y: usize) -> Option<&mut [u32; 8]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// Two pixels of a row.
    #[inline(always)]
    pub fn pair(&mut self, x: usize, y: usize) -> Option<&mut [u32; 2]> {
        self.words.get_mut(y * STRIDE + x..)?.first_chunk_mut()
    }

    /// Changes the rows of a quad, whose covered pixels are noted.
    #[inline(always)]
    pub fn change_quad(&mut self, x: usize, y: usize, lanes: u64, change: impl FnOnce([&mut [u32; 2]; 2])) {
        // Packets hold pixels of the tile alone.
        let (x, y) = (x & 63, y & 62);
        let start = y * STRIDE + x;
        if let Some(part) = self.words.get_mut(start..start + STRIDE + 2)
            && let Some((first, rest)) = part.split_first_chunk_mut()
            && let Some(second) = rest.last_chunk_mut()
        {
            change([first, second]);
        }
        self.written[y] |= (lanes & 3) << x;
        self.written[y + 1] |= lanes >> 2 << x;
        self.dirty |= 1 << (y >> 3);
    }

    /// Notes that pixels of a row were written: bit n is pixel x + n.
    #[inline(always)]
    pub fn wrote(&mut self, x: usize, y: usize, pixels: u64) {
        if let Some(row) = self.written.get_mut(y) {
            *row |= pixels << (x & 63);
            self.dirty |= 1 << (y >> 3);
        }
    }

    /// Hands what was written to `store(x, y, words)`, and forgets everything.
    pub fn close(&mut self, mut store: impl FnMut(usize, usize, &[u32])) {
        self.held = 0;
        for eight in 0..8 {
            if self.dirty >> eight & 1 == 0 {
                continue;
            }
            for y in eight * 8..eight * 8 + 8 {
                let mut left = std::mem::take(&mut self.written[y]);
                while left != 0 {
                    let x = left.trailing_zeros();
                    let count = (left >> x).trailing_ones();
                    let start = y * STRIDE + x as usize;
                    store(x as usize, y, self.words.get(start..start + count as usize).unwrap_or_default());
                    left &= if x + count == 64 { 0 } else { u64::MAX << (x + count) };
                }
            }
        }
        self.dirty = 0;
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
        let fetch = |x: usize, y: usize, words: &mut [u32; 8]| {
            fetched.set(fetched.get() + 1);
            *words = std::array::from_fn(|n| (y * 64 + x + n) as u32);
        };
        local.hold(12, 6, 7, fetch);
        assert_eq!(fetched.get(), 4 * 16);
        local.hold(0, 0, 7, fetch);
        local.hold(60, 60, 7, fetch);
        assert_eq!(fetched.get(), 5 * 16);
        assert_eq!(local.row(4, 6).unwrap()[..2], [6 * 64 + 4, 6 * 64 + 5]);
        local.pair(62, 63).unwrap()[1] = 7;
        local.wrote(62, 63, 2);
        local.row(3, 9).unwrap().fill(1);
        local.wrote(3, 9, 0b1101_1111);
        let mut stored = Vec::new();
        local.close(|x, y, words| stored.push((x, y, words.to_vec())));
        assert_eq!(stored, [(3, 9, vec![1; 5]), (9, 9, vec![1; 2]), (63, 63, vec![7])]);
        local.close(|_, _, _| unreachable!());
        local.hold(6, 6, 1, fetch);
        assert_eq!(fetched.get(), 6 * 16);
    }

    #[test]
    fn a_whole_row_is_stored_at_once() {
        let mut local = Local::default();
        for x in (0..64).step_by(8) {
            local.wrote(x, 5, 0xFF);
        }
        let mut stored = Vec::new();
        local.close(|x, y, words| stored.push((x, y, words.len())));
        assert_eq!(stored, [(0, 5, 64)]);
    }
}
