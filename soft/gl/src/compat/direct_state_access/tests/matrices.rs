use super::{error, integer, matrix};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

const NUMBERS: [f32; 16] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0];
const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn each_command_changes_the_stack_that_it_names() {
    let _gl = Gl::new(compatibility());
    glMatrixMode(GL_TEXTURE);
    glMatrixLoadfEXT(GL_PROJECTION, NUMBERS.as_ptr());
    assert_eq!((matrix(GL_PROJECTION_MATRIX), matrix(GL_MODELVIEW_MATRIX)), (NUMBERS, IDENTITY));
    let doubles = NUMBERS.map(f64::from);
    glMatrixLoadTransposedEXT(GL_MODELVIEW, doubles.as_ptr());
    assert_eq!(matrix(GL_TRANSPOSE_MODELVIEW_MATRIX), NUMBERS);
    glMatrixLoadIdentityEXT(GL_MODELVIEW);
    glMatrixTranslatefEXT(GL_MODELVIEW, 1.0, 2.0, 3.0);
    glMatrixScaledEXT(GL_MODELVIEW, 2.0, 2.0, 2.0);
    let found = matrix(GL_MODELVIEW_MATRIX);
    assert_eq!((found[0], &found[12..15]), (2.0, &[1.0, 2.0, 3.0][..]));
    glMatrixLoadIdentityEXT(GL_PROJECTION);
    glMatrixOrthoEXT(GL_PROJECTION, 0.0, 2.0, 0.0, 4.0, -1.0, 1.0);
    assert_eq!(matrix(GL_PROJECTION_MATRIX)[5], 0.5);
    assert_eq!((integer(GL_MATRIX_MODE), error()), (GL_TEXTURE.cast_signed(), GL_NO_ERROR));
}

#[test]
fn units_have_texture_matrices() {
    let _gl = Gl::new(compatibility());
    glMatrixLoadfEXT(GL_TEXTURE3, NUMBERS.as_ptr());
    glMatrixPushEXT(GL_TEXTURE3);
    assert_eq!((integer(GL_ACTIVE_TEXTURE), matrix(GL_TEXTURE_MATRIX)), (GL_TEXTURE0.cast_signed(), IDENTITY));
    glActiveTexture(GL_TEXTURE3);
    assert_eq!((matrix(GL_TEXTURE_MATRIX), integer(GL_TEXTURE_STACK_DEPTH)), (NUMBERS, 2));
    glMatrixPopEXT(GL_TEXTURE);
    assert_eq!((integer(GL_TEXTURE_STACK_DEPTH), error()), (1, GL_NO_ERROR));
    // Unit 8 has no texture coordinates.
    glMatrixLoadIdentityEXT(GL_TEXTURE8);
    assert_eq!((error(), integer(GL_ACTIVE_TEXTURE)), (GL_INVALID_OPERATION, GL_TEXTURE3.cast_signed()));
}

#[test]
fn program_matrices() {
    let _gl = Gl::new(compatibility());
    glMatrixMultfEXT(GL_MATRIX0_ARB + 2, NUMBERS.as_ptr());
    let mut found = [0.0f32; 16];
    glGetFloatIndexedvEXT(GL_PROGRAM_MATRIX_EXT, 2, found.as_mut_ptr());
    assert_eq!((found, error()), (NUMBERS, GL_NO_ERROR));
}

#[test]
fn an_error_leaves_the_mode() {
    let _gl = Gl::new(compatibility());
    glMatrixLoadIdentityEXT(GL_COLOR_BUFFER_BIT);
    assert_eq!((error(), integer(GL_MATRIX_MODE)), (GL_INVALID_ENUM, GL_MODELVIEW.cast_signed()));
    glMatrixPopEXT(GL_PROJECTION);
    assert_eq!((error(), integer(GL_MATRIX_MODE)), (GL_STACK_UNDERFLOW, GL_MODELVIEW.cast_signed()));
    glMatrixFrustumEXT(GL_PROJECTION, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0);
    assert_eq!((error(), matrix(GL_PROJECTION_MATRIX)), (GL_INVALID_VALUE, IDENTITY));
    glBegin(GL_POINTS);
    glMatrixLoadIdentityEXT(GL_PROJECTION);
    glEnd();
    assert_eq!(error(), GL_INVALID_OPERATION);
}
