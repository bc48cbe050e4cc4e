//! The depth test.

use super::{Block, Pixels, Rows, compare_lanes};
use crate::draw::state::{Compare, Draw};
use crate::image::Surface;
use crate::image::format::Format;
use crate::raster::isa::{Isa, versions};
use crate::raster::lanes::{Floats, Words, set_bits};
use std::sync::atomic::Ordering::Relaxed;

/// How depth lies in its surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Bits16,
    /// The low 24 bits of a word.
    Bits24,
    Float,
    /// The first of two words.
    FloatStencil,
}

pub struct DepthBuffer<'a> {
    surface: &'a Surface,
    layout: Layout,
    rows: Rows,
    compare: Compare,
    write: bool,
}

impl<'a> DepthBuffer<'a> {
    pub fn new(draw: &'a Draw<'a>) -> Option<Self> {
        let state = draw.raster;
        if !state.depth_test || state.depth_compare == Compare::Always && !state.depth_write {
            return None;
        }
        let surface = draw.targets.depth.as_ref()?;
        let layout = match surface.format {
            Format::Depth16 => Layout::Bits16,
            Format::Depth24Stencil8 => Layout::Bits24,
            Format::Depth32f => Layout::Float,
            Format::Depth32fStencil8 => Layout::FloatStencil,
            _ => return None,
        };
        let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
        Some(Self { surface, layout, rows, compare: state.depth_compare, write: state.depth_write })
    }

    /// Tests depths in [0, 1] and writes those that pass.
    pub fn test(&self, isa: Isa, mask: u64, pixels: &Pixels, z: &Floats) -> u64 {
        test(isa, self, mask, pixels, z)
    }

    /// [`Self::test`] for a block.
    pub fn test_block(&self, isa: Isa, mask: u64, block: &Block) -> u64 {
        test_block(isa, self, mask, block)
    }

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

/// Floats as words that compare as they do.
#[inline(always)]
fn ordered(bits: u32) -> u32 {
    if bits >> 31 != 0 { !bits } else { bits | 0x8000_0000 }
}

/// The codes that depths are compared and stored as.
#[inline(always)]
fn encode(layout: Layout, z: &Floats) -> Words {
    let mut codes = [0; 64];
    let most = match layout {
        Layout::Bits16 => 65_535.0f32,
        Layout::Bits24 => 16_777_215.0,
        Layout::Float | Layout::FloatStencil => {
            for lane in 0..64 {
                // + 0.0 turns -0 into 0.
                codes[lane] = (z[lane] + 0.0).to_bits() | 0x8000_0000;
            }
            return codes;
        }
    };
    for lane in 0..64 {
        let scaled = z[lane] * most;
        let whole = scaled as i32;
        // Adding a half first would round twice.
        let up = scaled - whole as f32 >= 0.5;
        codes[lane] = whole as u32 + u32::from(up);
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
        for lane in set_bits(mask) {
            stored[lane] = buffer.load(addresses[lane]);
        }
        mask & compare_lanes(buffer.compare, &codes, &stored)
    };
    if buffer.write {
        for lane in set_bits(passed) {
            buffer.store(addresses[lane], codes[lane]);
        }
    }
    passed
}

versions! {
    fn test_block = test_block_body(buffer: &DepthBuffer, mask: u64, block: &Block) -> u64
}

#[inline(always)]
fn test_block_body(buffer: &DepthBuffer, mask: u64, block: &Block) -> u64 {
    let mut z = [0.0; 64];
    for row in 0..8 {
        for column in 0..8 {
            z[row * 8 + column] = block.planes.depth((block.x + column) as f32, (block.y + row) as f32);
        }
    }
    let codes = encode(buffer.layout, &z);
    let units = (buffer.surface.row_words as u32).wrapping_mul(4) / buffer.surface.format.bytes();
    let first = |row: u32| {
        let y = block.tile_y + block.y as u32 + row;
        buffer.rows.row(y).wrapping_mul(units).wrapping_add(block.tile_x + block.x as u32)
    };
    let words = buffer.surface.memory.words();
    // A word a pixel: rows of eight words. The last rows of the memory may be shorter and go the slow way.
    let whole_words = matches!(buffer.layout, Layout::Bits24 | Layout::Float);
    let mut stored = [0; 64];
    let mut kept = [0; 64];
    for row in 0..8usize {
        let bits = mask >> (row * 8) & 0xFF;
        if bits == 0 || buffer.compare == Compare::Always && buffer.layout != Layout::Bits24 {
            continue;
        }
        let start = first(row as u32);
        match words.get(start as usize..start as usize + 8).filter(|_| whole_words) {
            Some(eight) => {
                for (column, word) in eight.iter().enumerate() {
                    kept[row * 8 + column] = word.load(Relaxed);
                }
            }
            None => {
                for column in set_bits(bits) {
                    stored[row * 8 + column] = buffer.load(start.wrapping_add(column as u32));
                }
            }
        }
    }
    if whole_words {
        for lane in 0..64 {
            stored[lane] |= if buffer.layout == Layout::Bits24 { kept[lane] & 0xFF_FFFF } else { ordered(kept[lane]) };
        }
    }
    let passed = mask & compare_lanes(buffer.compare, &codes, &stored);
    if !buffer.write {
        return passed;
    }
    for row in 0..8usize {
        let bits = passed >> (row * 8) & 0xFF;
        if bits == 0 {
            continue;
        }
        let start = first(row as u32);
        match words.get(start as usize..start as usize + 8).filter(|_| whole_words) {
            Some(eight) => {
                let value = |lane: usize| match buffer.layout {
                    Layout::Bits24 => kept[lane] & 0xFF00_0000 | codes[lane],
                    _ => codes[lane] ^ 0x8000_0000,
                };
                if bits == 0xFF {
                    for (column, word) in eight.iter().enumerate() {
                        word.store(value(row * 8 + column), Relaxed);
                    }
                } else {
                    for (column, word) in eight.iter().enumerate() {
                        if bits >> column & 1 != 0 {
                            word.store(value(row * 8 + column), Relaxed);
                        }
                    }
                }
            }
            None => {
                for column in set_bits(bits) {
                    buffer.store(start.wrapping_add(column as u32), codes[row * 8 + column]);
                }
            }
        }
    }
    passed
}
