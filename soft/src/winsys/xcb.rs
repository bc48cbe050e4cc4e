//! The functions of libxcb, which is loaded when the first display needs it.

use super::library;
use glmeter_abi::functions;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

/// An opaque pointer of libxcb or Xlib.
pub type Raw = *mut c_void;

/// The image format of X requests that has whole pixels.
pub const Z_PIXMAP: u8 = 2;

/// `xcb_screen_t` without its last members, which are not read.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Screen {
    pub root: u32,
    pub colormap: u32,
    pub white: u32,
    pub black: u32,
    pub masks: u32,
    pub size: [u16; 4],
    pub maps: [u16; 2],
    pub root_visual: u32,
    pub backing_stores: u8,
    pub save_unders: u8,
    pub root_depth: u8,
    pub depths: u8,
}

/// `xcb_screen_iterator_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Screens {
    pub data: *const Screen,
    pub rem: c_int,
    pub index: c_int,
}

/// `xcb_depth_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Depth {
    pub depth: u8,
    pub pad0: u8,
    pub visuals: u16,
    pub pad1: [u8; 4],
}

/// `xcb_depth_iterator_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Depths {
    pub data: *const Depth,
    pub rem: c_int,
    pub index: c_int,
}

/// `xcb_visualtype_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Visual {
    pub id: u32,
    pub class: u8,
    pub bits: u8,
    pub colormap_entries: u16,
    pub masks: [u32; 3],
    pub pad: [u8; 4],
}

/// `xcb_get_geometry_reply_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Geometry {
    pub response_type: u8,
    pub depth: u8,
    pub sequence: u16,
    pub length: u32,
    pub root: u32,
    pub position: [i16; 2],
    pub width: u16,
    pub height: u16,
}

/// `xcb_get_window_attributes_reply_t` without its last members, which are not read.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xproto.h defines each member")]
pub struct WindowAttributes {
    pub response_type: u8,
    pub backing_store: u8,
    pub sequence: u16,
    pub length: u32,
    pub visual: u32,
}

/// `xcb_query_extension_reply_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xproto.h defines each member")]
pub struct ExtensionReply {
    pub response_type: u8,
    pub pad: u8,
    pub sequence: u16,
    pub length: u32,
    pub present: u8,
    pub major_opcode: u8,
    pub first_event: u8,
    pub first_error: u8,
}

/// `xcb_extension_t`. libxcb writes the number when the extension is first used.
#[repr(C)]
pub struct Extension {
    /// The extension's name.
    pub name: *const c_char,
    /// libxcb's number of the extension.
    pub number: UnsafeCell<c_int>,
}

// SAFETY: the name is never written, and libxcb locks the number.
unsafe impl Sync for Extension {}

/// `xcb_protocol_request_t`.
#[repr(C)]
#[allow(missing_docs, reason = "xcb/xcbext.h defines each member")]
pub struct ProtocolRequest {
    pub count: usize,
    pub extension: *const Extension,
    pub opcode: u8,
    pub is_void: u8,
}

functions! {
    /// The functions of libxcb; of those that write, the checked ones. A cookie is a structure of one unsigned int and has the ABI of one.
    #[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
    pub struct Xcb("xcb_") {
        fn connect(name: *const c_char, screen: *mut c_int) -> Raw;
        fn disconnect(connection: Raw);
        fn connection_has_error(connection: Raw) -> c_int;
        fn get_setup(connection: Raw) -> *const c_void;
        fn setup_roots_iterator(setup: *const c_void) -> Screens;
        fn screen_next(screens: *mut Screens);
        fn screen_allowed_depths_iterator(screen: *const Screen) -> Depths;
        fn depth_next(depths: *mut Depths);
        fn depth_visuals(depth: *const Depth) -> *const Visual;
        fn depth_visuals_length(depth: *const Depth) -> c_int;
        fn get_geometry(connection: Raw, drawable: u32) -> u32;
        fn get_geometry_reply(connection: Raw, cookie: u32, error: *mut Raw) -> *mut Geometry;
        fn get_window_attributes(connection: Raw, window: u32) -> u32;
        fn get_window_attributes_reply(connection: Raw, cookie: u32, error: *mut Raw) -> *mut WindowAttributes;
        fn get_extension_data(connection: Raw, extension: *const Extension) -> *const ExtensionReply;
        fn send_request(connection: Raw, flags: c_int, vector: *mut libc::iovec, request: *const ProtocolRequest) -> c_uint;
        fn send_request_with_fds(connection: Raw, flags: c_int, vector: *mut libc::iovec, request: *const ProtocolRequest, fd_count: c_uint, fds: *mut c_int) -> c_uint;
        fn request_check(connection: Raw, cookie: c_uint) -> *mut c_void;
        fn wait_for_reply(connection: Raw, request: c_uint, error: *mut Raw) -> *mut c_void;
        fn generate_id(connection: Raw) -> u32;
        fn create_gc_checked(connection: Raw, id: u32, drawable: u32, mask: u32, values: *const u32) -> u32;
        fn free_gc_checked(connection: Raw, gc: u32) -> u32;
        fn send_event_checked(connection: Raw, propagate: u8, destination: u32, mask: u32, event: *const c_char) -> u32;
        fn create_pixmap_checked(connection: Raw, depth: u8, id: u32, drawable: u32, width: u16, height: u16) -> u32;
        fn free_pixmap_checked(connection: Raw, pixmap: u32) -> u32;
        fn get_image(connection: Raw, format: u8, drawable: u32, x: i16, y: i16, width: u16, height: u16, planes: u32) -> u32;
        fn get_image_reply(connection: Raw, cookie: u32, error: *mut Raw) -> *mut c_void;
        fn get_image_data(reply: *const c_void) -> *const u8;
        fn get_image_data_length(reply: *const c_void) -> c_int;
        fn put_image_checked(connection: Raw, format: u8, drawable: u32, gc: u32, width: u16, height: u16, x: i16, y: i16, left_pad: u8, depth: u8, length: u32, data: *const u8) -> u32;
        fn get_maximum_request_length(connection: Raw) -> u32;
        fn discard_reply(connection: Raw, sequence: c_uint);
        fn flush(connection: Raw) -> c_int;
    }
}

/// Returns the functions of libxcb, loaded on first use, or `None` if the library or one of them is missing.
pub fn xcb() -> Option<&'static Xcb> {
    static FUNCTIONS: OnceLock<Option<Xcb>> = OnceLock::new();
    // SAFETY: the library's initialisers have no preconditions, and its headers declare each function with the type in the table `Xcb`.
    FUNCTIONS.get_or_init(|| unsafe { library::functions("libxcb.so.1", |find| Xcb::load(find)) }).as_ref()
}
