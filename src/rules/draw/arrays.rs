//! Draws of consecutive vertices (glDrawArrays and its kin).

use super::{count, count_outside_lists, number, primitive};
use crate::context::Context;
use crate::driver::Submitted;
use crate::error::Result;
use crate::gl::{GLenum, GLint, GLsizei, GLuint};
use crate::memory::In;
use crate::rules::observe;

/// Counts one draw of consecutive vertices; `None` if the driver rejects it.
fn arrays(context: &mut Context, mode: GLenum, first: GLint, vertices: GLsizei) -> Option<Submitted> {
    let (_, vertices) = (u32::try_from(first).ok()?, u64::try_from(vertices).ok()?);
    Some(primitive(context, mode)?.run(vertices))
}

/// `glDrawArrays`.
pub fn draw_arrays(context: &mut Context, mode: GLenum, first: GLint, vertices: GLsizei) -> Result<()> {
    observe::arrays::draw(context, first, vertices, 1);
    count(context, 1, |context| arrays(context, mode, first, vertices))
}

/// `glDrawArraysInstanced`.
pub fn draw_arrays_instanced(context: &mut Context, mode: GLenum, first: GLint, vertices: GLsizei, instances: GLsizei) -> Result<()> {
    if context.observation.list.is_none() {
        observe::arrays::draw(context, first, vertices, instances);
    }
    count_outside_lists(context, 1, |context| Some(arrays(context, mode, first, vertices)?.times(u64::try_from(instances).ok()?)))
}

/// `glDrawArraysInstancedBaseInstance`.
pub fn draw_arrays_instanced_base_instance(
    context: &mut Context,
    mode: GLenum,
    first: GLint,
    vertices: GLsizei,
    instances: GLsizei,
    _: GLuint,
) -> Result<()> {
    draw_arrays_instanced(context, mode, first, vertices, instances)
}

/// `glMultiDrawArrays`. One negative count makes it draw nothing.
pub fn multi_draw_arrays(context: &mut Context, mode: GLenum, _: In<GLint>, vertices: In<GLsizei>, draws: GLsizei) -> Result<()> {
    if context.observation.has_client_arrays {
        vertices.values(usize::try_from(draws).unwrap_or(0)).for_each(|vertices| observe::arrays::draw(context, 0, vertices, 1));
    }
    count(context, number(draws), |context| {
        let primitive = primitive(context, mode)?;
        let mut all = Submitted::default();
        for vertices in vertices.values(usize::try_from(draws).ok()?) {
            all.add(primitive.run(u64::try_from(vertices).ok()?));
        }
        Some(all)
    })
}

/// `glMultiModeDrawArraysIBM`: one glDrawArrays for each count above 0, with modes `stride` bytes apart.
pub fn multi_mode_draw_arrays(
    context: &mut Context,
    modes: In<GLenum>,
    first: In<GLint>,
    vertices: In<GLsizei>,
    draws: GLsizei,
    stride: GLint,
) -> Result<()> {
    count(context, number(draws), |context| {
        let draws = usize::try_from(draws).ok()?;
        let mut all = Submitted::default();
        for (draw, (first, vertices)) in first.values(draws).zip(vertices.values(draws)).enumerate() {
            let (true, Ok(vertices)) = (first >= 0, u64::try_from(vertices)) else { continue };
            if let Some(primitive) = primitive(context, modes.apart(draw, stride as isize)) {
                all.add(primitive.run(vertices));
            }
        }
        Some(all)
    })
}
