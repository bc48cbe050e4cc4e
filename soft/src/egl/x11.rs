//! Windows and pixmaps of an X server, through libxcb, which is loaded when the first display needs it.

use super::display::Platform;
use crate::environment;
use crate::image::Surface;
use crate::image::format::Format;
use libloading::Library;
use once_cell::sync::OnceCell;
use std::ffi::{c_char, c_int, c_void};

/// An opaque pointer of libxcb or Xlib.
type Raw = *mut c_void;

/// `xcb_screen_t` without its last members, which are not read.
#[repr(C)]
struct Screen {
    root: u32,
    colormap: u32,
    white: u32,
    black: u32,
    masks: u32,
    size: [u16; 4],
    maps: [u16; 2],
    root_visual: u32,
    backing_stores: u8,
    save_unders: u8,
    root_depth: u8,
    depths: u8,
}

/// `xcb_screen_iterator_t`.
#[repr(C)]
struct Screens {
    data: *const Screen,
    rem: c_int,
    index: c_int,
}

/// `xcb_depth_t`.
#[repr(C)]
struct Depth {
    depth: u8,
    pad0: u8,
    visuals: u16,
    pad1: [u8; 4],
}

/// `xcb_depth_iterator_t`.
#[repr(C)]
struct Depths {
    data: *const Depth,
    rem: c_int,
    index: c_int,
}

/// `xcb_visualtype_t`.
#[repr(C)]
struct Visual {
    id: u32,
    class: u8,
    bits: u8,
    colormap_entries: u16,
    masks: [u32; 3],
    pad: [u8; 4],
}

/// `xcb_get_geometry_reply_t`.
#[repr(C)]
struct Geometry {
    response_type: u8,
    depth: u8,
    sequence: u16,
    length: u32,
    root: u32,
    position: [i16; 2],
    width: u16,
    height: u16,
}

/// The functions of libxcb. A cookie is a structure of one unsigned int and has the ABI of one.
struct Xcb {
    connect: unsafe extern "C" fn(*const c_char, *mut c_int) -> Raw,
    disconnect: unsafe extern "C" fn(Raw),
    has_error: unsafe extern "C" fn(Raw) -> c_int,
    get_setup: unsafe extern "C" fn(Raw) -> *const c_void,
    setup_roots_iterator: unsafe extern "C" fn(*const c_void) -> Screens,
    screen_next: unsafe extern "C" fn(*mut Screens),
    allowed_depths_iterator: unsafe extern "C" fn(*const Screen) -> Depths,
    depth_next: unsafe extern "C" fn(*mut Depths),
    depth_visuals: unsafe extern "C" fn(*const Depth) -> *const Visual,
    depth_visuals_length: unsafe extern "C" fn(*const Depth) -> c_int,
    get_geometry: unsafe extern "C" fn(Raw, u32) -> u32,
    get_geometry_reply: unsafe extern "C" fn(Raw, u32, *mut Raw) -> *mut Geometry,
    generate_id: unsafe extern "C" fn(Raw) -> u32,
    create_gc: unsafe extern "C" fn(Raw, u32, u32, u32, *const u32) -> u32,
    free_gc: unsafe extern "C" fn(Raw, u32) -> u32,
    get_image: unsafe extern "C" fn(Raw, u8, u32, i16, i16, u16, u16, u32) -> u32,
    get_image_reply: unsafe extern "C" fn(Raw, u32, *mut Raw) -> *mut c_void,
    get_image_data: unsafe extern "C" fn(*const c_void) -> *const u8,
    get_image_data_length: unsafe extern "C" fn(*const c_void) -> c_int,
    put_image: unsafe extern "C" fn(Raw, u8, u32, u32, u16, u16, i16, i16, u8, u8, u32, *const u8) -> u32,
    maximum_request_length: unsafe extern "C" fn(Raw) -> u32,
    flush: unsafe extern "C" fn(Raw) -> c_int,
}

/// Returns the functions of libxcb, loaded on first use, or `None` if the library is missing.
fn xcb() -> Option<&'static Xcb> {
    static XCB: OnceCell<Option<Xcb>> = OnceCell::new();
    XCB.get_or_init(load).as_ref()
}

/// Returns a symbol of a library as a function of type `F`.
///
/// # Safety
/// The symbol must be a function of that type.
unsafe fn symbol<F: Copy>(library: &Library, name: &[u8]) -> Option<F> {
    // SAFETY: the caller guarantees the type.
    unsafe { library.get::<F>(name) }.ok().map(|found| *found)
}

/// Loads libxcb and its functions.
fn load() -> Option<Xcb> {
    // SAFETY: libxcb has no initialiser with preconditions.
    let library: &Library = Box::leak(Box::new(unsafe { Library::new("libxcb.so.1") }.ok()?));
    // SAFETY: each field has the type that xcb/xcb.h and xcb/xproto.h declare for its function.
    unsafe {
        Some(Xcb {
            connect: symbol(library, b"xcb_connect\0")?,
            disconnect: symbol(library, b"xcb_disconnect\0")?,
            has_error: symbol(library, b"xcb_connection_has_error\0")?,
            get_setup: symbol(library, b"xcb_get_setup\0")?,
            setup_roots_iterator: symbol(library, b"xcb_setup_roots_iterator\0")?,
            screen_next: symbol(library, b"xcb_screen_next\0")?,
            allowed_depths_iterator: symbol(library, b"xcb_screen_allowed_depths_iterator\0")?,
            depth_next: symbol(library, b"xcb_depth_next\0")?,
            depth_visuals: symbol(library, b"xcb_depth_visuals\0")?,
            depth_visuals_length: symbol(library, b"xcb_depth_visuals_length\0")?,
            get_geometry: symbol(library, b"xcb_get_geometry\0")?,
            get_geometry_reply: symbol(library, b"xcb_get_geometry_reply\0")?,
            generate_id: symbol(library, b"xcb_generate_id\0")?,
            create_gc: symbol(library, b"xcb_create_gc\0")?,
            free_gc: symbol(library, b"xcb_free_gc\0")?,
            get_image: symbol(library, b"xcb_get_image\0")?,
            get_image_reply: symbol(library, b"xcb_get_image_reply\0")?,
            get_image_data: symbol(library, b"xcb_get_image_data\0")?,
            get_image_data_length: symbol(library, b"xcb_get_image_data_length\0")?,
            put_image: symbol(library, b"xcb_put_image\0")?,
            maximum_request_length: symbol(library, b"xcb_get_maximum_request_length\0")?,
            flush: symbol(library, b"xcb_flush\0")?,
        })
    }
}

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
            && unsafe { Self::open(Platform::Xcb, 0) }.is_some()
    }

    /// Connects to a native display: a `Display *` of Xlib, an `xcb_connection_t *`, or 0 for the default server.
    ///
    /// # Safety
    /// `native` must be 0 or the native display type of the platform, and stay valid as long as the connection is used.
    pub unsafe fn open(platform: Platform, native: usize) -> Option<Self> {
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
        let (raw, owned) = match (platform, native) {
            (_, 0) => default_server()?,
            (Platform::Xcb, native) => (native as Raw, false),
            // SAFETY: the caller guarantees a valid `Display *`.
            (_, native) => match unsafe { of_xlib(native as Raw) } {
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
        if width == 0 || height == 0 || image.format.without_srgb() != Format::Rgba8 {
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
        if width == 0 || height == 0 || image.format.without_srgb() != Format::Rgba8 {
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
