//! Pixel store modes and reading pixels.

pub mod formats;
pub mod memory;
mod read;
pub mod recording;
mod store;
pub mod transfer;

use crate::gl::context::Context;
use crate::gl::dispatch::Command;
use crate::gl::error::Result;
use crate::gl::pointer::Out;

/// The commands.
pub fn commands() -> Vec<Command> {
    [store::commands(), read::commands()].concat()
}

/// Reads a pixel as RGBA bytes, for tests of other modules.
#[cfg(test)]
pub fn read_for_test(context: &mut Context, x: i32, y: i32, pixel: Out<u8>) -> Result<()> {
    read::read(context, x, y, 1, 1, crate::tokens::GL_RGBA, crate::tokens::GL_UNSIGNED_BYTE, pixel)
}

#[cfg(test)]
mod tests;
