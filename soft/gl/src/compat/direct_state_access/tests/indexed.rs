use super::{error, integer};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;

fn indexed(name: u32, index: u32) -> i32 {
    let mut value = -7;
    gl!(glGetIntegerIndexedvEXT(name => u32, index => u32, &raw mut value => *mut i32));
    value
}

#[test]
fn capabilities_of_a_unit() {
    let _gl = Gl::new(compatibility());
    gl!(glEnableIndexedEXT(GL_TEXTURE_2D => u32, 1 => u32));
    gl!(glEnableIndexedEXT(GL_TEXTURE_GEN_S => u32, 2 => u32));
    let is_enabled = |capability: u32, index: u32| gl!(glIsEnabledIndexedEXT(capability => u32, index => u32) -> u8);
    assert_eq!([0, 1, 2].map(|index| is_enabled(GL_TEXTURE_2D, index)), [0, 1, 0]);
    assert_eq!([0, 1, 2].map(|index| indexed(GL_TEXTURE_GEN_S, index)), [0, 0, 1]);
    assert_eq!((gl!(glIsEnabled(GL_TEXTURE_2D => u32) -> u8), integer(GL_ACTIVE_TEXTURE)), (0, GL_TEXTURE0.cast_signed()));
    gl!(glDisableIndexedEXT(GL_TEXTURE_2D => u32, 1 => u32));
    assert_eq!((is_enabled(GL_TEXTURE_2D, 1), error()), (0, GL_NO_ERROR));
    // "An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target."
    gl!(glEnableIndexedEXT(GL_TEXTURE_2D => u32, 96 => u32));
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!((is_enabled(GL_TEXTURE_2D, 96), error()), (0, GL_INVALID_VALUE));
    gl!(glEnableIndexedEXT(GL_LIGHTING => u32, 0 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glEnableIndexedEXT(GL_TEXTURE_COORD_ARRAY => u32, 0 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn the_core_profile_has_no_capabilities_of_units() {
    let _gl = Gl::new(core());
    gl!(glEnablei(GL_TEXTURE_2D => u32, 1 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((indexed(GL_TEXTURE_MATRIX, 0), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((gl!(glIsEnabledi(GL_TEXTURE_COORD_ARRAY => u32, 0 => u32) -> u8), error()), (0, GL_INVALID_ENUM));
}

#[test]
fn client_state_of_a_set() {
    let _gl = Gl::new(compatibility());
    gl!(glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY => u32, 3 => u32));
    let is_enabled = |index: u32| gl!(glIsEnabledIndexedEXT(GL_TEXTURE_COORD_ARRAY => u32, index => u32) -> u8);
    assert_eq!((is_enabled(0), is_enabled(3), indexed(GL_TEXTURE_COORD_ARRAY, 3)), (0, 1, 1));
    assert_eq!(integer(GL_CLIENT_ACTIVE_TEXTURE), GL_TEXTURE0.cast_signed());
    gl!(glDisableClientStateIndexedEXT(GL_TEXTURE_COORD_ARRAY => u32, 3 => u32));
    assert_eq!((is_enabled(3), error()), (0, GL_NO_ERROR));
    // "The error INVALID_VALUE is generated if index is greater or equal to the implementation's NUM_TEXTURE_COORDS value. The error INVALID_ENUM
    // is generated if array is not TEXTURE_COORD_ARRAY."
    gl!(glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY => u32, 8 => u32));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glEnableClientStateiEXT(GL_NORMAL_ARRAY => u32, 8 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!((is_enabled(8), error()), (0, GL_INVALID_VALUE));
}

#[test]
fn state_of_units_sets_and_matrices() {
    let gl = Gl::new(compatibility());
    gl!(glMatrixTranslatefEXT(GL_TEXTURE2 => u32, 1.0 => f32, 2.0 => f32, 3.0 => f32));
    let mut values = [0.0f64; 16];
    gl!(glGetDoubleIndexedvEXT(GL_TRANSPOSE_TEXTURE_MATRIX => u32, 2 => u32, values.as_mut_ptr() => *mut f64));
    assert_eq!((values[3], values[7], values[11]), (1.0, 2.0, 3.0));
    gl!(glMultiTexCoord2f(GL_TEXTURE1 => u32, 5.0 => f32, 6.0 => f32));
    let mut floats = [0.0f32; 4];
    gl!(glGetFloati_vEXT(GL_CURRENT_TEXTURE_COORDS => u32, 1 => u32, floats.as_mut_ptr() => *mut f32));
    assert_eq!(floats, [5.0, 6.0, 0.0, 1.0]);
    gl!(glBindMultiTextureEXT(GL_TEXTURE3 => u32, GL_TEXTURE_3D => u32, 4 => u32));
    assert_eq!([2, 3].map(|index| indexed(GL_TEXTURE_BINDING_3D, index)), [0, 4]);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0; 4]);
    gl!(glMultiTexCoordPointerEXT(GL_TEXTURE3 => u32, 2 => i32, GL_SHORT => u32, 4 => i32, 8 as *const u8 => *const u8));
    let names = [GL_TEXTURE_COORD_ARRAY_SIZE, GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING];
    assert_eq!(names.map(|name| indexed(name, 3)), [2, 4, buffer.cast_signed()]);
    let mut address = 0usize;
    gl!(glGetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER => u32, 3 => u32, &raw mut address => *mut usize));
    assert_eq!(address, 8);
    gl!(glMatrixPushEXT(GL_MATRIX0_ARB + 1 => u32));
    assert_eq!([0, 1].map(|index| indexed(GL_PROGRAM_MATRIX_STACK_DEPTH_EXT, index)), [1, 2]);
    let mut bit = 9u8;
    gl!(glGetBooleanIndexedvEXT(GL_TEXTURE_1D => u32, 1 => u32, &raw mut bit => *mut u8));
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
    gl!(glGetPointeri_vEXT(GL_TEXTURE_COORD_ARRAY_POINTER => u32, 8 => u32, &raw mut address => *mut usize));
    assert_eq!((error(), address), (GL_INVALID_VALUE, 7));
    gl!(glGetPointeri_vEXT(GL_VERTEX_ARRAY_POINTER => u32, 0 => u32, &raw mut address => *mut usize));
    assert_eq!((error(), address), (GL_INVALID_ENUM, 7));
}
