//! Clipping. A polygon is stored as weights of the original vertices: every plane of any kind is given by three distances, and the position
//! and varyings of a corner follow from its weights.

use super::window::{CLIP, CLIP_SHIFT, DEPTH, Distances, GUARD, GUARD_SHIFT, SMALLEST_W, TINY_W, VOLUME, ViewTransform};

/// A convex polygon inside the original triangle; each clip plane adds at most one corner.
#[derive(Clone, Copy)]
pub struct Polygon {
    /// For each corner, the weights of the three vertices.
    pub corners: [[f64; 3]; Self::MAX_CORNERS],
    /// The number of corners.
    pub count: usize,
}

impl Polygon {
    /// 3 + 4 guard planes + 2 depth planes + 8 user planes + w, with a reserve.
    const MAX_CORNERS: usize = 24;

    /// Returns the whole triangle.
    pub fn triangle() -> Self {
        let mut corners = [[0.0; 3]; Self::MAX_CORNERS];
        (corners[0], corners[1], corners[2]) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        Self { corners, count: 3 }
    }

    /// Clips against a plane: keeps the part where the interpolated distance is at least 0.
    pub fn clip(&mut self, distances: [f64; 3]) {
        let at = |weights: &[f64; 3]| weights[0] * distances[0] + weights[1] * distances[1] + weights[2] * distances[2];
        let mut result = [[0.0; 3]; Self::MAX_CORNERS];
        let mut count = 0;
        let mut push = |corner| {
            if count < Self::MAX_CORNERS {
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
            // Always interpolate from the inside to the outside, so that triangles that share an edge get the same corner. A point on the
            // plane is a corner already.
            if start > 0.0 && end < 0.0 {
                push(between(from, to, start, end));
            } else if start < 0.0 && end > 0.0 {
                push(between(to, from, end, start));
            }
        }
        self.corners = result;
        self.count = count;
    }

    /// Returns the number of triangles of its fan.
    pub fn triangles(&self) -> u64 {
        self.count.saturating_sub(2) as u64
    }
}

/// Returns the weights at the crossing of the plane; `near` and `far` are the distances of both ends.
fn between(inside: &[f64; 3], outside: &[f64; 3], near: f64, far: f64) -> [f64; 3] {
    let t = near / (near - far);
    [0, 1, 2].map(|n| inside[n] + (outside[n] - inside[n]) * t)
}

/// The vertices of a primitive that needs clipping.
pub struct Source<'a> {
    /// The positions in clip coordinates.
    pub positions: [[f32; 4]; 3],
    /// The records.
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

    /// Clips the triangle against the planes of these outcode bits.
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

    /// Returns the number of triangles that remain within the true view volume; `any` is the union of the vertices' outcodes.
    pub fn surviving_triangles(&self, any: u32, view: &ViewTransform, distances: &Distances) -> u64 {
        self.polygon(any & (VOLUME | CLIP), view, distances).triangles()
    }

    /// Returns the part of the triangle within the view volume; `any` is the union of the vertices' outcodes.
    pub fn visible(&self, any: u32, view: &ViewTransform, distances: &Distances) -> Polygon {
        self.polygon(any & (VOLUME | CLIP | TINY_W), view, distances)
    }

    /// Returns the polygon to rasterise. It is clipped against left, right, bottom and top only at the guard band; the scissor does the
    /// rest.
    pub fn rasterised(&self, any: u32, view: &ViewTransform, distances: &Distances) -> Polygon {
        self.polygon(any & (DEPTH | CLIP | GUARD | TINY_W), view, distances)
    }

    /// Returns the part of the line from vertex 0 to 1 inside the planes of these outcode bits: 0 ≤ start < end ≤ 1.
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
