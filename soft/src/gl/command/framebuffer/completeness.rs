//! Framebuffer completeness.

use crate::gl::context::Context;
use crate::gl::object::framebuffer::{Attachment, Framebuffer};
use crate::tokens::*;

/// Returns a framebuffer's status: GL_FRAMEBUFFER_COMPLETE, or the first rule that it breaks. Of the default framebuffer, `read` selects the read
/// surface, otherwise the draw surface.
pub fn status(context: &Context, name: u32, read: bool) -> u32 {
    if name == 0 {
        let surface = if read { &context.read_surface } else { &context.draw_surface };
        return if surface.is_some() { GL_FRAMEBUFFER_COMPLETE } else { GL_FRAMEBUFFER_UNDEFINED };
    }
    object_status(context, context.framebuffers.get(name))
}

/// Returns the status of a framebuffer object.
fn object_status(context: &Context, framebuffer: &Framebuffer) -> u32 {
    let es = context.is_es();
    let mut size = None;
    let mut sizes_differ = false;
    let mut any = false;
    let colors = framebuffer.colors.iter().map(|attachment| (attachment, 0));
    let points = colors.chain([(&framebuffer.depth, 1), (&framebuffer.stencil, 2)]);
    for (attachment, point) in points.filter(|(attachment, _)| !attachment.is_none()) {
        any = true;
        let Some(image) = attachment.image() else { return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT };
        let renderable = match point {
            0 => image.format.is_color() && image.format.color_renderable(es),
            1 => image.format.has_depth(),
            _ => image.format.has_stencil(),
        };
        let dimensions = (image.surface.width, image.surface.height);
        if !renderable || dimensions.0 == 0 || dimensions.1 == 0 || !level_in_chain(attachment) {
            return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
        }
        sizes_differ |= *size.get_or_insert(dimensions) != dimensions;
    }
    if !any {
        let [width, height, ..] = framebuffer.default_size;
        if width == 0 || height == 0 {
            return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
        }
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

/// Returns true if an attached level exists: an immutable texture has only the levels that it was made with.
fn level_in_chain(attachment: &Attachment) -> bool {
    let Attachment::Texture { texture, level, .. } = attachment else { return true };
    let levels = texture.contents().immutable_levels as usize;
    levels == 0 || *level < levels
}
