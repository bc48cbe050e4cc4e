//! Windows and pixmaps of an X server.

use super::xcb::{Raw, Screen, Xcb, symbol, xcb};
use crate::environment;
use crate::image::Surface;
use crate::image::format::Format;
use libloading::Library;
use once_cell::sync::OnceCell;
use std::ffi::c_int;

/// The image format of X requests that has whole pixels.
const Z_PIXMAP: u8 = 2;

/// The visuals of a screen that configs use; 0 if the screen lacks one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visuals {
    /// The visual of the root window, which windows have by default.
    pub root: u32,
    /// A visual of 32 bits: 8 bits each of red, green, blue and alpha.
    pub argb: u32,
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
        connection.visuals = Visuals { root, argb };
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

    /// Copies an image to a window or pixmap of `depth` bits, which must be 24 or 32. Row 0 of the image is the lowest one.
    ///
    /// "depth … must be the depth of the drawable" (X protocol, PutImage), or the server raises BadMatch. Without `alpha` the drawable is
    /// opaque.
    pub fn present(&self, drawable: u32, depth: u8, image: &Surface, alpha: bool) {
        let Some(xcb) = xcb() else { return };
        let (width, height) = (image.width as usize, image.height as usize);
        if width == 0 || height == 0 || image.format != Format::Rgba8 {
            return;
        }
        let opaque = if alpha { 0 } else { 0xFF00_0000 };
        // SAFETY: the connection is valid; a missing drawable causes an error event and nothing else. The rows of each request lie in
        // `pixels`.
        unsafe {
            let gc = (xcb.generate_id)(self.raw);
            (xcb.create_gc)(self.raw, gc, drawable, 0, core::ptr::null());
            // The length of a request is counted in words. Its header has 6 of them (7 in long requests).
            let words = ((xcb.maximum_request_length)(self.raw) as usize).saturating_sub(8).min(1 << 20);
            let rows = (words / width).max(1);
            let mut pixels = Vec::with_capacity(rows.min(height) * width);
            let mut top = 0;
            while top < height {
                let count = rows.min(height - top);
                pixels.clear();
                for row in top..top + count {
                    let start = (height - 1 - row) * image.row_words;
                    let first = pixels.len();
                    pixels.resize(first + width, 0);
                    let row = &mut pixels[first..];
                    image.memory.load_words(start, row);
                    for pixel in row {
                        *pixel = opaque | swap_red_and_blue(*pixel);
                    }
                }
                let bytes = (pixels.len() * 4) as u32;
                (xcb.put_image)(
                    self.raw,
                    Z_PIXMAP,
                    drawable,
                    gc,
                    width as u16,
                    count as u16,
                    0,
                    top as i16,
                    0,
                    depth,
                    bytes,
                    pixels.as_ptr().cast(),
                );
                top += count;
            }
            (xcb.free_gc)(self.raw, gc);
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
        if width == 0 || height == 0 || image.format != Format::Rgba8 {
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

/// Exchanges the lowest and the third byte of a pixel, which are red and blue in the one order or the other.
fn swap_red_and_blue(pixel: u32) -> u32 {
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

/// Returns the XCB connection of an Xlib display, or `None` without libX11-xcb.
///
/// # Safety
/// `display` must be a valid `Display *`.
unsafe fn of_xlib(display: Raw) -> Option<Raw> {
    static GET: OnceCell<Option<unsafe extern "C" fn(Raw) -> Raw>> = OnceCell::new();
    let get = GET.get_or_init(|| {
        // SAFETY: the library has no initialiser with preconditions; the function has the type of X11/Xlib-xcb.h.
        unsafe {
            let library: &Library = Box::leak(Box::new(Library::new("libX11-xcb.so.1").ok()?));
            symbol(library, b"XGetXCBConnection\0")
        }
    });
    // SAFETY: the caller guarantees a valid `Display *`.
    (*get).map(|get| unsafe { get(display) })
}
