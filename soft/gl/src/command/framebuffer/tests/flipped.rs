//! Framebuffers whose first row is the highest one.

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

const WIDTH: i32 = 2;
const HEIGHT: i32 = 4;
const RED: u8 = 255;

/// The first bytes of the left column, row by row.
type Column = [u8; HEIGHT as usize];

/// Binds a framebuffer with a color texture, which stays bound, and a depth-stencil renderbuffer; returns its name.
fn framebuffer(flipped: bool) -> u32 {
    let (mut name, mut texture, mut renderbuffer) = (0u32, 0u32, 0u32);
    gl!(glGenTextures(1 => i32, &raw mut texture => *mut u32));
    gl!(glBindTexture(GL_TEXTURE_2D => u32, texture => u32));
    gl!(glTexStorage2D(GL_TEXTURE_2D => u32, 1 => i32, GL_RGBA8 => u32, WIDTH => i32, HEIGHT => i32));
    gl!(glGenRenderbuffers(1 => i32, &raw mut renderbuffer => *mut u32));
    gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, renderbuffer => u32));
    gl!(glRenderbufferStorage(GL_RENDERBUFFER => u32, GL_DEPTH24_STENCIL8 => u32, WIDTH => i32, HEIGHT => i32));
    gl!(glGenFramebuffers(1 => i32, &raw mut name => *mut u32));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, name => u32));
    gl!(glFramebufferTexture2D(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, texture => u32, 0 => i32));
    gl!(glFramebufferRenderbuffer(
        GL_FRAMEBUFFER => u32, GL_DEPTH_STENCIL_ATTACHMENT => u32, GL_RENDERBUFFER => u32, renderbuffer => u32
    ));
    flip(flipped);
    gl!(glViewport(0 => i32, 0 => i32, WIDTH => i32, HEIGHT => i32));
    gl!(glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT => u32));
    name
}

/// Turns the rows of the bound framebuffer around, or not.
fn flip(flipped: bool) {
    gl!(glFramebufferParameteri(GL_FRAMEBUFFER => u32, GL_FRAMEBUFFER_FLIP_Y_MESA => u32, flipped.into() => i32));
}

/// Reads the left column of the framebuffer.
fn column(format: u32) -> Column {
    let mut pixels = [9u8; HEIGHT as usize];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    gl!(glReadPixels(0 => i32, 0 => i32, 1 => i32, HEIGHT => i32, format => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    pixels
}

/// Returns the left column of the bound texture.
fn stored() -> Column {
    let mut texels = [[[9u8; 4]; WIDTH as usize]; HEIGHT as usize];
    let into = texels.as_mut_ptr().cast::<c_void>();
    gl!(glGetTexImage(GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    texels.map(|row| row[0][0])
}

/// Clears a row to red.
fn clear_row(y: i32) {
    gl!(glEnable(GL_SCISSOR_TEST => u32));
    gl!(glScissor(0 => i32, y => i32, WIDTH => i32, 1 => i32));
    gl!(glClearColor(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    gl!(glClearColor(0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
    gl!(glDisable(GL_SCISSOR_TEST => u32));
}

#[test]
fn clears_and_reads_have_their_rows_upside_down() {
    let gl = Gl::new(compatibility());
    framebuffer(true);
    clear_row(1);
    assert_eq!((column(GL_RED), stored()), ([0, RED, 0, 0], [0, 0, RED, 0]));
    gl!(glCopyTexSubImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, WIDTH => i32, 1 => i32
    ));
    assert_eq!(stored(), [RED, 0, RED, 0]);
    gl.no_error();
}

#[test]
fn draws_have_their_rows_upside_down() {
    let gl = Gl::new(compatibility());
    framebuffer(true);
    gl!(glEnable(GL_DEPTH_TEST => u32));
    gl!(glColor3f(1.0 => f32, 0.0 => f32, 0.0 => f32));
    // The lowest row, and then something behind it.
    for z in [0.0f32, 0.5] {
        gl!(glBegin(GL_QUADS => u32));
        for (x, y) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, -0.5), (-1.0, -0.5)] {
            gl!(glVertex3f(x => f32, y => f32, z => f32));
        }
        gl!(glEnd());
        gl!(glColor3f(0.0 => f32, 1.0 => f32, 0.0 => f32));
    }
    assert_eq!((column(GL_RED), stored()), ([RED, 0, 0, 0], [0, 0, 0, RED]));
    gl!(glWindowPos2i(0 => i32, 2 => i32));
    let pixels = [7u8].as_ptr().cast::<c_void>();
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    gl!(glDrawPixels(1 => i32, 1 => i32, GL_STENCIL_INDEX => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
    assert_eq!(column(GL_STENCIL_INDEX), [0, 0, 7, 0]);
    flip(false);
    assert_eq!((column(GL_RED), column(GL_STENCIL_INDEX)), ([0, 0, 0, RED], [0, 7, 0, 0]));
    gl.no_error();
}

#[test]
fn blits_turn_rows_around() {
    let gl = Gl::new(compatibility());
    let blit = |read: u32, draw: u32, [y0, y1]: [i32; 2]| {
        gl!(glBindFramebuffer(GL_READ_FRAMEBUFFER => u32, read => u32));
        gl!(glBindFramebuffer(GL_DRAW_FRAMEBUFFER => u32, draw => u32));
        gl!(glBlitFramebuffer(
            0 => i32, y0 => i32, WIDTH => i32, y1 => i32, 0 => i32, y0 => i32, WIDTH => i32, y1 => i32, GL_COLOR_BUFFER_BIT => u32,
            GL_NEAREST => u32
        ));
        gl!(glBindFramebuffer(GL_READ_FRAMEBUFFER => u32, draw => u32));
        gl.no_error();
        (column(GL_RED), stored())
    };
    let flipped = framebuffer(true);
    clear_row(0);
    let upright = framebuffer(false);
    assert_eq!(blit(flipped, upright, [0, 2]), ([RED, 0, 0, 0], [RED, 0, 0, 0]));
    let other = framebuffer(true);
    assert_eq!(blit(upright, other, [0, 4]), ([RED, 0, 0, 0], [0, 0, 0, RED]));
    clear_row(2);
    let last = framebuffer(true);
    assert_eq!(blit(other, last, [1, 3]), ([0, 0, RED, 0], [0, RED, 0, 0]));
}
