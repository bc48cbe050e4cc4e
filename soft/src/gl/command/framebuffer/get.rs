//! The getters of attachments.

use super::attachments::color_index;
use super::objects::{bound, named};
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::format::{self, InternalFormat};
use crate::gl::object::framebuffer::Attachment;
use crate::gl::object::names::lock;
use crate::gl::pointer::Out;
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    fn glGetFramebufferAttachmentParameteriv(target: u32, attachment: u32, name: u32, value: Out<i32>) => bound_attachment;
    fn glGetNamedFramebufferAttachmentParameteriv(framebuffer: u32, attachment: u32, name: u32, value: Out<i32>) => named_attachment;
    alias glGetFramebufferAttachmentParameterivEXT = glGetFramebufferAttachmentParameteriv;
    alias glGetFramebufferAttachmentParameterivOES = glGetFramebufferAttachmentParameteriv;
}

/// Returns a parameter of an image's format; `None` for other names.
fn format_parameter(format: &InternalFormat, attachment: u32, name: u32) -> Option<Result<i32>> {
    let bits = |index: usize| Some(Ok(format.bits[index].into()));
    match name {
        GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE => bits(0),
        GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE => bits(1),
        GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE => bits(2),
        GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE => bits(3),
        GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE => bits(4),
        GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE => bits(5),
        GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING => Some(Ok(if format.is_srgb() { GL_SRGB } else { GL_LINEAR } as i32)),
        GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE => match attachment {
            // "An INVALID_OPERATION error is generated if attachment is DEPTH_STENCIL_ATTACHMENT and pname is
            // FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE." [GL 4.4, 9.2.3]
            GL_DEPTH_STENCIL_ATTACHMENT => Some(Err(GL_INVALID_OPERATION)),
            GL_STENCIL_ATTACHMENT | GL_STENCIL => Some(Ok(GL_UNSIGNED_INT as i32)),
            _ => Some(Ok(format.component_type as i32)),
        },
        _ => None,
    }
}

/// Returns a parameter of a buffer of the default framebuffer.
fn default_attachment(context: &Context, read: bool, attachment: u32, name: u32) -> Result<i32> {
    // Without a surface, all buffers are absent.
    let surface = if read { &context.read_surface } else { &context.draw_surface };
    let buffers = surface.as_ref().map(|surface| lock(surface));
    let buffers = buffers.as_deref();
    let (format, bits) = match attachment {
        // "If the default framebuffer is bound to target, then attachment must be BACK, identifying the color buffer; DEPTH, identifying the depth
        // buffer; or STENCIL, identifying the stencil buffer." [ES 3.0, 6.1.13] Others are no names: "If a command that requires an enumerated value
        // is passed a symbolic constant that is not one of those specified as allowable for that command, an INVALID_ENUM error is generated."
        // [GL 4.4, 2.3.1]
        GL_FRONT | GL_FRONT_LEFT | GL_FRONT_RIGHT | GL_BACK_LEFT | GL_BACK_RIGHT if context.is_es() => return Err(GL_INVALID_ENUM),
        GL_FRONT_LEFT | GL_BACK_LEFT | GL_FRONT | GL_BACK => {
            (buffers.and_then(|buffers| format::of_window(buffers.color.format, buffers.alpha_bits > 0)), 1)
        }
        GL_DEPTH | GL_STENCIL => {
            let surface = buffers.and_then(|buffers| buffers.depth_stencil.as_ref());
            let bits = buffers.map_or(0, |buffers| if attachment == GL_DEPTH { buffers.depth_bits } else { buffers.stencil_bits });
            (surface.and_then(|surface| format::of_window(surface.format, false)), bits)
        }
        GL_FRONT_RIGHT | GL_BACK_RIGHT => (None, 0),
        GL_AUX0..=GL_AUX3 if context.config.api == Api::Compatibility => (None, 0),
        // "GL_INVALID_OPERATION is generated if attachment is not one of the accepted framebuffer attachment points, as described above."
        // [reference page glGetFramebufferAttachmentParameter]
        GL_DEPTH_ATTACHMENT | GL_STENCIL_ATTACHMENT | GL_DEPTH_STENCIL_ATTACHMENT => return Err(GL_INVALID_OPERATION),
        GL_COLOR_ATTACHMENT0..=GL_COLOR_ATTACHMENT31 => return Err(GL_INVALID_OPERATION),
        // "If a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as allowable for that
        // command, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
        _ => return Err(GL_INVALID_ENUM),
    };
    let present = format.filter(|_| bits > 0);
    match (name, present) {
        (GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, Some(_)) => Ok(GL_FRAMEBUFFER_DEFAULT as i32),
        (GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, None) => Ok(GL_NONE as i32),
        (GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, None) => Ok(0),
        // The surface may have more bits than the window was made with.
        (GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE, _) if attachment == GL_DEPTH || attachment == GL_STENCIL => {
            Ok(buffers.map_or(0, |buffers| buffers.depth_bits).into())
        }
        (GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE, _) if attachment == GL_DEPTH || attachment == GL_STENCIL => {
            Ok(buffers.map_or(0, |buffers| buffers.stencil_bits).into())
        }
        // "An INVALID_ENUM error is generated by any combinations of framebuffer type and pname not described above." [GL 4.4, 9.2.3]
        (name, Some(format)) => format_parameter(format, attachment, name).unwrap_or(Err(GL_INVALID_ENUM)),
        // "If the value of FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE is NONE, no framebuffer is bound to target. In this case querying pname
        // FRAMEBUFFER_ATTACHMENT_OBJECT_NAME will return zero, and all other queries will generate an INVALID_OPERATION error." [GL 4.4, 9.2.3]
        (_, None) => Err(GL_INVALID_OPERATION),
    }
}

/// Returns a parameter of an attachment.
fn get(context: &Context, framebuffer: u32, read: bool, attachment: u32, name: u32) -> Result<i32> {
    if framebuffer == 0 {
        return default_attachment(context, read, attachment, name);
    }
    let framebuffer = context.framebuffers.get(framebuffer);
    let attached = match attachment {
        GL_DEPTH_ATTACHMENT => &framebuffer.depth,
        GL_STENCIL_ATTACHMENT => &framebuffer.stencil,
        GL_DEPTH_STENCIL_ATTACHMENT if framebuffer.depth.is_same(&framebuffer.stencil) => &framebuffer.depth,
        // "If attachment is DEPTH_STENCIL_ATTACHMENT, and different objects are bound to the depth and stencil attachment points of target, the
        // query will fail and generate an INVALID_OPERATION error." [GL 4.4, 9.2.3]
        GL_DEPTH_STENCIL_ATTACHMENT => return Err(GL_INVALID_OPERATION),
        _ => &framebuffer.colors[color_index(attachment)?],
    };
    match (attached, name) {
        (Attachment::None, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => Ok(GL_NONE as i32),
        (Attachment::None, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => Ok(0),
        // OpenGL ES 2.0 has no sentence for missing attachments but that for names that do not apply: "An INVALID_ENUM error is generated by any
        // combinations of framebuffer type and pname not described above." [GL 4.4, 9.2.3]
        (Attachment::None, _) if context.is_es() && context.config.version < (3, 0) => Err(GL_INVALID_ENUM),
        // "If the value of FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE is NONE, no framebuffer is bound to target. In this case querying pname
        // FRAMEBUFFER_ATTACHMENT_OBJECT_NAME will return zero, and all other queries will generate an INVALID_OPERATION error." [GL 4.4, 9.2.3]
        (Attachment::None, _) => Err(GL_INVALID_OPERATION),
        (Attachment::Renderbuffer(_), GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => Ok(GL_RENDERBUFFER as i32),
        (Attachment::Renderbuffer(renderbuffer), GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => Ok(renderbuffer.name as i32),
        (Attachment::Texture { .. }, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => Ok(GL_TEXTURE as i32),
        (Attachment::Texture { texture, .. }, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => Ok(texture.name as i32),
        (Attachment::Texture { level, .. }, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL) => Ok(*level as i32),
        (Attachment::Texture { texture, layered, layer, .. }, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) => {
            let face = GL_TEXTURE_CUBE_MAP_POSITIVE_X as i32 + layer;
            Ok(if texture.kind == TextureKind::Cube && !layered { face } else { 0 })
        }
        // The layer of a cube map is its face, which has a name of its own.
        (Attachment::Texture { texture, layer, .. }, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER) => {
            Ok(if texture.kind == TextureKind::Cube { 0 } else { *layer })
        }
        (Attachment::Texture { implicit, .. }, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT) if context.is_es() => {
            Ok(implicit.as_ref().map_or(0, |implicit| implicit.samples as i32))
        }
        (Attachment::Texture { layered, .. }, GL_FRAMEBUFFER_ATTACHMENT_LAYERED) => Ok((*layered).into()),
        (attached, name) => match attached.image() {
            // "An INVALID_ENUM error is generated by any combinations of framebuffer type and pname not described above." [GL 4.4, 9.2.3]
            Some(image) => format_parameter(image.format, attachment, name).unwrap_or(Err(GL_INVALID_ENUM)),
            // An undefined image has no bits; its colours are linear.
            None if name == GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING => Ok(GL_LINEAR as i32),
            None => {
                let parameter = format::sized(GL_R8).and_then(|format| format_parameter(format, attachment, name));
                parameter.map_or(Err(GL_INVALID_ENUM), |value| value.map(|_| 0))
            }
        },
    }
}

/// Implements glGetFramebufferAttachmentParameteriv.
pub fn bound_attachment(context: &mut Context, target: u32, attachment: u32, name: u32, value: Out<i32>) -> Result<()> {
    let framebuffer = bound(context, target)?;
    value.set(get(context, framebuffer, target == GL_READ_FRAMEBUFFER, attachment, name)?);
    Ok(())
}

fn named_attachment(context: &mut Context, framebuffer: u32, attachment: u32, name: u32, value: Out<i32>) -> Result<()> {
    let framebuffer = named(context, framebuffer)?;
    value.set(get(context, framebuffer, false, attachment, name)?);
    Ok(())
}
