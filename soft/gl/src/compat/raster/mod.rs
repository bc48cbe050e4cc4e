//! The raster position, and the rectangles of fragments that glDrawPixels, glCopyPixels and glBitmap draw at it.

mod bitmap;
pub mod fragments;
mod pixels;
mod position;
#[cfg(test)]
mod position_tests;
mod stencil;
#[cfg(test)]
mod tests;
mod vertex;

use crate::dispatch::Entry;

/// Returns the commands of the raster position and of rectangles.
pub fn commands() -> Vec<Entry> {
    [position::commands(), pixels::commands(), bitmap::commands()].concat()
}
