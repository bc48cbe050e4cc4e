//! Tables of C functions that are found by name at run time.

/// Declares a table of C functions that are found by name at run time: a struct with one method for each function.
///
/// The literal behind the struct's name is what every symbol begins with, so that `fn Flush();` of `struct Gl("gl")` is `glFlush`.
/// A call of a function that the library lacks returns the zero of its type, and the table remembers the name.
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
            called_missing: std::sync::OnceLock<&'static str>,
            $($name: Option<unsafe extern "system" fn($($kind),*) $(-> $result)?>,)*
        }

        #[allow(non_snake_case, clippy::too_many_arguments, dead_code, reason = "C names and lists; each table is used in part")]
        impl $table {
            /// Fills the table.
            ///
            /// # Safety
            /// `find` must return the C function of the name that it is given, or null.
            $visibility unsafe fn load(find: impl Fn(&str) -> *mut core::ffi::c_void) -> Self {
                Self {
                    called_missing: std::sync::OnceLock::new(),
                    // SAFETY: null is `None`; every other address is the function of this name, which has this type.
                    $($name: unsafe {
                        core::mem::transmute::<*mut core::ffi::c_void, Option<unsafe extern "system" fn($($kind),*) $(-> $result)?>>(
                            find(concat!($prefix, stringify!($name))),
                        )
                    },)*
                }
            }

            /// Returns the table if the library has every function of it.
            ///
            /// # Errors
            /// The name of the first function that the library lacks.
            $visibility fn complete(self) -> Result<Self, &'static str> {
                $(if self.$name.is_none() {
                    return Err(concat!($prefix, stringify!($name)));
                })*
                Ok(self)
            }

            /// Returns the first function that was called although the library lacks it.
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
