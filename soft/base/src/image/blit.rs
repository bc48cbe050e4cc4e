//! Copies between surfaces: glBlitFramebuffer, glCopyTexImage and the like.

use super::Surface;
use super::format::{Format, Kind};
use super::linear::{Linear, beside};
use super::names::{RGBA, Swizzle};
use super::rows::{BLOCK, Copying};
use super::sampler::Filter;
use super::texel::Raw;
use crate::image::Rectangle;

/// A surface with its orientation.
#[derive(Clone, Copy)]
pub struct OrientedSurface<'a> {
    /// The texels.
    pub surface: &'a Surface,
    /// True if row 0 is the highest y.
    pub flipped: bool,
}

impl OrientedSurface<'_> {
    /// Returns the row of the surface for a y coordinate.
    fn row(&self, y: u32) -> u32 {
        if self.flipped { self.surface.height.wrapping_sub(1).wrapping_sub(y) } else { y }
    }
}

/// The aspect of the texels that a blit copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the buffers in GL")]
pub enum Aspect {
    Color,
    Depth,
    Stencil,
}

/// Two corners in the form that glBlitFramebuffer takes them: x0 > x1 or y0 > y1 mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corners {
    /// The x coordinate of the first corner.
    pub x0: i32,
    /// The y coordinate of the first corner.
    pub y0: i32,
    /// The x coordinate of the second corner.
    pub x1: i32,
    /// The y coordinate of the second corner.
    pub y1: i32,
}

/// The mapping of one dimension: for each destination pixel from `first` to `end`, the source coordinate of its centre.
struct Axis {
    first: i64,
    end: i64,
    origin: f64,
    scale: f64,
    offset: f64,
}

impl Axis {
    /// Maps the range `to` of the destination, clipped, to the range `from` of the source.
    fn new(from: (i32, i32), to: (i32, i32), clip: (i32, i32)) -> Self {
        let (low, high) = (to.0.min(to.1), to.0.max(to.1));
        let length = f64::from(to.1) - f64::from(to.0);
        let scale = if length == 0.0 { 0.0 } else { (f64::from(from.1) - f64::from(from.0)) / length };
        Self {
            first: i64::from(low.max(clip.0)),
            end: i64::from(high.min(clip.1)),
            origin: f64::from(to.0),
            scale,
            offset: f64::from(from.0),
        }
    }

    /// Returns the source coordinate of a destination pixel's centre.
    fn source(&self, at: i64) -> f64 {
        (at as f64 + 0.5 - self.origin) * self.scale + self.offset
    }
}

/// Copies a rectangle, scaled and mirrored as the corners require. Pixels outside the scissor rectangle, and pixels whose centres map
/// outside the source, are not written. Integer, depth and stencil aspects always use nearest filtering. Formats are converted; between
/// surfaces of the same format bits are copied.
pub fn blit(
    source: OrientedSurface,
    destination: OrientedSurface,
    from: Corners,
    to: Corners,
    scissor: Rectangle,
    aspect: Aspect,
    filter: Filter,
) {
    let (input, output) = (source.surface, destination.surface);
    let size = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
    let columns = Axis::new((from.x0, from.x1), (to.x0, to.x1), (scissor.x0.max(0), scissor.x1.min(size(output.width))));
    let rows = Axis::new((from.y0, from.y1), (to.y0, to.y1), (scissor.y0.max(0), scissor.y1.min(size(output.height))));
    let linear = filter == Filter::Linear
        && aspect == Aspect::Color
        && !input.format.is_integer()
        && (columns.scale.abs() != 1.0 || rows.scale.abs() != 1.0);
    // The part of the source that may be read: linear filters stay within the rectangle that is copied.
    let within = |at: f64, size: u32| at >= 0.0 && at < f64::from(size);
    let inside = |&x: &i64| within(columns.source(x), input.width);
    let Some(left) = (columns.first..columns.end).find(inside) else { return };
    let right = (left..columns.end).rev().find(inside).map_or(left, |x| x + 1);
    if linear {
        for first in (left..right).step_by(BLOCK) {
            let columns = (first as usize..right.min(first + BLOCK as i64) as usize).map(|x| columns.source(x as i64));
            let mut block = Linear::new(input, columns);
            for y in rows.first..rows.end {
                let v = rows.source(y);
                if within(v, input.height) {
                    let (beside, place) = beside(v, input.height);
                    block.write(beside.map(|y| source.row(y)), place, (output, destination.row(y as u32), first as usize));
                }
            }
        }
        return;
    }
    let nearest = Nearest { columns: &columns, left, right, conversion: Conversion::new(input.format, output.format, aspect) };
    for y in rows.first..rows.end {
        let v = rows.source(y);
        if within(v, input.height) {
            nearest.copy((input, source.row(v as u32)), (output, destination.row(y as u32)));
        }
    }
}

/// Copies of rows in which each texel comes from a column of its own.
struct Nearest<'a> {
    columns: &'a Axis,
    /// The columns of the destination from the first one to the one after the last.
    left: i64,
    right: i64,
    conversion: Conversion,
}

impl Nearest<'_> {
    /// Copies a row of the source to one of the destination.
    fn copy(&self, (input, from): (&Surface, u32), (output, into): (&Surface, u32)) {
        let column = |x: i64| self.columns.source(x) as usize;
        let (left, count) = (self.left as usize, (self.right - self.left) as usize);
        match &self.conversion {
            Conversion::Copying(copying) if self.columns.scale == 1.0 => {
                copying.copy((input, from, column(self.left)), (output, into, left), count);
            }
            Conversion::Copying(copying) => copying.pick((input, from), |index| column((left + index) as i64), (output, into, left), count),
            Conversion::Clamped => {
                for x in self.left..self.right {
                    output.set_raw(x as u32, into, clamped(input.raw(column(x) as u32, from), input.format, output.format));
                }
            }
        }
    }
}

/// How texels become those of another format.
enum Conversion {
    Copying(Copying),
    /// Of integers, whose kinds differ: to signed or from signed ones, values that do not fit are clamped.
    Clamped,
}

impl Conversion {
    /// Chooses the conversion of an aspect.
    fn new(from: Format, into: Format, aspect: Aspect) -> Self {
        let is_only = match aspect {
            Aspect::Color => false,
            Aspect::Depth => from.has_depth() && !from.has_stencil(),
            Aspect::Stencil => from.has_stencil() && !from.has_depth(),
        };
        match aspect {
            Aspect::Color if from.is_integer() && from.kind() != into.kind() => Self::Clamped,
            Aspect::Color => Self::Copying(Copying::new(from, into, RGBA)),
            _ if from == into && is_only => Self::Copying(Copying::Bits),
            _ => Self::Copying(Copying::Aspects { depth: aspect == Aspect::Depth, stencil: aspect == Aspect::Stencil }),
        }
    }
}

/// Converts a texel of integers to one of integers of the other sign: values that do not fit are clamped.
fn clamped(raw: Raw, from: Format, to: Format) -> Raw {
    let most = i32::MAX as u32;
    to.encode(from.decode(raw).map(|word| match ((word as i32) < 0, from.kind(), to.kind()) {
        (true, Kind::Int, _) => 0,
        (true, _, Kind::Int) => most,
        _ => word,
    }))
}

/// Copies a rectangle without scaling from (x, y) of the source to (to_x, to_y), as glCopyTexSubImage does. A stored component of the
/// destination takes the first component that its base format's swizzle maps it to. Pixels outside either surface are
/// skipped. Depth and stencil are copied if both surfaces have them.
#[allow(clippy::too_many_arguments, reason = "the parameters of glCopyTexSubImage2D")]
pub fn copy(
    source: OrientedSurface,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    destination: OrientedSurface,
    base: Swizzle,
    to_x: i32,
    to_y: i32,
) {
    let (input, output) = (source.surface, destination.surface);
    let color = input.format.is_color();
    if color != output.format.is_color() {
        return;
    }
    let span = |from: i32, to: i32, count: u32, from_size: u32, to_size: u32| {
        let first = (-i64::from(from)).max(-i64::from(to)).max(0);
        let end = i64::from(count).min(i64::from(from_size) - i64::from(from)).min(i64::from(to_size) - i64::from(to));
        first..end
    };
    let columns = span(x, to_x, width, input.width, output.width);
    let count = (columns.end - columns.start).max(0) as usize;
    let (left, to_left) = ((i64::from(x) + columns.start) as usize, (i64::from(to_x) + columns.start) as usize);
    let copying = Copying::new(input.format, output.format, base);
    for row in span(y, to_y, height, input.height, output.height).filter(|_| count > 0) {
        let (from_row, to_row) = (source.row((i64::from(y) + row) as u32), destination.row((i64::from(to_y) + row) as u32));
        copying.copy((input, from_row, left), (output, to_row, to_left), count);
    }
}
