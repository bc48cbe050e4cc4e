//! Loads the software pipeline from the folder of the library that contains this code.

use crate::jumps::{Slot, fill};
use core::ffi::{CStr, c_char, c_void};
use glmeter_abi::border::guard;
use glmeter_abi::glvnd::GetProcAddress;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use once_cell::sync::OnceCell;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The software pipeline's library.
const PIPELINE: &str = "libglmeter_soft.so";

/// Returns the pipeline's GetProcAddress, or `None` if the pipeline is missing. The first call loads the pipeline, which is never closed, and
/// points the commands to its own.
pub fn serve(names: &[&'static str], slots: &[Slot]) -> Option<GetProcAddress> {
    static GET_PROC_ADDRESS: OnceCell<Option<GetProcAddress>> = OnceCell::new();
    let load = || {
        let get = load()?;
        // SAFETY: the names are C strings.
        fill(names, slots, |name| unsafe { get(name.as_ptr().cast::<c_char>()) });
        Some(get)
    };
    guard(|| *GET_PROC_ADDRESS.get_or_init(load)).flatten()
}

/// Loads the pipeline.
fn load() -> Option<GetProcAddress> {
    let path = own_file()?.parent()?.join(PIPELINE);
    // SAFETY: the library is glmeter's own, and its constructors have no preconditions.
    let library = unsafe { Library::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }.ok()?;
    // SAFETY: the pipeline declares the function with this type.
    let get = *unsafe { library.get::<GetProcAddress>(b"glmeter_soft_get_proc_address\0") }.ok()?;
    core::mem::forget(library);
    Some(get)
}

/// Returns the file of this library. In a secure process, whose caller chose the current folder, a relative name is none.
fn own_file() -> Option<PathBuf> {
    let mut info = core::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the structure is writable; the address is a function's of this library.
    let found = unsafe { libc::dladdr(own_file as *const c_void, info.as_mut_ptr()) };
    // SAFETY: zeros are a valid value.
    let name = unsafe { info.assume_init() }.dli_fname;
    if found == 0 || name.is_null() {
        return None;
    }
    // SAFETY: dladdr returned a C string, which lives as long as the library.
    let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes()));
    // SAFETY: getauxval has no preconditions.
    let is_secure = unsafe { libc::getauxval(libc::AT_SECURE) } != 0;
    if is_secure && path.is_relative() {
        return None;
    }
    path.canonicalize().ok()
}
