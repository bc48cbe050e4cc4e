//! The macro that declares draw commands. Unlike with `extension!`, the address that applications get is a jump through a
//! [`Slot`](crate::platform::call_slots::Slot), and the commands return nothing.

/// Declares draw commands. Each of `draws` and `indexed` is one draw, the latter with indices, which are the argument behind `of`. The handlers of `plain` and
/// `vertices` take no arguments; the report does not count vertices, and `only if` is the condition under which the command specifies one.
macro_rules! switched {
    (
        $(#[$about:meta])*
        $name:literal;
        draws { $(fn $draw:ident($($taken:ident: $has:ty),*) => $counter:expr;)* }
        indexed { $(fn $indexed:ident($($holds:ident: $sort:ty),*) => $tally:expr, of $indices:ident;)* }
        procedures { $(fn $procedure:ident($($argument:ident: $kind:ty),*) => $handler:expr;)* }
        plain { $(fn $plain:ident($($value:ident: $type:ty),*) => $effect:expr;)* }
        vertices { $(fn $vertex:ident($($given:ident: $of:ty),*) => $made:expr $(, only if $concerned:expr)?;)* }
    ) => {
        /// The entry points that count draws.
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        mod own {
            use super::*;
            $(switched! { @own $draw($($taken: $has),*)
                // SAFETY: the application's pointers are valid for the accesses that the specification states.
                { move |context: &mut $crate::context::Context| $counter(context $(, unsafe { $crate::memory::FromC::from_c($taken) })*) }
                quick { $crate::entry::dispatch::count_draw() }
            })*
            $(switched! { @own $indexed($($holds: $sort),*)
                // SAFETY: the application's pointers are valid for the accesses that the specification states.
                { move |context: &mut $crate::context::Context| $tally(context $(, unsafe { $crate::memory::FromC::from_c($holds) })*) }
                quick { $crate::entry::dispatch::count_indexed_draw($indices) }
            })*
            $(switched! { @own $procedure($($argument: $kind),*)
                // SAFETY: the application's pointers are valid for the accesses that the specification states.
                { move |context: &mut $crate::context::Context| $handler(context $(, unsafe { $crate::memory::FromC::from_c($argument) })*) }
            })*
            $(switched! { @own $plain($($value: $type),*) { $effect } })*
            $(switched! { @own $vertex($($given: $of),*) { $made } $(only if $concerned)? })*
        }

        /// The call slots of the commands.
        #[allow(non_upper_case_globals, reason = "the specification's own names")]
        mod slots {
            use super::own;
            $(switched! { @slot new $draw })*
            $(switched! { @slot new $indexed })*
            $(switched! { @slot new $procedure })*
            $(switched! { @slot new $plain })*
            $(switched! { @slot counted $vertex })*
        }

        $(switched! { @jump $name, $draw($($taken: $has),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*
        $(switched! { @jump $name, $indexed($($holds: $sort),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*
        $(switched! { @jump $name, $procedure($($argument: $kind),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*
        $(switched! { @jump $name, $plain($($value: $type),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*
        $(switched! { @jump $name, $vertex($($given: $of),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*

        /// The same jumps under names that are not exported, which symbol interposition cannot change.
        mod jump {
            use super::*;
            $(switched! { @jump $name, $draw($($taken: $has),*) })*
            $(switched! { @jump $name, $indexed($($holds: $sort),*) })*
            $(switched! { @jump $name, $procedure($($argument: $kind),*) })*
            $(switched! { @jump $name, $plain($($value: $type),*) })*
            $(switched! { @jump $name, $vertex($($given: $of),*) })*
        }

        $(#[$about])*
        pub static EXTENSION: $crate::entry::Extension = $crate::entry::Extension {
            name: $name,
            procedures: &[
                $(switched! { @procedure $draw($($taken: $has),*) },)*
                $(switched! { @procedure $indexed($($holds: $sort),*) },)*
                $(switched! { @procedure $procedure($($argument: $kind),*) },)*
                $(switched! { @procedure $plain($($value: $type),*) },)*
                $(switched! { @procedure $vertex($($given: $of),*) },)*
            ],
            tokens: &[],
        };
    };
    (@own $procedure:ident($($argument:ident: $kind:ty),*) { $handler:expr } $(quick { $quick:expr })? $(only if $concerned:expr)?) => {
        pub(super) unsafe extern "system-unwind" fn $procedure($($argument: $kind),*) {
            static CALL: $crate::entry::dispatch::Call = $crate::entry::dispatch::Call { name: stringify!($procedure) };
            // SAFETY: the application called this command with these arguments.
            let host = move |functions: &$crate::driver::Functions| functions.$procedure.map(|function| unsafe { function($($argument),*) });
            $(
                if !$concerned {
                    return $crate::entry::dispatch::pass(host);
                }
            )?
            $(
                if let Some(quick) = $quick {
                    host(quick.functions);
                    quick.end(&CALL);
                    return;
                }
            )?
            $crate::entry::dispatch::enter_shared(&CALL, &mut $handler, &host);
        }
    };
    (@slot $make:ident $procedure:ident) => {
        pub(super) static $procedure: $crate::platform::call_slots::Slot = $crate::platform::call_slots::Slot::$make(
            own::$procedure as *mut core::ffi::c_void,
        );
    };
    (@jump $name:literal, $procedure:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? $(; #[$exported:meta])?) => {
        #[doc = concat!("`", stringify!($procedure), "` of `", $name, "`.")]
        ///
        /// # Safety
        /// Each pointer must be NULL or good for what the specification says is read through it.
        #[cfg(stubs)]
        #[allow(non_snake_case, unused_variables, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        #[unsafe(naked)]
        $(#[$exported])?
        pub unsafe extern "system-unwind" fn $procedure($($argument: $kind),*) $(-> $result)? {
            glmeter_abi::jump_through!(slots::$procedure, 0)
        }

        #[doc = concat!("`", stringify!($procedure), "` of `", $name, "`.")]
        ///
        /// # Safety
        /// Each pointer must be NULL or good for what the specification says is read through it.
        #[cfg(not(stubs))]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        $(#[$exported])?
        pub unsafe extern "system-unwind" fn $procedure($($argument: $kind),*) $(-> $result)? {
            let target = slots::$procedure.target();
            // SAFETY: a slot leads to the entry point or to the driver's function of this command; the arguments are the caller's.
            unsafe { core::mem::transmute::<*mut core::ffi::c_void, unsafe extern "system-unwind" fn($($kind),*) $(-> $result)?>(target)($($argument),*) }
        }
    };
    (@procedure $procedure:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?) => {
        $crate::entry::Procedure {
            name: $crate::entry::c_name(concat!(stringify!($procedure), "\0")),
            signature: stringify!(fn $procedure($($argument: $kind),*) $(-> $result)?),
            address: || jump::$procedure as *const core::ffi::c_void,
            call_with_zeros: || {
                // SAFETY: the command draws nothing, and pointers that it dereferences point to zeros.
                unsafe { $procedure($(<$kind as $crate::entry::switched::Zeros>::ZEROS),*) };
            },
            slot: Some(&slots::$procedure),
            offset: core::mem::offset_of!($crate::driver::Functions, $procedure),
        }
    };
}

/// An argument that is zero or points to zeros, because vertex commands dereference their pointers.
pub(super) trait Zeros {
    /// Zero, or a pointer to zeros.
    const ZEROS: Self;
}

impl<T> Zeros for *const T {
    const ZEROS: Self = {
        // As large as a polygon stipple.
        static ZEROS: [u64; 16] = [0; 16];
        (&raw const ZEROS).cast()
    };
}

/// Some Gets write although they generate an error.
impl<T> Zeros for *mut T {
    const ZEROS: Self = {
        use core::sync::atomic::AtomicU64;
        static ROOM: [AtomicU64; 64] = [const { AtomicU64::new(0) }; 64];
        (&raw const ROOM).cast_mut().cast()
    };
}

impl Zeros for crate::gl::GLDEBUGPROC {
    const ZEROS: Self = None;
}

macro_rules! zeros {
    ($($kind:ty),*) => { $(impl Zeros for $kind {
        const ZEROS: Self = 0 as $kind;
    })* };
}
zeros!(i8, u8, i16, u16, i32, u32, u64, isize, f32, f64);
