//! The two ways to reach GLX: its real functions and its current context.

use super::slots::{SLOTS, for_each_slot};
use super::{Front, LAYER_IS_IN_PLACE, glx_fences, vendor};
use crate::platform::copies::{self, WindowSystem};
use crate::platform::symbols::Real;
use core::ffi::{CStr, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// GLX as libglvnd's vendor layer reaches it: the functions of each vendor that glmeter wraps, by slot.
static LAYERS: [Front; SLOTS] = for_each_slot!(new_layer; ());

/// Creates the route to the vendor of a slot.
const fn new_layer<const SLOT: usize>() -> Front {
    Front::new(
        |name| vendor::GLX.get(SLOT).function(name),
        |name| vendor::GLX.get(SLOT).function(name),
        || vendor::GLX.get(SLOT).current(),
        || false,
        glx_fences::fences,
    )
    .shared()
}

/// Returns the route to the vendor of a slot.
pub(crate) fn layer(slot: usize) -> &'static Front {
    LAYERS.get(slot).unwrap_or(&LINKED)
}

/// Returns the routes through libglvnd's vendor layer.
pub(crate) fn layers() -> &'static [Front] {
    &LAYERS
}

/// GLX as the exported symbols reach it: the functions of the process's libGL.
pub(crate) static LINKED: Front = Front::new(
    exported_or_extension,
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire) || copies::other(WindowSystem::Glx).is_some(),
    glx_fences::fences,
)
.linked(WindowSystem::Glx)
.shared();

static REAL: Real = Real::new(&[c"libGL.so.1", c"libGLX.so.0", c"libGL.so"]);

/// Returns the real function behind an exported one, also one of an extension, which libGLX does not export.
fn exported_or_extension(name: &CStr) -> *mut c_void {
    let exported = REAL.symbol(name);
    if exported.is_null() { get_proc_address(name) } else { exported }
}

/// Looks a function up with the real glXGetProcAddressARB.
fn get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: glXGetProcAddressARB has this type.
    let get = unsafe { glmeter_abi::function::<GetProcAddress>(REAL.symbol(c"glXGetProcAddressARB")) };
    // SAFETY: the name is a C string.
    get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) })
}

/// Looks a function up with the real glXGetProcAddressARB, and then among the library's exports.
fn real_get_proc_address(name: &CStr) -> *mut c_void {
    let address = get_proc_address(name);
    if address.is_null() { REAL.loaded_symbol(name) } else { address }
}

/// Returns the real glXGetCurrentContext's answer; 0 if GLX is not loaded.
fn real_current_context() -> usize {
    // SAFETY: glXGetCurrentContext has this type.
    let get = unsafe { glmeter_abi::function::<GetCurrentContext>(REAL.loaded_symbol(c"glXGetCurrentContext")) };
    // SAFETY: the function takes no arguments.
    get.map_or(0, |get| unsafe { get() } as usize)
}
