//! RGBA8: the format that everything is drawn to, 64 texels at a time.

use super::ColorTarget;
use crate::raster::isa::versions;
use crate::raster::lanes::{Floats, Words, set_bits};
use crate::raster::per_fragment::blend::{Colors, Operands, blend};
use crate::raster::per_fragment::{Pixels, logic};

versions! {
    pub fn write = write_body(target: &ColorTarget, mask: u64, pixels: &Pixels, source: &Colors, second: &Colors)
}

#[inline(always)]
fn write_body(target: &ColorTarget, mask: u64, pixels: &Pixels, source: &Colors, second: &Colors) {
    let addresses = target.rows.addresses(target.surface, 4, pixels);
    let memory = &*target.surface.memory;
    let mut packed;
    if target.reads() {
        let mut stored = [0; 64];
        for lane in set_bits(mask) {
            stored[lane] = memory.word(addresses[lane] as usize);
        }
        packed = match &target.blend {
            Some(state) => {
                let (source, second) = (clamped(source), clamped(second));
                let operands = Operands { source: &source, second: &second, stored: &unpack(&stored), constant: target.constant };
                pack(&[0, 1, 2, 3].map(|component| blend(state, &operands, component)))
            }
            None => pack(source),
        };
        if let Some(operation) = target.logic_op {
            for lane in 0..64 {
                packed[lane] = logic::apply(operation, packed[lane], stored[lane]);
            }
        }
        let kept = !u32::from_le_bytes(target.write_mask.map(|written| if written { 0xFF } else { 0 }));
        for lane in 0..64 {
            packed[lane] = packed[lane] & !kept | stored[lane] & kept;
        }
    } else {
        packed = pack(source);
    }
    if mask == u64::MAX {
        for lane in 0..64 {
            memory.set_word(addresses[lane] as usize, packed[lane]);
        }
    } else {
        for lane in set_bits(mask) {
            memory.set_word(addresses[lane] as usize, packed[lane]);
        }
    }
}

/// To [0, 1]; what is not a number becomes 0.
#[inline(always)]
fn clamp(value: f32) -> f32 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}

#[inline(always)]
fn clamped(colors: &Colors) -> Colors {
    let mut result = [[0.0; 64]; 4];
    for component in 0..4 {
        for lane in 0..64 {
            result[component][lane] = clamp(colors[component][lane]);
        }
    }
    result
}

#[inline(always)]
fn pack(colors: &Colors) -> Words {
    let mut result = [0; 64];
    for lane in 0..64 {
        let code = |values: &Floats| {
            // The sum's lowest mantissa bit is 1: adding rounds to the nearest integer.
            (clamp(values[lane]) * 255.0 + 8_388_608.0).to_bits() & 0xFF
        };
        result[lane] = code(&colors[0]) | code(&colors[1]) << 8 | code(&colors[2]) << 16 | code(&colors[3]) << 24;
    }
    result
}

#[inline(always)]
fn unpack(words: &Words) -> Colors {
    let mut result = [[0.0; 64]; 4];
    for (component, values) in result.iter_mut().enumerate() {
        for lane in 0..64 {
            values[lane] = (words[lane] >> (component * 8) & 0xFF) as i32 as f32 / 255.0;
        }
    }
    result
}
