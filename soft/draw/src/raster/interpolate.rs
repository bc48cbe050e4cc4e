//! Interpolation: evaluates the planes of a tile in the lanes of a wave.
//!
//! A varying is its value at vertex 0 plus two differences, each times a weight. The weights are linear in window space for lines and
//! triangles without perspective; with perspective they are divided by the interpolated 1/w. 1/w is relative to that of vertex 0, so that a
//! primitive without perspective divides by exactly 1, and a constant varying stays exactly constant.

use super::planes::{Plane, Planes};
use super::quads::{Packet, Pixels, QUADS};
use base::core::cpu::versions;
use base::core::lanes::Floats;

/// The [`Barycentrics`] to compute; the perspective weights are always computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Depth.
    pub depth: bool,
    /// 1/w.
    pub inverse_w: bool,
    /// The weights that are linear in window space.
    pub linear: bool,
}

/// Per-lane depth, 1/w and barycentric weights of vertices 1 and 2.
pub struct Barycentrics {
    /// The clamped depth.
    pub z: Floats,
    /// 1/w.
    pub inverse_w: Floats,
    /// The perspective weights.
    pub smooth: [Floats; 2],
    /// The weights that are linear in window space.
    pub linear: [Floats; 2],
}

impl Default for Barycentrics {
    fn default() -> Self {
        let zero = [0.0; 64];
        Self { z: zero, inverse_w: zero, smooth: [zero; 2], linear: [zero; 2] }
    }
}

versions! {
    /// Computes the window coordinates of the lanes.
    pub fn find_pixels = find_pixels_body(packet: &Packet, tile_x: u32, tile_y: u32, pixels: &mut Pixels)
}

#[inline(always)]
fn find_pixels_body(packet: &Packet, tile_x: u32, tile_y: u32, pixels: &mut Pixels) {
    for quad in 0..QUADS {
        let (x, y) = (tile_x + u32::from(packet.x[quad]), tile_y + u32::from(packet.y[quad]));
        for lane in 0..4 {
            pixels.x[quad * 4 + lane] = x + lane as u32 % 2;
            pixels.y[quad * 4 + lane] = y + lane as u32 / 2;
        }
    }
}

versions! {
    /// Computes the depth, 1/w and weights of the lanes, as far as they are wanted.
    pub fn locate = locate_body(packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics)
}

#[inline(always)]
fn locate_body(packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics) {
    if packet.slots == 1 {
        return locate_lanes::<64>(&packet.planes[0], packet, wanted, barycentrics, 0);
    }
    for pair in 0..packet.count.div_ceil(2).min(QUADS / 2) {
        // Keep the compiler from interleaving several pairs: one pair fills a vector.
        let quad = (std::hint::black_box(pair) * 2) & (QUADS - 2);
        let planes = |quad: usize| &packet.planes[packet.slot[quad] as usize & (QUADS - 1)];
        if packet.slot[quad] == packet.slot[quad + 1] {
            locate_lanes::<8>(planes(quad), packet, wanted, barycentrics, quad * 4);
        } else {
            locate_lanes::<4>(planes(quad), packet, wanted, barycentrics, quad * 4);
            locate_lanes::<4>(planes(quad + 1), packet, wanted, barycentrics, quad * 4 + 4);
        }
    }
}

/// Returns N lanes from `start` on.
#[inline(always)]
fn part<const N: usize>(values: &Floats, start: usize) -> &[f32; N] {
    let chunks = values.as_chunks::<N>().0;
    // `start` is below 64: it comes from the quads of a packet.
    &chunks[(start / N).min(chunks.len() - 1)]
}

#[inline(always)]
fn part_mut<const N: usize>(values: &mut Floats, start: usize) -> &mut [f32; N] {
    let chunks = values.as_chunks_mut::<N>().0;
    let last = chunks.len() - 1;
    &mut chunks[(start / N).min(last)]
}

#[inline(always)]
fn locate_lanes<const N: usize>(planes: &Planes, packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics, start: usize) {
    let (x, y) = (part::<N>(&packet.across, start), part::<N>(&packet.up, start));
    let ([l1, l2], [b1, b2]) = (&mut barycentrics.smooth, &mut barycentrics.linear);
    let (l1, l2) = (part_mut::<N>(l1, start), part_mut::<N>(l2, start));
    let (r1, r2) = (planes.ratios[0] - 1.0, planes.ratios[1] - 1.0);
    // Without perspective every divisor below is exactly 1.
    let flat = r1 == 0.0 && r2 == 0.0;
    if wanted.depth {
        let z = part_mut::<N>(&mut barycentrics.z, start);
        for lane in 0..N {
            z[lane] = planes.depth(x[lane], y[lane]);
        }
    }
    if wanted.inverse_w {
        let w = part_mut::<N>(&mut barycentrics.inverse_w, start);
        for lane in 0..N {
            let one = Planes::at(planes.weights[0], x[lane], y[lane]);
            let two = Planes::at(planes.weights[1], x[lane], y[lane]);
            w[lane] = (1.0 + r1 * one + r2 * two) * planes.inverse_w;
        }
    }
    if flat {
        for lane in 0..N {
            l1[lane] = Planes::at(planes.weights[0], x[lane], y[lane]);
            l2[lane] = Planes::at(planes.weights[1], x[lane], y[lane]);
        }
    } else {
        for lane in 0..N {
            let one = Planes::at(planes.weights[0], x[lane], y[lane]);
            let two = Planes::at(planes.weights[1], x[lane], y[lane]);
            let inverse = 1.0 / (1.0 + r1 * one + r2 * two);
            l1[lane] = one * planes.ratios[0] * inverse;
            l2[lane] = two * planes.ratios[1] * inverse;
        }
    }
    let mix = |part: Plane, one: f32, two: f32| part[0] + part[1] * one + part[2] * two;
    if wanted.linear {
        let (b1, b2) = (part_mut::<N>(b1, start), part_mut::<N>(b2, start));
        for lane in 0..N {
            b1[lane] = Planes::at(planes.weights[0], x[lane], y[lane]);
            b2[lane] = Planes::at(planes.weights[1], x[lane], y[lane]);
        }
        if planes.clipped {
            for lane in 0..N {
                let (one, two) = (b1[lane], b2[lane]);
                (b1[lane], b2[lane]) = (mix(planes.clipped_weights[2], one, two), mix(planes.clipped_weights[3], one, two));
            }
        }
    }
    if planes.clipped {
        for lane in 0..N {
            let (one, two) = (l1[lane], l2[lane]);
            (l1[lane], l2[lane]) = (mix(planes.clipped_weights[0], one, two), mix(planes.clipped_weights[1], one, two));
        }
    }
}

versions! {
    /// Interpolates one varying. `values` holds, for each primitive of the packet, the value at vertex 0 and the two differences.
    pub fn evaluate = evaluate_body(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64])
}

#[inline(always)]
fn evaluate_body(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64]) {
    if packet.slots == 1 {
        return evaluate_lanes::<64>(values[0], weights, into, 0);
    }
    for pair in 0..packet.count.div_ceil(2).min(QUADS / 2) {
        let quad = (std::hint::black_box(pair) * 2) & (QUADS - 2);
        let values = |quad: usize| values[packet.slot[quad] as usize & (QUADS - 1)];
        if packet.slot[quad] == packet.slot[quad + 1] {
            evaluate_lanes::<8>(values(quad), weights, into, quad * 4);
        } else {
            evaluate_lanes::<4>(values(quad), weights, into, quad * 4);
            evaluate_lanes::<4>(values(quad + 1), weights, into, quad * 4 + 4);
        }
    }
}

#[inline(always)]
fn evaluate_lanes<const N: usize>([base, one, two]: [f32; 3], weights: &[Floats; 2], into: &mut [u32; 64], start: usize) {
    let (first, second) = (part::<N>(&weights[0], start), part::<N>(&weights[1], start));
    let chunks = into.as_chunks_mut::<N>().0;
    let last = chunks.len() - 1;
    let into = &mut chunks[(start / N).min(last)];
    for lane in 0..N {
        into[lane] = (base + one * first[lane] + two * second[lane]).to_bits();
    }
}
