//! Clears of whole surfaces, which wait until the surface is accessed.

use super::clear::{clear_color, clear_depth_stencil, pattern};
use super::texel::Raw;
use super::{Rectangle, Surface};
use crate::core::waiting_fill::Pattern;

/// Does what [`clear_color`] does, at the next access of the surface if all of it is cleared.
pub fn clear_color_later(surface: &Surface, area: Rectangle, color: [u32; 4], mask: [bool; 4]) {
    let bits = surface.format.component_bits().color;
    let every_bit = mask.iter().zip(bits).all(|(&mask, bits)| mask || bits == 0);
    if !(every_bit && fill_later(surface, area, surface.format.encode(color))) {
        clear_color(surface, area, color, mask);
    }
}

/// Does what [`clear_depth_stencil`] does, at the next access of the surface if all of it is cleared.
pub fn clear_depth_stencil_later(surface: &Surface, area: Rectangle, depth: Option<f32>, stencil: Option<(u8, u8)>) {
    let format = surface.format;
    let every_bit = (depth.is_some() || !format.has_depth()) && (stencil.is_some_and(|(_, mask)| mask == 0xFF) || !format.has_stencil());
    let with_depth = depth.map_or([0; 4], |depth| format.with_depth([0; 4], depth));
    let value = stencil.map_or(with_depth, |(value, _)| format.with_stencil(with_depth, value));
    if !(every_bit && fill_later(surface, area, value)) {
        clear_depth_stencil(surface, area, depth, stencil);
    }
}

/// Makes a fill of all texels wait. Returns false if the area is not the whole surface, or its memory belongs to others.
fn fill_later(surface: &Surface, area: Rectangle, value: Raw) -> bool {
    let whole = area.x0 <= 0 && area.y0 <= 0 && i64::from(area.x1) >= surface.width.into() && i64::from(area.y1) >= surface.height.into();
    whole && surface.memory.fill_later(pattern(surface.format.bytes() as usize, value))
}

impl Surface {
    /// Returns the fill that waits for the surface, which the caller does in its place by [`Self::fill_tile`].
    pub fn take_fill(&self) -> Option<Pattern> {
        self.memory.take_fill()
    }

    /// Fills a rectangle of texels that begins at a word: x0 ≤ x < x1, y0 ≤ y < y1.
    pub fn fill_tile(&self, (x0, y0, x1, y1): (u32, u32, u32, u32), pattern: Pattern) {
        let word = |x: u32| (x * self.format.bytes()).div_ceil(4) as usize;
        let (begin, end) = (word(x0), word(x1.min(self.width)));
        for y in y0..y1.min(self.height) {
            self.memory.fill_words(y as usize * self.row_words + begin, end.saturating_sub(begin), pattern);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::image::format::Format;

    const COLOR: [f32; 4] = [1.0, 0.25, 0.5, 0.75];

    fn area(x1: i32, y1: i32) -> Rectangle {
        Rectangle { x0: 0, y0: 0, x1, y1 }
    }

    #[test]
    fn whole_clears_wait_and_look_as_if_they_had_not() {
        for format in Format::SINGLE.into_iter().chain([Format::Depth24Stencil8, Format::Depth32fStencil8]) {
            let [later, now] = [0; 2].map(|_| Surface::new(format, 7, 5).unwrap());
            if format.is_color() {
                let color = if format.is_integer() { [1, 2, 3, 4] } else { COLOR.map(f32::to_bits) };
                clear_color_later(&later, area(9, 5), color, [true; 4]);
                clear_color(&now, area(9, 5), color, [true; 4]);
            } else {
                clear_depth_stencil_later(&later, area(7, 6), Some(0.3), Some((0xA5, 0xFF)));
                clear_depth_stencil(&now, area(7, 6), Some(0.3), Some((0xA5, 0xFF)));
            }
            assert!(later.memory.fill_waits(), "{format:?}");
            for (x, y) in (0..5).flat_map(|y| (0..7).map(move |x| (x, y))) {
                assert_eq!(later.raw(x, y), now.raw(x, y), "{format:?}");
            }
        }
    }

    #[test]
    fn clears_of_parts_do_not_wait() {
        let surface = Surface::new(Format::Rgba8, 4, 4).unwrap();
        clear_color_later(&surface, area(4, 4), COLOR.map(f32::to_bits), [true; 4]);
        clear_color_later(&surface, area(4, 3), [0; 4], [true; 4]);
        assert!(!surface.memory.fill_waits());
        assert_eq!((surface.raw(3, 2)[0], surface.raw(3, 3)[0]), (0, 0xBF80_40FF));
        clear_color_later(&surface, area(4, 4), COLOR.map(f32::to_bits), [true, true, true, false]);
        assert!(!surface.memory.fill_waits());
        assert_eq!(surface.raw(3, 2)[0], 0x0080_40FF);
        let surface = Surface::new(Format::Depth24Stencil8, 4, 4).unwrap();
        clear_depth_stencil_later(&surface, area(4, 4), Some(1.0), None);
        clear_depth_stencil_later(&surface, area(4, 4), None, Some((0x77, 0x0F)));
        assert!(!surface.memory.fill_waits());
        assert_eq!(surface.raw(1, 1)[0], 0x07FF_FFFF);
    }

    #[test]
    fn tiles_are_filled_by_rows_of_words() {
        let surface = Surface::new(Format::R8, 70, 3).unwrap();
        clear_color_later(&surface, area(70, 3), COLOR.map(f32::to_bits), [true; 4]);
        let pattern = surface.take_fill().unwrap();
        surface.fill_tile((64, 1, 128, 64), pattern);
        let texels = [(63, 1), (64, 1), (69, 2), (64, 0)].map(|(x, y)| surface.raw(x, y)[0]);
        assert_eq!(texels, [0, 0xFF, 0xFF, 0]);
    }
}
