//! Moving pixels between memory and images, with the context's pixel store.

use super::Store;
use crate::gl::entry::Result;
use crate::gl::textures::Level;
use crate::image::Surface;
use crate::image::transfer::{self, PixelStore};
use crate::tokens::*;

/// A rectangle of pixels as a command names it: its place in an image, its size, and how the pixels look in memory.
#[derive(Clone, Copy, Debug)]
pub struct Pixels {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
    pub format: u32,
    pub ty: u32,
    pub store: Store,
}

impl Store {
    /// As the transfers of two-dimensional images take it: images to skip do not count there.
    fn flat(&self) -> PixelStore {
        PixelStore {
            alignment: self.alignment as u32,
            row_length: self.row_length as u32,
            skip_pixels: self.skip_pixels as u32,
            skip_rows: self.skip_rows as u32,
            image_height: 0,
            skip_images: 0,
            swap_bytes: self.swap_bytes,
        }
    }
}

impl Pixels {
    /// Bytes from the pointer on that the pixels take. GL_OUT_OF_MEMORY where nothing has so many.
    pub fn needed(&self) -> Result<usize> {
        let needed = transfer::required_bytes(self.format, self.ty, &self.store.flat(), self.width, self.height, 1);
        needed.and_then(|needed| usize::try_from(needed).ok()).ok_or(GL_OUT_OF_MEMORY)
    }

    /// Writes them into an image.
    pub fn unpack(&self, bytes: &[u8], into: &Level) -> Result<()> {
        let Self { x, y, width, height, format, ty, store } = *self;
        transfer::unpack_swizzled(bytes, format, ty, &store.flat(), &into.surface, into.format.swizzle(), x, y, width, height)
    }

    /// Reads them from an image whose components are as `swizzle` says.
    pub fn pack(&self, from: &Surface, swizzle: [u8; 4], into: &mut [u8]) -> Result<()> {
        let Self { x, y, width, height, format, ty, store } = *self;
        transfer::pack_swizzled(from, swizzle, x, y, width, height, false, format, ty, &store.flat(), into)
    }
}

/// Copies a rectangle from one image to another with conversion; what lies outside either is left out.
pub fn copy(from: &Level, x: i32, y: i32, width: u32, height: u32, into: &Level, to_x: i32, to_y: i32) -> Result<()> {
    // Cut to the source first: huge rectangles take no memory for what is not there.
    let left = i64::from(x).clamp(0, from.surface.width.into());
    let bottom = i64::from(y).clamp(0, from.surface.height.into());
    let right = (i64::from(x) + i64::from(width)).clamp(left, from.surface.width.into());
    let top = (i64::from(y) + i64::from(height)).clamp(bottom, from.surface.height.into());
    let (to_x, to_y) = (i64::from(to_x) + left - i64::from(x), i64::from(to_y) + bottom - i64::from(y));
    let (Ok(to_x), Ok(to_y)) = (i32::try_from(to_x), i32::try_from(to_y)) else { return Ok(()) };
    let (format, ty) = match (from.format.has_depth(), from.format.has_stencil() && into.format.has_stencil()) {
        (true, true) => (GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV),
        (true, false) => (GL_DEPTH_COMPONENT, GL_FLOAT),
        (false, true) => (GL_STENCIL_INDEX, GL_UNSIGNED_BYTE),
        _ if from.format.is_integer() && from.format.component_type == GL_INT => (GL_RGBA_INTEGER, GL_INT),
        _ if from.format.is_integer() => (GL_RGBA_INTEGER, GL_UNSIGNED_INT),
        _ if from.surface.format.bytes() == 4 && from.format.bits[0] == 8 && from.format.component_type == GL_UNSIGNED_NORMALIZED => {
            (GL_RGBA, GL_UNSIGNED_BYTE)
        }
        _ => (GL_RGBA, GL_FLOAT),
    };
    // A few rows at a time.
    let (columns, mut row) = ((right - left) as u32, bottom);
    while row < top && columns > 0 {
        let rows = (top - row).min(16) as u32;
        let store = Store { alignment: 1, ..Store::default() };
        let mut pixels = Pixels { x: left as i32, y: row as i32, width: columns, height: rows, format, ty, store };
        let mut bytes = super::memory::bytes(pixels.needed()?)?;
        pixels.pack(&from.surface, from.format.swizzle(), &mut bytes)?;
        (pixels.x, pixels.y) = (to_x, (i64::from(to_y) + row - bottom).min(i32::MAX.into()) as i32);
        pixels.unpack(&bytes, into)?;
        row += i64::from(rows);
    }
    Ok(())
}
