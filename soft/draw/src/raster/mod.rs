//! The rasteriser: clips, culls, sets up primitives, bins them into 64×64 tiles, runs fragment shaders in waves of packed quads, tests and
//! blends.

#![allow(clippy::needless_range_loop, reason = "lanes of several arrays are walked side by side")]

mod batch;
mod binning;
mod block_rows;
mod clip;
mod collect;
mod coverage;
mod fragment;
mod interpolate;
mod multisample;
mod output;
mod per_fragment;
mod pixel_rectangle;
mod pixel_set;
mod plan;
mod planes;
mod primitive;
mod quads;
mod samples;
mod setup;
mod smooth;
mod stipple;
mod stored;
mod tile;
mod tile_cache;
mod waiting_fills;
mod window;

use base::core::cpu::InstructionSet;
use base::core::pool::Pool;
use base::core::statistics::Statistics;
pub use batch::{Batch, PrimitiveKind};
use binning::{CHUNK, Chunk};
use collect::Collector;
use fragment::Worker;
use plan::Plan;
use setup::Setup;
use shader::pipeline::collected::Collected;
use shader::pipeline::state::{Draw, Failure};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tile::TileDraw;
use waiting_fills::WaitingFills;
use window::{ViewTransform, WindowVertex};

/// The number of records that one job transforms.
const RECORDS: usize = 4096;

/// The memory that the rasteriser reuses from draw to draw.
#[derive(Default)]
pub struct Raster {
    /// The window coordinates of each record.
    window: Vec<WindowVertex>,
    /// The outcode of each record.
    codes: Vec<u32>,
    chunks: Vec<Mutex<Chunk>>,
    workers: Vec<Mutex<Worker>>,
    /// The stipple counter of the lines of the draw.
    stipple: stipple::Counter,
    /// The primitives of a draw that collects them.
    pub collected: Vec<Collected>,
    /// For tests: run with the baseline instruction set.
    #[cfg(test)]
    baseline: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn inner<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Clips, culls, rasterises and shades a batch and runs the per-fragment operations; returns when the targets hold the result. The batches
/// of a draw must come in order. Counts clipping primitives, fragments and (if `draw.occlusion`) samples. Does nothing with
/// `rasterizer_discard`.
///
/// # Errors
/// [`Failure::Interrupted`]: a shader was stopped, and the targets hold part of the result. [`Failure::OutOfMemory`]: nothing was drawn.
pub fn rasterise(raster: &mut Raster, pool: &Pool, draw: &Draw, batch: &Batch, statistics: &mut Statistics) -> Result<(), Failure> {
    if draw.raster.rasterizer_discard || batch.primitives.is_empty() || batch.stride < 4 {
        return Ok(());
    }
    let isa = raster.isa();
    let plan = Plan::new(draw, batch, 0, isa);
    raster.transform(pool, draw, batch, isa)?;
    if let Some(how) = draw.raster.collect {
        if let Some(collector) = Collector::new(draw, batch, &raster.codes, how) {
            collector.collect(&mut raster.collected);
        }
        return Ok(());
    }
    let count = batch.primitives.len().div_ceil(CHUNK);
    raster.chunks.resize_with(raster.chunks.len().max(count), Mutex::default);
    let starts = plan.stipple.as_ref().map(|stipple| stipple.starts(batch, &raster.window, &mut raster.stipple)).unwrap_or_default();
    let setup = Setup::new(&plan, batch, &raster.window, &raster.codes, &starts);
    let layered = setup.layer_word.is_some();
    let chunks = &raster.chunks[..count];
    pool.for_each(count, |index| {
        let mut chunk = lock(&chunks[index]);
        chunk.clear();
        let last = batch.primitives.len().min((index + 1) * CHUNK);
        setup.build(&mut chunk, index * CHUNK..last);
        if !layered {
            chunk.bin(0);
        }
    });
    let mut used = vec![false; if layered { usize::from(setup.layers) } else { 0 }];
    for chunk in &mut raster.chunks[..count] {
        let chunk = inner(chunk);
        statistics.add(&chunk.statistics);
        if layered {
            chunk.primitives.iter().for_each(|primitive| used[usize::from(primitive.layer)] = true);
        }
    }
    if !layered {
        return raster.draw_tiles(pool, &plan, batch, count, statistics);
    }
    for layer in (0..).zip(used).filter_map(|(layer, used): (u16, bool)| used.then_some(layer)) {
        let chunks = &raster.chunks[..count];
        pool.for_each(count, |index| lock(&chunks[index]).bin(layer));
        raster.draw_tiles(pool, &Plan::new(draw, batch, layer, isa), batch, count, statistics)?;
    }
    Ok(())
}

impl Raster {
    /// Prepares for a draw, whose batches follow.
    pub fn begin_draw(&mut self) {
        self.stipple = stipple::Counter::default();
        self.collected.clear();
    }

    #[cfg(test)]
    fn isa(&self) -> InstructionSet {
        if self.baseline { InstructionSet::BASELINE } else { InstructionSet::best() }
    }

    #[cfg(not(test))]
    fn isa(&self) -> InstructionSet {
        InstructionSet::best()
    }

    /// Draws the primitives that the bins of the first `count` chunks hold.
    fn draw_tiles(&mut self, pool: &Pool, plan: &Plan, batch: &Batch, count: usize, statistics: &mut Statistics) -> Result<(), Failure> {
        let (mut x0, mut y0, mut x1, mut y1) = (usize::MAX, usize::MAX, 0, 0);
        for chunk in &mut self.chunks[..count] {
            let tiles = inner(chunk).tiles();
            if tiles.0 < tiles.2 {
                (x0, y0, x1, y1) = (x0.min(tiles.0), y0.min(tiles.1), x1.max(tiles.2), y1.max(tiles.3));
            }
        }
        if x0 >= x1 || y0 >= y1 {
            return Ok(());
        }
        let fills = WaitingFills::take(plan);
        if !fills.is_empty() {
            (x0, y0, (x1, y1)) = (0, 0, fills.tiles());
        }
        let (columns, rows) = (x1 - x0, y1 - y0);
        let few = plan.ordered || self.is_small(plan, count);
        let workers = if few { 1 } else { pool.threads().min(columns * rows).max(1) };
        self.workers.resize_with(self.workers.len().max(workers), Mutex::default);
        let (chunks, worker_list) = (&self.chunks[..count], &self.workers[..workers]);
        // Lock the chunks once for all tiles: they are complete.
        let guards: Vec<_> = chunks.iter().map(lock).collect();
        let finished: Vec<&Chunk> = guards.iter().map(|guard| &**guard).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        pool.for_each(workers, |index| {
            let mut worker = lock(&worker_list[index]);
            worker.begin(plan);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= columns * rows || fills.is_empty() && stopped.load(Relaxed) {
                    return;
                }
                let tile = TileDraw { plan, batch, x: x0 + number % columns, y: y0 + number / columns };
                fills.fill(tile.x, tile.y);
                if plan.draw.cancel.load(Relaxed) {
                    stopped.store(true, Relaxed);
                }
                if stopped.load(Relaxed) {
                    continue;
                }
                let drawn = match &plan.samples {
                    Some(samples) => multisample::draw_tile(&tile, samples, finished.iter().copied(), &mut worker),
                    None => tile.draw(finished.iter().copied(), &mut worker),
                };
                if drawn.is_err() {
                    stopped.store(true, Relaxed);
                }
            }
        });
        drop(guards);
        for worker in &mut self.workers[..workers] {
            let worker = inner(worker);
            statistics.add(&worker.statistics);
            worker.statistics = Statistics::default();
            worker.packed.clear();
        }
        if stopped.into_inner() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Returns true if the first `count` chunks are less work than it takes to wake another thread.
    fn is_small(&mut self, plan: &Plan, count: usize) -> bool {
        /// The most primitives of which this looks at each.
        const FEW: usize = 64;
        /// The most work: about ten microseconds of one thread, in operations for one fragment.
        const LEAST: usize = 40_000;
        let [chunk] = &mut self.chunks[..count] else { return false };
        let primitives = &inner(chunk).primitives;
        if primitives.len() > FEW {
            return false;
        }
        // Without loops each operation runs once at most; the rest of a fragment's cost is that of about ten.
        let operations = plan.code.map_or(0, |code| code.ops.len() + if code.depth > 0 { 200 } else { 0 }) + 10;
        let fragments: usize = primitives.iter().map(|primitive| primitive.extent().area()).sum();
        fragments.saturating_mul(operations) <= LEAST
    }

    /// Computes the window coordinates and outcodes of all records.
    fn transform(&mut self, pool: &Pool, draw: &Draw, batch: &Batch, isa: InstructionSet) -> Result<(), Failure> {
        let count = batch.records.len() / batch.stride;
        if draw.raster.viewports.is_empty() {
            self.window.clear();
            self.codes.clear();
        }
        // Elements that are there already need no value: the jobs below write all.
        self.window.try_reserve(count.saturating_sub(self.window.len())).map_err(|_| Failure::OutOfMemory)?;
        self.codes.try_reserve(count.saturating_sub(self.codes.len())).map_err(|_| Failure::OutOfMemory)?;
        self.window.resize(count, WindowVertex::default());
        self.codes.resize(count, 0);
        let Some(viewport) = draw.raster.viewports.first() else { return Ok(()) };
        let view = ViewTransform::new(viewport, draw.raster);
        let distances = window::Distances::new(batch.layout, draw.raster);
        let pieces = self.window.chunks_mut(RECORDS).zip(self.codes.chunks_mut(RECORDS)).map(Mutex::new);
        let pieces: Vec<_> = pieces.collect();
        pool.for_each(pieces.len(), |index| {
            let mut piece = lock(&pieces[index]);
            let (window, codes) = &mut *piece;
            let records = &batch.records[index * RECORDS * batch.stride..];
            window::transform(isa, &view, records, batch.stride, window, codes);
            if distances.clip | distances.cull != 0 {
                for (code, record) in codes.iter_mut().zip(records.chunks_exact(batch.stride)) {
                    *code |= distances.outcode(record);
                }
            }
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
