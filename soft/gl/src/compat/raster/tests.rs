#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

fn floats(name: u32) -> [f32; 4] {
    let mut values = [0.0; 4];
    glGetFloatv(name, values.as_mut_ptr());
    values
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

#[test]
fn pixels_are_drawn_at_the_raster_position() {
    let gl = Gl::new(compatibility());
    // The middle of a window of 16 by 16.
    glRasterPos2i(0, 0);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION), [8.0, 8.0, 0.5, 1.0]);
    let pixels = [RED, GREEN, GREEN, RED];
    let draw = || {
        let pixels = pixels.as_ptr().cast::<c_void>();
        glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    };
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [4]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], draw), [0]);
    assert_eq!([gl.pixel(8, 8), gl.pixel(9, 8), gl.pixel(8, 9), gl.pixel(9, 9), gl.pixel(10, 8)], [RED, GREEN, GREEN, RED, [0; 4]]);
    glWindowPos2i(0, 0);
    glPixelZoom(2.0, 3.0);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [24]);
    assert_eq!([gl.pixel(1, 2), gl.pixel(2, 2), gl.pixel(1, 3), gl.pixel(3, 5)], [RED, GREEN, GREEN, RED]);
    glWindowPos2i(12, 0);
    glPixelZoom(1.0, 1.0);
    glCopyPixels(8, 8, 2, 2, GL_COLOR);
    assert_eq!([gl.pixel(12, 0), gl.pixel(13, 0)], [RED, GREEN]);
    glRasterPos2i(2, 0);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [0]);
    gl.no_error();
    glDrawPixels(2, -1, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!(glGetError(), GL_INVALID_VALUE);
}

#[test]
fn bitmaps_draw_their_ones_and_move_on() {
    let gl = Gl::new(compatibility());
    glColor3f(0.0, 1.0, 0.0);
    glWindowPos2i(4, 4);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let mut bits = [0b1011_0000u8, 0b0000_0001];
    let name = glGenLists(1);
    glNewList(name, GL_COMPILE);
    glBitmap(8, 2, 1.0, 0.0, 3.0, 2.0, bits.as_ptr());
    glEndList();
    bits.fill(0);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], || glCallList(name)), [4]);
    assert_eq!([gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(5, 4), gl.pixel(10, 5)], [GREEN, [0; 4], GREEN, GREEN]);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION)[..2], [7.0, 6.0]);
    gl.no_error();
    assert_eq!(bits, [0; 2]);
}

/// Reads one pixel as a float.
fn read(x: i32, y: i32, format: u32) -> f32 {
    let mut value = -1.0f32;
    let into = (&raw mut value).cast::<c_void>();
    glReadPixels(x, y, 1, 1, format, GL_FLOAT, into);
    value
}

/// Binds a framebuffer of 8 by 8 pixels with a color and a depth-stencil renderbuffer.
fn framebuffer(depth_stencil: u32) {
    let (mut framebuffer, mut buffers) = (0, [0u32; 2]);
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers.as_mut_ptr());
    let formats = [(GL_COLOR_ATTACHMENT0, GL_RGBA8), (GL_DEPTH_STENCIL_ATTACHMENT, depth_stencil)];
    for ((attachment, format), buffer) in formats.into_iter().zip(buffers) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, format, 8, 8);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }
    glViewport(0, 0, 8, 8);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/// Draws pixels.
fn draw_pixels<T>(width: i32, height: i32, format: u32, ty: u32, pixels: &[T]) {
    let pixels = pixels.as_ptr().cast::<c_void>();
    glDrawPixels(width, height, format, ty, pixels);
}

#[test]
fn depths_are_fragments_with_the_raster_color() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH24_STENCIL8);
    glEnable(GL_DEPTH_TEST);
    glColor4f(0.0, 1.0, 0.0, 1.0);
    glWindowPos2i(2, 3);
    draw_pixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &[0.25f32, 0.75]);
    assert_eq!([read(2, 3, GL_DEPTH_COMPONENT), read(3, 3, GL_DEPTH_COMPONENT)].map(|z| (z * 100.0).round()), [25.0, 75.0]);
    assert_eq!([read(2, 3, GL_GREEN), read(4, 3, GL_GREEN)], [1.0, 0.0]);
    // The depth test compares the new depths.
    glColor4f(1.0, 0.0, 0.0, 1.0);
    glWindowPos2i(2, 3);
    let draw = || draw_pixels(2, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &[32768u16, 32768]);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [1]);
    assert_eq!([read(2, 3, GL_RED), read(3, 3, GL_RED)], [0.0, 1.0]);
    glPixelTransferf(GL_DEPTH_SCALE, 0.5);
    glWindowPos2i(4, 3);
    glCopyPixels(2, 3, 2, 1, GL_DEPTH);
    glPixelTransferf(GL_DEPTH_SCALE, 1.0);
    assert_eq!([read(4, 3, GL_DEPTH_COMPONENT), read(5, 3, GL_DEPTH_COMPONENT)].map(|z| (z * 1000.0).round()), [125.0, 250.0]);
    gl.no_error();
}

#[test]
fn stencil_indices_go_to_the_buffer_under_scissor_and_mask() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH32F_STENCIL8);
    glStencilMask(0x0F);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_NEVER, 0, 0xFF);
    glWindowPos2i(6, 2);
    glPixelZoom(-2.0, 1.0);
    draw_pixels(2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &[0x13u8, 0x25]);
    assert_eq!([6, 5, 4, 3, 2, 1].map(|x| read(x, 2, GL_STENCIL_INDEX)), [0.0, 3.0, 3.0, 5.0, 5.0, 0.0]);
    glPixelZoom(1.0, 1.0);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 4, 1, 4);
    glWindowPos2i(0, 4);
    draw_pixels(2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &[0x8000_0007u32, 0x8000_0007]);
    assert_eq!([0, 1].map(|x| read(x, 4, GL_STENCIL_INDEX)), [7.0, 0.0]);
    assert_eq!([0, 1].map(|x| (read(x, 4, GL_DEPTH_COMPONENT) * 100.0).round()), [50.0, 100.0]);
    glDepthMask(0);
    glWindowPos2i(0, 5);
    glCopyPixels(0, 4, 1, 1, GL_DEPTH_STENCIL);
    assert_eq!((read(0, 5, GL_STENCIL_INDEX), read(0, 5, GL_DEPTH_COMPONENT)), (7.0, 1.0));
    // Maps, shifts and offsets.
    let map = [0.0f32, 9.0];
    glPixelMapfv(GL_PIXEL_MAP_S_TO_S, 2, map.as_ptr());
    glPixelTransferi(GL_MAP_STENCIL, 1);
    glPixelTransferi(GL_INDEX_OFFSET, 1);
    glWindowPos2i(0, 6);
    draw_pixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_INT, &[2u32]);
    glPixelTransferi(GL_MAP_STENCIL, 0);
    glPixelTransferi(GL_INDEX_OFFSET, 0);
    assert_eq!(read(0, 6, GL_STENCIL_INDEX), 9.0);
    gl.no_error();
    // The default framebuffer of the tests has no stencil buffer.
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    draw_pixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &[0u8]);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
}

#[test]
fn depths_and_stencil_indices_become_colors() {
    let gl = Gl::new(compatibility());
    framebuffer(GL_DEPTH24_STENCIL8);
    glWindowPos2i(0, 0);
    draw_pixels(2, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &[0x2233_44FFu32, 0xFFFF_FE01]);
    glWindowPos2i(0, 1);
    glCopyPixels(0, 0, 2, 1, GL_DEPTH_STENCIL_TO_RGBA_NV);
    assert_eq!([0, 1, 2].map(|x| read_color(x, 1)), [[0x22, 0x33, 0x44, 0xFF], [0xFF, 0xFF, 0xFE, 1], [0; 4]]);
    glWindowPos2i(3, 1);
    glCopyPixels(0, 0, 2, 1, GL_DEPTH_STENCIL_TO_BGRA_NV);
    assert_eq!([3, 4].map(|x| read_color(x, 1)), [[0x44, 0x33, 0x22, 0xFF], [0xFE, 0xFF, 0xFF, 1]]);
    assert_eq!((read(0, 0, GL_STENCIL_INDEX), read(3, 1, GL_STENCIL_INDEX)), (255.0, 0.0));
    gl.no_error();
    // "there is not both a depth buffer and a stencil buffer"
    framebuffer_without_stencil();
    for what in [GL_DEPTH_STENCIL_TO_RGBA_NV, GL_DEPTH_STENCIL_TO_BGRA_NV] {
        glCopyPixels(0, 0, 2, 1, what);
        assert_eq!(glGetError(), GL_INVALID_OPERATION);
    }
}

/// Reads the color of one pixel.
fn read_color(x: i32, y: i32) -> [u8; 4] {
    let mut color = [9u8; 4];
    let into = color.as_mut_ptr().cast::<c_void>();
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, into);
    color
}

/// Replaces the depth-stencil renderbuffer of the bound framebuffer by one of depths alone.
fn framebuffer_without_stencil() {
    let mut buffer = 0;
    glGenRenderbuffers(1, &raw mut buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, 8, 8);
    for (attachment, buffer) in [(GL_DEPTH_STENCIL_ATTACHMENT, 0), (GL_DEPTH_ATTACHMENT, buffer)] {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }
}

#[test]
fn fragments_of_pixels_pass_textures_and_shaders() {
    let gl = Gl::new(compatibility());
    let texels = [[0u8, 255, 255, 255], [255, 0, 255, 255]];
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST as i32);
    glEnable(GL_TEXTURE_2D);
    // All fragments have the texture coordinates of the raster position.
    glTexCoord2f(0.75, 0.5);
    glWindowPos2i(1, 1);
    let pixels = [[255u8, 255, 255, 255], [51, 51, 51, 255]];
    draw_pixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixels);
    assert_eq!([gl.pixel(1, 1), gl.pixel(2, 1)], [[255, 0, 255, 255], [51, 0, 51, 255]]);
    glBitmap(8, 1, 0.0, 0.0, 0.0, 1.0, [0x80u8].as_ptr());
    assert_eq!([gl.pixel(1, 1), gl.pixel(2, 1)], [[255, 0, 255, 255], [51, 0, 51, 255]]);
    glDisable(GL_TEXTURE_2D);
    // A fragment shader, and a vertex shader that is not used.
    let vertex = c"varying vec4 unused; void main() { gl_Position = vec4(9.0); unused = gl_Vertex; }";
    let fragment = c"varying vec4 unused; void main() { vec4 none = unused.x > 9.0 ? vec4(1.0) : vec4(0.0); gl_FragColor = none + vec4(gl_Color.b, gl_TexCoord[0].x, gl_Color.r, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    glTexCoord2f(0.2, 0.0);
    glWindowPos2i(1, 4);
    draw_pixels(2, 1, GL_RGB, GL_FLOAT, &[[1.0f32, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!([gl.pixel(1, 4), gl.pixel(2, 4)], [[0, 51, 255, 255], [255, 51, 0, 255]]);
    gl.no_error();
}

#[test]
fn color_indices_become_colors() {
    let gl = Gl::new(compatibility());
    let (ramp, ones) = ([0.0f32, 1.0, 0.0, 1.0], [1.0f32]);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_R, 4, ramp.as_ptr());
    glPixelMapfv(GL_PIXEL_MAP_I_TO_A, 1, ones.as_ptr());
    glWindowPos2i(0, 0);
    draw_pixels(3, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &[1u8, 2, 7, 0]);
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 0)), [[255, 0, 0, 255], [0, 0, 0, 255], [255, 0, 0, 255]]);
    glWindowPos2i(0, 1);
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
        assert_eq!(glGetError(), error, "{format:#X} {ty:#X}");
    }
    glCopyPixels(0, 0, 1, 1, GL_ALWAYS);
    assert_eq!(glGetError(), GL_INVALID_ENUM);
    glCopyPixels(0, 0, -1, 1, GL_COLOR);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
}
