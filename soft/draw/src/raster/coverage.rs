//! The coverage of a tile's pixels by a primitive.

use super::pixel_set::TILE;
use super::primitive::{Extent, Primitive, Shape};
use base::core::vector::Eight;

/// The part of a primitive's bounds within a tile, in pixels of the tile: x0 ≤ x < x1, y0 ≤ y < y1.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl Bounds {
    /// Returns the bounds of an extent within a tile, or `None` if they are empty.
    pub fn new(extent: Extent, tile_x: i32, tile_y: i32) -> Option<Self> {
        let within = |v: u16, tile: i32| (i32::from(v) - tile).clamp(0, TILE as i32);
        let bounds = Self {
            x0: within(extent.x0, tile_x),
            y0: within(extent.y0, tile_y),
            x1: within(extent.x1, tile_x),
            y1: within(extent.y1, tile_y),
        };
        (bounds.x0 < bounds.x1 && bounds.y0 < bounds.y1).then_some(bounds)
    }

    /// Returns the pixels of an 8×8 block that are within the bounds.
    #[inline(always)]
    pub(super) fn block(&self, x: i32, y: i32) -> u64 {
        let span = |low: i32, high: i32| (0xFFu64 >> (8 - (high.clamp(0, 8)))) & (0xFFu64 << low.clamp(0, 8));
        let columns = span(self.x0 - x, self.x1 - x) & 0xFF;
        let (low, high) = ((self.y0 - y).clamp(0, 8) as u32, (self.y1 - y).clamp(0, 8) as u32);
        let rows = if high == 8 { u64::MAX } else { (1 << (high * 8)) - 1 };
        let rows = if low == 8 { 0 } else { rows >> (low * 8) << (low * 8) };
        (columns * 0x0101_0101_0101_0101) & rows
    }
}

/// The edge functions over a tile: the value at the first pixel, and its change per pixel to the right and up. A pixel is inside if all
/// values are at least 0.
///
/// They fit in 32 bits: where an edge function changes sign within the tile, it is at most 63 (|a| + |b|) away from 0, and |a|, |b| ≤ 2²⁴
/// by the guard band. Edges that are positive all over the tile are replaced by 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges<const N: usize>([[i32; 3]; N]);

impl<const N: usize> Edges<N> {
    /// Creates the edges over a tile from the coefficients a, b and c of edge functions, or returns `None` if no pixel is inside.
    #[inline(always)]
    pub(super) fn new(a: &[i32; N], b: &[i32; N], c: &[i64; N], tile_x: i32, tile_y: i32) -> Option<Self> {
        let mut edges = [[0; 3]; N];
        for (n, edge) in edges.iter_mut().enumerate() {
            let (a, b) = (i64::from(a[n]), i64::from(b[n]));
            // Pixel centres on left and lower edges belong to the triangle.
            let bias = i64::from(!(a > 0 || a == 0 && b > 0));
            let value = a * i64::from(tile_x) + b * i64::from(tile_y) + ((c[n] - bias) >> 8);
            let last = TILE as i64 - 1;
            let lowest = value + (a * last).min(0) + (b * last).min(0);
            let highest = value + (a * last).max(0) + (b * last).max(0);
            if highest < 0 {
                return None;
            }
            if lowest < 0 {
                *edge = [value as i32, a as i32, b as i32];
            }
        }
        Some(Self(edges))
    }

    /// Returns the pixels of an 8×8 block that are inside all edges and within the bounds.
    #[inline(always)]
    pub(super) fn block<V: Eight>(&self, x: i32, y: i32, bounds: &Bounds) -> u64 {
        let within = bounds.block(x, y);
        if within == 0 {
            return 0;
        }
        let (right, top) = ((bounds.x1 - 1 - x).min(7), (bounds.y1 - 1 - y).min(7));
        // The edges that cross the block, in an array for each number: three words stored side by side are slow to load as one.
        let (mut through, mut count) = ([[0; N]; 3], 0);
        for &[value, a, b] in &self.0 {
            let start = value.wrapping_add(a.wrapping_mul(x)).wrapping_add(b.wrapping_mul(y));
            let (dx, dy) = (a.wrapping_mul(right), b.wrapping_mul(top));
            if start.wrapping_add(dx.max(0)).wrapping_add(dy.max(0)) < 0 {
                return 0;
            }
            if start.wrapping_add(dx.min(0)).wrapping_add(dy.min(0)) < 0 {
                for (numbers, number) in through.iter_mut().zip([start, a, b]) {
                    numbers[count] = number;
                }
                count += 1;
            }
        }
        if count == 0 { within } else { within & !outside::<V, N>(&through, count) }
    }
}

/// Returns the pixels of an 8×8 block outside any of the first `count` edges, which are given by the values at the block's first pixel and the
/// changes to the right and up.
#[inline(always)]
fn outside<V: Eight, const N: usize>([starts, rights, ups]: &[[i32; N]; 3], count: usize) -> u64 {
    let mut result = 0;
    for ((&start, &a), &b) in starts.iter().zip(rights).zip(ups).take(count) {
        let columns: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        let (mut row, up) = (V::ints(columns.map(|column| start.wrapping_add(a.wrapping_mul(column)))), V::int(b));
        for number in 0..8 {
            result |= V::signs(row) << (number * 8);
            row = V::sum(row, up);
        }
    }
    result
}

/// Calls `emit(x, y, mask)` for the 8×8 blocks of a tile that a primitive covers; bit 8 r + c of the mask is pixel (x + c, y + r). x and y
/// are even. Returns early if `emit` returns false.
#[inline(always)]
pub fn blocks<V: Eight>(primitive: &Primitive, tile_x: i32, tile_y: i32, mut emit: impl FnMut(usize, usize, u64) -> bool) {
    let Some(bounds) = Bounds::new(primitive.extent(), tile_x, tile_y) else { return };
    let inside = match primitive.shape {
        Shape::Triangle => {
            let Some(edges) = Edges::new(&primitive.a, &primitive.b, &primitive.c, tile_x, tile_y) else { return };
            Inside::Triangle(edges)
        }
        Shape::Point => Inside::Point,
        Shape::Line => Inside::Line(line_rows(primitive, &bounds, tile_x, tile_y)),
    };
    // `emit` is called in one place only, so that it is inlined.
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let covered = match &inside {
                Inside::Triangle(edges) => edges.block::<V>(x, y, &bounds),
                Inside::Point => bounds.block(x, y),
                Inside::Line(rows) => {
                    let mut mask = 0;
                    for row in 0..8 {
                        mask |= rows.get(y as usize + row).map_or(0, |bits| bits >> x & 0xFF) << (row * 8);
                    }
                    mask & bounds.block(x, y)
                }
            };
            if covered != 0 && !emit(x as usize, y as usize, covered) {
                return;
            }
            x += 8;
        }
        y += 8;
    }
}

/// The test for the pixels within a primitive's bounds.
#[allow(clippy::large_enum_variant, reason = "there is one, on the stack")]
enum Inside {
    Triangle(Edges<3>),
    /// All pixels within the bounds.
    Point,
    /// One word for each row of the tile.
    Line([u64; TILE]),
}

/// Returns the pixels of a line in a tile, one word for each row.
fn line_rows(line: &Primitive, bounds: &Bounds, tile_x: i32, tile_y: i32) -> [u64; 64] {
    let mut rows = [0; 64];
    let steep = line.c[2] & 1 != 0;
    let turn = |x: i32, y: i32| if steep { (i64::from(y), i64::from(x)) } else { (i64::from(x), i64::from(y)) };
    let (start, extent, tile) = (turn(line.a[0], line.b[0]), turn(line.a[1], line.b[1]), turn(tile_x, tile_y));
    let (low, high) = (turn(bounds.x0, bounds.y0), turn(bounds.x1, bounds.y1));
    let (first, last) = ((i64::from(line.a[2]) - tile.0).max(low.0), (i64::from(line.b[2]) - tile.0).min(high.0));
    let width = line.c[0];
    if extent.0 == 0 {
        return rows;
    }
    for column in first..last {
        let centre = (column + tile.0) * 256 + 128;
        // The crossing at the column's centre, less half the width: 1/256 pixel, rounded down.
        let across = start.1 + ((centre - start.0) * extent.1).div_euclid(extent.0);
        let across = (across - (width - 1) * 128) >> 8;
        let from = (across - tile.1).max(low.1);
        let to = (across + width - tile.1).min(high.1);
        for place in from..to {
            let (x, y) = if steep { (place, column) } else { (column, place) };
            if let Some(row) = rows.get_mut(y as usize) {
                *row |= 1 << (x & 63);
            }
        }
    }
    rows
}

/// Returns the columns first .. last in which a line has a pixel; points are (along, across) in 1/256 pixel.
pub fn columns(start: (i64, i64), end: (i64, i64)) -> Option<(i64, i64)> {
    // Returns true if a point is in the diamond of its pixel.
    let within = |(x, y): (i64, i64)| ((x & 255) - 128).abs() + ((y & 255) - 128).abs() < 128;
    let before_centre = |x: i64| (x & 255) < 128;
    let at_centre = |x: i64| (x & 255) == 128;
    let (from, to) = (start.0 >> 8, end.0 >> 8);
    let (first, last) = if end.0 >= start.0 {
        let first = if before_centre(start.0) || at_centre(start.0) || within(start) { from } else { from + 1 };
        let last = if before_centre(end.0) || at_centre(end.0) || within(end) { to } else { to + 1 };
        (first, last)
    } else {
        let first = if !before_centre(start.0) || within(start) { from + 1 } else { from };
        let last = if !before_centre(end.0) || within(end) { to + 1 } else { to };
        (last, first)
    };
    (first < last).then_some((first, last))
}
