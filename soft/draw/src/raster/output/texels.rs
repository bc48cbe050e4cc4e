//! Output to all other renderable formats, one texel at a time.

use super::ColorTarget;
use crate::raster::per_fragment::blend::{Colors, Operands, blend};
use crate::raster::per_fragment::{advanced, logic};
use crate::raster::quads::Pixels;
use base::core::cpu::InstructionSet;
use base::core::lanes::{Bits, Words};
use base::image::Surface;
use base::image::format::{Format, Kind};
use shader::pipeline::blend::BlendEquation;

/// Returns true if the logical operation applies to a format: float and sRGB formats ignore it.
pub fn takes_logic_op(format: Format) -> bool {
    format.kind() != Kind::Float && format != Format::Srgb8Alpha8
}

/// Clamps a source colour to the range of a format, as blending requires.
#[inline(always)]
pub fn clamped(format: Format, value: f32) -> f32 {
    let low = match format.kind() {
        Kind::Float => return value,
        Kind::SignedNormalized => -1.0,
        _ => 0.0,
    };
    let value = if value > low { value } else { low };
    if value < 1.0 { value } else { 1.0 }
}

/// Writes the lanes of a mask to a buffer of any format, texel by texel, with blending.
pub fn write(isa: InstructionSet, target: &ColorTarget, mask: u64, pixels: &Pixels, source: &[&Words; 4], second: &[&Words; 4]) {
    let _ = isa;
    let format = target.format;
    let addresses = target.rows.addresses(target.surface, format.bytes(), pixels);
    let mut raw = [[0; 4]; 64];
    let mut stored = [[0; 4]; 64];
    if target.reads() {
        for lane in Bits(mask) {
            stored[lane] = load(target.surface, addresses[lane]);
        }
    }
    let mut colors = source.map(|words| *words);
    if let Some(state) = &target.blend {
        let mut old: Colors = [[0.0; 64]; 4];
        for lane in Bits(mask) {
            let decoded = format.decode(stored[lane]);
            for component in 0..4 {
                old[component][lane] = f32::from_bits(decoded[component]);
            }
        }
        let floats = |words: &[&Words; 4]| words.map(|component| component.map(|bits| clamped(format, f32::from_bits(bits))));
        let operands = Operands { source: &floats(source), second: &floats(second), stored: &old, constant: target.constant };
        let blended = match state.color.0 {
            BlendEquation::Advanced { equation, opaque } => advanced::blend(equation, opaque, &operands),
            _ => [0, 1, 2, 3].map(|component| blend(state, &operands, component)),
        };
        colors = blended.map(|component| component.map(f32::to_bits));
    }
    for lane in Bits(mask) {
        raw[lane] = format.encode([0, 1, 2, 3].map(|component: usize| colors[component][lane]));
        if let Some(operation) = target.logic_op {
            raw[lane] = [0, 1, 2, 3].map(|word: usize| logic::apply(operation, raw[lane][word], stored[lane][word]));
        }
        for word in 0..4 {
            raw[lane][word] = raw[lane][word] & !target.masked[word] | stored[lane][word] & target.masked[word];
        }
        store(target.surface, addresses[lane], raw[lane]);
    }
}

/// Returns the words of a texel; small texels are in the low bits of the first word.
pub fn load(surface: &Surface, address: u32) -> [u32; 4] {
    let memory = &*surface.memory;
    let address = address as usize;
    match surface.format.bytes() {
        1 => [memory.word(address >> 2) >> ((address & 3) * 8) & 0xFF, 0, 0, 0],
        2 => [memory.word(address >> 1) >> ((address & 1) * 16) & 0xFFFF, 0, 0, 0],
        4 => [memory.word(address), 0, 0, 0],
        8 => [memory.word(address * 2), memory.word(address * 2 + 1), 0, 0],
        _ => [0, 1, 2, 3].map(|n| memory.word(address * 4 + n)),
    }
}

fn store(surface: &Surface, address: u32, raw: [u32; 4]) {
    let memory = &*surface.memory;
    let address = address as usize;
    let part = |word: usize, shift: usize, all: u32| {
        memory.set_word(word, memory.word(word) & !(all << shift) | (raw[0] & all) << shift);
    };
    match surface.format.bytes() {
        1 => part(address >> 2, (address & 3) * 8, 0xFF),
        2 => part(address >> 1, (address & 1) * 16, 0xFFFF),
        4 => memory.set_word(address, raw[0]),
        8 => (0..2).for_each(|n| memory.set_word(address * 2 + n, raw[n])),
        _ => (0..4).for_each(|n| memory.set_word(address * 4 + n, raw[n])),
    }
}

/// Returns the bits of a texel that a write mask protects.
pub fn masked_bits(format: Format, write_mask: [bool; 4]) -> [u32; 4] {
    let sizes = format.component_bits().color.map(u32::from);
    let high_first = matches!(format, Format::Rgb565 | Format::Rgba4 | Format::Rgb5A1);
    let mut masked = [0; 4];
    let mut low = if high_first { sizes.iter().sum() } else { 0 };
    for (&size, &written) in sizes.iter().zip(&write_mask) {
        low -= if high_first { size } else { 0 };
        if !written && size > 0 {
            masked[(low as usize / 32) & 3] |= (u32::MAX >> (32 - size.min(32))) << (low % 32);
        }
        low += if high_first { 0 } else { size };
    }
    masked
}
