//! A scene that uses each stage that the context has: a patch of water, larger than the picture, so that some is clipped.

use super::shaders;
use crate::functions::Gl;
use core::ffi::CStr;
use core::ptr::{null, null_mut};
use glmeter::driver::capabilities::Api;
use glmeter::gl::{GLenum, GLuint, NO_ERROR};
use std::ffi::CString;

/// The picture's size.
pub(super) const SIZE: (i32, i32) = (640, 480);
/// The water is a square of so many patches on each side.
const SIDE: usize = 16;

const VERTEX_SHADER: GLenum = 0x8B31;
const TESS_CONTROL_SHADER: GLenum = 0x8E88;
const TESS_EVALUATION_SHADER: GLenum = 0x8E87;
const GEOMETRY_SHADER: GLenum = 0x8DD9;
const FRAGMENT_SHADER: GLenum = 0x8B30;
const COMPUTE_SHADER: GLenum = 0x91B9;
const COMPILE_STATUS: GLenum = 0x8B81;
const LINK_STATUS: GLenum = 0x8B82;
const TEXTURE_2D: GLenum = 0x0DE1;
const TEXTURE_MIN_FILTER: GLenum = 0x2801;
const NEAREST: i32 = 0x2600;
pub(super) const RGBA: GLenum = 0x1908;
pub(super) const UNSIGNED_BYTE: GLenum = 0x1401;
const FLOAT: GLenum = 0x1406;
const FRAMEBUFFER: GLenum = 0x8D40;
const FRAMEBUFFER_COMPLETE: GLenum = 0x8CD5;
const COLOR_ATTACHMENT0: GLenum = 0x8CE0;
const COLOR_BUFFER_BIT: u32 = 0x4000;
const ARRAY_BUFFER: GLenum = 0x8892;
const SHADER_STORAGE_BUFFER: GLenum = 0x90D2;
const STATIC_DRAW: GLenum = 0x88E4;
const PATCH_VERTICES: GLenum = 0x8E72;
const VERTEX_ATTRIB_ARRAY_BARRIER_BIT: u32 = 1;
const TRIANGLES: GLenum = 4;
const PATCHES: GLenum = 0xE;
/// The compute shader's work group.
const GROUP: usize = 64;

/// The scene, ready to be drawn in the current context.
pub(super) struct Scene<'a> {
    gl: &'a Gl,
    program: GLuint,
    compute: Option<GLuint>,
    mode: GLenum,
    vertices: usize,
    /// What is drawn.
    pub(super) shapes: String,
    /// The stages that it goes through.
    pub(super) stages: &'static str,
}

impl<'a> Scene<'a> {
    /// Makes the scene for a context of this interface and version.
    pub(super) fn new(gl: &'a Gl, api: Api, version: (u32, u32)) -> Result<Self, String> {
        let desktop = |major, minor| api == Api::Desktop && version >= (major, minor);
        let tessellation = desktop(4, 0);
        let mut compute = None;
        let (program, stages) = if tessellation {
            let header = if desktop(4, 3) { "#version 430\n" } else { "#version 400\n" };
            if desktop(4, 3) {
                compute = Some(program(gl, header, &[(COMPUTE_SHADER, shaders::COMPUTE)])?);
            }
            let stages = [
                (VERTEX_SHADER, shaders::PATCH_VERTEX),
                (TESS_CONTROL_SHADER, shaders::TESS_CONTROL),
                (TESS_EVALUATION_SHADER, shaders::TESS_EVALUATION),
                (GEOMETRY_SHADER, shaders::GEOMETRY),
                (FRAGMENT_SHADER, shaders::FRAGMENT),
            ];
            let names = if compute.is_some() {
                "compute, vertex, tessellation, geometry and fragment"
            } else {
                "vertex, tessellation, geometry and fragment"
            };
            (program(gl, header, &stages)?, names)
        } else if desktop(3, 2) {
            let header = if desktop(3, 3) { "#version 330\n" } else { "#version 150\n" };
            let stages = [(VERTEX_SHADER, shaders::VERTEX), (GEOMETRY_SHADER, shaders::GEOMETRY), (FRAGMENT_SHADER, shaders::FRAGMENT)];
            (program(gl, header, &stages)?, "vertex, geometry and fragment")
        } else {
            let header = if api == Api::Desktop { "#version 120\n" } else { "#version 100\nprecision mediump float;\n" };
            let stages = [(VERTEX_SHADER, shaders::PLAIN_VERTEX), (FRAGMENT_SHADER, shaders::PLAIN_FRAGMENT)];
            (program(gl, header, &stages)?, "vertex and fragment")
        };
        let (mode, corners, shapes) =
            if tessellation { (PATCHES, water(&[0, 1, 3, 2]), 1) } else { (TRIANGLES, water(&[0, 1, 2, 2, 1, 3]), 2) };
        picture(gl)?;
        upload(gl, &corners, version.0 >= 3, compute.is_some());
        if tessellation {
            // SAFETY: takes numbers.
            unsafe { gl.glPatchParameteri(PATCH_VERTICES, 4) };
        }
        let shapes = format!("{} {}", SIDE * SIDE * shapes, if tessellation { "patches" } else { "triangles" });
        Ok(Self { gl, program, compute, mode, vertices: corners.len(), shapes, stages })
    }

    /// Draws a frame.
    pub(super) fn draw(&self) {
        let gl = self.gl;
        // SAFETY: programs and buffers of this context; the draw's vertices are all in the buffer, and so are the
        // corners that the compute shader's groups move.
        unsafe {
            if let Some(compute) = self.compute {
                gl.glUseProgram(compute);
                gl.glDispatchCompute((self.vertices / GROUP) as u32, 1, 1);
                gl.glMemoryBarrier(VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
            }
            gl.glUseProgram(self.program);
            gl.glClearColor(0.9, 0.9, 0.8, 1.0);
            gl.glClear(COLOR_BUFFER_BIT);
            gl.glDrawArrays(self.mode, 0, self.vertices as i32);
        }
    }
}

/// Returns true if there was no error so far.
pub(super) fn check(gl: &Gl) -> Result<(), String> {
    if let Some(name) = gl.missing() {
        return Err(format!("the driver has no {name}"));
    }
    // SAFETY: takes nothing.
    match unsafe { gl.glGetError() } {
        NO_ERROR => Ok(()),
        error => Err(format!("the driver refused to draw the scene (GL error {error:#06x})")),
    }
}

/// Returns the corners of the patches, `order` naming those of one patch: low left, low right, high left, high right.
fn water(order: &[usize]) -> Vec<[f32; 4]> {
    let at = |step: usize| 2.4 * step as f32 / SIDE as f32 - 1.2;
    let patches = (0..SIDE * SIDE).map(|patch| (patch % SIDE, patch / SIDE));
    patches.flat_map(|(x, y)| order.iter().map(move |corner| [at(x + corner % 2), at(y + corner / 2), 0.0, 1.0])).collect()
}

/// Draws the picture into a texture: it needs no window and no surface.
fn picture(gl: &Gl) -> Result<(), String> {
    let (mut texture, mut framebuffer) = (0, 0);
    // SAFETY: places for one name each; the texture is given no pixels.
    let status = unsafe {
        gl.glGenTextures(1, &mut texture);
        gl.glBindTexture(TEXTURE_2D, texture);
        gl.glTexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST);
        gl.glTexImage2D(TEXTURE_2D, 0, RGBA as i32, SIZE.0, SIZE.1, 0, RGBA, UNSIGNED_BYTE, null());
        gl.glGenFramebuffers(1, &mut framebuffer);
        gl.glBindFramebuffer(FRAMEBUFFER, framebuffer);
        gl.glFramebufferTexture2D(FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, texture, 0);
        gl.glViewport(0, 0, SIZE.0, SIZE.1);
        gl.glCheckFramebufferStatus(FRAMEBUFFER)
    };
    if status == FRAMEBUFFER_COMPLETE { Ok(()) } else { Err("the driver cannot draw into a texture".to_string()) }
}

fn upload(gl: &Gl, corners: &[[f32; 4]], arrays: bool, storage: bool) {
    let (mut array, mut buffer) = (0, 0);
    // SAFETY: places for one name each, and the corners with their size; the attribute lies at the buffer's beginning.
    unsafe {
        if arrays {
            gl.glGenVertexArrays(1, &mut array);
            gl.glBindVertexArray(array);
        }
        gl.glGenBuffers(1, &mut buffer);
        gl.glBindBuffer(ARRAY_BUFFER, buffer);
        gl.glBufferData(ARRAY_BUFFER, size_of_val(corners) as isize, corners.as_ptr().cast(), STATIC_DRAW);
        gl.glEnableVertexAttribArray(0);
        gl.glVertexAttribPointer(0, 4, FLOAT, 0, 0, null());
        if storage {
            gl.glBindBufferBase(SHADER_STORAGE_BUFFER, 0, buffer);
        }
    }
}

/// Compiles and links a program whose attribute 0, if it has one, is `corner`.
fn program(gl: &Gl, header: &str, stages: &[(GLenum, &str)]) -> Result<GLuint, String> {
    // SAFETY: takes nothing.
    let program = unsafe { gl.glCreateProgram() };
    for (kind, body) in stages {
        let source = CString::new(format!("{header}{body}")).map_err(|error| error.to_string())?;
        let mut done = 0;
        // SAFETY: one C string without a length, and a place for the status.
        let shader = unsafe {
            let shader = gl.glCreateShader(*kind);
            gl.glShaderSource(shader, 1, &source.as_ptr(), null());
            gl.glCompileShader(shader);
            gl.glGetShaderiv(shader, COMPILE_STATUS, &mut done);
            shader
        };
        if done == 0 {
            // SAFETY: room for the text and its end.
            let log = log_text(|room, text| unsafe { gl.glGetShaderInfoLog(shader, room, null_mut(), text) });
            return Err(format!("the driver does not compile a shader of the scene: {log}"));
        }
        // SAFETY: names of this context.
        unsafe {
            gl.glAttachShader(program, shader);
            gl.glDeleteShader(shader);
        }
    }
    let mut done = 0;
    // SAFETY: a C string, and a place for the status.
    unsafe {
        gl.glBindAttribLocation(program, 0, c"corner".as_ptr());
        gl.glLinkProgram(program);
        gl.glGetProgramiv(program, LINK_STATUS, &mut done);
    }
    if done == 0 {
        // SAFETY: room for the text and its end.
        let log = log_text(|room, text| unsafe { gl.glGetProgramInfoLog(program, room, null_mut(), text) });
        return Err(format!("the driver does not link a program of the scene: {log}"));
    }
    Ok(program)
}

/// Returns the first line of what a compiler says.
fn log_text(read: impl FnOnce(i32, *mut core::ffi::c_char)) -> String {
    let mut room = [0_u8; 512];
    read(room.len() as i32, room.as_mut_ptr().cast());
    let text = CStr::from_bytes_until_nul(&room).unwrap_or_default().to_string_lossy();
    text.lines().next().unwrap_or("it does not say why").to_string()
}
