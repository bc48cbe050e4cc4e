//! Asking for results: into the application's memory or into a buffer.

use super::target;
use crate::core::memory::Memory;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::Out;
use crate::tokens::*;
use std::sync::Arc;

/// The types that results are given in: the nearest value that the type has.
pub trait Width: Copy {
    const BYTES: usize;
    fn saturated(value: u64) -> Self;
    fn bytes(self) -> [u8; 8];
}

macro_rules! widths {
    ($($ty:ty)*) => {$(
        impl Width for $ty {
            const BYTES: usize = size_of::<$ty>();
            fn saturated(value: u64) -> Self {
                <$ty>::try_from(value).unwrap_or(<$ty>::MAX)
            }
            fn bytes(self) -> [u8; 8] {
                let mut bytes = [0; 8];
                bytes[..Self::BYTES].copy_from_slice(&self.to_le_bytes());
                bytes
            }
        }
    )*};
}
widths!(i32 u32 i64 u64);

/// Implements glGetQueryiv.
pub(super) fn get_query(context: &mut Context, target: u32, pname: u32, params: Out<i32>) -> Result<()> {
    get_query_indexed(context, target, 0, pname, params)
}

/// Implements glGetQueryIndexediv.
pub(super) fn get_query_indexed(context: &mut Context, target: u32, index: u32, pname: u32, params: Out<i32>) -> Result<()> {
    target::check(context, target, index)?;
    let value = match pname {
        GL_CURRENT_QUERY => {
            let active = target::slot(target, index).and_then(|slot| context.queries.active[slot]);
            active.filter(|active| active.target == target).map_or(0, |active| active.name.cast_signed())
        }
        GL_QUERY_COUNTER_BITS if target::boolean(target) => 1,
        GL_QUERY_COUNTER_BITS => 64,
        _ => return Err(GL_INVALID_ENUM),
    };
    params.set(value);
    Ok(())
}

/// One value of a query object that is not active.
pub(super) fn value(context: &Context, name: u32, pname: u32) -> Result<u64> {
    let query = context.queries.queries.get(name).filter(|query| !query.active).ok_or(GL_INVALID_OPERATION)?;
    match pname {
        GL_QUERY_RESULT => Ok(query.result),
        GL_QUERY_RESULT_AVAILABLE => Ok(1),
        GL_QUERY_RESULT_NO_WAIT if !context.is_es() => Ok(query.result),
        GL_QUERY_TARGET if !context.is_es() => Ok(u64::from(query.target)),
        _ => Err(GL_INVALID_ENUM),
    }
}

/// Writes a result into a query buffer.
pub(super) fn write<T: Width>(memory: &Arc<Memory>, offset: isize, value: u64) -> Result<()> {
    let offset = usize::try_from(offset).map_err(|_| GL_INVALID_VALUE)?;
    if offset.checked_add(T::BYTES).is_none_or(|end| end > memory.len()) {
        return Err(GL_INVALID_OPERATION);
    }
    memory.write(offset, &T::saturated(value).bytes()[..T::BYTES]);
    Ok(())
}

/// Implements glGetQueryObjectiv, glGetQueryObjectuiv, glGetQueryObjecti64v and their other forms.
pub(super) fn get_query_object<T: Width>(context: &mut Context, name: u32, pname: u32, params: Out<T>) -> Result<()> {
    if context.is_lost() {
        // Bounds the polling loop of the application.
        if pname == GL_QUERY_RESULT_AVAILABLE && context.buffers.query.is_none() {
            params.set(T::saturated(1));
        }
        return Err(GL_CONTEXT_LOST);
    }
    let value = value(context, name, pname)?;
    match context.buffers.query.as_ref().map(|buffer| buffer.memory()) {
        Some(memory) => write::<T>(&memory, params.offset().cast_signed(), value),
        None => {
            params.set(T::saturated(value));
            Ok(())
        }
    }
}

/// Implements glGetQueryBufferObjectiv, glGetQueryBufferObjectuiv, glGetQueryBufferObjecti64v and their other forms.
pub(super) fn get_query_buffer_object<T: Width>(context: &mut Context, name: u32, buffer: u32, pname: u32, offset: isize) -> Result<()> {
    let value = value(context, name, pname)?;
    let memory = context.share.buffer(buffer)?.memory();
    write::<T>(&memory, offset, value)
}

commands! {
    fn glGetQueryiv(target: u32, pname: u32, params: Out<i32>) => get_query;
    fn glGetQueryIndexediv(target: u32, index: u32, pname: u32, params: Out<i32>) => get_query_indexed;
    #[polled] fn glGetQueryObjectiv(id: u32, pname: u32, params: Out<i32>) => get_query_object::<i32>;
    #[polled] fn glGetQueryObjectuiv(id: u32, pname: u32, params: Out<u32>) => get_query_object::<u32>;
    #[polled] fn glGetQueryObjecti64v(id: u32, pname: u32, params: Out<i64>) => get_query_object::<i64>;
    #[polled] fn glGetQueryObjectui64v(id: u32, pname: u32, params: Out<u64>) => get_query_object::<u64>;
    #[not_in_lists] fn glGetQueryBufferObjectiv(id: u32, buffer: u32, pname: u32, offset: isize) => get_query_buffer_object::<i32>;
    #[not_in_lists] fn glGetQueryBufferObjectuiv(id: u32, buffer: u32, pname: u32, offset: isize) => get_query_buffer_object::<u32>;
    #[not_in_lists] fn glGetQueryBufferObjecti64v(id: u32, buffer: u32, pname: u32, offset: isize) => get_query_buffer_object::<i64>;
    #[not_in_lists] fn glGetQueryBufferObjectui64v(id: u32, buffer: u32, pname: u32, offset: isize) => get_query_buffer_object::<u64>;
    alias glGetQueryivARB = glGetQueryiv;
    alias glGetQueryivEXT = glGetQueryiv;
    alias glGetQueryivANGLE = glGetQueryiv;
    alias glGetQueryObjectivARB = glGetQueryObjectiv;
    alias glGetQueryObjectivEXT = glGetQueryObjectiv;
    alias glGetQueryObjectivANGLE = glGetQueryObjectiv;
    alias glGetQueryObjectuivARB = glGetQueryObjectuiv;
    alias glGetQueryObjectuivEXT = glGetQueryObjectuiv;
    alias glGetQueryObjectuivANGLE = glGetQueryObjectuiv;
    alias glGetQueryObjecti64vEXT = glGetQueryObjecti64v;
    alias glGetQueryObjecti64vANGLE = glGetQueryObjecti64v;
    alias glGetQueryObjectui64vEXT = glGetQueryObjectui64v;
    alias glGetQueryObjectui64vANGLE = glGetQueryObjectui64v;
}
