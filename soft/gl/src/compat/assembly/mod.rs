//! Programs in the assembly languages of GL_ARB_vertex_program and GL_ARB_fragment_program.

mod draw;
pub mod get;
pub mod objects;
pub mod parameters;
#[cfg(test)]
mod tests;

pub use draw::{Programs, fill, in_use, programs};
pub use objects::bind;

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::Entry;
use crate::error::{NO_SUCH_COMMAND, Result, invalid_enum};
use crate::tokens::*;
use compiler::assembly::Target;

/// Returns the target of a token.
pub fn target(context: &Context, token: u32) -> Result<Target> {
    if context.config.api != Api::Compatibility {
        return Err(NO_SUCH_COMMAND);
    }
    match token {
        GL_VERTEX_PROGRAM_ARB => Ok(Target::Vertex),
        GL_FRAGMENT_PROGRAM_ARB => Ok(Target::Fragment),
        _ => Err(invalid_enum(
            &"The error INVALID_ENUM is generated if <target> specifies a nonexistent program target [ARB_vertex_program, 6.1.12]",
        )),
    }
}

/// Returns the commands on these programs.
pub fn commands() -> Vec<Entry> {
    [objects::commands(), parameters::commands(), get::commands()].concat()
}
