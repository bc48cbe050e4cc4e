//! Pixel transfers between application memory and surfaces: glTexImage, glReadPixels and the like.

use super::Surface;
use super::names::{Swizzle, inverse};
use super::pixel::{Class, PixelLayout};
pub use super::pixel_memory::{Input, Output};
use super::rows::{BLOCK, Bytes, LARGEST, Packing, Planes, Unpacking};
use crate::tokens::*;

/// The state of glPixelStore for one direction. All counts are in pixels, rows or images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelStore {
    /// GL_UNPACK_ALIGNMENT or GL_PACK_ALIGNMENT: 1, 2, 4 or 8 bytes.
    pub alignment: u32,
    /// The row length; 0 means the width of the rectangle.
    pub row_length: u32,
    /// The pixels to skip in each row.
    pub skip_pixels: u32,
    /// The rows to skip in each image.
    pub skip_rows: u32,
    /// The image height; 0 means the height of the rectangle.
    pub image_height: u32,
    /// The images to skip.
    pub skip_images: u32,
    /// True if the bytes of each component are reversed.
    pub swap_bytes: bool,
    /// True if packed rows follow each other from the last one to the first.
    pub reverse_rows: bool,
}

impl Default for PixelStore {
    fn default() -> Self {
        Self {
            alignment: 4,
            row_length: 0,
            skip_pixels: 0,
            skip_rows: 0,
            image_height: 0,
            skip_images: 0,
            swap_bytes: false,
            reverse_rows: false,
        }
    }
}

/// The layout of a rectangle of pixels in application memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferLayout {
    /// The offset of the first pixel.
    pub first: u64,
    /// The distance of two rows.
    pub row: u64,
    /// The distance of two images.
    pub image: u64,
    /// The size of one pixel.
    pub pixel: u64,
}

/// Returns the layout of a transfer, or `None` for unknown formats and types, and if a size does not fit into 64 bits.
pub fn transfer_layout(format: u32, ty: u32, store: &PixelStore, width: u32, height: u32) -> Option<TransferLayout> {
    let layout = PixelLayout::new(format, ty)?;
    let pixel = u64::from(layout.bytes);
    let length = u64::from(if store.row_length > 0 { store.row_length } else { width });
    let rows = u64::from(if store.image_height > 0 { store.image_height } else { height });
    let alignment = u64::from(store.alignment.clamp(1, 8));
    // If a component is at least as large as the alignment, rows follow each other without gaps.
    let bytes = length.checked_mul(pixel)?;
    let row = if u64::from(layout.element) >= alignment { bytes } else { bytes.div_ceil(alignment).checked_mul(alignment)? };
    let image = row.checked_mul(rows)?;
    let first = image.checked_mul(u64::from(store.skip_images))?;
    let first = first.checked_add(row.checked_mul(u64::from(store.skip_rows))?)?;
    let first = first.checked_add(pixel.checked_mul(u64::from(store.skip_pixels))?)?;
    Some(TransferLayout { first, row, image, pixel })
}

/// Returns the number of bytes from the application's pointer on that a transfer touches: 0 for an empty one. `None` as for [`transfer_layout`].
pub fn required_bytes(format: u32, ty: u32, store: &PixelStore, width: u32, height: u32, depth: u32) -> Option<u64> {
    let transfer = transfer_layout(format, ty, store, width, height)?;
    if width == 0 || height == 0 || depth == 0 {
        return Some(0);
    }
    let last = transfer.image.checked_mul(u64::from(depth) - 1)?.checked_add(transfer.row.checked_mul(u64::from(height) - 1)?)?;
    transfer.first.checked_add(last)?.checked_add(transfer.pixel.checked_mul(u64::from(width))?)
}

/// Checks that pixels have a format and a type. Returns GL_INVALID_ENUM for an unknown format or type, GL_INVALID_OPERATION for a format and type
/// that do not go together.
pub fn valid_combination(format: u32, ty: u32) -> Result<(), u32> {
    if !PixelLayout::supports_format(format) || !PixelLayout::supports_type(ty) {
        return Err(GL_INVALID_ENUM);
    }
    PixelLayout::new(format, ty).map(drop).ok_or(GL_INVALID_OPERATION)
}

/// Copies pixels to a rectangle of a surface; pixels outside the surface are skipped. `pixels` begins at the application's pointer. The
/// texels of the surface hold the base format of that swizzle: a stored component takes the first component that the swizzle maps to it.
/// Returns GL_INVALID_OPERATION if there are too few bytes, and the errors of [`valid_combination`].
#[allow(clippy::too_many_arguments, reason = "the parameters of glTexSubImage2D")]
pub fn unpack_swizzled(
    pixels: Input,
    format: u32,
    ty: u32,
    store: &PixelStore,
    into: &Surface,
    base: Swizzle,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
) -> Result<(), u32> {
    valid_combination(format, ty)?;
    let layout = PixelLayout::new(format, ty).ok_or(GL_INVALID_OPERATION)?;
    // sRGB texels are transferred without decoding.
    let stored = into.format.without_srgb();
    let transfer = transfer_layout(format, ty, store, width, height).ok_or(GL_INVALID_OPERATION)?;
    let needed = required_bytes(format, ty, store, width, height, 1).ok_or(GL_INVALID_OPERATION)?;
    if needed > pixels.len() as u64 {
        return Err(GL_INVALID_OPERATION);
    }
    let conversion = Unpacking::new(layout, store.swap_bytes, stored, &inverse(base));
    let spans = Spans::new(&transfer, into, [x, y], [width, height], [false; 2]);
    let (mut planes, mut room, mut texels): (Planes, Bytes, Bytes) = ([[0; BLOCK]; 4], [0; BLOCK * LARGEST], [0; BLOCK * LARGEST]);
    let (pixel, texel) = (layout.bytes as usize, stored.bytes() as usize);
    for row in 0..spans.rows {
        let (from, to) = (spans.pixels.at(row), spans.texels.at(row));
        if conversion.copies() {
            pixels.copy_to(from, spans.columns * pixel, &into.memory, to);
            continue;
        }
        for first in (0..spans.columns).step_by(conversion.most()) {
            let count = (spans.columns - first).min(conversion.most());
            let (to, texels) = (to + first * texel, &mut texels[..count * texel]);
            if conversion.keeps() {
                into.memory.read(to, texels);
            }
            conversion.convert(pixels.part(from + first * pixel, &mut room[..count * pixel]), texels, &mut planes);
            into.memory.write(to, texels);
        }
    }
    Ok(())
}

/// Copies a rectangle of a surface whose texels hold a base format to application memory; `pixels` begins at the application's pointer. Pixels
/// outside the surface stay unchanged there. `flipped` is true if row 0 of the surface is the highest y, `clamp` if colours are clamped to
/// 0 to 1. Returns the errors of [`unpack_swizzled`].
#[allow(clippy::too_many_arguments, reason = "the parameters of glReadPixels")]
pub fn pack_swizzled(
    surface: &Surface,
    base: Swizzle,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    flipped: bool,
    clamp: bool,
    format: u32,
    ty: u32,
    store: &PixelStore,
    mut pixels: Output,
) -> Result<(), u32> {
    valid_combination(format, ty)?;
    let layout = PixelLayout::new(format, ty).ok_or(GL_INVALID_OPERATION)?;
    // sRGB texels are transferred without decoding.
    let stored = surface.format.without_srgb();
    let fits = match layout.class {
        Class::Color => stored.is_color() && !stored.is_integer(),
        Class::Integer => stored.is_integer(),
        Class::Depth => stored.has_depth(),
        Class::Stencil => stored.has_stencil(),
        // The stencil of a format without one is 0.
        Class::DepthStencil => stored.has_depth(),
    };
    let transfer = transfer_layout(format, ty, store, width, height).ok_or(GL_INVALID_OPERATION)?;
    let needed = required_bytes(format, ty, store, width, height, 1).ok_or(GL_INVALID_OPERATION)?;
    if !fits || needed > pixels.len() as u64 {
        return Err(GL_INVALID_OPERATION);
    }
    let conversion = Packing::new(layout, store.swap_bytes, clamp, stored, &base);
    let spans = Spans::new(&transfer, surface, [x, y], [width, height], [flipped, store.reverse_rows]);
    let (mut planes, mut room, mut texels): (Planes, Bytes, Bytes) = ([[0; BLOCK]; 4], [0; BLOCK * LARGEST], [0; BLOCK * LARGEST]);
    let (pixel, texel) = (layout.bytes as usize, stored.bytes() as usize);
    for row in 0..spans.rows {
        let (from, to) = (spans.texels.at(row), spans.pixels.at(row));
        if conversion.copies() {
            pixels.copy_from(to, spans.columns * pixel, &surface.memory, from);
            continue;
        }
        for first in (0..spans.columns).step_by(conversion.most()) {
            let count = (spans.columns - first).min(conversion.most());
            let texels = &mut texels[..count * texel];
            surface.memory.read(from + first * texel, texels);
            let convert = |pixels: &mut [u8]| conversion.convert(texels, pixels, &mut planes);
            pixels.fill(to + first * pixel, &mut room[..count * pixel], convert);
        }
    }
    Ok(())
}

/// The rows of a transfer that lie in a surface.
struct Spans {
    /// The number of rows.
    rows: usize,
    /// The pixels of each.
    columns: usize,
    pixels: Rows,
    texels: Rows,
}

/// Where rows begin, in bytes.
struct Rows {
    first: usize,
    /// The distance from one to the next.
    step: isize,
}

impl Rows {
    /// Creates rows from the row of that number on, or back from it, with so many bytes before each.
    fn new(number: usize, is_back: bool, pitch: usize, before: usize) -> Self {
        Self { first: number.saturating_mul(pitch).saturating_add(before), step: if is_back { -(pitch as isize) } else { pitch as isize } }
    }

    /// Returns where a row begins.
    fn at(&self, row: usize) -> usize {
        self.first.wrapping_add_signed(self.step.wrapping_mul(row as isize))
    }
}

impl Spans {
    /// Returns the rows of a transfer from the texel at a corner on. Rows of the surface, or of the pixels, are in reverse order if it is true for them.
    fn new(
        transfer: &TransferLayout,
        surface: &Surface,
        [x, y]: [i32; 2],
        [width, height]: [u32; 2],
        [flipped, reversed]: [bool; 2],
    ) -> Self {
        let (columns, rows) = (span(x, width, surface.width), span(y, height, surface.height));
        let [left, low] = [(x, &columns), (y, &rows)].map(|(at, span)| (i64::from(at) + i64::from(span.start)) as usize);
        let (bytes, pitch) = (surface.format.bytes() as usize, surface.row_words * 4);
        let low = if flipped { (surface.height as usize).wrapping_sub(low + 1) } else { low };
        let place = if reversed { height.wrapping_sub(rows.start + 1) } else { rows.start };
        let before = transfer.first + u64::from(columns.start) * transfer.pixel;
        let spans = Self {
            rows: if columns.is_empty() { 0 } else { rows.len() },
            columns: columns.len(),
            pixels: Rows::new(place as usize, reversed, transfer.row as usize, before as usize),
            texels: Rows::new(low, flipped, pitch, left * bytes),
        };
        // Rows without gaps on both sides are one.
        let joins = columns.len() * bytes == pitch && u64::from(columns.end - columns.start) * transfer.pixel == transfer.row;
        let joins = joins && !flipped && !reversed && spans.rows > 1;
        if joins { Self { rows: 1, columns: spans.columns * spans.rows, ..spans } } else { spans }
    }
}

/// Returns the part of 0 .. count that lies in the surface when 0 is at `start`.
fn span(start: i32, count: u32, size: u32) -> std::ops::Range<u32> {
    let start = i64::from(start);
    let first = (-start).clamp(0, i64::from(count));
    let end = (i64::from(size) - start).clamp(first, i64::from(count));
    first as u32..end as u32
}
