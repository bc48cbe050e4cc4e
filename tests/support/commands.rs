//! GL commands under the specifications' names, looked up in the driver under test.

/// Declares the table of commands `Gl`.
macro_rules! commands {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {
        /// The commands, found by eglGetProcAddress.
        #[allow(non_snake_case, reason = "the specifications' own names")]
        pub struct Gl {
            $($name: unsafe extern "C" fn($($kind),*) $(-> $result)?,)*
        }

        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specifications' own names and lists")]
        impl Gl {
            pub fn load(find: impl Fn(&core::ffi::CStr) -> *mut core::ffi::c_void) -> Self {
                let find = |name: &str| {
                    let address = find(core::ffi::CStr::from_bytes_with_nul(name.as_bytes()).unwrap());
                    assert!(!address.is_null(), "{name}");
                    address
                };
                Self {
                    // SAFETY: libglvnd returns a function of the command's own type for every name.
                    $($name: unsafe { core::mem::transmute::<*mut core::ffi::c_void, unsafe extern "C" fn($($kind),*) $(-> $result)?>(find(concat!("gl", stringify!($name), "\0"))) },)*
                }
            }

            $(pub fn $name(&self, $($argument: $kind),*) $(-> $result)? {
                // SAFETY: the tests pass live memory of the size that the command accesses, or an offset if it expects one.
                unsafe { (self.$name)($($argument),*) }
            })*
        }
    };
}

/// Declares constants under the specifications' names.
macro_rules! tokens {
    ($($name:ident = $value:literal;)*) => { $(pub const $name: u32 = $value;)* };
}
