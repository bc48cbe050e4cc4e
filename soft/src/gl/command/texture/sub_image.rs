//! Changing parts of images: glTexSubImage, glCopyTexSubImage, glClearTexImage, invalidation.

use super::images::{copy_source, kind_with_images, unsupported};
use super::mipmaps;
use crate::gl::command::pixels::formats::{check, check_conversion, check_image};
use crate::gl::command::pixels::memory::with_unpack;
use crate::gl::command::pixels::transfer::{self, Pixels};
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::texture::{Level, Texture};
use crate::gl::pointer::In;
use crate::gl::state::pixel_store::Store;
use crate::hir::TextureKind;
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glCopyTexSubImage1D(target: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32) => copy_sub_image_1d;
    fn glCopyTexSubImage2D(target: u32, level: i32, to_x: i32, to_y: i32, x: i32, y: i32, width: i32, height: i32) => copy_sub_image_2d;
    fn glCopyTextureSubImage1D(texture: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32) => copy_named_sub_image_1d;
    fn glCopyTextureSubImage2D(texture: u32, level: i32, to_x: i32, to_y: i32, x: i32, y: i32, width: i32, height: i32)
        => copy_named_sub_image_2d;
    fn glClearTexImage(texture: u32, level: i32, format: u32, ty: u32, data: In<u8>) => clear;
    fn glClearTexSubImage(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, data: In<u8>
    ) => clear_part;
    #[not_in_lists] fn glInvalidateTexImage(texture: u32, level: i32) => invalidate;
    #[not_in_lists] fn glInvalidateTexSubImage(texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32) => invalidate_part;
    alias glCopyTexSubImage1DEXT = glCopyTexSubImage1D;
    alias glCopyTexSubImage2DEXT = glCopyTexSubImage2D;
    alias glClearTexImageEXT = glClearTexImage;
    alias glClearTexSubImageEXT = glClearTexSubImage;
}

/// The texture bound to a target that has images. `flat`: of two dimensions.
fn target(context: &Context, target: u32, flat: bool) -> Result<Arc<Texture>> {
    if flat && matches!(target, GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
        return Err(unsupported());
    }
    let kind = kind_with_images(context, target)?;
    if (kind == TextureKind::D1) == flat {
        return Err(GL_INVALID_ENUM);
    }
    Ok(context.textures.bound(context.textures.active, kind).clone())
}

/// A texture by name, of the dimensions that the command has.
fn named(context: &Context, texture: u32, flat: bool) -> Result<Arc<Texture>> {
    let texture = context.share.texture(texture)?;
    match texture.kind {
        TextureKind::D2 | TextureKind::Rect if flat => Ok(texture),
        TextureKind::D1 if !flat => Ok(texture),
        TextureKind::Cube | TextureKind::D1Array if flat => Err(unsupported()),
        _ => Err(GL_INVALID_OPERATION),
    }
}

/// A level that there is. GL_INVALID_VALUE for impossible numbers, GL_INVALID_OPERATION where no image was made.
fn level_of(texture: &Texture, level: i32) -> Result<(usize, Level)> {
    let levels = if texture.kind == TextureKind::Rect { 1 } else { limits::MAX_TEXTURE_LEVELS };
    let level = usize::try_from(level).ok().filter(|&level| level < levels).ok_or(GL_INVALID_VALUE)?;
    Ok((level, texture.level(level).ok_or(GL_INVALID_OPERATION)?))
}

/// A rectangle inside an image. GL_INVALID_VALUE if it leaves it.
fn inside(image: &Level, x: i32, y: i32, width: i32, height: i32) -> Result<(u32, u32)> {
    let fits = |start: i32, size: i32, whole: u32| start >= 0 && size >= 0 && i64::from(start) + i64::from(size) <= i64::from(whole);
    if fits(x, width, image.surface.width) && fits(y, height, image.surface.height) {
        Ok((width as u32, height as u32))
    } else {
        Err(GL_INVALID_VALUE)
    }
}

fn sub_image(
    context: &mut Context,
    texture: &Texture,
    level: i32,
    [x, y, width, height]: [i32; 4],
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    if check(format, ty) == Err(GL_INVALID_ENUM) {
        return Err(GL_INVALID_ENUM);
    }
    let (index, image) = level_of(texture, level)?;
    check_image(context, image.requested, image.format, format, ty)?;
    let (width, height) = inside(&image, x, y, width, height)?;
    let rectangle = Pixels { x, y, width, height, format, ty, store: context.pixels.unpack };
    with_unpack(context.buffers.pixel_unpack.clone(), pixels, rectangle.needed()?, ty, |bytes| rectangle.unpack(bytes, &image))?
        .unwrap_or(Ok(()))?;
    mipmaps::after_change(texture, index);
    Ok(())
}

/// Implements glTexSubImage1D.
#[allow(clippy::too_many_arguments, reason = "the command's parameters")]
pub fn sub_image_1d(context: &mut Context, name: u32, level: i32, x: i32, width: i32, format: u32, ty: u32, pixels: In<u8>) -> Result<()> {
    let texture = target(context, name, false)?;
    sub_image(context, &texture, level, [x, 0, width, 1], format, ty, pixels)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn sub_image_2d(
    context: &mut Context,
    name: u32,
    level: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let texture = target(context, name, true)?;
    sub_image(context, &texture, level, [x, y, width, height], format, ty, pixels)
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
    let texture = named(context, texture, false)?;
    sub_image(context, &texture, level, [x, 0, width, 1], format, ty, pixels)
}

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
    let texture = named(context, texture, true)?;
    sub_image(context, &texture, level, [x, y, width, height], format, ty, pixels)
}

fn copy_sub_image(
    context: &mut Context,
    texture: &Texture,
    level: i32,
    [to_x, to_y]: [i32; 2],
    [x, y, width, height]: [i32; 4],
) -> Result<()> {
    let (index, image) = level_of(texture, level)?;
    let (width, height) = inside(&image, to_x, to_y, width, height)?;
    let source = copy_source(context, image.format)?;
    transfer::copy(&source, x, y, width, height, &image, to_x, to_y);
    mipmaps::after_change(texture, index);
    Ok(())
}

fn copy_sub_image_1d(context: &mut Context, name: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32) -> Result<()> {
    let texture = target(context, name, false)?;
    copy_sub_image(context, &texture, level, [to_x, 0], [x, y, width, 1])
}

/// Implements glCopyTexSubImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn copy_sub_image_2d(
    context: &mut Context,
    name: u32,
    level: i32,
    to_x: i32,
    to_y: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result<()> {
    let texture = target(context, name, true)?;
    copy_sub_image(context, &texture, level, [to_x, to_y], [x, y, width, height])
}

fn copy_named_sub_image_1d(context: &mut Context, texture: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32) -> Result<()> {
    let texture = named(context, texture, false)?;
    copy_sub_image(context, &texture, level, [to_x, 0], [x, y, width, 1])
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn copy_named_sub_image_2d(
    context: &mut Context,
    texture: u32,
    level: i32,
    to_x: i32,
    to_y: i32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result<()> {
    let texture = named(context, texture, true)?;
    copy_sub_image(context, &texture, level, [to_x, to_y], [x, y, width, height])
}

/// Fills a rectangle with one pixel; zeros where there is none.
fn fill(image: &Level, [x, y, width, height]: [i32; 4], format: u32, ty: u32, data: In<u8>) -> Result<()> {
    check(format, ty)?;
    check_conversion(format, image.format)?;
    let (width, height) = inside(image, x, y, width, height)?;
    let store = Store { alignment: 1, ..Store::default() };
    let mut pixels = Pixels { x, y, width: 1, height: 1, format, ty, store };
    let size = pixels.needed()?;
    let mut pixel = vec![0; size];
    data.with_bytes(size, |bytes| pixel[..bytes.len()].copy_from_slice(bytes));
    let row = pixel.repeat(width as usize);
    pixels.width = width;
    for line in 0..height as i32 {
        pixels.y = y + line;
        pixels.unpack(&row, image)?;
    }
    Ok(())
}

fn clear(context: &mut Context, texture: u32, level: i32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let texture = context.share.texture(texture)?;
    if texture.kind == TextureKind::Buffer {
        return Err(GL_INVALID_OPERATION);
    }
    let (_, image) = level_of(&texture, level)?;
    let size = [0, 0, image.surface.width as i32, image.surface.height as i32];
    fill(&image, size, format, ty, data)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn clear_part(
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
    let texture = context.share.texture(texture)?;
    if texture.kind == TextureKind::Buffer {
        return Err(GL_INVALID_OPERATION);
    }
    let (_, image) = level_of(&texture, level)?;
    if !(0..=1).contains(&z) || !(0..=1 - z).contains(&depth) {
        return Err(GL_INVALID_VALUE);
    }
    if depth == 0 {
        return inside(&image, x, y, width, height).map(drop);
    }
    fill(&image, [x, y, width, height], format, ty, data)
}

/// The contents become undefined: they stay as they are.
fn invalidate(context: &mut Context, texture: u32, level: i32) -> Result<()> {
    let texture = context.share.texture(texture).map_err(|_| GL_INVALID_VALUE)?;
    let levels = if texture.kind == TextureKind::Rect { 1 } else { limits::MAX_TEXTURE_LEVELS };
    if usize::try_from(level).is_ok_and(|level| level < levels) { Ok(()) } else { Err(GL_INVALID_VALUE) }
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn invalidate_part(context: &mut Context, texture: u32, level: i32, x: i32, y: i32, _: i32, width: i32, height: i32, _: i32) -> Result<()> {
    invalidate(context, texture, level)?;
    let texture = context.share.texture(texture).map_err(|_| GL_INVALID_VALUE)?;
    match texture.level(level as usize) {
        Some(image) => inside(&image, x, y, width, height).map(drop),
        None => Ok(()),
    }
}
