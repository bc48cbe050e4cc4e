//! The colour buffers of pbuffers as images of textures.

use super::Result;
use super::config::Config;
use super::tokens::*;
use gl::object::texture::Texture;
use std::sync::{Mutex, Weak};

/// How a pbuffer becomes the image of a texture.
pub struct TextureImage {
    /// EGL_TEXTURE_FORMAT.
    pub format: i32,
    /// EGL_MIPMAP_TEXTURE.
    pub mipmap: bool,
    /// The texture that it was bound to, which may have another image since.
    pub bound: Mutex<Option<Weak<Texture>>>,
}

impl TextureImage {
    /// Returns what the attributes of a new pbuffer ask for.
    pub fn requested(config: Config, list: &[(i32, isize)]) -> Result<Option<Self>> {
        let (mut format, mut target, mut mipmap) = (EGL_NO_TEXTURE, EGL_NO_TEXTURE, false);
        for &(key, value) in list {
            match (key, value as i32) {
                (EGL_TEXTURE_FORMAT, value @ (EGL_NO_TEXTURE | EGL_TEXTURE_RGB | EGL_TEXTURE_RGBA)) => format = value,
                (EGL_TEXTURE_TARGET, value @ (EGL_NO_TEXTURE | EGL_TEXTURE_2D)) => target = value,
                (EGL_TEXTURE_FORMAT | EGL_TEXTURE_TARGET, _) => return Err(EGL_BAD_ATTRIBUTE),
                (EGL_MIPMAP_TEXTURE, value) => mipmap = value != 0,
                _ => {}
            }
        }
        // "The EGL_TEXTURE_FORMAT attribute is EGL_NO_TEXTURE, and EGL_TEXTURE_TARGET is something other than EGL_NO_TEXTURE; or, EGL_TEXTURE_FORMAT is
        // something other than EGL_NO_TEXTURE, and EGL_TEXTURE_TARGET is EGL_NO_TEXTURE." [EGL 1.4, 3.5.2]
        if (format == EGL_NO_TEXTURE) != (target == EGL_NO_TEXTURE) {
            return Err(EGL_BAD_MATCH);
        }
        if format == EGL_NO_TEXTURE {
            return Ok(None);
        }
        if config.binds_to_textures() { Ok(Some(Self { format, mipmap, bound: Mutex::default() })) } else { Err(EGL_BAD_MATCH) }
    }
}
