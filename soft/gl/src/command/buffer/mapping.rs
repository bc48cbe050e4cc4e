//! Mappings of data stores into the application's address space.

use super::binding::bound;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::buffer::{Buffer, Mapping};
use crate::object::names::lock;
use crate::tokens::*;

commands! {
    fn glMapBuffer(target: u32, access: u32) -> usize => map;
    fn glMapNamedBuffer(name: u32, access: u32) -> usize => map_named;
    fn glMapBufferRange(target: u32, offset: isize, length: isize, access: u32) -> usize => map_range;
    fn glMapNamedBufferRange(name: u32, offset: isize, length: isize, access: u32) -> usize => map_named_range;
    #[not_in_lists] fn glFlushMappedBufferRange(target: u32, offset: isize, length: isize) => flush;
    #[not_in_lists] fn glFlushMappedNamedBufferRange(name: u32, offset: isize, length: isize) => flush_named;
    fn glUnmapBuffer(target: u32) -> u8 => unmap;
    fn glUnmapNamedBuffer(name: u32) -> u8 => unmap_named;
}

impl Buffer {
    /// Ends the mapping, and returns false if there was none.
    pub(super) fn unmap(&self) -> bool {
        lock(&self.contents).mapping.take().is_some()
    }

    /// Returns the address of the store's mapped part, or 0 if the store is not mapped.
    pub(super) fn mapped_address(&self) -> usize {
        let contents = lock(&self.contents);
        contents.mapping.map_or(0, |mapping| contents.memory.address() as usize + mapping.offset)
    }
}

/// Maps the whole store.
fn whole(buffer: &Buffer, access: u32) -> Result<usize> {
    let access = match access {
        GL_READ_ONLY => GL_MAP_READ_BIT,
        GL_WRITE_ONLY => GL_MAP_WRITE_BIT,
        GL_READ_WRITE => GL_MAP_READ_BIT | GL_MAP_WRITE_BIT,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if access is not READ_ONLY, WRITE_ONLY, or READ_WRITE. Other errors are generated as \
                  described above for MapBufferRange. [GL 4.4, 6.3]",
            ));
        }
    };
    let mut contents = lock(&buffer.contents);
    let missing = contents.immutable && access & !contents.storage_flags != 0;
    if contents.memory.len() == 0 || contents.mapping.is_some() || missing {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated for any of the following conditions: … length is zero. … The buffer is already in a \
              mapped state. … Any of MAP_READ_BIT, MAP_WRITE_BIT, MAP_PERSISTENT_BIT, or MAP_COHERENT_BIT are set, but the same bit is not \
              set in the buffer's storage flags. [GL 4.4, 6.3]",
        ));
    }
    contents.mapping = Some(Mapping { offset: 0, length: contents.memory.len(), access });
    Ok(contents.memory.address() as usize)
}

/// Maps a range of the store.
fn range(buffer: &Buffer, offset: isize, length: isize, access: u32) -> Result<usize> {
    let known = GL_MAP_READ_BIT
        | GL_MAP_WRITE_BIT
        | GL_MAP_PERSISTENT_BIT
        | GL_MAP_COHERENT_BIT
        | GL_MAP_INVALIDATE_RANGE_BIT
        | GL_MAP_INVALIDATE_BUFFER_BIT
        | GL_MAP_FLUSH_EXPLICIT_BIT
        | GL_MAP_UNSYNCHRONIZED_BIT;
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if offset or length is negative, if offset + length is greater than the value of \
          BUFFER_SIZE, or if access has any bits set other than those defined above. [GL 4.4, 6.3]",
    );
    let (offset, length) = (usize::try_from(offset).map_err(|_| outside)?, usize::try_from(length).map_err(|_| outside)?);
    let mut contents = lock(&buffer.contents);
    if offset.checked_add(length).is_none_or(|end| end > contents.memory.len()) || access & !known != 0 {
        return Err(outside);
    }
    let (reads, writes) = (access & GL_MAP_READ_BIT != 0, access & GL_MAP_WRITE_BIT != 0);
    let discards = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    let needed = access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
    let allowed = if contents.immutable { contents.storage_flags } else { GL_MAP_READ_BIT | GL_MAP_WRITE_BIT };
    let wrong = length == 0
        || contents.mapping.is_some()
        || (!reads && !writes)
        || (reads && access & discards != 0)
        || (!writes && access & GL_MAP_FLUSH_EXPLICIT_BIT != 0)
        || needed & !allowed != 0;
    if wrong {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated for any of the following conditions: … length is zero. … The buffer is already in a \
              mapped state. … Neither MAP_READ_BIT nor MAP_WRITE_BIT is set. … MAP_READ_BIT is set and any of MAP_INVALIDATE_RANGE_BIT, \
              MAP_INVALIDATE_BUFFER_BIT, or MAP_UNSYNCHRONIZED_BIT is set. … MAP_FLUSH_EXPLICIT_BIT is set and MAP_WRITE_BIT is not set. … \
              Any of MAP_READ_BIT, MAP_WRITE_BIT, MAP_PERSISTENT_BIT, or MAP_COHERENT_BIT are set, but the same bit is not set in the \
              buffer's storage flags. [GL 4.4, 6.3]",
        ));
    }
    contents.mapping = Some(Mapping { offset, length, access });
    Ok(contents.memory.address() as usize + offset)
}

/// Implements glMapBuffer.
pub(super) fn map(context: &mut Context, target: u32, access: u32) -> Result<usize> {
    let buffer = bound(context, target)?;
    whole(&buffer, access)
}

/// Implements glMapNamedBuffer.
pub fn map_named(context: &mut Context, name: u32, access: u32) -> Result<usize> {
    whole(&*context.share.buffer(name)?, access)
}

/// Implements glMapBufferRange.
pub(super) fn map_range(context: &mut Context, target: u32, offset: isize, length: isize, access: u32) -> Result<usize> {
    let buffer = bound(context, target)?;
    range(&buffer, offset, length, access)
}

/// Implements glMapNamedBufferRange.
pub fn map_named_range(context: &mut Context, name: u32, offset: isize, length: isize, access: u32) -> Result<usize> {
    range(&*context.share.buffer(name)?, offset, length, access)
}

/// Checks a flush. It has nothing to do: the mapped memory is the store itself.
fn check_flush(buffer: &Buffer, offset: isize, length: isize) -> Result<()> {
    let mapping = lock(&buffer.contents).mapping;
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if offset or length is negative, or if offset + length exceeds the size of the mapping. \
          [GL 4.4, 6.3]",
    );
    let (Ok(offset), Ok(length)) = (usize::try_from(offset), usize::try_from(length)) else { return Err(outside) };
    let mapping = mapping.filter(|mapping| mapping.access & GL_MAP_FLUSH_EXPLICIT_BIT != 0).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if the buffer bound to target is not mapped, or is mapped without the \
          MAP_FLUSH_EXPLICIT_BIT flag. [GL 4.4, 6.3]",
    ))?;
    if offset.checked_add(length).is_none_or(|end| end > mapping.length) { Err(outside) } else { Ok(()) }
}

/// Implements glFlushMappedBufferRange.
pub(super) fn flush(context: &mut Context, target: u32, offset: isize, length: isize) -> Result<()> {
    let buffer = bound(context, target)?;
    check_flush(&buffer, offset, length)
}

/// Implements glFlushMappedNamedBufferRange.
pub fn flush_named(context: &mut Context, name: u32, offset: isize, length: isize) -> Result<()> {
    check_flush(&*context.share.buffer(name)?, offset, length)
}

/// Implements glUnmapBuffer.
pub(super) fn unmap(context: &mut Context, target: u32) -> Result<u8> {
    if bound(context, target)?.unmap() {
        Ok(1)
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the buffer data store is already in the unmapped state, and FALSE is returned. \
              [GL 4.4, 6.3.1]",
        ))
    }
}

/// Implements glUnmapNamedBuffer.
pub fn unmap_named(context: &mut Context, name: u32) -> Result<u8> {
    if context.share.buffer(name)?.unmap() {
        Ok(1)
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the buffer data store is already in the unmapped state, and FALSE is returned. \
              [GL 4.4, 6.3.1]",
        ))
    }
}
