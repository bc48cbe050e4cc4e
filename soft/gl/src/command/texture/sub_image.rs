//! glTexSubImage and glTextureSubImage: the commands that change parts of images to pixels.

use super::compressed::check_part;
use super::mipmaps;
use super::parts::{Missing, Region, level_number, parts};
use super::sizes::size as checked_size;
use super::targets::{Destination, bound_images, named_images};
use crate::command::pixels::formats::{check_image, check_image_tokens};
use crate::command::pixels::memory::with_input;
use crate::command::pixels::transfer::{Upload, image_size};
use crate::context::Context;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::pointer::In;
use base::hir::TextureKind;
use base::image::transfer::Input;

/// Changes a part of a level to pixels.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn sub_image(
    context: &Context,
    destination: &Destination,
    level: i32,
    at: &[i32],
    size: &[i32],
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let kind = destination.texture.kind;
    // The driver checks the tokens before it checks the level.
    check_image_tokens(context, format, ty)?;
    let level = level_number(kind, level)?;
    checked_size(size).ok_or(invalid_value(
        &"GL_INVALID_VALUE is generated if width, height, or depth is less than 0. [reference page glTexSubImage3D]",
    ))?;
    let image = image_size(&context.compat.pixel_transfer, size, format);
    let parts = parts(destination, level, &Region::new(at, &image[..size.len()])).map_err(|missing| match missing {
        Missing::Image => invalid_operation(
            &"GL_INVALID_OPERATION is generated if the texture array has not been defined by a previous glTexImage2D operation. \
              [reference page glTexSubImage2D]",
        ),
        Missing::Region => invalid_value(
            &"Taking ws, hs, ds, wb, hb, and db to be the specified width, height, depth, and border width, border height, and border \
              depth of the texel array, and taking x, y, z, w, h, and d to be the xoffset, yoffset, zoffset, width, height, and depth \
              argument values, any of the following relationships generates an INVALID_VALUE error: x < −wb x + w > ws − wb y < −hb y + h \
              > hs − hb z < −db z + d > ds − db [GL 4.4, 8.6]",
        ),
    })?;
    for part in &parts {
        check_image(context, part.level.requested, part.level.format, format, ty)?;
        check_part(context, part)?;
    }
    let upload = Upload::new(size, format, ty, &context.pixels.unpack)
        .with_rows_as_layers(kind == TextureKind::D1Array)
        .with_transfer(&context.compat.pixel_transfer);
    let write = |bytes: Input| parts.iter().try_for_each(|part| part.upload(&upload, bytes));
    with_input(context.buffers.pixel_unpack.clone(), pixels, upload.needed()?, ty, write)?.unwrap_or(Ok(()))?;
    mipmaps::after_change(&destination.texture, level);
    Ok(())
}

/// Implements glTexSubImage1D.
#[allow(clippy::too_many_arguments, reason = "the command's parameters")]
pub fn sub_image_1d(
    context: &mut Context,
    target: u32,
    level: i32,
    x: i32,
    width: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &bound_images(context, target, 1)?, level, &[x], &[width], format, ty, pixels)
}

/// Implements glTexSubImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn sub_image_2d(
    context: &mut Context,
    target: u32,
    level: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &bound_images(context, target, 2)?, level, &[x, y], &[width, height], format, ty, pixels)
}

/// Implements glTexSubImage3D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn sub_image_3d(
    context: &mut Context,
    target: u32,
    level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &bound_images(context, target, 3)?, level, &[x, y, z], &[width, height, depth], format, ty, pixels)
}

/// Implements glTextureSubImage1D.
#[allow(clippy::too_many_arguments, reason = "the command's parameters")]
pub fn named_sub_image_1d(
    context: &mut Context,
    texture: u32,
    level: i32,
    x: i32,
    width: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &named_images(context, texture, 1)?, level, &[x], &[width], format, ty, pixels)
}

/// Implements glTextureSubImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn named_sub_image_2d(
    context: &mut Context,
    texture: u32,
    level: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &named_images(context, texture, 2)?, level, &[x, y], &[width, height], format, ty, pixels)
}

/// Implements glTextureSubImage3D, for which z is the face of a cube map.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn named_sub_image_3d(
    context: &mut Context,
    texture: u32,
    level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    sub_image(context, &named_images(context, texture, 3)?, level, &[x, y, z], &[width, height, depth], format, ty, pixels)
}
