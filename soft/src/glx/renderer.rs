//! GLX_MESA_query_renderer.

use super::current::current_context;
use super::display::find;
use super::tokens::*;
use super::{Error, Handle, Result, enter, store};
use std::ffi::c_char;

/// Returns the values of an attribute of the renderer.
fn values(name: i32) -> Option<Vec<u32>> {
    let number = |text: &str| text.parse().unwrap_or(0);
    Some(match name {
        // "GLX_RENDERER_VENDOR_ID_MESA and GLX_RENDERER_DEVICE_ID_MESA may return 0xFFFFFFFF if the device does not have a PCI ID"
        // [GLX_MESA_query_renderer]
        GLX_RENDERER_VENDOR_ID_MESA | GLX_RENDERER_DEVICE_ID_MESA => vec![u32::MAX],
        GLX_RENDERER_VERSION_MESA => {
            vec![number(env!("CARGO_PKG_VERSION_MAJOR")), number(env!("CARGO_PKG_VERSION_MINOR")), number(env!("CARGO_PKG_VERSION_PATCH"))]
        }
        GLX_RENDERER_ACCELERATED_MESA => vec![0],
        GLX_RENDERER_VIDEO_MEMORY_MESA => vec![megabytes()],
        GLX_RENDERER_UNIFIED_MEMORY_ARCHITECTURE_MESA => vec![1],
        GLX_RENDERER_PREFERRED_PROFILE_MESA => vec![GLX_CONTEXT_CORE_PROFILE_BIT_ARB as u32],
        GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA | GLX_RENDERER_OPENGL_COMPATIBILITY_PROFILE_VERSION_MESA => vec![4, 6],
        GLX_RENDERER_OPENGL_ES_PROFILE_VERSION_MESA => vec![1, 1],
        GLX_RENDERER_OPENGL_ES2_PROFILE_VERSION_MESA => vec![3, 2],
        _ => return None,
    })
}

/// Returns the megabytes of the machine's memory.
fn megabytes() -> u32 {
    // SAFETY: both functions take a number.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    let bytes = (pages.max(0) as u64).saturating_mul(size.max(0) as u64);
    u32::try_from(bytes >> 20).unwrap_or(u32::MAX)
}

/// Returns a string of the renderer.
fn string(name: i32) -> Result<*const c_char> {
    match name {
        GLX_RENDERER_VENDOR_ID_MESA => Ok(c"glmeter".as_ptr()),
        GLX_RENDERER_DEVICE_ID_MESA => Ok(c"glmeter software pipeline".as_ptr()),
        // "If <attribute> is not a recognized value, NULL is returned, but no GLX error is generated." [GLX_MESA_query_renderer]
        _ => Err(Error::None),
    }
}

/// Stores the values of an attribute.
///
/// # Safety
/// `into` must be null or valid for writing as many values as the attribute has.
unsafe fn store_values(name: i32, into: *mut u32) -> Result<i32> {
    let values = values(name).filter(|_| !into.is_null()).ok_or(Error::None)?;
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: the caller guarantees the pointer.
        unsafe { store(into.add(index), value) };
    }
    Ok(1)
}

/// Checks that a screen has this renderer.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn check(display: Handle, screen: i32, renderer: i32) -> Result<()> {
    // SAFETY: the caller guarantees the display.
    if unsafe { find(display) }?.has_screen(screen) && renderer == 0 { Ok(()) } else { Err(Error::None) }
}

/// Implements glXQueryRendererIntegerMESA.
///
/// # Safety
/// `display` must be an open `Display *`, and `into` null or valid for writing as many values as the attribute has.
pub unsafe extern "C" fn query_integer(display: Handle, screen: i32, renderer: i32, name: i32, into: *mut u32) -> i32 {
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_QUERY_SERVER_STRING, || {
            check(display, screen, renderer)?;
            store_values(name, into)
        })
    }
}

/// Implements glXQueryRendererStringMESA.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn query_string(display: Handle, screen: i32, renderer: i32, name: i32) -> *const c_char {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_QUERY_SERVER_STRING, || {
            check(display, screen, renderer)?;
            string(name)
        })
    }
}

/// Implements glXQueryCurrentRendererIntegerMESA.
///
/// # Safety
/// `into` must be null or valid for writing as many values as the attribute has.
pub unsafe extern "C" fn query_current_integer(name: i32, into: *mut u32) -> i32 {
    // SAFETY: the caller guarantees the pointer; there is no display.
    unsafe {
        enter(core::ptr::null_mut(), X_QUERY_SERVER_STRING, || {
            current_context().ok_or(Error::None)?;
            store_values(name, into)
        })
    }
}

/// Implements glXQueryCurrentRendererStringMESA.
pub extern "C" fn query_current_string(name: i32) -> *const c_char {
    // SAFETY: there is no display.
    unsafe {
        enter(core::ptr::null_mut(), X_QUERY_SERVER_STRING, || {
            current_context().ok_or(Error::None)?;
            string(name)
        })
    }
}
