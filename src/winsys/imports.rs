//! Rebinds C library functions that libglvnd's libEGL and libGLX import, so that glmeter sees which vendor libraries they open.
//!
//! - `dlsym`, by which they look the Main of a vendor's library up: they get one that wraps the vendor.
//! - `dlclose`, in libEGL, which closes the vendors' libraries when it is unloaded itself: the vendors are free to serve again once it is loaded again.
//! - `dlopen`, in libGLX: glmeter's library stands for the vendor "glmeter", wherever its file is, and for the last one, "indirect", with the
//!   software pipeline after it.
//! - `getenv`, in a process with the preload: libglvnd finds glmeter among the vendors, while the variables of the process and its children stay
//!   as they are.
//!
//! Other code of the process calls the C library's functions, or another interposer's. Only libglvnd's entries in its own tables change.

use super::announce;
use crate::current::caught;
use crate::current::vendor::EGL;
use crate::environment;
use crate::platform::elf::{self, Object};
use crate::platform::imports::{self, Import};
use crate::platform::symbols;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};

/// The file names, without versions, of libglvnd's libraries for the two window systems.
const EGL_LIBRARY: &[u8] = b"libEGL.so";
const GLX_LIBRARY: &[u8] = b"libGLX.so";
/// libglvnd's library that both need, which tells them from others of the same names.
const DISPATCH: &CStr = c"libGLdispatch.so.0";
/// The name of the Main of an EGL vendor's library.
pub(super) const EGL_MAIN: &CStr = c"__egl_Main";
/// The library that libGLX opens if it finds no other vendor for a screen.
const LAST_GLX_VENDOR: &CStr = c"libGLX_indirect.so.0";

/// The library that libGLX opens for glmeter's name.
const OWN_GLX_VENDOR: &CStr = c"libGLX_glmeter.so.0";

/// `dlsym` as libglvnd gets it; null on processors for which there is none.
static DLSYM: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// Stores `dlsym` as libglvnd gets it.
pub(super) fn set_dlsym(dlsym: symbols::Dlsym) {
    DLSYM.store(dlsym as *mut c_void, Ordering::Release);
}

/// Returns true if there is a `dlsym` for libglvnd, by which glmeter sees what it opens.
pub(super) fn can_watch() -> bool {
    dlsym().is_some()
}

/// Returns `dlsym` as libglvnd gets it.
fn dlsym() -> Option<Import> {
    let address = DLSYM.load(Ordering::Acquire).cast_const();
    (!address.is_null()).then_some((c"dlsym", address))
}

/// Sees the vendors that libEGL opens from now on. Returns false if it cannot.
pub(super) fn rebind_egl() -> bool {
    IN_USE.store(true, Ordering::Release);
    dlsym().and_then(|dlsym| rebind(&[(EGL_LIBRARY, &[dlsym, (c"dlclose", close as *const c_void)])])).unwrap_or(false)
}

/// Sees the vendors that libGLX opens from now on. Returns false if it cannot.
pub(super) fn rebind_glx() -> bool {
    IN_USE.store(true, Ordering::Release);
    dlsym().and_then(|dlsym| rebind(&[(GLX_LIBRARY, &[dlsym, (c"dlopen", open as *const c_void)])])).unwrap_or(false)
}

/// True once this copy of glmeter wraps vendors. Another copy, such as one in the program itself, leaves them alone.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Returns true once this copy of glmeter wraps vendors.
pub(super) fn is_in_use() -> bool {
    IN_USE.load(Ordering::Acquire)
}

/// True in a process whose libglvnd finds glmeter through [`getenv`].
static IN_PRELOAD: AtomicBool = AtomicBool::new(false);
/// The number of libraries that the process had opened when [`watch`] last looked.
static OPENED: AtomicU64 = AtomicU64::new(0);

/// Has libglvnd find glmeter in this process, also if it is loaded later.
pub(super) fn begin_watching() {
    IN_USE.store(true, Ordering::Release);
    IN_PRELOAD.store(true, Ordering::Release);
    watch();
}

/// Rebinds libglvnd's imports if the process has opened a library since the last call. Allocates nothing.
pub(super) fn watch() {
    if !IN_PRELOAD.load(Ordering::Acquire) || OPENED.load(Ordering::Acquire) == elf::opened() {
        return;
    }
    let opened = elf::opened();
    let (getenv, dlopen): (Import, Import) = ((c"getenv", getenv as *const c_void), (c"dlopen", open as *const c_void));
    let Some(dlsym) = dlsym() else { return };
    if rebind(&[(EGL_LIBRARY, &[getenv, dlsym, (c"dlclose", close as *const c_void)]), (GLX_LIBRARY, &[getenv, dlsym, dlopen])]).is_some() {
        OPENED.store(opened, Ordering::Release);
    }
}

/// Rebinds imports of libglvnd's libraries of these names. Returns true if one is loaded and imports `dlsym`, and `None` if another thread is rebinding
/// imports.
fn rebind(libraries: &[(&[u8], &[Import])]) -> Option<bool> {
    let of_object = |object: &Object| {
        let of_library = libraries.iter().find(|(library, _)| object.file_name().starts_with(library) && object.needs(DISPATCH));
        of_library.map(|(_, imports)| *imports)
    };
    let mut done = false;
    imports::rebind(of_object, |name| done |= name == c"dlsym").map(|()| done)
}

/// True while libGLX calls glmeter's Main as that of its last vendor.
static REPLACES_THE_LAST: AtomicBool = AtomicBool::new(false);

/// Returns true if libGLX calls glmeter's Main as that of its last vendor. Resets the answer.
pub(super) fn replaces_the_last_glx_vendor() -> bool {
    REPLACES_THE_LAST.swap(false, Ordering::AcqRel)
}

/// `dlopen`, as libGLX gets it.
unsafe extern "C" fn open(name: *const c_char, flags: c_int) -> *mut c_void {
    let Some(real) = symbols::dlopen() else { return core::ptr::null_mut() };
    // SAFETY: libGLX's names are NULL or C strings.
    let vendor = if name.is_null() { c"" } else { unsafe { CStr::from_ptr(name) } };
    if vendor == LAST_GLX_VENDOR || vendor == OWN_GLX_VENDOR {
        // SAFETY: the name is a C string.
        let own = || announce::own_library().map_or(core::ptr::null_mut(), |own| unsafe { real(own.as_ptr(), flags) });
        let own = caught(own, core::ptr::null_mut);
        if !own.is_null() {
            REPLACES_THE_LAST.store(vendor == LAST_GLX_VENDOR, Ordering::Release);
            return own;
        }
    }
    // SAFETY: the arguments are libGLX's.
    unsafe { real(name, flags) }
}

/// `dlclose`, as libEGL gets it: frees the slot of the vendor whose library it closes. Allocates nothing.
unsafe extern "C" fn close(handle: *mut c_void) -> c_int {
    let free = || {
        // SAFETY: libEGL's handle of a vendor's library, which is open, and a C string.
        let main = symbols::dlsym().map_or(core::ptr::null_mut(), |look_up| unsafe { look_up(handle, EGL_MAIN.as_ptr()) });
        if !main.is_null() {
            EGL.close(main);
        }
    };
    caught(free, || ());
    // SAFETY: as above.
    symbols::dlclose().map_or(-1, |real| unsafe { real(handle) })
}

/// `getenv`, as libglvnd gets it in a process with the preload.
unsafe extern "C" fn getenv(name: *const c_char) -> *mut c_char {
    // SAFETY: the name is libglvnd's C string.
    let (theirs, name) = unsafe { (environment::raw(name), CStr::from_ptr(name)) };
    // SAFETY: null, or a variable's value, which is a C string.
    let is_set = || !theirs.is_null() && !unsafe { CStr::from_ptr(theirs) }.is_empty();
    caught(|| announce::value(name, is_set()).map_or(theirs, |value| value.as_ptr().cast_mut()), || theirs)
}
