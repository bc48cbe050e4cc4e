//! The fragment stage: runs the fragment shader on a packed wave, and the operations after it.

use super::batch::Batch;
use super::interpolate::{Barycentrics, by_primitive, evaluate, find_pixels, locate};
use super::output::{self, Tile};
use super::per_fragment::compare_lanes;
use super::pixel_rectangle;
use super::plan::{Plan, Varying};
use super::planes::{Planes, clamp};
use super::primitive::{Primitive, Shape};
use super::quads::{Packet, Pixels, QUADS, splat};
use super::samples::SampleState;
use super::smooth::times;
use super::stored::{self, Reader};
use super::tile_cache::TileCache;
use base::core::cpu::versions;
use base::core::lanes::{Bits, Floats};
use base::core::statistics::Statistics;
use base::hir::Interpolation;
use shader::exec::{ExecutionContext, Stop, Wave};
use shader::ir::bytecode::Input;
use shader::pipeline::state::Failure;

/// The state of one rasteriser thread, reused from draw to draw.
#[derive(Default)]
pub struct Worker {
    /// The registers of the fragment shader.
    pub wave: Wave,
    /// True if the wave holds the code of the current draw.
    pub loaded: bool,
    /// Quads of several primitives, packed into one wave.
    pub packed: Packet,
    /// A full 8×8 block of one primitive, which is shaded at once.
    pub whole: Packet,
    /// The window coordinates of the lanes.
    pub pixels: Pixels,
    /// The weights and depths of the lanes.
    pub barycentrics: Barycentrics,
    /// The tile's cache of depth.
    pub depth: TileCache,
    /// The tile's caches of the draw buffers that use one.
    pub colors: Vec<TileCache>,
    /// The state for multisampled targets.
    pub samples: SampleState,
    /// The covered part of the packed lanes' pixels, for draws with antialiasing.
    pub coverage: Coverage,
    /// The counts of this worker.
    pub statistics: Statistics,
}

/// The covered part of each lane's pixel.
pub struct Coverage(pub Floats);

impl Default for Coverage {
    fn default() -> Self {
        Self([1.0; 64])
    }
}

impl Worker {
    /// Sets the coverage of the quad that is pushed next, whose first pixel has the number `bit` in its block.
    pub fn cover_quad(&mut self, bit: u32, block: &Floats) {
        let (first, quad) = (bit as usize & 63, self.packed.count & (QUADS - 1));
        for (lane, pixel) in [0, 1, 8, 9].into_iter().enumerate() {
            self.coverage.0[quad * 4 + lane] = block[(first + pixel) & 63];
        }
    }
}

impl Packet {
    /// Adds a primitive to the packet, which must have room for it; quads are pushed for the newest primitive.
    pub fn add_primitive(&mut self, plan: &Plan, batch: &Batch, primitive: &Primitive, planes: &Planes) {
        let slot = self.slots & (QUADS - 1);
        self.planes[slot] = *planes;
        self.slots += 1;
        let record = |index: u32| {
            let start = index as usize * batch.stride;
            batch.records.get(start..start + batch.stride).unwrap_or(&[])
        };
        let vertices = primitive.vertices.map(record);
        let provoking = record(primitive.provoking);
        let back = usize::from(!primitive.front);
        // The weights of such a triangle are finite: a product of one and 0 is 0.
        let is_plain = primitive.shape == Shape::Triangle && !planes.clipped && planes.ratios == [1.0; 2];
        let mut varied = 0;
        for (number, (varying, values)) in plan.varyings.iter().zip(&mut self.values).enumerate() {
            let word = varying.words[back];
            let float = |record: &[u32]| f32::from_bits(record.get(word).copied().unwrap_or(0));
            // "When the GL is in RGBA mode and vertex color clamping is enabled, all components of both primary and secondary colors are clamped to the
            // range [0, 1]" [GL 4.4 compatibility, 13.1]
            let limited = |value: f32| if varying.clamped { value.clamp(0.0, 1.0) } else { value };
            // Each branch stores its three floats itself: gathered on the stack first, they are loaded again before the stores have ended.
            let into = &mut values[slot];
            if varying.coefficient.is_some() {
                uncommon(varying, planes, vertices.map(float).map(limited), limited(float(provoking)), into);
                varied |= 1 << number.min(63);
            } else if varying.interpolation == Interpolation::Flat {
                *into = [limited(float(provoking)), 0.0, 0.0];
            } else {
                let [base, second, third] = vertices.map(|vertex| limited(float(vertex)));
                let (one, two) = (second - base, third - base);
                *into = [base, one, two];
                // The sum of -0 and 0 is another value.
                let is_steady = is_plain && one.to_bits() | two.to_bits() == 0 && base.to_bits() != (-0.0f32).to_bits();
                varied |= u64::from(!is_steady) << number.min(63);
            }
        }
        self.varied |= varied;
    }
}

/// Stores a coefficient of a varying, from its values at the vertices and at the provoking one. Apart from [`Packet::add_primitive`], which few programs
/// call with such varyings.
#[cold]
#[inline(never)]
fn uncommon(varying: &Varying, planes: &Planes, [base, second, third]: [f32; 3], provoking: f32, into: &mut [f32; 3]) {
    let differences = [base, second - base, third - base];
    *into = match varying.coefficient {
        // Without interpolation the other coefficients are 0.
        Some((Interpolation::Flat, 1..)) => [0.0; 3],
        Some((interpolation, number)) if interpolation != Interpolation::Flat => {
            [planes.coefficient(differences, interpolation, number), 0.0, 0.0]
        }
        _ => [provoking, 0.0, 0.0],
    };
}

impl Worker {
    /// Prepares for a draw.
    pub fn begin(&mut self, plan: &Plan) {
        self.loaded = false;
        self.statistics = Statistics::default();
        for packet in [&mut self.packed, &mut self.whole] {
            packet.clear();
            packet.values.clear();
            packet.values.resize(plan.varyings.len(), [[0.0; 3]; QUADS]);
        }
        self.colors.resize_with(self.colors.len().max(plan.colors.len()), TileCache::default);
        if let Some(samples) = &plan.samples {
            self.samples.begin(samples);
        }
    }

    /// Ends a tile: writes its caches back to the surfaces.
    pub fn end_tile(&mut self, plan: &Plan, tile_x: u32, tile_y: u32) {
        if let Some(tests) = &plan.depth_stencil {
            tests.write_back(&mut self.depth, tile_x, tile_y);
        }
        for (target, cache) in plan.colors.iter().zip(&mut self.colors) {
            target.write_back(cache, tile_x, tile_y);
        }
    }

    /// Shades the packed fragments and empties the packet, but for its last primitive.
    pub fn flush(&mut self, plan: &Plan, tile_x: u32, tile_y: u32) -> Result<(), Failure> {
        let ended = if self.packed.count > 0 { self.shade(plan, false, tile_x, tile_y) } else { Ok(()) };
        if ended.is_ok() {
            self.packed.keep_last();
        } else {
            self.packed.clear();
        }
        ended
    }

    /// Shades the fragments of the packet `whole` or `packed`.
    pub fn shade(&mut self, plan: &Plan, whole: bool, tile_x: u32, tile_y: u32) -> Result<(), Failure> {
        let Some(code) = plan.code else { return Ok(()) };
        if !self.loaded {
            self.wave.load(code, plan.draw.resources);
            self.loaded = true;
        }
        let packet = if whole { &self.whole } else { &self.packed };
        let covered = packet.mask;
        self.statistics.fragment_shader_invocations += u64::from(covered.count_ones());
        if plan.needs_pixels {
            find_pixels(plan.isa, packet, tile_x, tile_y, &mut self.pixels);
        }
        // Constant varyings need no weights.
        if plan.located && (packet.varied != 0 || plan.wanted.depth || plan.wanted.inverse_w) {
            locate(plan.isa, packet, plan.wanted, &mut self.barycentrics);
        }
        pixel_rectangle::fill_depths(plan.pixel_rectangle.as_ref(), &self.pixels, &mut self.barycentrics.z);
        fill_varyings(plan, packet, &self.barycentrics, &mut self.wave);
        if plan.placed {
            fill_builtins(plan, packet, &self.barycentrics, &self.pixels, &mut self.wave);
            fill_replaced(plan, packet, &mut self.wave);
            fill_weights(plan, packet, &mut self.wave);
        }
        pixel_rectangle::fill_colors(plan.pixel_rectangle.as_ref(), &self.pixels, &mut self.wave);
        if plan.reads_stored {
            let reader = Reader { packet, pixels: &self.pixels, sample: 0, tile: (tile_x, tile_y) };
            stored::fill(plan, &reader, &plan.colors, &mut self.colors, &mut self.wave);
        }
        let lanes = if plan.whole_quads { packet.lanes() } else { covered };
        let mut budget = plan.draw.budget;
        self.wave.start(code, lanes);
        let mut context = ExecutionContext::new(plan.draw.resources, plan.draw.cancel, &mut budget, covered);
        if self.wave.run(code, &mut context) == Stop::Interrupted {
            return Err(Failure::Interrupted);
        }
        self.finish(plan, whole, covered & self.wave.alive(), tile_x, tile_y);
        Ok(())
    }

    /// Runs everything after the shader for the lanes that were not discarded.
    fn finish(&mut self, plan: &Plan, whole: bool, mut mask: u64, tile_x: u32, tile_y: u32) {
        let (wave, pixels) = (&self.wave, &self.pixels);
        let packet = if whole { &self.whole } else { &self.packed };
        let coverage = plan.smooth.is_some().then_some(&self.coverage.0);
        if let Some((compare, reference, alpha)) = plan.alpha_test {
            let alpha = alpha.map_or([1.0; 64], |register| wave.register(register).0.map(f32::from_bits));
            let alpha = coverage.map_or(alpha, |coverage| times(&alpha, coverage));
            let clamped: Floats = alpha.map(|alpha| if plan.clamps_alpha() { clamp(alpha, (0.0, 1.0)) } else { alpha });
            mask &= compare_lanes(compare, &clamped, &[reference; 64]);
        }
        if !plan.early {
            if let Some(tests) = plan.depth_stencil.as_ref().filter(|_| mask != 0) {
                let z = match plan.depth_register {
                    Some(register) => {
                        let mut z = wave.register(register).0.map(f32::from_bits);
                        for lane in Bits(mask) {
                            let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
                            z[lane] = clamp(z[lane], planes.z_range);
                        }
                        z
                    }
                    None => self.barycentrics.z,
                };
                let back = packet.lanes_where(|planes| !planes.front);
                let references = plan.stencil_register.map(|register| &wave.register(register).0);
                mask = tests.test_with(plan.isa, mask, back, pixels, &z, references);
            }
            if plan.draw.occlusion {
                self.statistics.samples_passed += u64::from(mask.count_ones());
            }
        }
        if mask == 0 {
            return;
        }
        let tile = Tile { packet, x: tile_x, y: tile_y };
        for (target, cache) in plan.colors.iter().zip(&mut self.colors) {
            output::write(plan.isa, target, cache, mask, &tile, wave, coverage);
        }
    }
}

/// Fills the registers of varyings.
fn fill_varyings(plan: &Plan, packet: &Packet, barycentrics: &Barycentrics, wave: &mut Wave) {
    fill_varyings_where(plan, packet, barycentrics, wave, |_| true);
}

/// Fills the registers of the varyings for which a condition holds.
#[inline(always)]
pub(super) fn fill_varyings_where(
    plan: &Plan,
    packet: &Packet,
    barycentrics: &Barycentrics,
    wave: &mut Wave,
    condition: impl Fn(&Varying) -> bool,
) {
    for (number, (varying, values)) in plan.varyings.iter().zip(&packet.values).enumerate().filter(|(_, (varying, _))| condition(varying)) {
        let into = &mut wave.register_mut(varying.register).0;
        match varying.interpolation {
            Interpolation::Flat => by_primitive(plan.isa, packet, values, into),
            _ if packet.is_steady(number) => by_primitive(plan.isa, packet, values, into),
            Interpolation::Smooth => evaluate(plan.isa, packet, values, &barycentrics.smooth, into),
            Interpolation::NoPerspective => evaluate(plan.isa, packet, values, &barycentrics.linear, into),
        }
    }
}

/// Fills the registers of [`Input::Weight`].
pub(super) fn fill_weights(plan: &Plan, packet: &Packet, wave: &mut Wave) {
    for &(register, input) in &plan.builtins {
        let Input::Weight(number) = input else { continue };
        let into = &mut wave.register_mut(register).0;
        for lane in 0..64 {
            let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
            into[lane] = planes.weight(number, packet.across[lane], packet.up[lane]).to_bits();
        }
    }
}

/// Returns a component of gl_PointCoord.
fn point_coord(plan: &Plan, packet: &Packet, planes: &Planes, lane: usize, axis: usize) -> f32 {
    let down = axis == 1 && plan.draw.raster.point_sprite_upper_left;
    let place = if axis == 0 { packet.across[lane] } else { packet.up[lane] };
    let offset = (place - planes.point[axis]) * planes.point[2];
    if down { 0.5 - offset } else { 0.5 + offset }
}

/// Replaces texture coordinates where a point is drawn by those of the point sprite.
pub(super) fn fill_replaced(plan: &Plan, packet: &Packet, wave: &mut Wave) {
    for &(register, component) in &plan.replaced {
        for (lane, value) in wave.register_mut(register).0.iter_mut().enumerate() {
            let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
            // Other primitives have no size.
            if planes.point[2] == 0.0 {
                continue;
            }
            *value = match component {
                0 | 1 => point_coord(plan, packet, planes, lane, component.into()).to_bits(),
                2 => 0,
                _ => 1f32.to_bits(),
            };
        }
    }
}

versions! {
    /// Converts the columns or rows of pixels, with these bits inverted, to coordinates from `first` on.
    fn window_coordinates = coordinates_of(pixels: &[u32; 64], inverted: u32, first: u32, half: f32, into: &mut [u32; 64])
}

#[inline(always)]
fn coordinates_of(pixels: &[u32; 64], inverted: u32, first: u32, half: f32, into: &mut [u32; 64]) {
    for lane in 0..64 {
        into[lane] = ((pixels[lane] ^ inverted).wrapping_add(first) as i32 as f32 + half).to_bits();
    }
}

/// Fills the registers of other inputs.
pub(super) fn fill_builtins(plan: &Plan, packet: &Packet, barycentrics: &Barycentrics, pixels: &Pixels, wave: &mut Wave) {
    for &(register, input) in &plan.builtins {
        let into = &mut wave.register_mut(register).0;
        let by_primitive = |into: &mut [u32; 64], value: &dyn Fn(&Planes) -> u32| {
            for quad in 0..QUADS {
                let planes = &packet.planes[packet.slot[quad] as usize & (QUADS - 1)];
                into[quad * 4..quad * 4 + 4].fill(value(planes));
            }
        };
        match input {
            Input::FragCoord(component) => match component {
                0 | 1 => {
                    let half = if plan.pixel_center_integer { 0.0 } else { 0.5 };
                    let top = plan.draw.targets.height.wrapping_sub(1);
                    let upside_down = component == 1 && plan.origin_upper_left;
                    let from = if component == 0 { &pixels.x } else { &pixels.y };
                    // -1 - i has the inverted bits of i.
                    let (inverted, first) = if upside_down { (u32::MAX, top.wrapping_add(1)) } else { (0, 0) };
                    window_coordinates(plan.isa, from, inverted, first, half, into);
                }
                2 => *into = barycentrics.z.map(f32::to_bits),
                _ => *into = barycentrics.inverse_w.map(f32::to_bits),
            },
            Input::FrontFacing => by_primitive(into, &|planes| if planes.front { u32::MAX } else { 0 }),
            Input::PointCoord(component) => {
                for (lane, value) in into.iter_mut().enumerate() {
                    let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
                    *value = point_coord(plan, packet, planes, lane, usize::from(component & 1)).to_bits();
                }
            }
            Input::PrimitiveId => by_primitive(into, &|planes| planes.id),
            Input::ViewportIndex => by_primitive(into, &|planes| u32::from(planes.viewport)),
            Input::SamplePosition(_) => *into = splat(0.5f32.to_bits()),
            Input::SampleMaskIn => {
                for lane in 0..64 {
                    into[lane] = (packet.mask >> lane & 1) as u32;
                }
            }
            Input::HelperInvocation => {
                for lane in 0..64 {
                    into[lane] = if packet.mask >> lane & 1 == 0 { u32::MAX } else { 0 };
                }
            }
            Input::Weight(_) => {}
            // The sample is 0, and so is a layer that no stage writes; fragment stages have no other inputs.
            _ => *into = splat(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::core::cpu::InstructionSet;

    #[test]
    fn window_coordinates_count_from_either_side() {
        let pixels: [u32; 64] = std::array::from_fn(|lane| lane as u32 * 37 % 200);
        for &isa in InstructionSet::available() {
            let (mut up, mut down) = ([0; 64], [0; 64]);
            window_coordinates(isa, &pixels, 0, 0, 0.5, &mut up);
            window_coordinates(isa, &pixels, u32::MAX, 200, 0.5, &mut down);
            assert_eq!(up.map(f32::from_bits), pixels.map(|pixel| pixel as f32 + 0.5), "{isa:?}");
            assert_eq!(down.map(f32::from_bits), pixels.map(|pixel| 199.5 - pixel as f32), "{isa:?}");
        }
    }
}
