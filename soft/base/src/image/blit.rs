//! Copies between surfaces: glBlitFramebuffer, glCopyTexImage and the like.

use super::Surface;
use super::format::{Format, Kind};
use super::linear::{Linear, beside};
use super::names::{RGBA, Swizzle};
use super::rows::{BLOCK, Copying, Room};
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
    let is_moved = columns.scale == 1.0;
    let picked = if is_moved { Vec::new() } else { (left..right).map(|x| columns.source(x) as u32).collect() };
    let count = (right - left) as usize;
    let nearest = Nearest { first: columns.source(left) as usize, picked, left: left as usize, count };
    let conversion = Conversion::new(input.format, output.format, aspect);
    if matches!(conversion, Conversion::Copying(Copying::Bits)) && is_moved && rows.scale == 1.0 && !source.flipped && !destination.flipped
    {
        let inside = |&y: &i64| within(rows.source(y), input.height);
        let Some(low) = (rows.first..rows.end).find(inside) else { return };
        let high = (low..rows.end).rev().find(inside).map_or(low, |y| y + 1);
        let from = [nearest.first, rows.source(low) as usize];
        return copy_bits((input, from), (output, [nearest.left, low as usize]), [count, (high - low) as usize]);
    }
    let mut room = Room::new();
    let mut last: Option<[u32; 2]> = None;
    for y in rows.first..rows.end {
        let v = rows.source(y);
        if !within(v, input.height) {
            continue;
        }
        let [from, into] = [source.row(v as u32), destination.row(y as u32)];
        match last {
            // Rows that follow each other may come from one.
            Some([before, done]) if before == from && !conversion.keeps() => {
                let [at, to] = [done, into].map(|row| output.place(nearest.left, row as usize));
                output.memory.copy_from(to, &output.memory, at, count * output.format.bytes() as usize);
            }
            _ => nearest.copy(&conversion, (input, from), (output, into), &mut room),
        }
        last = Some([from, into]);
    }
}

/// The columns of a destination whose texels each come from a column of the source.
struct Nearest {
    /// The column of the first one in the source.
    first: usize,
    /// The column of each one; none if they follow each other.
    picked: Vec<u32>,
    /// The first column of the destination.
    left: usize,
    count: usize,
}

impl Nearest {
    /// Copies a row of the source to one of the destination.
    fn copy(&self, conversion: &Conversion, (input, from): (&Surface, u32), (output, into): (&Surface, u32), room: &mut Room) {
        let to = (output, into, self.left);
        match conversion {
            Conversion::Copying(copying) if self.picked.is_empty() => copying.copy((input, from, self.first), to, self.count, room),
            Conversion::Copying(copying) => copying.pick((input, from), &self.picked, to, room),
            Conversion::Clamped => {
                for index in 0..self.count {
                    let column = self.picked.get(index).map_or((self.first + index) as u32, |column| *column);
                    output.set_raw((self.left + index) as u32, into, clamped(input.raw(column, from), input.format, output.format));
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
            _ => Self::Copying(Copying::aspects([from, into], aspect == Aspect::Depth, aspect == Aspect::Stencil)),
        }
    }
}

impl Conversion {
    /// Returns true if texels keep a part of what they were.
    fn keeps(&self) -> bool {
        matches!(self, Self::Copying(copying) if copying.keeps())
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
    let rows = span(y, to_y, height, input.height, output.height);
    if count == 0 || rows.is_empty() {
        return;
    }
    let copying = Copying::new(input.format, output.format, base);
    if matches!(copying, Copying::Bits) && source.flipped == destination.flipped {
        // In the order of the surfaces' own rows.
        let first = if source.flipped { rows.end - 1 } else { rows.start };
        let [from, to] = [source.row((i64::from(y) + first) as u32), destination.row((i64::from(to_y) + first) as u32)];
        let size = [count, (rows.end - rows.start) as usize];
        return copy_bits((input, [left, from as usize]), (output, [to_left, to as usize]), size);
    }
    let mut room = Room::new();
    for row in rows {
        let (from_row, to_row) = (source.row((i64::from(y) + row) as u32), destination.row((i64::from(to_y) + row) as u32));
        copying.copy((input, from_row, left), (output, to_row, to_left), count, &mut room);
    }
}

/// Copies a rectangle of texels, which lies in both surfaces, bit for bit, from the column and row of one surface on to those of another one with texels of
/// as many bytes.
pub fn copy_bits((input, [x, y]): (&Surface, [usize; 2]), (output, [to_x, to_y]): (&Surface, [usize; 2]), [width, height]: [usize; 2]) {
    let (bytes, pitch) = (width * input.format.bytes() as usize, output.row_words * 4);
    let is_whole = [input, output].iter().all(|surface| surface.width as usize == width && surface.row_words == output.row_words);
    // What lies between the rows of the program's memory, or of a file's, is not the surface's.
    let is_own = !output.memory.is_borrowed() && !output.memory.is_shared();
    let (length, rows) = if is_whole && (is_own || bytes == pitch) { (pitch * height, 1) } else { (bytes, height) };
    for row in 0..rows {
        output.memory.copy_from(output.place(to_x, to_y + row), &input.memory, input.place(x, y + row), length);
    }
}
