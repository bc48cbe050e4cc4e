//! The coverage of a tile's samples by a primitive.

use crate::raster::coverage::{self, Bounds, Edges};
use crate::raster::primitive::{Primitive, Shape};
use crate::raster::samples::{Masks, Samples, union};
use crate::raster::smooth::{Smooth, smooth_blocks};
use base::core::lanes::Floats;
use base::core::sample_positions::MAX_SAMPLES;
use base::core::vector::Eight;

/// The test for one sample of the pixels within a primitive's bounds.
#[allow(clippy::large_enum_variant, reason = "there are eight, on the stack")]
enum Inside {
    /// The edges of a triangle.
    Triangle(Edges<3>),
    /// The edges of a line's rectangle.
    Line(Edges<4>),
    /// The pixels of a square point.
    Square(Bounds),
    /// A round point: the offset from its centre to the sample in the tile's first pixel, in 1/256 pixel, and the square of its size.
    Circle([i64; 2], i64),
}

impl Inside {
    /// Creates the test for a sample at an offset from the pixel's centre, or returns `None` if it covers nothing.
    fn new(samples: &Samples, primitive: &Primitive, [dx, dy]: [i32; 2], bounds: &Bounds, tile_x: i32, tile_y: i32) -> Option<Self> {
        // The value of an edge function at the sample of pixel (0, 0).
        let moved = |a: i32, b: i32, c: i64| c + i64::from(a) * i64::from(dx) + i64::from(b) * i64::from(dy);
        Some(match primitive.shape {
            Shape::Triangle => {
                let c = [0, 1, 2].map(|edge| moved(primitive.a[edge], primitive.b[edge], primitive.c[edge]));
                Self::Triangle(Edges::new(&primitive.a, &primitive.b, &c, tile_x, tile_y)?)
            }
            Shape::Line => {
                let (a, b, c) = rectangle(primitive);
                let c = [0, 1, 2, 3].map(|edge| moved(a[edge], b[edge], c[edge]));
                Self::Line(Edges::new(&a, &b, &c, tile_x, tile_y)?)
            }
            Shape::Point => {
                let size = primitive.c[0];
                let centre = [i64::from(primitive.a[0]), i64::from(primitive.b[0])];
                let first = first_sample([dx, dy], tile_x, tile_y);
                if samples.round_points {
                    return Some(Self::Circle([first[0] - centre[0], first[1] - centre[1]], size * size));
                }
                let low = [0, 1].map(|axis| centre[axis] - size / 2);
                let cut = cut(bounds, [low[0], low[1], low[0] + size, low[1] + size], first);
                Self::Square(cut)
            }
        })
    }

    /// Returns the pixels of an 8×8 block of the tile whose sample is inside.
    #[inline(always)]
    fn block<V: Eight>(&self, x: i32, y: i32, bounds: &Bounds) -> u64 {
        match self {
            Self::Triangle(edges) => edges.block::<V>(x, y, bounds),
            Self::Line(edges) => edges.block::<V>(x, y, bounds),
            Self::Square(cut) => cut.block(x, y),
            Self::Circle([left, low], square) => {
                let mut mask = 0;
                for pixel in 0..64 {
                    let across = left + i64::from(x + pixel % 8) * 256;
                    let up = low + i64::from(y + pixel / 8) * 256;
                    // Twice the distance is at most the size.
                    mask |= u64::from(4 * (across * across + up * up) <= *square) << pixel;
                }
                mask & bounds.block(x, y)
            }
        }
    }
}

/// Returns the position of a sample in the tile's first pixel, in 1/256 pixel.
fn first_sample([dx, dy]: [i32; 2], tile_x: i32, tile_y: i32) -> [i64; 2] {
    [(tile_x, dx), (tile_y, dy)].map(|(tile, offset)| i64::from(tile) * 256 + 128 + i64::from(offset))
}

/// Returns the pixels within bounds whose sample is in a rectangle (left, bottom, right, top in 1/256 pixel, left and lower edges included);
/// `first` is the position of the sample in the tile's first pixel.
fn cut(bounds: &Bounds, [left, low, right, high]: [i64; 4], first: [i64; 2]) -> Bounds {
    // The first pixel of the tile whose sample is at or after an edge.
    let pixel = |edge: i64, axis: usize| (edge - first[axis] + 255) >> 8;
    let within = |value: i64, low: i32, high: i32| value.clamp(i64::from(low), i64::from(high)) as i32;
    Bounds {
        x0: within(pixel(left, 0), bounds.x0, bounds.x1),
        y0: within(pixel(low, 1), bounds.y0, bounds.y1),
        x1: within(pixel(right, 0), bounds.x0, bounds.x1),
        y1: within(pixel(high, 1), bounds.y0, bounds.y1),
    }
}

/// Returns the edge functions of a line's rectangle, in the form of a triangle's: along the line from its start and from its end, and across
/// it from both sides.
fn rectangle(line: &Primitive) -> ([i32; 4], [i32; 4], [i64; 4]) {
    let (dx, dy) = (line.a[1], line.b[1]);
    let (x, y) = (i64::from(line.a[0]), i64::from(line.b[0]));
    let (wide_dx, wide_dy) = (i64::from(dx), i64::from(dy));
    let along = line.c[1];
    let square = wide_dx * wide_dx + wide_dy * wide_dy;
    // The distance from the line times its length, at the first pixel's centre.
    let across = wide_dx * (128 - y) - wide_dy * (128 - x);
    // Half the width times the length: the root of (128 × width)² × length².
    let half = (line.c[0] * 128).unsigned_abs() as u128;
    let side = (half * half * square.unsigned_abs() as u128).isqrt() as i64;
    ([dx, -dx, -dy, dy], [dy, -dy, dx, -dx], [along, square - along, side + across, side - across])
}

/// Calls `emit(x, y, masks, coverage)` for the 8×8 blocks of a tile that a primitive covers samples of. x and y are even. Returns early if
/// `emit` returns false. With antialiasing, the coverage is the covered part of each pixel.
#[inline(always)]
pub fn blocks<V: Eight>(
    samples: &Samples,
    smooth: Option<&Smooth>,
    primitive: &Primitive,
    tile_x: i32,
    tile_y: i32,
    mut emit: impl FnMut(usize, usize, &Masks, Option<&Floats>) -> bool,
) {
    if !samples.multisampled {
        // "If MULTISAMPLE is disabled, multisample rasterization of all primitives is equivalent to single-sample (fragment-center)
        // rasterization, except that the fragment coverage value is set to full coverage." [GL 4.4, 14.3.1]
        let all = |mask: u64| {
            let mut masks = [0; MAX_SAMPLES];
            masks.iter_mut().take(samples.count()).for_each(|sample| *sample = mask);
            masks
        };
        return match smooth {
            Some(smooth) => {
                smooth_blocks::<V>(smooth, primitive, tile_x, tile_y, |x, y, mask, coverage| emit(x, y, &all(mask), Some(coverage)))
            }
            None => coverage::blocks::<V>(primitive, tile_x, tile_y, |x, y, mask| emit(x, y, &all(mask), None)),
        };
    }
    let Some(bounds) = Bounds::new(primitive.extent(), tile_x, tile_y) else { return };
    // Viewports clip lines and triangles.
    let viewport = samples.viewports.get(usize::from(primitive.viewport)).filter(|_| primitive.shape != Shape::Point);
    let mut tests: [Option<(Inside, Bounds)>; MAX_SAMPLES] = [const { None }; MAX_SAMPLES];
    for (sample, (test, offset)) in tests.iter_mut().zip(&samples.offsets).enumerate() {
        if samples.mask >> sample & 1 != 0 {
            let inside = Inside::new(samples, primitive, *offset, &bounds, tile_x, tile_y);
            let first = first_sample(*offset, tile_x, tile_y);
            let visible = viewport.map_or(bounds, |viewport| cut(&bounds, *viewport, first));
            *test = inside.map(|inside| (inside, visible));
        }
    }
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let mut masks = [0; MAX_SAMPLES];
            for (mask, test) in masks.iter_mut().zip(&tests) {
                *mask = test.as_ref().map_or(0, |(test, visible)| test.block::<V>(x, y, visible));
            }
            if union(&masks) != 0 && !emit(x as usize, y as usize, &masks, None) {
                return;
            }
            x += 8;
        }
        y += 8;
    }
}
