//! Tests of fragments against what the buffers hold, and what replaces it.

pub mod blend;
mod depth;
pub mod logic;
mod stencil;

use super::planes::Planes;
use super::quads::Pixels;
use super::tile_cache::TileCache;
use crate::core::compare::Compare;
use crate::core::cpu::InstructionSet;
use crate::core::lanes::{Floats, Words, lanes_where};
use crate::image::Surface;
use crate::pipeline::state::Draw;
use depth::DepthBuffer;
use stencil::StencilBuffer;

/// The enabled tests that have a buffer.
pub struct DepthStencil<'a> {
    depth: Option<DepthBuffer<'a>>,
    stencil: Option<StencilBuffer<'a>>,
}

/// An 8×8 block of one primitive's pixels.
pub struct Block<'a> {
    pub planes: &'a Planes,
    /// Its first pixel in the tile.
    pub x: usize,
    pub y: usize,
    /// The tile's first pixel in the window.
    pub tile_x: u32,
    pub tile_y: u32,
}

/// How window rows become rows of a surface.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub flipped: bool,
    pub height: u32,
}

impl Rows {
    /// Returns the surface row of a window row.
    #[inline(always)]
    pub fn row(self, y: u32) -> u32 {
        if self.flipped { self.height.wrapping_sub(1).wrapping_sub(y) } else { y }
    }

    /// Numbers of texels, counted from the start of the memory in units of `unit` bytes. What a surface lacks gives numbers outside of its
    /// memory or of another row, never a fault.
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
    /// None: no test can fail or change anything.
    pub fn new(draw: &'a Draw<'a>) -> Option<Self> {
        let (depth, stencil) = (DepthBuffer::new(draw), StencilBuffer::new(draw));
        (depth.is_some() || stencil.is_some()).then_some(Self { depth, stencil })
    }

    /// [`Self::test`] for a block, lane 8 r + c in row r. Depth alone is tested in the tile's copy; then [`Self::close`] ends the tile.
    pub fn test_block(&self, isa: InstructionSet, cache: &mut TileCache, mask: u64, block: &Block) -> u64 {
        if let (Some(depth), None) = (&self.depth, &self.stencil) {
            return depth.test_block(isa, cache, mask, block);
        }
        let mut pixels = Pixels::default();
        let mut z = [0.0; 64];
        for lane in 0..64 {
            let (x, y) = (block.x + lane % 8, block.y + lane / 8);
            z[lane] = block.planes.depth(x as f32, y as f32);
            pixels.x[lane] = block.tile_x + x as u32;
            pixels.y[lane] = block.tile_y + y as u32;
        }
        let back = if block.planes.front { 0 } else { u64::MAX };
        self.test(isa, mask, back, &pixels, &z)
    }

    /// Asks for a row's depths, which a tile will need.
    pub fn prefetch(&self, x: u32, y: u32, count: usize) {
        if let Some(depth) = &self.depth {
            depth.prefetch(x, y, count);
        }
    }

    /// Writes what a tile's copy has new of depth.
    pub fn close(&self, cache: &mut TileCache, tile_x: u32, tile_y: u32) {
        if let Some(depth) = &self.depth {
            depth.close(cache, tile_x, tile_y);
        }
    }

    /// Runs the stencil and depth tests, and writes both buffers. Returns the lanes that passed. `back` are lanes of back faces; no two
    /// lanes of `mask` are the same pixel.
    pub fn test(&self, isa: InstructionSet, mask: u64, back: u64, pixels: &Pixels, z: &Floats) -> u64 {
        match (&self.depth, &self.stencil) {
            (Some(depth), None) => depth.test(isa, mask, pixels, z),
            (None, Some(stencil)) => {
                let passed = stencil.compare(mask, back, pixels);
                stencil.update(mask & !passed, 0, passed, back, pixels);
                passed
            }
            (Some(depth), Some(stencil)) => {
                let passed = stencil.compare(mask, back, pixels);
                let deep = depth.test(isa, passed, pixels, z);
                stencil.update(mask & !passed, passed & !deep, deep, back, pixels);
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
