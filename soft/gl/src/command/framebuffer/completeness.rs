//! Framebuffer completeness.

use crate::context::Context;
use crate::limits;
use crate::object::framebuffer::{Attachment, Framebuffer};
use crate::object::image::Image;
use crate::object::texture::Contents;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Surface;

/// Returns a framebuffer's status: GL_FRAMEBUFFER_COMPLETE, or the first rule that it breaks. Of the default framebuffer, `read` selects the read
/// surface, otherwise the draw surface.
pub fn status(context: &Context, name: u32, read: bool) -> u32 {
    if name == 0 {
        let surface = if read { &context.read_surface } else { &context.draw_surface };
        return if surface.is_some() { GL_FRAMEBUFFER_COMPLETE } else { GL_FRAMEBUFFER_UNDEFINED };
    }
    object_status(context, context.framebuffers.get(name))
}

/// An attachment point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Color,
    Depth,
    Stencil,
}

/// Returns the status of a framebuffer object.
fn object_status(context: &Context, framebuffer: &Framebuffer) -> u32 {
    let es = context.is_es();
    let mut size = None;
    let mut sizes_differ = false;
    let mut first = None;
    let (mut samples, mut samples_differ) = (None, false);
    let (mut layers_differ, mut first_color) = (false, None);
    let colors = framebuffer.colors.iter().map(|attachment| (attachment, Point::Color));
    let points = colors.chain([(&framebuffer.depth, Point::Depth), (&framebuffer.stencil, Point::Stencil)]);
    for (attachment, point) in points.filter(|(attachment, _)| !attachment.is_none()) {
        let Some(dimensions) = complete_size(attachment, point, es) else { return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT };
        sizes_differ |= *size.get_or_insert(dimensions) != dimensions;
        let of_image = multisampling(attachment);
        samples_differ |= *samples.get_or_insert(of_image) != of_image;
        layers_differ |= attachment.is_layered() != *first.get_or_insert(attachment.is_layered());
        if let (Point::Color, Attachment::Texture { texture, layered: true, .. }) = (point, attachment) {
            layers_differ |= *first_color.get_or_insert(texture.kind) != texture.kind;
        }
    }
    if first.is_none() {
        let [width, height, ..] = framebuffer.default_size;
        if width == 0 || height == 0 {
            return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
        }
    }
    // "The value of RENDERBUFFER_SAMPLES is the same for all attached renderbuffers; the value of TEXTURE_SAMPLES is the same for all attached
    // textures; and, if the attached images are a mix of renderbuffers and textures, the value of RENDERBUFFER_SAMPLES matches the value of
    // TEXTURE_SAMPLES." [GL 4.4, 9.4.2]
    // "The value of TEXTURE_FIXED_SAMPLE_LOCATIONS is the same for all attached textures; and, if the attached images are a mix of renderbuffers
    // and textures, the value of TEXTURE_FIXED_SAMPLE_LOCATIONS must be TRUE for all attached textures." [GL 4.4, 9.4.2]
    if samples_differ {
        return GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
    }
    // "If any framebuffer attachment is layered, all populated attachments must be layered. Additionally, all populated color attachments must be
    // from textures of the same target" [GL 4.4, 9.4.2]
    if layers_differ {
        return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
    }
    if sizes_differ && es && context.config.version < (3, 0) {
        return GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT;
    }
    let both = !framebuffer.depth.is_none() && !framebuffer.stencil.is_none();
    if both && es && context.config.version >= (3, 0) && !framebuffer.depth.is_same(&framebuffer.stencil) {
        return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    GL_FRAMEBUFFER_COMPLETE
}

/// Returns the samples of an attachment's image, true if their locations are fixed, and true if they are implicit. The locations of
/// renderbuffers and of images without multisampling are fixed.
fn multisampling(attachment: &Attachment) -> (u32, bool, bool) {
    // "all or none of the attached renderbuffers have been allocated using RenderbufferStorageMultisampleEXT; if the value of TEXTURES_SAMPLES is
    // non-zero, all or none of the attached textures have been attached using FramebufferTexture2DMultisampleEXT."
    // [EXT_multisampled_render_to_texture]
    match attachment {
        Attachment::Texture { implicit: Some(implicit), .. } => (implicit.samples, true, true),
        Attachment::Texture { texture, level, .. } => {
            let multisampling = texture.level(0, *level).and_then(|level| level.multisampling);
            multisampling.map_or((0, true, false), |multisampling| (multisampling.samples, multisampling.fixed_locations, false))
        }
        Attachment::Renderbuffer(renderbuffer) => {
            let contents = renderbuffer.contents();
            (contents.samples as u32, true, contents.implicit)
        }
        Attachment::None => (0, true, false),
    }
}

/// Returns width and height of an attachment point's image; `None` if the attachment is incomplete.
fn complete_size(attachment: &Attachment, point: Point, es: bool) -> Option<(u32, u32)> {
    // "If image is a three-dimensional texture or a one-or two-dimensional array texture and the attachment is not layered, the selected layer is
    // less than the depth or layer count of the texture." [GL 4.4, 9.4.1] No image exists otherwise.
    let image = attachment.image()?;
    let renderable = match point {
        Point::Color => image.format.is_color() && image.format.color_renderable(es) && !(es && is_unrenderable_unsized(&image)),
        Point::Depth => image.format.has_depth(),
        Point::Stencil => image.format.has_stencil(),
    };
    let (width, height) = (image.surface.width, image.surface.height);
    (renderable && width > 0 && height > 0 && layers_are_alike(attachment) && level_in_chain(attachment)).then_some((width, height))
}

/// Returns true for the unsized formats of OES_texture_float and EXT_texture_type_2_10_10_10_REV: OpenGL ES renders to sized ones of their kind.
fn is_unrenderable_unsized(image: &Image) -> bool {
    // "If OES_texture_half_float is supported, textures created with: <internalformat> = RGBA <format> = RGBA <type> = HALF_FLOAT_OES are
    // renderable." [EXT_color_buffer_half_float]
    // The same holds here for RGB.
    let half = matches!(image.format.token, GL_RGBA16F | GL_RGB16F);
    let beyond = (image.format.component_type == GL_FLOAT && !half) || image.format.token == GL_RGB10_A2;
    beyond && image.requested != image.format.token
}

/// Returns true if a layered attachment has images of one size and format in all its layers, and no more layers than a framebuffer can have.
fn layers_are_alike(attachment: &Attachment) -> bool {
    if !attachment.is_layered() {
        return true;
    }
    // "If image is a three-dimensional texture or a one-or two-dimensional array texture and the attachment is layered, the depth or layer count of
    // the texture is less than or equal to the value of the implementation-dependent limit MAX_FRAMEBUFFER_LAYERS." [GL 4.4, 9.4.1]
    let Some(layers) = attachment.layers().filter(|layers| layers.len() <= limits::MAX_FRAMEBUFFER_LAYERS as usize) else { return false };
    // The faces of a cube map may differ, also in internal formats of which the driver stores the same texels.
    if let Attachment::Texture { texture, level, .. } = attachment {
        let contents = texture.attached_contents();
        let levels: Vec<_> = contents.faces.iter().map(|face| face.get(*level)?.as_ref()).collect();
        if !levels.windows(2).all(|pair| pair[0].zip(pair[1]).is_some_and(|(one, other)| one.is_alike(other))) {
            return false;
        }
    }
    let properties = |surface: &Surface| (surface.width, surface.height, surface.format);
    layers.windows(2).all(|pair| properties(&pair[0]) == properties(&pair[1]))
}

/// Returns true if an attached level is one that the texture's mipmap has, or may get.
fn level_in_chain(attachment: &Attachment) -> bool {
    let Attachment::Texture { texture, level, .. } = attachment else { return true };
    let contents = texture.attached_contents();
    // An immutable texture has only the levels that it was made with.
    if contents.immutable_levels > 0 {
        return *level < contents.immutable_levels as usize;
    }
    // "If image is a non-immutable format texture, the selected level number is in the range [levelbase , q]" [GL 4.4, 9.4.1]. Drivers do not ask
    // for that where the texture is mipmap complete: programs draw to a level while base and maximum level select the one before for sampling.
    // "If image is a non-immutable format texture and the selected level is not levelbase , the texture must be mipmap complete; if image is part
    // of a cube-map texture, the texture must also be mipmap cube complete." [GL 4.4, 9.4.1]
    let cube = texture.kind != TextureKind::Cube || contents.is_cube_complete();
    *level == contents.base_level as usize || cube && is_mipmap_complete(&contents, texture.kind)
}

/// Returns true if a texture has all levels from the base level to the last, each half as large as the one before, and in one format.
fn is_mipmap_complete(contents: &Contents, kind: TextureKind) -> bool {
    let base = contents.base_level as usize;
    let max = contents.max_level as usize;
    contents.faces.iter().all(|levels| {
        let Some(first) = levels.get(base).and_then(Option::as_ref) else { return false };
        let depth = if kind == TextureKind::D3 { first.layers.len() as u32 } else { 1 };
        let largest = first.width.max(first.height).max(depth);
        let last = max.min(base + largest.checked_ilog2().unwrap_or(0) as usize);
        base <= max
            && (base..=last).all(|index| {
                let half = |size: u32| (size >> (index - base)).max(1);
                let layers = if kind == TextureKind::D3 { half(depth) as usize } else { first.layers.len() };
                let level = levels.get(index).and_then(Option::as_ref);
                level.is_some_and(|level| {
                    (level.width, level.height, level.layers.len()) == (half(first.width), half(first.height), layers)
                        && std::ptr::eq(level.format, first.format)
                })
            })
    })
}
