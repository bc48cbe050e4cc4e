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
        let drawn = self.primitives(chunks, |chunk, primitive| match &self.plan.smooth {
            Some(smooth) => draw_smooth(self.plan.isa, self, smooth, chunk, primitive, worker),
            None => draw_primitive(self.plan.isa, self, chunk, primitive, worker),
        });
        let outcome = drawn.and_then(|()| worker.flush(self.plan, tile_x, tile_y));
        worker.end_tile(self.plan, tile_x, tile_y);
        outcome
    }

    /// Prefetches the pixels that the tile will need, all at once instead of waiting for each.
    pub(super) fn prefetch<'c>(&self, chunks: impl Iterator<Item = &'c Chunk>) {
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        let extent = chunks.map(|chunk| chunk.extent_in_tile(self.x, self.y)).fold(Extent::NONE, Extent::union);
        let Some(Bounds { x0, y0, x1, y1 }) = Bounds::new(extent, tile_x as i32, tile_y as i32) else { return };
        for y in y0..y1 {
            let (x, y, count) = (tile_x + x0 as u32, tile_y + y as u32, (x1 - x0) as usize);
            if let Some(tests) = self.plan.depth_stencil.as_ref().filter(|_| self.plan.early && self.plan.samples.is_none()) {
                tests.prefetch(x, y, count);
            }
            match &self.plan.samples {
                Some(samples) => samples.prefetch(x, y, count, self.plan.early),
                None => self.plan.colors.iter().for_each(|target| target.prefetch(x, y, count)),
            }
        }
    }

    /// Draws each primitive of the chunks by `draw`.
    pub(super) fn primitives<'c>(
        &self,
        chunks: impl Iterator<Item = &'c Chunk>,
        mut draw: impl FnMut(&Chunk, &Primitive) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for chunk in chunks {
            for index in chunk.in_tile(self.x, self.y) {
                draw(chunk, &chunk.primitives[index as usize])?;
            }
        }
        Ok(())
    }

    /// Returns the first pixel of a tile in the window.
    pub(super) fn pixel(&self, tile: usize) -> u32 {
        (tile * TILE) as u32
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
        present: &mut Pixels,
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
            worker.whole.fill(x, y, plan.placed);
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

    /// Packs the quads of a block into waves, each with what `add` adds to it. `flush` shades the packet. `present` is true while the packet has the
    /// primitive.
    #[allow(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    pub(super) fn pack_quads(
        &self,
        primitive: &Primitive,
        planes: &Planes,
        (x, y): (usize, usize),
        mask: u64,
        worker: &mut Worker,
        present: &mut bool,
        flush: impl Fn(&mut Worker) -> Result<(), Failure>,
        add: impl Fn(&mut Worker, u32),
    ) -> Result<(), Failure> {
        if worker.packed.covered.overlaps(x, y, mask) {
            flush(worker)?;
            *present &= worker.packed.slots == 1;
        }
        let mut left = quads_of(mask);
        while left != 0 {
            if worker.packed.count == QUADS || !*present && worker.packed.slots == QUADS {
                flush(worker)?;
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
            add(worker, bit);
            worker.packed.push(x, y, lanes);
            worker.packed.covered.add(x, y, lanes & 3 | lanes >> 2 << 8);
        }
        Ok(())
    }

    /// Flushes the packet `packed` if it is full, and adds the primitive to it if not present.
    #[inline(never)]
    fn make_room(&self, primitive: &Primitive, planes: &Planes, worker: &mut Worker, present: &mut Pixels) -> Result<(), Failure> {
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
    let mut drawn = Blocks::new(tile, chunk, primitive, worker, Pixels::default());
    blocks::<V>(primitive, drawn.x, drawn.y, |x, y, mask| drawn.draw(x, y, mask, None));
    drawn.outcome
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
    let mut drawn = Blocks::new(tile, chunk, primitive, worker, Pixels::default());
    smooth_blocks::<V>(smooth, primitive, drawn.x, drawn.y, |x, y, mask, coverage| drawn.draw(x, y, mask, Some(coverage)));
    drawn.outcome
}

/// What is covered: the pixels of a block, or their samples.
pub(super) trait Covered {
    /// The covered pixels or samples of a block.
    type Mask: Copy;

    /// Returns what is in the pixels `kept`.
    fn keep(mask: &Self::Mask, kept: u64) -> Self::Mask;

    /// Returns the pixels of which anything is covered.
    fn pixels(mask: &Self::Mask) -> u64;

    /// Returns the number of fragment shader invocations.
    fn invocations(&self, mask: &Self::Mask) -> u64;

    /// Runs the early tests on a block. Returns what passes.
    fn early(&self, tile: &TileDraw, planes: &Planes, at: (usize, usize), mask: &Self::Mask, worker: &mut Worker) -> Self::Mask;

    /// Packs the quads of a block into waves, and shades the waves that are full.
    fn pack(
        &mut self,
        tile: &TileDraw,
        primitive: &Primitive,
        planes: &Planes,
        block: &CoveredBlock<Self::Mask>,
        worker: &mut Worker,
    ) -> Result<(), Failure>;
}

/// What a primitive covers of an 8×8 block.
pub(super) struct CoveredBlock<'a, Mask> {
    /// The first pixel of the block in the tile.
    pub(super) x: usize,
    pub(super) y: usize,
    /// Before and after the early tests.
    pub(super) covered: &'a Mask,
    pub(super) passed: &'a Mask,
    /// With antialiasing, the covered part of each pixel.
    pub(super) coverage: Option<&'a Floats>,
}

/// A primitive that is drawn block by block.
pub(super) struct Blocks<'a, 'd, C> {
    tile: &'a TileDraw<'d>,
    chunk: &'a Chunk,
    primitive: &'a Primitive,
    worker: &'a mut Worker,
    covered: C,
    planes: Option<Planes>,
    /// The first pixel of the tile in the window.
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) outcome: Result<(), Failure>,
}

impl<'a, 'd, C: Covered> Blocks<'a, 'd, C> {
    /// Creates a primitive of which no block is drawn.
    #[inline(always)]
    pub(super) fn new(tile: &'a TileDraw<'d>, chunk: &'a Chunk, primitive: &'a Primitive, worker: &'a mut Worker, covered: C) -> Self {
        let (x, y) = (tile.pixel(tile.x) as i32, tile.pixel(tile.y) as i32);
        Self { tile, chunk, primitive, worker, covered, planes: None, x, y, outcome: Ok(()) }
    }

    /// Draws a block. Returns false if drawing failed.
    #[inline(always)]
    pub(super) fn draw(&mut self, x: usize, y: usize, mask: C::Mask, coverage: Option<&Floats>) -> bool {
        let Self { tile, chunk, primitive, worker, covered: kind, planes, outcome, .. } = self;
        let plan = tile.plan;
        let covered = match &plan.stipple {
            Some(stipple) => C::keep(&mask, stipple.kept(primitive, self.x + x as i32, self.y + y as i32)),
            None => mask,
        };
        if C::pixels(&covered) == 0 {
            return true;
        }
        let planes =
            planes.get_or_insert_with(|| Planes::new(primitive, &chunk.weights, plan.depth_range(primitive.viewport), self.x, self.y));
        let passed = if plan.early { kind.early(tile, planes, (x, y), &covered, worker) } else { covered };
        if plan.code.is_none() {
            worker.statistics.fragment_shader_invocations += kind.invocations(&passed);
        } else if C::pixels(&passed) != 0 {
            let block = CoveredBlock { x, y, covered: &covered, passed: &passed, coverage };
            *outcome = kind.pack(tile, primitive, planes, &block, worker);
        }
        outcome.is_ok()
    }
}

/// The pixels of targets with one sample a pixel, and the packets that already contain the current primitive.
#[derive(Default)]
struct Pixels {
    packed: bool,
    whole: bool,
}

impl Covered for Pixels {
    type Mask = u64;

    #[inline(always)]
    fn keep(mask: &u64, kept: u64) -> u64 {
        mask & kept
    }

    #[inline(always)]
    fn pixels(mask: &u64) -> u64 {
        *mask
    }

    #[inline(always)]
    fn invocations(&self, mask: &u64) -> u64 {
        u64::from(mask.count_ones())
    }

    #[inline(always)]
    fn early(&self, tile: &TileDraw, planes: &Planes, (x, y): (usize, usize), mask: &u64, worker: &mut Worker) -> u64 {
        let mut mask = *mask;
        if let Some(tests) = &tile.plan.depth_stencil {
            let (depth, range, front) = (planes.z, planes.z_range, planes.front);
            let block = Block { depth, range, front, x, y, tile_x: tile.pixel(tile.x), tile_y: tile.pixel(tile.y) };
            mask = tests.test_block(tile.plan.isa, &mut worker.depth, mask, &block);
        }
        if tile.plan.draw.occlusion {
            worker.statistics.samples_passed += u64::from(mask.count_ones());
        }
        mask
    }

    #[inline(always)]
    fn pack(
        &mut self,
        tile: &TileDraw,
        primitive: &Primitive,
        planes: &Planes,
        block: &CoveredBlock<u64>,
        worker: &mut Worker,
    ) -> Result<(), Failure> {
        let (x, y, mask) = (block.x, block.y, *block.passed);
        let Some(coverage) = block.coverage else { return tile.pack(primitive, planes, x, y, mask, worker, self) };
        let flush = |worker: &mut Worker| worker.flush(tile.plan, tile.pixel(tile.x), tile.pixel(tile.y));
        let cover = |worker: &mut Worker, bit| worker.cover_quad(bit, coverage);
        tile.pack_quads(primitive, planes, (x, y), mask, worker, &mut self.packed, flush, cover)
    }
}
