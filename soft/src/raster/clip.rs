//! Clipping of what is partly outside. A polygon is held as weights of the original vertices, so every plane, whatever it is made from,
//! is three distances, and a corner's position and varyings follow from its weights.

use super::window::{CLIP, CLIP_SHIFT, DEPTH, Distances, GUARD, GUARD_SHIFT, SMALLEST_W, TINY_W, VOLUME, ViewTransform};

/// A polygon inside the triangle it began as: each plane adds at most one corner.
#[derive(Clone, Copy)]
pub struct Polygon {
    /// Weights of the three vertices, a corner each.
    pub corners: [[f64; 3]; Self::MOST],
    pub count: usize,
}

impl Polygon {
    /// 3 + 4 guard planes + 2 depth planes + 8 user planes + w, with room to spare.
    const MOST: usize = 24;

    /// Returns the whole triangle.
    pub fn triangle() -> Self {
        let mut corners = [[0.0; 3]; Self::MOST];
        (corners[0], corners[1], corners[2]) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        Self { corners, count: 3 }
    }

    /// Keeps what is at or above 0.
    pub fn clip(&mut self, distances: [f64; 3]) {
        let at = |weights: &[f64; 3]| weights[0] * distances[0] + weights[1] * distances[1] + weights[2] * distances[2];
        let mut result = [[0.0; 3]; Self::MOST];
        let mut count = 0;
        let mut push = |corner| {
            if count < Self::MOST {
                result[count] = corner;
                count += 1;
            }
        };
        for index in 0..self.count {
            let (from, to) = (&self.corners[index], &self.corners[(index + 1) % self.count]);
            let (start, end) = (at(from), at(to));
            if start >= 0.0 {
                push(*from);
            }
            // Always from the inside to the outside, so that triangles that share an edge get the same corner. What lies on the plane is
            // a corner already.
            if start > 0.0 && end < 0.0 {
                push(between(from, to, start, end));
            } else if start < 0.0 && end > 0.0 {
                push(between(to, from, end, start));
            }
        }
        self.corners = result;
        self.count = count;
    }

    /// Returns triangles of its fan.
    pub fn triangles(&self) -> u64 {
        self.count.saturating_sub(2) as u64
    }
}

fn between(inside: &[f64; 3], outside: &[f64; 3], near: f64, far: f64) -> [f64; 3] {
    let t = near / (near - far);
    [0, 1, 2].map(|n| inside[n] + (outside[n] - inside[n]) * t)
}

/// The vertices of one primitive that needs clipping.
pub struct Source<'a> {
    pub positions: [[f32; 4]; 3],
    pub records: [&'a [u32]; 3],
}

impl Source<'_> {
    /// Returns the distances of the vertices from the plane of an outcode bit.
    fn distances(&self, bit: u32, view: &ViewTransform, distances: &Distances) -> [f64; 3] {
        [0, 1, 2].map(|n| {
            let p = self.positions[n];
            match bit {
                0..6 => view.volume_distance(bit, p),
                CLIP_SHIFT..14 => {
                    let distance = f64::from(distances.clip_distance(self.records[n], bit - CLIP_SHIFT));
                    if distance.is_nan() { -1.0 } else { distance }
                }
                GUARD_SHIFT..26 => f64::from(view.guard_distance(bit - GUARD_SHIFT, p)),
                _ => f64::from(p[3]) - f64::from(SMALLEST_W),
            }
        })
    }

    /// Returns the triangle clipped against the planes of these bits.
    fn polygon(&self, bits: u32, view: &ViewTransform, distances: &Distances) -> Polygon {
        let mut polygon = Polygon::triangle();
        for bit in (0..27).filter(|bit| bits >> bit & 1 != 0) {
            polygon.clip(self.distances(bit, view, distances));
            if polygon.count < 3 {
                polygon.count = 0;
                break;
            }
        }
        polygon
    }

    /// Returns triangles that remain of it within the true volume; `any` is what any vertex is outside of.
    pub fn surviving_triangles(&self, any: u32, view: &ViewTransform, distances: &Distances) -> u64 {
        self.polygon(any & (VOLUME | CLIP), view, distances).triangles()
    }

    /// Returns the polygon to rasterise. Left, right, bottom and top are left to the scissor as far as the guard band reaches.
    pub fn rasterised(&self, any: u32, view: &ViewTransform, distances: &Distances) -> Polygon {
        self.polygon(any & (DEPTH | CLIP | GUARD | TINY_W), view, distances)
    }

    /// Returns the part of the line from vertex 0 to 1 that is inside the planes of these bits: 0 ≤ start < end ≤ 1.
    pub fn segment(&self, bits: u32, view: &ViewTransform, distances: &Distances) -> Option<(f64, f64)> {
        let (mut start, mut end) = (0.0f64, 1.0f64);
        for bit in (0..27).filter(|bit| bits >> bit & 1 != 0) {
            let [from, to, _] = self.distances(bit, view, distances);
            match (from < 0.0, to < 0.0) {
                (true, true) => return None,
                (true, false) => start = start.max(from / (from - to)),
                (false, true) => end = end.min(from / (from - to)),
                (false, false) => {}
            }
        }
        (start <= end).then_some((start, end))
    }
}
