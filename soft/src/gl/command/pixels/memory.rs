//! Where pixels come from and go to: the application's memory, or the pixel buffers.

use super::formats::type_bytes;
use crate::core::memory::Memory;
use crate::gl::error::Result;
use crate::gl::object::buffer::Buffer;
use crate::gl::pointer::{In, Out};
use crate::tokens::*;
use std::sync::Arc;

/// A pixel buffer's store with an offset, checked. GL_INVALID_OPERATION for ranges outside, mapped buffers and offsets that are no
/// multiples of the type's size.
fn buffer_range(buffer: &Buffer, offset: usize, needed: usize, ty: u32) -> Result<Arc<Memory>> {
    let memory = buffer.memory();
    let outside = offset.checked_add(needed).is_none_or(|end| end > memory.len());
    let uneven = type_bytes(ty).is_some_and(|size| !offset.is_multiple_of(size.min(4)));
    if outside || uneven || buffer.is_mapped() {
        return Err(GL_INVALID_OPERATION);
    }
    Ok(memory)
}

/// Zeroed bytes, or GL_OUT_OF_MEMORY.
pub fn bytes(count: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).map_err(|_| GL_OUT_OF_MEMORY)?;
    bytes.resize(count, 0);
    Ok(bytes)
}

/// Gives `use_pixels` the bytes that an image command reads, from the buffer bound to GL_PIXEL_UNPACK_BUFFER or from memory. None, and
/// nothing is called, where the address is null and no buffer is bound.
pub fn with_unpack<R>(
    buffer: Option<Arc<Buffer>>,
    pixels: In<u8>,
    needed: usize,
    ty: u32,
    use_pixels: impl FnOnce(&[u8]) -> R,
) -> Result<Option<R>> {
    if let Some(buffer) = buffer {
        let memory = buffer_range(&buffer, pixels.offset(), needed, ty)?;
        let mut copy = bytes(needed)?;
        memory.read(pixels.offset(), &mut copy);
        return Ok(Some(use_pixels(&copy)));
    }
    Ok((!pixels.is_null()).then(|| pixels.with_bytes(needed, use_pixels)))
}

/// Gives `fill` the bytes that an image command writes, in the buffer bound to GL_PIXEL_PACK_BUFFER or in memory. What it leaves alone
/// stays as it was. `limit`: bytes that the application's memory has (glReadnPixels); GL_INVALID_OPERATION where they are too few.
pub fn with_pack(
    buffer: Option<Arc<Buffer>>,
    pixels: Out<u8>,
    needed: usize,
    ty: u32,
    limit: Option<i32>,
    fill: impl FnOnce(&mut [u8]),
) -> Result<()> {
    if limit.is_some_and(|limit| usize::try_from(limit).is_ok_and(|limit| limit < needed) || limit < 0) {
        return Err(GL_INVALID_OPERATION);
    }
    if let Some(buffer) = buffer {
        let memory = buffer_range(&buffer, pixels.offset(), needed, ty)?;
        let mut copy = bytes(needed)?;
        memory.read(pixels.offset(), &mut copy);
        fill(&mut copy);
        memory.write(pixels.offset(), &copy);
    } else if !pixels.is_null() {
        pixels.with_bytes(needed, fill);
    }
    Ok(())
}
