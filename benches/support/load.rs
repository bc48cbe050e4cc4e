//! Tables of C functions found at run time, so the benchmark links to no GL library.

use libloading::Library;
use std::ffi::{CStr, c_void};

/// A table of functions: one field for each symbol, all of which must be found.
macro_rules! functions {
    ($(#[$about:meta])* $table:ident { $($field:ident = $symbol:literal: fn($($argument:ty),*) $(-> $answer:ty)?;)* }) => {
        $(#[$about])*
        pub(crate) struct $table { $(pub(crate) $field: unsafe extern "system" fn($($argument),*) $(-> $answer)?,)* }

        impl $table {
            pub(crate) fn load(address: impl Fn(&std::ffi::CStr) -> *const std::ffi::c_void) -> Self {
                Self { $($field: {
                    let found = address($symbol);
                    assert!(!found.is_null(), "the driver has no {:?}", $symbol);
                    // SAFETY: not null, and the headers of the library declare the symbol with this signature.
                    unsafe { std::mem::transmute::<*const std::ffi::c_void, unsafe extern "system" fn($($argument),*) $(-> $answer)?>(found) }
                },)* }
            }
        }
    };
}
pub(crate) use functions;

/// Opens a library for the rest of the process; `package` is the Debian package that has it.
pub(crate) fn open(name: &str, package: &str) -> &'static Library {
    // SAFETY: the initialisers of GL and X libraries are made to run at any time in any process.
    let opened = unsafe { Library::new(name) };
    // Leaked: GL libraries keep thread-local state and do not like to be closed.
    Box::leak(Box::new(opened.unwrap_or_else(|error| panic!("{error}; on Debian: apt-get install {package}"))))
}

/// The address of an exported function, or null.
pub(crate) fn symbol(library: &'static Library, name: &CStr) -> *const c_void {
    // SAFETY: the address is only read here; its type is given by the table that asked for it.
    let found = unsafe { library.get::<*const c_void>(name) };
    found.map_or(std::ptr::null(), |address| *address)
}
