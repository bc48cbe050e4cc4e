//! Image units: the texture levels that shaders load, store and change atomically.

use crate::limits;
use crate::object::texture::Texture;
use crate::tokens::{GL_R8, GL_R32UI, GL_READ_ONLY};
use std::sync::Arc;

/// An image unit, as glBindImageTexture sets it.
#[derive(Clone)]
pub struct ImageUnit {
    /// GL_IMAGE_BINDING_NAME; none while no texture is bound.
    pub texture: Option<Arc<Texture>>,
    /// GL_IMAGE_BINDING_LEVEL.
    pub level: u32,
    /// GL_IMAGE_BINDING_LAYERED: true if all layers of the level are bound.
    pub layered: bool,
    /// GL_IMAGE_BINDING_LAYER.
    pub layer: u32,
    /// GL_IMAGE_BINDING_ACCESS: GL_READ_ONLY, GL_WRITE_ONLY or GL_READ_WRITE. Violations have undefined results: the driver ignores it.
    pub access: u32,
    /// GL_IMAGE_BINDING_FORMAT.
    pub format: u32,
}

impl ImageUnit {
    /// Returns the initial state: no texture.
    pub fn new(es: bool) -> Self {
        // The initial value of IMAGE_BINDING_FORMAT is R8, and R32UI in OpenGL ES, which has no images of R8.
        let format = if es { GL_R32UI } else { GL_R8 };
        Self { texture: None, level: 0, layered: false, layer: 0, access: GL_READ_ONLY, format }
    }
}

/// The image units of a context.
pub struct ImageUnits {
    /// By number.
    pub units: Vec<ImageUnit>,
    /// The state of a unit without a texture.
    pub initial: ImageUnit,
}

impl ImageUnits {
    /// Creates units without textures.
    pub fn new(es: bool) -> Self {
        let initial = ImageUnit::new(es);
        Self { units: vec![initial.clone(); limits::MAX_IMAGE_UNITS], initial }
    }

    /// Unbinds a texture from every unit.
    pub fn detach_texture(&mut self, texture: &Arc<Texture>) {
        for unit in &mut self.units {
            if unit.texture.as_ref().is_some_and(|bound| Arc::ptr_eq(bound, texture)) {
                *unit = self.initial.clone();
            }
        }
    }
}
