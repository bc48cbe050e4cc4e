//! The scenes of video: the planes of a frame are uploaded, and a shader converts their colours.

use crate::child::{Clock, Gl, clear, covered, prepare};
use crate::scenes::{FULL_SCREEN, Kind, Scene};
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::time::Duration;

const GL_TRIANGLES: u32 = 0x0004;
const GL_TEXTURE_2D: u32 = 0x0DE1;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_UNSIGNED_SHORT: u32 = 0x1403;
const GL_RED: u32 = 0x1903;
const GL_LINEAR: i32 = 0x2601;
const GL_TEXTURE_MAG_FILTER: u32 = 0x2800;
const GL_TEXTURE_MIN_FILTER: u32 = 0x2801;
const GL_RG: u32 = 0x8227;
const GL_R8: u32 = 0x8229;
const GL_R16: u32 = 0x822A;
const GL_RG8: u32 = 0x822B;
const GL_RG16: u32 = 0x822C;
const GL_TEXTURE0: u32 = 0x84C0;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_CURRENT_PROGRAM: u32 = 0x8B8D;

functions! {
    struct Planes("") {
        fn glActiveTexture(texture: u32);
        fn glBindTexture(target: u32, texture: u32);
        fn glGenTextures(n: i32, textures: *mut u32);
        fn glGetIntegerv(pname: u32, data: *mut i32);
        fn glGetUniformLocation(program: u32, name: *const c_char) -> i32;
        fn glTexImage2D(target: u32, level: i32, internalformat: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: *const c_void);
        fn glTexParameteri(target: u32, pname: u32, param: i32);
        fn glTexSubImage2D(target: u32, level: i32, xoffset: i32, yoffset: i32, width: i32, height: i32, format: u32, ty: u32, pixels: *const c_void);
        fn glUniform1i(location: i32, value: i32);
    }
}

/// The scenes of this file.
pub(crate) const SCENES: [Scene; 3] = [
    Scene { key: "video-nv12", title: "1080p video frame, R8 and RG8", kind: Kind::Own(nv12) },
    Scene { key: "video-planes", title: "1080p video frame, three of R8", kind: Kind::Own(three_planes) },
    Scene { key: "video-p010", title: "1080p video frame, R16 and RG16", kind: Kind::Own(p010) },
];

/// A plane: its size, internal format, format, type and bytes of a texel.
type Plane = (i32, i32, u32, u32, u32, usize);

fn nv12(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    let planes = [(1920, 1080, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1), (960, 540, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2)];
    Some(frames(gl, address, scene, clock, &planes, TWO))
}

fn three_planes(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    let part = (960, 540, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1);
    Some(frames(gl, address, scene, clock, &[(1920, 1080, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1), part, part], THREE))
}

fn p010(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    let planes = [(1920, 1080, GL_R16, GL_RED, GL_UNSIGNED_SHORT, 2), (960, 540, GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 4)];
    Some(frames(gl, address, scene, clock, &planes, TWO))
}

/// Uploads and draws frames. Returns the shortest time of one.
fn frames(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock, planes: &[Plane], shader: &CStr) -> Duration {
    // SAFETY: the address of a name is that of the function of this name, or null.
    let functions = unsafe { Planes::load(address) }.expect("the driver has the function");
    prepare(gl, address, &[(GL_VERTEX_SHADER, FULL_SCREEN), (GL_FRAGMENT_SHADER, shader)]);
    let mut names = [0; 3];
    let mut program = 0;
    // SAFETY: out pointers are to locals of the lengths given, and the names are C strings.
    unsafe {
        functions.glGetIntegerv(GL_CURRENT_PROGRAM, &raw mut program);
        functions.glGenTextures(3, names.as_mut_ptr());
        for (unit, (&(width, height, internal_format, format, ty, _), name)) in
            planes.iter().zip([c"luma", c"chroma", c"second"]).enumerate()
        {
            functions.glUniform1i(functions.glGetUniformLocation(program as u32, name.as_ptr()), unit as i32);
            functions.glActiveTexture(GL_TEXTURE0 + unit as u32);
            functions.glBindTexture(GL_TEXTURE_2D, names[unit]);
            functions.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
            functions.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
            functions.glTexImage2D(GL_TEXTURE_2D, 0, internal_format as i32, width, height, 0, format, ty, std::ptr::null());
        }
    }
    let bytes = |number: usize, &(width, height, .., bytes): &Plane| -> Vec<u8> {
        (0..width as usize * height as usize * bytes).map(|index| (index / 7 * (number + 3) + index / 977) as u8).collect()
    };
    let texels: Vec<Vec<u8>> = planes.iter().enumerate().map(|(number, plane)| bytes(number, plane)).collect();
    clear(gl);
    let least = clock.fastest(gl, || {
        for (unit, (&(width, height, _, format, ty, _), texels)) in planes.iter().zip(&texels).enumerate() {
            // SAFETY: the memory has all texels, whose rows have multiples of four bytes.
            unsafe {
                functions.glActiveTexture(GL_TEXTURE0 + unit as u32);
                functions.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, format, ty, texels.as_ptr().cast());
            }
        }
        // SAFETY: the program reads no attributes.
        unsafe { gl.glDrawArrays(GL_TRIANGLES, 0, 6) };
    });
    // SAFETY: the functions take no pointers.
    unsafe { functions.glActiveTexture(GL_TEXTURE0) };
    covered(gl, scene);
    least
}

/// The fragment shader of two planes, of which the second has both differences of colour.
const TWO: &CStr = c"#version 150
in vec3 position;
uniform sampler2D luma;
uniform sampler2D chroma;
out vec4 fragment;
void main() {
    vec2 place = position.xy * 0.5 + 0.5;
    float y = (texture(luma, place).r - 0.0625) * 1.1643;
    vec2 difference = texture(chroma, place).rg - 0.5;
    fragment = vec4(y + 1.7927 * difference.y, y - 0.2132 * difference.x - 0.5329 * difference.y, y + 2.1124 * difference.x, 1.0);
}
";

/// The fragment shader of three planes.
const THREE: &CStr = c"#version 150
in vec3 position;
uniform sampler2D luma;
uniform sampler2D chroma;
uniform sampler2D second;
out vec4 fragment;
void main() {
    vec2 place = position.xy * 0.5 + 0.5;
    float y = (texture(luma, place).r - 0.0625) * 1.1643;
    vec2 difference = vec2(texture(chroma, place).r, texture(second, place).r) - 0.5;
    fragment = vec4(y + 1.7927 * difference.y, y - 0.2132 * difference.x - 0.5329 * difference.y, y + 2.1124 * difference.x, 1.0);
}
";
