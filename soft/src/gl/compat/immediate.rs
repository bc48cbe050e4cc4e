//! glBegin, glEnd and the vertices between them.

use crate::core::memory::Memory;
use crate::gl::command::draw;
use crate::gl::compat::list::perform;
use crate::gl::context::Context;
use crate::gl::dispatch::{Result, commands};
use crate::hir::fixed_attribute;
use crate::pipeline::state::{AttributeArray, AttributeFormat, Command, Mode, VertexAttribute};
use crate::tokens::*;
use std::sync::Arc;

/// Vertices after which a primitive's memory is no longer grown: GL_OUT_OF_MEMORY.
const MAX_VERTICES: usize = 1 << 24;

/// The primitive between glBegin and glEnd.
#[derive(Default)]
pub struct State {
    open: Option<Primitive>,
}

struct Primitive {
    mode: u32,
    /// Vertices so far.
    count: usize,
    /// By location: the values of every vertex, for attributes that were given since glBegin; the others keep their current value.
    values: [Option<Vec<[u32; 4]>>; fixed_attribute::COUNT],
}

impl State {
    /// Whether glBegin was called and glEnd was not.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

/// glBegin.
pub fn begin(context: &mut Context, mode: u32) -> Result<()> {
    super::outside_begin(context)?;
    draw::mode(context, mode)?;
    context.compat.immediate.open = Some(Primitive { mode, count: 0, values: Default::default() });
    Ok(())
}

/// Sets a current attribute: within glBegin and glEnd the vertices that follow have it.
pub fn set_attribute(context: &mut Context, location: u32, value: [u32; 4]) {
    let location = location as usize;
    let current = &mut context.vertex_arrays.current[location];
    if let Some(primitive) = &mut context.compat.immediate.open
        && primitive.values[location].is_none()
    {
        let old = [current[0], current[1], current[2], current[3]];
        primitive.values[location] = Some(vec![old; primitive.count]);
    }
    current[..4].copy_from_slice(&value);
}

/// glVertex: one more vertex with all current attributes. Outside glBegin and glEnd its effect is undefined: none.
pub fn vertex(context: &mut Context, position: [f32; 4]) -> Result<()> {
    if context.compat.immediate.open.is_none() {
        return Ok(());
    }
    set_attribute(context, fixed_attribute::VERTEX, position.map(f32::to_bits));
    let Some(primitive) = &mut context.compat.immediate.open else { return Ok(()) };
    if primitive.count >= MAX_VERTICES {
        return Err(GL_OUT_OF_MEMORY);
    }
    for (values, current) in primitive.values.iter_mut().zip(&context.vertex_arrays.current) {
        if let Some(values) = values {
            values.push([current[0], current[1], current[2], current[3]]);
        }
    }
    primitive.count += 1;
    Ok(())
}

/// glVertexAttrib between glBegin and glEnd: "setting generic vertex attribute zero specifies a vertex".
pub fn generic_attribute(context: &mut Context, index: u32, words: [u32; 8]) -> Result<()> {
    let value = [words[0], words[1], words[2], words[3]];
    if context.compat.immediate.open.is_none() {
        context.vertex_arrays.current[index as usize] = words;
        return Ok(());
    }
    if index == 0 {
        return vertex(context, value.map(f32::from_bits));
    }
    set_attribute(context, index, value);
    Ok(())
}

fn end(context: &mut Context) -> Result<()> {
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

/// Ends the primitive and begins another of its mode. Outside glBegin and glEnd nothing happens.
pub fn restart(context: &mut Context) -> Result<()> {
    let Some(mode) = context.compat.immediate.open.as_ref().map(|primitive| primitive.mode) else { return Ok(()) };
    end(context)?;
    begin(context, mode)
}

/// Values as an array of four floats a vertex.
pub fn array(values: &[[u32; 4]]) -> Result<AttributeArray> {
    let memory = Memory::new(values.len() * 16).map_err(|_| GL_OUT_OF_MEMORY)?;
    for (index, word) in values.iter().flatten().enumerate() {
        memory.set_word(index, *word);
    }
    let format = AttributeFormat { ty: GL_FLOAT, size: 4, bgra: false, normalized: false, integer: false, long: false };
    Ok(AttributeArray { memory: Arc::new(memory), offset: 0, stride: 16, divisor: 0, format })
}

/// glRect: a quad with z = 0, in the order of the specification.
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
    fn glEnd() => end;
}
