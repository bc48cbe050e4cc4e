//! The layer: glmeter as a libglvnd vendor in front of the real one.
//!
//! libGLdispatch fills its tables from the vendor's getProcAddress, so every route an application can take ends there;
//! a function that glmeter does not handle is the driver's own pointer, at no cost. No exported GL, EGL or GLX function
//! may be called from here: libglvnd may hold locks that are not recursive.

use super::hooks::hooked;
use super::{egl, glx};
use crate::config::{self, Log, Provider};
use crate::current::egl::LAYER_ERROR;
use crate::current::vendor::{EGL, GLX};
use crate::current::{LAYER_IS_IN_PLACE, caught};
use crate::diagnostics::say;
use crate::platform::{elf, vendors};
use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::border::guard;
use glmeter_abi::glvnd::{Address, EglExports, EglImports, GlxExports, GlxImports, Patch};
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};

type Main = unsafe extern "C" fn(u32, *const c_void, Address, Address) -> c_int;

unsafe extern "C" fn egl_get_proc_address(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { EGL.function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(egl::HOOKS, |hook| hook.layer, theirs, name) }, || theirs)
}

unsafe extern "C" fn glx_get_proc_address(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { GLX.function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(glx::HOOKS, |hook| hook.layer, theirs, name) }, || theirs)
}

/// Opens a vendor's library and calls its Main. The library is never closed.
fn call_main(path: &std::ffi::OsStr, symbol: &[u8], call: impl Fn(Main) -> c_int) -> bool {
    // SAFETY: a driver's library, which libglvnd would have opened the same way.
    let Ok(library) = (unsafe { Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) }) else { return false };
    // SAFETY: libglvnd's ABI says what the function is.
    let main = unsafe { library.get::<Main>(symbol) }.map(|main| *main);
    let done = main.is_ok_and(|main| !elf::is_ours(main as usize) && call(main) != 0);
    if done {
        say(Log::Info, &format!("in front of {}", path.to_string_lossy()));
        core::mem::forget(library);
    }
    done
}

/// Does the work of both Mains: `open` calls the Main of the first vendor that agrees, then `put` takes the place of its GetProcAddress.
fn stand_in_front(kind: &str, open: impl FnOnce() -> bool, put: impl FnOnce()) -> bool {
    let done = guard(|| {
        if !open() {
            say(Log::Error, &format!("no {kind} driver was found"));
            return false;
        }
        put();
        LAYER_IS_IN_PLACE.store(true, Ordering::Release);
        true
    });
    done.unwrap_or(false)
}

/// Starts the EGL vendor: libglvnd calls it, and glmeter wraps the vendor that libglvnd would have used.
///
/// # Safety
/// As `libeglabi.h` says of `__egl_Main`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> u32 {
    let open = || {
        vendors::egl_libraries().iter().any(|path| {
            // SAFETY: libglvnd's own arguments.
            call_main(path.as_os_str(), b"__egl_Main\0", |main| unsafe { main(version, exports, vendor, imports) })
        })
    };
    let put = || {
        // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
        let (imports, current) = unsafe { (&mut *imports.cast::<EglImports>(), (*exports.cast::<EglExports>()).get_current_context) };
        EGL.store(imports.get_proc_address, current);
        imports.get_proc_address = Some(egl_get_proc_address);
        // A look-up, too, sets the vendor's error: the function that reads it is looked up before there is one.
        LAYER_ERROR.find();
        // A vendor that patched entry points would bypass glmeter.
        imports.patch = Patch::NONE;
    };
    u32::from(stand_in_front("EGL", open, put))
}

/// Starts the GLX vendor: libglvnd calls it, and glmeter wraps the vendor that libglvnd would have used.
///
/// # Safety
/// As `libglxabi.h` says of `__glx_Main`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> c_int {
    let open = || {
        if config::get().provider == Provider::Software {
            say(Log::Error, "GLMETER_PROVIDER=software: the software pipeline has EGL alone; for GLX the machine's own driver is used");
        }
        vendors::glx_libraries().iter().any(|name| {
            // SAFETY: libglvnd's own arguments.
            call_main(name.as_ref(), b"__glx_Main\0", |main| unsafe { main(version, exports, vendor, imports) })
        })
    };
    let put = || {
        // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
        let (imports, current) = unsafe { (&mut *imports.cast::<GlxImports>(), (*exports.cast::<GlxExports>()).get_current_context) };
        GLX.store(imports.get_proc_address, current);
        imports.get_proc_address = Some(glx_get_proc_address);
        imports.patch = Patch::NONE;
    };
    c_int::from(stand_in_front("GLX", open, put))
}
