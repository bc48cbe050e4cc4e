//! glArrayElement: transfers one vertex of the enabled arrays.

use super::immediate;
use crate::command::vertex_array;
use crate::context::Context;
use crate::context::recording::perform;
use crate::dispatch::commands;
use crate::error::{Result, invalid_value};
use base::hir::fixed_attribute::{COLOR, VERTEX};
use draw::geometry::element;
use shader::pipeline::draw_call::VertexAttribute;

/// Implements glArrayElement: the values that the enabled arrays hold for one vertex become current, the position last, which transfers the vertex.
/// With GL_PRIMITIVE_RESTART, the restart index begins the primitive anew.
fn array_element(context: &mut Context, index: i32) -> Result<()> {
    let index = u32::try_from(index).map_err(|_| {
        invalid_value(
            &"Specifying i < 0 results in undefined behavior. Generating an INVALID_VALUE error is recommended in this case. \
              [GL 4.4, 10.8.4]",
        )
    })?;
    if context.state.primitive_restart && index == context.state.primitive_restart_index {
        return perform(context, immediate::restart);
    }
    let resolved = vertex_array::resolve(context, u32::MAX, (index, index), (0, 1))?;
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
            crate::context::immediate::set_attribute(context, location, value);
            if location == COLOR {
                super::lighting::color_given(context, value.map(f32::from_bits));
            }
        }
        position.map_or(Ok(()), |position| crate::context::immediate::vertex(context, position))
    })
}

commands! {
    #[between_begin_end] #[records_itself] fn glArrayElement(index: i32) => array_element;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::client_arrays::{color, enable, vertex};
    use crate::testing::fixtures::{code_of, slice};
    use crate::testing::windows;
    use crate::tokens::*;

    #[test]
    fn the_values_of_one_vertex_become_current() {
        let mut context = windows::with_window(windows::compatibility(), 1, 1, true);
        let (positions, colors) = ([[1.0f32, 2.0], [3.0, 4.0]], [[255u8, 0, 51, 255], [0, 255, 0, 51]]);
        vertex(&mut context, 2, GL_FLOAT, 0, slice(&positions).cast()).unwrap();
        color(&mut context, 4, GL_UNSIGNED_BYTE, 0, slice(&colors).cast()).unwrap();
        enable(&mut context, GL_COLOR_ARRAY).unwrap();
        let current = |context: &Context, location: u32| {
            let words = context.vertex_arrays.current[location as usize];
            [words[0], words[1], words[2], words[3]].map(f32::from_bits)
        };
        let before = current(&context, VERTEX);
        // Outside glBegin and glEnd there is no vertex, and an array that is not enabled gives nothing.
        array_element(&mut context, 0).unwrap();
        enable(&mut context, GL_VERTEX_ARRAY).unwrap();
        array_element(&mut context, 0).unwrap();
        assert_eq!((current(&context, COLOR), current(&context, VERTEX)), ([1.0, 0.0, 0.2, 1.0], before));
        immediate::begin(&mut context, GL_TRIANGLES).unwrap();
        array_element(&mut context, 1).unwrap();
        assert_eq!((current(&context, COLOR), current(&context, VERTEX)), ([0.0, 1.0, 0.0, 0.2], [3.0, 4.0, 0.0, 1.0]));
    }

    #[test]
    fn a_negative_element_is_invalid() {
        let mut context = windows::compatibility();
        assert_eq!(code_of(array_element(&mut context, -1)), Err(GL_INVALID_VALUE));
        assert_eq!(array_element(&mut context, i32::MAX), Ok(()));
    }
}
