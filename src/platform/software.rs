//! The software pipeline without libglvnd, for processes without libEGL: the exported EGL functions call it directly.
//!
//! With libglvnd it is a vendor like any other, which `winsys::glvnd` wraps.

use super::{elf, vendors};
use crate::config::{self, Log, Provider};
use crate::diagnostics::say;
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::glvnd::GetProcAddress;
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};

/// The pipeline's GetProcAddress, once it serves this process.
static GET_PROC_ADDRESS: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// Loads the software pipeline as the driver behind the exported EGL functions, for their later calls. Returns false if it cannot be
/// loaded. It is never closed.
pub fn serve() -> bool {
    if serves() {
        return true;
    }
    let Some(path) = vendors::software_library() else { return false };
    // SAFETY: the library is glmeter's own, and its constructors have no preconditions.
    let Ok(library) = (unsafe { Library::open(Some(&path), RTLD_LAZY | RTLD_LOCAL) }) else { return false };
    // SAFETY: the symbol's address is read and not called through this type.
    let Ok(get) = (unsafe { library.get::<*mut c_void>(b"glmeter_soft_get_proc_address\0") }).map(|get| *get) else { return false };
    core::mem::forget(library);
    if GET_PROC_ADDRESS.swap(get, Ordering::AcqRel).is_null() {
        say(Log::Info, &format!("wrapping {}, without libEGL", path.to_string_lossy()));
    }
    true
}

/// Returns true if the software pipeline is the driver of this process without libglvnd.
pub(crate) fn serves() -> bool {
    !GET_PROC_ADDRESS.load(Ordering::Acquire).is_null()
}

/// Returns true if the settings ask for the pipeline and the driver of this process is another: it has neither libglvnd, through which the pipeline
/// serves, nor the pipeline's own libEGL and libGL. The driver's library must be open.
pub(crate) fn is_out_of_reach() -> bool {
    let is_of_either = |file: &[u8]| file.starts_with(b"libGLdispatch.so") || file == vendors::SOFTWARE.as_bytes();
    config::get().provider == Provider::Software && !serves() && !elf::any_object(|object| is_of_either(object.file_name()))
}

/// Returns true if the settings ask for the pipeline and a function of OSMesa is of another libOSMesa than glmeter's.
pub(crate) fn is_of_another_osmesa(function: *mut c_void) -> bool {
    if config::get().provider != Provider::Software {
        return false;
    }
    let mut file = None;
    elf::any_object(|object| {
        let found = object.range.contains(&(function as usize));
        if found {
            file = Some(object.name.to_owned());
        }
        found
    });
    let file = file.and_then(|file| std::path::Path::new(file.to_str().ok()?).canonicalize().ok());
    file.is_none_or(|file| file.file_name().is_none_or(|name| name != "libglmeter_osmesa.so"))
}

/// Returns the pipeline's EGL function or GL command of a name; null if the pipeline is not in use.
pub(crate) fn function(name: &CStr) -> *mut c_void {
    // SAFETY: `serve` stored glmeter_soft_get_proc_address, which has this type.
    let get = unsafe { glmeter_abi::function::<GetProcAddress>(GET_PROC_ADDRESS.load(Ordering::Acquire)) };
    // SAFETY: the name is a C string.
    get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) })
}
