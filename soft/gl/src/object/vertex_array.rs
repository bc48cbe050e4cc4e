//! Vertex array objects and current attribute values.

use crate::object::buffer::Buffer;
use crate::object::names::Names;
use crate::tokens::*;
use base::hir::fixed_attribute;
use shader::pipeline::draw_call::AttributeFormat;
use std::sync::Arc;

/// A vertex buffer binding point.
#[derive(Clone)]
pub struct Binding {
    /// The bound buffer.
    pub buffer: Option<Arc<Buffer>>,
    /// Bytes from the start of the buffer; without one, an address in client memory (0 for none).
    pub offset: usize,
    /// Bytes; 0 if every vertex reads the same.
    pub stride: u32,
    /// Instances per element; 0 for one element per vertex.
    pub divisor: u32,
}

/// The array of one attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// True if the array is enabled.
    pub enabled: bool,
    /// The format of one element.
    pub format: AttributeFormat,
    /// Bytes from the element of the binding point.
    pub relative_offset: u32,
    /// The index of the binding point.
    pub binding: usize,
    /// The stride of glVertexAttribPointer, for getters.
    pub stride: i32,
    /// The pointer or offset of glVertexAttribPointer, for getters.
    pub pointer: usize,
}

/// A vertex array object: 16 generic attributes, then the compatibility profile's at [`fixed_attribute`]'s locations. The fixed ones
/// have binding points of their own with the same numbers.
#[derive(Clone)]
pub struct VertexArray {
    /// Its name.
    pub name: u32,
    /// By location.
    pub attributes: [Attribute; fixed_attribute::COUNT],
    /// By binding point.
    pub bindings: [Binding; fixed_attribute::COUNT],
    /// GL_ELEMENT_ARRAY_BUFFER.
    pub element_buffer: Option<Arc<Buffer>>,
}

impl VertexArray {
    /// Creates an array object with the initial state.
    pub fn new(name: u32) -> Self {
        let attribute = |location: usize| {
            let size = match location as u32 {
                fixed_attribute::NORMAL | fixed_attribute::SECONDARY_COLOR => 3,
                fixed_attribute::FOG_COORD | fixed_attribute::EDGE_FLAG | fixed_attribute::COLOR_INDEX => 1,
                _ => 4,
            };
            let format = AttributeFormat { ty: GL_FLOAT, size, bgra: false, normalized: false, integer: false, long: false };
            Attribute { enabled: false, format, relative_offset: 0, binding: location, stride: 0, pointer: 0 }
        };
        let binding = |_| Binding { buffer: None, offset: 0, stride: 16, divisor: 0 };
        Self { name, attributes: std::array::from_fn(attribute), bindings: std::array::from_fn(binding), element_buffer: None }
    }
}

/// Vertex arrays and current values of a context.
pub struct VertexArrays {
    /// Objects that were bound or created; other names were only generated.
    pub arrays: Names<VertexArray>,
    /// Array object 0.
    pub default: VertexArray,
    /// The bound object's name.
    pub bound: u32,
    /// Current values by location: four components' bits; doubles as word pairs.
    pub current: [[u32; 8]; fixed_attribute::COUNT],
    /// The unit of glClientActiveTexture, from 0.
    pub client_active_texture: usize,
    /// glLockArraysEXT: first element and count.
    pub locked: Option<(i32, i32)>,
}

impl Default for VertexArrays {
    fn default() -> Self {
        let words = |values: [f32; 4]| {
            let mut words = [0; 8];
            for (word, value) in words.iter_mut().zip(values) {
                *word = value.to_bits();
            }
            words
        };
        let mut current = [words([0.0, 0.0, 0.0, 1.0]); fixed_attribute::COUNT];
        current[fixed_attribute::NORMAL as usize] = words([0.0, 0.0, 1.0, 1.0]);
        current[fixed_attribute::COLOR as usize] = words([1.0; 4]);
        current[fixed_attribute::EDGE_FLAG as usize] = words([1.0; 4]);
        current[fixed_attribute::COLOR_INDEX as usize] = words([1.0; 4]);
        Self { arrays: Names::default(), default: VertexArray::new(0), bound: 0, current, client_active_texture: 0, locked: None }
    }
}

impl VertexArrays {
    /// Returns the bound vertex array.
    pub fn array(&self) -> &VertexArray {
        self.arrays.get(self.bound).unwrap_or(&self.default)
    }

    /// Returns the bound vertex array.
    pub fn array_mut(&mut self) -> &mut VertexArray {
        self.arrays.get_mut(self.bound).unwrap_or(&mut self.default)
    }
}
