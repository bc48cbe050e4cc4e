//! A desktop OpenGL core context without a window, made by EGL or by GLX, and its functions.

use crate::load::{functions, open, symbol};
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
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

/// The least version asked for; drivers give the highest they have. Mesa without timer queries has no higher one.
const VERSION: (i32, i32) = (3, 2);

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

/// What makes a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum WindowSystem {
    Egl,
    Glx,
}

impl WindowSystem {
    pub(crate) fn name(self) -> &'static str {
        match self {
            WindowSystem::Egl => "egl",
            WindowSystem::Glx => "glx",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "egl" => WindowSystem::Egl,
            "glx" => WindowSystem::Glx,
            _ => panic!("unknown window system {name}"),
        }
    }

    /// Makes a context current on this thread for the rest of the process. The answer finds its functions.
    pub(crate) fn make_current(self) -> Box<dyn Fn(&CStr) -> *const c_void> {
        match self {
            WindowSystem::Egl => egl(),
            WindowSystem::Glx => glx(),
        }
    }
}

fn egl() -> Box<dyn Fn(&CStr) -> *const c_void> {
    let library = open("libEGL.so.1", "libegl1");
    let egl = Egl::load(|name| symbol(library, name));
    // SAFETY: every list ends in EGL_NONE, every out pointer is to a local, and handles come from EGL itself.
    unsafe {
        let mut display = (egl.get_platform_display)(EGL_PLATFORM_SURFACELESS_MESA, null(), null());
        if display.is_null() || (egl.initialize)(display, null_mut(), null_mut()) == 0 {
            // Not Mesa: whatever the driver calls its default.
            display = (egl.get_display)(null());
            assert!((egl.initialize)(display, null_mut(), null_mut()) != 0, "eglInitialize");
        }
        assert!((egl.bind_api)(EGL_OPENGL_API) != 0, "eglBindAPI");
        let wanted = [EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE];
        let (mut config, mut found) = (null_mut(), 0);
        (egl.choose_config)(display, wanted.as_ptr(), &raw mut config, 1, &raw mut found);
        assert!(found == 1, "eglChooseConfig found no pbuffer config for OpenGL");
        let size = [EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE];
        // No profile is named, so it is EGL's default, core.
        let version = [EGL_CONTEXT_MAJOR_VERSION, VERSION.0, EGL_CONTEXT_MINOR_VERSION, VERSION.1, EGL_NONE];
        let surface = (egl.create_pbuffer_surface)(display, config, size.as_ptr());
        let context = (egl.create_context)(display, config, null_mut(), version.as_ptr());
        assert!(!surface.is_null() && !context.is_null(), "no OpenGL {VERSION:?} core context on a pbuffer");
        assert!((egl.make_current)(display, surface, surface, context) != 0, "eglMakeCurrent");
    }
    // SAFETY: the name is a C string.
    Box::new(move |name| unsafe { (egl.get_proc_address)(name.as_ptr()) })
}

fn glx() -> Box<dyn Fn(&CStr) -> *const c_void> {
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
        let pbuffer = (glx.create_pbuffer)(display, config, size.as_ptr());
        let version = [
            [GLX_CONTEXT_MAJOR_VERSION_ARB, VERSION.0],
            [GLX_CONTEXT_MINOR_VERSION_ARB, VERSION.1],
            [GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_CORE_PROFILE_BIT_ARB],
            [0, 0],
        ];
        let context = (arb.create_context_attribs)(display, config, null_mut(), 1, version.as_ptr().cast());
        assert!(pbuffer != 0 && !context.is_null(), "no OpenGL {VERSION:?} core context on a pbuffer");
        assert!((glx.make_current)(display, pbuffer, context) != 0, "glXMakeCurrent");
    }
    // SAFETY: as above.
    Box::new(move |name| unsafe { (glx.get_proc_address)(name.as_ptr()) })
}
