//! Fence sync objects. Commands are complete when they return, so every fence is signalled when it is created.

use super::display::{new_handle, with};
use super::tokens::*;
use super::{Attribute, Handle, attributes, enter, store};

/// Creates a fence sync object. `unknown` is the error of types that do not exist.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(screen: Handle, kind: u32, list: *const T, unknown: i32) -> Handle {
    enter(|| {
        with(screen, |display| {
            if kind as i32 != EGL_SYNC_FENCE {
                return Err(unknown);
            }
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            if !unsafe { attributes(list) }.is_empty() {
                return Err(EGL_BAD_ATTRIBUTE);
            }
            // "If type is EGL_SYNC_FENCE and dpy does not match the EGLDisplay of the currently bound context for the currently bound client API …, an
            // EGL_BAD_MATCH error is generated." [EGL 1.5, 3.8.1]
            if !super::context::is_current_on(screen) {
                return Err(EGL_BAD_MATCH);
            }
            let handle = new_handle();
            display.syncs.insert(handle, ());
            Ok(handle as Handle)
        })
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
    // [EGL_KHR_fence_sync]
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list, EGL_BAD_ATTRIBUTE) }
}

/// Implements eglDestroySync.
pub extern "C" fn destroy_sync(display: Handle, sync: Handle) -> u32 {
    enter(|| with(display, |display| display.syncs.remove(&(sync as usize)).map(|()| 1).ok_or(EGL_BAD_PARAMETER)))
}

/// Implements eglClientWaitSync, which returns at once.
pub extern "C" fn client_wait_sync(display: Handle, sync: Handle, _flags: i32, _nanoseconds: u64) -> i32 {
    enter(|| with(display, |display| display.syncs.get(&(sync as usize)).map(|()| EGL_CONDITION_SATISFIED).ok_or(EGL_BAD_PARAMETER)))
}

/// Implements eglWaitSync, and eglWaitSyncKHR, whose EGLint result has the same values.
pub extern "C" fn wait_sync(display: Handle, sync: Handle, flags: i32) -> u32 {
    enter(|| {
        with(display, |display| {
            // The wait applies to the current context: without one it fails with EGL_BAD_MATCH, as eglCreateSync does.
            if !super::context::any_current() {
                return Err(EGL_BAD_MATCH);
            }
            if flags != 0 || !display.syncs.contains_key(&(sync as usize)) {
                return Err(EGL_BAD_PARAMETER);
            }
            Ok(1)
        })
    })
}

/// Returns an attribute of a sync object.
fn attribute(display: Handle, sync: Handle, attribute: i32) -> super::Result<i32> {
    with(display, |display| {
        display.syncs.get(&(sync as usize)).ok_or(EGL_BAD_PARAMETER)?;
        Ok(match attribute {
            EGL_SYNC_TYPE => EGL_SYNC_FENCE,
            EGL_SYNC_STATUS => EGL_SIGNALED,
            EGL_SYNC_CONDITION => EGL_SYNC_PRIOR_COMMANDS_COMPLETE,
            _ => return Err(EGL_BAD_ATTRIBUTE),
        })
    })
}

/// Implements eglGetSyncAttrib.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib(display: Handle, sync: Handle, name: i32, value: *mut isize) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(|| unsafe { store(value, attribute(display, sync, name)? as isize) }.map(|()| 1))
}

/// Implements eglGetSyncAttribKHR.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib_khr(display: Handle, sync: Handle, name: i32, value: *mut i32) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(|| unsafe { store(value, attribute(display, sync, name)?) }.map(|()| 1))
}

#[cfg(test)]
mod tests {
    use super::super::{ERROR, context, display};
    use super::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn fences_need_a_context_of_their_display() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        let [screen, other] = [EGL_PLATFORM_SURFACELESS, EGL_PLATFORM_DEVICE].map(|platform| unsafe {
            let device = if platform == EGL_PLATFORM_DEVICE { super::super::vendor::device() } else { null_mut() };
            let screen = display::get_platform_display(platform as u32, device, null());
            assert_eq!(display::initialize(screen, null_mut(), null_mut()), 1);
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
