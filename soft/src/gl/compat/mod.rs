//! The compatibility profile: what only it has.

mod array_element;
mod attributes;
pub mod client_arrays;
mod fixed_function;
mod get;
mod immediate;
pub mod lighting;
pub mod list;
pub mod matrices;
mod packed;
pub mod raster;
mod stacks;
mod texture_environment;

use crate::gl::config::{Api, Config};
use crate::gl::context::Context;
use crate::gl::context::profile::Profile;
use crate::gl::dispatch::Command;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::gl::object::share::ShareGroup;
use crate::gl::state::value::Value;
use crate::tokens::*;
use std::sync::Arc;

/// Creates a context.
pub fn new_context(config: Config, share: Option<Arc<ShareGroup>>) -> Context {
    Context::new(config, share, &Compatibility)
}

/// The compatibility profile's part in commands that every profile has.
struct Compatibility;

impl Profile for Compatibility {
    fn set_capability(&self, context: &mut Context, capability: u32, value: bool) -> Result<()> {
        set_capability(context, capability, value)
    }

    fn is_capability_set(&self, context: &mut Context, capability: u32) -> Result<bool> {
        is_capability_set(context, capability)
    }

    fn get(&self, context: &Context, name: u32) -> Option<Value> {
        get::get(context, name)
    }

    fn program_for_draw(&self, context: &mut Context, program: Option<Arc<Linked>>) -> Option<Arc<Linked>> {
        fixed_function::program_for_draw(context, program)
    }
}

/// Capabilities of the compatibility profile.
fn is_capability(capability: u32) -> bool {
    matches!(
        capability,
        GL_ALPHA_TEST | GL_LIGHTING | GL_LIGHT0
            ..=GL_LIGHT7
                | GL_COLOR_MATERIAL
                | GL_COLOR_SUM
                | GL_FOG
                | GL_NORMALIZE
                | GL_RESCALE_NORMAL
                | GL_TEXTURE_1D
                | GL_TEXTURE_2D
                | GL_TEXTURE_3D
                | GL_TEXTURE_CUBE_MAP
                | GL_TEXTURE_RECTANGLE
                | GL_TEXTURE_GEN_S
                | GL_TEXTURE_GEN_T
                | GL_TEXTURE_GEN_R
                | GL_TEXTURE_GEN_Q
                | GL_INDEX_LOGIC_OP
                | GL_AUTO_NORMAL
    )
}

/// Capabilities that each texture unit has for itself.
fn is_per_unit(capability: u32) -> bool {
    matches!(
        capability,
        GL_TEXTURE_1D
            | GL_TEXTURE_2D
            | GL_TEXTURE_3D
            | GL_TEXTURE_CUBE_MAP
            | GL_TEXTURE_RECTANGLE
            | GL_TEXTURE_GEN_S
            | GL_TEXTURE_GEN_T
            | GL_TEXTURE_GEN_R
            | GL_TEXTURE_GEN_Q
    )
}

/// glEnable of a capability that only the compatibility profile has.
pub fn set_capability(context: &mut Context, capability: u32, value: bool) -> Result<()> {
    if context.config.api == Api::Compatibility && client_arrays::is_enabled(context, capability).is_some() {
        // As EXT_vertex_array had it.
        return client_arrays::set_enabled(context, capability, value);
    }
    if context.config.api != Api::Compatibility || !is_capability(capability) {
        return Err(GL_INVALID_ENUM);
    }
    let unit = context.textures.active;
    let set = if is_per_unit(capability) {
        &mut context.compat.environment.units.get_mut(unit).ok_or(GL_INVALID_OPERATION)?.enabled
    } else {
        &mut context.compat.enabled
    };
    if value {
        set.insert(capability);
    } else {
        set.remove(&capability);
    }
    lighting::apply(context);
    Ok(())
}

/// glIsEnabled of it.
pub fn is_capability_set(context: &mut Context, capability: u32) -> Result<bool> {
    if context.config.api == Api::Compatibility
        && let Some(enabled) = client_arrays::is_enabled(context, capability)
    {
        return Ok(enabled);
    }
    if context.config.api != Api::Compatibility || !is_capability(capability) {
        return Err(GL_INVALID_ENUM);
    }
    let unit = context.textures.active;
    Ok(if is_per_unit(capability) {
        context.compat.environment.units.get(unit).ok_or(GL_INVALID_OPERATION)?.enabled.contains(&capability)
    } else {
        context.compat.enabled.contains(&capability)
    })
}

/// The commands of the compatibility profile.
pub fn commands() -> Vec<Command> {
    [
        array_element::commands(),
        client_arrays::commands(),
        immediate::commands(),
        attributes::commands(),
        get::commands(),
        lighting::commands(),
        list::commands(),
        matrices::commands(),
        packed::all(),
        raster::commands(),
        stacks::commands(),
        texture_environment::commands(),
    ]
    .concat()
}
