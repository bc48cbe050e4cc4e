//! Mapped buffers: what the application writes to them is an upload, which the GL is not told of. It ends with the mapping or, if the mapping
//! stays while the GL uses the buffer, with the frame.

use super::count_now;
use crate::context::{BYTES_OF_FRAME, BYTES_OF_MAPPING, Context, CopiedMapping, MAPPINGS};
use crate::gl::{self, GLenum, GLsizei, GLsizeiptr, GLuint};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use glmeter_recording::Counts;

/// Counts an upload, if there are bytes in it.
fn upload(context: &mut Context, bytes: u64) {
    if bytes > 0 {
        count_now(context, &Counts { uploads: 1, upload_bytes: bytes, ..Counts::NONE });
    }
}

/// `glMapBuffer` and its kin: the mapping is looked at when the command has ended.
pub fn map(context: &mut Context, target: GLenum) {
    if is_observed() {
        context.observation.maps = Some((target, 0));
    }
}

/// `glMapNamedBuffer` and its kin.
pub fn map_named(context: &mut Context, buffer: GLuint) {
    if is_observed() {
        context.observation.maps = Some((0, buffer));
    }
}

/// Runs after each command: records a new mapping, with a copy of its memory where that tells what is written.
pub(super) fn after(context: &mut Context) {
    let Some((target, buffer)) = context.observation.maps.take() else { return };
    if context.observation.inside_begin_end || (target == 0 && buffer == 0) {
        return;
    }
    let Some(mapping) = context.driver.mapping(target, buffer) else { return };
    let mappings = &mut context.observation.mappings;
    mappings.retain(|known| known.mapping.buffer != mapping.buffer);
    let both = gl::MAP_READ_BIT | gl::MAP_WRITE_BIT;
    let most = match mapping.flags {
        flags if flags & gl::MAP_FLUSH_EXPLICIT_BIT != 0 || flags & gl::MAP_WRITE_BIT == 0 => 0,
        flags if flags & gl::MAP_PERSISTENT_BIT != 0 => {
            let known: usize = mappings.iter().filter(|known| known.stays()).map(|known| known.copy.len()).sum();
            BYTES_OF_FRAME.saturating_sub(known)
        }
        flags if flags & both == both => BYTES_OF_MAPPING,
        _ => 0,
    };
    if mappings.len() < MAPPINGS {
        mappings.push(CopiedMapping::of(mapping, most));
    }
}

/// `glUnmapBuffer`.
pub fn unmap(context: &mut Context, target: GLenum) {
    end(context, target, 0);
}

/// `glUnmapNamedBuffer`.
pub fn unmap_named(context: &mut Context, buffer: GLuint) {
    if buffer != 0 {
        end(context, 0, buffer);
    }
}

/// Counts what the application wrote to a mapping that ends: the whole range, or what changed of it. Parts that it flushes counted then.
fn end(context: &mut Context, target: GLenum, buffer: GLuint) {
    if !is_observed() || context.observation.inside_begin_end {
        return;
    }
    let Some(mapping) = context.driver.mapping(target, buffer) else { return };
    let known = context.observation.mappings.iter().position(|known| known.mapping.buffer == mapping.buffer);
    let written = known.and_then(|known| context.observation.mappings.swap_remove(known).written());
    let whole = match mapping.flags {
        flags if flags & gl::MAP_WRITE_BIT == 0 || flags & (gl::MAP_FLUSH_EXPLICIT_BIT | gl::MAP_PERSISTENT_BIT) != 0 => 0,
        _ => mapping.length,
    };
    upload(context, written.unwrap_or(whole));
}

/// `glFlushMappedBufferRange` and its kin.
pub fn flush(context: &mut Context, length: GLsizeiptr) {
    upload(context, u64::try_from(length).unwrap_or(0));
}

/// `glDeleteBuffers`, which ends the mappings of the buffers.
pub(crate) fn delete_buffers(context: &mut Context, n: GLsizei, buffers: &In<GLuint>) {
    if is_observed() && !context.observation.mappings.is_empty() {
        let count = usize::try_from(n).unwrap_or(0);
        context.observation.mappings.retain(|known| !buffers.values(count).any(|name| name == known.mapping.buffer));
    }
}

/// Counts what the application wrote in this frame to mappings that stay.
pub(super) fn count_written(context: &mut Context) {
    if context.observation.mappings.is_empty() {
        return;
    }
    let stay = context.observation.mappings.iter_mut().filter(|known| known.stays());
    let written: Vec<u64> = stay.filter_map(CopiedMapping::written).collect();
    written.into_iter().for_each(|bytes| upload(context, bytes));
}
