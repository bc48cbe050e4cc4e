//! Contexts of each kind on a display without windows, each current on its test's own thread, with 64 x 64 pixels and a
//! program that covers them.

use crate::functions::{Egl, Gl, Handle};
use crate::support::{build_folder, library};
use crate::tokens::*;
use core::ffi::CStr;
use core::ops::Deref;
use core::ptr::{null, null_mut};
use glmeter::gl::*;
use std::ffi::CString;
use std::sync::OnceLock;

const PLATFORM_SURFACELESS: u32 = 0x31DD;
const OPENGL_ES_API: u32 = 0x30A0;
const OPENGL_API: u32 = 0x30A2;
const MAJOR: i32 = 0x3098;
const MINOR: i32 = 0x30FB;
const PROFILE_MASK: i32 = 0x30FD;
const DEBUG: i32 = 0x31B0;
const NO_ERROR_CONTEXT: i32 = 0x31B3;
const NONE: i32 = 0x3038;

/// The samples of one covering draw.
pub const SAMPLES: u64 = 64 * 64;

struct Shared {
    egl: Egl,
    gl: Gl,
    display: usize,
}

fn shared() -> &'static Shared {
    static SHARED: OnceLock<Shared> = OnceLock::new();
    SHARED.get_or_init(|| {
        // The machine's own libEGL then loads our library as its only vendor, as a process of a user's does.
        // SAFETY: the other tests wait for this, and none of them reads the environment before.
        unsafe { std::env::set_var("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("10_glmeter.json")) };
        // SAFETY: libEGL has no conditions for being opened; it stays for as long as the process.
        let libegl = Box::leak(Box::new(unsafe { libloading::Library::new("libEGL.so.1") }.expect("the Debian package libegl1")));
        // SAFETY: a function's address is read, no more.
        let symbol = |name: &str| unsafe { libegl.get::<Handle>(name.as_bytes()) }.map_or(null_mut(), |symbol| *symbol);
        // SAFETY: these are EGL's functions of these names.
        let egl = unsafe { Egl::load(symbol) };
        let display = egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS, null_mut(), null());
        assert_eq!(egl.eglInitialize(display, null_mut(), null_mut()), 1, "EGL error {:#x}", egl.eglGetError());
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let vendor = library().canonicalize().unwrap();
        assert!(maps.contains(vendor.to_str().unwrap()), "libEGL did not load {}", vendor.display());
        let find = |name: &str| egl.eglGetProcAddress(CString::new(name).unwrap().as_ptr());
        // SAFETY: EGL gives the function of each name.
        let gl = unsafe { Gl::load(find) };
        Shared { egl, gl, display: display as usize }
    })
}

/// A context that is current on this thread until it is dropped.
pub struct Rig {
    context: Handle,
    embedded: bool,
}

impl Deref for Rig {
    type Target = Gl;

    fn deref(&self) -> &Gl {
        &shared().gl
    }
}

pub fn core() -> Rig {
    Rig::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE_MASK, 1])
}

pub fn compatibility() -> Rig {
    Rig::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE_MASK, 2])
}

/// Asked for as OpenGL ES 2.0; Mesa gives the latest that is compatible.
pub fn es2() -> Rig {
    Rig::new(OPENGL_ES_API, &[MAJOR, 2])
}

pub fn es32() -> Rig {
    Rig::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2])
}

pub fn core_debug() -> Rig {
    Rig::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE_MASK, 1, DEBUG, 1])
}

pub fn es32_debug() -> Rig {
    Rig::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2, DEBUG, 1])
}

pub fn core_without_errors() -> Rig {
    Rig::new(OPENGL_API, &[MAJOR, 4, MINOR, 5, PROFILE_MASK, 1, NO_ERROR_CONTEXT, 1])
}

pub fn es32_without_errors() -> Rig {
    Rig::new(OPENGL_ES_API, &[MAJOR, 3, MINOR, 2, NO_ERROR_CONTEXT, 1])
}

/// These contexts one after the other: a thread has one.
pub fn each<const N: usize>(makers: [fn() -> Rig; N]) -> impl Iterator<Item = Rig> {
    makers.into_iter().map(|make| make())
}

impl Rig {
    fn new(api: u32, attributes: &[i32]) -> Self {
        let Shared { egl, display, .. } = shared();
        let display = *display as Handle;
        let list: Vec<i32> = attributes.iter().copied().chain([NONE]).collect();
        assert_eq!(egl.eglBindAPI(api), 1);
        let context = egl.eglCreateContext(display, null_mut(), null_mut(), list.as_ptr());
        assert!(!context.is_null(), "no context of {attributes:x?}: EGL error {:#x}", egl.eglGetError());
        assert_eq!(egl.eglMakeCurrent(display, null_mut(), null_mut(), context), 1, "EGL error {:#x}", egl.eglGetError());
        let rig = Self { context, embedded: api == OPENGL_ES_API };
        rig.prepare();
        rig.expect(NO_ERROR);
        rig
    }

    fn prepare(&self) {
        let mut name = 0;
        self.glGenFramebuffers(1, &mut name);
        self.glBindFramebuffer(FRAMEBUFFER, name);
        self.glGenRenderbuffers(1, &mut name);
        self.glBindRenderbuffer(RENDERBUFFER, name);
        self.glRenderbufferStorage(RENDERBUFFER, RGBA8, 64, 64);
        self.glFramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, name);
        assert_eq!(self.glCheckFramebufferStatus(FRAMEBUFFER), FRAMEBUFFER_COMPLETE);
        self.glViewport(0, 0, 64, 64);
        self.glClear(COLOR_BUFFER_BIT);
        self.glGenVertexArrays(1, &mut name);
        self.glBindVertexArray(name);
        let program = self.glCreateProgram();
        let vertex = "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0); }";
        let fragment = "out vec4 color; void main() { color = vec4(1.0); }";
        for (kind, text) in [(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, fragment)] {
            let head = if self.embedded { "#version 300 es\nprecision mediump float;\n" } else { "#version 330\n" };
            let text = CString::new(format!("{head}{text}")).unwrap();
            let shader = self.glCreateShader(kind);
            self.glShaderSource(shader, 1, &text.as_ptr(), null());
            self.glCompileShader(shader);
            let mut compiled = 0;
            self.glGetShaderiv(shader, COMPILE_STATUS, &mut compiled);
            assert_eq!(compiled, 1, "{text:?}");
            self.glAttachShader(program, shader);
        }
        self.glLinkProgram(program);
        self.glUseProgram(program);
    }

    /// Covers every pixel once: 4 vertices, 2 triangles.
    pub fn draw(&self) {
        self.glDrawArrays(TRIANGLE_STRIP, 0, 4);
    }

    /// Asserts that exactly this error was made, or none.
    #[track_caller]
    pub fn expect(&self, error: GLenum) {
        let got = self.glGetError();
        assert_eq!(got, error, "glGetError gives {got:#x}, not {error:#x}");
        let more = self.glGetError();
        assert_eq!(more, NO_ERROR, "a second glGetError gives {more:#x}");
    }

    pub fn name(&self) -> GLuint {
        let mut id = 0;
        self.glGenQueries(1, &mut id);
        assert_ne!(id, 0);
        id
    }

    pub fn delete(&self, id: GLuint) {
        self.glDeleteQueries(1, &id);
    }

    /// A query of `target` over one draw.
    pub fn drawn(&self, target: GLenum) -> GLuint {
        let id = self.name();
        self.glBeginQuery(target, id);
        self.draw();
        self.glEndQuery(target);
        id
    }

    /// `pname` by the form that every context has; 7 if nothing was written.
    pub fn object(&self, id: GLuint, pname: GLenum) -> GLuint {
        let mut value = 7;
        self.glGetQueryObjectuiv(id, pname, &mut value);
        value
    }

    pub fn result(&self, id: GLuint) -> u64 {
        let mut value = 7;
        if self.embedded {
            self.glGetQueryObjectui64vEXT(id, QUERY_RESULT, &mut value);
        } else {
            self.glGetQueryObjectui64v(id, QUERY_RESULT, &mut value);
        }
        value
    }

    pub fn current(&self, target: GLenum) -> GLuint {
        let mut value = 7;
        self.glGetQueryiv(target, CURRENT_QUERY, &mut value);
        value as GLuint
    }

    pub fn integer(&self, pname: GLenum) -> GLint {
        let mut value = 7;
        self.glGetIntegerv(pname, &mut value);
        value
    }

    pub fn time(&self) -> i64 {
        let mut value = 7;
        if self.embedded {
            self.glGetInteger64vEXT(TIMESTAMP, &mut value);
        } else {
            self.glGetInteger64v(TIMESTAMP, &mut value);
        }
        value
    }

    pub fn red(&self) -> u8 {
        let mut pixel = [7_u8; 4];
        self.glReadPixels(32, 32, 1, 1, RGBA, UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
        pixel[0]
    }

    /// A string of the driver's, if it gives one.
    pub fn text(&self, string: *const GLubyte) -> Option<String> {
        // SAFETY: a string that GL gave is a C string for as long as its context.
        (!string.is_null()).then(|| unsafe { CStr::from_ptr(string.cast()) }.to_str().unwrap().to_owned())
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let Shared { egl, display, .. } = shared();
        let display = *display as Handle;
        egl.eglMakeCurrent(display, null_mut(), null_mut(), null_mut());
        egl.eglDestroyContext(display, self.context);
        egl.eglReleaseThread();
    }
}
