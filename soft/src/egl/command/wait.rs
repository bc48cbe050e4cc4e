//! eglWaitClient, eglWaitGL and eglWaitNative. GL commands are complete when they return; what is left is to copy pixels to and from pixmaps.

use crate::egl::surface::Surface;
use crate::egl::tokens::*;
use crate::egl::{current, enter};

/// Implements eglWaitClient and eglWaitGL, which copy the surfaces to their pixmaps.
pub extern "C" fn wait_client() -> u32 {
    enter(c"eglWaitClient", core::ptr::null_mut(), || {
        current::each_surface(Surface::flush);
        Ok(1)
    })
}

/// Implements eglWaitNative, which copies what X drew to pixmaps to the surfaces.
pub extern "C" fn wait_native(engine: i32) -> u32 {
    enter(c"eglWaitNative", core::ptr::null_mut(), || {
        // "If engine does not denote a recognized marking engine, EGL_FALSE is returned and an EGL_BAD_PARAMETER error is generated."
        // [EGL 1.4, 3.8]
        if current::is_set() && engine != EGL_CORE_NATIVE_ENGINE {
            return Err(EGL_BAD_PARAMETER);
        }
        current::each_surface(Surface::load);
        Ok(1)
    })
}
