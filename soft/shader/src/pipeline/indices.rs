//! Reads of index buffers. Indices out of bounds read as 0.

use super::draw_call::Indices;

impl Indices {
    /// Returns the index at a position, without the base vertex.
    #[inline(always)]
    fn get(&self, position: u64) -> u32 {
        let size = u64::from(self.size);
        let Some(byte) = position.checked_mul(size).and_then(|bytes| bytes.checked_add(self.offset)) else { return 0 };
        if byte.saturating_add(size) > self.memory.len() as u64 {
            return 0;
        }
        let bits = self.memory.unaligned_word(byte);
        match self.size {
            1 => bits & 0xFF,
            2 => bits & 0xFFFF,
            _ => bits,
        }
    }

    /// Appends `count` indices from position `first` on, each with the base vertex added.
    pub fn read(&self, first: u64, count: u64, base_vertex: i32, into: &mut Vec<u32>) {
        let base = base_vertex as u32;
        let inside = first
            .checked_add(count)
            .and_then(|end| end.checked_mul(u64::from(self.size)))
            .and_then(|bytes| bytes.checked_add(self.offset))
            .is_some_and(|end| end <= self.memory.len() as u64);
        if !inside || !self.offset.is_multiple_of(u64::from(self.size.max(1))) {
            into.extend((first..first.saturating_add(count)).map(|position| self.get(position).wrapping_add(base)));
            return;
        }
        let words = self.memory.words();
        let load = |index: usize| words.get(index).map_or(0, |word| word.load(std::sync::atomic::Ordering::Relaxed));
        match self.size {
            4 => {
                let start = (self.offset / 4 + first) as usize;
                let Some(words) = words.get(start..start + count as usize) else { return };
                into.extend(words.iter().map(|word| word.load(std::sync::atomic::Ordering::Relaxed).wrapping_add(base)));
            }
            2 => {
                let start = (self.offset / 2 + first) as usize;
                into.extend((start..start + count as usize).map(|at| (load(at / 2) >> ((at % 2) * 16) & 0xFFFF).wrapping_add(base)));
            }
            _ => {
                let start = (self.offset + first) as usize;
                into.extend((start..start + count as usize).map(|at| (load(at / 4) >> ((at % 4) * 8) & 0xFF).wrapping_add(base)));
            }
        }
    }

    /// Returns the number of positions within the memory; others read as 0.
    pub fn readable(&self) -> u64 {
        (self.memory.len() as u64).saturating_sub(self.offset) / u64::from(self.size.max(1))
    }

    /// Returns the first position in `from..end` that holds the restart index. It searches only positions within the memory.
    pub fn find_restart(&self, from: u64, end: u64, restart: u32) -> Option<u64> {
        (from..end.min(self.readable())).find(|&position| self.get(position) == restart)
    }
}
