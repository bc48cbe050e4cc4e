//! Libraries opened at run time, so that the benchmark links to no GL library.

use libloading::Library;
use std::ffi::c_void;

/// Opens a library for the rest of the process. `package` is the Debian package that contains it.
pub(crate) fn open(name: &str, package: &str) -> &'static Library {
    // SAFETY: the constructors of GL and X libraries have no preconditions.
    let opened = unsafe { Library::new(name) };
    // Leaked, because GL libraries keep thread-local state and are not safe to close.
    Box::leak(Box::new(opened.unwrap_or_else(|error| panic!("{error}; on Debian: apt-get install {package}"))))
}

/// Returns the address of an exported function, or null.
pub(crate) fn symbol(library: &'static Library, name: &str) -> *mut c_void {
    // SAFETY: the symbol's address is read and not called through this type.
    let found = unsafe { library.get::<*mut c_void>(name.as_bytes()) };
    found.map_or(std::ptr::null_mut(), |address| *address)
}
