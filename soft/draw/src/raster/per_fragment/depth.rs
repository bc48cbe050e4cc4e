//! The depth test.

use super::{Block, Rows, compare_lanes};
use crate::raster::block_rows::BlockRows;
use crate::raster::quads::Pixels;
use crate::raster::tile_cache::TileCache;
use base::core::compare::Compare;
use base::core::cpu::{InstructionSet, versions};
use base::core::lanes::{Bits, Floats, Words};
use base::core::memory::Memory;
use base::core::vector::Eight;
use base::image::Surface;
use base::image::format::Format;
use shader::pipeline::state::Draw;

/// The layout of depth in a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// A word holds two.
    Bits16,
    /// The low 24 bits of a word.
    Bits24,
    Float,
    /// The first of two words.
    FloatStencil,
}

/// The depth test and depth buffer of a draw.
pub struct DepthBuffer<'a> {
    surface: &'a Surface,
    layout: Layout,
    rows: Rows,
    /// Pixels from one row of the surface to the next.
    row_units: u32,
    compare: Compare,
    write: bool,
}

impl<'a> DepthBuffer<'a> {
    /// Creates the depth test of a draw to a sample of a layer, or returns `None` if it can neither fail nor change anything.
    pub fn new(draw: &'a Draw<'a>, layer: u16, sample: usize) -> Option<Self> {
        let state = draw.raster;
        if !state.depth_test || state.depth_compare == Compare::Always && !state.depth_write {
            return None;
        }
        let surface = draw.targets.depth(layer)?.sample(sample)?;
        let layout = match surface.format {
            Format::Depth16 => Layout::Bits16,
            Format::Depth24Stencil8 => Layout::Bits24,
            Format::Depth32f => Layout::Float,
            Format::Depth32fStencil8 => Layout::FloatStencil,
            _ => return None,
        };
        let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
        let row_units = (surface.row_words as u32).wrapping_mul(4) / surface.format.bytes();
        Some(Self { surface, layout, rows, row_units, compare: state.depth_compare, write: state.depth_write })
    }

    /// Tests depths in [0, 1] and writes those that pass; returns the lanes that pass.
    pub fn test(&self, isa: InstructionSet, mask: u64, pixels: &Pixels, z: &Floats) -> u64 {
        test(isa, self, mask, pixels, z)
    }

    /// Performs [`Self::test`] for a block, in the tile cache.
    pub fn test_block(&self, isa: InstructionSet, cache: &mut TileCache, mask: u64, block: &Block) -> u64 {
        test_block(isa, self, cache, mask, block)
    }

    /// Returns the index of a pixel in the surface, counted from the start of the memory.
    #[inline(always)]
    fn address(&self, x: u32, y: u32) -> u32 {
        self.rows.row(y).wrapping_mul(self.row_units).wrapping_add(x)
    }

    /// Reads pixels of a row into a tile cache, one word each: 16-bit depths are expanded, of two words the first is read.
    #[inline(always)]
    fn fetch(&self, x: u32, y: u32, words: &mut [u32; 16]) {
        let first = self.address(x, y);
        let memory = &*self.surface.memory;
        match self.layout {
            Layout::Bits24 | Layout::Float => memory.load_sixteen(first as usize, words),
            Layout::Bits16 => *words = std::array::from_fn(|n| self.load(first.wrapping_add(n as u32))),
            Layout::FloatStencil => *words = std::array::from_fn(|n| memory.word(first as usize * 2 + n * 2)),
        }
    }

    /// Prefetches pixels of a row that a tile will need.
    pub fn prefetch(&self, x: u32, y: u32, count: usize) {
        if matches!(self.layout, Layout::Bits24 | Layout::Float) {
            self.surface.memory.prefetch(self.address(x, y) as usize, count);
        }
    }

    /// Writes the modified pixels of a tile cache back.
    pub fn write_back(&self, cache: &mut TileCache, tile_x: u32, tile_y: u32) {
        let memory = &*self.surface.memory;
        let all = memory.words();
        cache.write_back(|x, y, words| {
            let first = self.address(tile_x + x as u32, tile_y + y as u32);
            match self.layout {
                Layout::Bits24 | Layout::Float => Memory::store_run(all, first as usize, words),
                Layout::Bits16 => (first..).zip(words).for_each(|(address, &code)| self.store(address, code)),
                Layout::FloatStencil => (first as usize..).zip(words).for_each(|(address, &word)| memory.set_word(address * 2, word)),
            }
        });
    }

    /// Returns the stored code of a pixel.
    #[inline(always)]
    fn load(&self, address: u32) -> u32 {
        let memory = &*self.surface.memory;
        let address = address as usize;
        match self.layout {
            Layout::Bits16 => memory.word(address >> 1) >> ((address & 1) * 16) & 0xFFFF,
            Layout::Bits24 => memory.word(address) & 0xFF_FFFF,
            Layout::Float => ordered(memory.word(address)),
            Layout::FloatStencil => ordered(memory.word(address * 2)),
        }
    }

    /// Stores the code of a pixel.
    #[inline(always)]
    fn store(&self, address: u32, code: u32) {
        let memory = &*self.surface.memory;
        let address = address as usize;
        match self.layout {
            Layout::Bits16 => {
                let shift = (address & 1) * 16;
                memory.set_word(address >> 1, memory.word(address >> 1) & !(0xFFFF << shift) | code << shift);
            }
            Layout::Bits24 => memory.set_word(address, memory.word(address) & 0xFF00_0000 | code),
            Layout::Float => memory.set_word(address, code ^ 0x8000_0000),
            Layout::FloatStencil => memory.set_word(address * 2, code ^ 0x8000_0000),
        }
    }
}

/// Maps the bits of a float to a word that compares as the float does.
#[inline(always)]
fn ordered(bits: u32) -> u32 {
    if bits >> 31 != 0 { !bits } else { bits | 0x8000_0000 }
}

/// Returns the codes that depths are stored as and compared by. They equal those of `Format::encode`, so that drawn and cleared depths are
/// equal.
#[inline(always)]
fn encode(layout: Layout, z: &Floats) -> Words {
    let mut codes = [0; 64];
    for lane in 0..64 {
        codes[lane] = match layout {
            // Rounds to even: the unit of the sum's last place is 1.
            Layout::Bits16 => (z[lane] * 65_535.0 + 8_388_608.0).to_bits() & 0xFFFF,
            Layout::Bits24 => (f64::from(z[lane]) * 16_777_215.0 + 0.5) as i32 as u32,
            // + 0.0 turns -0 into 0.
            Layout::Float | Layout::FloatStencil => (z[lane] + 0.0).to_bits() | 0x8000_0000,
        };
    }
    codes
}

versions! {
    fn test = test_body(buffer: &DepthBuffer, mask: u64, pixels: &Pixels, z: &Floats) -> u64
}

#[inline(always)]
fn test_body(buffer: &DepthBuffer, mask: u64, pixels: &Pixels, z: &Floats) -> u64 {
    let bytes = buffer.surface.format.bytes();
    let addresses = buffer.rows.addresses(buffer.surface, bytes, pixels);
    let codes = encode(buffer.layout, z);
    let passed = if buffer.compare == Compare::Always {
        mask
    } else {
        let mut stored = [0; 64];
        for lane in Bits(mask) {
            stored[lane] = buffer.load(addresses[lane]);
        }
        mask & compare_lanes(buffer.compare, &codes, &stored)
    };
    if buffer.write {
        for lane in Bits(passed) {
            buffer.store(addresses[lane], codes[lane]);
        }
    }
    passed
}

versions! {
    fn test_block = test_block_body<Eight>(buffer: &DepthBuffer, cache: &mut TileCache, mask: u64, block: &Block) -> u64
}

#[inline(always)]
fn test_block_body<V: Eight>(buffer: &DepthBuffer, cache: &mut TileCache, mask: u64, block: &Block) -> u64 {
    if mask == u64::MAX && matches!(buffer.layout, Layout::Bits24 | Layout::Float) && !cache.has(block.x, block.y) {
        let mut rows = buffer.rows.block(buffer.surface, 1, block.tile_x + block.x as u32, block.tile_y + block.y as u32);
        return test_any::<V, _>(buffer, &mut rows, mask, block);
    }
    // 24-bit depths share their words with the stencil.
    if buffer.compare != Compare::Always || buffer.layout == Layout::Bits24 {
        cache.load(block.x, block.y, 7, |x, y, words| buffer.fetch(block.tile_x + x as u32, block.tile_y + y as u32, words));
    }
    let Some(rows) = cache.block_mut(block.x, block.y) else { return 0 };
    let passed = test_any::<V, _>(buffer, rows, mask, block);
    if buffer.write {
        cache.written.add(block.x, block.y, passed);
    }
    passed
}

/// Tests and writes the pixels of a mask. The most frequent cases get loops of their own, without branches.
#[inline(always)]
fn test_any<V: Eight, R: BlockRows>(buffer: &DepthBuffer, rows: &mut R, mask: u64, block: &Block) -> u64 {
    match (buffer.layout, buffer.compare) {
        (Layout::Bits24, Compare::Less) => test_rows::<V, R>(buffer.write, Layout::Bits24, Compare::Less, rows, mask, block),
        (Layout::Bits24, Compare::LessEqual) => test_rows::<V, R>(buffer.write, Layout::Bits24, Compare::LessEqual, rows, mask, block),
        (layout, comparison) => test_rows::<V, R>(buffer.write, layout, comparison, rows, mask, block),
    }
}

#[inline(always)]
fn test_rows<V: Eight, R: BlockRows>(write: bool, layout: Layout, comparison: Compare, rows: &mut R, mask: u64, block: &Block) -> u64 {
    let ([base, right, up], (low, high)) = (block.depth, block.range);
    let (low, high) = (V::float(low), V::float(high));
    let columns = V::add(V::float(block.x as i32 as f32), V::floats([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]));
    let first = V::add(V::float(base), V::multiply(V::float(right), columns));
    let mut result = 0;
    if mask == 0 {
        return 0;
    }
    let (bottom, top) = (mask.trailing_zeros() as usize / 8, 7 - mask.leading_zeros() as usize / 8);
    let mut y = (block.y + bottom) as i32 as f32;
    // All rows of a plane that does not change upwards have the same codes.
    let level = up == 0.0;
    let mut code = row_code::<V>(layout, first, up * y, low, high);
    for row in bottom..=top.min(7) {
        if !level {
            code = row_code::<V>(layout, first, up * y, low, high);
            y += 1.0;
        }
        let old = rows.read::<V>(row, 0);
        let passed = V::and(V::lanes(mask >> (row * 8)), compare::<V>(comparison, code, order::<V>(layout, old)));
        result |= V::signs(passed) << (row * 8);
        if write {
            let new = match layout {
                Layout::Bits24 => V::or(V::and(old, V::int(0xFF00_0000_u32 as i32)), code),
                _ => code,
            };
            rows.write::<V>(row, 0, V::choose(passed, new, old));
        }
    }
    result
}

/// Returns the codes of a row's depths, clamped to a range, from those of the first row and the change to this one.
#[inline(always)]
fn row_code<V: Eight>(layout: Layout, first: V::Floats, change: f32, low: V::Floats, high: V::Floats) -> V::Ints {
    code::<V>(layout, V::smaller(V::larger(V::add(first, V::float(change)), low), high))
}

#[inline(always)]
fn compare<V: Eight>(compare: Compare, new: V::Ints, old: V::Ints) -> V::Ints {
    let not = |condition| V::xor(condition, V::int(-1));
    match compare {
        Compare::Never => V::int(0),
        Compare::Less => V::greater(old, new),
        Compare::Equal => V::equal(new, old),
        Compare::LessEqual => not(V::greater(new, old)),
        Compare::Greater => V::greater(new, old),
        Compare::NotEqual => not(V::equal(new, old)),
        Compare::GreaterEqual => not(V::greater(old, new)),
        Compare::Always => V::int(-1),
    }
}

/// Maps stored words to the codes that are compared in a tile.
#[inline(always)]
fn order<V: Eight>(layout: Layout, words: V::Ints) -> V::Ints {
    match layout {
        Layout::Bits16 => words,
        Layout::Bits24 => V::and(words, V::int(0xFF_FFFF)),
        // Negative floats are ordered backwards.
        Layout::Float | Layout::FloatStencil => V::xor(words, V::and(V::greater(V::int(0), words), V::int(i32::MAX))),
    }
}

/// Returns the codes of [`encode`] in the form compared in a tile: floats as their bits, since they are not negative.
#[inline(always)]
fn code<V: Eight>(layout: Layout, z: V::Floats) -> V::Ints {
    match layout {
        // Rounds to even: the unit of the sum's last place is 1.
        Layout::Bits16 => {
            let sum = V::add(V::multiply(z, V::float(65_535.0)), V::float(8_388_608.0));
            V::and(V::bits(sum), V::int(0xFFFF))
        }
        // Computes z * (2^24 - 1) + 0.5, rounded down, without doubles: the product and its fraction are exact. From 0.5 on, the product is
        // whole, and z takes more than the half away; below, z is less than the last place of the fraction.
        Layout::Bits24 => {
            let product = V::multiply(z, V::float(16_777_216.0));
            let whole = V::to_ints(product);
            let fraction = V::subtract(product, V::to_floats(whole));
            // Conditions are -1.
            V::difference(V::sum(whole, V::above(z, V::float(0.5))), V::above(fraction, V::float(0.5)))
        }
        // + 0.0 turns -0 into 0.
        Layout::Float | Layout::FloatStencil => V::bits(V::add(z, V::float(0.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::core::vector::Plain;

    #[test]
    fn blocks_store_what_single_fragments_store() {
        let mut depths =
            vec![0.0, 1.0, 0.5, 0.25, f32::from_bits(0.5f32.to_bits() + 1), f32::from_bits(0.5f32.to_bits() - 1), 1e-8, 2.9e-8];
        let mut state = 1u32;
        while depths.len() < 64 * 4096 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Every exponent down to 2^-30, and small multiples of half a unit.
            let z = f32::from_bits((97 + state % 30) << 23 | state >> 9);
            depths.push(if state & 64 == 0 { z } else { (state >> 20) as f32 / 33_554_432.0 });
        }
        for layout in [Layout::Bits16, Layout::Bits24, Layout::Float] {
            for chunk in depths.as_chunks::<64>().0 {
                let single = encode(layout, chunk);
                for (eight, wanted) in chunk.as_chunks::<8>().0.iter().zip(single.as_chunks::<8>().0) {
                    let codes = Plain::words(code::<Plain>(layout, *eight));
                    let float = layout == Layout::Float;
                    assert_eq!(codes.map(|code| if float { code | 0x8000_0000 } else { code }), *wanted, "{layout:?} {eight:?}");
                }
            }
        }
    }
}
