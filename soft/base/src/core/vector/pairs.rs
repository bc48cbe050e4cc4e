//! Pairs of words at indices that were checked before, which loads need not check again.

use super::Vector;
use std::sync::atomic::AtomicU32;

/// What stands for memory without a pair.
static NO_WORDS: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];

/// The indices of pairs of words for the lanes of a wave. Each pair lies within the words.
pub struct Pairs<'a> {
    words: &'a [AtomicU32],
    indices: [u32; 64],
}

impl<'a> Pairs<'a> {
    /// Creates the indices of the first pair, for all lanes. In fewer than two words, pairs are zeros.
    #[inline(always)]
    pub fn new(words: &'a [AtomicU32]) -> Self {
        Self { words: if words.len() < NO_WORDS.len() { &NO_WORDS } else { words }, indices: [0; 64] }
    }

    /// Sets the indices to those of texels in rows of `pitch` words. Returns false, and resets them, if one is out of bounds.
    #[inline(always)]
    pub fn set<V: Vector>(&mut self, columns: &[i32; 64], rows: &[i32; 64], pitch: usize) -> bool {
        let pitch = V::int(pitch as i32);
        let (mut least, mut most) = (V::int(0), V::int(0));
        for number in 0..64 / V::LANES {
            let index = V::sum(V::product(V::part(rows, number), pitch), V::part(columns, number));
            (least, most) = (V::least(least, index), V::most(most, index));
            V::set_part(&mut self.indices, number, index);
        }
        let last = V::int((self.words.len() - NO_WORDS.len()).min(i32::MAX as usize) as i32);
        let inside = V::signs(V::or(V::greater(V::int(0), least), V::greater(most, last))) == 0;
        if !inside {
            self.indices = [0; 64];
        }
        inside
    }

    /// Returns the words at the indices of part `number`, and those behind them.
    #[inline(always)]
    pub fn load<V: Vector>(&self, number: usize) -> [V::Ints; 2] {
        // SAFETY: `new` and `set` let in only indices of words behind which another one stands.
        unsafe { V::load_checked_pairs(self.words, &self.indices, number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::vector::Plain;

    /// Sets the indices of lanes in one row, and returns whether all are inside, and the pair of the first lane.
    fn first(words: &[AtomicU32], column: i32, others: i32) -> (bool, [i32; 2]) {
        let mut columns = [others; 64];
        columns[0] = column;
        let mut pairs = Pairs::new(words);
        let inside = pairs.set::<Plain>(&columns, &[0; 64], words.len());
        (inside, pairs.load::<Plain>(0).map(|lanes| lanes[0]))
    }

    #[test]
    fn no_pair_reaches_beyond_the_words() {
        let words: Vec<AtomicU32> = (0..100).map(|word| AtomicU32::new(word + 7)).collect();
        assert_eq!((first(&words, 98, 0), first(&words, 5, 98)), ((true, [105, 106]), (true, [12, 13])));
        // One index that is outside resets all.
        for outside in [99, 100, -1, i32::MIN, i32::MAX] {
            assert_eq!((first(&words, outside, 50), first(&words, 50, outside)), ((false, [7, 8]), (false, [7, 8])), "{outside}");
        }
        assert_eq!((first(&words[..1], 0, 0), first(&[], 0, 0)), ((true, [0, 0]), (true, [0, 0])));
    }
}
