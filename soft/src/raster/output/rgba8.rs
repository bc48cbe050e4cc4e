//! RGBA8: the format that everything is drawn to, 64 texels at a time.

use super::ColorTarget;
use crate::raster::isa::versions;
use crate::raster::lanes::{Words, set_bits};
use crate::raster::per_fragment::blend::{Colors, Operands, blend, reads_second};
use crate::raster::per_fragment::{Pixels, logic};
use std::sync::atomic::Ordering::Relaxed;

versions! {
    pub fn write = write_body(target: &ColorTarget, mask: u64, pixels: &Pixels, source: &[&Words; 4], second: &[&Words; 4])
}

#[inline(always)]
fn write_body(target: &ColorTarget, mask: u64, pixels: &Pixels, source: &[&Words; 4], second: &[&Words; 4]) {
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
                let (mut colors, mut seconds) = ([[0.0; 64]; 4], [[0.0; 64]; 4]);
                clamp_all(source, &mut colors);
                if reads_second(state) {
                    clamp_all(second, &mut seconds);
                }
                let operands = Operands { source: &colors, second: &seconds, stored: &unpack(&stored), constant: target.constant };
                let mut blended = [[0.0; 64]; 4];
                for (component, values) in blended.iter_mut().enumerate() {
                    *values = blend(state, &operands, component);
                }
                pack_floats(&blended)
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
    let words = memory.words();
    for pair in 0..32 {
        let lanes = mask >> (pair * 2) & 3;
        let address = addresses[pair * 2] as usize;
        if lanes == 3 {
            // The two pixels of a quad's row are neighbours.
            if let Some([left, right]) = words.get(address..address + 2) {
                left.store(packed[pair * 2], Relaxed);
                right.store(packed[pair * 2 + 1], Relaxed);
            }
        } else if lanes != 0 {
            let right = lanes as usize >> 1;
            memory.set_word(address + right, packed[pair * 2 + right]);
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
fn clamp_all(colors: &[&Words; 4], result: &mut Colors) {
    for component in 0..4 {
        for lane in 0..64 {
            result[component][lane] = clamp(f32::from_bits(colors[component][lane]));
        }
    }
}

#[inline(always)]
fn code(value: f32) -> u32 {
    // The sum's lowest mantissa bit is 1: adding rounds to the nearest integer.
    (clamp(value) * 255.0 + 8_388_608.0).to_bits() & 0xFF
}

#[inline(always)]
fn pack([red, green, blue, alpha]: &[&Words; 4]) -> Words {
    let mut result = [0; 64];
    for lane in 0..64 {
        let at = |values: &Words| code(f32::from_bits(values[lane]));
        result[lane] = at(red) | at(green) << 8 | at(blue) << 16 | at(alpha) << 24;
    }
    result
}

#[inline(always)]
fn pack_floats([red, green, blue, alpha]: &Colors) -> Words {
    let mut result = [0; 64];
    for lane in 0..64 {
        result[lane] = code(red[lane]) | code(green[lane]) << 8 | code(blue[lane]) << 16 | code(alpha[lane]) << 24;
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
