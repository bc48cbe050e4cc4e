//! glGenerateMipmap and glGenerateTextureMipmap.

use super::binding::kind;
use super::parameters::{bound, last_level};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation};
use crate::object::format::InternalFormat;
use crate::object::texture::{Level, Texture};
use base::hir::TextureKind;
use base::image::compressed::Codec;
use base::image::mip;

commands! {
    #[not_in_lists] fn glGenerateMipmap(target: u32) => generate;
    #[not_in_lists] fn glGenerateTextureMipmap(texture: u32) => generate_named;
    alias glGenerateMipmapOES = glGenerateMipmap;
}

/// Makes the levels above the base level of a face; does nothing if the base level has no image.
fn make_face(texture: &Texture, face: usize) -> Result<()> {
    let contents = texture.contents();
    let (base, mut last, immutable) = (contents.first_level(), last_level(contents.max_level), contents.immutable_levels as usize);
    if immutable > 0 {
        last = last.min(immutable - 1);
    }
    let Some(levels) = contents.faces.get(face) else { return Ok(()) };
    let Some(image) = levels.get(base).cloned().flatten() else { return Ok(()) };
    let existing: Vec<Option<Level>> = levels.get(base + 1..=last).unwrap_or_default().to_vec();
    drop(contents);
    if image.format.codec.is_some_and(|codec| !codec.has_encoder()) {
        return Ok(());
    }
    image.refresh();
    let volume = texture.kind == TextureKind::D3;
    let most = last.saturating_sub(base);
    let make = || {
        let made = if volume { mip::generate_volume(&image.layers, most) } else { mip::generate_layers(&image.layers, most) };
        made.map_err(|_| NO_MEMORY)
    };
    if immutable > 0 && image.format.codec.is_some() {
        // Each level comes from the texels of the one below, before these were encoded.
        for (level, layers) in existing.into_iter().flatten().zip(make()?) {
            for (from, to) in layers.iter().zip(level.layers.iter()) {
                to.memory.copy_from(0, &from.memory, 0, from.memory.len().min(to.memory.len()));
            }
            level.encode();
        }
        return Ok(());
    }
    if immutable > 0 {
        let mut below = image;
        for level in existing.into_iter().flatten() {
            if volume {
                mip::reduce_volume(&below.layers, &level.layers);
            } else {
                below.layers.iter().zip(level.layers.iter()).for_each(|(from, to)| mip::reduce(from, to));
            }
            below = level;
        }
        return Ok(());
    }
    let made = make()?;
    let mut contents = texture.contents();
    let Some(levels) = contents.faces.get_mut(face) else { return Ok(()) };
    let mut below = image.clone();
    for (to, layers) in levels.iter_mut().skip(base + 1).zip(made) {
        let Some((width, height)) = layers.first().map(|layer| (layer.width, layer.height)) else { break };
        // "The internal formats and border widths of the derived mipmap texture images all match those of the levelbase image"
        // [GL 4.6 compatibility, 8.14.4]
        below = image.with_layers(width, height, layers.into())?.with_border_of(&below)?;
        *to = Some(below.clone());
    }
    Ok(())
}

/// Regenerates the levels of every face after a change of the base level if GL_GENERATE_MIPMAP is set.
pub(super) fn after_change(texture: &Texture, level: usize) {
    let faces = texture.contents().faces.len();
    (0..faces).for_each(|face| after_face_change(texture, face, level));
}

/// Regenerates the levels of a face after a change of its base level if GL_GENERATE_MIPMAP is set: "if the array being changed is one face of a
/// cube map texture, only mipmaps for that face will be computed" [GL 4.4, 8.14.5].
pub fn after_face_change(texture: &Texture, face: usize, level: usize) {
    let automatic = {
        let contents = texture.contents();
        contents.generate_mipmap && contents.first_level() == level
    };
    if automatic {
        // If memory is exhausted, the levels stay as they are and the texture is incomplete.
        make_face(texture, face).unwrap_or_default();
    }
}

/// Returns true if OpenGL generates mipmaps of a format.
pub(super) fn has_averages(format: &InternalFormat) -> bool {
    !format.is_integer() && !format.has_stencil() && format.codec.is_none_or(Codec::has_encoder)
}

/// Checks that mipmaps of the base level can be generated.
fn check(context: &Context, texture: &Texture) -> Result<()> {
    let contents = texture.contents();
    if matches!(texture.kind, TextureKind::Cube | TextureKind::CubeArray) && !contents.is_cube_complete() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if target is TEXTURE_CUBE_MAP or TEXTURE_CUBE_MAP_ARRAY, and the texture bound to \
              target is not cube complete or cube array complete respectively. [GL 4.4, 8.14.4]",
        ));
    }
    if !context.is_es() {
        // OpenGL ES has a sentence for formats that are not filtered, below; OpenGL has none, and its drivers do as those of OpenGL ES.
        let base = contents.faces.iter().filter_map(|levels| levels.get(contents.first_level())?.as_ref());
        return if base.into_iter().all(|level| has_averages(level.format)) {
            Ok(())
        } else {
            Err(invalid_operation(
                &"Mipmaps have no integers and no stencil indices, and the driver compresses them only to formats that it has an encoder \
                  for.",
            ))
        };
    }
    let unfiltered = invalid_operation(
        &"If the levelbase array was not specified with an unsized internal format from table 3.3 or a sized internal format that is both \
          color-renderable and texture-filterable according to table 3.13, an INVALID_OPERATION error is generated. [ES 3.0, 3.8.10]",
    );
    let image = contents.faces[0].get(contents.first_level()).and_then(Option::as_ref).ok_or(unfiltered)?;
    let is_unsized = image.requested != image.format.token;
    let fits = image.format.is_color() && image.format.filterable() && (is_unsized || image.format.color_renderable(true));
    if fits { Ok(()) } else { Err(unfiltered) }
}

/// Returns true for the kinds of textures that have mipmaps.
pub(super) fn has_mipmaps(kind: TextureKind) -> bool {
    use TextureKind::*;
    // "When <target> is set to TEXTURE_EXTERNAL_OES, GenerateMipmap always fails and generates an INVALID_ENUM error." [OES_EGL_image_external]
    !matches!(kind, Rect | Buffer | D2Multisample | D2MultisampleArray | External)
}

/// Makes the levels above the base level of a texture.
fn generate_levels(context: &Context, texture: &Texture) -> Result<()> {
    check(context, texture)?;
    let faces = texture.contents().faces.len();
    (0..faces).try_for_each(|face| make_face(texture, face))
}

/// Implements glGenerateMipmap.
pub fn generate(context: &mut Context, target: u32) -> Result<()> {
    if !has_mipmaps(kind(context, target)?) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if target is not TEXTURE_1D, TEXTURE_2D, TEXTURE_3D, TEXTURE_1D_ARRAY, TEXTURE_2D_ARRAY, \
              TEXTURE_CUBE_MAP, or TEXTURE_CUBE_MAP_ARRAY. [GL 4.4, 8.14.4]",
        ));
    }
    let texture = bound(context, target)?;
    generate_levels(context, &texture)
}

/// Implements glGenerateTextureMipmap.
pub(super) fn generate_named(context: &mut Context, texture: u32) -> Result<()> {
    let texture = context.share.texture(texture)?;
    if !has_mipmaps(texture.kind) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by GenerateTextureMipmap if the effective <target> is not one of the valid targets \
              listed above. [ARB_direct_state_access]",
        ));
    }
    generate_levels(context, &texture)
}
