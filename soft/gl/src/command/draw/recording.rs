//! Submits draws, which run at once or are recorded into the display list being compiled: their arrays are read then.

use super::execute::{draw_with_attributes, run, vertices};
use super::prepare::prepare;
use crate::command::vertex_array::resolve;
use crate::context::Context;
use crate::context::recording::perform;
use crate::error::{NO_MEMORY, Result};
use base::core::memory::Memory;
use shader::pipeline::draw_call::{AttributeArray, DrawCall, Indices, Mode, VertexAttribute};
use std::sync::Arc;

/// Draws of one command, which run at once or are recorded into the display list being compiled. They are submitted one by one, so that
/// their number costs no memory.
pub enum Submission {
    /// The draws are recorded into a display list.
    Kept,
    /// The draws run at once; `false` if nothing is drawn.
    Done(bool),
}

impl Submission {
    /// Checks everything that does not depend on counts.
    pub fn new(context: &mut Context, mode: Mode) -> Result<Self> {
        if context.compat.lists.is_compiling() {
            return Ok(Self::Kept);
        }
        Ok(Self::Done(prepare(context, mode)?))
    }

    /// Runs or records the next draw.
    pub fn submit(&mut self, context: &mut Context, call: DrawCall) -> Result<()> {
        match self {
            Self::Kept => keep(context, call),
            Self::Done(true) => run(context, call),
            Self::Done(false) => Ok(()),
        }
    }
}

/// Runs a draw, or records it into the display list being compiled.
pub fn submit(context: &mut Context, mode: Mode, call: DrawCall) -> Result<()> {
    Submission::new(context, mode)?.submit(context, call)
}

/// Records a draw with its indices and the vertices that they name. An attribute without an array takes the value that is current when the
/// list is called.
fn keep(context: &mut Context, mut call: DrawCall) -> Result<()> {
    if call.count == 0 || call.instances == 0 {
        return Ok(());
    }
    if let Some(indices) = &mut call.indices {
        *indices = own_indices(indices, call.count)?;
    }
    let range = vertices(&call).unwrap_or((0, 0));
    let mut attributes = resolve(context, u32::MAX, range, (call.base_instance, call.instances))?;
    for attribute in &mut attributes {
        if let VertexAttribute::Array(array) = attribute {
            let (first, count) = match array.divisor {
                0 => (range.0, u64::from(range.1.saturating_sub(range.0)) + 1),
                divisor => (call.base_instance, u64::from(call.instances.div_ceil(divisor).max(1))),
            };
            own_array(array, first, count)?;
        }
    }
    perform(context, move |context| {
        let current = &context.vertex_arrays.current;
        let now = |(attribute, &current): (&VertexAttribute, _)| match attribute {
            VertexAttribute::Current(_) => VertexAttribute::Current(current),
            array => array.clone(),
        };
        let attributes: Vec<VertexAttribute> = attributes.iter().zip(current).map(now).collect();
        draw_with_attributes(context, &call, &attributes)
    })
}

/// Copies a range of a memory, clipped to its end; reads past the copy return 0.
fn part(memory: &Memory, start: u64, length: u64) -> Result<Arc<Memory>> {
    let inside = (memory.len() as u64).saturating_sub(start).min(length);
    let copy = Memory::new(usize::try_from(inside).map_err(|_| NO_MEMORY)?).map_err(|_| NO_MEMORY)?;
    if inside > 0 {
        copy.copy_from(0, memory, start as usize, inside as usize);
    }
    Ok(Arc::new(copy))
}

/// Copies the indices of a draw.
fn own_indices(indices: &Indices, count: u32) -> Result<Indices> {
    let memory = part(&indices.memory, indices.offset, u64::from(count) * u64::from(indices.size))?;
    Ok(Indices { memory, offset: 0, ..indices.clone() })
}

/// Replaces the memory of an array by a copy of `count` values from the value `first` on.
fn own_array(array: &mut AttributeArray, first: u32, count: u64) -> Result<()> {
    /// Bytes of the largest value: four doubles.
    const LARGEST: u64 = 32;
    let stride = u64::from(array.stride);
    let before = i64::try_from(u64::from(first) * stride).map_err(|_| NO_MEMORY)?;
    let start = array.offset.saturating_add(before);
    // Reads before the memory return 0, and so must reads before the copy.
    let skipped = u64::try_from(start.saturating_neg()).unwrap_or(0);
    let length = stride.saturating_mul(count.saturating_sub(1)).saturating_add(LARGEST).saturating_sub(skipped);
    array.memory = part(&array.memory, u64::try_from(start).unwrap_or(0), length)?;
    array.offset = start.min(0).saturating_sub(before);
    Ok(())
}
