//! Tables of C functions that are looked up at run time, so that the benchmark links with no GL library.

use libloading::Library;
use std::ffi::{CStr, c_void};

/// Declares a table of C functions, one field for each symbol. All must exist.
macro_rules! functions {
    ($(#[$about:meta])* $table:ident { $($field:ident = $symbol:literal: fn($($argument:ty),*) $(-> $answer:ty)?;)* }) => {
        $(#[$about])*
        pub(crate) struct $table { $(pub(crate) $field: unsafe extern "system" fn($($argument),*) $(-> $answer)?,)* }

        impl $table {
            /// Looks each function up with `address`.
            pub(crate) fn load(address: impl Fn(&std::ffi::CStr) -> *const std::ffi::c_void) -> Self {
                Self { $($field: {
                    let found = address($symbol);
                    assert!(!found.is_null(), "the driver has no {:?}", $symbol);
                    // SAFETY: the address is not null, and the library's headers declare the symbol with this signature.
                    unsafe { std::mem::transmute::<*const std::ffi::c_void, unsafe extern "system" fn($($argument),*) $(-> $answer)?>(found) }
                },)* }
            }
        }
    };
}
pub(crate) use functions;

/// Opens a library for the rest of the process. `package` is the Debian package that contains it.
pub(crate) fn open(name: &str, package: &str) -> &'static Library {
    // SAFETY: the constructors of GL and X libraries have no preconditions.
    let opened = unsafe { Library::new(name) };
    // Leaked, because GL libraries keep thread-local state and are not safe to close.
    Box::leak(Box::new(opened.unwrap_or_else(|error| panic!("{error}; on Debian: apt-get install {package}"))))
}

/// Returns the address of an exported function, or null.
pub(crate) fn symbol(library: &'static Library, name: &CStr) -> *const c_void {
    // SAFETY: the symbol's address is read and not called through this type.
    let found = unsafe { library.get::<*const c_void>(name) };
    found.map_or(std::ptr::null(), |address| *address)
}
