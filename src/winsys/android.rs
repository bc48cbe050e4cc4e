//! The layer of Android: the two functions by which the platform's libEGL loads a GLES layer.
//!
//! libEGL opens the library at the first EGL call of a program that the settings name. It calls AndroidGLESLayer_Initialize, then
//! AndroidGLESLayer_GetProcAddress for each function that it knows, and calls what that returns from then on. Nothing else of the process is
//! touched: the library exports these two functions alone.
//!
//! A function that neither the platform nor the driver knows, as those of `GL_ANGLE_timer_query` are on most devices, reaches programs by
//! eglGetProcAddress alone, which is one of the functions that the platform offers.

use crate::current::android::{self, GetNextLayerProcAddress, LAYER};
use crate::current::caught;
use crate::entry;
use core::ffi::{CStr, c_char, c_void};

/// Initialises the layer. The platform calls it once.
///
/// # Safety
/// `get_next_layer_proc_address` must be the platform's function, which accepts `layer_id`.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "a C name")]
pub unsafe extern "C" fn AndroidGLESLayer_Initialize(
    layer_id: *mut c_void,
    get_next_layer_proc_address: Option<unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void>,
) {
    let get_next: Option<GetNextLayerProcAddress> = get_next_layer_proc_address;
    caught(|| android::initialize(layer_id, get_next), || ());
}

/// Returns the layer's function of a name, or `next`, the function below this layer, if the layer has none.
///
/// # Safety
/// `name` must be NULL or a C string, and `next` the address of a function of this name, or null.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "a C name")]
pub unsafe extern "C" fn AndroidGLESLayer_GetProcAddress(name: *const c_char, next: *mut c_void) -> *mut c_void {
    if name.is_null() || next.is_null() {
        return next;
    }
    // SAFETY: the name is a C string, as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    caught(|| layered(name, next), || next)
}

/// Records an offered function. Returns the layer's own function of the name, or the offered one.
fn layered(name: &CStr, next: *mut c_void) -> *mut c_void {
    android::offer(name, next);
    if let Some(procedure) = entry::procedure(name) {
        // glmeter would not find the driver's function of a draw command that the platform offers after the others are loaded.
        let is_late = || LAYER.loaded().is_some_and(|functions| procedure.of(functions).is_null());
        return if procedure.slot.is_some() && is_late() { next } else { (procedure.address)().cast_mut() };
    }
    super::egl::HOOKS.iter().find(|hook| hook.name == name).map_or(next, |hook| (hook.layer)(0).cast_mut())
}
