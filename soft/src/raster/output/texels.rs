//! Every renderable format but RGBA8, a texel at a time.

use super::ColorTarget;
use crate::image::Surface;
use crate::image::format::Format;
use crate::raster::isa::Isa;
use crate::raster::lanes::{Words, set_bits};
use crate::raster::per_fragment::blend::{Colors, Operands, blend};
use crate::raster::per_fragment::{Pixels, logic};

/// Integer formats are neither blended nor clamped to [0, 1].
pub fn is_integer(format: Format) -> bool {
    use Format::*;
    matches!(
        format,
        R8ui | R8i
            | Rg8ui
            | Rg8i
            | Rgba8ui
            | Rgba8i
            | R16ui
            | R16i
            | Rg16ui
            | Rg16i
            | Rgba16ui
            | Rgba16i
            | R32ui
            | R32i
            | Rg32ui
            | Rg32i
            | Rgba32ui
            | Rgba32i
            | Rgb10A2ui
    )
}

fn is_float(format: Format) -> bool {
    use Format::*;
    matches!(format, R16f | Rg16f | Rgba16f | R32f | Rg32f | Rgba32f | R11fG11fB10f | Rgb9E5)
}

fn is_signed(format: Format) -> bool {
    matches!(format, Format::R8Snorm | Format::Rg8Snorm | Format::Rgba8Snorm)
}

/// The logical operation leaves floats and sRGB alone.
pub fn takes_logic_op(format: Format) -> bool {
    !is_float(format) && format != Format::Srgb8Alpha8
}

/// What blending sees of a colour that goes to a format.
#[inline(always)]
pub fn clamped(format: Format, value: f32) -> f32 {
    if is_float(format) {
        return value;
    }
    let low = if is_signed(format) { -1.0 } else { 0.0 };
    let value = if value > low { value } else { low };
    if value < 1.0 { value } else { 1.0 }
}

pub fn write(isa: Isa, target: &ColorTarget, mask: u64, pixels: &Pixels, source: &[&Words; 4], second: &[&Words; 4]) {
    let _ = isa;
    let format = target.format;
    let addresses = target.rows.addresses(target.surface, format.bytes(), pixels);
    let mut raw = [[0; 4]; 64];
    let mut stored = [[0; 4]; 64];
    if target.reads() {
        for lane in set_bits(mask) {
            stored[lane] = load(target.surface, addresses[lane]);
        }
    }
    let mut colors = source.map(|words| *words);
    if let Some(state) = &target.blend {
        let mut old: Colors = [[0.0; 64]; 4];
        for lane in set_bits(mask) {
            let decoded = decode(format, stored[lane]);
            for component in 0..4 {
                old[component][lane] = f32::from_bits(decoded[component]);
            }
        }
        let floats = |words: &[&Words; 4]| words.map(|component| component.map(|bits| clamped(format, f32::from_bits(bits))));
        let operands = Operands { source: &floats(source), second: &floats(second), stored: &old, constant: target.constant };
        colors = [0, 1, 2, 3].map(|component| blend(state, &operands, component).map(f32::to_bits));
    }
    for lane in set_bits(mask) {
        raw[lane] = encode(format, [0, 1, 2, 3].map(|component: usize| colors[component][lane]));
        if let Some(operation) = target.logic_op {
            raw[lane] = [0, 1, 2, 3].map(|word: usize| logic::apply(operation, raw[lane][word], stored[lane][word]));
        }
        if target.write_mask != [true; 4] {
            let (new, old) = (decode(format, raw[lane]), decode(format, stored[lane]));
            raw[lane] = encode(format, [0, 1, 2, 3].map(|n: usize| if target.write_mask[n] { new[n] } else { old[n] }));
        }
        store(target.surface, addresses[lane], raw[lane]);
    }
}

/// The words of a texel; small ones in the low bits of the first.
fn load(surface: &Surface, address: u32) -> [u32; 4] {
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

/// Components as bits of floats, or as integers.
fn decode(format: Format, raw: [u32; 4]) -> [u32; 4] {
    let one = 1.0f32.to_bits();
    match format {
        Format::R32f => [raw[0], 0, 0, one],
        Format::Rg32f => [raw[0], raw[1], 0, one],
        Format::R32ui | Format::R32i => [raw[0], 0, 0, 1],
        Format::Rg32ui | Format::Rg32i => [raw[0], raw[1], 0, 1],
        Format::Rgba32f | Format::Rgba32ui | Format::Rgba32i => raw,
        _ => other_decode(format, raw),
    }
}

fn encode(format: Format, color: [u32; 4]) -> [u32; 4] {
    match format {
        Format::R32f | Format::Rg32f | Format::Rgba32f => color,
        Format::R32ui | Format::R32i | Format::Rg32ui | Format::Rg32i | Format::Rgba32ui | Format::Rgba32i => color,
        _ => other_encode(format, color),
    }
}

fn other_decode(_format: Format, _raw: [u32; 4]) -> [u32; 4] {
    [0; 4]
}

fn other_encode(_format: Format, _color: [u32; 4]) -> [u32; 4] {
    [0; 4]
}
