//! glBegin, glEnd and the vertices between them.

use crate::core::memory::Memory;
use crate::gl::command::draw;
use crate::gl::context::Context;
use crate::gl::context::compat;
use crate::gl::context::immediate::{Primitive, vertex};
use crate::gl::context::recording::perform;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::pipeline::state::{AttributeArray, AttributeFormat, Command, Mode, VertexAttribute};
use crate::tokens::*;
use std::sync::Arc;

/// Implements glBegin.
pub fn begin(context: &mut Context, mode: u32) -> Result<()> {
    compat::outside_begin(context)?;
    draw::mode(context, mode)?;
    context.compat.immediate.open = Some(Primitive { mode, count: 0, values: Default::default() });
    Ok(())
}

/// Implements glEnd: draws the primitive.
fn end(context: &mut Context) -> Result<()> {
    // "An INVALID_OPERATION error is generated if End is called without a previous corresponding Begin." [GL 4.4, 10.8.5]
    let primitive = context.compat.immediate.open.take().ok_or(GL_INVALID_OPERATION)?;
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    for (attribute, values) in attributes.iter_mut().zip(&primitive.values) {
        if let Some(values) = values {
            *attribute = VertexAttribute::Array(array(values)?);
        }
    }
    let mode: Mode = draw::mode(context, primitive.mode)?;
    let command = Command {
        mode,
        first: 0,
        count: primitive.count as u32,
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        draw_id: 0,
        indices: None,
        patch_vertices: 3,
    };
    draw::draw_with(context, &command, &attributes)
}

/// Ends the primitive and begins another of its mode; no effect outside glBegin and glEnd.
pub fn restart(context: &mut Context) -> Result<()> {
    let Some(mode) = context.compat.immediate.open.as_ref().map(|primitive| primitive.mode) else { return Ok(()) };
    end(context)?;
    begin(context, mode)
}

/// Returns an attribute array of four floats for each vertex.
pub fn array(values: &[[u32; 4]]) -> Result<AttributeArray> {
    // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
    let memory = Memory::new(values.len() * 16).map_err(|_| GL_OUT_OF_MEMORY)?;
    for (index, word) in values.iter().flatten().enumerate() {
        memory.set_word(index, *word);
    }
    let format = AttributeFormat { ty: GL_FLOAT, size: 4, bgra: false, normalized: false, integer: false, long: false };
    Ok(AttributeArray { memory: Arc::new(memory), offset: 0, stride: 16, divisor: 0, format })
}

/// Implements glRect: a polygon with z = 0, in the vertex order of the specification.
pub fn rectangle(context: &mut Context, corners: [f32; 4]) -> Result<()> {
    perform(context, move |context| {
        let [x1, y1, x2, y2] = corners;
        begin(context, GL_POLYGON)?;
        for (x, y) in [(x1, y1), (x2, y1), (x2, y2), (x1, y2)] {
            vertex(context, [x, y, 0.0, 1.0])?;
        }
        end(context)
    })
}

commands! {
    fn glBegin(mode: u32) => begin;
    #[between_begin_end] fn glEnd() => end;
}
