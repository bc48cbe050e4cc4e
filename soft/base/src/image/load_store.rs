//! Image loads, stores and atomics: access to single texels of a level that is bound to an image unit.
//!
//! Each access of a texel that does not exist is invalid: loads return zeros, stores are dropped.

use super::Surface;
use super::format::{Format, Kind};
use super::sampler::TexelBuffer;
use super::texel::{Raw, raw_at};
use crate::hir::{SamplerType, Scalar, TextureKind};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// The level of a texture, or the layer of a level, that is bound to an image unit.
#[derive(Clone, Debug)]
pub struct ImageView {
    /// The kind of image that accesses it: of a single layer, the kind without layers.
    pub kind: TextureKind,
    /// The format of the image unit, which has as many bytes as that of the texels.
    pub format: Format,
    /// The texels.
    pub texels: Texels,
}

/// The texels of an image.
#[derive(Clone, Debug)]
pub enum Texels {
    /// The layers: slices, elements of an array, faces of a cube map, or one surface. All have the same size.
    Layers(Arc<[Surface]>),
    /// The texels of a buffer texture.
    Buffer(TexelBuffer),
}

impl ImageView {
    /// Returns true if image variables of a type access the image. The format layout qualifier of the variable plays no part: accesses use the format
    /// of the image unit. Where the two differ, the results are undefined by the specification; other drivers do the same, and the conformance suite
    /// expects stores to take place.
    pub fn fits(&self, image: SamplerType) -> bool {
        let scalar = match self.format.kind() {
            Kind::Int => Scalar::Int,
            Kind::Uint => Scalar::Uint,
            _ => Scalar::Float,
        };
        self.kind == image.kind && scalar == image.result
    }

    /// Returns the width, height and depth or layers, as far as the kind has them.
    pub fn size(&self) -> [u32; 3] {
        let layers = match &self.texels {
            Texels::Buffer(buffer) => return [buffer.count, 1, 1],
            Texels::Layers(layers) => layers,
        };
        let Some(first) = layers.first() else { return [0; 3] };
        let count = layers.len() as u32;
        match self.kind {
            TextureKind::D1Array => [first.width, count, 1],
            TextureKind::CubeArray => [first.width, first.height, count / 6],
            TextureKind::D3 | TextureKind::D2Array | TextureKind::D2MultisampleArray => [first.width, first.height, count],
            _ => [first.width, first.height, 1],
        }
    }

    /// Returns the number of samples of each texel.
    pub fn samples(&self) -> u32 {
        match &self.texels {
            Texels::Buffer(_) => 1,
            Texels::Layers(layers) => layers.first().map_or(0, Surface::samples),
        }
    }

    /// Returns the row of a sample of a texel and the texel's index in it; `None` if the texel or the sample does not exist.
    #[inline(always)]
    fn row(&self, [x, y, z]: [u32; 3], sample: u32) -> Option<(&[AtomicU32], usize)> {
        let (layers, y, layer) = match (&self.texels, self.kind) {
            (Texels::Buffer(buffer), _) => {
                let words = buffer.memory.words().get(buffer.first..)?;
                return (x < buffer.count).then_some((words, x as usize));
            }
            (Texels::Layers(layers), TextureKind::D1) => (layers, 0, 0),
            (Texels::Layers(layers), TextureKind::D1Array) => (layers, 0, y),
            (Texels::Layers(layers), TextureKind::D2 | TextureKind::Rect | TextureKind::D2Multisample) => (layers, y, 0),
            (Texels::Layers(layers), _) => (layers, y, z),
        };
        let surface = layers.get(layer as usize)?;
        let surface = if sample > 0 { surface.sample(sample as usize)? } else { surface };
        (x < surface.width && y < surface.height).then(|| (surface.row(y), x as usize))
    }

    /// Returns the four words of a sample of a texel.
    pub fn load(&self, at: [u32; 3], sample: u32) -> [u32; 4] {
        match self.row(at, sample) {
            Some((row, x)) => self.format.decode(raw_at(row, self.format.bytes(), x)),
            None => [0; 4],
        }
    }

    /// Sets a sample of a texel from four words.
    pub fn store(&self, at: [u32; 3], sample: u32, words: [u32; 4]) {
        if let Some((row, x)) = self.row(at, sample) {
            store(row, self.format.bytes(), x, self.format.encode(words));
        }
    }

    /// Returns the word of a sample that atomics change; `None` if it does not exist, or if its format has no atomics.
    pub fn word(&self, at: [u32; 3], sample: u32) -> Option<&AtomicU32> {
        let (row, x) = self.row(at, sample).filter(|_| matches!(self.format, Format::R32i | Format::R32ui | Format::R32f))?;
        row.get(x)
    }
}

/// Sets the texel at index x of a row. The other texels of a word keep what other threads store to them at the same time.
#[inline(always)]
fn store(row: &[AtomicU32], bytes: u32, x: usize, raw: Raw) {
    let part = |index: usize, shift: usize, mask: u32| {
        if let Some(word) = row.get(index) {
            let replace = |old: u32| Some(old & !(mask << shift) | (raw[0] & mask) << shift);
            // The function always returns a value, so the update succeeds.
            let _ = word.fetch_update(Relaxed, Relaxed, replace);
        }
    };
    match bytes {
        1 => part(x / 4, x % 4 * 8, 0xFF),
        2 => part(x / 2, x % 2 * 16, 0xFFFF),
        bytes => {
            let count = bytes as usize / 4;
            for (word, value) in row.iter().skip(x * count).take(count).zip(raw) {
                word.store(value, Relaxed);
            }
        }
    }
}
