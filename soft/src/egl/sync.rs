//! Fence sync objects. Commands are complete when they return, so every fence is signalled when it is created.

use super::display::{new_handle, with};
use super::tokens::*;
use super::{Attribute, Handle, attributes, enter, store};

/// Creates a fence sync object.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(display: Handle, kind: u32, list: *const T) -> Handle {
    enter(|| {
        with(display, |display| {
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            if kind as i32 != EGL_SYNC_FENCE || !unsafe { attributes(list) }.is_empty() {
                return Err(EGL_BAD_ATTRIBUTE);
            }
            if !super::context::any_current() {
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
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list) }
}

/// Implements eglCreateSyncKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync_khr(display: Handle, kind: u32, list: *const i32) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list) }
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
