//! A resource: an object of a target and an internal format, and what commands and shaders can do with it.

use crate::command::renderbuffer;
use crate::command::texture::internal_formats;
use crate::context::Context;
use crate::limits;
use crate::object::format::{InternalFormat, class};
use crate::tokens::*;
use base::core::sample_positions::MAX_SAMPLES;
use base::hir::TextureKind;
use base::image::unit_formats;

/// What a target of glGetInternalformat stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usage {
    /// A texture of a kind.
    Texture(TextureKind),
    /// A renderbuffer.
    Renderbuffer,
}

impl Usage {
    /// Returns true if resources can have several samples.
    pub(super) fn is_multisampled(self) -> bool {
        matches!(self, Self::Renderbuffer | Self::Texture(TextureKind::D2Multisample | TextureKind::D2MultisampleArray))
    }
}

/// An object "that has been created with internalformat and target" [GL 4.4, 22.3].
pub(super) struct Resource {
    usage: Usage,
    /// The internal format of the application.
    requested: u32,
    /// The format that the driver stores.
    pub(super) format: &'static InternalFormat,
}

impl Resource {
    /// Returns the resource; `None` if no command makes it.
    pub(super) fn new(context: &Context, usage: Usage, requested: u32) -> Option<Self> {
        let format = match usage {
            Usage::Texture(kind) => internal_formats::of_kind(context, kind, requested),
            Usage::Renderbuffer => renderbuffer::renderable(context, requested).ok(),
        };
        format.map(|format| Self { usage, requested, format })
    }

    /// Returns the kind of texture.
    fn kind(&self) -> Option<TextureKind> {
        match self.usage {
            Usage::Texture(kind) => Some(kind),
            Usage::Renderbuffer => None,
        }
    }

    /// Returns true if the resource is a texture with images of a kind for which `holds` is true.
    fn has_images(&self, holds: impl Fn(TextureKind) -> bool) -> bool {
        self.kind().is_some_and(|kind| kind != TextureKind::Buffer && holds(kind))
    }

    /// Returns the internal format that the driver stores: the application's, unless that leaves the driver a choice.
    pub(super) fn preferred(&self) -> u32 {
        self.format.token
    }

    /// Returns the bits of a component: red, green, blue, alpha, depth, stencil.
    pub(super) fn bits(&self, component: usize) -> u64 {
        self.format.bits.get(component).copied().unwrap_or(0).into()
    }

    /// Returns the type of a component, if the format has it.
    pub(super) fn component_type(&self, component: usize) -> Option<u32> {
        let ty = if component == 5 { GL_UNSIGNED_INT } else { self.format.component_type };
        (self.bits(component) > 0).then_some(ty)
    }

    /// Returns the largest width, height and depth; 0 for dimensions that the resource lacks.
    pub(super) fn largest(&self) -> [u32; 3] {
        match self.usage {
            Usage::Texture(kind) => internal_formats::largest_size(kind),
            Usage::Renderbuffer => [limits::MAX_RENDERBUFFER_SIZE, limits::MAX_RENDERBUFFER_SIZE, 0],
        }
    }

    /// Returns the largest number of layers.
    pub(super) fn most_layers(&self) -> u64 {
        let [_, height, depth] = self.largest();
        match self.kind() {
            Some(TextureKind::D1Array) => height.into(),
            Some(TextureKind::D2Array | TextureKind::CubeArray | TextureKind::D2MultisampleArray) => depth.into(),
            _ => 0,
        }
    }

    /// Returns the largest product of width, height, depth, faces and samples: as many texels as one level may have.
    pub(super) fn most_texels(&self) -> u64 {
        let product: u64 = self.largest().iter().map(|&size| u64::from(size.max(1))).product();
        let faces = if self.kind() == Some(TextureKind::Cube) { 6 } else { 1 };
        let samples = if self.kind().is_some() && self.has_samples() { MAX_SAMPLES as u64 } else { 1 };
        (product * faces * samples).min(limits::MAX_LEVEL_BYTES / u64::from(self.format.format.bytes()))
    }

    /// Returns true if the resource can have several samples.
    pub(super) fn has_samples(&self) -> bool {
        self.usage.is_multisampled() && self.is_attachable()
    }

    /// Returns true if the resource can be attached to a framebuffer that is complete with it.
    pub(super) fn is_attachable(&self) -> bool {
        self.kind() != Some(TextureKind::Buffer) && (!self.format.is_color() || self.format.color_renderable(false))
    }

    /// Returns true if framebuffers can have several layers of the resource.
    pub(super) fn is_layered(&self) -> bool {
        use TextureKind::*;
        self.has_images(|kind| matches!(kind, D3 | Cube | D1Array | D2Array | CubeArray | D2MultisampleArray))
    }

    /// Returns true if colours are blended into the resource.
    pub(super) fn has_blending(&self) -> bool {
        self.is_attachable() && self.format.is_color() && !self.format.is_integer()
    }

    /// Returns true if glReadPixels reads the resource: one without samples.
    pub(super) fn has_read_pixels(&self) -> bool {
        self.is_attachable() && (self.usage == Usage::Renderbuffer || !self.usage.is_multisampled())
    }

    /// Returns true if glTexImage makes the resource.
    pub(super) fn has_uploads(&self) -> bool {
        self.kind().is_some_and(|kind| internal_formats::are_made_from_texels(kind, self.format))
    }

    /// Returns true if glGetTexImage reads the resource.
    pub(super) fn has_downloads(&self) -> bool {
        self.kind().is_some_and(internal_formats::are_read)
    }

    /// Returns the format and type of pixels for a command, if the resource has the command.
    pub(super) fn pixels(&self, has_command: fn(&Self) -> bool) -> Option<(u32, u32)> {
        has_command(self).then(|| self.format.pixels())
    }

    /// Returns true if the resource has several levels.
    pub(super) fn has_mipmaps(&self) -> bool {
        self.kind().is_some_and(internal_formats::have_levels)
    }

    /// Returns true if glGenerateMipmap makes the levels of the resource.
    pub(super) fn has_generated_mipmaps(&self) -> bool {
        self.kind().is_some_and(|kind| internal_formats::have_generated_levels(kind, self.format))
    }

    /// Returns GL_LINEAR or GL_SRGB for colours.
    pub(super) fn encoding(&self) -> Option<u32> {
        self.format.is_color().then_some(if self.format.is_srgb() { GL_SRGB } else { GL_LINEAR })
    }

    /// Returns true if shaders sample the resource.
    pub(super) fn is_sampled(&self) -> bool {
        self.kind().is_some()
    }

    /// Returns true if shaders sample the resource, and framebuffers can have it.
    pub(super) fn is_sampled_target(&self) -> bool {
        self.is_sampled() && self.is_attachable()
    }

    /// Returns true if linear filters apply to the resource.
    pub(super) fn has_linear_filters(&self) -> bool {
        self.has_images(|_| !self.usage.is_multisampled()) && self.format.filterable()
    }

    /// Returns true if filters take the least and the greatest texel of the resource.
    pub(super) fn has_reductions(&self) -> bool {
        self.has_images(|_| !self.usage.is_multisampled()) && self.format.base != GL_STENCIL_INDEX
    }

    /// Returns true if shadow samplers read the resource.
    pub(super) fn has_comparisons(&self) -> bool {
        self.has_images(|kind| kind != TextureKind::D3 && !self.usage.is_multisampled()) && self.format.has_depth()
    }

    /// Returns true if textureGather reads the resource.
    pub(super) fn has_gathers(&self) -> bool {
        use TextureKind::*;
        self.has_images(|kind| matches!(kind, D2 | Rect | Cube | D2Array | CubeArray))
    }

    /// Returns the format if image units can have it, and the resource.
    pub(super) fn image_unit(&self) -> Option<&'static InternalFormat> {
        (self.kind().is_some() && unit_formats::of_token(self.requested).is_some()).then_some(self.format)
    }

    /// Returns true if glClearBufferData takes the format.
    pub(super) fn is_buffer(&self) -> bool {
        self.kind() == Some(TextureKind::Buffer)
    }

    /// Returns true if glClearTexImage clears the resource.
    pub(super) fn has_clears(&self) -> bool {
        self.has_images(|_| self.format.codec.is_none())
    }

    /// Returns true if the resource can have views: an immutable texture, which has a sized format.
    pub(super) fn has_views(&self) -> bool {
        self.has_images(|_| self.requested == self.format.token)
    }

    /// Returns the class of the formats that views can have.
    pub(super) fn view_class(&self) -> Option<u32> {
        class::view_class(self.format).filter(|_| self.has_views())
    }
}
