//! libglvnd's vendor interfaces, as `libeglabi.h` and `libglxabi.h` declare them.
//!
//! Each side fills a table of functions for the other: libglvnd the exports, the vendor the imports. Later minor versions of an
//! interface only append to the tables.

use crate::egl::{EGLAttrib, EGLBoolean, EGLenum, EGLint, Handle};
use core::ffi::{c_char, c_int, c_ulong, c_void};

/// The address of a function.
pub type Address = *mut c_void;
/// The type of a vendor's GetProcAddress.
pub type GetProcAddress = unsafe extern "C" fn(*const c_char) -> Address;
/// The type of libglvnd's getCurrentContext.
pub type GetCurrentContext = unsafe extern "C" fn() -> Address;

/// A vendor's callbacks that patch libglvnd's entry points.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Patch {
    is_supported: Address,
    initiate: Address,
    release: Address,
    thread_attach: Address,
}

impl Patch {
    /// No callbacks: the vendor patches no entry points.
    pub const NONE: Self = Self {
        is_supported: core::ptr::null_mut(),
        initiate: core::ptr::null_mut(),
        release: core::ptr::null_mut(),
        thread_attach: core::ptr::null_mut(),
    };
}

/// `__EGLapiImports`, ABI 0.2: the functions that an EGL vendor provides to libglvnd.
#[repr(C)]
#[allow(missing_docs, reason = "libeglabi.h defines each function")]
pub struct EglImports {
    pub get_platform_display: Option<unsafe extern "C" fn(EGLenum, Handle, *const EGLAttrib) -> Handle>,
    pub get_supports_api: Option<unsafe extern "C" fn(EGLenum) -> EGLBoolean>,
    pub get_vendor_string: Option<unsafe extern "C" fn(c_int) -> *const c_char>,
    pub get_proc_address: Option<GetProcAddress>,
    pub get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> Address>,
    pub set_dispatch_index: Option<unsafe extern "C" fn(*const c_char, c_int)>,
    pub patch: Patch,
    pub find_native_display_platform: Option<unsafe extern "C" fn(Handle) -> EGLenum>,
}

/// `__EGLapiExports`, ABI 0.2: the functions that libglvnd provides to an EGL vendor.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "libeglabi.h defines each function")]
pub struct EglExports {
    pub thread_init: Option<unsafe extern "C" fn()>,
    pub get_current_api: Option<unsafe extern "C" fn() -> EGLenum>,
    pub get_current_vendor: Option<unsafe extern "C" fn() -> Address>,
    pub get_current_context: Option<GetCurrentContext>,
    pub get_current_display: Option<unsafe extern "C" fn() -> Handle>,
    pub get_current_surface: Option<unsafe extern "C" fn(EGLint) -> Handle>,
    pub fetch_dispatch_entry: Option<unsafe extern "C" fn(Address, c_int) -> Address>,
    pub set_error: Option<unsafe extern "C" fn(EGLint)>,
    pub set_last_vendor: Option<unsafe extern "C" fn(Address) -> EGLBoolean>,
    pub get_vendor_from_display: Option<unsafe extern "C" fn(Handle) -> Address>,
    pub get_vendor_from_device: Option<unsafe extern "C" fn(Handle) -> Address>,
}

/// An Xlib `Display *`, a GLXContext, a GLXFBConfig or a vendor.
type Pointer = *mut c_void;
/// An XID.
type Xid = c_ulong;

/// `__GLXapiImports`, ABI 1.0: the functions that a GLX vendor provides to libglvnd.
#[repr(C)]
#[allow(missing_docs, reason = "libglxabi.h defines each function")]
pub struct GlxImports {
    pub is_screen_supported: Option<unsafe extern "C" fn(Pointer, c_int) -> c_int>,
    pub get_proc_address: Option<GetProcAddress>,
    pub get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> Address>,
    pub set_dispatch_index: Option<unsafe extern "C" fn(*const c_char, c_int)>,
    pub notify_error: Address,
    pub patch: Patch,
}

/// `__GLXapiExports`, ABI 1.0: the functions that libglvnd provides to a GLX vendor.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "libglxabi.h defines each function")]
pub struct GlxExports {
    pub get_dyn_dispatch: Option<unsafe extern "C" fn(Pointer, c_int) -> Pointer>,
    pub get_current_dyn_dispatch: Option<unsafe extern "C" fn() -> Pointer>,
    pub fetch_dispatch_entry: Option<unsafe extern "C" fn(Pointer, c_int) -> Address>,
    pub get_current_context: Option<GetCurrentContext>,
    pub add_vendor_context_mapping: Option<unsafe extern "C" fn(Pointer, Pointer, Pointer) -> c_int>,
    pub remove_vendor_context_mapping: Option<unsafe extern "C" fn(Pointer, Pointer)>,
    pub vendor_from_context: Option<unsafe extern "C" fn(Pointer) -> Pointer>,
    pub add_vendor_fb_config_mapping: Option<unsafe extern "C" fn(Pointer, Pointer, Pointer) -> c_int>,
    pub remove_vendor_fb_config_mapping: Option<unsafe extern "C" fn(Pointer, Pointer)>,
    pub vendor_from_fb_config: Option<unsafe extern "C" fn(Pointer, Pointer) -> Pointer>,
    pub add_vendor_drawable_mapping: Option<unsafe extern "C" fn(Pointer, Xid, Pointer) -> c_int>,
    pub remove_vendor_drawable_mapping: Option<unsafe extern "C" fn(Pointer, Xid)>,
    pub vendor_from_drawable: Option<unsafe extern "C" fn(Pointer, Xid) -> Pointer>,
}
