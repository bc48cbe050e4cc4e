//! Names of framebuffers, and binding them.

use super::completeness::status;
use crate::gl::command::names as object_names;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::framebuffer::Framebuffer;
use crate::gl::pointer::{In, Out};
use crate::tokens::*;

commands! {
    fn glGenFramebuffers(count: i32, names: Out<u32>) => generate;
    fn glCreateFramebuffers(count: i32, names: Out<u32>) => create;
    fn glDeleteFramebuffers(count: i32, names: In<u32>) => delete;
    fn glIsFramebuffer(name: u32) -> u8 => is_framebuffer;
    #[not_in_lists] fn glBindFramebuffer(target: u32, name: u32) => bind;
    fn glCheckFramebufferStatus(target: u32) -> u32 => check;
    fn glCheckNamedFramebufferStatus(name: u32, target: u32) -> u32 => check_named;
    alias glGenFramebuffersEXT = glGenFramebuffers;
    alias glDeleteFramebuffersEXT = glDeleteFramebuffers;
    alias glIsFramebufferEXT = glIsFramebuffer;
    alias glBindFramebufferEXT = glBindFramebuffer;
    alias glCheckFramebufferStatusEXT = glCheckFramebufferStatus;
}

/// The name of the framebuffer bound to a target. GL_INVALID_ENUM for other tokens.
pub fn bound(context: &Context, target: u32) -> Result<u32> {
    match target {
        GL_FRAMEBUFFER | GL_DRAW_FRAMEBUFFER => Ok(context.framebuffers.draw),
        GL_READ_FRAMEBUFFER => Ok(context.framebuffers.read),
        _ => Err(GL_INVALID_ENUM),
    }
}

/// A framebuffer's name for commands that take one: 0, or an object. GL_INVALID_OPERATION for others.
pub fn named(context: &Context, name: u32) -> Result<u32> {
    if name == 0 || context.framebuffers.objects.get(name).is_some() { Ok(name) } else { Err(GL_INVALID_OPERATION) }
}

/// Implements glGenFramebuffers.
pub fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut context.framebuffers.objects, count, names)
}

fn create(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::create(&mut context.framebuffers.objects, count, names, |name| Ok(Framebuffer::new(name)))
}

/// Deleting a bound framebuffer binds the default one.
pub fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    let framebuffers = &mut context.framebuffers;
    for name in object_names::listed(count, names)? {
        framebuffers.objects.remove(name);
        if framebuffers.draw == name {
            framebuffers.draw = 0;
        }
        if framebuffers.read == name {
            framebuffers.read = 0;
        }
    }
    Ok(())
}

fn is_framebuffer(context: &mut Context, name: u32) -> Result<u8> {
    Ok(context.framebuffers.objects.get(name).is_some().into())
}

/// Implements glBindFramebuffer.
pub fn bind(context: &mut Context, target: u32, name: u32) -> Result<()> {
    bound(context, target)?;
    let framebuffers = &mut context.framebuffers;
    if name != 0 && framebuffers.objects.get(name).is_none() {
        if context.config.api == Api::Core && !framebuffers.objects.is_name(name) {
            return Err(GL_INVALID_OPERATION);
        }
        framebuffers.objects.put(name, Framebuffer::new(name))?;
    }
    if target != GL_READ_FRAMEBUFFER {
        framebuffers.draw = name;
    }
    if target != GL_DRAW_FRAMEBUFFER {
        framebuffers.read = name;
    }
    Ok(())
}

fn check(context: &mut Context, target: u32) -> Result<u32> {
    let name = bound(context, target)?;
    Ok(status(context, name, target == GL_READ_FRAMEBUFFER))
}

fn check_named(context: &mut Context, name: u32, target: u32) -> Result<u32> {
    bound(context, target)?;
    let name = named(context, name)?;
    Ok(status(context, name, target == GL_READ_FRAMEBUFFER))
}
