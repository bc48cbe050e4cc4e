//! SPIR-V modules through the commands' C addresses. glslangValidator makes the modules from GLSL; the same text, compiled by the driver, tells
//! what they must do.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod compute;
mod drawing;
mod errors;
mod reflection;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::core;
use crate::tokens::*;
use std::ffi::CString;

/// Compiles GLSL to a module.
fn module(stage: u32, text: &str) -> Vec<u8> {
    let suffix = match stage {
        GL_VERTEX_SHADER => "vert",
        GL_TESS_CONTROL_SHADER => "tesc",
        GL_TESS_EVALUATION_SHADER => "tese",
        GL_GEOMETRY_SHADER => "geom",
        GL_FRAGMENT_SHADER => "frag",
        _ => "comp",
    };
    spirv_tools::module(suffix, text)
}

/// Creates a shader object with a module.
fn loaded(stage: u32, binary: &[u8]) -> u32 {
    let shader = glCreateShader(stage);
    let length = binary.len() as i32;
    glShaderBinary(1, &raw const shader, GL_SHADER_BINARY_FORMAT_SPIR_V, binary.as_ptr().cast(), length);
    shader
}

/// Specializes a shader object.
fn specialize(shader: u32, entry: &str, constants: &[(u32, u32)]) {
    let entry = CString::new(entry).unwrap();
    let (indices, values): (Vec<u32>, Vec<u32>) = constants.iter().copied().unzip();
    let count = constants.len() as u32;
    glSpecializeShader(shader, entry.as_ptr(), count, indices.as_ptr(), values.as_ptr());
}

/// Returns a shader's compile status and log.
fn status(shader: u32) -> (i32, String) {
    let mut status = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &raw mut status);
    let mut log = vec![0u8; 4096];
    let mut length = 0;
    glGetShaderInfoLog(shader, 4096, &raw mut length, log.as_mut_ptr().cast());
    log.truncate(length as usize);
    (status, String::from_utf8(log).unwrap())
}

/// Links modules.
fn link(gl: &Gl, stages: &[(u32, Vec<u8>)], constants: &[(u32, u32)]) -> u32 {
    let program = glCreateProgram();
    for (stage, binary) in stages {
        let shader = loaded(*stage, binary);
        gl.no_error();
        specialize(shader, "main", constants);
        gl.no_error();
        assert_eq!(status(shader), (1, String::new()));
        glAttachShader(program, shader);
    }
    gl.link(program);
    program
}

/// Runs the same text as modules and as GLSL in contexts of their own; the results must be equal. Returns them.
fn both<R: PartialEq + std::fmt::Debug>(stages: &[(u32, &str)], run: impl Fn(&Gl, u32) -> R) -> R {
    let by_text = {
        let gl = Gl::new(core());
        let texts: Vec<(u32, CString)> = stages.iter().map(|(stage, text)| (*stage, CString::new(*text).unwrap())).collect();
        let texts: Vec<_> = texts.iter().map(|(stage, text)| (*stage, text.as_c_str())).collect();
        let program = gl.program(&texts, &[]);
        run(&gl, program)
    };
    let plain: Vec<(u32, Vec<u8>)> = stages.iter().map(|(stage, text)| (*stage, module(*stage, text))).collect();
    let optimized = plain.iter().map(|(stage, binary)| (*stage, spirv_tools::optimized(binary))).collect();
    for (modules, how) in [(plain, "as they are"), (optimized, "optimized")] {
        let gl = Gl::new(core());
        let program = link(&gl, &modules, &[]);
        let by_module = run(&gl, program);
        gl.no_error();
        assert_eq!(by_module, by_text, "the modules {how}");
    }
    by_text
}
