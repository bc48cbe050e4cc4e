//! The software pipeline without libglvnd, for processes that have no libEGL: the exported EGL functions call it themselves.
//!
//! Behind libglvnd it is a vendor like any other, and `winsys::glvnd` stands in front of it.

use super::vendors;
use crate::config::Log;
use crate::diagnostics::say;
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::glvnd::GetProcAddress;
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};

/// The pipeline's GetProcAddress, once it serves this process.
static GET_PROC_ADDRESS: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// Makes the software pipeline serve what the exported EGL functions are asked for; whether it does. It is never closed.
/// What they were asked for before keeps its answer.
pub fn serve() -> bool {
    if serves() {
        return true;
    }
    let Some(path) = vendors::software_library() else { return false };
    // SAFETY: a library of our own, which has no conditions for being opened.
    let Ok(library) = (unsafe { Library::open(Some(&path), RTLD_LAZY | RTLD_LOCAL) }) else { return false };
    // SAFETY: a function's address is read, no more.
    let Ok(get) = (unsafe { library.get::<*mut c_void>(b"glmeter_soft_get_proc_address\0") }).map(|get| *get) else { return false };
    core::mem::forget(library);
    if GET_PROC_ADDRESS.swap(get, Ordering::AcqRel).is_null() {
        say(Log::Info, &format!("in front of {}, without libEGL", path.to_string_lossy()));
    }
    true
}

/// Returns true if the software pipeline serves this process, without libglvnd.
pub(crate) fn serves() -> bool {
    !GET_PROC_ADDRESS.load(Ordering::Acquire).is_null()
}

/// Returns the pipeline's EGL function or GL command of a name, if it serves this process.
pub(crate) fn function(name: &CStr) -> *mut c_void {
    // SAFETY: null is `None`; any other address is glmeter_soft_get_proc_address.
    let get: Option<GetProcAddress> = unsafe { core::mem::transmute(GET_PROC_ADDRESS.load(Ordering::Acquire)) };
    // SAFETY: a C string.
    get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) })
}
