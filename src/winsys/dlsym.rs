//! `dlsym`, for processes without libglvnd, on the processors of [`arch`].

use super::{glvnd, imports, soname, symbol_hiding};
use crate::entry;
use crate::platform::symbols::{self, DLSYM, Dlsym};
use crate::platform::{arch, elf};
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicBool, Ordering};

/// True if the user asks for the program's own libEGL, ANGLE's, instead of the system's.
static WRAPS_ANGLE: AtomicBool = AtomicBool::new(false);

/// Replaces the functions of the program's own ANGLE from now on, and no others.
pub(super) fn wrap_angle() {
    WRAPS_ANGLE.store(true, Ordering::Release);
}

/// Returns glmeter's function for a call of `dlsym`; null means that the C library's `dlsym` answers.
///
/// Allocates nothing, and calls no `dl` function after a failed look-up, whose error message the caller may read. Replaces the Mains that
/// libglvnd looks up, and functions of GL libraries in a process without libglvnd: with libglvnd the layer sees all calls, and functions of these
/// names in other libraries (ANGLE, another interposer) must stay. libOSMesa is no part of libglvnd: its functions are replaced in every process.
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
        let is_in_use = imports::is_in_use() || soname::is_preload();
        if !is_in_use || !elf::any_object(is_libglvnd) {
            return core::ptr::null();
        }
        // SAFETY: the arguments are the caller's.
        return glvnd::main_of(text, unsafe { real(handle, name) }).unwrap_or(core::ptr::null());
    }
    if !symbol_hiding::is_gl_name(text) && !text.to_bytes().starts_with(b"OSMesa") {
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
    let mut from_angle = false;
    let mut from_osmesa = false;
    let mut glvnd = false;
    elf::any_object(|object| {
        let is_theirs = object.range.contains(&theirs);
        from_driver |= is_theirs && symbol_hiding::is_driver(object);
        from_angle |= is_theirs && elf::is_angle(object);
        from_osmesa |= is_theirs && symbol_hiding::is_osmesa(object);
        glvnd |= is_libglvnd(object);
        false
    });
    let replaces = if WRAPS_ANGLE.load(Ordering::Acquire) { from_angle } else { from_osmesa || (from_driver && !glvnd) };
    if replaces { ours } else { core::ptr::null() }
}

/// Returns true for the library that every process with libglvnd has.
fn is_libglvnd(object: &elf::Object) -> bool {
    object.file_name().starts_with(b"libGLdispatch.so")
}

/// Returns glmeter's entry point or hook of a name.
fn our_function(name: &CStr) -> Option<*const c_void> {
    let hooks = super::egl::HOOKS.iter().chain(super::glx::HOOKS).chain(super::osmesa::HOOKS);
    entry::get_proc_address(name).or_else(|| hooks.into_iter().find(|hook| hook.name == name).map(|hook| (hook.linked)()))
}

/// Declares a `dlsym`. If the filter returns null, it jumps to the C library's function with the caller's return address in place, by which that
/// resolves `RTLD_NEXT` and run paths.
#[cfg(all(target_os = "linux", not(sanitized)))]
macro_rules! dlsym {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[unsafe(naked)]
        unsafe extern "C" fn $name(handle: *mut c_void, name: *const c_char) -> *mut c_void {
            arch::filter_call!(dlsym_filter, DLSYM)
        }
    };
}

#[cfg(all(target_os = "linux", not(sanitized)))]
dlsym! {
    /// `dlsym`, for all libraries of the process.
    ///
    /// A build with a sanitizer omits it: the sanitizer calls `dlsym` before instrumented code may run.
    #[unsafe(no_mangle)]
    dlsym
}

#[cfg(all(target_os = "linux", not(sanitized)))]
dlsym! {
    /// The same under a name that is not exported, which symbol interposition cannot change.
    dlsym_of_libglvnd
}

/// `dlsym` as libglvnd gets it; `None` in a build with a sanitizer.
pub(super) const OF_LIBGLVND: Option<Dlsym> = {
    #[cfg(all(target_os = "linux", not(sanitized)))]
    {
        Some(dlsym_of_libglvnd)
    }
    #[cfg(not(all(target_os = "linux", not(sanitized))))]
    {
        None
    }
};
