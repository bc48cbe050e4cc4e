//! GL commands under the specifications' names, looked up in the driver under test.

/// Makes the table of commands `Gl`, each of which the driver under test must have.
macro_rules! commands {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {
        glmeter_abi::functions! {
            struct Commands("gl") { $(fn $name($($argument: $kind),*) $(-> $result)?;)* }
        }

        /// The commands, found by eglGetProcAddress.
        pub struct Gl(Commands);

        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specifications' own names and lists")]
        impl Gl {
            pub fn load(find: impl Fn(&str) -> *mut core::ffi::c_void) -> Self {
                // SAFETY: libglvnd gives a function of the command's own type for every name.
                Self(unsafe { Commands::load(find) }.unwrap())
            }

            $(pub fn $name(&self, $($argument: $kind),*) $(-> $result)? {
                // SAFETY: the tests give live memory of the size that the command reads or writes, or an offset where it wants one.
                unsafe { self.0.$name($($argument),*) }
            })*
        }
    };
}

/// Declares constants under the specifications' names.
macro_rules! tokens {
    ($($name:ident = $value:literal;)*) => { $(pub const $name: u32 = $value;)* };
}
