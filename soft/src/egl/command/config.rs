//! The commands of configs: their list, their choice and their attributes.

use super::pixmap;
use crate::egl::config::{self, Config};
use crate::egl::display::with;
use crate::egl::tokens::*;
use crate::egl::{Handle, Result, attributes, enter, store};

/// Writes the handles of configs to an array of `size` elements, and their number to `count`.
///
/// # Safety
/// `into` must be null or valid for writing `size` handles, `count` null or valid for writing a number.
unsafe fn list(configs: &[Config], into: *mut Handle, size: i32, count: *mut i32) -> Result<u32> {
    if count.is_null() {
        return Err(EGL_BAD_PARAMETER);
    }
    let mut given = configs.len();
    if !into.is_null() {
        given = given.min(usize::try_from(size).unwrap_or(0));
        for (index, config) in configs.iter().take(given).enumerate() {
            // SAFETY: the caller guarantees `size` elements, and no more are written.
            unsafe { into.add(index).write_unaligned(config.handle()) };
        }
    }
    // SAFETY: the caller guarantees that the pointer is null or valid.
    unsafe { store(count, given as i32) }?;
    Ok(1)
}

/// Implements eglGetConfigs.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_configs(handle: Handle, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    // SAFETY: the caller guarantees that the pointers are null or valid.
    enter(c"eglGetConfigs", handle, || with(handle, |display| unsafe { list(&config::all(display.visuals()), into, size, count) }))
}

/// Implements eglChooseConfig.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn choose_config(handle: Handle, wanted: *const i32, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    enter(c"eglChooseConfig", handle, || {
        with(handle, |display| {
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            let wanted = unsafe { attributes(wanted) };
            let mut found = config::choose(&wanted, display.visuals())?;
            // "If EGL_MATCH_NATIVE_PIXMAP is specified in attrib list, it must be followed by an attribute value which is the handle of a
            // valid native pixmap. Only EGLConfigs which support rendering to that pixmap will match this attribute." [EGL 1.4, 3.4.1.1]
            if let Some(&(_, pixmap)) = wanted.iter().rev().find(|pair| pair.0 == EGL_MATCH_NATIVE_PIXMAP && pair.1 != EGL_NONE as isize) {
                let depth = pixmap::geometry(display, pixmap as u32)?.depth;
                found.retain(|config| pixmap::supports(*config, depth, display.visuals()));
            }
            // SAFETY: the caller guarantees that the pointers are null or valid.
            unsafe { list(&found, into, size, count) }
        })
    })
}

/// Implements eglGetConfigAttrib.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_config_attrib(handle: Handle, config: Handle, attribute: i32, value: *mut i32) -> u32 {
    enter(c"eglGetConfigAttrib", handle, || {
        with(handle, |display| {
            let found = Config::from_handle(config, display.visuals())?.attribute(attribute, display.visuals())?;
            // SAFETY: the caller guarantees that the pointer is null or valid.
            unsafe { store(value, found) }?;
            Ok(1)
        })
    })
}
