//! The functions of libxcb, which is loaded when the first display needs it.

use super::library::functions;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_uint, c_void};

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
    pub struct Xcb, fn xcb, "libxcb.so.1" {
        pub connect: fn(*const c_char, *mut c_int) -> Raw = "xcb_connect",
        pub disconnect: fn(Raw) = "xcb_disconnect",
        pub has_error: fn(Raw) -> c_int = "xcb_connection_has_error",
        pub get_setup: fn(Raw) -> *const c_void = "xcb_get_setup",
        pub setup_roots_iterator: fn(*const c_void) -> Screens = "xcb_setup_roots_iterator",
        pub screen_next: fn(*mut Screens) = "xcb_screen_next",
        pub allowed_depths_iterator: fn(*const Screen) -> Depths = "xcb_screen_allowed_depths_iterator",
        pub depth_next: fn(*mut Depths) = "xcb_depth_next",
        pub depth_visuals: fn(*const Depth) -> *const Visual = "xcb_depth_visuals",
        pub depth_visuals_length: fn(*const Depth) -> c_int = "xcb_depth_visuals_length",
        pub get_geometry: fn(Raw, u32) -> u32 = "xcb_get_geometry",
        pub get_geometry_reply: fn(Raw, u32, *mut Raw) -> *mut Geometry = "xcb_get_geometry_reply",
        pub get_window_attributes: fn(Raw, u32) -> u32 = "xcb_get_window_attributes",
        pub get_window_attributes_reply: fn(Raw, u32, *mut Raw) -> *mut WindowAttributes = "xcb_get_window_attributes_reply",
        pub get_extension_data: fn(Raw, *const Extension) -> *const ExtensionReply = "xcb_get_extension_data",
        pub send_request: fn(Raw, c_int, *mut libc::iovec, *const ProtocolRequest) -> c_uint = "xcb_send_request",
        pub send_request_with_fds: fn(Raw, c_int, *mut libc::iovec, *const ProtocolRequest, c_uint, *mut c_int) -> c_uint = "xcb_send_request_with_fds",
        pub request_check: fn(Raw, c_uint) -> *mut c_void = "xcb_request_check",
        pub wait_for_reply: fn(Raw, c_uint, *mut Raw) -> *mut c_void = "xcb_wait_for_reply",
        pub generate_id: fn(Raw) -> u32 = "xcb_generate_id",
        pub create_gc: fn(Raw, u32, u32, u32, *const u32) -> u32 = "xcb_create_gc_checked",
        pub free_gc: fn(Raw, u32) -> u32 = "xcb_free_gc_checked",
        pub send_event: fn(Raw, u8, u32, u32, *const c_char) -> u32 = "xcb_send_event_checked",
        pub create_pixmap: fn(Raw, u8, u32, u32, u16, u16) -> u32 = "xcb_create_pixmap_checked",
        pub free_pixmap: fn(Raw, u32) -> u32 = "xcb_free_pixmap_checked",
        pub get_image: fn(Raw, u8, u32, i16, i16, u16, u16, u32) -> u32 = "xcb_get_image",
        pub get_image_reply: fn(Raw, u32, *mut Raw) -> *mut c_void = "xcb_get_image_reply",
        pub get_image_data: fn(*const c_void) -> *const u8 = "xcb_get_image_data",
        pub get_image_data_length: fn(*const c_void) -> c_int = "xcb_get_image_data_length",
        pub put_image: fn(Raw, u8, u32, u32, u16, u16, i16, i16, u8, u8, u32, *const u8) -> u32 = "xcb_put_image_checked",
        pub maximum_request_length: fn(Raw) -> u32 = "xcb_get_maximum_request_length",
        pub discard_reply: fn(Raw, c_uint) = "xcb_discard_reply",
        pub flush: fn(Raw) -> c_int = "xcb_flush",
    }
}
