//! Lines by the diamond-exit rule: one pixel in each column (steep lines: row) whose centre they cross, and at the ends the pixels whose
//! diamonds they exit. Wide lines repeat this pixel across the line.
//!
//! With multisampling a line is the rectangle of its length and width, which `multisample::coverage` tests.
//!
//! A line's [`Primitive`] holds: the start in a[0], b[0]; the first column (row) and the last plus 1 in a[2], b[2]; the width in pixels in
//! c[0]; 1 for steep lines in c[2], plus twice the stipple counter at the start. Edge 1 grows along the line from 0 to the square of its length, so that a[1], b[1] are its extent.

use super::{Corner, Origin, Setup, weights_of};
use crate::raster::binning::Chunk;
use crate::raster::coverage::columns;
use crate::raster::primitive::{Primitive, Shape};

impl Setup<'_> {
    /// Sets up the line between two corners, whose weights are relative to the original primitive.
    pub(in crate::raster) fn segment(&self, chunk: &mut Chunk, origin: &Origin, ends: [Corner; 2], front: bool, offset: f32) {
        let [from, to] = ends.map(|corner| corner.window);
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dx == 0 && dy == 0 {
            return;
        }
        let steep = dy.abs() > dx.abs();
        let turn = |x: i32, y: i32| if steep { (i64::from(y), i64::from(x)) } else { (i64::from(x), i64::from(y)) };
        let (start, end) = (turn(from.x, from.y), turn(to.x, to.y));
        let width = self.smooth.filter(|smooth| smooth.lines).map_or(self.line_width, |smooth| smooth.line_reach());
        let extent = if self.beyond_centres(Shape::Line) {
            Some(((start.0.min(end.0) >> 8) - width, (start.0.max(end.0) >> 8) + width + 1))
        } else {
            columns(start, end)
        };
        let Some((first, last)) = extent else { return };
        // Across: the extent of the line, and half its width to both sides. A rectangle reaches half its width along the line too.
        let (low, high) = ((start.1.min(end.1) >> 8) - width, (start.1.max(end.1) >> 8) + width + 1);
        let within = self.view(origin.viewport).triangles;
        let (x, y) = if steep { ((low, high), (first, last)) } else { ((first, last), (low, high)) };
        let (x0, x1) = (x.0.max(i64::from(within.x0)), x.1.min(i64::from(within.x1)));
        let (y0, y1) = (y.0.max(i64::from(within.y0)), y.1.min(i64::from(within.y1)));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let corners = [ends[0], ends[1], ends[0]];
        let whole = ends[0].weights == super::UNIT[0] && ends[1].weights == super::UNIT[1];
        let weights =
            if whole { super::WHOLE } else { weights_of(chunk, origin.vertices.map(|v| f64::from(self.position(v)[3])), &corners) };
        let (wide_dx, wide_dy) = (i64::from(dx), i64::from(dy));
        let length = wide_dx * wide_dx + wide_dy * wide_dy;
        let along = 128 * (wide_dx + wide_dy) - wide_dx * i64::from(from.x) - wide_dy * i64::from(from.y);
        chunk.primitives.push(Primitive {
            a: [from.x, dx, first as i32],
            b: [from.y, dy, last as i32],
            c: [width, along, i64::from(steep) | i64::from(origin.stipple) << 1],
            inverse_area: 1.0 / length as f64,
            z: corners.map(|corner| corner.window.z + offset),
            inverse_w: corners.map(|corner| corner.window.inverse_w),
            vertices: origin.vertices,
            provoking: origin.provoking,
            id: origin.id,
            x0: x0 as u16,
            y0: y0 as u16,
            x1: x1 as u16,
            y1: y1 as u16,
            shape: Shape::Line,
            inner: 0,
            front,
            viewport: origin.viewport,
            layer: origin.layer,
            weights,
        });
    }
}
