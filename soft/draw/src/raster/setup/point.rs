//! Points: squares around their centres.
//!
//! A point's [`Primitive`] holds its centre in 1/256 pixel in a[0], b[0], and its size in 1/256 pixel in c[0].

use super::{Corner, Origin, Setup, weights_of};
use crate::raster::binning::Chunk;
use crate::raster::primitive::{Primitive, Shape};

/// The largest point size in pixels.
pub const LARGEST_POINT: f32 = 256.0;

impl Setup<'_> {
    /// Sets up a point at a corner.
    pub(in crate::raster) fn square(&self, chunk: &mut Chunk, origin: &Origin, corner: Corner, front: bool, offset: f32) {
        let state = self.plan.draw.raster;
        let size = match self.point_size_word {
            Some(_) if origin.vertices[0] == origin.vertices[1] => f32::from_bits(self.word(origin.vertices[0], self.point_size_word)),
            Some(_) => {
                // For a point of a polygon, the vertex nearest to the corner.
                let nearest = (0..3).fold(0, |best, n| if corner.weights[n] > corner.weights[best] { n } else { best });
                f32::from_bits(self.word(origin.vertices[nearest], self.point_size_word))
            }
            None => state.point_size,
        };
        let size = if size > 1.0 { size.min(LARGEST_POINT) } else { 1.0 };
        let size = (size * 256.0 + 0.5) as i64;
        let (x, y) = (i64::from(corner.window.x), i64::from(corner.window.y));
        // Of the pixels whose centres are on the square's edges, those at its upper and right ones belong to the point: "In the default state, a
        // point is rasterized by truncating its xw and yw coordinates … to integers." [GL 4.4 compatibility, 14.4.1]
        let low = (x - size / 2 + 1, y - size / 2 + 1);
        let high = (low.0 + size - 1, low.1 + size - 1);
        let Some((x0, y0, x1, y1)) = self.bounds(Shape::Point, low, high, self.view(origin.viewport).points) else { return };
        let corners = [corner; 3];
        let weights = if corner.weights == super::UNIT[0] {
            super::WHOLE
        } else {
            weights_of(chunk, origin.vertices.map(|v| f64::from(self.position(v)[3])), &corners)
        };
        chunk.primitives.push(Primitive {
            a: [corner.window.x, 0, 0],
            b: [corner.window.y, 0, 0],
            c: [size, 0, 0],
            inverse_area: 0.0,
            z: [corner.window.z + offset; 3],
            inverse_w: [corner.window.inverse_w; 3],
            vertices: origin.vertices,
            provoking: origin.provoking,
            id: origin.id,
            x0,
            y0,
            x1,
            y1,
            shape: Shape::Point,
            inner: 0,
            front,
            viewport: origin.viewport,
            layer: origin.layer,
            weights,
        });
    }
}
