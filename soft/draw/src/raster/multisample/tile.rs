//! The rasterisation of one tile of multisampled targets: its primitives in order, early tests, packing.

use super::coverage::blocks;
use crate::raster::binning::Chunk;
use crate::raster::fragment::Worker;
use crate::raster::per_fragment::Block;
use crate::raster::planes::Planes;
use crate::raster::primitive::Primitive;
use crate::raster::quads::{QUADS, lanes_of, quads_of};
use crate::raster::samples::{Masks, Samples, union};
use crate::raster::tile::TileDraw;
use base::core::cpu::versions;
use base::core::lanes::Floats;
use base::core::vector::Eight;
use shader::pipeline::state::Failure;

/// Draws the primitives of the chunks in a tile.
pub fn draw_tile<'c>(
    tile: &TileDraw,
    samples: &Samples,
    chunks: impl Iterator<Item = &'c Chunk>,
    worker: &mut Worker,
) -> Result<(), Failure> {
    let (tile_x, tile_y) = (tile.pixel(tile.x), tile.pixel(tile.y));
    let outcome = draw_primitives(tile, samples, chunks, worker).and_then(|()| worker.flush_samples(tile.plan, samples, tile_x, tile_y));
    worker.samples.end_tile(samples, tile_x, tile_y);
    outcome
}

fn draw_primitives<'c>(
    tile: &TileDraw,
    samples: &Samples,
    chunks: impl Iterator<Item = &'c Chunk>,
    worker: &mut Worker,
) -> Result<(), Failure> {
    for chunk in chunks {
        for index in chunk.in_tile(tile.x, tile.y) {
            draw_primitive(tile.plan.isa, tile, samples, chunk, &chunk.primitives[index as usize], worker)?;
        }
    }
    Ok(())
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
    let (x, y) = (tile.pixel(tile.x) as i32, tile.pixel(tile.y) as i32);
    let plan = tile.plan;
    let mut planes = None;
    let mut present = false;
    let mut outcome = Ok(());
    blocks::<V>(samples, plan.smooth.as_ref(), primitive, x, y, |block_x, block_y, covered, coverage| {
        let kept = tile.stippled(primitive, block_x, block_y, u64::MAX);
        let covered = &covered.map(|mask| mask & kept);
        if union(covered) == 0 {
            return true;
        }
        let planes = planes.get_or_insert_with(|| Planes::new(primitive, &chunk.weights, plan.depth_range(primitive.viewport), x, y));
        let passed = if plan.early { early(tile, samples, planes, block_x, block_y, covered, worker) } else { *covered };
        if plan.code.is_none() {
            worker.statistics.fragment_shader_invocations += invocations(samples, &passed);
        } else if union(&passed) != 0 {
            let block = SampleBlock { x: block_x, y: block_y, covered, passed: &passed, coverage };
            outcome = pack(tile, samples, primitive, planes, &block, worker, &mut present);
        }
        outcome.is_ok()
    });
    outcome
}

/// Returns the fragment shader invocations for the pixels of a block: one for each pixel, or for each sample.
fn invocations(samples: &Samples, passed: &Masks) -> u64 {
    if samples.per_sample { passed.iter().map(|mask| u64::from(mask.count_ones())).sum() } else { u64::from(union(passed).count_ones()) }
}

/// Runs the early tests on the samples of a block.
fn early(tile: &TileDraw, samples: &Samples, planes: &Planes, x: usize, y: usize, covered: &Masks, worker: &mut Worker) -> Masks {
    let mut passed = *covered;
    for (sample, mask) in passed.iter_mut().enumerate().take(samples.count()) {
        let tests = samples.buffers.get(sample).and_then(|buffers| buffers.depth_stencil.as_ref());
        if let (Some(tests), Some(cache)) = (tests.filter(|_| *mask != 0), worker.samples.depth.get_mut(sample)) {
            let moved = planes.with_depth_at(samples.offset(sample));
            let block = Block { planes: &moved, x, y, tile_x: tile.pixel(tile.x), tile_y: tile.pixel(tile.y) };
            *mask = tests.test_block(tile.plan.isa, cache, *mask, &block);
        }
        if tile.plan.draw.occlusion {
            worker.statistics.samples_passed += u64::from(mask.count_ones());
        }
    }
    passed
}

/// The samples of an 8×8 block that a primitive covers, and those that passed the early tests.
struct SampleBlock<'a> {
    /// The first pixel of the block in the tile.
    x: usize,
    y: usize,
    covered: &'a Masks,
    passed: &'a Masks,
    /// With antialiasing, the covered part of each pixel.
    coverage: Option<&'a Floats>,
}

/// Packs the quads of a block into waves, and shades the waves that are full. `present` is true while the packet has the primitive.
fn pack(
    tile: &TileDraw,
    samples: &Samples,
    primitive: &Primitive,
    planes: &Planes,
    block: &SampleBlock,
    worker: &mut Worker,
    present: &mut bool,
) -> Result<(), Failure> {
    let plan = tile.plan;
    let (tile_x, tile_y) = (tile.pixel(tile.x), tile.pixel(tile.y));
    let mask = union(block.passed);
    if worker.packed.covered.overlaps(block.x, block.y, mask) {
        worker.flush_samples(plan, samples, tile_x, tile_y)?;
        *present &= worker.packed.slots == 1;
    }
    let mut left = quads_of(mask);
    while left != 0 {
        if worker.packed.count == QUADS || !*present && worker.packed.slots == QUADS {
            worker.flush_samples(plan, samples, tile_x, tile_y)?;
            *present &= worker.packed.slots == 1;
        }
        if !*present {
            if worker.packed.count == 0 {
                worker.packed.clear();
            }
            worker.packed.add_primitive(plan, tile.batch, primitive, planes);
            *present = true;
        }
        let bit = left.trailing_zeros();
        left &= left - 1;
        let (x, y, lanes) = (block.x + (bit & 7) as usize, block.y + (bit >> 4) as usize * 2, lanes_of(mask, bit));
        worker.samples.push(worker.packed.count, |sample| (lanes_of(block.covered[sample], bit), lanes_of(block.passed[sample], bit)));
        if let Some(coverage) = block.coverage {
            worker.cover_quad(bit, coverage);
        }
        worker.packed.push(x, y, lanes);
        worker.packed.covered.add(x, y, lanes & 3 | lanes >> 2 << 8);
    }
    Ok(())
}
