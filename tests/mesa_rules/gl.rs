//! The commands that the tests call, by their own names, and common helpers.
#![allow(dead_code, reason = "each test program calls a part of them")]

use crate::egl::Session;
use core::ffi::{c_char, c_void};

#[macro_use]
#[path = "../support/commands.rs"]
mod commands;

commands! {
    fn GetError() -> u32;
    fn GetString(name: u32) -> *const c_char;
    fn GetStringi(name: u32, index: u32) -> *const c_char;
    fn GetBooleanv(pname: u32, data: *mut u8);
    fn GetIntegerv(pname: u32, data: *mut i32);
    fn GetInteger64v(pname: u32, data: *mut i64);
    fn GetInteger64vEXT(pname: u32, data: *mut i64);
    fn GetFloatv(pname: u32, data: *mut f32);
    fn GetDoublev(pname: u32, data: *mut f64);
    fn GetIntegeri_v(pname: u32, index: u32, data: *mut i32);
    fn IsEnabled(cap: u32) -> u8;
    fn Enable(cap: u32);
    fn Disable(cap: u32);
    fn Finish();
    fn Clear(mask: u32);
    fn Scissor(x: i32, y: i32, width: i32, height: i32);
    fn GenerateMipmap(target: u32);
    fn GenQueries(n: i32, ids: *mut u32);
    fn GenQueriesEXT(n: i32, ids: *mut u32);
    fn GenQueriesANGLE(n: i32, ids: *mut u32);
    fn CreateQueries(target: u32, n: i32, ids: *mut u32);
    fn DeleteQueries(n: i32, ids: *const u32);
    fn DeleteQueriesANGLE(n: i32, ids: *const u32);
    fn IsQuery(id: u32) -> u8;
    fn IsQueryEXT(id: u32) -> u8;
    fn IsQueryANGLE(id: u32) -> u8;
    fn BeginQuery(target: u32, id: u32);
    fn BeginQueryEXT(target: u32, id: u32);
    fn BeginQueryANGLE(target: u32, id: u32);
    fn BeginQueryIndexed(target: u32, index: u32, id: u32);
    fn EndQuery(target: u32);
    fn EndQueryEXT(target: u32);
    fn EndQueryANGLE(target: u32);
    fn EndQueryIndexed(target: u32, index: u32);
    fn QueryCounter(id: u32, target: u32);
    fn QueryCounterEXT(id: u32, target: u32);
    fn QueryCounterANGLE(id: u32, target: u32);
    fn GetQueryiv(target: u32, pname: u32, params: *mut i32);
    fn GetQueryivANGLE(target: u32, pname: u32, params: *mut i32);
    fn GetQueryIndexediv(target: u32, index: u32, pname: u32, params: *mut i32);
    fn GetQueryObjectiv(id: u32, pname: u32, params: *mut i32);
    fn GetQueryObjectuiv(id: u32, pname: u32, params: *mut u32);
    fn GetQueryObjecti64v(id: u32, pname: u32, params: *mut i64);
    fn GetQueryObjectui64v(id: u32, pname: u32, params: *mut u64);
    fn GetQueryObjecti64vEXT(id: u32, pname: u32, params: *mut i64);
    fn GetQueryObjectui64vEXT(id: u32, pname: u32, params: *mut u64);
    fn GetQueryObjecti64vANGLE(id: u32, pname: u32, params: *mut i64);
    fn GetQueryObjectui64vANGLE(id: u32, pname: u32, params: *mut u64);
    fn GetQueryBufferObjectiv(id: u32, buffer: u32, pname: u32, offset: isize);
    fn GetQueryBufferObjectuiv(id: u32, buffer: u32, pname: u32, offset: isize);
    fn GetQueryBufferObjecti64v(id: u32, buffer: u32, pname: u32, offset: isize);
    fn GetQueryBufferObjectui64v(id: u32, buffer: u32, pname: u32, offset: isize);
    fn CreatePerfQueryINTEL(query: u32, handle: *mut u32);
    fn DeletePerfQueryINTEL(handle: u32);
    fn BeginPerfQueryINTEL(handle: u32);
    fn EndPerfQueryINTEL(handle: u32);
    fn BeginConditionalRender(id: u32, mode: u32);
    fn EndConditionalRender();
    fn CreateBuffers(n: i32, buffers: *mut u32);
    fn BindBuffer(target: u32, buffer: u32);
    fn NamedBufferData(buffer: u32, size: isize, data: *const c_void, usage: u32);
    fn GetNamedBufferSubData(buffer: u32, offset: isize, size: isize, data: *mut c_void);
    fn NewList(list: u32, mode: u32);
    fn EndList();
    fn CallList(list: u32);
    fn CallLists(n: i32, kind: u32, lists: *const c_void);
    fn ListBase(base: u32);
    fn Begin(mode: u32);
    fn End();
    fn Vertex2f(x: f32, y: f32);
    fn DebugMessageCallback(callback: unsafe extern "C" fn(u32, u32, u32, u32, i32, *const c_char, *mut c_void), user: *mut c_void);
    fn CreateShader(kind: u32) -> u32;
    fn ShaderSource(shader: u32, count: i32, text: *const *const c_char, lengths: *const i32);
    fn CompileShader(shader: u32);
    fn ProgramParameteri(program: u32, pname: u32, value: i32);
    fn ShaderBinary(count: i32, shaders: *const u32, format: u32, binary: *const c_void, length: i32);
    fn SpecializeShader(shader: u32, entry: *const c_char, count: u32, indices: *const u32, values: *const u32);
    fn CreateProgram() -> u32;
    fn AttachShader(program: u32, shader: u32);
    fn LinkProgram(program: u32);
    fn GetProgramiv(program: u32, pname: u32, params: *mut i32);
    fn UseProgram(program: u32);
    fn GenVertexArrays(n: i32, arrays: *mut u32);
    fn BindVertexArray(array: u32);
    fn DrawArrays(mode: u32, first: i32, count: i32);
    fn DrawArraysInstanced(mode: u32, first: i32, count: i32, instances: i32);
    fn MultiDrawArrays(mode: u32, first: *const i32, count: *const i32, draws: i32);
    fn DrawElements(mode: u32, count: i32, kind: u32, indices: *const c_void);
    fn MultiDrawElementsIndirect(mode: u32, kind: u32, indirect: *const c_void, draws: i32, stride: i32);
    fn DispatchCompute(x: u32, y: u32, z: u32);
    fn DispatchComputeIndirect(indirect: isize);
    fn PrimitiveRestartIndex(index: u32);
    fn GenBuffers(n: i32, buffers: *mut u32);
    fn BufferData(target: u32, size: isize, data: *const c_void, usage: u32);
    fn GenFramebuffers(n: i32, framebuffers: *mut u32);
    fn BindFramebuffer(target: u32, framebuffer: u32);
    fn GenRenderbuffers(n: i32, renderbuffers: *mut u32);
    fn BindRenderbuffer(target: u32, renderbuffer: u32);
    fn RenderbufferStorage(target: u32, format: u32, width: i32, height: i32);
    fn FramebufferRenderbuffer(target: u32, attachment: u32, kind: u32, renderbuffer: u32);
    fn Viewport(x: i32, y: i32, width: i32, height: i32);
    fn GetShaderiv(shader: u32, pname: u32, params: *mut i32);
    fn GetShaderInfoLog(shader: u32, size: i32, length: *mut i32, text: *mut c_char);
    fn GetProgramInfoLog(program: u32, size: i32, length: *mut i32, text: *mut c_char);
    fn DeleteProgram(program: u32);
    fn DeleteShader(shader: u32);
    fn DeleteBuffers(n: i32, buffers: *const u32);
    fn BindBufferBase(target: u32, index: u32, buffer: u32);
    fn MapBufferRange(target: u32, offset: isize, length: isize, access: u32) -> *mut c_void;
    fn UnmapBuffer(target: u32) -> u8;
    fn MemoryBarrier(barriers: u32);
    fn LoadMatrixf(matrix: *const f32);
    fn GenTextures(n: i32, textures: *mut u32);
    fn ActiveTexture(unit: u32);
    fn BindTexture(target: u32, texture: u32);
    fn TexParameteri(target: u32, pname: u32, value: i32);
    fn TexImage1D(target: u32, level: i32, internal: i32, width: i32, border: i32, format: u32, kind: u32, data: *const c_void);
    fn TexImage2D(target: u32, level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32, kind: u32, data: *const c_void);
}

tokens! {
    NO_ERROR = 0;
    INVALID_ENUM = 0x0500;
    INVALID_VALUE = 0x0501;
    INVALID_OPERATION = 0x0502;
    CONTEXT_LOST = 0x0507;
    POINTS = 0;
    TRIANGLES = 4;
    COMPILE = 0x1300;
    COMPILE_AND_EXECUTE = 0x1301;
    VERSION = 0x1F02;
    EXTENSIONS = 0x1F03;
    NUM_EXTENSIONS = 0x821D;
    QUERY_COUNTER_BITS = 0x8864;
    CURRENT_QUERY = 0x8865;
    QUERY_RESULT = 0x8866;
    QUERY_RESULT_AVAILABLE = 0x8867;
    QUERY_RESULT_NO_WAIT = 0x9194;
    QUERY_TARGET = 0x82EA;
    QUERY_BUFFER = 0x9192;
    QUERY_WAIT = 0x8E13;
    QUERY_NO_WAIT = 0x8E14;
    QUERY_BY_REGION_WAIT = 0x8E15;
    QUERY_BY_REGION_NO_WAIT = 0x8E16;
    QUERY_WAIT_INVERTED = 0x8E17;
    QUERY_NO_WAIT_INVERTED = 0x8E18;
    QUERY_BY_REGION_WAIT_INVERTED = 0x8E19;
    QUERY_BY_REGION_NO_WAIT_INVERTED = 0x8E1A;
    SAMPLES_PASSED = 0x8914;
    ANY_SAMPLES_PASSED = 0x8C2F;
    ANY_SAMPLES_PASSED_CONSERVATIVE = 0x8D6A;
    PRIMITIVES_GENERATED = 0x8C87;
    TIME_ELAPSED = 0x88BF;
    TIMESTAMP = 0x8E28;
    GPU_DISJOINT_EXT = 0x8FBB;
    VERTICES_SUBMITTED = 0x82EE;
    PRIMITIVES_SUBMITTED = 0x82EF;
    FRAGMENT_SHADER_INVOCATIONS = 0x82F4;
    VERTEX_SHADER_INVOCATIONS = 0x82F0;
    GEOMETRY_SHADER_INVOCATIONS = 0x887F;
    GEOMETRY_SHADER_PRIMITIVES_EMITTED = 0x82F3;
    CLIPPING_INPUT_PRIMITIVES = 0x82F6;
    SCISSOR_TEST = 0x0C11;
    COLOR_BUFFER_BIT = 0x4000;
    RASTERIZER_DISCARD = 0x8C89;
    DEBUG_OUTPUT = 0x92E0;
    DEBUG_OUTPUT_SYNCHRONOUS = 0x8242;
    DEBUG_TYPE_ERROR = 0x824C;
    FRAMEBUFFER = 0x8D40;
    RENDERBUFFER = 0x8D41;
    RGBA8 = 0x8058;
    COLOR_ATTACHMENT0 = 0x8CE0;
    VERTEX_SHADER = 0x8B31;
    FRAGMENT_SHADER = 0x8B30;
    LINK_STATUS = 0x8B82;
    DYNAMIC_READ = 0x88E9;
    PATCHES = 0x000E;
    COMPUTE_SHADER = 0x91B9;
    COMPILE_STATUS = 0x8B81;
    INFO_LOG_LENGTH = 0x8B84;
    SHADER_STORAGE_BUFFER = 0x90D2;
    MAP_READ_BIT = 1;
    ATOMIC_COUNTER_BUFFER = 0x92C0;
    GEOMETRY_SHADER = 0x8DD9;
    TESS_CONTROL_SHADER = 0x8E88;
    TESS_EVALUATION_SHADER = 0x8E87;
    TEXTURE0 = 0x84C0;
    TEXTURE_1D = 0x0DE0;
    TEXTURE_2D = 0x0DE1;
    TEXTURE_RECTANGLE = 0x84F5;
    RGBA32F = 0x8814;
    RGBA32I = 0x8D82;
    RGBA32UI = 0x8D70;
    RGBA = 0x1908;
    RGBA_INTEGER = 0x8D99;
    DEPTH_COMPONENT = 0x1902;
    DEPTH_COMPONENT32F = 0x8CAC;
    FLOAT = 0x1406;
    INT = 0x1404;
    UNSIGNED_INT = 0x1405;
    NEAREST = 0x2600;
    NEAREST_MIPMAP_NEAREST = 0x2700;
    REPEAT = 0x2901;
    CLAMP_TO_EDGE = 0x812F;
    TEXTURE_MAG_FILTER = 0x2800;
    TEXTURE_MIN_FILTER = 0x2801;
    TEXTURE_WRAP_S = 0x2802;
    TEXTURE_WRAP_T = 0x2803;
    TEXTURE_COMPARE_MODE = 0x884C;
    COMPARE_REF_TO_TEXTURE = 0x884E;
}

/// No query target of any specification.
pub const NO_TARGET: u32 = 0x1234;
/// The value of memory before a command, which shows that nothing was written.
pub const UNTOUCHED: u8 = 7;

pub const ELEVEN: [u32; 11] = [0x82EE, 0x82EF, 0x82F0, 0x82F1, 0x82F2, 0x887F, 0x82F3, 0x82F4, 0x82F5, 0x82F6, 0x82F7];

fn memory<T: From<u8>>(command: impl FnOnce(*mut T)) -> T {
    let mut value = T::from(UNTOUCHED);
    command(&raw mut value);
    value
}

impl Gl {
    pub fn generate(&self) -> u32 {
        memory(|id| self.GenQueries(1, id))
    }

    pub fn create(&self, target: u32) -> u32 {
        memory(|id| self.CreateQueries(target, 1, id))
    }

    pub fn delete(&self, id: u32) {
        self.DeleteQueries(1, &raw const id);
    }

    pub fn query(&self, target: u32, pname: u32) -> i32 {
        memory(|value| self.GetQueryiv(target, pname, value))
    }

    pub fn u32(&self, id: u32, pname: u32) -> u32 {
        memory(|value| self.GetQueryObjectuiv(id, pname, value))
    }

    pub fn i32(&self, id: u32, pname: u32) -> i32 {
        memory(|value| self.GetQueryObjectiv(id, pname, value))
    }

    pub fn integer(&self, pname: u32) -> i32 {
        memory(|value| self.GetIntegerv(pname, value))
    }

    pub fn integer64(&self, pname: u32) -> i64 {
        memory(|value| self.GetInteger64v(pname, value))
    }

    pub fn boolean(&self, pname: u32) -> u8 {
        memory(|value| self.GetBooleanv(pname, value))
    }

    pub fn float(&self, pname: u32) -> f32 {
        memory(|value| self.GetFloatv(pname, value))
    }

    pub fn double(&self, pname: u32) -> f64 {
        memory(|value| self.GetDoublev(pname, value))
    }

    /// Asserts that the commands so far raised this error and no other.
    #[track_caller]
    pub fn expect(&self, error: u32) {
        let name = |error| match error {
            NO_ERROR => "NO_ERROR".to_owned(),
            INVALID_ENUM => "INVALID_ENUM".to_owned(),
            INVALID_VALUE => "INVALID_VALUE".to_owned(),
            INVALID_OPERATION => "INVALID_OPERATION".to_owned(),
            other => format!("0x{other:04X}"),
        };
        assert_eq!(name(self.GetError()), name(error));
        assert_eq!(name(self.GetError()), "NO_ERROR", "one error");
    }
}

impl Session {
    pub fn u64(&self, id: u32, pname: u32) -> u64 {
        memory(|value| if self.es { self.GetQueryObjectui64vEXT(id, pname, value) } else { self.GetQueryObjectui64v(id, pname, value) })
    }

    pub fn i64(&self, id: u32, pname: u32) -> i64 {
        memory(|value| if self.es { self.GetQueryObjecti64vEXT(id, pname, value) } else { self.GetQueryObjecti64v(id, pname, value) })
    }

    pub fn counter(&self, id: u32, target: u32) {
        if self.es { self.QueryCounterEXT(id, target) } else { self.QueryCounter(id, target) }
    }

    /// Returns an object of `target` that was used once around `commands`.
    pub fn measured(&self, target: u32, commands: impl FnOnce()) -> u32 {
        let id = self.generate();
        self.BeginQuery(target, id);
        commands();
        self.EndQuery(target);
        id
    }

    /// Links a program of these shaders, whose sources end with NUL.
    pub fn program(&self, shaders: &[(u32, &str)]) -> u32 {
        let program = self.CreateProgram();
        for (kind, text) in shaders {
            let shader = self.CreateShader(*kind);
            self.ShaderSource(shader, 1, &text.as_ptr().cast(), core::ptr::null());
            self.CompileShader(shader);
            self.AttachShader(program, shader);
        }
        self.LinkProgram(program);
        assert_eq!(memory(|value| self.GetProgramiv(program, LINK_STATUS, value)), 1);
        program
    }

    /// Creates a framebuffer of this size, and a program that fills it `times` times for one triangle.
    pub fn canvas(&self, size: i32, times: u32) {
        let version = if self.es { "300 es\nprecision highp float;" } else { "330 core" };
        let vertex = format!(
            "#version {version}\nvoid main() {{ vec2 p = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 4.0 - 1.0; gl_Position = vec4(p, 0.0, 1.0); }}\0"
        );
        let fragment = format!(
            "#version {version}\nout vec4 color;\nvoid main() {{ float x = gl_FragCoord.x; for (int i = 0; i < {times}; i++) x = sin(x) + 0.5; color = vec4(x); }}\0"
        );
        self.UseProgram(self.program(&[(VERTEX_SHADER, &vertex), (FRAGMENT_SHADER, &fragment)]));
        self.BindVertexArray(memory(|array| self.GenVertexArrays(1, array)));
        self.BindFramebuffer(FRAMEBUFFER, memory(|id| self.GenFramebuffers(1, id)));
        self.BindRenderbuffer(RENDERBUFFER, memory(|id| self.GenRenderbuffers(1, id)));
        self.RenderbufferStorage(RENDERBUFFER, RGBA8, size, size);
        let renderbuffer = self.integer(0x8CA7);
        self.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer as u32);
        self.Viewport(0, 0, size, size);
        self.expect(NO_ERROR);
    }

    /// Draws triangles that fill the canvas.
    pub fn fill(&self, triangles: i32) {
        // The vertex's index selects a corner: of four, the first three form the triangle.
        for _ in 0..triangles {
            self.DrawArrays(TRIANGLES, 0, 3);
        }
    }
}
