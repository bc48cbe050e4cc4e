//! Draws that read vertices or indices from the application's memory: each is an upload.

use super::{count, state_change};
use crate::context::Context;
use crate::driver::ClientArray;
use crate::driver::capabilities::Api;
use crate::gl::{self, GLenum, GLint, GLsizei, GLuint, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use glmeter_recording::Counts;

/// The most indices that are looked at for the vertices that a draw reads.
const INDICES: usize = 1 << 22;

/// `glVertexPointer`, `glVertexAttribPointer` and their kin: `pointer` is an address unless a buffer is bound.
pub fn pointer(context: &mut Context, pointer: In<c_void>) {
    // Each of these commands is executed at once.
    state_change(context, "glVertexPointer");
    let may_be_memory =
        context.capabilities.compatibility || context.capabilities.api == Api::Embedded || context.capabilities.version < (3, 1);
    let is_new = is_observed() && may_be_memory && !context.observation.has_client_arrays && !pointer.is_null();
    if is_new && context.driver.get_integer64(gl::ARRAY_BUFFER_BINDING) == 0 {
        context.observation.has_client_arrays = true;
        context.observation.decide();
    }
}

/// Counts what a draw of consecutive vertices reads.
pub(crate) fn draw(context: &mut Context, first: GLint, vertices: GLsizei, instances: GLsizei) {
    if !is_observed() || !context.observation.has_client_arrays || context.observation.inside_begin_end || first < 0 {
        return;
    }
    let bytes = vertices_read(context, vertices, instances);
    upload(context, bytes);
}

/// Counts what a draw with indices reads.
pub(crate) fn draw_indexed(context: &mut Context, vertices: GLsizei, kind: GLenum, indices: &In<c_void>, instances: GLsizei) {
    let is_relevant = is_observed() && context.drawing.client_memory && !indices_are_offset(context, indices);
    if !is_relevant || context.observation.inside_begin_end {
        return;
    }
    let Ok(number) = usize::try_from(vertices) else { return };
    let size = match kind {
        gl::UNSIGNED_BYTE => 1,
        gl::UNSIGNED_SHORT => 2,
        gl::UNSIGNED_INT => 4,
        _ => return,
    };
    let is_buffer = context.driver.get_integer64(gl::ELEMENT_ARRAY_BUFFER_BINDING) != 0;
    let mut bytes = if is_buffer { 0 } else { (number * size) as u64 };
    if context.observation.has_client_arrays && (1..=INDICES).contains(&number) {
        let mut read = vec![0; number * size];
        let is_read = match (is_buffer, u64::try_from(indices.offset())) {
            (true, Ok(offset)) => context.driver.read_buffer(gl::ELEMENT_ARRAY_BUFFER, offset, &mut read),
            _ => indices.copy(0, &mut read),
        };
        if is_read {
            bytes += vertices_read(context, span(&read, size), instances);
        }
    }
    upload(context, bytes);
}

/// Returns true if indices cannot be in the application's memory, and no array is there.
fn indices_are_offset(context: &Context, indices: &In<c_void>) -> bool {
    indices.is_null() && !context.observation.has_client_arrays
}

/// Returns the number of vertices from the least index to the greatest. The greatest index of the type is left out, with which primitives restart.
fn span(indices: &[u8], size: usize) -> GLsizei {
    let restart = GLuint::MAX >> (32 - 8 * size);
    let index = |bytes: &[u8]| match *bytes {
        [a] => GLuint::from(a),
        [a, b] => GLuint::from(u16::from_ne_bytes([a, b])),
        [a, b, c, d] => GLuint::from_ne_bytes([a, b, c, d]),
        _ => restart,
    };
    let all = indices.chunks_exact(size).map(index).filter(|index| *index != restart);
    let ends = all.fold(None, |ends: Option<(GLuint, GLuint)>, index| {
        Some(ends.map_or((index, index), |(least, greatest)| (least.min(index), greatest.max(index))))
    });
    ends.map_or(0, |(least, greatest)| GLsizei::try_from(greatest - least).unwrap_or(0).saturating_add(1))
}

/// Returns the bytes of this number of vertices in the arrays that are in the application's memory, without the gaps between them.
fn vertices_read(context: &mut Context, vertices: GLsizei, instances: GLsizei) -> u64 {
    let (Ok(vertices), Ok(instances)) = (u64::try_from(vertices), u64::try_from(instances)) else { return 0 };
    if vertices == 0 || instances == 0 {
        return 0;
    }
    let elements = |array: &ClientArray| match u64::from(array.divisor) {
        0 => vertices,
        divisor => instances.div_ceil(divisor),
    };
    context.driver.client_arrays().iter().map(|array| elements(array) * array.size).fold(0, u64::saturating_add)
}

/// Counts an upload, if there are bytes in it.
fn upload(context: &mut Context, bytes: u64) {
    if bytes > 0 {
        count(context, &Counts { uploads: 1, upload_bytes: bytes, ..Counts::NONE });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_span_vertices() {
        assert_eq!((span(&[5, 2, 4, 255], 1), span(&[255], 1), span(&[], 1)), (4, 0, 0));
        let shorts = [7_u16, 7, u16::MAX].map(u16::to_ne_bytes).concat();
        assert_eq!(span(&shorts, 2), 1);
        let ints = [0_u32, 70_000].map(u32::to_ne_bytes).concat();
        assert_eq!(span(&ints, 4), 70_001);
    }
}
