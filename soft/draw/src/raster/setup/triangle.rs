//! Triangles, and polygons after clipping.

use super::{Corner, Origin, Setup, weights_of};
use crate::raster::binning::Chunk;
use crate::raster::primitive::{Primitive, Shape};
use shader::pipeline::state::PolygonMode;

/// The facing of a polygon that is neither culled nor degenerate.
struct Face {
    front: bool,
    mode: PolygonMode,
}

fn doubled_area(corners: &[Corner; 3]) -> i64 {
    let [p0, p1, p2] = corners.map(|corner| (i64::from(corner.window.x), i64::from(corner.window.y)));
    (p1.0 - p0.0) * (p2.1 - p0.1) - (p2.0 - p0.0) * (p1.1 - p0.1)
}

impl Setup<'_> {
    /// Returns the face for the sign of an area, or `None` if the area is 0 or the face is culled.
    fn face(&self, area: i64) -> Option<Face> {
        let state = self.plan.draw.raster;
        if area == 0 {
            return None;
        }
        let front = (area > 0) ^ !state.front_counter_clockwise ^ state.clip_upper_left;
        let culled = if front { state.cull_front } else { state.cull_back };
        (!culled).then_some(Face { front, mode: state.polygon_mode[usize::from(!front)] })
    }

    /// Sets up a triangle that is not clipped.
    #[inline]
    pub(in crate::raster) fn whole_triangle(&self, chunk: &mut Chunk, origin: &Origin, corners: [Corner; 3]) {
        let area = doubled_area(&corners);
        let Some(face) = self.face(area) else { return };
        match face.mode {
            PolygonMode::Fill => {
                // Edge n, opposite vertex n, begins at vertex n + 1.
                let inner = !origin.edges;
                self.fill(chunk, origin, corners, area, face.front, (inner >> 1 & 0b011) | (inner & 1) << 2);
            }
            mode => self.outline(chunk, origin, 3, |n| corners[n], &face, mode),
        }
    }

    /// Sets up the fan of a clipped polygon. In line mode the edges that clipping created are drawn too.
    pub(in crate::raster) fn polygon(&self, chunk: &mut Chunk, origin: &Origin, count: usize, corner: impl Fn(usize) -> Corner) {
        let fan = |n: usize| [corner(0), corner(n), corner(n + 1)];
        let area: i64 = (1..count - 1).map(|n| doubled_area(&fan(n))).sum();
        let Some(face) = self.face(area) else { return };
        match face.mode {
            PolygonMode::Fill => {
                for n in 1..count - 1 {
                    let corners = fan(n);
                    let area = doubled_area(&corners);
                    // Rounding may flip a sliver; it covers nothing worth drawing.
                    if self.face(area).is_some_and(|part| part.front == face.front) {
                        let inner = u8::from(n + 2 < count) << 1 | u8::from(n > 1) << 2;
                        self.fill(chunk, origin, corners, area, face.front, inner);
                    }
                }
            }
            mode => self.outline(chunk, origin, count, corner, &face, mode),
        }
    }

    /// Sets up the edges or corners of a polygon in line or point mode.
    fn outline(&self, chunk: &mut Chunk, origin: &Origin, count: usize, corner: impl Fn(usize) -> Corner, face: &Face, mode: PolygonMode) {
        let state = self.plan.draw.raster;
        let line = mode == PolygonMode::Line;
        let offset = if state.polygon_offset_enabled[usize::from(line)] { self.offset(&[corner(0), corner(1), corner(2)]) } else { 0.0 };
        for n in 0..count {
            let (from, to) = (corner(n), corner((n + 1) % count));
            // A corner that is a vertex of the triangle has that vertex's edge flag.
            let vertex = super::UNIT.iter().position(|unit| *unit == from.weights);
            if vertex.is_some_and(|vertex| origin.edges >> vertex & 1 == 0) {
                continue;
            }
            if line {
                self.segment(chunk, origin, [from, to], face.front, offset);
            } else {
                self.square(chunk, origin, from, face.front, offset);
            }
        }
    }

    /// Returns the glPolygonOffset of a triangle.
    fn offset(&self, corners: &[Corner; 3]) -> f32 {
        let (factor, units) = self.plan.draw.raster.polygon_offset;
        let area = doubled_area(corners);
        if area == 0 {
            return 0.0;
        }
        let [p0, p1, p2] = corners.map(|corner| corner.window);
        let (dz1, dz2) = (f64::from(p1.z) - f64::from(p0.z), f64::from(p2.z) - f64::from(p0.z));
        let (dx1, dy1) = (f64::from(p1.x - p0.x), f64::from(p1.y - p0.y));
        let (dx2, dy2) = (f64::from(p2.x - p0.x), f64::from(p2.y - p0.y));
        let slope_x = (dz1 * dy2 - dz2 * dy1) * 256.0 / area as f64;
        let slope_y = (dz2 * dx1 - dz1 * dx2) * 256.0 / area as f64;
        let slope = slope_x.abs().max(slope_y.abs());
        let deepest = p0.z.abs().max(p1.z.abs()).max(p2.z.abs());
        let offset = (slope * f64::from(factor) + f64::from(units) * f64::from(self.plan.depth_step(deepest))) as f32;
        // "o = m x <factor> + r x <units>, if <clamp> = 0 or NaN; min(m x <factor> + r x <units>, <clamp>), if <clamp> > 0;
        // max(m x <factor> + r x <units>, <clamp>), if <clamp> < 0."
        match self.plan.draw.raster.polygon_offset_clamp {
            clamp if clamp > 0.0 => offset.min(clamp),
            clamp if clamp < 0.0 => offset.max(clamp),
            _ => offset,
        }
    }

    fn fill(&self, chunk: &mut Chunk, origin: &Origin, mut corners: [Corner; 3], area: i64, front: bool, mut inner: u8) {
        let within = self.view(origin.viewport).triangles;
        let [p0, p1, p2] = corners.map(|corner| (i64::from(corner.window.x), i64::from(corner.window.y)));
        let low = (p0.0.min(p1.0).min(p2.0), p0.1.min(p1.1).min(p2.1));
        let high = (p0.0.max(p1.0).max(p2.0), p0.1.max(p1.1).max(p2.1));
        let Some((x0, y0, x1, y1)) = self.bounds(Shape::Triangle, low, high, within) else { return };
        let offset = if self.plan.draw.raster.polygon_offset_enabled[2] { self.offset(&corners) } else { 0.0 };
        let mut vertices = origin.vertices;
        let whole = (0..3).all(|n| corners[n].weights == super::UNIT[n]);
        if area < 0 {
            corners.swap(1, 2);
            inner = inner & 1 | (inner & 2) << 1 | (inner & 4) >> 1;
            if whole {
                vertices.swap(1, 2);
            }
        }
        let weights = if whole { super::WHOLE } else { weights_of(chunk, vertices.map(|v| f64::from(self.position(v)[3])), &corners) };
        let (mut a, mut b, mut c) = ([0; 3], [0; 3], [0; 3]);
        for edge in 0..3 {
            let (from, to) = (corners[(edge + 1) % 3].window, corners[(edge + 2) % 3].window);
            a[edge] = from.y - to.y;
            b[edge] = to.x - from.x;
            let (wide_a, wide_b) = (i64::from(a[edge]), i64::from(b[edge]));
            c[edge] = 128 * (wide_a + wide_b) - wide_a * i64::from(from.x) - wide_b * i64::from(from.y);
        }
        chunk.primitives.push(Primitive {
            a,
            b,
            c,
            inverse_area: 1.0 / area.abs() as f64,
            z: corners.map(|corner| corner.window.z + offset),
            inverse_w: corners.map(|corner| corner.window.inverse_w),
            vertices,
            provoking: origin.provoking,
            id: origin.id,
            x0,
            y0,
            x1,
            y1,
            shape: Shape::Triangle,
            inner,
            front,
            viewport: origin.viewport,
            layer: origin.layer,
            weights,
        });
    }
}
