//! Mipmap generation: each level has half the width and height of the one before it, and averages boxes of its texels.

use super::Surface;
use super::format::Format;
use super::texel::raw_at;
use crate::core::memory::OutOfMemory;
use std::sync::atomic::Ordering::Relaxed;

/// Generates the levels that follow a base level down to 1 × 1, at most `most` of them. Integer formats take the first texel of each box;
/// sRGB texels are averaged in linear space.
pub fn generate(base: &Surface, most: usize) -> Result<Vec<Surface>, OutOfMemory> {
    let mut levels: Vec<Surface> = Vec::new();
    while levels.len() < most {
        let above = levels.last().unwrap_or(base);
        if above.width <= 1 && above.height <= 1 {
            break;
        }
        let next = Surface::new(above.format, (above.width / 2).max(1), (above.height / 2).max(1))?;
        reduce(above, &next);
        levels.push(next);
    }
    Ok(levels)
}

/// Fills a level from the next larger one. For odd sizes the last column or row is averaged with its neighbour.
pub fn reduce(from: &Surface, to: &Surface) {
    if from.format == Format::Rgba8 && to.format == from.format && from.width == to.width * 2 && from.height == to.height * 2 {
        return halve_rgba8(from, to);
    }
    let (format, bytes) = (from.format, from.format.bytes());
    // The texels of one dimension that a texel covers: two, or three if the size is odd.
    let span = |index: u32, large: u32, small: u32| {
        let first = u64::from(index) * u64::from(large) / u64::from(small.max(1));
        let end = ((u64::from(index) + 1) * u64::from(large)).div_ceil(u64::from(small.max(1)));
        first as u32..(end as u32).min(large)
    };
    for y in 0..to.height {
        let rows = span(y, from.height, to.height);
        for x in 0..to.width {
            let columns = span(x, from.width, to.width);
            if format.is_integer() || format == Format::Stencil8 {
                to.set_raw(x, y, from.raw(columns.start, rows.start));
                continue;
            }
            let mut sum = [0f32; 4];
            for y in rows.clone() {
                let row = from.row(y);
                for x in columns.clone() {
                    let words = format.decode(raw_at(row, bytes, x as usize));
                    (0..4).for_each(|component| sum[component] += f32::from_bits(words[component]));
                }
            }
            let count = (rows.len() * columns.len()).max(1) as f32;
            to.set_texel(x, y, sum.map(|sum| (sum / count).to_bits()));
        }
    }
}

/// Averages boxes of four RGBA8 texels, two components at a time.
fn halve_rgba8(from: &Surface, to: &Surface) {
    for y in 0..to.height {
        let (upper, lower) = (from.row(y * 2), from.row(y * 2 + 1));
        for ((upper, lower), to) in upper.chunks_exact(2).zip(lower.chunks_exact(2)).zip(to.row(y)) {
            let texels = [&upper[0], &upper[1], &lower[0], &lower[1]].map(|word| word.load(Relaxed));
            let even = texels.iter().map(|texel| texel & 0x00FF_00FF).sum::<u32>() + 0x0002_0002;
            let odd = texels.iter().map(|texel| texel >> 8 & 0x00FF_00FF).sum::<u32>() + 0x0002_0002;
            to.store(even >> 2 & 0x00FF_00FF | (odd >> 2 & 0x00FF_00FF) << 8, Relaxed);
        }
    }
}
