//! Commands on a named vertex array object.

use super::declare::commands_within;
use super::scope::{check_coordinates, on_array, on_array_and_buffer, on_array_and_coordinates, on_coordinates};
use crate::command::get::integer as state_variable;
use crate::command::vertex_array::{formats, get, pointers};
use crate::compat::client_arrays;
use crate::context::Context;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum};
use crate::limits::MAX_TEXTURE_COORDS;
use crate::pointer::{In, Out};
use crate::tokens::*;

/// Returns an offset as the pointer that commands on the bound array object have: "intptr offset parameter … is cast to the final pointer parameter"
/// [EXT_direct_state_access, 2.10].
fn pointer(offset: isize) -> In<u8> {
    In::null().byte_add(offset.cast_unsigned())
}

/// Enables or disables an array of the bound array object. GL_TEXTUREi stands for the texture coordinates of that unit.
fn set_client_array(context: &mut Context, array: u32, enabled: bool) -> Result<()> {
    // "Additionally EnableVertexArrayEXT and DisableVertexArrayEXT accept the tokens TEXTURE0 through TEXTUREn where n is less than the
    // implementation-dependent limit of MAX_TEXTURE_COORDS." [EXT_direct_state_access, 2.10]
    if (array.wrapping_sub(GL_TEXTURE0) as usize) < MAX_TEXTURE_COORDS {
        return on_coordinates(context, array, |context| client_arrays::set_enabled(context, GL_TEXTURE_COORD_ARRAY, enabled));
    }
    client_arrays::location(context, array).ok_or(UNKNOWN_TOKEN)?;
    client_arrays::set_enabled(context, array, enabled)
}

/// Returns a parameter of the bound array object that has no index.
fn integer(context: &mut Context, name: u32, value: Out<i32>) -> Result<()> {
    if matches!(name, GL_CLIENT_ACTIVE_TEXTURE | GL_ARRAY_BUFFER_BINDING | GL_ELEMENT_ARRAY_BUFFER_BINDING) {
        return state_variable(context, name, value);
    }
    client_parameter(context, name, value)
}

/// Returns a parameter of a client array of the bound array object.
fn client_parameter(context: &mut Context, name: u32, value: Out<i32>) -> Result<()> {
    if let Some(pointer) = client_arrays::array_pointer(context, name) {
        // "If the state queried by GetVertexArrayIntegervEXT … is maintained as a pointer, the least significant bits of the pointer that fit within
        // an int are returned in case a pointer is larger than an int." [EXT_direct_state_access, 6.1.14]
        value.set(pointer as i32);
        return Ok(());
    }
    let is_client_array = client_arrays::location(context, name).is_some() || client_arrays::array_parameter(context, name).is_some();
    if is_client_array {
        state_variable(context, name, value)
    } else {
        Err(invalid_enum(
            &"For GetVertexArrayIntegervEXT, pname must be one of the Get value tokens in tables 6.6, 6.7, 6.8, and 6.9 that use \
              GetIntegerv, IsEnabled, or GetPointerv for their Get command (so excluding the VERTEX_ATTRIB_* tokens). \
              [EXT_direct_state_access, 6.1.14]",
        ))
    }
}

/// Returns the pointer of a client array of the bound array object.
pub(super) fn address(context: &mut Context, name: u32, value: Out<usize>) -> Result<()> {
    value.set(client_arrays::array_pointer(context, name).ok_or(invalid_enum(
        &"For GetVertexArrayPointervEXT, pname must be a *_ARRAY_POINTER token from tables 6.6, 6.7, and 6.8 excluding \
          VERTEX_ATTRIB_ARRAY_POINTER. [EXT_direct_state_access, 6.1.14]",
    ))?);
    Ok(())
}

/// Returns a parameter of a generic attribute or of a texture coordinate set of the bound array object.
fn indexed_integer(context: &mut Context, index: u32, name: u32, value: Out<i32>) -> Result<()> {
    let of_coordinates = matches!(
        name,
        GL_TEXTURE_COORD_ARRAY
            | GL_TEXTURE_COORD_ARRAY_SIZE
            | GL_TEXTURE_COORD_ARRAY_TYPE
            | GL_TEXTURE_COORD_ARRAY_STRIDE
            | GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING
            | GL_TEXTURE_COORD_ARRAY_POINTER
    );
    if of_coordinates {
        check_coordinates(index)?;
        return on_coordinates(context, GL_TEXTURE0 + index, |context| client_parameter(context, name, value));
    }
    if name == GL_VERTEX_ATTRIB_ARRAY_POINTER {
        let attribute = formats::index(index)?;
        value.set(context.vertex_arrays.array().attributes[attribute].pointer as i32);
        return Ok(());
    }
    if name == GL_CURRENT_VERTEX_ATTRIB {
        Err(invalid_enum(
            &"For GetVertexArrayIntegeri_vEXT, pname must be one of the Get value tokens in tables 6.8 and 6.9 that use GetVertexAttribiv \
              or GetVertexAttribPointerv (so allowing only the VERTEX_ATTRIB_* tokens) or a token of the form TEXTURE_COORD_ARRAY (the \
              enable) or TEXTURE_COORD_ARRAY_* [EXT_direct_state_access, 6.1.14]",
        ))
    } else {
        get::integers(context, index, name, value)
    }
}

/// Returns the pointer of a generic attribute or of a texture coordinate set of the bound array object.
fn indexed_address(context: &mut Context, index: u32, name: u32, value: Out<usize>) -> Result<()> {
    // "For GetVertexArrayPointeri_vEXT, pname must be VERTEX_ATTRIB_ARRAY_POINTER or TEXTURE_COORD_ARRAY_POINTER with the index parameter indicating
    // the vertex attribute or texture coordindate set index." [EXT_direct_state_access, 6.1.14]
    if name != GL_TEXTURE_COORD_ARRAY_POINTER {
        return get::pointer(context, index, name, value);
    }
    check_coordinates(index)?;
    on_coordinates(context, GL_TEXTURE0 + index, |context| address(context, name, value))
}

commands_within! {
    #[not_in_lists] fn glVertexArrayVertexOffsetEXT(array: u32, buffer: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::vertex(size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayColorOffsetEXT(array: u32, buffer: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::color(size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayEdgeFlagOffsetEXT(array: u32, buffer: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::edge_flag(stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayIndexOffsetEXT(array: u32, buffer: u32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::color_index(ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayNormalOffsetEXT(array: u32, buffer: u32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::normal(ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayTexCoordOffsetEXT(array: u32, buffer: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::texture_coordinates(size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayMultiTexCoordOffsetEXT(array: u32, buffer: u32, unit: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_coordinates(array, buffer, unit, offset): client_arrays::texture_coordinates(size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayFogCoordOffsetEXT(array: u32, buffer: u32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::fog_coordinate(ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArraySecondaryColorOffsetEXT(array: u32, buffer: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): client_arrays::secondary_color(size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayVertexAttribOffsetEXT(
        array: u32, buffer: u32, index: u32, size: i32, ty: u32, normalized: u8, stride: i32, offset: isize
    ) => on_array_and_buffer(array, buffer, offset): pointers::float_pointer(index, size, ty, normalized, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayVertexAttribIOffsetEXT(array: u32, buffer: u32, index: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): pointers::integer_pointer(index, size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayVertexAttribLOffsetEXT(array: u32, buffer: u32, index: u32, size: i32, ty: u32, stride: i32, offset: isize)
        => on_array_and_buffer(array, buffer, offset): pointers::long_pointer(index, size, ty, stride, pointer(offset));
    #[not_in_lists] fn glVertexArrayBindVertexBufferEXT(array: u32, binding: u32, buffer: u32, offset: isize, stride: i32)
        => on_array(array): pointers::bind_vertex_buffer(binding, buffer, offset, stride);
    #[not_in_lists] fn glVertexArrayVertexAttribFormatEXT(array: u32, index: u32, size: i32, ty: u32, normalized: u8, offset: u32)
        => on_array(array): formats::format(index, size, ty, normalized, offset);
    #[not_in_lists] fn glVertexArrayVertexAttribIFormatEXT(array: u32, index: u32, size: i32, ty: u32, offset: u32)
        => on_array(array): formats::integer_format(index, size, ty, offset);
    #[not_in_lists] fn glVertexArrayVertexAttribLFormatEXT(array: u32, index: u32, size: i32, ty: u32, offset: u32)
        => on_array(array): formats::long_format(index, size, ty, offset);
    #[not_in_lists] fn glVertexArrayVertexAttribBindingEXT(array: u32, index: u32, binding: u32)
        => on_array(array): formats::attribute_binding(index, binding);
    #[not_in_lists] fn glVertexArrayVertexBindingDivisorEXT(array: u32, binding: u32, divisor: u32)
        => on_array(array): formats::binding_divisor(binding, divisor);
    #[not_in_lists] fn glVertexArrayVertexAttribDivisorEXT(array: u32, index: u32, divisor: u32)
        => on_array(array): formats::attribute_divisor(index, divisor);
    #[not_in_lists] fn glEnableVertexArrayEXT(array: u32, capability: u32) => on_array(array): set_client_array(capability, true);
    #[not_in_lists] fn glDisableVertexArrayEXT(array: u32, capability: u32) => on_array(array): set_client_array(capability, false);
    #[not_in_lists] fn glEnableVertexArrayAttribEXT(array: u32, index: u32) => on_array(array): formats::enable(index);
    #[not_in_lists] fn glDisableVertexArrayAttribEXT(array: u32, index: u32) => on_array(array): formats::disable(index);
    fn glGetVertexArrayIntegervEXT(array: u32, name: u32, value: Out<i32>) => on_array(array): integer(name, value);
    fn glGetVertexArrayPointervEXT(array: u32, name: u32, value: Out<usize>) => on_array(array): address(name, value);
    fn glGetVertexArrayIntegeri_vEXT(array: u32, index: u32, name: u32, value: Out<i32>) => on_array(array): indexed_integer(index, name, value);
    fn glGetVertexArrayPointeri_vEXT(array: u32, index: u32, name: u32, value: Out<usize>) => on_array(array): indexed_address(index, name, value);
}
