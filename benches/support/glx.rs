//! OpenGL core contexts on pbuffers, made by GLX on the X server that `DISPLAY` names.

use crate::load::{open, symbol};
use glmeter_abi::functions;
use std::ffi::{CString, c_char, c_int, c_ulong, c_void};
use std::ptr::{null, null_mut};

const GLX_DRAWABLE_TYPE: c_int = 0x8010;
const GLX_RENDER_TYPE: c_int = 0x8011;
const GLX_RGBA_BIT: c_int = 0x0001;
const GLX_PBUFFER_BIT: c_int = 0x0004;
const GLX_PBUFFER_HEIGHT: c_int = 0x8040;
const GLX_PBUFFER_WIDTH: c_int = 0x8041;
const GLX_CONTEXT_MAJOR_VERSION_ARB: c_int = 0x2091;
const GLX_CONTEXT_MINOR_VERSION_ARB: c_int = 0x2092;
const GLX_CONTEXT_PROFILE_MASK_ARB: c_int = 0x9126;
const GLX_CONTEXT_CORE_PROFILE_BIT_ARB: c_int = 1;

functions! {
    pub(crate) struct X11("") {
        fn XOpenDisplay(name: *const c_char) -> *mut c_void;
        fn XDefaultScreen(display: *mut c_void) -> c_int;
    }
}

functions! {
    pub(crate) struct Glx("") {
        fn glXGetProcAddressARB(proc_name: *const c_char) -> *mut c_void;
        fn glXChooseFBConfig(dpy: *mut c_void, screen: c_int, attrib_list: *const c_int, nelements: *mut c_int) -> *const *mut c_void;
        fn glXCreatePbuffer(dpy: *mut c_void, config: *mut c_void, attrib_list: *const c_int) -> c_ulong;
        fn glXMakeCurrent(dpy: *mut c_void, drawable: c_ulong, ctx: *mut c_void) -> c_int;
        fn glXSwapBuffers(dpy: *mut c_void, drawable: c_ulong);
    }
}

functions! {
    pub(crate) struct GlxArb("") {
        fn glXCreateContextAttribsARB(dpy: *mut c_void, config: *mut c_void, share_context: *mut c_void, direct: c_int, attrib_list: *const c_int) -> *mut c_void;
    }
}

/// N contexts with a pbuffer each, for the rest of the process.
pub(crate) struct Contexts<const N: usize> {
    glx: Glx,
    display: *mut c_void,
    pairs: [(c_ulong, *mut c_void); N],
}

impl<const N: usize> Contexts<N> {
    /// Creates contexts of at least a version and makes the first one current.
    pub(crate) fn create((major, minor): (i32, i32)) -> Self {
        let (x11, gl) = (open("libX11.so.6", "libx11-6"), open("libGL.so.1", "libgl1"));
        // SAFETY: the address of a name is that of the function of this name, or null.
        let x11 = unsafe { X11::load(|name| symbol(x11, name)) }.expect("the driver has the function");
        // SAFETY: the address of a name is that of the function of this name, or null.
        let glx = unsafe { Glx::load(|name| symbol(gl, name)) }.expect("the driver has the function");
        // SAFETY: the address of a name is that of the function of this name, or null.
        let arb = unsafe { GlxArb::load(|name| glx.find(name)) }.expect("the driver has the function");
        // SAFETY: every list ends in None (0), and handles come from the libraries themselves.
        unsafe {
            let display = x11.XOpenDisplay(null());
            assert!(!display.is_null(), "no X server at DISPLAY");
            let wanted = [GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, 0];
            let mut found = 0;
            let configs = glx.glXChooseFBConfig(display, x11.XDefaultScreen(display), wanted.as_ptr(), &raw mut found);
            assert!(!configs.is_null() && found > 0, "glXChooseFBConfig found no pbuffer config");
            let config = *configs;
            let size = [GLX_PBUFFER_WIDTH, 64, GLX_PBUFFER_HEIGHT, 64, 0];
            let version = [
                [GLX_CONTEXT_MAJOR_VERSION_ARB, major],
                [GLX_CONTEXT_MINOR_VERSION_ARB, minor],
                [GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_CORE_PROFILE_BIT_ARB],
                [0, 0],
            ];
            let pairs = [(); N].map(|()| {
                let pbuffer = glx.glXCreatePbuffer(display, config, size.as_ptr());
                let context = arb.glXCreateContextAttribsARB(display, config, null_mut(), 1, version.as_ptr().cast());
                assert!(pbuffer != 0 && !context.is_null(), "no OpenGL {major}.{minor} core context on a pbuffer");
                (pbuffer, context)
            });
            let contexts = Self { glx, display, pairs };
            assert!(contexts.make_current(0), "glXMakeCurrent");
            contexts
        }
    }

    /// Makes a context current on this thread. Returns false if GLX refuses.
    #[inline]
    pub(crate) fn make_current(&self, number: usize) -> bool {
        let (pbuffer, context) = self.pairs[number];
        // SAFETY: all handles are live.
        unsafe { self.glx.glXMakeCurrent(self.display, pbuffer, context) != 0 }
    }

    /// Swaps the buffers of a pbuffer, which must be current.
    #[allow(dead_code, reason = "some benchmarks swap")]
    pub(crate) fn swap(&self, number: usize) {
        // SAFETY: both handles are live.
        unsafe { self.glx.glXSwapBuffers(self.display, self.pairs[number].0) };
    }

    /// Returns the address of a function, or null.
    pub(crate) fn address(&self, name: &str) -> *mut c_void {
        self.glx.find(name)
    }
}

impl Glx {
    /// Returns the address of a function, or null.
    fn find(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).expect("a name without a NUL");
        // SAFETY: the name is a C string.
        unsafe { self.glXGetProcAddressARB(name.as_ptr()) }
    }
}
