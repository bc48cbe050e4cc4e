//! The C functions, as `eglGetProcAddress` gives them: what a program gets.

use core::ffi::{c_char, c_void};
use glmeter::gl::*;

/// What a program gives `glDebugMessageCallback`: source, type, id, severity, length, message, its own pointer.
pub type DebugProc = extern "system" fn(GLenum, GLenum, GLuint, GLenum, GLsizei, *const GLchar, *const c_void);
pub type Handle = *mut c_void;

/// Declares a table of C functions and a method for each.
macro_rules! functions {
    ($(#[$about:meta])* $table:ident { $(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)* }) => {
        $(#[$about])*
        #[allow(non_snake_case, reason = "C names")]
        pub struct $table {
            $($name: Option<unsafe extern "system" fn($($kind),*) $(-> $result)?>),*
        }

        #[allow(non_snake_case, clippy::too_many_arguments, dead_code, reason = "C names and lists; each table is used in part")]
        impl $table {
            /// Fills the table.
            ///
            /// # Safety
            /// `find` must give the C function of the name, or null.
            pub unsafe fn load(find: impl Fn(&str) -> *mut c_void) -> Self {
                Self {
                    // SAFETY: null is `None`; any other address is that of the function of this name.
                    $($name: unsafe {
                        core::mem::transmute::<*mut c_void, Option<unsafe extern "system" fn($($kind),*) $(-> $result)?>>(find(stringify!($name)))
                    }),*
                }
            }

            $(
                pub fn $name(&self, $($argument: $kind),*) $(-> $result)? {
                    let function = self.$name.expect(concat!(stringify!($name), " has an address"));
                    // SAFETY: each test gives memory as large as the command's specification says.
                    unsafe { function($($argument),*) }
                }
            )*
        }
    };
}

functions! {
    /// EGL.
    Egl {
        fn eglGetPlatformDisplay(platform: u32, native: Handle, attributes: *const isize) -> Handle;
        fn eglInitialize(display: Handle, major: *mut i32, minor: *mut i32) -> u32;
        fn eglBindAPI(api: u32) -> u32;
        fn eglCreateContext(display: Handle, config: Handle, shared: Handle, attributes: *const i32) -> Handle;
        fn eglMakeCurrent(display: Handle, draw: Handle, read: Handle, context: Handle) -> u32;
        fn eglDestroyContext(display: Handle, context: Handle) -> u32;
        fn eglReleaseThread() -> u32;
        fn eglGetError() -> i32;
        fn eglGetProcAddress(name: *const c_char) -> Handle;
    }
}

functions! {
    /// OpenGL and OpenGL ES.
    Gl {
        fn glGetError() -> GLenum;
        fn glGetString(name: GLenum) -> *const GLubyte;
        fn glGetStringi(name: GLenum, index: GLuint) -> *const GLubyte;
        fn glGetBooleanv(pname: GLenum, data: *mut GLboolean);
        fn glGetIntegerv(pname: GLenum, data: *mut GLint);
        fn glGetInteger64v(pname: GLenum, data: *mut GLint64);
        fn glGetInteger64vEXT(pname: GLenum, data: *mut GLint64);
        fn glGetFloatv(pname: GLenum, data: *mut GLfloat);
        fn glGetDoublev(pname: GLenum, data: *mut GLdouble);

        fn glGenQueries(n: GLsizei, ids: *mut GLuint);
        fn glCreateQueries(target: GLenum, n: GLsizei, ids: *mut GLuint);
        fn glDeleteQueries(n: GLsizei, ids: *const GLuint);
        fn glIsQuery(id: GLuint) -> GLboolean;
        fn glBeginQuery(target: GLenum, id: GLuint);
        fn glEndQuery(target: GLenum);
        fn glBeginQueryIndexed(target: GLenum, index: GLuint, id: GLuint);
        fn glEndQueryIndexed(target: GLenum, index: GLuint);
        fn glQueryCounter(id: GLuint, target: GLenum);
        fn glGetQueryiv(target: GLenum, pname: GLenum, params: *mut GLint);
        fn glGetQueryIndexediv(target: GLenum, index: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectiv(id: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectuiv(id: GLuint, pname: GLenum, params: *mut GLuint);
        fn glGetQueryObjecti64v(id: GLuint, pname: GLenum, params: *mut GLint64);
        fn glGetQueryObjectui64v(id: GLuint, pname: GLenum, params: *mut GLuint64);
        fn glGetQueryBufferObjectiv(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr);
        fn glGetQueryBufferObjectuiv(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr);
        fn glGetQueryBufferObjecti64v(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr);
        fn glGetQueryBufferObjectui64v(id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr);

        fn glGenQueriesEXT(n: GLsizei, ids: *mut GLuint);
        fn glDeleteQueriesEXT(n: GLsizei, ids: *const GLuint);
        fn glIsQueryEXT(id: GLuint) -> GLboolean;
        fn glBeginQueryEXT(target: GLenum, id: GLuint);
        fn glEndQueryEXT(target: GLenum);
        fn glQueryCounterEXT(id: GLuint, target: GLenum);
        fn glGetQueryivEXT(target: GLenum, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectivEXT(id: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectuivEXT(id: GLuint, pname: GLenum, params: *mut GLuint);
        fn glGetQueryObjecti64vEXT(id: GLuint, pname: GLenum, params: *mut GLint64);
        fn glGetQueryObjectui64vEXT(id: GLuint, pname: GLenum, params: *mut GLuint64);

        fn glGenQueriesANGLE(n: GLsizei, ids: *mut GLuint);
        fn glDeleteQueriesANGLE(n: GLsizei, ids: *const GLuint);
        fn glIsQueryANGLE(id: GLuint) -> GLboolean;
        fn glBeginQueryANGLE(target: GLenum, id: GLuint);
        fn glEndQueryANGLE(target: GLenum);
        fn glQueryCounterANGLE(id: GLuint, target: GLenum);
        fn glGetQueryivANGLE(target: GLenum, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectivANGLE(id: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetQueryObjectuivANGLE(id: GLuint, pname: GLenum, params: *mut GLuint);
        fn glGetQueryObjecti64vANGLE(id: GLuint, pname: GLenum, params: *mut GLint64);
        fn glGetQueryObjectui64vANGLE(id: GLuint, pname: GLenum, params: *mut GLuint64);

        fn glGenBuffers(n: GLsizei, buffers: *mut GLuint);
        fn glDeleteBuffers(n: GLsizei, buffers: *const GLuint);
        fn glBindBuffer(target: GLenum, buffer: GLuint);
        fn glBufferData(target: GLenum, size: GLsizeiptr, data: *const c_void, usage: GLenum);
        fn glGetBufferSubData(target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *mut c_void);

        fn glBeginConditionalRender(id: GLuint, mode: GLenum);
        fn glEndConditionalRender();
        fn glDebugMessageCallback(callback: Option<DebugProc>, user: *const c_void);
        fn glBegin(mode: GLenum);
        fn glEnd();
        fn glVertex2f(x: GLfloat, y: GLfloat);
        fn glGenLists(range: GLsizei) -> GLuint;
        fn glNewList(list: GLuint, mode: GLenum);
        fn glEndList();
        fn glCallList(list: GLuint);

        fn glEnable(capability: GLenum);
        fn glDisable(capability: GLenum);
        fn glFlush();
        fn glFinish();
        fn glViewport(x: GLint, y: GLint, width: GLsizei, height: GLsizei);
        fn glClearColor(red: GLfloat, green: GLfloat, blue: GLfloat, alpha: GLfloat);
        fn glClear(mask: GLbitfield);
        fn glDrawArrays(mode: GLenum, first: GLint, count: GLsizei);
        fn glReadPixels(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *mut c_void);
        fn glGenFramebuffers(n: GLsizei, names: *mut GLuint);
        fn glBindFramebuffer(target: GLenum, name: GLuint);
        fn glFramebufferRenderbuffer(target: GLenum, attachment: GLenum, kind: GLenum, name: GLuint);
        fn glCheckFramebufferStatus(target: GLenum) -> GLenum;
        fn glGenRenderbuffers(n: GLsizei, names: *mut GLuint);
        fn glBindRenderbuffer(target: GLenum, name: GLuint);
        fn glRenderbufferStorage(target: GLenum, format: GLenum, width: GLsizei, height: GLsizei);
        fn glGenVertexArrays(n: GLsizei, names: *mut GLuint);
        fn glBindVertexArray(name: GLuint);
        fn glCreateShader(kind: GLenum) -> GLuint;
        fn glShaderSource(shader: GLuint, count: GLsizei, text: *const *const GLchar, lengths: *const GLint);
        fn glCompileShader(shader: GLuint);
        fn glGetShaderiv(shader: GLuint, pname: GLenum, params: *mut GLint);
        fn glCreateProgram() -> GLuint;
        fn glAttachShader(program: GLuint, shader: GLuint);
        fn glLinkProgram(program: GLuint);
        fn glUseProgram(program: GLuint);
    }
}
