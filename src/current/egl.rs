//! EGL: what stands behind glmeter's functions, and which context is current.

use super::egl_error::EglError;
use super::{Front, LAYER_IS_IN_PLACE, egl_fences, vendor};
use crate::config::{self, Log, Provider};
use crate::diagnostics;
use crate::platform::symbols::Real;
use crate::platform::{software, vendors};
use core::ffi::{CStr, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// Behind libglvnd: in front of the EGL vendor that glmeter wraps.
pub(crate) static LAYER: Front = Front::new(
    vendor_function,
    vendor_function,
    || vendor::EGL.current(),
    || false,
    |front, _, display| egl_fences::fences(front, &LAYER_ERROR, display),
);

/// The exported symbols, in front of the process's own libEGL, or of the software pipeline.
pub(crate) static LINKED: Front = Front::new(
    function,
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire),
    |front, _, display| egl_fences::fences(front, &LINKED_ERROR, display),
);

/// What the application's eglGetError returns, behind either front.
pub(crate) static LAYER_ERROR: EglError = EglError::new(|name| vendor::EGL.function(name));
static LINKED_ERROR: EglError = EglError::new(function);

/// Returns the error of the threads that call a front's driver.
pub(crate) fn error_of(front: &'static Front) -> &'static EglError {
    if core::ptr::eq(front, &LAYER) { &LAYER_ERROR } else { &LINKED_ERROR }
}

/// Looks a function of the vendor's up. That calls its eglGetProcAddress, which sets an error, too.
fn vendor_function(name: &CStr) -> *mut c_void {
    LAYER_ERROR.preserve(|| vendor::EGL.function(name))
}

static REAL: Real = Real::new(&[c"libEGL.so.1", c"libEGL.so"]);
/// Where core GL functions are, for an EGL whose GetProcAddress has none.
static CORE: [Real; 2] = [Real::new(&[c"libGLESv2.so.2", c"libGLESv2.so"]), Real::new(&[c"libGL.so.1", c"libOpenGL.so.0"])];

/// Returns the function behind an exported one: libEGL's or, in a process that finds none, the software pipeline's.
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

fn real_get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: null is `None`; any other address is eglGetProcAddress.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetProcAddress>>(function(c"eglGetProcAddress")) };
    // SAFETY: a C string.
    let address = LINKED_ERROR.preserve(|| get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) }));
    if !address.is_null() || software::serves() {
        return address;
    }
    CORE.iter().map(|library| library.loaded_symbol(name)).find(|address| !address.is_null()).unwrap_or(core::ptr::null_mut())
}

fn real_current_context() -> usize {
    let name = c"eglGetCurrentContext";
    let address = if software::serves() { software::function(name) } else { REAL.loaded_symbol(name) };
    // SAFETY: null is `None`; any other address is eglGetCurrentContext.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetCurrentContext>>(address) };
    // SAFETY: takes nothing.
    LINKED_ERROR.preserve(|| get.map_or(0, |get| unsafe { get() } as usize))
}
