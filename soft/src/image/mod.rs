//! Texels: formats, surfaces, conversion to and from application pixels, sampling, mipmaps, copies.

#![allow(clippy::needless_range_loop, reason = "loops over lanes and components index several arrays at once")]

pub mod blit;
pub mod clear;
pub mod compressed;
pub mod format;
pub mod lookup;
pub mod mip;
pub mod names;
mod pixel;
pub mod sampler;
#[cfg(test)]
mod tests;
pub mod texel;
pub mod transfer;

use crate::core::memory::{Memory, OutOfMemory};
use format::Format;
use std::sync::Arc;

/// A two-dimensional array of texels: one level of a texture, a renderbuffer, or one buffer of a window. Rows are contiguous and begin at a
/// word.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The format of its texels.
    pub format: Format,
    /// Texels of one row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The words from one row to the next.
    pub row_words: usize,
    /// The texels.
    pub memory: Arc<Memory>,
}

impl Surface {
    /// Allocates a zeroed surface.
    pub fn new(format: Format, width: u32, height: u32) -> Result<Self, OutOfMemory> {
        let words = (width as usize * format.bytes() as usize).div_ceil(4);
        // Rows a multiple of 1 KB apart would map to a few sets of the CPU's cache, and a column of pixels would not fit.
        let row_words = if words > 0 && words.is_multiple_of(256) { words + 16 } else { words };
        let bytes = row_words.checked_mul(height as usize).and_then(|words| words.checked_mul(4)).ok_or(OutOfMemory)?;
        Ok(Self { format, width, height, row_words, memory: Arc::new(Memory::new(bytes)?) })
    }
}

/// A rectangle of pixels, x0 ≤ x < x1 and y0 ≤ y < y1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}
