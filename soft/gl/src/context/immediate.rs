//! The primitive between glBegin and glEnd.

use crate::context::Context;
use crate::context::vertex_material::VertexMaterials;
use crate::error::{NO_MEMORY, Result, invalid_operation};
use base::hir::fixed_attribute;

/// Limits the vertices of a primitive; glVertex beyond it raises GL_OUT_OF_MEMORY.
pub const MAX_VERTICES: usize = 1 << 24;

/// State of glBegin and glEnd.
#[derive(Default)]
pub struct BeginEnd {
    /// The primitive, between glBegin and glEnd.
    pub open: Option<Primitive>,
}

/// A primitive under construction.
pub struct Primitive {
    /// The mode of glBegin.
    pub mode: u32,
    /// Number of vertices.
    pub count: usize,
    /// By location: one value for each vertex, for attributes that were set since glBegin; none for the others, which keep their current value.
    pub values: [Option<Vec<[u32; 4]>>; fixed_attribute::COUNT],
    /// The materials of the vertices, if glMaterial changed them since glBegin.
    pub materials: Option<Box<VertexMaterials>>,
    /// There was no memory for an attribute of the vertices: the primitive gets no more of them.
    pub is_full: bool,
}

impl Primitive {
    /// Makes room for one more vertex. Returns false without memory for it.
    fn reserve(&mut self) -> bool {
        let materials = self.materials.iter_mut().flat_map(|materials| &mut materials.values);
        self.values.iter_mut().chain(materials).flatten().all(|values| values.try_reserve(1).is_ok())
    }
}

impl BeginEnd {
    /// Returns true between glBegin and glEnd.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

/// Sets a current attribute. Between glBegin and glEnd, the vertices that follow have it.
pub fn set_attribute(context: &mut Context, location: u32, value: [u32; 4]) {
    let location = location as usize;
    let current = &mut context.vertex_arrays.current[location];
    if let Some(primitive) = &mut context.compat.immediate.open
        && primitive.values[location].is_none()
    {
        let old = [current[0], current[1], current[2], current[3]];
        let mut values = Vec::new();
        if values.try_reserve_exact(primitive.count).is_ok() {
            values.resize(primitive.count, old);
            primitive.values[location] = Some(values);
        } else {
            primitive.is_full = true;
        }
    }
    current[..4].copy_from_slice(&value);
}

/// Implements glVertex: adds a vertex with all current attributes. No effect outside glBegin and glEnd, where it is undefined.
pub fn vertex(context: &mut Context, position: [f32; 4]) -> Result<()> {
    if context.compat.immediate.open.is_none() {
        return Ok(());
    }
    set_attribute(context, fixed_attribute::VERTEX, position.map(f32::to_bits));
    let Some(primitive) = &mut context.compat.immediate.open else { return Ok(()) };
    if primitive.count >= MAX_VERTICES || primitive.is_full || !primitive.reserve() {
        return Err(NO_MEMORY);
    }
    for (values, current) in primitive.values.iter_mut().zip(&context.vertex_arrays.current) {
        if let Some(values) = values {
            values.push([current[0], current[1], current[2], current[3]]);
        }
    }
    if let Some(materials) = &mut primitive.materials {
        materials.add_vertex(&context.compat.lighting.materials);
    }
    primitive.count += 1;
    Ok(())
}

/// Implements glVertexAttrib between glBegin and glEnd, where attribute 0 adds a vertex.
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

/// Checks that no primitive is open.
pub fn outside_begin(context: &Context) -> Result<()> {
    if context.compat.immediate.is_open() {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if any other … GL command is called between the execution of Begin and the \
              corresponding execution of End. [GL 4.4, 10.8.5]",
        ))
    } else {
        Ok(())
    }
}
