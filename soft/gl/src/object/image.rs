//! Images: what framebuffers render to, and what commands copy, clear and read.

use crate::object::format::InternalFormat;
use base::image::Surface;

/// A two-dimensional image: a renderbuffer, a buffer of a window, or one layer of a texture's level. Clones share the texels.
#[derive(Clone)]
pub struct Image {
    /// The texels.
    pub surface: Surface,
    /// The internal format.
    pub format: &'static InternalFormat,
    /// The requested internal format, e.g. GL_RGBA.
    pub requested: u32,
}
