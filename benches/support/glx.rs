//! OpenGL core contexts on pbuffers, made by GLX on the X server that `DISPLAY` names.

use crate::load::{functions, open, symbol};
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
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
    X11 {
        open_display = c"XOpenDisplay": fn(*const c_char) -> *mut c_void;
        default_screen = c"XDefaultScreen": fn(*mut c_void) -> c_int;
    }
}

functions! {
    Glx {
        get_proc_address = c"glXGetProcAddressARB": fn(*const c_char) -> *const c_void;
        choose_fb_config = c"glXChooseFBConfig": fn(*mut c_void, c_int, *const c_int, *mut c_int) -> *const *mut c_void;
        create_pbuffer = c"glXCreatePbuffer": fn(*mut c_void, *mut c_void, *const c_int) -> c_ulong;
        make_current = c"glXMakeCurrent": fn(*mut c_void, c_ulong, *mut c_void) -> c_int;
    }
}

functions! {
    GlxArb {
        create_context_attribs = c"glXCreateContextAttribsARB": fn(*mut c_void, *mut c_void, *mut c_void, c_int, *const c_int) -> *mut c_void;
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
        let (x11, glx) = (X11::load(|name| symbol(x11, name)), Glx::load(|name| symbol(gl, name)));
        // SAFETY: the name is a C string.
        let arb = GlxArb::load(|name| unsafe { (glx.get_proc_address)(name.as_ptr()) });
        // SAFETY: every list ends in None (0), and handles come from the libraries themselves.
        unsafe {
            let display = (x11.open_display)(null());
            assert!(!display.is_null(), "no X server at DISPLAY");
            let wanted = [GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, 0];
            let mut found = 0;
            let configs = (glx.choose_fb_config)(display, (x11.default_screen)(display), wanted.as_ptr(), &raw mut found);
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
                let pbuffer = (glx.create_pbuffer)(display, config, size.as_ptr());
                let context = (arb.create_context_attribs)(display, config, null_mut(), 1, version.as_ptr().cast());
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
        unsafe { (self.glx.make_current)(self.display, pbuffer, context) != 0 }
    }

    /// Returns the address of a function, or null.
    pub(crate) fn address(&self, name: &CStr) -> *const c_void {
        // SAFETY: the name is a C string.
        unsafe { (self.glx.get_proc_address)(name.as_ptr()) }
    }
}
