//! Renderbuffer objects.

use crate::object::format::InternalFormat;
use crate::object::names::lock;
use base::image::Surface;
use std::sync::{Arc, Mutex, MutexGuard};

/// A renderbuffer; contexts share it.
pub struct Renderbuffer {
    /// Its name.
    pub name: u32,
    /// Its storage.
    pub contents: Mutex<Contents>,
}

/// A renderbuffer's storage.
#[derive(Clone, Default)]
pub struct Contents {
    /// The image; none before the first glRenderbufferStorage.
    pub surface: Option<Surface>,
    /// The internal format of the image.
    pub format: Option<&'static InternalFormat>,
    /// GL_RENDERBUFFER_INTERNAL_FORMAT; 0 without storage.
    pub requested: u32,
    /// GL_RENDERBUFFER_SAMPLES.
    pub samples: i32,
    /// True if commands that need one sample may read it, as EXT_multisampled_render_to_texture has it.
    pub implicit: bool,
}

impl Renderbuffer {
    /// Creates a renderbuffer without storage.
    pub fn new(name: u32) -> Self {
        Self { name, contents: Mutex::default() }
    }

    /// Locks the contents; hold them for a moment only.
    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        lock(&self.contents)
    }
}

/// The context's renderbuffer binding.
#[derive(Default)]
pub struct RenderbufferBinding {
    /// The bound renderbuffer.
    pub bound: Option<Arc<Renderbuffer>>,
}
