//! Shader text: compiled, linked, lowered, verified and run.
//!
//! An input is a byte of flags and the shaders, each preceded by a byte from 0 to 5 for its stage. Shader text contains no such bytes. A text that begins
//! with `!!ARB` is a program in an assembly language instead.

use super::gl::Gl;
use super::{arena, modules};
use crate::config::Api;
use crate::tokens::*;

const STAGES: [u32; 6] =
    [GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_GEOMETRY_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_COMPUTE_SHADER];

/// The vertex shader for inputs that have none.
const VERTEX: &str = "void main() { gl_Position = vec4(0.5, -0.5, 0.1, 1.0); }";
/// The evaluation shader for inputs that have a control shader only.
const EVALUATION: &str = "#version 400\nlayout(triangles) in; void main() { gl_Position = vec4(gl_TessCoord, 1.0); }";

/// Returns the stage token and text of each shader of an input.
fn parts(input: &[u8]) -> Vec<(u32, &[u8])> {
    let first = input.iter().position(|&byte| byte < 6);
    let (stageless, rest) = input.split_at(first.unwrap_or(input.len()));
    let mut parts = Vec::new();
    if !stageless.is_empty() {
        parts.push((GL_FRAGMENT_SHADER, stageless));
    }
    for part in rest.chunk_by(|_, next| *next >= 6) {
        if let Some((&stage, text)) = part.split_first() {
            parts.push((STAGES[usize::from(stage) % 6], text));
        }
    }
    parts.truncate(6);
    parts
}

/// The flags of an input.
struct Flags(u8);

impl Flags {
    fn context(&self) -> (Api, (u8, u8)) {
        match self.0 % 4 {
            0 => (Api::Core, (4, 6)),
            1 => (Api::Compatibility, (4, 6)),
            2 => (Api::Es, (3, 2)),
            _ => (Api::Es, (2, 0)),
        }
    }
    fn separable(&self) -> bool {
        self.0 & 4 != 0
    }
    fn captures(&self) -> bool {
        self.0 & 8 != 0
    }
}

fn status(gl: &Gl, command: &str, name: u64, pname: u32) -> u64 {
    let slot = arena::put(0, &[0; 8]);
    gl.call(command, &[name, u64::from(pname), slot]);
    arena::word(0)
}

/// The shaders of a program.
struct Shaders<'a> {
    gl: &'a Gl,
    program: u64,
    /// The last shader name created.
    last: u64,
    /// The stages that compiled; bit n is element n of [`STAGES`].
    stages: u32,
}

impl Shaders<'_> {
    /// Compiles a shader, and attaches it if that succeeds.
    fn add(&mut self, stage: u32, text: &[u8]) {
        self.last += 1;
        let (gl, name) = (self.gl, self.last);
        gl.call("glCreateShader", &[u64::from(stage)]);
        let length = arena::put(0, &(text.len() as i32).to_le_bytes());
        let address = (text.as_ptr() as u64).to_le_bytes();
        gl.call("glShaderSource", &[name, 1, arena::put(1, &address), length]);
        gl.call("glCompileShader", &[name]);
        if status(gl, "glGetShaderiv", name, GL_COMPILE_STATUS) != 0 {
            gl.call("glAttachShader", &[self.program, name]);
            self.stages |= STAGES.iter().position(|&token| token == stage).map_or(0, |position| 1 << position);
        }
    }
}

/// Creates buffers, a texture and attributes for the program to read.
fn context(gl: &Gl) {
    let words: Vec<u8> = (0..64u32).flat_map(|word| (word.wrapping_mul(0x0101_0101) ^ 0x3F80_0000).to_le_bytes()).collect();
    let data = arena::put(2, &words);
    gl.call("glGenBuffers", &[1, arena::put(3, &[])]);
    gl.call("glBindBuffer", &[GL_ARRAY_BUFFER.into(), 1]);
    gl.call("glBufferData", &[GL_ARRAY_BUFFER.into(), words.len() as u64, data, GL_DYNAMIC_COPY.into()]);
    for target in [GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER] {
        for index in 0..3 {
            gl.call("glBindBufferBase", &[target.into(), index, 1]);
        }
    }
    gl.call("glGenTextures", &[1, arena::put(3, &[])]);
    gl.call("glBindTexture", &[GL_TEXTURE_2D.into(), 1]);
    let format = u64::from(GL_RGBA);
    gl.call("glTexImage2D", &[GL_TEXTURE_2D.into(), 0, format, 4, 4, 0, format, GL_UNSIGNED_BYTE.into(), data]);
    gl.call("glGenerateMipmap", &[GL_TEXTURE_2D.into()]);
    gl.call("glGenVertexArrays", &[1, arena::put(3, &[])]);
    gl.call("glBindVertexArray", &[1]);
    for location in 0..4 {
        gl.call("glVertexAttribPointer", &[location, 4, GL_FLOAT.into(), 0, 16, 0]);
        gl.call("glEnableVertexAttribArray", &[location]);
    }
    gl.call("glPatchParameteri", &[GL_PATCH_VERTICES.into(), 3]);
}

/// Queries all properties of the program, and sets its uniforms with values of every type.
fn reflect(gl: &Gl, program: u64) {
    for pname in [GL_ACTIVE_UNIFORMS, GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_UNIFORM_BLOCKS, GL_INFO_LOG_LENGTH, GL_ACTIVE_UNIFORM_MAX_LENGTH] {
        status(gl, "glGetProgramiv", program, pname);
    }
    gl.call("glUseProgram", &[program]);
    let out = |slot| arena::put(slot, &[]);
    for index in 0..12 {
        gl.call("glGetActiveUniform", &[program, index, 64, out(4), out(5), out(6), out(7)]);
        gl.call("glGetActiveAttrib", &[program, index, 64, out(4), out(5), out(6), out(7)]);
        gl.call("glGetActiveUniformBlockiv", &[program, index, GL_UNIFORM_BLOCK_DATA_SIZE.into(), out(4)]);
        let values = arena::put(8, &[0x3F; 256]);
        gl.call("glUniform1i", &[index, index]);
        for command in ["glUniform1fv", "glUniform2fv", "glUniform3fv", "glUniform4fv"] {
            gl.call(command, &[index, 4, values]);
        }
        gl.call("glUniformMatrix4fv", &[index, 1, 0, values]);
        gl.call("glGetUniformfv", &[program, index, out(9)]);
    }
}

fn run(gl: &Gl, program: u64, capture: bool) {
    reflect(gl, program);
    context(gl);
    if capture {
        gl.call("glBindBufferBase", &[GL_TRANSFORM_FEEDBACK_BUFFER.into(), 0, 1]);
        gl.call("glBeginTransformFeedback", &[GL_TRIANGLES.into()]);
    }
    for mode in [GL_TRIANGLES, GL_POINTS, GL_LINES, GL_PATCHES, GL_LINES_ADJACENCY, GL_TRIANGLES_ADJACENCY] {
        gl.call("glDrawArraysInstanced", &[mode.into(), 0, 6, 2]);
    }
    gl.call("glEndTransformFeedback", &[]);
    gl.call("glDispatchCompute", &[2, 1, 2]);
}

/// Compiles the shaders of an input, adds missing stages, links them and runs the program for a few vertices, pixels and work groups.
pub fn shader_text(input: &[u8]) {
    let (&flags, rest) = input.split_first().unwrap_or((&0, &[]));
    if rest.starts_with(&modules::MAGIC) {
        return module(flags, rest);
    }
    if rest.starts_with(b"!!ARB") {
        return assembly(rest);
    }
    let flags = Flags(flags);
    let (api, version) = flags.context();
    let gl = Gl::new(api, version, false, 20_000, Some((16, 16)), 1);
    let program = 1;
    gl.call("glCreateProgram", &[]);
    let mut shaders = Shaders { gl: &gl, program, last: program, stages: 0 };
    for (stage, text) in parts(rest) {
        shaders.add(stage, text);
    }
    let has = |stage: u32| STAGES.iter().position(|&token| token == stage).is_some_and(|position| shaders.stages >> position & 1 != 0);
    if shaders.stages == 0 {
        return;
    }
    let separable = flags.separable();
    let vertex = !separable && !has(GL_VERTEX_SHADER) && !has(GL_COMPUTE_SHADER);
    let evaluation = !separable && has(GL_TESS_CONTROL_SHADER) && !has(GL_TESS_EVALUATION_SHADER);
    if vertex {
        shaders.add(GL_VERTEX_SHADER, format!("{}\n{VERTEX}", first_version(rest)).as_bytes());
    }
    if evaluation {
        shaders.add(GL_TESS_EVALUATION_SHADER, EVALUATION.as_bytes());
    }
    gl.call("glProgramParameteri", &[program, GL_PROGRAM_SEPARABLE.into(), u64::from(separable)]);
    if flags.captures() {
        let texts = arena::put_texts(&[b"gl_Position", b"v", b"o"]);
        gl.call("glTransformFeedbackVaryings", &[program, 1, texts, GL_INTERLEAVED_ATTRIBS.into()]);
    }
    gl.call("glLinkProgram", &[program]);
    if status(&gl, "glGetProgramiv", program, GL_LINK_STATUS) != 0 {
        run(&gl, program, flags.captures());
    }
}

/// Loads a program in an assembly language and runs it for a few vertices and pixels, with the fixed function as the other stage.
fn assembly(text: &[u8]) {
    let gl = Gl::new(Api::Compatibility, (4, 6), false, 20_000, Some((16, 16)), 1);
    let target = u64::from(if text.get(5) == Some(&b'v') { GL_VERTEX_PROGRAM_ARB } else { GL_FRAGMENT_PROGRAM_ARB });
    gl.call("glProgramStringARB", &[target, GL_PROGRAM_FORMAT_ASCII_ARB.into(), text.len() as u64, text.as_ptr() as u64]);
    gl.call("glEnable", &[target]);
    context(&gl);
    for index in 0..4 {
        let values = arena::put(8, &[0x3F; 16]);
        gl.call("glProgramLocalParameter4fvARB", &[target, index, values]);
        gl.call("glProgramEnvParameter4fvARB", &[target, index, values]);
    }
    for mode in [GL_TRIANGLES, GL_POINTS] {
        gl.call("glDrawArrays", &[mode.into(), 0, 6]);
    }
}

/// Specializes a SPIR-V module for the stage of the flags, links it with text of no other stage and runs the program.
fn module(flags: u8, binary: &[u8]) {
    let gl = Gl::new(Api::Core, (4, 6), false, 20_000, Some((16, 16)), 1);
    let (program, shader) = (1, 2);
    gl.call("glCreateProgram", &[]);
    gl.call("glCreateShader", &[STAGES[usize::from(flags) % 6].into()]);
    let names = arena::put(0, &2u32.to_le_bytes());
    gl.call("glShaderBinary", &[1, names, GL_SHADER_BINARY_FORMAT_SPIR_V.into(), binary.as_ptr() as u64, binary.len() as u64]);
    let entry = arena::put(1, b"main\0");
    gl.call("glSpecializeShader", &[shader, entry, 0, 0, 0]);
    if status(&gl, "glGetShaderiv", shader, GL_COMPILE_STATUS) == 0 {
        return;
    }
    gl.call("glAttachShader", &[program, shader]);
    gl.call("glProgramParameteri", &[program, GL_PROGRAM_SEPARABLE.into(), 1]);
    gl.call("glLinkProgram", &[program]);
    if status(&gl, "glGetProgramiv", program, GL_LINK_STATUS) != 0 {
        run(&gl, program, flags & 8 != 0);
    }
}

/// Returns the `#version` line of a text.
fn first_version(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = text.find("#version").map_or("", |at| text[at..].lines().next().unwrap_or_default());
    line.to_owned()
}
