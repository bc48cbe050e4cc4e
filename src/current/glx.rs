//! GLX: what stands behind glmeter's functions, and which context is current.

use super::{Front, LAYER_IS_IN_PLACE, glx_fences, vendor};
use crate::platform::symbols::Real;
use core::ffi::{CStr, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// Behind libglvnd: in front of the GLX vendor that glmeter wraps.
pub(crate) static LAYER: Front = Front::new(
    |name| vendor::GLX.function(name),
    |name| vendor::GLX.function(name),
    || vendor::GLX.current(),
    || false,
    glx_fences::fences,
);

/// The exported symbols, in front of the process's own libGL.
pub(crate) static LINKED: Front = Front::new(
    |name| REAL.symbol(name),
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire),
    glx_fences::fences,
);

static REAL: Real = Real::new(&[c"libGL.so.1", c"libGLX.so.0", c"libGL.so"]);

fn real_get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: null is `None`; any other address is glXGetProcAddressARB.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetProcAddress>>(REAL.symbol(c"glXGetProcAddressARB")) };
    // SAFETY: a C string.
    let address = get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) });
    if address.is_null() { REAL.loaded_symbol(name) } else { address }
}

fn real_current_context() -> usize {
    // SAFETY: null is `None`; any other address is glXGetCurrentContext.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetCurrentContext>>(REAL.loaded_symbol(c"glXGetCurrentContext")) };
    // SAFETY: takes nothing.
    get.map_or(0, |get| unsafe { get() } as usize)
}
