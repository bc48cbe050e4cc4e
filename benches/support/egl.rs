//! Desktop OpenGL core contexts on pbuffers, made by EGL.

use crate::load::{open, symbol};
use glmeter_abi::functions;
use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};

const EGL_PLATFORM_SURFACELESS_MESA: u32 = 0x31DD;
const EGL_OPENGL_API: u32 = 0x30A2;
const EGL_SURFACE_TYPE: i32 = 0x3033;
const EGL_PBUFFER_BIT: i32 = 0x0001;
const EGL_RENDERABLE_TYPE: i32 = 0x3040;
const EGL_OPENGL_BIT: i32 = 0x0008;
const EGL_NONE: i32 = 0x3038;
const EGL_WIDTH: i32 = 0x3057;
const EGL_HEIGHT: i32 = 0x3056;
const EGL_CONTEXT_MAJOR_VERSION: i32 = 0x3098;
const EGL_CONTEXT_MINOR_VERSION: i32 = 0x30FB;

functions! {
    pub(crate) struct Egl("") {
        fn eglGetProcAddress(procname: *const c_char) -> *mut c_void;
        fn eglGetPlatformDisplay(platform: u32, native_display: *const c_void, attrib_list: *const isize) -> *mut c_void;
        fn eglGetDisplay(display_id: *const c_void) -> *mut c_void;
        fn eglInitialize(dpy: *mut c_void, major: *mut i32, minor: *mut i32) -> u32;
        fn eglBindAPI(api: u32) -> u32;
        fn eglChooseConfig(dpy: *mut c_void, attrib_list: *const i32, configs: *mut *mut c_void, config_size: i32, num_config: *mut i32) -> u32;
        fn eglCreatePbufferSurface(dpy: *mut c_void, config: *mut c_void, attrib_list: *const i32) -> *mut c_void;
        fn eglCreateContext(dpy: *mut c_void, config: *mut c_void, share_context: *mut c_void, attrib_list: *const i32) -> *mut c_void;
        fn eglMakeCurrent(dpy: *mut c_void, draw: *mut c_void, read: *mut c_void, ctx: *mut c_void) -> u32;
        fn eglSwapBuffers(dpy: *mut c_void, surface: *mut c_void) -> u32;
    }
}

/// N contexts with a surface each, for the rest of the process.
pub(crate) struct Contexts<const N: usize> {
    egl: Egl,
    display: *mut c_void,
    pairs: [(*mut c_void, *mut c_void); N],
}

impl<const N: usize> Contexts<N> {
    /// Creates contexts of at least a version and makes the first one current.
    pub(crate) fn create((major, minor): (i32, i32)) -> Self {
        let library = open("libEGL.so.1", "libegl1");
        // SAFETY: the address of a name is that of the function of this name, or null.
        let egl = unsafe { Egl::load(|name| symbol(library, name)) }.expect("the driver has the function");
        // SAFETY: every list ends in EGL_NONE, every out pointer is to a local, and handles come from EGL itself.
        unsafe {
            let mut display = egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, null(), null());
            if display.is_null() || egl.eglInitialize(display, null_mut(), null_mut()) == 0 {
                // Not Mesa: use the default display.
                display = egl.eglGetDisplay(null());
                assert!(egl.eglInitialize(display, null_mut(), null_mut()) != 0, "eglInitialize");
            }
            assert!(egl.eglBindAPI(EGL_OPENGL_API) != 0, "eglBindAPI");
            let wanted = [EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE];
            let (mut config, mut found) = (null_mut(), 0);
            egl.eglChooseConfig(display, wanted.as_ptr(), &raw mut config, 1, &raw mut found);
            assert!(found == 1, "eglChooseConfig found no pbuffer config for OpenGL");
            let size = [EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE];
            // EGL's default profile is core.
            let version = [EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE];
            let pairs = [(); N].map(|()| {
                let surface = egl.eglCreatePbufferSurface(display, config, size.as_ptr());
                let context = egl.eglCreateContext(display, config, null_mut(), version.as_ptr());
                assert!(!surface.is_null() && !context.is_null(), "no OpenGL {major}.{minor} core context on a pbuffer");
                (surface, context)
            });
            let contexts = Self { egl, display, pairs };
            assert!(contexts.make_current(0), "eglMakeCurrent");
            contexts
        }
    }

    /// Makes a context current on this thread. Returns false if EGL refuses.
    #[inline]
    pub(crate) fn make_current(&self, number: usize) -> bool {
        let (surface, context) = self.pairs[number];
        // SAFETY: all handles are live.
        unsafe { self.egl.eglMakeCurrent(self.display, surface, surface, context) != 0 }
    }

    /// Swaps the buffers of a surface, which must be current.
    #[allow(dead_code, reason = "some benchmarks swap")]
    pub(crate) fn swap(&self, number: usize) {
        // SAFETY: both handles are live.
        let swapped = unsafe { self.egl.eglSwapBuffers(self.display, self.pairs[number].0) };
        assert!(swapped != 0, "eglSwapBuffers");
    }

    /// Returns the address of a function, or null.
    pub(crate) fn address(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).expect("a name without a NUL");
        // SAFETY: the name is a C string.
        unsafe { self.egl.eglGetProcAddress(name.as_ptr()) }
    }
}
