//! Functions that are one jump to an address in memory, for the processors on which glmeter has them.

/// The body of a naked function that jumps to the address in the place `$slot` plus `$offset` bytes. It leaves the arguments, the stack and the caller's return address
/// as they are, so that it serves functions of every type.
///
/// The place is hidden: a static library with the function can be linked into a shared one.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! jump_through {
    ($slot:path, $offset:expr) => {
        ::core::arch::naked_asm!(".hidden {slot}", "jmp qword ptr [rip + {slot} + {offset}]", slot = sym $slot, offset = const $offset)
    };
}

/// The body of a naked function that jumps to the address in the place `$slot` plus `$offset` bytes. It leaves the arguments, the stack and the caller's return address
/// as they are, so that it serves functions of every type.
///
/// The place is hidden: a static library with the function can be linked into a shared one. `bti c` lets processors that check the targets of indirect calls
/// (BTI) call the function; to others it does nothing.
#[cfg(target_arch = "aarch64")]
#[macro_export]
macro_rules! jump_through {
    ($slot:path, $offset:expr) => {
        ::core::arch::naked_asm!(
            ".hidden {slot}",
            "hint #34", // bti c
            "adrp x16, {slot} + {offset}",
            "ldr x16, [x16, :lo12:{slot} + {offset}]",
            "br x16",
            slot = sym $slot,
            offset = const $offset,
        )
    };
}
