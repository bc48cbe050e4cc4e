//! Moving pixels between memory and images, with the context's pixel store.

use crate::gl::error::Result;
use crate::gl::object::texture::Level;
use crate::gl::state::pixel_store::Store;
use crate::image::Rectangle;
use crate::image::Surface;
use crate::image::clear::clear_color;
use crate::image::transfer::{self, PixelStore};
use crate::image::{blit, names};
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
#[allow(clippy::too_many_arguments, reason = "two rectangles of one size")]
pub fn copy(from: &Level, x: i32, y: i32, width: u32, height: u32, into: &Level, to_x: i32, to_y: i32) {
    // Images of one internal format have the same bits.
    let base = if from.format == into.format { names::RGBA } else { into.format.swizzle() };
    let source = blit::OrientedSurface { surface: &from.surface, flipped: false };
    let destination = blit::OrientedSurface { surface: &into.surface, flipped: false };
    blit::copy(source, x, y, width, height, destination, base, to_x, to_y);
    if !from.format.has_alpha() && into.format.has_alpha() {
        let corner = |start: i32, size: u32| (i64::from(start) + i64::from(size)).min(i32::MAX.into()) as i32;
        set_alpha(&into.surface, Rectangle { x0: to_x, y0: to_y, x1: corner(to_x, width), y1: corner(to_y, height) });
    }
}

/// Sets alpha to one: what is copied from formats that have none has it.
pub fn set_alpha(surface: &Surface, area: Rectangle) {
    let one = if surface.format.is_integer() { 1 } else { 1.0_f32.to_bits() };
    clear_color(surface, area, [0, 0, 0, one], [false, false, false, true]);
}
