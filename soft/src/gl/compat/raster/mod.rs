//! The raster position, and the rectangles of fragments that are drawn at it: glDrawPixels, glCopyPixels, glBitmap.

mod position;
mod rectangles;
#[cfg(test)]
mod tests;

use crate::gl::dispatch::Command;

/// All of their commands.
pub fn commands() -> Vec<Command> {
    [position::all(), rectangles::commands()].concat()
}
