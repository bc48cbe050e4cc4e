//! Indexed draws (glDrawElements and its kin). Indices are read only if primitive restart is enabled.

use super::draw_data::DrawData;
use super::{count, count_outside_lists, number, primitive, restart_index};
use crate::context::Context;
use crate::count::submitted::{Primitive, Runs};
use crate::driver::{Driver, Submitted};
use crate::error::Result;
use crate::gl::{self, GLenum, GLint, GLsizei, GLuint, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use crate::rules::observe;

/// Returns the size of an index, bytes; `None` if draw commands do not accept the type.
pub(super) fn index_size(context: &Context, kind: GLenum) -> Option<u64> {
    match kind {
        gl::UNSIGNED_BYTE => Some(1),
        gl::UNSIGNED_SHORT => Some(2),
        gl::UNSIGNED_INT if context.drawing.wide_indices => Some(4),
        _ => None,
    }
}

/// Counts indices of `size` bytes each, from byte offset `at` on, with primitive restart. Returns `None` if they cannot be read.
pub(super) fn restarted(
    driver: &mut dyn Driver,
    data: &DrawData,
    at: u64,
    [indices, size]: [u64; 2],
    primitive: Primitive,
    restart: u32,
) -> Option<Submitted> {
    let mut runs = Runs::new(primitive, Some(restart));
    let take = |_: &mut dyn Driver, index: &[u8]| {
        runs.indices(index, size as usize);
        true
    };
    data.records(driver, at, [indices, size, size], take).then(|| runs.submitted())
}

/// Counts one indexed draw with an index size and a restart index.
fn elements(
    context: &mut Context,
    primitive: Primitive,
    vertices: GLsizei,
    size: u64,
    indices: In<c_void>,
    restart: Option<u32>,
) -> Option<Submitted> {
    let vertices = u64::try_from(vertices).ok()?;
    let Some(restart) = restart.filter(|_| vertices > 0) else { return Some(primitive.run(vertices)) };
    let data = DrawData::of(context, gl::ELEMENT_ARRAY_BUFFER, gl::ELEMENT_ARRAY_BUFFER_BINDING, indices)?;
    restarted(&mut *context.driver, &data, 0, [vertices, size], primitive, restart)
}

/// Counts one indexed draw by its command's arguments.
fn one(context: &mut Context, mode: GLenum, vertices: GLsizei, kind: GLenum, indices: In<c_void>) -> Option<Submitted> {
    let (primitive, size) = (primitive(context, mode)?, index_size(context, kind)?);
    let restart = restart_index(context, mode, size);
    elements(context, primitive, vertices, size, indices, restart)
}

/// `glDrawElements`.
pub fn draw_elements(context: &mut Context, mode: GLenum, vertices: GLsizei, kind: GLenum, indices: In<c_void>) -> Result<()> {
    observe::arrays::draw_indexed(context, vertices, kind, &indices, 1);
    count(context, 1, |context| one(context, mode, vertices, kind, indices))
}

/// `glDrawElementsBaseVertex`.
pub fn draw_elements_base_vertex(
    context: &mut Context,
    mode: GLenum,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    _: GLint,
) -> Result<()> {
    draw_elements(context, mode, vertices, kind, indices)
}

/// `glDrawRangeElements`.
pub fn draw_range_elements(
    context: &mut Context,
    mode: GLenum,
    start: GLuint,
    end: GLuint,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
) -> Result<()> {
    observe::arrays::draw_indexed(context, vertices, kind, &indices, 1);
    // "An INVALID_VALUE error is generated if end < start."
    count(context, 1, |context| if end < start { None } else { one(context, mode, vertices, kind, indices) })
}

/// `glDrawRangeElementsBaseVertex`.
#[allow(clippy::too_many_arguments, reason = "the command's own list")]
pub fn draw_range_elements_base_vertex(
    context: &mut Context,
    mode: GLenum,
    start: GLuint,
    end: GLuint,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    _: GLint,
) -> Result<()> {
    draw_range_elements(context, mode, start, end, vertices, kind, indices)
}

/// `glDrawElementsInstanced`.
pub fn draw_elements_instanced(
    context: &mut Context,
    mode: GLenum,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    instances: GLsizei,
) -> Result<()> {
    if context.observation.list.is_none() {
        observe::arrays::draw_indexed(context, vertices, kind, &indices, instances);
    }
    count_outside_lists(context, 1, |context| {
        let instances = u64::try_from(instances).ok()?;
        Some(one(context, mode, vertices, kind, indices)?.times(instances))
    })
}

/// `glDrawElementsInstancedBaseVertex`.
pub fn draw_elements_instanced_base_vertex(
    context: &mut Context,
    mode: GLenum,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    instances: GLsizei,
    _: GLint,
) -> Result<()> {
    draw_elements_instanced(context, mode, vertices, kind, indices, instances)
}

/// `glDrawElementsInstancedBaseInstance`.
pub fn draw_elements_instanced_base_instance(
    context: &mut Context,
    mode: GLenum,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    instances: GLsizei,
    _: GLuint,
) -> Result<()> {
    draw_elements_instanced(context, mode, vertices, kind, indices, instances)
}

/// `glDrawElementsInstancedBaseVertexBaseInstance`.
#[allow(clippy::too_many_arguments, reason = "the command's own list")]
pub fn draw_elements_instanced_base_vertex_base_instance(
    context: &mut Context,
    mode: GLenum,
    vertices: GLsizei,
    kind: GLenum,
    indices: In<c_void>,
    instances: GLsizei,
    _: GLint,
    _: GLuint,
) -> Result<()> {
    draw_elements_instanced(context, mode, vertices, kind, indices, instances)
}

/// `glMultiDrawElements`. One negative count makes it draw nothing.
pub fn multi_draw_elements(
    context: &mut Context,
    mode: GLenum,
    vertices: In<GLsizei>,
    kind: GLenum,
    indices: In<*const c_void>,
    draws: GLsizei,
) -> Result<()> {
    if is_observed() && context.drawing.client_memory {
        for (draw, vertices) in vertices.values(usize::try_from(draws).unwrap_or(0)).enumerate() {
            observe::arrays::draw_indexed(context, vertices, kind, &indices.pointer(draw), 1);
        }
    }
    count(context, number(draws), |context| {
        let (primitive, size) = (primitive(context, mode)?, index_size(context, kind)?);
        let restart = restart_index(context, mode, size);
        let mut all = Submitted::default();
        for (draw, vertices) in vertices.values(usize::try_from(draws).ok()?).enumerate() {
            all.add(elements(context, primitive, vertices, size, indices.pointer(draw), restart)?);
        }
        Some(all)
    })
}

/// `glMultiDrawElementsBaseVertex`.
pub fn multi_draw_elements_base_vertex(
    context: &mut Context,
    mode: GLenum,
    vertices: In<GLsizei>,
    kind: GLenum,
    indices: In<*const c_void>,
    draws: GLsizei,
    _: In<GLint>,
) -> Result<()> {
    multi_draw_elements(context, mode, vertices, kind, indices, draws)
}

/// `glMultiModeDrawElementsIBM`: one glDrawElements for each count above 0, with modes `stride` bytes apart.
pub fn multi_mode_draw_elements(
    context: &mut Context,
    modes: In<GLenum>,
    vertices: In<GLsizei>,
    kind: GLenum,
    indices: In<*const c_void>,
    draws: GLsizei,
    stride: GLint,
) -> Result<()> {
    count(context, number(draws), |context| {
        let size = index_size(context, kind)?;
        let mut all = Submitted::default();
        for (draw, vertices) in vertices.values(usize::try_from(draws).ok()?).enumerate() {
            let mode = modes.apart(draw, stride as isize);
            let Some(primitive) = primitive(context, mode) else { continue };
            let restart = restart_index(context, mode, size);
            all.add(elements(context, primitive, vertices, size, indices.pointer(draw), restart).unwrap_or_default());
        }
        Some(all)
    })
}
