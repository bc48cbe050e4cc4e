//! Groups: the pixels of memory and of images as the values that pixel transfer processes.

use super::formats::UNFIT;
use super::memory::bytes;
use crate::error::{NO_MEMORY, Result};
use crate::state::imaging::Filtered;
use crate::state::pixel_store::Store;
use crate::state::pixel_transfer::PixelTransfer;
use crate::tokens::*;
use base::image::format::Format;
use base::image::names::{RGBA, Swizzle};
use base::image::transfer::{PixelStore, pack_swizzled, required_bytes, unpack_swizzled};
use base::image::{Rectangle, Surface};

/// A rectangle of pixels in memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Format, as token; also GL_COLOR_INDEX.
    pub format: u32,
    /// Type, as token; also GL_BITMAP.
    pub ty: u32,
    /// Layout.
    pub store: PixelStore,
    /// True if the first bit of a bitmap's byte is the lowest.
    pub lsb_first: bool,
}

/// The groups of a rectangle, row by row.
#[derive(Debug, PartialEq)]
pub enum Groups {
    /// Colors.
    Colors(Vec<[f32; 4]>),
    /// Depths.
    Depths(Vec<f32>),
    /// Stencil indices.
    Stencils(Vec<u8>),
    /// Depths with stencil indices.
    DepthStencils(Vec<(f32, u8)>),
}

/// The kind of pixels that images return groups as: format, type and the texels that hold them.
fn plain(format: u32) -> (u32, u32, Format) {
    match format {
        GL_DEPTH_COMPONENT => (GL_DEPTH_COMPONENT, GL_FLOAT, Format::Depth32f),
        GL_STENCIL_INDEX => (GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, Format::Stencil8),
        GL_DEPTH_STENCIL => (GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, Format::Depth32fStencil8),
        _ => (GL_RGBA, GL_FLOAT, Format::Rgba32f),
    }
}

/// Pixels without gaps.
const PACKED: PixelStore = PixelStore {
    alignment: 1,
    row_length: 0,
    skip_pixels: 0,
    skip_rows: 0,
    image_height: 0,
    skip_images: 0,
    swap_bytes: false,
    reverse_rows: false,
};

/// Collects values; GL_OUT_OF_MEMORY if there is no memory for them.
fn collect<T>(count: usize, values: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| NO_MEMORY)?;
    all.extend(values);
    Ok(all)
}

impl MemoryPixels {
    /// Creates the pixels of a two-dimensional command.
    pub fn new([width, height]: [u32; 2], format: u32, ty: u32, store: &Store) -> Self {
        Self { width, height, format, ty, store: store.flat(), lsb_first: store.lsb_first }
    }

    /// Returns the bytes of a bitmap's rows and those of its images, and the first byte.
    fn bitmap_rows(&self) -> Option<(usize, usize, usize)> {
        let length = if self.store.row_length > 0 { self.store.row_length } else { self.width };
        // "k = a ⌈l / 8a⌉" [GL 4.6 compatibility, 18.1]
        let stride = (length as usize).div_ceil(8).checked_next_multiple_of(self.store.alignment.max(1) as usize)?;
        let rows = if self.store.image_height > 0 { self.store.image_height } else { self.height };
        let image = stride.checked_mul(rows as usize)?;
        let first = stride.checked_mul(self.store.skip_rows as usize)?.checked_add(image.checked_mul(self.store.skip_images as usize)?)?;
        Some((stride, image, first))
    }

    /// Returns the number of bytes that the pixels take in memory, from the pointer on.
    pub fn needed(&self) -> Result<usize> {
        self.needed_for(1)
    }

    /// Returns the number of bytes that several such rectangles take, one after another.
    pub fn needed_for(&self, depth: u32) -> Result<usize> {
        let Self { width, height, ty, ref store, .. } = *self;
        if width == 0 || height == 0 || depth == 0 {
            return Ok(0);
        }
        let needed = if ty == GL_BITMAP {
            self.bitmap_rows().and_then(|(stride, image, first)| {
                let last =
                    stride.checked_mul(height as usize - 1)?.checked_add(image.checked_mul(depth as usize - 1)?)?.checked_add(first)?;
                last.checked_add((store.skip_pixels as usize + width as usize).div_ceil(8))
            })
        } else {
            // Color indices are as large as stencil indices.
            let format = if self.format == GL_COLOR_INDEX { GL_STENCIL_INDEX } else { self.format };
            required_bytes(format, ty, store, width, height, depth).and_then(|needed| usize::try_from(needed).ok())
        };
        needed.ok_or(NO_MEMORY)
    }

    /// Converts the pixels to texels of a surface of their own.
    fn surface(&self, bytes: &[u8], format: u32, texels: Format) -> Result<Surface> {
        let surface = Surface::new(texels, self.width, self.height).map_err(|_| NO_MEMORY)?;
        unpack_swizzled(bytes.into(), format, self.ty, &self.store, &surface, RGBA, 0, 0, self.width, self.height).map_err(|_| UNFIT)?;
        Ok(surface)
    }

    /// Returns the first words of the texels of such a surface.
    fn words(&self, bytes: &[u8], format: u32, texels: Format) -> Result<Vec<u32>> {
        let surface = self.surface(bytes, format, texels)?;
        let (width, height) = (self.width, self.height);
        collect(self.count(), (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| surface.texel(x, y)[0]))
    }

    /// Returns the number of pixels.
    fn count(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns the elements of a bitmap.
    pub fn bits<'a>(&self, bytes: &'a [u8]) -> impl Fn(u32, u32) -> bool + use<'a> {
        let (stride, _, first) = self.bitmap_rows().unwrap_or_default();
        let (skip, lsb_first) = (self.store.skip_pixels as usize, self.lsb_first);
        move |x, y| {
            let at = skip + x as usize;
            let bit = if lsb_first { at % 8 } else { 7 - at % 8 };
            bytes.get(first + y as usize * stride + at / 8).is_some_and(|byte| byte >> bit & 1 != 0)
        }
    }

    /// Writes the elements of a bitmap; bits beside them keep their values.
    pub fn set_bits(&self, bytes: &mut [u8], is_set: impl Fn(u32, u32) -> bool) {
        let (stride, _, first) = self.bitmap_rows().unwrap_or_default();
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            let at = self.store.skip_pixels as usize + x as usize;
            let bit = if self.lsb_first { at % 8 } else { 7 - at % 8 };
            if let Some(byte) = bytes.get_mut(first + y as usize * stride + at / 8) {
                *byte = *byte & !(1 << bit) | u8::from(is_set(x, y)) << bit;
            }
        }
    }

    /// Returns the color or stencil indices.
    fn indices(&self, bytes: &[u8]) -> Result<Vec<f64>> {
        let count = self.count();
        match self.ty {
            GL_BITMAP => {
                let (width, is_set) = (self.width, self.bits(bytes));
                let places = (0..self.height).flat_map(|y| (0..width).map(move |x| (x, y)));
                collect(count, places.map(|(x, y)| if is_set(x, y) { 1.0 } else { 0.0 }))
            }
            GL_FLOAT | GL_HALF_FLOAT => {
                collect(count, self.words(bytes, GL_RED, Format::R32f)?.into_iter().map(|word| f64::from(f32::from_bits(word))))
            }
            GL_BYTE | GL_SHORT | GL_INT => {
                collect(count, self.words(bytes, GL_RED_INTEGER, Format::R32i)?.into_iter().map(|word| f64::from(word.cast_signed())))
            }
            _ => collect(count, self.words(bytes, GL_RED_INTEGER, Format::R32ui)?.into_iter().map(f64::from)),
        }
    }

    /// Converts the pixels in `bytes` to groups and applies pixel transfer.
    pub fn groups(&self, bytes: &[u8], transfer: &PixelTransfer) -> Result<Groups> {
        let (width, count) = (self.width, self.count());
        let places = (0..self.height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Ok(match self.format {
            GL_COLOR_INDEX => Groups::Colors(collect(count, self.indices(bytes)?.into_iter().map(|index| transfer.indexed_color(index)))?),
            GL_STENCIL_INDEX => Groups::Stencils(collect(count, self.indices(bytes)?.into_iter().map(|index| transfer.stencil(index)))?),
            // Depths have the conversions of red.
            GL_DEPTH_COMPONENT => {
                let depths = self.words(bytes, GL_RED, Format::R32f)?;
                Groups::Depths(collect(count, depths.into_iter().map(|word| transfer.depth(f32::from_bits(word))))?)
            }
            GL_DEPTH_STENCIL => {
                let surface = self.surface(bytes, GL_DEPTH_STENCIL, Format::Depth32fStencil8)?;
                let pair = |(x, y)| {
                    let raw = surface.raw(x, y);
                    (transfer.depth(f32::from_bits(raw[0])), transfer.stencil(f64::from(surface.format.stencil(raw))))
                };
                Groups::DepthStencils(collect(count, places.map(pair))?)
            }
            _ => {
                let surface = self.surface(bytes, self.format, Format::Rgba32f)?;
                Groups::Colors(collect(count, places.map(|(x, y)| transfer.color(surface.texel(x, y).map(f32::from_bits))))?)
            }
        })
    }
}

impl Groups {
    /// Returns the groups as pixels without gaps, with their format and type.
    pub fn pixels(&self) -> Result<(Vec<u8>, u32, u32)> {
        let (bytes, format): (Vec<u8>, u32) = match self {
            Self::Colors(colors) => (collect(colors.len() * 16, colors.iter().flatten().flat_map(|value| value.to_le_bytes()))?, GL_RGBA),
            Self::Depths(depths) => (collect(depths.len() * 4, depths.iter().flat_map(|value| value.to_le_bytes()))?, GL_DEPTH_COMPONENT),
            Self::Stencils(stencils) => (collect(stencils.len(), stencils.iter().copied())?, GL_STENCIL_INDEX),
            Self::DepthStencils(pairs) => {
                let words = pairs.iter().flat_map(|&(depth, stencil)| [depth.to_bits(), u32::from(stencil)]);
                (collect(pairs.len() * 8, words.flat_map(u32::to_le_bytes))?, GL_DEPTH_STENCIL)
            }
        };
        let (_, ty, _) = plain(format);
        Ok((bytes, format, ty))
    }

    /// Packs depths with stencil indices as GL_UNSIGNED_INT_24_8 and unpacks them as colors of GL_UNSIGNED_INT_8_8_8_8, GL_BGRA or GL_RGBA. Other
    /// groups do not change.
    pub fn packed_colors(self, bgra: bool) -> Result<Self> {
        let Self::DepthStencils(pairs) = self else { return Ok(self) };
        let color = |&(depth, stencil): &(f32, u8)| {
            let word = ((f64::from(depth) * f64::from((1u32 << 24) - 1)).round() as u32) << 8 | u32::from(stencil);
            let [first, second, third, alpha] = word.to_be_bytes().map(|byte| f32::from(byte) / 255.0);
            if bgra { [third, second, first, alpha] } else { [first, second, third, alpha] }
        };
        Ok(Self::Colors(collect(pairs.len(), pairs.iter().map(color))?))
    }

    /// Applies the operations of the imaging subset to the colors of an image of that size; other groups do not change. Returns the groups and the size
    /// of their image; no groups if the histogram or minmax consumes them.
    pub fn process(self, transfer: &PixelTransfer, filtered: Filtered, size: [u32; 2]) -> Result<(Self, [u32; 2])> {
        let Self::Colors(colors) = self else { return Ok((self, size)) };
        transfer.process(filtered, colors, size).map(|(colors, size)| (Self::Colors(colors), size))
    }

    /// Writes the groups of a rectangle into a surface whose texels hold the base format of that swizzle, with their corner at x and y.
    pub fn store(&self, into: &Surface, base: Swizzle, corner: [i32; 2], size: [u32; 2]) -> Result<()> {
        self.store_part(into, base, corner, [0; 2], size, size[0])
    }

    /// Writes a part of the groups, whose rows have `length` groups, into a surface as [`Self::store`] does; `first` is its first column and row.
    pub fn store_part(
        &self,
        into: &Surface,
        base: Swizzle,
        [x, y]: [i32; 2],
        first: [u32; 2],
        [width, height]: [u32; 2],
        length: u32,
    ) -> Result<()> {
        let (bytes, format, ty) = self.pixels()?;
        let store = PixelStore { row_length: length, skip_pixels: first[0], skip_rows: first[1], ..PACKED };
        unpack_swizzled(bytes[..].into(), format, ty, &store, into, base, x, y, width, height).map_err(|_| UNFIT)
    }

    /// Reads an area as colors, as [`Self::read`] does. Of the part outside of the surface, which is undefined, the colors are zeros.
    pub fn read_colors(from: &Surface, base: Swizzle, area: Rectangle, transfer: &PixelTransfer) -> Result<Self> {
        let within = inside(from, area);
        let groups = Self::read(from, base, within, GL_RGBA, transfer)?;
        if within == area {
            return Ok(groups);
        }
        let Self::Colors(found) = groups else { return Ok(groups) };
        let width = (within.x1 - within.x0) as usize;
        let color = |x: i32, y: i32| {
            let is_inside = (within.x0..within.x1).contains(&x) && (within.y0..within.y1).contains(&y);
            let place = is_inside.then(|| (y - within.y0) as usize * width + (x - within.x0) as usize);
            place.and_then(|place| found.get(place).copied()).unwrap_or_default()
        };
        let [columns, rows] = [area.x1.saturating_sub(area.x0), area.y1.saturating_sub(area.y0)].map(|size| size.max(0) as usize);
        let places = (area.y0..area.y1).flat_map(|y| (area.x0..area.x1).map(move |x| (x, y)));
        Ok(Self::Colors(collect(columns.saturating_mul(rows), places.map(|(x, y)| color(x, y)))?))
    }

    /// Reads an area of a surface as groups of the kind of a pixel format, and applies pixel transfer. The area lies in the surface.
    pub fn read(from: &Surface, base: Swizzle, area: Rectangle, format: u32, transfer: &PixelTransfer) -> Result<Self> {
        let (format, ty, _) = plain(format);
        let [width, height] = [(area.x1 - area.x0).max(0) as u32, (area.y1 - area.y0).max(0) as u32];
        let pixels = MemoryPixels { width, height, format, ty, store: PACKED, lsb_first: false };
        let mut memory = bytes(pixels.needed()?)?;
        pack_swizzled(from, base, area.x0, area.y0, width, height, false, false, format, ty, &PACKED, memory[..].as_mut().into())
            .map_err(|_| UNFIT)?;
        pixels.groups(&memory, transfer)
    }
}

/// Returns the part of a rectangle that lies in a surface.
pub fn inside(surface: &Surface, area: Rectangle) -> Rectangle {
    let [width, height] = [surface.width, surface.height].map(|size| size.min(i32::MAX as u32) as i32);
    let (x0, y0) = (area.x0.clamp(0, width), area.y0.clamp(0, height));
    Rectangle { x0, y0, x1: area.x1.clamp(x0, width), y1: area.y1.clamp(y0, height) }
}

/// Returns a surface with the texels of an area of another one after pixel transfer, as pixels of a format have them: the components of colors are
/// those that the swizzle names. With `imaging`, the operations of the imaging subset but convolution follow; `None` if they consume the pixels.
pub fn transferred(
    from: &Surface,
    base: Swizzle,
    area: Rectangle,
    format: u32,
    transfer: &PixelTransfer,
    imaging: bool,
) -> Result<Option<Surface>> {
    let area = inside(from, area);
    let mut groups = Groups::read(from, base, area, format, transfer)?;
    if imaging {
        let size = [(area.x1 - area.x0) as u32, (area.y1 - area.y0) as u32];
        let (processed, left) = groups.process(transfer, Filtered::Never, size)?;
        if left != size {
            return Ok(None);
        }
        groups = processed;
    }
    let surface = Surface::new(plain(format).2, from.width, from.height).map_err(|_| NO_MEMORY)?;
    groups.store(&surface, RGBA, [area.x0, area.y0], [(area.x1 - area.x0) as u32, (area.y1 - area.y0) as u32])?;
    Ok(Some(surface))
}
