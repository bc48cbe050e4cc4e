//! Pixel store modes and reading pixels.

pub mod formats;
pub mod memory;
mod read;
pub mod recording;
mod store;
pub mod transfer;

/// The commands.
pub fn commands() -> Vec<crate::gl::dispatch::Command> {
    [store::commands(), read::commands()].concat()
}

/// Reads a pixel as RGBA bytes, for tests of other rooms.
#[cfg(test)]
pub fn read_for_test(
    context: &mut crate::gl::context::Context,
    x: i32,
    y: i32,
    pixel: crate::gl::pointer::Out<u8>,
) -> crate::gl::error::Result<()> {
    read::read(context, x, y, 1, 1, crate::tokens::GL_RGBA, crate::tokens::GL_UNSIGNED_BYTE, pixel)
}

#[cfg(test)]
mod tests;
