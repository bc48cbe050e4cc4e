//! glTexImage, glTexStorage and glCopyTexImage: the commands that make images.

use super::parameters::bound;
use crate::gl::command::framebuffer;
use crate::gl::command::pixels::formats::{check_image, check_tokens};
use crate::gl::command::pixels::memory::with_unpack;
use crate::gl::command::pixels::transfer::{self, Pixels};
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::log::log_once;
use crate::gl::object::format::{self, InternalFormat};
use crate::gl::object::image::Image;
use crate::gl::object::texture::{Level, ProxyLevel, Texture};
use crate::gl::pointer::In;
use crate::hir::TextureKind;
use crate::tokens::*;
use std::sync::Arc;

commands! {
    #[not_in_lists] fn glTexStorage1D(target: u32, levels: i32, internal: u32, width: i32) => storage_1d;
    #[not_in_lists] fn glTexStorage2D(target: u32, levels: i32, internal: u32, width: i32, height: i32) => storage_2d;
    fn glTextureStorage1D(texture: u32, levels: i32, internal: u32, width: i32) => named_storage_1d;
    fn glTextureStorage2D(texture: u32, levels: i32, internal: u32, width: i32, height: i32) => named_storage_2d;
    fn glCopyTexImage1D(target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, border: i32) => copy_image_1d;
    fn glCopyTexImage2D(target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, height: i32, border: i32) => copy_image_2d;
    alias glTexStorage1DEXT = glTexStorage1D;
    alias glTexStorage2DEXT = glTexStorage2D;
    alias glCopyTexImage1DEXT = glCopyTexImage1D;
    alias glCopyTexImage2DEXT = glCopyTexImage2D;
}

/// Returns the kind that an image target names, and true for a proxy target. `flat` selects the targets of glTexImage2D, otherwise those of
/// glTexImage1D.
fn image_target(context: &Context, target: u32, flat: bool) -> Result<(TextureKind, bool)> {
    let desktop = !context.is_es();
    Ok(match target {
        GL_TEXTURE_2D if flat => (TextureKind::D2, false),
        GL_PROXY_TEXTURE_2D if flat && desktop => (TextureKind::D2, true),
        GL_TEXTURE_RECTANGLE if flat && desktop => (TextureKind::Rect, false),
        GL_PROXY_TEXTURE_RECTANGLE if flat && desktop => (TextureKind::Rect, true),
        GL_TEXTURE_1D if !flat => (TextureKind::D1, false),
        GL_PROXY_TEXTURE_1D if !flat => (TextureKind::D1, true),
        GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z if flat => return Err(unsupported()),
        GL_PROXY_TEXTURE_CUBE_MAP | GL_TEXTURE_1D_ARRAY | GL_PROXY_TEXTURE_1D_ARRAY if flat && desktop => return Err(unsupported()),
        // "An INVALID_ENUM error is generated if target is not one of the valid targets listed above." [GL 4.4, 8.5.3]
        _ => return Err(GL_INVALID_ENUM),
    })
}

/// Returns the error for kinds of textures that have no images here, and logs it once.
pub(super) fn unsupported() -> u32 {
    // No specification names the error: the targets are valid, but the driver has no images for them and raises "INVALID_OPERATION".
    log_once("glTexImage", "was given a texture of a kind without images yet: GL_INVALID_OPERATION");
    GL_INVALID_OPERATION
}

/// Checks a level's number, size and border; returns its number.
fn check_level(kind: TextureKind, level: i32, width: i32, height: i32, border: i32) -> Result<usize> {
    let levels = if kind == TextureKind::Rect { 1 } else { limits::MAX_TEXTURE_LEVELS };
    // "An INVALID_VALUE error is generated if a negative level-of-detail is specified" [GL 4.4, 8.5.3]
    // "GL_INVALID_VALUE may be generated if level is greater than …" [reference page glTexImage2D]
    // "An INVALID_VALUE error is generated if target is TEXTURE_RECTANGLE and level is non-zero." [GL 4.4, 8.5.3]
    let level = usize::try_from(level).ok().filter(|&level| level < levels).ok_or(GL_INVALID_VALUE)?;
    // "An INVALID_VALUE error is generated if wt, ht, or dt are negative." [GL 4.4, 8.5.3]
    // "the border value to TexImage* must always be zero, or an INVALID_VALUE error is generated" [GL 4.4 core, D.2.2]
    if width < 0 || height < 0 || border != 0 {
        return Err(GL_INVALID_VALUE);
    }
    Ok(level)
}

/// Returns true if a level of this size is within the limits of its kind.
fn fits(kind: TextureKind, level: usize, width: u32, height: u32) -> bool {
    let largest = if kind == TextureKind::Rect { limits::MAX_TEXTURE_SIZE } else { limits::MAX_TEXTURE_SIZE >> level };
    width <= largest && height <= largest
}

/// Returns the format that the driver stores an internal format in.
fn internal_format(context: &Context, requested: u32, ty: u32) -> Result<&'static InternalFormat> {
    // Only the compatibility profile accepts numbers of components and luminance.
    let es = context.is_es();
    let old = matches!(requested, 1..=4) && context.config.api != Api::Compatibility;
    // "An INVALID_VALUE error is generated if internalformat is not one of the above values." [GL 4.4, 8.5]
    let format = format::choose(requested, ty, es).filter(|_| !old).ok_or(GL_INVALID_VALUE)?;
    let legacy = matches!(format.base, GL_ALPHA | GL_LUMINANCE | GL_LUMINANCE_ALPHA | GL_INTENSITY);
    if legacy && context.config.api == Api::Core { Err(GL_INVALID_VALUE) } else { Ok(format) }
}

/// Makes one level of the bound texture from pixels, or records it for a proxy target.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn image(
    context: &mut Context,
    (kind, proxy): (TextureKind, bool),
    level: i32,
    internal: i32,
    [width, height]: [i32; 2],
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let requested = internal as u32;
    // The driver checks the tokens before it checks the internal format.
    check_tokens(format, ty)?;
    let level_index = check_level(kind, level, width, height, border)?;
    let chosen = internal_format(context, requested, ty)?;
    check_image(context, requested, chosen, format, ty)?;
    let (width, height) = (width as u32, height as u32);
    let fits = fits(kind, level_index, width, height);
    if proxy {
        context.textures.proxies.insert((kind, level_index), ProxyLevel::new(fits, [width, height, 1], chosen, requested));
        return Ok(());
    }
    // "An INVALID_VALUE error is generated if width, height, or depth exceed the corresponding maximum size." [GL 4.4, 8.5.3]
    if !fits {
        return Err(GL_INVALID_VALUE);
    }
    let texture = context.textures.bound(context.textures.active, kind).clone();
    // "An INVALID_OPERATION error is generated by any of the following commands with the same texture, even if it does not affect the dimensions
    // or format: … TexImage*" [GL 4.4, 8.19]
    if texture.contents().immutable_levels > 0 {
        return Err(GL_INVALID_OPERATION);
    }
    let rectangle = Pixels { x: 0, y: 0, width, height, format, ty, store: context.pixels.unpack };
    let new = Level::new(chosen, requested, [width, height, 1])?;
    if let Some(image) = new.image(0) {
        with_unpack(context.buffers.pixel_unpack.clone(), pixels, rectangle.needed()?, ty, |bytes| rectangle.unpack(bytes, &image))?
            .unwrap_or(Ok(()))?;
    }
    texture.contents().faces[0][level_index] = Some(new);
    super::mipmaps::after_change(&texture, level_index);
    Ok(())
}

/// Implements glTexImage1D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn image_1d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    width: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let target = image_target(context, target, false)?;
    image(context, target, level, internal, [width, 1], border, format, ty, pixels)
}

/// Implements glTexImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn image_2d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    width: i32,
    height: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let target = image_target(context, target, true)?;
    image(context, target, level, internal, [width, height], border, format, ty, pixels)
}

/// Returns the number of levels from a base level of this size to the smallest one.
fn most_levels(kind: TextureKind, width: u32, height: u32) -> u32 {
    if kind == TextureKind::Rect { 1 } else { (width | height).ilog2() + 1 }
}

/// Makes all levels of a texture, whose format and sizes are immutable from then on.
fn make_storage(texture: &Texture, levels: i32, internal: u32, width: i32, height: i32) -> Result<()> {
    // "An INVALID_ENUM error is generated if internalformat is one of the unsized base internal formats listed in table 8.18." [GL 4.4, 8.19]
    let format = format::sized(internal).ok_or(GL_INVALID_ENUM)?;
    // "An INVALID_VALUE error is generated if width, height, depth or levels are less than 1." [GL 4.4, 8.19]
    let (Ok(width), Ok(height), Ok(levels)) = (u32::try_from(width), u32::try_from(height), u32::try_from(levels)) else {
        return Err(GL_INVALID_VALUE);
    };
    // "An INVALID_VALUE error is generated if width, height, or depth exceed the corresponding maximum size." [GL 4.4, 8.5.3]
    if width == 0 || height == 0 || levels == 0 || !fits(texture.kind, 0, width, height) {
        return Err(GL_INVALID_VALUE);
    }
    // "An INVALID_OPERATION error is generated if levels is greater than log2 (width) + 1." [GL 4.4, 8.19]
    // "An INVALID_OPERATION error is generated by any of the following commands with the same texture, even if it does not affect the dimensions
    // or format: … TexStorage*" [GL 4.4, 8.19]
    if levels > most_levels(texture.kind, width, height) || texture.contents().immutable_levels > 0 {
        return Err(GL_INVALID_OPERATION);
    }
    let mut made = Vec::new();
    for level in 0..levels {
        made.push(Some(Level::new(format, internal, [(width >> level).max(1), (height >> level).max(1), 1])?));
    }
    let mut contents = texture.contents();
    contents.faces[0] = std::array::from_fn(|_| None);
    for (to, from) in contents.faces[0].iter_mut().zip(made) {
        *to = from;
    }
    contents.immutable_levels = levels;
    Ok(())
}

/// Records the levels that glTexStorage would make, for a proxy target.
fn proxy_storage(context: &mut Context, kind: TextureKind, levels: i32, internal: u32, width: i32, height: i32) -> Result<()> {
    // "An INVALID_ENUM error is generated if internalformat is one of the unsized base internal formats listed in table 8.18." [GL 4.4, 8.19]
    let format = format::sized(internal).ok_or(GL_INVALID_ENUM)?;
    // "An INVALID_VALUE error is generated if width, height, depth or levels are less than 1." [GL 4.4, 8.19]
    if levels < 1 || width < 1 || height < 1 {
        return Err(GL_INVALID_VALUE);
    }
    // "An INVALID_OPERATION error is generated if … target is … PROXY_TEXTURE_2D … and levels is greater than log2 (max(width, height)) + 1"
    // [GL 4.4, 8.19]
    if levels as u32 > most_levels(kind, width as u32, height as u32) {
        return Err(GL_INVALID_OPERATION);
    }
    for level in 0..levels.min(limits::MAX_TEXTURE_LEVELS as i32) as usize {
        let (width, height) = ((width as u32 >> level).max(1), (height as u32 >> level).max(1));
        let proxy = ProxyLevel::new(fits(kind, level, width, height), [width, height, 1], format, internal);
        context.textures.proxies.insert((kind, level), proxy);
    }
    Ok(())
}

/// Returns the texture bound to a target of glTexStorage.
fn storage_target(context: &Context, target: u32) -> Result<Arc<Texture>> {
    let texture = bound(context, target)?;
    // "An INVALID_OPERATION error is generated if zero is bound to target." [GL 4.4, 8.19]
    if texture.name == 0 { Err(GL_INVALID_OPERATION) } else { Ok(texture) }
}

fn storage_1d(context: &mut Context, target: u32, levels: i32, internal: u32, width: i32) -> Result<()> {
    match image_target(context, target, false)? {
        (kind, true) => proxy_storage(context, kind, levels, internal, width, 1),
        _ => make_storage(&*storage_target(context, target)?, levels, internal, width, 1),
    }
}

/// Implements glTexStorage2D.
pub(super) fn storage_2d(context: &mut Context, target: u32, levels: i32, internal: u32, width: i32, height: i32) -> Result<()> {
    match target {
        GL_TEXTURE_CUBE_MAP => return Err(unsupported()),
        // "An INVALID_ENUM error is generated if target is not one of those listed above" [GL 4.4, 8.19]
        GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z => return Err(GL_INVALID_ENUM),
        _ => {}
    }
    match image_target(context, target, true)? {
        (kind, true) => proxy_storage(context, kind, levels, internal, width, height),
        _ => make_storage(&*storage_target(context, target)?, levels, internal, width, height),
    }
}

fn named_storage_1d(context: &mut Context, texture: u32, levels: i32, internal: u32, width: i32) -> Result<()> {
    let texture = context.share.texture(texture)?;
    // "An INVALID_OPERATION error is generated by TextureStorage1D if the effective <target> is not TEXTURE_1D." [ARB_direct_state_access]
    if texture.kind != TextureKind::D1 {
        return Err(GL_INVALID_OPERATION);
    }
    make_storage(&texture, levels, internal, width, 1)
}

fn named_storage_2d(context: &mut Context, texture: u32, levels: i32, internal: u32, width: i32, height: i32) -> Result<()> {
    let texture = context.share.texture(texture)?;
    match texture.kind {
        TextureKind::D2 | TextureKind::Rect => make_storage(&texture, levels, internal, width, height),
        TextureKind::Cube | TextureKind::D1Array => Err(unsupported()),
        // "An INVALID_OPERATION error is generated by TextureStorage2D if the effective <target> is not one of those listed above."
        // [ARB_direct_state_access]
        _ => Err(GL_INVALID_OPERATION),
    }
}

/// Returns the read framebuffer's image that an internal format is copied from.
pub(super) fn copy_source(context: &Context, into: &InternalFormat) -> Result<Image> {
    // "An INVALID_FRAMEBUFFER_OPERATION error is generated by … CopyTexImage2D … if the object bound to READ_FRAMEBUFFER_BINDING is not
    // framebuffer complete" [GL 4.4, 8.6]
    if framebuffer::status(context, context.framebuffers.read, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(GL_INVALID_FRAMEBUFFER_OPERATION);
    }
    let image = match (into.has_depth(), into.has_stencil()) {
        (false, false) => framebuffer::read_color(context),
        (true, true) => framebuffer::read_stencil(context).and(framebuffer::read_depth(context)),
        (true, false) => framebuffer::read_depth(context),
        (false, true) => framebuffer::read_stencil(context),
    };
    // "An INVALID_OPERATION error is generated by … CopyTexImage2D … if … the read buffer is NONE. … the read buffer selects an attachment that
    // has no image attached" [GL 4.4, 8.6]
    // "An INVALID_OPERATION error is generated under any of the following conditions: … if depth component data is required and no depth buffer
    // is present … if stencil index data is required and no stencil buffer is present" [GL 4.4, 8.6]
    let image = image.ok_or(GL_INVALID_OPERATION)?;
    // "An INVALID_OPERATION error is generated under any of the following conditions: … if integer RGBA data is required and the format of the
    // current color buffer is not integer … if floating- or fixed-point RGBA data is required and the format of the current color buffer is
    // integer" [GL 4.4, 8.6]
    // "The error INVALID_OPERATION is generated … if signed integer RGBA data is required and the format of the current color buffer is not
    // signed integer" [ES 3.0, 3.8.5]
    let integers = |format: &InternalFormat| format.is_integer().then_some(format.component_type);
    if into.is_color() && integers(image.format) != integers(into) {
        return Err(GL_INVALID_OPERATION);
    }
    // "color buffer components can be dropped during the conversion to internalformat, but new components cannot be added. … If the combination
    // is not valid, an INVALID_OPERATION error is generated." [ES 3.0, 3.8.5]
    let lacks = |index: usize| into.bits[index] > 0 && image.format.bits[index] == 0;
    let lacks_red = into.bits[6] > 0 && image.format.bits[0] == 0;
    // "Calling CopyTexSubImage3D, CopyTexImage2D, or CopyTexSubImage2D will result in an INVALID_OPERATION error if … internalformat of the texel
    // array being (re)specified is RGB9_E5" [ES 3.0, 3.8.5]
    let shared = into.token == GL_RGB9_E5;
    if context.is_es() && into.is_color() && ((0..4).any(lacks) || lacks_red || shared) {
        return Err(GL_INVALID_OPERATION);
    }
    Ok(image)
}

/// Checks that OpenGL ES makes an image of an internal format from pixels of a source.
fn check_copy_es(context: &Context, requested: u32, format: &InternalFormat, source: &InternalFormat) -> Result<()> {
    // No colour buffer is a source of depth in "Table 3.16: Valid CopyTexImage source framebuffer/destination texture base internal format
    // combinations. … If the combination is not valid, an INVALID_OPERATION error is generated." [ES 3.0, 3.8.5]
    if !format.is_color() {
        return Err(GL_INVALID_OPERATION);
    }
    if context.config.version < (3, 0) {
        return Ok(());
    }
    // "The error INVALID_OPERATION is also generated if the value of FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING for the framebuffer attachment
    // corresponding to the read buffer is LINEAR and internalformat is one of the sRGB formats …, or if the value of
    // FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING is SRGB and internalformat is not one of the sRGB formats." [ES 3.0, 3.8.5]
    if format.is_srgb() != source.is_srgb() {
        return Err(GL_INVALID_OPERATION);
    }
    // "If internalformat is sized, … If the component sizes of internalformat do not exactly match the corresponding component sizes of the
    // source buffer’s effective internal format, …, an INVALID_OPERATION error is generated." [ES 3.0, 3.8.5]
    let is_sized = requested == format.token;
    let resized = |into: usize, from: usize| format.bits[into] > 0 && format.bits[into] != source.bits[from];
    if is_sized && ((0..4).any(|index| resized(index, index)) || resized(6, 0)) { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// Makes one level of the bound texture from the read framebuffer.
fn copy_image(
    context: &mut Context,
    kind: TextureKind,
    level: i32,
    requested: u32,
    [x, y]: [i32; 2],
    [width, height]: [i32; 2],
    border: i32,
) -> Result<()> {
    let level = check_level(kind, level, width, height, border)?;
    // "internalformat may not be specified as 1, 2, 3, or 4. … An INVALID_ENUM error is generated if an invalid value is specified for
    // internalformat." [GL 4.4, 8.6]
    let format = internal_format(context, requested, 0).ok().filter(|_| requested > 4).ok_or(GL_INVALID_ENUM)?;
    let (width, height) = (width as u32, height as u32);
    // "An INVALID_VALUE error is generated if width, height, or depth exceed the corresponding maximum size." [GL 4.4, 8.5.3]
    if !fits(kind, level, width, height) {
        return Err(GL_INVALID_VALUE);
    }
    let source = copy_source(context, format)?;
    if context.is_es() {
        check_copy_es(context, requested, format, source.format)?;
    }
    let texture = context.textures.bound(context.textures.active, kind).clone();
    // "An INVALID_OPERATION error is generated by any of the following commands with the same texture, even if it does not affect the dimensions
    // or format: … CopyTexImage*" [GL 4.4, 8.19]
    if texture.contents().immutable_levels > 0 {
        return Err(GL_INVALID_OPERATION);
    }
    let new = Level::new(format, requested, [width, height, 1])?;
    if let Some(image) = new.image(0) {
        transfer::copy(&source, x, y, width, height, &image, 0, 0);
    }
    texture.contents().faces[0][level] = Some(new);
    super::mipmaps::after_change(&texture, level);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the command's parameters")]
fn copy_image_1d(context: &mut Context, target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, border: i32) -> Result<()> {
    match image_target(context, target, false)? {
        // "Currently, target must be TEXTURE_1D." [GL 4.4, 8.6]
        // "If a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as allowable for that
        // command, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
        (_, true) => Err(GL_INVALID_ENUM),
        (kind, false) => copy_image(context, kind, level, internal, [x, y], [width, 1], border),
    }
}

/// Implements glCopyTexImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn copy_image_2d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    border: i32,
) -> Result<()> {
    // "An INVALID_ENUM error is generated if target is not TEXTURE_2D, TEXTURE_1D_ARRAY, TEXTURE_RECTANGLE, or one of the cube map face targets
    // from table 8.26." [GL 4.4, 8.6]
    if matches!(target, GL_PROXY_TEXTURE_CUBE_MAP | GL_PROXY_TEXTURE_1D_ARRAY) {
        return Err(GL_INVALID_ENUM);
    }
    match image_target(context, target, true)? {
        (_, true) => Err(GL_INVALID_ENUM),
        (kind, false) => copy_image(context, kind, level, internal, [x, y], [width, height], border),
    }
}
