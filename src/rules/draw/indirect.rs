//! Indirect draws. The parameters are read back from the buffer, after all earlier commands have written it.

use super::draw_data::DrawData;
use super::elements::{index_size, restarted};
use super::{count_outside_lists, primitive, restart_index};
use crate::context::Context;
use crate::count::submitted::Primitive;
use crate::driver::{Driver, Submitted};
use crate::error::Result;
use crate::gl::{self, GLenum, GLintptr, GLsizei, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;

/// The size of `DrawArraysIndirectCommand`, bytes: count, instances, first vertex, base instance.
const ARRAYS: u64 = 16;
/// The size of `DrawElementsIndirectCommand`, bytes: count, instances, first index, base vertex, base instance.
const ELEMENTS: u64 = 20;

/// Returns the 32-bit number at an index of `bytes`; 0 if it is out of range.
pub(super) fn number(bytes: &[u8], index: usize) -> u64 {
    let number = bytes.get(4 * index..4 * index + 4).and_then(|bytes| bytes.try_into().ok());
    u64::from(number.map_or(0, u32::from_ne_bytes))
}

/// The properties that the draws of one command share.
struct Draws<'a> {
    primitive: Primitive,
    /// The size of an index and the indices; `None` for draws without indices.
    indices: Option<(u64, DrawData<'a>)>,
    /// The restart index, if primitive restart is enabled.
    restart: Option<u32>,
}

impl Draws<'_> {
    /// Counts the draw with these parameters.
    fn one(&self, driver: &mut dyn Driver, parameters: &[u8]) -> Option<Submitted> {
        let [vertices, instances, first] = [0, 1, 2].map(|index| number(parameters, index));
        let drawn = match (&self.indices, self.restart) {
            (Some((size, data)), Some(restart)) if vertices > 0 && instances > 0 => {
                restarted(driver, data, first * size, [vertices, *size], self.primitive, restart)?
            }
            _ => self.primitive.run(vertices),
        };
        Some(drawn.times(instances))
    }
}

/// The number of draws of a command.
enum Number {
    /// The number itself.
    Of(GLsizei),
    /// The offset of the number in the parameter buffer, and its maximum.
    InBuffer(GLintptr, GLsizei),
}

impl Number {
    /// Returns the number, which is read back if it is in a buffer; `None` if the driver rejects it.
    fn get(&self, context: &mut Context) -> Option<u64> {
        match self {
            Self::Of(number) => u64::try_from(*number).ok(),
            Self::InBuffer(offset, most) => {
                let (offset, most) = (u64::try_from(*offset).ok().filter(|offset| offset.is_multiple_of(4))?, u64::try_from(*most).ok()?);
                let mut bytes = [0; 4];
                let bound = context.driver.get_integer64(gl::PARAMETER_BUFFER_BINDING) != 0;
                let is_read = bound && context.driver.read_buffer(gl::PARAMETER_BUFFER, offset, &mut bytes);
                is_read.then(|| u64::from(u32::from_ne_bytes(bytes)).min(most))
            }
        }
    }

    /// Returns the number of draws that the report counts.
    fn commands(&self, context: &mut Context) -> u64 {
        if is_observed() && !context.observation.inside_begin_end { self.get(context).unwrap_or(0) } else { 0 }
    }
}

/// Counts a command whose draws have parameters of `size` bytes, `stride` bytes apart; a `stride` of 0 means tightly packed.
fn draws(context: &mut Context, draws: &Draws, indirect: In<c_void>, number: Number, stride: GLsizei, size: u64) -> Option<Submitted> {
    // "INVALID_VALUE is generated if stride is neither zero nor a multiple of four"; the same holds for offsets.
    let stride = u64::try_from(stride).ok().filter(|stride| stride.is_multiple_of(4))?;
    let stride = if stride == 0 { size } else { stride };
    let data = DrawData::of(context, gl::DRAW_INDIRECT_BUFFER, gl::DRAW_INDIRECT_BUFFER_BINDING, indirect)?;
    // Only compatibility contexts read parameters from the application's memory.
    let in_memory = matches!(data, DrawData::Memory(_)) && !context.capabilities.compatibility;
    if in_memory || !data.offset().is_multiple_of(4) {
        return None;
    }
    let number = number.get(context)?;
    let mut all = Submitted::default();
    let take = |driver: &mut dyn Driver, parameters: &[u8]| {
        let one = draws.one(driver, parameters);
        all.add(one.unwrap_or_default());
        one.is_some()
    };
    data.records(&mut *context.driver, 0, [number, size, stride], take).then_some(all)
}

/// Counts indirect draws of consecutive vertices.
fn arrays(context: &mut Context, mode: GLenum, indirect: In<c_void>, number: Number, stride: GLsizei) -> Result<()> {
    let commands = number.commands(context);
    count_outside_lists(context, commands, |context| {
        let shared = Draws { primitive: primitive(context, mode)?, indices: None, restart: None };
        draws(context, &shared, indirect, number, stride, ARRAYS)
    })
}

/// Counts indirect indexed draws.
fn elements(context: &mut Context, mode: GLenum, kind: GLenum, indirect: In<c_void>, number: Number, stride: GLsizei) -> Result<()> {
    let commands = number.commands(context);
    count_outside_lists(context, commands, |context| {
        // "INVALID_OPERATION is generated if no buffer is bound to ELEMENT_ARRAY_BUFFER", in every context.
        if context.driver.get_integer64(gl::ELEMENT_ARRAY_BUFFER_BINDING) == 0 {
            return None;
        }
        let size = index_size(context, kind)?;
        let shared = Draws {
            primitive: primitive(context, mode)?,
            indices: Some((size, DrawData::Buffer(gl::ELEMENT_ARRAY_BUFFER, 0))),
            restart: restart_index(context, mode, size),
        };
        draws(context, &shared, indirect, number, stride, ELEMENTS)
    })
}

/// `glDrawArraysIndirect`.
pub fn draw_arrays_indirect(context: &mut Context, mode: GLenum, indirect: In<c_void>) -> Result<()> {
    arrays(context, mode, indirect, Number::Of(1), 0)
}

/// `glDrawElementsIndirect`.
pub fn draw_elements_indirect(context: &mut Context, mode: GLenum, kind: GLenum, indirect: In<c_void>) -> Result<()> {
    elements(context, mode, kind, indirect, Number::Of(1), 0)
}

/// `glMultiDrawArraysIndirect`.
pub fn multi_draw_arrays_indirect(
    context: &mut Context,
    mode: GLenum,
    indirect: In<c_void>,
    draws: GLsizei,
    stride: GLsizei,
) -> Result<()> {
    arrays(context, mode, indirect, Number::Of(draws), stride)
}

/// `glMultiDrawElementsIndirect`.
pub fn multi_draw_elements_indirect(
    context: &mut Context,
    mode: GLenum,
    kind: GLenum,
    indirect: In<c_void>,
    draws: GLsizei,
    stride: GLsizei,
) -> Result<()> {
    elements(context, mode, kind, indirect, Number::Of(draws), stride)
}

/// `glMultiDrawArraysIndirectCount`.
pub fn multi_draw_arrays_indirect_count(
    context: &mut Context,
    mode: GLenum,
    indirect: In<c_void>,
    draws: GLintptr,
    most: GLsizei,
    stride: GLsizei,
) -> Result<()> {
    arrays(context, mode, indirect, Number::InBuffer(draws, most), stride)
}

/// `glMultiDrawElementsIndirectCount`.
pub fn multi_draw_elements_indirect_count(
    context: &mut Context,
    mode: GLenum,
    kind: GLenum,
    indirect: In<c_void>,
    draws: GLintptr,
    most: GLsizei,
    stride: GLsizei,
) -> Result<()> {
    elements(context, mode, kind, indirect, Number::InBuffer(draws, most), stride)
}
