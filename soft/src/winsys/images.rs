//! Copies of pixels between images and the windows and pixmaps of an X server.

use super::shared_memory::Segment;
use super::x11::Connection;
use super::xcb::{Raw, Z_PIXMAP};
use base::image::format::Format;
use base::image::{Rectangle, Surface};
use std::sync::Arc;

/// How the texels of a format become the pixels of windows and pixmaps, and the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversion {
    /// Red and blue bytes are exchanged, in windows and pixmaps of 24 and 32 bits. Every pixel gets the bits.
    Bytes(u32),
    /// Red and blue of ten bits are exchanged, in windows and pixmaps of 30 bits. Every pixel gets the bits.
    Tens(u32),
    /// Pixels of 16 bits are the texels.
    None,
}

impl Conversion {
    /// Returns the conversion of a format, or `None` if no window has pixels of that format. Without `alpha` the pixels are opaque.
    fn of(format: Format, alpha: bool) -> Option<Self> {
        let opaque = if alpha { 0 } else { u32::MAX };
        Some(match format {
            Format::Rgba8 | Format::Srgb8Alpha8 => Self::Bytes(opaque & 0xFF00_0000),
            Format::Rgb10A2 => Self::Tens(opaque & 0xC000_0000),
            Format::Rgb565 => Self::None,
            _ => return None,
        })
    }

    /// Returns the bytes of a pixel.
    fn bytes(self) -> usize {
        if self == Self::None { 2 } else { 4 }
    }

    /// Returns the words of a row of pixels, whose last one may have padding.
    fn row_words(self, width: usize) -> usize {
        (width * self.bytes()).div_ceil(4)
    }

    /// Converts texels to pixels, or pixels to texels.
    fn convert(self, words: &mut [u32]) {
        match self {
            Self::Bytes(opaque) => words.iter_mut().for_each(|word| *word = opaque | swap_red_and_blue(*word)),
            Self::Tens(opaque) => {
                words.iter_mut().for_each(|word| *word = opaque | *word & 0xC00F_FC00 | (*word & 0x3FF) << 20 | *word >> 20 & 0x3FF);
            }
            Self::None => {}
        }
    }
}

/// Exchanges the lowest and the third byte of a pixel, which are red and blue in the one order or the other.
pub(super) fn swap_red_and_blue(pixel: u32) -> u32 {
    pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
}

/// A part of an image, in the pixels and the order of rows of X images. Row 0 of the image is the lowest one, row 0 of the part the highest.
struct Part<'a> {
    image: &'a Surface,
    conversion: Conversion,
    /// The first column.
    left: usize,
    /// The rows above the part.
    above: usize,
    width: usize,
    height: usize,
}

impl<'a> Part<'a> {
    /// Returns the part of an image within an area, or `None` if it is empty, or if no window has pixels of the image's format. Without `alpha` the
    /// part is opaque.
    fn new(image: &'a Surface, alpha: bool, area: Rectangle) -> Option<Self> {
        let conversion = Conversion::of(image.format, alpha)?;
        let clip = |value: i32, most: u32| (value.max(0) as u32).min(most) as usize;
        let (left, right) = (clip(area.x0, image.width), clip(area.x1, image.width));
        let (bottom, top) = (clip(area.y0, image.height), clip(area.y1, image.height));
        if left >= right || bottom >= top {
            return None;
        }
        Some(Self { image, conversion, left, above: image.height as usize - top, width: right - left, height: top - bottom })
    }

    /// Returns the words of a row.
    fn row_words(&self) -> usize {
        self.conversion.row_words(self.width)
    }

    /// Copies rows from `first` on to `into`, which holds whole rows.
    fn copy_rows(&self, first: usize, into: &mut [u32]) {
        for (row, pixels) in into.chunks_exact_mut(self.row_words()).enumerate() {
            let start = (self.image.height as usize - 1 - self.above - first - row) * self.image.row_words;
            if self.conversion == Conversion::None {
                for (index, pair) in pixels.iter_mut().enumerate() {
                    let mut bytes = [0; 4];
                    self.image.memory.read(start * 4 + (self.left + index * 2) * 2, &mut bytes);
                    *pair = u32::from_le_bytes(bytes);
                }
            } else {
                self.image.memory.load_words(start + self.left, pixels);
                self.conversion.convert(pixels);
            }
        }
    }
}

/// Returns the area of a whole image.
fn whole(image: &Surface) -> Rectangle {
    Rectangle { x0: 0, y0: 0, x1: image.width as i32, y1: image.height as i32 }
}

/// Copies rows of X pixels to an image, from row `top` on, counted from the highest.
fn store_rows(image: &Surface, top: usize, conversion: Conversion, rows: &mut [u32]) {
    let (width, height) = (image.width as usize, image.height as usize);
    for (row, pixels) in rows.chunks_exact_mut(conversion.row_words(width)).take(height - top).enumerate() {
        conversion.convert(pixels);
        image.memory.store_words((height - 1 - top - row) * image.row_words, pixels);
    }
}

impl Connection {
    /// Copies an image to a window or pixmap, as [`Self::present_part`] does.
    pub fn present(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool) {
        self.present_part(drawable, depth, image, alpha, whole(image));
    }

    /// Copies a part of an image to the same place of a window or pixmap of `depth` bits, which must be those of the image's format. Row 0 of the
    /// image is the lowest one.
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
        let Some(xcb) = self.xcb() else { return };
        let (width, height) = (part.width, part.height);
        let raw = self.raw();
        // SAFETY: the connection is valid, and the numbers are those of the requests.
        let discard = |sequence: u32| unsafe { xcb.discard_reply(raw, sequence) };
        // SAFETY: the connection is valid; a missing drawable causes errors, which are discarded, and nothing else. The rows of each request lie
        // in `pixels`.
        unsafe {
            // The length of a request is counted in words. Its header has 6 of them (7 in long requests).
            let words = (xcb.get_maximum_request_length(raw) as usize).saturating_sub(8).min(1 << 20);
            let rows = (words / part.row_words()).max(1);
            let mut pixels = Vec::new();
            // Without memory the picture stays as it was.
            if pixels.try_reserve_exact(rows.min(height) * part.row_words()).is_err() {
                return;
            }
            pixels.resize(rows.min(height) * part.row_words(), 0);
            let gc = xcb.generate_id(raw);
            discard(xcb.create_gc_checked(raw, gc, drawable, 0, core::ptr::null()));
            for first in (0..height).step_by(rows) {
                let count = rows.min(height - first);
                let pixels = &mut pixels[..count * part.row_words()];
                part.copy_rows(first, pixels);
                discard(xcb.put_image_checked(
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
            discard(xcb.free_gc_checked(raw, gc));
            xcb.flush(raw);
        }
    }

    /// Copies a pixmap to an image of the same size. Row 0 of the image is the lowest one. Without `alpha` the image becomes opaque. A pixmap
    /// that does not exist leaves the image as it is.
    pub fn read(&self, pixmap: u32, image: &Surface, alpha: bool) {
        /// Pixels of a reply; an image larger than that takes several requests.
        const MOST: usize = 1 << 20;
        let Some(xcb) = self.xcb() else { return };
        let (width, height) = (image.width as usize, image.height as usize);
        let Some(conversion) = Conversion::of(image.format, alpha).filter(|_| width > 0) else { return };
        let rows = (MOST / width).max(1);
        let mut pixels = Vec::new();
        for top in (0..height).step_by(rows) {
            let count = rows.min(height - top);
            // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the pixmap or
            // the rectangle does not exist. The data have the length that libxcb returns and live as long as the reply.
            unsafe {
                let mut error: Raw = core::ptr::null_mut();
                let cookie = xcb.get_image(self.raw(), Z_PIXMAP, pixmap, 0, top as i16, width as u16, count as u16, u32::MAX);
                let reply = xcb.get_image_reply(self.raw(), cookie, &raw mut error);
                libc::free(error);
                if reply.is_null() {
                    return;
                }
                let length = usize::try_from(xcb.get_image_data_length(reply)).unwrap_or(0);
                let data = core::slice::from_raw_parts(xcb.get_image_data(reply), length);
                pixels.clear();
                pixels.extend(data.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)));
                libc::free(reply);
            }
            pixels.truncate(count * conversion.row_words(width));
            store_rows(image, top, conversion, &mut pixels);
        }
    }
}

/// The memory that a window or pixmap shares with its X server, while there is one.
pub type Shared = Option<Segment>;

/// Words from which on a copy through shared memory is cheaper than one in requests.
const FEW: usize = 64 * 64;

/// Makes `shared` large enough for `image`, or returns `None` if the copy should take requests: the image is small, or the server attaches no
/// memory.
fn fit<'a>(shared: &'a mut Shared, connection: &Arc<Connection>, drawable: u32, image: &Surface) -> Option<&'a mut Segment> {
    let words = image.row_words * image.height as usize;
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
    let words = part.row_words() * part.height;
    let Some(segment) = fit(shared, connection, drawable, image).filter(|_| words >= FEW) else {
        connection.put(drawable, depth, &part);
        return;
    };
    part.copy_rows(0, segment.pixels(words));
    segment.put(drawable, depth, [part.left, part.above], [part.width, part.height]);
}

/// Copies a whole image to a window or pixmap, as [`present_part`] does.
pub fn present(shared: &mut Shared, connection: &Arc<Connection>, drawable: (u32, u8), image: &Surface, alpha: bool) {
    present_part(shared, connection, drawable, image, alpha, whole(image));
}

/// Copies a pixmap to an image of the same size, as [`Connection::read`] does, through shared memory where the server attaches it.
pub fn read(shared: &mut Shared, connection: &Arc<Connection>, pixmap: u32, image: &Surface, alpha: bool) {
    let conversion = Conversion::of(image.format, alpha);
    let segment = fit(shared, connection, pixmap, image);
    let (Some(conversion), Some(segment)) = (conversion, segment) else {
        connection.read(pixmap, image, alpha);
        return;
    };
    let (width, height) = (image.width as usize, image.height as usize);
    if segment.get(pixmap, [width, height]) {
        store_rows(image, 0, conversion, segment.pixels(conversion.row_words(width) * height));
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
    fn pixels_of_sixteen_bits_are_texels() {
        let image = Surface::new(Format::Rgb565, 3, 2).unwrap();
        image.memory.write(0, &[1, 0, 2, 0, 3, 0]);
        image.memory.write(image.row_words * 4, &[4, 0, 5, 0, 6, 0]);
        let part = Part::new(&image, false, Rectangle { x0: 1, y0: 0, x1: 3, y1: 2 }).unwrap();
        let mut pixels = [0; 2];
        assert_eq!(part.row_words(), 1);
        part.copy_rows(0, &mut pixels);
        assert_eq!(pixels, [0x0006_0005, 0x0003_0002]);
        let part = Part::new(&image, false, whole(&image)).unwrap();
        let mut pixels = [0; 4];
        part.copy_rows(0, &mut pixels);
        assert_eq!((pixels[0], pixels[1] as u16, pixels[2], pixels[3] as u16), (0x0005_0004, 6, 0x0002_0001, 3));
        store_rows(&image, 1, Conversion::None, &mut [0x0008_0007, 9]);
        let mut bytes = [0; 6];
        image.memory.read(0, &mut bytes);
        assert_eq!(bytes, [7, 0, 8, 0, 9, 0]);
    }

    #[test]
    fn red_and_blue_of_ten_bits_are_exchanged() {
        let conversion = Conversion::of(Format::Rgb10A2, false).unwrap();
        let mut words = [0x4010_0803, 0x0030_0801];
        conversion.convert(&mut words);
        assert_eq!(words, [0xC030_0801, 0xC010_0803]);
        let mut words = [0x4010_0803];
        Conversion::of(Format::Rgb10A2, true).unwrap().convert(&mut words);
        assert_eq!(words, [0x4030_0801]);
    }

    #[test]
    fn rows_of_x_images_become_those_of_an_image() {
        let image = Surface::new(Format::Rgba8, 2, 2).unwrap();
        store_rows(&image, 1, Conversion::Bytes(0xFF00_0000), &mut [0x0001_0203, 0x0004_0506, 7, 8]);
        let mut pixels = [9; 2];
        image.memory.load_words(0, &mut pixels);
        assert_eq!(pixels, [0xFF03_0201, 0xFF06_0504]);
        image.memory.load_words(image.row_words, &mut pixels);
        assert_eq!(pixels, [0, 0], "rows below the image are dropped");
    }
}
