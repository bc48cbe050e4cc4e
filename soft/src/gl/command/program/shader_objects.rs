//! ARB_shader_objects: handles that may be shaders or programs.

use super::{objects, properties, with_program};
use crate::gl::command::shader;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::names::lock;
use crate::gl::object::program::Object;
use crate::gl::pointer::Out;
use crate::tokens::*;

/// Whether a handle is a shader's; GL_INVALID_VALUE for none.
fn is_shader(context: &Context, handle: u32) -> Result<bool> {
    match lock(&context.share.programs).get(handle) {
        Some(Object::Shader(_)) => Ok(true),
        Some(Object::Program(_)) => Ok(false),
        None => Err(GL_INVALID_VALUE),
    }
}

/// Implements glDeleteObjectARB.
pub(super) fn delete_object(context: &mut Context, handle: u32) -> Result<()> {
    if handle == 0 {
        return Ok(());
    }
    if is_shader(context, handle)? { shader::delete_shader(context, handle) } else { objects::delete_program(context, handle) }
}

/// Implements glGetHandleARB.
pub(super) fn get_handle(context: &mut Context, pname: u32) -> Result<u32> {
    if pname != GL_PROGRAM_OBJECT_ARB {
        return Err(GL_INVALID_ENUM);
    }
    Ok(context.programs.current)
}

fn parameter(context: &mut Context, handle: u32, pname: u32) -> Result<i32> {
    let shader = is_shader(context, handle)?;
    match (pname, shader) {
        (GL_OBJECT_TYPE_ARB, true) => Ok(GL_SHADER_OBJECT_ARB.cast_signed()),
        (GL_OBJECT_TYPE_ARB, false) => Ok(GL_PROGRAM_OBJECT_ARB.cast_signed()),
        (GL_OBJECT_SUBTYPE_ARB, true) => shader::property(context, handle, GL_SHADER_TYPE),
        (GL_OBJECT_SUBTYPE_ARB, false) => Err(GL_INVALID_OPERATION),
        (_, true) => shader::property(context, handle, pname),
        (_, false) => properties::property(context, handle, pname),
    }
}

/// Implements glGetObjectParameterivARB.
pub(super) fn get_object_parameter_iv(context: &mut Context, handle: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let value = parameter(context, handle, pname)?;
    params.set(value);
    Ok(())
}

/// Implements glGetObjectParameterfvARB.
pub(super) fn get_object_parameter_fv(context: &mut Context, handle: u32, pname: u32, params: Out<f32>) -> Result<()> {
    let value = parameter(context, handle, pname)?;
    params.set(value as f32);
    Ok(())
}

/// Implements glGetInfoLogARB.
pub(super) fn get_info_log(context: &mut Context, handle: u32, size: i32, length: Out<i32>, into: Out<u8>) -> Result<()> {
    let log = if is_shader(context, handle)? {
        shader::log(context, handle)?
    } else {
        with_program(context, handle, |program| Ok(program.log.clone()))?
    };
    shader::give_text(&log, size, length, into)
}

commands! {
    #[not_in_lists] fn glDeleteObjectARB(handle: u32) => delete_object;
    fn glGetHandleARB(pname: u32) -> u32 => get_handle;
    fn glGetObjectParameterivARB(handle: u32, pname: u32, params: Out<i32>) => get_object_parameter_iv;
    fn glGetObjectParameterfvARB(handle: u32, pname: u32, params: Out<f32>) => get_object_parameter_fv;
    fn glGetInfoLogARB(handle: u32, size: i32, length: Out<i32>, log: Out<u8>) => get_info_log;
}
