//! Contexts of every kind, without a window system.

use crate::gl::Gl;
use crate::support;
use core::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

type Handle = *mut c_void;

const PLATFORM_SURFACELESS_MESA: u32 = 0x31DD;
const OPENGL_ES_API: u32 = 0x30A0;
const OPENGL_API: u32 = 0x30A2;
const NONE: c_int = 0x3038;
const SURFACE_TYPE: c_int = 0x3033;
const PBUFFER_BIT: c_int = 1;
const RENDERABLE_TYPE: c_int = 0x3040;
const MAJOR: c_int = 0x3098;
const MINOR: c_int = 0x30FB;
const PROFILE: c_int = 0x30FD;
const NO_ERROR_KHR: c_int = 0x31B3;

struct Egl {
    display: usize,
    get_proc_address: unsafe extern "C" fn(*const c_char) -> Handle,
    bind_api: unsafe extern "C" fn(u32) -> u32,
    choose_config: unsafe extern "C" fn(Handle, *const c_int, *mut Handle, c_int, *mut c_int) -> u32,
    create_context: unsafe extern "C" fn(Handle, Handle, Handle, *const c_int) -> Handle,
    destroy_context: unsafe extern "C" fn(Handle, Handle) -> u32,
    make_current: unsafe extern "C" fn(Handle, Handle, Handle, Handle) -> u32,
    gl: Gl,
}

/// The variable that is set in a process that tests the driver without glmeter.
pub const BARE: &str = "MESA_RULES_BARE";

/// libEGL with glmeter as its vendor, and a display that lives as long as the process.
fn egl() -> &'static Egl {
    static EGL: OnceLock<Egl> = OnceLock::new();
    EGL.get_or_init(|| {
        support::library();
        let vendor = support::build_folder().join("10_glmeter.json");
        // SAFETY: libEGL reads its list of vendors at the first call, which is below; every other thread of this process
        // that uses EGL waits for this function, and none reads the environment otherwise.
        unsafe {
            if std::env::var_os(BARE).is_none() {
                std::env::set_var("__EGL_VENDOR_LIBRARY_FILENAMES", vendor);
            }
            std::env::remove_var("DISPLAY");
        }
        // SAFETY: libEGL's own functions, by their names and types, with its tokens.
        unsafe {
            let library = libloading::Library::new("libEGL.so.1").expect("the Debian package libegl1");
            type GetPlatformDisplay = unsafe extern "C" fn(u32, Handle, *const isize) -> Handle;
            type Initialize = unsafe extern "C" fn(Handle, *mut c_int, *mut c_int) -> u32;
            let get_display = library.get::<GetPlatformDisplay>(b"eglGetPlatformDisplay\0").unwrap();
            let mut display = get_display(PLATFORM_SURFACELESS_MESA, core::ptr::null_mut(), core::ptr::null());
            let initialize = library.get::<Initialize>(b"eglInitialize\0").unwrap();
            let initialized = |display| initialize(display, core::ptr::null_mut(), core::ptr::null_mut()) == 1;
            if !initialized(display) {
                // Not Mesa: use the default display.
                type GetDisplay = unsafe extern "C" fn(Handle) -> Handle;
                display = library.get::<GetDisplay>(b"eglGetDisplay\0").unwrap()(core::ptr::null_mut());
                assert!(initialized(display), "eglInitialize: the Debian packages libegl-mesa0 and libgl1-mesa-dri");
            }
            let get_proc_address = *library.get(b"eglGetProcAddress\0").unwrap();
            let egl = Egl {
                display: display as usize,
                get_proc_address,
                bind_api: *library.get(b"eglBindAPI\0").unwrap(),
                choose_config: *library.get(b"eglChooseConfig\0").unwrap(),
                create_context: *library.get(b"eglCreateContext\0").unwrap(),
                destroy_context: *library.get(b"eglDestroyContext\0").unwrap(),
                make_current: *library.get(b"eglMakeCurrent\0").unwrap(),
                gl: Gl::load(|name| get_proc_address(std::ffi::CString::new(name).unwrap().as_ptr())),
            };
            std::mem::forget(library);
            egl
        }
    })
}

/// Returns the address of a function that the table of `gl` lacks.
pub fn address(name: &CStr) -> *mut c_void {
    // SAFETY: the name is a C string.
    unsafe { (egl().get_proc_address)(name.as_ptr()) }
}

/// A context, current on the thread that created it until it is dropped.
pub struct Session {
    context: Handle,
    /// The context is of OpenGL ES.
    pub es: bool,
}

impl core::ops::Deref for Session {
    type Target = Gl;
    fn deref(&self) -> &Gl {
        &egl().gl
    }
}

impl Session {
    /// Creates the context of an application that requests OpenGL ES 2.0.
    pub fn es2() -> Self {
        Self::new(OPENGL_ES_API, &[MAJOR, 2], None)
    }

    /// Creates a context of OpenGL ES 3.2.
    pub fn es3() -> Self {
        Self::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2], None)
    }

    pub fn core() -> Self {
        Self::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE, 1], None)
    }

    pub fn compatibility() -> Self {
        Self::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE, 2], None)
    }

    /// Creates the context of an application that requests OpenGL without a version.
    pub fn without_version() -> Self {
        Self::new(OPENGL_API, &[], None)
    }

    /// Creates a no-error context of OpenGL ES 3.2 or OpenGL 4.5.
    pub fn without_errors(es: bool) -> Self {
        match es {
            true => Self::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2, NO_ERROR_KHR, 1], None),
            false => Self::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE, 1, NO_ERROR_KHR, 1], None),
        }
    }

    /// Creates a context of OpenGL ES 3.2 in the share group of another.
    pub fn es3_sharing(with: &Self) -> Self {
        Self::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2], Some(with))
    }

    /// Creates a context of OpenGL ES 3.0 that is lost at a reset.
    pub fn that_can_be_lost() -> Self {
        const RESET_NOTIFICATION_STRATEGY: c_int = 0x31BD;
        const LOSE_CONTEXT_ON_RESET: c_int = 0x31BF;
        Self::new(OPENGL_ES_API, &[MAJOR, 3, RESET_NOTIFICATION_STRATEGY, LOSE_CONTEXT_ON_RESET], None)
    }

    /// Runs a test in a context of every kind.
    pub fn each(test: impl Fn(&Self)) {
        for make in [Self::es2, Self::es3, Self::core, Self::compatibility] {
            test(&make());
        }
    }

    fn new(api: u32, attributes: &[c_int], share: Option<&Self>) -> Self {
        let egl = egl();
        let bit = if api == OPENGL_API { 0x8 } else { 0x4 };
        let attributes: Vec<c_int> = attributes.iter().copied().chain([NONE]).collect();
        let mut config = core::ptr::null_mut();
        let mut count = 0;
        let wanted = [SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE, bit, NONE];
        let display = egl.display as Handle;
        // SAFETY: libEGL's own functions with its tokens; the lists end with NONE.
        let context = unsafe {
            assert_eq!((egl.bind_api)(api), 1);
            (egl.choose_config)(display, wanted.as_ptr(), &raw mut config, 1, &raw mut count);
            assert_eq!(count, 1, "a configuration");
            (egl.create_context)(display, config, share.map_or(core::ptr::null_mut(), |share| share.context), attributes.as_ptr())
        };
        assert!(!context.is_null(), "a context of API 0x{api:X} with {attributes:?}");
        let session = Self { context, es: api == OPENGL_ES_API };
        session.make_current();
        session
    }

    pub fn make_current(&self) {
        Self::bind(self.context);
    }

    fn bind(context: Handle) {
        let egl = egl();
        // SAFETY: a display and a context of it, or none.
        let done = unsafe { (egl.make_current)(egl.display as Handle, core::ptr::null_mut(), core::ptr::null_mut(), context) };
        assert_eq!(done, 1, "eglMakeCurrent");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Mesa frees the active queries of a context while its threads may still write to them.
        self.make_current();
        self.Finish();
        Self::bind(core::ptr::null_mut());
        // SAFETY: a display and a context of it, which is destroyed once.
        unsafe { (egl().destroy_context)(egl().display as Handle, self.context) };
    }
}
