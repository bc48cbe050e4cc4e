//! glClientAttribDefaultEXT and glPushClientAttribDefaultEXT: set groups of client state to their initial values.

use super::scope::only_compatibility;
use crate::compat::stacks;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::object::vertex_array::VertexArray;
use crate::state::pixel_store::Store;
use crate::tokens::*;

/// Implements glClientAttribDefaultEXT.
fn set_defaults(context: &mut Context, mask: u32) -> Result<()> {
    only_compatibility(context)?;
    // "When CLIENT_PIXEL_STORE_BIT is set in mask, the pixel store state is set to the initial values documented in table 6.23."
    // [EXT_direct_state_access, 6.1.15] The bindings of pixel buffers are part of it.
    if mask & GL_CLIENT_PIXEL_STORE_BIT != 0 {
        (context.pixels.pack, context.pixels.unpack) = (Store::default(), Store::default());
        (context.buffers.pixel_pack, context.buffers.pixel_unpack) = (None, None);
    }
    // "When CLIENT_VERTEX_ARRAY_BIT is set in mask, the client vertex array state is set to the initial values documented in table 6.6, 6.7, and
    // 6.8." [EXT_direct_state_access, 6.1.15] "ClientAttribDefaultARB also sets the VERTEX_ARRAY_BINDING vertex-array state to zero if the mask
    // parameter has CLIENT_VERTEX_ARRAY_BIT set." [EXT_direct_state_access, Interactions with OpenGL 3.0]
    if mask & GL_CLIENT_VERTEX_ARRAY_BIT != 0 {
        let arrays = &mut context.vertex_arrays;
        (arrays.bound, arrays.default, arrays.client_active_texture) = (0, VertexArray::new(0), 0);
        context.buffers.array = None;
        let state = &mut context.state;
        (state.primitive_restart, state.primitive_restart_fixed_index, state.primitive_restart_index) = (false, false, 0);
    }
    Ok(())
}

/// Implements glPushClientAttribDefaultEXT.
fn push_and_set_defaults(context: &mut Context, mask: u32) -> Result<()> {
    only_compatibility(context)?;
    stacks::push_client(context, mask)?;
    set_defaults(context, mask)
}

commands! {
    #[not_in_lists] fn glClientAttribDefaultEXT(mask: u32) => set_defaults;
    #[not_in_lists] fn glPushClientAttribDefaultEXT(mask: u32) => push_and_set_defaults;
}
