//! glClearTexImage and glInvalidateTexImage: the commands that change images, or make them undefined, without pixels of the application.

use super::parts::{Missing, Part, Region, level_number, parts, whole};
use super::sizes::level_count;
use super::targets::Destination;
use crate::command::pixels::formats::{check, check_clear};
use crate::command::pixels::transfer::Pixels;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NEGATIVE_COUNT, Result, invalid_operation, invalid_value};
use crate::object::format::is_generic;
use crate::object::image::Image;
use crate::object::texture::Texture;
use crate::pointer::In;
use crate::state::pixel_store::Store;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Rectangle;
use base::image::clear::spread;
use base::image::transfer::{PixelStore, transfer_layout};
use std::sync::Arc;

commands! {
    fn glClearTexImage(texture: u32, level: i32, format: u32, ty: u32, data: In<u8>) [pixel_bytes(format, ty)] => clear;
    fn glClearTexSubImage(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, data: In<u8>
    ) [pixel_bytes(format, ty)] => clear_part;
    // Checks the arguments of glInvalidateTexImage. The contents become undefined, so they may stay as they are.
    #[not_in_lists] fn glInvalidateTexImage(texture: u32, level: i32) => |context| to_invalidate(context, texture, level).map(drop);
    #[not_in_lists] fn glInvalidateTexSubImage(texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32) => invalidate_part;
}

/// Returns the bytes of one pixel; 0 of an unknown format or type.
fn pixel_bytes(format: u32, ty: u32) -> usize {
    transfer_layout(format, ty, &PixelStore::default(), 1, 1).map_or(0, |layout| layout.pixel as usize)
}

/// Returns the images of a texture by name: all faces of a cube map.
fn all_images(texture: Arc<Texture>) -> Destination {
    let face = (texture.kind != TextureKind::Cube).then_some(0);
    Destination { texture, face }
}

/// Fills parts of images with one pixel, or with zeros if `data` is null.
fn fill(parts: &[Part], format: u32, ty: u32, data: In<u8>) -> Result<()> {
    // The conformance suite expects this error also for types that do not fit the format.
    if matches!(format, GL_DEPTH_COMPONENT | GL_STENCIL_INDEX | GL_DEPTH_STENCIL) && parts.iter().any(|part| part.level.format.is_color()) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the base internal format is RGBA and the format is DEPTH_COMPONENT, \
              STENCIL_INDEX, or DEPTH_STENCIL. [GL 4.4, 8.21]",
        ));
    }
    check(format, ty)?;
    for part in parts {
        // The rule holds for generic compressed internal formats too, although the driver stores their textures without compression.
        if part.level.format.codec.is_some() || is_generic(part.level.requested) {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if texture has a compressed internal format. [GL 4.4, 8.21]",
            ));
        }
        check_clear(format, part.level.format)?;
    }
    let store = Store { alignment: 1, ..Store::default() };
    let one = Pixels { x: 0, y: 0, width: 1, height: 1, format, ty, store };
    let size = one.needed()?;
    let mut pixel = vec![0; size];
    data.with_bytes(size, |bytes| pixel[..bytes.len()].copy_from_slice(bytes));
    for part in parts {
        let ([x, y], [width, height]) = (part.corner.map(|at| at as i32), part.size);
        if width == 0 || height == 0 {
            continue;
        }
        let area = Rectangle { x0: x, y0: y, x1: x + width as i32, y1: y + height as i32 };
        for (_, image) in part.images() {
            for surface in image.surface.each_sample() {
                Pixels { x, y, ..one }.unpack(&pixel, &Image { surface: surface.clone(), ..image })?;
                spread(surface, area);
            }
        }
        part.finish();
    }
    Ok(())
}

/// Returns the images that glClearTexImage and glClearTexSubImage clear, and the number of the level.
fn images_to_clear(context: &Context, texture: u32, level: i32) -> Result<(Destination, usize)> {
    let texture = context.share.texture(texture)?;
    if texture.kind == TextureKind::Buffer {
        return Err(invalid_operation(&"An INVALID_OPERATION error is generated if texture is a buffer texture. [GL 4.4, 8.21]"));
    }
    let level = level_number(texture.kind, level)?;
    Ok((all_images(texture), level))
}

/// Implements glClearTexImage.
pub(super) fn clear(context: &mut Context, texture: u32, level: i32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let (destination, level) = images_to_clear(context, texture, level)?;
    fill(
        &whole(&destination, level).ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if the image array identified by level has not previously been defined by a \
              TexImage* or TexStorage* command. [GL 4.4, 8.21]",
        ))?,
        format,
        ty,
        data,
    )
}

/// Implements glClearTexSubImage.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn clear_part(
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
    data: In<u8>,
) -> Result<()> {
    let (destination, level) = images_to_clear(context, texture, level)?;
    if width < 0 || height < 0 || depth < 0 {
        return Err(NEGATIVE_COUNT);
    }
    let parts = parts(&destination, level, &Region::new(&[x, y, z], &[width, height, depth])).map_err(|_| {
        invalid_operation(
            &"An INVALID_OPERATION error is generated if the xoffset, yoffset, zoffset, width, height, and depth parameters (or \
              combinations thereof) fall outside the defined texture image array (including border, if any). … An INVALID_OPERATION error \
              is generated if the image array identified by level has not previously been defined by a TexImage* or TexStorage* command. \
              [GL 4.4, 8.21]",
        )
    })?;
    fill(&parts, format, ty, data)
}

/// Returns the texture that glInvalidateTexImage and glInvalidateTexSubImage invalidate, and the number of the level.
fn to_invalidate(context: &Context, texture: u32, level: i32) -> Result<(Arc<Texture>, usize)> {
    let texture = context.share.texture(texture).map_err(|_| {
        invalid_value(&"An INVALID_VALUE error is generated if texture is zero or is not the name of a texture [GL 4.4, 8.20]")
    })?;
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(texture.kind)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if level is negative or greater than the base 2 logarithm of the maximum texture width, \
          height, or depth. … if the target of texture is TEXTURE_RECTANGLE, TEXTURE_BUFFER, TEXTURE_2D_MULTISAMPLE, or \
          TEXTURE_2D_MULTISAMPLE_ARRAY, and level is not zero. [GL 4.4, 8.20]",
    ))?;
    Ok((texture, level))
}

/// Checks the arguments of glInvalidateTexSubImage.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn invalidate_part(
    context: &mut Context,
    texture: u32,
    level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
) -> Result<()> {
    let (texture, level) = to_invalidate(context, texture, level)?;
    if width < 0 || height < 0 || depth < 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if width, height, or depth is negative. [GL 4.4, 8.20]"));
    }
    match parts(&all_images(texture), level, &Region::new(&[x, y, z], &[width, height, depth])) {
        Err(Missing::Region) => Err(invalid_value(
            &"the specified subregion must be between −b and dim + b, where dim is the size of the dimension of the texture image, and b \
              is the border width of that texture image, otherwise an INVALID_VALUE error is generated. … For texture targets that don’t \
              have certain dimensions, this command treats those dimensions as having a size of 1. [GL 4.4, 8.20]",
        )),
        Ok(_) | Err(Missing::Image) => Ok(()),
    }
}
