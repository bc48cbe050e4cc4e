//! Blocks of ASTC in the profile of low dynamic range. [KHR_texture_compression_astc_hdr, C.2]

mod endpoints;
mod integers;

use endpoints::Color;
use integers::{COLORS, Number, Range};

/// The colour of illegal blocks: "opaque fully-saturated magenta" [KHR_texture_compression_astc_hdr, C.2.5].
pub(super) const ERROR: [u8; 4] = [255, 0, 255, 255];
/// The most numbers of a grid of weights.
const MOST_WEIGHTS: usize = 64;
/// The most texels of a block: 12 × 12.
pub(super) const MOST_TEXELS: usize = 144;

/// Returns bits of a block.
fn field(block: u128, low: u32, count: u32) -> u32 {
    (block >> low) as u32 & ((1u64 << count) - 1) as u32
}

/// The grid of weights of a block: "Table C.2.8 - 2D Block Mode Layout".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    width: u32,
    height: u32,
    range: Range,
    /// One component has weights of its own.
    dual: bool,
}

impl Grid {
    /// Reads the grid from the lowest 11 bits; `None` for reserved modes.
    fn new(block: u128) -> Option<Self> {
        let bits = |low, count| field(block, low, count);
        let (mut high, mut dual) = (bits(9, 1) == 1, bits(10, 1) == 1);
        let (a, b) = (bits(5, 2), bits(7, 2));
        let (range, width, height);
        if bits(0, 2) != 0 {
            range = bits(0, 2) << 1 | bits(4, 1);
            (width, height) = match bits(2, 2) {
                0 => (b + 4, a + 2),
                1 => (b + 8, a + 2),
                2 => (a + 2, b + 8),
                _ if b < 2 => (a + 2, b + 6),
                _ => (b, a + 2),
            };
        } else {
            range = bits(2, 2) << 1 | bits(4, 1);
            (width, height) = match (b, a) {
                (0, _) => (12, a + 2),
                (1, _) => (a + 2, 12),
                (2, _) => {
                    (high, dual) = (false, false);
                    (a + 6, bits(9, 2) + 6)
                }
                (_, 0) => (6, 10),
                (_, 1) => (10, 6),
                _ => return None,
            };
        }
        let (radix, bits) = match (range, high) {
            (2, false) => (1, 1),
            (3, false) => (3, 0),
            (4, false) => (1, 2),
            (5, false) => (5, 0),
            (6, false) => (3, 1),
            (7, false) => (1, 3),
            (2, true) => (5, 1),
            (3, true) => (3, 2),
            (4, true) => (1, 4),
            (5, true) => (5, 2),
            (6, true) => (3, 3),
            (7, true) => (1, 5),
            _ => return None,
        };
        Some(Self { width, height, range: Range::new(radix, bits), dual })
    }

    /// Returns the number of weights.
    fn count(self) -> u32 {
        self.width * self.height * if self.dual { 2 } else { 1 }
    }
}

/// Returns the colour of a block of one colour, the highest bits of each component; `None` if the block is illegal.
fn void_extent(block: u128) -> Option<[u8; 4]> {
    // "Bits 10 and 11 are reserved and must be 1." Bit 9 is set for colours of high dynamic range.
    let is_legal = field(block, 10, 2) == 3 && field(block, 9, 1) == 0;
    let extent = [12, 25, 38, 51].map(|low| field(block, low, 13));
    let [low_s, high_s, low_t, high_t] = extent;
    let is_everywhere = extent.iter().all(|&edge| edge == 0x1FFF);
    let color = [64, 80, 96, 112].map(|low| field(block, low, 16));
    (is_legal && (is_everywhere || (low_s < high_s && low_t < high_t))).then(|| color.map(|value| (value >> 8) as u8))
}

/// Returns the partition of a texel: `select_partition` of C.2.21.
fn partition(seed: u32, x: u32, y: u32, count: u32, small: bool) -> usize {
    let (x, y) = if small { (x << 1, y << 1) } else { (x, y) };
    let seed = seed + (count - 1) * 1024;
    let mut hash = seed;
    hash ^= hash >> 15;
    hash = hash.wrapping_sub(hash << 17);
    hash = hash.wrapping_add(hash << 7);
    hash = hash.wrapping_add(hash << 4);
    hash ^= hash >> 5;
    hash = hash.wrapping_add(hash << 16);
    hash ^= hash >> 7;
    hash ^= hash >> 3;
    hash ^= hash << 6;
    hash ^= hash >> 17;
    let one = if count == 3 { 6 } else { 5 };
    let two = if seed & 2 != 0 { 4 } else { 5 };
    let (odd, even) = if seed & 1 != 0 { (two, one) } else { (one, two) };
    let factor = |shift: u32, drop: u32| (hash >> shift & 15).pow(2) >> drop;
    let value = |first: u32, second: u32, add: u32| {
        (factor(first, odd) * x).wrapping_add(factor(second, even) * y).wrapping_add(hash >> add) & 0x3F
    };
    let a = value(0, 4, 14);
    let b = value(8, 12, 10);
    let c = if count < 3 { 0 } else { value(16, 20, 6) };
    let d = if count < 4 { 0 } else { value(24, 28, 2) };
    if a >= b && a >= c && a >= d {
        0
    } else if b >= c && b >= d {
        1
    } else if c >= d {
        2
    } else {
        3
    }
}

/// What a block says of its texels.
struct Block {
    grid: Grid,
    /// The number of partitions.
    partitions: u32,
    /// The number of the pattern of partitions.
    seed: u32,
    /// The colours of each partition; `None` for those of high dynamic range.
    colors: [Option<[Color; 2]>; 4],
    /// The component with weights of its own; 4 for none.
    second_plane: usize,
    /// The weights of the grid.
    weights: [i32; MOST_WEIGHTS],
}

/// Returns the modes of the colours of each partition, and the number of bits below the weights that they take.
fn modes(block: u128, partitions: u32, weight_bits: u32) -> ([u32; 4], u32) {
    if partitions == 1 {
        return ([field(block, 13, 4); 4], 0);
    }
    let selector = field(block, 23, 2);
    if selector == 0 {
        return ([field(block, 25, 4); 4], 0);
    }
    let extra = 3 * partitions - 4;
    // The bits below the weights continue those at bit 25.
    let rest = field(block, 128 - weight_bits - extra, extra);
    let all = field(block, 25, 4) | rest << 4;
    let mode = |index: u32| {
        let class = selector - 1 + (all >> index & 1);
        class << 2 | all >> (partitions + 2 * index) & 3
    };
    ([0, 1, 2, 3].map(mode), extra)
}

impl Block {
    /// Reads a block that is no void extent; `None` if it is illegal.
    fn new(block: u128, [width, height]: [u32; 2]) -> Option<Self> {
        let grid = Grid::new(block)?;
        let weight_bits = grid.range.size(grid.count());
        let partitions = field(block, 11, 2) + 1;
        let is_legal = grid.width <= width
            && grid.height <= height
            && grid.count() as usize <= MOST_WEIGHTS
            && (24..=96).contains(&weight_bits)
            && !(grid.dual && partitions == 4);
        if !is_legal {
            return None;
        }
        let (modes, extra) = modes(block, partitions, weight_bits);
        let modes = &modes[..partitions as usize];
        let below = weight_bits + extra + if grid.dual { 2 } else { 0 };
        let first = if partitions == 1 { 17 } else { 29 };
        let count: usize = modes.iter().map(|&mode| endpoints::count(mode)).sum();
        let available = 128u32.checked_sub(below + first)?;
        // "less than ceil(13C/5) where C is the number of color endpoint integers"
        let range = COLORS.into_iter().find(|range| range.size(count as u32) <= available).filter(|_| count <= 18)?;
        let mut numbers = [Number::default(); 18];
        let numbers = &mut numbers[..count];
        integers::read(block, first, range, numbers);
        let mut colors = [None; 4];
        let mut at = 0;
        for (color, &mode) in colors.iter_mut().zip(modes) {
            let mut values = [0; 8];
            let count = endpoints::count(mode);
            values.iter_mut().zip(&numbers[at..at + count]).for_each(|(value, &number)| *value = integers::color(number, range));
            at += count;
            *color = endpoints::decode(mode, &values);
        }
        let mut numbers = [Number::default(); MOST_WEIGHTS];
        let numbers = &mut numbers[..grid.count() as usize];
        integers::read(block.reverse_bits(), 0, grid.range, numbers);
        let mut weights = [0; MOST_WEIGHTS];
        weights.iter_mut().zip(numbers.iter()).for_each(|(weight, &number)| *weight = integers::weight(number, grid.range));
        let second_plane = if grid.dual { field(block, 128 - below, 2) as usize } else { 4 };
        Some(Self { grid, partitions, seed: field(block, 13, 10), colors, second_plane, weights })
    }

    /// Returns the weight of a texel in the first or second plane, between those of the grid.
    fn weight(&self, [x, y]: [u32; 2], [width, height]: [u32; 2], plane: usize) -> i32 {
        let scale = |at: u32, size: u32, cells: u32| {
            let factor = (1024 + size / 2) / (size - 1);
            (factor * at * (cells - 1) + 32) >> 6
        };
        let (s, t) = (scale(x, width, self.grid.width), scale(y, height, self.grid.height));
        let (fraction_s, fraction_t) = ((s & 15) as i32, (t & 15) as i32);
        let first = ((s >> 4) + (t >> 4) * self.grid.width) as usize;
        let planes = if self.grid.dual { 2 } else { 1 };
        let at = |index: usize| self.weights.get(index * planes + plane).copied().unwrap_or(0);
        let across = self.grid.width as usize;
        let both = (fraction_s * fraction_t + 8) >> 4;
        let sum = at(first) * (16 - fraction_s - fraction_t + both)
            + at(first + 1) * (fraction_s - both)
            + at(first + across) * (fraction_t - both)
            + at(first + across + 1) * both;
        (sum + 8) >> 4
    }
}

/// Decodes a block of a footprint to texels by rows, of eight bits each.
///
/// A component is the highest eight bits of the interpolated value, which is what sRGB demands. OpenGL leaves the precision of others to the
/// implementation.
pub(super) fn decode(block: &[u8; 16], size: [u32; 2], srgb: bool, texels: &mut [[u8; 4]; MOST_TEXELS]) {
    let word = u128::from_le_bytes(*block);
    let [width, height] = size;
    let texels = &mut texels[..(width * height) as usize];
    if field(word, 0, 9) == 0x1FC {
        texels.fill(void_extent(word).unwrap_or(ERROR));
        return;
    }
    let Some(block) = Block::new(word, size) else {
        texels.fill(ERROR);
        return;
    };
    let small = width * height < 31;
    for (index, texel) in texels.iter_mut().enumerate() {
        let (x, y) = (index as u32 % width, index as u32 / width);
        let part = if block.partitions == 1 { 0 } else { partition(block.seed, x, y, block.partitions, small) };
        let Some([low, high]) = block.colors[part] else {
            *texel = ERROR;
            continue;
        };
        let first = block.weight([x, y], size, 0);
        let second = if block.grid.dual { block.weight([x, y], size, 1) } else { first };
        *texel = std::array::from_fn(|component| {
            let weight = if component == block.second_plane { second } else { first };
            let widen = |value: i32| value << 8 | if srgb && component < 3 { 0x80 } else { value };
            ((widen(low[component]) * (64 - weight) + widen(high[component]) * weight + 32) >> 14) as u8
        });
    }
}

#[cfg(test)]
mod tests;
