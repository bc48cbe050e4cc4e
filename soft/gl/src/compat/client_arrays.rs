//! Client arrays of the compatibility profile: glVertexPointer and the commands like it.

use super::fixed_function;
use crate::command::vertex_array::objects::Which;
use crate::command::vertex_array::pointers::set_pointer;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_SUCH_COMMAND, Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::pointer::In;
use crate::state::value::Value;
use crate::tokens::*;
use base::hir::fixed_attribute;
use shader::pipeline::draw_call::AttributeFormat;

commands! {
    fn glVertexPointer(size: i32, ty: u32, stride: i32, pointer: In<u8>) => vertex;
    fn glNormalPointer(ty: u32, stride: i32, pointer: In<u8>) => normal;
    fn glColorPointer(size: i32, ty: u32, stride: i32, pointer: In<u8>) => color;
    fn glSecondaryColorPointer(size: i32, ty: u32, stride: i32, pointer: In<u8>) => secondary_color;
    fn glTexCoordPointer(size: i32, ty: u32, stride: i32, pointer: In<u8>) => texture_coordinates;
    fn glFogCoordPointer(ty: u32, stride: i32, pointer: In<u8>) => fog_coordinate;
    fn glEdgeFlagPointer(stride: i32, pointer: In<u8>) => edge_flag;
    fn glIndexPointer(ty: u32, stride: i32, pointer: In<u8>) => color_index;
    fn glPointSizePointerOES(ty: u32, stride: i32, pointer: In<u8>) => point_size;
    #[not_in_lists] fn glEnableClientState(array: u32) => enable;
    #[not_in_lists] fn glDisableClientState(array: u32) => disable;
    #[not_in_lists] fn glClientActiveTexture(unit: u32) => client_active_texture;
    fn glInterleavedArrays(format: u32, stride: i32, pointer: In<u8>) => interleaved;
    fn glVertexPointerEXT(size: i32, ty: u32, stride: i32, count: i32, pointer: In<u8>) => vertex_counted;
    fn glNormalPointerEXT(ty: u32, stride: i32, count: i32, pointer: In<u8>) => normal_counted;
    fn glColorPointerEXT(size: i32, ty: u32, stride: i32, count: i32, pointer: In<u8>) => color_counted;
    fn glTexCoordPointerEXT(size: i32, ty: u32, stride: i32, count: i32, pointer: In<u8>) => texture_coordinates_counted;
    fn glEdgeFlagPointerEXT(stride: i32, count: i32, pointer: In<u8>) => edge_flag_counted;
    fn glIndexPointerEXT(ty: u32, stride: i32, count: i32, pointer: In<u8>) => color_index_counted;
    fn glLockArraysEXT(first: i32, count: i32) => lock_arrays;
    fn glUnlockArraysEXT() => unlock_arrays;
}

/// Checks that the context has the fixed function.
fn only_fixed_function(context: &Context) -> Result<()> {
    if context.config.api.has_fixed_function() { Ok(()) } else { Err(NO_SUCH_COMMAND) }
}

#[allow(clippy::too_many_arguments, reason = "the commands' own arguments and what differs between them")]
/// Sets a pointer. `sizes` and `types` are those that the command accepts; `normalized` applies to integers.
fn set(
    context: &mut Context,
    location: u32,
    sizes: &[i32],
    types: &[u32],
    normalized: bool,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: In<u8>,
) -> Result<()> {
    only_fixed_function(context)?;
    let bgra = size == GL_BGRA as i32;
    if !sizes.contains(&size) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if size is not one of the values shown in table 10.2 for the corresponding command. \
              [GL 4.4, 10.3.1] Errors for these commands are the same as for VertexAttrib*Pointer [GL 4.4, 10.3.2]",
        ));
    }
    if !types.contains(&ty) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if type is not one of the parameter token names from table 8.7 corresponding to one of \
              the allowed GL data types for that command as shown in table 10.2. [GL 4.4, 10.3.1]",
        ));
    }
    let packed = matches!(ty, GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV);
    let components = if bgra { 4 } else { size };
    // glNormalPointer has no size.
    let packed_wrong = packed && location != fixed_attribute::NORMAL && components != 4;
    if packed_wrong || (bgra && !packed && ty != GL_UNSIGNED_BYTE) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated under any of the following conditions: … size is BGRA and type is not UNSIGNED_BYTE, \
              INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV; … type is INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV, and size is \
              neither 4 nor BGRA [GL 4.4, 10.3.1]",
        ));
    }
    let floating = matches!(ty, GL_FLOAT | GL_DOUBLE | GL_HALF_FLOAT | GL_FIXED);
    let format = AttributeFormat { ty, size: components as u8, bgra, normalized: normalized && !floating, integer: false, long: false };
    set_pointer(context, location as usize, format, stride, pointer.offset())
}

/// Types of vertex and texture coordinates.
const COORDINATES: [u32; 7] = [GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV];
/// Types of colours.
const COLORS: [u32; 11] = [
    GL_BYTE,
    GL_UNSIGNED_BYTE,
    GL_SHORT,
    GL_UNSIGNED_SHORT,
    GL_INT,
    GL_UNSIGNED_INT,
    GL_FLOAT,
    GL_DOUBLE,
    GL_HALF_FLOAT,
    GL_INT_2_10_10_10_REV,
    GL_UNSIGNED_INT_2_10_10_10_REV,
];

/// Types of vertices, normals and texture coordinates in OpenGL ES 1.1, from "Table 2.4: Vertex array sizes … and data types" [ES 1.1, 2.8].
const ES1_COORDINATES: [u32; 4] = [GL_BYTE, GL_SHORT, GL_FIXED, GL_FLOAT];
/// Types of colours in OpenGL ES 1.1.
const ES1_COLORS: [u32; 3] = [GL_UNSIGNED_BYTE, GL_FIXED, GL_FLOAT];

/// Returns the sizes or types that a command accepts: those of OpenGL, or those of OpenGL ES 1.1.
fn accepted<'a, T>(context: &Context, of_gl: &'a [T], of_es1: &'a [T]) -> &'a [T] {
    if context.config.api == Api::Es1 { of_es1 } else { of_gl }
}

/// Implements glVertexPointer.
pub fn vertex(context: &mut Context, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    let types = accepted(context, &COORDINATES, &ES1_COORDINATES);
    set(context, fixed_attribute::VERTEX, &[2, 3, 4], types, false, size, ty, stride, pointer)
}

/// Implements glNormalPointer.
pub fn normal(context: &mut Context, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    let types = [GL_BYTE, GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV];
    let types = accepted(context, &types, &ES1_COORDINATES);
    set(context, fixed_attribute::NORMAL, &[3], types, true, 3, ty, stride, pointer)
}

/// Implements glColorPointer.
pub fn color(context: &mut Context, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    let sizes = accepted(context, &[3, 4, GL_BGRA as i32], &[4]);
    let types = accepted(context, &COLORS, &ES1_COLORS);
    set(context, fixed_attribute::COLOR, sizes, types, true, size, ty, stride, pointer)
}

/// Implements glSecondaryColorPointer.
pub fn secondary_color(context: &mut Context, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    set(context, fixed_attribute::SECONDARY_COLOR, &[3, GL_BGRA as i32], &COLORS, true, size, ty, stride, pointer)
}

/// Implements glTexCoordPointer.
pub fn texture_coordinates(context: &mut Context, size: i32, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    let location = fixed_attribute::MULTI_TEX_COORD + context.vertex_arrays.client_active_texture as u32;
    let sizes = accepted(context, &[1, 2, 3, 4], &[2, 3, 4]);
    let types = accepted(context, &COORDINATES, &ES1_COORDINATES);
    set(context, location, sizes, types, false, size, ty, stride, pointer)
}

/// Implements glFogCoordPointer.
pub fn fog_coordinate(context: &mut Context, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    set(context, fixed_attribute::FOG_COORD, &[1], &[GL_FLOAT, GL_DOUBLE, GL_HALF_FLOAT], false, 1, ty, stride, pointer)
}

/// Implements glEdgeFlagPointer.
pub fn edge_flag(context: &mut Context, stride: i32, pointer: In<u8>) -> Result<()> {
    only_fixed_function(context)?;
    let format = AttributeFormat { ty: GL_UNSIGNED_BYTE, size: 1, bgra: false, normalized: false, integer: false, long: false };
    set_pointer(context, fixed_attribute::EDGE_FLAG as usize, format, stride, pointer.offset())
}

/// Implements glIndexPointer. Only glArrayElement reads the array: no framebuffer has colour indices.
pub fn color_index(context: &mut Context, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    let types = [GL_UNSIGNED_BYTE, GL_SHORT, GL_INT, GL_FLOAT, GL_DOUBLE];
    set(context, fixed_attribute::COLOR_INDEX, &[1], &types, false, 1, ty, stride, pointer)
}

/// Implements glPointSizePointerOES.
fn point_size(context: &mut Context, ty: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    if context.config.api != Api::Es1 {
        return Err(NO_SUCH_COMMAND);
    }
    set(context, fixed_function::POINT_SIZE, &[1], &[GL_FIXED, GL_FLOAT], false, 1, ty, stride, pointer)
}

fn vertex_counted(context: &mut Context, size: i32, ty: u32, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    vertex(context, size, ty, stride, pointer)
}

fn normal_counted(context: &mut Context, ty: u32, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    normal(context, ty, stride, pointer)
}

fn color_counted(context: &mut Context, size: i32, ty: u32, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    color(context, size, ty, stride, pointer)
}

fn texture_coordinates_counted(context: &mut Context, size: i32, ty: u32, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    texture_coordinates(context, size, ty, stride, pointer)
}

fn edge_flag_counted(context: &mut Context, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    edge_flag(context, stride, pointer)
}

fn color_index_counted(context: &mut Context, ty: u32, stride: i32, _: i32, pointer: In<u8>) -> Result<()> {
    color_index(context, ty, stride, pointer)
}

/// Implements glLockArraysEXT: the application promises not to change these elements. Draws read them anew all the same.
fn lock_arrays(context: &mut Context, first: i32, count: i32) -> Result<()> {
    only_fixed_function(context)?;
    if first < 0 || count <= 0 {
        return Err(invalid_value(
            &"INVALID_VALUE is generated if LockArrarysEXT parameter <first> is less than zero. … INVALID_VALUE is generated if \
              LockArraysEXT parameter <count> is less than or equal to zero. [EXT_compiled_vertex_array]",
        ));
    }
    if context.vertex_arrays.locked.is_some() {
        return Err(invalid_operation(
            &"INVALID_OPERATION is generated if LockArraysEXT is called between execution of LockArraysEXT and corresponding execution of \
              UnlockArraysEXT. [EXT_compiled_vertex_array]",
        ));
    }
    context.vertex_arrays.locked = Some((first, count));
    Ok(())
}

/// Implements glUnlockArraysEXT.
fn unlock_arrays(context: &mut Context) -> Result<()> {
    only_fixed_function(context)?;
    context.vertex_arrays.locked.take().map(drop).ok_or(invalid_operation(
        &"INVALID_OPERATION is generated if UnlockArraysEXT is called without a corresponding previous execution of LockArraysEXT. \
          [EXT_compiled_vertex_array]",
    ))
}

/// Returns the location of a glEnableClientState array in the active client texture unit; none for other tokens and for arrays without a location.
pub fn location(context: &Context, array: u32) -> Option<usize> {
    let location = match array {
        GL_VERTEX_ARRAY => fixed_attribute::VERTEX,
        GL_NORMAL_ARRAY => fixed_attribute::NORMAL,
        GL_COLOR_ARRAY => fixed_attribute::COLOR,
        GL_SECONDARY_COLOR_ARRAY => fixed_attribute::SECONDARY_COLOR,
        GL_FOG_COORD_ARRAY => fixed_attribute::FOG_COORD,
        GL_EDGE_FLAG_ARRAY => fixed_attribute::EDGE_FLAG,
        GL_INDEX_ARRAY => fixed_attribute::COLOR_INDEX,
        GL_TEXTURE_COORD_ARRAY => fixed_attribute::MULTI_TEX_COORD + context.vertex_arrays.client_active_texture as u32,
        GL_POINT_SIZE_ARRAY_OES if context.config.api == Api::Es1 => fixed_function::POINT_SIZE,
        _ => return None,
    };
    Some(location as usize)
}

/// Implements glEnableClientState and glDisableClientState.
pub fn set_enabled(context: &mut Context, array: u32, enabled: bool) -> Result<()> {
    only_fixed_function(context)?;
    match location(context, array) {
        None if array == GL_PRIMITIVE_RESTART_NV => context.state.primitive_restart = enabled,
        Some(location) => Which::Bound.of(context)?.attributes[location].enabled = enabled,
        None => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if cap is not an accepted value. [reference page glEnableClientState]",
            ));
        }
    }
    Ok(())
}

/// Implements glEnableClientState; glEnable accepts the same arrays.
pub fn enable(context: &mut Context, array: u32) -> Result<()> {
    set_enabled(context, array, true)
}

/// Implements glDisableClientState.
pub fn disable(context: &mut Context, array: u32) -> Result<()> {
    set_enabled(context, array, false)
}

/// Returns true if a client array is enabled; none for other tokens.
pub fn is_enabled(context: &Context, array: u32) -> Option<bool> {
    match array {
        GL_PRIMITIVE_RESTART_NV => Some(context.state.primitive_restart),
        _ => location(context, array).map(|location| context.vertex_arrays.array().attributes[location].enabled),
    }
}

/// Returns what glGetPointerv gives for GL_VERTEX_ARRAY_POINTER and the tokens like it; none for other tokens.
pub fn array_pointer(context: &Context, name: u32) -> Option<usize> {
    let array = match name {
        GL_VERTEX_ARRAY_POINTER => GL_VERTEX_ARRAY,
        GL_NORMAL_ARRAY_POINTER => GL_NORMAL_ARRAY,
        GL_COLOR_ARRAY_POINTER => GL_COLOR_ARRAY,
        GL_SECONDARY_COLOR_ARRAY_POINTER => GL_SECONDARY_COLOR_ARRAY,
        GL_FOG_COORD_ARRAY_POINTER => GL_FOG_COORD_ARRAY,
        GL_TEXTURE_COORD_ARRAY_POINTER => GL_TEXTURE_COORD_ARRAY,
        GL_EDGE_FLAG_ARRAY_POINTER => GL_EDGE_FLAG_ARRAY,
        GL_INDEX_ARRAY_POINTER => GL_INDEX_ARRAY,
        GL_POINT_SIZE_ARRAY_POINTER_OES => GL_POINT_SIZE_ARRAY_OES,
        _ => return None,
    };
    location(context, array).map(|location| context.vertex_arrays.array().attributes[location].pointer)
}

/// Returns the size, type, stride or buffer of a fixed-function array, e.g. GL_COLOR_ARRAY_SIZE; none for other names.
pub fn array_parameter(context: &Context, name: u32) -> Option<Value> {
    let array = match name {
        GL_VERTEX_ARRAY_SIZE | GL_VERTEX_ARRAY_TYPE | GL_VERTEX_ARRAY_STRIDE | GL_VERTEX_ARRAY_BUFFER_BINDING => GL_VERTEX_ARRAY,
        GL_NORMAL_ARRAY_TYPE | GL_NORMAL_ARRAY_STRIDE | GL_NORMAL_ARRAY_BUFFER_BINDING => GL_NORMAL_ARRAY,
        GL_COLOR_ARRAY_SIZE | GL_COLOR_ARRAY_TYPE | GL_COLOR_ARRAY_STRIDE | GL_COLOR_ARRAY_BUFFER_BINDING => GL_COLOR_ARRAY,
        GL_SECONDARY_COLOR_ARRAY_SIZE
        | GL_SECONDARY_COLOR_ARRAY_TYPE
        | GL_SECONDARY_COLOR_ARRAY_STRIDE
        | GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING => GL_SECONDARY_COLOR_ARRAY,
        GL_FOG_COORD_ARRAY_TYPE | GL_FOG_COORD_ARRAY_STRIDE | GL_FOG_COORD_ARRAY_BUFFER_BINDING => GL_FOG_COORD_ARRAY,
        GL_TEXTURE_COORD_ARRAY_SIZE
        | GL_TEXTURE_COORD_ARRAY_TYPE
        | GL_TEXTURE_COORD_ARRAY_STRIDE
        | GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING => GL_TEXTURE_COORD_ARRAY,
        GL_EDGE_FLAG_ARRAY_STRIDE | GL_EDGE_FLAG_ARRAY_BUFFER_BINDING => GL_EDGE_FLAG_ARRAY,
        GL_INDEX_ARRAY_TYPE | GL_INDEX_ARRAY_STRIDE | GL_INDEX_ARRAY_BUFFER_BINDING => GL_INDEX_ARRAY,
        GL_POINT_SIZE_ARRAY_TYPE_OES | GL_POINT_SIZE_ARRAY_STRIDE_OES | GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES => GL_POINT_SIZE_ARRAY_OES,
        _ => return None,
    };
    let vertex_array = context.vertex_arrays.array();
    let attribute = &vertex_array.attributes[location(context, array)?];
    Some(match name {
        GL_VERTEX_ARRAY_SIZE | GL_COLOR_ARRAY_SIZE | GL_SECONDARY_COLOR_ARRAY_SIZE | GL_TEXTURE_COORD_ARRAY_SIZE => {
            Value::from(if attribute.format.bgra { GL_BGRA } else { attribute.format.size.into() })
        }
        GL_VERTEX_ARRAY_STRIDE
        | GL_NORMAL_ARRAY_STRIDE
        | GL_COLOR_ARRAY_STRIDE
        | GL_SECONDARY_COLOR_ARRAY_STRIDE
        | GL_FOG_COORD_ARRAY_STRIDE
        | GL_TEXTURE_COORD_ARRAY_STRIDE
        | GL_EDGE_FLAG_ARRAY_STRIDE
        | GL_INDEX_ARRAY_STRIDE
        | GL_POINT_SIZE_ARRAY_STRIDE_OES => Value::from(attribute.stride),
        GL_VERTEX_ARRAY_TYPE
        | GL_NORMAL_ARRAY_TYPE
        | GL_COLOR_ARRAY_TYPE
        | GL_SECONDARY_COLOR_ARRAY_TYPE
        | GL_FOG_COORD_ARRAY_TYPE
        | GL_TEXTURE_COORD_ARRAY_TYPE
        | GL_INDEX_ARRAY_TYPE
        | GL_POINT_SIZE_ARRAY_TYPE_OES => Value::from(attribute.format.ty),
        _ => Value::from(vertex_array.bindings[attribute.binding].buffer.as_ref().map_or(0, |buffer| buffer.name)),
    })
}

fn client_active_texture(context: &mut Context, unit: u32) -> Result<()> {
    only_fixed_function(context)?;
    let unit = unit.wrapping_sub(GL_TEXTURE0) as usize;
    if unit >= limits::MAX_TEXTURE_COORDS {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if texture is not one of the tokens TEXTUREi, where i is in the range zero to the value \
              of MAX_TEXTURE_COORDS (the implementation-dependent number of texture coordinate sets) minus one. [GL 4.4, 10.3.2]",
        ));
    }
    context.vertex_arrays.client_active_texture = unit;
    Ok(())
}

/// Implements glInterleavedArrays. Each row has the sizes of texture coordinates and colours, the type of colours, whether there are normals, and the
/// size of vertices.
pub fn interleaved(context: &mut Context, format: u32, stride: i32, pointer: In<u8>) -> Result<()> {
    only_fixed_function(context)?;
    let (texture, color_size, color_ty, has_normal, vertex_size) = match format {
        GL_V2F => (0, 0, GL_FLOAT, false, 2),
        GL_V3F => (0, 0, GL_FLOAT, false, 3),
        GL_C4UB_V2F => (0, 4, GL_UNSIGNED_BYTE, false, 2),
        GL_C4UB_V3F => (0, 4, GL_UNSIGNED_BYTE, false, 3),
        GL_C3F_V3F => (0, 3, GL_FLOAT, false, 3),
        GL_N3F_V3F => (0, 0, GL_FLOAT, true, 3),
        GL_C4F_N3F_V3F => (0, 4, GL_FLOAT, true, 3),
        GL_T2F_V3F => (2, 0, GL_FLOAT, false, 3),
        GL_T4F_V4F => (4, 0, GL_FLOAT, false, 4),
        GL_T2F_C4UB_V3F => (2, 4, GL_UNSIGNED_BYTE, false, 3),
        GL_T2F_C3F_V3F => (2, 3, GL_FLOAT, false, 3),
        GL_T2F_N3F_V3F => (2, 0, GL_FLOAT, true, 3),
        GL_T2F_C4F_N3F_V3F => (2, 4, GL_FLOAT, true, 3),
        GL_T4F_C4F_N3F_V4F => (4, 4, GL_FLOAT, true, 4),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if format is not one of the formats in table 10.7. [GL 4.4, 10.5.1]",
            ));
        }
    };
    if stride < 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if stride is negative. [GL 4.4, 10.5.1]"));
    }
    let color_at = texture as usize * 4;
    let normal_at = color_at + if color_ty == GL_UNSIGNED_BYTE { 4 } else { color_size as usize * 4 };
    let vertex_at = normal_at + if has_normal { 12 } else { 0 };
    let stride = if stride == 0 { (vertex_at + vertex_size as usize * 4) as i32 } else { stride };
    let at = |offset: usize| pointer.byte_add(offset);
    for array in [GL_EDGE_FLAG_ARRAY, GL_INDEX_ARRAY, GL_SECONDARY_COLOR_ARRAY, GL_FOG_COORD_ARRAY] {
        disable(context, array)?;
    }
    set_enabled(context, GL_TEXTURE_COORD_ARRAY, texture > 0)?;
    if texture > 0 {
        texture_coordinates(context, texture, GL_FLOAT, stride, at(0))?;
    }
    set_enabled(context, GL_COLOR_ARRAY, color_size > 0)?;
    if color_size > 0 {
        color(context, color_size, color_ty, stride, at(color_at))?;
    }
    set_enabled(context, GL_NORMAL_ARRAY, has_normal)?;
    if has_normal {
        normal(context, GL_FLOAT, stride, at(normal_at))?;
    }
    enable(context, GL_VERTEX_ARRAY)?;
    vertex(context, vertex_size, GL_FLOAT, stride, at(vertex_at))
}
