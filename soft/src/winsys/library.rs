//! Shared libraries that the driver loads when a program first needs them.

use libloading::Library;

/// Opens a library for the rest of the process.
///
/// # Safety
/// The library's initialisers must have no preconditions.
pub unsafe fn open(file: &str) -> Option<&'static Library> {
    // SAFETY: the caller upholds the same contract.
    let library = unsafe { Library::new(file) }.ok()?;
    Some(Box::leak(Box::new(library)))
}

/// Returns the address of a symbol of a library as a function or a pointer of type `F`.
///
/// # Safety
/// The symbol must be a function of that type, or data to which the pointer may point.
pub unsafe fn symbol<F: Copy>(library: &Library, name: &str) -> Option<F> {
    // SAFETY: the caller guarantees the type.
    unsafe { library.get::<F>(name.as_bytes()) }.ok().map(|found| *found)
}

/// Declares the functions of a library as a structure, and the function that returns it: loaded on first use, or `None` if the library or one of the
/// functions is missing. The library's headers must declare each function with the type of its field.
macro_rules! functions {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident, fn $get:ident, $file:literal {
            $($public:vis $field:ident: fn($($argument:ty),*) $(-> $result:ty)? = $symbol:literal,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($public $field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        /// Returns the functions of the library, loaded on first use, or `None` if the library is missing.
        $visibility fn $get() -> Option<&'static $name> {
            static FUNCTIONS: std::sync::OnceLock<Option<$name>> = std::sync::OnceLock::new();
            let load = || {
                // SAFETY: the library has no initialiser with preconditions; each field has the type that its headers declare for its function.
                unsafe {
                    let library = $crate::winsys::library::open($file)?;
                    Some($name { $($field: $crate::winsys::library::symbol(library, $symbol)?,)* })
                }
            };
            FUNCTIONS.get_or_init(load).as_ref()
        }
    };
}
pub(crate) use functions;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    functions! {
        /// Functions of the C library.
        struct C, fn c, "libc.so.6" {
            abs: fn(i32) -> i32 = "abs",
        }
    }

    functions! {
        /// A function that the C library lacks.
        struct Lacking, fn lacking, "libc.so.6" {
            _missing: fn() = "glmeter_has_no_such_function",
        }
    }

    #[test]
    fn a_library_has_all_of_its_functions_or_is_missing() {
        // SAFETY: abs has no preconditions for this number.
        assert_eq!(unsafe { (c().unwrap().abs)(-3) }, 3);
        assert!(lacking().is_none());
    }
}
