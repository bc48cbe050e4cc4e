//! Compiles and links shader programs.

use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

const GL_LINK_STATUS: u32 = 0x8B82;

functions! {
    pub(crate) struct Gl("") {
        fn glAttachShader(program: u32, shader: u32);
        fn glCompileShader(shader: u32);
        fn glCreateProgram() -> u32;
        fn glCreateShader(ty: u32) -> u32;
        fn glGetProgramiv(program: u32, pname: u32, params: *mut i32);
        fn glGetProgramInfoLog(program: u32, buf_size: i32, length: *mut i32, info_log: *mut c_char);
        fn glLinkProgram(program: u32);
        fn glShaderSource(shader: u32, count: i32, string: *const *const c_char, length: *const i32);
        fn glUseProgram(program: u32);
    }
}

/// Links and uses a program of these stages, given by token and source. Returns its name. `address` looks up the current context's
/// functions.
pub(crate) fn program(address: impl Fn(&str) -> *mut c_void, stages: &[(u32, &CStr)]) -> u32 {
    // SAFETY: the address of a name is that of the function of this name, or null.
    let gl = unsafe { Gl::load(address) }.expect("the driver has the function");
    let (mut linked, mut log) = (0, [0 as c_char; 4096]);
    // SAFETY: the sources are C strings, and out pointers are to local variables of the lengths given.
    unsafe {
        let program = gl.glCreateProgram();
        for &(stage, text) in stages {
            let shader = gl.glCreateShader(stage);
            let text: *const c_char = text.as_ptr();
            gl.glShaderSource(shader, 1, &raw const text, null());
            gl.glCompileShader(shader);
            gl.glAttachShader(program, shader);
        }
        gl.glLinkProgram(program);
        gl.glGetProgramiv(program, GL_LINK_STATUS, &raw mut linked);
        gl.glGetProgramInfoLog(program, log.len() as i32, null_mut(), log.as_mut_ptr());
        assert!(linked != 0, "{}", CStr::from_ptr(log.as_ptr()).to_string_lossy());
        gl.glUseProgram(program);
        program
    }
}
