//! Attaching images, and framebuffer parameters.

use super::objects::{bound, named};
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::log::log_once;
use crate::gl::object::framebuffer::{Attachment, Framebuffer};
use crate::gl::pointer::Out;
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    #[not_in_lists] fn glFramebufferTexture(target: u32, attachment: u32, texture: u32, level: i32) => texture_level;
    #[not_in_lists] fn glFramebufferTexture1D(target: u32, attachment: u32, face: u32, texture: u32, level: i32) => texture_1d;
    #[not_in_lists] fn glFramebufferTexture2D(target: u32, attachment: u32, face: u32, texture: u32, level: i32) => texture_2d;
    #[not_in_lists] fn glFramebufferTexture3D(target: u32, attachment: u32, face: u32, texture: u32, level: i32, layer: i32) => texture_3d;
    #[not_in_lists] fn glFramebufferTextureLayer(target: u32, attachment: u32, texture: u32, level: i32, layer: i32) => texture_layer;
    #[not_in_lists] fn glFramebufferRenderbuffer(target: u32, attachment: u32, kind: u32, renderbuffer: u32) => bound_renderbuffer;
    fn glNamedFramebufferTexture(framebuffer: u32, attachment: u32, texture: u32, level: i32) => named_texture;
    fn glNamedFramebufferTextureLayer(framebuffer: u32, attachment: u32, texture: u32, level: i32, layer: i32) => named_texture_layer;
    fn glNamedFramebufferRenderbuffer(framebuffer: u32, attachment: u32, kind: u32, renderbuffer: u32) => named_renderbuffer;
    #[not_in_lists] fn glFramebufferParameteri(target: u32, name: u32, value: i32) => set_parameter;
    fn glNamedFramebufferParameteri(framebuffer: u32, name: u32, value: i32) => set_named_parameter;
    fn glGetFramebufferParameteriv(target: u32, name: u32, value: Out<i32>) => get_parameter;
    fn glGetNamedFramebufferParameteriv(framebuffer: u32, name: u32, value: Out<i32>) => get_named_parameter;
    alias glFramebufferTextureARB = glFramebufferTexture;
    alias glFramebufferTextureEXT = glFramebufferTexture;
    alias glFramebufferTextureOES = glFramebufferTexture;
    alias glFramebufferTexture1DEXT = glFramebufferTexture1D;
    alias glFramebufferTexture2DEXT = glFramebufferTexture2D;
    alias glFramebufferTexture3DEXT = glFramebufferTexture3D;
    alias glFramebufferTexture3DOES = glFramebufferTexture3D;
    alias glFramebufferTextureLayerARB = glFramebufferTextureLayer;
    alias glFramebufferTextureLayerEXT = glFramebufferTextureLayer;
    alias glFramebufferRenderbufferEXT = glFramebufferRenderbuffer;
}

/// A framebuffer object that can be changed; the default framebuffer cannot (GL_INVALID_OPERATION).
fn object(context: &mut Context, name: u32) -> Result<&mut Framebuffer> {
    context.framebuffers.objects.get_mut(name).ok_or(GL_INVALID_OPERATION)
}

/// The number of a colour attachment. GL_INVALID_OPERATION for those beyond the limit, GL_INVALID_ENUM for other tokens.
pub(super) fn color_index(attachment: u32) -> Result<usize> {
    match attachment.wrapping_sub(GL_COLOR_ATTACHMENT0) as usize {
        index if index < limits::MAX_COLOR_ATTACHMENTS => Ok(index),
        0..32 => Err(GL_INVALID_OPERATION),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn attach(context: &mut Context, framebuffer: u32, point: u32, attachment: Attachment) -> Result<()> {
    let framebuffer = object(context, framebuffer)?;
    match point {
        GL_DEPTH_ATTACHMENT => framebuffer.depth = attachment,
        GL_STENCIL_ATTACHMENT => framebuffer.stencil = attachment,
        GL_DEPTH_STENCIL_ATTACHMENT => {
            framebuffer.depth = attachment.clone();
            framebuffer.stencil = attachment;
        }
        _ => framebuffer.colors[color_index(point)?] = attachment,
    }
    Ok(())
}

/// Checks the attachment point before anything else is looked at.
fn check_point(context: &mut Context, framebuffer: u32, point: u32) -> Result<()> {
    object(context, framebuffer)?;
    match point {
        GL_DEPTH_ATTACHMENT | GL_STENCIL_ATTACHMENT | GL_DEPTH_STENCIL_ATTACHMENT => Ok(()),
        _ => color_index(point).map(drop),
    }
}

/// Attaches a texture's level. `face` is the command's texture target, None for commands without; `layer` likewise.
fn attach_texture(
    context: &mut Context,
    framebuffer: u32,
    point: u32,
    face: Option<&[TextureKind]>,
    name: u32,
    level: i32,
    layer: Option<i32>,
) -> Result<()> {
    check_point(context, framebuffer, point)?;
    if name == 0 {
        return attach(context, framebuffer, point, Attachment::None);
    }
    // Commands without a target know no such texture: that is a value; with one it is an operation.
    let missing = if face.is_none() { GL_INVALID_VALUE } else { GL_INVALID_OPERATION };
    let texture = context.share.texture(name).map_err(|_| missing)?;
    if face.is_some_and(|kinds| !kinds.contains(&texture.kind)) || texture.kind == TextureKind::Buffer {
        return Err(GL_INVALID_OPERATION);
    }
    let levels = match texture.kind {
        TextureKind::Rect | TextureKind::D2Multisample | TextureKind::D2MultisampleArray => 1,
        _ => limits::MAX_TEXTURE_LEVELS,
    };
    let level = usize::try_from(level).ok().filter(|&level| level < levels).ok_or(GL_INVALID_VALUE)?;
    if layer.is_some_and(|layer| layer < 0) {
        return Err(GL_INVALID_VALUE);
    }
    let flat = matches!(texture.kind, TextureKind::D1 | TextureKind::D2 | TextureKind::Rect | TextureKind::D2Multisample);
    if layer.is_some() && flat {
        return Err(GL_INVALID_OPERATION);
    }
    if !flat {
        log_once("glFramebufferTexture", "was given a texture of a kind without images yet");
    }
    let layered = layer.is_none() && !flat;
    attach(context, framebuffer, point, Attachment::Texture { texture, level, layered, layer: layer.unwrap_or(0) })
}

/// The kinds of texture that a face or texture target names in glFramebufferTexture2D.
fn kinds_of_face(context: &Context, face: u32) -> Result<&'static [TextureKind]> {
    match face {
        GL_TEXTURE_2D => Ok(&[TextureKind::D2]),
        GL_TEXTURE_RECTANGLE if !context.is_es() => Ok(&[TextureKind::Rect]),
        GL_TEXTURE_2D_MULTISAMPLE => Ok(&[TextureKind::D2Multisample]),
        GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z => Ok(&[TextureKind::Cube]),
        GL_TEXTURE_1D | GL_TEXTURE_3D => Err(GL_INVALID_OPERATION),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn texture_level(context: &mut Context, target: u32, attachment: u32, texture: u32, level: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    attach_texture(context, framebuffer, attachment, None, texture, level, None)
}

fn texture_1d(context: &mut Context, target: u32, attachment: u32, face: u32, texture: u32, level: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    if texture != 0 && face != GL_TEXTURE_1D {
        return Err(GL_INVALID_ENUM);
    }
    attach_texture(context, framebuffer, attachment, Some(&[TextureKind::D1]), texture, level, None)
}

/// Implements glFramebufferTexture2D.
pub fn texture_2d(context: &mut Context, target: u32, attachment: u32, face: u32, texture: u32, level: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    let kinds = if texture == 0 { &[] } else { kinds_of_face(context, face)? };
    attach_texture(context, framebuffer, attachment, Some(kinds), texture, level, None)
}

fn texture_3d(context: &mut Context, target: u32, attachment: u32, face: u32, texture: u32, level: i32, layer: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    if texture != 0 && face != GL_TEXTURE_3D {
        return Err(GL_INVALID_ENUM);
    }
    attach_texture(context, framebuffer, attachment, Some(&[TextureKind::D3]), texture, level, Some(layer))
}

fn texture_layer(context: &mut Context, target: u32, attachment: u32, texture: u32, level: i32, layer: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    attach_texture(context, framebuffer, attachment, None, texture, level, Some(layer))
}

fn named_texture(context: &mut Context, framebuffer: u32, attachment: u32, texture: u32, level: i32) -> Result<()> {
    attach_texture(context, framebuffer, attachment, None, texture, level, None)
}

fn named_texture_layer(context: &mut Context, framebuffer: u32, attachment: u32, texture: u32, level: i32, layer: i32) -> Result<()> {
    attach_texture(context, framebuffer, attachment, None, texture, level, Some(layer))
}

fn attach_renderbuffer(context: &mut Context, framebuffer: u32, attachment: u32, kind: u32, name: u32) -> Result<()> {
    check_point(context, framebuffer, attachment)?;
    if name != 0 && kind != GL_RENDERBUFFER {
        return Err(GL_INVALID_ENUM);
    }
    let image = if name == 0 { Attachment::None } else { Attachment::Renderbuffer(context.share.renderbuffer(name)?) };
    attach(context, framebuffer, attachment, image)
}

/// Implements glFramebufferRenderbuffer.
pub fn bound_renderbuffer(context: &mut Context, target: u32, attachment: u32, kind: u32, renderbuffer: u32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    attach_renderbuffer(context, framebuffer, attachment, kind, renderbuffer)
}

fn named_renderbuffer(context: &mut Context, framebuffer: u32, attachment: u32, kind: u32, renderbuffer: u32) -> Result<()> {
    attach_renderbuffer(context, framebuffer, attachment, kind, renderbuffer)
}

fn change_parameter(context: &mut Context, framebuffer: u32, name: u32, value: i32) -> Result<()> {
    let largest = match name {
        GL_FRAMEBUFFER_DEFAULT_WIDTH | GL_FRAMEBUFFER_DEFAULT_HEIGHT => limits::MAX_FRAMEBUFFER_SIZE as i32,
        GL_FRAMEBUFFER_DEFAULT_LAYERS => 2048,
        GL_FRAMEBUFFER_DEFAULT_SAMPLES => limits::MAX_SAMPLES,
        GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS => i32::MAX,
        _ => return Err(GL_INVALID_ENUM),
    };
    let fixed_locations = name == GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS;
    if !fixed_locations && !(0..=largest).contains(&value) {
        return Err(GL_INVALID_VALUE);
    }
    let framebuffer = object(context, framebuffer)?;
    match name {
        GL_FRAMEBUFFER_DEFAULT_WIDTH => framebuffer.default_size[0] = value as u32,
        GL_FRAMEBUFFER_DEFAULT_HEIGHT => framebuffer.default_size[1] = value as u32,
        GL_FRAMEBUFFER_DEFAULT_LAYERS => framebuffer.default_size[2] = value as u32,
        GL_FRAMEBUFFER_DEFAULT_SAMPLES => framebuffer.default_size[3] = value as u32,
        _ => framebuffer.default_fixed_sample_locations = value != 0,
    }
    Ok(())
}

/// Implements glFramebufferParameteri.
pub(super) fn set_parameter(context: &mut Context, target: u32, name: u32, value: i32) -> Result<()> {
    let framebuffer = bound(context, target)?;
    change_parameter(context, framebuffer, name, value)
}

fn set_named_parameter(context: &mut Context, framebuffer: u32, name: u32, value: i32) -> Result<()> {
    change_parameter(context, framebuffer, name, value)
}

fn parameter(context: &Context, framebuffer: u32, name: u32) -> Result<i32> {
    let object = context.framebuffers.get(framebuffer);
    let own = framebuffer != 0;
    Ok(match name {
        GL_FRAMEBUFFER_DEFAULT_WIDTH if own => object.default_size[0] as i32,
        GL_FRAMEBUFFER_DEFAULT_HEIGHT if own => object.default_size[1] as i32,
        GL_FRAMEBUFFER_DEFAULT_LAYERS if own => object.default_size[2] as i32,
        GL_FRAMEBUFFER_DEFAULT_SAMPLES if own => object.default_size[3] as i32,
        GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS if own => object.default_fixed_sample_locations.into(),
        GL_FRAMEBUFFER_DEFAULT_WIDTH
        | GL_FRAMEBUFFER_DEFAULT_HEIGHT
        | GL_FRAMEBUFFER_DEFAULT_LAYERS
        | GL_FRAMEBUFFER_DEFAULT_SAMPLES
        | GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS => return Err(GL_INVALID_OPERATION),
        GL_DOUBLEBUFFER => (!own).into(),
        GL_STEREO | GL_SAMPLES | GL_SAMPLE_BUFFERS => 0,
        GL_IMPLEMENTATION_COLOR_READ_FORMAT => super::read_format(context)?.0 as i32,
        GL_IMPLEMENTATION_COLOR_READ_TYPE => super::read_format(context)?.1 as i32,
        _ => return Err(GL_INVALID_ENUM),
    })
}

fn get_parameter(context: &mut Context, target: u32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(parameter(context, bound(context, target)?, name)?);
    Ok(())
}

fn get_named_parameter(context: &mut Context, framebuffer: u32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(parameter(context, named(context, framebuffer)?, name)?);
    Ok(())
}
