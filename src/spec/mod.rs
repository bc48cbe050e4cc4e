//! The C interface, one file per specification: its *New Procedures and Functions* and *New Tokens* as one table.
//!
//! From these tables come the exported symbols, the answers of GetProcAddress, the host function table's signatures
//! (`build.rs` reads them), the header `include/GL/glmeter.h`, and the tests that walk every entry point.
//! A further extension is one file and one line in [`EXTENSIONS`].

use crate::gl::GLenum;
mod dispatch;

use crate::driver::Functions;
use crate::platform::call_slots::{self, Slot};
use core::ffi::{CStr, c_void};

/// One entry point.
pub struct Procedure {
    /// The name, as C spells it.
    pub name: &'static CStr,
    /// The C prototype's parts, as Rust spells them, for the header.
    pub signature: &'static str,
    /// The function, by an address that no other library can take over.
    pub address: fn() -> *const c_void,
    /// Calls the exported function with zeros and NULLs.
    pub call_with_zeros: fn(),
    /// For a draw command, the word of memory that its address is a jump through.
    pub slot: Option<&'static Slot>,
    /// For a draw command, its function in a driver's table; null if the driver has none.
    pub of: fn(&Functions) -> *mut c_void,
}

/// One specification's commands and tokens.
pub struct Extension {
    /// The name string, as `glGetString(GL_EXTENSIONS)` would list it.
    pub name: &'static str,
    /// What it adds to the interface.
    pub procedures: &'static [Procedure],
    /// Its tokens, without the prefix `GL_`.
    pub tokens: &'static [(&'static str, GLenum)],
}

/// Declares a specification's part of the C interface. Each procedure stands on one line: `build.rs` reads them too.
/// `only if` names the arguments for which a command concerns glmeter at all; with others it is the driver's at once.
macro_rules! extension {
    (
        $(#[$about:meta])*
        $name:literal;
        procedures { $(fn $procedure:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:expr $(, only if $concerned:expr)?;)* }
        tokens { $($token:ident = $value:literal;)* }
    ) => {
        $(
            #[doc = concat!("`", stringify!($procedure), "` of `", $name, "`.")]
            ///
            /// # Safety
            /// Each pointer must be NULL or good for what the specification says is read or written through it.
            #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specification's own names and lists")]
            #[unsafe(no_mangle)]
            pub unsafe extern "system" fn $procedure($($argument: $kind),*) $(-> $result)? {
                // SAFETY: same arguments, same contract.
                unsafe { own::$procedure($($argument),*) }
            }
        )*

        /// The same functions under names that are not exported: the linker can bind nothing else to them.
        #[allow(non_snake_case, unused_imports, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        mod own {
            use super::*;
            $(
                pub(super) unsafe extern "system" fn $procedure($($argument: $kind),*) $(-> $result)? {
                    static CALL: $crate::spec::dispatch::Call = $crate::spec::dispatch::Call { name: stringify!($procedure) };
                    // SAFETY: the application's own arguments, for the function that it called.
                    let host = move |functions: &$crate::driver::Functions| functions.$procedure.map(|function| unsafe { function($($argument),*) });
                    $(
                        if !$concerned {
                            return $crate::spec::dispatch::pass(host);
                        }
                    )?
                    // SAFETY: the application's pointers are good for what the specification says.
                    let handler = move |context: &mut $crate::context::Context| $handler(context $(, unsafe { $crate::memory::FromC::from_c($argument) })*);
                    $crate::spec::dispatch::enter(&CALL, handler, host)
                }
            )*
        }

        $(#[$about])*
        pub static EXTENSION: $crate::spec::Extension = $crate::spec::Extension {
            name: $name,
            procedures: &[$(
                $crate::spec::Procedure {
                    name: $crate::spec::c_name(concat!(stringify!($procedure), "\0")),
                    signature: stringify!(fn $procedure($($argument: $kind),*) $(-> $result)?),
                    address: || own::$procedure as *const core::ffi::c_void,
                    call_with_zeros: || {
                        // SAFETY: every command takes zeros and NULLs without following them.
                        unsafe { $procedure($($crate::spec::zero::<$kind>()),*) };
                    },
                    slot: None,
                    of: |_| core::ptr::null_mut(),
                },
            )*],
            tokens: &[$((stringify!($token), $value)),*],
        };
    };
}
/// Returns the name as C wants it; it ends with the NUL that the macro adds.
pub(crate) const fn c_name(name: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(name.as_bytes()) {
        Ok(name) => name,
        Err(_) => c"",
    }
}

/// Returns zero or NULL.
///
/// # Safety
/// `T` must be a type for which all zero bits are a value: the C interface's integers and pointers.
pub(crate) unsafe fn zero<T>() -> T {
    // SAFETY: as the caller promises.
    unsafe { core::mem::zeroed() }
}

#[macro_use]
mod switched;

pub mod angle_timer_query;
pub mod arb_pipeline_statistics_query;
pub mod arb_timer_query;
pub mod ext_disjoint_timer_query;
pub mod gl_draws;
pub mod gl_lists;
pub mod gl_queries;
pub mod gl_state;
pub mod intel_performance_query;

/// The five extensions, and the core commands whose answers they change.
pub static EXTENSIONS: [&Extension; 7] = [
    &arb_timer_query::EXTENSION,
    &arb_pipeline_statistics_query::EXTENSION,
    &ext_disjoint_timer_query::EXTENSION,
    &angle_timer_query::EXTENSION,
    &intel_performance_query::EXTENSION,
    &gl_queries::EXTENSION,
    &gl_state::EXTENSION,
];

/// Returns every entry point.
pub fn procedures() -> impl Iterator<Item = &'static Procedure> {
    EXTENSIONS.iter().copied().chain([&gl_draws::EXTENSION, &gl_lists::EXTENSION]).flat_map(|extension| extension.procedures)
}

/// Tells the draw commands' slots which functions a driver has.
pub(crate) fn learn(functions: &Functions) {
    call_slots::learn(procedures().filter_map(|procedure| Some((procedure.slot?, (procedure.of)(functions)))));
}

/// Returns the entry point of this name, if glmeter handles that command.
pub fn procedure(name: &CStr) -> Option<&'static Procedure> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static BY_NAME: LazyLock<HashMap<&'static CStr, &'static Procedure>> =
        LazyLock::new(|| procedures().map(|procedure| (procedure.name, procedure)).collect());
    if !name.to_bytes().starts_with(b"gl") {
        return None;
    }
    BY_NAME.get(name).copied()
}

/// Returns the address that GetProcAddress gives for `name`: glmeter's, or `None` if glmeter does not handle that command. A draw
/// command's is given out only where the driver has the command, too.
pub fn get_proc_address(name: &CStr) -> Option<*const c_void> {
    procedure(name).map(|procedure| (procedure.address)())
}
