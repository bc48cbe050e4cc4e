//! Client state and pointers of a texture coordinate set.

use super::arrays::address;
use super::declare::commands_within;
use super::scope::{check_coordinates, on_coordinates, only_compatibility};
use crate::compat::client_arrays;
use crate::context::Context;
use crate::error::{Result, invalid_enum};
use crate::pointer::Out;
use crate::tokens::*;

/// Calls `work` while a texture coordinate set is active for client arrays. A token must be `allowed`.
fn on_set<R>(context: &mut Context, token: u32, allowed: u32, index: u32, work: impl FnOnce(&mut Context) -> Result<R>) -> Result<R> {
    only_compatibility(context)?;
    if token != allowed {
        return Err(invalid_enum(
            &"The error INVALID_ENUM is generated if array is not TEXTURE_COORD_ARRAY. [EXT_direct_state_access, 2.8]",
        ));
    }
    check_coordinates(index)?;
    on_coordinates(context, GL_TEXTURE0 + index, work)
}

commands_within! {
    #[not_in_lists] fn glEnableClientStateIndexedEXT(array: u32, index: u32)
        => on_set(array, GL_TEXTURE_COORD_ARRAY, index): client_arrays::enable(array);
    #[not_in_lists] fn glDisableClientStateIndexedEXT(array: u32, index: u32)
        => on_set(array, GL_TEXTURE_COORD_ARRAY, index): client_arrays::disable(array);
    fn glGetPointerIndexedvEXT(name: u32, index: u32, value: Out<usize>)
        => on_set(name, GL_TEXTURE_COORD_ARRAY_POINTER, index): address(name, value);
    alias glEnableClientStateiEXT = glEnableClientStateIndexedEXT;
    alias glDisableClientStateiEXT = glDisableClientStateIndexedEXT;
    alias glGetPointeri_vEXT = glGetPointerIndexedvEXT;
}
