//! Shared libraries that the driver loads when a program first needs them.

use libloading::Library;
use std::ffi::c_void;

/// Opens a library for the rest of the process.
///
/// # Safety
/// The library's initialisers must have no preconditions.
pub unsafe fn open(file: &str) -> Option<&'static Library> {
    // SAFETY: the caller upholds the same contract.
    let library = unsafe { Library::new(file) }.ok()?;
    Some(Box::leak(Box::new(library)))
}

/// Returns the address of a symbol of a library, or null.
pub fn symbol(library: &Library, name: &str) -> *mut c_void {
    // SAFETY: the symbol's address is taken, and nothing is read or called through this type.
    unsafe { library.get::<*mut c_void>(name.as_bytes()) }.map_or(core::ptr::null_mut(), |found| *found)
}

/// Opens a library for the rest of the process, and returns what `load` makes of a look-up among its symbols, the `load` of a table of functions.
/// Returns `None` if the library or one of the functions is missing.
///
/// # Safety
/// The library's initialisers must have no preconditions.
pub unsafe fn functions<T>(file: &str, load: impl FnOnce(&dyn Fn(&str) -> *mut c_void) -> Result<T, &'static str>) -> Option<T> {
    // SAFETY: the caller upholds the same contract.
    let library = unsafe { open(file) }?;
    load(&|name| symbol(library, name)).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    glmeter_abi::functions! {
        /// Functions of the C library.
        struct C("") {
            fn abs(number: i32) -> i32;
        }
    }

    glmeter_abi::functions! {
        /// Functions one of which the C library lacks.
        struct Lacking("glmeter_has_no_such_") {
            fn function();
        }
    }

    #[test]
    fn a_library_has_all_of_its_functions_or_is_missing() {
        // SAFETY: the C library's initialisers have run, and its headers declare abs with the type in the table `C`.
        let c = unsafe { super::functions("libc.so.6", |find| C::load(find)) }.unwrap();
        // SAFETY: abs has no preconditions for this number.
        assert_eq!(unsafe { c.abs(-3) }, 3);
        // SAFETY: as above; no function has the name.
        let lacking = unsafe { super::functions("libc.so.6", |find| Lacking::load(find)) };
        // SAFETY: there is nothing to call.
        assert!(lacking.map(|lacking| unsafe { lacking.function() }).is_none());
    }
}
