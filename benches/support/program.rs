//! Compiles and links shader programs.

use crate::load::functions;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

const GL_LINK_STATUS: u32 = 0x8B82;

functions! {
    Gl {
        attach_shader = c"glAttachShader": fn(u32, u32);
        compile_shader = c"glCompileShader": fn(u32);
        create_program = c"glCreateProgram": fn() -> u32;
        create_shader = c"glCreateShader": fn(u32) -> u32;
        get_programiv = c"glGetProgramiv": fn(u32, u32, *mut i32);
        get_program_info_log = c"glGetProgramInfoLog": fn(u32, i32, *mut i32, *mut c_char);
        link_program = c"glLinkProgram": fn(u32);
        shader_source = c"glShaderSource": fn(u32, i32, *const *const c_char, *const i32);
        use_program = c"glUseProgram": fn(u32);
    }
}

/// Links and uses a program of these stages, given by token and source. Returns its name. `address` looks up the current context's
/// functions.
pub(crate) fn program(address: impl Fn(&CStr) -> *const c_void, stages: &[(u32, &CStr)]) -> u32 {
    let gl = Gl::load(address);
    let (mut linked, mut log) = (0, [0 as c_char; 4096]);
    // SAFETY: the sources are C strings, and out pointers are to local variables of the lengths given.
    unsafe {
        let program = (gl.create_program)();
        for &(stage, text) in stages {
            let shader = (gl.create_shader)(stage);
            let text: *const c_char = text.as_ptr();
            (gl.shader_source)(shader, 1, &raw const text, null());
            (gl.compile_shader)(shader);
            (gl.attach_shader)(program, shader);
        }
        (gl.link_program)(program);
        (gl.get_programiv)(program, GL_LINK_STATUS, &raw mut linked);
        (gl.get_program_info_log)(program, log.len() as i32, null_mut(), log.as_mut_ptr());
        assert!(linked != 0, "{}", CStr::from_ptr(log.as_ptr()).to_string_lossy());
        (gl.use_program)(program);
        program
    }
}
