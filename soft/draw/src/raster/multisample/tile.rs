//! The rasterisation of one tile of multisampled targets: the samples of its primitives, and early tests.

use super::coverage::blocks;
use crate::raster::binning::Chunk;
use crate::raster::fragment::Worker;
use crate::raster::per_fragment::Block;
use crate::raster::planes::Planes;
use crate::raster::primitive::Primitive;
use crate::raster::quads::lanes_of;
use crate::raster::samples::{Masks, Samples, union};
use crate::raster::tile::{Blocks, Covered, CoveredBlock, TileDraw};
use base::core::cpu::versions;
use base::core::vector::Eight;
use shader::pipeline::state::Failure;

/// Draws the primitives of the chunks in a tile.
pub fn draw_tile<'c>(
    tile: &TileDraw,
    samples: &Samples,
    chunks: impl Iterator<Item = &'c Chunk> + Clone,
    worker: &mut Worker,
) -> Result<(), Failure> {
    let (tile_x, tile_y) = (tile.pixel(tile.x), tile.pixel(tile.y));
    tile.prefetch(chunks.clone());
    let drawn = tile.primitives(chunks, |chunk, primitive| draw_primitive(tile.plan.isa, tile, samples, chunk, primitive, worker));
    let outcome = drawn.and_then(|()| worker.flush_samples(tile.plan, samples, tile_x, tile_y));
    worker.samples.end_tile(samples, tile_x, tile_y);
    outcome
}

versions! {
    fn draw_primitive = draw_primitive_body<Eight>(
        tile: &TileDraw, samples: &Samples, chunk: &Chunk, primitive: &Primitive, worker: &mut Worker
    ) -> Result<(), Failure>
}

#[inline(always)]
fn draw_primitive_body<V: Eight>(
    tile: &TileDraw,
    samples: &Samples,
    chunk: &Chunk,
    primitive: &Primitive,
    worker: &mut Worker,
) -> Result<(), Failure> {
    let mut drawn = Blocks::new(tile, chunk, primitive, worker, PixelSamples { samples, packed: false, whole: false });
    let smooth = tile.plan.smooth.as_ref();
    blocks::<V>(samples, smooth, primitive, drawn.x, drawn.y, |x, y, covered, coverage| drawn.draw(x, y, *covered, coverage));
    drawn.outcome
}

/// The samples of pixels, and which of the packets have the primitive.
struct PixelSamples<'a, 's> {
    samples: &'a Samples<'s>,
    packed: bool,
    whole: bool,
}

impl Covered for PixelSamples<'_, '_> {
    type Mask = Masks;

    #[inline(always)]
    fn keep(mask: &Masks, kept: u64) -> Masks {
        mask.map(|mask| mask & kept)
    }

    #[inline(always)]
    fn pixels(mask: &Masks) -> u64 {
        union(mask)
    }

    /// Returns one invocation for each pixel, or for each sample.
    fn invocations(&self, passed: &Masks) -> u64 {
        if self.samples.per_sample {
            passed.iter().map(|mask| u64::from(mask.count_ones())).sum()
        } else {
            u64::from(union(passed).count_ones())
        }
    }

    fn early(&self, tile: &TileDraw, planes: &Planes, (x, y): (usize, usize), covered: &Masks, worker: &mut Worker) -> Masks {
        let mut passed = *covered;
        for (sample, mask) in passed.iter_mut().enumerate().take(self.samples.count()) {
            let tests = self.samples.buffers.get(sample).and_then(|buffers| buffers.depth_stencil.as_ref());
            if let (Some(tests), Some(cache)) = (tests.filter(|_| *mask != 0), worker.samples.depth.get_mut(sample)) {
                let (depth, range, front) = (planes.moved_depth(self.samples.offset(sample)), planes.z_range, planes.front);
                let block = Block { depth, range, front, x, y, tile_x: tile.pixel(tile.x), tile_y: tile.pixel(tile.y) };
                *mask = tests.test_block(tile.plan.isa, cache, *mask, &block);
            }
            if tile.plan.draw.occlusion {
                worker.statistics.samples_passed += u64::from(mask.count_ones());
            }
        }
        passed
    }

    fn pack(
        &mut self,
        tile: &TileDraw,
        primitive: &Primitive,
        planes: &Planes,
        block: &CoveredBlock<Masks>,
        worker: &mut Worker,
    ) -> Result<(), Failure> {
        let (tile_x, tile_y) = (tile.pixel(tile.x), tile.pixel(tile.y));
        if block.coverage.is_none() && self.samples.are_all(block.passed) {
            return self.whole(tile, primitive, planes, (block.x, block.y), worker);
        }
        let flush = |worker: &mut Worker| worker.flush_samples(tile.plan, self.samples, tile_x, tile_y);
        let add = |worker: &mut Worker, bit| {
            worker.samples.push(worker.packed.count, |sample| (lanes_of(block.covered[sample], bit), lanes_of(block.passed[sample], bit)));
            if let Some(coverage) = block.coverage {
                worker.cover_quad(bit, coverage);
            }
        };
        let mask = union(block.passed);
        tile.pack_quads(primitive, planes, (block.x, block.y), mask, worker, &mut self.packed, flush, add)
    }
}

impl PixelSamples<'_, '_> {
    /// Shades an 8×8 block of whose pixels all samples are covered and passed the early tests.
    fn whole(
        &mut self,
        tile: &TileDraw,
        primitive: &Primitive,
        planes: &Planes,
        (x, y): (usize, usize),
        worker: &mut Worker,
    ) -> Result<(), Failure> {
        let (tile_x, tile_y) = (tile.pixel(tile.x), tile.pixel(tile.y));
        if worker.packed.covered.overlaps(x, y, u64::MAX) {
            worker.flush_samples(tile.plan, self.samples, tile_x, tile_y)?;
            self.packed &= worker.packed.slots == 1;
        }
        if !self.whole {
            worker.whole.clear();
            worker.whole.add_primitive(tile.plan, tile.batch, primitive, planes);
            self.whole = true;
        }
        worker.whole.fill(x, y, tile.plan.placed);
        worker.shade_whole_samples(tile.plan, self.samples, tile_x, tile_y)
    }
}
