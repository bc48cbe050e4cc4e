//! Integer sequences: numbers of a range of 2^n, 3·2^n or 5·2^n values, packed tightly. [KHR_texture_compression_astc_hdr, C.2.12]

/// The range of the numbers of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// 1, 3 or 5: the values of the highest digit.
    pub(super) radix: u32,
    /// The bits below it.
    pub(super) bits: u32,
}

impl Range {
    /// Creates a range of `radix` × 2^`bits` values.
    pub(super) const fn new(radix: u32, bits: u32) -> Self {
        Self { radix, bits }
    }

    /// Returns the bits that a sequence of that many numbers takes.
    pub(super) fn size(self, count: u32) -> u32 {
        let digits = match self.radix {
            3 => (count * 8).div_ceil(5),
            5 => (count * 7).div_ceil(3),
            _ => 0,
        };
        digits + count * self.bits
    }
}

/// Ranges of colour values, the largest first.
pub(super) const COLORS: [Range; 17] = [
    Range::new(1, 8),
    Range::new(3, 6),
    Range::new(5, 5),
    Range::new(1, 7),
    Range::new(3, 5),
    Range::new(5, 4),
    Range::new(1, 6),
    Range::new(3, 4),
    Range::new(5, 3),
    Range::new(1, 5),
    Range::new(3, 3),
    Range::new(5, 2),
    Range::new(1, 4),
    Range::new(3, 2),
    Range::new(5, 1),
    Range::new(1, 3),
    Range::new(3, 1),
];

/// A number of a sequence: the highest digit and the bits below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number {
    /// 0 to 4; 0 for ranges of bits alone.
    pub(super) digit: u32,
    /// The bits.
    pub(super) bits: u32,
}

/// Returns `count` bits of a block from bit `at` on; bits from `end` on are zero.
fn bits(block: u128, at: u32, count: u32, end: u32) -> u32 {
    if at >= end || at >= 128 {
        return 0;
    }
    let count = count.min(end - at);
    (block >> at) as u32 & ((1u64 << count) - 1) as u32
}

/// Returns the five digits that eight bits hold.
fn trits(packed: u32) -> [u32; 5] {
    let bit = |index: u32| packed >> index & 1;
    let field = |high: u32, low: u32| packed >> low & ((1 << (high - low + 1)) - 1);
    let (rest, last, fourth) = if field(4, 2) == 7 {
        (field(7, 5) << 2 | field(1, 0), 2, 2)
    } else if field(6, 5) == 3 {
        (field(4, 0), 2, bit(7))
    } else {
        (field(4, 0), bit(7), field(6, 5))
    };
    let low = |index: u32| rest >> index & 1;
    if rest & 3 == 3 {
        [low(3) << 1 | (low(2) & (1 - low(3))), low(4), 2, fourth, last]
    } else if rest >> 2 & 3 == 3 {
        [rest & 3, 2, 2, fourth, last]
    } else {
        [low(1) << 1 | (low(0) & (1 - low(1))), rest >> 2 & 3, low(4), fourth, last]
    }
}

/// Returns the three digits that seven bits hold.
fn quints(packed: u32) -> [u32; 3] {
    let bit = |index: u32| packed >> index & 1;
    let field = |high: u32, low: u32| packed >> low & ((1 << (high - low + 1)) - 1);
    if field(2, 1) == 3 && field(6, 5) == 0 {
        let low = bit(0);
        return [4, 4, low << 2 | (bit(4) & (1 - low)) << 1 | (bit(3) & (1 - low))];
    }
    let (rest, last) = if field(2, 1) == 3 { (field(4, 3) << 3 | (3 - field(6, 5)) << 1 | bit(0), 4) } else { (field(4, 0), field(6, 5)) };
    if rest & 7 == 5 { [rest >> 3, 4, last] } else { [rest & 7, rest >> 3, last] }
}

/// Reads a sequence that begins at bit `at` of a block. `into` has room for its numbers.
pub(super) fn read(block: u128, at: u32, range: Range, into: &mut [Number]) {
    let end = at + range.size(into.len() as u32);
    let mut at = at;
    let mut next = |count: u32| {
        let value = bits(block, at, count, end);
        at += count;
        value
    };
    // The bits of the packed digits follow those of each number.
    let (group, places): (usize, &[u32]) = match range.radix {
        3 => (5, &[2, 2, 1, 2, 1]),
        5 => (3, &[3, 2, 2]),
        _ => (1, &[0]),
    };
    for numbers in into.chunks_mut(group) {
        let (mut packed, mut shift) = (0, 0);
        for (number, &count) in numbers.iter_mut().zip(places) {
            number.bits = next(range.bits);
            packed |= next(count) << shift;
            shift += count;
        }
        let digits = match range.radix {
            3 => trits(packed),
            5 => {
                let [first, second, third] = quints(packed);
                [first, second, third, 0, 0]
            }
            _ => [0; 5],
        };
        numbers.iter_mut().zip(digits).for_each(|(number, digit)| number.digit = digit);
    }
}

/// Repeats the lowest `from` bits of a value to fill `to` bits.
fn replicate(value: u32, from: u32, to: u32) -> u32 {
    let (mut result, mut have) = (0, 0);
    while from > 0 && have < to {
        result = result << from | value;
        have += from;
    }
    if have > to { result >> (have - to) } else { result }
}

/// Spreads bits: each entry of a pattern is the index of a bit of the value, or none for zero; the highest comes first.
fn spread(value: u32, pattern: &[Option<u32>]) -> u32 {
    pattern.iter().fold(0, |result, index| result << 1 | index.map_or(0, |index| value >> index & 1))
}

/// Converts a number to a colour of 0 to 255.
pub(super) fn color(number: Number, range: Range) -> i32 {
    let Number { digit, bits } = number;
    if range.radix == 1 {
        return replicate(bits, range.bits, 8) as i32;
    }
    // The letters of "Table C.2.16" are bits of the number: a is the lowest.
    let [b, c, d, e, f] = [1, 2, 3, 4, 5].map(Some);
    let o = None;
    let (factor, addend) = match (range.radix, range.bits) {
        (3, 1) => (204, 0),
        (3, 2) => (93, spread(bits, &[b, o, o, o, b, o, b, b, o])),
        (3, 3) => (44, spread(bits, &[c, b, o, o, o, c, b, c, b])),
        (3, 4) => (22, spread(bits, &[d, c, b, o, o, o, d, c, b])),
        (3, 5) => (11, spread(bits, &[e, d, c, b, o, o, o, e, d])),
        (3, _) => (5, spread(bits, &[f, e, d, c, b, o, o, o, f])),
        (_, 1) => (113, 0),
        (_, 2) => (54, spread(bits, &[b, o, o, o, o, b, b, o, o])),
        (_, 3) => (26, spread(bits, &[c, b, o, o, o, o, c, b, c])),
        (_, 4) => (13, spread(bits, &[d, c, b, o, o, o, o, d, c])),
        _ => (6, spread(bits, &[e, d, c, b, o, o, o, o, e])),
    };
    let lowest = if bits & 1 == 1 { 0x1FF } else { 0 };
    let sum = (digit * factor + addend) ^ lowest;
    (lowest & 0x80 | sum >> 2) as i32
}

/// Converts a number to a weight of 0 to 64.
pub(super) fn weight(number: Number, range: Range) -> i32 {
    let Number { digit, bits } = number;
    let [b, c] = [1, 2].map(Some);
    let o = None;
    let value = match (range.radix, range.bits) {
        (1, count) => replicate(bits, count, 6),
        (3, 0) => [0, 32, 63, 63, 63][digit as usize % 5],
        (5, 0) => [0, 16, 32, 47, 63][digit as usize % 5],
        (radix, count) => {
            let (factor, addend) = match (radix, count) {
                (3, 1) => (50, 0),
                (3, 2) => (23, spread(bits, &[b, o, o, o, b, o, b])),
                (3, _) => (11, spread(bits, &[c, b, o, o, o, c, b])),
                (_, 1) => (28, 0),
                _ => (13, spread(bits, &[b, o, o, o, o, b, o])),
            };
            let lowest = if bits & 1 == 1 { 0x7F } else { 0 };
            let sum = (digit * factor + addend) ^ lowest;
            lowest & 0x20 | sum >> 2
        }
    };
    (if value > 32 { value + 1 } else { value }) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_digits_are_below_their_radix_and_all_groups_occur() {
        let trits: std::collections::BTreeSet<_> = (0..256).map(trits).collect();
        assert_eq!(trits.len(), 243);
        assert!(trits.iter().flatten().all(|&digit| digit < 3));
        let quints: std::collections::BTreeSet<_> = (0..128).map(quints).collect();
        assert_eq!(quints.len(), 125);
        assert!(quints.iter().flatten().all(|&digit| digit < 5));
    }

    #[test]
    fn values_of_a_range_are_spread_evenly() {
        for range in COLORS {
            let all = (0..range.radix).flat_map(|digit| (0..1 << range.bits).map(move |bits| color(Number { digit, bits }, range)));
            let all: std::collections::BTreeSet<i32> = all.collect();
            let count = range.radix << range.bits;
            assert_eq!(all.len() as u32, count, "{range:?}");
            assert_eq!((all.first(), all.last()), (Some(&0), Some(&255)), "{range:?}");
            let gaps = all.iter().zip(all.iter().skip(1)).map(|(low, high)| high - low);
            let even = 255 / (count as i32 - 1);
            assert!(gaps.into_iter().all(|gap| gap >= even - 1 && gap <= even + 3), "{range:?} {all:?}");
        }
        for range in [(1, 1), (3, 0), (1, 2), (5, 0), (3, 1), (1, 3), (5, 1), (3, 2), (1, 4), (5, 2), (3, 3), (1, 5)] {
            let range = Range::new(range.0, range.1);
            let all = (0..range.radix).flat_map(|digit| (0..1 << range.bits).map(move |bits| weight(Number { digit, bits }, range)));
            let all: std::collections::BTreeSet<i32> = all.collect();
            assert_eq!(all.len() as u32, range.radix << range.bits, "{range:?}");
            assert_eq!((all.first(), all.last()), (Some(&0), Some(&64)), "{range:?}");
        }
    }

    #[test]
    fn a_sequence_ends_after_its_last_bit() {
        let range = Range::new(3, 1);
        assert_eq!((range.size(5), range.size(1), Range::new(5, 2).size(3)), (13, 3, 13));
        let mut numbers = [Number::default(); 1];
        // One number takes its bit and two bits of digits; the rest of the block is no part of it.
        read(u128::MAX, 0, range, &mut numbers);
        assert_eq!(numbers, [Number { digit: 0, bits: 1 }]);
    }
}
