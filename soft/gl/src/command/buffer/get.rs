//! Getters of buffer objects.

use super::binding::bound;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum};
use crate::object::buffer::Buffer;
use crate::object::names::lock;
use crate::pointer::Out;
use crate::tokens::*;

commands! {
    fn glGetBufferParameteriv(target: u32, name: u32, values: Out<i32>) => parameter;
    fn glGetBufferParameteri64v(target: u32, name: u32, values: Out<i64>) => parameter_64;
    fn glGetNamedBufferParameteriv(buffer: u32, name: u32, values: Out<i32>) => named_parameter;
    fn glGetNamedBufferParameteri64v(buffer: u32, name: u32, values: Out<i64>) => named_parameter_64;
    fn glGetBufferPointerv(target: u32, name: u32, address: Out<usize>) => pointer;
    fn glGetNamedBufferPointerv(buffer: u32, name: u32, address: Out<usize>) => named_pointer;
}

/// Returns one parameter of a buffer.
fn get(buffer: &Buffer, name: u32, es: bool) -> Result<i64> {
    let contents = lock(&buffer.contents);
    let mapping = contents.mapping;
    let access = mapping.map_or(0, |mapping| mapping.access);
    Ok(match name {
        GL_BUFFER_SIZE => contents.memory.len() as i64,
        GL_BUFFER_USAGE => contents.usage.into(),
        GL_BUFFER_ACCESS => match access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT) {
            GL_MAP_READ_BIT => GL_READ_ONLY.into(),
            GL_MAP_WRITE_BIT => GL_WRITE_ONLY.into(),
            0 if es => GL_WRITE_ONLY.into(),
            _ => GL_READ_WRITE.into(),
        },
        GL_BUFFER_ACCESS_FLAGS => access.into(),
        GL_BUFFER_MAPPED => mapping.is_some().into(),
        GL_BUFFER_MAP_OFFSET => mapping.map_or(0, |mapping| mapping.offset as i64),
        GL_BUFFER_MAP_LENGTH => mapping.map_or(0, |mapping| mapping.length as i64),
        GL_BUFFER_IMMUTABLE_STORAGE => contents.immutable.into(),
        GL_BUFFER_STORAGE_FLAGS => contents.storage_flags.into(),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not one of the buffer object parameters other than BUFFER_MAP_POINTER. \
                  [GL 4.4, 6.7]",
            ));
        }
    })
}

/// Implements glGetBufferParameteriv.
fn parameter(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    let buffer = bound(context, target)?;
    values.set(get(&buffer, name, context.is_es())?.min(i32::MAX.into()) as i32);
    Ok(())
}

/// Implements glGetBufferParameteri64v.
fn parameter_64(context: &mut Context, target: u32, name: u32, values: Out<i64>) -> Result<()> {
    let buffer = bound(context, target)?;
    values.set(get(&buffer, name, context.is_es())?);
    Ok(())
}

/// Implements glGetNamedBufferParameteriv.
pub fn named_parameter(context: &mut Context, buffer: u32, name: u32, values: Out<i32>) -> Result<()> {
    let buffer = context.share.buffer(buffer)?;
    values.set(get(&buffer, name, context.is_es())?.min(i32::MAX.into()) as i32);
    Ok(())
}

/// Implements glGetNamedBufferParameteri64v.
fn named_parameter_64(context: &mut Context, buffer: u32, name: u32, values: Out<i64>) -> Result<()> {
    let buffer = context.share.buffer(buffer)?;
    values.set(get(&buffer, name, context.is_es())?);
    Ok(())
}

/// Returns the address of the mapping to the application.
fn address(buffer: &Buffer, name: u32, address: Out<usize>) -> Result<()> {
    if name != GL_BUFFER_MAP_POINTER {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if pname is not BUFFER_MAP_POINTER. [GL 4.4, 6.7]"));
    }
    address.set(buffer.mapped_address());
    Ok(())
}

/// Implements glGetBufferPointerv.
fn pointer(context: &mut Context, target: u32, name: u32, into: Out<usize>) -> Result<()> {
    let buffer = bound(context, target)?;
    address(&buffer, name, into)
}

/// Implements glGetNamedBufferPointerv.
pub fn named_pointer(context: &mut Context, buffer: u32, name: u32, into: Out<usize>) -> Result<()> {
    address(&*context.share.buffer(buffer)?, name, into)
}
