//! The two ways to reach EGL: its real functions and its current context.

use super::egl_error::EglError;
use super::{Front, LAYER_IS_IN_PLACE, egl_fences, vendor};
use crate::config::{self, Log, Provider};
use crate::diagnostics;
use crate::platform::symbols::{EGL_LIBRARY, Real};
use crate::platform::{software, vendors};
use core::ffi::{CStr, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// EGL as libglvnd's vendor layer reaches it: the functions of the vendor that glmeter wraps.
pub(crate) static LAYER: Front = Front::new(
    vendor_function,
    vendor_function,
    || vendor::EGL.current(),
    || false,
    |front, _, display| egl_fences::fences(front, &LAYER_ERROR, display),
);

/// EGL as the exported symbols reach it: the functions of the process's libEGL or of the software pipeline.
pub(crate) static LINKED: Front = Front::new(
    function,
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire),
    |front, _, display| egl_fences::fences(front, &LINKED_ERROR, display),
);

/// The application's EGL error, for the driver behind [`LAYER`].
pub(crate) static LAYER_ERROR: EglError = EglError::new(|name| vendor::EGL.function(name));
/// The application's EGL error, for the driver behind [`LINKED`].
static LINKED_ERROR: EglError = EglError::new(function);

/// Returns the application's EGL error for the driver behind `front`.
pub(crate) fn error_of(front: &'static Front) -> &'static EglError {
    if core::ptr::eq(front, &LAYER) { &LAYER_ERROR } else { &LINKED_ERROR }
}

/// Looks a function of the vendor up. Preserves the application's error, which the vendor's eglGetProcAddress resets.
fn vendor_function(name: &CStr) -> *mut c_void {
    LAYER_ERROR.preserve(|| vendor::EGL.function(name))
}

static REAL: Real = Real::new(&[c"libEGL.so.1", c"libEGL.so", c"libMali.so"]).or_named_by(EGL_LIBRARY);
/// The libraries that export core GL functions, for an EGL whose GetProcAddress returns only extensions.
static CORE: [Real; 2] = [Real::new(&[c"libGLESv2.so.2", c"libGLESv2.so"]), Real::new(&[c"libGL.so.1", c"libOpenGL.so.0"])];

/// Returns the real function behind an exported one: libEGL's, or the software pipeline's if libEGL cannot be opened.
pub(crate) fn function(name: &CStr) -> *mut c_void {
    if software::serves() {
        return software::function(name);
    }
    let address = REAL.symbol(name);
    if REAL.is_open() {
        return address;
    }
    if config::get().provider != Provider::Host && software::serve() {
        return software::function(name);
    }
    static SAID: std::sync::Once = std::sync::Once::new();
    SAID.call_once(|| {
        let other = match config::get().provider {
            Provider::Host => String::new(),
            _ => format!(", and neither can {} beside libglmeter.so", vendors::SOFTWARE),
        };
        diagnostics::say(Log::Error, &format!("libEGL.so.1 cannot be opened{other}"));
    });
    address
}

/// Looks a function up with the real eglGetProcAddress, and then among exported core functions.
fn real_get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: null is `None`; any other address is eglGetProcAddress.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetProcAddress>>(function(c"eglGetProcAddress")) };
    // SAFETY: the name is a C string.
    let address = LINKED_ERROR.preserve(|| get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) }));
    if !address.is_null() || software::serves() {
        return address;
    }
    // On embedded boards one library may have both interfaces.
    let libraries = CORE.iter().chain([&REAL]);
    libraries.map(|library| library.loaded_symbol(name)).find(|address| !address.is_null()).unwrap_or(core::ptr::null_mut())
}

/// Returns the real eglGetCurrentContext's answer; 0 if EGL is not loaded.
fn real_current_context() -> usize {
    let name = c"eglGetCurrentContext";
    let address = if software::serves() { software::function(name) } else { REAL.loaded_symbol(name) };
    // SAFETY: null is `None`; any other address is eglGetCurrentContext.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetCurrentContext>>(address) };
    // SAFETY: the function takes no arguments.
    LINKED_ERROR.preserve(|| get.map_or(0, |get| unsafe { get() } as usize))
}
