//! Image units: glBindImageTexture and glBindImageTextures, and the images that shaders access.

use super::buffer_texture;
use super::completeness::complete_levels;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::object::format::InternalFormat;
use crate::object::image_unit::ImageUnit;
use crate::object::sampler::Parameters;
use crate::object::texture::{Contents, Texture};
use crate::pointer::{In, not_negative};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Surface;
use base::image::load_store::{ImageView, Texels};
use base::image::unit_formats;
use std::sync::Arc;

commands! {
    fn glBindImageTexture(unit: u32, texture: u32, level: i32, layered: u8, layer: i32, access: u32, format: u32) => bind;
    #[not_in_lists] fn glBindImageTextures(first: u32, count: i32, textures: In<u32>) => bind_several;
}

/// Implements glBindImageTexture.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn bind(
    context: &mut Context,
    unit: u32,
    texture: u32,
    level: i32,
    layered: u8,
    layer: i32,
    access: u32,
    format: u32,
) -> Result<()> {
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if unit is greater than or equal to the value of MAX_IMAGE_UNITS, if level or layer is \
          negative, or if texture is not the name of an existing texture object. [GL 4.4, 8.26]",
    );
    let (Ok(level), Ok(layer)) = (u32::try_from(level), u32::try_from(layer)) else { return Err(outside) };
    if unit as usize >= limits::MAX_IMAGE_UNITS {
        return Err(outside);
    }
    let texture = if texture == 0 { None } else { Some(context.share.texture(texture).map_err(|_| outside)?) };
    if !matches!(access, GL_READ_ONLY | GL_WRITE_ONLY | GL_READ_WRITE) {
        return Err(invalid_enum(
            &"GL_INVALID_ENUM is generated if access or format is not one of the supported tokens. [reference page glBindImageTexture]",
        ));
    }
    // In OpenGL ES, NV_image_formats adds the formats that the core table lacks.
    let es = context.is_es();
    if unit_formats::of_token(format).is_none() {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if format is not one of the formats listed in table 8.33. [GL 4.4, 8.26]",
        ));
    }
    let immutable =
        |texture: &Texture| matches!(texture.kind, TextureKind::Buffer | TextureKind::External) || texture.contents().immutable_levels > 0;
    if es && texture.as_deref().is_some_and(|texture| !immutable(texture)) {
        return Err(invalid_operation(
            &"GL_INVALID_OPERATION is generated if texture is not the name of an immutable texture object or a buffer texture … nor the \
              name of an external texture object [ES reference page glBindImageTexture; OES_EGL_image_external_essl3]",
        ));
    }
    set(context, unit, ImageUnit { texture, level, layered: layered != 0, layer, access, format });
    Ok(())
}

/// Sets a unit, which exists.
fn set(context: &mut Context, unit: u32, state: ImageUnit) {
    if let Some(unit) = context.image_units.units.get_mut(unit as usize) {
        *unit = state;
    }
}

/// Returns the internal format of the level zero image of a texture, if it has texels.
fn level_zero_format(texture: &Texture) -> Option<&'static InternalFormat> {
    if texture.kind == TextureKind::Buffer {
        let texels = texture.contents().buffer.clone();
        return texels.filter(|texels| texels.count() > 0).map(|texels| texels.format);
    }
    let contents = texture.contents();
    let level = contents.faces.first()?.first()?.as_ref()?;
    (level.width > 0 && level.height > 0 && !level.layers.is_empty()).then_some(level.format)
}

/// Binds one texture of glBindImageTextures.
fn bind_level_zero(context: &mut Context, unit: u32, texture: u32) -> Result<()> {
    if texture == 0 {
        set(context, unit, context.image_units.initial.clone());
        return Ok(());
    }
    let texture = context.share.texture(texture).map_err(|_| {
        invalid_operation(
            &"An INVALID_OPERATION error is generated if any value in textures is not zero or the name of an existing texture object (per \
              binding). [GL 4.4, 8.26]",
        )
    })?;
    let format = level_zero_format(&texture).map(|format| format.token).filter(|&token| unit_formats::of_token(token).is_some());
    let format = format.ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if the internal format of the level zero texture image of any texture in textures is not \
          found in table 8.33 (per binding). … An INVALID_OPERATION error is generated if the width, height, or depth of the level zero \
          texture image of any texture in textures is zero (per binding). [GL 4.4, 8.26]",
    ))?;
    set(context, unit, ImageUnit { texture: Some(texture), level: 0, layered: true, layer: 0, access: GL_READ_WRITE, format });
    Ok(())
}

/// Implements glBindImageTextures. An invalid texture leaves its unit unchanged; the others are bound.
pub(super) fn bind_several(context: &mut Context, first: u32, count: i32, textures: In<u32>) -> Result<()> {
    let count = not_negative(count)?;
    if (first as usize).checked_add(count).is_none_or(|end| end > limits::MAX_IMAGE_UNITS) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if first + count is greater than the number of image units supported by the \
              implementation. [GL 4.4, 8.26]",
        ));
    }
    for index in 0..count {
        if let Err(error) = bind_level_zero(context, first + index as u32, textures.at(index).unwrap_or(0)) {
            context.raise("glBindImageTextures", error);
        }
    }
    Ok(())
}

/// Returns the kind of images that access one layer of a texture; `None` for kinds without layers, of which the whole level is bound.
fn layer_kind(kind: TextureKind) -> Option<TextureKind> {
    match kind {
        TextureKind::D1Array => Some(TextureKind::D1),
        TextureKind::D3 | TextureKind::Cube | TextureKind::D2Array | TextureKind::CubeArray => Some(TextureKind::D2),
        TextureKind::D2MultisampleArray => Some(TextureKind::D2Multisample),
        _ => None,
    }
}

/// Returns the image that shaders access through a unit; `None` where every access is invalid.
pub fn image_view(context: &Context, unit: usize) -> Result<Option<ImageView>> {
    let Some(unit) = context.image_units.units.get(unit) else { return Ok(None) };
    let Some(texture) = &unit.texture else { return Ok(None) };
    if texture.kind == TextureKind::Buffer {
        buffer_texture::check_texels(texture)?;
    }
    Ok(view(unit, texture))
}

/// Returns the image of a unit, in the format of the unit; `None` where "An access is considered invalid" [GL 4.4, 8.26].
fn view(unit: &ImageUnit, texture: &Texture) -> Option<ImageView> {
    let format = unit_formats::of_token(unit.format)?.format;
    // "For textures allocated by the GL, an image unit format is compatible with a texture internal format if they match by size."
    // [GL 4.4, 8.26]
    let fits =
        |internal: &InternalFormat| unit_formats::of_token(internal.token).is_some_and(|known| known.format.bytes() == format.bytes());
    if texture.kind == TextureKind::Buffer {
        let texels = texture.contents().buffer.clone().filter(|texels| fits(texels.format))?;
        return Some(ImageView { kind: texture.kind, format, texels: Texels::Buffer(texels.texels()?) });
    }
    let layers = level(&texture.contents(), texture.kind, unit.level as usize, fits)?;
    let (kind, layers) = match layer_kind(texture.kind).filter(|_| !unit.layered) {
        Some(kind) => (kind, Arc::from([layers.get(unit.layer as usize)?.clone()])),
        None if texture.kind == TextureKind::External => (TextureKind::D2, layers),
        None => (texture.kind, layers),
    };
    Some(ImageView { kind, format, texels: Texels::Layers(layers) })
}

/// Returns the layers of a level, with the faces of a cube map as layers; `None` if the texture is incomplete or has no such level, or if its
/// format does not fit. Filters have no part in completeness here, as on Mesa: images are not filtered. Levels other than the base level
/// count only where they are accessed.
fn level(contents: &Contents, kind: TextureKind, number: usize, fits: impl Fn(&InternalFormat) -> bool) -> Option<Arc<[Surface]>> {
    if kind.is_multisampled() {
        let level = contents.faces.first()?.get(number)?.as_ref().filter(|level| fits(level.format))?;
        return (level.width > 0 && level.height > 0 && !level.layers.is_empty()).then(|| level.layers.clone());
    }
    let min_filter = if number == contents.first_level() { GL_NEAREST } else { GL_NEAREST_MIPMAP_NEAREST };
    let parameters = Parameters { min_filter, mag_filter: GL_NEAREST, ..Parameters::new(kind) };
    let complete = complete_levels(contents, kind, &parameters, false).filter(|complete| complete.range.contains(&number))?;
    let mut levels = complete.faces.iter().map(|face| face.get(number)?.as_ref().filter(|level| fits(level.format)));
    let first = levels.next()??;
    if complete.faces.len() == 1 {
        return Some(first.layers.clone());
    }
    let mut layers = first.layers.to_vec();
    for level in levels {
        layers.extend_from_slice(&level?.layers);
    }
    Some(layers.into())
}

#[cfg(test)]
mod tests;
