//! Parts of a window.

use base::image::Rectangle;

/// A region of a window's pixels, as rectangles that may overlap. Row 0 is the lowest one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region(Vec<Rectangle>);

/// The most rectangles of a region; with more it is the rectangle around them.
const MOST: usize = 16;

impl Region {
    /// Returns the region of a rectangle of `width` by `height` pixels.
    pub fn whole(width: u32, height: u32) -> Self {
        let size = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let mut region = Self::default();
        region.add(Rectangle { x0: 0, y0: 0, x1: size(width), y1: size(height) });
        region
    }

    /// Adds a rectangle; one without pixels is ignored.
    pub fn add(&mut self, rectangle: Rectangle) {
        if rectangle.x0 >= rectangle.x1 || rectangle.y0 >= rectangle.y1 {
            return;
        }
        let covers = |a: &Rectangle, b: &Rectangle| a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1;
        if self.0.iter().any(|has| covers(has, &rectangle)) {
            return;
        }
        self.0.retain(|has| !covers(&rectangle, has));
        self.0.push(rectangle);
        if self.0.len() > MOST {
            self.0 = self.bounds().into_iter().collect();
        }
    }

    /// Adds the rectangles of another region.
    pub fn add_region(&mut self, other: &Self) {
        other.0.iter().for_each(|rectangle| self.add(*rectangle));
    }

    /// Returns the smallest rectangle that has all pixels of the region, or `None` if it has none.
    pub fn bounds(&self) -> Option<Rectangle> {
        self.0.iter().copied().reduce(|a, b| Rectangle { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) })
    }

    /// Returns the rectangles.
    pub fn rectangles(&self) -> &[Rectangle] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x0: i32, y0: i32, x1: i32, y1: i32) -> Rectangle {
        Rectangle { x0, y0, x1, y1 }
    }

    #[test]
    fn a_region_keeps_what_no_other_rectangle_covers() {
        let mut region = Region::default();
        assert_eq!(region.bounds(), None);
        for added in [(1, 1, 1, 5), (5, 5, 4, 9), (1, 1, 3, 3), (2, 2, 3, 3), (8, 0, 9, 1)] {
            region.add(rectangle(added.0, added.1, added.2, added.3));
        }
        assert_eq!(region.rectangles(), [rectangle(1, 1, 3, 3), rectangle(8, 0, 9, 1)]);
        assert_eq!(region.bounds(), Some(rectangle(1, 0, 9, 3)));
        region.add_region(&Region::whole(10, 4));
        assert_eq!(region, Region::whole(10, 4));
    }

    #[test]
    fn many_rectangles_become_the_one_around_them() {
        let mut region = Region::default();
        for x in 0..=MOST as i32 {
            region.add(rectangle(2 * x, 0, 2 * x + 1, 1));
        }
        assert_eq!(region.rectangles(), [rectangle(0, 0, 2 * MOST as i32 + 1, 1)]);
    }
}
