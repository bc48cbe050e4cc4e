//! Pixel store modes and reading pixels.

pub mod formats;
pub mod memory;
pub mod read;
pub mod recording;
mod store;
pub mod transfer;

use crate::gl::dispatch::Command;

/// The commands.
pub fn commands() -> Vec<Command> {
    [store::commands(), read::commands()].concat()
}

#[cfg(test)]
mod tests;
