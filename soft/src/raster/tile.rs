//! One tile: its primitives in order, early tests, packing.

use super::Batch;
use super::bin::{Chunk, TILE};
use super::coverage::blocks;
use super::fragment::Worker;
use super::interpolate::Planes;
use super::per_fragment::Block;
use super::plan::Plan;
use super::quads::{QUADS, quad_of};
use super::setup::Primitive;
use crate::draw::state::Failure;

/// What a tile is drawn with.
pub struct TileDraw<'a> {
    pub plan: &'a Plan<'a>,
    pub batch: &'a Batch<'a>,
    /// Tile number in x and y.
    pub x: usize,
    pub y: usize,
}

impl TileDraw<'_> {
    /// Draws what the chunks have in this tile.
    pub fn draw<'c>(&self, chunks: impl Iterator<Item = &'c Chunk>, worker: &mut Worker) -> Result<(), Failure> {
        for chunk in chunks {
            for index in chunk.in_tile(self.x, self.y) {
                self.primitive(chunk, &chunk.primitives[index as usize], worker)?;
            }
        }
        worker.flush(self.plan, self.pixel(self.x), self.pixel(self.y))
    }

    fn pixel(&self, tile: usize) -> u32 {
        (tile * TILE) as u32
    }

    fn primitive(&self, chunk: &Chunk, primitive: &Primitive, worker: &mut Worker) -> Result<(), Failure> {
        let (x, y) = (self.pixel(self.x) as i32, self.pixel(self.y) as i32);
        let plan = self.plan;
        let mut planes = None;
        // Whether the packet knows the primitive.
        let mut known = false;
        let mut outcome = Ok(());
        blocks(plan.isa, primitive, x, y, |block_x, block_y, mask| {
            let planes = planes.get_or_insert_with(|| Planes::new(primitive, &chunk.weights, plan.depth_range(primitive.viewport), x, y));
            let mask = if plan.early { self.early(planes, block_x, block_y, mask, worker) } else { mask };
            if plan.code.is_none() {
                worker.statistics.fragment_shader_invocations += u64::from(mask.count_ones());
            } else if mask != 0 {
                outcome = self.pack(primitive, planes, block_x, block_y, mask, worker, &mut known);
            }
            outcome.is_ok()
        });
        outcome
    }

    /// Early tests of a block's pixels.
    #[inline]
    fn early(&self, planes: &Planes, x: usize, y: usize, mut mask: u64, worker: &mut Worker) -> u64 {
        if let Some(tests) = &self.plan.depth_stencil {
            let block = Block { planes, x, y, tile_x: self.pixel(self.x), tile_y: self.pixel(self.y) };
            mask = tests.test_block(self.plan.isa, mask, &block);
        }
        if self.plan.draw.occlusion {
            worker.statistics.samples_passed += u64::from(mask.count_ones());
        }
        mask
    }

    #[inline]
    #[allow(clippy::too_many_arguments, reason = "one call, in the innermost loop")]
    fn pack(
        &self,
        primitive: &Primitive,
        planes: &Planes,
        x: usize,
        y: usize,
        mask: u64,
        worker: &mut Worker,
        known: &mut bool,
    ) -> Result<(), Failure> {
        let plan = self.plan;
        let (tile_x, tile_y) = (self.pixel(self.x), self.pixel(self.y));
        if mask == u64::MAX && worker.packet.count == 0 {
            if !*known || worker.packet.slots != 1 {
                worker.packet.clear();
                worker.add_primitive(plan, self.batch, primitive, planes);
            }
            worker.packet.fill(x, y);
            // Alone in the packet, it stays known.
            *known = true;
            return worker.flush(plan, tile_x, tile_y);
        }
        for row in 0..4 {
            for column in 0..4 {
                let lanes = quad_of(mask, column, row);
                if lanes == 0 {
                    continue;
                }
                let (x, y) = (x + column * 2, y + row * 2);
                if worker.packet.refuses(x, y, lanes) || !*known && worker.packet.slots == QUADS {
                    worker.flush(plan, tile_x, tile_y)?;
                    *known &= worker.packet.slots == 1;
                }
                if !*known {
                    if worker.packet.count == 0 {
                        worker.packet.clear();
                    }
                    worker.add_primitive(plan, self.batch, primitive, planes);
                    *known = true;
                }
                worker.packet.push(x, y, lanes);
            }
        }
        Ok(())
    }
}
