//! Getters of state that each texture unit, texture coordinate set or program matrix of the compatibility profile has, with its index.

use super::value;
use crate::config::Api;
use crate::context::Context;
use crate::error::{Result, invalid_value};
use crate::state::matrix::program_matrix;
use crate::state::value::Value;
use crate::tokens::*;

/// Returns a variable of a unit; none for other names.
pub fn get(context: &mut Context, name: u32, index: u32) -> Option<Result<Value>> {
    if context.config.api != Api::Compatibility {
        return None;
    }
    let unit = index as usize;
    let found = match name {
        GL_CURRENT_RASTER_TEXTURE_COORDS
        | GL_CURRENT_TEXTURE_COORDS
        | GL_TEXTURE_BUFFER_DATA_STORE_BINDING
        | GL_TEXTURE_BUFFER_FORMAT_ARB
        | GL_TEXTURE_GEN_Q
        | GL_TEXTURE_GEN_R
        | GL_TEXTURE_GEN_S
        | GL_TEXTURE_GEN_T
        | GL_TEXTURE_MATRIX
        | GL_TEXTURE_STACK_DEPTH
        | GL_TRANSPOSE_TEXTURE_MATRIX
        | GL_TEXTURE_1D
        | GL_TEXTURE_2D
        | GL_TEXTURE_3D
        | GL_TEXTURE_CUBE_MAP
        | GL_TEXTURE_RECTANGLE => context.with_active_texture(unit, |context| value(context, name)),
        GL_TEXTURE_COORD_ARRAY
        | GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING
        | GL_TEXTURE_COORD_ARRAY_SIZE
        | GL_TEXTURE_COORD_ARRAY_STRIDE
        | GL_TEXTURE_COORD_ARRAY_TYPE => context.with_client_active_texture(unit, |context| value(context, name)),
        GL_PROGRAM_MATRIX_EXT => of_program_matrix(context, GL_CURRENT_MATRIX_ARB, index),
        GL_TRANSPOSE_PROGRAM_MATRIX_EXT => of_program_matrix(context, GL_TRANSPOSE_CURRENT_MATRIX_ARB, index),
        GL_PROGRAM_MATRIX_STACK_DEPTH_EXT => of_program_matrix(context, GL_CURRENT_MATRIX_STACK_DEPTH_ARB, index),
        _ => return None,
    };
    Some(found.unwrap_or(Err(invalid_value(
        &"An INVALID_VALUE error is generated if index is outside the valide range for the indexed state target. \
          [EXT_direct_state_access, 6.1.1]",
    ))))
}

/// Returns a variable of the current matrix while a program matrix is current; none if there is no such matrix.
fn of_program_matrix(context: &mut Context, name: u32, index: u32) -> Option<Result<Value>> {
    let mode = GL_MATRIX0_ARB.checked_add(index)?;
    program_matrix(mode)?;
    let saved = std::mem::replace(&mut context.compat.matrices.mode, mode);
    let found = value(context, name);
    context.compat.matrices.mode = saved;
    Some(found)
}
