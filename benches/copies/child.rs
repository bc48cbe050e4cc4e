//! The child process for one driver: times every transfer and every operation.

use crate::context::WindowSystem;
use crate::operations;
use crate::pairs::{self, Pixels, Token};
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::time::{Duration, Instant};

pub(crate) const GL_TEXTURE_2D: u32 = 0x0DE1;
pub(crate) const GL_RENDERER: u32 = 0x1F01;
pub(crate) const GL_PACK_ALIGNMENT: u32 = 0x0D05;
pub(crate) const GL_UNPACK_ALIGNMENT: u32 = 0x0CF5;
pub(crate) const GL_FRAMEBUFFER: u32 = 0x8D40;
pub(crate) const GL_READ_FRAMEBUFFER: u32 = 0x8CA8;
pub(crate) const GL_DRAW_FRAMEBUFFER: u32 = 0x8CA9;
pub(crate) const GL_FRAMEBUFFER_COMPLETE: u32 = 0x8CD5;
pub(crate) const GL_COLOR_ATTACHMENT0: u32 = 0x8CE0;
pub(crate) const GL_DEPTH_ATTACHMENT: u32 = 0x8D00;
pub(crate) const GL_STENCIL_ATTACHMENT: u32 = 0x8D20;

functions! {
    pub(crate) struct Gl("") {
        fn glBindBuffer(target: u32, buffer: u32);
        fn glBindFramebuffer(target: u32, framebuffer: u32);
        fn glBindTexture(target: u32, texture: u32);
        fn glBlitFramebuffer(x0: i32, y0: i32, x1: i32, y1: i32, to_x0: i32, to_y0: i32, to_x1: i32, to_y1: i32, mask: u32, filter: u32);
        fn glBufferData(target: u32, size: isize, data: *const c_void, usage: u32);
        fn glBufferSubData(target: u32, offset: isize, size: isize, data: *const c_void);
        fn glCheckFramebufferStatus(target: u32) -> u32;
        fn glClear(mask: u32);
        fn glClearTexImage(texture: u32, level: i32, format: u32, ty: u32, data: *const c_void);
        fn glColorMask(red: u8, green: u8, blue: u8, alpha: u8);
        fn glCopyBufferSubData(read: u32, write: u32, read_offset: isize, write_offset: isize, size: isize);
        fn glCopyImageSubData(
            source: u32, source_target: u32, source_level: i32, source_x: i32, source_y: i32, source_z: i32, into: u32, into_target: u32,
            into_level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32,
        );
        fn glCopyTexSubImage2D(target: u32, level: i32, to_x: i32, to_y: i32, x: i32, y: i32, width: i32, height: i32);
        fn glDeleteBuffers(n: i32, buffers: *const u32);
        fn glDeleteFramebuffers(n: i32, framebuffers: *const u32);
        fn glDeleteTextures(n: i32, textures: *const u32);
        fn glFinish();
        fn glFramebufferTexture2D(target: u32, attachment: u32, texture_target: u32, texture: u32, level: i32);
        fn glGenBuffers(n: i32, buffers: *mut u32);
        fn glGenFramebuffers(n: i32, framebuffers: *mut u32);
        fn glGenTextures(n: i32, textures: *mut u32);
        fn glGenerateMipmap(target: u32);
        fn glGetBufferSubData(target: u32, offset: isize, size: isize, data: *mut c_void);
        fn glGetError() -> u32;
        fn glGetString(name: u32) -> *const c_char;
        fn glGetTexImage(target: u32, level: i32, format: u32, ty: u32, pixels: *mut c_void);
        fn glPixelStorei(name: u32, value: i32);
        fn glReadPixels(x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: *mut c_void);
        fn glTexImage2D(
            target: u32, level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: *const c_void,
        );
        fn glTexStorage2D(target: u32, levels: i32, internal: u32, width: i32, height: i32);
        fn glTexSubImage2D(
            target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: *const c_void,
        );
    }
}

/// The width and height of the textures of the table of pairs.
const SIZE: i32 = 256;

/// How long an operation is repeated.
pub(crate) struct Clock {
    long: Duration,
}

impl Clock {
    /// Repeats an operation, which was done once, for that long and at least three times, or once if it takes far longer. Returns the shortest time.
    pub(crate) fn fastest(&self, mut operation: impl FnMut()) -> Duration {
        let (begun, mut least, mut times) = (Instant::now(), Duration::MAX, 0);
        while begun.elapsed() < self.long || times < 3 && begun.elapsed() < self.long * 4 {
            let start = Instant::now();
            operation();
            least = least.min(start.elapsed());
            times += 1;
        }
        least
    }
}

/// Runs the child with its command line.
pub(crate) fn main(arguments: &[String]) {
    let [length, only] = arguments else { panic!("unknown child {arguments:?}") };
    let address = WindowSystem::Egl.make_current();
    // SAFETY: the address of a name is that of the function of this name, or null.
    let gl = unsafe { Gl::load(&address) }.expect("the driver has the function");
    // SAFETY: the string lives as long as the context, and the others take no pointers.
    let renderer = unsafe {
        gl.glPixelStorei(GL_PACK_ALIGNMENT, 1);
        gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        CStr::from_ptr(gl.glGetString(GL_RENDERER)).to_string_lossy().into_owned()
    };
    println!("renderer\t{renderer}");
    let quick = length == "quick";
    operations::measure(&gl, &Clock { long: Duration::from_millis(if quick { 20 } else { 150 }) }, only);
    let clock = Clock { long: Duration::from_micros(if quick { 500 } else { 1500 }) };
    for (internal, pixels) in pairs::all() {
        measure(&gl, &clock, &internal, &pixels, only);
    }
}

/// Returns true if the last commands raised no error.
pub(crate) fn succeeded(gl: &Gl) -> bool {
    // SAFETY: the function takes no arguments.
    unsafe { gl.glGetError() == 0 }
}

/// Creates and binds a texture with one level, or with all.
pub(crate) fn texture(gl: &Gl, internal: u32, levels: i32, width: i32, height: i32) -> u32 {
    let mut texture = 0;
    // SAFETY: the out pointer is to a local.
    unsafe {
        gl.glGenTextures(1, &raw mut texture);
        gl.glBindTexture(GL_TEXTURE_2D, texture);
        gl.glTexStorage2D(GL_TEXTURE_2D, levels, internal, width, height);
    }
    texture
}

/// Creates and binds a framebuffer with a texture, whose internal format has that name. Returns `None` if the format is not rendered to.
pub(crate) fn framebuffer(gl: &Gl, texture: u32, internal: &str) -> Option<u32> {
    let points: &[u32] = match internal {
        "STENCIL_INDEX8" => &[GL_STENCIL_ATTACHMENT],
        "DEPTH24_STENCIL8" | "DEPTH32F_STENCIL8" => &[GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT],
        _ if internal.starts_with("DEPTH") => &[GL_DEPTH_ATTACHMENT],
        _ => &[GL_COLOR_ATTACHMENT0],
    };
    let mut frame = 0;
    // SAFETY: the out pointer is to a local.
    unsafe {
        gl.glGenFramebuffers(1, &raw mut frame);
        gl.glBindFramebuffer(GL_FRAMEBUFFER, frame);
        for &point in points {
            gl.glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, texture, 0);
        }
        (gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE).then_some(frame)
    }
}

/// Returns bytes that are plausible pixels: floats are finite, and halves are from 0 to 1.
pub(crate) fn plausible(pixels: &Pixels, count: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
        state ^ state >> 13
    };
    let words = (0..(count * pixels.bytes).div_ceil(4)).map(|_| match pixels.ty.name.as_str() {
        "FLOAT" | "FLOAT_32_UNSIGNED_INT_24_8_REV" => ((random() >> 8) as f32 / 16_777_216.0).to_bits(),
        "HALF_FLOAT" => random() & 0x3BFF_3BFF,
        "UNSIGNED_INT_10F_11F_11F_REV" => random() & !(1 << 9 | 1 << 20 | 1 << 30),
        _ => random(),
    });
    words.flat_map(u32::to_le_bytes).collect()
}

/// Measures the transfers of one internal format.
fn measure(gl: &Gl, clock: &Clock, internal: &Token, all: &[Pixels], only: &str) {
    let name = |pixels: &Pixels| format!("{} {} {}", internal.name, pixels.format.name, pixels.ty.name);
    let all: Vec<&Pixels> = all.iter().filter(|pixels| name(pixels).contains(only)).collect();
    if all.is_empty() {
        return;
    }
    let texture = texture(gl, internal.value, 1, SIZE, SIZE);
    let frame = framebuffer(gl, texture, &internal.name);
    while !succeeded(gl) {}
    for pixels in all {
        let (format, ty) = (pixels.format.value, pixels.ty.value);
        let mut bytes = plausible(pixels, (SIZE * SIZE) as usize);
        // SAFETY: the memory has all pixels.
        let upload = || unsafe { gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, format, ty, bytes.as_ptr().cast()) };
        report(gl, clock, &name(pixels), "upload", pixels.bytes, upload);
        // SAFETY: the memory has room for all pixels.
        let get = || unsafe { gl.glGetTexImage(GL_TEXTURE_2D, 0, format, ty, bytes.as_mut_ptr().cast()) };
        report(gl, clock, &name(pixels), "get", pixels.bytes, get);
        if frame.is_some() {
            // SAFETY: the memory has room for all pixels.
            let read = || unsafe { gl.glReadPixels(0, 0, SIZE, SIZE, format, ty, bytes.as_mut_ptr().cast()) };
            report(gl, clock, &name(pixels), "read", pixels.bytes, read);
        }
    }
    // SAFETY: the names are those of locals.
    unsafe {
        gl.glDeleteTextures(1, &raw const texture);
        frame.inspect(|frame| gl.glDeleteFramebuffers(1, frame));
    }
}

/// Measures and prints a transfer, unless the driver raises an error.
fn report(gl: &Gl, clock: &Clock, name: &str, direction: &str, bytes: usize, mut transfer: impl FnMut()) {
    transfer();
    if succeeded(gl) {
        println!("{name}\t{direction}\t{}\t{}", bytes * (SIZE * SIZE) as usize, clock.fastest(transfer).as_nanos());
    }
}
