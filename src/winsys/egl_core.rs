//! The other functions of EGL 1.5, exported so that a program can link with glmeter alone. Each calls the function that the program would
//! call without glmeter.
//!
//! The GL commands are not exported like this: a program links libGL besides glmeter, or uses eglGetProcAddress. Two thousand more names
//! would clash with names of applications, every process that inherits a preload would have to hide them (`symbol_hiding`), and each call of
//! a linked program would cost another jump.

use crate::current::egl;
use crate::platform::{own, software, symbols};
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::border::guard;
use glmeter_abi::egl::{EGLAttrib, EGLBoolean, EGLTime, EGLenum, EGLint, Handle};
use glmeter_abi::function;

/// Returns the function that a program would call without glmeter: the next definition of the name in load order, in libEGL or in a library
/// before it. A program linked with glmeter alone gets libEGL's function or the pipeline's.
fn find(name: &CStr) -> *mut c_void {
    if software::serves() {
        return software::function(name);
    }
    let next = symbols::next(name);
    if next.is_null() || own::is_ours(next as usize) { egl::function(name) } else { next }
}

/// Returns the same, cached in `known`.
fn find_once(known: &AtomicPtr<c_void>, name: &CStr) -> *mut c_void {
    let address = known.load(Ordering::Acquire);
    if !address.is_null() {
        return address;
    }
    let address = guard(|| find(name)).unwrap_or(core::ptr::null_mut());
    known.store(address, Ordering::Release);
    address
}

/// Declares functions that forward their calls. Without any EGL they return zero.
macro_rules! forwarders {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => { $(
        #[doc = concat!("Forwards to the real `", stringify!($name), "`.")]
        ///
        /// # Safety
        /// The arguments must meet the conditions of the function's specification.
        #[allow(non_snake_case, reason = "a C name")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $kind),*) -> $result {
            static KNOWN: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());
            let found = find_once(&KNOWN, crate::entry::c_name(concat!(stringify!($name), "\0")));
            // SAFETY: the function of this name has the type of its row in `forwarders!`.
            match unsafe { function::<unsafe extern "C" fn($($kind),*) -> $result>(found) } {
                // SAFETY: as the caller promises.
                Some(function) => unsafe { function($($argument),*) },
                // SAFETY: every result here is an integer or a pointer.
                None => unsafe { crate::entry::zero() },
            }
        }
    )* };
}

forwarders! {
    fn eglBindAPI(api: EGLenum) -> EGLBoolean;
    fn eglBindTexImage(display: Handle, surface: Handle, buffer: EGLint) -> EGLBoolean;
    fn eglChooseConfig(display: Handle, attributes: *const EGLint, configs: *mut Handle, size: EGLint, count: *mut EGLint) -> EGLBoolean;
    fn eglClientWaitSync(display: Handle, sync: Handle, flags: EGLint, timeout: EGLTime) -> EGLint;
    fn eglCopyBuffers(display: Handle, surface: Handle, target: Handle) -> EGLBoolean;
    fn eglCreateImage(display: Handle, context: Handle, target: EGLenum, buffer: Handle, attributes: *const EGLAttrib) -> Handle;
    fn eglCreatePbufferFromClientBuffer(display: Handle, kind: EGLenum, buffer: Handle, config: Handle, attributes: *const EGLint) -> Handle;
    fn eglCreatePbufferSurface(display: Handle, config: Handle, attributes: *const EGLint) -> Handle;
    fn eglCreatePixmapSurface(display: Handle, config: Handle, pixmap: Handle, attributes: *const EGLint) -> Handle;
    fn eglCreatePlatformPixmapSurface(display: Handle, config: Handle, pixmap: Handle, attributes: *const EGLAttrib) -> Handle;
    fn eglCreatePlatformWindowSurface(display: Handle, config: Handle, window: Handle, attributes: *const EGLAttrib) -> Handle;
    fn eglCreateSync(display: Handle, kind: EGLenum, attributes: *const EGLAttrib) -> Handle;
    fn eglCreateWindowSurface(display: Handle, config: Handle, window: Handle, attributes: *const EGLint) -> Handle;
    fn eglDestroyImage(display: Handle, image: Handle) -> EGLBoolean;
    fn eglDestroySurface(display: Handle, surface: Handle) -> EGLBoolean;
    fn eglDestroySync(display: Handle, sync: Handle) -> EGLBoolean;
    fn eglGetConfigAttrib(display: Handle, config: Handle, attribute: EGLint, value: *mut EGLint) -> EGLBoolean;
    fn eglGetConfigs(display: Handle, configs: *mut Handle, size: EGLint, count: *mut EGLint) -> EGLBoolean;
    fn eglGetCurrentContext() -> Handle;
    fn eglGetCurrentDisplay() -> Handle;
    fn eglGetCurrentSurface(which: EGLint) -> Handle;
    fn eglGetDisplay(native: Handle) -> Handle;
    fn eglGetPlatformDisplay(platform: EGLenum, native: Handle, attributes: *const EGLAttrib) -> Handle;
    fn eglGetSyncAttrib(display: Handle, sync: Handle, attribute: EGLint, value: *mut EGLAttrib) -> EGLBoolean;
    fn eglInitialize(display: Handle, major: *mut EGLint, minor: *mut EGLint) -> EGLBoolean;
    fn eglQueryAPI() -> EGLenum;
    fn eglQueryContext(display: Handle, context: Handle, attribute: EGLint, value: *mut EGLint) -> EGLBoolean;
    fn eglQueryString(display: Handle, name: EGLint) -> *const c_char;
    fn eglQuerySurface(display: Handle, surface: Handle, attribute: EGLint, value: *mut EGLint) -> EGLBoolean;
    fn eglReleaseTexImage(display: Handle, surface: Handle, buffer: EGLint) -> EGLBoolean;
    fn eglSurfaceAttrib(display: Handle, surface: Handle, attribute: EGLint, value: EGLint) -> EGLBoolean;
    fn eglSwapInterval(display: Handle, interval: EGLint) -> EGLBoolean;
    fn eglWaitClient() -> EGLBoolean;
    fn eglWaitGL() -> EGLBoolean;
    fn eglWaitNative(engine: EGLint) -> EGLBoolean;
    fn eglWaitSync(display: Handle, sync: Handle, flags: EGLint) -> EGLBoolean;
}
