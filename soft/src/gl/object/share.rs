//! Objects that contexts share.

use crate::gl::error::Result;
use crate::gl::object::buffer::Buffer;
use crate::gl::object::names::{Names, lock};
use crate::gl::object::renderbuffer::Renderbuffer;
use crate::gl::object::sampler::Sampler;
use crate::gl::object::texture::Texture;
use crate::gl::object::{program, sync};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Objects that contexts share. Never hold one of these locks while taking another.
#[derive(Default)]
pub struct ShareGroup {
    pub buffers: Mutex<Names<Arc<Buffer>>>,
    pub textures: Mutex<Names<Arc<Texture>>>,
    pub samplers: Mutex<Names<Arc<Sampler>>>,
    pub renderbuffers: Mutex<Names<Arc<Renderbuffer>>>,
    /// Shaders and programs.
    pub programs: Mutex<program::Objects>,
    pub syncs: Mutex<sync::Syncs>,
    /// A shader was stopped in one of the contexts, and they asked to be lost then: all of them are.
    pub lost: AtomicBool,
}

impl ShareGroup {
    /// Returns a buffer object. GL_INVALID_OPERATION for a name without one.
    pub fn buffer(&self, name: u32) -> Result<Arc<Buffer>> {
        lock(&self.buffers).existing(name)
    }

    /// Returns a texture object. GL_INVALID_OPERATION for a name without one.
    pub fn texture(&self, name: u32) -> Result<Arc<Texture>> {
        lock(&self.textures).existing(name)
    }

    /// Returns a sampler object. GL_INVALID_OPERATION for a name without one.
    pub fn sampler(&self, name: u32) -> Result<Arc<Sampler>> {
        lock(&self.samplers).existing(name)
    }

    /// Returns a renderbuffer object. GL_INVALID_OPERATION for a name without one.
    pub fn renderbuffer(&self, name: u32) -> Result<Arc<Renderbuffer>> {
        lock(&self.renderbuffers).existing(name)
    }
}
