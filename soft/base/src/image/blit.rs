//! Copies between surfaces: glBlitFramebuffer, glCopyTexImage and the like.

use super::Surface;
use super::format::{Format, Kind};
use super::names::Swizzle;
use super::sampler::Filter;
use super::texel::Raw;
use super::transfer::inverse;
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
    for y in rows.first..rows.end {
        let v = rows.source(y);
        if !within(v, input.height) {
            continue;
        }
        for x in columns.first..columns.end {
            let u = columns.source(x);
            if !within(u, input.width) {
                continue;
            }
            let (x, y) = (x as u32, destination.row(y as u32));
            if linear {
                output.set_texel(x, y, bilinear(source, u, v));
                continue;
            }
            let raw = input.raw(u as u32, source.row(v as u32));
            let new = convert(raw, input.format, output.format, aspect, || output.raw(x, y));
            output.set_raw(x, y, new);
        }
    }
}

/// Converts a texel to another format; in a depth-stencil format only the aspect changes.
fn convert(raw: Raw, from: Format, to: Format, aspect: Aspect, old: impl Fn() -> Raw) -> Raw {
    match aspect {
        Aspect::Color if from == to => raw,
        Aspect::Color if from.is_integer() && from.kind() != to.kind() => {
            // Between signed and unsigned formats, clamp values that do not fit.
            let words = from.decode(raw).map(|word| if (word as i32) < 0 && to.kind() == Kind::Int { i32::MAX as u32 } else { word });
            to.encode(if from.kind() == Kind::Int { from.decode(raw).map(|word| (word as i32).max(0) as u32) } else { words })
        }
        Aspect::Color => to.encode(from.decode(raw)),
        Aspect::Depth if from == to && from == Format::Depth24Stencil8 => [raw[0] & 0xFF_FFFF | old()[0] & 0xFF00_0000, 0, 0, 0],
        Aspect::Depth => to.with_depth(old(), f32::from_bits(from.decode(raw)[0])),
        Aspect::Stencil => to.with_stencil(old(), from.stencil(raw)),
    }
}

/// Returns the texel at (u, v), filtered linearly.
fn bilinear(source: OrientedSurface, u: f64, v: f64) -> [u32; 4] {
    let surface = source.surface;
    let (u, v) = (u - 0.5, v - 0.5);
    let (left, top) = (u.floor(), v.floor());
    let (fx, fy) = ((u - left) as f32, (v - top) as f32);
    let texel = |dx: f64, dy: f64| {
        let x = (left + dx).clamp(0.0, f64::from(surface.width.saturating_sub(1))) as u32;
        let y = (top + dy).clamp(0.0, f64::from(surface.height.saturating_sub(1))) as u32;
        surface.texel(x, source.row(y)).map(f32::from_bits)
    };
    let (a, b, c, d) = (texel(0.0, 0.0), texel(1.0, 0.0), texel(0.0, 1.0), texel(1.0, 1.0));
    std::array::from_fn(|component| {
        let low = a[component] + (b[component] - a[component]) * fx;
        let high = c[component] + (d[component] - c[component]) * fx;
        (low + (high - low) * fy).to_bits()
    })
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
    let inverse = inverse(base);
    let same = input.format == output.format && base == super::names::RGBA;
    let one = if input.format.is_integer() { 1 } else { 1f32.to_bits() };
    let span = |from: i32, to: i32, count: u32, from_size: u32, to_size: u32| {
        let first = (-i64::from(from)).max(-i64::from(to)).max(0);
        let end = i64::from(count).min(i64::from(from_size) - i64::from(from)).min(i64::from(to_size) - i64::from(to));
        first..end
    };
    for row in span(y, to_y, height, input.height, output.height) {
        let (from_row, to_row) = (source.row((i64::from(y) + row) as u32), destination.row((i64::from(to_y) + row) as u32));
        for column in span(x, to_x, width, input.width, output.width) {
            let raw = input.raw((i64::from(x) + column) as u32, from_row);
            let at = (i64::from(to_x) + column) as u32;
            let new = if same {
                raw
            } else if color {
                let words = input.format.decode(raw);
                let of = |stored: usize| match inverse[stored] {
                    component @ 0..4 => words[component as usize],
                    _ => one,
                };
                output.format.encode([of(0), of(1), of(2), of(3)])
            } else {
                let depth = convert(raw, input.format, output.format, Aspect::Depth, || output.raw(at, to_row));
                convert(raw, input.format, output.format, Aspect::Stencil, || depth)
            };
            output.set_raw(at, to_row, new);
        }
    }
}
