//! Scenes of many tiny draws: what a draw costs, alone and after a change of state.

use crate::child::{Clock, Gl, clear, picture};
use crate::context::WindowSystem;
use crate::program::program;
use crate::scenes::{Kind, SIZE, Scene};
use glmeter_abi::functions;
use std::ffi::{CStr, c_void};

const GL_TRIANGLES: u32 = 0x0004;
const GL_QUADS: u32 = 0x0007;
const GL_SRC_ALPHA: u32 = 0x0302;
const GL_ONE_MINUS_SRC_ALPHA: u32 = 0x0303;
const GL_LEQUAL: u32 = 0x0203;
const GL_DEPTH_TEST: u32 = 0x0B71;
const GL_LIGHTING: u32 = 0x0B50;
const GL_BLEND: u32 = 0x0BE2;
const GL_TEXTURE_2D: u32 = 0x0DE1;
const GL_COMPILE: u32 = 0x1300;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_FLOAT: u32 = 0x1406;
const GL_RGBA: u32 = 0x1908;
const GL_TEXTURE_MIN_FILTER: u32 = 0x2801;
const GL_LINEAR: i32 = 0x2601;
const GL_LIGHT0: u32 = 0x4000;
const GL_RGBA8: i32 = 0x8058;
const GL_ARRAY_BUFFER: u32 = 0x8892;
const GL_STATIC_DRAW: u32 = 0x88E4;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;

functions! {
    struct State("") {
        fn glBindTexture(target: u32, texture: u32);
        fn glBlendFunc(source: u32, destination: u32);
        fn glBufferSubData(target: u32, offset: isize, size: isize, data: *const c_void);
        fn glGenTextures(n: i32, textures: *mut u32);
        fn glTexImage2D(target: u32, level: i32, internalformat: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: *const c_void);
        fn glTexParameteri(target: u32, pname: u32, param: i32);
        fn glUniform4f(location: i32, x: f32, y: f32, z: f32, w: f32);
        fn glUseProgram(program: u32);
    }
}

functions! {
    struct Compatibility("") {
        fn glBegin(mode: u32);
        fn glCallList(list: u32);
        fn glEnd();
        fn glEndList();
        fn glGenLists(range: i32) -> u32;
        fn glNewList(list: u32, mode: u32);
        fn glNormal3f(x: f32, y: f32, z: f32);
        fn glVertex3f(x: f32, y: f32, z: f32);
    }
}

/// The scenes.
pub(crate) static SCENES: [Scene; 11] = [
    Scene { key: "draws", title: "10,000 triangles, one a draw", kind: Kind::Draws(Draws::Plain) },
    Scene { key: "draws-uniform", title: "10,000 draws, a fragment uniform changes", kind: Kind::Draws(Draws::FragmentUniform) },
    Scene { key: "draws-offset", title: "10,000 draws, a vertex uniform changes", kind: Kind::Draws(Draws::VertexUniform) },
    Scene { key: "draws-texture", title: "10,000 draws, the texture changes", kind: Kind::Draws(Draws::Texture) },
    Scene { key: "draws-program", title: "10,000 draws, the program changes", kind: Kind::Draws(Draws::Program) },
    Scene { key: "draws-array", title: "10,000 draws, the vertex array changes", kind: Kind::Draws(Draws::VertexArray) },
    Scene { key: "draws-blend", title: "10,000 draws, blending changes", kind: Kind::Draws(Draws::Blend) },
    Scene { key: "draws-data", title: "10,000 draws, glBufferSubData before each", kind: Kind::Draws(Draws::Data) },
    Scene { key: "draws-glyphs", title: "10,000 glyphs, one a draw", kind: Kind::Draws(Draws::Glyphs) },
    Scene { key: "draws-list", title: "4,000 lit quads in a display list", kind: Kind::Draws(Draws::List) },
    Scene { key: "draws-immediate", title: "4,000 quads in glBegin and glEnd", kind: Kind::Draws(Draws::Immediate) },
];

/// What changes before each draw of a scene, or how it draws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draws {
    /// Nothing changes.
    Plain,
    /// A uniform of the fragment shader changes.
    FragmentUniform,
    /// A uniform of the vertex shader changes.
    VertexUniform,
    /// Another texture is bound.
    Texture,
    /// Another program is used.
    Program,
    /// Another vertex array is bound.
    VertexArray,
    /// Blending is enabled or disabled.
    Blend,
    /// The vertices are written by glBufferSubData.
    Data,
    /// Each draw is a blended quad of a texture, as glyphs are.
    Glyphs,
    /// Quads between glBegin and glEnd in a display list, with light and depth.
    List,
    /// Quads between glBegin and glEnd.
    Immediate,
}

/// The draws of a scene.
const DRAWS: usize = 10_000;
/// The quads of the scenes of the compatibility profile.
const QUADS: usize = 4_000;
/// The draws in a row of the picture.
const COLUMNS: usize = 100;

const VERTEX: &CStr = c"#version 150
#extension GL_ARB_explicit_attrib_location : require
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 across;
uniform vec4 offset;
out vec2 coordinates;
void main() {
    coordinates = across;
    gl_Position = vec4(place + offset.xy, 0.0, 1.0);
}
";

const PLAIN: &CStr = c"#version 150
uniform vec4 colour;
out vec4 fragment;
void main() {
    fragment = vec4(colour.rgb, 1.0);
}
";

const TEXTURED: &CStr = c"#version 150
in vec2 coordinates;
uniform vec4 colour;
uniform sampler2D image;
out vec4 fragment;
void main() {
    fragment = vec4(colour.rgb * texture(image, coordinates).rgb, 1.0);
}
";

/// The side of a draw in clip coordinates.
const SIDE: f32 = 16.0 / SIZE as f32;

/// Returns the lower left corner of a draw in clip coordinates: draws are 10 pixels apart, and 8 wide and high.
fn corner(draw: usize) -> [f32; 2] {
    [draw % COLUMNS, draw / COLUMNS % COLUMNS].map(|cell| (cell * 10 + 2) as f32 * 2.0 / SIZE as f32 - 1.0)
}

/// Returns the two triangles of a draw: places and texture coordinates.
fn vertices(draw: usize) -> [[f32; 4]; 6] {
    let [x, y] = corner(draw);
    let at = |right: f32, up: f32| [x + SIDE * right, y + SIDE * up, right, up];
    [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(0.0, 1.0), at(1.0, 0.0), at(1.0, 1.0)]
}

/// Returns the shortest time of all draws of a scene.
pub(crate) fn measure(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, draws: Draws, clock: &Clock) -> std::time::Duration {
    match draws {
        Draws::List | Draws::Immediate => {
            // The other scenes' context stays current in this thread.
            std::thread::scope(|scope| scope.spawn(|| quads(draws, clock)).join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }
        _ => core(gl, address, draws, clock),
    }
}

/// The objects of the scenes of the core profile, two of each kind.
struct Objects {
    programs: [u32; 2],
    colours: [i32; 2],
    offset: i32,
    arrays: [u32; 2],
    buffers: [u32; 2],
    textures: [u32; 2],
    data: Vec<[[f32; 4]; 6]>,
}

/// Creates the objects, and uses the first of each kind.
fn objects(gl: &Gl, state: &State, address: &dyn Fn(&str) -> *mut c_void, textured: bool) -> Objects {
    let source = if textured { TEXTURED } else { PLAIN };
    let data: Vec<[[f32; 4]; 6]> = (0..DRAWS).map(vertices).collect();
    let (mut arrays, mut buffers, mut textures) = ([0; 2], [0; 2], [0; 2]);
    let texels: Vec<u32> = (0..64 * 64u32).map(|texel| texel.wrapping_mul(2_654_435_761) | 0x8080_8080).collect();
    let programs = [(); 2].map(|()| program(address, &[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, source)]));
    // SAFETY: the sizes are those of the memory given, offsets are within a vertex, and the names are C strings.
    unsafe {
        gl.glGenBuffers(2, buffers.as_mut_ptr());
        gl.glGenVertexArrays(2, arrays.as_mut_ptr());
        state.glGenTextures(2, textures.as_mut_ptr());
        for index in [1, 0] {
            gl.glBindVertexArray(arrays[index]);
            gl.glBindBuffer(GL_ARRAY_BUFFER, buffers[index]);
            gl.glBufferData(GL_ARRAY_BUFFER, size_of_val(&data[..]) as isize, data.as_ptr().cast(), GL_STATIC_DRAW);
            for attribute in 0..2 {
                gl.glVertexAttribPointer(attribute, 2, GL_FLOAT, 0, 16, (8 * attribute as usize) as *const c_void);
                gl.glEnableVertexAttribArray(attribute);
            }
            state.glBindTexture(GL_TEXTURE_2D, textures[index]);
            state.glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
            state.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
            state.glUseProgram(programs[index]);
            state.glUniform4f(gl.glGetUniformLocation(programs[index], c"colour".as_ptr()), 0.9, 0.7, 0.5, 1.0);
        }
        let colours = programs.map(|program| gl.glGetUniformLocation(program, c"colour".as_ptr()));
        let offset = gl.glGetUniformLocation(programs[0], c"offset".as_ptr());
        Objects { programs, colours, offset, arrays, buffers, textures, data }
    }
}

/// Measures a scene of the core profile.
fn core(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, draws: Draws, clock: &Clock) -> std::time::Duration {
    // SAFETY: the address of a name is that of the function of this name, or null.
    let state = unsafe { State::load(address) }.expect("the driver has the function");
    let textured = matches!(draws, Draws::Texture | Draws::Glyphs);
    let objects = objects(gl, &state, address, textured);
    let (count, blended) = if draws == Draws::Glyphs { (6, true) } else { (3, false) };
    // SAFETY: the functions take no pointers, or those of memory of the size given.
    unsafe {
        clear(gl);
        state.glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        if blended {
            gl.glEnable(GL_BLEND);
        }
        let least = clock.fastest(gl, || {
            for draw in 0..DRAWS {
                let odd = draw & 1;
                let mut first = draw * 6;
                match draws {
                    Draws::FragmentUniform => state.glUniform4f(objects.colours[0], odd as f32, 0.5, 0.25, 1.0),
                    Draws::VertexUniform => {
                        let ([x, y], [left, lower]) = (corner(draw), corner(0));
                        state.glUniform4f(objects.offset, x - left, y - lower, 0.0, 0.0);
                        first = 0;
                    }
                    Draws::Texture => state.glBindTexture(GL_TEXTURE_2D, objects.textures[odd]),
                    Draws::Program => state.glUseProgram(objects.programs[odd]),
                    Draws::VertexArray => gl.glBindVertexArray(objects.arrays[odd]),
                    Draws::Blend if odd == 0 => gl.glDisable(GL_BLEND),
                    Draws::Blend => gl.glEnable(GL_BLEND),
                    Draws::Data => {
                        let vertices = &objects.data[draw][..3];
                        state.glBufferSubData(GL_ARRAY_BUFFER, (draw * 96) as isize, 48, vertices.as_ptr().cast());
                    }
                    _ => {}
                }
                gl.glDrawArrays(GL_TRIANGLES, first as i32, count);
            }
        });
        drawn(gl, DRAWS);
        state.glUniform4f(objects.offset, 0.0, 0.0, 0.0, 0.0);
        gl.glDisable(GL_BLEND);
        gl.glBindBuffer(GL_ARRAY_BUFFER, objects.buffers[0]);
        least
    }
}

/// Measures a scene of the compatibility profile, in a context of its own.
fn quads(draws: Draws, clock: &Clock) -> std::time::Duration {
    let address = WindowSystem::make_compatibility_current();
    // SAFETY: the address of a name is that of the function of this name, or null.
    let (gl, old) = unsafe { (Gl::load(&address), Compatibility::load(&address)) };
    let (gl, old) = (gl.expect("the driver has the function"), old.expect("the driver has the function"));
    picture(&gl);
    let all = || {
        for quad in 0..QUADS {
            let [x, y] = corner(quad);
            // SAFETY: the functions take no pointers.
            unsafe {
                old.glBegin(GL_QUADS);
                for (right, up) in [(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)] {
                    old.glNormal3f(0.0, 0.0, 1.0);
                    old.glVertex3f(x + right, y + up, 0.0);
                }
                old.glEnd();
            }
        }
    };
    // SAFETY: the functions take no pointers.
    unsafe {
        clear(&gl);
        if draws == Draws::Immediate {
            let least = clock.fastest(&gl, all);
            drawn(&gl, QUADS);
            return least;
        }
        for capability in [GL_LIGHTING, GL_LIGHT0, GL_DEPTH_TEST] {
            gl.glEnable(capability);
        }
        gl.glDepthFunc(GL_LEQUAL);
        let list = old.glGenLists(1);
        old.glNewList(list, GL_COMPILE);
        all();
        old.glEndList();
        let least = clock.fastest(&gl, || old.glCallList(list));
        drawn(&gl, QUADS);
        assert!(gl.glGetError() == 0, "GL error");
        least
    }
}

/// Asserts that each draw covers its pixels: the clear leaves an alpha of 0.
fn drawn(gl: &Gl, draws: usize) {
    let mut pixels = vec![[0_u8; 4]; (SIZE * SIZE) as usize];
    // SAFETY: the memory has room for the pixels.
    unsafe { gl.glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
    for draw in 0..draws {
        let (x, y) = (draw % COLUMNS * 10 + 2, draw / COLUMNS * 10 + 2);
        let alpha = |x: usize, y: usize| pixels[y * SIZE as usize + x][3];
        assert!(alpha(x + 2, y + 2) == 255, "draw {draw} is missing");
        assert!(alpha(x - 1, y) == 0, "draw {draw} is too large");
    }
}
