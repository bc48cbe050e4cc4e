//! Windows and pixmaps of an X server.

use super::library::functions;
use super::xcb::{Extension, ProtocolRequest, Raw, Screen, Xcb, xcb};
use crate::environment;
use crate::image::format::Format;
use crate::image::{Rectangle, Surface};
use std::ffi::c_int;

/// The image format of X requests that has whole pixels.
const Z_PIXMAP: u8 = 2;

/// `XCB_REQUEST_CHECKED`: errors are returned in place of the reply, instead of to the program.
const CHECKED: c_int = 1;

/// The visuals of a screen that configs use; 0 if the screen lacks one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visuals {
    /// The visual of the root window, which windows have by default.
    pub root: u32,
    /// A visual of 32 bits: 8 bits each of red, green, blue and alpha.
    pub argb: u32,
    /// True for windows of Wayland, which have no visuals.
    pub wayland: bool,
}

/// The display that a program passes.
#[derive(Clone, Copy, Debug)]
pub enum NativeDisplay {
    /// The default X server.
    Default,
    /// A `Display *` of Xlib.
    Xlib(Raw),
    /// An `xcb_connection_t *`.
    Xcb(Raw),
}

/// A connection to an X server: the application's own if the display has one, so that its requests and the driver's stay in order.
#[derive(Debug)]
pub struct Connection {
    raw: Raw,
    /// True if this driver opened the connection and must close it.
    owned: bool,
    /// The visuals of the connection's screen.
    pub visuals: Visuals,
}

/// The size in pixels and the depth in bits of a window or pixmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawableGeometry {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Bits of a pixel.
    pub depth: u8,
}

/// Returns the first TrueColor visual of 32 bits that has the pixel layout [`Connection::present`] writes, or 0.
///
/// # Safety
/// `screen` must belong to a valid connection.
unsafe fn argb_visual(xcb: &Xcb, screen: *const Screen) -> u32 {
    const TRUE_COLOR: u8 = 4;
    // SAFETY: the caller guarantees a valid screen; the lists of libxcb have the lengths it returns and live as long as the connection.
    unsafe {
        let mut depths = (xcb.allowed_depths_iterator)(screen);
        while depths.rem > 0 {
            if (*depths.data).depth == 32 {
                let count = usize::try_from((xcb.depth_visuals_length)(depths.data)).unwrap_or(0);
                for index in 0..count {
                    let visual = &*(xcb.depth_visuals)(depths.data).add(index);
                    if visual.class == TRUE_COLOR && visual.masks == [0xFF_0000, 0xFF00, 0xFF] {
                        return visual.id;
                    }
                }
            }
            (xcb.depth_next)(&raw mut depths);
        }
    }
    0
}

// SAFETY: libxcb's connections may be used from any thread.
unsafe impl Send for Connection {}
// SAFETY: libxcb locks its connections.
unsafe impl Sync for Connection {}

impl Connection {
    /// Returns true if the default X server answers.
    pub fn reachable() -> bool {
        environment::variable("DISPLAY").is_some()
            // SAFETY: no native display: the default server.
            && unsafe { Self::open(NativeDisplay::Default) }.is_some()
    }

    /// Connects to a native display.
    ///
    /// # Safety
    /// The pointer must be valid and stay so as long as the connection is used.
    pub unsafe fn open(native: NativeDisplay) -> Option<Self> {
        let xcb = xcb()?;
        let mut number: c_int = 0;
        let mut default_server = || {
            // libxcb reads the server's name and the authority file from environment variables (DISPLAY, XAUTHORITY).
            if environment::is_secure() {
                return None;
            }
            // SAFETY: a null name means the default server.
            Some((unsafe { (xcb.connect)(core::ptr::null(), &raw mut number) }, true))
        };
        let (raw, owned) = match native {
            NativeDisplay::Default => default_server()?,
            NativeDisplay::Xcb(native) => (native, false),
            // SAFETY: the caller guarantees a valid `Display *`.
            NativeDisplay::Xlib(native) => match unsafe { of_xlib(native) } {
                Some(raw) => (raw, false),
                // Without libX11-xcb, open a new connection for the window.
                None => default_server()?,
            },
        };
        let mut connection = Self { raw, owned, visuals: Visuals::default() };
        // SAFETY: xcb_connect never returns null, and an application's connection is valid, as eglGetDisplay requires.
        let screen = unsafe {
            if raw.is_null() || (xcb.has_error)(raw) != 0 {
                return None;
            }
            let mut screens = (xcb.setup_roots_iterator)((xcb.get_setup)(raw));
            while number > 0 && screens.rem > 1 {
                (xcb.screen_next)(&raw mut screens);
                number -= 1;
            }
            if screens.rem == 0 {
                return None;
            }
            screens.data
        };
        // SAFETY: the screen belongs to this connection.
        let (root_visual, root_depth, argb) = unsafe { ((*screen).root_visual, (*screen).root_depth, argb_visual(xcb, screen)) };
        // Screens of fewer bits have another pixel layout than `present` writes.
        let root = if root_depth == 24 || root_depth == 32 { root_visual } else { 0 };
        connection.visuals = Visuals { root, argb, wayland: false };
        Some(connection)
    }

    /// Returns the size and depth of a window or pixmap, or `None` if it does not exist.
    pub fn geometry(&self, drawable: u32) -> Option<DrawableGeometry> {
        let xcb = xcb()?;
        // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the drawable does
        // not exist.
        unsafe {
            let mut error: Raw = core::ptr::null_mut();
            let reply = (xcb.get_geometry_reply)(self.raw, (xcb.get_geometry)(self.raw, drawable), &raw mut error);
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let found = DrawableGeometry { width: u32::from((*reply).width), height: u32::from((*reply).height), depth: (*reply).depth };
            libc::free(reply.cast());
            Some(found)
        }
    }

    /// Returns the visual of a window, or `None` if the window does not exist.
    pub fn visual_of(&self, window: u32) -> Option<u32> {
        let xcb = xcb()?;
        // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the window does
        // not exist.
        unsafe {
            let mut error: Raw = core::ptr::null_mut();
            let reply = (xcb.get_window_attributes_reply)(self.raw, (xcb.get_window_attributes)(self.raw, window), &raw mut error);
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let visual = (*reply).visual;
            libc::free(reply.cast());
            Some(visual)
        }
    }

    /// Returns an XID that the connection has not used.
    pub fn new_id(&self) -> Option<u32> {
        // SAFETY: the connection is valid.
        xcb().map(|xcb| unsafe { (xcb.generate_id)(self.raw) }).filter(|&id| id != u32::MAX)
    }

    /// Returns the major opcode and the first error of an extension, or `None` if the server lacks it.
    pub fn extension(&self, extension: &'static Extension) -> Option<(u8, u8)> {
        // SAFETY: the connection is valid, and libxcb's reply lives as long as it.
        unsafe {
            let reply = (xcb()?.get_extension_data)(self.raw, extension);
            (!reply.is_null() && (*reply).present != 0).then(|| ((*reply).major_opcode, (*reply).first_error))
        }
    }

    /// Sends a request of an extension, and returns the reply as words, or `None` if the server lacks the extension or reports an error.
    /// `body` follows the first word of the request, which libxcb writes.
    pub fn request(&self, extension: &'static Extension, opcode: u8, body: &[u32]) -> Option<Vec<u32>> {
        let xcb = xcb()?;
        self.extension(extension)?;
        let mut words: Vec<u32> = std::iter::once(0).chain(body.iter().copied()).collect();
        let about = ProtocolRequest { count: 1, extension, opcode, is_void: 0 };
        // libxcb puts parts of its own into the two elements before the first.
        let empty = libc::iovec { iov_base: core::ptr::null_mut(), iov_len: 0 };
        let mut parts = [empty; 3];
        parts[2] = libc::iovec { iov_base: words.as_mut_ptr().cast(), iov_len: words.len() * 4 };
        // SAFETY: the connection is valid and the server has the extension. libxcb copies the request. It allocates the reply with malloc; its
        // second word is the number of words after the first eight.
        unsafe {
            let sequence = (xcb.send_request)(self.raw, CHECKED, parts.as_mut_ptr().add(2), &raw const about);
            let mut error: Raw = core::ptr::null_mut();
            let reply = (xcb.wait_for_reply)(self.raw, sequence, &raw mut error).cast::<u32>();
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let found = core::slice::from_raw_parts(reply, 8 + *reply.add(1) as usize).to_vec();
            libc::free(reply.cast());
            Some(found)
        }
    }

    /// Copies an image to a window or pixmap, as [`Self::present_part`] does.
    pub fn present(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool) {
        let whole = Rectangle { x0: 0, y0: 0, x1: image.width as i32, y1: image.height as i32 };
        self.present_part(drawable, depth, image, alpha, whole);
    }

    /// Copies a part of an image to the same place of a window or pixmap of `depth` bits, which must be 24 or 32. Row 0 of the image is the
    /// lowest one.
    ///
    /// "depth … must be the depth of the drawable" (X protocol, PutImage), or the server raises BadMatch. Without `alpha` the drawable is
    /// opaque. Nothing happens if the drawable does not exist: the program, which may have freed it, sees no error.
    pub fn present_part(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool, part: Rectangle) {
        let Some(xcb) = xcb() else { return };
        let clip = |value: i32, most: u32| (value.max(0) as u32).min(most) as usize;
        let (left, right) = (clip(part.x0, image.width), clip(part.x1, image.width));
        let (bottom, top) = (clip(part.y0, image.height), clip(part.y1, image.height));
        if left >= right || bottom >= top || !is_presentable(image.format) {
            return;
        }
        let (width, height) = (right - left, top - bottom);
        // The first row of the part, counted from the top of the drawable.
        let above = image.height as usize - top;
        let opaque = if alpha { 0 } else { 0xFF00_0000 };
        // SAFETY: the connection is valid, and the numbers are those of the requests.
        let discard = |sequence: u32| unsafe { (xcb.discard_reply)(self.raw, sequence) };
        // SAFETY: the connection is valid; a missing drawable causes errors, which are discarded, and nothing else. The rows of each request lie
        // in `pixels`.
        unsafe {
            let gc = (xcb.generate_id)(self.raw);
            discard((xcb.create_gc)(self.raw, gc, drawable, 0, core::ptr::null()));
            // The length of a request is counted in words. Its header has 6 of them (7 in long requests).
            let words = ((xcb.maximum_request_length)(self.raw) as usize).saturating_sub(8).min(1 << 20);
            let rows = (words / width).max(1);
            let mut pixels = Vec::with_capacity(rows.min(height) * width);
            let mut done = 0;
            while done < height {
                let count = rows.min(height - done);
                pixels.clear();
                for row in done..done + count {
                    let start = (top - 1 - row) * image.row_words + left;
                    let first = pixels.len();
                    pixels.resize(first + width, 0);
                    let row = &mut pixels[first..];
                    image.memory.load_words(start, row);
                    for pixel in row {
                        *pixel = opaque | swap_red_and_blue(*pixel);
                    }
                }
                let bytes = (pixels.len() * 4) as u32;
                discard((xcb.put_image)(
                    self.raw,
                    Z_PIXMAP,
                    drawable,
                    gc,
                    width as u16,
                    count as u16,
                    left as i16,
                    (above + done) as i16,
                    0,
                    depth,
                    bytes,
                    pixels.as_ptr().cast(),
                ));
                done += count;
            }
            discard((xcb.free_gc)(self.raw, gc));
            (xcb.flush)(self.raw);
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
        let mut pixels = vec![0; width];
        for top in (0..height).step_by(rows) {
            let count = rows.min(height - top);
            // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the pixmap or
            // the rectangle does not exist. The data have the length that libxcb returns and live as long as the reply.
            unsafe {
                let mut error: Raw = core::ptr::null_mut();
                let cookie = (xcb.get_image)(self.raw, Z_PIXMAP, pixmap, 0, top as i16, width as u16, count as u16, u32::MAX);
                let reply = (xcb.get_image_reply)(self.raw, cookie, &raw mut error);
                libc::free(error);
                if reply.is_null() {
                    return;
                }
                let length = usize::try_from((xcb.get_image_data_length)(reply)).unwrap_or(0);
                let data = core::slice::from_raw_parts((xcb.get_image_data)(reply), length);
                for (row, bytes) in data.chunks_exact(width * 4).take(count).enumerate() {
                    for (pixel, bytes) in pixels.iter_mut().zip(bytes.as_chunks().0) {
                        *pixel = opaque | swap_red_and_blue(u32::from_le_bytes(*bytes));
                    }
                    image.memory.store_words((height - 1 - top - row) * image.row_words, &pixels);
                }
                libc::free(reply);
            }
        }
    }
}

/// Returns true for the formats whose texels have the bytes red, green, blue and alpha.
pub(super) fn is_presentable(format: Format) -> bool {
    matches!(format, Format::Rgba8 | Format::Srgb8Alpha8)
}

/// Exchanges the lowest and the third byte of a pixel, which are red and blue in the one order or the other.
pub(super) fn swap_red_and_blue(pixel: u32) -> u32 {
    pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.owned
            && let Some(xcb) = xcb()
        {
            // SAFETY: xcb_connect returned the connection, and it is not used again.
            unsafe { (xcb.disconnect)(self.raw) };
        }
    }
}

functions! {
    /// The function of libX11-xcb.
    struct X11Xcb, fn x11_xcb, "libX11-xcb.so.1" {
        get_connection: fn(Raw) -> Raw = "XGetXCBConnection",
    }
}

/// Returns the XCB connection of an Xlib display, or `None` without libX11-xcb.
///
/// # Safety
/// `display` must be a valid `Display *`.
unsafe fn of_xlib(display: Raw) -> Option<Raw> {
    // SAFETY: the caller guarantees a valid `Display *`.
    x11_xcb().map(|x11_xcb| unsafe { (x11_xcb.get_connection)(display) })
}
