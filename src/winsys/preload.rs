//! The library's constructor, by which libglvnd finds the library in a process with the preload, and `dlsym`.
//!
//! `LD_PRELOAD` reaches every child process (compilers, shells), so the constructor is quick, silent and without effect on a program that
//! does not use GL. In a secure process it does nothing.
//!
//! The environment stays as it is, so that programs without the preload, which this one starts, find it as it was. `announce` has the exception.

use super::{announce, glvnd, imports, soname, symbol_hiding};
use crate::platform::elf;
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
use crate::platform::symbols::DLSYM;
use crate::platform::symbols::{self, Dlsym};
use crate::{environment, spec};
use core::ffi::{CStr, c_char, c_void};
use glmeter_abi::border::guard;

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = constructor;

/// Has libglvnd find the library if it was loaded with the program.
extern "C" fn constructor() {
    if let Some(dlsym) = DLSYM_OF_LIBGLVND {
        imports::set_dlsym(dlsym);
    }
    let _ = guard(|| {
        if !is_preload() {
            return;
        }
        // SAFETY: the program has not run yet, so there is no other thread.
        unsafe { soname::take_vendor_name() };
        if DLSYM_OF_LIBGLVND.is_some() && own_dlsym_is_first() {
            imports::begin_watching();
        } else {
            // SAFETY: as above.
            unsafe { announce::set_variables() };
        }
    });
}

/// Returns true if this copy shall be found by libglvnd: it was loaded with the program, which has no more rights than its caller.
fn is_preload() -> bool {
    !environment::is_secure() && symbol_hiding::is_the_library() && comes_with_the_program()
}

/// Returns true if no object before this library defines `dlsym`, so that libraries that are loaded later call glmeter's.
fn own_dlsym_is_first() -> bool {
    let own = elf::own_range();
    let mut first = true;
    elf::any_object(|object| {
        let is_own = object.range == own;
        first &= is_own || object.definition(c"dlsym").is_none();
        is_own
    });
    first
}

/// Returns true if the loader loaded the library before the C library, that is, with the program: by `LD_PRELOAD` or because the program needs
/// it. When it is opened later (by libglvnd, or with a plug-in that needs it), the program may already have threads.
fn comes_with_the_program() -> bool {
    let order = elf::order_of_loading();
    order.c_library.is_none_or(|c_library| order.own < c_library)
}

/// Returns glmeter's function for a call of `dlsym`; null means that the C library's `dlsym` answers.
///
/// Allocates nothing, and calls no `dl` function after a failed look-up, whose error message the caller may read. Replaces the Mains that
/// libglvnd looks up, and functions of GL libraries in a process without libglvnd: with libglvnd the layer sees all calls, and functions of these
/// names in other libraries (ANGLE, another interposer) must stay.
///
/// # Safety
/// `handle` and `name` must be valid arguments of `dlsym`; `name` may be NULL.
unsafe extern "C" fn dlsym_filter(handle: *mut c_void, name: *const c_char) -> *const c_void {
    let Some(real) = symbols::dlsym() else { return core::ptr::null() };
    imports::watch();
    if name.is_null() || handle == libc::RTLD_NEXT || handle == libc::RTLD_DEFAULT {
        return core::ptr::null();
    }
    // SAFETY: the name is a C string, as the caller promises.
    let text = unsafe { CStr::from_ptr(name) };
    if glvnd::is_main(text) {
        // Before the constructor, that of libGLX opens the vendor that the user names.
        let is_in_use = imports::is_in_use() || is_preload();
        if !is_in_use || !elf::any_object(is_libglvnd) {
            return core::ptr::null();
        }
        // SAFETY: the arguments are the caller's.
        return glvnd::main_of(text, unsafe { real(handle, name) }).unwrap_or(core::ptr::null());
    }
    if !symbol_hiding::is_gl_name(text) {
        return core::ptr::null();
    }
    let Some(ours) = our_function(text) else { return core::ptr::null() };
    let real: Dlsym = real;
    // SAFETY: the arguments are the caller's.
    let theirs = unsafe { real(handle, name) } as usize;
    if theirs == 0 {
        return core::ptr::null();
    }
    let mut from_driver = false;
    let mut glvnd = false;
    elf::any_object(|object| {
        from_driver |= object.range.contains(&theirs) && symbol_hiding::is_gl_library(object.file_name());
        glvnd |= is_libglvnd(object);
        false
    });
    if from_driver && !glvnd { ours } else { core::ptr::null() }
}

/// Returns true for the library that every process with libglvnd has.
fn is_libglvnd(object: &elf::Object) -> bool {
    object.file_name().starts_with(b"libGLdispatch.so")
}

/// Returns glmeter's entry point or hook of a name.
fn our_function(name: &CStr) -> Option<*const c_void> {
    let hooks = super::egl::HOOKS.iter().chain(super::glx::HOOKS);
    spec::get_proc_address(name).or_else(|| hooks.into_iter().find(|hook| hook.name == name).map(|hook| (hook.linked)()))
}

/// Declares a `dlsym`. If the filter returns null, it jumps to the C library's function with the caller's return address in place, by which that
/// resolves `RTLD_NEXT` and run paths.
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
macro_rules! dlsym {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[unsafe(naked)]
        unsafe extern "C" fn $name(handle: *mut c_void, name: *const c_char) -> *mut c_void {
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
                filter = sym dlsym_filter,
                real = sym DLSYM,
            )
        }
    };
}

#[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
dlsym! {
    /// `dlsym`, for all libraries of the process.
    ///
    /// A build with a sanitizer omits it: the sanitizer calls `dlsym` before instrumented code may run.
    #[unsafe(no_mangle)]
    dlsym
}

#[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
dlsym! {
    /// The same under a name that is not exported, which symbol interposition cannot change.
    dlsym_of_libglvnd
}

/// `dlsym` as libglvnd gets it; `None` on other processors than x86-64.
const DLSYM_OF_LIBGLVND: Option<Dlsym> = {
    #[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
    {
        Some(dlsym_of_libglvnd)
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux", not(sanitized))))]
    {
        None
    }
};
