//! The commands of sync objects.

use crate::egl::display::{Display, with};
use crate::egl::surface::Surface;
use crate::egl::sync::Sync;
use crate::egl::tokens::*;
use crate::egl::{Attribute, Handle, Result, attributes, current, debug, enter, new_handle, store};
use std::sync::Arc;

/// Returns the sync object with a handle.
fn find(display: &Display, sync: Handle) -> Result<Sync> {
    // "If <sync> is not a valid sync object for <dpy>, EGL_FALSE is returned and an EGL_BAD_PARAMETER error is generated." [EGL_KHR_fence_sync]
    display.syncs.get(&(sync as usize)).cloned().ok_or(EGL_BAD_PARAMETER)
}

/// Creates a sync object. `unknown` is the error of types that do not exist.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(screen: Handle, kind: u32, list: *const T, unknown: i32) -> Handle {
    enter(c"eglCreateSync", screen, || {
        let handle = with(screen, |display| {
            if !matches!(kind as i32, EGL_SYNC_FENCE | EGL_SYNC_REUSABLE_KHR) {
                return Err(unknown);
            }
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            if !unsafe { attributes(list) }.is_empty() {
                return Err(EGL_BAD_ATTRIBUTE);
            }
            let sync = match kind as i32 {
                // "If type is EGL_SYNC_FENCE and dpy does not match the EGLDisplay of the currently bound context for the currently bound client API
                // …, an EGL_BAD_MATCH error is generated." [EGL 1.5, 3.8.1]
                EGL_SYNC_FENCE if !current::is_on(screen) => return Err(EGL_BAD_MATCH),
                EGL_SYNC_REUSABLE_KHR => Sync::Reusable(Arc::default()),
                _ => Sync::Fence,
            };
            let handle = new_handle();
            display.syncs.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
            display.syncs.insert(handle, sync);
            Ok(handle as Handle)
        })?;
        gl::complete_all();
        Ok(handle)
    })
}

/// Implements eglCreateSync.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync(display: Handle, kind: u32, list: *const isize) -> Handle {
    // "If type is not a supported type of sync object, an EGL_BAD_PARAMETER error is generated." [EGL 1.5, 3.8.1]
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list, EGL_BAD_PARAMETER) }
}

/// Implements eglCreateSyncKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync_khr(display: Handle, kind: u32, list: *const i32) -> Handle {
    // "If <type> is not a supported type of sync object, EGL_NO_SYNC_KHR is returned and an EGL_BAD_ATTRIBUTE error is generated."
    // [EGL_KHR_reusable_sync]
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list, EGL_BAD_ATTRIBUTE) }
}

/// Implements eglDestroySync.
pub extern "C" fn destroy_sync(display: Handle, handle: Handle) -> u32 {
    enter(c"eglDestroySync", handle, || {
        let sync = with(display, |display| display.syncs.remove(&(handle as usize)).ok_or(EGL_BAD_PARAMETER))?;
        sync.end();
        debug::forget(handle as usize);
        Ok(1)
    })
}

/// Implements eglClientWaitSync.
pub extern "C" fn client_wait_sync(display: Handle, sync: Handle, flags: i32, nanoseconds: u64) -> i32 {
    enter(c"eglClientWaitSync", sync, || {
        let sync = with(display, |display| find(display, sync))?;
        let Sync::Reusable(sync) = sync else { return Ok(EGL_CONDITION_SATISFIED) };
        // "If the EGL_SYNC_FLUSH_COMMANDS_BIT_KHR bit is set in <flags>, and <sync> is unsignaled when eglClientWaitSyncKHR is called, then the
        // equivalent of Flush() will be performed for the current API context" [EGL_KHR_reusable_sync]
        if flags & EGL_SYNC_FLUSH_COMMANDS_BIT != 0 && !sync.is_signalled() {
            current::each_surface(Surface::flush);
        }
        Ok(if sync.wait(nanoseconds) { EGL_CONDITION_SATISFIED } else { EGL_TIMEOUT_EXPIRED })
    })
}

/// Implements eglWaitSync, and eglWaitSyncKHR, whose EGLint result has the same values. The commands of a context run in the thread that calls them,
/// so the thread waits.
pub extern "C" fn wait_sync(display: Handle, sync: Handle, flags: i32) -> u32 {
    enter(c"eglWaitSync", sync, || {
        let sync = with(display, |display| {
            // The wait applies to the current context: without one it fails with EGL_BAD_MATCH, as eglCreateSync does.
            if !current::is_set() {
                return Err(EGL_BAD_MATCH);
            }
            if flags != 0 { Err(EGL_BAD_PARAMETER) } else { find(display, sync) }
        })?;
        if let Sync::Reusable(sync) = sync {
            sync.wait(EGL_FOREVER);
        }
        Ok(1)
    })
}

/// Implements eglSignalSyncKHR.
pub extern "C" fn signal_sync(display: Handle, sync: Handle, mode: u32) -> u32 {
    enter(c"eglSignalSyncKHR", sync, || {
        // "If the type of <sync> is not EGL_SYNC_REUSABLE_KHR, EGL_FALSE is returned and an EGL_BAD_MATCH error is generated." [EGL_KHR_reusable_sync]
        let Sync::Reusable(sync) = with(display, |display| find(display, sync))? else { return Err(EGL_BAD_MATCH) };
        // "<mode>, which must be one of the values in table 3.bb" [EGL_KHR_reusable_sync]
        match mode as i32 {
            EGL_SIGNALED => sync.set(true),
            EGL_UNSIGNALED => sync.set(false),
            _ => return Err(EGL_BAD_ATTRIBUTE),
        }
        Ok(1)
    })
}

/// Returns an attribute of a sync object.
fn attribute(display: Handle, sync: Handle, attribute: i32) -> Result<i32> {
    let sync = with(display, |display| find(display, sync))?;
    Ok(match (attribute, &sync) {
        (EGL_SYNC_TYPE, Sync::Fence) => EGL_SYNC_FENCE,
        (EGL_SYNC_TYPE, Sync::Reusable(_)) => EGL_SYNC_REUSABLE_KHR,
        (EGL_SYNC_STATUS, _) => {
            if sync.is_signalled() {
                EGL_SIGNALED
            } else {
                EGL_UNSIGNALED
            }
        }
        (EGL_SYNC_CONDITION, Sync::Fence) => EGL_SYNC_PRIOR_COMMANDS_COMPLETE,
        // "If <attribute> is not supported for the type of sync object passed in <sync>, EGL_FALSE is returned and an EGL_BAD_MATCH error is generated."
        // [EGL_KHR_reusable_sync]
        (EGL_SYNC_CONDITION, Sync::Reusable(_)) => return Err(EGL_BAD_MATCH),
        _ => return Err(EGL_BAD_ATTRIBUTE),
    })
}

/// Implements eglGetSyncAttrib.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib(display: Handle, sync: Handle, name: i32, value: *mut isize) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(c"eglGetSyncAttrib", sync, || unsafe { store(value, attribute(display, sync, name)? as isize) }.map(|()| 1))
}

/// Implements eglGetSyncAttribKHR.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib_khr(display: Handle, sync: Handle, name: i32, value: *mut i32) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(c"eglGetSyncAttribKHR", sync, || unsafe { store(value, attribute(display, sync, name)?) }.map(|()| 1))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::context;
    use super::super::device::device;
    use super::super::display::{get_platform_display, initialize};
    use super::*;
    use crate::egl::ERROR;
    use std::ptr::{null, null_mut};

    /// Returns an initialised display without windows.
    fn surfaceless() -> Handle {
        // SAFETY: no attribute list, and no results.
        unsafe {
            let display = get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(initialize(display, null_mut(), null_mut()), 1);
            display
        }
    }

    /// Creates a reusable sync object.
    fn reusable(display: Handle) -> Handle {
        // SAFETY: no attribute list.
        let sync = unsafe { create_sync_khr(display, EGL_SYNC_REUSABLE_KHR as u32, null()) };
        assert!(!sync.is_null());
        sync
    }

    fn get(display: Handle, sync: Handle, name: i32) -> std::result::Result<i32, i32> {
        let mut value = 0;
        // SAFETY: the value is valid for writing.
        if unsafe { get_sync_attrib_khr(display, sync, name, &raw mut value) } == 1 { Ok(value) } else { Err(ERROR.get()) }
    }

    #[test]
    fn reusable_sync_objects_have_the_status_that_the_program_sets() {
        let display = surfaceless();
        let sync = reusable(display);
        assert_eq!(get(display, sync, EGL_SYNC_TYPE), Ok(EGL_SYNC_REUSABLE_KHR));
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_UNSIGNALED));
        assert_eq!(get(display, sync, EGL_SYNC_CONDITION), Err(EGL_BAD_MATCH));
        assert_eq!(get(display, sync, EGL_NONE), Err(EGL_BAD_ATTRIBUTE));
        for nanoseconds in [0, 1_000_000] {
            assert_eq!(client_wait_sync(display, sync, 0, nanoseconds), EGL_TIMEOUT_EXPIRED);
        }
        assert_eq!(signal_sync(display, sync, EGL_SIGNALED as u32), 1);
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_SIGNALED));
        for nanoseconds in [0, EGL_FOREVER] {
            assert_eq!(client_wait_sync(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds), EGL_CONDITION_SATISFIED);
        }
        assert_eq!((signal_sync(display, sync, 0), ERROR.get()), (0, EGL_BAD_ATTRIBUTE));
        assert_eq!(signal_sync(display, sync, EGL_UNSIGNALED as u32), 1);
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_UNSIGNALED));
        assert_eq!((wait_sync(display, sync, 0), ERROR.get()), (0, EGL_BAD_MATCH), "there is no context");
        assert_eq!(destroy_sync(display, sync), 1);
        assert_eq!((signal_sync(display, sync, EGL_SIGNALED as u32), ERROR.get()), (0, EGL_BAD_PARAMETER));
        assert_eq!((destroy_sync(display, sync), ERROR.get()), (0, EGL_BAD_PARAMETER));
    }

    #[test]
    fn fences_cannot_be_signalled() {
        let display = surfaceless();
        let fence = new_handle();
        with(display, |display| Ok(display.syncs.insert(fence, Sync::Fence))).unwrap();
        assert_eq!((signal_sync(display, fence as Handle, EGL_SIGNALED as u32), ERROR.get()), (0, EGL_BAD_MATCH));
        assert_eq!(destroy_sync(display, fence as Handle), 1);
        let list = [EGL_SYNC_STATUS, EGL_SIGNALED, EGL_NONE];
        // SAFETY: the list ends with EGL_NONE.
        let created = unsafe { create_sync_khr(display, EGL_SYNC_REUSABLE_KHR as u32, list.as_ptr()) };
        assert_eq!((created, ERROR.get()), (null_mut(), EGL_BAD_ATTRIBUTE));
    }

    #[test]
    fn fences_need_a_context_of_their_display() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        let [screen, other] = [EGL_PLATFORM_SURFACELESS, EGL_PLATFORM_DEVICE].map(|platform| unsafe {
            let device = if platform == EGL_PLATFORM_DEVICE { device() } else { null_mut() };
            let screen = get_platform_display(platform as u32, device, null());
            assert_eq!(initialize(screen, null_mut(), null_mut()), 1);
            screen
        });
        // SAFETY: the attribute lists are null.
        let core = |screen: Handle, kind: i32| unsafe { (!create_sync(screen, kind as u32, null()).is_null(), ERROR.get()) };
        // SAFETY: the attribute lists are null.
        let khr = |screen: Handle, kind: i32| unsafe { (!create_sync_khr(screen, kind as u32, null()).is_null(), ERROR.get()) };
        assert_eq!(core(screen, EGL_SYNC_FENCE), (false, EGL_BAD_MATCH));
        // SAFETY: the list ends with EGL_NONE.
        let ours = unsafe { context::create_context(screen, null_mut(), null_mut(), [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE].as_ptr()) };
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), ours), 1);
        assert_eq!((core(screen, EGL_SYNC_FENCE), khr(screen, EGL_SYNC_FENCE)), ((true, EGL_SUCCESS), (true, EGL_SUCCESS)));
        assert_eq!(core(other, EGL_SYNC_FENCE), (false, EGL_BAD_MATCH), "the context is of another display");
        assert_eq!((core(screen, EGL_NONE), khr(screen, EGL_NONE)), ((false, EGL_BAD_PARAMETER), (false, EGL_BAD_ATTRIBUTE)));
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), null_mut()), 1);
        assert_eq!(context::destroy_context(screen, ours), 1);
    }
}
