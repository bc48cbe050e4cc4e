//! Transfers of pixels between memory and images, with the context's pixel store.

use super::formats::{UNFIT, is_integer};
use super::groups::{Groups, MemoryPixels};
use crate::error::{NO_MEMORY, Result};
use crate::object::image::Image;
use crate::state::imaging::Filtered;
use crate::state::pixel_store::Store;
use crate::state::pixel_transfer::PixelTransfer;
use crate::tokens::*;
use base::image::Rectangle;
use base::image::Surface;
use base::image::clear::clear_color;
use base::image::transfer::{self, Input, Output, PixelStore};
use base::image::{blit, names};
use std::sync::Arc;

/// A rectangle of pixels in a command's arguments.
#[derive(Clone, Copy, Debug)]
pub struct Pixels {
    /// Left edge in the image.
    pub x: i32,
    /// Bottom edge in the image.
    pub y: i32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Format of the pixels in memory, as token.
    pub format: u32,
    /// Type of the pixels in memory, as token.
    pub ty: u32,
    /// Pixel store that lays the pixels out in memory.
    pub store: Store,
}

impl Store {
    /// Returns the store of a two-dimensional image, which ignores the image height and the images to skip.
    pub fn flat(&self) -> PixelStore {
        PixelStore { image_height: 0, skip_images: 0, ..self.volume() }
    }

    /// Returns the store of a three-dimensional image.
    pub fn volume(&self) -> PixelStore {
        PixelStore {
            alignment: self.alignment as u32,
            row_length: self.row_length as u32,
            skip_pixels: self.skip_pixels as u32,
            skip_rows: self.skip_rows as u32,
            image_height: self.image_height as u32,
            skip_images: self.skip_images as u32,
            swap_bytes: self.swap_bytes,
            reverse_rows: self.reverse_rows,
        }
    }
}

/// Pixels in memory that a command writes to layers of images.
#[derive(Clone, Debug)]
pub struct Upload {
    /// Width, height and depth as the command gives them.
    size: [u32; 3],
    /// Format of the pixels, as token.
    format: u32,
    /// Type of the pixels, as token.
    ty: u32,
    /// Layout of the pixels.
    store: PixelStore,
    /// True if the first bit of a bitmap's byte is the lowest.
    lsb_first: bool,
    /// True if each row is a layer: for one-dimensional arrays.
    rows_are_layers: bool,
    /// Pixel transfer, if it changes the pixels.
    transfer: Option<Arc<PixelTransfer>>,
    /// What convolution applies to.
    filtered: Filtered,
}

/// The pixels of an [`Upload`] after convolution.
pub struct Convolved {
    groups: Groups,
    size: [u32; 2],
    /// True if each row is a layer.
    rows_are_layers: bool,
}

impl Convolved {
    /// Writes the pixels of one layer into an image, with their corner at x and y.
    pub fn store(&self, layer: u32, corner: [u32; 2], into: &Image) -> Result<()> {
        let [width, height] = self.size;
        let (first, rows) = if self.rows_are_layers { (layer, 1) } else { (0, height) };
        let size = [width, rows.min(height.saturating_sub(first))];
        self.groups.store_part(&into.surface, into.format.swizzle(), corner.map(|at| at as i32), [0, first], size, width)
    }
}

/// Returns the size of the image that a command makes of pixels of a format: that of the pixels, unless convolution reduces it.
pub fn image_size(transfer: &PixelTransfer, size: &[i32], format: u32) -> [i32; 3] {
    let mut image = [0; 3];
    image.iter_mut().zip(size).for_each(|(to, from)| *to = *from);
    let pixels = [image[0], if size.len() > 1 { image[1] } else { 1 }].map(u32::try_from);
    if let [Ok(width), Ok(height)] = pixels
        && !is_integer(format)
        && let Some(reduced) = transfer.filtered_size(format, Filtered::of_dimensions(size.len()), [width, height])
    {
        image.iter_mut().zip(reduced).take(size.len()).for_each(|(to, from)| *to = from as i32);
    }
    image
}

impl Upload {
    /// Creates the pixels of a command with as many sizes as it has dimensions; negative ones count as zero. The image height and the images to
    /// skip count for three dimensions only: "TexImage2D is equivalent to calling TexImage3D with corresponding arguments and depth of 1, except
    /// that … UNPACK_SKIP_IMAGES is ignored." [GL 4.4, 8.5.3]
    pub fn new(size: &[i32], format: u32, ty: u32, store: &Store) -> Self {
        let count = |index: usize| size.get(index).map_or(1, |&value| u32::try_from(value).unwrap_or(0));
        let (lsb_first, store) = (store.lsb_first, if size.len() == 3 { store.volume() } else { store.flat() });
        let filtered = Filtered::of_dimensions(size.len());
        let size = std::array::from_fn(count);
        Self { size, format, ty, store, lsb_first, rows_are_layers: false, transfer: None, filtered }
    }

    /// Returns the same pixels with pixel transfer, which only the compatibility profile has.
    pub fn with_transfer(self, transfer: &PixelTransfer) -> Self {
        // "None of the operations defined in this section affect integer RGBA component pixel groups." [GL 4.6 compatibility, 8.4.5]
        // Pixel transfer reads bitmaps.
        let changes = transfer.changes(self.format) && !is_integer(self.format) || self.ty == GL_BITMAP;
        Self { transfer: changes.then(|| Arc::new(transfer.clone())), ..self }
    }

    /// Returns the size after convolution; `None` if no filter applies.
    fn filtered_size(&self) -> Option<[u32; 2]> {
        self.transfer.as_ref()?.filtered_size(self.format, self.filtered, [self.size[0], self.size[1]])
    }

    /// Returns the same pixels with a layer in each row, as one-dimensional arrays have them.
    pub fn with_rows_as_layers(self, rows_are_layers: bool) -> Self {
        Self { rows_are_layers, ..self }
    }

    /// Returns the number of bytes that the pixels take in memory, from the pointer on.
    pub fn needed(&self) -> Result<usize> {
        let Self { size: [width, height, depth], format, ty, store, lsb_first, .. } = *self;
        MemoryPixels { width, height, format, ty, store, lsb_first }.needed_for(depth)
    }

    /// Returns the pixels in memory after convolution; `None` if no filter applies.
    pub fn convolved(&self, memory: Input) -> Result<Option<Convolved>> {
        let Some(transfer) = self.transfer.as_ref().filter(|_| self.filtered_size().is_some()) else { return Ok(None) };
        let Self { size: [width, height, _], format, ty, store, lsb_first, rows_are_layers, filtered, .. } = *self;
        let pixels = MemoryPixels { width, height, format, ty, store, lsb_first };
        let bytes = memory.bytes(self.needed()?).map_err(|_| NO_MEMORY)?;
        let (groups, size) = pixels.groups(&bytes, transfer)?.process(transfer, filtered, [width, height])?;
        Ok(Some(Convolved { groups, size, rows_are_layers }))
    }

    /// Writes the pixels of one layer in memory into an image, with their corner at x and y.
    pub fn unpack(&self, memory: Input, layer: u32, [x, y]: [u32; 2], into: &Image) -> Result<()> {
        let Self { size: [width, height, _], format, ty, mut store, lsb_first, rows_are_layers, ref transfer, .. } = *self;
        let (skip, height) = if rows_are_layers { (&mut store.skip_rows, 1) } else { (&mut store.skip_images, height) };
        *skip = skip.saturating_add(layer);
        if let Some(transfer) = transfer {
            let pixels = MemoryPixels { width, height, format, ty, store, lsb_first };
            let bytes = memory.bytes(pixels.needed()?).map_err(|_| NO_MEMORY)?;
            let (groups, size) = pixels.groups(&bytes, transfer)?.process(transfer, Filtered::Never, [width, height])?;
            return groups.store(&into.surface, into.format.swizzle(), [x as i32, y as i32], size);
        }
        transfer::unpack_swizzled(memory, format, ty, &store, &into.surface, into.format.swizzle(), x as i32, y as i32, width, height)
            .map_err(|_| UNFIT)
    }
}

impl Pixels {
    /// Returns the number of bytes that the pixels take in memory, from the pointer on.
    pub fn needed(&self) -> Result<usize> {
        let needed = transfer::required_bytes(self.format, self.ty, &self.store.flat(), self.width, self.height, 1);
        needed.and_then(|needed| usize::try_from(needed).ok()).ok_or(NO_MEMORY)
    }

    /// Writes the pixels in `bytes` into an image.
    pub fn unpack(&self, bytes: &[u8], into: &Image) -> Result<()> {
        let Self { x, y, width, height, format, ty, store } = *self;
        transfer::unpack_swizzled(bytes.into(), format, ty, &store.flat(), &into.surface, into.format.swizzle(), x, y, width, height)
            .map_err(|_| UNFIT)
    }

    /// Reads the pixels from an image with swizzled components into memory; `clamp` is true if colours are clamped to 0 to 1.
    pub fn pack(&self, from: &Surface, swizzle: [u8; 4], clamp: bool, into: Output) -> Result<()> {
        let Self { x, y, width, height, format, ty, store } = *self;
        transfer::pack_swizzled(from, swizzle, x, y, width, height, false, clamp, format, ty, &store.flat(), into).map_err(|_| UNFIT)
    }
}

/// Copies a rectangle from one image to another with conversion, clipped to both images.
#[allow(clippy::too_many_arguments, reason = "two rectangles of one size")]
pub fn copy(from: &Image, x: i32, y: i32, width: u32, height: u32, into: &Image, to_x: i32, to_y: i32) {
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

/// Sets alpha to one, which copies from formats without alpha have.
pub fn set_alpha(surface: &Surface, area: Rectangle) {
    let one = if surface.format.is_integer() { 1 } else { 1.0_f32.to_bits() };
    clear_color(surface, area, [0, 0, 0, one], [false, false, false, true]);
}
