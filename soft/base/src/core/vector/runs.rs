//! Runs of bytes at offsets that were checked before, which loads need not check again.

use super::{Eight, Vector};
use std::sync::atomic::AtomicU32;

/// The most bytes of a run.
const MOST_BYTES: usize = 16;

/// What stands for memory without a run.
static NO_WORDS: [AtomicU32; MOST_BYTES / 4] = [const { AtomicU32::new(0) }; MOST_BYTES / 4];

/// The places of runs of bytes, one for each lane of a wave. Each run lies within the words.
pub struct Runs<'a> {
    words: &'a [AtomicU32],
    /// The bytes of each run.
    bytes: usize,
    /// The last offset of a run; -1 if there is none, or if offsets may wrap.
    last: i32,
    offsets: [u32; 64],
}

impl<'a> Runs<'a> {
    /// Creates runs of `bytes` bytes, at most 16, all at the first one; zeros in memory with less than a run.
    #[inline(always)]
    pub fn new(words: &'a [AtomicU32], bytes: usize) -> Self {
        let bytes = bytes.min(MOST_BYTES);
        match (words.len() * 4).checked_sub(bytes) {
            Some(last) => Self { words, bytes, last: i32::try_from(last).unwrap_or(-1), offsets: [0; 64] },
            None => Self { words: &NO_WORDS, bytes, last: -1, offsets: [0; 64] },
        }
    }

    /// Sets the places to those of texels, at bytes of their rows, which have `pitch` words. Returns false, and resets them, if a run reaches out of the words.
    #[inline(always)]
    pub fn set<V: Vector>(&mut self, bytes: &[i32; 64], rows: &[i32; 64], pitch: usize) -> bool {
        let pitch = V::int(pitch as i32 * 4);
        let (mut least, mut most) = (V::int(0), V::int(0));
        for number in 0..64 / V::LANES {
            let offset = V::sum(V::product(V::part(rows, number), pitch), V::part(bytes, number));
            (least, most) = (V::least(least, offset), V::most(most, offset));
            V::set_part(&mut self.offsets, number, offset);
        }
        let inside = V::signs(V::or(V::greater(V::int(0), least), V::greater(most, V::int(self.last)))) == 0;
        if !inside {
            self.offsets = [0; 64];
        }
        inside
    }

    /// Returns runs of one word, or its first `BYTES` bytes, of part `number`; zeros if runs are shorter.
    #[inline(always)]
    pub fn load<V: Eight, const BYTES: usize>(&self, number: usize) -> V::Ints {
        const { assert!(matches!(BYTES, 1 | 2 | 4)) };
        if self.bytes < BYTES {
            return V::int(0);
        }
        // SAFETY: `new` and `set` let in only offsets at which as many bytes are within the words.
        unsafe { V::load_run::<BYTES>(self.words, &self.offsets, number) }
    }

    /// Returns the two words of runs of part `number`, at offsets of words; zeros if runs are shorter.
    #[inline(always)]
    pub fn load_pairs<V: Vector>(&self, number: usize) -> [V::Ints; 2] {
        self.load_pairs_of::<V>(self.words, number)
    }

    /// Returns the same of other words at the same places; zeros if they are fewer.
    #[inline(always)]
    pub fn load_pairs_of<V: Vector>(&self, words: &[AtomicU32], number: usize) -> [V::Ints; 2] {
        if self.bytes < 8 || words.len() < self.words.len() {
            return [V::int(0); 2];
        }
        // SAFETY: as above, for two words.
        unsafe { V::load_checked_pairs(words, &self.offsets, number) }
    }

    /// Returns the four words of runs of part `number`, at offsets of words; zeros if runs are shorter.
    #[inline(always)]
    pub fn load_fours<V: Eight>(&self, number: usize) -> [V::Ints; 4] {
        if self.bytes < 16 {
            return [V::int(0); 4];
        }
        // SAFETY: as above, for four words.
        unsafe { V::load_fours(self.words, &self.offsets, number) }
    }

    /// Returns the eight half floats of runs of part `number`, at offsets of words; zeros if runs are shorter. Those that are no numbers may have other digits.
    #[inline(always)]
    pub fn load_halves<V: Eight>(&self, number: usize) -> [V::Floats; 8] {
        if self.bytes < 16 {
            return [V::float(0.0); 8];
        }
        // SAFETY: as above, for four words.
        unsafe { V::load_halves(self.words, &self.offsets, number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cpu::{InstructionSet, versions};
    use crate::core::math;
    use crate::core::vector::Plain;
    use std::sync::atomic::Ordering::Relaxed;

    /// Sets the runs of lanes in one row, and returns whether all are inside, and the pair of the first lane.
    fn first(words: &[AtomicU32], column: i32, others: i32) -> (bool, [i32; 2]) {
        let mut columns = [others.wrapping_mul(4); 64];
        columns[0] = column.wrapping_mul(4);
        let mut runs = Runs::new(words, 8);
        let inside = runs.set::<Plain>(&columns, &[0; 64], words.len());
        (inside, runs.load_pairs::<Plain>(0).map(|lanes| lanes[0]))
    }

    #[test]
    fn no_run_reaches_beyond_the_words() {
        let words: Vec<AtomicU32> = (0..100).map(|word| AtomicU32::new(word + 7)).collect();
        assert_eq!((first(&words, 98, 0), first(&words, 5, 98)), ((true, [105, 106]), (true, [12, 13])));
        // One offset that is outside resets all.
        for outside in [99, 100, -1, i32::MIN / 4, i32::MAX / 4] {
            assert_eq!((first(&words, outside, 50), first(&words, 50, outside)), ((false, [7, 8]), (false, [7, 8])), "{outside}");
        }
        assert_eq!(
            (first(&words[..2], 0, 0), first(&words[..1], 0, 0), first(&[], 0, 0)),
            ((true, [7, 8]), (false, [0, 0]), (false, [0, 0]))
        );
        for (bytes, last) in [(1, 399), (2, 398), (4, 396), (8, 392), (16, 384)] {
            let mut runs = Runs::new(&words, bytes);
            assert_eq!([last, last + 1].map(|column| runs.set::<Plain>(&[column; 64], &[0; 64], 100)), [true, false], "{bytes}");
        }
    }

    #[test]
    fn loads_of_more_than_a_run_are_zeros() {
        let words: Vec<AtomicU32> = (0..8).map(|word| AtomicU32::new(word | 0x4000)).collect();
        let runs = Runs::new(&words, 1);
        assert_eq!((runs.load::<Plain, 2>(0), runs.load_pairs::<Plain>(0)), ([0; 8], [[0; 8]; 2]));
        assert_eq!((runs.load_fours::<Plain>(0), runs.load_halves::<Plain>(0)), ([[0; 8]; 4], [[0.0; 8]; 8]));
        let runs = Runs::new(&words[4..], 8);
        assert_eq!(runs.load_pairs_of::<Plain>(&words[..4], 0), [[0x4000; 8], [0x4001; 8]]);
        assert_eq!(runs.load_pairs_of::<Plain>(&words[..3], 0), [[0; 8]; 2]);
    }

    /// Loads runs of every length.
    #[inline(always)]
    fn everything<V: Eight>(words: &[AtomicU32], columns: &[i32; 64]) -> Vec<[u32; 64]> {
        let mut results = vec![[0; 64]; 17];
        let (mut bytes, mut fours) = (Runs::new(words, 4), Runs::new(words, 16));
        assert!(bytes.set::<V>(columns, &[0; 64], 0) && fours.set::<V>(&columns.map(|column| column & !15), &[1; 64], 4));
        for number in 0..8 {
            let mut found = vec![bytes.load::<V, 1>(number), bytes.load::<V, 2>(number), bytes.load::<V, 4>(number)];
            found.extend(fours.load_pairs::<V>(number).into_iter().chain(fours.load_fours::<V>(number)));
            fours.load_halves::<V>(number).into_iter().for_each(|value| found.push(V::bits(value)));
            results.iter_mut().zip(found).for_each(|(result, values)| V::set_part(result, number, values));
        }
        results
    }

    versions! {
        fn all_loads = everything<Eight>(words: &[AtomicU32], columns: &[i32; 64]) -> Vec<[u32; 64]>
    }

    #[test]
    fn runs_are_those_of_bytes() {
        let mut state = 3u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        for _ in 0..200 {
            // Halves without infinities and NaN.
            let words: Vec<AtomicU32> = (0..64).map(|_| AtomicU32::new((next() << 16 ^ next()) & 0xBBFF_BBFF)).collect();
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect();
            let columns: [i32; 64] = std::array::from_fn(|_| (next() % 224) as i32);
            let run = |count: usize, at: i32| (0..count).rev().fold(0u32, |run, byte| run << 8 | u32::from(bytes[at as usize + byte]));
            let mut expected = vec![columns.map(|at| run(1, at)), columns.map(|at| run(2, at)), columns.map(|at| run(4, at))];
            let word = |number: i32| columns.map(|at| run(4, (at & !15) + 16 + number * 4));
            expected.extend([0, 1, 0, 1, 2, 3].map(word));
            let half = |number: i32| columns.map(|at| math::from_half(run(2, (at & !15) + 16 + number * 2)).to_bits());
            expected.extend([0, 1, 2, 3, 4, 5, 6, 7].map(half));
            for &set in InstructionSet::available() {
                assert!(all_loads(set, &words, &columns) == expected, "{set:?}");
            }
        }
    }
}
