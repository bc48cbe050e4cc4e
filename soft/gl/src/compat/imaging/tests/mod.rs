//! The imaging subset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod color_tables;
mod filters;
mod statistics;
mod transfers;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

/// A current context of the compatibility profile.
fn context() -> Gl {
    Gl::new(compatibility())
}

/// Returns the error since the last call.
fn error() -> u32 {
    glGetError()
}

/// Returns the bytes that a color's components convert to.
fn bytes(color: [f32; 4]) -> [u8; 4] {
    color.map(|component| (component * 255.0).round() as u8)
}

/// Clears the window to a color.
fn clear(color: [f32; 4]) {
    let [red, green, blue, alpha] = color;
    glClearColor(red, green, blue, alpha);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Defines a color table of floats.
fn color_table(target: u32, internal: u32, format: u32, width: i32, values: &[f32]) {
    let data = values.as_ptr().cast::<c_void>();
    glColorTable(target, internal, width, format, GL_FLOAT, data);
}

/// Reads a row of pixels of the window from x = 0 on, which pixel transfer may shorten.
fn read<const N: usize>(y: i32, width: i32) -> [[u8; 4]; N] {
    let mut pixels = [[7u8; 4]; N];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    glReadPixels(0, y, width, 1, GL_RGBA, GL_UNSIGNED_BYTE, into);
    pixels
}

/// Draws a row of grey pixels with alpha 1 at the lower left corner of the window.
fn draw(values: &[u8]) {
    glWindowPos2i(0, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let data = values.as_ptr().cast::<c_void>();
    glDrawPixels(values.len() as i32, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, data);
}

/// Defines a one-dimensional or two-dimensional filter of grey factors.
fn filter(target: u32, size: [i32; 2], factors: &[f32]) {
    let data = factors.as_ptr().cast::<c_void>();
    if target == GL_CONVOLUTION_1D {
        glConvolutionFilter1D(target, GL_LUMINANCE, size[0], GL_LUMINANCE, GL_FLOAT, data);
    } else {
        glConvolutionFilter2D(target, GL_LUMINANCE, size[0], size[1], GL_LUMINANCE, GL_FLOAT, data);
    }
}
