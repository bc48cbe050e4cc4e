//! The targets of the commands that make and change images.

use super::binding::kind;
use crate::context::Context;
use crate::error::{Result, invalid_enum, invalid_operation};
use crate::object::texture::Texture;
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::Arc;

/// The images that a target names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImageTarget {
    /// The images of the bound texture of a kind; all faces of a cube map.
    Texture(TextureKind),
    /// The images of one face of the bound cube map.
    Face(usize),
    /// A proxy of a kind: it has sizes and no images.
    Proxy(TextureKind),
}

impl ImageTarget {
    /// Returns the kind of texture that the target names.
    pub(super) fn kind(self) -> TextureKind {
        match self {
            Self::Texture(kind) | Self::Proxy(kind) => kind,
            Self::Face(_) => TextureKind::Cube,
        }
    }
}

/// The texture whose images a command makes or changes.
#[derive(Clone)]
pub(super) struct Destination {
    /// The texture.
    pub(super) texture: Arc<Texture>,
    /// The face of a cube map; `None` for all six. 0 for other kinds.
    pub(super) face: Option<usize>,
}

/// Returns true for proxy targets, which have sizes and no texture.
pub fn is_proxy(target: u32) -> bool {
    matches!(
        target,
        GL_PROXY_TEXTURE_1D
            | GL_PROXY_TEXTURE_2D
            | GL_PROXY_TEXTURE_3D
            | GL_PROXY_TEXTURE_RECTANGLE
            | GL_PROXY_TEXTURE_CUBE_MAP
            | GL_PROXY_TEXTURE_1D_ARRAY
            | GL_PROXY_TEXTURE_2D_ARRAY
            | GL_PROXY_TEXTURE_CUBE_MAP_ARRAY
            | GL_PROXY_TEXTURE_2D_MULTISAMPLE
            | GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY
    )
}

/// Returns the number of dimensions in the names of the commands that make images of a kind; 0 for kinds that have other commands.
pub(super) fn dimensions(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 => 1,
        TextureKind::D2 | TextureKind::Rect | TextureKind::Cube | TextureKind::D1Array => 2,
        TextureKind::D3 | TextureKind::D2Array | TextureKind::CubeArray => 3,
        // "External textures cannot be used with TexImage2D, TexSubImage2D, …, and an INVALID_ENUM error will be generated if this is attempted."
        // [OES_EGL_image_external]
        TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray | TextureKind::External => 0,
    }
}

/// Returns the images that a target names in a command of that many dimensions.
pub(super) fn image_target(context: &Context, target: u32, count: usize) -> Result<ImageTarget> {
    let found = match target {
        GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z => {
            ImageTarget::Face((target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) as usize)
        }
        GL_PROXY_TEXTURE_1D => ImageTarget::Proxy(TextureKind::D1),
        GL_PROXY_TEXTURE_2D => ImageTarget::Proxy(TextureKind::D2),
        GL_PROXY_TEXTURE_3D => ImageTarget::Proxy(TextureKind::D3),
        GL_PROXY_TEXTURE_CUBE_MAP => ImageTarget::Proxy(TextureKind::Cube),
        GL_PROXY_TEXTURE_RECTANGLE => ImageTarget::Proxy(TextureKind::Rect),
        GL_PROXY_TEXTURE_1D_ARRAY => ImageTarget::Proxy(TextureKind::D1Array),
        GL_PROXY_TEXTURE_2D_ARRAY => ImageTarget::Proxy(TextureKind::D2Array),
        GL_PROXY_TEXTURE_CUBE_MAP_ARRAY => ImageTarget::Proxy(TextureKind::CubeArray),
        _ => ImageTarget::Texture(kind(context, target)?),
    };
    // OpenGL ES has no proxies.
    let missing = context.is_es() && matches!(found, ImageTarget::Proxy(_));
    if missing || dimensions(found.kind()) != count {
        Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not one of the valid targets listed above. [GL 4.4, 8.5.3]"))
    } else {
        Ok(found)
    }
}

/// Returns the images that a target names in a command that makes them, with their kind and face: a cube map's are made face by face.
pub(super) fn made_image(context: &Context, target: u32, count: usize) -> Result<(ImageTarget, TextureKind, usize)> {
    let target = image_target(context, target, count)?;
    match target {
        ImageTarget::Texture(TextureKind::Cube) => {
            Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not one of the valid targets listed above. [GL 4.4, 8.5.3]"))
        }
        ImageTarget::Face(face) => Ok((target, TextureKind::Cube, face)),
        ImageTarget::Texture(kind) | ImageTarget::Proxy(kind) => Ok((target, kind, 0)),
    }
}

/// Returns the bound texture whose existing images a command of that many dimensions changes.
pub(super) fn bound_images(context: &Context, target: u32, count: usize) -> Result<Destination> {
    let target = image_target(context, target, count)?;
    let face = match target {
        ImageTarget::Texture(TextureKind::Cube) | ImageTarget::Proxy(_) => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated by *TexSubImage* if <target> does not match the command, as shown in table 8.subtarg. \
                  [ARB_direct_state_access] An INVALID_ENUM error is generated if target is not TEXTURE_2D, TEXTURE_1D_ARRAY, \
                  TEXTURE_RECTANGLE, or one of the cube map face targets from table 8.26. [GL 4.4, 8.6]",
            ));
        }
        ImageTarget::Texture(_) => 0,
        ImageTarget::Face(face) => face,
    };
    Ok(Destination { texture: context.textures.bound(context.textures.active, target.kind()).clone(), face: Some(face) })
}

/// Returns the images of a texture by name that a command of that many dimensions changes: the faces of a cube map are layers.
pub(super) fn named_images(context: &Context, texture: u32, count: usize) -> Result<Destination> {
    let texture = context.share.texture(texture)?;
    let cube = texture.kind == TextureKind::Cube;
    let of = if cube { 3 } else { dimensions(texture.kind) };
    if of != count {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by *TextureSubImage* if the effective target of <texture> does not match the \
              command, as shown in table 8.subtarg. [ARB_direct_state_access]",
        ));
    }
    Ok(Destination { texture, face: (!cube).then_some(0) })
}
