//! Hides the GL, EGL and GLX symbols of a preloaded copy before any code of the program runs.
//!
//! With libglvnd they are not needed, and they can do harm: a library of the application that defines a *variable* with such a name (a
//! function pointer that it loads itself) would be bound to glmeter's code instead of its own memory, and crash when it writes there. So
//! glmeter marks its symbols as hidden, which keeps the loader from finding them from then on, and rebinds every reference that the loader
//! has already bound to them to its target without glmeter. It hides their versions, so that a plug-in that is linked with the library and opened
//! later, whose references have these versions, finds them. A library whose names have no versions hides the names.
//!
//! Constructors would be too late: those of the program's libraries run first. Instead, the loader calls the resolver of an indirect function
//! (IFUNC) while it relocates glmeter's object: after all objects that were loaded later (the program's libraries), before the program
//! itself, and before any constructor. The resolver must not allocate or use thread-local storage.
//!
//! This relies on the way in which the library is linked; `tests/linkers.rs` checks each condition with GNU ld, gold and lld:
//! - The loader binds all functions at once (`-z now`), in one list of relocations at whose end it calls resolvers. The resolver calls the C
//!   library through GOT entries that are filled by then.
//! - The symbol table lies in a segment that the loader only maps, and the GOT entries in one that it protects after relocation
//!   (`-z relro`): after each change the resolver restores the protection.
//!
//! A separate library for preloading, without these symbols, would not need this, but it would not suffice. In a process without libglvnd the
//! exported names are the only way to intercept calls, and the two kinds of process can be told apart only once the program's libraries are
//! mapped. A program that is linked with glmeter and preloads it would also contain two copies with separate contexts.
//!
//! Only one property of glibc's relocation order is a condition, and tested: the program comes after its libraries. Among the libraries, a
//! reference that is bound after the hiding does not find glmeter's symbols, and one that was bound before is rebound.

use super::soname::SONAME;
use crate::platform::arch::{ABSOLUTE, GLOB_DAT, JUMP_SLOT};
use crate::platform::elf::{self, Object};
use core::ffi::{CStr, c_void};

// A sanitizer maps its shadow memory after relocation; before that, instrumented code must not run.
#[cfg(all(target_os = "linux", target_env = "gnu", not(sanitized)))]
mod at_relocation {
    use crate::platform::arch;
    use core::sync::atomic::{AtomicBool, Ordering};

    // An indirect function without callers: the loader runs its resolver to fill the GOT entry that refers to it.
    arch::indirect_function!(glmeter_symbol_hiding, resolver);

    unsafe extern "C" {
        fn glmeter_symbol_hiding();
    }

    #[used]
    static RUN_THE_RESOLVER: unsafe extern "C" fn() = glmeter_symbol_hiding;

    /// Set by the first call that hides: gold, and GNU ld for AArch64, create two relocations for the reference, so that the loader calls the resolver twice.
    static CALLED: AtomicBool = AtomicBool::new(false);

    /// Hides the symbols in a preloaded copy, unless the process has a GL library without libglvnd, or ThreadSanitizer: its runtime replaces functions
    /// of the C library that this calls, and is not ready yet. There the names stay exported, as for linked programs.
    extern "C" fn resolver() -> unsafe extern "C" fn() {
        if arch::calls_are_bound()
            && !CALLED.swap(true, Ordering::Relaxed)
            && !arch::has_thread_sanitizer()
            && super::super::soname::is_the_library()
            && super::is_preloaded()
            && !super::has_gl_without_glvnd()
        {
            super::hide_symbols();
        }
        never_called
    }

    unsafe extern "C" fn never_called() {}
}

/// Returns true if the library was preloaded: it was loaded before the C library, and no object needs it.
fn is_preloaded() -> bool {
    let order = elf::order_of_loading();
    let is_needed = elf::any_object(|object| object.needs(SONAME));
    order.own != 0 && order.c_library.is_some_and(|c_library| order.own < c_library) && !is_needed
}

/// Returns true if the program was loaded with a GL library that is not libglvnd's, so that the exported names are the only way to intercept
/// calls: one alone, or libOSMesa before libglvnd's.
fn has_gl_without_glvnd() -> bool {
    let mut driver = false;
    let mut glvnd = false;
    let mut osmesa_is_first = false;
    elf::any_object(|object| {
        osmesa_is_first |= is_osmesa(object) && !glvnd;
        driver |= is_driver(object);
        glvnd |= object.file_name().starts_with(b"libGLdispatch.so");
        false
    });
    osmesa_is_first || (driver && !glvnd)
}

/// Returns true if an object is libOSMesa, Mesa's or glmeter's, which has the GL commands too.
pub(super) fn is_osmesa(object: &elf::Object) -> bool {
    object.file_name().starts_with(b"libOSMesa.so") || object.file_name().starts_with(b"libglmeter_osmesa.so")
}

/// The names of GL libraries; the last ones are those of embedded boards, on which the usual names may be links to one
/// library, and the pipeline's for machines without libglvnd, which has its own name where it is installed without links.
const GL_LIBRARIES: [&[u8]; 10] = [
    b"libGL.so",
    b"libEGL.so",
    b"libGLX.so",
    b"libOpenGL.so",
    b"libGLESv2.so",
    b"libGLESv1_CM.so",
    b"libMali.so",
    b"libmali.so",
    b"libbrcm",
    b"libglmeter_gl.so",
];

/// Returns true if an object is a GL library of the system. A program's own ANGLE has the same names.
pub(super) fn is_driver(object: &elf::Object) -> bool {
    GL_LIBRARIES.iter().any(|name| object.file_name().starts_with(name)) && !elf::is_angle(object)
}

/// Hides the library's own symbols, and rebinds references of other objects that are already bound to them.
fn hide_symbols() {
    const STV_HIDDEN: u8 = 2;
    /// The bit of a version that only references to that very version find.
    const HIDDEN_VERSION: u16 = 0x8000;
    /// The last version that references without a version find even if it is hidden, which is that of the first node of `packaging/link/glmeter.map`.
    const VERSION_OF_ANY: u16 = 2;
    let own = elf::find_own_range();
    elf::any_object(|object| {
        if object.range != own {
            return false;
        }
        let symbols = || object.symbols().filter(|(name, _)| is_gl_name(name)).map(|(_, symbol)| symbol);
        // SAFETY: the version is an entry of glmeter's own table.
        let versions = object.versions().filter(|version| symbols().all(|symbol| unsafe { *version(symbol) } > VERSION_OF_ANY));
        match versions {
            // SAFETY: as above; the table's pages are writable then.
            Some(version) => change(object, || symbols().map(&version), |version| unsafe { *version |= HIDDEN_VERSION }),
            // SAFETY: the symbol is in glmeter's own table, whose pages are writable then.
            None => change(object, symbols, |symbol| unsafe { (*symbol).other = STV_HIDDEN }),
        }
        true
    });
    elf::any_object(|object| {
        // The program itself is relocated later, when the symbols are hidden.
        if object.range == own || object.order == 0 {
            return false;
        }
        for (relocation, name) in object.relocations() {
            let kind = relocation.info & 0xffff_ffff;
            let place = object.base.wrapping_add(relocation.offset as usize) as *mut usize;
            // SAFETY: these relocations fill the location with an address.
            let ours = matches!(kind, ABSOLUTE | GLOB_DAT | JUMP_SLOT) && own.contains(&unsafe { place.read_unaligned() });
            if !ours || !is_gl_name(name) {
                continue;
            }
            let Some(theirs) = first_definition(name) else { continue };
            let addend = if kind == ABSOLUTE { relocation.addend as usize } else { 0 };
            // SAFETY: the location of this relocation holds an address.
            let bind = || unsafe { place.write_unaligned((theirs as usize).wrapping_add(addend)) };
            let start = place as usize;
            // SAFETY: as above; no code of the program runs yet, so no other thread writes there.
            unsafe { elf::while_writable(start, start + size_of::<usize>(), object.protection(start), bind) };
        }
        false
    });
}

/// Changes entries of a table of glmeter's own object. Makes the whole table writable at once to save time: this runs in every process that
/// inherits the preload.
fn change<T, I: Iterator<Item = *mut T>>(object: &Object, entries: impl Fn() -> I, write: impl Fn(*mut T)) {
    let (Some(first), Some(last)) = (entries().min(), entries().max()) else { return };
    let protection = object.protection(first as usize);
    // SAFETY: the table is glmeter's own, and no other code writes to it.
    unsafe { elf::while_writable(first as usize, last.wrapping_add(1) as usize, protection, || entries().for_each(&write)) };
}

/// Returns the first definition of a name in load order.
fn first_definition(name: &CStr) -> Option<*mut c_void> {
    let mut found = None;
    elf::any_object(|object| {
        found = object.definition(name);
        found.is_some()
    });
    found
}

/// Returns true for the name of a GL, EGL or GLX function, which are the symbols to hide.
pub(super) fn is_gl_name(name: &CStr) -> bool {
    let name = name.to_bytes();
    let begins_with = |prefix: &[u8]| name.starts_with(prefix) && name.get(prefix.len()).is_some_and(u8::is_ascii_uppercase);
    begins_with(b"gl") || begins_with(b"egl") || begins_with(b"glX")
}
