//! A set of pixels within a tile.

use base::core::lanes::Bits;

/// The width and height of a tile, in pixels.
pub const TILE: usize = 64;

/// A set of pixels of a tile, one word for each row. 8×8 blocks may begin at any row, so that there are rows beyond the tile; they stay
/// empty.
pub struct PixelSet {
    rows: [u64; TILE + 8],
    /// The groups of eight rows that may contain pixels, one bit each.
    eights: u16,
}

impl Default for PixelSet {
    fn default() -> Self {
        Self { rows: [0; TILE + 8], eights: 0 }
    }
}

/// Expands the mask of an 8×8 block (bit 8 r + c) at x to rows.
#[inline(always)]
fn spread(x: usize, mask: u64) -> [u64; 8] {
    let (bytes, mut rows) = (mask.to_le_bytes(), [0; 8]);
    for row in 0..8 {
        rows[row] = u64::from(bytes[row]) << (x & (TILE - 1));
    }
    rows
}

/// Returns the groups of eight rows that contain the eight rows from y on.
#[inline(always)]
fn eights(y: usize) -> u16 {
    1 << (y >> 3 & 15) | 1 << ((y + 7) >> 3 & 15)
}

#[inline(always)]
fn either(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
    let mut rows = [0; 8];
    for row in 0..8 {
        rows[row] = a[row] | b[row];
    }
    rows
}

impl PixelSet {
    #[inline(always)]
    fn eight(&mut self, y: usize) -> Option<&mut [u64; 8]> {
        self.rows.get_mut(y..)?.first_chunk_mut()
    }

    /// Returns true if the set contains any pixel of an 8×8 block's mask.
    #[inline(always)]
    pub fn overlaps(&self, x: usize, y: usize, mask: u64) -> bool {
        if self.eights & eights(y) == 0 {
            return false;
        }
        let rows: Option<&[u64; 8]> = self.rows.get(y..).and_then(<[u64]>::first_chunk);
        rows.is_some_and(|rows| {
            let (bits, mut both) = (spread(x, mask), 0);
            for row in 0..8 {
                both |= rows[row] & bits[row];
            }
            both != 0
        })
    }

    /// Adds the pixels of an 8×8 block's mask.
    #[inline(always)]
    pub fn add(&mut self, x: usize, y: usize, mask: u64) {
        if let Some(rows) = self.eight(y) {
            *rows = either(rows, &spread(x, mask));
            self.eights |= eights(y);
        }
    }

    /// Adds all pixels of another set.
    #[inline(always)]
    pub fn add_all(&mut self, other: &Self) {
        self.eights |= other.eights;
        for eight in Bits(u64::from(other.eights)) {
            let y = eight * 8;
            let others: Option<&[u64; 8]> = other.rows.get(y..).and_then(<[u64]>::first_chunk);
            if let (Some(rows), Some(others)) = (self.eight(y), others) {
                *rows = either(rows, others);
            }
        }
    }

    /// Removes all pixels.
    #[inline(always)]
    pub fn clear(&mut self) {
        for eight in Bits(u64::from(std::mem::take(&mut self.eights))) {
            if let Some(rows) = self.eight(eight * 8) {
                *rows = [0; 8];
            }
        }
    }

    /// Calls `run(x, y, count)` for each horizontal run of pixels, and removes all pixels.
    #[inline(always)]
    pub fn take_runs(&mut self, mut run: impl FnMut(usize, usize, usize)) {
        for eight in Bits(u64::from(std::mem::take(&mut self.eights))) {
            let y = eight * 8;
            let rows = self.eight(y).map(std::mem::take).unwrap_or_default();
            for (row, mut left) in rows.into_iter().enumerate() {
                while left != 0 {
                    let x = left.trailing_zeros();
                    let count = (left >> x).trailing_ones();
                    run(x as usize, y + row, count as usize);
                    left &= if x + count == 64 { 0 } else { u64::MAX << (x + count) };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(set: &mut PixelSet) -> Vec<(usize, usize, usize)> {
        let mut runs = Vec::new();
        set.take_runs(|x, y, count| runs.push((x, y, count)));
        runs
    }

    #[test]
    fn runs_are_what_was_added_in_order_and_only_once() {
        let (mut set, mut other) = (PixelSet::default(), PixelSet::default());
        set.add(62, 56, 0b11 << 56);
        set.add(3, 6, 0b1101_1111);
        set.add(3, 6, 0b0010_0000);
        set.add(62, 62, 0b11 << 8);
        other.add(0, 6, 0b100 << 16);
        set.add_all(&other);
        assert_eq!(runs(&mut set), [(3, 6, 8), (2, 8, 1), (62, 63, 2)]);
        assert_eq!(runs(&mut set), []);
        assert_eq!(runs(&mut other), [(2, 8, 1)]);
    }

    #[test]
    fn a_whole_row_is_one_run() {
        let mut set = PixelSet::default();
        for x in (0..64).step_by(8) {
            set.add(x, 5, 0xFF);
        }
        assert_eq!(runs(&mut set), [(0, 5, 64)]);
    }

    #[test]
    fn masks_overlap_where_they_share_a_pixel() {
        let mut set = PixelSet::default();
        assert!(!set.overlaps(8, 8, u64::MAX));
        set.add(8, 8, 1 << 9);
        assert!(set.overlaps(2, 4, 1 << (5 * 8 + 7)));
        assert!(!set.overlaps(2, 4, !(1 << (5 * 8 + 7))));
        set.clear();
        assert!(!set.overlaps(8, 8, u64::MAX));
        assert_eq!(runs(&mut set), []);
    }
}
