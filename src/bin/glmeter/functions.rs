//! Tables of the C functions that the command calls, filled by a look-up function.

use core::ffi::{c_char, c_void};
use glmeter::gl::*;
use glmeter_abi::functions;

pub(crate) use glmeter_abi::egl::Handle;

functions! {
    /// EGL's functions that glmeter does not export itself.
    pub(crate) partial struct Egl("") {
        fn eglGetDisplay(native: Handle) -> Handle;
        fn eglGetPlatformDisplayEXT(platform: u32, native: Handle, attributes: *const i32) -> Handle;
        fn eglQueryDevicesEXT(room: i32, devices: *mut Handle, count: *mut i32) -> u32;
        fn eglInitialize(display: Handle, major: *mut i32, minor: *mut i32) -> u32;
        fn eglQueryString(display: Handle, name: i32) -> *const c_char;
        fn eglBindAPI(api: u32) -> u32;
        fn eglChooseConfig(display: Handle, attributes: *const i32, configs: *mut Handle, room: i32, count: *mut i32) -> u32;
        fn eglCreatePbufferSurface(display: Handle, config: Handle, attributes: *const i32) -> Handle;
        fn eglDestroySurface(display: Handle, surface: Handle) -> u32;
    }
}

functions! {
    /// The GL commands that draw the scene and read values.
    pub(crate) partial struct Gl("") {
        fn glGetError() -> GLenum;
        fn glFlush();
        fn glFinish();
        fn glEnable(capability: GLenum);
        fn glDisable(capability: GLenum);
        fn glBlendFunc(source: GLenum, destination: GLenum);
        fn glColorMask(red: GLboolean, green: GLboolean, blue: GLboolean, alpha: GLboolean);
        fn glViewport(x: GLint, y: GLint, width: GLsizei, height: GLsizei);
        fn glClearColor(red: GLfloat, green: GLfloat, blue: GLfloat, alpha: GLfloat);
        fn glClear(mask: GLbitfield);
        fn glReadPixels(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *mut c_void);
        fn glCreateShader(kind: GLenum) -> GLuint;
        fn glShaderSource(shader: GLuint, count: GLsizei, strings: *const *const GLchar, lengths: *const GLint);
        fn glCompileShader(shader: GLuint);
        fn glGetShaderiv(shader: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetShaderInfoLog(shader: GLuint, size: GLsizei, length: *mut GLsizei, text: *mut GLchar);
        fn glDeleteShader(shader: GLuint);
        fn glCreateProgram() -> GLuint;
        fn glAttachShader(program: GLuint, shader: GLuint);
        fn glBindAttribLocation(program: GLuint, index: GLuint, name: *const GLchar);
        fn glLinkProgram(program: GLuint);
        fn glGetProgramiv(program: GLuint, pname: GLenum, params: *mut GLint);
        fn glGetProgramInfoLog(program: GLuint, size: GLsizei, length: *mut GLsizei, text: *mut GLchar);
        fn glUseProgram(program: GLuint);
        fn glGetUniformLocation(program: GLuint, name: *const GLchar) -> GLint;
        fn glUniform1f(location: GLint, value: GLfloat);
        fn glUniform3fv(location: GLint, count: GLsizei, values: *const GLfloat);
        fn glUniformMatrix4fv(location: GLint, count: GLsizei, transpose: GLboolean, values: *const GLfloat);
        fn glGenTextures(n: GLsizei, textures: *mut GLuint);
        fn glBindTexture(target: GLenum, texture: GLuint);
        fn glTexParameteri(target: GLenum, pname: GLenum, value: GLint);
        fn glTexImage2D(target: GLenum, level: GLint, internal: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void);
        fn glGenerateMipmap(target: GLenum);
        fn glGenRenderbuffers(n: GLsizei, renderbuffers: *mut GLuint);
        fn glBindRenderbuffer(target: GLenum, renderbuffer: GLuint);
        fn glRenderbufferStorage(target: GLenum, format: GLenum, width: GLsizei, height: GLsizei);
        fn glFramebufferRenderbuffer(target: GLenum, attachment: GLenum, kind: GLenum, renderbuffer: GLuint);
        fn glGenFramebuffers(n: GLsizei, framebuffers: *mut GLuint);
        fn glBindFramebuffer(target: GLenum, framebuffer: GLuint);
        fn glFramebufferTexture2D(target: GLenum, attachment: GLenum, kind: GLenum, texture: GLuint, level: GLint);
        fn glCheckFramebufferStatus(target: GLenum) -> GLenum;
        fn glGenBuffers(n: GLsizei, buffers: *mut GLuint);
        fn glBindBuffer(target: GLenum, buffer: GLuint);
        fn glBindBufferBase(target: GLenum, index: GLuint, buffer: GLuint);
        fn glBufferData(target: GLenum, size: GLsizeiptr, data: *const c_void, usage: GLenum);
        fn glGenVertexArrays(n: GLsizei, arrays: *mut GLuint);
        fn glBindVertexArray(array: GLuint);
        fn glEnableVertexAttribArray(index: GLuint);
        fn glVertexAttribPointer(index: GLuint, size: GLint, kind: GLenum, normalized: GLboolean, stride: GLsizei, place: *const c_void);
        fn glPatchParameteri(pname: GLenum, value: GLint);
        fn glDrawArrays(mode: GLenum, first: GLint, count: GLsizei);
        fn glDispatchCompute(x: GLuint, y: GLuint, z: GLuint);
        fn glMemoryBarrier(barriers: GLbitfield);
        fn glGetIntegerv(pname: GLenum, data: *mut GLint);
        fn glGetInteger64v(pname: GLenum, data: *mut GLint64);
        fn glGetInteger64vEXT(pname: GLenum, data: *mut GLint64);
    }
}

functions! {
    /// The query commands; each extension has them with its own suffix.
    pub(crate) partial struct Queries("") {
        fn glGenQueries(n: GLsizei, ids: *mut GLuint);
        fn glDeleteQueries(n: GLsizei, ids: *const GLuint);
        fn glBeginQuery(target: GLenum, id: GLuint);
        fn glEndQuery(target: GLenum);
        fn glQueryCounter(id: GLuint, target: GLenum);
        fn glGetQueryObjectuiv(id: GLuint, pname: GLenum, params: *mut GLuint);
        fn glGetQueryObjectui64v(id: GLuint, pname: GLenum, params: *mut GLuint64);
    }
}

functions! {
    /// The commands of GL_INTEL_performance_query.
    pub(crate) partial struct PerformanceQueries("") {
        fn glGetFirstPerfQueryIdINTEL(query_id: *mut GLuint);
        fn glGetPerfQueryInfoINTEL(query_id: GLuint, room: GLuint, name: *mut GLchar, data_size: *mut GLuint, counters: *mut GLuint, instances: *mut GLuint, caps: *mut GLuint);
        fn glGetPerfCounterInfoINTEL(query_id: GLuint, counter_id: GLuint, name_room: GLuint, name: *mut GLchar, desc_room: GLuint, desc: *mut GLchar, offset: *mut GLuint, size: *mut GLuint, kind: *mut GLuint, data_kind: *mut GLuint, max: *mut GLuint64);
        fn glCreatePerfQueryINTEL(query_id: GLuint, handle: *mut GLuint);
        fn glBeginPerfQueryINTEL(handle: GLuint);
        fn glEndPerfQueryINTEL(handle: GLuint);
        fn glGetPerfQueryDataINTEL(handle: GLuint, flags: GLuint, size: GLsizei, data: *mut c_void, written: *mut GLuint);
        fn glDeletePerfQueryINTEL(handle: GLuint);
    }
}
