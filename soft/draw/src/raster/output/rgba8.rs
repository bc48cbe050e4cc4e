//! Output to RGBA8, the most common format, 64 texels at a time.

use super::{ColorTarget, Tile};
use crate::raster::per_fragment::blend::{Colors, Operands, blend};
use crate::raster::per_fragment::{advanced, logic};
use crate::raster::quads::QUADS;
use crate::raster::tile_cache::{STRIDE, TileCache};
use base::core::cpu::versions;
use base::core::lanes::Words;
use shader::pipeline::blend::BlendEquation;

versions! {
    /// Writes the lanes of a mask to a tile of an RGBA8 buffer, with blending.
    pub fn write = write_body(target: &ColorTarget, cache: &mut TileCache, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4])
}

#[inline(always)]
fn write_body(target: &ColorTarget, cache: &mut TileCache, mask: u64, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) {
    let packed = if target.reads() { combined(target, cache, tile, source, second) } else { pack(source) };
    let packet = tile.packet;
    if mask == u64::MAX && packet.whole {
        let (x, y) = (packet.x[0] as usize, packet.y[0] as usize);
        cache.written.add(x, y, mask);
        let Some(block) = cache.block(x, y) else { return };
        for (row, texels) in packed.as_chunks::<16>().0.iter().enumerate() {
            for half in 0..2 {
                let start = (row * 2 + half) * STRIDE;
                for (x, texel) in block[start..start + 8].iter_mut().enumerate() {
                    *texel = texels[x / 2 * 4 + half * 2 + x % 2];
                }
            }
        }
        return;
    }
    let quads = |quad: usize| (packet.x[quad] as usize, packet.y[quad] as usize, mask >> (quad * 4) & 0xF);
    if mask == packet.mask && !packet.whole {
        cache.written.add_all(&packet.covered);
    } else {
        for quad in 0..packet.count.min(QUADS) {
            let (x, y, lanes) = quads(quad);
            cache.written.add(x, y, lanes & 3 | lanes >> 2 << 8);
        }
    }
    for (quad, texels) in packed.as_chunks::<4>().0.iter().enumerate().take(packet.count) {
        let (x, y, lanes) = quads(quad);
        let Some([first, second]) = cache.quad(x, y) else { continue };
        // Without a branch: which pixels of a quad are covered is unpredictable.
        let new = &NEW[lanes as usize];
        let (mut chosen, stored) = ([0; 4], [first[0], first[1], second[0], second[1]]);
        for pixel in 0..4 {
            chosen[pixel] = stored[pixel] ^ (stored[pixel] ^ texels[pixel]) & new[pixel];
        }
        (*first, *second) = ([chosen[0], chosen[1]], [chosen[2], chosen[3]]);
    }
}

/// For each coverage of a quad, the mask of its written pixels.
const NEW: [[u32; 4]; 16] = {
    let mut result = [[0; 4]; 16];
    let mut at = 0;
    while at < 64 {
        result[at / 4][at % 4] = if (at / 4) >> (at % 4) & 1 != 0 { u32::MAX } else { 0 };
        at += 1;
    }
    result
};

/// Combines the colours with the stored texels: blending, logical operation and write mask.
#[inline(always)]
fn combined(target: &ColorTarget, cache: &mut TileCache, tile: &Tile, source: &[&Words; 4], second: &[&Words; 4]) -> Words {
    let mut stored = [0; 64];
    for (quad, texels) in stored.as_chunks_mut::<4>().0.iter_mut().enumerate().take(tile.packet.count) {
        let (x, y) = (tile.packet.x[quad] as usize, tile.packet.y[quad] as usize);
        target.load(cache, (x, y), (tile.x, tile.y));
        if let Some([[a, b], [c, d]]) = cache.quad(x, y) {
            *texels = [*a, *b, *c, *d];
        }
    }
    let mut packed = match &target.blend {
        Some(state) => {
            let (mut colors, mut seconds) = ([[0.0; 64]; 4], [[0.0; 64]; 4]);
            clamp_all(source, &mut colors);
            if state.reads_second_color() {
                clamp_all(second, &mut seconds);
            }
            let operands = Operands { source: &colors, second: &seconds, stored: &unpack(&stored), constant: target.constant };
            if let BlendEquation::Advanced { equation, opaque } = state.color.0 {
                pack_floats(&advanced::blend(equation, opaque, &operands))
            } else {
                let mut blended = [[0.0; 64]; 4];
                for (component, values) in blended.iter_mut().enumerate() {
                    *values = blend(state, &operands, component);
                }
                pack_floats(&blended)
            }
        }
        None => pack(source),
    };
    if let Some(operation) = target.logic_op {
        for lane in 0..64 {
            packed[lane] = logic::apply(operation, packed[lane], stored[lane]);
        }
    }
    let masked = target.masked[0];
    for lane in 0..64 {
        packed[lane] = packed[lane] & !masked | stored[lane] & masked;
    }
    packed
}

/// Clamps to [0, 1]; NaN becomes 0.
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

/// Converts a value in [0, 1] to a byte.
#[inline(always)]
fn code(value: f32) -> u32 {
    // The unit of the sum's last place is 1: the addition rounds to the nearest integer.
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
