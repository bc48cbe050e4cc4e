//! Look-ups of buffer textures: texelFetch and textureSize read a buffer's data store.

use super::{Lookup, SampleKind, ZERO};
use crate::core::lanes::Lanes;
use crate::image::format::Format;
use crate::image::names::RGBA;
use crate::image::sampler::TexelBuffer;
use crate::image::texel::{Raw, raw_at};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Performs a look-up. Without an attached buffer and out of bounds all components are zero.
pub(super) fn look_up(buffer: Option<&TexelBuffer>, lookup: &Lookup) -> [Lanes; 4] {
    let Some(buffer) = buffer else { return [ZERO; 4] };
    match lookup.kind {
        SampleKind::Fetch => fetch(buffer, &lookup.coordinates[0]),
        SampleKind::Size => [Lanes([buffer.count; 64]), ZERO, ZERO, ZERO],
        // The language has no other functions for samplers of buffers.
        _ => [ZERO; 4],
    }
}

/// Executes texelFetch.
fn fetch(buffer: &TexelBuffer, indices: &Lanes) -> [Lanes; 4] {
    let mut result = [ZERO; 4];
    let words = buffer.memory.words().get(buffer.first..).unwrap_or_default();
    for lane in 0..64 {
        // Negative indices are large and thus out of bounds.
        let index = indices.0[lane];
        if index < buffer.count {
            let mut texel = buffer.format.decode(raw(buffer, words, index as usize));
            if buffer.swizzle != RGBA {
                let one = if buffer.format.is_integer() { 1 } else { 1f32.to_bits() };
                texel = buffer.swizzle.map(|component| match component {
                    0..4 => texel[component as usize],
                    4 => 0,
                    _ => one,
                });
            }
            (0..4).for_each(|component| result[component].0[lane] = texel[component]);
        }
    }
    result
}

/// Returns the bits of a texel of the array that begins with `words`.
#[inline(always)]
fn raw(buffer: &TexelBuffer, words: &[AtomicU32], index: usize) -> Raw {
    if buffer.stride != 12 {
        return raw_at(words, buffer.stride, index);
    }
    let word = |component: usize| words.get(index * 3 + component).map_or(0, |word| word.load(Relaxed));
    [word(0), word(1), word(2), if buffer.format == Format::Rgba32f { 1f32.to_bits() } else { 1 }]
}
