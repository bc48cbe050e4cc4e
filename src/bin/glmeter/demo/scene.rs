//! A scene that uses every shader stage of the context: a lit, striped knot above a chequered floor, with its shadow and its mirror
//! image in the floor.
//!
//! A compute shader varies the radius of the knot's tube. Tessellation subdivides its patches. The geometry shader adds the edge
//! distances with which the fragment shader draws a part of the knot as wireframe. The floor is blended over the mirrored knot by
//! destination alpha, which the shadow has lowered.

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
/// Squares per patch in each direction in contexts without tessellation (which divides a patch into three).
const SUBDIVISION: usize = 2;
/// Patches along each side of the floor, and the length of the side.
const FLOOR: usize = 4;
const FLOOR_SIZE: f32 = 26.0;

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
/// The size of the compute shader's work group.
const GROUP: usize = 64;

/// A part of the scene that one draw renders; the fragment shader's `part`.
#[derive(Clone, Copy)]
enum Part {
    Knot,
    Shadow,
    Floor,
}

/// A vertex of a patch or triangle. On the knot: position along the knot, position around its tube, the tube's radius, 0. On the
/// floor: x, z, 0, 1.
type Corner = [f32; 4];

/// The scene, ready to be drawn in the current context.
pub(super) struct Scene<'a> {
    gl: &'a Gl,
    program: GLuint,
    uniforms: Uniforms,
    compute: Option<GLuint>,
    /// The draws' primitive mode.
    mode: GLenum,
    /// The knot's vertices in the buffer.
    knot: Range<usize>,
    /// The floor's vertices in the buffer.
    floor: Range<usize>,
    /// The knot's texture.
    stripes: GLuint,
    /// The floor's texture.
    squares: GLuint,
    /// Number and kind of the primitives drawn, for the page.
    pub(super) shapes: String,
    /// The shader stages used, for the page.
    pub(super) stages: &'static str,
}

/// The locations of the program's uniforms.
struct Uniforms {
    place: i32,
    view: i32,
    eye: i32,
    part: i32,
}

impl<'a> Scene<'a> {
    /// Creates the scene for a context of this API and version.
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
            // SAFETY: the command takes no pointers.
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
        // SAFETY: the programs, buffers and uniforms belong to this context, and the pointers are to a matrix and a vector; the compute
        // shader's groups stay within the buffer.
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
            // Destination alpha is the light that reaches the floor: 1 after the clear and the knot, less in the shadow.
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

    /// Draws a part of the scene with the model matrix `place`.
    fn part(&self, part: Part, place: &Matrix) {
        let gl = self.gl;
        let (number, texture, corners) = match part {
            Part::Knot => (0.0, self.stripes, &self.knot),
            Part::Shadow => (1.0, self.stripes, &self.knot),
            Part::Floor => (2.0, self.squares, &self.floor),
        };
        // SAFETY: the names belong to this context, the pointer is to a matrix, and the draw's vertices lie within the buffer.
        unsafe {
            gl.glBindTexture(TEXTURE_2D, texture);
            gl.glUniform1f(self.uniforms.part, number);
            gl.glUniformMatrix4fv(self.uniforms.place, 1, 0, place.as_ptr().cast());
            gl.glDrawArrays(self.mode, corners.start as i32, corners.len() as i32);
        }
    }
}

/// Returns the shading language and the stages of a context of this API and version.
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

/// Returns an error if the driver lacked a function that was called, or raised a GL error since the last check.
pub(super) fn check(gl: &Gl) -> Result<(), String> {
    if let Some(name) = gl.called_missing() {
        return Err(format!("the driver has no {name}"));
    }
    // SAFETY: the command takes no arguments.
    match unsafe { gl.glGetError() } {
        NO_ERROR => Ok(()),
        error => Err(format!("the driver refused to draw the scene (GL error {error:#06x})")),
    }
}

/// A surface divided into a grid of squares.
struct Grid {
    columns: usize,
    rows: usize,
    /// Returns the vertex at a point of the surface, whose coordinates run from 0 to 1.
    corner: fn(f32, f32) -> Corner,
}

const KNOT_PATCHES: Grid = Grid { columns: ALONG, rows: AROUND, corner: |x, y| [x, y, 0.0, 0.0] };
const KNOT_SQUARES: Grid = Grid { columns: ALONG * SUBDIVISION, rows: AROUND * SUBDIVISION, corner: |x, y| [x, y, 0.0, 0.0] };
const FLOOR_PATCHES: Grid = Grid { columns: FLOOR, rows: FLOOR, corner: |x, y| [FLOOR_SIZE * (x - 0.5), FLOOR_SIZE * (y - 0.5), 0.0, 1.0] };

/// The corners of a patch and of a square's two triangles. Lower left is 0, lower right 1, upper left 2, upper right 3.
const PATCH: [usize; 4] = [0, 1, 3, 2];
const SQUARE: [usize; 6] = [0, 1, 2, 2, 1, 3];

/// Returns the corners of each square of a grid, in the order given.
fn grid(grid: &Grid, order: &[usize]) -> Vec<Corner> {
    let squares = (0..grid.columns * grid.rows).map(|square| (square % grid.columns, square / grid.columns));
    let at = |column: usize, row: usize| (grid.corner)(column as f32 / grid.columns as f32, row as f32 / grid.rows as f32);
    squares.flat_map(|(column, row)| order.iter().map(move |corner| at(column + corner % 2, row + corner / 2))).collect()
}

/// Creates a repeating texture with mipmaps.
fn texture(gl: &Gl, texels: &[[u8; 4]]) -> GLuint {
    let (mut texture, side) = (0, textures::SIDE as i32);
    // SAFETY: one name is written to a local variable, and `texels` has as many texels as the size says.
    unsafe {
        gl.glGenTextures(1, &mut texture);
        gl.glBindTexture(TEXTURE_2D, texture);
        gl.glTexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR_MIPMAP_LINEAR);
        gl.glTexImage2D(TEXTURE_2D, 0, RGBA as i32, side, side, 0, RGBA, UNSIGNED_BYTE, texels.as_ptr().cast());
        gl.glGenerateMipmap(TEXTURE_2D);
    }
    texture
}

/// Returns the locations of a program's uniforms.
fn uniforms(gl: &Gl, program: GLuint) -> Uniforms {
    // SAFETY: the program belongs to this context, and the name is a C string.
    let location = |name: &CStr| unsafe { gl.glGetUniformLocation(program, name.as_ptr()) };
    Uniforms { place: location(c"place"), view: location(c"view"), eye: location(c"eye"), part: location(c"part") }
}

/// Uploads the vertices to a buffer that attribute 0 reads and that is also bound as the compute shader's storage buffer if `storage`.
fn upload(gl: &Gl, corners: &[Corner], arrays: bool, storage: bool) {
    let (mut array, mut buffer) = (0, 0);
    // SAFETY: each Gen command writes one name to a local variable; BufferData gets the vertices with their size; the attribute's offset
    // is 0.
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

/// Compiles and links a program. Its attribute `corner`, if it has one, gets location 0.
fn program(gl: &Gl, language: Language, stages: &[(GLenum, Stage)]) -> Result<GLuint, String> {
    // SAFETY: the command takes no arguments.
    let program = unsafe { gl.glCreateProgram() };
    for (kind, stage) in stages {
        let source = CString::new(language.source(*stage)).map_err(|error| error.to_string())?;
        let mut done = 0;
        // SAFETY: the source is one NUL-terminated string, and the status is written to a local variable.
        let shader = unsafe {
            let shader = gl.glCreateShader(*kind);
            gl.glShaderSource(shader, 1, &source.as_ptr(), null());
            gl.glCompileShader(shader);
            gl.glGetShaderiv(shader, COMPILE_STATUS, &mut done);
            shader
        };
        if done == 0 {
            // SAFETY: the buffer has the size given.
            let log = log_text(|size, text| unsafe { gl.glGetShaderInfoLog(shader, size, null_mut(), text) });
            return Err(format!("the driver does not compile a shader of the scene: {log}"));
        }
        // SAFETY: the names belong to this context.
        unsafe {
            gl.glAttachShader(program, shader);
            gl.glDeleteShader(shader);
        }
    }
    let mut done = 0;
    // SAFETY: the attribute's name is a C string, and the status is written to a local variable.
    unsafe {
        gl.glBindAttribLocation(program, 0, c"corner".as_ptr());
        gl.glLinkProgram(program);
        gl.glGetProgramiv(program, LINK_STATUS, &mut done);
    }
    if done == 0 {
        // SAFETY: the buffer has the size given.
        let log = log_text(|size, text| unsafe { gl.glGetProgramInfoLog(program, size, null_mut(), text) });
        return Err(format!("the driver does not link a program of the scene: {log}"));
    }
    Ok(program)
}

/// Returns the first line of a compiler's log.
fn log_text(read: impl FnOnce(i32, *mut core::ffi::c_char)) -> String {
    let mut buffer = [0_u8; 512];
    read(buffer.len() as i32, buffer.as_mut_ptr().cast());
    let text = CStr::from_bytes_until_nul(&buffer).unwrap_or_default().to_string_lossy();
    text.lines().next().unwrap_or("it does not say why").to_string()
}
