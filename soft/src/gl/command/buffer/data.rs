//! Data stores: their creation, and writes, copies, invalidation and reads of their contents.

use super::binding::bound;
use crate::core::memory::Memory;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::buffer::Buffer;
use crate::gl::object::names::lock;
use crate::gl::pointer::{In, Out};
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glBufferData(target: u32, size: isize, data: In<u8>, usage: u32) => fill;
    fn glNamedBufferData(name: u32, size: isize, data: In<u8>, usage: u32) => named_data;
    fn glBufferStorage(target: u32, size: isize, data: In<u8>, flags: u32) => storage;
    fn glNamedBufferStorage(name: u32, size: isize, data: In<u8>, flags: u32) => named_storage;
    fn glBufferSubData(target: u32, offset: isize, size: isize, data: In<u8>) => sub_data;
    fn glNamedBufferSubData(name: u32, offset: isize, size: isize, data: In<u8>) => named_sub_data;
    fn glGetBufferSubData(target: u32, offset: isize, size: isize, data: Out<u8>) => get_sub_data;
    fn glGetNamedBufferSubData(name: u32, offset: isize, size: isize, data: Out<u8>) => get_named_sub_data;
    #[not_in_lists] fn glCopyBufferSubData(read: u32, write: u32, read_offset: isize, write_offset: isize, size: isize) => copy_sub_data;
    fn glCopyNamedBufferSubData(read: u32, write: u32, read_offset: isize, write_offset: isize, size: isize) => copy_named_sub_data;
    #[not_in_lists] fn glInvalidateBufferData(name: u32) => invalidate;
    #[not_in_lists] fn glInvalidateBufferSubData(name: u32, offset: isize, length: isize) => invalidate_part;
    alias glBufferDataARB = glBufferData;
    alias glBufferSubDataARB = glBufferSubData;
    alias glGetBufferSubDataARB = glGetBufferSubData;
    alias glBufferStorageEXT = glBufferStorage;
    alias glCopyBufferSubDataNV = glCopyBufferSubData;
}

/// Gives a buffer a new mutable data store.
fn make_data(buffer: &Buffer, size: isize, data: In<u8>, usage: u32) -> Result<()> {
    // "An INVALID_VALUE error is generated if size is negative." [GL 4.4, 6.2]
    let size = usize::try_from(size).map_err(|_| GL_INVALID_VALUE)?;
    let usages = [
        GL_STREAM_DRAW,
        GL_STREAM_READ,
        GL_STREAM_COPY,
        GL_STATIC_DRAW,
        GL_STATIC_READ,
        GL_STATIC_COPY,
        GL_DYNAMIC_DRAW,
        GL_DYNAMIC_READ,
        GL_DYNAMIC_COPY,
    ];
    // "An INVALID_ENUM error is generated if usage is not one of the nine usages described above." [GL 4.4, 6.2]
    if !usages.contains(&usage) {
        return Err(GL_INVALID_ENUM);
    }
    // "An INVALID_OPERATION error is generated if the BUFFER_IMMUTABLE_STORAGE flag of the buffer bound to target is TRUE." [GL 4.4, 6.2]
    if lock(&buffer.contents).immutable {
        return Err(GL_INVALID_OPERATION);
    }
    replace(buffer, size, data)?;
    let mut contents = lock(&buffer.contents);
    contents.usage = usage;
    contents.storage_flags = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;
    Ok(())
}

/// Replaces a buffer's store by one with the data. Reuses a store of the same size that nothing else holds.
fn replace(buffer: &Buffer, size: usize, data: In<u8>) -> Result<()> {
    // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
    if size > limits::MAX_BUFFER_BYTES {
        return Err(GL_OUT_OF_MEMORY);
    }
    let mut contents = lock(&buffer.contents);
    contents.mapping = None;
    if contents.memory.len() != size || Arc::strong_count(&contents.memory) > 1 || data.is_null() {
        contents.memory = Arc::new(Memory::new(size).map_err(|_| GL_OUT_OF_MEMORY)?);
    }
    data.with_bytes(size, |bytes| contents.memory.write(0, bytes));
    Ok(())
}

/// Implements glBufferData.
pub fn fill(context: &mut Context, target: u32, size: isize, data: In<u8>, usage: u32) -> Result<()> {
    let buffer = bound(context, target)?;
    make_data(&buffer, size, data, usage)
}

/// Implements glNamedBufferData.
pub fn named_data(context: &mut Context, name: u32, size: isize, data: In<u8>, usage: u32) -> Result<()> {
    make_data(&*context.share.buffer(name)?, size, data, usage)
}

/// Gives a buffer an immutable data store.
fn make_storage(buffer: &Buffer, size: isize, data: In<u8>, flags: u32) -> Result<()> {
    let known =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT | GL_DYNAMIC_STORAGE_BIT | GL_CLIENT_STORAGE_BIT;
    let persistent_alone = flags & GL_MAP_PERSISTENT_BIT != 0 && flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT) == 0;
    let coherent_alone = flags & GL_MAP_COHERENT_BIT != 0 && flags & GL_MAP_PERSISTENT_BIT == 0;
    // "An INVALID_VALUE error is generated if size is less than or equal to zero." [GL 4.4, 6.2]
    // "An INVALID_VALUE error is generated if flags has any bits set other than those defined above." [GL 4.4, 6.2]
    // "An INVALID_VALUE error is generated if flags contains MAP_PERSISTENT_BIT but does not contain at least one of MAP_READ_BIT or
    // MAP_WRITE_BIT." [GL 4.4, 6.2]
    // "An INVALID_VALUE error is generated if flags contains MAP_COHERENT_BIT, but does not also contain MAP_PERSISTENT_BIT." [GL 4.4, 6.2]
    if size <= 0 || flags & !known != 0 || persistent_alone || coherent_alone {
        return Err(GL_INVALID_VALUE);
    }
    // "An INVALID_OPERATION error is generated if the BUFFER_IMMUTABLE_STORAGE flag of the buffer bound to target is TRUE." [GL 4.4, 6.2]
    if lock(&buffer.contents).immutable {
        return Err(GL_INVALID_OPERATION);
    }
    replace(buffer, size as usize, data)?;
    let mut contents = lock(&buffer.contents);
    contents.usage = GL_DYNAMIC_DRAW;
    contents.immutable = true;
    contents.storage_flags = flags;
    Ok(())
}

/// Implements glBufferStorage.
pub(super) fn storage(context: &mut Context, target: u32, size: isize, data: In<u8>, flags: u32) -> Result<()> {
    let buffer = bound(context, target)?;
    make_storage(&buffer, size, data, flags)
}

/// Implements glNamedBufferStorage.
pub fn named_storage(context: &mut Context, name: u32, size: isize, data: In<u8>, flags: u32) -> Result<()> {
    make_storage(&*context.share.buffer(name)?, size, data, flags)
}

/// Returns the store and the checked offset and size, in bytes, of a range in it.
fn checked(buffer: &Buffer, offset: isize, size: isize) -> Result<(Arc<Memory>, usize, usize)> {
    let memory = buffer.memory();
    // "An INVALID_VALUE error is generated if offset or size is negative, or if offset + size is greater than the value of BUFFER_SIZE for
    // the buffer bound to target." [GL 4.4, 6.7]
    let (offset, size) = (usize::try_from(offset).map_err(|_| GL_INVALID_VALUE)?, usize::try_from(size).map_err(|_| GL_INVALID_VALUE)?);
    if offset.checked_add(size).is_none_or(|end| end > memory.len()) {
        return Err(GL_INVALID_VALUE);
    }
    Ok((memory, offset, size))
}

/// Returns the store and a checked range in it that a command changes: the application may have mapped other parts.
pub(super) fn part(buffer: &Buffer, offset: isize, size: isize) -> Result<(Arc<Memory>, usize, usize)> {
    let (memory, offset, size) = checked(buffer, offset, size)?;
    // "An INVALID_OPERATION error is generated if any part of the specified buffer range is mapped with MapBufferRange or MapBuffer (see
    // section 6.3), unless it was mapped with MAP_PERSISTENT_BIT set in the MapBufferRange access flags." [GL 4.4, 6.2]
    if buffer.is_range_mapped(offset, size) {
        return Err(GL_INVALID_OPERATION);
    }
    Ok((memory, offset, size))
}

/// Returns the store and a checked range in it for the commands that no mapping may accompany.
fn part_of_unmapped(buffer: &Buffer, offset: isize, size: isize) -> Result<(Arc<Memory>, usize, usize)> {
    let range = checked(buffer, offset, size)?;
    // "An INVALID_OPERATION error is generated if the buffer object bound to target is currently mapped, unless it was mapped with
    // MAP_PERSISTENT_BIT set in the MapBufferRange access flags." [GL 4.4, 6.7]
    if buffer.is_mapped() { Err(GL_INVALID_OPERATION) } else { Ok(range) }
}

/// Writes a range of a buffer.
fn write_part(buffer: &Buffer, offset: isize, size: isize, data: In<u8>) -> Result<()> {
    let (memory, offset, size) = part(buffer, offset, size)?;
    let contents = lock(&buffer.contents);
    // "An INVALID_OPERATION error is generated if the BUFFER_IMMUTABLE_STORAGE flag of the buffer bound to target is TRUE and the value of
    // BUFFER_STORAGE_FLAGS for the buffer does not have the DYNAMIC_STORAGE_BIT set." [GL 4.4, 6.2]
    if contents.immutable && contents.storage_flags & GL_DYNAMIC_STORAGE_BIT == 0 {
        return Err(GL_INVALID_OPERATION);
    }
    data.with_bytes(size, |bytes| memory.write(offset, bytes));
    Ok(())
}

/// Implements glBufferSubData.
pub(super) fn sub_data(context: &mut Context, target: u32, offset: isize, size: isize, data: In<u8>) -> Result<()> {
    let buffer = bound(context, target)?;
    write_part(&buffer, offset, size, data)
}

/// Implements glNamedBufferSubData.
pub fn named_sub_data(context: &mut Context, name: u32, offset: isize, size: isize, data: In<u8>) -> Result<()> {
    write_part(&*context.share.buffer(name)?, offset, size, data)
}

/// Reads a range of a buffer.
fn read_part(buffer: &Buffer, offset: isize, size: isize, data: Out<u8>) -> Result<()> {
    let (memory, offset, size) = part_of_unmapped(buffer, offset, size)?;
    data.with_bytes(size, |bytes| memory.read(offset, bytes));
    Ok(())
}

/// Implements glGetBufferSubData.
pub(super) fn get_sub_data(context: &mut Context, target: u32, offset: isize, size: isize, data: Out<u8>) -> Result<()> {
    let buffer = bound(context, target)?;
    read_part(&buffer, offset, size, data)
}

/// Implements glGetNamedBufferSubData.
pub fn get_named_sub_data(context: &mut Context, name: u32, offset: isize, size: isize, data: Out<u8>) -> Result<()> {
    read_part(&*context.share.buffer(name)?, offset, size, data)
}

/// Copies a range of one buffer to another.
fn copy(read: &Arc<Buffer>, write: &Arc<Buffer>, read_offset: isize, write_offset: isize, size: isize) -> Result<()> {
    let (from, from_offset, size_in_bytes) = part_of_unmapped(read, read_offset, size)?;
    let (to, to_offset, _) = part_of_unmapped(write, write_offset, size)?;
    // "An INVALID_VALUE error is generated if the same buffer object is bound to both readtarget and writetarget, and the ranges
    // [readoffset, readoffset + size) and [writeoffset, writeoffset + size) overlap." [GL 4.4, 6.6]
    if Arc::ptr_eq(read, write) && from_offset.abs_diff(to_offset) < size_in_bytes {
        return Err(GL_INVALID_VALUE);
    }
    to.copy_from(to_offset, &from, from_offset, size_in_bytes);
    Ok(())
}

/// Implements glCopyBufferSubData.
pub(super) fn copy_sub_data(
    context: &mut Context,
    read: u32,
    write: u32,
    read_offset: isize,
    write_offset: isize,
    size: isize,
) -> Result<()> {
    super::binding::slot(context, write)?;
    let read = bound(context, read)?;
    let write = bound(context, write)?;
    copy(&read, &write, read_offset, write_offset, size)
}

/// Implements glCopyNamedBufferSubData.
pub fn copy_named_sub_data(
    context: &mut Context,
    read: u32,
    write: u32,
    read_offset: isize,
    write_offset: isize,
    size: isize,
) -> Result<()> {
    copy(&context.share.buffer(read)?, &context.share.buffer(write)?, read_offset, write_offset, size)
}

/// Implements glInvalidateBufferData. The contents become undefined; this implementation keeps them.
fn invalidate(context: &mut Context, name: u32) -> Result<()> {
    // "An INVALID_VALUE error is generated if buffer is zero or is not the name of an existing buffer object." [GL 4.4, 6.5]
    let buffer = context.share.buffer(name).map_err(|_| GL_INVALID_VALUE)?;
    // "An INVALID_OPERATION error is generated if buffer is currently mapped by MapBuffer or if the invalidate range intersects the range
    // currently mapped by MapBufferRange, unless it was mapped with MAP_PERSISTENT_BIT set in the MapBufferRange access flags."
    // [GL 4.4, 6.5]
    if buffer.is_mapped() { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// Implements glInvalidateBufferSubData.
pub(super) fn invalidate_part(context: &mut Context, name: u32, offset: isize, length: isize) -> Result<()> {
    // "An INVALID_VALUE error is generated if buffer is zero or is not the name of an existing buffer object." [GL 4.4, 6.5]
    let buffer = context.share.buffer(name).map_err(|_| GL_INVALID_VALUE)?;
    // "An INVALID_OPERATION error is generated if buffer is currently mapped by MapBuffer or if the invalidate range intersects the range
    // currently mapped by MapBufferRange, unless it was mapped with MAP_PERSISTENT_BIT set in the MapBufferRange access flags."
    // [GL 4.4, 6.5]
    part(&buffer, offset, length).map(drop)
}
