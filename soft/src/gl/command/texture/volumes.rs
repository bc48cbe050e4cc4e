//! The commands on textures whose kinds have no images here: volumes, arrays, cubes, buffers, multisampled and compressed ones. All are
//! stubs (see [`crate::gl::absent`]): textures of these kinds exist; what the commands would do to them raises GL_INVALID_OPERATION, and
//! what they are given besides is checked as the specification says.

use super::images::unsupported;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::{In, Out};
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    fn glTexImage3D(
        target: u32, level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => image_3d;
    #[not_in_lists] fn glTexStorage3D(target: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32) => target_storage_3d;
    fn glTextureBuffer(texture: u32, internal: u32, buffer: u32) => buffer_texture;
    fn glTextureBufferRange(texture: u32, internal: u32, buffer: u32, offset: isize, size: isize) => buffer_texture_range;
    fn glTextureStorage3D(texture: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32) => storage_3d;
    fn glTextureStorage2DMultisample(texture: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8) => multisampled_2d;
    fn glTextureStorage3DMultisample(texture: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8)
        => multisampled_3d;
    fn glTextureSubImage3D(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: In<u8>
    ) => sub_image_3d;
    fn glCopyTextureSubImage3D(texture: u32, level: i32, to_x: i32, to_y: i32, to_z: i32, x: i32, y: i32, width: i32, height: i32)
        => copy_sub_image_3d;
    fn glCompressedTextureSubImage1D(texture: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>) => compressed_1d;
    fn glCompressedTextureSubImage2D(
        texture: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_2d;
    fn glCompressedTextureSubImage3D(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_3d;
    fn glGetCompressedTextureImage(texture: u32, level: i32, size: i32, pixels: Out<u8>) => get_compressed;
    alias glTexImage3DEXT = glTexImage3D;
    alias glTexImage3DOES = glTexImage3D;
    alias glTexStorage3DEXT = glTexStorage3D;
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn image_3d(_: &mut Context, target: u32, _: i32, _: i32, _: i32, _: i32, _: i32, _: i32, _: u32, _: u32, _: In<u8>) -> Result<()> {
    Err(volume_target(target))
}

/// The error for targets of three-dimensional images.
fn volume_target(target: u32) -> u32 {
    match target {
        GL_TEXTURE_3D
        | GL_PROXY_TEXTURE_3D
        | GL_TEXTURE_2D_ARRAY
        | GL_PROXY_TEXTURE_2D_ARRAY
        | GL_TEXTURE_CUBE_MAP_ARRAY
        | GL_PROXY_TEXTURE_CUBE_MAP_ARRAY => unsupported(),
        _ => GL_INVALID_ENUM,
    }
}

fn target_storage_3d(_: &mut Context, target: u32, _: i32, _: u32, _: i32, _: i32, _: i32) -> Result<()> {
    Err(volume_target(target))
}

/// `wrong` unless the texture is of one of these kinds.
fn only(context: &Context, texture: u32, kinds: &[TextureKind], wrong: u32) -> Result<()> {
    if kinds.contains(&context.share.texture(texture)?.kind) { Err(unsupported()) } else { Err(wrong) }
}

const VOLUMES: [TextureKind; 3] = [TextureKind::D3, TextureKind::D2Array, TextureKind::CubeArray];

/// "An INVALID_ENUM error is generated if the effective target is not TEXTURE_BUFFER."
pub(super) fn buffer_texture(context: &mut Context, texture: u32, _: u32, _: u32) -> Result<()> {
    only(context, texture, &[TextureKind::Buffer], GL_INVALID_ENUM)
}

fn buffer_texture_range(context: &mut Context, texture: u32, internal: u32, buffer: u32, _: isize, _: isize) -> Result<()> {
    buffer_texture(context, texture, internal, buffer)
}

/// Implements glTextureStorage3D.
pub(super) fn storage_3d(context: &mut Context, texture: u32, levels: i32, _: u32, width: i32, height: i32, depth: i32) -> Result<()> {
    context.share.texture(texture)?;
    if levels < 1 || width < 1 || height < 1 || depth < 1 {
        return Err(GL_INVALID_VALUE);
    }
    only(context, texture, &VOLUMES, GL_INVALID_OPERATION)
}

fn multisampled_2d(context: &mut Context, texture: u32, samples: i32, _: u32, width: i32, height: i32, _: u8) -> Result<()> {
    context.share.texture(texture)?;
    if samples < 1 || width < 1 || height < 1 {
        return Err(GL_INVALID_VALUE);
    }
    only(context, texture, &[TextureKind::D2Multisample], GL_INVALID_OPERATION)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn multisampled_3d(context: &mut Context, texture: u32, samples: i32, _: u32, width: i32, height: i32, depth: i32, _: u8) -> Result<()> {
    context.share.texture(texture)?;
    if samples < 1 || width < 1 || height < 1 || depth < 1 {
        return Err(GL_INVALID_VALUE);
    }
    only(context, texture, &[TextureKind::D2MultisampleArray], GL_INVALID_OPERATION)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn sub_image_3d(
    context: &mut Context,
    texture: u32,
    level: i32,
    _: i32,
    _: i32,
    _: i32,
    width: i32,
    height: i32,
    depth: i32,
    _: u32,
    _: u32,
    _: In<u8>,
) -> Result<()> {
    context.share.texture(texture)?;
    if level < 0 || width < 0 || height < 0 || depth < 0 {
        return Err(GL_INVALID_VALUE);
    }
    only(context, texture, &[TextureKind::D3, TextureKind::D2Array, TextureKind::CubeArray, TextureKind::Cube], GL_INVALID_OPERATION)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn copy_sub_image_3d(
    context: &mut Context,
    texture: u32,
    level: i32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    _: i32,
    width: i32,
    height: i32,
) -> Result<()> {
    context.share.texture(texture)?;
    if level < 0 || width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    only(context, texture, &[TextureKind::D3, TextureKind::D2Array, TextureKind::CubeArray, TextureKind::Cube], GL_INVALID_OPERATION)
}

/// "INVALID_ENUM … if format is not a supported compressed format": there is none.
fn compressed(context: &Context, texture: u32) -> Result<()> {
    context.share.texture(texture)?;
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

/// "INVALID_OPERATION … if the texture object contains an uncompressed image".
fn get_compressed(context: &mut Context, texture: u32, _: i32, _: i32, _: Out<u8>) -> Result<()> {
    context.share.texture(texture)?;
    Err(GL_INVALID_OPERATION)
}
