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
mod state_uniforms;
mod texture_environment;

use super::context::{Api, Context};
use crate::gl::dispatch::{Command, Result};
use crate::tokens::*;

pub use fixed_function::program_for_draw;
pub use get::get;
pub use immediate::generic_attribute;
pub use state_uniforms::{StateUniform, fill as fill_state_uniforms, state_uniforms};

/// State of the compatibility profile.
pub struct State {
    pub matrices: matrices::State,
    pub lists: crate::gl::compat::list::State,
    pub lighting: lighting::State,
    pub environment: texture_environment::State,
    pub stacks: stacks::State,
    pub raster: raster::State,
    immediate: immediate::State,
    programs: fixed_function::Programs,
    /// GL_NORMALIZE, GL_LIGHTING … by token.
    pub enabled: std::collections::HashSet<u32>,
    pub alpha_func: (u32, f32),
    /// Whether the fixed function gives each point of the draw at hand its size.
    pub sized_points: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            matrices: Default::default(),
            lists: Default::default(),
            lighting: Default::default(),
            environment: Default::default(),
            stacks: Default::default(),
            raster: Default::default(),
            immediate: Default::default(),
            programs: Default::default(),
            enabled: Default::default(),
            alpha_func: (GL_ALWAYS, 0.0),
            sized_points: false,
        }
    }
}

impl State {
    /// Whether a command has to ask before it is done: between glBegin and glEnd, and while a list is compiled.
    pub fn watches(&self) -> bool {
        self.immediate.is_open() || self.lists.is_compiling()
    }
}

/// What may stand between glBegin and glEnd.
fn is_allowed_inside(name: &str) -> bool {
    const EXACT: [&str; 6] = ["glEnd", "glCallList", "glCallLists", "glArrayElement", "glEdgeFlag", "glEdgeFlagv"];
    const FAMILIES: [&str; 9] =
        ["glVertex", "glColor", "glNormal", "glTexCoord", "glMultiTexCoord", "glSecondaryColor", "glIndex", "glEvalCoord", "glEvalPoint"];
    let rest_is_digit = |prefix: &str| {
        let rest = name.strip_prefix(prefix).map(|rest| rest.strip_prefix('P').unwrap_or(rest));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    EXACT.contains(&name)
        || FAMILIES.iter().any(|prefix| rest_is_digit(prefix))
        || rest_is_digit("glVertexAttrib")
        || rest_is_digit("glVertexAttribI")
        || name.starts_with("glMaterial")
        || matches!(
            name,
            "glFogCoordf" | "glFogCoordfv" | "glFogCoordd" | "glFogCoorddv" | "glIndexf" | "glIndexi" | "glIndexfv" | "glIndexiv"
        )
}

/// "Executing any other command between Begin and End … INVALID_OPERATION."
pub fn inside_begin(context: &Context, name: &str) -> Result<()> {
    if context.compat.immediate.is_open() && !is_allowed_inside(name) { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// The same for commands that a list calls.
fn outside_begin(context: &Context) -> Result<()> {
    if context.compat.immediate.is_open() { Err(GL_INVALID_OPERATION) } else { Ok(()) }
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
    if context.config.api == Api::Compatibility && crate::gl::compat::client_arrays::is_enabled(context, capability).is_some() {
        // As EXT_vertex_array had it.
        return crate::gl::compat::client_arrays::set_enabled(context, capability, value);
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
        && let Some(enabled) = crate::gl::compat::client_arrays::is_enabled(context, capability)
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
