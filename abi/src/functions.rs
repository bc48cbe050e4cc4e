//! C functions that are found by name at run time.

use core::ffi::c_void;

/// Returns the C function at an address as a function pointer of type `F`, or `None` for null.
///
/// # Safety
/// The address must be null or that of a function of type `F`.
#[inline]
pub const unsafe fn function<F: Copy>(address: *const c_void) -> Option<F> {
    const {
        assert!(
            size_of::<Option<F>>() == size_of::<*const c_void>() && size_of::<F>() == size_of::<Option<F>>(),
            "F is a function pointer"
        );
    }
    // SAFETY: both have the size of an address. Null is `None`; any other address is a function of this type, as the caller promises.
    unsafe { core::mem::transmute_copy(&address) }
}

/// Declares a table of C functions that are found by name at run time: a struct with one method for each function.
///
/// The literal behind the struct's name is what every symbol begins with, so that `fn Flush();` of `struct Gl("gl")` is `glFlush`.
/// There is no table without all of its functions, except that of a `partial struct`: a call of a function that the library lacks returns the zero
/// of its type, and the table remembers the name.
#[macro_export]
macro_rules! functions {
    (
        $(#[$about:meta])*
        $visibility:vis struct $table:ident($prefix:literal) {
            $(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $result:ty)?;)*
        }
    ) => {
        $(#[$about])*
        #[allow(non_snake_case, reason = "C names")]
        $visibility struct $table {
            $($name: unsafe extern "system" fn($($kind),*) $(-> $result)?,)*
        }

        #[allow(non_snake_case, clippy::too_many_arguments, reason = "C names and lists")]
        impl $table {
            /// Fills the table.
            ///
            /// # Safety
            /// `find` must return the C function of the name that it is given, with the type in the table, or null.
            ///
            /// # Errors
            /// The name of the first function that the library lacks.
            $visibility unsafe fn load(find: impl Fn(&str) -> *mut core::ffi::c_void) -> core::result::Result<Self, &'static str> {
                Ok(Self { $($name: {
                    let name = concat!($prefix, stringify!($name));
                    // SAFETY: as the caller promises of `find`.
                    unsafe { $crate::function(find(name)) }.ok_or(name)?
                },)* })
            }

            $(
                /// Calls the C function of this name.
                ///
                /// # Safety
                /// As the function's specification says of its arguments.
                #[inline]
                $visibility unsafe fn $name(&self, $($argument: $kind),*) $(-> $result)? {
                    // SAFETY: same arguments, same contract.
                    unsafe { (self.$name)($($argument),*) }
                }
            )*
        }
    };
    (
        $(#[$about:meta])*
        $visibility:vis partial struct $table:ident($prefix:literal) {
            $(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $result:ty)?;)*
        }
    ) => {
        $(#[$about])*
        #[allow(non_snake_case, reason = "C names")]
        $visibility struct $table {
            called_missing: std::sync::OnceLock<&'static str>,
            $($name: Option<unsafe extern "system" fn($($kind),*) $(-> $result)?>,)*
        }

        #[allow(non_snake_case, clippy::too_many_arguments, reason = "C names and lists")]
        impl $table {
            /// Fills the table.
            ///
            /// # Safety
            /// `find` must return the C function of the name that it is given, with the type in the table, or null.
            $visibility unsafe fn load(find: impl Fn(&str) -> *mut core::ffi::c_void) -> Self {
                Self {
                    called_missing: std::sync::OnceLock::new(),
                    // SAFETY: as the caller promises of `find`.
                    $($name: unsafe { $crate::function(find(concat!($prefix, stringify!($name)))) },)*
                }
            }

            /// Returns the first function that was called although the library lacks it.
            #[allow(dead_code, reason = "not every table's user asks")]
            $visibility fn called_missing(&self) -> Option<&'static str> {
                self.called_missing.get().copied()
            }

            $(
                /// Calls the C function of this name.
                ///
                /// # Safety
                /// As the function's specification says of its arguments.
                #[inline]
                $visibility unsafe fn $name(&self, $($argument: $kind),*) $(-> $result)? {
                    match self.$name {
                        // SAFETY: same arguments, same contract.
                        Some(function) => unsafe { function($($argument),*) },
                        None => {
                            let _ = self.called_missing.set(concat!($prefix, stringify!($name)));
                            Default::default()
                        }
                    }
                }
            )*
        }
    };
}
