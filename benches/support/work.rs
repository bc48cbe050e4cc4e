//! Known work in the current context: identical draws that take the same time each.
//!
//! Every fragment runs a loop and is blended by addition: llvmpipe would skip a tile's earlier draws under an opaque one. The buffer has
//! many tiles, because a timer that wrongly measures a single tile would be right for a buffer of one tile.

use crate::load::functions;
use crate::program::program;
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
    #[allow(dead_code, reason = "each benchmark uses a part of the table")]
    Gl {
        begin_query = c"glBeginQuery": fn(u32, u32);
        bind_framebuffer = c"glBindFramebuffer": fn(u32, u32);
        bind_renderbuffer = c"glBindRenderbuffer": fn(u32, u32);
        bind_vertex_array = c"glBindVertexArray": fn(u32);
        blend_func = c"glBlendFunc": fn(u32, u32);
        check_framebuffer_status = c"glCheckFramebufferStatus": fn(u32) -> u32;
        delete_queries = c"glDeleteQueries": fn(i32, *const u32);
        draw_arrays = c"glDrawArrays": fn(u32, i32, i32);
        enable = c"glEnable": fn(u32);
        end_query = c"glEndQuery": fn(u32);
        finish = c"glFinish": fn();
        flush = c"glFlush": fn();
        framebuffer_renderbuffer = c"glFramebufferRenderbuffer": fn(u32, u32, u32, u32);
        gen_framebuffers = c"glGenFramebuffers": fn(i32, *mut u32);
        gen_queries = c"glGenQueries": fn(i32, *mut u32);
        gen_renderbuffers = c"glGenRenderbuffers": fn(i32, *mut u32);
        gen_vertex_arrays = c"glGenVertexArrays": fn(i32, *mut u32);
        get_error = c"glGetError": fn() -> u32;
        get_integerv = c"glGetIntegerv": fn(u32, *mut i32);
        get_query_objectui64v = c"glGetQueryObjectui64v": fn(u32, u32, *mut u64);
        get_query_objectuiv = c"glGetQueryObjectuiv": fn(u32, u32, *mut u32);
        get_string = c"glGetString": fn(u32) -> *const c_char;
        get_stringi = c"glGetStringi": fn(u32, u32) -> *const c_char;
        get_uniform_location = c"glGetUniformLocation": fn(u32, *const c_char) -> i32;
        query_counter = c"glQueryCounter": fn(u32, u32);
        renderbuffer_storage = c"glRenderbufferStorage": fn(u32, u32, i32, i32);
        uniform1i = c"glUniform1i": fn(i32, i32);
        viewport = c"glViewport": fn(i32, i32, i32, i32);
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
    pub(crate) fn prepare(address: impl Fn(&CStr) -> *const c_void, size: i32) -> Self {
        let program = program(&address, &[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)]);
        let gl = Gl::load(address);
        let (mut array, mut buffer, mut frame) = (0, 0, 0);
        // SAFETY: the name is a C string, and out pointers are to locals.
        let turns = unsafe {
            (gl.gen_vertex_arrays)(1, &raw mut array);
            (gl.bind_vertex_array)(array);
            (gl.gen_renderbuffers)(1, &raw mut buffer);
            (gl.bind_renderbuffer)(GL_RENDERBUFFER, buffer);
            (gl.renderbuffer_storage)(GL_RENDERBUFFER, GL_RGBA8, size, size);
            (gl.gen_framebuffers)(1, &raw mut frame);
            (gl.bind_framebuffer)(GL_FRAMEBUFFER, frame);
            (gl.framebuffer_renderbuffer)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
            assert!((gl.check_framebuffer_status)(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer is not complete");
            (gl.viewport)(0, 0, size, size);
            (gl.enable)(GL_BLEND);
            (gl.blend_func)(GL_ONE, GL_ONE);
            (gl.get_uniform_location)(program, c"turns".as_ptr())
        };
        let work = Self { gl, turns };
        work.no_error();
        work
    }

    /// Sets the length of each fragment's loop.
    pub(crate) fn set_turns(&self, turns: i32) {
        // SAFETY: the function takes no pointers.
        unsafe { (self.gl.uniform1i)(self.turns, turns) };
        self.draw(1); // drivers may compile shaders at the first draw
        self.finish();
    }

    /// Draws a number of times.
    pub(crate) fn draw(&self, times: u32) {
        for _ in 0..times {
            // SAFETY: the program reads no attributes.
            unsafe { (self.gl.draw_arrays)(GL_TRIANGLES, 0, 3) };
        }
    }

    /// Waits for all work.
    pub(crate) fn finish(&self) {
        // SAFETY: the function takes no arguments.
        unsafe { (self.gl.finish)() };
    }

    /// Asserts that there is no GL error.
    pub(crate) fn no_error(&self) {
        // SAFETY: the function takes no arguments.
        let error = unsafe { (self.gl.get_error)() };
        assert!(error == 0, "GL error {error:#06x}");
    }

    /// Returns the context's renderer string.
    pub(crate) fn renderer(&self) -> String {
        // SAFETY: the string lives as long as the context.
        unsafe { CStr::from_ptr((self.gl.get_string)(GL_RENDERER)) }.to_string_lossy().into_owned()
    }
}
