//! Mipmap generation: each level has half the width and height of the one before it, and half its slices in 3D textures, and averages boxes of
//! its texels.

use super::format::Format;
use super::rows::{BLOCK, Bytes, LARGEST, Plane, Planes, texels};
use super::texel::raw_at;
use super::{Surface, halves};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::memory::OutOfMemory;
use std::ops::Range;

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
        average(from.get(covered.start as usize..covered.end as usize).unwrap_or_default(), slice);
    }
}

/// Fills a level from the next larger one. For odd sizes the last column or row is averaged with its neighbour.
pub fn reduce(from: &Surface, to: &Surface) {
    average(std::slice::from_ref(from), to);
}

/// Fills a slice of a level with the averages of the slices that it covers; all of these have one size and format.
fn average(from: &[Surface], to: &Surface) {
    let Some(first) = from.first() else { return };
    if halves::reduce(from, to) {
        return;
    }
    let takes_one = first.format.is_integer() || first.format == Format::Stencil8;
    for y in 0..to.height {
        let rows = span(y, first.height, to.height);
        if takes_one || !first.format.is_color() {
            average_texels(from, &rows, to, y, takes_one);
        } else {
            (0..to.width).step_by(PART).for_each(|x| average_part(from, &rows, to, y, x..(x + PART as u32).min(to.width)));
        }
    }
}

/// Fills a row of a level, texel by texel; with the first texels of the boxes if it takes one.
fn average_texels(from: &[Surface], rows: &Range<u32>, to: &Surface, y: u32, takes_one: bool) {
    let Some(first) = from.first() else { return };
    let (format, bytes) = (first.format, first.format.bytes());
    for x in 0..to.width {
        let columns = span(x, first.width, to.width);
        if takes_one {
            to.set_raw(x, y, first.raw(columns.start, rows.start));
            continue;
        }
        let mut sum = [0f32; 4];
        for row in from.iter().flat_map(|slice| rows.clone().map(|y| slice.row(y))) {
            for x in columns.clone() {
                let words = format.decode(raw_at(row, bytes, x as usize));
                (0..4).for_each(|component| sum[component] += f32::from_bits(words[component]));
            }
        }
        let count = (from.len() * rows.len() * columns.len()).max(1) as f32;
        to.set_texel(x, y, sum.map(|sum| (sum / count).to_bits()));
    }
}

/// The texels of a row that are averaged at once: a block has all texels that they cover.
const PART: usize = 100;

/// Fills a part of a row of a level. The texels of a box are added in the order of slices, rows and columns.
fn average_part(from: &[Surface], rows: &Range<u32>, to: &Surface, y: u32, part: Range<u32>) {
    let (isa, Some(first)) = (InstructionSet::best(), from.first()) else { return };
    let columns = |x: u32| span(x, first.width, to.width);
    let (left, right) = (columns(part.start).start, columns(part.end - 1).end);
    let (mut sums, mut planes): (Planes, Planes) = ([[0; BLOCK]; 4], [[0; BLOCK]; 4]);
    let mut room: Bytes = [0; BLOCK * LARGEST];
    let components = texels::components(first.format);
    for slice in from {
        for row in rows.clone() {
            let bytes = &mut room[..(right - left) as usize * first.format.bytes() as usize];
            slice.memory.read(slice.place(left as usize, row as usize), bytes);
            texels::decode(isa, first.format, bytes, &mut planes);
            for (sums, plane) in sums.iter_mut().zip(&planes).take(components) {
                if first.width == to.width * 2 {
                    add_pairs(isa, plane, &mut sums[..part.len()]);
                    continue;
                }
                for (sum, x) in sums.iter_mut().zip(part.clone()) {
                    let covered = columns(x);
                    let values = &plane[(covered.start - left) as usize..(covered.end - left) as usize];
                    *sum = values.iter().fold(f32::from_bits(*sum), |sum, value| sum + f32::from_bits(*value)).to_bits();
                }
            }
        }
    }
    let boxes = (from.len() * rows.len()) as u32;
    let counts: Plane = std::array::from_fn(|index| (boxes * columns((part.start + index as u32).min(part.end - 1)).len() as u32).max(1));
    sums.iter_mut().for_each(|sums| divide(isa, &counts, sums));
    let bytes = &mut room[..part.len() * to.format.bytes() as usize];
    texels::encode(isa, to.format, sums.each_ref(), bytes);
    to.memory.write(to.place(part.start as usize, y as usize), bytes);
}

#[inline(always)]
fn add_pairs_body(plane: &Plane, sums: &mut [u32]) {
    for (sum, [one, other]) in sums.iter_mut().zip(plane.as_chunks().0) {
        *sum = (f32::from_bits(*sum) + f32::from_bits(*one) + f32::from_bits(*other)).to_bits();
    }
}

#[inline(always)]
fn divide_body(counts: &Plane, sums: &mut Plane) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = (f32::from_bits(*sum) / *count as i32 as f32).to_bits());
}

versions! {
    /// Adds two values of a plane to each sum.
    fn add_pairs = add_pairs_body(plane: &Plane, sums: &mut [u32])
}
versions! {
    /// Divides each sum by a count.
    fn divide = divide_body(counts: &Plane, sums: &mut Plane)
}
