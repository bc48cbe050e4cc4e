use super::{error, integer};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;

fn indexed(name: u32, index: u32) -> i32 {
    let mut value = -7;
    glGetIntegerIndexedvEXT(name, index, &raw mut value);
    value
}

#[test]
fn capabilities_of_a_unit() {
    let _gl = Gl::new(compatibility());
    glEnableIndexedEXT(GL_TEXTURE_2D, 1);
    glEnableIndexedEXT(GL_TEXTURE_GEN_S, 2);
    let is_enabled = |capability: u32, index: u32| glIsEnabledIndexedEXT(capability, index);
    assert_eq!([0, 1, 2].map(|index| is_enabled(GL_TEXTURE_2D, index)), [0, 1, 0]);
    assert_eq!([0, 1, 2].map(|index| indexed(GL_TEXTURE_GEN_S, index)), [0, 0, 1]);
    assert_eq!((glIsEnabled(GL_TEXTURE_2D), integer(GL_ACTIVE_TEXTURE)), (0, GL_TEXTURE0.cast_signed()));
    glDisableIndexedEXT(GL_TEXTURE_2D, 1);
    assert_eq!((is_enabled(GL_TEXTURE_2D, 1), error()), (0, GL_NO_ERROR));
    // "An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target."
    glEnableIndexedEXT(GL_TEXTURE_2D, 96);
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!((is_enabled(GL_TEXTURE_2D, 96), error()), (0, GL_INVALID_VALUE));
    glEnableIndexedEXT(GL_LIGHTING, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
    glEnableIndexedEXT(GL_TEXTURE_COORD_ARRAY, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn the_core_profile_has_no_capabilities_of_units() {
    let _gl = Gl::new(core());
    glEnablei(GL_TEXTURE_2D, 1);
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((indexed(GL_TEXTURE_MATRIX, 0), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((glIsEnabledi(GL_TEXTURE_COORD_ARRAY, 0), error()), (0, GL_INVALID_ENUM));
}

#[test]
fn client_state_of_a_set() {
    let _gl = Gl::new(compatibility());
    glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY, 3);
    let is_enabled = |index: u32| glIsEnabledIndexedEXT(GL_TEXTURE_COORD_ARRAY, index);
    assert_eq!((is_enabled(0), is_enabled(3), indexed(GL_TEXTURE_COORD_ARRAY, 3)), (0, 1, 1));
    assert_eq!(integer(GL_CLIENT_ACTIVE_TEXTURE), GL_TEXTURE0.cast_signed());
    glDisableClientStateIndexedEXT(GL_TEXTURE_COORD_ARRAY, 3);
    assert_eq!((is_enabled(3), error()), (0, GL_NO_ERROR));
    // "The error INVALID_VALUE is generated if index is greater or equal to the implementation's NUM_TEXTURE_COORDS value. The error INVALID_ENUM
    // is generated if array is not TEXTURE_COORD_ARRAY."
    glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY, 8);
    assert_eq!(error(), GL_INVALID_VALUE);
    glEnableClientStateiEXT(GL_NORMAL_ARRAY, 8);
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((is_enabled(8), error()), (0, GL_INVALID_VALUE));
}

#[test]
fn state_of_units_sets_and_matrices() {
    let gl = Gl::new(compatibility());
    glMatrixTranslatefEXT(GL_TEXTURE2, 1.0, 2.0, 3.0);
    let mut values = [0.0f64; 16];
    glGetDoubleIndexedvEXT(GL_TRANSPOSE_TEXTURE_MATRIX, 2, values.as_mut_ptr());
    assert_eq!((values[3], values[7], values[11]), (1.0, 2.0, 3.0));
    glMultiTexCoord2f(GL_TEXTURE1, 5.0, 6.0);
    let mut floats = [0.0f32; 4];
    glGetFloati_vEXT(GL_CURRENT_TEXTURE_COORDS, 1, floats.as_mut_ptr());
    assert_eq!(floats, [5.0, 6.0, 0.0, 1.0]);
    glBindMultiTextureEXT(GL_TEXTURE3, GL_TEXTURE_3D, 4);
    assert_eq!([2, 3].map(|index| indexed(GL_TEXTURE_BINDING_3D, index)), [0, 4]);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0; 4]);
    glMultiTexCoordPointerEXT(GL_TEXTURE3, 2, GL_SHORT, 4, (8 as *const u8).cast());
    let names = [GL_TEXTURE_COORD_ARRAY_SIZE, GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING];
    assert_eq!(names.map(|name| indexed(name, 3)), [2, 4, buffer.cast_signed()]);
    let mut address = 0usize;
    glGetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 3, (&raw mut address).cast());
    assert_eq!(address, 8);
    glMatrixPushEXT(GL_MATRIX0_ARB + 1);
    assert_eq!([0, 1].map(|index| indexed(GL_PROGRAM_MATRIX_STACK_DEPTH_EXT, index)), [1, 2]);
    let mut bit = 9u8;
    glGetBooleanIndexedvEXT(GL_TEXTURE_1D, 1, &raw mut bit);
    assert_eq!((bit, integer(GL_MATRIX_MODE), error()), (0, GL_MODELVIEW.cast_signed(), GL_NO_ERROR));
}

#[test]
fn indices_outside_of_the_range() {
    let _gl = Gl::new(compatibility());
    for (name, index) in [
        (GL_TEXTURE_2D, 96),
        (GL_TEXTURE_COORD_ARRAY_SIZE, 8),
        (GL_PROGRAM_MATRIX_EXT, 32),
        (GL_PROGRAM_MATRIX_STACK_DEPTH_EXT, u32::MAX),
        (GL_TEXTURE_MATRIX, u32::MAX),
    ] {
        assert_eq!((indexed(name, index), error()), (-7, GL_INVALID_VALUE), "{name:#x}");
    }
    // Units without texture coordinates.
    assert_eq!((indexed(GL_TEXTURE_MATRIX, 8), error()), (-7, GL_INVALID_OPERATION));
    let mut address = 7usize;
    glGetPointeri_vEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 8, (&raw mut address).cast());
    assert_eq!((error(), address), (GL_INVALID_VALUE, 7));
    glGetPointeri_vEXT(GL_VERTEX_ARRAY_POINTER, 0, (&raw mut address).cast());
    assert_eq!((error(), address), (GL_INVALID_ENUM, 7));
}
