//! glGenerateMipmap.

use super::images::kind_with_images;
use super::parameters::last_level;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::texture::{Level, Texture};
use crate::hir::TextureKind;
use crate::image::mip;
use crate::tokens::*;

commands! {
    #[not_in_lists] fn glGenerateMipmap(target: u32) => generate;
    #[not_in_lists] fn glGenerateTextureMipmap(texture: u32) => generate_named;
    alias glGenerateMipmapEXT = glGenerateMipmap;
    alias glGenerateMipmapOES = glGenerateMipmap;
}

/// Makes the levels above the base level. Nothing if there is no base level.
fn make(texture: &Texture) -> Result<()> {
    let contents = texture.contents();
    let (base, mut last, immutable) = (contents.base_level as usize, last_level(contents.max_level), contents.immutable_levels as usize);
    if immutable > 0 {
        last = last.min(immutable - 1);
    }
    let Some(image) = contents.levels.get(base).cloned().flatten() else { return Ok(()) };
    let existing: Vec<Option<Level>> = contents.levels.get(base + 1..=last).unwrap_or_default().to_vec();
    drop(contents);
    if immutable > 0 {
        let mut below = image;
        for level in existing.into_iter().flatten() {
            mip::reduce(&below.surface, &level.surface);
            below = level;
        }
        return Ok(());
    }
    let made = mip::generate(&image.surface, last.saturating_sub(base)).map_err(|_| GL_OUT_OF_MEMORY)?;
    let mut contents = texture.contents();
    for (to, surface) in contents.levels.iter_mut().skip(base + 1).zip(made) {
        *to = Some(Level { surface, ..image.clone() });
    }
    Ok(())
}

/// Keeps up with GL_GENERATE_MIPMAP of the compatibility profile.
pub(super) fn after_change(texture: &Texture, level: usize) {
    let automatic = {
        let contents = texture.contents();
        contents.generate_mipmap && contents.base_level as usize == level
    };
    if automatic {
        // Out of memory, the levels stay as they are and the texture is not complete.
        make(texture).unwrap_or_default();
    }
}

fn check(context: &Context, texture: &Texture) -> Result<()> {
    let contents = texture.contents();
    let image = contents.levels.get(contents.base_level as usize).and_then(Option::as_ref);
    // OpenGL ES wants an image, of a format that it can render to and filter.
    if !context.is_es() {
        return Ok(());
    }
    let image = image.ok_or(GL_INVALID_OPERATION)?;
    let is_unsized = image.requested != image.format.token;
    let fits = image.format.is_color() && image.format.filterable(true) && (is_unsized || image.format.color_renderable(true));
    if fits { Ok(()) } else { Err(GL_INVALID_OPERATION) }
}

/// Implements glGenerateMipmap.
pub(super) fn generate(context: &mut Context, target: u32) -> Result<()> {
    let kind = kind_with_images(context, target)?;
    if kind == TextureKind::Rect {
        return Err(GL_INVALID_ENUM);
    }
    let texture = context.textures.bound(context.textures.active, kind).clone();
    check(context, &texture)?;
    make(&texture)
}

fn generate_named(context: &mut Context, texture: u32) -> Result<()> {
    let texture = context.share.texture(texture)?;
    match texture.kind {
        TextureKind::D1 | TextureKind::D2 => {
            check(context, &texture)?;
            make(&texture)
        }
        TextureKind::Rect | TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray => Err(GL_INVALID_OPERATION),
        _ => Err(super::images::unsupported()),
    }
}
