//! x86-64.

use core::ffi::CStr;

/// The type of a relocation that stores the address of a symbol plus an addend.
pub(crate) const ABSOLUTE: u64 = 1;
/// The type of a relocation that stores the address of a symbol in the global offset table.
pub(crate) const GLOB_DAT: u64 = 6;
/// The type of a relocation that stores the address of a function in the global offset table, for calls.
pub(crate) const JUMP_SLOT: u64 = 7;

/// The version of the functions that glibc had from the beginning.
pub(crate) const FIRST_GLIBC: &CStr = c"GLIBC_2.2.5";

/// Defines `$name`, an indirect function without callers whose resolver is `$resolver`.
macro_rules! indirect_function {
    ($name:ident, $resolver:path) => {
        core::arch::global_asm!(
            ".text",
            concat!(".globl ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ", @gnu_indirect_function"),
            concat!(stringify!($name), ":"),
            "jmp {resolver}",
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            resolver = sym $resolver,
        );
    };
}
pub(crate) use indirect_function;

/// Returns true once the loader has bound this object's calls to the functions of other libraries, as seen by a resolver: glibc calls resolvers at the end.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn calls_are_bound() -> bool {
    true
}

/// The body of a naked function of two arguments: returns what `$filter` returns for them, and jumps to the address in the place `$real` if that is null, with the
/// caller's return address in place.
macro_rules! filter_call {
    ($filter:path, $real:path) => {
        core::arch::naked_asm!(
            "push rdi",
            "push rsi",
            "sub rsp, 8",
            "call {filter}",
            "add rsp, 8",
            "pop rsi",
            "pop rdi",
            "test rax, rax",
            "jne 2f",
            ".hidden {real}",
            "mov rax, qword ptr [rip + {real}]",
            "jmp rax",
            "2:",
            "ret",
            filter = sym $filter,
            real = sym $real,
        )
    };
}
pub(crate) use filter_call;

/// Returns true in a process with ThreadSanitizer's runtime. Calls nothing.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn has_thread_sanitizer() -> bool {
    let address: usize;
    // SAFETY: reads an entry of this object's own table, which is 0 if no object defines the name.
    unsafe {
        core::arch::asm!(
            ".weak __tsan_init",
            "mov {address}, qword ptr [rip + __tsan_init@GOTPCREL]",
            address = out(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    address != 0
}

/// A word of each thread, which two instructions read.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) mod word {
    super::super::define_word!();

    /// Returns the calling thread's word; 0 in the beginning.
    #[inline]
    pub(crate) fn get() -> usize {
        let value: usize;
        // SAFETY: reads this thread's 8 bytes that `define_word` defines; no other code has their address.
        unsafe {
            core::arch::asm!(
                "mov {value}, qword ptr [rip + glmeter_current@GOTTPOFF]",
                "mov {value}, qword ptr fs:[{value}]",
                value = out(reg) value,
                options(nostack, preserves_flags, readonly),
            );
        }
        value
    }

    /// Sets the calling thread's word.
    #[inline]
    pub(crate) fn set(value: usize) {
        // SAFETY: writes this thread's 8 bytes that `define_word` defines.
        unsafe {
            core::arch::asm!(
                "mov {offset}, qword ptr [rip + glmeter_current@GOTTPOFF]",
                "mov qword ptr fs:[{offset}], {value}",
                offset = out(reg) _,
                value = in(reg) value,
                options(nostack, preserves_flags),
            );
        }
    }
}
