//! The rasterisation of one tile: its primitives in order, early tests, packing.

use super::batch::Batch;
use super::binning::Chunk;
use super::coverage::{Bounds, blocks};
use super::fragment::Worker;
use super::per_fragment::Block;
use super::pixel_set::TILE;
use super::plan::Plan;
use super::planes::Planes;
use super::primitive::{Extent, Primitive};
use super::quads::{QUADS, lanes_of, pixels_of, quads_of};
use super::smooth::{Smooth, smooth_blocks};
use base::core::cpu::versions;
use base::core::lanes::Floats;
use base::core::vector::Eight;
use shader::pipeline::state::Failure;

/// A draw restricted to one tile.
pub struct TileDraw<'a> {
    /// The plan of the draw.
    pub plan: &'a Plan<'a>,
    /// The batch to draw.
    pub batch: &'a Batch<'a>,
    /// The tile number in x and y.
    pub x: usize,
    pub y: usize,
}

impl TileDraw<'_> {
    /// Draws the primitives of the chunks in this tile.
    pub fn draw<'c>(&self, chunks: impl Iterator<Item = &'c Chunk> + Clone, worker: &mut Worker) -> Result<(), Failure> {
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        self.prefetch(chunks.clone());
        let outcome = self.primitives(chunks, worker).and_then(|()| worker.flush(self.plan, tile_x, tile_y));
        worker.end_tile(self.plan, tile_x, tile_y);
        outcome
    }

    /// Prefetches the pixels that the tile will need, all at once instead of waiting for each.
    fn prefetch<'c>(&self, chunks: impl Iterator<Item = &'c Chunk>) {
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        let extent = chunks.map(|chunk| chunk.extent_in_tile(self.x, self.y)).fold(Extent::NONE, Extent::union);
        let Some(Bounds { x0, y0, x1, y1 }) = Bounds::new(extent, tile_x as i32, tile_y as i32) else { return };
        for y in y0..y1 {
            let (x, y, count) = (tile_x + x0 as u32, tile_y + y as u32, (x1 - x0) as usize);
            if let Some(tests) = self.plan.depth_stencil.as_ref().filter(|_| self.plan.early) {
                tests.prefetch(x, y, count);
            }
            self.plan.colors.iter().for_each(|target| target.prefetch(x, y, count));
        }
    }

    fn primitives<'c>(&self, chunks: impl Iterator<Item = &'c Chunk>, worker: &mut Worker) -> Result<(), Failure> {
        for chunk in chunks {
            for index in chunk.in_tile(self.x, self.y) {
                let primitive = &chunk.primitives[index as usize];
                match &self.plan.smooth {
                    Some(smooth) => draw_smooth(self.plan.isa, self, smooth, chunk, primitive, worker)?,
                    None => draw_primitive(self.plan.isa, self, chunk, primitive, worker)?,
                }
            }
        }
        Ok(())
    }

    /// Returns the first pixel of a tile in the window.
    pub(super) fn pixel(&self, tile: usize) -> u32 {
        (tile * TILE) as u32
    }

    /// Returns the pixels of a block that the stipple leaves.
    #[inline(always)]
    pub(super) fn stippled(&self, primitive: &Primitive, x: usize, y: usize, mask: u64) -> u64 {
        match &self.plan.stipple {
            Some(stipple) => mask & stipple.kept(primitive, self.pixel(self.x) as i32 + x as i32, self.pixel(self.y) as i32 + y as i32),
            None => mask,
        }
    }

    /// Runs the early tests on the pixels of a block.
    #[inline(always)]
    fn early(&self, planes: &Planes, x: usize, y: usize, mut mask: u64, worker: &mut Worker) -> u64 {
        if let Some(tests) = &self.plan.depth_stencil {
            let block = Block { planes, x, y, tile_x: self.pixel(self.x), tile_y: self.pixel(self.y) };
            mask = tests.test_block(self.plan.isa, &mut worker.depth, mask, &block);
        }
        if self.plan.draw.occlusion {
            worker.statistics.samples_passed += u64::from(mask.count_ones());
        }
        mask
    }

    /// Packs the quads of a block into waves, and shades the waves that are full.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    fn pack(
        &self,
        primitive: &Primitive,
        planes: &Planes,
        x: usize,
        y: usize,
        mut mask: u64,
        worker: &mut Worker,
        present: &mut Present,
    ) -> Result<(), Failure> {
        let plan = self.plan;
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        if worker.packed.covered.overlaps(x, y, mask) {
            worker.flush(plan, tile_x, tile_y)?;
            present.packed &= worker.packed.slots == 1;
        }
        if mask == u64::MAX {
            if !present.whole {
                worker.whole.clear();
                worker.whole.add_primitive(plan, self.batch, primitive, planes);
                present.whole = true;
            }
            worker.whole.fill(x, y);
            return worker.shade(plan, true, tile_x, tile_y);
        }
        let mut left = quads_of(mask);
        while left != 0 {
            if worker.packed.count == QUADS || !present.packed {
                // The pixels of this block that are already in the packet, which may be flushed now.
                let waiting = pixels_of(left);
                worker.packed.covered.add(x, y, mask & !waiting);
                mask &= waiting;
                self.make_room(primitive, planes, worker, present)?;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            worker.packed.push(x + (bit & 7) as usize, y + (bit >> 4) as usize * 2, lanes_of(mask, bit));
        }
        worker.packed.covered.add(x, y, mask);
        Ok(())
    }

    /// Packs the quads of a block of a smooth primitive, with the coverage of their pixels, into waves, and shades the waves that are full.
    /// `present` is true while the packet has the primitive.
    #[allow(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    fn pack_smooth(
        &self,
        primitive: &Primitive,
        planes: &Planes,
        (x, y): (usize, usize),
        mask: u64,
        coverage: &Floats,
        worker: &mut Worker,
        present: &mut bool,
    ) -> Result<(), Failure> {
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        if worker.packed.covered.overlaps(x, y, mask) {
            worker.flush(self.plan, tile_x, tile_y)?;
            *present &= worker.packed.slots == 1;
        }
        let mut left = quads_of(mask);
        while left != 0 {
            if worker.packed.count == QUADS || !*present && worker.packed.slots == QUADS {
                worker.flush(self.plan, tile_x, tile_y)?;
                *present &= worker.packed.slots == 1;
            }
            if !*present {
                if worker.packed.count == 0 {
                    worker.packed.clear();
                }
                worker.packed.add_primitive(self.plan, self.batch, primitive, planes);
                *present = true;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            let (x, y, lanes) = (x + (bit & 7) as usize, y + (bit >> 4) as usize * 2, lanes_of(mask, bit));
            worker.cover_quad(bit, coverage);
            worker.packed.push(x, y, lanes);
            worker.packed.covered.add(x, y, lanes & 3 | lanes >> 2 << 8);
        }
        Ok(())
    }

    /// Flushes the packet `packed` if it is full, and adds the primitive to it if not present.
    #[inline(never)]
    fn make_room(&self, primitive: &Primitive, planes: &Planes, worker: &mut Worker, present: &mut Present) -> Result<(), Failure> {
        if worker.packed.count == QUADS || worker.packed.slots == QUADS {
            worker.flush(self.plan, self.pixel(self.x), self.pixel(self.y))?;
            present.packed &= worker.packed.slots == 1;
        }
        if !present.packed {
            if worker.packed.count == 0 {
                worker.packed.clear();
            }
            worker.packed.add_primitive(self.plan, self.batch, primitive, planes);
            present.packed = true;
        }
        Ok(())
    }
}

versions! {
    fn draw_primitive = draw_primitive_body<Eight>(tile: &TileDraw, chunk: &Chunk, primitive: &Primitive, worker: &mut Worker) -> Result<(), Failure>
}

#[inline(always)]
fn draw_primitive_body<V: Eight>(tile: &TileDraw, chunk: &Chunk, primitive: &Primitive, worker: &mut Worker) -> Result<(), Failure> {
    let (x, y) = (tile.pixel(tile.x) as i32, tile.pixel(tile.y) as i32);
    let plan = tile.plan;
    let mut planes = None;
    let mut present = Present::default();
    let mut outcome = Ok(());
    blocks::<V>(primitive, x, y, |block_x, block_y, mask| {
        let mask = tile.stippled(primitive, block_x, block_y, mask);
        if mask == 0 {
            return true;
        }
        let planes = planes.get_or_insert_with(|| Planes::new(primitive, &chunk.weights, plan.depth_range(primitive.viewport), x, y));
        let mask = if plan.early { tile.early(planes, block_x, block_y, mask, worker) } else { mask };
        if plan.code.is_none() {
            worker.statistics.fragment_shader_invocations += u64::from(mask.count_ones());
        } else if mask != 0 {
            outcome = tile.pack(primitive, planes, block_x, block_y, mask, worker, &mut present);
        }
        outcome.is_ok()
    });
    outcome
}

versions! {
    fn draw_smooth = draw_smooth_body<Eight>(
        tile: &TileDraw, smooth: &Smooth, chunk: &Chunk, primitive: &Primitive, worker: &mut Worker
    ) -> Result<(), Failure>
}

#[inline(always)]
fn draw_smooth_body<V: Eight>(
    tile: &TileDraw,
    smooth: &Smooth,
    chunk: &Chunk,
    primitive: &Primitive,
    worker: &mut Worker,
) -> Result<(), Failure> {
    let (x, y) = (tile.pixel(tile.x) as i32, tile.pixel(tile.y) as i32);
    let plan = tile.plan;
    let mut planes = None;
    let mut present = false;
    let mut outcome = Ok(());
    smooth_blocks::<V>(smooth, primitive, x, y, |block_x, block_y, mask, coverage| {
        let mask = tile.stippled(primitive, block_x, block_y, mask);
        if mask == 0 {
            return true;
        }
        let planes = planes.get_or_insert_with(|| Planes::new(primitive, &chunk.weights, plan.depth_range(primitive.viewport), x, y));
        let mask = if plan.early { tile.early(planes, block_x, block_y, mask, worker) } else { mask };
        if plan.code.is_none() {
            worker.statistics.fragment_shader_invocations += u64::from(mask.count_ones());
        } else if mask != 0 {
            outcome = tile.pack_smooth(primitive, planes, (block_x, block_y), mask, coverage, worker, &mut present);
        }
        outcome.is_ok()
    });
    outcome
}

/// The packets that already contain the current primitive.
#[derive(Default)]
struct Present {
    packed: bool,
    whole: bool,
}
