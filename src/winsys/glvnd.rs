//! The layer: glmeter as a libglvnd vendor that wraps the real vendor.
//!
//! libGLdispatch fills its tables from the vendor's getProcAddress, so every call of an application goes through it. For a function that
//! glmeter does not handle, the tables get the driver's own pointer, at no cost. This module must call no exported GL, EGL or GLX function,
//! because libglvnd may hold non-recursive locks.

use super::hooks::hooked;
use super::{egl, glx};
use crate::config::Log;
use crate::current::egl::LAYER_ERROR;
use crate::current::vendor::{EGL, GLX};
use crate::current::{LAYER_IS_IN_PLACE, caught};
use crate::diagnostics::say;
use crate::platform::{own, vendors};
use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::border::guard;
use glmeter_abi::glvnd::{Address, EglExports, EglImports, GlxExports, GlxImports, Patch};
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};

/// The type of `__egl_Main` and `__glx_Main`.
type Main = unsafe extern "C" fn(u32, *const c_void, Address, Address) -> c_int;

/// Replaces the EGL vendor's getProcAddress.
unsafe extern "C" fn egl_get_proc_address(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { EGL.function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(egl::HOOKS, |hook| hook.layer, theirs, name) }, || theirs)
}

/// Replaces the GLX vendor's getProcAddress.
unsafe extern "C" fn glx_get_proc_address(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { GLX.function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(glx::HOOKS, |hook| hook.layer, theirs, name) }, || theirs)
}

/// Opens a vendor's library and calls its Main. The library is never closed.
fn call_main(path: &std::ffi::OsStr, symbol: &[u8], call: impl Fn(Main) -> c_int) -> bool {
    // SAFETY: libglvnd would have opened the driver's library in the same way.
    let Ok(library) = (unsafe { Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) }) else { return false };
    // SAFETY: libglvnd's ABI defines the function's type.
    let main = unsafe { library.get::<Main>(symbol) }.map(|main| *main);
    let done = main.is_ok_and(|main| !own::is_ours(main as usize) && call(main) != 0);
    if done {
        say(Log::Info, &format!("in front of {}", path.to_string_lossy()));
        core::mem::forget(library);
    }
    done
}

/// Does the common work of both Mains: `open` calls the Main of the first vendor that accepts, then `patch` replaces its GetProcAddress.
fn wrap_vendor(kind: &str, open: impl FnOnce() -> bool, patch: impl FnOnce()) -> bool {
    let done = guard(|| {
        if !open() {
            say(Log::Error, &format!("no {kind} driver was found"));
            return false;
        }
        patch();
        LAYER_IS_IN_PLACE.store(true, Ordering::Release);
        true
    });
    done.unwrap_or(false)
}

/// Initialises the EGL vendor: wraps the vendor that libglvnd would have used. libglvnd calls it.
///
/// # Safety
/// The arguments must meet the conditions of `__egl_Main` in `libeglabi.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> u32 {
    let open = || {
        vendors::egl_libraries().iter().any(|path| {
            // SAFETY: libglvnd's own arguments.
            call_main(path.as_os_str(), b"__egl_Main\0", |main| unsafe { main(version, exports, vendor, imports) })
        })
    };
    let patch = || {
        // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
        let (imports, current) = unsafe { (&mut *imports.cast::<EglImports>(), (*exports.cast::<EglExports>()).get_current_context) };
        EGL.store(imports.get_proc_address, current);
        imports.get_proc_address = Some(egl_get_proc_address);
        // Looking a function up resets the vendor's error: look the function that reads the error up before there is one.
        LAYER_ERROR.find();
        // A vendor that patched entry points would bypass glmeter.
        imports.patch = Patch::NONE;
    };
    u32::from(wrap_vendor("EGL", open, patch))
}

/// Initialises the GLX vendor: wraps the vendor that libglvnd would have used. libglvnd calls it.
///
/// # Safety
/// The arguments must meet the conditions of `__glx_Main` in `libglxabi.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> c_int {
    let open = || {
        vendors::glx_libraries().iter().any(|path| {
            // SAFETY: libglvnd's own arguments.
            call_main(path.as_os_str(), b"__glx_Main\0", |main| unsafe { main(version, exports, vendor, imports) })
        })
    };
    let patch = || {
        // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
        let (imports, current) = unsafe { (&mut *imports.cast::<GlxImports>(), (*exports.cast::<GlxExports>()).get_current_context) };
        GLX.store(imports.get_proc_address, current);
        imports.get_proc_address = Some(glx_get_proc_address);
        imports.patch = Patch::NONE;
    };
    c_int::from(wrap_vendor("GLX", open, patch))
}
