//! Fragment shaders of GL_ATI_fragment_shader, which replace the texture environments of the fixed function.

mod draw;
mod instructions;
mod objects;
#[cfg(test)]
mod tests;

pub use draw::{active, fill};

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::Entry;
use crate::error::{NO_SUCH_COMMAND, Result, invalid_operation};
use crate::object::ati_fragment_shader::Construction;

/// Checks that the context has these shaders.
fn only_compatibility(context: &Context) -> Result<()> {
    if context.config.api == Api::Compatibility { Ok(()) } else { Err(NO_SUCH_COMMAND) }
}

/// Returns the shader that is being specified.
fn construction(context: &mut Context) -> Result<&mut Construction> {
    context.compat.fragment_shader.construction.as_mut().ok_or(invalid_operation(
        &"The error INVALID_OPERATION is generated if EndFragmentShaderATI, PassTexCoordATI, SampleMapATI, ColorFragmentOp[1..3]ATI, or \
          AlphaFragmentOp[1..3]ATI is specified outside a Begin/EndFragmentShaderATI pair. [ATI_fragment_shader, Errors]",
    ))
}

/// Returns the commands on these shaders.
pub fn commands() -> Vec<Entry> {
    [objects::commands(), instructions::commands()].concat()
}
