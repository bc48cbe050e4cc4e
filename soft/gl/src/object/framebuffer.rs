//! Framebuffer objects and the default framebuffer.

use crate::config::Config;
use crate::limits;
use crate::object::image::Image;
use crate::object::names::Names;
use crate::object::renderbuffer::Renderbuffer;
use crate::object::texture::{Implicit, Texture};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Surface;
use std::sync::Arc;

/// The image that is attached to an attachment point.
#[derive(Clone, Default)]
pub enum Attachment {
    /// No image.
    #[default]
    None,
    /// A renderbuffer.
    Renderbuffer(Arc<Renderbuffer>),
    /// A level of a texture.
    Texture {
        /// The texture.
        texture: Arc<Texture>,
        /// The mipmap level.
        level: usize,
        /// True if glFramebufferTexture attached all layers.
        layered: bool,
        /// The layer, or the face of a cube map; 0 if all layers are attached.
        layer: i32,
        /// The implicit buffer of glFramebufferTexture2DMultisampleEXT.
        implicit: Option<Arc<Implicit>>,
    },
}

impl Attachment {
    /// Returns the attached image, if it exists.
    pub fn image(&self) -> Option<Image> {
        match self {
            Attachment::None => None,
            Attachment::Renderbuffer(renderbuffer) => {
                let contents = renderbuffer.contents();
                Some(Image { surface: contents.surface.clone()?, format: contents.format?, requested: contents.requested })
            }
            Attachment::Texture { implicit: Some(implicit), .. } => implicit.image(),
            Attachment::Texture { texture, level, layer, .. } => texture.image(*level, *layer as usize),
        }
    }

    /// Returns the images of all layers, if the attachment is layered and they exist. Of a cube map they are its faces.
    pub fn layers(&self) -> Option<Arc<[Surface]>> {
        let Attachment::Texture { texture, level, layered: true, .. } = self else { return None };
        let contents = texture.contents();
        let mut levels = contents.faces.iter().map(|face| face.get(*level)?.as_ref());
        if texture.kind == TextureKind::Cube {
            return levels.map(|level| level?.layers.first().cloned()).collect();
        }
        Some(levels.next()??.layers.clone())
    }

    /// Returns true if all layers of a level are attached.
    pub fn is_layered(&self) -> bool {
        matches!(self, Attachment::Texture { layered: true, .. })
    }

    /// Returns true if the image's samples are implicit, so that commands that need one sample may read it.
    pub fn has_implicit_samples(&self) -> bool {
        match self {
            Attachment::Renderbuffer(renderbuffer) => renderbuffer.contents().implicit,
            Attachment::Texture { implicit, .. } => implicit.is_some(),
            Attachment::None => false,
        }
    }

    /// Returns true if no image is attached.
    pub fn is_none(&self) -> bool {
        matches!(self, Attachment::None)
    }

    /// Returns true if both are the same image, or the same array of images.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Attachment::None, Attachment::None) => true,
            (Attachment::Renderbuffer(one), Attachment::Renderbuffer(two)) => Arc::ptr_eq(one, two),
            (
                Attachment::Texture { texture: one, level: one_level, layered: one_layered, layer: one_layer, .. },
                Attachment::Texture { texture: two, level: two_level, layered: two_layered, layer: two_layer, .. },
            ) => Arc::ptr_eq(one, two) && (one_level, one_layered, one_layer) == (two_level, two_layered, two_layer),
            _ => false,
        }
    }
}

/// A framebuffer object.
#[derive(Clone)]
pub struct Framebuffer {
    /// GL_COLOR_ATTACHMENT0 and following.
    pub colors: [Attachment; limits::MAX_COLOR_ATTACHMENTS],
    /// GL_DEPTH_ATTACHMENT.
    pub depth: Attachment,
    /// GL_STENCIL_ATTACHMENT.
    pub stencil: Attachment,
    /// By fragment output: GL_NONE or a buffer.
    pub draw_buffers: [u32; limits::MAX_DRAW_BUFFERS],
    /// GL_READ_BUFFER.
    pub read_buffer: u32,
    /// GL_FRAMEBUFFER_DEFAULT_WIDTH, HEIGHT, LAYERS, SAMPLES.
    pub default_size: [u32; 4],
    /// GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS.
    pub default_fixed_sample_locations: bool,
    /// GL_FRAMEBUFFER_FLIP_Y_MESA: row 0 of the attachments is the highest one.
    pub flip_y: bool,
}

impl Framebuffer {
    /// Creates a framebuffer without attachments. Name 0 is the default framebuffer, whose attachments are those of the window.
    pub fn new(name: u32) -> Self {
        let first = if name == 0 { GL_BACK } else { GL_COLOR_ATTACHMENT0 };
        let mut draw_buffers = [GL_NONE; limits::MAX_DRAW_BUFFERS];
        draw_buffers[0] = first;
        Self {
            colors: Default::default(),
            depth: Attachment::None,
            stencil: Attachment::None,
            draw_buffers,
            read_buffer: first,
            default_size: [0; 4],
            default_fixed_sample_locations: false,
            flip_y: false,
        }
    }

    /// Returns all attachment points: those for colours, depth, stencil.
    pub fn attachments(&self) -> impl Iterator<Item = &Attachment> {
        self.colors.iter().chain([&self.depth, &self.stencil])
    }
}

/// Framebuffers of a context.
pub struct Framebuffers {
    /// Framebuffer objects by name.
    pub objects: Names<Framebuffer>,
    /// Draw and read buffer of the default framebuffer; its attachments are unused.
    pub default: Framebuffer,
    /// Name of the bound draw framebuffer.
    pub draw: u32,
    /// Name of the bound read framebuffer.
    pub read: u32,
}

impl Framebuffers {
    /// Creates the default framebuffer, bound.
    pub fn new(_config: &Config) -> Self {
        Self { objects: Names::default(), default: Framebuffer::new(0), draw: 0, read: 0 }
    }

    /// Returns a framebuffer by name.
    pub fn get(&self, name: u32) -> &Framebuffer {
        self.objects.get(name).unwrap_or(&self.default)
    }

    /// Returns a framebuffer by name.
    pub fn get_mut(&mut self, name: u32) -> &mut Framebuffer {
        self.objects.get_mut(name).unwrap_or(&mut self.default)
    }

    /// Detaches a deleted texture from the bound framebuffers.
    pub fn detach_texture(&mut self, texture: &Arc<Texture>) {
        self.detach(|attachment| matches!(attachment, Attachment::Texture { texture: attached, .. } if Arc::ptr_eq(attached, texture)));
    }

    /// Detaches a deleted renderbuffer from the bound framebuffers.
    pub fn detach_renderbuffer(&mut self, renderbuffer: &Arc<Renderbuffer>) {
        self.detach(|attachment| matches!(attachment, Attachment::Renderbuffer(attached) if Arc::ptr_eq(attached, renderbuffer)));
    }

    /// Detaches the attachments that `is_it` selects from the bound framebuffers.
    pub fn detach(&mut self, is_it: impl Fn(&Attachment) -> bool) {
        for name in [self.draw, self.read] {
            let Some(framebuffer) = self.objects.get_mut(name) else { continue };
            let points = framebuffer.colors.iter_mut().chain([&mut framebuffer.depth, &mut framebuffer.stencil]);
            points.filter(|point| is_it(point)).for_each(|point| *point = Attachment::None);
        }
    }
}
