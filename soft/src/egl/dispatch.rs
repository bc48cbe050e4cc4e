//! Stubs of EGL functions that libglvnd does not know: it asks the vendors for one that finds the right vendor by its first argument.

use super::Handle;
use core::ffi::c_void;
use once_cell::sync::OnceCell;
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicI32, Ordering};

type Address = *mut c_void;

/// `__EGLapiExports`, ABI 0.2 and later: the part that is used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Exports {
    thread_init: Option<unsafe extern "C" fn()>,
    pub get_current_api: Option<unsafe extern "C" fn() -> u32>,
    get_current_vendor: Address,
    get_current_context: Address,
    get_current_display: Address,
    get_current_surface: Address,
    fetch_dispatch_entry: Option<unsafe extern "C" fn(Address, i32) -> Address>,
    set_error: Option<unsafe extern "C" fn(i32)>,
    set_last_vendor: Option<unsafe extern "C" fn(Address) -> u32>,
    get_vendor_from_display: Address,
    get_vendor_from_device: Option<unsafe extern "C" fn(Handle) -> Address>,
}

// SAFETY: addresses of libglvnd's functions, callable from any thread.
unsafe impl Send for Exports {}
// SAFETY: as above.
unsafe impl Sync for Exports {}

/// What libglvnd gave when it loaded this driver.
pub static EXPORTS: OnceCell<Exports> = OnceCell::new();

/// The functions of EGL_EXT_device_query that take a device, with libglvnd's index for each.
static INDICES: [AtomicI32; 2] = [const { AtomicI32::new(-1) }; 2];
const NAMES: [&CStr; 2] = [c"eglQueryDeviceStringEXT", c"eglQueryDeviceAttribEXT"];

/// The function that the device's own vendor has for one of [`NAMES`].
fn entry(which: usize, device: Handle) -> Option<Address> {
    let exports = EXPORTS.get()?;
    // SAFETY: libglvnd's functions, called as its vendor interface says: it looks the device up, the vendor is the one that it found,
    // and the index the one that it gave.
    unsafe {
        exports.thread_init?();
        let vendor = exports.get_vendor_from_device?(device);
        if vendor.is_null() {
            exports.set_error?(super::tokens::EGL_BAD_DEVICE_EXT);
            return None;
        }
        let address = exports.fetch_dispatch_entry?(vendor, INDICES[which].load(Ordering::Acquire));
        exports.set_last_vendor?(vendor);
        (!address.is_null()).then_some(address)
    }
}

extern "C" fn query_device_string(device: Handle, name: i32) -> *const c_char {
    let Some(address) = entry(0, device) else { return core::ptr::null() };
    // SAFETY: a vendor's function of that name has this type.
    let function = unsafe { core::mem::transmute::<Address, extern "C" fn(Handle, i32) -> *const c_char>(address) };
    function(device, name)
}

/// eglQueryDeviceAttribEXT.
///
/// # Safety
/// `value` must be null or the place of a value.
unsafe extern "C" fn query_device_attrib(device: Handle, name: i32, value: *mut isize) -> u32 {
    let Some(address) = entry(1, device) else { return 0 };
    // SAFETY: a vendor's function of that name has this type.
    let function = unsafe { core::mem::transmute::<Address, unsafe extern "C" fn(Handle, i32, *mut isize) -> u32>(address) };
    // SAFETY: the place is as the caller promises.
    unsafe { function(device, name, value) }
}

/// # Safety
/// `name` must be null or a terminated string.
unsafe fn which(name: *const c_char) -> Option<usize> {
    if name.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    NAMES.iter().position(|known| *known == name)
}

/// `getDispatchAddress`.
///
/// # Safety
/// `name` must be null or a terminated string.
pub unsafe extern "C" fn dispatch_address(name: *const c_char) -> Address {
    // SAFETY: as the caller promises.
    match unsafe { which(name) } {
        Some(0) => query_device_string as Address,
        Some(_) => query_device_attrib as Address,
        None => core::ptr::null_mut(),
    }
}

/// `setDispatchIndex`.
///
/// # Safety
/// `name` must be null or a terminated string.
pub unsafe extern "C" fn set_dispatch_index(name: *const c_char, index: i32) {
    // SAFETY: as the caller promises.
    if let Some(which) = unsafe { which(name) } {
        INDICES[which].store(index, Ordering::Release);
    }
}
