//! The border texels of textures: surfaces with one more texel at each end of the dimensions that have a border.

use super::Surface;
use std::ops::RangeInclusive;

/// Copies the bits of a rectangle of texels between surfaces of one format.
pub fn copy(from: &Surface, [from_x, from_y]: [u32; 2], to: &Surface, [to_x, to_y]: [u32; 2], [width, height]: [u32; 2]) {
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        to.set_raw(to_x + x, to_y + y, from.raw(from_x + x, from_y + y));
    }
}

/// Returns the texels that a reduced texel is the mean of, along a dimension of so many texels.
fn sources(at: u32, from: u32, to: u32, has_border: bool) -> RangeInclusive<u32> {
    if !has_border {
        let last = from.saturating_sub(1);
        return if from == to { at..=at } else { (2 * at).min(last)..=(2 * at + 1).min(last) };
    }
    let (last, last_inside) = (from.saturating_sub(1), from.saturating_sub(2));
    match at {
        0 => 0..=0,
        at if at + 1 == to => last..=last,
        at => (2 * at - 1).min(last_inside)..=(2 * at).min(last_inside),
    }
}

/// Makes the border texels of a level from those of the level below. The first `axes` of width, height and depth have a border; without one, slices
/// correspond to each other.
pub fn reduce(from: &[Surface], to: &[Surface], axes: usize) {
    let (Some(source), Some(reduced)) = (from.first(), to.first()) else { return };
    let (below, size) = ([source.width, source.height, from.len() as u32], [reduced.width, reduced.height, to.len() as u32]);
    let range = |axis: usize, at: u32| sources(at, below[axis], size[axis], axis < axes);
    for (z, y, x) in (0..size[2]).flat_map(|z| (0..size[1]).flat_map(move |y| (0..size[0]).map(move |x| (z, y, x)))) {
        let is_border = [x, y, z].iter().zip(size).take(axes).any(|(&at, size)| at == 0 || at + 1 == size);
        if !is_border {
            continue;
        }
        let (mut sum, mut count) = ([0.0f32; 4], 0.0);
        for (i, j, k) in range(2, z).flat_map(|k| range(1, y).flat_map(move |j| range(0, x).map(move |i| (i, j, k)))) {
            let texel = from.get(k as usize).map_or([0; 4], |surface| surface.texel(i, j)).map(f32::from_bits);
            (0..4).for_each(|component| sum[component] += texel[component]);
            count += 1.0;
        }
        if let Some(surface) = to.get(z as usize) {
            surface.set_texel(x, y, sum.map(|component| (component / count).to_bits()));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::image::format::Format;

    #[test]
    fn borders_are_reduced_along_themselves() {
        let from = Surface::new(Format::R32f, 6, 4).unwrap();
        (0..24).for_each(|index| from.set_texel(index % 6, index / 6, [(index as f32).to_bits(), 0, 0, 0]));
        let to = Surface::new(Format::R32f, 4, 3).unwrap();
        reduce(&[from], std::slice::from_ref(&to), 2);
        let row = |y: u32| [0, 1, 2, 3].map(|x| f32::from_bits(to.texel(x, y)[0]));
        assert_eq!(row(0), [0.0, 1.5, 3.5, 5.0]);
        // What is inside comes from the texels inside, elsewhere.
        assert_eq!(row(1), [9.0, 0.0, 0.0, 14.0]);
        assert_eq!(row(2), [18.0, 19.5, 21.5, 23.0]);
    }
}
