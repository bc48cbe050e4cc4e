//! The primitive between glBegin and glEnd.

use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::hir::fixed_attribute;
use crate::tokens::*;

/// Vertices after which a primitive's memory is no longer grown: GL_OUT_OF_MEMORY.
pub const MAX_VERTICES: usize = 1 << 24;

/// The primitive between glBegin and glEnd.
#[derive(Default)]
pub struct State {
    pub open: Option<Primitive>,
}

/// A primitive that glBegin began.
pub struct Primitive {
    pub mode: u32,
    /// Vertices so far.
    pub count: usize,
    /// By location: the values of every vertex, for attributes that were given since glBegin; the others keep their current value.
    pub values: [Option<Vec<[u32; 4]>>; fixed_attribute::COUNT],
}

impl State {
    /// Whether glBegin was called and glEnd was not.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
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
