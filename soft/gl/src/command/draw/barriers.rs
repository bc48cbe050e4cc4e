//! Memory barriers. Commands are complete when they return, so there is nothing to wait for.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_value};
use crate::tokens::*;

/// Bits of glMemoryBarrierByRegion.
const BY_REGION: u32 = GL_ATOMIC_COUNTER_BARRIER_BIT
    | GL_FRAMEBUFFER_BARRIER_BIT
    | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT
    | GL_SHADER_STORAGE_BARRIER_BIT
    | GL_TEXTURE_FETCH_BARRIER_BIT
    | GL_UNIFORM_BARRIER_BIT;

/// Bits of glMemoryBarrier that OpenGL ES lacks.
const DESKTOP: u32 = GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT | GL_QUERY_BUFFER_BARRIER_BIT;

/// Bits of glMemoryBarrier in every API.
const ALL: u32 = BY_REGION
    | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT
    | GL_ELEMENT_ARRAY_BARRIER_BIT
    | GL_COMMAND_BARRIER_BIT
    | GL_PIXEL_BUFFER_BARRIER_BIT
    | GL_TEXTURE_UPDATE_BARRIER_BIT
    | GL_BUFFER_UPDATE_BARRIER_BIT
    | GL_TRANSFORM_FEEDBACK_BARRIER_BIT;

/// Implements glMemoryBarrier.
pub(super) fn memory_barrier(context: &mut Context, barriers: u32) -> Result<()> {
    // EXT_buffer_storage adds the bit of mapped buffers to OpenGL ES.
    let known = if context.is_es() { ALL | GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT } else { ALL | DESKTOP };
    if barriers != GL_ALL_BARRIER_BITS && barriers & !known != 0 {
        Err(invalid_value(
            &"GL_INVALID_VALUE is generated if barriers is not the special value GL_ALL_BARRIER_BITS, and has any bits set other than \
              those described above for glMemoryBarrier or glMemoryBarrierByRegion respectively. [reference page glMemoryBarrier]",
        ))
    } else {
        Ok(())
    }
}

/// Implements glMemoryBarrierByRegion.
pub(super) fn memory_barrier_by_region(_context: &mut Context, barriers: u32) -> Result<()> {
    if barriers != GL_ALL_BARRIER_BITS && barriers & !BY_REGION != 0 {
        Err(invalid_value(
            &"GL_INVALID_VALUE is generated if barriers is not the special value GL_ALL_BARRIER_BITS, and has any bits set other than \
              those described above for glMemoryBarrier or glMemoryBarrierByRegion respectively. [reference page glMemoryBarrier]",
        ))
    } else {
        Ok(())
    }
}

commands! {
    #[not_in_lists] fn glMemoryBarrier(barriers: u32) => memory_barrier;
    fn glMemoryBarrierByRegion(barriers: u32) => memory_barrier_by_region;
    alias glMemoryBarrierEXT = glMemoryBarrier;
}
