//! The commands on compressed images. All are stubs (see [`crate::gl::absent`]): the commands check their arguments as the specification says and
//! then raise an error.

use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::{In, Out};
use crate::tokens::*;

commands! {
    fn glCompressedTextureSubImage1D(texture: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>) => compressed_1d;
    fn glCompressedTextureSubImage2D(
        texture: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_2d;
    fn glCompressedTextureSubImage3D(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_3d;
    fn glGetCompressedTextureImage(texture: u32, level: i32, size: i32, pixels: Out<u8>) => get_compressed;
}

/// Raises the error of the commands on compressed images: the driver supports no compressed format.
fn compressed(context: &Context, texture: u32) -> Result<()> {
    context.share.texture(texture)?;
    // "If a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as allowable for that
    // command, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
    Err(GL_INVALID_ENUM)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn compressed_1d(context: &mut Context, texture: u32, _: i32, _: i32, _: i32, _: u32, _: i32, _: In<u8>) -> Result<()> {
    compressed(context, texture)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn compressed_2d(context: &mut Context, texture: u32, _: i32, _: i32, _: i32, _: i32, _: i32, _: u32, _: i32, _: In<u8>) -> Result<()> {
    compressed(context, texture)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn compressed_3d(
    context: &mut Context,
    texture: u32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    _: u32,
    _: i32,
    _: In<u8>,
) -> Result<()> {
    compressed(context, texture)
}

/// Implements glGetCompressedTextureImage: no image is compressed.
fn get_compressed(context: &mut Context, texture: u32, _: i32, _: i32, _: Out<u8>) -> Result<()> {
    context.share.texture(texture)?;
    // "An INVALID_OPERATION error is generated if the texture image is stored with an uncompressed internal format." [ARB_direct_state_access]
    Err(GL_INVALID_OPERATION)
}
