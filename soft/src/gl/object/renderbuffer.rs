//! Renderbuffer objects.

use crate::gl::object::format::InternalFormat;
use crate::gl::object::names::lock;
use crate::image::Surface;
use std::sync::{Arc, Mutex, MutexGuard};

/// A renderbuffer; contexts share it.
pub struct Renderbuffer {
    pub name: u32,
    pub contents: Mutex<Contents>,
}

/// A renderbuffer's storage.
#[derive(Clone, Default)]
pub struct Contents {
    pub surface: Option<Surface>,
    pub format: Option<&'static InternalFormat>,
    /// What the application asked for; 0: nothing yet.
    pub requested: u32,
    pub samples: i32,
}

impl Renderbuffer {
    /// A renderbuffer without storage.
    pub fn new(name: u32) -> Self {
        Self { name, contents: Mutex::default() }
    }

    /// Its contents; hold them for a moment only.
    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        lock(&self.contents)
    }
}

/// The context's renderbuffer binding.
#[derive(Default)]
pub struct State {
    pub bound: Option<Arc<Renderbuffer>>,
}
