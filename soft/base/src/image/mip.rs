//! Mipmap generation: each level has half the width and height of the one before it, and half its slices in 3D textures, and averages boxes of
//! its texels.

use super::Surface;
use super::format::Format;
use super::texel::raw_at;
use crate::core::memory::OutOfMemory;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

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

/// Generates the levels of an array's layers as [`generate`] does: for each level its layers.
pub fn generate_layers(base: &[Surface], most: usize) -> Result<Vec<Vec<Surface>>, OutOfMemory> {
    let mut levels: Vec<Vec<Surface>> = Vec::new();
    for layer in base {
        for (index, surface) in generate(layer, most)?.into_iter().enumerate() {
            match levels.get_mut(index) {
                Some(level) => level.push(surface),
                None => levels.push(vec![surface]),
            }
        }
    }
    Ok(levels)
}

/// Generates the levels of a 3D texture that follow a base level, given by its slices, down to 1 × 1 × 1, at most `most` of them.
pub fn generate_volume(base: &[Surface], most: usize) -> Result<Vec<Vec<Surface>>, OutOfMemory> {
    let mut levels: Vec<Vec<Surface>> = Vec::new();
    while levels.len() < most {
        let above = levels.last().map_or(base, Vec::as_slice);
        let Some(first) = above.first().filter(|first| first.width > 1 || first.height > 1 || above.len() > 1) else { break };
        let next = || Surface::new(first.format, (first.width / 2).max(1), (first.height / 2).max(1));
        let slices: Result<Vec<Surface>, OutOfMemory> = (0..(above.len() / 2).max(1)).map(|_| next()).collect();
        let slices = slices?;
        reduce_volume(above, &slices);
        levels.push(slices);
    }
    Ok(levels)
}

/// Returns the texels of one dimension that a texel of the next smaller level covers: two, or three if the size is odd.
fn span(index: u32, large: u32, small: u32) -> Range<u32> {
    let first = u64::from(index) * u64::from(large) / u64::from(small.max(1));
    let end = ((u64::from(index) + 1) * u64::from(large)).div_ceil(u64::from(small.max(1)));
    first as u32..(end as u32).min(large)
}

/// Fills the slices of a 3D texture's level from those of the next larger one.
pub fn reduce_volume(from: &[Surface], to: &[Surface]) {
    for (index, slice) in to.iter().enumerate() {
        let covered = span(index as u32, from.len() as u32, to.len() as u32);
        match from.get(covered.start as usize..covered.end as usize) {
            Some([one]) => reduce(one, slice),
            Some([near, far]) if are_halves(near, slice) => halve_slices_rgba8(near, far, slice),
            Some(covered) => average(covered, slice),
            None => {}
        }
    }
}

/// Fills a level from the next larger one. For odd sizes the last column or row is averaged with its neighbour.
pub fn reduce(from: &Surface, to: &Surface) {
    if are_halves(from, to) { halve_rgba8(from, to) } else { average(std::slice::from_ref(from), to) }
}

/// Returns true if both levels are of RGBA8 and one has half the width and height of the other.
fn are_halves(from: &Surface, to: &Surface) -> bool {
    from.format == Format::Rgba8 && to.format == from.format && from.width == to.width * 2 && from.height == to.height * 2
}

/// Fills a slice of a level with the averages of the slices that it covers; all of these have one size and format.
fn average(from: &[Surface], to: &Surface) {
    let Some(first) = from.first() else { return };
    let (format, bytes) = (first.format, first.format.bytes());
    for y in 0..to.height {
        let rows = span(y, first.height, to.height);
        for x in 0..to.width {
            let columns = span(x, first.width, to.width);
            if format.is_integer() || format == Format::Stencil8 {
                to.set_raw(x, y, first.raw(columns.start, rows.start));
                continue;
            }
            let mut sum = [0f32; 4];
            for slice in from {
                for y in rows.clone() {
                    let row = slice.row(y);
                    for x in columns.clone() {
                        let words = format.decode(raw_at(row, bytes, x as usize));
                        (0..4).for_each(|component| sum[component] += f32::from_bits(words[component]));
                    }
                }
            }
            let count = (from.len() * rows.len() * columns.len()).max(1) as f32;
            to.set_texel(x, y, sum.map(|sum| (sum / count).to_bits()));
        }
    }
}

/// Returns the average of RGBA8 texels, two components at a time. Their number is 2 to the power of `shift`.
#[inline(always)]
fn average_rgba8<const COUNT: usize>(texels: [&AtomicU32; COUNT], shift: u32) -> u32 {
    let texels = texels.map(|word| word.load(Relaxed));
    let half = 0x0001_0001 << (shift - 1);
    let even = texels.iter().map(|texel| texel & 0x00FF_00FF).sum::<u32>() + half;
    let odd = texels.iter().map(|texel| texel >> 8 & 0x00FF_00FF).sum::<u32>() + half;
    even >> shift & 0x00FF_00FF | (odd >> shift & 0x00FF_00FF) << 8
}

/// Averages squares of four RGBA8 texels.
fn halve_rgba8(from: &Surface, to: &Surface) {
    for y in 0..to.height {
        let (upper, lower) = (from.row(y * 2), from.row(y * 2 + 1));
        for ((upper, lower), to) in upper.chunks_exact(2).zip(lower.chunks_exact(2)).zip(to.row(y)) {
            to.store(average_rgba8([&upper[0], &upper[1], &lower[0], &lower[1]], 2), Relaxed);
        }
    }
}

/// Averages boxes of eight RGBA8 texels of two slices.
fn halve_slices_rgba8(near: &Surface, far: &Surface, to: &Surface) {
    for y in 0..to.height {
        let [near, far] = [near, far].map(|slice| {
            let (upper, lower) = (slice.row(y * 2), slice.row(y * 2 + 1));
            upper.chunks_exact(2).zip(lower.chunks_exact(2))
        });
        for (((upper, lower), (far_upper, far_lower)), to) in near.zip(far).zip(to.row(y)) {
            let texels = [&upper[0], &upper[1], &lower[0], &lower[1], &far_upper[0], &far_upper[1], &far_lower[0], &far_lower[1]];
            to.store(average_rgba8(texels, 3), Relaxed);
        }
    }
}
