//! The macro that declares the commands that only the report counts. As with `switched!`, the address that applications get is a jump through a
//! [`Slot`](crate::platform::call_slots::Slot), which leads to the driver while no report is wanted.

/// Declares commands that only the report counts. The handlers of `work` take the listed values; those of `state` only count a state change.
macro_rules! observed {
    (
        $(#[$about:meta])*
        $name:literal;
        work { $(fn $work:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:path [$($value:expr),*];)* }
        state { $(fn $state:ident($($given:ident: $of:ty),*);)* }
    ) => {
        /// The entry points that count the commands.
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the specification's own names and lists")]
        mod own {
            use super::*;
            $(
                pub(super) unsafe extern "system-unwind" fn $work($($argument: $kind),*) $(-> $result)? {
                    static CALL: $crate::entry::dispatch::Call = $crate::entry::dispatch::Call { name: stringify!($work) };
                    // SAFETY: the application called this command with these arguments.
                    let host = move |functions: &$crate::driver::Functions| functions.$work.map(|function| unsafe { function($($argument),*) });
                    let mut handler = move |context: &mut $crate::context::Context| {
                        // SAFETY: the application's pointers are valid for the accesses that the specification states.
                        $handler(context $(, unsafe { $crate::memory::FromC::from_c($value) })*);
                        $crate::error::forward()
                    };
                    $crate::entry::dispatch::enter_shared(&CALL, &mut handler, &host)
                }
            )*
            $(
                pub(super) unsafe extern "system-unwind" fn $state($($given: $of),*) {
                    static CALL: $crate::entry::dispatch::Call = $crate::entry::dispatch::Call { name: stringify!($state) };
                    let host = move |functions: Option<&$crate::driver::Functions>| {
                        // SAFETY: the application called this command with these arguments.
                        functions.and_then(|functions| functions.$state).map(|function| unsafe { function($($given),*) });
                    };
                    match $crate::entry::dispatch::count_state_change() {
                        Some(quick) => {
                            host(Some(quick.functions));
                            quick.end(&CALL);
                        }
                        None => {
                            let change = $crate::entry::dispatch::StateChange::begin(&CALL);
                            host(change.functions);
                            change.end(&CALL);
                        }
                    }
                }
            )*
        }

        /// The call slots of the commands.
        #[allow(non_upper_case_globals, reason = "the specification's own names")]
        mod slots {
            use super::own;
            $(switched! { @slot observed $work })*
            $(switched! { @slot observed $state })*
        }

        $(switched! { @jump $name, $work($($argument: $kind),*) $(-> $result)?; #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*
        $(switched! { @jump $name, $state($($given: $of),*); #[cfg_attr(not(android_layer), unsafe(no_mangle))] })*

        /// The same jumps under names that are not exported, which symbol interposition cannot change.
        mod jump {
            use super::*;
            $(switched! { @jump $name, $work($($argument: $kind),*) $(-> $result)? })*
            $(switched! { @jump $name, $state($($given: $of),*) })*
        }

        $(#[$about])*
        pub static EXTENSION: $crate::entry::Extension = $crate::entry::Extension {
            name: $name,
            procedures: &[
                $(switched! { @procedure $work($($argument: $kind),*) $(-> $result)? },)*
                $(switched! { @procedure $state($($given: $of),*) },)*
            ],
            tokens: &[],
        };
    };
}
