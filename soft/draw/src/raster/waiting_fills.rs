//! Fills that wait for the targets of a draw: each tile is filled just before it is drawn, while its pixels stay in the cache.

use super::per_fragment::Rows;
use super::pixel_set::TILE;
use super::plan::Plan;
use base::core::memory::Memory;
use base::core::waiting_fill::Pattern;
use base::image::Surface;
use base::image::load_store::Texels;
use shader::pipeline::state::{Draw, Resources};
use std::sync::Arc;

/// The fills that a draw took over.
pub struct WaitingFills<'a> {
    fills: Vec<(&'a Surface, Pattern)>,
    rows: Rows,
    width: u32,
}

impl<'a> WaitingFills<'a> {
    /// Takes over the fills of the targets that a draw accesses.
    pub fn take(plan: &Plan<'a>) -> Self {
        let (draw, layer): (&'a Draw<'a>, u16) = (plan.draw, plan.layer);
        let targets = draw.targets;
        let written = |number: usize| plan.reads_stored || plan.colors.iter().any(|target| target.number == number);
        let tested = plan.reads_stored || plan.depth_stencil.is_some();
        let colors = (0..targets.colors.len()).filter(|number| written(*number)).filter_map(|number| targets.color(number, layer));
        let depths = [targets.depth(layer), targets.stencil(layer)].into_iter().flatten().filter(|_| tested);
        let mut fills = Vec::new();
        for sample in colors.chain(depths).flat_map(Surface::each_sample).filter(|sample| sample.memory.fill_waits()) {
            let covered = (sample.width, sample.height) == (targets.width, targets.height);
            if !covered || accesses(draw.resources, &sample.memory) {
                // The access fills all of it.
                let _ = sample.memory.words();
            } else if let Some(pattern) = sample.take_fill() {
                fills.push((sample, pattern));
            }
        }
        Self { fills, rows: Rows { flipped: targets.flipped, height: targets.height }, width: targets.width }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.fills.is_empty()
    }

    /// Returns the columns and rows of tiles that are to be filled.
    pub fn tiles(&self) -> (usize, usize) {
        ((self.width as usize).div_ceil(TILE), (self.rows.height as usize).div_ceil(TILE))
    }

    /// Fills a tile.
    pub fn fill(&self, x: usize, y: usize) {
        let [x0, y0] = [x, y].map(|tile| (tile * TILE) as u32);
        let (x1, y1) = ((x0 + TILE as u32).min(self.width), (y0 + TILE as u32).min(self.rows.height));
        if x0 < x1 && y0 < y1 {
            let (first, last) = (self.rows.row(y0), self.rows.row(y1 - 1));
            for (surface, pattern) in &self.fills {
                surface.fill_tile((x0, first.min(last), x1, first.max(last) + 1), *pattern);
            }
        }
    }
}

/// Returns true if shaders may access a memory through textures and images.
fn accesses(resources: &Resources, memory: &Arc<Memory>) -> bool {
    let is_it = |surface: &Surface| surface.each_sample().any(|sample| Arc::ptr_eq(&sample.memory, memory));
    let textures = resources.textures.iter().flatten().flat_map(|texture| &texture.levels);
    let images = resources.images.iter().flatten().filter_map(|image| match &image.texels {
        Texels::Layers(layers) => Some(layers),
        Texels::Buffer(_) => None,
    });
    textures.chain(images).any(|layers| layers.iter().any(is_it))
}
