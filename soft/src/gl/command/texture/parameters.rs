//! glTexParameter and glTextureParameter, and asking for what they set.

use super::binding::{kind, target};
use crate::gl::command::sampler::parameters::{Answer, Given, In4};
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::texture::Texture;
use crate::gl::pointer::{In, Out};
use crate::hir::TextureKind;
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glTexParameteri(target: u32, name: u32, value: i32) => set_integer;
    fn glTexParameterf(target: u32, name: u32, value: f32) => set_float;
    fn glTexParameteriv(target: u32, name: u32, values: In<i32>) => set_integers [values_of(name)];
    fn glTexParameterfv(target: u32, name: u32, values: In<f32>) => set_floats [values_of(name)];
    fn glTexParameterIiv(target: u32, name: u32, values: In<i32>) => set_pure [values_of(name)];
    fn glTexParameterIuiv(target: u32, name: u32, values: In<i32>) => set_pure [values_of(name)];
    fn glTextureParameteri(texture: u32, name: u32, value: i32) => named_integer;
    fn glTextureParameterf(texture: u32, name: u32, value: f32) => named_float;
    fn glTextureParameteriv(texture: u32, name: u32, values: In<i32>) => named_integers [values_of(name)];
    fn glTextureParameterfv(texture: u32, name: u32, values: In<f32>) => named_floats [values_of(name)];
    fn glTextureParameterIiv(texture: u32, name: u32, values: In<i32>) => named_pure [values_of(name)];
    fn glTextureParameterIuiv(texture: u32, name: u32, values: In<i32>) => named_pure [values_of(name)];
    fn glGetTexParameteriv(target: u32, name: u32, values: Out<i32>) => get_integers;
    fn glGetTexParameterfv(target: u32, name: u32, values: Out<f32>) => get_floats;
    fn glGetTexParameterIiv(target: u32, name: u32, values: Out<i32>) => get_pure;
    fn glGetTexParameterIuiv(target: u32, name: u32, values: Out<i32>) => get_pure;
    fn glGetTextureParameteriv(texture: u32, name: u32, values: Out<i32>) => get_named_integers;
    fn glGetTextureParameterfv(texture: u32, name: u32, values: Out<f32>) => get_named_floats;
    fn glGetTextureParameterIiv(texture: u32, name: u32, values: Out<i32>) => get_named_pure;
    fn glGetTextureParameterIuiv(texture: u32, name: u32, values: Out<i32>) => get_named_pure;
    alias glTexParameterIivEXT = glTexParameterIiv;
    alias glTexParameterIuivEXT = glTexParameterIuiv;
    alias glGetTexParameterIivEXT = glGetTexParameterIiv;
    alias glGetTexParameterIuivEXT = glGetTexParameterIuiv;
    alias glTexParameterIivOES = glTexParameterIiv;
    alias glTexParameterIuivOES = glTexParameterIuiv;
    alias glGetTexParameterIivOES = glGetTexParameterIiv;
    alias glGetTexParameterIuivOES = glGetTexParameterIuiv;
}

/// How many values a parameter has.
fn values_of(name: u32) -> usize {
    if matches!(name, GL_TEXTURE_BORDER_COLOR | GL_TEXTURE_SWIZZLE_RGBA) { 4 } else { 1 }
}

/// The texture bound to a target of the active unit.
pub(super) fn bound(context: &Context, target: u32) -> Result<Arc<Texture>> {
    let kind = kind(context, target)?;
    Ok(context.textures.bound(context.textures.active, kind).clone())
}

/// As `bound`, for targets that have parameters: buffer textures have none.
fn with_parameters(context: &Context, target: u32) -> Result<Arc<Texture>> {
    if target == GL_TEXTURE_BUFFER {
        return Err(GL_INVALID_ENUM);
    }
    bound(context, target)
}

fn set(context: &Context, texture: &Texture, name: u32, given: Given) -> Result<()> {
    let rectangle = texture.kind == TextureKind::Rect;
    let multisample = matches!(texture.kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray);
    let compatibility = context.config.api == Api::Compatibility;
    let mut contents = texture.contents();
    match name {
        GL_TEXTURE_BASE_LEVEL | GL_TEXTURE_MAX_LEVEL => {
            let level = u32::try_from(given.integer()).map_err(|_| GL_INVALID_VALUE)?;
            if name == GL_TEXTURE_MAX_LEVEL {
                contents.max_level = level;
            } else if (rectangle || multisample) && level != 0 {
                return Err(GL_INVALID_OPERATION);
            } else {
                contents.base_level = level;
            }
        }
        GL_TEXTURE_SWIZZLE_R | GL_TEXTURE_SWIZZLE_G | GL_TEXTURE_SWIZZLE_B | GL_TEXTURE_SWIZZLE_A => {
            let component = (name - GL_TEXTURE_SWIZZLE_R) as usize;
            contents.swizzle[component] = swizzle(given.token())?;
        }
        GL_TEXTURE_SWIZZLE_RGBA if !context.is_es() => {
            let mut wanted = [0; 4];
            for (to, from) in wanted.iter_mut().zip(given.integers()?) {
                *to = swizzle(from as u32)?;
            }
            contents.swizzle = wanted;
        }
        GL_DEPTH_STENCIL_TEXTURE_MODE => match given.token() {
            mode @ (GL_DEPTH_COMPONENT | GL_STENCIL_INDEX) => contents.depth_stencil_mode = mode,
            _ => return Err(GL_INVALID_ENUM),
        },
        GL_TEXTURE_PRIORITY if compatibility => contents.priority = given.float().clamp(0.0, 1.0),
        GL_GENERATE_MIPMAP if compatibility => contents.generate_mipmap = given.integer() != 0,
        GL_DEPTH_TEXTURE_MODE if compatibility => match given.token() {
            mode @ (GL_LUMINANCE | GL_INTENSITY | GL_ALPHA | GL_RED) => contents.depth_texture_mode = mode,
            _ => return Err(GL_INVALID_ENUM),
        },
        _ if multisample => return Err(GL_INVALID_ENUM),
        _ => {
            if !contents.parameters.set(context, rectangle, name, given)? {
                return Err(GL_INVALID_ENUM);
            }
        }
    }
    Ok(())
}

fn swizzle(token: u32) -> Result<u32> {
    match token {
        GL_RED | GL_GREEN | GL_BLUE | GL_ALPHA | GL_ZERO | GL_ONE => Ok(token),
        _ => Err(GL_INVALID_ENUM),
    }
}

/// Implements glTexParameteri.
pub fn set_integer(context: &mut Context, target: u32, name: u32, value: i32) -> Result<()> {
    set(context, &*with_parameters(context, target)?, name, Given::Integer(value))
}

/// Implements glTexParameterf.
pub fn set_float(context: &mut Context, target: u32, name: u32, value: f32) -> Result<()> {
    set(context, &*with_parameters(context, target)?, name, Given::Float(value))
}

/// Implements glTexParameteriv.
pub fn set_integers(context: &mut Context, target: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, &*with_parameters(context, target)?, name, Given::Integers(In4(values)))
}

/// Implements glTexParameterfv.
pub fn set_floats(context: &mut Context, target: u32, name: u32, values: In<f32>) -> Result<()> {
    set(context, &*with_parameters(context, target)?, name, Given::Floats(In4(values)))
}

fn set_pure(context: &mut Context, target: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, &*with_parameters(context, target)?, name, Given::Pure(In4(values)))
}

fn named_integer(context: &mut Context, texture: u32, name: u32, value: i32) -> Result<()> {
    set(context, &*context.share.texture(texture)?, name, Given::Integer(value))
}

fn named_float(context: &mut Context, texture: u32, name: u32, value: f32) -> Result<()> {
    set(context, &*context.share.texture(texture)?, name, Given::Float(value))
}

fn named_integers(context: &mut Context, texture: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, &*context.share.texture(texture)?, name, Given::Integers(In4(values)))
}

fn named_floats(context: &mut Context, texture: u32, name: u32, values: In<f32>) -> Result<()> {
    set(context, &*context.share.texture(texture)?, name, Given::Floats(In4(values)))
}

fn named_pure(context: &mut Context, texture: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, &*context.share.texture(texture)?, name, Given::Pure(In4(values)))
}

fn get(context: &Context, texture: &Texture, name: u32) -> Result<Answer> {
    let contents = texture.contents();
    let compatibility = context.config.api == Api::Compatibility;
    let integer = |value: u32| Ok(Answer::Integer(value as i32));
    match name {
        GL_TEXTURE_BASE_LEVEL => integer(contents.base_level),
        GL_TEXTURE_MAX_LEVEL => integer(contents.max_level),
        GL_TEXTURE_SWIZZLE_R | GL_TEXTURE_SWIZZLE_G | GL_TEXTURE_SWIZZLE_B | GL_TEXTURE_SWIZZLE_A => {
            integer(contents.swizzle[(name - GL_TEXTURE_SWIZZLE_R) as usize])
        }
        GL_TEXTURE_SWIZZLE_RGBA if !context.is_es() => Ok(Answer::Integers(contents.swizzle.map(|token| token as i32))),
        GL_DEPTH_STENCIL_TEXTURE_MODE => integer(contents.depth_stencil_mode),
        GL_TEXTURE_IMMUTABLE_FORMAT => integer((contents.immutable_levels > 0).into()),
        GL_TEXTURE_IMMUTABLE_LEVELS | GL_TEXTURE_VIEW_NUM_LEVELS => integer(contents.immutable_levels),
        GL_TEXTURE_VIEW_NUM_LAYERS => integer((contents.immutable_levels > 0).into()),
        GL_TEXTURE_VIEW_MIN_LEVEL | GL_TEXTURE_VIEW_MIN_LAYER => integer(0),
        GL_TEXTURE_TARGET if !context.is_es() => integer(target(texture.kind)),
        GL_IMAGE_FORMAT_COMPATIBILITY_TYPE => integer(GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE),
        GL_TEXTURE_PRIORITY if compatibility => Ok(Answer::Float(contents.priority)),
        GL_TEXTURE_RESIDENT if compatibility => integer(1),
        GL_GENERATE_MIPMAP if compatibility => integer(contents.generate_mipmap.into()),
        GL_DEPTH_TEXTURE_MODE if compatibility => integer(contents.depth_texture_mode),
        _ => contents.parameters.get(context.is_es(), name).ok_or(GL_INVALID_ENUM),
    }
}

fn get_integers(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, &*with_parameters(context, target)?, name)?.integers());
    Ok(())
}

fn get_floats(context: &mut Context, target: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get(context, &*with_parameters(context, target)?, name)?.floats());
    Ok(())
}

fn get_pure(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, &*with_parameters(context, target)?, name)?.pure());
    Ok(())
}

fn get_named_integers(context: &mut Context, texture: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, &*context.share.texture(texture)?, name)?.integers());
    Ok(())
}

fn get_named_floats(context: &mut Context, texture: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get(context, &*context.share.texture(texture)?, name)?.floats());
    Ok(())
}

fn get_named_pure(context: &mut Context, texture: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, &*context.share.texture(texture)?, name)?.pure());
    Ok(())
}

/// GL_TEXTURE_MAX_LEVEL's meaning for a level count: no level beyond the largest texture's.
pub(super) fn last_level(max_level: u32) -> usize {
    (max_level as usize).min(limits::MAX_TEXTURE_LEVELS - 1)
}
