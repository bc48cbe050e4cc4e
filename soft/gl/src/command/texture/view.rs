//! glTextureView: textures that share the texels of another one.

use super::binding::kind;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::limits;
use crate::object::format::class::are_compatible;
use crate::object::format::{self, InternalFormat};
use crate::object::names::{Names, lock};
use crate::object::texture::{Level, Texture, ViewRange};
use base::hir::TextureKind;
use std::ops::Range;
use std::sync::Arc;

commands! {
    fn glTextureView(
        texture: u32, target: u32, original: u32, internal: u32, min_level: u32, level_count: u32, min_layer: u32, layer_count: u32
    ) => texture_view;
}

/// Checks that a name is generated and has no texture.
fn check_unused(names: &Names<Arc<Texture>>, name: u32) -> Result<()> {
    if names.is_name(name) && names.get(name).is_none() {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if texture is not a valid name returned by GenTextures, or if texture has already \
              been bound and given a target. [GL 4.4, 8.18]",
        ))
    }
}

/// Returns true if a texture of one kind can have a view of another: "Table 8.28: Legal texture targets for TextureView" [GL 4.4, 8.18].
fn has_view(original: TextureKind, view: TextureKind) -> bool {
    use TextureKind::*;
    match original {
        D1 | D1Array => matches!(view, D1 | D1Array),
        D2 => matches!(view, D2 | D2Array),
        Cube | D2Array | CubeArray => matches!(view, Cube | D2 | D2Array | CubeArray),
        D2Multisample | D2MultisampleArray => matches!(view, D2Multisample | D2MultisampleArray),
        D3 | Rect => view == original,
        Buffer | External => false,
    }
}

/// Returns the range from `first` on of `wanted` levels or layers, clamped to those that the original has.
fn range(first: u32, wanted: u32, all: usize) -> Result<Range<usize>> {
    // No specification names the error for a view without levels or layers: it is that of storage without them.
    if first as usize >= all || wanted == 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if minlevel or minlayer are larger than the greatest level or layer, respectively, of \
              origtexture. [GL 4.4, 8.18]",
        ));
    }
    Ok(first as usize..(first as usize).saturating_add(wanted as usize).min(all))
}

/// Checks the number of layers that a view of a kind has: the number that the application asks for, and the number that the original has of them.
fn check_layers(kind: TextureKind, asked: u32, clamped: usize) -> Result<()> {
    let fits = match kind {
        TextureKind::Cube => clamped == 6,
        TextureKind::CubeArray => clamped.is_multiple_of(6),
        TextureKind::D1 | TextureKind::D2 | TextureKind::D3 | TextureKind::Rect | TextureKind::D2Multisample => asked == 1,
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if target is TEXTURE_CUBE_MAP and the clamped numlayers is not 6. … An INVALID_VALUE \
              error is generated if target is TEXTURE_CUBE_MAP_ARRAY and the clamped numlayers is not a multiple of 6. … An INVALID_VALUE \
              error is generated if target is TEXTURE_1D, TEXTURE_2D, TEXTURE_3D, TEXTURE_RECTANGLE, or TEXTURE_2D_MULTISAMPLE and \
              numlayers does not equal 1. [GL 4.4, 8.18]",
        ))
    }
}

/// Checks that cube maps can have images of this size.
fn check_size(kind: TextureKind, level: &Level) -> Result<()> {
    let is_cube = matches!(kind, TextureKind::Cube | TextureKind::CubeArray);
    let is_large = level.width > limits::MAX_TEXTURE_SIZE || level.height > limits::MAX_TEXTURE_SIZE;
    if is_large || (is_cube && level.width != level.height) {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if target is TEXTURE_CUBE_MAP or TEXTURE_CUBE_MAP_ARRAY, and the width and height of \
              origtexture’s levels are not equal. … An INVALID_OPERATION error is generated if any dimension of origtexture is larger than \
              the maximum supported corresponding dimension of the new target. [GL 4.4, 8.18]",
        ))
    } else {
        Ok(())
    }
}

/// Makes a texture of some levels and layers of another, as the format of the view.
fn share(original: &Texture, view: &Texture, format: &'static InternalFormat, levels: Range<usize>, layers: Range<usize>) -> Result<()> {
    for (index, from) in levels.clone().enumerate() {
        let Some(level) = original.whole_level(from) else { continue };
        let mut contents = view.contents();
        for (face, to) in contents.faces.iter_mut().enumerate() {
            let layers = match view.kind {
                TextureKind::Cube => layers.start + face..layers.start + face + 1,
                // The layers of a 3D texture are its slices.
                TextureKind::D3 => 0..level.layers.len(),
                _ => layers.clone(),
            };
            if let Some(to) = to.get_mut(index) {
                *to = Some(level.reinterpret(layers, format)?);
            }
        }
    }
    let (storage_levels, min_level, min_layer) = {
        let contents = original.contents();
        contents.view.map_or((contents.immutable_levels, 0, 0), |view| (view.storage_levels, view.min_level, view.min_layer))
    };
    let mut contents = view.contents();
    contents.immutable_levels = levels.len() as u32;
    let (min_level, min_layer) = (min_level + levels.start as u32, min_layer + layers.start as u32);
    contents.view = Some(ViewRange { storage_levels, min_level, min_layer });
    Ok(())
}

/// Implements glTextureView.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn texture_view(
    context: &mut Context,
    texture: u32,
    target: u32,
    original: u32,
    internal: u32,
    min_level: u32,
    level_count: u32,
    min_layer: u32,
    layer_count: u32,
) -> Result<()> {
    if texture == 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if texture is zero. [GL 4.4, 8.18]"));
    }
    check_unused(&lock(&context.share.textures), texture)?;
    let original = context
        .share
        .texture(original)
        .map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if origtexture is not the name of a texture. [GL 4.4, 8.18]"))?;
    let (levels, layers) = {
        let contents = original.contents();
        (contents.immutable_levels as usize, contents.layer_count(original.kind))
    };
    let first = original.level(0, 0).filter(|_| levels > 0).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if the value of TEXTURE_IMMUTABLE_FORMAT for origtexture is not TRUE. [GL 4.4, 8.18]",
    ))?;
    let kind = kind(context, target).ok().filter(|&kind| has_view(original.kind, kind)).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if target is not compatible with the target of origtexture, as defined by table 8.28. \
          [GL 4.4, 8.18]",
    ))?;
    // The storage of an image of EGL may have an unsized format.
    let sized = format::sized(internal).filter(|format| are_compatible(format, first.format));
    let format = sized.or((internal == first.requested).then_some(first.format)).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if the internal format of origtexture exists in table 8.29 and is not compatible with \
          internalformat, as described in that table. … An INVALID_OPERATION error is generated if the internal format of origtexture does \
          not exist in table 8.29, and is not identical to internalformat. [GL 4.4, 8.18]",
    ))?;
    let levels = range(min_level, level_count, levels)?;
    let layers = range(min_layer, layer_count, layers)?;
    check_layers(kind, layer_count, layers.len())?;
    check_size(kind, &first)?;
    let view = Texture::new(texture, kind);
    share(&original, &view, format, levels, layers)?;
    let mut names = lock(&context.share.textures);
    check_unused(&names, texture)?;
    names.put(texture, Arc::new(view))
}
