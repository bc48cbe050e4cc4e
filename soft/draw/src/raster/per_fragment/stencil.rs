//! The stencil test.

use super::Rows;
use crate::raster::quads::Pixels;
use base::core::lanes::{Bits, Words};
use base::image::Surface;
use base::image::format::Format;
use shader::pipeline::state::{Draw, Stencil, StencilOp};

/// The stencil test and stencil buffer of a draw.
pub struct StencilBuffer<'a> {
    surface: &'a Surface,
    rows: Rows,
    /// The state of front and back faces.
    faces: [Stencil; 2],
}

impl<'a> StencilBuffer<'a> {
    /// Creates the stencil test of a draw to a sample of a layer, or returns `None` if it is disabled or has no buffer.
    pub fn new(draw: &'a Draw<'a>, layer: u16, sample: usize) -> Option<Self> {
        let surface = draw.targets.stencil(layer).filter(|_| draw.raster.stencil_test)?.sample(sample)?;
        if !matches!(surface.format, Format::Depth24Stencil8 | Format::Depth32fStencil8 | Format::Stencil8) {
            return None;
        }
        let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
        Some(Self { surface, rows, faces: draw.raster.stencil })
    }

    fn addresses(&self, pixels: &Pixels) -> Words {
        self.rows.addresses(self.surface, self.surface.format.bytes(), pixels)
    }

    /// Returns the index of the word that holds a stencil value, and the position of its low bit.
    #[inline(always)]
    fn word_and_shift(&self, address: u32) -> (usize, u32) {
        let address = address as usize;
        match self.surface.format {
            Format::Depth24Stencil8 => (address, 24),
            Format::Depth32fStencil8 => (address * 2 + 1, 0),
            _ => (address >> 2, (address as u32 & 3) * 8),
        }
    }

    /// Returns the lanes of `mask` that pass.
    pub fn compare(&self, mask: u64, back: u64, pixels: &Pixels, references: Option<&Words>) -> u64 {
        let addresses = self.addresses(pixels);
        let mut passed = 0;
        for lane in Bits(mask) {
            let face = &self.faces[(back >> lane & 1) as usize];
            let (word, shift) = self.word_and_shift(addresses[lane]);
            let stored = (self.surface.memory.word(word) >> shift) as u8;
            let reference = reference(face, references, lane);
            passed |= u64::from(face.compare.passes(reference & face.mask, stored & face.mask)) << lane;
        }
        passed
    }

    /// Performs the stencil operations; each mask holds the lanes with that outcome.
    pub fn update(&self, failed: u64, depth_failed: u64, passed: u64, back: u64, pixels: &Pixels, references: Option<&Words>) {
        if self.faces.iter().all(|face| face.write_mask == 0 || [face.fail, face.depth_fail, face.pass] == [StencilOp::Keep; 3]) {
            return;
        }
        let addresses = self.addresses(pixels);
        for lane in Bits(failed | depth_failed | passed) {
            let face = &self.faces[(back >> lane & 1) as usize];
            let operation = if failed >> lane & 1 != 0 {
                face.fail
            } else if depth_failed >> lane & 1 != 0 {
                face.depth_fail
            } else {
                face.pass
            };
            let (word, shift) = self.word_and_shift(addresses[lane]);
            let old = self.surface.memory.word(word);
            let stored = (old >> shift) as u8;
            let value = stored & !face.write_mask | apply(operation, stored, reference(face, references, lane)) & face.write_mask;
            self.surface.memory.set_word(word, old & !(0xFF << shift) | u32::from(value) << shift);
        }
    }
}

/// Returns the stencil reference value of a lane: "Only the least significant bits of the integer gl_FragStencilRefARB are considered up to the
/// value of STENCIL_BITS and higher order bits are discarded." [ARB_shader_stencil_export]
fn reference(face: &Stencil, references: Option<&Words>, lane: usize) -> u8 {
    references.map_or(face.reference, |references| references[lane] as u8)
}

fn apply(operation: StencilOp, stored: u8, reference: u8) -> u8 {
    match operation {
        StencilOp::Keep => stored,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::Increment => stored.saturating_add(1),
        StencilOp::Decrement => stored.saturating_sub(1),
        StencilOp::Invert => !stored,
        StencilOp::IncrementWrap => stored.wrapping_add(1),
        StencilOp::DecrementWrap => stored.wrapping_sub(1),
    }
}
