//! What glAccum computes: sums of colours in surfaces of floats. Rectangles are clipped to the surfaces.

use super::{Rectangle, Surface};
use crate::core::pool::Pool;

/// Rows that one task of the pool computes.
const ROWS: usize = 64;

/// Calls a function for each pixel of a rectangle within two surfaces.
fn each(pool: &Pool, area: Rectangle, one: &Surface, two: &Surface, work: impl Fn(u32, u32) + Sync + Send) {
    let within = |value: i32, size: u32| i64::from(value).clamp(0, i64::from(size)) as u32;
    let (width, height) = (one.width.min(two.width), one.height.min(two.height));
    let (columns, rows) = (within(area.x0, width)..within(area.x1, width), within(area.y0, height)..within(area.y1, height));
    pool.for_each(rows.len().div_ceil(ROWS), |task| {
        for y in rows.clone().skip(task * ROWS).take(ROWS) {
            columns.clone().for_each(|x| work(x, y));
        }
    });
}

/// Adds the colours of a rectangle, multiplied by a factor, to the sums; with `load`, replaces the sums by them. `opaque` is true if alpha is 1
/// whatever the surface stores.
pub fn accumulate(pool: &Pool, area: Rectangle, from: &Surface, opaque: bool, sums: &Surface, factor: f32, load: bool) {
    each(pool, area, from, sums, |x, y| {
        let mut color = from.texel(x, y).map(f32::from_bits);
        if opaque {
            color[3] = 1.0;
        }
        let old = if load { [0.0; 4] } else { sums.texel(x, y).map(f32::from_bits) };
        let new: [f32; 4] = std::array::from_fn(|component| old[component] + color[component] * factor);
        sums.set_texel(x, y, new.map(f32::to_bits));
    });
}

/// Multiplies the sums of a rectangle by a factor, and adds a term.
pub fn scale(pool: &Pool, area: Rectangle, sums: &Surface, factor: f32, term: f32) {
    each(pool, area, sums, sums, |x, y| {
        sums.set_texel(x, y, sums.texel(x, y).map(|sum| (f32::from_bits(sum) * factor + term).to_bits()));
    });
}

/// Writes the sums of a rectangle, multiplied by a factor and clamped to 0 to 1 on request, to a surface of one sample. Components whose mask is
/// false keep their values.
pub fn store(pool: &Pool, area: Rectangle, sums: &Surface, factor: f32, clamp: bool, into: &Surface, mask: [bool; 4]) {
    each(pool, area, sums, into, |x, y| {
        let old = if mask == [true; 4] { [0; 4] } else { into.texel(x, y) };
        let sum = sums.texel(x, y).map(|sum| f32::from_bits(sum) * factor);
        let new = std::array::from_fn(|component| match mask[component] {
            true if clamp => sum[component].clamp(0.0, 1.0).to_bits(),
            true => sum[component].to_bits(),
            false => old[component],
        });
        into.set_texel(x, y, new);
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::image::format::Format;

    #[test]
    fn sums_are_added_scaled_and_stored_within_the_rectangle() {
        let pool = Pool::new(1);
        let color = Surface::new(Format::Rgba8, 3, 2).unwrap();
        color.set_raw(1, 1, [0xFF33_6600, 0, 0, 0]);
        let sums = Surface::new(Format::Rgba32f, 3, 2).unwrap();
        let area = Rectangle { x0: 1, y0: -4, x1: 9, y1: 9 };
        accumulate(&pool, area, &color, false, &sums, 0.5, true);
        accumulate(&pool, area, &color, false, &sums, 1.0, false);
        let sum = |x, y| sums.texel(x, y).map(f32::from_bits);
        assert_eq!(sum(1, 1).map(|value| (value * 1000.0).round()), [0.0, 600.0, 300.0, 1500.0]);
        scale(&pool, area, &sums, 2.0, -0.25);
        assert_eq!(sum(1, 1).map(|value| (value * 1000.0).round()), [-250.0, 950.0, 350.0, 2750.0]);
        assert_eq!((sum(0, 1), sum(2, 0)), ([0.0; 4], [-0.25; 4]));
        let into = Surface::new(Format::Rgba8, 3, 2).unwrap();
        into.set_raw(1, 1, [0x0102_0304, 0, 0, 0]);
        store(&pool, area, &sums, 1.0, true, &into, [true, false, true, true]);
        assert_eq!(into.raw(1, 1)[0], 0xFF59_0300);
    }

    #[test]
    fn opaque_surfaces_have_alpha_one() {
        let pool = Pool::new(1);
        let (color, sums) = (Surface::new(Format::Rgba8, 1, 1).unwrap(), Surface::new(Format::Rgba32f, 1, 1).unwrap());
        accumulate(&pool, Rectangle { x0: 0, y0: 0, x1: 1, y1: 1 }, &color, true, &sums, 0.5, false);
        assert_eq!(sums.texel(0, 0).map(f32::from_bits), [0.0, 0.0, 0.0, 0.5]);
    }
}
