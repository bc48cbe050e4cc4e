//! EGL and OpenGL ES below a GLES layer of Android.
//!
//! The platform offers a layer each function that it knows, with the address of the next layer's function or the driver's, and each function
//! of an extension when the program first looks it up. An offered function is the one to call: an address of eglGetProcAddress leads through
//! the platform's table of extensions, in which this layer's own functions are by then, and each look-up of a new name takes one of the
//! table's 256 places.
//!
//! The platform holds a lock while it offers the function of an extension. So nothing here calls the platform with a lock held, and no offer
//! waits for a look-up.

use super::egl_error::EglError;
use super::{Front, egl_fences};
use core::ffi::{CStr, c_char, c_void};
use glmeter_abi::glvnd::GetCurrentContext;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The platform's function that looks a function up below a layer, which the first argument identifies.
pub(crate) type GetNextLayerProcAddress = unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void;

/// EGL and OpenGL ES as the platform offers them.
pub(crate) static LAYER: Front =
    Front::new(offered, function, current_context, || false, |front, _, display| egl_fences::fences(front, &ERROR, display));

/// The application's EGL error.
static ERROR: EglError = EglError::new(offered);

/// Returns the route, whose slot is the only one.
pub(crate) fn layer(_: usize) -> &'static Front {
    &LAYER
}

/// Returns the application's EGL error.
pub(crate) fn error_of(_: &'static Front) -> &'static EglError {
    &ERROR
}

/// The functions below this layer.
struct Below {
    /// The platform's identifier of this layer, to be passed back.
    layer: usize,
    get_next: Option<GetNextLayerProcAddress>,
    /// The offered functions by name.
    offered: BTreeMap<CString, usize>,
    /// The functions that glmeter has looked up, by name.
    asked: BTreeMap<CString, usize>,
}

static BELOW: Mutex<Below> = Mutex::new(Below { layer: 0, get_next: None, offered: BTreeMap::new(), asked: BTreeMap::new() });

/// Locks the functions. Hold the lock for look-ups only.
fn below() -> MutexGuard<'static, Below> {
    BELOW.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the identifier of this layer and the platform's look-up.
pub(crate) fn initialize(layer: *mut c_void, get_next: Option<GetNextLayerProcAddress>) {
    let mut below = below();
    below.layer = layer as usize;
    below.get_next = get_next;
}

/// Records an offered function.
pub(crate) fn offer(name: &CStr, next: *mut c_void) {
    below().offered.insert(name.to_owned(), next as usize);
}

/// Returns the offered function of a name; null if the platform has offered none.
fn offered(name: &CStr) -> *mut c_void {
    below().offered.get(name).map_or(core::ptr::null_mut(), |address| *address as *mut c_void)
}

/// Returns true if glmeter itself has looked a name up.
pub(crate) fn was_asked(name: &CStr) -> bool {
    below().asked.contains_key(name)
}

/// Returns the driver's function of a name: the offered one or, for an extension that the platform may not know, one that it looks up.
fn function(name: &CStr) -> *mut c_void {
    let known = offered(name);
    if !known.is_null() || !may_be_unknown(name) {
        return known;
    }
    let (layer, get_next) = {
        let mut below = below();
        if let Some(address) = below.asked.get(name) {
            return *address as *mut c_void;
        }
        below.asked.insert(name.to_owned(), 0);
        (below.layer as *mut c_void, below.get_next)
    };
    // SAFETY: the identifier and the function are the platform's; the name is a C string.
    let found = get_next.map_or(core::ptr::null_mut(), |get_next| unsafe { get_next(layer, name.as_ptr()) });
    // If the driver has the function, the platform has offered it meanwhile, and what it returned leads to this layer. Otherwise the
    // function is that of a layer below.
    let mut below = below();
    let address = below.offered.get(name).copied().unwrap_or(found as usize);
    below.asked.insert(name.to_owned(), address);
    address as *mut c_void
}

/// Returns true for a function that glmeter calls in the driver of OpenGL ES and that the platform may not know.
fn may_be_unknown(name: &CStr) -> bool {
    let name = name.to_string_lossy();
    let of_queries = name.contains("Quer") || name == "glGetInteger64vEXT";
    let ends_with = |end: &str| name.ends_with(end);
    name.starts_with("gl")
        && ((of_queries && (ends_with("EXT") || ends_with("ANGLE")))
            || ends_with("INTEL")
            || ends_with("SyncAPPLE")
            || ends_with("ResetStatusEXT")
            || ends_with("ResetStatusKHR"))
}

/// Returns the platform's current context; 0 for none.
fn current_context() -> usize {
    // SAFETY: eglGetCurrentContext has this type.
    let get = unsafe { glmeter_abi::function::<GetCurrentContext>(offered(c"eglGetCurrentContext")) };
    // SAFETY: the function takes no arguments.
    ERROR.preserve(|| get.map_or(0, |get| unsafe { get() } as usize))
}
