use super::{error, integer};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// Two generated names that were never bound.
fn names() -> [u32; 2] {
    let mut names = [0; 2];
    gl!(glGenVertexArrays(2 => i32, names.as_mut_ptr() => *mut u32));
    names
}

fn parameter(array: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetVertexArrayIntegervEXT(array => u32, name => u32, &raw mut value => *mut i32));
    value
}

fn indexed(array: u32, index: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetVertexArrayIntegeri_vEXT(array => u32, index => u32, name => u32, &raw mut value => *mut i32));
    value
}

#[test]
fn pointers_into_a_named_buffer() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    let bound = integer(GL_VERTEX_ARRAY_BINDING);
    gl!(glVertexArrayVertexOffsetEXT(array => u32, 40 => u32, 3 => i32, GL_DOUBLE => u32, 24 => i32, 8 => isize));
    assert_eq!((error(), gl!(glIsBuffer(40 => u32) -> u8)), (GL_NO_ERROR, 1));
    assert_eq!(
        [GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE, GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_POINTER]
            .map(|name| parameter(array, name)),
        [3, GL_DOUBLE.cast_signed(), 24, 40, 8]
    );
    let mut address = 0usize;
    gl!(glGetVertexArrayPointervEXT(array => u32, GL_VERTEX_ARRAY_POINTER => u32, &raw mut address => *mut usize));
    assert_eq!(address, 8);
    gl!(glVertexArrayNormalOffsetEXT(array => u32, 40 => u32, GL_SHORT => u32, 6 => i32, 2 => isize));
    gl!(glVertexArrayColorOffsetEXT(array => u32, 40 => u32, 4 => i32, GL_UNSIGNED_BYTE => u32, 4 => i32, 4 => isize));
    gl!(glVertexArrayEdgeFlagOffsetEXT(array => u32, 40 => u32, 5 => i32, 1 => isize));
    gl!(glVertexArrayIndexOffsetEXT(array => u32, 40 => u32, GL_SHORT => u32, 7 => i32, 2 => isize));
    gl!(glVertexArrayFogCoordOffsetEXT(array => u32, 40 => u32, GL_FLOAT => u32, 8 => i32, 4 => isize));
    gl!(glVertexArraySecondaryColorOffsetEXT(array => u32, 40 => u32, 3 => i32, GL_FLOAT => u32, 12 => i32, 4 => isize));
    let strides = [
        GL_NORMAL_ARRAY_STRIDE,
        GL_COLOR_ARRAY_STRIDE,
        GL_EDGE_FLAG_ARRAY_STRIDE,
        GL_INDEX_ARRAY_STRIDE,
        GL_FOG_COORD_ARRAY_STRIDE,
        GL_SECONDARY_COLOR_ARRAY_STRIDE,
    ];
    assert_eq!(strides.map(|name| parameter(array, name)), [6, 4, 5, 7, 8, 12]);
    assert_eq!((integer(GL_VERTEX_ARRAY_BINDING), integer(GL_ARRAY_BUFFER_BINDING), error()), (bound, 0, GL_NO_ERROR));
}

#[test]
fn texture_coordinates_of_a_unit() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    gl!(glVertexArrayMultiTexCoordOffsetEXT(array => u32, 40 => u32, GL_TEXTURE3 => u32, 2 => i32, GL_FLOAT => u32, 8 => i32, 4 => isize));
    gl!(glVertexArrayTexCoordOffsetEXT(array => u32, 40 => u32, 3 => i32, GL_FLOAT => u32, 12 => i32, 0 => isize));
    assert_eq!([0, 3].map(|index| indexed(array, index, GL_TEXTURE_COORD_ARRAY_STRIDE)), [12, 8]);
    assert_eq!(indexed(array, 3, GL_TEXTURE_COORD_ARRAY_POINTER), 4);
    let mut address = 0usize;
    gl!(glGetVertexArrayPointeri_vEXT(array => u32, 3 => u32, GL_TEXTURE_COORD_ARRAY_POINTER => u32, &raw mut address => *mut usize));
    assert_eq!((address, parameter(array, GL_CLIENT_ACTIVE_TEXTURE), error()), (4, GL_TEXTURE0.cast_signed(), GL_NO_ERROR));
    gl!(glEnableVertexArrayEXT(array => u32, GL_TEXTURE3 => u32));
    assert_eq!([0, 3].map(|index| indexed(array, index, GL_TEXTURE_COORD_ARRAY)), [0, 1]);
    gl!(glDisableVertexArrayEXT(array => u32, GL_TEXTURE3 => u32));
    assert_eq!((indexed(array, 3, GL_TEXTURE_COORD_ARRAY), error()), (0, GL_NO_ERROR));
    // Unit 8 has no texture coordinates.
    gl!(glVertexArrayMultiTexCoordOffsetEXT(array => u32, 40 => u32, GL_TEXTURE8 => u32, 2 => i32, GL_FLOAT => u32, 8 => i32, 4 => isize));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glEnableVertexArrayEXT(array => u32, GL_TEXTURE8 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((indexed(array, 8, GL_TEXTURE_COORD_ARRAY), error()), (-7, GL_INVALID_VALUE));
}

#[test]
fn generic_attributes() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    gl!(glVertexArrayVertexAttribOffsetEXT(
        array => u32, 40 => u32, 5 => u32, 2 => i32, GL_SHORT => u32, 1 => u8, 4 => i32, 12 => isize
    ));
    gl!(glVertexArrayVertexAttribIOffsetEXT(array => u32, 40 => u32, 6 => u32, 3 => i32, GL_INT => u32, 16 => i32, 0 => isize));
    gl!(glVertexArrayVertexAttribLOffsetEXT(array => u32, 40 => u32, 7 => u32, 1 => i32, GL_DOUBLE => u32, 8 => i32, 0 => isize));
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_SIZE)), [2, 3, 1]);
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_INTEGER)), [0, 1, 0]);
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_LONG)), [0, 0, 1]);
    assert_eq!((indexed(array, 5, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), indexed(array, 5, GL_VERTEX_ATTRIB_ARRAY_POINTER)), (1, 12));
    gl!(glEnableVertexArrayAttribEXT(array => u32, 5 => u32));
    gl!(glVertexArrayVertexAttribDivisorEXT(array => u32, 5 => u32, 3 => u32));
    assert_eq!([GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_DIVISOR].map(|name| indexed(array, 5, name)), [1, 3]);
    gl!(glDisableVertexArrayAttribEXT(array => u32, 5 => u32));
    let mut address = 0usize;
    gl!(glGetVertexArrayPointeri_vEXT(array => u32, 5 => u32, GL_VERTEX_ATTRIB_ARRAY_POINTER => u32, &raw mut address => *mut usize));
    assert_eq!((indexed(array, 5, GL_VERTEX_ATTRIB_ARRAY_ENABLED), address, error()), (0, 12, GL_NO_ERROR));
    assert_eq!((indexed(array, 16, GL_VERTEX_ATTRIB_ARRAY_SIZE), error()), (-7, GL_INVALID_VALUE));
    assert_eq!((indexed(array, 5, GL_CURRENT_VERTEX_ATTRIB), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((parameter(array, GL_VERTEX_ATTRIB_ARRAY_SIZE), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((parameter(array, GL_MATRIX_MODE), error()), (-7, GL_INVALID_ENUM));
}

#[test]
fn separate_formats_and_bindings() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    gl!(glVertexArrayBindVertexBufferEXT(array => u32, 4 => u32, 41 => u32, 16 => isize, 32 => i32));
    gl!(glVertexArrayVertexAttribFormatEXT(array => u32, 2 => u32, 3 => i32, GL_FLOAT => u32, 0 => u8, 4 => u32));
    gl!(glVertexArrayVertexAttribIFormatEXT(array => u32, 3 => u32, 1 => i32, GL_INT => u32, 8 => u32));
    gl!(glVertexArrayVertexAttribLFormatEXT(array => u32, 4 => u32, 2 => i32, GL_DOUBLE => u32, 0 => u32));
    gl!(glVertexArrayVertexAttribBindingEXT(array => u32, 2 => u32, 4 => u32));
    gl!(glVertexArrayVertexBindingDivisorEXT(array => u32, 4 => u32, 7 => u32));
    let names = [
        GL_VERTEX_ATTRIB_ARRAY_SIZE,
        GL_VERTEX_ATTRIB_RELATIVE_OFFSET,
        GL_VERTEX_ATTRIB_BINDING,
        GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
        GL_VERTEX_ATTRIB_ARRAY_DIVISOR,
    ];
    assert_eq!(names.map(|name| indexed(array, 2, name)), [3, 4, 4, 41, 7]);
    assert_eq!([3, 4].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_SIZE)), [1, 2]);
    assert_eq!((gl!(glIsBuffer(41 => u32) -> u8), error()), (1, GL_NO_ERROR));
    gl!(glVertexArrayBindVertexBufferEXT(array => u32, 4 => u32, 41 => u32, -1 => isize, 32 => i32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn only_generated_names_are_array_objects() {
    let _gl = Gl::new(compatibility());
    let [array, deleted] = names();
    gl!(glDeleteVertexArrays(1 => i32, &raw const deleted => *const u32));
    let bound = integer(GL_VERTEX_ARRAY_BINDING);
    // "However these commands fail and an INVALID_OPERATION error is generated if vaobj is not a name returned from a previous call to
    // GenVertexArrays, or if such a name has since been deleted with DeleteVertexArrays."
    for name in [0, deleted, 77] {
        gl!(glVertexArrayVertexOffsetEXT(name => u32, 0 => u32, 3 => i32, GL_FLOAT => u32, 0 => i32, 0 => isize));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glEnableVertexArrayAttribEXT(name => u32, 0 => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!((parameter(name, GL_VERTEX_ARRAY), error()), (-7, GL_INVALID_OPERATION));
    }
    // "If the buffer object named by the buffer parameter is non-zero and the offset parameter is negative, generate the INVALID_VALUE error."
    gl!(glVertexArrayVertexOffsetEXT(array => u32, 40 => u32, 3 => i32, GL_FLOAT => u32, 0 => i32, -4 => isize));
    assert_eq!((error(), integer(GL_VERTEX_ARRAY_BINDING)), (GL_INVALID_VALUE, bound));
    gl!(glEnableVertexArrayEXT(array => u32, GL_PRIMITIVE_RESTART_NV => u32));
    assert_eq!((error(), integer(GL_PRIMITIVE_RESTART_NV)), (GL_INVALID_ENUM, 0));
    gl!(glEnableVertexArrayEXT(array => u32, GL_NORMAL_ARRAY => u32));
    assert_eq!((parameter(array, GL_NORMAL_ARRAY), integer(GL_NORMAL_ARRAY), error()), (1, 0, GL_NO_ERROR));
}
