//! The imaging subset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod color_tables;
mod filters;
mod statistics;
mod transfers;

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

/// A current context of the compatibility profile.
fn context() -> Gl {
    Gl::new(compatibility())
}

/// Returns the error since the last call.
fn error() -> u32 {
    gl!(glGetError() -> u32)
}

/// Returns the bytes that a color's components convert to.
fn bytes(color: [f32; 4]) -> [u8; 4] {
    color.map(|component| (component * 255.0).round() as u8)
}

/// Clears the window to a color.
fn clear(color: [f32; 4]) {
    let [red, green, blue, alpha] = color;
    gl!(glClearColor(red => f32, green => f32, blue => f32, alpha => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
}

/// Defines a color table of floats.
fn color_table(target: u32, internal: u32, format: u32, width: i32, values: &[f32]) {
    let data = values.as_ptr().cast::<c_void>();
    gl!(glColorTable(target => u32, internal => u32, width => i32, format => u32, GL_FLOAT => u32, data => *const c_void));
}

/// Reads a row of pixels of the window from x = 0 on, which pixel transfer may shorten.
fn read<const N: usize>(y: i32, width: i32) -> [[u8; 4]; N] {
    let mut pixels = [[7u8; 4]; N];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    gl!(glReadPixels(0 => i32, y => i32, width => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    pixels
}

/// Draws a row of grey pixels with alpha 1 at the lower left corner of the window.
fn draw(values: &[u8]) {
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    let data = values.as_ptr().cast::<c_void>();
    gl!(glDrawPixels(values.len() as i32 => i32, 1 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32, data => *const c_void));
}

/// Defines a one-dimensional or two-dimensional filter of grey factors.
fn filter(target: u32, size: [i32; 2], factors: &[f32]) {
    let data = factors.as_ptr().cast::<c_void>();
    if target == GL_CONVOLUTION_1D {
        gl!(glConvolutionFilter1D(
            target => u32, GL_LUMINANCE => u32, size[0] => i32, GL_LUMINANCE => u32, GL_FLOAT => u32, data => *const c_void
        ));
    } else {
        gl!(glConvolutionFilter2D(
            target => u32, GL_LUMINANCE => u32, size[0] => i32, size[1] => i32, GL_LUMINANCE => u32, GL_FLOAT => u32, data => *const c_void
        ));
    }
}
