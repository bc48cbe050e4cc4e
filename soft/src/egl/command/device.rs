//! The only device and its commands (EGL_EXT_device_query, EGL_EXT_device_enumeration).

use crate::egl::tokens::*;
use crate::egl::{Handle, enter, store};
use std::ffi::{c_char, c_void};

/// Returns the handle of the only device: the address of a static, so that no other vendor uses the same value.
pub fn device() -> Handle {
    static DEVICE: u64 = 0;
    (&raw const DEVICE).cast::<c_void>().cast_mut()
}

/// Implements eglQueryDevicesEXT.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_devices(size: i32, into: *mut Handle, count: *mut i32) -> u32 {
    enter(c"eglQueryDevicesEXT", core::ptr::null_mut(), || {
        // "If max_devices is <= 0 and devices is not NULL … EGL_BAD_PARAMETER"
        if count.is_null() || (!into.is_null() && size <= 0) {
            return Err(EGL_BAD_PARAMETER);
        }
        if !into.is_null() {
            // SAFETY: the caller guarantees room for at least one device.
            unsafe { store(into, device()) }?;
        }
        // SAFETY: the caller guarantees that the pointer is null or valid.
        unsafe { store(count, 1) }?;
        Ok(1)
    })
}

/// Implements eglQueryDeviceStringEXT.
pub extern "C" fn query_device_string(of: Handle, name: i32) -> *const c_char {
    enter(c"eglQueryDeviceStringEXT", core::ptr::null_mut(), || match name {
        _ if of != device() => Err(EGL_BAD_DEVICE_EXT),
        EGL_EXTENSIONS => Ok(c"EGL_MESA_device_software".as_ptr()),
        _ => Err(EGL_BAD_PARAMETER),
    })
}

/// Implements eglQueryDeviceAttribEXT: the device has no attributes.
pub extern "C" fn query_device_attrib(of: Handle, _name: i32, _value: *mut isize) -> u32 {
    enter(
        c"eglQueryDeviceAttribEXT",
        core::ptr::null_mut(),
        || if of == device() { Err(EGL_BAD_ATTRIBUTE) } else { Err(EGL_BAD_DEVICE_EXT) },
    )
}
