//! The samples of multisampled targets: the part of a draw's plan for them, and the part of a worker's state.

use super::interpolate::Barycentrics;
use super::output::ColorTarget;
use super::per_fragment::DepthStencil;
use super::quads::QUADS;
use super::tile_cache::TileCache;
use base::core::sample_positions::{MAX_SAMPLES, positions};
use base::hir::Sampling;
use shader::ir::Verified;
use shader::ir::bytecode::{Input, Output};
use shader::pipeline::state::{Draw, Viewport};

/// A mask for each sample: the pixels of an 8×8 block (bit 8 r + c is in row r and column c), or the lanes of a wave.
pub type Masks = [u64; MAX_SAMPLES];

/// Returns the pixels or lanes of any sample.
#[inline(always)]
pub fn union(masks: &Masks) -> u64 {
    masks.iter().fold(0, |union, mask| union | mask)
}

/// The buffers of one sample.
pub struct SampleBuffers<'a> {
    pub depth_stencil: Option<DepthStencil<'a>>,
    pub colors: Vec<ColorTarget<'a>>,
}

/// The part of a draw's plan that is for multisampled targets.
pub struct Samples<'a> {
    /// The offset of each sample from the pixel's centre, in 1/256 pixel; all 0 if multisample rasterisation is disabled.
    pub offsets: Vec<[i32; 2]>,
    /// True if each sample is covered or not; false if GL_MULTISAMPLE is disabled, so that the pixel's centre decides for all.
    pub multisampled: bool,
    /// True if points are circles.
    pub round_points: bool,
    /// The edges of each viewport in 1/256 pixel: left, bottom, right, top.
    pub viewports: Vec<[i64; 4]>,
    /// The samples that GL_SAMPLE_COVERAGE and GL_SAMPLE_MASK leave.
    pub mask: u32,
    /// True if the fragment shader runs for each sample.
    pub per_sample: bool,
    /// True if gl_SampleMaskIn holds only the samples that pass the early tests.
    pub post_depth: bool,
    /// The register of colour 0's alpha, `None` if the shader does not write it, where alpha determines coverage.
    pub alpha_register: Option<Option<u16>>,
    /// The buffers by sample.
    pub buffers: Vec<SampleBuffers<'a>>,
}

impl<'a> Samples<'a> {
    /// Creates the part of the plan for a draw to a layer.
    pub fn new(draw: &'a Draw<'a>, layer: u16, code: Option<&Verified>) -> Self {
        let state = &draw.raster.multisample;
        let multisampled = draw.is_multisampled();
        let outputs = code.map_or(&[][..], |code| &code.outputs);
        let find = |wanted: Output| outputs.iter().find(|(_, output)| *output == wanted).map(|(register, _)| *register);
        let alpha = find(Output::FragmentColor { location: 0, index: 0, component: 3 }).or(find(Output::AllColors { component: 3 }));
        let positions = positions(draw.targets.samples);
        let offset = |position: &[u8; 2]| position.map(|place| if multisampled { (i32::from(place) - 8) * 16 } else { 0 });
        let buffers = (0..positions.len()).map(|sample| SampleBuffers {
            depth_stencil: DepthStencil::new(draw, layer, sample),
            colors: ColorTarget::all(draw, layer, sample, outputs),
        });
        Self {
            offsets: positions.iter().map(offset).collect(),
            multisampled,
            round_points: state.round_points,
            viewports: draw.raster.viewports.iter().map(edges).collect(),
            mask: if multisampled { state.mask } else { u32::MAX },
            per_sample: code.is_some_and(|code| Self::reads_stored(code) || multisampled && Self::shades_each(draw, code)),
            post_depth: draw.program.fragment.as_ref().is_some_and(|(_, layout)| layout.post_depth_coverage),
            alpha_register: (state.alpha_to_coverage && draw.alpha_operations() && code.is_some()).then_some(alpha),
            buffers: buffers.collect(),
        }
    }

    /// Returns true if a fragment shader reads values that the framebuffer stores, of which each sample has its own.
    fn reads_stored(code: &Verified) -> bool {
        code.inputs.iter().any(|(_, input)| input.is_stored())
    }

    /// Returns true if a fragment shader runs for each sample.
    fn shades_each(draw: &Draw, code: &Verified) -> bool {
        // "If MULTISAMPLE or SAMPLE_SHADING is disabled, sample shading has no effect. Otherwise, an implementation must provide a minimum of
        // max( mss × samples , 1) unique color values" [GL 4.4, 14.3.1.1]. More than one are as many as there are samples.
        let asked = draw.raster.multisample.min_sample_shading * draw.targets.samples as f32 > 1.0;
        let needs =
            |input: &Input| matches!(input, Input::SampleId | Input::SamplePosition(_) | Input::Varying { sampling: Sampling::Sample, .. });
        asked || code.inputs.iter().any(|(_, input)| needs(input))
    }

    /// Returns the number of samples of a pixel.
    pub fn count(&self) -> usize {
        self.buffers.len()
    }

    /// Returns the masks of all pixels in all samples.
    #[inline(always)]
    pub fn all(&self) -> Masks {
        let mut masks = [0; MAX_SAMPLES];
        masks.iter_mut().take(self.count()).for_each(|mask| *mask = u64::MAX);
        masks
    }

    /// Returns true if masks have all pixels in all samples.
    #[inline(always)]
    pub fn are_all(&self, masks: &Masks) -> bool {
        masks.iter().take(self.count()).fold(u64::MAX, |all, mask| all & mask) == u64::MAX
    }

    /// Prefetches the colours of a row of pixels, and their depths if they are `tested` early.
    pub fn prefetch(&self, x: u32, y: u32, count: usize, tested: bool) {
        for buffers in &self.buffers {
            if let Some(tests) = buffers.depth_stencil.as_ref().filter(|_| tested) {
                tests.prefetch(x, y, count);
            }
            buffers.colors.iter().for_each(|target| target.prefetch(x, y, count));
        }
    }

    /// Returns the offset of a sample from the pixel's centre, in pixels.
    pub fn offset(&self, sample: usize) -> [f32; 2] {
        self.offsets.get(sample).map_or([0.0; 2], |offset| offset.map(|part| part as f32 / 256.0))
    }
}

/// Returns the edges of a viewport in 1/256 pixel.
fn edges(viewport: &Viewport) -> [i64; 4] {
    let (right, top) = (viewport.x + viewport.width, viewport.y + viewport.height);
    [viewport.x, viewport.y, right, top].map(|edge| (f64::from(edge) * 256.0).round() as i64)
}

/// The state of one rasteriser thread for multisampled targets, reused from draw to draw.
#[derive(Default)]
pub struct SampleState {
    /// The tile's caches of depth, by sample.
    pub depth: Vec<TileCache>,
    /// The tile's caches of the draw buffers that use one, by sample.
    pub colors: Vec<Vec<TileCache>>,
    /// The samples of the packed lanes that their primitives cover.
    pub covered: Masks,
    /// Those of them that passed the early tests.
    pub passed: Masks,
    /// The weights of the lanes at their centroids.
    pub centroids: Barycentrics,
}

impl SampleState {
    /// Prepares for a draw.
    pub fn begin(&mut self, samples: &Samples) {
        self.clear();
        self.depth.resize_with(self.depth.len().max(samples.count()), TileCache::default);
        self.colors.resize_with(self.colors.len().max(samples.count()), Vec::new);
        for (caches, buffers) in self.colors.iter_mut().zip(&samples.buffers) {
            caches.resize_with(caches.len().max(buffers.colors.len()), TileCache::default);
        }
    }

    /// Removes the samples of all quads.
    pub fn clear(&mut self) {
        self.covered = [0; MAX_SAMPLES];
        self.passed = [0; MAX_SAMPLES];
    }

    /// Adds the quad of that number; `lanes` returns the covered and the passed lanes of each sample.
    #[inline(always)]
    pub fn push(&mut self, quad: usize, lanes: impl Fn(usize) -> (u64, u64)) {
        let shift = (quad & (QUADS - 1)) * 4;
        for sample in 0..MAX_SAMPLES {
            let (covered, passed) = lanes(sample);
            self.covered[sample] |= covered << shift;
            self.passed[sample] |= passed << shift;
        }
    }

    /// Writes the caches of a tile back to the surfaces.
    pub fn end_tile(&mut self, samples: &Samples, tile_x: u32, tile_y: u32) {
        for ((buffers, depth), colors) in samples.buffers.iter().zip(&mut self.depth).zip(&mut self.colors) {
            if let Some(tests) = &buffers.depth_stencil {
                tests.write_back(depth, tile_x, tile_y);
            }
            for (target, cache) in buffers.colors.iter().zip(colors) {
                target.write_back(cache, tile_x, tile_y);
            }
        }
    }
}
