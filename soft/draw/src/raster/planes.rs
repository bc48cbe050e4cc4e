//! Plane equations over a tile, for a primitive's depth, 1/w and weights.

use super::primitive::{Primitive, Shape, WHOLE, Weights};
use base::hir::Interpolation;

/// A plane equation: the value at the centre of the tile's first pixel, and its change per pixel to the right and up.
pub type Plane = [f32; 3];

/// The plane equations of a primitive over one tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planes {
    /// The linear weights of vertices 1 and 2 of the (clipped) primitive.
    pub(super) weights: [Plane; 2],
    /// Depth.
    pub z: Plane,
    /// 1/w of vertices 1 and 2 relative to vertex 0.
    pub(super) ratios: [f32; 2],
    /// 1/w of vertex 0.
    pub inverse_w: f32,
    /// The perspective and linear weights of the original vertices 1 and 2: at vertex 0 of the clipped primitive, and the differences to
    /// its vertices 1 and 2.
    pub(super) clipped_weights: [Plane; 4],
    /// True for a part of a clipped primitive: `clipped_weights` map to the original vertices.
    pub(super) clipped: bool,
    /// True if the primitive is front-facing.
    pub front: bool,
    /// gl_PrimitiveID.
    pub id: u32,
    /// gl_ViewportIndex.
    pub viewport: u8,
    /// The range that z is clamped to.
    pub z_range: (f32, f32),
    /// Points: the offset in x and y and the scale that map pixels to gl_PointCoord.
    pub point: [f32; 3],
}

impl Planes {
    /// Computes the planes of a primitive; `x` and `y` are the tile's first pixel.
    #[inline(always)]
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
            planes.clipped_weights = [weights.smooth[0], weights.smooth[1], weights.linear[0], weights.linear[1]].map(difference);
        } else {
            let (first, second) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
            planes.clipped_weights = [first, second, first, second];
        }
        if primitive.shape == Shape::Point {
            let size = primitive.c[0] as f32 / 256.0;
            let centre = |fixed: i32, tile: i32| (i64::from(fixed) - i64::from(tile) * 256 - 128) as f32 / 256.0;
            planes.point = [centre(primitive.a[0], x), centre(primitive.b[0], y), 1.0 / size];
        }
        planes
    }

    /// Returns a value of [`Input::Weight`](shader::ir::bytecode::Input::Weight) at a pixel of the tile.
    pub fn weight(&self, number: u8, x: f32, y: f32) -> f32 {
        let vertex = usize::from(number & 1);
        match number {
            0 | 1 => Self::at(self.weights[vertex], x, y),
            2..=5 => self.weights[vertex][usize::from(number / 2)],
            _ => self.ratios[vertex],
        }
    }

    /// Returns a coefficient of a varying from its value at vertex 0 and the differences to it at vertices 1 and 2, all of the original
    /// primitive, so that the weights of the clipped one apply to it.
    pub fn coefficient(&self, [base, one, two]: [f32; 3], interpolation: Interpolation, number: u8) -> f32 {
        if !self.clipped {
            return [base, one, two][usize::from(number.min(2))];
        }
        let first = if interpolation == Interpolation::NoPerspective { 2 } else { 0 };
        let (to_one, to_two) = (self.clipped_weights[first], self.clipped_weights[first + 1]);
        let number = usize::from(number.min(2));
        let sum = one * to_one[number] + two * to_two[number];
        if number == 0 { base + sum } else { sum }
    }

    /// Returns the plane of depth that has, at each pixel, the value at an offset in pixels.
    pub fn moved_depth(&self, [x, y]: [f32; 2]) -> Plane {
        let [base, right, up] = self.z;
        [base + right * x + up * y, right, up]
    }

    /// Returns the clamped depth at an offset from a pixel of the tile: that of [`Self::moved_depth`].
    pub fn depth_at(&self, offset: [f32; 2], x: f32, y: f32) -> f32 {
        clamp(Self::at(self.moved_depth(offset), x, y), self.z_range)
    }

    /// Evaluates a plane at a pixel of the tile.
    #[inline(always)]
    pub(super) fn at(plane: Plane, x: f32, y: f32) -> f32 {
        plane[0] + plane[1] * x + plane[2] * y
    }

    /// Returns the clamped depth at a pixel of the tile. (The depth test of a block computes the same steps in the same order.)
    #[inline(always)]
    pub fn depth(&self, x: f32, y: f32) -> f32 {
        depth_of(self.z, self.z_range, x, y)
    }
}

/// Clamps a value; NaN becomes the lower limit.
#[inline(always)]
pub fn clamp(value: f32, (low, high): (f32, f32)) -> f32 {
    let value = if value > low { value } else { low };
    if value < high { value } else { high }
}

/// Returns the value of a plane of depth at a pixel of the tile, clamped to a range.
#[inline(always)]
pub fn depth_of(plane: Plane, range: (f32, f32), x: f32, y: f32) -> f32 {
    clamp(Planes::at(plane, x, y), range)
}
