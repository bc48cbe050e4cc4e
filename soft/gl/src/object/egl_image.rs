//! The images of EGL: storage that textures and renderbuffers of every context share.

use crate::object::names::lock;
use crate::object::texture::Level;
use base::hir::TextureKind;
use base::image::Surface;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// An image of EGL. Clones share the texels.
#[derive(Clone)]
pub struct EglImage {
    /// The texels: one layer.
    pub level: Level,
    /// The kind of textures that can have the image; `None` for the image of a renderbuffer, which two-dimensional textures can have.
    pub kind: Option<TextureKind>,
}

impl EglImage {
    /// Returns the texels.
    fn surface(&self) -> Option<&Surface> {
        self.level.layers.first()
    }

    /// Returns true if the image has the texels of a surface.
    pub fn is_made_of(&self, surface: &Surface) -> bool {
        self.surface().is_some_and(|own| Arc::ptr_eq(&own.memory, &surface.memory))
    }

    /// Returns true if textures of a kind can have the image.
    pub fn fits(&self, kind: TextureKind) -> bool {
        let own = self.kind.unwrap_or(TextureKind::D2);
        kind == own || (kind, own) == (TextureKind::External, TextureKind::D2)
    }
}

/// Every image by its handle.
static IMAGES: Mutex<BTreeMap<usize, EglImage>> = Mutex::new(BTreeMap::new());

/// Adds an image under a handle. Returns false and adds nothing if another image has the same texels.
pub fn insert(handle: usize, image: EglImage) -> bool {
    let mut images = lock(&IMAGES);
    let memory = |image: &EglImage| image.surface().map(|surface| surface.memory.clone());
    let new = memory(&image);
    let shares = |other: &EglImage| memory(other).zip(new.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(&one, other));
    if images.values().any(shares) {
        return false;
    }
    images.insert(handle, image);
    true
}

/// Returns the image with a handle.
pub fn find(handle: usize) -> Option<EglImage> {
    lock(&IMAGES).get(&handle).cloned()
}

/// Removes an image; textures and renderbuffers keep its texels.
pub fn remove(handle: usize) {
    // The texels are freed outside the lock.
    let _image = lock(&IMAGES).remove(&handle);
}
