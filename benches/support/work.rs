//! Known work in the current context: identical draws that take the same time each.
//!
//! Every fragment runs a loop and is blended by addition: llvmpipe would skip a tile's earlier draws under an opaque one. The buffer has
//! many tiles, because a timer that wrongly measures a single tile would be right for a buffer of one tile.

use crate::program::program;
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};

const GL_TRIANGLES: u32 = 0x0004;
const GL_ONE: u32 = 1;
const GL_BLEND: u32 = 0x0BE2;
const GL_RENDERER: u32 = 0x1F01;
const GL_RGBA8: u32 = 0x8058;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_FRAMEBUFFER_COMPLETE: u32 = 0x8CD5;
const GL_COLOR_ATTACHMENT0: u32 = 0x8CE0;
const GL_FRAMEBUFFER: u32 = 0x8D40;
const GL_RENDERBUFFER: u32 = 0x8D41;

functions! {
    pub(crate) struct Gl("") {
        fn glBeginQuery(target: u32, id: u32);
        fn glBindFramebuffer(target: u32, framebuffer: u32);
        fn glBindRenderbuffer(target: u32, renderbuffer: u32);
        fn glBindVertexArray(array: u32);
        fn glBlendFunc(sfactor: u32, dfactor: u32);
        fn glCheckFramebufferStatus(target: u32) -> u32;
        fn glDeleteQueries(n: i32, ids: *const u32);
        fn glDrawArrays(mode: u32, first: i32, count: i32);
        fn glEnable(cap: u32);
        fn glEndQuery(target: u32);
        fn glFinish();
        fn glFlush();
        fn glFramebufferRenderbuffer(target: u32, attachment: u32, renderbuffertarget: u32, renderbuffer: u32);
        fn glGenFramebuffers(n: i32, framebuffers: *mut u32);
        fn glGenQueries(n: i32, ids: *mut u32);
        fn glGenRenderbuffers(n: i32, renderbuffers: *mut u32);
        fn glGenVertexArrays(n: i32, arrays: *mut u32);
        fn glGetError() -> u32;
        fn glGetIntegerv(pname: u32, data: *mut i32);
        fn glGetQueryObjectui64v(id: u32, pname: u32, params: *mut u64);
        fn glGetQueryObjectuiv(id: u32, pname: u32, params: *mut u32);
        fn glGetString(name: u32) -> *const c_char;
        fn glGetStringi(name: u32, index: u32) -> *const c_char;
        fn glGetUniformLocation(program: u32, name: *const c_char) -> i32;
        fn glQueryCounter(id: u32, target: u32);
        fn glRenderbufferStorage(target: u32, internalformat: u32, width: i32, height: i32);
        fn glUniform1i(location: i32, v0: i32);
        fn glViewport(x: i32, y: i32, width: i32, height: i32);
    }
}

const VERTEX: &CStr = c"#version 150\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }\n";
const FRAGMENT: &CStr = c"#version 150
uniform int turns;
out vec4 colour;
void main() {
    float x = gl_FragCoord.x;
    for (int i = 0; i < turns; i++)
        x = fract(x * 1.7 + gl_FragCoord.y * 0.3);
    colour = vec4(x / 255.0);
}
";

/// A current context and the draw.
pub(crate) struct Work {
    pub(crate) gl: Gl,
    /// The location of the uniform `turns`.
    turns: i32,
}

impl Work {
    /// Prepares a draw of `size` by `size` fragments in the current context, whose functions `address` looks up.
    pub(crate) fn prepare(address: impl Fn(&str) -> *mut c_void, size: i32) -> Self {
        let program = program(&address, &[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)]);
        // SAFETY: the address of a name is that of the function of this name, or null.
        let gl = unsafe { Gl::load(address) }.expect("the driver has the function");
        let (mut array, mut buffer, mut frame) = (0, 0, 0);
        // SAFETY: the name is a C string, and out pointers are to locals.
        let turns = unsafe {
            gl.glGenVertexArrays(1, &raw mut array);
            gl.glBindVertexArray(array);
            gl.glGenRenderbuffers(1, &raw mut buffer);
            gl.glBindRenderbuffer(GL_RENDERBUFFER, buffer);
            gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size, size);
            gl.glGenFramebuffers(1, &raw mut frame);
            gl.glBindFramebuffer(GL_FRAMEBUFFER, frame);
            gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
            assert!(gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer is not complete");
            gl.glViewport(0, 0, size, size);
            gl.glEnable(GL_BLEND);
            gl.glBlendFunc(GL_ONE, GL_ONE);
            gl.glGetUniformLocation(program, c"turns".as_ptr())
        };
        let work = Self { gl, turns };
        work.no_error();
        work
    }

    /// Sets the length of each fragment's loop.
    pub(crate) fn set_turns(&self, turns: i32) {
        // SAFETY: the function takes no pointers.
        unsafe { self.gl.glUniform1i(self.turns, turns) };
        self.draw(1); // drivers may compile shaders at the first draw
        self.finish();
    }

    /// Draws a number of times.
    pub(crate) fn draw(&self, times: u32) {
        for _ in 0..times {
            // SAFETY: the program reads no attributes.
            unsafe { self.gl.glDrawArrays(GL_TRIANGLES, 0, 3) };
        }
    }

    /// Waits for all work.
    pub(crate) fn finish(&self) {
        // SAFETY: the function takes no arguments.
        unsafe { self.gl.glFinish() };
    }

    /// Asserts that there is no GL error.
    pub(crate) fn no_error(&self) {
        // SAFETY: the function takes no arguments.
        let error = unsafe { self.gl.glGetError() };
        assert!(error == 0, "GL error {error:#06x}");
    }

    /// Returns the context's renderer string.
    pub(crate) fn renderer(&self) -> String {
        // SAFETY: the string lives as long as the context.
        unsafe { CStr::from_ptr(self.gl.glGetString(GL_RENDERER)) }.to_string_lossy().into_owned()
    }
}
