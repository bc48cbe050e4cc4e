use super::{error, integer};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// Two generated names that were never bound.
fn names() -> [u32; 2] {
    let mut names = [0; 2];
    glGenVertexArrays(2, names.as_mut_ptr());
    names
}

fn parameter(array: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetVertexArrayIntegervEXT(array, name, &raw mut value);
    value
}

fn indexed(array: u32, index: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetVertexArrayIntegeri_vEXT(array, index, name, &raw mut value);
    value
}

#[test]
fn pointers_into_a_named_buffer() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    let bound = integer(GL_VERTEX_ARRAY_BINDING);
    glVertexArrayVertexOffsetEXT(array, 40, 3, GL_DOUBLE, 24, 8);
    assert_eq!((error(), glIsBuffer(40)), (GL_NO_ERROR, 1));
    assert_eq!(
        [GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE, GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_POINTER]
            .map(|name| parameter(array, name)),
        [3, GL_DOUBLE.cast_signed(), 24, 40, 8]
    );
    let mut address = 0usize;
    glGetVertexArrayPointervEXT(array, GL_VERTEX_ARRAY_POINTER, (&raw mut address).cast());
    assert_eq!(address, 8);
    glVertexArrayNormalOffsetEXT(array, 40, GL_SHORT, 6, 2);
    glVertexArrayColorOffsetEXT(array, 40, 4, GL_UNSIGNED_BYTE, 4, 4);
    glVertexArrayEdgeFlagOffsetEXT(array, 40, 5, 1);
    glVertexArrayIndexOffsetEXT(array, 40, GL_SHORT, 7, 2);
    glVertexArrayFogCoordOffsetEXT(array, 40, GL_FLOAT, 8, 4);
    glVertexArraySecondaryColorOffsetEXT(array, 40, 3, GL_FLOAT, 12, 4);
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
    glVertexArrayMultiTexCoordOffsetEXT(array, 40, GL_TEXTURE3, 2, GL_FLOAT, 8, 4);
    glVertexArrayTexCoordOffsetEXT(array, 40, 3, GL_FLOAT, 12, 0);
    assert_eq!([0, 3].map(|index| indexed(array, index, GL_TEXTURE_COORD_ARRAY_STRIDE)), [12, 8]);
    assert_eq!(indexed(array, 3, GL_TEXTURE_COORD_ARRAY_POINTER), 4);
    let mut address = 0usize;
    glGetVertexArrayPointeri_vEXT(array, 3, GL_TEXTURE_COORD_ARRAY_POINTER, (&raw mut address).cast());
    assert_eq!((address, parameter(array, GL_CLIENT_ACTIVE_TEXTURE), error()), (4, GL_TEXTURE0.cast_signed(), GL_NO_ERROR));
    glEnableVertexArrayEXT(array, GL_TEXTURE3);
    assert_eq!([0, 3].map(|index| indexed(array, index, GL_TEXTURE_COORD_ARRAY)), [0, 1]);
    glDisableVertexArrayEXT(array, GL_TEXTURE3);
    assert_eq!((indexed(array, 3, GL_TEXTURE_COORD_ARRAY), error()), (0, GL_NO_ERROR));
    // Unit 8 has no texture coordinates.
    glVertexArrayMultiTexCoordOffsetEXT(array, 40, GL_TEXTURE8, 2, GL_FLOAT, 8, 4);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glEnableVertexArrayEXT(array, GL_TEXTURE8);
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((indexed(array, 8, GL_TEXTURE_COORD_ARRAY), error()), (-7, GL_INVALID_VALUE));
}

#[test]
fn generic_attributes() {
    let _gl = Gl::new(compatibility());
    let [array, _] = names();
    glVertexArrayVertexAttribOffsetEXT(array, 40, 5, 2, GL_SHORT, 1, 4, 12);
    glVertexArrayVertexAttribIOffsetEXT(array, 40, 6, 3, GL_INT, 16, 0);
    glVertexArrayVertexAttribLOffsetEXT(array, 40, 7, 1, GL_DOUBLE, 8, 0);
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_SIZE)), [2, 3, 1]);
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_INTEGER)), [0, 1, 0]);
    assert_eq!([5, 6, 7].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_LONG)), [0, 0, 1]);
    assert_eq!((indexed(array, 5, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), indexed(array, 5, GL_VERTEX_ATTRIB_ARRAY_POINTER)), (1, 12));
    glEnableVertexArrayAttribEXT(array, 5);
    glVertexArrayVertexAttribDivisorEXT(array, 5, 3);
    assert_eq!([GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_DIVISOR].map(|name| indexed(array, 5, name)), [1, 3]);
    glDisableVertexArrayAttribEXT(array, 5);
    let mut address = 0usize;
    glGetVertexArrayPointeri_vEXT(array, 5, GL_VERTEX_ATTRIB_ARRAY_POINTER, (&raw mut address).cast());
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
    glVertexArrayBindVertexBufferEXT(array, 4, 41, 16, 32);
    glVertexArrayVertexAttribFormatEXT(array, 2, 3, GL_FLOAT, 0, 4);
    glVertexArrayVertexAttribIFormatEXT(array, 3, 1, GL_INT, 8);
    glVertexArrayVertexAttribLFormatEXT(array, 4, 2, GL_DOUBLE, 0);
    glVertexArrayVertexAttribBindingEXT(array, 2, 4);
    glVertexArrayVertexBindingDivisorEXT(array, 4, 7);
    let names = [
        GL_VERTEX_ATTRIB_ARRAY_SIZE,
        GL_VERTEX_ATTRIB_RELATIVE_OFFSET,
        GL_VERTEX_ATTRIB_BINDING,
        GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
        GL_VERTEX_ATTRIB_ARRAY_DIVISOR,
    ];
    assert_eq!(names.map(|name| indexed(array, 2, name)), [3, 4, 4, 41, 7]);
    assert_eq!([3, 4].map(|index| indexed(array, index, GL_VERTEX_ATTRIB_ARRAY_SIZE)), [1, 2]);
    assert_eq!((glIsBuffer(41), error()), (1, GL_NO_ERROR));
    glVertexArrayBindVertexBufferEXT(array, 4, 41, -1, 32);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn only_generated_names_are_array_objects() {
    let _gl = Gl::new(compatibility());
    let [array, deleted] = names();
    glDeleteVertexArrays(1, &raw const deleted);
    let bound = integer(GL_VERTEX_ARRAY_BINDING);
    // "However these commands fail and an INVALID_OPERATION error is generated if vaobj is not a name returned from a previous call to
    // GenVertexArrays, or if such a name has since been deleted with DeleteVertexArrays."
    for name in [0, deleted, 77] {
        glVertexArrayVertexOffsetEXT(name, 0, 3, GL_FLOAT, 0, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glEnableVertexArrayAttribEXT(name, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!((parameter(name, GL_VERTEX_ARRAY), error()), (-7, GL_INVALID_OPERATION));
    }
    // "If the buffer object named by the buffer parameter is non-zero and the offset parameter is negative, generate the INVALID_VALUE error."
    glVertexArrayVertexOffsetEXT(array, 40, 3, GL_FLOAT, 0, -4);
    assert_eq!((error(), integer(GL_VERTEX_ARRAY_BINDING)), (GL_INVALID_VALUE, bound));
    glEnableVertexArrayEXT(array, GL_PRIMITIVE_RESTART_NV);
    assert_eq!((error(), integer(GL_PRIMITIVE_RESTART_NV)), (GL_INVALID_ENUM, 0));
    glEnableVertexArrayEXT(array, GL_NORMAL_ARRAY);
    assert_eq!((parameter(array, GL_NORMAL_ARRAY), integer(GL_NORMAL_ARRAY), error()), (1, 0, GL_NO_ERROR));
}
