//! Every `gl*` command: a jump to the address in its slot.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, Ordering};

/// Stands for every command until the pipeline is loaded, and for those that it lacks: returns 0.
extern "C" fn nothing() -> usize {
    0
}

/// Defines the commands. A jump leaves all registers and the stack as they are, so that it serves commands of every type.
macro_rules! commands {
    ($($number:literal $name:ident,)*) => {
        /// The commands' names, each with its NUL.
        pub const NAMES: [&str; COUNT] = [$(concat!(stringify!($name), "\0")),*];

        $(
            #[doc = concat!("Jumps to the pipeline's `", stringify!($name), "`.")]
            #[cfg(target_arch = "x86_64")]
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, reason = "the registry's own names")]
            pub extern "C" fn $name() {
                core::arch::naked_asm!("jmp qword ptr [rip + {slots} + {offset}]", slots = sym SLOTS, offset = const $number * size_of::<usize>())
            }

            #[doc = concat!("Jumps to the pipeline's `", stringify!($name), "`.")]
            #[cfg(target_arch = "aarch64")]
            #[unsafe(naked)]
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, reason = "the registry's own names")]
            pub extern "C" fn $name() {
                core::arch::naked_asm!(
                    "adrp x16, {slots} + {offset}",
                    "ldr x16, [x16, :lo12:{slots} + {offset}]",
                    "br x16",
                    slots = sym SLOTS,
                    offset = const $number * size_of::<usize>()
                )
            }
        )*
    };
}

include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// The address of each command.
static SLOTS: [AtomicPtr<c_void>; COUNT] = [const { AtomicPtr::new(nothing as *mut c_void) }; COUNT];

/// Sets the address of each command to what `find` returns for its name; null leaves it without effect.
pub fn fill(find: impl Fn(&'static str) -> *mut c_void) {
    for (name, slot) in NAMES.iter().zip(&SLOTS) {
        let address = find(name);
        if !address.is_null() {
            slot.store(address, Ordering::Release);
        }
    }
}
