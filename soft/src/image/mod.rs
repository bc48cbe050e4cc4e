//! Texels: formats, images, conversion to and from the application's pixels, sampling, mip maps, copies.

#![allow(clippy::needless_range_loop, reason = "loops over lanes and components index several arrays at once")]

pub mod blit;
pub mod clear;
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

/// Where texels lie: one level of a texture, a renderbuffer, one colour buffer of a window. Rows follow each other, each starts at a word.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The format of its texels.
    pub format: Format,
    /// Texels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Words from one row to the next.
    pub row_words: usize,
    /// The texels.
    pub memory: Arc<Memory>,
}

impl Surface {
    /// Allocates a zeroed surface.
    pub fn new(format: Format, width: u32, height: u32) -> Result<Self, OutOfMemory> {
        let words = (width as usize * format.bytes() as usize).div_ceil(4);
        // Rows that are a multiple of 1 KB apart would share a few sets of the processor's cache: a column of pixels would not fit.
        let row_words = if words > 0 && words.is_multiple_of(256) { words + 16 } else { words };
        let bytes = row_words.checked_mul(height as usize).and_then(|words| words.checked_mul(4)).ok_or(OutOfMemory)?;
        Ok(Self { format, width, height, row_words, memory: Arc::new(Memory::new(bytes)?) })
    }
}

/// A rectangle of pixels, already cut to the framebuffer: x0 ≤ x < x1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}
