//! Texels: formats, surfaces, conversion to and from application pixels, sampling, mipmaps, copies.

#![allow(clippy::needless_range_loop, reason = "loops over lanes and components index several arrays at once")]

pub mod accumulation;
pub mod blit;
pub mod border;
pub mod clear;
pub mod compressed;
pub mod format;
mod halves;
pub mod later;
mod linear;
pub mod load_store;
pub mod lookup;
pub mod mip;
pub mod names;
mod pixel;
mod pixel_memory;
pub mod resolve;
mod rows;
pub mod sampler;
pub mod srgb_code;
#[cfg(test)]
pub(crate) mod tests;
pub mod texel;
pub mod transfer;
pub mod unit_formats;

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
    /// The surfaces of samples 1 and following of a multisampled surface, which is that of sample 0 itself; `None` with one sample.
    pub more_samples: Option<Arc<[Surface]>>,
}

impl Surface {
    /// Returns the words from one row to the next, and the bytes of all rows.
    pub fn layout(format: Format, width: u32, height: u32) -> Result<(usize, usize), OutOfMemory> {
        let words = (width as usize * format.bytes() as usize).div_ceil(4);
        // Rows a multiple of 1 KB apart would map to a few sets of the CPU's cache, and a column of pixels would not fit.
        let row_words = if words > 0 && words.is_multiple_of(256) { words + 16 } else { words };
        let bytes = row_words.checked_mul(height as usize).and_then(|words| words.checked_mul(4)).ok_or(OutOfMemory)?;
        Ok((row_words, bytes))
    }

    /// Returns where a texel of a row begins in the memory, in bytes.
    pub fn place(&self, x: usize, row: usize) -> usize {
        row * self.row_words * 4 + x * self.format.bytes() as usize
    }

    /// Allocates a zeroed surface.
    pub fn new(format: Format, width: u32, height: u32) -> Result<Self, OutOfMemory> {
        let (_, bytes) = Self::layout(format, width, height)?;
        Self::in_memory(format, width, height, Memory::new(bytes)?)
    }

    /// Makes a surface of memory with the size that [`Self::layout`] returns.
    pub fn in_memory(format: Format, width: u32, height: u32, memory: Memory) -> Result<Self, OutOfMemory> {
        let (row_words, _) = Self::layout(format, width, height)?;
        Ok(Self { format, width, height, row_words, memory: Arc::new(memory), more_samples: None })
    }

    /// Makes a multisampled surface from the surfaces of its samples, which have one size and format. Returns `None` if there are none.
    pub fn from_samples(samples: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut samples = samples.into_iter();
        let first = samples.next()?;
        let more: Arc<[Self]> = samples.collect();
        Some(Self { more_samples: (!more.is_empty()).then_some(more), ..first })
    }

    /// Returns the number of samples of each texel.
    pub fn samples(&self) -> u32 {
        1 + self.more_samples.as_ref().map_or(0, |more| more.len() as u32)
    }

    /// Iterates over the surfaces of the samples. The first is this one; its other samples have no meaning to a caller that reads one.
    pub fn each_sample(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.more_samples.iter().flat_map(|more| more.iter()))
    }

    /// Returns the surface of a sample, if it exists.
    pub fn sample(&self, number: usize) -> Option<&Self> {
        match number.checked_sub(1) {
            None => Some(self),
            Some(number) => self.more_samples.as_ref()?.get(number),
        }
    }

    /// Returns the surface with its texels taken for those of another format of the same size.
    pub fn with_format(&self, format: Format) -> Self {
        let more = self.more_samples.as_ref();
        let more_samples = more.map(|more| more.iter().map(|sample| sample.with_format(format)).collect());
        Self { format, memory: self.memory.clone(), more_samples, ..*self }
    }
}

/// A rectangle of pixels, x0 ≤ x < x1 and y0 ≤ y < y1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The left edge.
    pub x0: i32,
    /// The lower edge.
    pub y0: i32,
    /// The right edge, which is outside.
    pub x1: i32,
    /// The upper edge, which is outside.
    pub y1: i32,
}
