//! Clears of rectangles of surfaces. Rectangles are in rows of the surface (the caller mirrors them for flipped targets) and are clipped to
//! it.

use super::Surface;
use super::texel::{Raw, raw_at, set_raw_at};
use crate::image::Rectangle;

/// Returns the part of a rectangle within a surface: x0, y0, x1, y1.
fn cut(surface: &Surface, area: Rectangle) -> (u32, u32, u32, u32) {
    let within = |value: i32, size: u32| i64::from(value).clamp(0, i64::from(size)) as u32;
    let (x0, y0) = (within(area.x0, surface.width), within(area.y0, surface.height));
    (x0, y0, within(area.x1, surface.width).max(x0), within(area.y1, surface.height).max(y0))
}

/// Fills a rectangle with the bits of a texel.
fn fill(surface: &Surface, area: Rectangle, raw: Raw) {
    let (x0, y0, x1, y1) = cut(surface, area);
    let bytes = surface.format.bytes();
    for y in y0..y1 {
        if bytes == 4 {
            let words = [raw[0]; 64];
            let first = y as usize * surface.row_words;
            for x in (x0 as usize..x1 as usize).step_by(64) {
                surface.memory.store_words(first + x, &words[..(x1 as usize - x).min(64)]);
            }
        } else {
            let row = surface.row(y);
            (x0..x1).for_each(|x| set_raw_at(row, bytes, x as usize, raw));
        }
    }
}

/// Replaces every texel of a rectangle by a function of it.
fn change(surface: &Surface, area: Rectangle, new: impl Fn(Raw) -> Raw) {
    let (x0, y0, x1, y1) = cut(surface, area);
    let bytes = surface.format.bytes();
    for y in y0..y1 {
        let row = surface.row(y);
        (x0..x1).for_each(|x| set_raw_at(row, bytes, x as usize, new(raw_at(row, bytes, x as usize))));
    }
}

/// Fills a rectangle with a colour: floats, or integers for integer formats. Components whose mask is false keep their values. An sRGB
/// surface encodes the colour; to store it unencoded, pass a copy of the surface with the format `Rgba8`.
pub fn clear_color(surface: &Surface, area: Rectangle, color: [u32; 4], mask: [bool; 4]) {
    let format = surface.format;
    let bits = format.component_bits().color;
    if mask.iter().zip(bits).all(|(&mask, bits)| mask || bits == 0) {
        return fill(surface, area, format.encode(color));
    }
    if mask.iter().zip(bits).any(|(&mask, bits)| mask && bits > 0) {
        // Mask the stored bits of each component. Formats with a common exponent have none.
        let ones = component_masks(surface);
        let new = format.encode(color);
        let mut keep = [u32::MAX; 4];
        for component in (0..4).filter(|&component| mask[component]) {
            (0..4).for_each(|word| keep[word] &= !ones[component][word]);
        }
        change(surface, area, |old| std::array::from_fn(|word| old[word] & keep[word] | new[word] & !keep[word]));
    }
}

/// Returns the bits of each colour component within a texel.
fn component_masks(surface: &Surface) -> [Raw; 4] {
    use super::format::Format::*;
    let fields: [(u32, u32); 4] = match surface.format {
        Rgb565 => [(11, 5), (5, 6), (0, 5), (0, 0)],
        Rgba4 => [(12, 4), (8, 4), (4, 4), (0, 4)],
        Rgb5A1 => [(11, 5), (6, 5), (1, 5), (0, 1)],
        format => {
            // Other formats: components follow each other from the lowest bits up.
            let bits = format.component_bits().color.map(u32::from);
            [(0, bits[0]), (bits[0], bits[1]), (bits[0] + bits[1], bits[2]), (bits[0] + bits[1] + bits[2], bits[3])]
        }
    };
    fields.map(|(first, count)| {
        let mut raw = [0; 4];
        (first..first + count).for_each(|bit| raw[(bit / 32) as usize & 3] |= 1 << (bit % 32));
        raw
    })
}

/// Fills a rectangle's depth (0 to 1), and its stencil from a value and a write mask, as far as the surface has these aspects.
pub fn clear_depth_stencil(surface: &Surface, area: Rectangle, depth: Option<f32>, stencil: Option<(u8, u8)>) {
    let format = surface.format;
    let depth = depth.filter(|_| format.has_depth());
    let stencil = stencil.filter(|&(_, mask)| format.has_stencil() && mask != 0);
    let whole = (depth.is_some() || !format.has_depth()) && (stencil.is_some_and(|(_, mask)| mask == 0xFF) || !format.has_stencil());
    let new = |old: Raw| {
        let raw = depth.map_or(old, |depth| format.with_depth(old, depth));
        stencil.map_or(raw, |(value, mask)| format.with_stencil(raw, value & mask | format.stencil(old) & !mask))
    };
    if depth.is_none() && stencil.is_none() {
        return;
    }
    if whole { fill(surface, area, new([0; 4])) } else { change(surface, area, new) }
}
