//! Hides the GL, EGL and GLX symbols of a preloaded copy before any code of the program runs.
//!
//! Behind libglvnd they are not needed, and an application's library that defines a *variable* with such a name (a
//! function pointer that it loads itself) would be bound to glmeter's code instead of its own memory, and crash when it writes
//! there. So glmeter's symbols are made hidden, which keeps the loader from finding them from here on, and every reference
//! that it already bound to them is bound anew, to what it would have been without glmeter.
//!
//! Constructors are too late for that: the program's libraries have theirs first. The loader calls the resolver of an
//! indirect function while it relocates our object: after everything that was loaded later (the program's libraries),
//! before the program itself, and before any constructor. There, nothing may allocate or use thread-local storage.
//!
//! That rests on how the library is linked; `tests/linkers.rs` holds each condition for what GNU ld, gold and lld make of it:
//! - The loader binds all functions at once (`-z now`), in one list of relocations at whose end it calls resolvers. Ours calls
//!   the C library through words that are filled by then.
//! - The symbol table lies in a segment that the loader only maps, and the words that refer to functions in one that it
//!   protects after relocation (`-z relro`): what is changed gets its protection back.
//!
//! A library of its own for preloading, without these symbols, would not need it, but could not do what this one does: in a process
//! without libglvnd the exported names are the only way in, and which of the two processes it is shows only once the program's
//! libraries are mapped. A program that is linked with glmeter and preloads it would also hold two copies, each with its own
//! contexts.
//!
//! Of glibc's order of relocation only this is a condition, and tested: the program comes after its libraries. Among these, a
//! reference that is bound after our symbols are hidden does not find them, and one that was bound before is bound anew.

use crate::platform::elf::{self, PAGE};
use core::ffi::{CStr, c_void};

/// The name by which programs that were linked with `-lglmeter` need this library, and under which libglvnd finds it.
const SONAME: &CStr = c"libGLX_glmeter.so.0";

// A sanitizer maps its shadow memory after the loader has relocated the objects: before that, instrumented code may not run.
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu", not(sanitized)))]
mod at_relocation {
    use core::sync::atomic::{AtomicBool, Ordering};

    // An indirect function without callers: to fill the word that refers to it, the loader runs its resolver.
    core::arch::global_asm!(
        ".text",
        ".globl glmeter_symbol_hiding",
        ".hidden glmeter_symbol_hiding",
        ".type glmeter_symbol_hiding, @gnu_indirect_function",
        "glmeter_symbol_hiding:",
        "jmp {resolver}",
        ".size glmeter_symbol_hiding, . - glmeter_symbol_hiding",
        resolver = sym resolver,
    );

    unsafe extern "C" {
        fn glmeter_symbol_hiding();
    }

    #[used]
    static RUN_THE_RESOLVER: unsafe extern "C" fn() = glmeter_symbol_hiding;

    /// gold makes two relocations of the reference, and the loader then calls twice.
    static WAS_CALLED: AtomicBool = AtomicBool::new(false);

    extern "C" fn resolver() -> unsafe extern "C" fn() {
        if !WAS_CALLED.swap(true, Ordering::Relaxed) && super::is_preloaded() && !super::a_driver_without_glvnd_is_here() {
            super::hide_symbols();
        }
        never_called
    }

    unsafe extern "C" fn never_called() {}
}

/// Returns true if the loader brought the library in before the C library, which it does for `LD_PRELOAD` and for programs that
/// need it, and no object needs it.
fn is_preloaded() -> bool {
    let order = elf::order_of_loading();
    let is_needed = elf::any_object(|object| object.needs(SONAME));
    order.own != 0 && order.c_library.is_some_and(|c_library| order.own < c_library) && !is_needed
}

/// Returns true if the process came with a GL library that is not libglvnd's: then the exported names are the only way in.
fn a_driver_without_glvnd_is_here() -> bool {
    let mut driver = false;
    let mut glvnd = false;
    elf::any_object(|object| {
        driver |= is_gl_library(object.file_name());
        glvnd |= object.file_name().starts_with(b"libGLdispatch.so");
        false
    });
    driver && !glvnd
}

/// Returns true for the file of a library through which programs reach GL.
pub(super) fn is_gl_library(file: &[u8]) -> bool {
    [b"libGL.so".as_slice(), b"libEGL.so", b"libGLX.so", b"libOpenGL.so", b"libGLESv2.so", b"libGLESv1_CM.so"]
        .iter()
        .any(|name| file.starts_with(name))
}

/// Hides the library's own symbols, and binds anew what other objects already bound to them.
fn hide_symbols() {
    const STV_HIDDEN: u8 = 2;
    const R_X86_64_64: u64 = 1;
    const R_X86_64_GLOB_DAT: u64 = 6;
    const R_X86_64_JUMP_SLOT: u64 = 7;
    let own = elf::find_own_range();
    elf::any_object(|object| {
        if object.range != own {
            return false;
        }
        // All of the table is made writable at once: this runs in every process that inherits the preload.
        let symbols = || object.symbols().filter(|(name, _)| is_gl_name(name)).map(|(_, symbol)| symbol);
        let (Some(first), Some(last)) = (symbols().min(), symbols().max()) else { return true };
        let protection = object.protection(first as usize);
        let hide = || {
            symbols().for_each(|symbol| {
                // SAFETY: a symbol of our own table, one byte of which is changed while its page may be written.
                unsafe { (*symbol).other = STV_HIDDEN };
            })
        };
        // SAFETY: our own table, to which nothing else writes.
        unsafe { while_writable(first as usize, last.wrapping_add(1) as usize, protection, hide) };
        true
    });
    elf::any_object(|object| {
        // The program itself is relocated after us, when our names are gone.
        if object.range == own || object.order == 0 {
            return false;
        }
        for (relocation, name) in object.relocations() {
            let kind = relocation.info & 0xffff_ffff;
            let place = object.base.wrapping_add(relocation.offset as usize) as *mut usize;
            // SAFETY: a place that these relocations fill with an address.
            let ours =
                matches!(kind, R_X86_64_64 | R_X86_64_GLOB_DAT | R_X86_64_JUMP_SLOT) && own.contains(&unsafe { place.read_unaligned() });
            if !ours || !is_gl_name(name) {
                continue;
            }
            let Some(theirs) = first_definition(name) else { continue };
            let addend = if kind == R_X86_64_64 { relocation.addend as usize } else { 0 };
            // SAFETY: the place of a relocation, which holds an address.
            let bind = || unsafe { place.write_unaligned((theirs as usize).wrapping_add(addend)) };
            let start = place as usize;
            // SAFETY: as above; no code of the program runs yet.
            unsafe { while_writable(start, start + size_of::<usize>(), object.protection(start), bind) };
        }
        false
    });
}

/// Returns the program's definition of a name, in the order in which the loader looks.
fn first_definition(name: &CStr) -> Option<*mut c_void> {
    let mut found = None;
    elf::any_object(|object| {
        found = object.definition(name);
        found.is_some()
    });
    found
}

/// Returns true for a name of GL, EGL or GLX: those of the symbols that are hidden.
pub(super) fn is_gl_name(name: &CStr) -> bool {
    let name = name.to_bytes();
    let front = |prefix: &[u8]| name.starts_with(prefix) && name.get(prefix.len()).is_some_and(u8::is_ascii_uppercase);
    front(b"gl") || front(b"egl") || front(b"glX")
}

/// Runs `write` while the pages of a piece of memory can be written, and leaves them with `protection`. Nothing happens if
/// they cannot be.
///
/// # Safety
/// The piece must be mapped, and nothing else may write to its pages meanwhile.
unsafe fn while_writable(start: usize, end: usize, protection: i32, write: impl FnOnce()) {
    let first = start & !(PAGE - 1);
    let length = end.next_multiple_of(PAGE) - first;
    // SAFETY: whole pages around a mapped piece.
    unsafe {
        if libc::mprotect(first as *mut c_void, length, libc::PROT_READ | libc::PROT_WRITE) == 0 {
            write();
            libc::mprotect(first as *mut c_void, length, protection);
        }
    }
}
