//! Dispatch stubs for EGL functions that libglvnd does not know. libglvnd asks each vendor for a stub, which finds the right vendor by the
//! first argument of the call.

use super::Handle;
use super::tokens::{EGL_BAD_DEVICE_EXT, EGL_BAD_DISPLAY};
use crate::winsys::Failed;
use crate::winsys::stubs::{self, Exports, Stub};
use core::ffi::c_void;
use glmeter_abi::function;
use glmeter_abi::glvnd::{Address, EglExports};
use std::ffi::c_char;

/// libglvnd's functions for EGL vendors.
pub static EXPORTS: Exports<EglExports> = Exports::new();

/// The type of a command's first argument.
#[derive(Clone, Copy)]
enum FirstArgument {
    Display,
    Device,
}

/// Returns the function of the vendor that owns the first argument, null if it lacks the function, or `None` with the EGL error set.
fn entry(command: Command, first: FirstArgument, argument: Handle) -> Option<Address> {
    let exports = EXPORTS.get()?;
    // SAFETY: these are libglvnd's functions, called as its vendor interface requires: libglvnd validates the argument, the vendor comes
    // from its own lookup, and the index is the one it assigned.
    unsafe {
        exports.thread_init?();
        let (vendor, error) = match first {
            FirstArgument::Display => (exports.get_vendor_from_display?(argument), EGL_BAD_DISPLAY),
            FirstArgument::Device => (exports.get_vendor_from_device?(argument), EGL_BAD_DEVICE_EXT),
        };
        if vendor.is_null() {
            exports.set_error?(error);
            return None;
        }
        let address = exports.fetch_dispatch_entry?(vendor, STUBS[command as usize].index());
        exports.set_last_vendor?(vendor);
        Some(address)
    }
}

/// Defines the stub of each command, and the table in which libglvnd looks stubs up.
macro_rules! stubs {
    ($($first:ident: $name:literal $stub:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => {
        /// The commands that have a stub.
        #[allow(non_camel_case_types, reason = "named like the stubs")]
        #[derive(Clone, Copy)]
        enum Command { $($stub),* }

        /// The stub of each command.
        static STUBS: [Stub; [$(stringify!($stub)),*].len()] = [$(Stub::new($name, $stub as *const c_void)),*];

        $(
            unsafe extern "C" fn $stub(first: Handle, $($argument: $ty),*) -> $result {
                type Function = unsafe extern "C" fn(Handle, $($ty),*) -> $result;
                let address = entry(Command::$stub, FirstArgument::$first, first);
                // SAFETY: the vendor's function of that name has the type of the row in `stubs!`.
                let function = address.and_then(|address| unsafe { function::<Function>(address) });
                // SAFETY: the arguments are the caller's own, which must be valid for the command.
                function.map_or(<$result>::FAILED, |function| unsafe { function(first, $($argument),*) })
            }
        )*
    };
}

stubs! {
    Device: c"eglQueryDeviceStringEXT" query_device_string(name: i32) -> *const c_char;
    Device: c"eglQueryDeviceAttribEXT" query_device_attrib(name: i32, value: *mut isize) -> u32;
    Display: c"eglCreateSyncKHR" create_sync(kind: u32, list: *const i32) -> Handle;
    Display: c"eglDestroySyncKHR" destroy_sync(sync: Handle) -> u32;
    Display: c"eglClientWaitSyncKHR" client_wait_sync(sync: Handle, flags: i32, nanoseconds: u64) -> i32;
    Display: c"eglGetSyncAttribKHR" get_sync_attrib(sync: Handle, name: i32, value: *mut i32) -> u32;
    Display: c"eglCreateImageKHR" create_image(context: Handle, target: u32, buffer: Handle, list: *const i32) -> Handle;
    Display: c"eglDestroyImageKHR" destroy_image(image: Handle) -> u32;
    Display: c"eglGetDisplayDriverConfig" display_driver_config() -> *mut c_char;
    Display: c"eglGetDisplayDriverName" display_driver_name() -> *const c_char;
    Display: c"eglSetDamageRegionKHR" set_damage_region(surface: Handle, rectangles: *const i32, count: i32) -> u32;
    Display: c"eglSignalSyncKHR" signal_sync(sync: Handle, mode: u32) -> u32;
    Display: c"eglSwapBuffersWithDamageEXT" swap_buffers_with_damage_ext(surface: Handle, rectangles: *const i32, count: i32) -> u32;
    Display: c"eglSwapBuffersWithDamageKHR" swap_buffers_with_damage_khr(surface: Handle, rectangles: *const i32, count: i32) -> u32;
    Display: c"eglWaitSyncKHR" wait_sync(sync: Handle, flags: i32) -> i32;
}

/// Implements `getDispatchAddress` of libglvnd's vendor interface.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe extern "C" fn dispatch_address(name: *const c_char) -> Address {
    // SAFETY: the caller upholds the same contract.
    unsafe { stubs::address(&STUBS, name) }
}

/// Implements `setDispatchIndex` of libglvnd's vendor interface.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe extern "C" fn set_dispatch_index(name: *const c_char, index: i32) {
    // SAFETY: the caller upholds the same contract.
    unsafe { stubs::set_index(&STUBS, name, index) }
}
