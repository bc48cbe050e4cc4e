//! The primitive between glBegin and glEnd.

use crate::context::Context;
use crate::context::vertex_material::VertexMaterials;
use crate::error::{NO_MEMORY, Result, invalid_operation};
use crate::tokens::GL_FLOAT;
use base::core::memory::Memory;
use base::hir::fixed_attribute::{self, COUNT};
use shader::pipeline::draw_call::{AttributeArray, AttributeFormat, DrawCall, Mode, VertexAttribute};
use std::sync::Arc;

/// The vertices of draws that wait, far less than a window of the pipeline has.
pub const MOST_VERTICES: u32 = 24_576;

/// Limits the vertices of a primitive; glVertex beyond it raises GL_OUT_OF_MEMORY.
pub const MAX_VERTICES: usize = 1 << 24;

/// The location of positions.
const VERTEX: usize = fixed_attribute::VERTEX as usize;

/// State of glBegin and glEnd.
#[derive(Default)]
pub struct BeginEnd {
    /// The primitive, between glBegin and glEnd.
    pub open: Option<Primitive>,
    /// The vertices of the primitives that wait to be drawn, then those of the open one.
    pub vertices: Vertices,
    /// The memory of the last ones that were drawn.
    pub spare: Option<Arc<Memory>>,
    /// The last primitive that was drawn, or waits: the mode of glBegin, that of the draw, and the number of vertices.
    pub last: Option<(u32, Mode, u32)>,
}

/// A primitive under construction.
pub struct Primitive {
    /// The mode of glBegin.
    pub mode: u32,
    /// The number of its first vertex.
    pub first: usize,
    /// The materials of the vertices, if glMaterial changed them since glBegin.
    pub materials: Option<Box<VertexMaterials>>,
    /// Colours are materials.
    pub has_color_material: bool,
    /// There was no memory for an attribute of the vertices: the primitive gets no more of them.
    pub is_full: bool,
}

/// Vertices with the attributes that changed between them. The others have their current value.
#[derive(Default)]
pub struct Vertices {
    /// The number of vertices.
    count: usize,
    /// The attributes that each vertex has, in the order of its words.
    locations: Vec<u8>,
    /// A bit for each of them.
    mask: u32,
    /// Four words for each attribute of each vertex.
    words: Vec<u32>,
}

impl Vertices {
    /// Returns the number of vertices.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Removes the vertices before one.
    pub fn remove_before(&mut self, first: usize) {
        if first >= self.count {
            return self.remove_from(0);
        }
        self.words.drain(..first * self.stride());
        self.count -= first;
    }

    /// Removes the vertices from one on.
    pub fn remove_from(&mut self, first: usize) {
        self.words.truncate(first * self.stride());
        self.count = self.count.min(first);
        if self.count == 0 {
            self.locations.clear();
            self.mask = 0;
        }
    }

    /// Returns the attributes that the vertices from one on have, by location: arrays of four floats, in a memory to reuse if it is large enough.
    pub fn arrays(&self, first: usize, spare: Option<Arc<Memory>>) -> Result<Vec<(usize, AttributeArray)>> {
        let words = self.words.get(first * self.stride()..).unwrap_or_default();
        let memory = match spare.filter(|spare| Arc::strong_count(spare) == 1 && spare.len() >= words.len() * 4) {
            Some(spare) => spare,
            None => Arc::new(Memory::new(words.len() * 4).map_err(|_| NO_MEMORY)?),
        };
        memory.store_words(0, words);
        let format = AttributeFormat { ty: GL_FLOAT, size: 4, bgra: false, normalized: false, integer: false, long: false };
        let array = |(place, &location): (usize, &u8)| {
            let (offset, stride) = (place as i64 * 16, self.stride() as u32 * 4);
            (usize::from(location), AttributeArray { memory: memory.clone(), offset, stride, divisor: 0, format })
        };
        Ok(self.locations.iter().enumerate().map(array).collect())
    }

    /// Returns the words of one vertex.
    #[inline]
    fn stride(&self) -> usize {
        self.locations.len() * 4
    }

    /// Returns true if each vertex has an attribute of its own.
    #[inline]
    fn has(&self, location: usize) -> bool {
        self.mask >> location & 1 != 0
    }

    /// Prepares another value of an attribute: the vertices so far have the old one. Returns false without memory for it.
    pub fn keep(&mut self, location: usize, old: [u32; 4], new: [u32; 4]) -> bool {
        old == new || self.has(location) || self.give(location, old)
    }

    /// Sets the position of the next vertex. Returns false without memory for positions.
    #[inline]
    pub fn place(&mut self, position: [f32; 4], current: &mut [[u32; 8]; COUNT]) -> bool {
        current[VERTEX][..4].copy_from_slice(&position.map(f32::to_bits));
        self.has(VERTEX) || self.give(VERTEX, [0; 4])
    }

    /// Gives each vertex an attribute, with this value so far. Returns false without memory for it. Neither panics nor contains a cancellation point.
    #[cold]
    #[inline(never)]
    fn give(&mut self, location: usize, value: [u32; 4]) -> bool {
        let (old, mut words) = (self.stride(), Vec::new());
        if words.try_reserve(self.count * (old + 4)).is_err() || self.locations.try_reserve(1).is_err() {
            return false;
        }
        for vertex in 0..self.count {
            words.extend_from_slice(self.words.get(vertex * old..(vertex + 1) * old).unwrap_or_default());
            words.extend_from_slice(&value);
        }
        self.words = words;
        self.locations.push(location as u8);
        self.mask |= 1 << location;
        true
    }

    /// Adds a vertex with the current values of its attributes. Returns false without memory for it.
    #[inline]
    pub fn push(&mut self, current: &[[u32; 8]]) -> bool {
        if self.words.try_reserve(self.stride()).is_err() {
            return false;
        }
        for &location in &self.locations {
            if let Some(words) = current.get(usize::from(location)).and_then(|words| words.first_chunk::<4>()) {
                self.words.extend_from_slice(words);
            }
        }
        self.count += 1;
        true
    }
}

impl BeginEnd {
    /// Returns true between glBegin and glEnd.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true if there is an open primitive with memory for another vertex, and no vertex or colour of it changes materials.
    #[inline]
    pub fn has_room(&self) -> bool {
        let Some(Primitive { first, materials: None, has_color_material: false, is_full: false, .. }) = self.open else { return false };
        let vertices = &self.vertices;
        let has_room = vertices.has(VERTEX) && vertices.words.capacity() - vertices.words.len() >= vertices.stride();
        has_room && vertices.count - first < MAX_VERTICES
    }

    /// Opens another primitive like the last one, if none is open. Returns false, and does nothing, if one is.
    #[inline(always)]
    pub fn begin_again(&mut self, mode: u32) -> bool {
        if self.open.is_some() {
            return false;
        }
        self.open = Some(Primitive { mode, first: self.vertices.count, materials: None, has_color_material: false, is_full: false });
        true
    }

    /// Returns the first vertex of the open primitive and their number, unless there was no memory for them.
    #[inline(always)]
    pub fn part(&self) -> Option<(u32, u32)> {
        let open = self.open.as_ref().filter(|open| !open.is_full)?;
        Some((open.first as u32, (self.vertices.count - open.first) as u32))
    }

    /// Sets an attribute. Returns false, and does nothing, without memory for that of each vertex.
    #[inline(always)]
    pub fn sets(&mut self, location: u8, value: [u32; 4], current: &mut [[u32; 8]; COUNT]) -> bool {
        let location = usize::from(location);
        let Some(current) = current.get_mut(location).and_then(|words| words.first_chunk_mut()) else { return false };
        let is_kept = self.vertices.has(location) || *current == value || self.vertices.give(location, *current);
        if is_kept {
            *current = value;
        }
        is_kept
    }

    /// Makes room for vertices if there is none, and memory. Neither panics nor contains a cancellation point.
    #[cold]
    #[inline(never)]
    pub fn grow(&mut self) -> bool {
        /// The words to make room for.
        const ROOM: usize = 4096;
        let vertices = &mut self.vertices;
        let has_positions = vertices.has(VERTEX) || vertices.give(VERTEX, [0; 4]);
        has_positions && vertices.words.try_reserve(ROOM.max(vertices.words.len())).is_ok() && self.has_room()
    }

    /// Adds a vertex to the open primitive, if there is room. Returns false, and does nothing, otherwise.
    #[inline(always)]
    pub fn adds(&mut self, position: [f32; 4], current: &mut [[u32; 8]; COUNT]) -> bool {
        (self.has_room() || self.open.is_some() && self.grow()) && self.vertices.place(position, current) && self.vertices.push(current)
    }

    /// Returns the number of vertices of the open primitive.
    pub fn count(&self) -> usize {
        self.open.as_ref().map_or(0, |primitive| self.vertices.count - primitive.first)
    }
}

/// Returns the draw of a primitive between glBegin and glEnd.
pub fn immediate_call(mode: Mode, first: u32, count: u32) -> DrawCall {
    DrawCall { mode, first, count, instances: 1, base_instance: 0, base_vertex: 0, draw_id: 0, indices: None, patch_vertices: 3 }
}

/// Returns the attributes of vertices: their arrays, and for the others their current values.
pub fn attributes(arrays: &[(usize, AttributeArray)], current: &[[u32; 8]; COUNT]) -> Vec<VertexAttribute> {
    let mut attributes = current.map(VertexAttribute::Current).to_vec();
    for (location, array) in arrays {
        attributes[*location] = VertexAttribute::Array(array.clone());
    }
    // "Vertex2*, Vertex3*, are Vertex4* commands are completely equivalent to the corresponding VertexAttrib* command with an index of zero."
    // [GL 4.4 compatibility, 10.8.2]
    attributes[0] = attributes[VERTEX].clone();
    attributes
}

/// Sets a current attribute. The vertices that follow have it.
pub fn set_attribute(context: &mut Context, location: u32, value: [u32; 4]) {
    let location = location as usize;
    let current = &mut context.vertex_arrays.current[location];
    let old = [current[0], current[1], current[2], current[3]];
    let BeginEnd { open, vertices, .. } = &mut context.compat.immediate;
    let is_used = open.is_some() || vertices.count > 0;
    if is_used && !vertices.keep(location, old, value) {
        match open {
            Some(primitive) => primitive.is_full = true,
            None => context.complete(),
        }
    }
    context.vertex_arrays.current[location][..4].copy_from_slice(&value);
}

/// Implements glVertex: adds a vertex with all current attributes. No effect outside glBegin and glEnd, where it is undefined.
pub fn vertex(context: &mut Context, position: [f32; 4]) -> Result<()> {
    let BeginEnd { open, vertices, .. } = &mut context.compat.immediate;
    let Some(primitive) = open else { return Ok(()) };
    let current = &mut context.vertex_arrays.current;
    primitive.is_full |= !vertices.place(position, current);
    if vertices.count - primitive.first >= MAX_VERTICES || primitive.is_full || !vertices.push(current) {
        return Err(NO_MEMORY);
    }
    if let Some(materials) = &mut primitive.materials {
        materials.add_vertex(&context.compat.lighting.materials);
    }
    Ok(())
}

/// Implements glVertexAttrib between glBegin and glEnd, where attribute 0 adds a vertex.
pub fn generic_attribute(context: &mut Context, index: u32, words: [u32; 8]) -> Result<()> {
    let value = [words[0], words[1], words[2], words[3]];
    if context.compat.immediate.open.is_none() {
        if context.compat.immediate.vertices.count > 0 && context.vertex_arrays.current[index as usize] != words {
            context.complete();
        }
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
