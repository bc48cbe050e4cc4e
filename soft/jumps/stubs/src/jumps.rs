//! Commands as jumps to the addresses in their slots.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The address to which a command jumps.
pub type Slot = AtomicPtr<c_void>;

/// Stands for every command until the pipeline is loaded, and for those that it lacks: returns 0.
pub extern "C" fn nothing() -> usize {
    0
}

/// Returns slots of commands without effect.
pub const fn empty<const COUNT: usize>() -> [Slot; COUNT] {
    [const { AtomicPtr::new(nothing as *mut c_void) }; COUNT]
}

/// Sets the address of each command to what `find` returns for its name; null leaves it without effect.
pub fn fill(names: &[&'static str], slots: &[Slot], find: impl Fn(&'static str) -> *mut c_void) {
    for (name, slot) in names.iter().zip(slots) {
        let address = find(name);
        if !address.is_null() {
            slot.store(address, Ordering::Release);
        }
    }
}

/// Defines `NAMES`, the commands' names, each with its NUL, `SLOTS`, their addresses, and the commands. A jump leaves all registers and the stack
/// as they are, so that it serves commands of every type.
#[macro_export]
macro_rules! jumps {
    ($count:literal; $($number:literal $name:ident,)*) => {
        /// The commands' names, each with its NUL.
        static NAMES: [&str; $count] = [$(concat!(stringify!($name), "\0")),*];

        /// The address of each command.
        static SLOTS: [$crate::jumps::Slot; $count] = $crate::jumps::empty();

        $(
            #[doc = concat!("Jumps to the pipeline's `", stringify!($name), "`.")]
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, reason = "the registry's own names")]
            pub extern "C" fn $name() {
                $crate::jump_through!(SLOTS, $number * size_of::<usize>())
            }
        )*
    };
}
