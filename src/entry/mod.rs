//! The C interface, one table per specification: its *New Procedures and Functions* and *New Tokens*.
//!
//! The rows of a table stand in a file `*.in`: each names a command, the suffixes of its further names, and its handler. The build script adds the
//! signatures and the tokens' values from the Khronos registry (`tables/rows.rs`, `tables/generate.rs`), and the module of the same name includes what it
//! generates. The tables generate the exported symbols, GetProcAddress, the driver's function table, the header `include/GL/glmeter.h`, and the tests
//! that walk every entry point. A new extension is one table, one module, and one line in [`EXTENSIONS`].

use crate::gl::GLenum;
mod dispatch;

use crate::current;
use crate::driver::Functions;
use crate::platform::call_slots::{self, Slot};
use core::ffi::{CStr, c_void};

/// One entry point.
pub struct Procedure {
    /// The C name.
    pub name: &'static CStr,
    /// The prototype in Rust syntax, for the header.
    pub signature: &'static str,
    /// Returns the function's address, which symbol interposition cannot change.
    pub address: fn() -> *const c_void,
    /// Calls the exported function with zeros and NULLs.
    pub call_with_zeros: fn(),
    /// The call slot of a draw command, or of one that only the report counts.
    pub slot: Option<&'static Slot>,
    /// The offset of its function in a driver's table, bytes.
    pub offset: usize,
}

impl Procedure {
    /// Returns the function in a driver's table; null if the driver lacks it.
    pub(crate) fn of(&self, functions: &Functions) -> *mut c_void {
        functions.at(self.offset)
    }
}

/// A specification's commands and tokens.
pub struct Extension {
    /// The name string, as `glGetString(GL_EXTENSIONS)` lists it.
    pub name: &'static str,
    /// The specification's commands.
    pub procedures: &'static [Procedure],
    /// Its tokens, without the prefix `GL_`.
    pub tokens: &'static [(&'static str, GLenum)],
}

/// Runs a command with its arguments, quickly where it has a quick way.
macro_rules! entered {
    ($call:expr, $handler:expr, $host:expr; ; $($argument:ident)*) => {
        $crate::entry::dispatch::enter($call, $handler, $host)
    };
    ($call:expr, $handler:expr, $host:expr; $quick:path; $($argument:ident)*) => {{
        // SAFETY: the application's pointers are valid for the accesses that the specification states.
        let quick = move |context: &mut $crate::context::Context| $quick(context $(, unsafe { $crate::memory::FromC::from_c($argument) })*);
        $crate::entry::dispatch::enter_quickly($call, quick, $handler, $host)
    }};
}

/// Declares a specification's part of the C interface. `only if` is the condition on the arguments under which glmeter handles the command; otherwise
/// it goes to the driver at once. `quick` names the command's quick way, which is tried before the handler.
macro_rules! extension {
    (
        $(#[$about:meta])*
        $name:literal;
        procedures { $(fn $procedure:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:expr $(, quick $quick:path)? $(, only if $concerned:expr)?;)* }
        tokens { $($token:ident = $value:literal;)* }
    ) => {
        $(
            #[doc = concat!("`", stringify!($procedure), "` of `", $name, "`.")]
            ///
            /// # Safety
            /// Each pointer must be NULL or valid for the accesses that the specification states.
            #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specification's own names and lists")]
            #[cfg_attr(not(android_layer), unsafe(no_mangle))]
            pub unsafe extern "system-unwind" fn $procedure($($argument: $kind),*) $(-> $result)? {
                // SAFETY: as the caller promises.
                unsafe { own::$procedure($($argument),*) }
            }
        )*

        /// The same functions under names that are not exported, which symbol interposition cannot change.
        #[allow(non_snake_case, unused_imports, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        mod own {
            use super::*;
            $(
                pub(super) unsafe extern "system-unwind" fn $procedure($($argument: $kind),*) $(-> $result)? {
                    static CALL: $crate::entry::dispatch::Call = $crate::entry::dispatch::Call { name: stringify!($procedure) };
                    // SAFETY: the application called this command with these arguments.
                    let host = move |functions: &$crate::driver::Functions| functions.$procedure.map(|function| unsafe { function($($argument),*) });
                    $(
                        if !$concerned {
                            return $crate::entry::dispatch::pass(host);
                        }
                    )?
                    // SAFETY: the application's pointers are valid for the accesses that the specification states.
                    let handler = move |context: &mut $crate::context::Context| $handler(context $(, unsafe { $crate::memory::FromC::from_c($argument) })*);
                    entered!(&CALL, handler, host; $($quick)?; $($argument)*)
                }
            )*
        }

        $(#[$about])*
        pub static EXTENSION: $crate::entry::Extension = $crate::entry::Extension {
            name: $name,
            procedures: &[$(
                $crate::entry::Procedure {
                    name: $crate::entry::c_name(concat!(stringify!($procedure), "\0")),
                    signature: stringify!(fn $procedure($($argument: $kind),*) $(-> $result)?),
                    address: || own::$procedure as *const core::ffi::c_void,
                    call_with_zeros: || {
                        // SAFETY: every command accepts zeros and NULLs without dereferencing them.
                        unsafe { $procedure($($crate::entry::zero::<$kind>()),*) };
                    },
                    slot: None,
                    offset: core::mem::offset_of!($crate::driver::Functions, $procedure),
                },
            )*],
            tokens: &[$((stringify!($token), $value)),*],
        };
    };
}

/// Converts a name that ends with a NUL.
pub(crate) const fn c_name(name: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(name.as_bytes()) {
        Ok(name) => name,
        Err(_) => c"",
    }
}

/// Returns zero or NULL.
///
/// # Safety
/// `T` must be a type for which zero bytes are a valid value, such as the C interface's integers and pointers.
pub(crate) unsafe fn zero<T>() -> T {
    // SAFETY: as the caller promises.
    unsafe { core::mem::zeroed() }
}

#[macro_use]
mod switched;
#[macro_use]
mod observed;

pub mod angle_timer_query;
pub mod arb_pipeline_statistics_query;
pub mod arb_timer_query;
pub mod ext_disjoint_timer_query;
pub mod gl_draws;
pub mod gl_fixed_function;
pub mod gl_lists;
pub mod gl_others;
pub mod gl_queries;
pub mod gl_state;
pub mod gl_state_changes;
pub mod gl_uniforms;
pub mod gl_uploads;
pub mod gl_work;
pub mod intel_performance_query;

/// The five extensions, and the core commands whose results they change.
pub static EXTENSIONS: [&Extension; 7] = [
    &arb_timer_query::EXTENSION,
    &arb_pipeline_statistics_query::EXTENSION,
    &ext_disjoint_timer_query::EXTENSION,
    &angle_timer_query::EXTENSION,
    &intel_performance_query::EXTENSION,
    &gl_queries::EXTENSION,
    &gl_state::EXTENSION,
];

/// The commands of draws, and those that only the report counts or checks.
static OTHERS: [&Extension; 8] = [
    &gl_draws::EXTENSION,
    &gl_lists::EXTENSION,
    &gl_work::EXTENSION,
    &gl_uploads::EXTENSION,
    &gl_state_changes::EXTENSION,
    &gl_uniforms::EXTENSION,
    &gl_fixed_function::EXTENSION,
    &gl_others::EXTENSION,
];

/// Returns every entry point.
pub fn procedures() -> impl Iterator<Item = &'static Procedure> {
    EXTENSIONS.iter().chain(&OTHERS).flat_map(|extension| extension.procedures)
}

/// Shows other copies of glmeter how to look this one's commands up.
#[cfg(not(android_layer))]
pub(crate) fn offer_to_copies() {
    use core::ffi::c_char;
    use glmeter_abi::border::guard;
    unsafe extern "C" fn command(name: *const c_char) -> *mut c_void {
        // SAFETY: the name is a C string, as in every `LookUp`.
        let name = unsafe { CStr::from_ptr(name) };
        guard(|| get_proc_address(name)).flatten().unwrap_or(core::ptr::null()).cast_mut()
    }
    crate::platform::copies::offer_commands(command);
}

/// Attaches to the context that is current on this thread, and returns its driver's functions.
pub(crate) fn attach() -> Option<&'static Functions> {
    #[cfg(not(android_layer))]
    offer_to_copies();
    current::attach_late(learn)
}

/// Records a driver's functions in the commands' call slots.
pub(crate) fn learn(functions: &Functions) {
    call_slots::learn(procedures().filter_map(|procedure| Some((procedure.slot?, procedure.of(functions)))));
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

/// Returns glmeter's address for GetProcAddress, or `None` if glmeter does not handle that command. Callers return a draw command's address
/// only if the driver has the command too.
pub fn get_proc_address(name: &CStr) -> Option<*const c_void> {
    procedure(name).map(|procedure| (procedure.address)())
}
