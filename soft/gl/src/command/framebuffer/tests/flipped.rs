//! Framebuffers whose first row is the highest one.

use crate::testing::calling::Gl;
use crate::testing::calls::*;
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
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
    glGenRenderbuffers(1, &raw mut renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, WIDTH, HEIGHT);
    glGenFramebuffers(1, &raw mut name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
    flip(flipped);
    glViewport(0, 0, WIDTH, HEIGHT);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    name
}

/// Turns the rows of the bound framebuffer around, or not.
fn flip(flipped: bool) {
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, flipped.into());
}

/// Reads the left column of the framebuffer.
fn column(format: u32) -> Column {
    let mut pixels = [9u8; HEIGHT as usize];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, 1, HEIGHT, format, GL_UNSIGNED_BYTE, into);
    pixels
}

/// Returns the left column of the bound texture.
fn stored() -> Column {
    let mut texels = [[[9u8; 4]; WIDTH as usize]; HEIGHT as usize];
    let into = texels.as_mut_ptr().cast::<c_void>();
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, into);
    texels.map(|row| row[0][0])
}

/// Clears a row to red.
fn clear_row(y: i32) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, y, WIDTH, 1);
    glClearColor(1.0, 0.0, 0.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glClearColor(0.0, 0.0, 0.0, 0.0);
    glDisable(GL_SCISSOR_TEST);
}

#[test]
fn clears_and_reads_have_their_rows_upside_down() {
    let gl = Gl::new(compatibility());
    framebuffer(true);
    clear_row(1);
    assert_eq!((column(GL_RED), stored()), ([0, RED, 0, 0], [0, 0, RED, 0]));
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 1, WIDTH, 1);
    assert_eq!(stored(), [RED, 0, RED, 0]);
    gl.no_error();
}

#[test]
fn draws_have_their_rows_upside_down() {
    let gl = Gl::new(compatibility());
    framebuffer(true);
    glEnable(GL_DEPTH_TEST);
    glColor3f(1.0, 0.0, 0.0);
    // The lowest row, and then something behind it.
    for z in [0.0f32, 0.5] {
        glBegin(GL_QUADS);
        for (x, y) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, -0.5), (-1.0, -0.5)] {
            glVertex3f(x, y, z);
        }
        glEnd();
        glColor3f(0.0, 1.0, 0.0);
    }
    assert_eq!((column(GL_RED), stored()), ([RED, 0, 0, 0], [0, 0, 0, RED]));
    glWindowPos2i(0, 2);
    let pixels = [7u8].as_ptr().cast::<c_void>();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glDrawPixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, pixels);
    assert_eq!(column(GL_STENCIL_INDEX), [0, 0, 7, 0]);
    flip(false);
    assert_eq!((column(GL_RED), column(GL_STENCIL_INDEX)), ([0, 0, 0, RED], [0, 7, 0, 0]));
    gl.no_error();
}

#[test]
fn blits_turn_rows_around() {
    let gl = Gl::new(compatibility());
    let blit = |read: u32, draw: u32, [y0, y1]: [i32; 2]| {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw);
        glBlitFramebuffer(0, y0, WIDTH, y1, 0, y0, WIDTH, y1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, draw);
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
