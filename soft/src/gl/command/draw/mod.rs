//! Draws and dispatches: their checks, and everything the pipeline is told for one.

mod arrays;
mod barriers;
mod check;
mod compute;
mod elements;
#[cfg(test)]
mod end_to_end;
mod execute;
mod indirect;
mod patches;
mod recording;
mod resources;
#[cfg(test)]
mod tests;

pub use check::mode;
pub use execute::draw_with;

use crate::gl::dispatch::Command;

/// All commands that draw and dispatch.
pub fn commands() -> Vec<Command> {
    [arrays::commands(), barriers::commands(), compute::commands(), elements::commands(), indirect::commands(), patches::commands()]
        .concat()
}
