//! Per-fragment operations: the stencil and depth tests, blending and logical operations.

pub mod advanced;
pub mod blend;
mod depth;
pub mod logic;
mod stencil;

use super::block_rows::StoredRows;
use super::planes::{Plane, depth_of};
use super::quads::Pixels;
use super::tile_cache::TileCache;
use base::core::compare::Compare;
use base::core::cpu::InstructionSet;
use base::core::lanes::{Floats, Words, lanes_where};
use base::image::Surface;
use depth::DepthBuffer;
use shader::pipeline::state::Draw;
use stencil::StencilBuffer;

/// The enabled depth and stencil tests that have a buffer.
pub struct DepthStencil<'a> {
    depth: Option<DepthBuffer<'a>>,
    stencil: Option<StencilBuffer<'a>>,
}

/// An 8×8 block of pixels of one primitive.
pub struct Block {
    /// The plane of depth, and the range that depths are clamped to.
    pub depth: Plane,
    pub range: (f32, f32),
    /// True if the primitive is front-facing.
    pub front: bool,
    /// The first pixel of the block in the tile.
    pub x: usize,
    pub y: usize,
    /// The first pixel of the tile in the window.
    pub tile_x: u32,
    pub tile_y: u32,
}

/// The mapping of window rows to rows of a surface.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// True if row 0 is the highest window row.
    pub flipped: bool,
    /// The height of the window or framebuffer in rows.
    pub height: u32,
}

impl Rows {
    /// Returns the surface row of a window row.
    #[inline(always)]
    pub fn row(self, y: u32) -> u32 {
        if self.flipped { self.height.wrapping_sub(1).wrapping_sub(y) } else { y }
    }

    /// Returns the rows of an 8×8 block of pixels in memory, with texels of this many words.
    #[inline(always)]
    pub fn block(self, surface: &Surface, words: usize, x: u32, y: u32) -> StoredRows<'_> {
        let first = (self.row(y) as usize).wrapping_mul(surface.row_words).wrapping_add(x as usize * words);
        let next = if self.flipped { surface.row_words.wrapping_neg() } else { surface.row_words };
        StoredRows::new(surface.memory.words(), first, next)
    }

    /// Returns the indices of texels, counted from the start of the memory in units of `bytes`. A pixel outside the surface gets an index
    /// outside the memory or in another row, which accesses check.
    #[inline(always)]
    pub fn addresses(self, surface: &Surface, bytes: u32, pixels: &Pixels) -> Words {
        let row_units = (surface.row_words as u32).wrapping_mul(4) / bytes;
        let mut result = [0; 64];
        for lane in 0..64 {
            result[lane] = self.row(pixels.y[lane]).wrapping_mul(row_units).wrapping_add(pixels.x[lane]);
        }
        result
    }
}

impl<'a> DepthStencil<'a> {
    /// Creates the tests of a draw to a sample of a layer, or returns `None` if no test can fail or change anything.
    pub fn new(draw: &'a Draw<'a>, layer: u16, sample: usize) -> Option<Self> {
        let (depth, stencil) = (DepthBuffer::new(draw, layer, sample), StencilBuffer::new(draw, layer, sample));
        (depth.is_some() || stencil.is_some()).then_some(Self { depth, stencil })
    }

    /// Performs [`Self::test`] for a block, whose lane 8 r + c is in row r and column c. If only depth is tested, it uses the tile cache,
    /// and [`Self::write_back`] must end the tile.
    pub fn test_block(&self, isa: InstructionSet, cache: &mut TileCache, mask: u64, block: &Block) -> u64 {
        if let (Some(depth), None) = (&self.depth, &self.stencil) {
            return depth.test_block(isa, cache, mask, block);
        }
        let mut pixels = Pixels::default();
        let mut z = [0.0; 64];
        for lane in 0..64 {
            let (x, y) = (block.x + lane % 8, block.y + lane / 8);
            z[lane] = depth_of(block.depth, block.range, x as f32, y as f32);
            pixels.x[lane] = block.tile_x + x as u32;
            pixels.y[lane] = block.tile_y + y as u32;
        }
        let back = if block.front { 0 } else { u64::MAX };
        self.test(isa, mask, back, &pixels, &z)
    }

    /// Prefetches the depths of a row that a tile will need.
    pub fn prefetch(&self, x: u32, y: u32, count: usize) {
        if let Some(depth) = &self.depth {
            depth.prefetch(x, y, count);
        }
    }

    /// Writes the modified depths of a tile cache back.
    pub fn write_back(&self, cache: &mut TileCache, tile_x: u32, tile_y: u32) {
        if let Some(depth) = &self.depth {
            depth.write_back(cache, tile_x, tile_y);
        }
    }

    /// Performs [`Self::test_with`] with the stencil reference values of the state.
    pub fn test(&self, isa: InstructionSet, mask: u64, back: u64, pixels: &Pixels, z: &Floats) -> u64 {
        self.test_with(isa, mask, back, pixels, z, None)
    }

    /// Performs the stencil and depth tests and writes both buffers; returns the lanes that pass. `back` holds the lanes of back faces,
    /// `references` the stencil reference values of the shader. No two lanes of `mask` may be the same pixel.
    pub fn test_with(&self, isa: InstructionSet, mask: u64, back: u64, pixels: &Pixels, z: &Floats, references: Option<&Words>) -> u64 {
        match (&self.depth, &self.stencil) {
            (Some(depth), None) => depth.test(isa, mask, pixels, z),
            (None, Some(stencil)) => {
                let passed = stencil.compare(mask, back, pixels, references);
                stencil.update(mask & !passed, 0, passed, back, pixels, references);
                passed
            }
            (Some(depth), Some(stencil)) => {
                let passed = stencil.compare(mask, back, pixels, references);
                let deep = depth.test(isa, passed, pixels, z);
                stencil.update(mask & !passed, passed & !deep, deep, back, pixels, references);
                deep
            }
            (None, None) => mask,
        }
    }
}

/// Returns the lanes where `a compare b` holds.
#[inline(always)]
pub fn compare_lanes<T: Copy + PartialOrd>(compare: Compare, a: &[T; 64], b: &[T; 64]) -> u64 {
    match compare {
        Compare::Never => 0,
        Compare::Less => lanes_where(a, b, |a, b| a < b),
        Compare::Equal => lanes_where(a, b, |a, b| a == b),
        Compare::LessEqual => lanes_where(a, b, |a, b| a <= b),
        Compare::Greater => lanes_where(a, b, |a, b| a > b),
        Compare::NotEqual => lanes_where(a, b, |a, b| a != b),
        Compare::GreaterEqual => lanes_where(a, b, |a, b| a >= b),
        Compare::Always => u64::MAX,
    }
}
