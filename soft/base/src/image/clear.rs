//! Clears of rectangles of surfaces. Rectangles are in rows of the surface (the caller mirrors them for flipped targets) and are clipped to
//! it.

use super::Surface;
use super::texel::{Raw, raw_at};
use crate::core::waiting_fill::Pattern;
use crate::image::Rectangle;

/// Returns the part of a rectangle within a surface: x0, y0, x1, y1.
fn cut(surface: &Surface, area: Rectangle) -> (u32, u32, u32, u32) {
    let within = |value: i32, size: u32| i64::from(value).clamp(0, i64::from(size)) as u32;
    let (x0, y0) = (within(area.x0, surface.width), within(area.y0, surface.height));
    (x0, y0, within(area.x1, surface.width).max(x0), within(area.y1, surface.height).max(y0))
}

/// Returns the words of texels of so many bytes with a value.
pub(super) fn pattern(bytes: usize, value: Raw) -> Pattern {
    match bytes {
        1 => [(value[0] & 0xFF) * 0x0101_0101; 4],
        2 => [(value[0] & 0xFFFF) * 0x0001_0001; 4],
        4 => [value[0]; 4],
        8 => [value[0], value[1], value[0], value[1]],
        _ => value,
    }
}

/// Returns true if rows may be filled from end to end, with what lies between them. What lies between the rows of the program's memory, or of a file's, is
/// not the surface's.
fn has_whole_rows(surface: &Surface, x0: u32, x1: u32) -> bool {
    let bytes = (x1.saturating_sub(x0) * surface.format.bytes()) as usize;
    let is_own = !surface.memory.is_borrowed() && !surface.memory.is_shared();
    (x0, x1) == (0, surface.width) && (is_own || bytes == surface.row_words * 4)
}

/// Writes `value` to each texel of a rectangle, except the bits of `keep`.
fn fill(surface: &Surface, area: Rectangle, value: Raw, keep: Raw) {
    let (x0, y0, x1, y1) = cut(surface, area);
    let bytes = surface.format.bytes() as usize;
    let [values, keeps] = [value, keep].map(|raw| pattern(bytes, raw));
    let keeps_any = keeps != [0; 4];
    let replace = |word: usize, value: u32, keep: u32| {
        let old = surface.memory.word(word);
        surface.memory.set_word(word, old & keep | value & !keep);
    };
    if !keeps_any && has_whole_rows(surface, x0, x1) {
        let (first, rows) = (y0 as usize * surface.row_words, y1.saturating_sub(y0) as usize);
        return surface.memory.fill_words(first, rows * surface.row_words, values);
    }
    let (begin, end) = (x0 as usize * bytes, x1 as usize * bytes);
    for row in (y0 as usize..y1 as usize).map(|y| y * surface.row_words) {
        let mut byte = begin;
        while byte < end {
            let (word, first) = (row + byte / 4, byte % 4);
            let last = (end - byte / 4 * 4).min(4);
            if last - first < 4 {
                // Some texels of the word are outside.
                let inside = (u64::MAX << (first * 8) & !(u64::MAX << (last * 8))) as u32;
                replace(word, values[0], keeps[0] | !inside);
                byte += last - first;
                continue;
            }
            let whole = (end - byte) / 4;
            if keeps_any {
                surface.memory.merge_words(word, whole, values, keeps);
            } else {
                surface.memory.fill_words(word, whole, values);
            }
            byte += whole * 4;
        }
    }
}

/// Replaces every texel of a rectangle by a function of it, which computes each bit from that bit alone.
fn change(surface: &Surface, area: Rectangle, new: impl Fn(Raw) -> Raw) {
    let (of_zeros, of_ones) = (new([0; 4]), new([u32::MAX; 4]));
    // A bit that differs is kept.
    fill(surface, area, of_zeros, std::array::from_fn(|word| of_zeros[word] ^ of_ones[word]));
}

/// Copies the first texel of a rectangle to all others of it.
pub fn spread(surface: &Surface, area: Rectangle) {
    let (x0, y0, ..) = cut(surface, area);
    fill(surface, area, raw_at(surface.row(y0), surface.format.bytes(), x0 as usize), [0; 4]);
}

/// Fills a rectangle with a colour: floats, or integers for integer formats. Components whose mask is false keep their values. An sRGB
/// surface encodes the colour; to store it unencoded, pass a copy of the surface with the format `Rgba8`.
pub fn clear_color(surface: &Surface, area: Rectangle, color: [u32; 4], mask: [bool; 4]) {
    let format = surface.format;
    let bits = format.component_bits().color;
    if mask.iter().zip(bits).all(|(&mask, bits)| mask || bits == 0) {
        return fill(surface, area, format.encode(color), [0; 4]);
    }
    if mask.iter().zip(bits).any(|(&mask, bits)| mask && bits > 0) {
        // Mask the stored bits of each component. Formats with a common exponent have none.
        let ones = component_masks(surface);
        let new = format.encode(color);
        let mut keep = [u32::MAX; 4];
        for component in (0..4).filter(|&component| mask[component]) {
            (0..4).for_each(|word| keep[word] &= !ones[component][word]);
        }
        fill(surface, area, new, keep);
    }
}

/// Returns the bits of each colour component within a texel.
fn component_masks(surface: &Surface) -> [Raw; 4] {
    surface.format.fields().map(|(first, count)| {
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
    if whole { fill(surface, area, new([0; 4]), [0; 4]) } else { change(surface, area, new) }
}
