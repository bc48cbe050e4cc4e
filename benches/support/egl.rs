//! Desktop OpenGL core contexts on pbuffers, made by EGL.

use crate::load::{functions, open, symbol};
use std::ffi::{CStr, c_char, c_void};
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
    Egl {
        get_proc_address = c"eglGetProcAddress": fn(*const c_char) -> *const c_void;
        get_platform_display = c"eglGetPlatformDisplay": fn(u32, *const c_void, *const isize) -> *mut c_void;
        get_display = c"eglGetDisplay": fn(*const c_void) -> *mut c_void;
        initialize = c"eglInitialize": fn(*mut c_void, *mut i32, *mut i32) -> u32;
        bind_api = c"eglBindAPI": fn(u32) -> u32;
        choose_config = c"eglChooseConfig": fn(*mut c_void, *const i32, *mut *mut c_void, i32, *mut i32) -> u32;
        create_pbuffer_surface = c"eglCreatePbufferSurface": fn(*mut c_void, *mut c_void, *const i32) -> *mut c_void;
        create_context = c"eglCreateContext": fn(*mut c_void, *mut c_void, *mut c_void, *const i32) -> *mut c_void;
        make_current = c"eglMakeCurrent": fn(*mut c_void, *mut c_void, *mut c_void, *mut c_void) -> u32;
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
        let egl = Egl::load(|name| symbol(library, name));
        // SAFETY: every list ends in EGL_NONE, every out pointer is to a local, and handles come from EGL itself.
        unsafe {
            let mut display = (egl.get_platform_display)(EGL_PLATFORM_SURFACELESS_MESA, null(), null());
            if display.is_null() || (egl.initialize)(display, null_mut(), null_mut()) == 0 {
                // Not Mesa: use the default display.
                display = (egl.get_display)(null());
                assert!((egl.initialize)(display, null_mut(), null_mut()) != 0, "eglInitialize");
            }
            assert!((egl.bind_api)(EGL_OPENGL_API) != 0, "eglBindAPI");
            let wanted = [EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE];
            let (mut config, mut found) = (null_mut(), 0);
            (egl.choose_config)(display, wanted.as_ptr(), &raw mut config, 1, &raw mut found);
            assert!(found == 1, "eglChooseConfig found no pbuffer config for OpenGL");
            let size = [EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE];
            // EGL's default profile is core.
            let version = [EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE];
            let pairs = [(); N].map(|()| {
                let surface = (egl.create_pbuffer_surface)(display, config, size.as_ptr());
                let context = (egl.create_context)(display, config, null_mut(), version.as_ptr());
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
        unsafe { (self.egl.make_current)(self.display, surface, surface, context) != 0 }
    }

    /// Returns the address of a function, or null.
    pub(crate) fn address(&self, name: &CStr) -> *const c_void {
        // SAFETY: the name is a C string.
        unsafe { (self.egl.get_proc_address)(name.as_ptr()) }
    }
}
