#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

fn floats(name: u32) -> [f32; 4] {
    let mut values = [0.0; 4];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    values
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

#[test]
fn pixels_are_drawn_at_the_raster_position() {
    let gl = Gl::new(compatibility());
    // The middle of a window of 16 by 16.
    gl!(glRasterPos2i(0 => i32, 0 => i32));
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION), [8.0, 8.0, 0.5, 1.0]);
    let pixels = [RED, GREEN, GREEN, RED];
    let draw = || {
        let pixels = pixels.as_ptr().cast::<c_void>();
        gl!(glDrawPixels(2 => i32, 2 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
    };
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [4]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], draw), [0]);
    assert_eq!([gl.pixel(8, 8), gl.pixel(9, 8), gl.pixel(8, 9), gl.pixel(9, 9), gl.pixel(10, 8)], [RED, GREEN, GREEN, RED, [0; 4]]);
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    gl!(glPixelZoom(2.0 => f32, 3.0 => f32));
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [24]);
    assert_eq!([gl.pixel(1, 2), gl.pixel(2, 2), gl.pixel(1, 3), gl.pixel(3, 5)], [RED, GREEN, GREEN, RED]);
    gl!(glWindowPos2i(12 => i32, 0 => i32));
    gl!(glPixelZoom(1.0 => f32, 1.0 => f32));
    gl!(glCopyPixels(8 => i32, 8 => i32, 2 => i32, 2 => i32, GL_COLOR => u32));
    assert_eq!([gl.pixel(12, 0), gl.pixel(13, 0)], [RED, GREEN]);
    gl!(glRasterPos2i(2 => i32, 0 => i32));
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [0]);
    gl.no_error();
    gl!(glDrawPixels(2 => i32, -1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_VALUE);
}

#[test]
fn bitmaps_draw_their_ones_and_move_on() {
    let gl = Gl::new(compatibility());
    gl!(glColor3f(0.0 => f32, 1.0 => f32, 0.0 => f32));
    gl!(glWindowPos2i(4 => i32, 4 => i32));
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    let mut bits = [0b1011_0000u8, 0b0000_0001];
    let name = gl!(glGenLists(1 => i32) -> u32);
    gl!(glNewList(name => u32, GL_COMPILE => u32));
    gl!(glBitmap(8 => i32, 2 => i32, 1.0 => f32, 0.0 => f32, 3.0 => f32, 2.0 => f32, bits.as_ptr() => *const u8));
    gl!(glEndList());
    bits.fill(0);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], || gl!(glCallList(name => u32))), [4]);
    assert_eq!([gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(5, 4), gl.pixel(10, 5)], [GREEN, [0; 4], GREEN, GREEN]);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION)[..2], [7.0, 6.0]);
    gl.no_error();
    assert_eq!(bits, [0; 2]);
}

/// Reads one pixel as a float.
fn read(x: i32, y: i32, format: u32) -> f32 {
    let mut value = -1.0f32;
    let into = (&raw mut value).cast::<c_void>();
    gl!(glReadPixels(x => i32, y => i32, 1 => i32, 1 => i32, format => u32, GL_FLOAT => u32, into => *mut c_void));
    value
}

/// Binds a framebuffer of 8 by 8 pixels with a color and a depth-stencil renderbuffer.
fn framebuffer(depth_stencil: u32) {
    let (mut framebuffer, mut buffers) = (0, [0u32; 2]);
    gl!(glGenFramebuffers(1 => i32, &raw mut framebuffer => *mut u32));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
    gl!(glGenRenderbuffers(2 => i32, buffers.as_mut_ptr() => *mut u32));
    let formats = [(GL_COLOR_ATTACHMENT0, GL_RGBA8), (GL_DEPTH_STENCIL_ATTACHMENT, depth_stencil)];
    for ((attachment, format), buffer) in formats.into_iter().zip(buffers) {
        gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, buffer => u32));
        gl!(glRenderbufferStorage(GL_RENDERBUFFER => u32, format => u32, 8 => i32, 8 => i32));
        gl!(glFramebufferRenderbuffer(GL_FRAMEBUFFER => u32, attachment => u32, GL_RENDERBUFFER => u32, buffer => u32));
    }
    gl!(glViewport(0 => i32, 0 => i32, 8 => i32, 8 => i32));
    gl!(glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT => u32));
}

/// Draws pixels.
fn draw_pixels<T>(width: i32, height: i32, format: u32, ty: u32, pixels: &[T]) {
    let pixels = pixels.as_ptr().cast::<c_void>();
    gl!(glDrawPixels(width => i32, height => i32, format => u32, ty => u32, pixels => *const c_void));
}

#[test]
fn depths_are_fragments_with_the_raster_color() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH24_STENCIL8);
    gl!(glEnable(GL_DEPTH_TEST => u32));
    gl!(glColor4f(0.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glWindowPos2i(2 => i32, 3 => i32));
    draw_pixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &[0.25f32, 0.75]);
    assert_eq!([read(2, 3, GL_DEPTH_COMPONENT), read(3, 3, GL_DEPTH_COMPONENT)].map(|z| (z * 100.0).round()), [25.0, 75.0]);
    assert_eq!([read(2, 3, GL_GREEN), read(4, 3, GL_GREEN)], [1.0, 0.0]);
    // The depth test compares the new depths.
    gl!(glColor4f(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glWindowPos2i(2 => i32, 3 => i32));
    let draw = || draw_pixels(2, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &[32768u16, 32768]);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [1]);
    assert_eq!([read(2, 3, GL_RED), read(3, 3, GL_RED)], [0.0, 1.0]);
    gl!(glPixelTransferf(GL_DEPTH_SCALE => u32, 0.5 => f32));
    gl!(glWindowPos2i(4 => i32, 3 => i32));
    gl!(glCopyPixels(2 => i32, 3 => i32, 2 => i32, 1 => i32, GL_DEPTH => u32));
    gl!(glPixelTransferf(GL_DEPTH_SCALE => u32, 1.0 => f32));
    assert_eq!([read(4, 3, GL_DEPTH_COMPONENT), read(5, 3, GL_DEPTH_COMPONENT)].map(|z| (z * 1000.0).round()), [125.0, 250.0]);
    gl.no_error();
}

#[test]
fn stencil_indices_go_to_the_buffer_under_scissor_and_mask() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH32F_STENCIL8);
    gl!(glStencilMask(0x0F => u32));
    gl!(glEnable(GL_STENCIL_TEST => u32));
    gl!(glStencilFunc(GL_NEVER => u32, 0 => i32, 0xFF => u32));
    gl!(glWindowPos2i(6 => i32, 2 => i32));
    gl!(glPixelZoom(-2.0 => f32, 1.0 => f32));
    draw_pixels(2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &[0x13u8, 0x25]);
    assert_eq!([6, 5, 4, 3, 2, 1].map(|x| read(x, 2, GL_STENCIL_INDEX)), [0.0, 3.0, 3.0, 5.0, 5.0, 0.0]);
    gl!(glPixelZoom(1.0 => f32, 1.0 => f32));
    gl!(glEnable(GL_SCISSOR_TEST => u32));
    gl!(glScissor(0 => i32, 4 => i32, 1 => i32, 4 => i32));
    gl!(glWindowPos2i(0 => i32, 4 => i32));
    draw_pixels(2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &[0x8000_0007u32, 0x8000_0007]);
    assert_eq!([0, 1].map(|x| read(x, 4, GL_STENCIL_INDEX)), [7.0, 0.0]);
    assert_eq!([0, 1].map(|x| (read(x, 4, GL_DEPTH_COMPONENT) * 100.0).round()), [50.0, 100.0]);
    gl!(glDepthMask(0 => u8));
    gl!(glWindowPos2i(0 => i32, 5 => i32));
    gl!(glCopyPixels(0 => i32, 4 => i32, 1 => i32, 1 => i32, GL_DEPTH_STENCIL => u32));
    assert_eq!((read(0, 5, GL_STENCIL_INDEX), read(0, 5, GL_DEPTH_COMPONENT)), (7.0, 1.0));
    // Maps, shifts and offsets.
    let map = [0.0f32, 9.0];
    gl!(glPixelMapfv(GL_PIXEL_MAP_S_TO_S => u32, 2 => i32, map.as_ptr() => *const f32));
    gl!(glPixelTransferi(GL_MAP_STENCIL => u32, 1 => i32));
    gl!(glPixelTransferi(GL_INDEX_OFFSET => u32, 1 => i32));
    gl!(glWindowPos2i(0 => i32, 6 => i32));
    draw_pixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_INT, &[2u32]);
    gl!(glPixelTransferi(GL_MAP_STENCIL => u32, 0 => i32));
    gl!(glPixelTransferi(GL_INDEX_OFFSET => u32, 0 => i32));
    assert_eq!(read(0, 6, GL_STENCIL_INDEX), 9.0);
    gl.no_error();
    // The default framebuffer of the tests has no stencil buffer.
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
    draw_pixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &[0u8]);
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
}

#[test]
fn depths_and_stencil_indices_become_colors() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH24_STENCIL8);
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    draw_pixels(2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &[0x2233_44FFu32, 0xFFFF_FE01]);
    gl!(glWindowPos2i(0 => i32, 1 => i32));
    gl!(glCopyPixels(0 => i32, 0 => i32, 2 => i32, 1 => i32, GL_DEPTH_STENCIL_TO_RGBA_NV => u32));
    assert_eq!([0, 1, 2].map(|x| read_color(x, 1)), [[0x22, 0x33, 0x44, 0xFF], [0xFF, 0xFF, 0xFE, 1], [0; 4]]);
    gl!(glWindowPos2i(3 => i32, 1 => i32));
    gl!(glCopyPixels(0 => i32, 0 => i32, 2 => i32, 1 => i32, GL_DEPTH_STENCIL_TO_BGRA_NV => u32));
    assert_eq!([3, 4].map(|x| read_color(x, 1)), [[0x44, 0x33, 0x22, 0xFF], [0xFE, 0xFF, 0xFF, 1]]);
    assert_eq!((read(0, 0, GL_STENCIL_INDEX), read(3, 1, GL_STENCIL_INDEX)), (255.0, 0.0));
    gl.no_error();
    // "there is not both a depth buffer and a stencil buffer"
    framebuffer_without_stencil();
    for what in [GL_DEPTH_STENCIL_TO_RGBA_NV, GL_DEPTH_STENCIL_TO_BGRA_NV] {
        gl!(glCopyPixels(0 => i32, 0 => i32, 2 => i32, 1 => i32, what => u32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
    }
}

/// Reads the color of one pixel.
fn read_color(x: i32, y: i32) -> [u8; 4] {
    let mut color = [9u8; 4];
    let into = color.as_mut_ptr().cast::<c_void>();
    gl!(glReadPixels(x => i32, y => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    color
}

/// Replaces the depth-stencil renderbuffer of the bound framebuffer by one of depths alone.
fn framebuffer_without_stencil() {
    let mut buffer = 0;
    gl!(glGenRenderbuffers(1 => i32, &raw mut buffer => *mut u32));
    gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, buffer => u32));
    gl!(glRenderbufferStorage(GL_RENDERBUFFER => u32, GL_DEPTH_COMPONENT24 => u32, 8 => i32, 8 => i32));
    for (attachment, buffer) in [(GL_DEPTH_STENCIL_ATTACHMENT, 0), (GL_DEPTH_ATTACHMENT, buffer)] {
        gl!(glFramebufferRenderbuffer(GL_FRAMEBUFFER => u32, attachment => u32, GL_RENDERBUFFER => u32, buffer => u32));
    }
}

#[test]
fn fragments_of_pixels_pass_textures_and_shaders() {
    let gl = Gl::new(compatibility());
    let texels = [[0u8, 255, 255, 255], [255, 0, 255, 255]];
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA as i32 => i32, 2 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        texels.as_ptr().cast() => *const c_void,
    ));
    gl!(glTexParameteri(GL_TEXTURE_2D => u32, GL_TEXTURE_MIN_FILTER => u32, GL_NEAREST as i32 => i32));
    gl!(glTexParameteri(GL_TEXTURE_2D => u32, GL_TEXTURE_MAG_FILTER => u32, GL_NEAREST as i32 => i32));
    gl!(glEnable(GL_TEXTURE_2D => u32));
    // All fragments have the texture coordinates of the raster position.
    gl!(glTexCoord2f(0.75 => f32, 0.5 => f32));
    gl!(glWindowPos2i(1 => i32, 1 => i32));
    let pixels = [[255u8, 255, 255, 255], [51, 51, 51, 255]];
    draw_pixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixels);
    assert_eq!([gl.pixel(1, 1), gl.pixel(2, 1)], [[255, 0, 255, 255], [51, 0, 51, 255]]);
    gl!(glBitmap(8 => i32, 1 => i32, 0.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32, [0x80u8].as_ptr() => *const u8));
    assert_eq!([gl.pixel(1, 1), gl.pixel(2, 1)], [[255, 0, 255, 255], [51, 0, 51, 255]]);
    gl!(glDisable(GL_TEXTURE_2D => u32));
    // A fragment shader, and a vertex shader that is not used.
    let vertex = c"varying vec4 unused; void main() { gl_Position = vec4(9.0); unused = gl_Vertex; }";
    let fragment = c"varying vec4 unused; void main() { vec4 none = unused.x > 9.0 ? vec4(1.0) : vec4(0.0); gl_FragColor = none + vec4(gl_Color.b, gl_TexCoord[0].x, gl_Color.r, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    gl!(glTexCoord2f(0.2 => f32, 0.0 => f32));
    gl!(glWindowPos2i(1 => i32, 4 => i32));
    draw_pixels(2, 1, GL_RGB, GL_FLOAT, &[[1.0f32, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!([gl.pixel(1, 4), gl.pixel(2, 4)], [[0, 51, 255, 255], [255, 51, 0, 255]]);
    gl.no_error();
}

#[test]
fn color_indices_become_colors() {
    let gl = Gl::new(compatibility());
    let (ramp, ones) = ([0.0f32, 1.0, 0.0, 1.0], [1.0f32]);
    gl!(glPixelMapfv(GL_PIXEL_MAP_I_TO_R => u32, 4 => i32, ramp.as_ptr() => *const f32));
    gl!(glPixelMapfv(GL_PIXEL_MAP_I_TO_A => u32, 1 => i32, ones.as_ptr() => *const f32));
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    draw_pixels(3, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &[1u8, 2, 7, 0]);
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 0)), [[255, 0, 0, 255], [0, 0, 0, 255], [255, 0, 0, 255]]);
    gl!(glWindowPos2i(0 => i32, 1 => i32));
    draw_pixels(8, 1, GL_COLOR_INDEX, GL_BITMAP, &[0b0100_0001u8, 0, 0, 0]);
    assert_eq!([0, 1, 7].map(|x| gl.pixel(x, 1)[0]), [0, 255, 255]);
    gl.no_error();
    let wrong = [
        (GL_RGBA, GL_BITMAP, GL_INVALID_ENUM),
        (GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION),
        (GL_DEPTH_STENCIL, GL_FLOAT, GL_INVALID_ENUM),
        (GL_COLOR_INDEX, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION),
        (GL_ALWAYS, GL_FLOAT, GL_INVALID_ENUM),
    ];
    for (format, ty, error) in wrong {
        draw_pixels(1, 1, format, ty, &[0u32; 4]);
        assert_eq!(gl!(glGetError() -> u32), error, "{format:#X} {ty:#X}");
    }
    gl!(glCopyPixels(0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_ALWAYS => u32));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
    gl!(glCopyPixels(0 => i32, 0 => i32, -1 => i32, 1 => i32, GL_COLOR => u32));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_VALUE);
}
