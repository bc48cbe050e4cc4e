//! eglWaitClient, eglWaitGL and eglWaitNative.

use crate::egl::surface::Surface;
use crate::egl::tokens::*;
use crate::egl::{current, enter};

/// Implements eglWaitClient and eglWaitGL, which complete the commands that wait and copy the surfaces to their pixmaps.
pub extern "C" fn wait_client() -> u32 {
    enter(c"eglWaitClient", core::ptr::null_mut(), || {
        gl::complete_all();
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::egl::command::display::{get_platform_display, initialize};
    use crate::egl::command::{context, surface, sync};
    use crate::egl::{Handle, config};
    use crate::testing::calls::*;
    use crate::tokens::*;
    use std::ptr::{null, null_mut};

    /// Makes a context with a pbuffer current on a display without windows.
    fn current_with_pbuffer() -> Handle {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        unsafe {
            let display = get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(initialize(display, null_mut(), null_mut()), 1);
            let wanted = [(EGL_SURFACE_TYPE, EGL_PBUFFER_BIT as isize), (EGL_RED_SIZE, 8)];
            let config = config::choose(&wanted, Default::default()).unwrap()[0].handle();
            let pbuffer = surface::create_pbuffer_surface(display, config, [EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE].as_ptr());
            let context = context::create_context(display, config, null_mut(), [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE].as_ptr());
            assert_eq!(context::make_current(display, pbuffer, pbuffer, context), 1);
            display
        }
    }

    /// Returns true if the fill of the current pbuffer waits.
    fn fill_waits() -> bool {
        let surface = current::draw_surface().unwrap();
        let buffers = surface.buffers.lock().unwrap();
        buffers.color.memory.fill_waits()
    }

    #[test]
    fn a_clear_is_complete_when_the_program_has_waited_for_it_or_made_a_fence() {
        let display = current_with_pbuffer();
        // SAFETY: the attribute list is null.
        let fence = || unsafe { u32::from(sync::destroy_sync(display, sync::create_sync(display, EGL_SYNC_FENCE as u32, null())) == 1) };
        let waits: [&dyn Fn() -> u32; 2] = [&|| wait_client(), &fence];
        for wait in waits {
            glClear(GL_COLOR_BUFFER_BIT);
            assert!(fill_waits());
            assert_eq!(wait(), 1);
            assert!(!fill_waits());
        }
        assert_eq!(context::make_current(display, null_mut(), null_mut(), null_mut()), 1);
    }
}
