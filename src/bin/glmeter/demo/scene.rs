//! A scene that uses each stage that the context has: a lit, striped knot above a floor of squares, in which it is mirrored and on which
//! its shadow falls.
//!
//! A compute shader makes the knot's tube thick and thin; tessellation divides its patches; the geometry shader gives the fragment shader
//! what it needs to draw a part of the knot as lines; the floor is blended over the mirrored knot by what the shadow left of alpha.

use super::frame::Frame;
use super::shaders::{Language, Stage};
use super::textures;
use super::view::{self, Matrix};
use crate::functions::Gl;
use core::ffi::CStr;
use core::ptr::{null, null_mut};
use glmeter::driver::capabilities::Api;
use glmeter::gl::{GLenum, GLuint, NO_ERROR};
use std::ffi::CString;
use std::ops::Range;

/// The patches along the knot, and around its tube.
const ALONG: usize = 48;
const AROUND: usize = 6;
/// How many squares stand for a patch each way where there is no tessellation, which divides a patch into three.
const FINER: usize = 2;
/// The floor is a square of so many patches on each side, and reaches so far.
const FLOOR: usize = 4;
const REACH: f32 = 26.0;

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
const LINEAR_MIPMAP_LINEAR: i32 = 0x2703;
const RGBA: GLenum = 0x1908;
const UNSIGNED_BYTE: GLenum = 0x1401;
const FLOAT: GLenum = 0x1406;
const COLOR_BUFFER_BIT: u32 = 0x4000;
const DEPTH_BUFFER_BIT: u32 = 0x100;
const DEPTH_TEST: GLenum = 0x0B71;
const BLEND: GLenum = 0x0BE2;
const DST_ALPHA: GLenum = 0x0304;
const ONE_MINUS_SRC_ALPHA: GLenum = 0x0303;
const ARRAY_BUFFER: GLenum = 0x8892;
const SHADER_STORAGE_BUFFER: GLenum = 0x90D2;
const STATIC_DRAW: GLenum = 0x88E4;
const PATCH_VERTICES: GLenum = 0x8E72;
const VERTEX_ATTRIB_ARRAY_BARRIER_BIT: u32 = 1;
const TRIANGLES: GLenum = 4;
const PATCHES: GLenum = 0xE;
/// The compute shader's work group.
const GROUP: usize = 64;

/// What a draw of the scene draws; the fragment shader's `part`.
#[derive(Clone, Copy)]
enum Part {
    Knot,
    Shadow,
    Floor,
}

/// A corner of a patch or triangle: how far along the knot, how far around its tube, the tube's radius, 0; or a place on the floor, 0, 1.
type Corner = [f32; 4];

/// The scene, ready to be drawn in the current context.
pub(super) struct Scene<'a> {
    gl: &'a Gl,
    program: GLuint,
    uniforms: Uniforms,
    compute: Option<GLuint>,
    mode: GLenum,
    knot: Range<usize>,
    floor: Range<usize>,
    stripes: GLuint,
    squares: GLuint,
    /// What is drawn.
    pub(super) shapes: String,
    /// The stages that it goes through.
    pub(super) stages: &'static str,
}

struct Uniforms {
    place: i32,
    view: i32,
    eye: i32,
    part: i32,
}

impl<'a> Scene<'a> {
    /// Makes the scene for a context of this interface and version.
    pub(super) fn new(gl: &'a Gl, api: Api, version: (u32, u32)) -> Result<Self, String> {
        let language = language(api, version);
        let mut stages = vec![(VERTEX_SHADER, Stage::Vertex), (FRAGMENT_SHADER, Stage::Fragment)];
        if language.geometry {
            stages.push((GEOMETRY_SHADER, Stage::Geometry));
        }
        if language.tessellation {
            stages.extend([(TESS_CONTROL_SHADER, Stage::TessControl), (TESS_EVALUATION_SHADER, Stage::TessEvaluation)]);
        }
        let compute = language.compute.then(|| program(gl, language, &[(COMPUTE_SHADER, Stage::Compute)])).transpose()?;
        let program = program(gl, language, &stages)?;
        let (mode, knot, floor) = if language.tessellation {
            (PATCHES, grid(&KNOT_PATCHES, &PATCH), grid(&FLOOR_PATCHES, &PATCH))
        } else {
            (TRIANGLES, grid(&KNOT_SQUARES, &SQUARE), grid(&FLOOR_PATCHES, &SQUARE))
        };
        let corners = [knot.as_slice(), &floor].concat();
        upload(gl, &corners, version.0 >= 3, language.compute);
        if language.tessellation {
            // SAFETY: takes numbers.
            unsafe { gl.glPatchParameteri(PATCH_VERTICES, 4) };
        }
        // The knot is drawn three times: mirrored, as its shadow, and itself.
        let shape = if language.tessellation { PATCH.len() } else { 3 };
        let shapes = (3 * knot.len() + floor.len()) / shape;
        Ok(Self {
            gl,
            program,
            uniforms: uniforms(gl, program),
            compute,
            mode,
            floor: knot.len()..corners.len(),
            knot: 0..knot.len(),
            stripes: texture(gl, &textures::stripes()),
            squares: texture(gl, &textures::squares()),
            shapes: format!("{shapes} {}", if language.tessellation { "patches" } else { "triangles" }),
            stages: match (language.compute, language.tessellation, language.geometry) {
                (true, ..) => "compute, vertex, tessellation, geometry and fragment",
                (_, true, _) => "vertex, tessellation, geometry and fragment",
                (.., true) => "vertex, geometry and fragment",
                _ => "vertex and fragment",
            },
        })
    }

    /// Draws a frame.
    pub(super) fn draw(&self, frame: &Frame) {
        let gl = self.gl;
        frame.bind(gl);
        // SAFETY: programs, buffers and uniforms of this context, and a matrix and a vector; the corners that the compute shader's groups
        // move are all in the buffer.
        unsafe {
            if let Some(compute) = self.compute {
                gl.glUseProgram(compute);
                gl.glDispatchCompute((self.floor.end / GROUP) as u32, 1, 1);
                gl.glMemoryBarrier(VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
            }
            gl.glUseProgram(self.program);
            let camera = view::camera(frame.width, frame.height);
            gl.glUniformMatrix4fv(self.uniforms.view, 1, 0, camera.as_ptr().cast());
            gl.glUniform3fv(self.uniforms.eye, 1, view::EYE.as_ptr());
            gl.glClearColor(0.055, 0.075, 0.115, 1.0);
            gl.glClear(COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT);

            gl.glEnable(DEPTH_TEST);
            self.part(Part::Knot, &view::mirrored());
            // Alpha becomes the light that reaches the floor: the clear and the knot leave 1, the shadow less.
            gl.glDisable(DEPTH_TEST);
            gl.glColorMask(0, 0, 0, 1);
            self.part(Part::Shadow, &view::shadow());
            gl.glEnable(DEPTH_TEST);
            gl.glColorMask(1, 1, 1, 1);
            gl.glEnable(BLEND);
            gl.glBlendFunc(DST_ALPHA, ONE_MINUS_SRC_ALPHA);
            self.part(Part::Floor, &view::IDENTITY);
            gl.glDisable(BLEND);
            self.part(Part::Knot, &view::upright());
        }
    }

    /// Draws a part of the scene at a place.
    fn part(&self, part: Part, place: &Matrix) {
        let gl = self.gl;
        let (number, texture, corners) = match part {
            Part::Knot => (0.0, self.stripes, &self.knot),
            Part::Shadow => (1.0, self.stripes, &self.knot),
            Part::Floor => (2.0, self.squares, &self.floor),
        };
        // SAFETY: names of this context, and a matrix; the draw's vertices are all in the buffer.
        unsafe {
            gl.glBindTexture(TEXTURE_2D, texture);
            gl.glUniform1f(self.uniforms.part, number);
            gl.glUniformMatrix4fv(self.uniforms.place, 1, 0, place.as_ptr().cast());
            gl.glDrawArrays(self.mode, corners.start as i32, corners.len() as i32);
        }
    }
}

/// Returns what a context of this interface and version takes.
fn language(api: Api, version: (u32, u32)) -> Language {
    let desktop = |major, minor| api == Api::Desktop && version >= (major, minor);
    let header = match api {
        _ if desktop(4, 3) => "#version 430\n",
        _ if desktop(4, 0) => "#version 400\n",
        _ if desktop(3, 3) => "#version 330\n",
        _ if desktop(3, 2) => "#version 150\n",
        Api::Desktop => "#version 120\n",
        _ => "#version 100\nprecision highp float;\n",
    };
    Language { header, geometry: desktop(3, 2), tessellation: desktop(4, 0), compute: desktop(4, 3) }
}

/// Returns an error if a function was missing or the driver raised one since the last call.
pub(super) fn check(gl: &Gl) -> Result<(), String> {
    if let Some(name) = gl.called_missing() {
        return Err(format!("the driver has no {name}"));
    }
    // SAFETY: takes nothing.
    match unsafe { gl.glGetError() } {
        NO_ERROR => Ok(()),
        error => Err(format!("the driver refused to draw the scene (GL error {error:#06x})")),
    }
}

/// A surface as a grid: how many squares it has each way, and the corner at a point of it.
struct Grid {
    columns: usize,
    rows: usize,
    corner: fn(f32, f32) -> Corner,
}

const KNOT_PATCHES: Grid = Grid { columns: ALONG, rows: AROUND, corner: |x, y| [x, y, 0.0, 0.0] };
const KNOT_SQUARES: Grid = Grid { columns: ALONG * FINER, rows: AROUND * FINER, corner: |x, y| [x, y, 0.0, 0.0] };
const FLOOR_PATCHES: Grid = Grid { columns: FLOOR, rows: FLOOR, corner: |x, y| [REACH * (x - 0.5), REACH * (y - 0.5), 0.0, 1.0] };

/// The corners of a patch, and those of a square's two triangles: low left 0, low right 1, high left 2, high right 3.
const PATCH: [usize; 4] = [0, 1, 3, 2];
const SQUARE: [usize; 6] = [0, 1, 2, 2, 1, 3];

/// Returns the corners of each square of a grid, in an order.
fn grid(grid: &Grid, order: &[usize]) -> Vec<Corner> {
    let squares = (0..grid.columns * grid.rows).map(|square| (square % grid.columns, square / grid.columns));
    let at = |column: usize, row: usize| (grid.corner)(column as f32 / grid.columns as f32, row as f32 / grid.rows as f32);
    squares.flat_map(|(column, row)| order.iter().map(move |corner| at(column + corner % 2, row + corner / 2))).collect()
}

/// Makes a texture with mip maps, which repeats.
fn texture(gl: &Gl, texels: &[[u8; 4]]) -> GLuint {
    let (mut texture, side) = (0, textures::SIDE as i32);
    // SAFETY: a place for one name, and as many texels as the size says.
    unsafe {
        gl.glGenTextures(1, &mut texture);
        gl.glBindTexture(TEXTURE_2D, texture);
        gl.glTexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR_MIPMAP_LINEAR);
        gl.glTexImage2D(TEXTURE_2D, 0, RGBA as i32, side, side, 0, RGBA, UNSIGNED_BYTE, texels.as_ptr().cast());
        gl.glGenerateMipmap(TEXTURE_2D);
    }
    texture
}

/// Returns where a program has its uniforms.
fn uniforms(gl: &Gl, program: GLuint) -> Uniforms {
    // SAFETY: a program of this context, and a C string.
    let location = |name: &CStr| unsafe { gl.glGetUniformLocation(program, name.as_ptr()) };
    Uniforms { place: location(c"place"), view: location(c"view"), eye: location(c"eye"), part: location(c"part") }
}

/// Puts the corners into a buffer that attribute 0 reads and, for the compute shader, a storage block holds.
fn upload(gl: &Gl, corners: &[Corner], arrays: bool, storage: bool) {
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
fn program(gl: &Gl, language: Language, stages: &[(GLenum, Stage)]) -> Result<GLuint, String> {
    // SAFETY: takes nothing.
    let program = unsafe { gl.glCreateProgram() };
    for (kind, stage) in stages {
        let source = CString::new(language.source(*stage)).map_err(|error| error.to_string())?;
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

/// Returns the first line of a compiler's log.
fn log_text(read: impl FnOnce(i32, *mut core::ffi::c_char)) -> String {
    let mut room = [0_u8; 512];
    read(room.len() as i32, room.as_mut_ptr().cast());
    let text = CStr::from_bytes_until_nul(&room).unwrap_or_default().to_string_lossy();
    text.lines().next().unwrap_or("it does not say why").to_string()
}
