//! From planes over a tile to values in lanes.
//!
//! A varying is its value at vertex 0 plus two differences times two weights. The weights are linear over the window for lines and
//! triangles as they lie there; perspective divides by the interpolated 1/w. 1/w is taken relative to vertex 0's, so that a primitive
//! without perspective divides by exactly 1, and a constant varying stays exactly constant.

use super::per_fragment::Pixels;
use super::quads::{Packet, QUADS};
use super::setup::{Primitive, Shape, WHOLE, Weights};
use crate::core::cpu::versions;
use crate::core::lanes::Floats;

/// A value at the centre of the tile's first pixel, and its change by a pixel to the right and up.
type Plane = [f32; 3];

/// What one primitive is over one tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planes {
    /// The linear weights of the part's vertices 1 and 2.
    weights: [Plane; 2],
    pub z: Plane,
    /// 1/w of vertices 1 and 2 by that of vertex 0.
    ratios: [f32; 2],
    pub inverse_w: f32,
    /// Perspective and linear weights of the original vertices 1, 2: at the part's vertex 0, and the differences to 1 and 2.
    parts: [Plane; 4],
    clipped: bool,
    pub front: bool,
    pub id: u32,
    pub viewport: u8,
    /// What z is clamped to.
    pub z_range: (f32, f32),
    /// Points: from pixel to gl_PointCoord: offset in x and y, and scale.
    pub point: [f32; 3],
}

impl Planes {
    /// `x`, `y`: the tile's first pixel.
    pub fn new(primitive: &Primitive, weights: &[Weights], z_range: (f32, f32), x: i32, y: i32) -> Self {
        let edge = |n: usize| {
            let (a, b) = (i64::from(primitive.a[n]), i64::from(primitive.b[n]));
            let base = 256 * (a * i64::from(x) + b * i64::from(y)) + primitive.c[n];
            [base, 256 * a, 256 * b].map(|v| v as f64 * primitive.inverse_area)
        };
        let (one, two) = match primitive.shape {
            Shape::Triangle => (edge(1), edge(2)),
            Shape::Line => (edge(1), [0.0; 3]),
            Shape::Point => ([0.0; 3], [0.0; 3]),
        };
        let z = primitive.z.map(f64::from);
        let (dz1, dz2) = (z[1] - z[0], z[2] - z[0]);
        let mut planes = Self {
            weights: [one, two].map(|plane| plane.map(|v| v as f32)),
            z: [z[0] + dz1 * one[0] + dz2 * two[0], dz1 * one[1] + dz2 * two[1], dz1 * one[2] + dz2 * two[2]].map(|v| v as f32),
            ratios: [1, 2].map(|n| primitive.inverse_w[n] / primitive.inverse_w[0]),
            inverse_w: primitive.inverse_w[0],
            front: primitive.front,
            id: primitive.id,
            viewport: primitive.viewport,
            z_range,
            ..Self::default()
        };
        if let Some(weights) = weights.get(primitive.weights as usize).filter(|_| primitive.weights != WHOLE) {
            let difference = |[a, b, c]: [f32; 3]| [a, b - a, c - a];
            planes.clipped = true;
            planes.parts = [weights.smooth[0], weights.smooth[1], weights.linear[0], weights.linear[1]].map(difference);
        } else {
            let (first, second) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
            planes.parts = [first, second, first, second];
        }
        if primitive.shape == Shape::Point {
            let size = primitive.c[0] as f32 / 256.0;
            let centre = |fixed: i32, tile: i32| (i64::from(fixed) - i64::from(tile) * 256 - 128) as f32 / 256.0;
            planes.point = [centre(primitive.a[0], x), centre(primitive.b[0], y), 1.0 / size];
        }
        planes
    }

    #[inline(always)]
    fn at(plane: Plane, x: f32, y: f32) -> f32 {
        plane[0] + plane[1] * x + plane[2] * y
    }

    /// Depth at a pixel of the tile, clamped. (The depth test of a block takes the same steps in the same order.)
    #[inline(always)]
    pub fn depth(&self, x: f32, y: f32) -> f32 {
        clamp(Self::at(self.z, x, y), self.z_range)
    }
}

/// Not a number becomes the lower limit.
#[inline(always)]
pub fn clamp(value: f32, (low, high): (f32, f32)) -> f32 {
    let value = if value > low { value } else { low };
    if value < high { value } else { high }
}

/// What of a place is asked for; the weights of perspective always are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    pub depth: bool,
    pub inverse_w: bool,
    pub linear: bool,
}

/// What a wave's lanes know of where they are.
pub struct Place {
    pub z: Floats,
    pub inverse_w: Floats,
    pub smooth: [Floats; 2],
    pub linear: [Floats; 2],
}

impl Default for Place {
    fn default() -> Self {
        let zero = [0.0; 64];
        Self { z: zero, inverse_w: zero, smooth: [zero; 2], linear: [zero; 2] }
    }
}

versions! {
    /// The pixels of the lanes, in the window.
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
    /// Works out what is wanted of where the lanes are.
    pub fn locate = locate_body(packet: &Packet, wanted: Wanted, place: &mut Place)
}

#[inline(always)]
fn locate_body(packet: &Packet, wanted: Wanted, place: &mut Place) {
    if packet.slots == 1 {
        return locate_lanes::<64>(&packet.planes[0], packet, wanted, place, 0);
    }
    for pair in 0..packet.count.div_ceil(2).min(QUADS / 2) {
        // Keeps the compiler from shuffling several pairs together: they fill a vector.
        let quad = (std::hint::black_box(pair) * 2) & (QUADS - 2);
        let planes = |quad: usize| &packet.planes[packet.slot[quad] as usize & (QUADS - 1)];
        if packet.slot[quad] == packet.slot[quad + 1] {
            locate_lanes::<8>(planes(quad), packet, wanted, place, quad * 4);
        } else {
            locate_lanes::<4>(planes(quad), packet, wanted, place, quad * 4);
            locate_lanes::<4>(planes(quad + 1), packet, wanted, place, quad * 4 + 4);
        }
    }
}

/// N lanes of values, from `start` on.
#[inline(always)]
fn part<const N: usize>(values: &Floats, start: usize) -> &[f32; N] {
    let chunks = values.as_chunks::<N>().0;
    // `start` is below 64: it comes from quads of a packet.
    &chunks[(start / N).min(chunks.len() - 1)]
}

#[inline(always)]
fn part_mut<const N: usize>(values: &mut Floats, start: usize) -> &mut [f32; N] {
    let chunks = values.as_chunks_mut::<N>().0;
    let last = chunks.len() - 1;
    &mut chunks[(start / N).min(last)]
}

#[inline(always)]
fn locate_lanes<const N: usize>(planes: &Planes, packet: &Packet, wanted: Wanted, place: &mut Place, start: usize) {
    let (x, y) = (part::<N>(&packet.across, start), part::<N>(&packet.up, start));
    let ([l1, l2], [b1, b2]) = (&mut place.smooth, &mut place.linear);
    let (l1, l2) = (part_mut::<N>(l1, start), part_mut::<N>(l2, start));
    let (r1, r2) = (planes.ratios[0] - 1.0, planes.ratios[1] - 1.0);
    // Without perspective every divisor below is exactly 1.
    let flat = r1 == 0.0 && r2 == 0.0;
    if wanted.depth {
        let z = part_mut::<N>(&mut place.z, start);
        for lane in 0..N {
            z[lane] = planes.depth(x[lane], y[lane]);
        }
    }
    if wanted.inverse_w {
        let w = part_mut::<N>(&mut place.inverse_w, start);
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
                (b1[lane], b2[lane]) = (mix(planes.parts[2], one, two), mix(planes.parts[3], one, two));
            }
        }
    }
    if planes.clipped {
        for lane in 0..N {
            let (one, two) = (l1[lane], l2[lane]);
            (l1[lane], l2[lane]) = (mix(planes.parts[0], one, two), mix(planes.parts[1], one, two));
        }
    }
}

versions! {
    /// One varying: `values` are vertex 0's value and the two differences, by the packet's primitives.
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
