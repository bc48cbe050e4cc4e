//! What textures of each kind can do with an internal format: the answers of glGetInternalformat, from the checks of the commands.

use super::buffer_texture::texel_format;
use super::compressed::{is_offered, is_supported};
use super::get::has_no_texels;
use super::images::{check_kind, internal_format};
use super::mipmaps::{has_averages, has_mipmaps};
use super::multisampled::image_format;
use super::sizes;
use crate::context::Context;
use crate::object::format::{self, InternalFormat};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::compressed::Codec;

/// Returns the format that textures of a kind store an internal format in; `None` if no command makes such a texture.
pub fn of_kind(context: &Context, kind: TextureKind, internal: u32) -> Option<&'static InternalFormat> {
    match kind {
        TextureKind::Buffer => texel_format(context, internal).ok(),
        TextureKind::D2Multisample | TextureKind::D2MultisampleArray => image_format(context, internal, false).ok(),
        _ => {
            // Formats that are not made from texels are made from blocks.
            let of_blocks = || {
                let fits = |format: &&InternalFormat| format.codec.is_some_and(|codec| is_supported(kind, codec));
                format::sized(internal).filter(fits).filter(|format| is_offered(context, format))
            };
            let format = internal_format(context, kind, internal, GL_UNSIGNED_BYTE).ok().or_else(of_blocks)?;
            check_kind(kind, format).ok().map(|()| format)
        }
    }
}

/// Returns true if glTexImage makes images of a format, in textures of a kind.
pub fn are_made_from_texels(kind: TextureKind, format: &InternalFormat) -> bool {
    !has_no_texels(kind) && format.codec.is_none_or(Codec::has_encoder)
}

/// Returns true if glGetTexImage reads textures of a kind.
pub fn are_read(kind: TextureKind) -> bool {
    !has_no_texels(kind)
}

/// Returns true if textures of a kind have more than one level.
pub fn have_levels(kind: TextureKind) -> bool {
    has_mipmaps(kind)
}

/// Returns true if glGenerateMipmap makes the levels of a format, in textures of a kind.
pub fn have_generated_levels(kind: TextureKind, format: &InternalFormat) -> bool {
    has_mipmaps(kind) && has_averages(format)
}

/// Returns the largest width, height and depth of textures of a kind: 0 for dimensions that they lack. The layers of an array are its height or
/// its depth.
pub fn largest_size(kind: TextureKind) -> [u32; 3] {
    sizes::largest(kind)
}
