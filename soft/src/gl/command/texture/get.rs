//! Reading textures back: glGetTexImage, glGetTexLevelParameter.

use super::binding::kind;
use super::images::unsupported;

use super::parameters::bound;
use crate::gl::command::pixels::formats::{check, check_conversion};
use crate::gl::command::pixels::memory::with_pack;
use crate::gl::command::pixels::transfer::Pixels;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::format::InternalFormat;
use crate::gl::object::texture::{Level, ProxyLevel, Texture};
use crate::gl::pointer::Out;
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    fn glGetTexImage(target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>) => image;
    fn glGetnTexImage(target: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) => image_limited;
    fn glGetTextureImage(texture: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) => named_image;
    fn glGetTextureSubImage(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>
    ) => named_part;
    fn glGetTexLevelParameteriv(target: u32, level: i32, name: u32, value: Out<i32>) => level_integer;
    fn glGetTexLevelParameterfv(target: u32, level: i32, name: u32, value: Out<f32>) => level_float;
    fn glGetTextureLevelParameteriv(texture: u32, level: i32, name: u32, value: Out<i32>) => named_level_integer;
    fn glGetTextureLevelParameterfv(texture: u32, level: i32, name: u32, value: Out<f32>) => named_level_float;
    alias glGetnTexImageARB = glGetnTexImage;
}

/// How stored components come back: luminance and intensity in red alone.
fn returned(format: &InternalFormat) -> [u8; 4] {
    match format.base {
        GL_LUMINANCE | GL_INTENSITY => [0, 4, 4, 5],
        GL_LUMINANCE_ALPHA => [0, 4, 4, format.swizzle()[3]],
        _ => format.swizzle(),
    }
}

fn level_count(kind: TextureKind) -> usize {
    match kind {
        TextureKind::Rect | TextureKind::D2Multisample | TextureKind::D2MultisampleArray | TextureKind::Buffer => 1,
        _ => limits::MAX_TEXTURE_LEVELS,
    }
}

/// Reads a rectangle of a level, all of it where there is none.
fn get(
    context: &Context,
    texture: &Texture,
    level: i32,
    rectangle: Option<[i32; 4]>,
    [format, ty]: [u32; 2],
    limit: Option<i32>,
    pixels: Out<u8>,
) -> Result<()> {
    check(format, ty)?;
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(texture.kind)).ok_or(GL_INVALID_VALUE)?;
    // A level that was never given has no texels to return.
    let Some(image) = texture.level(level) else { return Ok(()) };
    check_conversion(format, image.format)?;
    let [x, y, width, height] = rectangle.unwrap_or([0, 0, image.surface.width as i32, image.surface.height as i32]);
    let inside = |start: i32, size: i32, whole: u32| start >= 0 && size >= 0 && i64::from(start) + i64::from(size) <= i64::from(whole);
    if !inside(x, width, image.surface.width) || !inside(y, height, image.surface.height) {
        return Err(GL_INVALID_VALUE);
    }
    let rectangle = Pixels { x, y, width: width as u32, height: height as u32, format, ty, store: context.pixels.pack };
    let mut outcome = Ok(());
    with_pack(context.buffers.pixel_pack.clone(), pixels, rectangle.needed()?, ty, limit, |bytes| {
        outcome = rectangle.pack(&image.surface, returned(image.format), bytes);
    })?;
    outcome
}

fn get_bound(context: &Context, target: u32, level: i32, format: u32, ty: u32, limit: Option<i32>, pixels: Out<u8>) -> Result<()> {
    if matches!(target, GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
        return Err(unsupported());
    }
    let texture = bound(context, target)?;
    if matches!(texture.kind, TextureKind::Buffer | TextureKind::Cube | TextureKind::D2Multisample | TextureKind::D2MultisampleArray) {
        return Err(GL_INVALID_ENUM);
    }
    get(context, &texture, level, None, [format, ty], limit, pixels)
}

/// Implements glGetTexImage.
pub(super) fn image(context: &mut Context, target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>) -> Result<()> {
    get_bound(context, target, level, format, ty, None, pixels)
}

fn image_limited(context: &mut Context, target: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) -> Result<()> {
    get_bound(context, target, level, format, ty, Some(size), pixels)
}

fn named_image(context: &mut Context, texture: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) -> Result<()> {
    let texture = context.share.texture(texture)?;
    if matches!(texture.kind, TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray) {
        return Err(GL_INVALID_OPERATION);
    }
    get(context, &texture, level, None, [format, ty], Some(size), pixels)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn named_part(
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
    size: i32,
    pixels: Out<u8>,
) -> Result<()> {
    let texture = context.share.texture(texture)?;
    if matches!(texture.kind, TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray) {
        return Err(GL_INVALID_OPERATION);
    }
    if z != 0 || depth != 1 {
        return Err(GL_INVALID_VALUE);
    }
    get(context, &texture, level, Some([x, y, width, height]), [format, ty], Some(size), pixels)
}

/// What is known of a level: its size, format and request.
#[derive(Clone, Copy)]
struct Known {
    width: u32,
    height: u32,
    format: Option<&'static InternalFormat>,
    requested: u32,
}

impl From<Option<Level>> for Known {
    fn from(level: Option<Level>) -> Self {
        let size = |pick: fn(&Level) -> u32| level.as_ref().map_or(0, pick);
        Self {
            width: size(|level| level.surface.width),
            height: size(|level| level.surface.height),
            format: level.as_ref().map(|level| level.format),
            requested: size(|level| level.requested),
        }
    }
}

fn parameter(context: &Context, known: Known, name: u32) -> Result<i32> {
    let bits = |index: usize| known.format.map_or(0, |format| format.bits[index].into());
    // A component that is not there has no type.
    let ty = |index: usize| match known.format {
        Some(format) if format.bits[index] > 0 => Ok(format.component_type as i32),
        _ => Ok(GL_NONE as i32),
    };
    match name {
        GL_TEXTURE_WIDTH => Ok(known.width as i32),
        GL_TEXTURE_HEIGHT => Ok(known.height as i32),
        GL_TEXTURE_DEPTH => Ok((known.width > 0).into()),
        GL_TEXTURE_BORDER if context.config.api == Api::Compatibility => Ok(0),
        GL_TEXTURE_INTERNAL_FORMAT if known.format.is_none() => Ok(GL_RGBA as i32),
        // OpenGL ES has sized formats only; a number of components and such come back as they were given.
        GL_TEXTURE_INTERNAL_FORMAT => Ok(known.requested as i32),
        GL_TEXTURE_RED_SIZE => Ok(bits(0)),
        GL_TEXTURE_GREEN_SIZE => Ok(bits(1)),
        GL_TEXTURE_BLUE_SIZE => Ok(bits(2)),
        GL_TEXTURE_ALPHA_SIZE => Ok(bits(3)),
        GL_TEXTURE_DEPTH_SIZE => Ok(bits(4)),
        GL_TEXTURE_STENCIL_SIZE => Ok(bits(5)),
        GL_TEXTURE_LUMINANCE_SIZE if context.config.api == Api::Compatibility => Ok(bits(6)),
        GL_TEXTURE_INTENSITY_SIZE if context.config.api == Api::Compatibility => Ok(bits(7)),
        GL_TEXTURE_SHARED_SIZE => Ok(if known.format.is_some_and(|format| format.token == GL_RGB9_E5) { 5 } else { 0 }),
        GL_TEXTURE_RED_TYPE => ty(0),
        GL_TEXTURE_GREEN_TYPE => ty(1),
        GL_TEXTURE_BLUE_TYPE => ty(2),
        GL_TEXTURE_ALPHA_TYPE => ty(3),
        GL_TEXTURE_DEPTH_TYPE => ty(4),
        GL_TEXTURE_LUMINANCE_TYPE if context.config.api == Api::Compatibility => ty(6),
        GL_TEXTURE_INTENSITY_TYPE if context.config.api == Api::Compatibility => ty(7),
        GL_TEXTURE_COMPRESSED | GL_TEXTURE_SAMPLES => Ok(0),
        GL_TEXTURE_FIXED_SAMPLE_LOCATIONS => Ok(1),
        GL_TEXTURE_BUFFER_DATA_STORE_BINDING | GL_TEXTURE_BUFFER_OFFSET | GL_TEXTURE_BUFFER_SIZE => Ok(0),
        // The texture is not compressed.
        GL_TEXTURE_COMPRESSED_IMAGE_SIZE => Err(GL_INVALID_OPERATION),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn level_parameter(context: &Context, target: u32, level: i32, name: u32) -> Result<i32> {
    let proxy = match target {
        GL_PROXY_TEXTURE_1D if !context.is_es() => Some(TextureKind::D1),
        GL_PROXY_TEXTURE_2D if !context.is_es() => Some(TextureKind::D2),
        GL_PROXY_TEXTURE_RECTANGLE if !context.is_es() => Some(TextureKind::Rect),
        _ => None,
    };
    let face = matches!(target, GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z);
    let of = match proxy {
        Some(kind) => kind,
        None if face => TextureKind::Cube,
        None if target == GL_TEXTURE_CUBE_MAP => return Err(GL_INVALID_ENUM),
        None => kind(context, target)?,
    };
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(of)).ok_or(GL_INVALID_VALUE)?;
    if proxy.is_some() {
        let found = context.textures.proxies.get(&(of, level));
        let none = Known { width: 0, height: 0, format: None, requested: 0 };
        let known = found.map_or(none, |&ProxyLevel { width, height, format, requested }| Known {
            width,
            height,
            format: (width > 0).then_some(format),
            requested,
        });
        return parameter(context, known, name);
    }
    parameter(context, context.textures.bound(context.textures.active, of).level(level).into(), name)
}

fn named_level_parameter(context: &Context, texture: u32, level: i32, name: u32) -> Result<i32> {
    let texture = context.share.texture(texture)?;
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(texture.kind)).ok_or(GL_INVALID_VALUE)?;
    parameter(context, texture.level(level).into(), name)
}

/// Implements glGetTexLevelParameteriv.
pub(super) fn level_integer(context: &mut Context, target: u32, level: i32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(level_parameter(context, target, level, name)?);
    Ok(())
}

fn level_float(context: &mut Context, target: u32, level: i32, name: u32, value: Out<f32>) -> Result<()> {
    value.set(level_parameter(context, target, level, name)? as f32);
    Ok(())
}

fn named_level_integer(context: &mut Context, texture: u32, level: i32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(named_level_parameter(context, texture, level, name)?);
    Ok(())
}

fn named_level_float(context: &mut Context, texture: u32, level: i32, name: u32, value: Out<f32>) -> Result<()> {
    value.set(named_level_parameter(context, texture, level, name)? as f32);
    Ok(())
}
