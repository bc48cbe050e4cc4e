//! Arrays where they are not drawn at once: glArrayElement, and draws that a display list keeps.
//!
//! A list holds the values that the arrays had when it was compiled; what becomes of the arrays later does not matter to it.

use super::immediate;
use super::lists::perform;
use crate::draw::element;
use crate::draw::state::{AttributeArray, Command, Indices, VertexAttribute};
use crate::gl::context::Context;
use crate::gl::draws;
use crate::gl::entry::{Result, commands};
use crate::gl::vertex_arrays;
use crate::memory::Memory;
use crate::program::fixed_attribute::{COLOR, VERTEX};
use crate::tokens::*;
use std::sync::Arc;

/// Bytes of the largest element: four doubles.
const LARGEST_ELEMENT: u64 = 32;

/// glArrayElement: the enabled arrays' values of one vertex become current, the position last, which makes a vertex of them. With
/// GL_PRIMITIVE_RESTART its index begins the primitive anew. GL_INVALID_VALUE for a negative index.
fn array_element(context: &mut Context, index: i32) -> Result<()> {
    let index = u32::try_from(index).map_err(|_| GL_INVALID_VALUE)?;
    if context.state.primitive_restart && index == context.state.primitive_restart_index {
        return perform(context, immediate::restart);
    }
    let resolved = vertex_arrays::resolve(context, u32::MAX, (index, index), (0, 1))?;
    let values = (0u32..).zip(&resolved).filter_map(|(location, attribute)| match attribute {
        // The position, which generic attribute 0 stands for, comes last.
        VertexAttribute::Array(array) if !matches!(location, 0 | VERTEX) => Some((location, element(array, index))),
        _ => None,
    });
    let values: Vec<(u32, [u32; 4])> = values.collect();
    let position = match resolved.get(VERTEX as usize) {
        Some(VertexAttribute::Array(array)) => Some(element(array, index).map(f32::from_bits)),
        _ => None,
    };
    perform(context, move |context| {
        for &(location, value) in &values {
            immediate::set_attribute(context, location, value);
            if location == COLOR {
                super::lighting::color_given(context, value.map(f32::from_bits));
            }
        }
        position.map_or(Ok(()), |position| immediate::vertex(context, position))
    })
}

/// Keeps a draw for the list being compiled, with copies of the vertices and indices that it reads. Errors of the draw itself come when
/// the list is called.
pub fn keep(context: &mut Context, mut command: Command) -> Result<()> {
    let range = draws::vertices(&command).unwrap_or((0, 0));
    let mut attributes = vertex_arrays::resolve(context, u32::MAX, range, (command.base_instance, command.instances))?;
    for attribute in &mut attributes {
        if let VertexAttribute::Array(array) = attribute {
            let elements = match array.divisor {
                0 => range,
                divisor => {
                    let last = command.instances.saturating_sub(1) / divisor;
                    (command.base_instance, command.base_instance.saturating_add(last))
                }
            };
            *array = copied(array, elements)?;
        }
    }
    if let Some(indices) = &mut command.indices {
        let (start, memory) = part(&indices.memory, indices.offset, u64::from(command.count) * u64::from(indices.size))?;
        *indices = Indices { memory, offset: indices.offset - start, ..*indices };
    }
    perform(context, move |context| {
        super::outside_begin(context)?;
        let current = &context.vertex_arrays.current;
        let attributes: Vec<VertexAttribute> = attributes
            .iter()
            .zip(current)
            .map(|(attribute, current)| match attribute {
                VertexAttribute::Array(array) => VertexAttribute::Array(array.clone()),
                VertexAttribute::Current(_) => VertexAttribute::Current(*current),
            })
            .collect();
        if command.count == 0 || command.instances == 0 { Ok(()) } else { draws::draw_with(context, &command, &attributes) }
    })
}

/// An array of its own with the elements `elements.0 ..= elements.1` at their places.
fn copied(array: &AttributeArray, elements: (u32, u32)) -> Result<AttributeArray> {
    let stride = u64::from(array.stride);
    // A client array was copied already, and lies before its memory.
    let first = array.offset.saturating_add_unsigned(u64::from(elements.0) * stride);
    let length = u64::from(elements.1.saturating_sub(elements.0)) * stride + LARGEST_ELEMENT;
    let (start, memory) = part(&array.memory, u64::try_from(first).unwrap_or(0), length)?;
    Ok(AttributeArray { memory, offset: array.offset.saturating_sub_unsigned(start), ..array.clone() })
}

/// A copy of the bytes from `start` on, at most `length`, and where it begins: at a word. What is outside is left out, as it reads as 0.
fn part(memory: &Memory, start: u64, length: u64) -> Result<(u64, Arc<Memory>)> {
    let whole = memory.len() as u64;
    let start = (start & !3).min(whole & !3);
    let length = length.saturating_add(4).min(whole - start) as usize;
    let copy = Memory::new(length).map_err(|_| GL_OUT_OF_MEMORY)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| GL_OUT_OF_MEMORY)?;
    bytes.resize(length, 0);
    memory.read(start as usize, &mut bytes);
    copy.write(0, &bytes);
    Ok((start, Arc::new(copy)))
}

commands! {
    fn glArrayElement(index: i32) => array_element;
    alias glArrayElementEXT = glArrayElement;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::state::AttributeFormat;
    use crate::gl::testing;

    fn floats(offset: i64, stride: u32) -> AttributeArray {
        let memory = Memory::new(40).unwrap();
        (0..10).for_each(|word| memory.set_word(word, (word as f32).to_bits()));
        let format = AttributeFormat { ty: GL_FLOAT, size: 2, bgra: false, normalized: false, integer: false, long: false };
        AttributeArray { memory: Arc::new(memory), offset, stride, divisor: 0, format }
    }

    #[test]
    fn a_copy_has_the_same_elements() {
        let one = 1.0f32.to_bits();
        for array in [floats(0, 8), floats(4, 8), floats(8, 12), floats(0, 0), floats(-16, 8), floats(60, 8), floats(i64::MAX, u32::MAX)] {
            for (first, last) in [(0, 4), (2, 3), (4, 4), (3, 100), (1000, u32::MAX)] {
                let copy = copied(&array, (first, last)).unwrap();
                assert!(copy.memory.len() <= array.memory.len());
                // A client array's copy has nothing before its first element.
                for index in (first..=last).take(9).filter(|&index| array.offset >= 0 || i64::from(index) * 8 + array.offset >= 0) {
                    assert_eq!(element(&copy, index), element(&array, index), "{array:?} {first} {last} {index}");
                    assert_eq!(element(&copy, index)[3], one);
                }
            }
        }
        assert_eq!(element(&floats(4, 8), 2), [5.0f32, 6.0, 0.0, 1.0].map(f32::to_bits));
    }

    #[test]
    fn a_negative_element_is_invalid() {
        let mut context = testing::compatibility();
        assert_eq!(array_element(&mut context, -1), Err(GL_INVALID_VALUE));
        assert_eq!(array_element(&mut context, i32::MAX), Ok(()));
    }
}
