//! The two ways to reach EGL: its real functions and its current context.

use super::egl_error::EglError;
use super::slots::{SLOTS, for_each_slot};
use super::{Front, LAYER_IS_IN_PLACE, egl_fences, vendor};
use crate::config::{self, Log, Provider};
use crate::diagnostics;
use crate::platform::copies::{self, WindowSystem};
use crate::platform::symbols::{EGL_LIBRARY, Real};
use crate::platform::{software, vendors};
use core::ffi::{CStr, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// EGL as libglvnd's vendor layer reaches it: the functions of each vendor that glmeter wraps, by slot.
static LAYERS: [Front; SLOTS] = for_each_slot!(new_layer; ());

/// Creates the route to the vendor of a slot.
const fn new_layer<const SLOT: usize>() -> Front {
    Front::new(
        vendor_function::<SLOT>,
        vendor_function::<SLOT>,
        || vendor::EGL.get(SLOT).current(),
        || false,
        |front, _, display| egl_fences::fences(front, layer_error(SLOT), display),
    )
}

/// Returns the route to the vendor of a slot.
pub(crate) fn layer(slot: usize) -> &'static Front {
    LAYERS.get(slot).unwrap_or(&LINKED)
}

/// Returns the routes through libglvnd's vendor layer.
pub(crate) fn layers() -> &'static [Front] {
    &LAYERS
}

/// EGL as the exported symbols reach it: the functions of the process's libEGL or of the software pipeline.
pub(crate) static LINKED: Front = Front::new(
    exported_or_extension,
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire) || copies::other(WindowSystem::Egl).is_some(),
    |front, _, display| egl_fences::fences(front, &LINKED_ERROR, display),
)
.linked(WindowSystem::Egl);

/// The application's EGL errors, for the vendors behind [`LAYERS`].
static LAYER_ERRORS: [EglError; SLOTS] = for_each_slot!(layer_error_of; ());
/// The application's EGL error, for the driver behind [`LINKED`].
static LINKED_ERROR: EglError = EglError::new(function);

/// Creates the application's EGL error for the vendor of a slot.
const fn layer_error_of<const SLOT: usize>() -> EglError {
    EglError::new(|name| vendor::EGL.get(SLOT).function(name))
}

/// Returns the application's EGL error for the vendor of a slot.
pub(crate) fn layer_error(slot: usize) -> &'static EglError {
    LAYER_ERRORS.get(slot).unwrap_or(&LINKED_ERROR)
}

/// Returns the application's EGL error for the driver behind `front`.
pub(crate) fn error_of(front: &'static Front) -> &'static EglError {
    LAYERS.iter().position(|layer| core::ptr::eq(front, layer)).map_or(&LINKED_ERROR, layer_error)
}

/// Looks a function of the vendor up. Preserves the application's error, which the vendor's eglGetProcAddress resets.
fn vendor_function<const SLOT: usize>(name: &CStr) -> *mut c_void {
    layer_error(SLOT).preserve(|| vendor::EGL.get(SLOT).function(name))
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

/// Returns the real function behind an exported one, also one of an extension, which libEGL need not export.
fn exported_or_extension(name: &CStr) -> *mut c_void {
    let exported = function(name);
    if exported.is_null() { get_proc_address(name) } else { exported }
}

/// Looks a function up with the real eglGetProcAddress.
fn get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: eglGetProcAddress has this type.
    let get = unsafe { glmeter_abi::function::<GetProcAddress>(function(c"eglGetProcAddress")) };
    // SAFETY: the name is a C string.
    LINKED_ERROR.preserve(|| get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) }))
}

/// Looks a function up with the real eglGetProcAddress, and then among exported core functions.
fn real_get_proc_address(name: &CStr) -> *mut c_void {
    let address = get_proc_address(name);
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
    // SAFETY: eglGetCurrentContext has this type.
    let get = unsafe { glmeter_abi::function::<GetCurrentContext>(address) };
    // SAFETY: the function takes no arguments.
    LINKED_ERROR.preserve(|| get.map_or(0, |get| unsafe { get() } as usize))
}
