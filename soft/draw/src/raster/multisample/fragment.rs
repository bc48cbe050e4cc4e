//! The fragment stage for multisampled targets: runs the fragment shader on a packed wave, and the operations after it for each sample.

use crate::raster::fragment::{Worker, fill_builtins, fill_replaced, fill_varyings_where, fill_weights};
use crate::raster::interpolate::{find_pixels, locate};
use crate::raster::output::{self, ColorTarget, Tile};
use crate::raster::per_fragment::compare_lanes;
use crate::raster::pixel_rectangle::{self, RectangleFragments};
use crate::raster::plan::Plan;
use crate::raster::planes::clamp;
use crate::raster::quads::{QUADS, splat};
use crate::raster::samples::{Masks, Samples, union};
use crate::raster::smooth::times;
use crate::raster::stored::{self, Reader};
use crate::raster::tile_cache::TileCache;
use base::core::lanes::{Bits, Floats};
use base::core::sample_positions::{covered_by, positions};
use base::hir::Sampling;
use shader::exec::{ExecutionContext, Stop};
use shader::ir::bytecode::Input;
use shader::pipeline::state::Failure;

/// The fragments of one run of the shader.
struct Run {
    /// True for those of the packet `whole`, false for those of `packed`.
    whole: bool,
    /// The sample that is shaded, or `None` for whole pixels.
    sample: Option<usize>,
    /// The lanes to shade.
    lanes: u64,
    /// The samples of the lanes that their primitives cover, and those of them that passed the early tests.
    covered: Masks,
    passed: Masks,
    /// The tile's first pixel in the window.
    tile_x: u32,
    tile_y: u32,
}

impl Worker {
    /// Shades the packed fragments and empties the packet; a single primitive stays in it.
    pub(super) fn flush_samples(&mut self, plan: &Plan, samples: &Samples, tile_x: u32, tile_y: u32) -> Result<(), Failure> {
        let ended = if self.packed.count > 0 {
            let (covered, passed) = (self.samples.covered, self.samples.passed);
            self.shade_samples(plan, samples, Run { whole: false, sample: None, lanes: self.packed.mask, covered, passed, tile_x, tile_y })
        } else {
            Ok(())
        };
        if ended.is_ok() && self.packed.slots == 1 {
            self.packed.clear_quads();
        } else {
            self.packed.clear();
        }
        self.samples.clear();
        ended
    }

    /// Shades the block of the packet `whole`, all of whose samples are covered and passed the early tests.
    pub(super) fn shade_whole_samples(&mut self, plan: &Plan, samples: &Samples, tile_x: u32, tile_y: u32) -> Result<(), Failure> {
        let all = samples.all();
        self.shade_samples(plan, samples, Run { whole: true, sample: None, lanes: u64::MAX, covered: all, passed: all, tile_x, tile_y })
    }

    /// Shades fragments, once or for each sample.
    fn shade_samples(&mut self, plan: &Plan, samples: &Samples, mut run: Run) -> Result<(), Failure> {
        if !samples.per_sample {
            return self.run_samples(plan, samples, &run);
        }
        for sample in 0..samples.count() {
            (run.sample, run.lanes) = (Some(sample), run.passed[sample]);
            if run.lanes != 0 {
                self.run_samples(plan, samples, &run)?;
            }
        }
        Ok(())
    }

    fn run_samples(&mut self, plan: &Plan, samples: &Samples, run: &Run) -> Result<(), Failure> {
        let Some(code) = plan.code else { return Ok(()) };
        if !self.loaded {
            self.wave.load(code, plan.draw.resources);
            self.loaded = true;
        }
        self.statistics.fragment_shader_invocations += u64::from(run.lanes.count_ones());
        if plan.needs_pixels {
            let packet = if run.whole { &self.whole } else { &self.packed };
            find_pixels(plan.isa, packet, run.tile_x, run.tile_y, &mut self.pixels);
        }
        self.fill_inputs(plan, samples, run);
        let packet = if run.whole { &self.whole } else { &self.packed };
        let sample = run.sample.unwrap_or(0);
        if let (true, Some(buffers), Some(caches)) = (plan.reads_stored, samples.buffers.get(sample), self.samples.colors.get_mut(sample)) {
            let reader = Reader { packet, pixels: &self.pixels, sample, tile: (run.tile_x, run.tile_y) };
            stored::fill(plan, &reader, &buffers.colors, caches, &mut self.wave);
        }
        let lanes = if plan.whole_quads { packet.lanes() } else { run.lanes };
        let mut budget = plan.draw.budget;
        self.wave.start(code, lanes);
        let mut context = ExecutionContext::new(plan.draw.resources, plan.draw.cancel, &mut budget, run.lanes);
        if self.wave.run(code, &mut context) == Stop::Interrupted {
            return Err(Failure::Interrupted);
        }
        self.finish_samples(plan, samples, run, run.lanes & self.wave.alive());
        Ok(())
    }

    /// Fills the registers of all inputs.
    fn fill_inputs(&mut self, plan: &Plan, samples: &Samples, run: &Run) {
        let at_sample = run.sample.map_or([0.0; 2], |sample| samples.offset(sample));
        let centroid = |sampling: Sampling| sampling == Sampling::Centroid && run.sample.is_none();
        let packet = if run.whole { &mut self.whole } else { &mut self.packed };
        let centroids = samples.multisampled && plan.varyings.iter().any(|varying| centroid(varying.sampling));
        let centres = (centroids || at_sample != [0.0; 2]).then_some((packet.across, packet.up));
        if let Some((across, up)) = centres {
            // Sums with offsets, which are multiples of 1/16, are exact.
            packet.across = across.map(|place| place + at_sample[0]);
            packet.up = up.map(|place| place + at_sample[1]);
        }
        if plan.located {
            locate(plan.isa, packet, plan.wanted, &mut self.barycentrics);
        }
        pixel_rectangle::fill_depths(plan.pixel_rectangle.as_ref(), &self.pixels, &mut self.barycentrics.z);
        fill_varyings_where(plan, packet, &self.barycentrics, &mut self.wave, |varying| !centroid(varying.sampling));
        fill_builtins(plan, packet, &self.barycentrics, &self.pixels, &mut self.wave);
        if let Some((across, up)) = centres.filter(|_| centroids) {
            for lane in 0..64 {
                let [x, y] = centroid_offset(samples, &run.covered, lane);
                (packet.across[lane], packet.up[lane]) = (across[lane] + x, up[lane] + y);
            }
            locate(plan.isa, packet, plan.wanted, &mut self.samples.centroids);
        }
        let barycentrics = if samples.multisampled { &self.samples.centroids } else { &self.barycentrics };
        fill_varyings_where(plan, packet, barycentrics, &mut self.wave, |varying| centroid(varying.sampling));
        if let Some(centres) = centres {
            (packet.across, packet.up) = centres;
        }
        fill_replaced(plan, packet, &mut self.wave);
        fill_weights(plan, packet, &mut self.wave);
        pixel_rectangle::fill_colors(plan.pixel_rectangle.as_ref(), &self.pixels, &mut self.wave);
        if samples.multisampled {
            self.fill_sample_builtins(plan, samples, run, at_sample);
        }
    }

    /// Fills the registers of the inputs that multisampling changes.
    fn fill_sample_builtins(&mut self, plan: &Plan, samples: &Samples, run: &Run, [x, y]: [f32; 2]) {
        let places = positions(plan.draw.targets.samples);
        for &(register, input) in &plan.builtins {
            let into = &mut self.wave.register_mut(register).0;
            match input {
                Input::SampleOffset(number) => {
                    *into = splat(samples.offset(usize::from(number / 2))[usize::from(number % 2)].to_bits());
                }
                Input::SampleMaskIn => {
                    let masks = if samples.post_depth { &run.passed } else { &run.covered };
                    let shaded = |sample: usize| run.sample.is_none_or(|only| only == sample);
                    for lane in 0..64 {
                        let bits = (0..samples.count()).filter(|&sample| shaded(sample) && masks[sample] >> lane & 1 != 0);
                        into[lane] = bits.fold(0, |mask, sample| mask | 1 << sample);
                    }
                }
                Input::SampleId => *into = splat(run.sample.unwrap_or(0) as u32),
                Input::SamplePosition(axis) => {
                    let place = run.sample.and_then(|sample| places.get(sample)).map_or(8, |place| place[usize::from(axis & 1)]);
                    *into = splat((f32::from(place) / 16.0).to_bits());
                }
                Input::HelperInvocation => {
                    for lane in 0..64 {
                        into[lane] = if run.lanes >> lane & 1 == 0 { u32::MAX } else { 0 };
                    }
                }
                Input::FragCoord(axis @ (0 | 1)) => {
                    let upside_down = axis == 1 && plan.origin_upper_left;
                    let moved = if axis == 0 { x } else { y };
                    for word in into {
                        let place = f32::from_bits(*word);
                        *word = (if upside_down { place - moved } else { place + moved }).to_bits();
                    }
                }
                _ => {}
            }
        }
    }

    /// Runs everything after the shader for the lanes that were not discarded.
    fn finish_samples(&mut self, plan: &Plan, samples: &Samples, run: &Run, alive: u64) {
        let mut masks = run.passed;
        for (sample, mask) in masks.iter_mut().enumerate() {
            *mask &= if run.sample.is_none_or(|only| only == sample) { alive } else { 0 };
        }
        self.alpha_and_mask(plan, samples, &mut masks);
        if !plan.early {
            self.late_tests(plan, samples, run, &mut masks);
        }
        if union(&masks) == 0 {
            return;
        }
        let packet = if run.whole { &self.whole } else { &self.packed };
        let tile = Tile { packet, x: run.tile_x, y: run.tile_y };
        let coverage = plan.smooth.is_some().then_some(&self.coverage.0);
        // Colours that replace all samples of a block are converted once.
        let replaced = run.whole && coverage.is_none() && samples.are_all(&masks);
        let (place, mut caches) = ((usize::from(packet.x[0]), usize::from(packet.y[0])), &mut self.samples.colors[..]);
        let mut first: Option<(&[ColorTarget], &[TileCache])> = None;
        for (buffers, &mask) in samples.buffers.iter().zip(&masks) {
            let Some((own, others)) = std::mem::take(&mut caches).split_first_mut() else { return };
            caches = others;
            for (number, (target, cache)) in buffers.colors.iter().zip(&mut *own).enumerate().filter(|_| mask != 0) {
                let first = first.and_then(|(targets, caches)| Some((targets.get(number)?, caches.get(number)?)));
                match first.filter(|_| replaced && target.replaces_copy()) {
                    Some(first) => output::copy_block(plan.isa, first, (target, cache), place, (run.tile_x, run.tile_y)),
                    None => output::write(plan.isa, target, cache, mask, &tile, &self.wave, coverage),
                }
            }
            first = first.or(Some((&buffers.colors, own)));
        }
    }

    /// Applies the coverage that alpha gives, the shader's sample mask and the alpha test.
    fn alpha_and_mask(&self, plan: &Plan, samples: &Samples, masks: &mut Masks) {
        let lanes = union(masks);
        let wave = &self.wave;
        let mut restrict = |left: &dyn Fn(usize) -> u32| {
            for lane in Bits(lanes) {
                let left = left(lane);
                for (sample, mask) in masks.iter_mut().enumerate() {
                    if left >> sample & 1 == 0 {
                        *mask &= !(1 << lane);
                    }
                }
            }
        };
        if let Some(register) = samples.alpha_register {
            let count = samples.count() as u32;
            restrict(&|lane| covered_by(register.map_or(1.0, |register| f32::from_bits(wave.register(register).0[lane])), count));
        }
        if let Some(register) = plan.sample_mask_register {
            restrict(&|lane| wave.register(register).0[lane]);
        }
        if let Some((compare, reference, alpha)) = plan.alpha_test {
            let alpha = alpha.map_or([1.0; 64], |register| wave.register(register).0.map(f32::from_bits));
            let one = plan.draw.raster.multisample.alpha_to_one && plan.draw.alpha_operations();
            let alpha = if one { [1.0; 64] } else { alpha };
            let alpha = if plan.smooth.is_some() { times(&alpha, &self.coverage.0) } else { alpha };
            let clamped: Floats = alpha.map(|alpha| if plan.clamps_alpha() { clamp(alpha, (0.0, 1.0)) } else { alpha });
            let passed = compare_lanes(compare, &clamped, &[reference; 64]);
            masks.iter_mut().for_each(|mask| *mask &= passed);
        }
    }

    /// Runs the stencil and depth tests after the shader, and counts the samples that pass.
    fn late_tests(&mut self, plan: &Plan, samples: &Samples, run: &Run, masks: &mut Masks) {
        let packet = if run.whole { &self.whole } else { &self.packed };
        let back = packet.lanes_where(|planes| !planes.front);
        let has_depths = plan.pixel_rectangle.as_ref().is_some_and(RectangleFragments::has_depths);
        for (sample, mask) in masks.iter_mut().enumerate().filter(|(_, mask)| **mask != 0) {
            if let Some(tests) = samples.buffers.get(sample).and_then(|buffers| buffers.depth_stencil.as_ref()) {
                let mut z = [0.0; 64];
                let offset = samples.offset(sample);
                for lane in Bits(*mask) {
                    let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
                    z[lane] = match plan.depth_register {
                        Some(register) => clamp(f32::from_bits(self.wave.register(register).0[lane]), planes.z_range),
                        // "All depth and color sample values are assigned the same value" [GL 4.6 compatibility, 18.1.3]
                        None if has_depths => self.barycentrics.z[lane],
                        None => planes.depth_at(offset, packet.across[lane], packet.up[lane]),
                    };
                }
                let references = plan.stencil_register.map(|register| &self.wave.register(register).0);
                *mask = tests.test_with(plan.isa, *mask, back, &self.pixels, &z, references);
            }
            if plan.draw.occlusion {
                self.statistics.samples_passed += u64::from(mask.count_ones());
            }
        }
    }
}

/// Returns the offset of a lane's centroid from its pixel's centre: the centre if all samples are covered, otherwise the first covered one.
fn centroid_offset(samples: &Samples, covered: &Masks, lane: usize) -> [f32; 2] {
    let mut covered = (0..samples.count()).filter(|&sample| covered[sample] >> lane & 1 != 0);
    match covered.next() {
        Some(first) if covered.count() + 1 < samples.count() => samples.offset(first),
        _ => [0.0; 2],
    }
}
