use super::{error, integer, matrix};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

const NUMBERS: [f32; 16] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0];
const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn each_command_changes_the_stack_that_it_names() {
    let _gl = Gl::new(compatibility());
    gl!(glMatrixMode(GL_TEXTURE => u32));
    gl!(glMatrixLoadfEXT(GL_PROJECTION => u32, NUMBERS.as_ptr() => *const f32));
    assert_eq!((matrix(GL_PROJECTION_MATRIX), matrix(GL_MODELVIEW_MATRIX)), (NUMBERS, IDENTITY));
    let doubles = NUMBERS.map(f64::from);
    gl!(glMatrixLoadTransposedEXT(GL_MODELVIEW => u32, doubles.as_ptr() => *const f64));
    assert_eq!(matrix(GL_TRANSPOSE_MODELVIEW_MATRIX), NUMBERS);
    gl!(glMatrixLoadIdentityEXT(GL_MODELVIEW => u32));
    gl!(glMatrixTranslatefEXT(GL_MODELVIEW => u32, 1.0 => f32, 2.0 => f32, 3.0 => f32));
    gl!(glMatrixScaledEXT(GL_MODELVIEW => u32, 2.0 => f64, 2.0 => f64, 2.0 => f64));
    let found = matrix(GL_MODELVIEW_MATRIX);
    assert_eq!((found[0], &found[12..15]), (2.0, &[1.0, 2.0, 3.0][..]));
    gl!(glMatrixLoadIdentityEXT(GL_PROJECTION => u32));
    gl!(glMatrixOrthoEXT(GL_PROJECTION => u32, 0.0 => f64, 2.0 => f64, 0.0 => f64, 4.0 => f64, -1.0 => f64, 1.0 => f64));
    assert_eq!(matrix(GL_PROJECTION_MATRIX)[5], 0.5);
    assert_eq!((integer(GL_MATRIX_MODE), error()), (GL_TEXTURE.cast_signed(), GL_NO_ERROR));
}

#[test]
fn units_have_texture_matrices() {
    let _gl = Gl::new(compatibility());
    gl!(glMatrixLoadfEXT(GL_TEXTURE3 => u32, NUMBERS.as_ptr() => *const f32));
    gl!(glMatrixPushEXT(GL_TEXTURE3 => u32));
    assert_eq!((integer(GL_ACTIVE_TEXTURE), matrix(GL_TEXTURE_MATRIX)), (GL_TEXTURE0.cast_signed(), IDENTITY));
    gl!(glActiveTexture(GL_TEXTURE3 => u32));
    assert_eq!((matrix(GL_TEXTURE_MATRIX), integer(GL_TEXTURE_STACK_DEPTH)), (NUMBERS, 2));
    gl!(glMatrixPopEXT(GL_TEXTURE => u32));
    assert_eq!((integer(GL_TEXTURE_STACK_DEPTH), error()), (1, GL_NO_ERROR));
    // Unit 8 has no texture coordinates.
    gl!(glMatrixLoadIdentityEXT(GL_TEXTURE8 => u32));
    assert_eq!((error(), integer(GL_ACTIVE_TEXTURE)), (GL_INVALID_OPERATION, GL_TEXTURE3.cast_signed()));
}

#[test]
fn program_matrices() {
    let _gl = Gl::new(compatibility());
    gl!(glMatrixMultfEXT(GL_MATRIX0_ARB + 2 => u32, NUMBERS.as_ptr() => *const f32));
    let mut found = [0.0f32; 16];
    gl!(glGetFloatIndexedvEXT(GL_PROGRAM_MATRIX_EXT => u32, 2 => u32, found.as_mut_ptr() => *mut f32));
    assert_eq!((found, error()), (NUMBERS, GL_NO_ERROR));
}

#[test]
fn an_error_leaves_the_mode() {
    let _gl = Gl::new(compatibility());
    gl!(glMatrixLoadIdentityEXT(GL_COLOR_BUFFER_BIT => u32));
    assert_eq!((error(), integer(GL_MATRIX_MODE)), (GL_INVALID_ENUM, GL_MODELVIEW.cast_signed()));
    gl!(glMatrixPopEXT(GL_PROJECTION => u32));
    assert_eq!((error(), integer(GL_MATRIX_MODE)), (GL_STACK_UNDERFLOW, GL_MODELVIEW.cast_signed()));
    gl!(glMatrixFrustumEXT(GL_PROJECTION => u32, 0.0 => f64, 1.0 => f64, 0.0 => f64, 1.0 => f64, 0.0 => f64, 1.0 => f64));
    assert_eq!((error(), matrix(GL_PROJECTION_MATRIX)), (GL_INVALID_VALUE, IDENTITY));
    gl!(glBegin(GL_POINTS => u32));
    gl!(glMatrixLoadIdentityEXT(GL_PROJECTION => u32));
    gl!(glEnd());
    assert_eq!(error(), GL_INVALID_OPERATION);
}
