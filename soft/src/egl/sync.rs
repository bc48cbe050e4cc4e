//! Fence sync objects: commands are complete when they return, so every fence is signalled when it is made.

use super::display::{new_handle, with};
use super::tokens::*;
use super::{Attribute, Handle, attributes, enter, store};

/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(display: Handle, kind: u32, list: *const T) -> Handle {
    enter(|| {
        with(display, |display| {
            // SAFETY: the list is as the caller promises.
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

/// eglCreateSync.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync(display: Handle, kind: u32, list: *const isize) -> Handle {
    // SAFETY: the list is as the caller promises.
    unsafe { create(display, kind, list) }
}

/// eglCreateSyncKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync_khr(display: Handle, kind: u32, list: *const i32) -> Handle {
    // SAFETY: the list is as the caller promises.
    unsafe { create(display, kind, list) }
}

pub extern "C" fn destroy_sync(display: Handle, sync: Handle) -> u32 {
    enter(|| with(display, |display| display.syncs.remove(&(sync as usize)).map(|()| 1).ok_or(EGL_BAD_PARAMETER)))
}

pub extern "C" fn client_wait_sync(display: Handle, sync: Handle, _flags: i32, _nanoseconds: u64) -> i32 {
    enter(|| with(display, |display| display.syncs.get(&(sync as usize)).map(|()| EGL_CONDITION_SATISFIED).ok_or(EGL_BAD_PARAMETER)))
}

/// eglWaitSync, and eglWaitSyncKHR, whose result is an EGLint of the same values.
pub extern "C" fn wait_sync(display: Handle, sync: Handle, flags: i32) -> u32 {
    enter(|| {
        with(display, |display| {
            // The wait is the current context's: EGL_BAD_MATCH without one, as for eglCreateSync.
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

/// eglGetSyncAttrib.
///
/// # Safety
/// Places of results must be null or good for what is written there.
pub unsafe extern "C" fn get_sync_attrib(display: Handle, sync: Handle, name: i32, value: *mut isize) -> u32 {
    // SAFETY: the place is as the caller promises.
    enter(|| unsafe { store(value, attribute(display, sync, name)? as isize) }.map(|()| 1))
}

/// eglGetSyncAttribKHR.
///
/// # Safety
/// Places of results must be null or good for what is written there.
pub unsafe extern "C" fn get_sync_attrib_khr(display: Handle, sync: Handle, name: i32, value: *mut i32) -> u32 {
    // SAFETY: the place is as the caller promises.
    enter(|| unsafe { store(value, attribute(display, sync, name)?) }.map(|()| 1))
}
