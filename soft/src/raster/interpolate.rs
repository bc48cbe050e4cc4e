//! From planes over a tile to values in lanes.
//!
//! A varying is its value at vertex 0 plus two differences times two weights. The weights are linear over the window for lines and
//! triangles as they lie there; perspective divides by the interpolated 1/w. 1/w is taken relative to vertex 0's, so that a primitive
//! without perspective divides by exactly 1, and a constant varying stays exactly constant.

use super::isa::versions;
use super::lanes::Floats;
use super::per_fragment::Pixels;
use super::quads::{Packet, QUADS};
use super::setup::{Primitive, Shape, WHOLE, Weights};

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

    /// Depth at a pixel of the tile, clamped.
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

/// What a wave's lanes know of where they are.
pub struct Place {
    /// Pixels from the tile's first one.
    pub x: Floats,
    pub y: Floats,
    pub z: Floats,
    pub inverse_w: Floats,
    pub smooth: [Floats; 2],
    pub linear: [Floats; 2],
}

impl Default for Place {
    fn default() -> Self {
        let zero = [0.0; 64];
        Self { x: zero, y: zero, z: zero, inverse_w: zero, smooth: [zero; 2], linear: [zero; 2] }
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
    /// Works out where the lanes are.
    pub fn locate = locate_body(packet: &Packet, place: &mut Place)
}

#[inline(always)]
fn locate_body(packet: &Packet, place: &mut Place) {
    for quad in 0..QUADS {
        for lane in 0..4 {
            place.x[quad * 4 + lane] = f32::from(packet.x[quad]) + (lane % 2) as f32;
            place.y[quad * 4 + lane] = f32::from(packet.y[quad]) + (lane / 2) as f32;
        }
    }
    if packet.slots == 1 {
        return locate_lanes::<64>(&packet.planes[0], place, 0);
    }
    for quad in 0..packet.count.min(QUADS) {
        // Keeps the compiler from shuffling several quads together: one quad fills a vector.
        let quad = std::hint::black_box(quad) & (QUADS - 1);
        locate_lanes::<4>(&packet.planes[packet.slot[quad] as usize & (QUADS - 1)], place, quad * 4);
    }
}

#[inline(always)]
fn part<const N: usize>(values: &Floats, start: usize) -> [f32; N] {
    let mut result = [0.0; N];
    if let Some(from) = values.get(start..start + N) {
        result.copy_from_slice(from);
    }
    result
}

#[inline(always)]
fn put<const N: usize>(values: &mut Floats, start: usize, from: &[f32; N]) {
    if let Some(into) = values.get_mut(start..start + N) {
        into.copy_from_slice(from);
    }
}

#[inline(always)]
fn locate_lanes<const N: usize>(planes: &Planes, place: &mut Place, start: usize) {
    let (x, y) = (part::<N>(&place.x, start), part::<N>(&place.y, start));
    let (mut z, mut w, mut b1, mut b2, mut l1, mut l2) = ([0.0; N], [0.0; N], [0.0; N], [0.0; N], [0.0; N], [0.0; N]);
    let (r1, r2) = (planes.ratios[0] - 1.0, planes.ratios[1] - 1.0);
    for lane in 0..N {
        z[lane] = planes.depth(x[lane], y[lane]);
        b1[lane] = Planes::at(planes.weights[0], x[lane], y[lane]);
        b2[lane] = Planes::at(planes.weights[1], x[lane], y[lane]);
        let divisor = 1.0 + r1 * b1[lane] + r2 * b2[lane];
        w[lane] = divisor * planes.inverse_w;
        let inverse = 1.0 / divisor;
        l1[lane] = b1[lane] * planes.ratios[0] * inverse;
        l2[lane] = b2[lane] * planes.ratios[1] * inverse;
    }
    if planes.clipped {
        for lane in 0..N {
            let (s1, s2, n1, n2) = (l1[lane], l2[lane], b1[lane], b2[lane]);
            let mix = |part: Plane, one: f32, two: f32| part[0] + part[1] * one + part[2] * two;
            (l1[lane], l2[lane]) = (mix(planes.parts[0], s1, s2), mix(planes.parts[1], s1, s2));
            (b1[lane], b2[lane]) = (mix(planes.parts[2], n1, n2), mix(planes.parts[3], n1, n2));
        }
    }
    put(&mut place.z, start, &z);
    put(&mut place.inverse_w, start, &w);
    put(&mut place.smooth[0], start, &l1);
    put(&mut place.smooth[1], start, &l2);
    put(&mut place.linear[0], start, &b1);
    put(&mut place.linear[1], start, &b2);
}

versions! {
    /// One varying: `values` are vertex 0's value and the two differences, by the packet's primitives.
    pub fn evaluate = evaluate_body(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64])
}

#[inline(always)]
fn evaluate_body(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64]) {
    if packet.slots == 1 {
        let [base, one, two] = values[0];
        for lane in 0..64 {
            into[lane] = (base + one * weights[0][lane] + two * weights[1][lane]).to_bits();
        }
        return;
    }
    for quad in 0..QUADS {
        let quad = std::hint::black_box(quad) & (QUADS - 1);
        let [base, one, two] = values[packet.slot[quad] as usize & (QUADS - 1)];
        for lane in quad * 4..quad * 4 + 4 {
            into[lane] = (base + one * weights[0][lane] + two * weights[1][lane]).to_bits();
        }
    }
}
