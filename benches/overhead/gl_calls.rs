//! The operations measured in a desktop OpenGL core context made by EGL.

use crate::child::{Operation, Subject};
use crate::egl;
use crate::program::program;
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::hint::black_box;
use std::ptr::null;

const GL_TRIANGLES: u32 = 0x0004;
const GL_VIEWPORT: u32 = 0x0BA2;
const GL_UNSIGNED_SHORT: u32 = 0x1403;
const GL_RENDERER: u32 = 0x1F01;
const GL_VERSION: u32 = 0x1F02;
const GL_NUM_EXTENSIONS: u32 = 0x821D;
const GL_PRIMITIVES_SUBMITTED_ARB: u32 = 0x82EF;
const GL_QUERY_RESULT: u32 = 0x8866;
const GL_QUERY_RESULT_AVAILABLE: u32 = 0x8867;
const GL_ELEMENT_ARRAY_BUFFER: u32 = 0x8893;
const GL_STATIC_DRAW: u32 = 0x88E4;
const GL_TIME_ELAPSED: u32 = 0x88BF;
const GL_SAMPLES_PASSED: u32 = 0x8914;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_TIMESTAMP: u32 = 0x8E28;

/// The number of query objects used in turn for each target, as programs do: reusing the last one would wait for its result.
pub(crate) const QUERIES: usize = 64;

functions! {
    pub(crate) struct Gl("") {
        fn glBeginQuery(target: u32, id: u32);
        fn glBindBuffer(target: u32, buffer: u32);
        fn glBindVertexArray(array: u32);
        fn glBufferData(target: u32, size: isize, data: *const c_void, usage: u32);
        fn glDrawArrays(mode: u32, first: i32, count: i32);
        fn glDrawElements(mode: u32, count: i32, ty: u32, indices: *const c_void);
        fn glEndQuery(target: u32);
        fn glFinish();
        fn glGenBuffers(n: i32, buffers: *mut u32);
        fn glGenQueries(n: i32, ids: *mut u32);
        fn glGenVertexArrays(n: i32, arrays: *mut u32);
        fn glGetError() -> u32;
        fn glGetIntegerv(pname: u32, data: *mut i32);
        fn glGetQueryObjectuiv(id: u32, pname: u32, params: *mut u32);
        fn glGetString(name: u32) -> *const c_char;
        fn glQueryCounter(id: u32, target: u32);
        fn glUniform4f(location: i32, x: f32, y: f32, z: f32, w: f32);
    }
}

/// Two contexts, of which the first is current, and their functions.
struct Contexts {
    both: egl::Contexts<2>,
    gl: Gl,
}

impl Contexts {
    /// Creates the contexts.
    fn create() -> Self {
        let both = egl::Contexts::create((4, 5));
        // SAFETY: the address of a name is that of the function of this name, or null.
        let gl = unsafe { Gl::load(|name| both.address(name)) }.expect("the driver has the function");
        Self { both, gl }
    }
}

impl Subject for Gl {
    fn no_error(&self) -> bool {
        let mut none = true;
        // SAFETY: takes nothing; a context is current.
        while unsafe { self.glGetError() } != 0 {
            none = false;
        }
        none
    }

    fn drain(&self) {
        // SAFETY: takes nothing; a context is current.
        unsafe { self.glFinish() }
    }
}

/// Returns the renderer, the version and the number of extensions of a context.
pub(crate) fn about() -> String {
    let Contexts { gl, .. } = Contexts::create();
    let string = |name| {
        // SAFETY: both strings live as long as the context.
        unsafe { CStr::from_ptr(gl.glGetString(name)) }.to_string_lossy()
    };
    let mut extensions = 0;
    // SAFETY: the state is one integer.
    unsafe { gl.glGetIntegerv(GL_NUM_EXTENSIONS, &raw mut extensions) };
    format!("{}\n{}\n{extensions} extensions", string(GL_RENDERER), string(GL_VERSION))
}

/// Passes every operation to `report`, in the order of the table.
pub(crate) fn operations(report: &dyn Fn(&dyn Subject, &Operation)) {
    let contexts = Contexts::create();
    let gl = &contexts.gl;
    for (key, target) in [("samples", GL_SAMPLES_PASSED), ("elapsed", GL_TIME_ELAPSED), ("primitives", GL_PRIMITIVES_SUBMITTED_ARB)] {
        let ids = gen_queries(gl); // an object's target never changes after its first use
        report(gl, &Operation { key, repeat: Box::new(move |calls| begin_end(gl, target, &ids, calls)) });
    }
    let ids = gen_queries(gl);
    begin_end(gl, GL_SAMPLES_PASSED, &ids, 1);
    gl.drain();
    let finished = ids[0];
    for (key, pname) in [("result", GL_QUERY_RESULT), ("available", GL_QUERY_RESULT_AVAILABLE)] {
        report(gl, &Operation { key, repeat: Box::new(move |calls| get_query_object(gl, finished, pname, calls)) });
    }
    let ids = gen_queries(gl);
    report(gl, &Operation { key: "counter", repeat: Box::new(move |calls| query_counter(gl, &ids, calls)) });
    prepare_draws(&contexts);
    // The report looks for errors after each of the first commands.
    uniform(gl, 1 << 15);
    report(gl, &Operation { key: "arrays", repeat: Box::new(|calls| draw_arrays(gl, calls)) });
    report(gl, &Operation { key: "elements", repeat: Box::new(|calls| draw_elements(gl, calls)) });
    report(gl, &Operation { key: "uniform", repeat: Box::new(|calls| uniform(gl, calls)) });
    report(gl, &Operation { key: "error", repeat: Box::new(|calls| get_error(gl, calls)) });
    report(gl, &Operation { key: "viewport", repeat: Box::new(|calls| get_integerv(gl, calls)) });
    report(gl, &Operation { key: "egl", repeat: Box::new(|calls| make_current(&contexts, calls)) });
}

/// Generates the query names.
fn gen_queries(gl: &Gl) -> [u32; QUERIES] {
    let mut ids = [0; QUERIES];
    // SAFETY: the array has room for the names.
    unsafe { gl.glGenQueries(QUERIES as i32, ids.as_mut_ptr()) };
    ids
}

/// Prepares a program that puts every vertex at the same position, so that draws cost only the call.
fn prepare_draws(contexts: &Contexts) {
    let gl = &contexts.gl;
    let stages = [
        (GL_VERTEX_SHADER, c"#version 450 core\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }\n"),
        (
            GL_FRAGMENT_SHADER,
            c"#version 450 core\nout vec4 color;\nlayout(location = 0) uniform vec4 value;\nvoid main() { color = value; }\n",
        ),
    ];
    let indices = [0u16; 3];
    program(|name| contexts.both.address(name), &stages);
    let (mut array, mut buffer) = (0, 0);
    // SAFETY: the buffer's size is that of the indices, and out pointers are to locals.
    unsafe {
        gl.glGenVertexArrays(1, &raw mut array);
        gl.glBindVertexArray(array);
        gl.glGenBuffers(1, &raw mut buffer);
        gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
        gl.glBufferData(GL_ELEMENT_ARRAY_BUFFER, size_of_val(&indices) as isize, indices.as_ptr().cast(), GL_STATIC_DRAW);
    }
    assert!(gl.no_error(), "an error in preparing the draws");
}

#[inline(never)]
fn begin_end(gl: &Gl, target: u32, ids: &[u32; QUERIES], calls: u32) {
    for call in 0..calls as usize {
        // SAFETY: the function takes no pointers, and the driver validates the values.
        unsafe {
            gl.glBeginQuery(target, ids[call % QUERIES]);
            gl.glEndQuery(target);
        }
    }
}

#[inline(never)]
fn get_query_object(gl: &Gl, id: u32, pname: u32, calls: u32) {
    let mut answer = 0;
    for _ in 0..calls {
        // SAFETY: the parameter is one integer, and no query buffer is bound.
        unsafe { gl.glGetQueryObjectuiv(id, pname, &raw mut answer) };
    }
    black_box(answer);
}

#[inline(never)]
fn query_counter(gl: &Gl, ids: &[u32; QUERIES], calls: u32) {
    for call in 0..calls as usize {
        // SAFETY: the function takes no pointers, and the driver validates the values.
        unsafe { gl.glQueryCounter(ids[call % QUERIES], GL_TIMESTAMP) };
    }
}

#[inline(never)]
fn draw_arrays(gl: &Gl, calls: u32) {
    for _ in 0..calls {
        // SAFETY: the bound program reads no attributes.
        unsafe { gl.glDrawArrays(GL_TRIANGLES, 0, 3) };
    }
}

#[inline(never)]
fn draw_elements(gl: &Gl, calls: u32) {
    for _ in 0..calls {
        // SAFETY: the bound element buffer has three indices at offset 0.
        unsafe { gl.glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, null()) };
    }
}

#[inline(never)]
fn uniform(gl: &Gl, calls: u32) {
    for _ in 0..calls {
        // SAFETY: the function takes no pointers, and the current program has the uniform.
        unsafe { gl.glUniform4f(0, 1.0, 0.5, 0.25, 1.0) };
    }
}

#[inline(never)]
fn get_error(gl: &Gl, calls: u32) {
    for _ in 0..calls {
        // SAFETY: the function takes no arguments.
        black_box(unsafe { gl.glGetError() });
    }
}

#[inline(never)]
fn get_integerv(gl: &Gl, calls: u32) {
    let mut viewport = [0; 4];
    for _ in 0..calls {
        // SAFETY: the viewport is four integers.
        unsafe { gl.glGetIntegerv(GL_VIEWPORT, viewport.as_mut_ptr()) };
    }
    black_box(viewport);
}

/// Switches contexts; the first one is current before and afterwards.
#[inline(never)]
fn make_current(contexts: &Contexts, calls: u32) {
    let mut all = true;
    for call in 0..calls as usize {
        all &= contexts.both.make_current((call + 1) % 2);
    }
    assert!(all && calls.is_multiple_of(2), "eglMakeCurrent");
}
