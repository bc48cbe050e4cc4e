//! Compressed images, through the commands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod copies;
mod errors;
mod fxt1;
mod images;
mod uploads;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;
use std::ffi::c_void;

/// A block of RGTC1 of one value.
const fn red(value: u8) -> [u8; 8] {
    [value, value, 0, 0, 0, 0, 0, 0]
}

/// The error that waits.
fn error() -> u32 {
    glGetError()
}

/// A new texture, bound to a target.
fn texture(target: u32) -> u32 {
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    name
}

/// Calls glCompressedTexImage2D.
fn image_2d(target: u32, level: i32, internal: u32, [width, height]: [i32; 2], size: i32, data: *const u8) -> u32 {
    glCompressedTexImage2D(target, level, internal, width, height, 0, size, data.cast());
    error()
}

/// Calls glCompressedTexSubImage2D for a texture of GL_TEXTURE_2D.
fn sub_image_2d(format: u32, [x, y]: [i32; 2], [width, height]: [i32; 2], data: &[u8]) -> u32 {
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, format, data.len() as i32, data.as_ptr().cast());
    error()
}

/// Calls glCompressedTexImage3D.
fn image_3d(target: u32, internal: u32, [width, height, depth]: [i32; 3], data: &[u8]) -> u32 {
    glCompressedTexImage3D(target, 0, internal, width, height, depth, 0, data.len() as i32, data.as_ptr().cast());
    error()
}

/// Returns the blocks of level 0.
fn blocks(target: u32, count: usize) -> Vec<u8> {
    let mut bytes = vec![0xEEu8; count];
    glGetCompressedTexImage(target, 0, bytes.as_mut_ptr().cast());
    bytes
}

/// Returns the texels of level 0 as bytes.
fn texels(target: u32, format: u32, count: usize) -> Vec<u8> {
    let mut bytes = vec![0xEEu8; count];
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(target, 0, format, GL_UNSIGNED_BYTE, bytes.as_mut_ptr().cast());
    bytes
}

/// Returns a parameter of level 0.
fn level_parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetTexLevelParameteriv(target, 0, name, &raw mut value);
    value
}

/// Calls glPixelStorei for each pair.
fn store(values: &[(u32, i32)]) {
    values.iter().for_each(|&(name, value)| glPixelStorei(name, value));
}
