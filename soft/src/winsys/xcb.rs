//! The functions of libxcb, which is loaded when the first display needs it.

use libloading::Library;
use once_cell::sync::OnceCell;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// An opaque pointer of libxcb or Xlib.
pub type Raw = *mut c_void;

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

/// The functions of libxcb; of those that write, the checked ones. A cookie is a structure of one unsigned int and has the ABI of one.
#[allow(missing_docs, reason = "xcb/xcb.h and xcb/xproto.h define each member")]
pub struct Xcb {
    pub connect: unsafe extern "C" fn(*const c_char, *mut c_int) -> Raw,
    pub disconnect: unsafe extern "C" fn(Raw),
    pub has_error: unsafe extern "C" fn(Raw) -> c_int,
    pub get_setup: unsafe extern "C" fn(Raw) -> *const c_void,
    pub setup_roots_iterator: unsafe extern "C" fn(*const c_void) -> Screens,
    pub screen_next: unsafe extern "C" fn(*mut Screens),
    pub allowed_depths_iterator: unsafe extern "C" fn(*const Screen) -> Depths,
    pub depth_next: unsafe extern "C" fn(*mut Depths),
    pub depth_visuals: unsafe extern "C" fn(*const Depth) -> *const Visual,
    pub depth_visuals_length: unsafe extern "C" fn(*const Depth) -> c_int,
    pub get_geometry: unsafe extern "C" fn(Raw, u32) -> u32,
    pub get_geometry_reply: unsafe extern "C" fn(Raw, u32, *mut Raw) -> *mut Geometry,
    pub get_window_attributes: unsafe extern "C" fn(Raw, u32) -> u32,
    pub get_window_attributes_reply: unsafe extern "C" fn(Raw, u32, *mut Raw) -> *mut WindowAttributes,
    pub get_extension_data: unsafe extern "C" fn(Raw, *const Extension) -> *const ExtensionReply,
    pub send_request: unsafe extern "C" fn(Raw, c_int, *mut libc::iovec, *const ProtocolRequest) -> c_uint,
    pub wait_for_reply: unsafe extern "C" fn(Raw, c_uint, *mut Raw) -> *mut c_void,
    pub generate_id: unsafe extern "C" fn(Raw) -> u32,
    pub create_gc: unsafe extern "C" fn(Raw, u32, u32, u32, *const u32) -> u32,
    pub free_gc: unsafe extern "C" fn(Raw, u32) -> u32,
    pub get_image: unsafe extern "C" fn(Raw, u8, u32, i16, i16, u16, u16, u32) -> u32,
    pub get_image_reply: unsafe extern "C" fn(Raw, u32, *mut Raw) -> *mut c_void,
    pub get_image_data: unsafe extern "C" fn(*const c_void) -> *const u8,
    pub get_image_data_length: unsafe extern "C" fn(*const c_void) -> c_int,
    pub put_image: unsafe extern "C" fn(Raw, u8, u32, u32, u16, u16, i16, i16, u8, u8, u32, *const u8) -> u32,
    pub maximum_request_length: unsafe extern "C" fn(Raw) -> u32,
    pub discard_reply: unsafe extern "C" fn(Raw, c_uint),
    pub flush: unsafe extern "C" fn(Raw) -> c_int,
}

/// Returns the functions of libxcb, loaded on first use, or `None` if the library is missing.
pub fn xcb() -> Option<&'static Xcb> {
    static XCB: OnceCell<Option<Xcb>> = OnceCell::new();
    XCB.get_or_init(load).as_ref()
}

/// Returns a symbol of a library as a function of type `F`.
///
/// # Safety
/// The symbol must be a function of that type.
pub unsafe fn symbol<F: Copy>(library: &Library, name: &[u8]) -> Option<F> {
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
            get_window_attributes: symbol(library, b"xcb_get_window_attributes\0")?,
            get_window_attributes_reply: symbol(library, b"xcb_get_window_attributes_reply\0")?,
            get_extension_data: symbol(library, b"xcb_get_extension_data\0")?,
            send_request: symbol(library, b"xcb_send_request\0")?,
            wait_for_reply: symbol(library, b"xcb_wait_for_reply\0")?,
            generate_id: symbol(library, b"xcb_generate_id\0")?,
            create_gc: symbol(library, b"xcb_create_gc_checked\0")?,
            free_gc: symbol(library, b"xcb_free_gc_checked\0")?,
            get_image: symbol(library, b"xcb_get_image\0")?,
            get_image_reply: symbol(library, b"xcb_get_image_reply\0")?,
            get_image_data: symbol(library, b"xcb_get_image_data\0")?,
            get_image_data_length: symbol(library, b"xcb_get_image_data_length\0")?,
            put_image: symbol(library, b"xcb_put_image_checked\0")?,
            maximum_request_length: symbol(library, b"xcb_get_maximum_request_length\0")?,
            discard_reply: symbol(library, b"xcb_discard_reply\0")?,
            flush: symbol(library, b"xcb_flush\0")?,
        })
    }
}
