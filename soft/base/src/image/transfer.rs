//! Pixel transfers between application memory and surfaces: glTexImage, glReadPixels and the like.

use super::Surface;
use super::format::Format;
use super::names::{RGBA, Swizzle};
use super::pixel::{Class, Pixel, PixelLayout};
use crate::tokens::*;
use std::sync::atomic::Ordering::Relaxed;

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

/// Copies pixels to a rectangle of a surface; pixels outside the surface are skipped. `bytes` begins at the application's pointer. The
/// texels of the surface hold the base format of that swizzle: a stored component takes the first component that the swizzle maps to it.
/// Returns GL_INVALID_OPERATION if `bytes` is too short, and the errors of [`valid_combination`].
#[allow(clippy::too_many_arguments, reason = "the parameters of glTexSubImage2D")]
pub fn unpack_swizzled(
    bytes: &[u8],
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
    let transfer = transfer_layout(format, ty, store, width, height).ok_or(GL_INVALID_OPERATION)?;
    let needed = required_bytes(format, ty, store, width, height, 1).ok_or(GL_INVALID_OPERATION)?;
    if needed > bytes.len() as u64 {
        return Err(GL_INVALID_OPERATION);
    }
    // sRGB texels are transferred without decoding.
    let stored = into.format.without_srgb();
    let pixel = Pixel::new(layout, store.swap_bytes);
    let inverse = inverse(base);
    let copies = !store.swap_bytes && components_as_stored(stored, format, ty).is_some_and(|count| inverse[..count] == RGBA[..count]);
    let (columns, rows) = (span(x, width, into.width), span(y, height, into.height));
    for row in rows {
        let from = (transfer.first + u64::from(row) * transfer.row + u64::from(columns.start) * transfer.pixel) as usize;
        let line = bytes.get(from..).unwrap_or(&[]);
        let words = into.row((i64::from(y) + i64::from(row)) as u32);
        let left = (i64::from(x) + i64::from(columns.start)) as usize;
        if copies {
            let row = (i64::from(y) + i64::from(row)) as usize * into.row_words * 4;
            into.memory.write(row + left * layout.bytes as usize, &line[..line.len().min(columns.len() * layout.bytes as usize)]);
            continue;
        }
        if stored == Format::Rgba8 && base[..3] == RGBA[..3] && !(store.swap_bytes && layout.element > 1) && pixel.copies_to_rgba8() {
            let to = words.iter().skip(left).take(columns.len());
            let opaque = if base[3] == 5 { 0xFF00_0000 } else { 0 };
            to.zip(line.chunks_exact(layout.bytes as usize)).for_each(|(word, bytes)| word.store(pixel.rgba8(bytes) | opaque, Relaxed));
            continue;
        }
        for (index, bytes) in line.chunks_exact(layout.bytes as usize).take(columns.len()).enumerate() {
            let old = if stored.has_stencil() { super::texel::raw_at(words, stored.bytes(), left + index) } else { [0; 4] };
            let raw = pixel.to_texel(bytes, stored, &inverse, old);
            super::texel::set_raw_at(words, stored.bytes(), left + index, raw);
        }
    }
    Ok(())
}

/// Copies a rectangle of a surface whose texels hold a base format to application memory; `out` begins at the application's pointer. Pixels
/// outside the surface stay unchanged in `out`. `flipped` is true if row 0 of the surface is the highest y, `clamp` if colours are clamped to
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
    out: &mut [u8],
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
    if !fits || needed > out.len() as u64 {
        return Err(GL_INVALID_OPERATION);
    }
    let pixel = Pixel::new(layout, store.swap_bytes).clamped(clamp);
    let is_clamped = clamp && matches!(ty, GL_HALF_FLOAT | GL_FLOAT);
    let copies =
        !store.swap_bytes && !is_clamped && components_as_stored(stored, format, ty).is_some_and(|count| base[..count] == RGBA[..count]);
    let (columns, rows) = (span(x, width, surface.width), span(y, height, surface.height));
    for row in rows {
        let from = (i64::from(y) + i64::from(row)) as u32;
        let words = surface.row(if flipped { surface.height - 1 - from } else { from });
        let left = (i64::from(x) + i64::from(columns.start)) as usize;
        let place = if store.reverse_rows { height - 1 - row } else { row };
        let to = (transfer.first + u64::from(place) * transfer.row + u64::from(columns.start) * transfer.pixel) as usize;
        let line = out.get_mut(to..).unwrap_or(&mut []);
        if copies {
            let row = if flipped { surface.height - 1 - from } else { from } as usize * surface.row_words * 4;
            let count = line.len().min(columns.len() * layout.bytes as usize);
            surface.memory.read(row + left * layout.bytes as usize, &mut line[..count]);
            continue;
        }
        if stored == Format::Rgba8 && base == RGBA && !(store.swap_bytes && layout.element > 1) && pixel.copies_to_rgba8() {
            let from = words.iter().skip(left).take(columns.len());
            from.zip(line.chunks_exact_mut(layout.bytes as usize)).for_each(|(word, bytes)| pixel.set_rgba8(word.load(Relaxed), bytes));
            continue;
        }
        for (index, bytes) in line.chunks_exact_mut(layout.bytes as usize).take(columns.len()).enumerate() {
            pixel.set_from_texel(super::texel::raw_at(words, stored.bytes(), left + index), stored, &base, bytes);
        }
    }
    Ok(())
}

/// Returns the number of components if the pixels of a format and type are, byte for byte, the texels of a stored format: neither is then converted.
/// A format of which some bits have another meaning after a conversion and back, as the least value of a signed normalized one, is none of these.
pub(super) fn components_as_stored(stored: Format, format: u32, ty: u32) -> Option<usize> {
    use Format::*;
    let components = match format {
        GL_RED | GL_RED_INTEGER => 1,
        GL_RG | GL_RG_INTEGER => 2,
        GL_RGB => 3,
        GL_RGBA | GL_RGBA_INTEGER => 4,
        _ => return None,
    };
    let formats: &[Format] = match (format, ty) {
        (GL_RED | GL_RG | GL_RGBA, GL_UNSIGNED_BYTE) => &[R8, Rg8, Rgba8],
        (GL_RED | GL_RG | GL_RGBA, GL_UNSIGNED_SHORT) => &[R16, Rg16, Rgba16],
        (GL_RED | GL_RG | GL_RGBA, GL_HALF_FLOAT) => &[R16f, Rg16f, Rgba16f],
        (GL_RED | GL_RG | GL_RGBA, GL_FLOAT) => &[R32f, Rg32f, Rgba32f],
        (GL_RGB, GL_UNSIGNED_SHORT_5_6_5) => &[Rgb565],
        (GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4) => &[Rgba4],
        (GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1) => &[Rgb5A1],
        (GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV) => &[Rgb10A2],
        (GL_RED_INTEGER | GL_RG_INTEGER | GL_RGBA_INTEGER, _) => match ty {
            GL_UNSIGNED_BYTE => &[R8ui, Rg8ui, Rgba8ui],
            GL_BYTE => &[R8i, Rg8i, Rgba8i],
            GL_UNSIGNED_SHORT => &[R16ui, Rg16ui, Rgba16ui],
            GL_SHORT => &[R16i, Rg16i, Rgba16i],
            GL_UNSIGNED_INT => &[R32ui, Rg32ui, Rgba32ui],
            GL_INT => &[R32i, Rg32i, Rgba32i],
            _ => &[],
        },
        _ => &[],
    };
    let bits = stored.component_bits().color;
    (formats.contains(&stored) && bits.iter().filter(|bits| **bits > 0).count() == components).then_some(components)
}

/// Returns the part of 0 .. count that lies in the surface when 0 is at `start`.
fn span(start: i32, count: u32, size: u32) -> std::ops::Range<u32> {
    let start = i64::from(start);
    let first = (-start).clamp(0, i64::from(count));
    let end = (i64::from(size) - start).clamp(first, i64::from(count));
    first as u32..end as u32
}

/// Returns the component that each stored component takes; 4 for none.
pub(super) fn inverse(base: Swizzle) -> Swizzle {
    std::array::from_fn(|stored| base.iter().position(|&component| component as usize == stored).unwrap_or(4) as u8)
}
