//! The functions of libX11 that GLX calls, loaded when the first display needs them.

use super::library;
use super::xcb::Raw;
use glmeter_abi::functions;
use std::ffi::{c_int, c_long, c_uint, c_ulong};
use std::sync::OnceLock;

/// `XVisualInfo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "X11/Xutil.h defines each member")]
pub struct VisualInfo {
    pub visual: Raw,
    pub id: c_ulong,
    pub screen: c_int,
    pub depth: c_int,
    pub class: c_int,
    pub masks: [c_ulong; 3],
    pub colormap_size: c_int,
    pub bits_per_rgb: c_int,
}

/// The members of a `XVisualInfo` by which XGetVisualInfo selects.
pub const VISUAL_ID_MASK: c_long = 1;
/// The members of a `XVisualInfo` by which XGetVisualInfo selects.
pub const VISUAL_SCREEN_MASK: c_long = 2;

/// `XExtCodes`.
#[repr(C)]
#[allow(missing_docs, reason = "X11/Xlib.h defines each member")]
pub struct ExtensionCodes {
    pub extension: c_int,
    pub major_opcode: c_int,
    pub first_event: c_int,
    pub first_error: c_int,
}

/// `XCharStruct`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "X11/Xlib.h defines each member")]
pub struct Character {
    pub left_bearing: i16,
    pub right_bearing: i16,
    pub width: i16,
    pub ascent: i16,
    pub descent: i16,
    pub attributes: u16,
}

/// `XFontStruct`.
#[repr(C)]
#[allow(missing_docs, reason = "X11/Xlib.h defines each member")]
pub struct Font {
    pub ext_data: Raw,
    pub id: c_ulong,
    pub direction: c_uint,
    pub first_in_row: c_uint,
    pub last_in_row: c_uint,
    pub first_row: c_uint,
    pub last_row: c_uint,
    pub all_chars_exist: c_int,
    pub default_char: c_uint,
    pub property_count: c_int,
    pub properties: Raw,
    pub least: Character,
    pub most: Character,
    pub characters: *const Character,
    pub ascent: c_int,
    pub descent: c_int,
}

/// The function that Xlib calls when a program closes a display.
pub type CloseDisplay = unsafe extern "C" fn(Raw, *mut ExtensionCodes) -> c_int;

/// The function by which Xlib converts an event of the server.
pub type WireToEvent = unsafe extern "C" fn(Raw, Raw, Raw) -> c_int;

/// `xError`, an error as the server sends it.
#[repr(C)]
struct WireError {
    kind: u8,
    code: u8,
    sequence: u16,
    resource: u32,
    minor: u16,
    major: u8,
    pad: [u8; 21],
}

/// `struct _XLockPtrs`.
#[repr(C)]
struct LockFunctions {
    lock: unsafe extern "C" fn(Raw),
    unlock: unsafe extern "C" fn(Raw),
}

/// The members of `struct _XDisplay` that X11/Xlibint.h promises not to move, as far as `lock_fns`.
#[repr(C)]
struct DisplayMembers {
    ext_data: [Raw; 2],
    fd: [c_int; 4],
    vendor: Raw,
    resource_ids: [c_ulong; 3],
    resource_shift: c_int,
    resource_alloc: Raw,
    byte_order: [c_int; 5],
    pixmap_format: Raw,
    vnumber: [c_int; 2],
    queue: [Raw; 2],
    queue_length: c_int,
    requests: [c_ulong; 2],
    buffer: [Raw; 4],
    max_request_size: c_uint,
    db: [Raw; 3],
    screens: [c_int; 2],
    screen_list: Raw,
    motion_buffer: [c_ulong; 2],
    keycodes: [c_int; 2],
    keysyms: [Raw; 2],
    keysyms_per_keycode: c_int,
    defaults: [Raw; 2],
    scratch_length: c_ulong,
    ext_number: c_int,
    ext_procs: Raw,
    event_vec: [Raw; 128],
    wire_vec: [Raw; 128],
    lock_meaning: c_ulong,
    lock: [Raw; 2],
    bigreq_size: c_ulong,
    lock_functions: *const LockFunctions,
}

functions! {
    /// The functions of libX11.
    #[allow(missing_docs, reason = "X11/Xlib.h, X11/Xutil.h and X11/Xlibint.h declare each function")]
    pub struct Xlib("") {
        fn XGetVisualInfo(display: Raw, mask: c_long, template: *mut VisualInfo, count: *mut c_int) -> *mut VisualInfo;
        fn XFree(data: Raw) -> c_int;
        fn XScreenCount(display: Raw) -> c_int;
        fn XAddExtension(display: Raw) -> *mut ExtensionCodes;
        fn XESetCloseDisplay(display: Raw, extension: c_int, function: CloseDisplay) -> Raw;
        fn XESetWireToEvent(display: Raw, event: c_int, function: WireToEvent) -> Raw;
        fn _XSetLastRequestRead(display: Raw, reply: Raw) -> c_ulong;
        fn XQueryFont(display: Raw, id: c_ulong) -> *mut Font;
        fn XFreeFontInfo(names: *mut Raw, info: *mut Font, count: c_int) -> c_int;
        fn XDefaultRootWindow(display: Raw) -> c_ulong;
        fn XCreatePixmap(display: Raw, drawable: c_ulong, width: c_uint, height: c_uint, depth: c_uint) -> c_ulong;
        fn XFreePixmap(display: Raw, pixmap: c_ulong) -> c_int;
        fn XCreateGC(display: Raw, drawable: c_ulong, mask: c_ulong, values: Raw) -> Raw;
        fn XFreeGC(display: Raw, gc: Raw) -> c_int;
        fn XSetFont(display: Raw, gc: Raw, font: c_ulong) -> c_int;
        fn XSetForeground(display: Raw, gc: Raw, color: c_ulong) -> c_int;
        fn XFillRectangle(display: Raw, drawable: c_ulong, gc: Raw, x: c_int, y: c_int, width: c_uint, height: c_uint) -> c_int;
        fn XDrawString16(display: Raw, drawable: c_ulong, gc: Raw, x: c_int, y: c_int, text: *const [u8; 2], length: c_int) -> c_int;
        fn XGetImage(display: Raw, drawable: c_ulong, x: c_int, y: c_int, width: c_uint, height: c_uint, planes: c_ulong, format: c_int) -> Raw;
        fn XGetPixel(image: Raw, x: c_int, y: c_int) -> c_ulong;
        fn XDestroyImage(image: Raw) -> c_int;
        fn XNextRequest(display: Raw) -> c_ulong;
        fn _XError(display: Raw, error: *const WireError) -> c_int;
    }
}

/// Returns the functions of libX11, loaded on first use, or `None` if the library or one of them is missing.
pub fn xlib() -> Option<&'static Xlib> {
    static FUNCTIONS: OnceLock<Option<Xlib>> = OnceLock::new();
    // SAFETY: the library's initialisers have no preconditions, and its headers declare each function with the type in the table `Xlib`.
    FUNCTIONS.get_or_init(|| unsafe { library::functions("libX11.so.6", |find| Xlib::load(find)) }).as_ref()
}

impl Xlib {
    /// Calls the program's error handler, as if the server had sent this error in answer to the last request.
    ///
    /// # Safety
    /// `display` must be an open `Display *`, and the thread must hold no lock of this driver: the handler may call any function.
    pub unsafe fn raise(&self, display: Raw, code: u8, resource: u32, major: u8, minor: u16) {
        // SAFETY: the display is open. Xlib expects a caller of _XError to hold the display's lock, which it releases during the handler.
        unsafe {
            let error = WireError {
                kind: 0,
                code,
                sequence: self.XNextRequest(display).wrapping_sub(1) as u16,
                resource,
                minor,
                major,
                pad: [0; 21],
            };
            let functions = (*display.cast::<DisplayMembers>()).lock_functions;
            if !functions.is_null() {
                ((*functions).lock)(display);
            }
            self._XError(display, &raw const error);
            if !functions.is_null() {
                ((*functions).unlock)(display);
            }
        }
    }

    /// Returns the visuals of a display that match the members of `wanted` that `mask` selects.
    ///
    /// # Safety
    /// `display` must be an open `Display *`.
    pub unsafe fn visuals(&self, display: Raw, mask: c_long, mut wanted: VisualInfo) -> Vec<VisualInfo> {
        let mut count = 0;
        // SAFETY: the caller guarantees the display; the list has `count` elements and is freed once.
        unsafe {
            let list = self.XGetVisualInfo(display, mask, &raw mut wanted, &raw mut count);
            if list.is_null() {
                return Vec::new();
            }
            let found = core::slice::from_raw_parts(list, usize::try_from(count).unwrap_or(0)).to_vec();
            self.XFree(list.cast());
            found
        }
    }
}

impl VisualInfo {
    /// Returns a value to select visuals by.
    pub fn wanted(id: u32, screen: c_int) -> Self {
        let (visual, id) = (core::ptr::null_mut(), c_ulong::from(id));
        Self { visual, id, screen, depth: 0, class: 0, masks: [0; 3], colormap_size: 0, bits_per_rgb: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structures_have_xlibs_layout() {
        assert_eq!((size_of::<WireError>(), size_of::<ExtensionCodes>()), (32, 16));
        if cfg!(target_pointer_width = "64") {
            // As a C compiler computes from X11/Xlibint.h with XTHREADS.
            assert_eq!(core::mem::offset_of!(DisplayMembers, lock_functions), 2408);
            assert_eq!((size_of::<VisualInfo>(), size_of::<Font>(), size_of::<Character>()), (64, 96, 12));
        }
    }
}
