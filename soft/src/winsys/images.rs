//! Copies of pixels between images and the windows and pixmaps of an X server.

use super::shared_memory::Segment;
use super::x11::Connection;
use super::xcb::{Raw, Z_PIXMAP, xcb};
use crate::image::format::Format;
use crate::image::{Rectangle, Surface};
use std::sync::Arc;

/// A part of an image, in the pixels and the order of rows of X images. Row 0 of the image is the lowest one, row 0 of the part the highest.
struct Part<'a> {
    image: &'a Surface,
    /// The bits that every pixel gets.
    opaque: u32,
    /// The first column.
    left: usize,
    /// The rows above the part.
    above: usize,
    width: usize,
    height: usize,
}

impl<'a> Part<'a> {
    /// Returns the part of an image within an area, or `None` if it is empty, or if the image has other pixels than those that windows show.
    /// Without `alpha` the part is opaque.
    fn new(image: &'a Surface, alpha: bool, area: Rectangle) -> Option<Self> {
        let clip = |value: i32, most: u32| (value.max(0) as u32).min(most) as usize;
        let (left, right) = (clip(area.x0, image.width), clip(area.x1, image.width));
        let (bottom, top) = (clip(area.y0, image.height), clip(area.y1, image.height));
        if left >= right || bottom >= top || !is_presentable(image.format) {
            return None;
        }
        let opaque = if alpha { 0 } else { 0xFF00_0000 };
        Some(Self { image, opaque, left, above: image.height as usize - top, width: right - left, height: top - bottom })
    }

    /// Copies rows from `first` on to `into`, which holds whole rows.
    fn copy_rows(&self, first: usize, into: &mut [u32]) {
        for (row, pixels) in into.chunks_exact_mut(self.width).enumerate() {
            let y = self.image.height as usize - 1 - self.above - first - row;
            self.image.memory.load_words(y * self.image.row_words + self.left, pixels);
            for pixel in pixels {
                *pixel = self.opaque | swap_red_and_blue(*pixel);
            }
        }
    }
}

/// Returns the area of a whole image.
fn whole(image: &Surface) -> Rectangle {
    Rectangle { x0: 0, y0: 0, x1: image.width as i32, y1: image.height as i32 }
}

/// Returns true for the formats whose texels have the bytes red, green, blue and alpha.
fn is_presentable(format: Format) -> bool {
    matches!(format, Format::Rgba8 | Format::Srgb8Alpha8)
}

/// Exchanges the lowest and the third byte of a pixel, which are red and blue in the one order or the other.
fn swap_red_and_blue(pixel: u32) -> u32 {
    pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
}

/// Copies rows of X pixels to an image, from row `top` on, counted from the highest. `opaque` has the bits that every pixel gets.
fn store_rows(image: &Surface, top: usize, opaque: u32, rows: &mut [u32]) {
    let (width, height) = (image.width as usize, image.height as usize);
    for (row, pixels) in rows.chunks_exact_mut(width).take(height - top).enumerate() {
        for pixel in &mut *pixels {
            *pixel = opaque | swap_red_and_blue(*pixel);
        }
        image.memory.store_words((height - 1 - top - row) * image.row_words, pixels);
    }
}

impl Connection {
    /// Copies an image to a window or pixmap, as [`Self::present_part`] does.
    pub fn present(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool) {
        self.present_part(drawable, depth, image, alpha, whole(image));
    }

    /// Copies a part of an image to the same place of a window or pixmap of `depth` bits, which must be 24 or 32. Row 0 of the image is the
    /// lowest one.
    ///
    /// "depth … must be the depth of the drawable" (X protocol, PutImage), or the server raises BadMatch. Without `alpha` the drawable is
    /// opaque. Nothing happens if the drawable does not exist: the program, which may have freed it, sees no error.
    pub fn present_part(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool, part: Rectangle) {
        if let Some(part) = Part::new(image, alpha, part) {
            self.put(drawable, depth, &part);
        }
    }

    /// Copies a part of an image to a window or pixmap by requests that contain the pixels.
    fn put(&self, drawable: u32, depth: u8, part: &Part<'_>) {
        let Some(xcb) = xcb() else { return };
        let (width, height) = (part.width, part.height);
        let raw = self.raw();
        // SAFETY: the connection is valid, and the numbers are those of the requests.
        let discard = |sequence: u32| unsafe { (xcb.discard_reply)(raw, sequence) };
        // SAFETY: the connection is valid; a missing drawable causes errors, which are discarded, and nothing else. The rows of each request lie
        // in `pixels`.
        unsafe {
            let gc = (xcb.generate_id)(raw);
            discard((xcb.create_gc)(raw, gc, drawable, 0, core::ptr::null()));
            // The length of a request is counted in words. Its header has 6 of them (7 in long requests).
            let words = ((xcb.maximum_request_length)(raw) as usize).saturating_sub(8).min(1 << 20);
            let rows = (words / width).max(1);
            let mut pixels = vec![0; rows.min(height) * width];
            for first in (0..height).step_by(rows) {
                let count = rows.min(height - first);
                let pixels = &mut pixels[..count * width];
                part.copy_rows(first, pixels);
                discard((xcb.put_image)(
                    raw,
                    Z_PIXMAP,
                    drawable,
                    gc,
                    width as u16,
                    count as u16,
                    part.left as i16,
                    (part.above + first) as i16,
                    0,
                    depth,
                    (pixels.len() * 4) as u32,
                    pixels.as_ptr().cast(),
                ));
            }
            discard((xcb.free_gc)(raw, gc));
            (xcb.flush)(raw);
        }
    }

    /// Copies a pixmap to an image of the same size. Row 0 of the image is the lowest one. Without `alpha` the image becomes opaque. A pixmap
    /// that does not exist leaves the image as it is.
    pub fn read(&self, pixmap: u32, image: &Surface, alpha: bool) {
        /// Pixels of a reply; an image larger than that takes several requests.
        const MOST: usize = 1 << 20;
        let Some(xcb) = xcb() else { return };
        let (width, height) = (image.width as usize, image.height as usize);
        if width == 0 || height == 0 || !is_presentable(image.format) {
            return;
        }
        let opaque = if alpha { 0 } else { 0xFF00_0000 };
        let rows = (MOST / width).max(1);
        let mut pixels = Vec::new();
        for top in (0..height).step_by(rows) {
            let count = rows.min(height - top);
            // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the pixmap or
            // the rectangle does not exist. The data have the length that libxcb returns and live as long as the reply.
            unsafe {
                let mut error: Raw = core::ptr::null_mut();
                let cookie = (xcb.get_image)(self.raw(), Z_PIXMAP, pixmap, 0, top as i16, width as u16, count as u16, u32::MAX);
                let reply = (xcb.get_image_reply)(self.raw(), cookie, &raw mut error);
                libc::free(error);
                if reply.is_null() {
                    return;
                }
                let length = usize::try_from((xcb.get_image_data_length)(reply)).unwrap_or(0);
                let data = core::slice::from_raw_parts((xcb.get_image_data)(reply), length);
                pixels.clear();
                pixels.extend(data.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)));
                libc::free(reply);
            }
            pixels.truncate(count * width);
            store_rows(image, top, opaque, &mut pixels);
        }
    }
}

/// The memory that a window or pixmap shares with its X server, while there is one.
pub type Shared = Option<Segment>;

/// Pixels from which on a copy through shared memory is cheaper than one in requests.
const FEW: usize = 64 * 64;

/// Makes `shared` large enough for `image`, or returns `None` if the copy should take requests: the image is small, or the server attaches no
/// memory.
fn fit<'a>(shared: &'a mut Shared, connection: &Arc<Connection>, drawable: u32, image: &Surface) -> Option<&'a mut Segment> {
    let words = image.width as usize * image.height as usize;
    if words < FEW {
        return None;
    }
    let fits = |segment: &Segment| (words..=words.saturating_mul(4)).contains(&segment.words());
    if !shared.as_ref().is_some_and(fits) {
        // The old segment goes first, so that the two never take memory at the same time.
        *shared = None;
        *shared = Segment::new(connection, drawable, words);
    }
    shared.as_mut()
}

/// Copies a part of an image to the same place of a window or pixmap, as [`Connection::present_part`] does, through shared memory where the
/// server attaches it.
pub fn present_part(
    shared: &mut Shared,
    connection: &Arc<Connection>,
    (drawable, depth): (u32, u8),
    image: &Surface,
    alpha: bool,
    part: Rectangle,
) {
    let Some(part) = Part::new(image, alpha, part) else { return };
    let Some(segment) = fit(shared, connection, drawable, image).filter(|_| part.width * part.height >= FEW) else {
        connection.put(drawable, depth, &part);
        return;
    };
    let size = [part.width, part.height];
    part.copy_rows(0, segment.pixels(part.width * part.height));
    segment.put(drawable, depth, [part.left, part.above], size);
}

/// Copies a whole image to a window or pixmap, as [`present_part`] does.
pub fn present(shared: &mut Shared, connection: &Arc<Connection>, drawable: (u32, u8), image: &Surface, alpha: bool) {
    present_part(shared, connection, drawable, image, alpha, whole(image));
}

/// Copies a pixmap to an image of the same size, as [`Connection::read`] does, through shared memory where the server attaches it.
pub fn read(shared: &mut Shared, connection: &Arc<Connection>, pixmap: u32, image: &Surface, alpha: bool) {
    let Some(segment) = fit(shared, connection, pixmap, image).filter(|_| is_presentable(image.format)) else {
        connection.read(pixmap, image, alpha);
        return;
    };
    let size = [image.width as usize, image.height as usize];
    if segment.get(pixmap, size) {
        store_rows(image, 0, if alpha { 0 } else { 0xFF00_0000 }, segment.pixels(size[0] * size[1]));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_part_has_the_pixels_and_rows_of_x_images() {
        let image = Surface::new(Format::Rgba8, 3, 3).unwrap();
        for y in 0..3 {
            image.memory.store_words(y * image.row_words, &[0x0100_0010 + y as u32, 0x0200_0020 + y as u32, 0x0300_0030 + y as u32]);
        }
        let part = |area: [i32; 4], alpha: bool| {
            let part = Part::new(&image, alpha, Rectangle { x0: area[0], y0: area[1], x1: area[2], y1: area[3] })?;
            let mut pixels = vec![0; part.width * part.height];
            part.copy_rows(0, &mut pixels);
            Some(([part.left, part.above], [part.width, part.height], pixels))
        };
        assert_eq!(part([1, 0, 3, 2], true), Some(([1, 1], [2, 2], vec![0x0221_0000, 0x0331_0000, 0x0220_0000, 0x0330_0000])));
        assert_eq!(part([-5, 2, 1, 9], false), Some(([0, 0], [1, 1], vec![0xFF12_0000])));
        for empty in [[0, 0, 0, 3], [2, 2, 1, 3], [3, 0, 4, 1], [-2, 0, 0, 1]] {
            assert_eq!(part(empty, true), None);
        }
        let floats = Surface::new(Format::Rgba16f, 3, 3).unwrap();
        assert!(Part::new(&floats, true, whole(&floats)).is_none());
    }

    #[test]
    fn rows_of_x_images_become_those_of_an_image() {
        let image = Surface::new(Format::Rgba8, 2, 2).unwrap();
        store_rows(&image, 1, 0xFF00_0000, &mut [0x0001_0203, 0x0004_0506, 7, 8]);
        let mut pixels = [9; 2];
        image.memory.load_words(0, &mut pixels);
        assert_eq!(pixels, [0xFF03_0201, 0xFF06_0504]);
        image.memory.load_words(image.row_words, &mut pixels);
        assert_eq!(pixels, [0, 0], "rows below the image are dropped");
    }
}
