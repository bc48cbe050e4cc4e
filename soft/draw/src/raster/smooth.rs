//! Antialiasing: the part of each pixel's square that a smooth primitive covers.

use super::coverage::{Bounds, Edges, blocks};
use super::primitive::{Primitive, Shape};
use crate::raster::batch::PrimitiveKind;
use base::core::lanes::Floats;
use base::core::vector::Eight;
use shader::pipeline::state::{Draw, PolygonMode, Smoothing};

/// The smooth shapes of a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smooth {
    /// True if points are smooth circles.
    pub points: bool,
    /// True if lines are smooth rectangles.
    pub lines: bool,
    /// True if filled polygons are smooth.
    pub polygons: bool,
    /// The width of smooth lines in pixels.
    line_width: f64,
}

/// Coverage below this is rounding of a pixel that only touches the primitive.
const LEAST: f64 = 1.0 / 65_536.0;
/// The columns of a pixel in which the coverage by a circle is computed.
const COLUMNS: u32 = 16;

impl Smooth {
    /// Returns the smooth shapes of a draw of primitives of a kind, or `None` if it has none.
    pub fn new(draw: &Draw, kind: PrimitiveKind) -> Option<Self> {
        let (state, modes) = (draw.raster.smoothing, draw.raster.polygon_mode);
        // "If MULTISAMPLE is enabled, and the value of SAMPLE_BUFFERS is one, then lines are rasterized using the following algorithm, regardless
        // of whether line antialiasing (LINE_SMOOTH) is enabled or disabled." [GL 4.4, 14.5.4] Points and polygons have the same rule.
        if state == Smoothing::default() || draw.is_multisampled() {
            return None;
        }
        let polygons = kind == PrimitiveKind::Triangle;
        let has = |own: PrimitiveKind, mode: PolygonMode| kind == own || polygons && modes.contains(&mode);
        let smooth = Self {
            points: state.points && has(PrimitiveKind::Point, PolygonMode::Point),
            lines: state.lines && has(PrimitiveKind::Line, PolygonMode::Line),
            polygons: state.polygons && polygons && modes.contains(&PolygonMode::Fill),
            line_width: f64::from(if draw.raster.line_width > 1.0 { draw.raster.line_width.min(64.0) } else { 1.0 }),
        };
        (smooth.points || smooth.lines || smooth.polygons).then_some(smooth)
    }

    /// Returns true if primitives of a shape are smooth.
    pub fn has(&self, shape: Shape) -> bool {
        match shape {
            Shape::Point => self.points,
            Shape::Line => self.lines,
            Shape::Triangle => self.polygons,
        }
    }

    /// Returns the pixels that a line reaches to both sides.
    pub fn line_reach(&self) -> i64 {
        self.line_width.ceil() as i64
    }
}

/// A half-plane: the value at the centre of the tile's first pixel, and its changes per pixel to the right and up. It is positive inside.
type HalfPlane = [f64; 3];

/// The area that a smooth primitive covers.
enum Region {
    /// The intersection of the first half-planes.
    Planes([HalfPlane; 4], usize),
    /// The centre, relative to that of the tile's first pixel, and the radius, in pixels.
    Circle([f64; 2], f64),
}

impl Region {
    /// Creates the region of a primitive. Edges between the parts of one polygon do not bound it.
    fn new(smooth: &Smooth, primitive: &Primitive, tile_x: i32, tile_y: i32) -> Self {
        let mut planes = [[0.0; 3]; 4];
        match primitive.shape {
            Shape::Triangle => {
                let mut count = 0;
                for edge in (0..3).filter(|edge| primitive.inner >> edge & 1 == 0) {
                    let (a, b) = (i64::from(primitive.a[edge]), i64::from(primitive.b[edge]));
                    let value = 256 * (a * i64::from(tile_x) + b * i64::from(tile_y)) + primitive.c[edge];
                    planes[count] = [value, 256 * a, 256 * b].map(|part| part as f64);
                    count += 1;
                }
                Self::Planes(planes, count)
            }
            Shape::Line => {
                let extent = [primitive.a[1], primitive.b[1]].map(f64::from);
                let first = [(tile_x, primitive.a[0]), (tile_y, primitive.b[0])]
                    .map(|(tile, start)| (i64::from(tile) * 256 + 128 - i64::from(start)) as f64 / 256.0);
                let square = extent[0] * extent[0] + extent[1] * extent[1];
                let length = square.sqrt();
                let [dx, dy] = extent.map(|part| part / length);
                let (along, across) = (first[0] * dx + first[1] * dy, first[1] * dx - first[0] * dy);
                let half = smooth.line_width / 2.0;
                let planes = [[along, dx, dy], [length / 256.0 - along, -dx, -dy], [half + across, -dy, dx], [half - across, dy, -dx]];
                Self::Planes(planes, 4)
            }
            Shape::Point => {
                let centre = [(tile_x, primitive.a[0]), (tile_y, primitive.b[0])]
                    .map(|(tile, centre)| (i64::from(centre) - i64::from(tile) * 256 - 128) as f64 / 256.0);
                Self::Circle(centre, primitive.c[0] as f64 / 512.0)
            }
        }
    }

    /// Returns the covered part of a pixel of the tile.
    fn coverage(&self, x: i32, y: i32) -> f32 {
        let (x, y) = (f64::from(x), f64::from(y));
        let area = match self {
            Self::Planes(planes, count) => area_within(&planes[..*count], x, y),
            Self::Circle(centre, radius) => area_within_circle([x - centre[0], y - centre[1]], *radius),
        };
        if area < LEAST { 0.0 } else { area.min(1.0) as f32 }
    }
}

/// Returns the area of a pixel's square within half-planes.
fn area_within(planes: &[HalfPlane], x: f64, y: f64) -> f64 {
    let mut through = [[0.0; 3]; 4];
    let mut count = 0;
    for &[value, right, up] in planes {
        let centre = value + right * x + up * y;
        let reach = 0.5 * (right.abs() + up.abs());
        if centre <= -reach {
            return 0.0;
        }
        if centre < reach {
            through[count] = [centre, right, up];
            count += 1;
        }
    }
    // The corners of the square relative to its centre; each half-plane adds one at most.
    let mut polygon = [[0.0; 2]; 8];
    polygon[..4].copy_from_slice(&[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]);
    let mut corners = 4;
    for &[value, right, up] in &through[..count] {
        let mut cut = [[0.0; 2]; 8];
        let mut kept = 0;
        for n in 0..corners {
            let (from, to) = (polygon[n], polygon[(n + 1) % corners]);
            let [inside, next] = [from, to].map(|[x, y]| value + right * x + up * y);
            if inside >= 0.0 && kept < 8 {
                cut[kept] = from;
                kept += 1;
            }
            if (inside < 0.0) != (next < 0.0) && kept < 8 {
                let part = inside / (inside - next);
                cut[kept] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
                kept += 1;
            }
        }
        (polygon, corners) = (cut, kept);
    }
    let mut doubled = 0.0;
    for n in 0..corners {
        let (from, to) = (polygon[n], polygon[(n + 1) % corners]);
        doubled += from[0] * to[1] - to[0] * from[1];
    }
    doubled / 2.0
}

/// Returns the area of a pixel's square within a circle, whose centre is at the negated offset.
fn area_within_circle([x, y]: [f64; 2], radius: f64) -> f64 {
    let (near, far) = ([x, y].map(|part| (part.abs() - 0.5).max(0.0)), [x, y].map(|part| part.abs() + 0.5));
    let square = radius * radius;
    if near[0] * near[0] + near[1] * near[1] >= square {
        return 0.0;
    }
    if far[0] * far[0] + far[1] * far[1] <= square {
        return 1.0;
    }
    let mut sum = 0.0;
    for column in 0..COLUMNS {
        let across = x - 0.5 + (f64::from(column) + 0.5) / f64::from(COLUMNS);
        let half = square - across * across;
        if half > 0.0 {
            let half = half.sqrt();
            sum += ((y + 0.5).min(half) - (y - 0.5).max(-half)).max(0.0);
        }
    }
    sum / f64::from(COLUMNS)
}

/// Multiplies alpha by coverage: "the value is multiplied by the fragment’s alpha value to yield a final alpha value." [GL 4.4 compatibility, 17.1]
pub fn times(alpha: &Floats, coverage: &Floats) -> Floats {
    std::array::from_fn(|lane| alpha[lane] * coverage[lane])
}

/// Calls `emit(x, y, mask, coverage)` for the 8×8 blocks of a tile that a primitive covers parts of; bit 8 r + c of the mask is pixel
/// (x + c, y + r). x and y are even. Returns early if `emit` returns false.
pub fn smooth_blocks<V: Eight>(
    smooth: &Smooth,
    primitive: &Primitive,
    tile_x: i32,
    tile_y: i32,
    mut emit: impl FnMut(usize, usize, u64, &Floats) -> bool,
) {
    if !smooth.has(primitive.shape) {
        return blocks::<V>(primitive, tile_x, tile_y, |x, y, mask| emit(x, y, mask, &[1.0; 64]));
    }
    let Some(bounds) = Bounds::new(primitive.extent(), tile_x, tile_y) else { return };
    let region = Region::new(smooth, primitive, tile_x, tile_y);
    // The side of an edge between two parts on which a pixel's centre is decides to which part the pixel belongs.
    let inner = |edge: usize| primitive.shape == Shape::Triangle && primitive.inner >> edge & 1 != 0;
    let kept = |edge: usize| if inner(edge) { (primitive.a[edge], primitive.b[edge], primitive.c[edge]) } else { (0, 0, 256) };
    let edges = [0, 1, 2].map(kept);
    let Some(edges) = Edges::new(&edges.map(|edge| edge.0), &edges.map(|edge| edge.1), &edges.map(|edge| edge.2), tile_x, tile_y) else {
        return;
    };
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let mut mask = edges.block::<V>(x, y, &bounds);
            let mut coverage = [0.0; 64];
            for (pixel, coverage) in coverage.iter_mut().enumerate().filter(|(pixel, _)| mask >> pixel & 1 != 0) {
                *coverage = region.coverage(x + pixel as i32 % 8, y + pixel as i32 / 8);
            }
            for (pixel, coverage) in coverage.iter().enumerate() {
                if *coverage <= 0.0 {
                    mask &= !(1 << pixel);
                }
            }
            if mask != 0 && !emit(x as usize, y as usize, mask, &coverage) {
                return;
            }
            x += 8;
        }
        y += 8;
    }
}
