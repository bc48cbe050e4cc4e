//! Tells glmeter's own functions from the driver's.

use core::ffi::{CStr, c_void};

#[cfg(not(android_layer))]
pub(crate) use super::elf::is_ours;

/// Returns false: Android's platform gives a layer the functions below it, never the layer's own.
#[cfg(android_layer)]
pub(crate) fn is_ours(_: usize) -> bool {
    false
}

/// Returns the function that `get` finds; null if that is one of glmeter's own, which the look-up can lead back to.
pub(crate) fn unless_ours(name: &CStr, get: fn(&CStr) -> *mut c_void) -> *mut c_void {
    let address = get(name);
    if is_ours(address as usize) { core::ptr::null_mut() } else { address }
}
