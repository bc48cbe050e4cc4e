//! Compressed images, through the commands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod copies;
mod errors;
mod fxt1;
mod images;
mod uploads;

use crate::testing::calling::{Gl, gl};
use crate::tokens::*;
use std::ffi::c_void;

/// A block of RGTC1 of one value.
const fn red(value: u8) -> [u8; 8] {
    [value, value, 0, 0, 0, 0, 0, 0]
}

/// The error that waits.
fn error() -> u32 {
    gl!(glGetError() -> u32)
}

/// A new texture, bound to a target.
fn texture(target: u32) -> u32 {
    let mut name = 0;
    gl!(glGenTextures(1 => i32, &raw mut name => *mut u32));
    gl!(glBindTexture(target => u32, name => u32));
    name
}

/// Calls glCompressedTexImage2D.
fn image_2d(target: u32, level: i32, internal: u32, [width, height]: [i32; 2], size: i32, data: *const u8) -> u32 {
    gl!(glCompressedTexImage2D(
        target => u32, level => i32, internal => u32, width => i32, height => i32, 0 => i32, size => i32, data => *const u8
    ));
    error()
}

/// Calls glCompressedTexSubImage2D for a texture of GL_TEXTURE_2D.
fn sub_image_2d(format: u32, [x, y]: [i32; 2], [width, height]: [i32; 2], data: &[u8]) -> u32 {
    gl!(glCompressedTexSubImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, x => i32, y => i32, width => i32, height => i32, format => u32, data.len() as i32 => i32,
        data.as_ptr() => *const u8
    ));
    error()
}

/// Calls glCompressedTexImage3D.
fn image_3d(target: u32, internal: u32, [width, height, depth]: [i32; 3], data: &[u8]) -> u32 {
    gl!(glCompressedTexImage3D(
        target => u32, 0 => i32, internal => u32, width => i32, height => i32, depth => i32, 0 => i32, data.len() as i32 => i32,
        data.as_ptr() => *const u8
    ));
    error()
}

/// Returns the blocks of level 0.
fn blocks(target: u32, count: usize) -> Vec<u8> {
    let mut bytes = vec![0xEE; count];
    gl!(glGetCompressedTexImage(target => u32, 0 => i32, bytes.as_mut_ptr() => *mut u8));
    bytes
}

/// Returns the texels of level 0 as bytes.
fn texels(target: u32, format: u32, count: usize) -> Vec<u8> {
    let mut bytes = vec![0xEE; count];
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    gl!(glGetTexImage(target => u32, 0 => i32, format => u32, GL_UNSIGNED_BYTE => u32, bytes.as_mut_ptr().cast() => *mut c_void));
    bytes
}

/// Returns a parameter of level 0.
fn level_parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetTexLevelParameteriv(target => u32, 0 => i32, name => u32, &raw mut value => *mut i32));
    value
}

/// Calls glPixelStorei for each pair.
fn store(values: &[(u32, i32)]) {
    values.iter().for_each(|&(name, value)| gl!(glPixelStorei(name => u32, value => i32)));
}
