//! AArch64. Code that others jump to begins with `bti c` (`hint #34`), which processors that check the targets of indirect calls demand where the
//! loader marks pages so, and which does nothing on others.

use core::ffi::CStr;

/// The type of a relocation that stores the address of a symbol plus an addend.
pub(crate) const ABSOLUTE: u64 = 257;
/// The type of a relocation that stores the address of a symbol in the global offset table.
pub(crate) const GLOB_DAT: u64 = 1025;
/// The type of a relocation that stores the address of a function in the global offset table, for calls.
pub(crate) const JUMP_SLOT: u64 = 1026;

/// The version of the functions that glibc had from the beginning.
pub(crate) const FIRST_GLIBC: &CStr = c"GLIBC_2.17";

/// Defines `$name`, an indirect function without callers whose resolver is `$resolver`.
macro_rules! indirect_function {
    ($name:ident, $resolver:path) => {
        core::arch::global_asm!(
            ".text",
            ".p2align 2",
            concat!(".globl ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ", %gnu_indirect_function"),
            concat!(stringify!($name), ":"),
            "hint #34", // bti c
            "b {resolver}",
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            resolver = sym $resolver,
        );
    };
}
pub(crate) use indirect_function;

/// Returns true once the loader has bound this object's calls to the functions of other libraries, as seen by a resolver: glibc calls resolvers where their
/// relocations stand. GNU ld writes two for one indirect function, of which the last one stands behind those of all calls. Calls nothing.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn calls_are_bound() -> bool {
    const DT_PLTRELSZ: usize = 2;
    const DT_JMPREL: usize = 23;
    let (base, mut entry): (usize, *const [usize; 2]);
    // SAFETY: computes the addresses of this object's first byte and of its dynamic section, which the linker defines.
    unsafe {
        core::arch::asm!(
            ".hidden __ehdr_start",
            ".hidden _DYNAMIC",
            "adrp {base}, __ehdr_start",
            "add {base}, {base}, :lo12:__ehdr_start",
            "adrp {entry}, _DYNAMIC",
            "add {entry}, {entry}, :lo12:_DYNAMIC",
            base = out(reg) base,
            entry = out(reg) entry,
            options(nomem, nostack, preserves_flags),
        );
    }
    let (mut table, mut bytes) = (0, 0);
    loop {
        // SAFETY: the dynamic section ends with an entry of 0, at which this stops.
        let [tag, value] = unsafe { *entry };
        match tag {
            0 => break,
            DT_JMPREL => table = value,
            DT_PLTRELSZ => bytes = value,
            _ => {}
        }
        // SAFETY: another entry follows each one but the last.
        entry = unsafe { entry.add(1) };
    }
    // Some versions of glibc have added the base already.
    let mut relocation = (if table < base { base + table } else { table }) as *const [u64; 3];
    for _ in 0..bytes / size_of::<[u64; 3]>() {
        // SAFETY: the table has that many relocations.
        let [offset, info, _] = unsafe { *relocation };
        if info & 0xffff_ffff == JUMP_SLOT {
            // SAFETY: this relocation fills a word of this object. Before, that is an address in the file, to which the loader has not even added the base;
            // afterwards it is 0 for a function that no library has and that may be absent.
            let target = unsafe { *((base + offset as usize) as *const usize) };
            if target != 0 && target < base {
                return false;
            }
        }
        // SAFETY: as above; after the last one this is the end of the table.
        relocation = unsafe { relocation.add(1) };
    }
    true
}

/// The body of a naked function of two arguments: returns what `$filter` returns for them, and jumps to the address in the place `$real` if that is null, with the
/// caller's return address in place.
macro_rules! filter_call {
    ($filter:path, $real:path) => {
        core::arch::naked_asm!(
            "hint #34", // bti c
            "stp x29, x30, [sp, #-32]!",
            "mov x29, sp",
            "stp x0, x1, [sp, #16]",
            "bl {filter}",
            "cbnz x0, 2f",
            "ldp x0, x1, [sp, #16]",
            "ldp x29, x30, [sp], #32",
            ".hidden {real}",
            "adrp x16, {real}",
            "ldr x16, [x16, :lo12:{real}]",
            "br x16",
            "2:",
            "ldp x29, x30, [sp], #32",
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
            "adrp {address}, :got:__tsan_init",
            "ldr {address}, [{address}, :got_lo12:__tsan_init]",
            address = out(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    address != 0
}

/// A word of each thread, which four instructions read.
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
                "mrs {thread}, tpidr_el0",
                "adrp {value}, :gottprel:glmeter_current",
                "ldr {value}, [{value}, :gottprel_lo12:glmeter_current]",
                "ldr {value}, [{thread}, {value}]",
                thread = out(reg) _,
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
                "mrs {thread}, tpidr_el0",
                "adrp {offset}, :gottprel:glmeter_current",
                "ldr {offset}, [{offset}, :gottprel_lo12:glmeter_current]",
                "str {value}, [{thread}, {offset}]",
                thread = out(reg) _,
                offset = out(reg) _,
                value = in(reg) value,
                options(nostack, preserves_flags),
            );
        }
    }
}
