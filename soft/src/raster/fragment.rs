//! Running the fragment shader on a packed wave, and everything after it.

use super::Batch;
use super::interpolate::{Place, Planes, evaluate, find_pixels, locate};
use super::lanes::{Floats, set_bits};
use super::output;
use super::per_fragment::{Pixels, compare_lanes};
use super::plan::Plan;
use super::quads::{Packet, QUADS, splat};
use super::setup::Primitive;
use crate::draw::state::Failure;
use crate::exec::{Stop, Surroundings, Wave};
use crate::hir::Interpolation;
use crate::ir::bytecode::Input;
use crate::statistics::Statistics;

/// What one thread works with; reused from draw to draw.
#[derive(Default)]
pub struct Worker {
    pub wave: Wave,
    /// Whether the wave holds this draw's code.
    pub loaded: bool,
    pub packet: Packet,
    pub pixels: Pixels,
    pub place: Place,
    /// By varying: the values of the packet's primitives (flat ones: their bits in the first).
    pub values: Vec<[[f32; 3]; QUADS]>,
    pub statistics: Statistics,
}

impl Worker {
    /// Makes ready for a draw.
    pub fn begin(&mut self, plan: &Plan) {
        self.loaded = false;
        self.packet.clear();
        self.statistics = Statistics::default();
        self.values.clear();
        self.values.resize(plan.varyings.len(), [[0.0; 3]; QUADS]);
    }

    /// Makes a primitive the newest of the packet; it must have room for one more.
    pub fn add_primitive(&mut self, plan: &Plan, batch: &Batch, primitive: &Primitive, planes: &Planes) {
        let slot = self.packet.slots & (QUADS - 1);
        self.packet.planes[slot] = *planes;
        self.packet.slots += 1;
        let record = |index: u32| {
            let start = index as usize * batch.stride;
            batch.records.get(start..start + batch.stride).unwrap_or(&[])
        };
        let [first, second, third] = primitive.vertices.map(record);
        let provoking = record(primitive.provoking);
        let back = usize::from(!primitive.front);
        for (varying, values) in plan.varyings.iter().zip(&mut self.values) {
            let word = varying.words[back];
            let float = |record: &[u32]| f32::from_bits(record.get(word).copied().unwrap_or(0));
            values[slot] = if varying.interpolation == Interpolation::Flat {
                [float(provoking), 0.0, 0.0]
            } else {
                let base = float(first);
                [base, float(second) - base, float(third) - base]
            };
        }
    }

    /// Runs the packet's fragments and empties it; if they were of one primitive only, it stays known.
    pub fn flush(&mut self, plan: &Plan, tile_x: u32, tile_y: u32) -> Result<(), Failure> {
        let Some(code) = plan.code.filter(|_| self.packet.count > 0) else {
            self.packet.clear();
            return Ok(());
        };
        if !self.loaded {
            self.wave.load(code, plan.draw.resources);
            self.loaded = true;
        }
        let covered = self.packet.mask;
        self.statistics.fragment_shader_invocations += u64::from(covered.count_ones());
        find_pixels(plan.isa, &self.packet, tile_x, tile_y, &mut self.pixels);
        if plan.located {
            locate(plan.isa, &self.packet, &mut self.place);
        }
        self.fill_varyings(plan);
        self.fill_builtins(plan);
        let lanes = if plan.whole_quads { self.packet.lanes() } else { covered };
        let mut budget = plan.draw.budget;
        self.wave.start(code, lanes);
        let mut surroundings = Surroundings {
            resources: plan.draw.resources,
            writable: covered,
            budget: &mut budget,
            cancel: plan.draw.cancel,
            vertices: None,
            patch: None,
            outputs: None,
            shared: None,
            emitted: None,
        };
        let stop = self.wave.run(code, &mut surroundings);
        if stop == Stop::Interrupted {
            self.packet.clear();
            return Err(Failure::Interrupted);
        }
        self.finish(plan, covered & self.wave.alive());
        if self.packet.slots == 1 {
            self.packet.clear_quads();
        } else {
            self.packet.clear();
        }
        Ok(())
    }

    fn fill_varyings(&mut self, plan: &Plan) {
        for (varying, values) in plan.varyings.iter().zip(&self.values) {
            let into = &mut self.wave.register_mut(varying.register).0;
            match varying.interpolation {
                Interpolation::Smooth => evaluate(plan.isa, &self.packet, values, &self.place.smooth, into),
                Interpolation::NoPerspective => evaluate(plan.isa, &self.packet, values, &self.place.linear, into),
                Interpolation::Flat => {
                    for quad in 0..QUADS {
                        let bits = values[self.packet.slot[quad] as usize & (QUADS - 1)][0].to_bits();
                        into[quad * 4..quad * 4 + 4].fill(bits);
                    }
                }
            }
        }
    }

    fn fill_builtins(&mut self, plan: &Plan) {
        let (packet, pixels) = (&self.packet, &self.pixels);
        for &(register, input) in &plan.builtins {
            let into = &mut self.wave.register_mut(register).0;
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
                        for lane in 0..64 {
                            let pixel = if upside_down { top.wrapping_sub(from[lane]) as i32 } else { from[lane] as i32 };
                            into[lane] = (pixel as f32 + half).to_bits();
                        }
                    }
                    2 => *into = self.place.z.map(f32::to_bits),
                    _ => *into = self.place.inverse_w.map(f32::to_bits),
                },
                Input::FrontFacing => by_primitive(into, &|planes| if planes.front { u32::MAX } else { 0 }),
                Input::PointCoord(component) => {
                    let axis = usize::from(component & 1);
                    let down = axis == 1 && plan.draw.raster.point_sprite_upper_left;
                    for lane in 0..64 {
                        let planes = &packet.planes[packet.slot[lane / 4] as usize & (QUADS - 1)];
                        let place = if axis == 0 { self.place.x[lane] } else { self.place.y[lane] };
                        let offset = (place - planes.point[axis]) * planes.point[2];
                        into[lane] = (if down { 0.5 - offset } else { 0.5 + offset }).to_bits();
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
                // Layer and sample 0; nothing else is an input of fragments.
                _ => *into = splat(0),
            }
        }
    }

    /// Everything after the shader for the lanes that are left.
    fn finish(&mut self, plan: &Plan, mut mask: u64) {
        let (wave, pixels) = (&self.wave, &self.pixels);
        if let Some(register) = plan.sample_mask_register {
            let words = &wave.register(register).0;
            mask = set_bits(mask).filter(|&lane| words[lane] & 1 != 0).fold(0, |mask, lane| mask | 1 << lane);
        }
        if let Some((compare, reference, alpha)) = plan.alpha_test {
            let alpha = alpha.map_or([1.0; 64], |register| wave.register(register).0.map(f32::from_bits));
            let clamped: Floats = alpha.map(|alpha| if plan.clamps_alpha() { super::interpolate::clamp(alpha, (0.0, 1.0)) } else { alpha });
            mask &= compare_lanes(compare, &clamped, &[reference; 64]);
        }
        if !plan.early {
            if let Some(tests) = plan.depth_stencil.as_ref().filter(|_| mask != 0) {
                let z = match plan.depth_register {
                    Some(register) => {
                        let mut z = wave.register(register).0.map(f32::from_bits);
                        for lane in set_bits(mask) {
                            let planes = &self.packet.planes[self.packet.slot[lane / 4] as usize & (QUADS - 1)];
                            z[lane] = super::interpolate::clamp(z[lane], planes.z_range);
                        }
                        z
                    }
                    None => self.place.z,
                };
                let back = self.packet.lanes_where(|planes| !planes.front);
                mask = tests.test(plan.isa, mask, back, pixels, &z);
            }
            if plan.draw.occlusion {
                self.statistics.samples_passed += u64::from(mask.count_ones());
            }
        }
        if mask == 0 {
            return;
        }
        for target in &plan.colors {
            output::write(plan.isa, target, mask, pixels, wave);
        }
    }
}
